//! Computes the Grundy values of the heaps of an octal game.

#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps are numbered in 32 bits, and no value is larger than its heap"
)]

use std::ops::BitXor;

use super::code::Code;
use crate::solve::periodic::{Recurrence, Repeat, Sequence, Values};

/// A sparse space is used only if at most one in `SPARSE` heaps is rare.
const SPARSE: usize = 4;

/// The number of known heaps at which a sparse space is first chosen.
const FIRST_CHOICE: usize = 64;

/// The number of splits per total that are noted before the candidate value is checked again. A *total* is the number
/// of tokens that are left after a move that splits a heap.
const ROUND: usize = 16;

/// The lower bound for the number of splits to note per total. The remaining splits are compared with one candidate
/// value at a time.
const LEAST_NOTED: usize = 64;

/// The upper bounds for the number of splits to note per total. The first bound applies with a sparse space, which
/// leaves few candidate values to check, and the second bound applies without one.
const MOST_NOTED: [usize; 2] = [1024, 8192];

const PART: usize = 512;

/// The heaps of an octal game, with the tables for computing the next Grundy value.
///
/// A heap that can be split has about as many moves as tokens, so plain mex takes quadratic time. But most octal games
/// have a *sparse space* (E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 4, "Sparse Space Spells
/// Speed"): choose some bits, and call a value *rare* if an even number of these bits are set, and *common* otherwise.
/// The XOR of two rare or of two common values is rare, so a common value arises only from a rare and a common value.
/// For most games, some choice of bits leaves very few heaps with rare values, so a search through these heaps quickly
/// finds the smallest common value that no move reaches. The smaller rare values are then checked one by one, so the
/// answer is exact for any choice of bits.
///
/// For some games, such as 0.127, such a choice exists only if rare and common are exchanged for all heaps of one
/// parity (A. Flammenkamp, "Sparse- and Common-Positions of Sprague-Grundy Values of Octal-Games"). This requires that
/// the numbers of tokens taken by splitting moves are all even or all odd.
#[derive(Clone, Debug)]
pub struct Heaps {
    code: Code,
    splits: Vec<usize>,
    space: Option<SparseSpace>,
    /// The heaps with rare values, in ascending order; empty if there is no sparse space.
    rare: Vec<u32>,
    /// `seen[v]` is the last heap for which a move to value `v` was noted.
    seen: Vec<u32>,
    choose_at: usize,
    reversed: Reversed,
}

/// A copy of the values of the smallest heaps, in descending order of heap size. The copy includes at least all heaps
/// up to half the size of the next heap. As one heap of a split grows, the other heap shrinks. With this copy, a loop
/// reads the values of both heaps in ascending memory order, so the compiler can vectorize the loop.
#[derive(Clone, Debug, Default)]
pub(super) struct Reversed {
    narrow: Vec<u16>,
    wide: Vec<u32>,
}

/// An integer type for stored Grundy values.
pub(super) trait GrundyValue:
    Copy + Eq + Into<u32> + TryFrom<u32> + BitXor<Output = Self>
{
    fn list(reversed: &mut Reversed) -> &mut Vec<Self>;
}

impl GrundyValue for u16 {
    fn list(reversed: &mut Reversed) -> &mut Vec<u16> {
        &mut reversed.narrow
    }
}

impl GrundyValue for u32 {
    fn list(reversed: &mut Reversed) -> &mut Vec<u32> {
        &mut reversed.wide
    }
}

