//! Finds puzzles: positions in which exactly one move wins. The search examines random positions determined by a seed,
//! and proves and grades the puzzles among them.
//!
//! The hardness of a puzzle is computed from three numbers ([`Hardness::points`]). The grade is the puzzle's quintile
//! when the puzzles of its game are ordered by hardness. `docs/puzzles.md` documents both.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use chrono::{Datelike, NaiveDate, Utc};
use nimatron_core::erased::{AnyPosition, Ask, Choice, Entry, Turn};
use nimatron_core::games::{self, CATALOGUE};
use nimatron_core::rules::{
    Convention, Library, Limits, Outcome, Stop, if_proved, saturating_cast,
};

use super::dice::Dice;
use super::supply::{Small, Supply, SupplyError, SupplyRequest};
use nimatron_core::tr;

pub const MOST_MOVES: u64 = LISTED as u64;
const LISTED: usize = 200;
/// The hardest grade; the easiest grade is 1.
pub const HARDEST: u8 = 5;
/// The maximum number of puzzles that a search returns.
pub const MOST: usize = 1000;
/// The number of consecutive random positions without a puzzle after which the search turns to small positions.
const TRIED: u32 = 4_000;
/// The maximum number of puzzles from which the grades of a game are computed.
const GRADED: usize = 120;
/// The number of nontrivial puzzles below which a game's trivial puzzles are accepted as well.
const FEW: usize = 5;
const GRADES_SEED: u64 = 1940;

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Puzzle {
    pub id: String,
    /// The grade, from 1 (easy) to 5 (hard): the puzzle's quintile when the puzzles of its game are ordered by
    /// hardness.
    pub grade: u8,
    pub moves: u64,
    /// The number of moves to the end if the winner hurries and the loser delays.
    pub remoteness: u64,
    /// The hardness ([`Hardness::points`]), on a scale that is shared by all games.
    pub points: u64,
    /// The only winning move; empty if the move must not be revealed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub answer: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleRequest {
    /// A game's name in IDs, with or without parameters; `None` for any game.
    pub game: Option<String>,
    /// The convention. If no game is requested, `None` stands for any convention. Otherwise, `None` stands for the
    /// game's default convention; if this yields no puzzle and no grade is requested, misère play is tried.
    pub convention: Option<Convention>,
    pub grade: Option<u8>,
}

