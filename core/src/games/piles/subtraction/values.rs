//! Subtraction games: a move takes from one pile a number of tokens that is in
//! a fixed set.
//!
//! The values of a pile depend on the last `m` values only, `m` the largest
//! number in the set; so two equal windows of `m` values prove a period. In
//! misère play sums are tame, with the type of a pile of Nim of the same value:
//! by Ferguson's pairing ("On sums of graph games with last player losing",
//! 1974), a pile of value 1 is one from which taking the least number in the set
//! leaves value 0, so every pile fits the theorem of [`solve::tame`](crate::solve::tame).

use crate::solve::periodic::{Period, Recurrence, Sequence};
use thiserror::Error;

/// PileValues up to this size have a known Grundy value in every game; larger ones
/// where a period is proved within it.
pub const LIMIT: usize = 2_000_000;

/// The numbers that may be taken, rising, each at least 1, at least one of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubtractionSet(Vec<u64>);

/// Why a list of numbers is not a set that can be taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetError {
    /// No numbers.
    #[error("a subtraction set has at least one number")]
    Empty,
    /// The number 0 is in it.
    #[error("a subtraction set has no 0: every move takes something")]
    Zero,
}

impl SubtractionSet {
    /// The set of these numbers, in any order, repeats dropped.
    ///
    /// # Errors
    /// When there are none or one is 0.
    pub fn new(mut numbers: Vec<u64>) -> Result<Self, SetError> {
        numbers.sort_unstable();
        numbers.dedup();
        match numbers.first() {
            None => Err(SetError::Empty),
            Some(0) => Err(SetError::Zero),
            Some(_) => Ok(Self(numbers)),
        }
    }

    /// The numbers, rising.
    pub fn numbers(&self) -> &[u64] {
        &self.0
    }

    /// Whether `k` may be taken.
    pub fn contains(&self, k: u64) -> bool {
        self.0.binary_search(&k).is_ok()
    }

    /// The numbers that may be taken from a pile of `n`, rising.
    pub fn upto(&self, n: u64) -> &[u64] {
        &self.0[..self.0.partition_point(|&s| s <= n)]
    }

    /// The Grundy values of this game up to piles of `limit`.
    ///
    /// ```
    /// use nimatron_core::games::piles::subtraction::values::{LIMIT, SubtractionSet};
    /// let mut g = SubtractionSet::new(vec![1, 3, 4]).unwrap().sequence(LIMIT);
    /// assert_eq!(g.value(7_000_000_000_000, &|| false), Ok(0));
    /// assert_eq!(g.period().unwrap().length, 7);
    /// ```
    pub fn sequence(self, limit: usize) -> Sequence<PileValues> {
        Sequence::new(PileValues::new(self), limit)
    }
}

/// The piles of a subtraction game.
#[derive(Clone, Debug)]
pub struct PileValues {
    set: SubtractionSet,
    /// `seen[v]` is the last pile that had a move to value `v`; no value passes
    /// the number of numbers in the set.
    seen: Vec<usize>,
}

impl PileValues {
    fn new(set: SubtractionSet) -> Self {
        let seen = vec![usize::MAX; set.0.len() + 1];
        Self { set, seen }
    }

    /// The numbers that may be taken.
    pub fn set(&self) -> &SubtractionSet {
        &self.set
    }

    fn largest(&self) -> usize {
        let last = self.set.0.last().copied().unwrap_or(1);
        usize::try_from(last).unwrap_or(usize::MAX)
    }
}

impl Recurrence for PileValues {
    fn next(&mut self, values: &[u32]) -> u32 {
        let n = values.len();
        for &taken in &self.set.0 {
            let Some(left) = usize::try_from(taken).ok().and_then(|k| n.checked_sub(k)) else {
                break;
            };
            self.seen[values[left] as usize] = n;
        }
        (0..).zip(&self.seen).find(|(_, s)| **s != n).map_or(0, |(v, _)| v)
    }

    /// A window of the largest number's length comes back.
    fn proves(&self, from: usize, length: usize, known: usize) -> bool {
        from.checked_add(length)
            .and_then(|n| n.checked_add(self.largest()))
            .is_some_and(|needed| needed <= known)
    }

    fn proof(&self, period: &Period) -> String {
        let Period { preperiod: from, length, .. } = period;
        let last = self.largest() as u64 - 1;
        format!(
            "the values from {from} to {} come back from {} to {}, as long as the largest number \
             taken: what follows is the same",
            from + last,
            from + length,
            from + length + last,
        )
    }
}
