//! Finds the winner and the Grundy value, but not the moves to the end, by a search that stops early.
//!
//! A position has Grundy value k exactly if no option has value k and the position has no smaller value. So the search
//! asks "is it k?", answers no at the first option with value k, and finds a value as the first k that is not ruled
//! out. In a sum of independent parts, it finds the values of all parts but the last, and then asks whether the last
//! part has the value that remains: Lemoine and Viennot, "Nimbers are inevitable" (2012). If the players have different
//! moves or the last move loses, the search finds only the outcome, and stops at the first winning move.
//!
//! Each position takes its packed key and 20 bytes of results. Its distinct options take four bytes per part as long as
//! they fit in half of the memory; beyond that the script is asked again.

use super::explore::{MOST_POSITIONS, MoveSource, NextPositions};
use super::positions::Positions;
use super::script::ScriptError;
use crate::rules::{Limits, Outcome, Stop};

/// Grundy values from this value upwards are not searched for.
const MOST_VALUES: u32 = 32;
/// The recursion limit of the search.
const DEEPEST: usize = 300;
/// Marks an unknown result.
const UNKNOWN: u8 = u8::MAX;

/// The results for one position.
#[derive(Clone, Copy)]
struct Found {
    /// The Grundy value, or the outcome as an index into [`CODES`].
    value: u8,
    /// The meaning of `next`.
    next_is: NextIs,
    /// The values that the position does not have, one bit each.
    not: u32,
    /// The offset and length of the list of the position's options or parts.
    next: (u32, u32),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NextIs {
    /// The script has not been asked, or there was no room to store its answer.
    Missing,
    Options,
    /// The position is the sum of the parts in the list.
    Parts,
}

/// The outcomes in the order of their codes.
const CODES: [Outcome; 3] = [Outcome::Loss, Outcome::Win, Outcome::Draw];

/// The script's answer for one position.
struct Next {
    is: NextIs,
    /// For each option, or for the position itself, the number of its parts followed by the parts, the largest one
    /// last.
    list: Vec<u32>,
    over: Option<Outcome>,
}

/// The positions seen, and the results that the search has found for them.
pub(super) struct Quick {
    /// Whether the search finds Grundy values; otherwise it finds outcomes.
    by_values: bool,
    positions: Positions,
    found: Vec<Found>,
    /// The lists of options and parts, one after another.
    lists: Vec<u32>,
}

impl Quick {
    /// The approximate size in bytes, which the limits bound.
    pub(super) fn memory_used(&self) -> u64 {
        let found = self.found.capacity() * size_of::<Found>();
        self.positions.memory_used() + (found + 4 * self.lists.capacity()) as u64
    }
}

impl Quick {
    pub fn new(by_values: bool, bits: Option<u32>) -> Quick {
        Quick {
            by_values,
            positions: Positions::new(bits),
            found: Vec::new(),
            lists: Vec::new(),
        }
    }

    /// The outcome of a position, if already known.
    pub fn known(&self, at: &[u8], source: &dyn MoveSource) -> Option<Outcome> {
        let mut canonical = at.to_vec();
        source.make_canonical(&mut canonical);
        let found = self.found[self.positions.find(&canonical)? as usize];
        match found.value {
            UNKNOWN if self.by_values && found.not & 1 != 0 => Some(Outcome::Win),
            UNKNOWN => None,
            value if self.by_values => Some(Outcome::won(value != 0)),
            code => CODES.get(usize::from(code)).copied(),
        }
    }

    /// The outcome of a position.
    pub fn outcome(
        &mut self,
        at: &[u8],
        source: &dyn MoveSource,
        limits: &Limits,
    ) -> Result<Outcome, ScriptError> {
        self.asked(at, source, limits, |search, at| {
            if search.quick.by_values {
                Ok(Outcome::won(!search.is_value(at, 0, 0)?))
            } else {
                search.outcome(at, 0)
            }
        })
    }

    /// The Grundy value of a position, in a game with Grundy values.
    pub fn value(
        &mut self,
        at: &[u8],
        source: &dyn MoveSource,
        limits: &Limits,
    ) -> Result<u64, ScriptError> {
        self.asked(at, source, limits, |search, at| {
            search.value(at, 0).map(u64::from)
        })
    }

    fn is_full(&self, limits: &Limits) -> bool {
        self.found.len() > MOST_POSITIONS
            || self.positions.is_full()
            || self.memory_used() > limits.memory()
    }

