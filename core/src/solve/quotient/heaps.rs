//! Computes the quotient of a game of heaps, adding one heap at a time.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::closure::{Closure, Letter, Way};
use super::diagram::{Diagram, ElementWord, Options, product, word_bytes};
use super::monoid::{Element, Elements, Quotient};
use super::tame::TameHeaps;
use crate::rules::{Limits, Stop};

/// The maximum number of diagram functions per added heap if a search can be used instead.
const FEW_FUNCTIONS: usize = 100_000;
/// The maximum number of diagram functions per added heap if there is no other method.
const MOST_FUNCTIONS: usize = 10_000_000;

/// The proved quotient of all sums of heaps 0, 1, 2, ... Every move in a heap leads to a sum of earlier heaps.
#[derive(Clone, Debug)]
pub struct HeapQuotient {
    /// For each heap, the letter that stands for this heap and for all heaps with the same moves; `None` for a heap
    /// without moves.
    kinds: Vec<Option<Letter>>,
    options: Vec<Options>,
    ones: Vec<bool>,
    tame: TameHeaps,
    same: FxHashMap<Options, Letter>,
    diagram: Diagram,
    quotient: Quotient,
    elements: Vec<Element>,
    beside: Vec<Elements>,
    closure: Closure,
    listed: u64,
    most: usize,
}

impl Default for HeapQuotient {
    fn default() -> HeapQuotient {
        let quotient = Quotient::trivial();
        HeapQuotient {
            kinds: Vec::new(),
            options: Vec::new(),
            ones: Vec::new(),
            tame: TameHeaps::new(),
            same: FxHashMap::default(),
            diagram: Diagram::new(),
            beside: quotient
                .elements()
                .map(|e| quotient.wanted_beside(e))
                .collect(),
            closure: Closure::new(&quotient),
            quotient,
            elements: Vec::new(),
            listed: 0,
            most: FEW_FUNCTIONS,
        }
    }
}

impl HeapQuotient {
    /// Allows larger diagrams for heaps added after this call.
    pub fn try_harder(&mut self) {
        self.most = MOST_FUNCTIONS;
    }

    /// The number of heaps.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Returns whether there are no heaps.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The quotient of all sums of the heaps added so far.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The element of a heap, if the heap has been added.
    pub fn element(&self, heap: usize) -> Option<Element> {
        match self.kinds.get(heap)? {
            None => Some(0),
            Some(letter) => self.elements.get(usize::from(*letter)).copied(),
        }
    }

    /// The number of cases in the proof. Each case is a pair: an element, and the set of elements to which the moves
    /// lead.
    pub fn cases(&self) -> usize {
        self.closure.len()
    }

    /// The approximate size in bytes.
    pub fn memory_used(&self) -> u64 {
        let kinds = self.kinds.len() * size_of::<Option<Letter>>();
        let live = self.options.len() * LIVE;
        let beside =
            self.beside.first().map_or(0, Elements::memory_used) * self.beside.len() as u64;
        (kinds + live) as u64
            + self.listed
            + beside
            + self.diagram.memory_used()
            + self.quotient.memory_used()
            + self.closure.memory_used()
    }

    /// Adds a heap with these options, each a list of earlier heaps, and proves the quotient of all sums.
    ///
    /// # Errors
    /// Returns [`Stop::NotProved`] if the quotient becomes too large, and [`Stop::Interrupted`] if `limits` stop the
    /// computation. In both cases the heap is not added.
    pub fn add(
        &mut self,
        options: impl IntoIterator<Item = Vec<usize>>,
        limits: &Limits,
    ) -> Result<(), Stop> {
        limits.check()?;
        let mut list: Vec<ElementWord> = Vec::new();
        for option in options {
            list.push(self.word(&option));
            if list.len().is_multiple_of(1024) {
                limits.check()?;
                self.refuse_more(bytes_of(&list), limits)?;
            }
        }
        list.sort_unstable();
        list.dedup();
        let bytes = bytes_of(&list);
        self.refuse_more(bytes, limits)?;
        let list: Options = list.into();
        if list.is_empty() {
            self.kinds.push(None);
            return Ok(());
        }
        if let Some(&letter) = self.same.get(&list) {
            self.kinds.push(Some(letter));
            return Ok(());
        }
        let Ok(letter) = Letter::try_from(self.options.len()) else {
            return Err(Stop::not_proved(tr!(
                "the misère quotient of more than 65,536 different heaps"
            )));
        };
        let mut tame = self.tame.clone();
        tame.add(&list);
        if self.add_known(&list, tame.last(), limits)? {
            self.ones.push(is_one(&list));
            self.options.push(Arc::clone(&list));
        } else if !self.add_tame(&tame, &list, limits)? {
            self.work_out(&list, limits)?;
        }
        self.tame = tame;
        self.listed += bytes;
        self.same.insert(list, letter);
        self.kinds.push(Some(letter));
        Ok(())
    }

    fn refuse_more(&self, bytes: u64, limits: &Limits) -> Result<(), Stop> {
        if self.memory_used().saturating_add(bytes) > limits.memory() {
            Err(Stop::not_proved(tr!(
                "the misère quotient takes more than the memory given"
            )))
        } else {
            Ok(())
        }
    }

