//! The proof: all that a position can be, as an element with the set of elements that its moves lead to.
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

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::monoid::{Element, Elements, Quotient};
use crate::rules::{Limits, Stop};

/// A heap among those of the game, from 0 in the order in which they were added.
pub(super) type Letter = u16;

/// How a heap behaves: its element, and the elements that its moves lead to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way {
    pub(super) element: Element,
    pub(super) moves: Elements,
}

/// A reachable pair, and how it was reached: by adding a heap to another pair.
#[derive(Clone, Copy, Debug)]
struct ElementPair {
    element: Element,
    moves: u32,
    from: u32,
    by: Letter,
}

/// All pairs that the heaps added so far can make.
#[derive(Clone, Debug, Default)]
pub(super) struct Closure {
    pairs: Vec<ElementPair>,
    sets: Vec<Elements>,
    set_number: FxHashMap<Elements, u32>,
    found: FxHashMap<(Element, u32), u32>,
    /// The pairs of each set of moves.
    by_moves: FxHashMap<u32, Element>,
}

/// What came of adding a heap.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Added {
    /// Every pair obeys.
    Holds,
    /// Some pair does not. The closure is as it was before.
    Fails,
}

/// What came of a proof from nothing.
pub(super) enum Proof {
    /// Every pair obeys.
    Holds(Closure),
    /// A position whose pair does not, of the lowest rank.
    Fails { position: Vec<Letter>, rank: u64 },
}

impl Closure {
    /// The empty position alone.
    pub(super) fn new(quotient: &Quotient) -> Closure {
        let mut all = Closure::default();
        let none = all.number_of(Elements::none(quotient.order()));
        all.insert(ElementPair { element: 0, moves: none, from: 0, by: 0 });
        all
    }

    /// How many pairs there are.
    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    fn number_of(&mut self, set: Elements) -> u32 {
        let next = u32::try_from(self.sets.len()).unwrap_or(u32::MAX);
        match self.set_number.get(&set) {
            Some(&number) => number,
            None => {
                self.sets.push(set.clone());
                self.set_number.insert(set, next);
                next
            }
        }
    }

    /// Takes in a pair; whether it was new.
    fn insert(&mut self, pair: ElementPair) -> bool {
        let next = u32::try_from(self.pairs.len()).unwrap_or(u32::MAX);
        let new = *self.found.entry((pair.element, pair.moves)).or_insert(next) == next;
        if new {
            self.pairs.push(pair);
            self.by_moves.insert(pair.moves, pair.element);
        }
        new
    }

    /// The element of the positions whose moves lead to exactly these elements, where there is one.
    pub(super) fn element_of(&self, moves: &Elements) -> Option<Element> {
        self.by_moves.get(self.set_number.get(moves)?).copied()
    }

    /// Whether one heap of this element with these moves would obey the rule next to every position so far.
    pub(super) fn fits(&self, quotient: &Quotient, beside: &[Elements], way: &Way) -> bool {
        self.pairs.iter().all(|pair| self.pair_fits(quotient, beside, way, pair))
    }

    /// With how many pairs it would not.
    pub(super) fn misfits(&self, quotient: &Quotient, beside: &[Elements], way: &Way) -> usize {
        self.pairs.iter().filter(|pair| !self.pair_fits(quotient, beside, way, pair)).count()
    }

    /// `beside` has for each element y those with which its product loses.
    fn pair_fits(&self, quotient: &Quotient, beside: &[Elements], way: &Way, pair: &ElementPair) -> bool {
        let wins = way.moves.meets(&beside[usize::from(pair.element)])
            || self.sets[pair.moves as usize].meets(&beside[usize::from(way.element)]);
        quotient.loses(quotient.product(way.element, pair.element)) != wins
    }

    /// Adds a heap of that way, in any number, to every position.
    ///
    /// # Errors
    /// [`Stop::NotProved`] where the pairs are more than `limits` leave memory for; the closure is then as before.
    pub(super) fn add(
        &mut self,
        quotient: &Quotient,
        heap: Letter,
        way: &Way,
        limits: &Limits,
    ) -> Result<Added, Stop> {
        let (pairs, sets) = (self.pairs.len(), self.sets.len());
        if let Some(set) = self.set_number.get(&way.moves)
            && self.found.contains_key(&(way.element, *set))
        {
            return Ok(Added::Holds);
        }
        let added = self.extend(quotient, heap, way, limits);
        if !matches!(added, Ok(Added::Holds)) {
            self.cut(pairs, sets);
        }
        added
    }

    fn extend(
        &mut self,
        quotient: &Quotient,
        heap: Letter,
        way: &Way,
        limits: &Limits,
    ) -> Result<Added, Stop> {
        // What adding the heap makes of a set is the same for all pairs of the set.
        let mut multiplied: FxHashMap<(Element, u32), Elements> = FxHashMap::default();
        let before = self.pairs.len();
        for start in 0..before {
            let mut at = start;
            loop {
                let pair = self.with(quotient, at, heap, way, &mut multiplied);
                if !self.insert(pair) {
                    break;
                }
                at = self.pairs.len() - 1;
                if !self.obeys(quotient, at) {
                    return Ok(Added::Fails);
                }
                self.check(limits)?;
            }
        }
        Ok(Added::Holds)
    }