#[derive(Debug, thiserror::Error)]
pub enum PuzzleError {
    #[error(transparent)]
    Supply(#[from] SupplyError),
    #[error("{}", few(.found.len(), .wanted, *.looked_at, *.complete))]
    TooFew {
        found: Vec<Puzzle>,
        wanted: String,
        looked_at: usize,
        /// Whether all positions of the game were examined.
        complete: bool,
    },
    #[error("{0}")]
    Stopped(#[from] Stop),
}

fn few(found: usize, wanted: &str, looked_at: usize, complete: bool) -> String {
    let found = match found {
        0 => tr!("no puzzle").to_owned(),
        1 => tr!("only one puzzle").to_owned(),
        n => tr!("only {n} puzzles"),
    };
    let all = if complete { tr!("all its ") } else { "" };
    tr!("{found} of {wanted} among {all}{looked_at} positions")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hardness {
    pub remoteness: u64,
    pub moves: u64,
    /// The number of wrong moves that look right.
    pub tempting: u64,
}

impl Hardness {
    /// Returns the points, from 0 to 13. The points are the sum of `min(floor(log2(moves)), 5)`,
    /// `min(floor(log2(remoteness)), 5)` and `min(floor(log2(1 + tempting)), 3)`.
    pub fn points(self) -> u64 {
        let log = |n: u64, most: u32| u64::from(n.max(1).ilog2().min(most));
        log(self.moves, 5) + log(self.remoteness, 5) + log(1 + self.tempting, 3)
    }
}

/// Returns whether a puzzle is so small that it can be solved by simply trying every move.
fn is_trivial(p: &Puzzle) -> bool {
    p.moves.saturating_mul(p.remoteness) <= 16
}

/// Returns the key that sorts the puzzles of a game by hardness. No two puzzles have equal keys.
fn rank(p: &Puzzle) -> (u64, u64, u64, usize, String) {
    (p.points, p.remoteness, p.moves, p.id.len(), p.id.clone())
}

/// The graded puzzles of a game: up to `GRADED` puzzles, easiest first, divided into five nearly equal parts.
#[derive(Debug)]
struct Grades {
    puzzles: Vec<Puzzle>,
    /// Whether trivial puzzles are accepted, because the game has fewer than `FEW` nontrivial ones.
    trivial: bool,
    looked_at: usize,
    complete: bool,
}

impl Grades {
    fn find(
        wanted: &SupplyRequest,
        library: &Library,
        limits: &Limits,
    ) -> Result<Arc<Grades>, PuzzleError> {
        static KNOWN: LazyLock<Mutex<HashMap<SupplyRequest, Arc<Grades>>>> =
            LazyLock::new(Mutex::default);
        // Do not cache grades if the user has loaded games or boards, because their files may change while the program
        // runs.
        let kept = library.names().next().is_none() && library.scripts().is_empty();
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if kept && let Some(grades) = known().get(wanted) {
            return Ok(Arc::clone(grades));
        }
        let grades = Arc::new(Grades::make(wanted, library, limits)?);
        if kept {
            known().insert(wanted.clone(), Arc::clone(&grades));
        }
        Ok(grades)
    }

    fn make(
        wanted: &SupplyRequest,
        library: &Library,
        limits: &Limits,
    ) -> Result<Grades, PuzzleError> {
        let mut search = PuzzleSearch::new(wanted, GRADES_SEED, library, limits)?;
        search.run(GRADED, &|p| !is_trivial(p))?;
        let trivial = search.found.len() < FEW;
        if trivial {
            search = PuzzleSearch::new(wanted, GRADES_SEED, library, limits)?;
            search.run(GRADED, &|_| true)?;
        }
        let mut puzzles = search.found;
        let looked_at = search.seen.len();
        let complete = search.complete;
        puzzles.sort_by_cached_key(rank);
        let all = puzzles.len();
        for (i, puzzle) in puzzles.iter_mut().enumerate() {
            // Centre the grades on the middle grade, even if there are fewer puzzles than grades.
            puzzle.grade =
                saturating_cast::<u8, _>((2 * i + 1) * usize::from(HARDEST) / (2 * all)) + 1;
        }
        Ok(Grades {
            puzzles,
            trivial,
            looked_at,
            complete,
        })
    }

    fn grade(&self, puzzle: &Puzzle) -> u8 {
        let own = rank(puzzle);
        let below = self.puzzles.partition_point(|p| rank(p) <= own);
        let nearest = below
            .checked_sub(1)
            .and_then(|at| self.puzzles.get(at))
            .or(self.puzzles.first());
        nearest.map_or(1, |p| p.grade)
    }

    fn allows(&self, puzzle: &Puzzle) -> bool {
        self.trivial || !is_trivial(puzzle)
    }
}

/// Counts the wrong moves that look right. These are moves at a site of the winning move, moves in its pile (if there
/// are several piles), moves that take the most (if amounts differ), moves after which the player moves again, and the
/// moves in the middle and at the end of the list.
pub fn tempting(position: &dyn AnyPosition, moves: &[Choice], answer: &str) -> u64 {
    let piles =
        |m: &Choice| -> Vec<(u16, u32)> { m.sites.iter().map(|s| (s.part, s.group)).collect() };
    let right = moves.iter().find(|m| m.text == answer);
    let (right_piles, right_sites) = right
        .map(|m| (piles(m), m.sites.clone()))
        .unwrap_or_default();
    let several = moves
        .iter()
        .flat_map(piles)
        .any(|pile| right_piles.first() != Some(&pile));
    let most = moves.iter().map(|m| m.sites.len()).max().unwrap_or(0);
    let uneven = moves.iter().any(|m| m.sites.len() != most);
    let again = |m: &Choice| {
        position.score().is_some()
            && position
                .after(&m.text)
                .is_ok_and(|(_, turn)| turn == Turn::Kept)
    };
    let looks_right = |(i, m): &(usize, &Choice)| {
        let shares = m.sites.iter().any(|site| right_sites.contains(site));
        let same_pile = several && piles(m).iter().any(|pile| right_piles.contains(pile));
        let largest = uneven && m.sites.len() == most;
        let placed = *i == moves.len() / 2 || *i + 1 == moves.len();
        m.text != answer && (shares || same_pile || largest || placed || again(m))
    };
    moves.iter().enumerate().filter(looks_right).count() as u64
}

/// Creates a puzzle without a grade from a position. The position must have from 2 to [`MOST_MOVES`] moves, and the
/// number of moves to the end must be known. Exactly one move must be proved to win, and it must not end the game.
/// Otherwise, returns `None`.
pub fn puzzle_at(position: &dyn AnyPosition, limits: &Limits) -> Result<Option<Puzzle>, Stop> {
    let moves = match position.count_moves() {
        Some(n) if (2..=MOST_MOVES).contains(&n) => n,
        _ => return Ok(None),
    };
    if if_proved(position.outcome(limits))? != Some(Outcome::Win) {
        return Ok(None);
    }
    let found = if_proved(position.analyse(Ask {
        most: 2,
        ..Ask::value()
    })(limits))?;
    let Some(found) = found else { return Ok(None) };
    let (Some(remoteness @ 2..), [only], Some(1)) = (
        found.value.remoteness,
        &found.winning[..],
        found.winning_count,
    ) else {
        return Ok(None);
    };
    let listed = position.choices(&[], LISTED).list;
    let tempting = tempting(position, &listed, &only.text);
    let points = Hardness {
        remoteness,
        moves,
        tempting,
    }
    .points();
    Ok(Some(Puzzle {
        id: position.id(),
        grade: 0,
        points,
        moves,
        remoteness,
        answer: only.text.clone(),
    }))
}

/// Finds distinct random puzzles, determined by the seed. If many random positions in a row yield no puzzle, small
/// positions of the game are searched in random order.
pub fn find(
    wanted: &PuzzleRequest,
    count: usize,
    seed: u64,
    library: &Library,
    limits: &Limits,
) -> Result<Vec<Puzzle>, PuzzleError> {
    let count = count.min(MOST);
    if let Some(game) = &wanted.game {
        let find = |convention| {
            let request = SupplyRequest::new(game.clone(), convention);
            find_in(&request, wanted.grade, count, seed, library, limits)
        };
        let found = find(wanted.convention);
        // Some games, such as Empty and Divide, have puzzles under only one convention, which may not be the default.
        let has_none = matches!(&found, Err(PuzzleError::TooFew { found, .. }) if found.is_empty());
        if has_none && wanted.convention.is_none() && wanted.grade.is_none() {
            return match find(Some(Convention::Misere)) {
                Err(PuzzleError::Supply(_)) => found,
                other => other,
            };
        }
        return found;
    }
    let mut sources = sources(wanted.convention);
    let mut dice = Dice::new(seed);
    let mut found: Vec<Puzzle> = Vec::new();
    let mut all_looked_at = 0;
    while found.len() < count && !sources.is_empty() {
        limits.check()?;
        let at: usize = saturating_cast(dice.pick(sources.len() as u64));
        let next = find_in(
            &sources[at],
            wanted.grade,
            1,
            dice.pick(u64::MAX),
            library,
            limits,
        );
        match next {
            Ok(mut next) => {
                next.retain(|p| !found.iter().any(|known| known.id == p.id));
                found.extend(next);
            }
            Err(PuzzleError::TooFew { looked_at, .. }) => {
                all_looked_at += looked_at;
                sources.swap_remove(at);
            }
            Err(error) => return Err(error),
        }
    }
    if found.len() >= count {
        return Ok(found);
    }
    let wanted = in_words(tr!("any game"), wanted.convention, wanted.grade);
    Err(PuzzleError::TooFew {
        found,
        wanted,
        looked_at: all_looked_at,
        complete: false,
    })
}

fn find_in(
    wanted: &SupplyRequest,
    grade: Option<u8>,
    count: usize,
    seed: u64,
    library: &Library,
    limits: &Limits,
) -> Result<Vec<Puzzle>, PuzzleError> {
    let mut search = PuzzleSearch::new(wanted, seed, library, limits)?;
    let convention = search.supply.convention();
    let grades = Grades::find(
        &SupplyRequest {
            convention,
            ..wanted.clone()
        },
        library,
        limits,
    )?;
    if grades
        .puzzles
        .iter()
        .any(|p| grade.is_none_or(|g| g == p.grade))
    {
        search.run(count, &|p| {
            grades.allows(p) && grade.is_none_or(|g| g == grades.grade(p))
        })?;
    }
    let mut more: Vec<&Puzzle> = (grades.puzzles.iter())
        .filter(|p| {
            grade.is_none_or(|g| g == p.grade) && !search.found.iter().any(|f| f.id == p.id)
        })
        .collect();
    while search.found.len() < count && !more.is_empty() {
        let at = search.supply.pick(more.len() as u64);
        search
            .found
            .push(more.swap_remove(saturating_cast(at)).clone());
    }
    let looked_at = search.seen.len().max(grades.looked_at);
    let complete = search.complete || grades.complete;
    let mut found = search.found;
    for puzzle in &mut found {
        puzzle.grade = grades.grade(puzzle);
    }
    if found.len() >= count {
        return Ok(found);
    }
    let wanted = in_words(&wanted.game, convention, grade);
    Err(PuzzleError::TooFew {
        found,
        wanted,
        looked_at,
        complete,
    })
}

/// Lists the games of the catalogue, each once for every convention. If `wanted` is set, lists only the games with
/// conventions, each once with the wanted convention.
fn sources(wanted: Option<Convention>) -> Vec<SupplyRequest> {
    let of_entry = |entry: &Entry| {
        let conventions = match (entry.info.default, wanted) {
            (None, Some(_)) => vec![],
            (None, None) => vec![None],
            (Some(_), Some(_)) => vec![wanted],
            (Some(_), None) => vec![Some(Convention::Normal), Some(Convention::Misere)],
        };
        let game = entry.info.id;
        conventions
            .into_iter()
            .map(move |convention| SupplyRequest::new(game, convention))
    };
    CATALOGUE.iter().flat_map(|entry| of_entry(entry)).collect()
}

struct PuzzleSearch<'a> {
    supply: Supply,
    found: Vec<Puzzle>,
    seen: HashSet<String>,
    complete: bool,
    limits: &'a Limits,
}

impl<'a> PuzzleSearch<'a> {
    fn new(
        wanted: &SupplyRequest,
        seed: u64,
        library: &Library,
        limits: &'a Limits,
    ) -> Result<PuzzleSearch<'a>, PuzzleError> {
        let mut supply = Supply::new(wanted, seed, library)?;
        if let Some(start) = supply.starts().first() {
            games::answers(&**start, limits)?;
        }
        Ok(PuzzleSearch {
            supply,
            found: Vec::new(),
            seen: HashSet::new(),
            complete: false,
            limits,
        })
    }

    fn run(&mut self, count: usize, wanted: &dyn Fn(&Puzzle) -> bool) -> Result<(), PuzzleError> {
        let mut left = TRIED;
        while self.found.len() < count && left > 0 {
            left -= 1;
            let Some(position) = self.supply.draw() else {
                continue;
            };
            if self.look(&*position, wanted)? {
                left = TRIED;
            }
        }
        if self.found.len() >= count {
            return Ok(());
        }
        let mut small = Small::collect(&self.supply.starts(), self.limits)?;
        while self.found.len() < count && !small.positions.is_empty() {
            let at = self.supply.pick(small.positions.len() as u64);
            let position = small.positions.swap_remove(saturating_cast(at));
            self.look(&*position, wanted)?;
        }
        self.complete = small.complete && self.supply.is_one_ruleset();
        Ok(())
    }

    fn look(
        &mut self,
        position: &dyn AnyPosition,
        wanted: &dyn Fn(&Puzzle) -> bool,
    ) -> Result<bool, PuzzleError> {
        self.limits.check()?;
        let is_over_soon = || {
            position
                .facts()
                .moves_left
                .is_none_or(|(_, most)| most <= 1)
        };
        if !self.seen.insert(position.id()) || is_over_soon() {
            return Ok(false);
        }
        let puzzle = puzzle_at(position, self.limits)?.filter(wanted);
        let is_one = puzzle.is_some();
        self.found.extend(puzzle);
        Ok(is_one)
    }
}

fn in_words(game: &str, convention: Option<Convention>, grade: Option<u8>) -> String {
    let convention = convention.map_or(String::new(), |is| {
        tr!(" in {convention} play", convention = is.name())
    });
    let grade = grade.map_or(String::new(), |is| tr!(" of grade {grade}", grade = is));
    format!("{game}{convention}{grade}")
}

/// Returns the seed for the puzzles of a day: the date `2026-11-20` becomes 20261120. Returns `None` for text that is
/// not a date in this form.
pub fn seed_of_date(date: &str) -> Option<u64> {
    // Refuse spaces, signs and numbers without leading zeros.
    let day = date.parse::<NaiveDate>().ok();
    let day = day.filter(|day| day.to_string() == date && day.year() >= 0);
    day.map(seed_of_day)
}

/// The seed for today's puzzles. Days are counted in UTC.
pub fn seed_of_today() -> u64 {
    seed_of_day(Utc::now().date_naive())
}

fn seed_of_day(day: NaiveDate) -> u64 {
    let year = u64::from(day.year().unsigned_abs());
    year * 10_000 + u64::from(day.month() * 100 + day.day())
}

/// The puzzles that come with the program, ordered by game, convention and grade.
pub fn shipped() -> Vec<Puzzle> {
    nimatron_assets::PUZZLES
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

#[cfg(test)]
mod tests;
