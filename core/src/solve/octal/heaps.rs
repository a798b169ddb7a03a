//! The Grundy values of the heaps of an octal game, one after another.

#![expect(
    clippy::cast_possible_truncation,
    reason = "values and heaps stay below the limit of a sequence"
)]

use std::ops::BitXor;

use super::code::Code;
use crate::solve::periodic::{Recurrence, Repeat, Sequence};

/// Heaps up to this size have a known Grundy value in every octal game; larger
/// ones where a period is proved on the way there.
pub const LIMIT: usize = 100_000;

/// A sparse space is used where at least this many heaps come on each rare one.
const SPARSE: usize = 4;

/// How many splits of each total are looked at one by one before the others are compared many at a time: where every
/// value is rare, at least (the more values there are, the more of them are in doubt), and in a sparse space.
const FIRST: [usize; 2] = [128, 1024];

/// How many moves of each amount are looked at without a question in between.
const ROUND: usize = 64;

/// How many moves are compared without a question in between.
const PART: usize = 512;

/// The heaps of an octal game, and what the computation of their Grundy values
/// remembers.
///
/// A heap that may split has as many moves as tokens, so plain mex takes
/// quadratic time. Most octal games fill a *sparse space* instead (E. R.
/// Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 4): choose some
/// binary places, and call a value *rare* if it has an even number of ones
/// there, else *common*. The XOR of two rare or two common values is rare, so a
/// common value arises only from a rare one and a common one. For most games
/// some choice of places leaves very few heaps with rare values, and then the
/// least common value that no move reaches is found quickly. What is left is to
/// see that each smaller rare value is reached, which a few moves show; where
/// they do not, all moves are gone through. So the answer is exact whatever the
/// places, and only the time depends on them.
///
/// Going through all moves for one value is a comparison of the values in one
/// direction with those in the other, many at a time while they fit 16 bits.
/// Where a sparse space would leave more work than that, as in Dawson's Kayles,
/// no places are chosen and each value is looked for in this way.
#[derive(Clone, Debug)]
pub struct Heaps {
    code: Code,
    /// The places that tell rare from common; 0 makes every value rare.
    places: u32,
    /// Heaps with rare values in rising order, each with its value, heap 0 left out; none where every value is rare.
    rare: Vec<(u32, u32)>,
    /// The values in 16 bits, up to the first that does not fit.
    pub(super) narrow: Vec<u16>,
    /// The same backwards, at the end of the vector.
    back: Vec<u16>,
    /// `seen[v]` is the last heap that had a move to value `v`.
    seen: Vec<u32>,
    /// Where to choose the places again.
    choose_at: usize,
}

impl Heaps {
    fn new(code: Code) -> Self {
        let (narrow, back) = (Vec::new(), vec![0; 256]);
        Self {
            code,
            places: 0,
            rare: Vec::new(),
            narrow,
            back,
            seen: vec![0; 2],
            choose_at: 256,
        }
    }

    /// The code of the game.
    pub fn code(&self) -> &Code {
        &self.code
    }

    fn is_rare(&self, value: u32) -> bool {
        (value & self.places).count_ones().is_multiple_of(2)
    }