    /// Runs a search for a position. If the search filled the table, empties the table and retries.
    fn asked<T>(
        &mut self,
        at: &[u8],
        source: &dyn MoveSource,
        limits: &Limits,
        question: impl Fn(&mut Search<'_>, u32) -> Result<T, ScriptError>,
    ) -> Result<T, ScriptError> {
        let limits = &limits.with_table_of(self.memory_used());
        let was_empty = self.found.is_empty();
        let ask = |quick: &mut Quick| {
            let mut search = Search {
                quick,
                source,
                limits,
                from: None,
                next: NextPositions::default(),
                canonical: Vec::new(),
            };
            let at = search.number(at);
            question(&mut search, at)
        };
        let tried = ask(self);
        // Retry only if the table was full: otherwise an empty table would make no difference.
        let is_full = self.is_full(limits);
        if !is_full || !matches!(tried, Err(ScriptError::Stopped(Stop::NotProved(_)))) {
            return tried;
        }
        *self = Quick::new(self.by_values, self.positions.bits);
        if was_empty { tried } else { ask(self) }
    }
}

/// Iterates over the options in a list of lengths and parts.
pub(super) fn options_in(mut list: &[u32]) -> impl Iterator<Item = &[u32]> {
    std::iter::from_fn(move || {
        let (&length, rest) = list.split_first()?;
        let (option, rest) = rest.split_at_checked(length as usize)?;
        list = rest;
        Some(option)
    })
}

/// The distinct options. Those with many parts come first, because they are decided faster.
fn sorted(list: &[u32]) -> Vec<u32> {
    let mut options: Vec<&[u32]> = options_in(list).collect();
    options.sort_unstable_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    options.dedup();
    let numbers = |option: &&[u32]| [option.len() as u32].into_iter().chain(option.to_vec());
    options.iter().flat_map(numbers).collect()
}

struct Search<'s> {
    quick: &'s mut Quick,
    source: &'s dyn MoveSource,
    limits: &'s Limits,
    /// The position that led to the current one.
    from: Option<u32>,
    next: NextPositions,
    canonical: Vec<u8>,
}

impl Search<'_> {
    fn found(&mut self, at: u32) -> &mut Found {
        &mut self.quick.found[at as usize]
    }

    fn number(&mut self, at: &[u8]) -> u32 {
        let mut canonical = std::mem::take(&mut self.canonical);
        canonical.clear();
        canonical.extend_from_slice(at);
        self.source.make_canonical(&mut canonical);
        let number = self.number_canonical(&canonical);
        self.canonical = canonical;
        number
    }

    fn number_canonical(&mut self, at: &[u8]) -> u32 {
        let number = self.quick.positions.number(at);
        if number as usize == self.quick.found.len() {
            self.quick.found.push(Found {
                value: UNKNOWN,
                next_is: NextIs::Missing,
                not: 0,
                next: (0, 0),
            });
        }
        number
    }

    /// Appends the number of parts, followed by the numbers of the parts.
    fn push_parts(&mut self, parts: &[Vec<u8>], list: &mut Vec<u32>) {
        list.push(parts.len() as u32);
        for part in parts {
            let part = self.number_canonical(part);
            list.push(part);
        }
    }

    /// The options or parts of a position, taken from the table or from the script.
    fn next_of(&mut self, number: u32) -> Result<Next, ScriptError> {
        let found = *self.found(number);
        if found.next_is != NextIs::Missing {
            let (from, length) = found.next;
            return Ok(Next {
                is: found.next_is,
                list: self.quick.lists[from as usize..(from + length) as usize].to_vec(),
                over: None,
            });
        }
        self.limits.check()?;
        self.check_size()?;
        let at = self.quick.positions.get(number);
        let from = self.from.filter(|_| self.source.heeds_origin());
        let from = from.map(|from| self.quick.positions.get(from));
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        self.source
            .moves(&at, from.as_deref(), self.limits, &mut next)?;
        let split = if self.quick.by_values {
            self.source.split(&at, &next)
        } else {
            None
        };
        let (whole, options) =
            split.map_or((None, Vec::new()), |split| (split.whole, split.options));
        let is = match &whole {
            Some(_) => NextIs::Parts,
            None => NextIs::Options,
        };
        let mut list = Vec::new();
        match whole {
            Some(parts) => self.push_parts(&parts, &mut list),
            None => {
                let mut options = options.into_iter();
                for (to, _) in next.iter() {
                    match options.next().flatten() {
                        Some(parts) => self.push_parts(&parts, &mut list),
                        None => {
                            let to = self.number(to);
                            list.extend([1, to]);
                        }
                    }
                }
                list = sorted(&list);
            }
        }
        let over = next.over;
        self.next = next;
        // Offsets into the lists have 32 bits.
        let room = (self.limits.memory() / 2).min(u64::from(u32::MAX));
        if over.is_none() && 4 * (self.quick.lists.len() + list.len()) as u64 <= room {
            let place = (self.quick.lists.len() as u32, list.len() as u32);
            self.quick.lists.extend_from_slice(&list);
            let found = self.found(number);
            (found.next_is, found.next) = (is, place);
        }
        Ok(Next { is, list, over })
    }

