//! Puzzles: positions in which exactly one move wins, found by chance from a seed, proved and graded.
//!
//! The grade is a formula of three numbers ([`grade`]), which `docs/puzzles.md` documents.

mod small;
mod supply;

use std::collections::HashSet;

use crate::erased::{Analysis, AnyPosition, Ask, Choice, Entry, Info, Turn};
use crate::games;
use crate::rules::{Convention, IdError, Library, Limits, Outcome, Stop, Text};

use small::Small;
use supply::Supply;

/// The most legal moves of a puzzle.
pub const MOST_MOVES: u64 = LISTED as u64;
const LISTED: usize = 200;
/// The hardest grade; the easiest one is 1.
pub const HARDEST: u8 = 5;
/// The most puzzles that are found at once.
pub const MOST: usize = 1000;
/// How many positions by chance are tried for one puzzle; after them the small ones are gone through.
const TRIED: u32 = 4_000;
/// The same where the game is left open, so that there are no small ones.
const TRIED_OPEN: u32 = 40_000;

/// A position in which exactly one move wins.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Puzzle {
    /// The position.
    pub id: String,
    /// From 1, easy, to 5, hard.
    pub grade: u8,
    /// How many legal moves there are.
    pub moves: u64,
    /// Moves to the end when the winner hurries and the loser delays.
    pub remoteness: u64,
    /// The one move that wins.
    pub answer: String,
}

/// What kind of puzzle is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleRequest {
    /// A game's word, perhaps with its parameters, as in IDs; any game without it.
    pub game: Option<String>,
    /// The convention; without it the game's own, and where the game is left open any.
    pub convention: Option<Convention>,
    /// One grade; any without it.
    pub grade: Option<u8>,
}

/// Why there are no puzzles, or not as many as wanted.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleError {
    /// The game or its parameters do not read.
    #[error("{0}")]
    Game(IdError),
    /// A convention was asked of a game that has none.
    #[error("{0} has no {name} play", name = .1.name())]
    NoConvention(&'static str, Convention),
    /// There are fewer than wanted among all that was looked at.
    #[error("{}", few(.found.len(), .wanted, *.looked_at, *.complete))]
    TooFew {
        /// Those that there are.
        found: Vec<Puzzle>,
        /// What was wanted, in words.
        wanted: String,
        /// How many positions were looked at.
        looked_at: usize,
        /// Whether these are all the positions that there are.
        complete: bool,
    },
    /// The search was stopped.
    #[error("{0}")]
    Stopped(Stop),
}

fn few(found: usize, wanted: &str, looked_at: usize, complete: bool) -> String {
    let found = match found {
        0 => "no puzzles".to_owned(),
        1 => "only one puzzle".to_owned(),
        n => format!("only {n} puzzles"),
    };
    let among = if complete { "all its" } else { "" };
    let among = [among, &looked_at.to_string()].join(" ");
    format!("{found} of {wanted} among {} positions", among.trim_start())
}

/// What makes a puzzle hard, in the three numbers that the grade is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hardness {
    /// Legal moves.
    pub moves: u64,
    /// Moves to the end.
    pub remoteness: u64,
    /// Wrong moves that look right.
    pub tempting: u64,
}

/// The grade: 1 to 5.
///
/// Points are `floor(log2(moves))`, at most 5, and `floor(log2(remoteness))`, at most 5, and
/// `floor(log2(1 + tempting))`, at most 3. Up to 3 points are grade 1, 4 or 5 grade 2, 6 grade 3, 7 grade 4, more grade 5. A win in one move is never above grade 2.
#[must_use]
pub fn grade(hardness: Hardness) -> u8 {
    let log = |n: u64, most: u32| n.checked_ilog2().unwrap_or(0).min(most);
    let points = log(hardness.moves, 5) + log(hardness.remoteness, 5) + log(1 + hardness.tempting, 3);
    let grade = match points {
        0..=3 => 1,
        4 | 5 => 2,
        6 => 3,
        7 => 4,
        _ => HARDEST,
    };
    if hardness.remoteness <= 1 { grade.min(2) } else { grade }
}

