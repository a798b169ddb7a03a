//! Piles of stones: take from one pile an amount that the game allows, whatever the other piles are.
//!
//! One ruleset serves them all; a [`PileRules`] says which amounts may be taken and the value of a pile. Nim, Bachet's game,
//! powers and subtraction games are kinds.
//!
//! Normal play: the Grundy value of a position is the XOR of its piles' (Sprague 1935, Grundy 1939). Misère play: every
//! pile of a subtraction game is tame by Ferguson's pairing (1974), a pile of any number in Nim by Bouton (1902), so
//! that a position loses as misère Nim with its values does ([`solve::tame`](crate::solve::tame)).

pub mod bash;
mod explain;
pub mod nim;
mod notation;
pub mod powers;
mod rules;
mod scene;
mod solver;
pub mod subtraction;
#[cfg(test)]
pub(crate) mod tests;

use crate::games::pieces::Aim;
use crate::games::prelude::*;
use crate::solve::graph::Verdict;
use crate::solve::lock::{Held, Kept};
use crate::solve::memo::Memo;
use crate::solve::quotient::HeapRules;

/// Which amounts may be taken from a pile, and the value of a pile. A pile's moves are subtractions: whether an amount
/// may be taken does not depend on the pile, as long as it is there.
pub trait PileRules: Send + Sync + Sized + 'static {
    /// What the catalogue says.
    const INFO: Info;
    /// What the set-up screen offers.
    const SETUP: SetupForm;

    /// The game of these parameters.
    ///
    /// # Errors
    /// What is wrong with the parameters.
    fn open(params: &[Text<'_>]) -> Result<Self, IdError>;

    /// The parameters as they stand in an ID.
    fn params_text(&self) -> String {
        String::new()
    }

    /// The least amount above `after` that may be taken from a pile; `None` where there is none.
    fn next(&self, pile: u64, after: u64) -> Option<u64>;

    /// How many amounts may be taken from a pile.
    fn count(&self, pile: u64) -> u64;

    /// The Grundy value of a pile.
    ///
    /// # Errors
    /// Where it is not known or cannot be computed within the limits.
    fn value(&self, pile: u64, limits: &Limits) -> Result<u64, Stop>;

    /// The amounts, rising, whose taking leaves a pile of value `wanted`. There are few.
    fn amounts_to(&self, pile: u64, wanted: u64, limits: &Limits) -> Result<Vec<u64>, Stop>;

    /// The remoteness of two piles, the smaller one first, where it has a closed form.
    fn remoteness_of_two(_low: u64, _high: u64, _convention: Convention) -> Option<u64> {
        None
    }

    /// What may be taken, in words: `1 to 3 stones`.
    fn rule(&self) -> String;

    /// The rule with this game's amounts.
    fn rule_text(&self) -> RuleText<String> {
        RuleText { moves: format!("Take {} from one pile.", self.rule()), ending: Self::INFO.ending.owned() }
    }

    /// How the value of a pile is found: a sentence; `None` where that is the pile itself or has no short form.
    fn formula(&self, _limits: &Limits) -> Result<Option<String>, Stop> {
        Ok(None)
    }

    /// Whether a pile counts for as much as it has stones.
    const COUNTS_ITSELF: bool = false;

    /// What to leave of the only pile that allows a move: a pile of value `loser`.
    fn aim(&self, pile: u64, loser: u64, limits: &Limits) -> Result<Aim, Stop>;

    /// A game whose piles are in every sum what this one's are, with a bound to what may be taken: its amounts, where they
    /// are few; by default, none.
    fn same_heaps(&self) -> Option<Vec<u64>> {
        None
    }

    /// The most that may ever be taken, where there is a bound.
    fn most(&self) -> Option<u64> {
        None
    }

    /// The bytes of the values computed so far.
    fn memory_used(&self) -> u64 {
        0
    }

    /// The period of the values, in words, where one is proved.
    fn period(&self, _limits: &Limits) -> Option<String> {
        None
    }
}

/// The ruleset of a kind under a convention.
pub struct PileGame<K> {
    pub(super) kind: K,
    convention: Convention,
    /// Remoteness and outcome of any two small piles, as far as they have been asked for.
    pairs: Kept<Pairs>,
    /// The same of more piles, smaller ones.
    memo: Memo<Vec<u64>>,
}

/// Two piles, the smaller one first, row by row of the larger one.
#[derive(Debug, Default)]
struct Pairs(Vec<Verdict>);

impl Held for Pairs {
    fn memory_used(&self) -> u64 {
        (self.0.capacity() * size_of::<Verdict>()) as u64
    }
}

/// A move: some stones from one pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PileMove {
    /// The pile, from 0.
    pub pile: usize,
    /// How many stones.
    pub amount: u64,
}

