//! Records the user's answers to the coach's questions. The answers are stored in the same file as the user's match
//! results.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};

use super::path::Path;
use super::schedule::{Card, Grade, Level};
use nimatron_core::tr;

/// The maximum number of seen positions remembered for each game; the oldest are dropped.
const MOST_SEEN: usize = 2_000;
const MOST_DAYS: usize = 400;
const MOST_CHECKS: usize = 400;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answers {
    pub asked: u64,
    /// The number of questions answered correctly without help, or of decisions that kept the win.
    pub right: u64,
}

impl Answers {
    pub fn add(&mut self, right: bool) {
        self.asked = self.asked.saturating_add(1);
        self.right = self.right.saturating_add(u64::from(right));
    }
}

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}",
            tr!("{right} of {asked}", right = self.right, asked = self.asked)
        )
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckResult {
    /// The game as the user named it, preceded by the convention unless the convention is the game's default.
    pub game: String,
    pub day: String,
    pub seed: u64,
    pub winner: Answers,
    pub r#move: Answers,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CoachRecord {
    pub skills: BTreeMap<SkillName, Card>,
    /// The answers on each day; days are written as `2026-11-20`.
    pub days: BTreeMap<String, Answers>,
    pub games: BTreeMap<String, Answers>,
    /// The results of checks, oldest first.
    pub checks: Vec<CheckResult>,
    /// The decisions in won positions, by game and by number of moves to the end. A question that asks for a move
    /// counts as a decision, and only a right answer without help counts as keeping the win.
    pub decisions: BTreeMap<String, BTreeMap<u64, Answers>>,
    /// The skills in which the user made a mistake in a match, unless the coach has asked about the skill since then.
    pub missed: BTreeSet<SkillName>,
    /// For each game, the keys of the positions about which the coach has asked, oldest first.
    pub seen: BTreeMap<String, Vec<String>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoachEvent {
    Seen {
        game: String,
        /// The key of the position. Equivalent positions have equal keys.
        key: String,
    },
    Answered {
        of: SkillName,
        grade: Grade,
        /// The number of moves to the end, if the question asked for a move.
        remoteness: Option<u64>,
    },
    /// A mistake in a match, made in a position that practises the given skill.
    Missed(SkillName),
    Checked(CheckResult),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkillProgress {
    pub name: String,
    pub level: Level,
    /// The time at which the skill is due, in seconds since 1970; `None` if the user was never asked about the skill.
    pub due: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameProgress {
    /// The game's name in IDs.
    pub game: String,
    /// The progress as a number of filled dots, out of five.
    pub dots: usize,
    #[serde(flatten)]
    pub answers: Answers,
    /// The skills in the order of the game's path. For a game without a path, these are the skills practised so far.
    pub skills: Vec<SkillProgress>,
}

/// A skill of a game, written as `nim/copy` in the record. The game may contain slashes (`own/cram`), but the skill may
/// not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SkillName {
    pub game: String,
    pub skill: String,
}

impl SkillName {
    pub fn new(game: &str, skill: &str) -> Self {
        SkillName {
            game: game.to_owned(),
            skill: skill.to_owned(),
        }
    }
}

impl TryFrom<String> for SkillName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match name.rsplit_once('/') {
            Some((game, skill)) => Ok(SkillName::new(game, skill)),
            None => Err(tr!(
                "\"{name}\" names no skill; a game, a slash and a skill are expected, such as nim/copy"
            )),
        }
    }
}

impl From<SkillName> for String {
    fn from(SkillName { game, skill }: SkillName) -> String {
        format!("{game}/{skill}")
    }
}

