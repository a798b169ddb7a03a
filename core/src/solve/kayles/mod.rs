//! Solves Kayles, the octal game 0.77. A player takes one stone or two touching stones from a run, which may split the
//! run.
//!
//! * **Normal play.** The Grundy values of runs have period 12 from 71 on (R. K. Guy and C. A. B. Smith, "The G-values
//!   of various games", 1956).
//! * **Misère play.** Sibert and Conway ("Mathematical Kayles", 1992) found a complete rule; Plambeck ("Taming the wild
//!   in impartial combinatorial games", 2005) expressed it as a quotient monoid with 40 elements. [`Runs::loses`]
//!   applies this rule to any multiset of runs.

use std::ops::ControlFlow;

use super::quotient::HeapRules;
use crate::rules::{Convention, Limits, Stop};

/// The Grundy values by `n mod 12`, valid for every run length not listed in [`EXCEPTIONS`].
const PERIODIC: [u8; 12] = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];

/// The run lengths whose Grundy values deviate from the period, each with its value.
pub const EXCEPTIONS: [(u64, u8); 14] = [
    (0, 0),
    (3, 3),
    (6, 3),
    (9, 4),
    (11, 6),
    (15, 7),
    (18, 3),
    (21, 4),
    (22, 6),
    (28, 5),
    (34, 6),
    (39, 3),
    (57, 4),
    (70, 6),
];

/// The length of the period of the Grundy values.
pub const PERIOD: u64 = 12;

/// The length from which the Grundy values of runs are periodic.
pub const PERIODIC_FROM: u64 = 71;

/// The run lengths for which the misère rule has exceptions.
pub const SPECIAL: [u64; 8] = [1, 4, 5, 9, 12, 17, 20, 25];

const I1: usize = 0;
const I4: usize = 1;
const I5: usize = 2;
const I9: usize = 3;
const I12: usize = 4;
const I17: usize = 5;
const I20: usize = 6;
const I25: usize = 7;

/// The Grundy value of a run of `n` stones in normal play, from 0 to 8.
///
/// ```
/// use nimatron_core::solve::kayles::grundy;
/// assert_eq!(grundy(3), 3);
/// assert_eq!(grundy(u64::MAX), 8); // 3 mod 12
/// ```
pub fn grundy(n: u64) -> u8 {
    if n < PERIODIC_FROM
        && let Ok(i) = EXCEPTIONS.binary_search_by_key(&n, |e| e.0)
    {
        return EXCEPTIONS[i].1;
    }
    PERIODIC[(n % PERIOD) as usize]
}

/// The rules for a single run.
#[derive(Clone, Copy, Debug)]
pub struct RunRules;

impl HeapRules for RunRules {
    fn options(&self, run: u64, _limits: &Limits) -> Result<Vec<Vec<u64>>, Stop> {
        let splits = (1..=run.min(2))
            .flat_map(|taken| (0..=(run - taken) / 2).map(move |a| [a, run - taken - a]));
        Ok(splits
            .map(|left| left.into_iter().filter(|&n| n > 0).collect())
            .collect())
    }

    fn bounded(&self) -> Option<(u64, bool)> {
        Some((2, true))
    }
}

/// A case of the misère rule. In `Ordinary` and `NoException`, the player to move loses if the XOR of the Grundy values
/// is 0, and otherwise wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisereCase {
    /// At least one run has a length that is not in [`SPECIAL`].
    Ordinary,
    /// All runs have length 1, 4 or 5. The player to move loses if there is an odd number of runs of 1 and 4, and
    /// otherwise wins.
    OneFourFive,
    /// The player to move wins if the XOR is 0, and otherwise loses.
    TurnedRound(Mixture),
    /// All run lengths are in [`SPECIAL`], and no other case applies.
    NoException,
}

/// A class of multisets of runs for which the XOR rule is reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mixture {
    /// Only runs of 1, 4, 9, 12, 17 and 20, with an even number of 9s, 12s and 17s in total.
    EvenNines,
    /// Like `EvenNines`, but with exactly one additional run of 25, and with an odd number of 1s, 4s and 20s in total.
    OneTwentyFive,
    /// Only runs of 1, 4 and 9, with an odd number of 9s, and with an even number of 1s and 4s in total.
    OddNines,
    /// Only runs of 1, 4 and 12, with exactly one 12, and with an even number of 1s and 4s in total.
    OneTwelve,
    /// Only runs of 1, 4, 9 and 25, with exactly one 25, an odd number of 9s, and an odd number of 1s and 4s in total.
    NinesAndTwentyFive,
}

/// A multiset of runs, reduced to the numbers that determine the outcome in normal and misère play.
///
/// Adding or removing a run takes constant time.
///
/// ```
/// use nimatron_core::rules::Convention;
/// use nimatron_core::solve::kayles::Runs;
/// let row: Runs = [9].into_iter().collect();
/// assert!(row.loses(Convention::Misere)); // a row of nine loses in misère play
/// assert!(!row.loses(Convention::Normal));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// The number of runs of each length in [`SPECIAL`].
    special: [u64; 8],
    ordinary: u64,
    xor: u8,
}

