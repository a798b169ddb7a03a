//! Piles of stones: take from one pile an amount that the game allows, whatever the other piles are.
//!
//! One rulebook serves them all; a [`PileRules`] says which amounts may be taken and what a pile is worth. Nim, Bash's game,
//! powers and subtraction games are kinds.
//!
//! Normal play: the Grundy value of a position is the XOR of its piles' (Sprague 1935, Grundy 1939). Misère play: every
//! pile of a subtraction game is tame by Ferguson's pairing (1974), a pile of any number in Nim by Bouton (1902), so
//! that a position loses as misère Nim with its values does ([`solve::tame`](crate::solve::tame)).

pub mod bash;
mod explain;
mod figure;
pub mod nim;
mod notation;
pub mod powers;
mod rules;
mod scene;
mod solver;
pub mod subtraction;
#[cfg(test)]
pub(crate) mod tests;

use crate::games::prelude::*;
use std::sync::{Mutex, PoisonError};

use crate::solve::graph::Verdict;
use crate::solve::memo::Memo;
use crate::solve::quotient::HeapRules;

/// Which amounts may be taken from a pile, and what a pile is worth. A pile's moves are subtractions: whether an amount
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
    ///
    /// # Errors
    /// As [`PileRules::value`].
    fn takings(&self, pile: u64, wanted: u64, limits: &Limits) -> Result<Vec<u64>, Stop>;

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

    /// How the value of a pile of N is found, in words: `the remainder by 4`; `None` where that is the pile itself or has no
    /// short form.
    fn formula(&self) -> Option<String> {
        None
    }

    /// Whether a pile is worth as much as it has stones.
    const WORTH_ITSELF: bool = false;

    /// A pile in the terms of this game's rule, for a sentence: `21 = 5 x 4 + 1`, with the words of the theory in it;
    /// `value` is its value.
    fn described(&self, pile: u64, value: u64) -> (String, &'static [Word]) {
        (format!("{pile}, worth {value}"), &[Word::Worth])
    }

    /// The rule for a single pile: which piles lose, `loser` being the value that does.
    ///
    /// # Errors
    /// As [`PileRules::value`].
    fn single(&self, pile: u64, loser: u64, limits: &Limits) -> Result<SinglePile, Stop>;

    /// How to answer every move from a single losing pile, where one rule tells: `answer k with 4 - k`.
    fn pairing(&self, _left: u64, _loser: u64) -> Option<String> {
        None
    }

    /// How many stones cancel each other, where the value of a pile is what is left over: M+1 in Bash's game.
    fn cycle(&self) -> Option<u64> {
        None
    }

    /// A game whose piles are in every sum what this one's are, with a bound to what may be taken: its amounts, where they
    /// are few; as provided, none.
    fn same_heaps(&self) -> Option<Vec<u64>> {
        None
    }

    /// The most that may ever be taken, where there is a bound.
    fn most(&self) -> Option<u64> {
        None
    }

    /// The bytes of the values computed so far.
    fn held(&self) -> u64 {
        0
    }

    /// The period of the values, in words, where one is proved.
    fn period(&self, _limits: &Limits) -> Option<String> {
        None
    }
}

/// Which single piles lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SinglePile {
    /// Which ones, and why: a sentence.
    pub losing: String,
    /// The words of the theory in it.
    pub words: &'static [Word],
}

/// The rulebook of a kind under a convention.
pub struct PileGame<K> {
    pub(super) kind: K,
    convention: Convention,
    /// Remoteness and outcome of any two small piles, as far as they have been asked for.
    pairs: Mutex<Vec<Verdict>>,
    /// The same of more piles, smaller ones.
    memo: Memo<Vec<u64>>,
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
        Ok(PileGame { kind: K::open(params)?, convention, pairs: Mutex::default(), memo: Memo::default() })
    }

    fn held(&self) -> u64 {
        let pairs = self.pairs.lock().unwrap_or_else(PoisonError::into_inner).capacity();
        self.kind.held() + self.memo.held() + (pairs * size_of::<Verdict>()) as u64
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
        figure::figure(self, at, limits)
    }

    fn period(&self, limits: &Limits) -> Option<String> {
        self.kind.period(limits)
    }

    fn heap_rules(&self) -> Option<Box<dyn HeapRules + '_>> {
        Some(Box::new(PileHeaps(&self.kind)))
    }
}

impl<K: PileRules> PileGame<K> {
    /// Whether every move is the last one, as far as that is quickly seen.
    fn next_is_last(&self, at: &Vec<u64>) -> bool {
        self.count_moves(at).is_some_and(|n| n <= 64)
            && self.moves(at).iter().all(|m| self.is_over(&self.play(at, m)))
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
        K::WORTH_ITSELF
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

/// The same with as many piles by chance.
fn by_chance<K: PileRules>(values: &FieldValues<'_>, pick: &mut dyn FnMut(u64) -> u64) -> String {
    let params = K::SETUP.fields.len() - 1;
    values.with_state(K::INFO.id, params, &random_piles(&values.text(params), pick))
}

/// The field of the piles, and what is there at first.
const fn piles_field(default: &'static str) -> Field {
    Field::text(
        "Piles",
        "the piles' sizes, such as 21 or 7,9; by chance: as many piles, up to the largest",
        default,
    )
}

/// As many piles as in `text` (pile sizes separated by commas), each by chance from 1 to the largest of them.
pub fn random_piles(text: &str, pick: &mut dyn FnMut(u64) -> u64) -> String {
    let sizes: Vec<u64> = text.split(',').map(|n| n.trim().parse().unwrap_or(7)).collect();
    let largest = sizes.iter().copied().max().unwrap_or(7).clamp(1, crate::rules::MAX_NUMBER);
    let piles: Vec<String> = sizes.iter().map(|_| (pick(largest) + 1).to_string()).collect();
    piles.join(",")
}