impl CoachRecord {
    /// Records an event. `now` is the time in seconds since 1970, and `day` is the date, such as `2026-11-20`.
    pub fn add(&mut self, event: &CoachEvent, now: i64, day: &str) {
        match event {
            CoachEvent::Seen { game, key } => {
                let seen = self.seen.entry(game.clone()).or_default();
                if !seen.contains(key) {
                    seen.push(key.clone());
                }
                let most = seen.len().saturating_sub(MOST_SEEN);
                seen.drain(..most);
            }
            CoachEvent::Answered {
                of,
                grade,
                remoteness,
            } => {
                self.missed.remove(of);
                let card = self.skills.entry(of.clone()).or_default();
                *card = card.answered(*grade, now);
                let right = *grade == Grade::Right;
                self.days.entry(day.to_owned()).or_default().add(right);
                self.games.entry(of.game.clone()).or_default().add(right);
                if let Some(remoteness) = remoteness {
                    self.add_decision(&of.game, *remoteness, right);
                }
            }
            CoachEvent::Missed(of) => drop(self.missed.insert(of.clone())),
            CoachEvent::Checked(result) => {
                self.checks.push(result.clone());
                let most = self.checks.len().saturating_sub(MOST_CHECKS);
                self.checks.drain(..most);
            }
        }
        while self.days.len() > MOST_DAYS {
            self.days.pop_first();
        }
    }

    pub fn add_decision(&mut self, game: &str, remoteness: u64, kept: bool) {
        self.decisions
            .entry(game.to_owned())
            .or_default()
            .entry(remoteness)
            .or_default()
            .add(kept);
    }

    /// Returns the card of a skill, or a new card if no question on the skill was ever asked.
    pub fn card(&self, game: &str, skill: &str) -> Card {
        self.skills
            .get(&SkillName::new(game, skill))
            .copied()
            .unwrap_or_default()
    }

    /// Returns the progress in a game as a number of filled dots: 0 if no skill is known, up to 5 if all skills are
    /// known.
    pub fn dots(&self, game: &str) -> usize {
        const DOTS: usize = 5;
        let all = Path::shipped(game).map_or(3, |path| path.skills.len());
        let known = (self.skills.iter())
            .filter(|(name, card)| name.game == game && card.level() >= Level::Known);
        match known.count() {
            0 => 0,
            known => (DOTS * known / all.max(1)).clamp(1, DOTS),
        }
    }

    pub fn asked_games(&self) -> BTreeSet<&str> {
        let skilled = self.skills.keys().map(|name| &name.game);
        self.games
            .keys()
            .chain(skilled)
            .map(String::as_str)
            .collect()
    }

    pub fn progress(&self) -> Vec<GameProgress> {
        let asked = self.asked_games().into_iter();
        asked.filter_map(|game| self.progress_in(game)).collect()
    }

    pub fn progress_in(&self, game: &str) -> Option<GameProgress> {
        let of_game = self.skills.keys().filter(|name| name.game == game);
        let asked: Vec<&str> = of_game.map(|name| name.skill.as_str()).collect();
        if asked.is_empty() && !self.games.contains_key(game) {
            return None;
        }
        let names = match Path::shipped(game) {
            Some(path) => path
                .skills
                .iter()
                .map(|skill| skill.name.as_str())
                .collect(),
            None => asked,
        };
        let skill = |name: &str| {
            let card = self.card(game, name);
            let due = (card.level() != Level::New).then_some(card.due);
            SkillProgress {
                name: name.to_owned(),
                level: card.level(),
                due,
            }
        };
        Some(GameProgress {
            game: game.to_owned(),
            dots: self.dots(game),
            answers: self.games.get(game).copied().unwrap_or_default(),
            skills: names.into_iter().map(skill).collect(),
        })
    }

    /// Returns the game and the name of each skill that is due. Skills in which the user made a mistake in a match come
    /// first. The remaining skills are sorted by due time.
    pub fn due(&self, now: i64) -> Vec<(&str, &str)> {
        let mut due: Vec<(i64, &SkillName)> = (self.skills.iter())
            .filter(|(name, card)| card.is_due(now) && !self.missed.contains(*name))
            .map(|(name, card)| (card.due, name))
            .chain(self.missed.iter().map(|name| (i64::MIN, name)))
            .collect();
        due.sort_unstable();
        due.into_iter()
            .map(|(_, name)| (name.game.as_str(), name.skill.as_str()))
            .collect()
    }