/// Whether a position can be a puzzle, of one grade or any, as far as is told by what needs no solver.
fn may_be(position: &dyn AnyPosition, wanted: Option<u8>) -> bool {
    let Some(moves) = position.count_moves() else { return false };
    let Some((least, most)) = position.moves_left() else { return false };
    let Some(wanted) = wanted else { return true };
    let easiest = grade(Hardness { moves, remoteness: least, tempting: 0 });
    let hardest = grade(Hardness { moves, remoteness: most, tempting: moves.saturating_sub(1) });
    (easiest..=hardest).contains(&wanted)
}

/// How many wrong moves look right: those that share a place with the winning one or, where moves are in several
/// piles, are in the same pile; those that take the most where moves take different amounts; those after which one
/// moves again; the one in the middle of the list and the last one.
#[must_use]
pub fn tempting(position: &dyn AnyPosition, moves: &[Choice], answer: &str) -> u64 {
    let piles = |m: &Choice| -> Vec<(u16, u32)> { m.sites.iter().map(|s| (s.part, s.group)).collect() };
    let right = moves.iter().find(|m| m.text == answer);
    let (right_piles, right_sites) = right.map(|m| (piles(m), m.sites.clone())).unwrap_or_default();
    let several = moves.iter().flat_map(piles).any(|pile| right_piles.first() != Some(&pile));
    let most = moves.iter().map(|m| m.sites.len()).max().unwrap_or(0);
    let uneven = moves.iter().any(|m| m.sites.len() != most);
    let again = |m: &Choice| {
        position.score().is_some()
            && position.boxed_clone().play(&m.text).is_ok_and(|turn| turn == Turn::Kept)
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

/// The puzzle that a position is; `None` where not exactly one of at least two moves wins, or where that or the number
/// of moves to the end is not proved.
///
/// # Errors
/// [`Stop::Interrupted`] as `limits` says.
pub fn of(position: &dyn AnyPosition, limits: &Limits) -> Result<Option<Puzzle>, Stop> {
    let moves = match position.count_moves() {
        Some(n) if (2..=MOST_MOVES).contains(&n) => n,
        _ => return Ok(None),
    };
    let proved = |found: Result<Option<Analysis>, Stop>| match found {
        Err(Stop::NotProved(_)) => Ok(None),
        found => found,
    };
    let found = proved((|| {
        if position.outcome(limits)? != Outcome::Win {
            return Ok(None);
        }
        position.analyse(Ask { most: 2, ..Ask::value() })(limits).map(Some)
    })())?;
    let Some(found) = found else { return Ok(None) };
    let (Some(remoteness), [only], 1) = (found.value.remoteness, &found.winning[..], found.winning_count)
    else {
        return Ok(None);
    };
    let listed = position.choices(&[], LISTED).list;
    let hardness = Hardness { moves, remoteness, tempting: tempting(position, &listed, &only.text) };
    let answer = only.text.clone();
    Ok(Some(Puzzle { id: position.id(), grade: grade(hardness), moves, remoteness, answer }))
}

/// Puzzles by chance, all different: the same seed gives the same ones. Where chance comes upon none for long, the small
/// positions of the game are gone through, in an order by chance.
///
/// # Errors
/// A game that does not read, too few puzzles among the positions that are looked at, or a stop.
pub fn find(
    wanted: &PuzzleRequest,
    count: usize,
    seed: u64,
    library: &Library,
    limits: &Limits,
) -> Result<Vec<Puzzle>, PuzzleError> {
    let mut supply = Supply::new(wanted, seed, library)?;
    for start in supply.starts().iter().take(1) {
        games::answers(&**start, limits).map_err(PuzzleError::Stopped)?;
    }
    let mut search =
        PuzzleSearch { wanted, count: count.min(MOST), found: Vec::new(), seen: HashSet::new(), limits };
    let most = if wanted.game.is_some() { TRIED } else { TRIED_OPEN };
    let mut left = most;
    while !search.is_done() && left > 0 {
        left -= 1;
        let Some(position) = supply.next() else { continue };
        if search.look(&*position)? {
            left = most;
        }
    }
    let mut small = Small::default();
    if !search.is_done() {
        small = Small::of(&supply.starts(), limits).map_err(PuzzleError::Stopped)?;
        small.complete &= supply.is_one_rulebook();
        while !search.is_done() && !small.positions.is_empty() {
            let at = supply.pick(small.positions.len() as u64);
            let position = small.positions.swap_remove(usize::try_from(at).unwrap_or(0));
            search.look(&*position)?;
        }
    }
    if search.is_done() {
        return Ok(search.found);
    }
    let (looked_at, complete) = (search.seen.len(), small.complete);
    let wanted = in_words(wanted, supply.convention());
    Err(PuzzleError::TooFew { found: search.found, wanted, looked_at, complete })
}

/// What was found so far, and what was looked at.
struct PuzzleSearch<'a> {
    wanted: &'a PuzzleRequest,
    count: usize,
    found: Vec<Puzzle>,
    seen: HashSet<String>,
    limits: &'a Limits,
}

impl PuzzleSearch<'_> {
    fn is_done(&self) -> bool {
        self.found.len() >= self.count
    }

    /// Looks at a position: whether it is a puzzle that is wanted and was not seen before.
    fn look(&mut self, position: &dyn AnyPosition) -> Result<bool, PuzzleError> {
        self.limits.check().map_err(PuzzleError::Stopped)?;
        if !self.seen.insert(position.id()) {
            return Ok(false);
        }
        if !may_be(position, self.wanted.grade) {
            return Ok(false);
        }
        let puzzle = of(position, self.limits).map_err(PuzzleError::Stopped)?;
        let puzzle = puzzle.filter(|p| self.wanted.grade.is_none_or(|g| g == p.grade));
        let is_one = puzzle.is_some();
        self.found.extend(puzzle);
        Ok(is_one)
    }
}