impl Reversed {
    fn of<V: GrundyValue>(&mut self, values: &[V]) -> &[V] {
        let list = V::list(self);
        if list.len() <= values.len() / 2 {
            list.clear();
            list.extend(values.iter().rev());
        }
        list
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SparseSpace {
    places: u32,
    /// Whether the meanings of rare and common are swapped for odd sizes.
    by_size: bool,
}

impl SparseSpace {
    /// Returns whether a value is rare. For heap `n`, pass `n - k` or `n + k` as the `size`, where `k` is the number of
    /// tokens taken by a split. Only the parity of `size` matters.
    fn is_rare(self, value: u32, size: usize) -> bool {
        let odd = self.by_size && !size.is_multiple_of(2);
        (value & self.places).count_ones().is_multiple_of(2) != odd
    }
}

impl Heaps {
    fn new(code: Code) -> Self {
        let splits = (0..=code.reach()).filter(|&k| code.leaves(k)[2]);
        Self {
            splits: splits.map(|k| k as usize).collect(),
            code,
            space: None,
            rare: Vec::new(),
            seen: vec![u32::MAX; 2],
            choose_at: FIRST_CHOICE,
            reversed: Reversed::default(),
        }
    }

    /// The octal code of the game.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Returns the field `by_size` of the sparse space, if there is a sparse space, and the number of rare heaps.
    #[cfg(test)]
    pub(super) fn space(&self) -> (Option<bool>, usize) {
        (self.space.map(|space| space.by_size), self.rare.len())
    }

    /// Chooses the bits that make the fewest of the known heaps rare. If `c(v, s)` counts the heaps with value `v` and
    /// parity `s`, the Walsh-Hadamard transform of `c` gives, for every choice, the number of rare heaps minus the
    /// number of common heaps.
    fn choose<V: GrundyValue>(&mut self, values: &[V]) {
        let mut excess = vec![0i64; 2 * self.seen.len().next_power_of_two()];
        for (n, &v) in values.iter().enumerate().skip(1) {
            excess[2 * v.into() as usize + n % 2] += 1;
        }
        let mut half = 1;
        while half < excess.len() {
            for block in excess.chunks_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for (a, b) in low.iter_mut().zip(high) {
                    (*a, *b) = (*a + *b, *a - *b);
                }
            }
            half *= 2;
        }
        // The transform exchanges rare and common for odd `n`, but the space exchanges them for odd `n - k`.
        let first = self.splits.first().copied().unwrap_or(0);
        let sizes_tell = self.splits.iter().all(|k| k % 2 == first % 2);
        let of_choice = |choice: usize| match choice % 2 {
            0 => excess[choice],
            _ if !sizes_tell => i64::MAX,
            _ if first.is_multiple_of(2) => excess[choice],
            _ => -excess[choice],
        };
        let best = (0..excess.len()).min_by_key(|&choice| of_choice(choice));
        let space = best.map(|choice| SparseSpace {
            places: (choice / 2) as u32,
            by_size: !choice.is_multiple_of(2),
        });
        self.space = space;
        self.rare.clear();
        for (n, &v) in values.iter().enumerate().skip(1) {
            self.list_if_rare(n, v.into());
        }
        if self.splits.is_empty() || self.rare.len() * SPARSE > values.len() {
            self.space = None;
            self.rare.clear();
        }
    }

    /// Computes the Grundy value of the next heap from the values of all smaller heaps.
    fn after<V: GrundyValue>(&mut self, values: &[V]) -> u32 {
        let n = values.len();
        if n == self.choose_at {
            self.choose(values);
            self.choose_at *= 2;
        }
        let fits = |&k: &usize| n.checked_sub(k).filter(|&total| total >= 2);
        let totals: Vec<usize> = self.splits.iter().filter_map(fits).collect();
        self.note_unsplit(values);
        self.note_rare(values, &totals);
        let value = self.least_unreached(values, &totals);
        if n > 0 {
            self.list_if_rare(n, value);
        }
        // Leave room for the XOR of any two values, and for a mex above all of them.
        let room = (value as usize + 1).next_power_of_two() * 2;
        if self.seen.len() < room {
            self.seen.resize(room, u32::MAX);
        }
        value
    }

    fn list_if_rare(&mut self, n: usize, value: u32) {
        let size = n + self.splits.first().copied().unwrap_or(0);
        if self.space.is_some_and(|space| space.is_rare(value, size)) {
            self.rare.push(n as u32);
        }
    }

    fn note_unsplit<V: GrundyValue>(&mut self, values: &[V]) {
        let n = values.len();
        for k in 1..=(self.code.reach() as usize).min(n) {
            let [none, one, _] = self.code.leaves(k as u64);
            if none && n == k {
                self.seen[0] = n as u32;
            }
            if one && n > k {
                self.seen[values[n - k].into() as usize] = n as u32;
            }
        }
    }

    /// Notes the values of the splits in which at least one heap is rare. If there is a sparse space, all other splits
    /// have rare values.
    fn note_rare<V: GrundyValue>(&mut self, values: &[V], totals: &[usize]) {
        let stamp = values.len() as u32;
        for &total in totals {
            let below = self.rare.partition_point(|&heap| (heap as usize) < total);
            for &heap in &self.rare[..below] {
                let value = values[heap as usize] ^ values[total - heap as usize];
                self.seen[value.into() as usize] = stamp;
            }
        }
    }

    /// Returns the smallest value that no move reaches. The caller must have called `note_unsplit` and `note_rare` for
    /// the heap.
    fn least_unreached<V: GrundyValue>(&mut self, values: &[V], totals: &[usize]) -> u32 {
        let stamp = values.len() as u32;
        let most = totals.iter().map(|total| total / 2).max().unwrap_or(0);
        let size = totals.first().copied().unwrap_or(0);
        let most_noted = MOST_NOTED[usize::from(self.space.is_none())];
        let noted = (4 * self.seen.len()).clamp(LEAST_NOTED, most_noted);
        let (mut looked, mut value) = (0, 0);
        loop {
            while self.seen[value as usize] == stamp {
                value += 1;
            }
            if self.space.is_some_and(|space| !space.is_rare(value, size)) {
                return value;
            }
            // Noting a few splits usually rules out several candidate values.
            while looked < noted.min(most) && self.seen[value as usize] != stamp {
                self.note_splits(looked, looked + ROUND, totals, values);
                looked += ROUND;
            }
            if self.seen[value as usize] != stamp {
                let reversed = self.reversed.of(values);
                if !is_reached_after(looked, value, totals, values, reversed) {
                    return value;
                }
                self.seen[value as usize] = stamp;
            }
        }
    }

    fn note_splits<V: GrundyValue>(
        &mut self,
        looked: usize,
        next: usize,
        totals: &[usize],
        values: &[V],
    ) {
        let stamp = values.len() as u32;
        for &total in totals {
            let last = next.min(total / 2);
            if looked < last {
                let opposite = values[total - last..total - looked].iter().rev();
                for (&a, &b) in values[looked + 1..=last].iter().zip(opposite) {
                    self.seen[(a ^ b).into() as usize] = stamp;
                }
            }
        }
    }
}

/// Returns whether the value `wanted` is reached by a split with more than `looked` tokens in the smaller heap.
/// `reversed` holds the values of the smallest heaps in descending order of heap size. It includes at least all heaps
/// up to half of each total.
pub(super) fn is_reached_after<V: GrundyValue>(
    looked: usize,
    wanted: u32,
    totals: &[usize],
    values: &[V],
    reversed: &[V],
) -> bool {
    let most = totals.iter().map(|total| total / 2).max().unwrap_or(0);
    let Ok(wanted) = V::try_from(wanted) else {
        return false;
    };
    // Most values appear among the first splits of some total, so try the first `PART` splits of every total before the
    // next `PART` splits of any total.
    (looked + 1..=most).step_by(PART).any(|from| {
        let totals = totals.iter().filter(|&&total| total / 2 >= from);
        totals.copied().any(|total| {
            let last = (from + PART - 1).min(total / 2);
            let larger = &values[total - last..=total - from];
            let smaller = &reversed[reversed.len() - 1 - last..reversed.len() - from];
            // Without a branch, the compiler can vectorize the comparison.
            larger
                .iter()
                .zip(smaller)
                .fold(false, |met, (&a, &b)| met | (a ^ b == wanted))
        })
    })
}

impl Recurrence for Heaps {
    const THEOREM: &'static str = tr_key!("octal periodicity theorem (Guy and Smith 1956)");

    fn next(&mut self, values: &Values) -> u32 {
        match values {
            Values::Narrow(values) => self.after(values),
            Values::Wide(values) => self.after(values),
        }
    }

    /// If moves take at most `k` tokens, a period that holds over `from <= n < 2 from + length + k` holds for ever.
    /// Beyond this range, one of the two heaps of every split is so large that shortening it by one period does not
    /// change its value. `from` must be at least 1, so that the shortened heap is not empty.
    fn proves(&self, from: usize, length: usize, known: usize) -> bool {
        2 * from + 2 * length + self.code.reach() as usize <= known
    }

    fn longest(&self, known: usize) -> usize {
        known / 2
    }

    fn proof(&self, Repeat { from, length }: Repeat) -> String {
        let from = from.max(1);
        let upto = 2 * from + length + self.code.reach() - 1;
        tr!("g(n + {length}) = g(n) for n = {from} to {upto}, so for ever (Guy and Smith 1956)")
    }
}

impl Code {
    /// Creates the sequence of Grundy values of this game.
    pub fn sequence(self) -> Sequence<Heaps> {
        Sequence::new(Heaps::new(self))
    }
}