    /// Returns the first and the last check of a game, or `None` if there are fewer than two.
    pub fn before_and_after(&self, game: &str) -> Option<[&CheckResult; 2]> {
        let mut of_game = self.checks.iter().filter(|check| check.game == game);
        let first = of_game.next()?;
        of_game.next_back().map(|last| [first, last])
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn answered(game: &str, skill: &str, grade: Grade) -> CoachEvent {
        CoachEvent::Answered {
            of: SkillName::new(game, skill),
            grade,
            remoteness: Some(3),
        }
    }

    #[test]
    fn answers_are_counted_by_day_game_and_distance() {
        let mut record = CoachRecord::default();
        record.add(
            &answered("row", "cut", Grade::Right),
            1_700_000_000,
            "2026-11-20",
        );
        record.add(
            &answered("row", "cut", Grade::Wrong),
            1_700_000_100,
            "2026-11-20",
        );
        record.add(
            &answered("row", "copy", Grade::Helped),
            1_700_000_200,
            "2026-11-21",
        );
        assert_eq!(record.days["2026-11-20"], Answers { asked: 2, right: 1 });
        assert_eq!(record.games["row"], Answers { asked: 3, right: 1 });
        assert_eq!(record.decisions["row"][&3], Answers { asked: 3, right: 1 });
        assert_eq!(record.card("row", "cut").asked, 2);
        assert_eq!(record.card("row", "values").level(), Level::New);
    }

    #[test]
    fn what_was_missed_in_a_match_is_due_until_it_is_asked() {
        let mut record = CoachRecord::default();
        record.add(&answered("row", "cut", Grade::Right), 0, "2026-11-20");
        record.add(
            &CoachEvent::Missed(SkillName::new("row", "copy")),
            0,
            "2026-11-20",
        );
        assert_eq!(record.due(1_000_000), [("row", "copy"), ("row", "cut")]);
        record.add(
            &answered("row", "copy", Grade::Right),
            1_000_000,
            "2026-11-20",
        );
        assert_eq!(record.due(1_000_000), [("row", "cut")]);
    }

    #[test]
    fn dots_fill_with_skills_that_are_known() {
        let mut record = CoachRecord::default();
        assert_eq!(record.dots("bash"), 0);
        let mut now = 1_700_000_000;
        for skill in ["multiple", "remainders", "one-more", "misere-piles"] {
            while record.card("bash", skill).level() < Level::Known {
                record.add(&answered("bash", skill, Grade::Right), now, "2026-11-20");
                now += 86_400;
            }
            let dots = record.dots("bash");
            assert!((1..=5).contains(&dots), "{dots}");
        }
        assert_eq!(record.dots("bash"), 5);
        assert!(
            record
                .due(now + 400 * 86_400)
                .contains(&("bash", "multiple"))
        );
    }

    #[test]
    fn the_oldest_positions_make_room() {
        let mut record = CoachRecord::default();
        for n in 0..MOST_SEEN + 5 {
            record.add(
                &CoachEvent::Seen {
                    game: "nim".to_owned(),
                    key: n.to_string(),
                },
                0,
                "d",
            );
        }
        assert_eq!(record.seen["nim"].len(), MOST_SEEN);
        assert_eq!(record.seen["nim"][0], "5");
    }

    #[test]
    fn the_first_and_the_last_check_are_compared() {
        let mut record = CoachRecord::default();
        let check = |right| CheckResult {
            game: "nim".to_owned(),
            day: "2026-11-20".to_owned(),
            seed: 1,
            winner: Answers { asked: 6, right },
            r#move: Answers { asked: 6, right },
        };
        record.add(&CoachEvent::Checked(check(2)), 0, "d");
        assert_eq!(record.before_and_after("nim"), None);
        record.add(&CoachEvent::Checked(check(5)), 0, "d");
        assert_eq!(
            record
                .before_and_after("nim")
                .map(|[a, b]| (a.winner.right, b.winner.right)),
            Some((2, 5))
        );
    }

    #[test]
    fn of_a_game_without_a_path_the_skills_that_were_asked_are_told() {
        let mut record = CoachRecord::default();
        for (game, skill) in [
            ("own/mine", "ends"),
            ("own/mine", "pairs"),
            ("own/other", "copy"),
        ] {
            record.add(&answered(game, skill, Grade::Right), 0, "2026-11-20");
        }
        let names = |of: GameProgress| {
            of.skills
                .into_iter()
                .map(|skill| skill.name)
                .collect::<Vec<_>>()
        };
        let told: Vec<Vec<String>> = record.progress().into_iter().map(names).collect();
        assert_eq!(told, [vec!["ends", "pairs"], vec!["copy"]]);
    }
}
