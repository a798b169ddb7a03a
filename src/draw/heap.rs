//! Lays out a stack of stones: chooses the visible stones, and finds the changes made by the last move and by the
//! chosen move.

use super::marks::PartMarks;
use nimatron_core::rules::{Heap, Picture, PileMode, Piles, Site, saturating_cast};
use std::collections::BTreeSet;

/// The maximum size of a broken stack in which the cursor visits every stone. In a larger stack, the cursor jumps over
/// the break.
const WALKED: u64 = 400;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StackRow {
    /// A stone, numbered from 1 at the bottom.
    Stone(u64),
    /// A break, and the number of the stone below it.
    Break(u64),
}

#[derive(Debug)]
pub(super) struct Stack {
    pub(super) rows: Vec<StackRow>,
    pub(super) broken: bool,
}

impl Stack {
    /// Builds a stack of `count` stones in at most `room` rows. If possible, the stone `focus` is visible.
    pub(super) fn new(count: u64, room: i32, focus: Option<u64>) -> Stack {
        let room: usize = saturating_cast(room);
        if count <= room as u64 {
            return Stack {
                rows: (1..=count).map(StackRow::Stone).collect(),
                broken: false,
            };
        }
        let focus = focus.filter(|k| (1..=count).contains(k));
        let mut seen = BTreeSet::new();
        let mut wanted: Vec<u64> = focus.into_iter().collect();
        if count <= WALKED {
            wanted.extend(focus.into_iter().flat_map(|k| [k - 1, k + 1]));
        }
        // Most moves take only a few stones from the top, so show two stones at the top for each stone at the bottom.
        wanted.extend([count, 1]);
        wanted.extend((1..=room as u64).flat_map(|i| {
            [
                count.saturating_sub(2 * i - 1),
                count.saturating_sub(2 * i),
                i + 1,
            ]
        }));
        for k in wanted.into_iter().filter(|k| (1..=count).contains(k)) {
            if seen.insert(k) {
                match rows(&seen, count).len() {
                    n if n > room => drop(seen.remove(&k)),
                    n if n == room => break,
                    _ => {}
                }
            }
        }
        Stack {
            rows: rows(&seen, count),
            broken: true,
        }
    }

    /// Returns the index of the lowest row whose stones are all at or above `stone`. A break is treated as the stones
    /// that it hides. If there is no such row, returns the number of rows.
    pub(super) fn row_at_least(&self, stone: u64) -> i32 {
        let from = |row: &StackRow| match *row {
            StackRow::Stone(k) => k >= stone,
            StackRow::Break(below) => below + 1 >= stone,
        };
        (0..)
            .zip(&self.rows)
            .find(|&(_, r)| from(r))
            .map_or(saturating_cast(self.rows.len()), |(i, _)| i)
    }
}

/// Returns the rows of a stack: the stones in `seen`, and a break for each run of hidden stones. A single hidden stone
/// is shown as well, because a break would need as much room.
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HeapChange {
    /// The number of stones taken from the stack. If the stack was split, the number is recorded for its first part.
    pub(super) taken: u64,
    pub(super) is_part: bool,
}

pub(super) fn changes(before: &Piles, now: &Piles) -> Vec<HeapChange> {
    let [before, after] =
        [before, now].map(|piles| piles.heaps.iter().map(|h| h.count).collect::<Vec<u64>>());
    changes_in(now.mode, &before, &after)
}

/// Returns the change of each stack after a move. In a game of boxes, a move empties one box and splits the other, so
/// every box changes.
fn changes_in(mode: PileMode, before: &[u64], after: &[u64]) -> Vec<HeapChange> {
    if mode == PileMode::Split {
        return vec![
            HeapChange {
                taken: 0,
                is_part: before != after
            };
            after.len()
        ];
    }
    let same = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let old = &before[same..];
    let new = &after[same..];
    let end = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let old = &old[..old.len() - end];
    let new = &new[..new.len() - end];
    let mut changes = vec![HeapChange::default(); after.len()];
    if old.len() == new.len() {
        for (k, (a, b)) in old.iter().zip(new).enumerate() {
            changes[same + k].taken = a.saturating_sub(*b);
        }
    } else if let ([whole], [_, ..]) = (old, new) {
        changes[same..same + new.len()]
            .iter_mut()
            .for_each(|change| change.is_part = true);
        changes[same].taken = new.iter().fold(*whole, |left, n| left.saturating_sub(*n));
    }
    changes
}

pub(super) struct HeapMarks {
    /// The stone that must stay visible: the stone at the cursor, or else the lowest picked or hinted stone.
    pub(super) at: Option<u64>,
    /// The lowest stone of this heap at which the chosen move begins.
    aimed: Option<u64>,
    /// Whether another box is being split, so that this box will be emptied.
    pub(super) emptied: bool,
    pub(super) mode: PileMode,
    /// The number of stones that the chosen move leaves, and the number in the first part after a split. `None` if the
    /// board after the move is not known.
    becomes: Option<(u64, u64)>,
}

