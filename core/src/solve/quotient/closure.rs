//! The proof: all reachable pairs of an element and the set of elements of the moves.
//!
//! Given an element for every heap, a position has the product of the elements of its heaps, and its moves lead to a
//! set of elements. Adding a heap of element `x` whose moves lead to the set `E` to a position `(y, Y)` makes it
//! `(x y, x Y + y E)`. From `(1, none)`, the empty position, finitely many pairs can be reached. If each of them obeys
//!
//! > the element loses exactly if the set is not empty and no element of it loses,
//!
//! then, by induction over moves, an element loses exactly if the positions of that element do, in misère play: the
//! empty position wins, and any other loses if all of its moves lead to positions that win. So nothing is sampled, and
//! it does not matter how the elements were found.

use rustc_hash::{FxHashMap, FxHashSet};

use super::monoid::{Element, Elements, Quotient};
use crate::rules::{Limits, Stop, saturating_cast};

/// A heap among those of the game, from 0 in the order in which they were added.
pub(super) type Letter = u16;

/// The behaviour of a heap: its element, and the elements that its moves lead to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way {
    pub(super) element: Element,
    pub(super) moves: Elements,
}

/// A reachable pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ElementPair {
    element: Element,
    moves: u32,
}

/// All pairs that the heaps added so far can make.
#[derive(Clone, Debug, Default)]
pub(super) struct Closure {
    pairs: Vec<ElementPair>,
    sets: Vec<Elements>,
    set_number: FxHashMap<Elements, u32>,
    found: FxHashSet<ElementPair>,
    /// The element of the pairs with each set of moves.
    by_moves: FxHashMap<u32, Element>,
}

/// The approximate number of pairs sampled for a guess.
const SOME_PAIRS: usize = 2000;

impl Closure {
    /// The closure of the empty position alone.
    pub(super) fn new(quotient: &Quotient) -> Closure {
        let mut all = Closure::default();
        let none = all.number_of(Elements::none(quotient.order()));
        all.insert(ElementPair {
            element: 0,
            moves: none,
        });
        all
    }

    /// The number of pairs.
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

    /// Inserts a pair; returns whether it was new.
    fn insert(&mut self, pair: ElementPair) -> bool {
        let new = self.found.insert(pair);
        if new {
            self.pairs.push(pair);
            self.by_moves.insert(pair.moves, pair.element);
        }
        new
    }

    /// The element of the positions whose moves lead to exactly these elements, if any.
    pub(super) fn element_of(&self, moves: &Elements) -> Option<Element> {
        self.by_moves.get(self.set_number.get(moves)?).copied()
    }

    /// Returns whether one heap of this element with these moves would obey the rule next to every position so far.
    pub(super) fn fits(&self, quotient: &Quotient, beside: &[Elements], way: &Way) -> bool {
        self.pairs
            .iter()
            .all(|pair| self.pair_fits(quotient, beside, way, pair))
    }

    /// The number of sampled pairs that would not obey the rule, at most `most`.
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

    /// `beside` lists for each element y the elements whose product with it loses.
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

    /// Adds heaps that behave this way, in any number, to every position; returns whether every pair obeys. Where one
    /// does not, the closure is unchanged.
    ///
    /// # Errors
    /// [`Stop::NotProved`] where the pairs need more memory than `limits` leave; the closure is then unchanged.
    pub(super) fn add(
        &mut self,
        quotient: &Quotient,
        way: &Way,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let (pairs, sets) = (self.pairs.len(), self.sets.len());
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
        // Adding the heap to a set gives the same result for all pairs with that set.
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
                return Err(Stop::not_proved(format!(
                    "the proof of the misère quotient takes more than {} pairs, and so more memory than there is",
                    self.pairs.len()
                )));
            }
        }
        Ok(())
    }

    /// The pair of a position with one more heap.
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

    /// All pairs that heaps with these behaviours make; `None` where one of them does not obey.
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

    /// Checks the winning rule for a pair.
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
        // The removed pairs may have replaced the element of a set that stays.
        self.by_moves = self
            .pairs
            .iter()
            .map(|pair| (pair.moves, pair.element))
            .collect();
    }

    /// The approximate size in bytes.
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
        // Each pair and each set is stored in a list and in a map.
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