impl<K: PileRules> Game for PileGame<K> {
    const INFO: Info = K::INFO;
    const SETUP: SetupForm = K::SETUP;

    fn open(convention: Convention, params: &[Text<'_>], _library: &Library) -> Result<Self, IdError> {
        Ok(PileGame { kind: K::open(params)?, convention, pairs: Kept::default(), memo: Memo::default() })
    }

    fn memory_used(&self) -> u64 {
        self.kind.memory_used() + self.memo.memory_used() + self.pairs.memory_used()
    }

    fn impartial(&self) -> Option<ImpartialOf<'_, Self>> {
        Some(self)
    }

    fn rule_text(&self) -> RuleText<String> {
        self.kind.rule_text()
    }

    fn reasons(&self, at: &Vec<u64>, proved: &Proved<'_, PileMove>, limits: &Limits) -> GameReasons<Self> {
        explain::reasons(self, at, proved, limits)
    }

    fn figure(&self, at: &Vec<u64>, _proved: &Proved<'_, PileMove>, limits: &Limits) -> Result<Figure, Stop> {
        crate::games::pieces::figure(self, at, limits)
    }

    fn period(&self, limits: &Limits) -> Option<String> {
        self.kind.period(limits)
    }

    fn heap_rules(&self) -> Option<Box<dyn HeapRules + '_>> {
        Some(Box::new(PileHeaps(&self.kind)))
    }
}

/// The rules of a single pile.
struct PileHeaps<'g, K>(&'g K);

impl<K: PileRules> HeapRules for PileHeaps<'_, K> {
    fn options(&self, heap: u64, _limits: &Limits) -> Result<Vec<Vec<u64>>, Stop> {
        if let Some(amounts) = self.0.same_heaps() {
            return Ok(amounts.into_iter().filter_map(|k| Some(vec![heap.checked_sub(k)?])).collect());
        }
        let amounts = std::iter::successors(self.0.next(heap, 0), |&k| self.0.next(heap, k));
        Ok(amounts.map(|k| vec![heap - k]).collect())
    }

    fn bounded(&self) -> Option<(u64, bool)> {
        let most = self.0.same_heaps().map_or_else(|| self.0.most(), |amounts| amounts.into_iter().max());
        most.map(|most| (most, false))
    }

    fn never_ends(&self) -> bool {
        K::COUNTS_ITSELF
    }
}

/// The group of a pile's sites. There are never as many piles as this could not count.
pub fn group(pile: usize) -> u32 {
    u32::try_from(pile).unwrap_or(u32::MAX)
}

/// The ID whose piles are the last field and whose other fields are the parameters.
fn of_fields<K: PileRules>(values: &FieldValues<'_>) -> String {
    values.id(K::INFO.id)
}

/// The same with as many random piles.
fn random_position<K: PileRules>(values: &FieldValues<'_>, pick: &mut dyn FnMut(u64) -> u64) -> String {
    let params = K::SETUP.fields.len() - 1;
    values.with_state(K::INFO.id, params, &random_piles(&values.numbers(params), pick))
}

/// The field of the piles, and what is there at first.
const fn piles_field(default: &'static str) -> Field {
    Field::text(
        "Piles",
        "the pile sizes, such as 21 or 7,9; a random position has as many piles, none of them larger",
        default,
    )
}

/// As many random piles as there are sizes, each from 1 to the largest of them.
pub fn random_piles(sizes: &[u64], pick: &mut dyn FnMut(u64) -> u64) -> String {
    let largest = sizes.iter().fold(1, |largest, &size| size.max(largest));
    let piles: Vec<String> = sizes.iter().map(|_| (pick(largest) + 1).to_string()).collect();
    piles.join(",")
}