    /// Chooses the places that make the fewest heaps so far rare. With `c(v)`
    /// heaps of value `v`, the Walsh-Hadamard transform of `c` is, for every
    /// choice of places, the number of rare heaps less that of common ones.
    fn choose(&mut self, values: &[u32]) {
        let mut excess = vec![0i64; self.seen.len().next_power_of_two()];
        for &v in &values[1..] {
            excess[v as usize] += 1;
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
        let best = (0..excess.len()).min_by_key(|&places| excess[places]);
        self.places = best.unwrap_or(0) as u32;
        let heaps = (1..)
            .zip(&values[1..])
            .filter(|(_, value)| self.is_rare(**value));
        self.rare = heaps.map(|(heap, &value)| (heap, value)).collect();
        if self.narrow.len() == values.len() && self.rare.len() * SPARSE > values.len() {
            (self.places, self.rare) = (0, Vec::new());
        }
    }

    /// Takes note of the value of the next heap.
    fn push(&mut self, n: usize, value: u32) {
        if self.places != 0 && n > 0 && self.is_rare(value) {
            self.rare.push((n as u32, value));
        }
        if self.narrow.len() == n
            && let Ok(short) = u16::try_from(value)
        {
            if n == self.back.len() {
                let mut longer = vec![0; n];
                longer.append(&mut self.back);
                self.back = longer;
            }
            let place = self.back.len() - 1 - n;
            self.back[place] = short;
            self.narrow.push(short);
        }
    }

    /// Notes the values of the moves of the next heap that leave at most one heap; what is left in all by those that
    /// split it.
    fn see_unsplit(&mut self, values: &[u32]) -> Vec<usize> {
        let n = values.len();
        let mut totals = Vec::new();
        for k in 1..=self.code.0.len().min(n) {
            let [none, one, two] = self.code.leaves(k as u64);
            if none && n == k {
                self.seen[0] = n as u32;
            }
            if one && n > k {
                self.seen[values[n - k] as usize] = n as u32;
            }
            if two && n >= k + 2 {
                totals.push(n - k);
            }
        }
        totals
    }

    /// Notes the values of the splits into a rare heap and another: every common value that is reached is among them.
    #[inline(never)] // its loop has the registers to itself
    fn see_rare(&mut self, values: &[u32], totals: &[usize]) {
        let stamp = values.len() as u32;
        let in_16_bits = self.narrow.len() == values.len();
        let seen = &mut self.seen[..];
        for &total in totals {
            let below = self
                .rare
                .partition_point(|&(heap, _)| (heap as usize) < total);
            let rare = &self.rare[..below];
            // In 16 bits twice as many values lie close together.
            if in_16_bits {
                // The value of heap i stands i places before the last.
                let opposite = &self.back[self.back.len() - 1 - total..];
                let xor = |&(heap, value): &(u32, u32)| value as u16 ^ opposite[heap as usize];
                let (fours, rest) = rare.as_chunks::<4>();
                for four in fours {
                    four.iter()
                        .for_each(|heap| seen[usize::from(xor(heap))] = stamp);
                }
                rest.iter()
                    .for_each(|heap| seen[usize::from(xor(heap))] = stamp);
            } else {
                for &(heap, value) in rare {
                    seen[(value ^ values[total - heap as usize]) as usize] = stamp;
                }
            }
        }
    }

    /// The mex, where all common values have been noted: the least value that is not, unless it is rare and a split
    /// is found that reaches it.
    fn least_unreached(&mut self, values: &[u32], totals: &[usize]) -> u32 {
        let n = values.len();
        let stamp = n as u32;
        // The first moves of each amount tell of several values at once: some of them at a time, without looking in
        // between whether the one in doubt is there.
        let first = if self.places == 0 {
            (2 * self.seen.len()).max(FIRST[0])
        } else {
            FIRST[1]
        };
        let mut looked = 0;
        let mut value = 0;
        loop {
            while self.seen[value as usize] == stamp && n > 0 {
                value += 1;
            }
            if !self.is_rare(value) {
                return value;
            }
            while looked < first && self.seen[value as usize] != stamp {
                let next = (looked + ROUND).min(first);
                self.see_splits(looked, next, totals, values);
                looked = next;
            }
            let soon = self.seen[value as usize] == stamp && n > 0;
            if !soon && !self.is_reached_later(value, first, totals, values) {
                return value;
            }
            self.seen[value as usize] = stamp;
        }
    }

    /// Notes the values of the splits whose smaller heap has more than `looked` and at most `next`.
    #[inline(never)] // the same
    fn see_splits(&mut self, looked: usize, next: usize, totals: &[usize], values: &[u32]) {
        let stamp = values.len() as u32;
        let in_16_bits = self.narrow.len() == values.len();
        let seen = &mut self.seen[..];
        for &total in totals {
            let last = next.min(total / 2);
            if looked >= last {
                continue;
            }
            if in_16_bits {
                // The value of heap i stands i places before the last.
                let start = self.back.len() + looked - total;
                let opposite = &self.back[start..start + last - looked];
                // Four at a time: the loop costs as much as a value.
                let (fours, rest) = self.narrow[looked + 1..=last].as_chunks::<4>();
                let (opposite_fours, opposite_rest) = opposite.as_chunks::<4>();
                for (a, b) in fours.iter().zip(opposite_fours) {
                    a.iter()
                        .zip(b)
                        .for_each(|(a, b)| seen[usize::from(a ^ b)] = stamp);
                }
                rest.iter()
                    .zip(opposite_rest)
                    .for_each(|(a, b)| seen[usize::from(a ^ b)] = stamp);
            } else {
                let opposite = values[total - last..total - looked].iter().rev();
                for (a, b) in values[looked + 1..=last].iter().zip(opposite) {
                    seen[(a ^ b) as usize] = stamp;
                }
            }
        }
    }

    /// Whether a move splits one of these totals into two heaps, the smaller of more than `first`, whose values
    /// have the XOR `wanted`.
    pub(super) fn is_reached_later(
        &self,
        wanted: u32,
        first: usize,
        totals: &[usize],
        values: &[u32],
    ) -> bool {
        let most = totals.iter().map(|total| total / 2).max().unwrap_or(0);
        let in_16_bits = self.narrow.len() == values.len();
        if in_16_bits && wanted > u32::from(u16::MAX) {
            return false;
        }
        // Of all totals a part each before the next part: most values are found early under one of them.
        (first + 1..=most).step_by(PART).any(|from| {
            totals
                .iter()
                .filter(|&&total| total / 2 >= from)
                .any(|&total| {
                    let end = (from + PART).min(total / 2 + 1);
                    if in_16_bits {
                        // The value of heap i stands i places before the last.
                        let start = self.back.len() - 1 - (total - from);
                        meets(
                            &self.narrow[from..end],
                            self.back[start..].iter(),
                            wanted as u16,
                        )
                    } else {
                        meets(
                            &values[from..end],
                            values[..=total - from].iter().rev(),
                            wanted,
                        )
                    }
                })
        })
    }
}

/// Whether the XOR of a value with the one opposite is what is wanted. Without a way out halfway, so that many are
/// compared at a time.
#[inline(always)]
fn meets<'v, T>(values: &[T], opposite: impl Iterator<Item = &'v T>, wanted: T) -> bool
where
    T: Copy + Eq + BitXor<Output = T> + 'v,
{
    values
        .iter()
        .zip(opposite)
        .fold(false, |met, (&a, &b)| met | (a ^ b == wanted))
}

