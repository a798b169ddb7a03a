//! Small pairs in a table, built row by row of the larger number and kept for the next question.

use super::Pair;
use crate::rules::{Convention, Limits, Stop, nearest};
use crate::solve::graph::{Verdict, mex};
use crate::solve::lock::{Held, Kept};
use crate::solve::memo::KnownPosition;

/// What is known of pairs in one convention: for each larger number those of every smaller one.
#[derive(Debug, Default)]
pub(super) struct SmallPairs {
    rows: Kept<Vec<Vec<KnownPosition>>>,
}

impl Held for Vec<Vec<KnownPosition>> {
    fn memory_used(&self) -> u64 {
        // Each row is one longer than the one before.
        (self.len() * (self.len() + 1) / 2 * size_of::<KnownPosition>()) as u64
    }
}

impl SmallPairs {
    /// The bytes of the table.
    pub(super) fn memory_used(&self) -> u64 {
        self.rows.memory_used()
    }

    /// What is known of a pair. The work grows with the third power of the larger number.
    pub(super) fn value(
        &self,
        at: &Pair,
        convention: Convention,
        limits: &Limits,
    ) -> Result<KnownPosition, Stop> {
        let (low, high): (usize, usize) = (nearest(at.0.min(at.1)), nearest(at.0.max(at.1)));
        let mut rows = self.rows.locked(limits)?;
        while rows.len() <= high {
            limits.check()?;
            let row = next_row(&rows, convention);
            rows.push(row);
        }
        Ok(rows[high][low])
    }
}

/// The pairs whose larger number is one above those of these rows.
fn next_row(rows: &[Vec<KnownPosition>], convention: Convention) -> Vec<KnownPosition> {
    let high = rows.len();
    let mut row: Vec<KnownPosition> = Vec::with_capacity(high + 1);
    for low in 0..=high {
        let next = || {
            let lower = row.iter().take(low);
            let higher = (0..high).map(|h| match h < low {
                true if low == high => &row[h],
                true => &rows[low][h],
                false => &rows[h][low],
            });
            let both = (1..=low).map(|k| &rows[high - k][low - k]);
            lower.chain(higher).chain(both)
        };
        let known = KnownPosition {
            verdict: Verdict::best(convention, next().map(|k| k.verdict)),
            grundy: mex(next().map(|k| k.grundy)),
        };
        row.push(known);
    }
    row
}
