//! Finds the outcome and the Grundy value of a position, but not its remoteness, by a search that stops early.
//!
//! A position has Grundy value k if and only if no option has value k and the position has no smaller value. So the
//! search asks whether the value is k, and answers no at the first option with value k. The value is the first k that
//! is not ruled out. For a sum of independent parts, the search finds the values of all parts but the last. It then
//! asks whether the last part has the value that makes the nim-sum k (Lemoine and Viennot, "Nimbers are inevitable",
//! 2012). If the players have different moves, or in misère play, the search finds only the outcome, and stops at the
//! first winning move.
//!
//! If only the outcome is wanted, options with the fewest moves are searched first, because they are decided soonest
//! and lost most often.

use std::ops::RangeInclusive;

use super::store::{MOST_POSITIONS, Query, Source, Store, options_in};
use crate::rules::{Limits, Outcome, Stop};
use crate::tr;

/// The search tries only Grundy values below this number.
const MOST_VALUES: u32 = 32;
/// Options are sorted only if their number is in this range. To sort options, the search asks the script for the moves
/// of each option. This saves little if there are few options, and costs too much if there are many.
const ORDERED: RangeInclusive<usize> = 8..=100;
const DEEPEST: usize = 300;
const UNKNOWN: u8 = u8::MAX;
/// The value that marks a draw. Only games without Grundy values have draws.
const DRAW: u8 = u8::MAX - 1;

#[derive(Clone, Copy)]
struct Found {
    /// The Grundy value. In games without Grundy values, 0 stands for a loss and 1 for a win.
    value: u8,
    next_is: NextIs,
    /// The values that have been ruled out, one bit each.
    not: u32,
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

impl Found {
    fn outcome(self) -> Option<Outcome> {
        match self.value {
            UNKNOWN if self.not & 1 != 0 => Some(Outcome::Win),
            UNKNOWN => None,
            DRAW => Some(Outcome::Draw),
            value => Some(Outcome::won(value != 0)),
        }
    }

    fn set_outcome(&mut self, outcome: Outcome) {
        self.value = match outcome {
            Outcome::Loss => 0,
            Outcome::Win => 1,
            Outcome::Draw => DRAW,
        };
    }
}

struct Next {
    is: NextIs,
    /// Groups of parts: one group for each option, or a single group if the position itself is a sum. Each group is
    /// preceded by its length. In groups made by `SPLIT`, the largest part comes last.
    list: Vec<u32>,
}

impl Default for Found {
    fn default() -> Found {
        Found {
            value: UNKNOWN,
            next_is: NextIs::Missing,
            not: 0,
            next: (0, 0),
        }
    }
}

pub(super) struct Quick {
    by_values: bool,
    store: Store<Found>,
}

impl Quick {
    pub fn new(by_values: bool, bits: Option<u32>) -> Quick {
        Quick {
            by_values,
            store: Store::new(bits),
        }
    }

    pub fn known(&self, at: &[u8]) -> Option<Outcome> {
        self.store.find(at)?.outcome()
    }

    pub fn outcome(
        &mut self,
        at: &[u8],
        source: &dyn Source,
        limits: &Limits,
    ) -> Result<Outcome, Stop> {
        self.asked(at, source, limits, |search, at| {
            search.is_ordered = true;
            if search.by_values {
                Ok(Outcome::won(!search.is_value(at, 0, 0)?))
            } else {
                search.outcome(at, 0)
            }
        })
    }

    pub fn value(&mut self, at: &[u8], source: &dyn Source, limits: &Limits) -> Result<u64, Stop> {
        self.asked(at, source, limits, |search, at| {
            search.value(at, 0).map(u64::from)
        })
    }

    fn asked<T>(
        &mut self,
        at: &[u8],
        source: &dyn Source,
        limits: &Limits,
        question: impl Fn(&mut Search<'_>, u32) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let by_values = self.by_values;
        self.store
            .search(source, MOST_POSITIONS, limits, |store, query| {
                let at = store.number(at);
                let mut search = Search {
                    store,
                    by_values,
                    query,
                    is_ordered: false,
                    from: None,
                };
                question(&mut search, at)
            })
    }
}

/// Puts options with many parts first, because they are decided faster.
fn sorted(list: &[u32]) -> Vec<u32> {
    let mut options: Vec<&[u32]> = options_in(list).collect();
    options.sort_unstable_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    options.dedup();
    let numbers = |option: &&[u32]| [option.len() as u32].into_iter().chain(option.to_vec());
    options.iter().flat_map(numbers).collect()
}

struct Search<'s> {
    store: &'s mut Store<Found>,
    by_values: bool,
    query: Query<'s>,
    /// Whether options are sorted before they are searched. A search for a value examines nearly all options, so the
    /// order does not matter in such a search.
    is_ordered: bool,
    /// A position with a move to the position being searched.
    from: Option<u32>,
}

impl Search<'_> {
    fn found(&mut self, at: u32) -> &mut Found {
        &mut self.store.results[at as usize]
    }