impl HeapMarks {
    pub(super) fn new(piles: &Piles, heap: &Heap, marks: &PartMarks<'_>) -> HeapMarks {
        let own = |site: Site| (site.group == heap.group && site.item > 0).then_some(site.item);
        let here = |site: Site| piles.heaps.iter().any(|h| h.group == site.group);
        let aim = marks.aimed().find(|&s| here(s));
        HeapMarks {
            at: (marks.cursor().and_then(own))
                .or_else(|| marks.picked().filter_map(own).min())
                .or_else(|| marks.hinted().filter_map(own).min()),
            aimed: marks.aimed().filter_map(own).min(),
            emptied: piles.mode == PileMode::Split && aim.is_some_and(|s| s.group != heap.group),
            mode: piles.mode,
            becomes: aim
                .filter(|s| s.group == heap.group)
                .and_then(|_| becomes(piles, heap, marks)),
        }
    }

    /// Returns the number of balls or stones below the cut, or `None` if the chosen move does not split the box or
    /// stack.
    pub(super) fn split(&self, heap: &Heap) -> Option<u64> {
        let at = match self.mode {
            PileMode::Take => None,
            PileMode::Split => self.aimed.filter(|_| !self.emptied),
            PileMode::Become => self
                .becomes
                .filter(|(left, _)| *left == heap.count)
                .map(|(_, first)| first),
        }?;
        (0 < at && at < heap.count).then_some(at)
    }

    pub(super) fn takes(&self, stone: u64) -> bool {
        match self.mode {
            PileMode::Take => self.aimed.is_some_and(|at| stone >= at),
            PileMode::Split => self.emptied,
            PileMode::Become => self.becomes.is_some_and(|(left, _)| stone > left),
        }
    }
}

fn becomes(piles: &Piles, heap: &Heap, marks: &PartMarks<'_>) -> Option<(u64, u64)> {
    let Some(Picture::Piles(after)) = marks.after.filter(|_| piles.mode == PileMode::Become) else {
        return None;
    };
    let count = |piles: &Piles| {
        piles
            .heaps
            .iter()
            .map(|h| u128::from(h.count))
            .sum::<u128>()
    };
    let taken = u64::try_from(count(piles).checked_sub(count(after))?).ok()?;
    let left = heap.count.checked_sub(taken)?;
    let changes = changes(piles, after);
    let first = after
        .heaps
        .iter()
        .zip(&changes)
        .find(|(_, change)| change.is_part);
    Some((left, first.map_or(left, |(part, _)| part.count)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(changes: &[HeapChange]) -> Vec<bool> {
        changes.iter().map(|c| c.is_part).collect()
    }

    #[test]
    fn what_was_taken_is_said_of_the_stack_it_was_taken_from() {
        let check = |before: &[u64], after: &[u64], gone: &[u64], parted: &[bool]| {
            let changes = changes_in(PileMode::Take, before, after);
            let taken: Vec<u64> = changes.iter().map(|c| c.taken).collect();
            assert_eq!(
                (&taken[..], &parts(&changes)[..]),
                (gone, parted),
                "{before:?} {after:?}"
            );
        };
        check(&[3, 5, 6], &[3, 2, 6], &[0, 3, 0], &[false; 3]);
        check(&[7, 12], &[4, 9], &[3, 3], &[false; 2]);
        check(&[3, 5], &[0, 5], &[3, 0], &[false; 2]);
        check(&[5, 2], &[5], &[0], &[false]);
        check(&[9, 11], &[1, 6, 11], &[2, 0, 0], &[true, true, false]);
        check(
            &[4, 9, 4],
            &[4, 3, 4, 4],
            &[0, 2, 0, 0],
            &[false, true, true, false],
        );
        check(&[11, 9], &[11, 1, 6], &[0, 2, 0], &[false, true, true]);
        check(&[10], &[1, 9], &[0, 0], &[true, true]);
        let split = |before, after| parts(&changes_in(PileMode::Split, before, after));
        assert_eq!(split(&[12, 1], &[5, 7]), [true, true]);
        assert_eq!(split(&[4, 4], &[4, 4]), [false, false]);
    }

    #[test]
    fn the_lowest_stone_out_of_sight_is_in_the_row_of_the_break() {
        let stack = Stack::new(40, 8, None);
        let (row, below) = (0..)
            .zip(&stack.rows)
            .find_map(|(i, row)| {
                if let StackRow::Break(below) = row {
                    Some((i, *below))
                } else {
                    None
                }
            })
            .unwrap();
        assert_eq!(
            [below, below + 1, below + 2].map(|stone| stack.row_at_least(stone)),
            [row - 1, row, row + 1]
        );
    }
}
