//! Proves that a quotient is correct. A position is described by a pair: its element, and the set of elements to which
//! its moves lead. The proof lists all pairs that can be reached.
//!
//! Given an element for every heap, the element of a position is the product of the elements of its heaps. If a heap
//! with the pair `(x, E)` is added to a position with the pair `(y, Y)`, the new pair is `(x y, x Y + y E)`, where `+`
//! is the union of sets. From the pair of the empty position, `(1, none)`, finitely many pairs can be reached. If each
//! of them obeys the rule
//!
//! > the element loses if and only if the set is not empty and no element of it loses,
//!
//! then, by induction over moves, an element loses if and only if the positions with that element lose in misère play:
//! a position without moves wins, and any other position loses if and only if all its moves lead to winning positions.
//! The proof does not depend on how the elements were found.

use rustc_hash::{FxHashMap, FxHashSet};

use super::monoid::{Element, Elements, Quotient};
use crate::rules::{Limits, Stop, saturating_cast};

/// The index of a distinct heap, in the order of insertion.
pub(super) type Letter = u16;

/// The element of a heap, and the elements to which its moves lead.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way {
    pub(super) element: Element,
    pub(super) moves: Elements,
}

/// The element of a position, and the index of the set of elements to which its moves lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ElementPair {
    element: Element,
    moves: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Closure {
    pairs: Vec<ElementPair>,
    sets: Vec<Elements>,
    set_number: FxHashMap<Elements, u32>,
    found: FxHashSet<ElementPair>,
    by_moves: FxHashMap<u32, Element>,
}

const SOME_PAIRS: usize = 2000;

impl Closure {
    pub(super) fn new(quotient: &Quotient) -> Closure {
        let mut all = Closure::default();
        let none = all.number_of(Elements::none(quotient.order()));
        all.insert(ElementPair {
            element: 0,
            moves: none,
        });
        all
    }

    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    fn number_of(&mut self, set: Elements) -> u32 {
        let next = saturating_cast(self.sets.len());
        match self.set_number.get(&set) {
            Some(&number) => number,
            None => {
                self.sets.push(set.clone());
                self.set_number.insert(set, next);
                next
            }
        }
    }

    fn insert(&mut self, pair: ElementPair) -> bool {
        let new = self.found.insert(pair);
        if new {
            self.pairs.push(pair);
            self.by_moves.insert(pair.moves, pair.element);
        }
        new
    }

    /// Returns the element of a known pair with the set `moves`; `None` if there is no such pair.
    pub(super) fn element_of(&self, moves: &Elements) -> Option<Element> {
        self.by_moves.get(self.set_number.get(moves)?).copied()
    }

    /// Returns whether all pairs still obey the rule if one copy of a heap is added to them.
    pub(super) fn fits(&self, quotient: &Quotient, beside: &[Elements], way: &Way) -> bool {
        self.pairs
            .iter()
            .all(|pair| self.pair_fits(quotient, beside, way, pair))
    }

    /// Counts up to `most` sampled pairs that break the rule if one copy of a heap is added to them.
    pub(super) fn misfits(
        &self,
        quotient: &Quotient,
        beside: &[Elements],
        way: &Way,
        most: usize,
    ) -> usize {
        let step = self.pairs.len().div_ceil(SOME_PAIRS);
        let wrong = |pair: &&ElementPair| !self.pair_fits(quotient, beside, way, pair);
        self.pairs
            .iter()
            .step_by(step)
            .filter(wrong)
            .take(most)
            .count()
    }

    /// Returns whether a pair obeys the rule if one copy of a heap is added. `beside[y]` is the set of elements whose
    /// product with `y` loses.
    fn pair_fits(
        &self,
        quotient: &Quotient,
        beside: &[Elements],
        way: &Way,
        pair: &ElementPair,
    ) -> bool {
        let wins = way.moves.meets(&beside[usize::from(pair.element)])
            || self.sets[pair.moves as usize].meets(&beside[usize::from(way.element)]);
        quotient.loses(quotient.product(way.element, pair.element)) != wins
    }

    /// Adds a heap: extends the closure with the pairs of all positions that contain copies of the heap. Returns false
    /// if a new pair breaks the rule. In that case, and after an error, the closure is left unchanged.
    pub(super) fn add(
        &mut self,
        quotient: &Quotient,
        way: &Way,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let pairs = self.pairs.len();
        let sets = self.sets.len();
        if let Some(set) = self.set_number.get(&way.moves)
            && self.found.contains(&ElementPair {
                element: way.element,
                moves: *set,
            })
        {
            return Ok(true);
        }
        let added = self.extend(quotient, way, limits);
        if added != Ok(true) {
            self.cut(pairs, sets);
        }
        added
    }