/// What was wanted, with the convention that is played where there is one.
fn in_words(wanted: &PuzzleRequest, convention: Option<Convention>) -> String {
    let mut text = wanted.game.clone().unwrap_or_else(|| "any game".to_owned());
    if let Some(convention) = convention {
        text.push_str(&format!(" in {} play", convention.name()));
    }
    if let Some(grade) = wanted.grade {
        text.push_str(&format!(" of grade {grade}"));
    }
    text
}

/// The seed of a day's puzzles: the date as a number, 20261120.
#[must_use]
pub fn seed_of_day(year: i32, month: u8, day: u8) -> u64 {
    (i64::from(year) * 10_000 + i64::from(month) * 100 + i64::from(day)).unsigned_abs()
}

/// The shipped puzzles, one JSON object a line, as `nimatron puzzle --answer --json` writes them.
static SHIPPED: &str = include_str!("../../../assets/puzzles/shipped.jsonl");

/// The shipped puzzles, easy ones first within each game.
#[must_use]
pub fn shipped() -> Vec<Puzzle> {
    SHIPPED.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// What a game's word and parameters name, with the parameters as pieces of an ID.
fn named<'t>(head: &'t str, library: &Library) -> Result<(&'static Entry, Vec<Text<'t>>), PuzzleError> {
    games::named(Text::new(head), library).map_err(PuzzleError::Game)
}

/// The convention that is played where a game is named.
fn convention(info: &'static Info, wanted: Option<Convention>) -> Result<Option<Convention>, PuzzleError> {
    match (info.default, wanted) {
        (None, Some(wanted)) => Err(PuzzleError::NoConvention(info.id, wanted)),
        (default, wanted) => Ok(default.and(wanted).or(default)),
    }
}

#[cfg(test)]
mod tests;
