//! Solves sums with heaps that a proved quotient does not cover. The quotient guides the search.
//!
//! If all heaps of a sum are in the quotient, the outcome is looked up. For each larger heap, the search guesses the
//! element that agrees with the heap in the most sampled sums. It first tries the moves that would win according to the
//! guesses. The guesses only order the moves, so they cannot change the result.

use rustc_hash::FxHashMap;

use super::{Element, GameQuotient, HeapRules};
use crate::rules::{Limits, Stop, saturating_cast};

type Heap = u16;

const MOST_POSITIONS: usize = 2_000_000;

/// The maximum depth of the search, which is recursive.
const MOST_DEEP: usize = 1000;

/// A move in a heap: the resulting heaps, and the proved or guessed element of their sum.
type Guessed = (Vec<Heap>, Element);

/// Known outcomes, which stay valid as the quotient grows, and guesses, which do not.
#[derive(Debug, Default)]
pub struct GuidedSearch {
    lost: FxHashMap<Box<[Heap]>, bool>,
    /// The largest proved heap and the order of the quotient when the guesses were made.
    of: (Option<u64>, usize),
    elements: Vec<Element>,
    moves: Vec<Vec<Guessed>>,
}

impl GuidedSearch {
    fn memory_used(&self) -> u64 {
        let moves: usize = self
            .moves
            .iter()
            .map(|list| list.len() * (size_of::<Guessed>() + 32))
            .sum();
        (self.lost.len() * (size_of::<(Box<[Heap]>, bool)>() + 48) + moves) as u64
    }

    /// Returns whether a sum of these heaps is lost for the player to move.
    ///
    /// # Errors
    /// Returns [`Stop::NotProved`] if a heap is too large, if a move leaves a heap that is not smaller, or if the
    /// search becomes too large. Returns [`Stop::Interrupted`] if `limits` stop the search.
    pub fn loses(
        &mut self,
        quotient: &GameQuotient,
        rules: &dyn HeapRules,
        heaps: &[u64],
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let largest = heaps.iter().copied().max().unwrap_or(0);
        if largest >= u64::from(Heap::MAX) {
            return Err(Stop::not_proved(tr!(
                "a heap of {largest} is too large to search"
            )));
        }
        self.guess(quotient, rules, largest, limits)?;
        let mut sum: Vec<Heap> = heaps.iter().map(|&heap| saturating_cast(heap)).collect();
        self.normalize(&mut sum);
        let mut search = Search {
            known: self,
            quotient,
            limits,
        };
        search.loses(sum, 0)
    }

    /// Lists the moves of the heaps up to `largest`, and looks up or guesses the elements of the heaps.
    fn guess(
        &mut self,
        quotient: &GameQuotient,
        rules: &dyn HeapRules,
        largest: u64,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let of = (quotient.largest(), quotient.quotient().order());
        if self.of != of {
            (self.of, self.elements, self.moves) = (of, Vec::new(), Vec::new());
        }
        for heap in self.elements.len() as u64..=largest {
            limits.check()?;
            let mut moves: Vec<Guessed> = Vec::new();
            for option in rules.options(heap, limits)? {
                let mut left: Vec<Heap> = option.iter().map(|&n| saturating_cast(n)).collect();
                if left.iter().any(|&n| u64::from(n) >= heap) {
                    return Err(Stop::not_proved(tr!(
                        "a search of heaps that do not become smaller"
                    )));
                }
                self.normalize(&mut left);
                let element = self.element(quotient, &left);
                moves.push((left, element));
            }
            moves.sort_unstable();
            moves.dedup();
            let element = match quotient.element(heap) {
                Some(element) => element,
                None => quotient.nearest(moves.iter().map(|&(_, element)| element)),
            };
            self.elements.push(element);
            self.moves.push(moves);
        }
        Ok(())
    }

    fn element(&self, quotient: &GameQuotient, sum: &[Heap]) -> Element {
        let monoid = quotient.quotient();
        sum.iter().fold(0, |all, &heap| {
            monoid.product(all, self.elements[usize::from(heap)])
        })
    }

    fn normalize(&self, sum: &mut Vec<Heap>) {
        let moves = |heap: &Heap| &self.moves[usize::from(*heap)];
        let is_one = |heap: &Heap| matches!(&moves(heap)[..], [(left, _)] if left.is_empty());
        sum.retain(|heap| !moves(heap).is_empty());
        let ones: Vec<Heap> = sum.iter().copied().filter(is_one).collect();
        sum.retain(|heap| !is_one(heap));
        // Heaps whose only move leaves nothing are equivalent and cancel in pairs.
        if ones.len() % 2 == 1 {
            sum.extend(ones.into_iter().min());
        }
        sum.sort_unstable();
    }
}

struct Search<'a> {
    known: &'a mut GuidedSearch,
    quotient: &'a GameQuotient,
    limits: &'a Limits,
}

impl Search<'_> {
    /// Returns whether a sum is lost; `None` if the outcome is not known yet.
    fn at_once(&self, sum: &[Heap]) -> Option<bool> {
        if sum
            .last()
            .is_none_or(|&largest| self.quotient.covers(largest.into()))
        {
            return Some(
                self.quotient
                    .quotient()
                    .loses(self.known.element(self.quotient, sum)),
            );
        }
        self.known.lost.get(sum).copied()
    }

    fn loses(&mut self, sum: Vec<Heap>, depth: usize) -> Result<bool, Stop> {
        if let Some(known) = self.at_once(&sum) {
            return Ok(known);
        }
        self.check_room(depth)?;
        let monoid = self.quotient.quotient();
        // Try moves that win according to the guesses first, then moves that leave few stones in heaps outside the
        // quotient.
        let mut open: Vec<(bool, u64, Vec<Heap>)> = Vec::new();
        for i in 0..sum.len() {
            if i + 1 < sum.len() && sum[i + 1] == sum[i] {
                continue;
            }
            let rest = [&sum[..i], &sum[i + 1..]].concat();
            let beside = self.known.element(self.quotient, &rest);
            for (left, element) in &self.known.moves[usize::from(sum[i])] {
                let mut to = [&rest[..], left].concat();
                self.known.normalize(&mut to);
                match self.at_once(&to) {
                    Some(true) => {
                        self.known.lost.insert(sum.into(), false);
                        return Ok(false);
                    }
                    Some(false) => {}
                    None => {
                        let past = to.iter().map(|&heap| u64::from(heap));
                        let past = past.filter(|&heap| !self.quotient.covers(heap)).sum();
                        open.push((!monoid.loses(monoid.product(beside, *element)), past, to));
                    }
                }
            }
        }
        open.sort_unstable();
        open.dedup();
        for (_, _, to) in open {
            if self.loses(to, depth + 1)? {
                self.known.lost.insert(sum.into(), false);
                return Ok(false);
            }
        }
        self.known.lost.insert(sum.into(), true);
        Ok(true)
    }

    fn check_room(&self, depth: usize) -> Result<(), Stop> {
        let known = self.known.lost.len();
        if known.is_multiple_of(256) {
            self.limits.check()?;
            if known >= MOST_POSITIONS
                || known > 0 && self.known.memory_used() > self.limits.memory() / 2
            {
                return Err(Stop::not_proved(tr!(
                    "the search takes more than {known} positions"
                )));
            }
        }
        if depth >= MOST_DEEP {
            return Err(Stop::not_proved(tr!(
                "the search is more than {most_deep} moves deep",
                most_deep = MOST_DEEP
            )));
        }
        Ok(())
    }
}
