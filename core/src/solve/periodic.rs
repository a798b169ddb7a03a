//! Sequences of Grundy values that are computed as they are asked for, until a
//! period is proved; from then on every value costs nothing.

use crate::rules::{Limits, Stop, nearest};

/// What is the same at `n + length` as at `n`, for every `n >= from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The first number of the first round.
    pub from: u64,
    /// How many numbers make a round.
    pub length: u64,
}

impl Repeat {
    /// The least number that has the same as `n`.
    pub fn least(self, n: u64) -> u64 {
        n.checked_sub(self.from)
            .map_or(n, |after| self.from + after % self.length)
    }
}

/// A proved period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// How the values repeat. Neither number can be made smaller.
    pub repeat: Repeat,
    /// What proves it, in one line.
    pub proof: String,
}

/// A family of heaps, one of each size, whose moves lead to sums of smaller
/// heaps of the same family.
pub trait Recurrence {
    /// Grundy value of heap `values.len()`, given those of all smaller heaps.
    fn next(&mut self, values: &[u32]) -> u32;

    /// Whether `g(n + length) = g(n)` for `from <= n < known - length` proves it
    /// for all `n >= from`; `known` is how many values have been compared.
    fn proves(&self, from: usize, length: usize, known: usize) -> bool;

    /// One line that says why the period is proved.
    fn proof(&self, repeat: Repeat) -> String;
}

/// The Grundy values of a [`Recurrence`], never more than a limit of them.
#[derive(Clone, Debug)]
pub struct Sequence<R> {
    rule: R,
    values: Vec<u32>,
    period: Option<Period>,
    /// The number of values at which to look for a period next.
    look_at: usize,
    limit: usize,
}

/// How many values are computed between two questions whether to stop.
const STRIDE: usize = 128;

impl<R> super::lock::Held for Sequence<R> {
    fn memory_used(&self) -> u64 {
        (self.values.capacity() * size_of::<u32>()) as u64
    }
}

impl<R: Recurrence> Sequence<R> {
    /// A sequence that computes the values `0..=limit` at most.
    pub fn new(rule: R, limit: usize) -> Self {
        Self {
            rule,
            values: Vec::new(),
            period: None,
            look_at: 32,
            limit,
        }
    }

    /// What the values are those of.
    pub fn rule(&self) -> &R {
        &self.rule
    }

    /// The values computed so far, from heap 0 on.
    pub fn computed(&self) -> &[u32] {
        &self.values
    }

    /// The period, where one has been proved so far.
    pub fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// Grundy value of heap `n`, if it is known without computing more.
    pub fn get(&self, n: u64) -> Option<u32> {
        if let Some(&value) = usize::try_from(n).ok().and_then(|n| self.values.get(n)) {
            return Some(value);
        }
        let n = self.period.as_ref()?.repeat.least(n);
        self.values.get(usize::try_from(n).ok()?).copied()
    }

    /// Grundy value of heap `n`, computed as far as needed; `None` where it is past the limit and no period is proved
    /// within it. What has been computed stays.
    pub fn value(&mut self, n: u64, limits: &Limits) -> Result<Option<u32>, Stop> {
        if let Some(value) = self.get(n) {
            return Ok(Some(value));
        }
        self.extend(n, limits)?;
        Ok(self.get(n))
    }

    /// Computes on until a period is proved or the limit is reached.
    pub fn prove_period(&mut self, limits: &Limits) -> Result<Option<&Period>, Stop> {
        self.extend(u64::MAX, limits)?;
        if self.period.is_none() {
            self.look();
        }
        Ok(self.period.as_ref())
    }

    /// The period with its proof in words, where one is proved within the limits.
    pub fn period_in_words(&mut self, limits: &Limits) -> Option<String> {
        let Period {
            repeat: Repeat { from, length },
            proof,
        } = self.prove_period(limits).ok()??;
        Some(format!("period {length} from {from} on: {proof}"))
    }

    fn extend(&mut self, n: u64, limits: &Limits) -> Result<(), Stop> {
        let last = nearest::<usize, _>(n).min(self.limit);
        while self.values.len() <= last && self.period.is_none() {
            if self.values.len().is_multiple_of(STRIDE) {
                limits.check()?;
            }
            let value = self.rule.next(&self.values);
            self.values.push(value);
            if self.values.len() == self.look_at {
                self.look();
                self.look_at += self.look_at / 2;
            }
        }
        Ok(())
    }

    /// Looks for the shortest period that the values so far prove.
    fn look(&mut self) {
        let known = self.values.len();
        let found = shortest_repeat(&self.values, |from, length| {
            self.rule.proves(from.max(1), length, known)
        });
        self.period = found.map(|repeat| Period {
            repeat,
            proof: self.rule.proof(repeat),
        });
    }
}

/// The shortest length after which the values repeat to their end, with the first place from which on they do, of those
/// that `proves` accepts: it is asked about the place and the length.
pub fn shortest_repeat<T: PartialEq>(
    values: &[T],
    proves: impl Fn(usize, usize) -> bool,
) -> Option<Repeat> {
    let agreement = agreement(values);
    (1..values.len())
        .map(|length| (values.len() - length - agreement[length] as usize, length))
        .find(|&(from, length)| agreement[length] > 0 && proves(from, length))
        .map(|(from, length)| Repeat {
            from: from as u64,
            length: length as u64,
        })
}

/// For every shift `p`, how many `n` from the last one down satisfy
/// `values[n] = values[n - p]`: the Z function of the values read backwards, in
/// linear time.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a sequence is far shorter than 2^32"
)]
fn agreement<T: PartialEq>(values: &[T]) -> Vec<u32> {
    let n = values.len();
    let at = |i: usize| &values[n - 1 - i];
    let mut z = vec![0u32; n];
    let (mut left, mut right) = (0, 0);
    for i in 1..n {
        let mut len = if i < right {
            (z[i - left] as usize).min(right - i)
        } else {
            0
        };
        while i + len < n && at(len) == at(i + len) {
            len += 1;
        }
        z[i] = len as u32;
        if i + len > right {
            (left, right) = (i, i + len);
        }
    }
    z
}
