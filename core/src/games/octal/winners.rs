//! How many moves on a heap leave what is wanted, and which ones: by going through them, and in Kayles, where a heap
//! may hold up to 2^63-1, by the period of its values.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::{HeapMove, Octal};
use crate::rules::{Convention, nearest};
use crate::solve::kayles::{PERIOD, PERIODIC_FROM, Runs, SPECIAL, grundy};

/// When a move on one heap wins.
pub(super) enum WinningLeft {
    /// If what it leaves has this Grundy value.
    Value(u32),
    /// If what it leaves loses misère Kayles together with these.
    Beside(Runs),
}

/// Grundy values of up to 15 are all that Kayles has, and their XORs are no larger.
const KAYLES_VALUES: u32 = 16;

/// The longest run that misère Kayles treats apart.
const LONGEST_SPECIAL: u64 = SPECIAL[SPECIAL.len() - 1];

/// Whether these runs and two more lose in misère play.
pub(super) fn beside(mut runs: Runs, [a, b]: [u64; 2]) -> bool {
    runs.add(a);
    runs.add(b);
    runs.loses(Convention::Misere)
}

/// With a run that misère Kayles does not treat apart, misère play goes by the XOR as well; and every move on a heap of
/// more than twice the longest of those that it does leaves such a run.
pub(super) fn wanted_beside(others: Runs, size: u64) -> WinningLeft {
    if others.has_ordinary() || size > 2 * LONGEST_SPECIAL + 2 {
        WinningLeft::Value(others.grundy().into())
    } else {
        WinningLeft::Beside(others)
    }
}

/// The Grundy values of all heaps up to some size in a row, or those of Kayles.
pub(super) struct ValuesInARow<'g> {
    game: &'g Octal,
    values: Vec<u32>,
    kayles: bool,
}

impl<'g> ValuesInARow<'g> {
    pub(super) fn new(game: &'g Octal, values: Vec<u32>) -> Self {
        ValuesInARow { game, values, kayles: false }
    }

    pub(super) fn kayles(game: &'g Octal) -> Self {
        ValuesInARow { game, values: Vec::new(), kayles: true }
    }

    pub(super) fn of(&self, size: u64) -> u32 {
        if self.kayles { grundy(size).into() } else { self.values[nearest::<usize, _>(size)] }
    }

    /// Whether a move that leaves these two heaps wins.
    pub(super) fn reaches(&self, wanted: &WinningLeft, left: [u64; 2]) -> bool {
        match wanted {
            WinningLeft::Value(wanted) => left.iter().fold(0, |xor, &n| xor ^ self.of(n)) == *wanted,
            WinningLeft::Beside(others) => beside(*others, left),
        }
    }

    /// How many moves on a heap of that size leave that value.
    fn count_of(&self, size: u64, wanted: u32) -> u64 {
        let code = &self.game.code;
        let mut count = 0;
        for k in 1..=code.reach().min(size) {
            let [none, one, two] = code.leaves(k);
            let rest = size - k;
            if if rest == 0 { none } else { one } {
                count += u64::from(self.of(rest) == wanted);
            }
            if two && rest >= 2 {
                count += if self.kayles { kayles_splits(rest, wanted) } else { self.splits(rest, wanted) };
            }
        }
        count
    }

    /// How many ways to split `rest` stones in two have that value.
    fn splits(&self, rest: u64, wanted: u32) -> u64 {
        let rest = nearest(rest);
        let low = &self.values[1..=rest / 2];
        let high = self.values[rest - rest / 2..rest].iter().rev();
        low.iter().zip(high).filter(|(a, b)| **a ^ **b == wanted).count() as u64
    }

    /// How many moves on a heap of that size leave each value.
    pub(super) fn counts_by_value(&self, size: u64) -> BTreeMap<u32, u64> {
        if self.kayles {
            return (0..KAYLES_VALUES).map(|value| (value, self.count_of(size, value))).collect();
        }
        let mut counts = BTreeMap::new();
        let _ = self.game.moves_of(0, size, &mut |m| {
            let [a, b] = m.left(size);
            *counts.entry(self.of(a) ^ self.of(b)).or_default() += 1;
            ControlFlow::Continue(())
        });
        counts
    }

    /// How many moves on a heap of that size leave what is wanted; never asked where that takes a search.
    pub(super) fn count(&self, size: u64, wanted: &WinningLeft) -> u64 {
        match wanted {
            WinningLeft::Value(wanted) => self.count_of(size, *wanted),
            WinningLeft::Beside(runs) => {
                let mut count = 0;
                let _ = self.game.moves_of(0, size, &mut |m| {
                    count += u64::from(beside(*runs, m.left(size)));
                    ControlFlow::Continue(())
                });
                count
            }
        }
    }

    /// The moves of Kayles on a heap of that size that leave what is wanted, in board order.
    pub(super) fn kayles_winners(
        &self,
        heap: usize,
        size: u64,
        wanted: &WinningLeft,
        f: &mut dyn FnMut(HeapMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let reaches = |left: [u64; 2]| self.reaches(wanted, left);
        for amount in 1..=size.min(2) {
            let rest = size - amount;
            if reaches([rest, 0]) {
                f(HeapMove { heap, amount, split: None })?;
            }
            // Where both parts are periodic, a whole period without a winner has none after it.
            let mut later = false;
            for a in 1..=rest / 2 {
                if a >= PERIODIC_FROM + PERIOD && !later {
                    break;
                }
                if reaches([a, rest - a]) {
                    later |= a >= PERIODIC_FROM;
                    f(HeapMove { heap, amount, split: Some([a, rest - a]) })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// How many ways to split `rest` stones in two have that value in Kayles: from [`PERIODIC_FROM`] on, and both parts are
/// as large as the smaller one, they come back with the period.
fn kayles_splits(rest: u64, wanted: u32) -> u64 {
    let half = rest / 2;
    let wins = |a: &u64| u32::from(grundy(*a) ^ grundy(rest - a)) == wanted;
    let few = (1..=half.min(PERIODIC_FROM - 1)).filter(wins).count() as u64;
    let many = (PERIODIC_FROM..=half.min(PERIODIC_FROM + PERIOD - 1)).filter(wins);
    few + many.map(|a| (half - a) / PERIOD + 1).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_are_counted_as_one_by_one() {
        for rest in (0..400).chain([1000, 1234, 5001]) {
            let mut counts = [0; KAYLES_VALUES as usize];
            (1..=rest / 2).for_each(|a| counts[usize::from(grundy(a) ^ grundy(rest - a))] += 1);
            for (wanted, &count) in (0..).zip(&counts) {
                assert_eq!(kayles_splits(rest, wanted), count, "{rest} {wanted}");
            }
        }
    }
}