    /// Returns the options or parts of a position, and asks the script for them if they are not stored. Records the
    /// outcome if the game is over.
    fn next_of(&mut self, number: u32) -> Result<Next, Stop> {
        let found = *self.found(number);
        if found.next_is != NextIs::Missing {
            return Ok(Next {
                is: found.next_is,
                list: self.store.list(found.next).to_vec(),
            });
        }
        let mut list = Vec::new();
        let to = (&mut list, &mut Vec::new());
        let (over, is_sum) = self.store.ask(number, self.from, self.query, 0, to)?;
        let is = if is_sum {
            NextIs::Parts
        } else {
            list = sorted(&list);
            NextIs::Options
        };
        let room = (self.query.limits.memory() / 8) as usize;
        if let Some(outcome) = over {
            self.found(number).set_outcome(outcome);
        } else if let Some(place) = self.store.keep(&list, room) {
            let found = self.found(number);
            (found.next_is, found.next) = (is, place);
        }
        Ok(Next { is, list })
    }

    fn in_order<'n>(&mut self, at: u32, list: &'n [u32]) -> Result<Vec<&'n [u32]>, Stop> {
        let options: Vec<&[u32]> = options_in(list).collect();
        if !self.is_ordered || !ORDERED.contains(&options.len()) {
            return Ok(options);
        }
        self.from = Some(at);
        let mut sized = Vec::with_capacity(options.len());
        for option in options {
            let sizes = option.iter().map(|&part| self.undecided_moves(part));
            sized.push((sizes.sum::<Result<usize, Stop>>()?, option));
        }
        sized.sort_by_key(|(size, _)| *size);
        Ok(sized.into_iter().map(|(_, option)| option).collect())
    }

    /// Returns the number by which positions are sorted: the length of the position's stored list of options, or 0 if
    /// the value is known.
    fn undecided_moves(&mut self, at: u32) -> Result<usize, Stop> {
        let found = *self.found(at);
        match (found.value, found.next_is) {
            (UNKNOWN, NextIs::Missing) => Ok(self.next_of(at)?.list.len()),
            (UNKNOWN, _) => Ok(found.next.1 as usize),
            _ => Ok(0),
        }
    }

    fn is_value(&mut self, at: u32, k: u32, depth: usize) -> Result<bool, Stop> {
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

    fn decide(&mut self, at: u32, k: u32, depth: usize) -> Result<bool, Stop> {
        let next = self.next_of(at)?;
        if let Some(known) = self.is_known(at, k) {
            return Ok(known);
        }
        if next.is == NextIs::Parts {
            return self.is_sum(next.list.get(1..).unwrap_or_default(), k, depth);
        }
        if options_in(&next.list).any(|option| self.is_sum_known(option, k) == Some(true)) {
            return Ok(false);
        }
        for option in self.in_order(at, &next.list)? {
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

    fn is_sum(&mut self, parts: &[u32], k: u32, depth: usize) -> Result<bool, Stop> {
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

    fn value(&mut self, at: u32, depth: usize) -> Result<u32, Stop> {
        for k in 0..MOST_VALUES {
            if self.is_value(at, k, depth)? {
                return Ok(k);
            }
        }
        Err(too_deep())
    }

    fn outcome(&mut self, at: u32, depth: usize) -> Result<Outcome, Stop> {
        if let Some(known) = self.known_outcome(at) {
            return Ok(known);
        }
        if depth >= DEEPEST {
            return Err(too_deep());
        }
        let next = self.next_of(at)?;
        if let Some(over) = self.known_outcome(at) {
            return Ok(over);
        }
        let is_lost = |option: &[u32]| self.known_outcome(option[0]) == Some(Outcome::Loss);
        let mut best = if options_in(&next.list).any(is_lost) {
            Outcome::Win
        } else {
            Outcome::Loss
        };
        let options = match best {
            Outcome::Win => Vec::new(),
            _ => self.in_order(at, &next.list)?,
        };
        for option in options {
            self.from = Some(at);
            match self.outcome(option[0], depth + 1)? {
                Outcome::Loss => {
                    best = Outcome::Win;
                    break;
                }
                Outcome::Draw => best = Outcome::Draw,
                Outcome::Win => {}
            }
        }
        self.found(at).set_outcome(best);
        Ok(best)
    }

    fn known_outcome(&self, at: u32) -> Option<Outcome> {
        self.store.results[at as usize].outcome()
    }
}

/// The error for positions that this search cannot solve. A complete exploration may still solve them.
fn too_deep() -> Stop {
    Stop::not_proved(tr!(
        "the game is too long or its values are too large to be searched quickly"
    ))
}
