//! Computes sequences of Grundy values on demand until a period is proved; afterwards every value is looked up.

use std::sync::Arc;

use crate::language::text;
use crate::rules::{Limits, Stop};

/// A period: the values at `n` and `n + length` are equal for every `n >= from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The start of the first period.
    pub from: u64,
    /// The length of the period.
    pub length: u64,
}

impl Repeat {
    /// Returns the smallest number that the period proves to have the same value as `n`.
    pub fn least(self, n: u64) -> u64 {
        n.checked_sub(self.from)
            .map_or(n, |after| self.from + after % self.length)
    }
}

/// A proved period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The period, with minimal start and length.
    pub repeat: Repeat,
    /// The name of the theorem that proves the period, or the whole argument in one line.
    pub theorem: String,
    /// The proof of this period in one line.
    pub proof: String,
}

/// A family with one heap of each size. Every move in a heap leads to a sum of smaller heaps of the family.
pub trait Recurrence {
    /// Computes the Grundy value of heap `values.len()` from the values of all smaller heaps.
    fn next(&mut self, values: &Values) -> u32;

    /// Returns whether `g(n + length) = g(n)` for `from <= n < known - length` proves the period.
    fn proves(&self, from: usize, length: usize, known: usize) -> bool;

    /// The length of the longest period that can be proved from `known` values.
    fn longest(&self, known: usize) -> usize;

    /// The name of the theorem that proves periods.
    const THEOREM: &'static str;

    /// Returns the proof of a period in one line.
    fn proof(&self, repeat: Repeat) -> String;
}

/// The first Grundy values of a family of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// All values fit into 16 bits.
    Narrow(Vec<u16>),
    /// Some values need 32 bits.
    Wide(Vec<u32>),
}

impl Default for Values {
    fn default() -> Self {
        Values::Narrow(Vec::new())
    }
}

impl Values {
    /// The number of values.
    pub fn len(&self) -> usize {
        match self {
            Values::Narrow(values) => values.len(),
            Values::Wide(values) => values.len(),
        }
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of heap `n`; `None` past the last heap.
    pub fn get(&self, n: usize) -> Option<u32> {
        match self {
            Values::Narrow(values) => values.get(n).copied().map(u32::from),
            Values::Wide(values) => values.get(n).copied(),
        }
    }

    /// Iterates over the values, starting with heap 0.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.len()).filter_map(|n| self.get(n))
    }

    /// Appends the value of the next heap.
    pub fn push(&mut self, value: u32) {
        match (&mut *self, u16::try_from(value)) {
            (Values::Narrow(values), Ok(narrow)) => values.push(narrow),
            (Values::Narrow(values), Err(_)) => {
                let wide = values.iter().map(|&v| v.into()).chain([value]);
                *self = Values::Wide(wide.collect());
            }
            (Values::Wide(values), _) => values.push(value),
        }
    }

    fn bytes_of(&self, count: usize) -> u64 {
        let each = match self {
            Values::Narrow(_) => size_of::<u16>(),
            Values::Wide(_) => size_of::<u32>(),
        };
        (count as u64).saturating_mul(each as u64)
    }

    fn capacity(&self) -> usize {
        match self {
            Values::Narrow(values) => values.capacity(),
            Values::Wide(values) => values.capacity(),
        }
    }

    fn reserve(&mut self, more: usize) {
        match self {
            Values::Narrow(values) => values.reserve_exact(more),
            Values::Wide(values) => values.reserve_exact(more),
        }
    }
}

/// The Grundy values of a [`Recurrence`], computed on demand.
#[derive(Clone, Debug)]
pub struct Sequence<R> {
    rule: R,
    values: Arc<Values>,
    period: Option<Period>,
    /// The number of values at which the next search for a period takes place.
    look_at: usize,
}

/// A snapshot of the known values, including those given by the period.
#[derive(Clone, Debug)]
pub struct KnownValues {
    values: Arc<Values>,
    repeat: Option<Repeat>,
}

impl KnownValues {
    /// The period, if one is proved.
    pub fn repeat(&self) -> Option<Repeat> {
        self.repeat
    }

    /// The Grundy value of heap `n`; `None` if the value is not known.
    pub fn get(&self, n: u64) -> Option<u32> {
        let n = self.repeat.map_or(n, |repeat| repeat.least(n));
        self.values.get(usize::try_from(n).ok()?)
    }
}

const STRIDE: usize = 32;

const LEAST_ROOM: usize = 256;

impl<R: Recurrence> Sequence<R> {
    /// Creates an empty sequence.
    pub fn new(rule: R) -> Self {
        Self {
            rule,
            values: Arc::default(),
            period: None,
            look_at: 32,
        }
    }

    /// The recurrence that generates the values.
    pub fn rule(&self) -> &R {
        &self.rule
    }

    /// The values computed so far, starting with heap 0.
    pub fn computed(&self) -> &Values {
        &self.values
    }

    /// Returns a snapshot of the known values, which can be read without a lock.
    pub fn known(&self) -> KnownValues {
        KnownValues {
            values: Arc::clone(&self.values),
            repeat: self.period.as_ref().map(|period| period.repeat),
        }
    }

