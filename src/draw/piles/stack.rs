//! Which stones of a stack are seen, when it is higher than there is room.

use nimatron_core::rules::nearest;
use std::collections::BTreeSet;

/// Up to this many stones the cursor walks through a broken stack one by one; in larger ones it jumps over the break.
const WALKED: u64 = 400;

/// One row of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::draw) enum StackRow {
    /// The stone of this number, counted from the bottom from 1.
    Stone(u64),
    /// Stones out of sight above this one.
    Break(u64),
}

/// The rows of a stack from the bottom.
#[derive(Debug)]
pub(in crate::draw) struct Stack {
    pub(in crate::draw) rows: Vec<StackRow>,
    pub(in crate::draw) broken: bool,
}

impl Stack {
    /// A stack of `count` stones in at most `room` rows. The stone of `focus` is seen, and the ones next to it.
    pub(in crate::draw) fn of(count: u64, room: i32, focus: Option<u64>) -> Stack {
        let room = usize::try_from(room).unwrap_or(0);
        if count <= room as u64 {
            return Stack { rows: (1..=count).map(StackRow::Stone).collect(), broken: false };
        }
        let focus = focus.filter(|k| (1..=count).contains(k));
        let mut seen = BTreeSet::new();
        let mut wanted: Vec<u64> = focus.into_iter().collect();
        if count <= WALKED {
            wanted.extend(focus.into_iter().flat_map(|k| [k - 1, k + 1]));
        }
        // Small takes are at the top, which gets two stones for one at the bottom.
        wanted.extend([count, 1]);
        wanted.extend(
            (1..=room as u64)
                .flat_map(|i| [count.saturating_sub(2 * i - 1), count.saturating_sub(2 * i), i + 1]),
        );
        for k in wanted.into_iter().filter(|k| (1..=count).contains(k)) {
            if seen.insert(k) {
                match rows(&seen, count).len() {
                    n if n > room => drop(seen.remove(&k)),
                    n if n == room => break,
                    _ => {}
                }
            }
        }
        Stack { rows: rows(&seen, count), broken: true }
    }

    /// The row of a stone, from 0 at the bottom.
    pub(in crate::draw) fn row_of(&self, stone: u64) -> Option<i32> {
        (0..).zip(&self.rows).find(|&(_, r)| *r == StackRow::Stone(stone)).map(|(i, _)| i)
    }

    /// The lowest row with a stone of this number or above it.
    pub(in crate::draw) fn row_at_least(&self, stone: u64) -> i32 {
        let from = |row: &StackRow| match *row {
            StackRow::Stone(k) => k >= stone,
            StackRow::Break(below) => below + 1 >= stone,
        };
        (0..).zip(&self.rows).find(|&(_, r)| from(r)).map_or(nearest(self.rows.len()), |(i, _)| i)
    }
}

/// The rows that show these stones, with a break wherever some are left out. A single stone takes no more room than a
/// break, so it is shown.
fn rows(seen: &BTreeSet<u64>, count: u64) -> Vec<StackRow> {
    let mut rows = Vec::new();
    let mut below = 0;
    let gap = |rows: &mut Vec<StackRow>, below: u64, next: u64| match next - below {
        1 => {}
        2 => rows.push(StackRow::Stone(below + 1)),
        _ => rows.push(StackRow::Break(below)),
    };
    for &k in seen {
        gap(&mut rows, below, k);
        rows.push(StackRow::Stone(k));
        below = k;
    }
    if below < count {
        gap(&mut rows, below, count.saturating_add(1));
    }
    rows
}