impl Recurrence for Heaps {
    fn next(&mut self, values: &[u32]) -> u32 {
        let n = values.len();
        if n == self.choose_at {
            self.choose(values);
            self.choose_at *= 2;
        }
        let totals = self.see_unsplit(values);
        self.see_rare(values, &totals);
        let value = self.least_unreached(values, &totals);
        self.push(n, value);
        // Room for any XOR of two values, and for a mex past all of them.
        let room = (value as usize + 1).next_power_of_two() * 2;
        if self.seen.len() < room {
            self.seen.resize(room, 0);
        }
        value
    }

    /// The theorem of Guy and Smith: if moves take at most `k` tokens, values
    /// that repeat over `from <= n < 2 from + length + k` repeat for ever (of
    /// two heaps that sum to more, one can be shortened by the period). Here
    /// `from >= 1`, so that the shortened heap is not empty.
    fn proves(&self, from: usize, length: usize, known: usize) -> bool {
        2 * from + 2 * length + self.code.0.len() <= known
    }

    fn proof(&self, Repeat { from, length }: Repeat) -> String {
        let from = from.max(1);
        let upto = 2 * from + length + self.code.reach() - 1;
        format!("g(n + {length}) = g(n) for n = {from} to {upto}, so for ever (Guy and Smith 1956)")
    }
}

impl Code {
    /// The Grundy values of this game up to heaps of `limit`.
    pub fn sequence(self, limit: usize) -> Sequence<Heaps> {
        Sequence::new(Heaps::new(self), limit)
    }
}