    /// The period, if one has been proved.
    pub fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// The Grundy value of heap `n`; `None` if neither a computed value nor the period gives it.
    pub fn get(&self, n: u64) -> Option<u32> {
        let n = self
            .period
            .as_ref()
            .map_or(n, |period| period.repeat.least(n));
        self.values.get(usize::try_from(n).ok()?)
    }

    /// Returns the Grundy value of heap `n`, computing the missing values up to `n` or until a period is proved.
    ///
    /// # Errors
    /// Returns [`Stop::Interrupted`] if `limits` stop the computation, and [`Stop::NotProved`] if the values exceed the
    /// memory limit.
    pub fn value(&mut self, n: u64, limits: &Limits) -> Result<u32, Stop> {
        self.extend(n, limits)?;
        self.get(n).ok_or_else(|| too_many(self.values.len()))
    }

    /// Computes the values up to heap `most`, or until a period is proved. Returns the period, if any.
    pub fn prove_period(&mut self, most: u64, limits: &Limits) -> Result<Option<&Period>, Stop> {
        self.extend(most, limits)?;
        if self.period.is_none() && self.values.len() as u64 <= most.saturating_add(1) {
            self.look();
        }
        Ok(self.period.as_ref())
    }

    fn extend(&mut self, n: u64, limits: &Limits) -> Result<(), Stop> {
        while self.get(n).is_none() {
            let known = self.values.len();
            if known.is_multiple_of(STRIDE) {
                limits.check()?;
                limits.progress(known as u64, n.saturating_add(1));
            }
            if known == self.values.capacity() {
                self.make_room(limits)?;
            }
            let value = self.rule.next(&self.values);
            Arc::make_mut(&mut self.values).push(value);
            if self.values.len() == self.look_at {
                self.look();
                self.look_at += self.look_at / 2;
            }
        }
        Ok(())
    }

    /// Reserves memory for more values, within the memory limit.
    fn make_room(&mut self, limits: &Limits) -> Result<(), Stop> {
        let known = self.values.len();
        let more = (known / 4).max(LEAST_ROOM);
        let look = (self.rule.longest(self.look_at) * size_of::<u32>()) as u64;
        // Count the values twice, because the rule may keep a copy.
        let values = self.values.bytes_of(known + more).saturating_mul(2);
        let bytes = values.saturating_add(look);
        if bytes > limits.memory() || u32::try_from(known + more).is_err() {
            return Err(too_many(known));
        }
        Arc::make_mut(&mut self.values).reserve(more);
        Ok(())
    }

    fn look(&mut self) {
        let known = self.values.len();
        let longest = self.rule.longest(known);
        let proves = |from: usize, length| self.rule.proves(from.max(1), length, known);
        let found = match &*self.values {
            Values::Narrow(values) => shortest_repeat(values, longest, proves),
            Values::Wide(values) => shortest_repeat(values, longest, proves),
        };
        self.period = found.map(|repeat| Period {
            repeat,
            theorem: text(R::THEOREM).to_owned(),
            proof: self.rule.proof(repeat),
        });
    }
}

impl Period {
    /// Creates a period that follows from a theorem.
    pub fn new(repeat: Repeat, theorem: &str) -> Period {
        let theorem = text(theorem);
        Period {
            repeat,
            theorem: theorem.to_owned(),
            proof: theorem.to_owned(),
        }
    }

    /// Renders the period with its proof in one line.
    pub fn in_words(&self) -> String {
        let Repeat { from, length } = self.repeat;
        tr!(
            "period {length} from {from} on: {proof}",
            proof = self.proof
        )
    }
}

fn too_many(known: usize) -> Stop {
    Stop::not_proved(tr!(
        "the Grundy values up to {value} prove no period, and more do not fit the memory given",
        value = known.saturating_sub(1)
    ))
}

/// Returns the shortest period that holds to the end of `values`. Considers only lengths up to `longest`, and only
/// periods for which `proves` returns true, given the start and the length.
pub fn shortest_repeat<T: PartialEq>(
    values: &[T],
    longest: usize,
    proves: impl Fn(usize, usize) -> bool,
) -> Option<Repeat> {
    let agreement = agreement(values, longest.saturating_add(1).min(values.len()));
    (1..agreement.len())
        .map(|length| (values.len() - length - agreement[length] as usize, length))
        .find(|&(from, length)| agreement[length] > 0 && proves(from, length))
        .map(|(from, length)| Repeat {
            from: from as u64,
            length: length as u64,
        })
}

/// Returns, for every shift `p`, the length of the longest run of indices at the end of `values` in which every index
/// `n` satisfies `values[n] = values[n - p]`. These lengths are the Z function of the reversed values, computed in
/// linear time.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a sequence is far shorter than 2^32"
)]
fn agreement<T: PartialEq>(values: &[T], shifts: usize) -> Vec<u32> {
    let n = values.len();
    let at = |i: usize| &values[n - 1 - i];
    let mut z = vec![0u32; shifts];
    let (mut left, mut right) = (0, 0);
    for i in 1..shifts {
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
