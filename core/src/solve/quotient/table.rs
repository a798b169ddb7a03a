//! Learning a monoid from questions, as a finite automaton is learned (D. Angluin, "Learning regular sets from queries
//! and counterexamples", 1987).
//!
//! A position is told by its *row*: its winner in a sum with each of some tests, as far as that is known. Words,
//! sums of heaps, are gone through from the lowest; one whose row differs from all before becomes the representative of
//! an element. A word is only asked about if each of its parts is a representative; any other is what its parts say, as
//! the product does not depend on the order. Where two ways to say it disagree, or the proof finds a position that does
//! not behave, that makes a new test. What takes a long search to tell is left open: a word is then taken for the first
//! representative that it does not differ from, until more is proved.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::closure::Letter;
use super::monoid::{Element, MOST_ELEMENTS, Quotient};
use super::teacher::{ElementWord, Teacher, word_bytes};
use crate::rules::Stop;

/// How many positions are looked at to fill a place of a row.
const FEW: u32 = 30;
/// How many to settle a disagreement, one after another.
const MORE: [u32; 4] = [100, 1000, 10_000, u32::MAX];

/// The winner in a sum with each test, one bit each, where known.
#[derive(Clone, Debug, Default)]
struct Row {
    loses: Vec<u64>,
    known: Vec<u64>,
    /// How many of the tests were asked, and at which stage of the teacher.
    tests: usize,
    asked: (Letter, u64),
}

impl Row {
    fn first_difference(&self, other: &Row) -> Option<usize> {
        let lines = self.loses.iter().zip(&other.loses).zip(self.known.iter().zip(&other.known));
        lines.enumerate().find_map(|(i, ((a, b), (known, also)))| {
            let differ = (a ^ b) & known & also;
            (differ != 0).then(|| i * 64 + differ.trailing_zeros() as usize)
        })
    }
}

/// A word with its rank: lower ones are gone through first.
type Ranked = Reverse<(u64, usize, ElementWord)>;

/// What has been learned.
#[derive(Clone, Debug)]
pub(super) struct Table {
    tests: Vec<ElementWord>,
    rows: FxHashMap<ElementWord, Row>,
    /// The position of each element; the first is the empty one.
    representatives: Vec<ElementWord>,
    /// The heaps that are representatives.
    generators: Vec<Letter>,
    /// For each representative, the element of its sum with each generator.
    sums: Vec<Vec<Element>>,
    /// The element of every heap.
    heaps: Vec<Element>,
    /// The element of every word that was looked at.
    elements: FxHashMap<ElementWord, Element>,
    /// The bytes of the words that `rows` and `elements` hold.
    words: [u64; 2],
}

/// A monoid that a table says, and the element of every heap.
pub(super) type Hypothesis = (Quotient, Vec<Element>);

impl Table {
    /// The table without heaps.
    pub(super) fn new() -> Table {
        Table {
            tests: vec![ElementWord::new()],
            rows: FxHashMap::default(),
            representatives: Vec::new(),
            generators: Vec::new(),
            sums: Vec::new(),
            heaps: Vec::new(),
            elements: FxHashMap::default(),
            words: [0, 0],
        }
    }

    /// One test more, if it is new.
    fn test(&mut self, test: ElementWord) {
        match self.tests.iter().position(|known| *known == test) {
            None => self.tests.push(test),
            // Not every row is known there yet, and the search has found some.
            Some(known) => self.rows.values_mut().for_each(|row| row.tests = row.tests.min(known)),
        }
    }

    /// About how many bytes it takes.
    pub(super) fn held(&self) -> u64 {
        const ENTRY: usize = 16;
        let row = size_of::<Row>() + 32 + 2 * self.tests.len().div_ceil(64) * size_of::<u64>() + ENTRY;
        let sums =
            self.sums.len() * (size_of::<Vec<Element>>() + 16 + self.generators.len() * size_of::<Element>());
        let words = self.tests.iter().chain(&self.representatives).map(word_bytes).sum::<usize>();
        let entries = self.rows.len() * row + self.elements.len() * (size_of::<Element>() + ENTRY);
        (entries + sums + words) as u64 + self.words.iter().sum::<u64>()
    }

