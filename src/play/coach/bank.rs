//! Collects positions for questions, and determines the skill that a position practises.

use std::collections::{BTreeSet, HashSet};
use std::time::{Duration, Instant};

use nimatron_core::erased::{AnyPosition, in_rows, question_key};
use nimatron_core::games;
use nimatron_core::rules::{Convention, Library, Limits, Stop, saturating_cast};

use super::facts::{Facts, Proof};
use super::path::{AskKind, Path, Skill};
use crate::play::dice::Dice;
use crate::play::supply::{Small, Supply, SupplyError, SupplyRequest};
use nimatron_core::tr;

/// The number of random positions to collect in addition to the small positions.
const DRAWN: u32 = 3_000;
/// The time limit for the search for positions.
const TIME: Duration = Duration::from_secs(20);
/// The minimum number of small positions at which a script's board counts as large. On a large board, up to
/// `DRAWN_OF_LARGE` random positions replace the small positions, and each question is about one of the `NEXT`
/// remaining positions with the fewest moves.
const LARGE: usize = 3_000;
const DRAWN_OF_LARGE: u32 = 800;
const NEXT: usize = 40;

#[derive(Debug, thiserror::Error)]
pub enum BankError {
    #[error(transparent)]
    Supply(#[from] SupplyError),
    #[error("{}", tr!("the coach has no questions about {game}", game = _0))]
    Nothing(String),
    #[error("{0}")]
    Stopped(#[from] Stop),
}

/// Returns a game's name in IDs and its skills. The seed matters only if the skills must be generated from positions.
///
/// Use this function instead of [`Bank::new`] if only the skills are needed: it collects positions only for a game
/// whose path does not come with the program.
pub fn skills(
    wanted: &SupplyRequest,
    seed: u64,
    library: &Library,
    limits: &Limits,
) -> Result<(&'static str, Vec<Skill>), BankError> {
    let supply = Supply::new(wanted, seed, library)?;
    let game = supply.info().id;
    let skills = match Path::shipped_skills(game, supply.convention()) {
        skills if skills.is_empty() => {
            Bank::new(wanted, seed, &BTreeSet::new(), library, limits)?.skills
        }
        skills => skills,
    };
    Ok((game, skills))
}

pub struct Candidate {
    pub at: Box<dyn AnyPosition>,
    pub facts: Facts,
}

/// A stream of distinct positions of a game. Small and random positions are mixed at random. For a large board, the
/// stream has only random positions, and those with few moves come first. The stream omits the positions in worked
/// examples and in the caller's `seen` list.
pub struct Bank {
    pub skills: Vec<Skill>,
    supply: Supply,
    dice: Dice,
    small: Vec<Box<dyn AnyPosition>>,
    left: u32,
    /// Whether positions with few moves come first. They are at the end of `small`.
    is_large: bool,
    seen: HashSet<String>,
}

impl Bank {
    /// Collects the positions of a game; the seed determines their order. `seen` holds the keys ([`question_key`]) of
    /// positions to leave out.
    pub fn new(
        wanted: &SupplyRequest,
        seed: u64,
        seen: &BTreeSet<String>,
        library: &Library,
        limits: &Limits,
    ) -> Result<Bank, BankError> {
        let mut supply = Supply::new(wanted, seed, library)?;
        let starts = supply.starts();
        if let Some(start) = starts.first() {
            games::answers(&**start, limits)?;
        }
        let mut small = Small::collect(&starts, limits)?.positions;
        let is_board = |at: &dyn AnyPosition| !at.scripts().is_empty() && at.heap_rules().is_none();
        let is_large = small.len() >= LARGE && is_board(&*small[0]);
        if is_large {
            small = (0..DRAWN_OF_LARGE).filter_map(|_| supply.draw()).collect();
            small.sort_by_cached_key(|at| at.count_moves());
        }
        let skills = Path::skills(supply.info().id, supply.convention(), &small, limits)?;
        let mut hidden: HashSet<String> = seen.iter().cloned().collect();
        for id in skills.iter().flat_map(|skill| skill.example.positions()) {
            hidden.extend(games::open(id, library).ok().map(|at| question_key(&*at)));
        }
        small.reverse();
        let dice = Dice::new(seed ^ 0x5EED);
        let left = if is_large { 0 } else { DRAWN };
        Ok(Bank {
            skills,
            supply,
            dice,
            small,
            left,
            is_large,
            seen: hidden,
        })
    }

    pub fn convention(&self) -> Option<Convention> {
        self.supply.convention()
    }

    /// Returns whether the board is large. Positions with few moves then come first, because positions with many moves
    /// take too long to prove.
    pub fn is_large(&self) -> bool {
        self.is_large
    }

    pub fn is_shipped(&self) -> bool {
        Path::shipped(self.game()).is_some()
    }

    /// Returns whether questions on this skill, or on an earlier skill of the path, ask for Grundy values. Always
    /// returns `true` if no path for the game comes with the program.
    pub fn knows_values(&self, skill: &Skill) -> bool {
        let upto = self
            .skills
            .iter()
            .position(|known| known.name == skill.name)
            .unwrap_or(0);
        !self.is_shipped()
            || self
                .skills
                .iter()
                .take(upto + 1)
                .any(|known| known.asks_for(AskKind::Value))
    }

    pub fn game(&self) -> &'static str {
        self.supply.info().id
    }
}

impl Iterator for Bank {
    type Item = Candidate;