    fn check(&self, limits: &Limits) -> Result<(), Stop> {
        if self.pairs.len().is_multiple_of(1024) {
            limits.check()?;
            if self.held() > limits.memory() / 2 {
                return Err(Stop::not_proved(format!(
                    "the proof of the misère quotient takes more than {} pairs, and so more memory than there is",
                    self.pairs.len()
                )));
            }
        }
        Ok(())
    }

    /// The pair of a position with a heap more.
    fn with(
        &mut self,
        quotient: &Quotient,
        at: usize,
        heap: Letter,
        way: &Way,
        multiplied: &mut FxHashMap<(Element, u32), Elements>,
    ) -> ElementPair {
        let ElementPair { element, moves, .. } = self.pairs[at];
        let row = quotient.row(way.element);
        let mut next = multiplied
            .entry((way.element, moves))
            .or_insert_with(|| {
                let mut next = Elements::none(quotient.order());
                self.sets[moves as usize].iter().for_each(|s| next.insert(row[usize::from(s)]));
                next
            })
            .clone();
        let beside = quotient.row(element);
        way.moves.iter().for_each(|e| next.insert(beside[usize::from(e)]));
        let moves = self.number_of(next);
        let from = u32::try_from(at).unwrap_or(u32::MAX);
        ElementPair { element: row[usize::from(element)], moves, from, by: heap }
    }

    /// All pairs that these heaps make, each found by the position of the lowest rank.
    ///
    /// A pair that does not obey is the first one: all positions of a lower rank then are what their elements say, as
    /// a move lowers the rank. (Ranks end at the largest number; a position of that rank is never one of a lower rank.)
    pub(super) fn by_rank(
        quotient: &Quotient,
        ways: &[Way],
        ranks: &[u64],
        limits: &Limits,
    ) -> Result<Proof, Stop> {
        let mut all = Closure::new(quotient);
        let mut different: FxHashMap<&Way, Letter> = FxHashMap::default();
        for (heap, way) in (0..).zip(ways) {
            let same = different.entry(way).or_insert(heap);
            if ranks[usize::from(heap)] < ranks[usize::from(*same)] {
                *same = heap;
            }
        }
        let mut different: Vec<(u64, Letter)> =
            different.into_values().map(|heap| (ranks[usize::from(heap)], heap)).collect();
        different.sort_unstable();
        let mut multiplied = FxHashMap::default();
        // Pairs that are still to be multiplied with heap number `next` of the different ones, by what comes of it.
        let mut open: BinaryHeap<Reverse<(u64, usize, usize)>> = BinaryHeap::new();
        let mut rank_of = vec![0u64];
        if let Some(&(rank, _)) = different.first() {
            open.push(Reverse((rank, 0, 0)));
        }
        while let Some(Reverse((rank, at, next))) = open.pop() {
            let (_, heap) = different[next];
            if let Some(&(more, _)) = different.get(next + 1) {
                open.push(Reverse((rank_of[at].saturating_add(more), at, next + 1)));
            }
            let pair = all.with(quotient, at, heap, &ways[usize::from(heap)], &mut multiplied);
            if !all.insert(pair) {
                continue;
            }
            let new = all.pairs.len() - 1;
            if !all.obeys(quotient, new) {
                return Ok(Proof::Fails { position: all.heaps_of(new), rank });
            }
            all.check(limits)?;
            rank_of.push(rank);
            open.push(Reverse((rank.saturating_add(different[0].0), new, 0)));
        }
        Ok(Proof::Holds(all))
    }

    /// What the proof asks of a pair.
    fn obeys(&self, quotient: &Quotient, at: usize) -> bool {
        let ElementPair { element, moves, .. } = self.pairs[at];
        let set = &self.sets[moves as usize];
        quotient.loses(element) == (!set.is_empty() && set.iter().all(|e| !quotient.loses(e)))
    }

    /// A position that is this pair.
    fn heaps_of(&self, mut at: usize) -> Vec<Letter> {
        let mut heaps = Vec::new();
        while at > 0 {
            heaps.push(self.pairs[at].by);
            at = self.pairs[at].from as usize;
        }
        heaps.sort_unstable();
        heaps
    }

    fn cut(&mut self, pairs: usize, sets: usize) {
        for pair in self.pairs.drain(pairs..) {
            self.found.remove(&(pair.element, pair.moves));
            if self.by_moves.get(&pair.moves) == Some(&pair.element) && pair.moves as usize >= sets {
                self.by_moves.remove(&pair.moves);
            }
        }
        for set in self.sets.drain(sets..) {
            self.set_number.remove(&set);
        }
        // A set that stays may have had its element replaced by one that is gone.
        self.by_moves = self.pairs.iter().map(|pair| (pair.moves, pair.element)).collect();
    }

    /// About how many bytes it takes.
    pub(super) fn held(&self) -> u64 {
        const PAIR: usize =
            size_of::<ElementPair>() + 2 * (size_of::<(Element, u32)>() + size_of::<u32>()) + 16;
        let set = self.sets.first().map_or(0, Elements::held);
        self.pairs.len() as u64 * PAIR as u64 + self.sets.len() as u64 * (2 * set + 48)
    }
}