    fn extend(&mut self, quotient: &Quotient, way: &Way, limits: &Limits) -> Result<bool, Stop> {
        // Cache the product of a set and the heap's element, because many pairs share a set.
        let mut multiplied: FxHashMap<(Element, u32), Elements> = FxHashMap::default();
        let before = self.pairs.len();
        for start in 0..before {
            let mut at = start;
            loop {
                let pair = self.with(quotient, at, way, &mut multiplied);
                if !self.insert(pair) {
                    break;
                }
                at = self.pairs.len() - 1;
                if !self.obeys(quotient, at) {
                    return Ok(false);
                }
                self.check(limits)?;
            }
        }
        Ok(true)
    }

    fn check(&self, limits: &Limits) -> Result<(), Stop> {
        if self.pairs.len().is_multiple_of(1024) {
            limits.check()?;
            if self.memory_used() > limits.memory() / 2 {
                return Err(Stop::not_proved(tr!(
                    "the proof of the misère quotient takes more than {pairs} pairs, and so more memory than there is",
                    pairs = self.pairs.len()
                )));
            }
        }
        Ok(())
    }

    fn with(
        &mut self,
        quotient: &Quotient,
        at: usize,
        way: &Way,
        multiplied: &mut FxHashMap<(Element, u32), Elements>,
    ) -> ElementPair {
        let ElementPair { element, moves } = self.pairs[at];
        let row = quotient.row(way.element);
        let mut next = multiplied
            .entry((way.element, moves))
            .or_insert_with(|| {
                let mut next = Elements::none(quotient.order());
                self.sets[moves as usize]
                    .iter()
                    .for_each(|s| next.insert(row[usize::from(s)]));
                next
            })
            .clone();
        let beside = quotient.row(element);
        way.moves
            .iter()
            .for_each(|e| next.insert(beside[usize::from(e)]));
        let moves = self.number_of(next);
        ElementPair {
            element: row[usize::from(element)],
            moves,
        }
    }

    /// Computes the pairs of all sums of these heaps; returns `None` if a pair breaks the rule.
    pub(super) fn compute(
        quotient: &Quotient,
        ways: &[Way],
        limits: &Limits,
    ) -> Result<Option<Closure>, Stop> {
        let mut all = Closure::new(quotient);
        for way in ways {
            if !all.add(quotient, way, limits)? {
                return Ok(None);
            }
        }
        Ok(Some(all))
    }

    fn obeys(&self, quotient: &Quotient, at: usize) -> bool {
        let ElementPair { element, moves } = self.pairs[at];
        let set = &self.sets[moves as usize];
        quotient.loses(element) == (!set.is_empty() && set.iter().all(|e| !quotient.loses(e)))
    }

    fn cut(&mut self, pairs: usize, sets: usize) {
        for pair in self.pairs.drain(pairs..) {
            self.found.remove(&pair);
        }
        for set in self.sets.drain(sets..) {
            self.set_number.remove(&set);
        }
        // Rebuild the map, because a removed pair may have overwritten the element of a remaining set.
        self.by_moves = self
            .pairs
            .iter()
            .map(|pair| (pair.moves, pair.element))
            .collect();
    }

    pub(super) fn memory_used(&self) -> u64 {
        const PAIR: usize = 3 * size_of::<ElementPair>() + 2 * size_of::<u32>() + 16;
        let set = self.sets.first().map_or(0, Elements::memory_used);
        self.pairs.len() as u64 * PAIR as u64 + self.sets.len() as u64 * (2 * set + 48)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::quotient::GameQuotient;

    #[test]
    fn all_pairs_and_sets_of_a_proof_are_counted() {
        let limits = Limits::default();
        let nim = GameQuotient::beside_nim(127, &limits).unwrap();
        let way = |heap| {
            let mut moves = Elements::none(nim.quotient().order());
            (0..heap).for_each(|left| moves.insert(nim.nim_element(left).unwrap()));
            Way {
                element: nim.nim_element(heap).unwrap(),
                moves,
            }
        };
        let ways: Vec<Way> = (0..7).map(|place| way(1 << place)).collect();
        let all = Closure::compute(nim.quotient(), &ways, &limits)
            .unwrap()
            .unwrap();
        let pair = 2 * size_of::<ElementPair>();
        let set = size_of::<Elements>() + size_of::<(Elements, u32)>();
        let words: u64 = all.sets.iter().map(|set| 2 * set.memory_used()).sum();
        let held = (all.pairs.len() * pair + all.sets.len() * set) as u64 + words;
        assert!(
            all.memory_used() >= held,
            "{} for {held}",
            all.memory_used()
        );
    }
}