    fn next(&mut self) -> Option<Candidate> {
        loop {
            let is_drawn = self.left > 0 && (self.small.is_empty() || self.dice.pick(2) == 0);
            let at = if is_drawn {
                self.left -= 1;
                let Some(at) = self.supply.draw() else {
                    continue;
                };
                at
            } else if self.small.is_empty() {
                return None;
            } else {
                let next = if self.is_large {
                    self.small.len().min(NEXT)
                } else {
                    self.small.len()
                };
                let picked: usize = saturating_cast(self.dice.pick(next as u64));
                self.small.swap_remove(self.small.len() - 1 - picked)
            };
            let at = in_rows(at);
            let Some(facts) = Facts::from_position(&*at) else {
                continue;
            };
            if self.seen.insert(question_key(&*at)) {
                return Some(Candidate { at, facts });
            }
        }
    }
}

pub fn in_time(limits: &Limits) -> Limits {
    let end = Instant::now() + TIME;
    limits.clone().stopping(move || {
        (Instant::now() >= end).then(|| {
            tr!(
                "no questions were found within {seconds} s",
                seconds = TIME.as_secs()
            )
        })
    })
}

/// Returns the skill that a position practises: the first skill in the game's path whose test the position passes.
/// Returns `None` if the position is unsuitable for a question, passes no test, or is not proved.
pub fn skill_of(
    at: &dyn AnyPosition,
    library: &Library,
    limits: &Limits,
) -> Result<Option<String>, BankError> {
    let Some(facts) = Facts::from_position(at) else {
        return Ok(None);
    };
    let wanted = SupplyRequest::new(at.info().id, at.convention());
    let skills = match Path::shipped(&wanted.game) {
        Some(path) => path.skills.clone(),
        None => Bank::new(&wanted, 0, &BTreeSet::new(), library, &in_time(limits))?.skills,
    };
    let mut fitting = skills
        .iter()
        .filter(|skill| skill.practise.may_be(at, &facts))
        .peekable();
    if fitting.peek().is_none() {
        return Ok(None);
    }
    let Some(proof) = Proof::find(at, limits)? else {
        return Ok(None);
    };
    Ok(fitting
        .find(|skill| skill.practise.is_met(at, &proof))
        .map(|skill| skill.name.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::fixtures::open;

    #[test]
    fn what_is_the_same_question_has_one_key() {
        let key_of = |id: &str| question_key(&*open(id));
        for (one, other) in [
            ("row:..OO.O", "row:O...OO"),
            ("nim:3,0,5", "nim:5,3"),
            ("tictactoe:X........", "tictactoe:..X......"),
            ("star:1664", "star:1568"),
            ("chomp:5,2", "chomp:2,2,1,1,1"),
            ("strip:010002", "strip:100020"),
            ("triangle/3:1-2,2-4", "triangle/3:3-6,1-3"),
            ("ferguson:2,7", "ferguson:7,2"),
            ("wythoff:3,5", "wythoff:5,3"),
            ("nim:1,2 + row:OO", "row:OO + nim:2,1"),
            ("own/treblecross:.....X..X", "own/treblecross:X..X....."),
            ("own/cram:#...............", "own/cram:...............#"),
        ] {
            assert_eq!(key_of(one), key_of(other), "{one} {other}");
        }
        for (one, other) in [
            ("row:OOO", "misere row:OOO"),
            ("row:O.O", "row:OO"),
            ("race/3/9:1", "race/3/9:2"),
            ("own/silver-dollar:..O.O", "own/silver-dollar:O.O.."),
        ] {
            assert_ne!(key_of(one), key_of(other), "{one} {other}");
        }
    }

    #[test]
    fn a_position_practises_the_first_skill_whose_test_it_meets() {
        let skill =
            |id: &str| skill_of(&*open(id), &Library::default(), &Limits::default()).unwrap();
        for (id, name) in [
            ("row:OOOOOOO", "cut"),
            ("row:OOO.OOOO", "copy"),
            ("row:O.OO.OOO", "nim-sum"),
        ] {
            assert_eq!(skill(id).as_deref(), Some(name), "{id}");
        }
        assert_eq!(skill("nim:0"), None);
    }
}