    /// Returns whether a position has this Grundy value.
    fn is_value(&mut self, at: u32, k: u32, depth: usize) -> Result<bool, ScriptError> {
        if let Some(known) = self.is_known(at, k) {
            return Ok(known);
        }
        if k >= MOST_VALUES || depth >= DEEPEST {
            return Err(too_deep());
        }
        let is = self.decide(at, k, depth)?;
        let found = self.found(at);
        if is {
            found.value = k as u8
        } else {
            found.not |= 1 << k
        }
        Ok(is)
    }

    fn is_known(&mut self, at: u32, k: u32) -> Option<bool> {
        let found = self.found(at);
        match found.value {
            UNKNOWN if k < MOST_VALUES && found.not >> k & 1 != 0 => Some(false),
            UNKNOWN => None,
            value => Some(u32::from(value) == k),
        }
    }

    fn decide(&mut self, at: u32, k: u32, depth: usize) -> Result<bool, ScriptError> {
        let next = self.next_of(at)?;
        if next.is == NextIs::Parts {
            return self.is_sum(next.list.get(1..).unwrap_or_default(), k, depth);
        }
        if options_in(&next.list).any(|option| self.is_sum_known(option, k) == Some(true)) {
            return Ok(false);
        }
        for option in options_in(&next.list) {
            self.from = Some(at);
            if self.is_sum(option, k, depth)? {
                return Ok(false);
            }
        }
        for smaller in 0..k {
            if self.is_value(at, smaller, depth + 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether a sum has this Grundy value: finds the values of all parts but the last, and tests whether the
    /// last part has the value that remains.
    fn is_sum(&mut self, parts: &[u32], k: u32, depth: usize) -> Result<bool, ScriptError> {
        let Some((&last, others)) = parts.split_last() else {
            return Ok(k == 0);
        };
        let mut rest = k;
        for &part in others {
            rest ^= self.value(part, depth + 1)?;
        }
        self.is_value(last, rest, depth + 1)
    }

    fn is_sum_known(&mut self, parts: &[u32], k: u32) -> Option<bool> {
        let mut rest = k;
        let mut unknown = None;
        for &part in parts {
            match self.found(part).value {
                UNKNOWN if unknown.is_some() => return None,
                UNKNOWN => unknown = Some(part),
                value => rest ^= u32::from(value),
            }
        }
        match unknown {
            None => Some(rest == 0),
            Some(part) => self.is_known(part, rest),
        }
    }

    fn value(&mut self, at: u32, depth: usize) -> Result<u32, ScriptError> {
        for k in 0..MOST_VALUES {
            if self.is_value(at, k, depth)? {
                return Ok(k);
            }
        }
        Err(too_deep())
    }

    fn outcome(&mut self, at: u32, depth: usize) -> Result<Outcome, ScriptError> {
        let code = |found: &Found| CODES.get(usize::from(found.value)).copied();
        if let Some(known) = code(self.found(at)) {
            return Ok(known);
        }
        if depth >= DEEPEST {
            return Err(too_deep());
        }
        let next = self.next_of(at)?;
        let mut best = next.over.unwrap_or(Outcome::Loss);
        let options = || options_in(&next.list).filter_map(|option| option.first().copied());
        if options().any(|to| code(self.found(to)) == Some(Outcome::Loss)) {
            best = Outcome::Win;
        }
        for to in options() {
            if best == Outcome::Win {
                break;
            }
            self.from = Some(at);
            match self.outcome(to, depth + 1)? {
                Outcome::Loss => best = Outcome::Win,
                Outcome::Draw => best = Outcome::Draw,
                Outcome::Win => {}
            }
        }
        let place = CODES.iter().position(|&outcome| outcome == best);
        self.found(at).value = place.map_or(UNKNOWN, |code| code as u8);
        Ok(best)
    }

    fn check_size(&self) -> Result<(), Stop> {
        let quick = &self.quick;
        let count = quick.found.len();
        if count > MOST_POSITIONS {
            return Err(Stop::not_proved(format!(
                "more than {MOST_POSITIONS} positions can follow"
            )));
        }
        if quick.is_full(self.limits) {
            return Err(Stop::not_proved(
                "the positions take more than the memory given",
            ));
        }
        self.limits.progress(count as u64, MOST_POSITIONS as u64);
        Ok(())
    }
}

/// The error for positions beyond this search; exploring them completely may still find the value.
fn too_deep() -> ScriptError {
    Stop::not_proved("the game is too long or its values are too large to be searched quickly")
        .into()
}
