//! Stores the record of play: matches by game and opponent, puzzles, lessons, and answers to the coach. The record is a
//! JSON file in the data folder, and is never sent anywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use chrono::Utc;
use serde::{Deserialize, Serialize};

use super::PlayerKind;
use super::coach::record::{CoachEvent, CoachRecord};
use super::store::{Store, StoreError};
use super::strength::Decision;
use nimatron_core::rules::Player;
use nimatron_core::tr;

pub const FILE: &str = "record.json";
/// The name under which a damaged file is kept.
pub const ASIDE: &str = "record-damaged.json";

const FORMAT: &str = "nimatron-record";
/// The version that the program writes. Older versions can still be read: version 1 lacks the coach's record, and
/// versions 1 and 2 do not list tried puzzles.
const VERSION: u64 = 3;
const OLDEST: u64 = 1;
/// The maximum number of days kept in the history of puzzles.
const MOST_DAYS: usize = 400;
/// The maximum number of tried puzzles that are remembered; the oldest are dropped.
const MOST_TRIED: usize = 2_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// A win, or a win of the first player in a match between two people.
    Won,
    Drawn,
    /// A loss, or a loss of the first player in a match between two people.
    Lost,
}

impl Score {
    /// Returns the result of a match for `player`; `winner` is `None` for a draw.
    pub fn from_winner(winner: Option<Player>, player: Player) -> Score {
        match winner {
            None => Score::Drawn,
            Some(winner) if winner == player => Score::Won,
            Some(_) => Score::Lost,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matches {
    pub game: String,
    /// The computer's level, or `human`.
    pub opponent: String,
    pub played: u64,
    pub won: u64,
    pub drawn: u64,
}

impl Matches {
    pub fn lost(&self) -> u64 {
        self.played
            .saturating_sub(self.won.saturating_add(self.drawn))
    }
}

/// The puzzles solved on one day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Day {
    pub solved: u64,
    pub first_try: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Puzzles {
    pub solved: u64,
    pub first_try: u64,
    /// The number of right and wrong tries.
    pub tries: u64,
    /// The current number of consecutive puzzles solved on the first try.
    pub streak: u64,
    pub best_streak: u64,
    /// The numbers of puzzles solved on each day; days are written as `2026-11-20`.
    pub days: BTreeMap<String, Day>,
    /// The days on which a daily puzzle was solved.
    pub daily: BTreeSet<String>,
    /// The IDs of puzzles that were tried or for which help was given, oldest first. A later try at one of these
    /// puzzles does not count as a first try.
    pub tried: Vec<String>,
}

/// A try at a puzzle, or help with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleTry {
    pub id: String,
    /// Whether the move solved the puzzle; `None` for help.
    pub solved: Option<bool>,
    pub daily: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct History {
    format: String,
    version: u64,
    /// The results for each game and opponent, sorted by game and then by opponent.
    pub matches: Vec<Matches>,
    pub puzzles: Puzzles,
    pub lessons: BTreeSet<String>,
    pub coach: CoachRecord,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    Match(&'static str, PlayerKind, Score, Vec<Decision>),
    Try(PuzzleTry),
}

#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    #[error("{path}: {1}", path = .0.display())]
    Damaged(PathBuf, String),
    /// The file could not be locked, read, written or set aside.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl History {
    pub fn wins_against_computers(&self) -> u64 {
        self.matches
            .iter()
            .filter(|m| m.opponent != PlayerKind::Human.word())
            .fold(0, |sum, m| sum.saturating_add(m.won))
    }

    /// Loads the record from the data folder; the record is empty if there is no file.
    ///
    /// Returns [`HistoryError::Damaged`] if the file is not a valid record, or [`HistoryError::Store`] if it cannot be
    /// read. In both cases, the file stays unchanged.
    pub fn load(store: &Store) -> Result<History, HistoryError> {
        let path = store.data_path(FILE).unwrap_or_else(|| FILE.into());
        let damaged = |what: String| HistoryError::Damaged(path, what);
        match store.read_data(FILE) {
            Ok(None) => Ok(History::default()),
            Ok(Some(text)) => History::parse(&text).map_err(damaged),
            Err(e) => Err(e.into()),
        }
    }

    fn parse(text: &str) -> Result<History, String> {
        let history: History = serde_json::from_str(text).map_err(|e| e.to_string())?;
        match (history.format.as_str(), history.version) {
            (FORMAT, OLDEST..=VERSION) => Ok(history),
            (FORMAT, newer) if newer > VERSION => Err(tr!(
                "version {newer} is newer than this program knows ({VERSION})"
            )),
            (FORMAT, other) => Err(tr!("there is no version {other}")),
            (other, _) => Err(tr!("the format is {other:?}; expected {FORMAT:?}")),
        }
    }

    /// Returns an error if the record cannot be serialised. In this case, the caller must not write the file.
    pub fn to_json(&self) -> Result<String, StoreError> {
        let whole = History {
            format: FORMAT.to_owned(),
            version: VERSION,
            ..self.clone()
        };
        let text = serde_json::to_string(&whole);
        Ok(text.map_err(|error| StoreError::Write(FILE.into(), error.into()))? + "\n")
    }

    /// Reads the record, changes it, and writes it atomically, while holding a lock against other programs. A damaged
    /// file is set aside first, and the returned message describes the damage.
    ///
    /// Returns an error if the record cannot be locked, read, set aside or written. After an error, the file is
    /// unchanged, unless it was damaged and has been set aside.
    pub fn change(
        store: &Store,
        change: impl FnOnce(&mut History),
    ) -> Result<Option<String>, HistoryError> {
        let _lock = store.lock_data(FILE)?;
        let (mut history, told) = match History::load(store) {
            Ok(history) => (history, None),
            Err(e @ HistoryError::Store(_)) => return Err(e),
            Err(e @ HistoryError::Damaged(..)) => {
                store.set_aside(FILE, ASIDE)?;
                (
                    History::default(),
                    Some(tr!(
                        "{e}; it is kept as {ASIDE}, and a new record is started"
                    )),
                )
            }
        };
        change(&mut history);
        store.write_data(FILE, &history.to_json()?)?;
        Ok(told)
    }

    pub fn forget(store: &Store) -> Result<(), StoreError> {
        let _lock = store.lock_data(FILE)?;
        store.write_data(FILE, &History::default().to_json()?)
    }

    pub fn count(&mut self, counted: &Counted) {
        match counted {
            Counted::Match(game, opponent, score, decisions) => {
                self.add_match(game, *opponent, *score);
                self.add_decisions(game, decisions);
            }
            Counted::Try(made) => self.add_try(&today(), made),
        }
    }

    pub fn add_match(&mut self, game: &str, opponent: PlayerKind, score: Score) {
        let opponent = opponent.word();
        let place = self
            .matches
            .binary_search_by(|m| (m.game.as_str(), m.opponent.as_str()).cmp(&(game, opponent)));
        let at = place.unwrap_or_else(|at| {
            let new = Matches {
                game: game.to_owned(),
                opponent: opponent.to_owned(),
                ..Matches::default()
            };
            self.matches.insert(at, new);
            at
        });
        let m = &mut self.matches[at];
        add(&mut m.played, 1);
        add(&mut m.won, u64::from(score == Score::Won));
        add(&mut m.drawn, u64::from(score == Score::Drawn));
    }

    pub fn add_decisions(&mut self, game: &str, decisions: &[Decision]) {
        for decision in decisions {
            self.coach
                .add_decision(game, decision.remoteness, decision.kept);
        }
    }

    /// Records that, on the given day, the user tried a puzzle or received help with it. The record itself determines
    /// whether this was the first try, because another instance of the program may have added an earlier try.
    pub fn add_try(&mut self, day: &str, made: &PuzzleTry) {
        let p = &mut self.puzzles;
        let known = p.tried.contains(&made.id);
        if !known {
            p.tried.push(made.id.clone());
            p.tried.drain(..p.tried.len().saturating_sub(MOST_TRIED));
        }
        let Some(solved) = made.solved else { return };
        let first = solved && !known;
        add(&mut p.tries, 1);
        add(&mut p.solved, u64::from(solved));
        add(&mut p.first_try, u64::from(first));
        p.streak = if first { p.streak.saturating_add(1) } else { 0 };
        p.best_streak = p.best_streak.max(p.streak);
        if solved {
            let of_day = p.days.entry(day.to_owned()).or_default();
            add(&mut of_day.solved, 1);
            add(&mut of_day.first_try, u64::from(first));
            if made.daily {
                p.daily.insert(day.to_owned());
            }
        }
        while p.days.len() > MOST_DAYS {
            p.days.pop_first();
        }
        while p.daily.len() > MOST_DAYS {
            p.daily.pop_first();
        }
    }

    pub fn add_coached(&mut self, events: &[CoachEvent]) {
        let now = seconds();
        let day = today();
        for event in events {
            self.coach.add(event, now, &day);
        }
    }

    pub fn add_lesson(&mut self, name: &str) {
        self.lessons.insert(name.to_owned());
    }
}

/// Adds to a number without overflow, because the number was read from a file and may have any value.
fn add(number: &mut u64, more: u64) {
    *number = number.saturating_add(more);
}

/// The current time in seconds since 1970.
pub fn seconds() -> i64 {
    Utc::now().timestamp()
}

/// The current date in UTC, such as `2026-11-20`.
pub fn today() -> String {
    Utc::now().date_naive().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Level;
    use crate::play::fixtures::store;
    use std::fs;

    fn tried(id: &str, solved: Option<bool>, daily: bool) -> PuzzleTry {
        PuzzleTry {
            id: id.to_owned(),
            solved,
            daily,
        }
    }

    #[test]
    fn what_is_counted_comes_back() {
        let (_folder, store) = store();
        assert_eq!(History::load(&store).unwrap(), History::default());
        let perfect = PlayerKind::Computer(Level::Perfect);
        let told = History::change(&store, |h| {
            h.add_match("nim", perfect, Score::Lost);
            h.add_match("nim", perfect, Score::Won);
            h.add_match("nim", PlayerKind::Human, Score::Drawn);
            h.add_match("chomp", perfect, Score::Won);
            h.add_try("2026-11-20", &tried("nim:1,2", Some(true), true));
            h.add_try("2026-11-20", &tried("nim:1,3", Some(true), false));
            h.add_try("2026-11-21", &tried("nim:1,4", Some(false), false));
            h.add_try("2026-11-21", &tried("nim:1,4", Some(false), false));
            h.add_try("2026-11-21", &tried("nim:1,4", Some(true), false));
            h.add_lesson("xor");
            h.add_lesson("xor");
        });
        assert!(told.unwrap().is_none());
        let found = History::load(&store).unwrap();
        let rows: Vec<_> = (found.matches.iter())
            .map(|m| {
                (
                    m.game.as_str(),
                    m.opponent.as_str(),
                    m.played,
                    m.won,
                    m.drawn,
                )
            })
            .collect();
        assert_eq!(
            rows,
            [
                ("chomp", "perfect", 1, 1, 0),
                ("nim", "human", 1, 0, 1),
                ("nim", "perfect", 2, 1, 0)
            ]
        );
        let p = &found.puzzles;
        assert_eq!(
            (p.solved, p.first_try, p.tries, p.streak, p.best_streak),
            (3, 2, 5, 0, 2)
        );
        assert_eq!(
            p.days["2026-11-20"],
            Day {
                solved: 2,
                first_try: 2
            }
        );
        assert_eq!(
            p.days["2026-11-21"],
            Day {
                solved: 1,
                first_try: 0
            }
        );
        assert_eq!(p.daily.iter().collect::<Vec<_>>(), ["2026-11-20"]);
        assert_eq!(found.lessons.len(), 1);
    }

    #[test]
    fn a_puzzle_has_one_first_try_in_all_programs_and_none_after_help() {
        let (_folder, store) = store();
        let try_it = |id: &str, solved| {
            History::change(&store, |h| {
                h.add_try("2026-11-20", &tried(id, solved, false))
            })
            .unwrap();
            History::load(&store).unwrap().puzzles.first_try
        };
        assert_eq!(try_it("nim:1,2", Some(true)), 1);
        assert_eq!(try_it("nim:1,2", Some(true)), 1);
        assert_eq!(try_it("nim:1,3", None), 1);
        assert_eq!(try_it("nim:1,3", Some(true)), 1);
        assert_eq!(try_it("nim:1,4", Some(true)), 2);
        let puzzles = History::load(&store).unwrap().puzzles;
        assert_eq!(
            (puzzles.tries, puzzles.tried),
            (
                4,
                ["nim:1,2", "nim:1,3", "nim:1,4"].map(str::to_owned).into()
            )
        );
    }

    #[test]
    fn a_damaged_record_is_told_kept_and_loses_nothing_else() {
        for bad in [
            "",
            "{",
            "[]",
            "{\"format\":\"nimatron-match\"}",
            "{\"format\":\"nimatron-record\",\"version\":4}",
            "{\"format\":\"nimatron-record\",\"version\":1,\"matches\":[{}]}",
            "\u{0}\u{1}",
        ] {
            let (_folder, store) = store();
            store.write_data("other.json", "untouched").unwrap();
            store.write_data(FILE, bad).unwrap();
            assert!(
                matches!(History::load(&store), Err(HistoryError::Damaged(..))),
                "{bad}"
            );
            let told = History::change(&store, |h| h.add_lesson("xor")).unwrap();
            assert!(told.unwrap().contains(ASIDE), "{bad}");
            assert_eq!(
                fs::read_to_string(store.data_path(ASIDE).unwrap()).unwrap(),
                bad
            );
            assert_eq!(
                store.read_data("other.json").unwrap().as_deref(),
                Some("untouched")
            );
            assert_eq!(History::load(&store).unwrap().lessons.len(), 1);
        }
    }

    #[test]
    fn records_of_older_programs_open() {
        use crate::play::coach::schedule::Level;
        let (_folder, store) = store();
        let card = r#"{"due":9,"last":5,"stability":4000,"difficulty":5000,"days":4,"asked":2,"lapses":0,"stage":2}"#;
        for (version, coach) in [
            (1, String::new()),
            (2, format!(r#","coach":{{"skills":{{"row/cut":{card}}}}}"#)),
        ] {
            let old = format!(
                r#"{{"format":"nimatron-record","version":{version},"lessons":["xor"]{coach}}}"#
            );
            store.write_data(FILE, &old).unwrap();
            let found = History::load(&store).unwrap();
            assert_eq!((found.lessons.len(), found.puzzles.tried.len()), (1, 0));
            // A skill that counted as known in version 2 still counts as known. Version 1 records no skills.
            let known = found.coach.card("row", "cut").level() == Level::Known;
            assert_eq!(known, version == 2);
        }
    }

    #[test]
    fn programs_that_write_at_once_lose_nothing() {
        let (_folder, store) = store();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..5 {
                        History::change(&store, |h| {
                            h.add_match("nim", PlayerKind::Human, Score::Won)
                        })
                        .unwrap();
                    }
                });
            }
        });
        assert_eq!(History::load(&store).unwrap().matches[0].played, 40);
    }

    #[test]
    fn old_days_make_room() {
        let mut history = History::default();
        for day in 0..MOST_DAYS + 10 {
            history.add_try(
                &format!("{day:05}"),
                &tried(&format!("nim:{day}"), Some(true), true),
            );
        }
        assert_eq!(
            (history.puzzles.days.len(), history.puzzles.daily.len()),
            (MOST_DAYS, MOST_DAYS)
        );
        assert!(
            !history.puzzles.days.contains_key("00009")
                && history.puzzles.days.contains_key("00010")
        );
    }
}