impl Runs {
    /// Adds a run of `n` stones; empty runs are ignored.
    pub fn add(&mut self, n: u64) {
        if n > 0 {
            self.xor ^= grundy(n);
            *self.count_mut(n) += 1;
        }
    }

    /// Removes a run of `n` stones, which must be present.
    pub fn remove(&mut self, n: u64) {
        if n > 0 {
            self.xor ^= grundy(n);
            *self.count_mut(n) -= 1;
        }
    }

    /// Replaces a run of `n` stones with runs of `left` and `right` stones; empty runs are ignored.
    #[must_use]
    pub fn after(mut self, n: u64, left: u64, right: u64) -> Self {
        self.remove(n);
        self.add(left);
        self.add(right);
        self
    }

    /// Adds the runs of another multiset.
    #[must_use]
    pub fn join(mut self, others: &Runs) -> Self {
        for (mine, theirs) in self.special.iter_mut().zip(others.special) {
            *mine += theirs;
        }
        self.ordinary += others.ordinary;
        self.xor ^= others.xor;
        self
    }

    /// The Grundy value of the sum in normal play.
    pub fn grundy(&self) -> u8 {
        self.xor
    }

    /// Returns whether there are no stones left.
    pub fn is_empty(&self) -> bool {
        self.ordinary == 0 && self.special == [0; 8]
    }

    /// Returns whether any run has a length that is not in [`SPECIAL`].
    pub fn has_ordinary(&self) -> bool {
        self.ordinary > 0
    }

    /// Iterates over the lengths in [`SPECIAL`] for which there are runs, in ascending order. Yields each length with
    /// the number of its runs.
    pub fn special(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        SPECIAL
            .into_iter()
            .zip(self.special)
            .filter(|(_, count)| *count > 0)
    }

    /// Returns whether the player to move loses.
    pub fn loses(&self, convention: Convention) -> bool {
        match convention {
            Convention::Normal => self.xor == 0,
            Convention::Misere => self.loses_misere(),
        }
    }

    fn loses_misere(&self) -> bool {
        let c = &self.special;
        match self.misere_case() {
            MisereCase::Ordinary | MisereCase::NoException => self.xor == 0,
            MisereCase::OneFourFive => (c[I1] ^ c[I4]) & 1 == 1,
            MisereCase::TurnedRound(_) => self.xor != 0,
        }
    }

    /// Returns the case of the misère rule that applies.
    pub fn misere_case(&self) -> MisereCase {
        if self.has_ordinary() {
            return MisereCase::Ordinary;
        }
        let c = &self.special;
        let odd = |places: &[usize]| places.iter().fold(0, |sum, &i| sum ^ (c[i] & 1)) == 1;
        let only = |places: &[usize]| (0..c.len()).all(|i| c[i] == 0 || places.contains(&i));
        let s_odd = odd(&[I1, I4]);
        let e_odd = odd(&[I9, I12, I17]);
        let d_odd = odd(&[I1, I4, I20]);
        let nine_odd = odd(&[I9]);
        if only(&[I1, I4, I5]) {
            MisereCase::OneFourFive
        } else if only(&[I1, I4, I9, I12, I17, I20]) && !e_odd {
            MisereCase::TurnedRound(Mixture::EvenNines)
        } else if only(&[I1, I4, I9, I12, I17, I20, I25]) && c[I25] == 1 && !e_odd && d_odd {
            MisereCase::TurnedRound(Mixture::OneTwentyFive)
        } else if only(&[I1, I4, I9]) && nine_odd && !s_odd {
            MisereCase::TurnedRound(Mixture::OddNines)
        } else if only(&[I1, I4, I12]) && c[I12] == 1 && !s_odd {
            MisereCase::TurnedRound(Mixture::OneTwelve)
        } else if only(&[I1, I4, I9, I25]) && c[I25] == 1 && nine_odd && s_odd {
            MisereCase::TurnedRound(Mixture::NinesAndTwentyFive)
        } else {
            MisereCase::NoException
        }
    }

    fn count_mut(&mut self, n: u64) -> &mut u64 {
        match SPECIAL.binary_search(&n) {
            Ok(i) => &mut self.special[i],
            Err(_) => &mut self.ordinary,
        }
    }
}

impl FromIterator<u64> for Runs {
    fn from_iter<I: IntoIterator<Item = u64>>(runs: I) -> Self {
        let mut all = Self::default();
        runs.into_iter().for_each(|n| all.add(n));
        all
    }
}

/// Calls `f` with every partition of `left` into non-increasing parts of at most `most`. Callers pass an empty `parts`,
/// which the recursion uses for the parts chosen so far.
pub fn partitions(
    left: usize,
    most: usize,
    parts: &mut Vec<usize>,
    f: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if left == 0 {
        return f(parts);
    }
    for part in (1..=most.min(left)).rev() {
        parts.push(part);
        let go_on = partitions(left - part, part, parts, f);
        parts.pop();
        go_on?;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests;