    /// Converts an option to the letters of its heaps, in ascending order. Heaps without moves are omitted. If the only
    /// move of a heap leaves nothing, then two copies of the heap are omitted as well.
    fn word(&self, option: &[usize]) -> ElementWord {
        let mut word: ElementWord = Vec::new();
        for &heap in option {
            if let Some(Some(letter)) = self.kinds.get(heap) {
                match word
                    .iter()
                    .position(|other| other == letter && self.ones[usize::from(*letter)])
                {
                    Some(i) => drop(word.remove(i)),
                    None => word.push(*letter),
                }
            }
        }
        word.sort_unstable();
        word
    }

    /// Adds the heap if one of the existing elements fits the heap. Tries the element `first` before all others.
    fn add_known(
        &mut self,
        options: &[ElementWord],
        first: Option<Element>,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let moves = elements_of(&self.quotient, &self.elements, options);
        let known = self.closure.element_of(&moves);
        let first = first.filter(|first| self.quotient.elements().contains(first));
        let candidates = first.into_iter().chain(self.quotient.elements());
        for element in known.map_or_else(|| candidates.collect(), |element| vec![element]) {
            let way = Way {
                element,
                moves: moves.clone(),
            };
            if known.is_none() && !self.closure.fits(&self.quotient, &self.beside, &way) {
                continue;
            }
            if self.closure.add(&self.quotient, &way, limits)? {
                self.elements.push(element);
                return Ok(true);
            }
            // Any two elements behave differently in some sum, so no other element can fit.
            break;
        }
        Ok(false)
    }

    /// Adds the heap if all heaps are tame and the quotient of Nim is proved to be correct for their sums.
    fn add_tame(
        &mut self,
        tame: &TameHeaps,
        list: &Options,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let Some((quotient, elements)) = tame.quotient()? else {
            return Ok(false);
        };
        let options = [&self.options[..], std::slice::from_ref(list)].concat();
        let Some(closure) = prove(&options, &quotient, &elements, limits)? else {
            return Ok(false);
        };
        self.replace(options, quotient, elements, closure);
        Ok(true)
    }

    /// Returns the element that fits a heap with these moves in the most sampled sums.
    pub(super) fn nearest_to(&self, moves: impl Iterator<Item = Element>) -> Element {
        let mut set = Elements::none(self.quotient.order());
        moves.for_each(|element| set.insert(element));
        let mut way = Way {
            element: 0,
            moves: set,
        };
        let mut nearest = 0;
        let mut least = usize::MAX;
        for element in self.quotient.elements() {
            way.element = element;
            let wrong = self
                .closure
                .misfits(&self.quotient, &self.beside, &way, least);
            if wrong < least {
                (nearest, least) = (element, wrong);
            }
        }
        nearest
    }

    /// Adds a heap that needs new elements.
    fn work_out(&mut self, list: &Options, limits: &Limits) -> Result<(), Stop> {
        let options = [&self.options[..], std::slice::from_ref(list)].concat();
        let found = self.diagram.quotient(&options, self.most, limits);
        if found.is_err() {
            // Free the memory of the cached results.
            self.diagram = Diagram::new();
        }
        let (quotient, elements) = found?;
        match prove(&options, &quotient, &elements, limits)? {
            Some(closure) => self.replace(options, quotient, elements, closure),
            None => {
                return Err(Stop::not_proved(tr!(
                    "the diagram and the proof of the misère quotient disagree"
                )));
            }
        }
        Ok(())
    }

    fn replace(
        &mut self,
        options: Vec<Options>,
        quotient: Quotient,
        elements: Vec<Element>,
        closure: Closure,
    ) {
        self.ones = options.iter().map(|list| is_one(list)).collect();
        self.beside = quotient
            .elements()
            .map(|e| quotient.wanted_beside(e))
            .collect();
        (self.options, self.quotient, self.elements, self.closure) =
            (options, quotient, elements, closure);
    }
}

fn is_one(list: &[ElementWord]) -> bool {
    *list == [ElementWord::new()]
}

/// The memory in bytes per distinct heap, apart from the contents of its list of options.
const LIVE: usize = size_of::<Options>()
    + size_of::<(Options, Letter)>()
    + size_of::<crate::solve::tame::TameType>()
    + size_of::<Element>()
    + size_of::<bool>()
    + 16;

fn bytes_of(list: &[ElementWord]) -> u64 {
    list.iter().map(|word| word_bytes(word) as u64).sum()
}

fn elements_of(quotient: &Quotient, elements: &[Element], options: &[ElementWord]) -> Elements {
    let mut moves = Elements::none(quotient.order());
    for option in options {
        moves.insert(product(quotient, elements, option));
    }
    moves
}

/// Proves that the heaps have these elements in all sums; returns `None` if an element is wrong.
fn prove(
    options: &[Options],
    quotient: &Quotient,
    elements: &[Element],
    limits: &Limits,
) -> Result<Option<Closure>, Stop> {
    let way = |(list, &element): (&Options, &Element)| Way {
        element,
        moves: elements_of(quotient, elements, list),
    };
    let ways: Vec<Way> = options.iter().zip(elements).map(way).collect();
    Closure::compute(quotient, &ways, limits)
}
