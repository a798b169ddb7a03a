//! Provides a memoizing search for games with few positions, and a table of results for pairs of numbers.

use rustc_hash::FxHashMap;

use super::graph::{Verdict, mex};
use super::lock::Cache;
use crate::rules::{Convention, Limits, Rules, Stop, Value, saturating_cast};

const MOST_RESERVED: u128 = 256;

/// The result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownPosition {
    /// The outcome and remoteness.
    pub verdict: Verdict,
    /// The Grundy value, which determines the winner only in normal play.
    pub grundy: u32,
}

impl KnownPosition {
    /// Computes the result for a position from the results for its options.
    pub fn of_moves(
        convention: Convention,
        next: impl Iterator<Item = KnownPosition> + Clone,
    ) -> KnownPosition {
        let verdict = Verdict::best(convention, next.clone().map(|known| known.verdict));
        KnownPosition {
            verdict,
            grundy: mex(next.map(|known| known.grundy)),
        }
    }

    /// Converts the result to a value. The value includes the Grundy value only in normal play.
    pub fn value(&self, convention: Convention) -> Value {
        self.verdict
            .value()
            .with_grundy((!convention.is_misere()).then_some(self.grundy.into()))
    }
}

/// A cache for complete searches of an impartial game. The cache holds the results for canonical positions.
///
/// A memo must not be shared between rulesets or between conventions. The search recurses, so every line of play from
/// the position must end within a few hundred moves.
#[derive(Debug, Default)]
pub struct Memo<P> {
    known: Cache<FxHashMap<P, KnownPosition>>,
}

impl<P: Clone + Eq + std::hash::Hash> Memo<P> {
    /// Returns the cached result for `at`, or searches the position.
    pub fn value<R: Rules<Position = P>>(
        &self,
        rules: &R,
        at: &P,
        convention: Convention,
        limits: &Limits,
    ) -> Result<KnownPosition, Stop> {
        let mut known = self.known.locked(limits)?;
        search(rules, &rules.canonical(at), convention, limits, &mut known)
    }
}

/// A table of results for unordered pairs of small numbers.
#[derive(Debug)]
pub struct PairTable<T>(Cache<Vec<Vec<T>>>);

/// The results known so far: all complete rows, and the beginning of the next row.
#[derive(Clone, Copy, Debug)]
pub struct KnownPairs<'t, T> {
    rows: &'t [Vec<T>],
    row: &'t [T],
}

impl<T: Copy> KnownPairs<'_, T> {
    /// The result for a pair.
    pub fn get(&self, a: usize, b: usize) -> T {
        let low = a.min(b);
        let high = a.max(b);
        if high == self.rows.len() {
            self.row[low]
        } else {
            self.rows[high][low]
        }
    }
}

impl<T> Default for PairTable<T> {
    fn default() -> Self {
        PairTable(Cache::new(Vec::new()))
    }
}

impl<T: Copy> PairTable<T> {
    /// Returns the result for a pair. `settle` receives a pair, with the smaller number first, and computes the result
    /// for this pair from the results for earlier pairs.
    ///
    /// # Errors
    /// Returns [`Stop::Interrupted`] if `limits` stop the computation.
    pub fn value(
        &self,
        (a, b): (usize, usize),
        limits: &Limits,
        settle: impl Fn(usize, usize, KnownPairs<'_, T>) -> T,
    ) -> Result<T, Stop> {
        let rows = &mut *self.0.locked(limits)?;
        while rows.len() <= a.max(b) {
            limits.check()?;
            // Only complete rows are inserted, so an interruption leaves no partial row.
            let high = rows.len();
            let mut row = Vec::with_capacity(high + 1);
            for low in 0..=high {
                let value = settle(low, high, KnownPairs { rows, row: &row });
                row.push(value);
            }
            rows.push(row);
        }
        Ok(rows[a.max(b)][a.min(b)])
    }
}

fn search<R: Rules>(
    rules: &R,
    at: &R::Position,
    convention: Convention,
    limits: &Limits,
    known: &mut FxHashMap<R::Position, KnownPosition>,
) -> Result<KnownPosition, Stop> {
    if let Some(k) = known.get(at) {
        return Ok(*k);
    }
    if known.len() % 1024 == 0 {
        limits.check()?;
    }
    let moves = rules.moves(at);
    let mut next = Vec::with_capacity(saturating_cast(moves.listed().min(MOST_RESERVED)));
    for m in &moves {
        next.push(search(
            rules,
            &rules.canonical(&rules.play(at, &m)),
            convention,
            limits,
            known,
        )?);
    }
    let value = KnownPosition::of_moves(convention, next.iter().copied());
    known.insert(at.clone(), value);
    Ok(value)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_pair_is_computed_once_and_no_more_of_the_table_than_it_needs() {
        let pairs = PairTable::default();
        let settled = Cell::new(0);
        let sum = |pair| {
            let settle = |low: usize, high: usize, known: KnownPairs<'_, usize>| {
                settled.set(settled.get() + 1);
                match low.checked_sub(1) {
                    Some(less) => known.get(less, high) + 1,
                    None => high,
                }
            };
            pairs.value(pair, &Limits::default(), settle).unwrap()
        };
        assert_eq!((sum((3, 4)), settled.get()), (7, 15));
        assert_eq!((sum((4, 3)), sum((2, 2)), settled.get()), (7, 4, 15));
        assert_eq!((sum((0, 5)), settled.get()), (5, 21));
    }
}
