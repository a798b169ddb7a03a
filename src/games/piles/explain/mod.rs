//! Why piles are won or lost: the rule of a single pile; of several the powers of two in their values, each of which must
//! be left an even number of times; and the pile that can see to it.

mod several;
mod single;
mod winning;

use super::{PileGame, PileMove, PileRules};
use crate::erased::{GameReasons, Proved};
use crate::games::reasons::{and, powers_of_two, powers_written};
use crate::rules::{Claim, Limits, Reason, Rules, Stop};
use crate::solve::tame::Genus;

/// The most piles that are written out.
const WRITTEN: usize = 6;

/// What is left after every good move, in a few words.
const EVEN: &str = "every power of 2 comes an even number of times";

/// A position with the values of its piles.
pub(super) struct ValuedPiles<'a, K> {
    game: &'a PileGame<K>,
    at: &'a Vec<u64>,
    pub(super) values: Vec<u64>,
    /// The piles that allow a move, from 0.
    pub(super) live: Vec<usize>,
    whole: Genus,
}

type PileReason = Reason<Vec<u64>, PileMove>;

impl<'a, K: PileRules> ValuedPiles<'a, K> {
    pub(super) fn new(game: &'a PileGame<K>, at: &'a Vec<u64>, limits: &Limits) -> Result<Self, Stop> {
        limits.check()?;
        let values = at.iter().map(|&n| game.kind.value(n, limits)).collect::<Result<Vec<u64>, Stop>>()?;
        let live = (0..at.len()).filter(|&i| game.kind.next(at[i], 0).is_some()).collect();
        let whole = values.iter().map(|&v| Genus::pile(v)).sum();
        Ok(ValuedPiles { game, at, values, live, whole })
    }

    fn misere(&self) -> bool {
        self.game.convention.is_misere()
    }

    fn outcome(&self, proved: &Proved<'_, PileMove>) -> Claim<Vec<u64>, PileMove> {
        Claim::Outcome(self.at.clone(), proved.value.outcome)
    }

    /// The sizes of the piles that allow a move: `3, 5 and 7`; `None` where they are too many.
    fn sizes(&self) -> Option<String> {
        let sizes: Vec<String> = self.live.iter().map(|&i| self.at[i].to_string()).collect();
        (sizes.len() <= WRITTEN).then(|| and(&sizes))
    }

    /// Only single stones are left, each of which is one move.
    fn single_stones(&self) -> bool {
        K::WORTH_ITSELF && self.live.iter().all(|&i| self.at[i] == 1)
    }

    /// Whether the game is about single values of 0 and 1 in misère play.
    fn small_misere(&self) -> bool {
        self.misere() && !self.whole.firm
    }

    fn ones(&self) -> u64 {
        self.values.iter().filter(|&&v| v == 1).count() as u64
    }

    /// Whether it is said before any hint how the new size of a pile is found: two piles are made equal, and in misère
    /// play another rule may decide.
    fn tells_new_size(&self) -> bool {
        !(self.misere() || K::WORTH_ITSELF && self.live.len() == 2)
    }
}

pub(super) fn reasons<K: PileRules>(
    game: &PileGame<K>,
    at: &Vec<u64>,
    proved: &Proved<'_, PileMove>,
    limits: &Limits,
) -> GameReasons<PileGame<K>> {
    if game.is_over(at) {
        let empty = at.iter().all(|&n| n == 0);
        let what = if empty { "No stone is left" } else { "No pile allows a move" };
        return Ok(vec![Reason::ended(what, at.clone(), game.convention)]);
    }
    let valued = ValuedPiles::new(game, at, limits)?;
    match valued.live[..] {
        [only] => single::reasons(&valued, only, proved, limits),
        _ => several::reasons(&valued, proved, limits),
    }
}

/// A number and the powers of two in it, where they are several: `5 = 4+1`.
fn split(v: u64) -> String {
    if v.count_ones() < 2 { v.to_string() } else { format!("{v} = {}", powers_of_two(v)) }
}

/// The powers of two in one number: `2 and 1`.
fn ones_of(n: u64) -> String {
    powers_written(n, "", [", ", " and "])
}

/// A power of two with its article: `a 4`, `an 8`.
fn an(power: u64) -> String {
    let article = if power.to_string().starts_with('8') { "an" } else { "a" };
    format!("{article} {power}")
}