    /// Fills the table for so many heaps until it says a commutative monoid.
    pub(super) fn complete(&mut self, heaps: usize, teacher: &mut Teacher<'_>) -> Result<Hypothesis, Stop> {
        'filled: loop {
            self.fill(heaps, teacher)?;
            for budget in MORE {
                match self.where_not_commutative(teacher, budget)? {
                    Commutes::Yes => return self.hypothesis(teacher),
                    Commutes::No(test) => {
                        self.test(test);
                        continue 'filled;
                    }
                    Commutes::Open => {}
                }
            }
            return Err(incomplete());
        }
    }

    /// The answers of a word to all tests.
    fn row(&mut self, word: &ElementWord, teacher: &mut Teacher<'_>) -> Result<Row, Stop> {
        let new = !self.rows.contains_key(word);
        let mut row = self.rows.remove(word).unwrap_or_default();
        row.loses.resize(self.tests.len().div_ceil(64), 0);
        row.known.resize(self.tests.len().div_ceil(64), 0);
        let from = if row.asked == teacher.stage() { row.tests } else { 0 };
        for (i, test) in self.tests.iter().enumerate().skip(from) {
            if row.known[i / 64] >> (i % 64) & 1 == 0
                && let Some(loses) = teacher.ask(word, test, FEW)?
            {
                row.known[i / 64] |= 1 << (i % 64);
                row.loses[i / 64] |= u64::from(loses) << (i % 64);
            }
        }
        if new {
            self.words[0] += word_bytes(word) as u64;
            if self.rows.len().is_multiple_of(64) {
                teacher.check_table(self.held())?;
            }
        }
        (row.tests, row.asked) = (self.tests.len(), teacher.stage());
        self.rows.insert(word.clone(), row.clone());
        Ok(row)
    }

    /// Every sum of a representative and a generator, and every heap, has an element.
    fn fill(&mut self, heaps: usize, teacher: &mut Teacher<'_>) -> Result<(), Stop> {
        // The element of every word looked at so far.
        let mut elements: FxHashMap<ElementWord, Element> = FxHashMap::default();
        let mut rows: Vec<Row> = Vec::new();
        let mut open: BinaryHeap<Ranked> = BinaryHeap::new();
        self.representatives.clear();
        self.generators.clear();
        let letters = || (0..heaps).map(|heap| Letter::try_from(heap).unwrap_or(Letter::MAX));
        open.push(Reverse((0, 0, ElementWord::new())));
        open.extend(letters().map(|heap| Reverse((teacher.rank(&[heap]), 1, vec![heap]))));
        while let Some(Reverse((_, _, word))) = open.pop() {
            if elements.contains_key(&word) {
                continue;
            }
            if let Some(element) = self.by_parts(&word, &elements) {
                elements.insert(word, element);
                continue;
            }
            let row = self.row(&word, teacher)?;
            if let Some(element) = (0..).zip(&rows).find(|(_, other)| row.first_difference(other).is_none()) {
                elements.insert(word, element.0);
                continue;
            }
            if self.representatives.len() >= MOST_ELEMENTS {
                return Err(Stop::not_proved(format!(
                    "the misère quotient has more than {MOST_ELEMENTS} elements"
                )));
            }
            // At most MOST_ELEMENTS.
            let element = Element::try_from(self.representatives.len()).unwrap_or(Element::MAX);
            elements.insert(word.clone(), element);
            rows.push(row);
            let mut follow = |word: ElementWord| open.push(Reverse((teacher.rank(&word), word.len(), word)));
            if let [heap] = word[..] {
                self.generators.push(heap);
                self.representatives.iter().for_each(|other| follow(with(other, heap)));
            }
            self.generators.iter().for_each(|&heap| follow(with(&word, heap)));
            self.representatives.push(word);
        }
        self.heaps = letters().map(|heap| elements[&vec![heap]]).collect();
        let sum =
            |word: &ElementWord| self.generators.iter().map(|&heap| elements[&with(word, heap)]).collect();
        self.sums = self.representatives.iter().map(sum).collect();
        self.words[1] = elements.keys().map(|word| word_bytes(word) as u64).sum();
        self.elements = elements;
        Ok(())
    }

    /// The element of a word of which some part is no representative: that part's representative is put in its place.
    fn by_parts(&self, word: &ElementWord, elements: &FxHashMap<ElementWord, Element>) -> Option<Element> {
        let (_, instead) = self.lower_word(word, elements)?;
        elements.get(&instead).copied()
    }

    /// A part of a word that is no representative, and the word with that part's representative in its place.
    fn lower_word(
        &self,
        word: &ElementWord,
        elements: &FxHashMap<ElementWord, Element>,
    ) -> Option<(usize, ElementWord)> {
        (0..word.len()).find_map(|i| {
            let part = without(word, i);
            let representative = &self.representatives[usize::from(*elements.get(&part)?)];
            (*representative != part).then(|| (i, with(representative, word[i])))
        })
    }

    /// A test that tells apart two orders of adding two generators which the table holds for different, though they make
    /// one position. One at a time: the low ones come first, and long tests cost the search most.
    fn where_not_commutative(&self, teacher: &mut Teacher<'_>, budget: u32) -> Result<Commutes, Stop> {
        let mut commutes = Commutes::Yes;
        for (at, sums) in self.sums.iter().enumerate() {
            for (i, &first) in sums.iter().enumerate() {
                for (j, &second) in sums.iter().enumerate().skip(i + 1) {
                    let a = self.sums[usize::from(first)][j];
                    let b = self.sums[usize::from(second)][i];
                    if a == b {
                        continue;
                    }
                    commutes = Commutes::Open;
                    let row = |element: Element| &self.rows[&self.representatives[usize::from(element)]];
                    let Some(t) = row(a).first_difference(row(b)) else { continue };
                    let (g, h) = (self.generators[i], self.generators[j]);
                    for order in [[g, h], [h, g]] {
                        if let Some(test) = self.trace(at, &order, &self.tests[t], teacher, budget)? {
                            return Ok(Commutes::No(test));
                        }
                    }
                }
            }
        }
        Ok(commutes)
    }

    /// The monoid on which the generators commute: the product with an element is that with its representative.
    fn hypothesis(&self, teacher: &mut Teacher<'_>) -> Result<Hypothesis, Stop> {
        let order = self.representatives.len();
        // A representative without one of its heaps is a representative that came before it.
        let steps: Vec<(usize, usize)> = (self.representatives.iter())
            .map(|word| match word.split_last() {
                None => Ok((0, 0)),
                Some((heap, rest)) => {
                    let before = self.elements.get(rest).copied().ok_or_else(incomplete)?;
                    Ok((usize::from(before), self.generator(*heap)?))
                }
            })
            .collect::<Result<_, Stop>>()?;
        let mut products: Vec<Element> = vec![0; order * order];
        for (a, row) in (0..).zip(products.chunks_mut(order)) {
            row[0] = a;
            for b in 1..order {
                let (before, generator) = steps[b];
                row[b] = self.sums[usize::from(row[before])][generator];
            }
        }
        let losing = (self.representatives.iter())
            .map(|word| teacher.loses(word, &[]))
            .collect::<Result<_, Stop>>()?;
        Ok((Quotient::new(products, losing), self.heaps.clone()))
    }

    /// The number of a heap among the generators.
    fn generator(&self, heap: Letter) -> Result<usize, Stop> {
        self.generators.iter().position(|&g| g == heap).ok_or_else(incomplete)
    }

    /// Takes in a test that shows why a position is not what the table says of it; whether there was one.
    pub(super) fn refute(&mut self, position: ElementWord, teacher: &mut Teacher<'_>) -> Result<bool, Stop> {
        let test = self.test_from(position, teacher)?;
        let found = test.is_some();
        if let Some(test) = test {
            self.test(test);
        }
        Ok(found)
    }

    fn test_from(
        &self,
        position: ElementWord,
        teacher: &mut Teacher<'_>,
    ) -> Result<Option<ElementWord>, Stop> {
        // Heaps that are no generators give way to the representatives of their elements.
        let mut at = position;
        while let Some(i) = at.iter().position(|heap| !self.generators.contains(heap)) {
            let heap = at[i];
            let rest = without(&at, i);
            let instead = &self.representatives[usize::from(self.heaps[usize::from(heap)])];
            if teacher.loses(&[heap], &rest)? != teacher.loses(instead, &rest)? {
                return Ok(Some(rest));
            }
            at = [&rest[..], instead].concat();
            at.sort_unstable();
        }
        self.trace(0, &at, &[], teacher, u32::MAX)
    }

    /// Adds heaps to a representative one after another, beside others: a test from the first step at which the outcome
    /// turns, which it must not.
    fn trace(
        &self,
        from: usize,
        heaps: &[Letter],
        beside: &[Letter],
        teacher: &mut Teacher<'_>,
        budget: u32,
    ) -> Result<Option<ElementWord>, Stop> {
        let mut element = from;
        let mut lost = teacher.ask(&self.representatives[from], &[heaps, beside].concat(), budget)?;
        for (i, heap) in heaps.iter().enumerate() {
            let rest = [&heaps[i + 1..], beside].concat();
            let generator = self.generator(*heap)?;
            let next = usize::from(self.sums[element][generator]);
            let after = teacher.ask(&self.representatives[next], &rest, budget)?;
            if lost.is_some() && after.is_some() && after != lost {
                let word = with(&self.representatives[element], *heap);
                if let Some(test) = self.split(word, rest, teacher, budget)? {
                    return Ok(Some(test));
                }
            }
            (element, lost) = (next, after);
        }
        Ok(None)
    }

    /// A test for a word that is not what its representative is, beside these heaps: these heaps, if the word was told by
    /// its own row, or the same for one of the words that told what it is.
    fn split(
        &self,
        mut word: ElementWord,
        mut beside: ElementWord,
        teacher: &mut Teacher<'_>,
        budget: u32,
    ) -> Result<Option<ElementWord>, Stop> {
        while let Some((i, instead)) = self.lower_word(&word, &self.elements) {
            let (own, other) =
                (teacher.ask(&word, &beside, budget)?, teacher.ask(&instead, &beside, budget)?);
            if own.is_none() || other.is_none() {
                return Ok(None);
            }
            if own == other {
                word = instead;
            } else {
                beside.push(word[i]);
                word.remove(i);
            }
        }
        beside.sort_unstable();
        // Most often the elements of those heaps show the same, by a smaller test.
        if let (Some(&element), Some(smaller)) = (self.elements.get(&word), self.reduced(&beside)) {
            let representative = &self.representatives[usize::from(element)];
            let (own, other) =
                (teacher.ask(&word, smaller, FEW)?, teacher.ask(representative, smaller, FEW)?);
            if own.is_some() && other.is_some() && own != other {
                return Ok(Some(smaller.clone()));
            }
        }
        Ok(Some(beside))
    }

    /// The representative of a word of generators.
    fn reduced(&self, word: &[Letter]) -> Option<&ElementWord> {
        let element = word.iter().try_fold(0, |at, heap| {
            let generator = self.generators.iter().position(|g| g == heap)?;
            Some(usize::from(self.sums[at][generator]))
        })?;
        self.representatives.get(element)
    }
}

/// Whether the table says a commutative monoid.
enum Commutes {
    Yes,
    /// This test shows where it errs.
    No(ElementWord),
    /// It does not, and no short search shows where it errs.
    Open,
}

/// What a table lacks that it should have by its making: it then says nothing.
fn incomplete() -> Stop {
    Stop::not_proved("the table of the misère quotient is incomplete")
}

fn with(word: &[Letter], heap: Letter) -> ElementWord {
    let mut word = word.to_vec();
    let place = word.partition_point(|&other| other < heap);
    word.insert(place, heap);
    word
}

fn without(word: &[Letter], i: usize) -> ElementWord {
    [&word[..i], &word[i + 1..]].concat()
}
