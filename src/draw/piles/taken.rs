//! What the last move took from each stack.

use crate::rules::{PileMode, Piles};

/// How many stones the last move took from each stack of a board. A stack that was parted stands as two, and what was
/// taken is said of the first of them.
pub(super) fn taken(before: &Piles, now: &Piles) -> Vec<u64> {
    let counts = |piles: &Piles| piles.heaps.iter().map(|h| h.count).collect::<Vec<u64>>();
    let (before, after) = (counts(before), counts(now));
    match now.mode {
        PileMode::Split => emptied(&before, &after),
        PileMode::Take => lost(&before, &after),
    }
}

/// One box was emptied, and another split into all that there is now.
fn emptied(before: &[u64], after: &[u64]) -> Vec<u64> {
    let left: u128 = after.iter().map(|&n| u128::from(n)).sum();
    let mut taken = vec![0; after.len()];
    if let ([a, b], [_, _]) = (before, after) {
        if u128::from(*b) == left {
            taken[0] = *a;
        } else if u128::from(*a) == left {
            taken[1] = *b;
        }
    }
    taken
}

/// The stacks that are not as they were stand side by side: one less, parted or gone, or several less.
fn lost(before: &[u64], after: &[u64]) -> Vec<u64> {
    let same = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (old, new) = (&before[same..], &after[same..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let mut taken = vec![0; after.len()];
    if old.len() == new.len() {
        for (k, (a, b)) in old.iter().zip(new).enumerate() {
            taken[same + k] = a.saturating_sub(*b);
        }
    } else if let ([whole], [_, ..]) = (old, new) {
        taken[same] = new.iter().fold(*whole, |left, n| left.saturating_sub(*n));
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_is_said_of_the_stack_it_was_taken_from() {
        // Less in one, in two, nothing left, parted in front, in the middle and at the end, gone.
        assert_eq!(lost(&[3, 5, 6], &[3, 2, 6]), [0, 3, 0]);
        assert_eq!(lost(&[7, 12], &[4, 9]), [3, 3]);
        assert_eq!(lost(&[3, 5], &[0, 5]), [3, 0]);
        assert_eq!(lost(&[9, 11], &[1, 6, 11]), [2, 0, 0]);
        assert_eq!(lost(&[4, 9, 4], &[4, 3, 4, 4]), [0, 2, 0, 0]);
        assert_eq!(lost(&[11, 9], &[11, 1, 6]), [0, 2, 0]);
        assert_eq!(lost(&[5, 2], &[5]), [0]);
        assert_eq!(lost(&[2, 2, 2], &[2, 2]), [0, 0]);
    }

    #[test]
    fn of_two_boxes_one_is_emptied_and_the_other_split() {
        assert_eq!(emptied(&[12, 1], &[5, 7]), [0, 1]);
        assert_eq!(emptied(&[7, 4], &[1, 3]), [7, 0]);
        assert_eq!(emptied(&[4, 4], &[1, 3]), [4, 0]);
    }
}
