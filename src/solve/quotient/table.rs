//! Learning a quotient from questions, as a finite automaton is learned (D. Angluin, "Learning regular sets from queries
//! and counterexamples", 1987).
//!
//! A position is told by its *row*: who wins it beside each of some tests. Words, sums of heaps, are gone through from
//! the lowest; one with a row of its own becomes the representative of an element. A word is only asked about if each
//! of its parts is a representative; any other is what its parts say, as the product does not depend on the order. Where
//! two ways to say it disagree, or the proof by closure finds a position that does not behave, that makes a new test.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::closure::Letter;
use super::monoid::{Element, MOST_ELEMENTS, Quotient};
use super::teacher::{ElementWord, Teacher, word_bytes};
use crate::rules::Stop;

/// Who wins beside each test, one bit each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Row {
    bits: Vec<u64>,
    tests: usize,
}

impl Row {
    fn first_difference(&self, other: &Row) -> Option<usize> {
        self.bits.iter().zip(&other.bits).enumerate().find_map(|(i, (a, b))| {
            let differ = a ^ b;
            (differ != 0).then(|| i * 64 + differ.trailing_zeros() as usize)
        })
    }
}

/// A word with its rank: lower ones are gone through first.
type Ranked = Reverse<(u64, usize, ElementWord)>;

/// What has been learned.
#[derive(Clone, Debug, Default)]
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
        Table { tests: vec![ElementWord::new()], ..Table::default() }
    }

    /// About how many bytes it takes.
    pub(super) fn held(&self) -> u64 {
        const ENTRY: usize = 16;
        let row = size_of::<Row>() + 16 + self.tests.len().div_ceil(64) * size_of::<u64>() + ENTRY;
        let sums =
            self.sums.len() * (size_of::<Vec<Element>>() + 16 + self.generators.len() * size_of::<Element>());
        let words = self.tests.iter().chain(&self.representatives).map(word_bytes).sum::<usize>();
        let entries = self.rows.len() * row + self.elements.len() * (size_of::<Element>() + ENTRY);
        (entries + sums + words) as u64 + self.words.iter().sum::<u64>()
    }

    /// Fills the table for so many heaps until it says a commutative monoid.
    pub(super) fn complete(&mut self, heaps: usize, teacher: &mut Teacher<'_>) -> Result<Hypothesis, Stop> {
        loop {
            self.fill(heaps, teacher)?;
            let Some(test) = self.where_not_commutative(teacher)? else {
                return self.hypothesis();
            };
            self.tests.push(test);
        }
    }

    /// The answers of a word to all tests.
    fn row(&mut self, word: &ElementWord, teacher: &mut Teacher<'_>) -> Result<Row, Stop> {
        let mut row = self.rows.remove(word).unwrap_or_default();
        row.bits.resize(self.tests.len().div_ceil(64), 0);
        for (i, test) in self.tests.iter().enumerate().skip(row.tests) {
            if teacher.loses(word, test)? {
                row.bits[i / 64] |= 1 << (i % 64);
            }
        }
        if row.tests == 0 {
            self.words[0] += word_bytes(word) as u64;
            if self.rows.len().is_multiple_of(64) {
                teacher.check_table(self.held())?;
            }
        }
        row.tests = self.tests.len();
        self.rows.insert(word.clone(), row.clone());
        Ok(row)
    }

    /// Every sum of a representative and a generator, and every heap, has an element.
    fn fill(&mut self, heaps: usize, teacher: &mut Teacher<'_>) -> Result<(), Stop> {
        // What every word looked at so far is worth.
        let mut elements: FxHashMap<ElementWord, Element> = FxHashMap::default();
        let mut number: FxHashMap<Row, Element> = FxHashMap::default();
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
            if let Some(&element) = number.get(&row) {
                elements.insert(word, element);
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
            number.insert(row, element);
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

    /// What a word is worth of which some part is no representative: that part's representative is put in its place.
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
    fn where_not_commutative(&self, teacher: &mut Teacher<'_>) -> Result<Option<ElementWord>, Stop> {
        for (at, sums) in self.sums.iter().enumerate() {
            for (i, &first) in sums.iter().enumerate() {
                for (j, &second) in sums.iter().enumerate().skip(i + 1) {
                    let a = self.sums[usize::from(first)][j];
                    let b = self.sums[usize::from(second)][i];
                    if a == b {
                        continue;
                    }
                    let row = |element: Element| &self.rows[&self.representatives[usize::from(element)]];
                    let Some(t) = row(a).first_difference(row(b)) else { continue };
                    let (g, h) = (self.generators[i], self.generators[j]);
                    for order in [[g, h], [h, g]] {
                        if let Some(test) = self.trace(at, &order, &self.tests[t], teacher)? {
                            return Ok(Some(test));
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// The monoid on which the generators commute: the product with an element is that with its representative.
    fn hypothesis(&self) -> Result<Hypothesis, Stop> {
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
        let losing = self.representatives.iter().map(|word| self.rows[word].bits[0] & 1 == 1).collect();
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
        self.tests.extend(test);
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
        self.trace(0, &at, &[], teacher)
    }

    /// Adds heaps to a representative one after another, beside others: a test from the first step at which the outcome
    /// turns, which it must not.
    fn trace(
        &self,
        from: usize,
        heaps: &[Letter],
        beside: &[Letter],
        teacher: &mut Teacher<'_>,
    ) -> Result<Option<ElementWord>, Stop> {
        let mut element = from;
        let mut lost = teacher.loses(&self.representatives[from], &[heaps, beside].concat())?;
        for (i, heap) in heaps.iter().enumerate() {
            let rest = [&heaps[i + 1..], beside].concat();
            let generator = self.generator(*heap)?;
            let next = usize::from(self.sums[element][generator]);
            let after = teacher.loses(&self.representatives[next], &rest)?;
            if after != lost {
                return self.split(with(&self.representatives[element], *heap), rest, teacher).map(Some);
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
    ) -> Result<ElementWord, Stop> {
        while let Some((i, instead)) = self.lower_word(&word, &self.elements) {
            if teacher.loses(&word, &beside)? == teacher.loses(&instead, &beside)? {
                word = instead;
            } else {
                beside.push(word[i]);
                word.remove(i);
            }
        }
        beside.sort_unstable();
        // Most often what those heaps are worth tells the same, by a smaller test.
        if let (Some(&element), Some(smaller)) = (self.elements.get(&word), self.reduced(&beside)) {
            let representative = &self.representatives[usize::from(element)];
            if teacher.loses(&word, smaller)? != teacher.loses(representative, smaller)? {
                return Ok(smaller.clone());
            }
        }
        Ok(beside)
    }

    /// The representative of what a word of generators is worth.
    fn reduced(&self, word: &[Letter]) -> Option<&ElementWord> {
        let element = word.iter().try_fold(0, |at, heap| {
            let generator = self.generators.iter().position(|g| g == heap)?;
            Some(usize::from(self.sums[at][generator]))
        })?;
        self.representatives.get(element)
    }
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
