//! What the last move did to each stack.

use nimatron_core::rules::{PileMode, Piles};

/// What the last move did to a stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::draw) struct HeapChange {
    /// How many stones were taken from it. Of a stack that was parted this is said of the first part.
    pub(in crate::draw) taken: u64,
    /// It is one of several parts of a stack, or of a box that was split.
    pub(in crate::draw) is_part: bool,
}

/// What the last move did to each stack of a board.
pub(in crate::draw) fn changes(before: &Piles, now: &Piles) -> Vec<HeapChange> {
    let counts = |piles: &Piles| piles.heaps.iter().map(|h| h.count).collect::<Vec<u64>>();
    let (before, after) = (counts(before), counts(now));
    match now.mode {
        PileMode::Split => split(&before, &after),
        PileMode::Take | PileMode::Become => lessened(&before, &after),
    }
}

/// One box was emptied, and another split into all that there is now.
fn split(before: &[u64], after: &[u64]) -> Vec<HeapChange> {
    let left: u128 = after.iter().map(|&n| u128::from(n)).sum();
    let mut changes = vec![HeapChange { taken: 0, is_part: before != after }; after.len()];
    if let ([a, b], [_, _]) = (before, after) {
        if u128::from(*b) == left {
            changes[0].taken = *a;
        } else if u128::from(*a) == left {
            changes[1].taken = *b;
        }
    }
    changes
}

/// The stacks that are not as they were stand side by side: one less, parted or gone, or several less.
fn lessened(before: &[u64], after: &[u64]) -> Vec<HeapChange> {
    let same = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (old, new) = (&before[same..], &after[same..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let mut changes = vec![HeapChange::default(); after.len()];
    if old.len() == new.len() {
        for (k, (a, b)) in old.iter().zip(new).enumerate() {
            changes[same + k].taken = a.saturating_sub(*b);
        }
    } else if let ([whole], [_, ..]) = (old, new) {
        changes[same..same + new.len()].iter_mut().for_each(|c| c.is_part = true);
        changes[same].taken = new.iter().fold(*whole, |left, n| left.saturating_sub(*n));
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(changes: &[HeapChange]) -> Vec<u64> {
        changes.iter().map(|c| c.taken).collect()
    }

    fn parts(changes: &[HeapChange]) -> Vec<bool> {
        changes.iter().map(|c| c.is_part).collect()
    }

    #[test]
    fn what_was_taken_is_said_of_the_stack_it_was_taken_from() {
        // Less in one, in two, nothing left, gone.
        assert_eq!(taken(&lessened(&[3, 5, 6], &[3, 2, 6])), [0, 3, 0]);
        assert_eq!(taken(&lessened(&[7, 12], &[4, 9])), [3, 3]);
        assert_eq!(taken(&lessened(&[3, 5], &[0, 5])), [3, 0]);
        assert_eq!(taken(&lessened(&[5, 2], &[5])), [0]);
        assert_eq!(taken(&lessened(&[2, 2, 2], &[2, 2])), [0, 0]);
    }

    #[test]
    fn the_parts_of_a_stack_are_known() {
        let first = lessened(&[9, 11], &[1, 6, 11]);
        assert_eq!((taken(&first), parts(&first)), (vec![2, 0, 0], vec![true, true, false]));
        let middle = lessened(&[4, 9, 4], &[4, 3, 4, 4]);
        assert_eq!((taken(&middle), parts(&middle)), (vec![0, 2, 0, 0], vec![false, true, true, false]));
        let last = lessened(&[11, 9], &[11, 1, 6]);
        assert_eq!((taken(&last), parts(&last)), (vec![0, 2, 0], vec![false, true, true]));
        let none = lessened(&[10], &[1, 9]);
        assert_eq!((taken(&none), parts(&none)), (vec![0, 0], vec![true, true]));
    }

    #[test]
    fn of_two_boxes_one_is_emptied_and_the_other_split() {
        assert_eq!(taken(&split(&[12, 1], &[5, 7])), [0, 1]);
        assert_eq!(taken(&split(&[7, 4], &[1, 3])), [7, 0]);
        assert_eq!(taken(&split(&[4, 4], &[1, 3])), [4, 0]);
        assert_eq!(parts(&split(&[4, 4], &[4, 4])), [false, false]);
    }
}
