//! Builds a decision diagram that represents the losing sums of heaps, and compares positions with this diagram.
//!
//! A *function* maps every sum of the first few heaps to true or false. A function can be written as a list of
//! functions of the earlier heaps, one for each number of copies of the last heap. The list can be stored if it is
//! eventually periodic. Each function is stored once, in its shortest form, so equal functions have the same ID, as in
//! a binary decision diagram (R. E. Bryant, "Graph-based algorithms for Boolean function manipulation", 1986).
//!
//! `lost` computes the losing sums, assuming that the sums in a given function, `won`, are won. Consider the sums with
//! `i` copies of the last heap. A move in one of these copies leaves `i - 1` copies, for which the losing sums are
//! already known. So the sum of these `i` copies and some earlier heaps counts as won if `won` contains the sum, or if
//! a move in a copy leads to a losing sum. It remains to solve the same problem with one heap fewer. The result for `i`
//! depends only on the result for `i - 1` and on the part of `won` for `i`: once both repeat, all later results repeat.
//! In misère play, `won` contains only the empty sum.
//!
//! For each position, shift the function of all losing sums by the heaps of the position. Two positions are equal if
//! and only if their shifted functions are equal, so the shifted functions are the elements of the quotient.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::closure::Letter;
use super::monoid::{Element, MOST_ELEMENTS, Quotient};
use crate::rules::{Limits, Stop, saturating_cast};

/// The heaps of a sum in ascending order.
pub(super) type ElementWord = Vec<Letter>;

pub(super) type Options = Arc<[ElementWord]>;

/// The approximate size of a word in bytes, including the allocator's overhead.
pub(super) fn word_bytes(word: &ElementWord) -> usize {
    const LEAST: usize = 32;
    size_of::<ElementWord>() + LEAST.max(16 + size_of_val(&word[..]))
}

pub(super) fn product(quotient: &Quotient, elements: &[Element], heaps: &[Letter]) -> Element {
    heaps.iter().fold(0, |all, &heap| {
        quotient.product(all, elements[usize::from(heap)])
    })
}

/// The maximum number of different heaps. The limit bounds the recursion, because operations on functions recurse once
/// per heap.
const MOST_HEAPS: usize = 400;

/// The maximum number of further copies of a heap that are tried after the first period of `won` has ended. The
/// computation fails if the losing sums have not repeated by then.
const MOST_ALIKE: usize = 64;

type Id = u32;

const NO: Id = 0;
const YES: Id = 1;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Function {
    /// The function depends only on heaps with indices below this level; 0 for constants.
    level: Letter,
    before: u16,
    /// The functions for 0, 1, 2, ... copies of the last heap.
    parts: Box<[Id]>,
}

/// The functions, together with caches for the results of operations on them.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    functions: Vec<Function>,
    number: FxHashMap<Function, Id>,
    moved: FxHashMap<(Id, Letter), Id>,
    either: FxHashMap<(Id, Id), Id>,
    lost: FxHashMap<(Letter, Id), Id>,
    most: usize,
}

impl Diagram {
    pub(super) fn new() -> Diagram {
        let constant = |id: Id| Function {
            level: 0,
            before: 0,
            parts: [id].into(),
        };
        Diagram {
            functions: vec![constant(NO), constant(YES)],
            number: FxHashMap::default(),
            moved: FxHashMap::default(),
            either: FxHashMap::default(),
            lost: FxHashMap::default(),
            most: 0,
        }
    }

    pub(super) fn memory_used(&self) -> u64 {
        const FUNCTION: usize = 2 * (size_of::<Function>() + 32) + 16;
        const ANSWER: usize = 2 * size_of::<(Id, Id, Id)>();
        let answers = self.moved.len() + self.either.len() + self.lost.len();
        (self.functions.len() * FUNCTION + answers * ANSWER) as u64
    }

    /// Computes the misère quotient of all sums of these heaps, and the element of each heap. Every move in a heap must
    /// lead to a sum of earlier heaps. Fails if more than `most` new functions are needed.
    pub(super) fn quotient(
        &mut self,
        heaps: &[Options],
        most: usize,
        limits: &Limits,
    ) -> Result<(Quotient, Vec<Element>), Stop> {
        let level = Letter::try_from(heaps.len())
            .ok()
            .filter(|_| heaps.len() <= MOST_HEAPS);
        let level = level.ok_or_else(|| {
            Stop::not_proved(tr!(
                "the misère quotient of more than {most_heaps} different heaps",
                most_heaps = MOST_HEAPS
            ))
        })?;
        self.most = self.functions.len().saturating_add(most);
        let mut empty = YES;
        for level in 1..=level {
            empty = self.function(level, vec![empty, NO], 1, limits)?;
        }
        let lost = self.lost(level, empty, heaps, limits)?;
        // `steps[e]` holds an earlier element and a heap; their product is element `e`. `sums[e]` lists the products of
        // `e` with all heaps.
        let mut elements = vec![lost];
        let mut number: FxHashMap<Id, Element> = [(lost, 0)].into_iter().collect();
        let mut steps: Vec<(usize, usize)> = vec![(0, 0)];
        let mut sums: Vec<Vec<Element>> = Vec::new();
        while let Some(&from) = elements.get(sums.len()) {
            let mut row = Vec::with_capacity(heaps.len());
            for heap in 0..level {
                let to = self.moved(from, heap, limits)?;
                let next: Element = saturating_cast(elements.len());
                let element = *number.entry(to).or_insert(next);
                if element == next {
                    elements.push(to);
                    steps.push((sums.len(), heap.into()));
                    if elements.len() > MOST_ELEMENTS {
                        return Err(Stop::not_proved(tr!(
                            "the misère quotient has more than {most_elements} elements",
                            most_elements = MOST_ELEMENTS
                        )));
                    }
                }
                row.push(element);
            }
            sums.push(row);
        }
        let order = elements.len();
        let mut products: Vec<Element> = vec![0; order * order];
        for (a, row) in (0..).zip(products.chunks_mut(order)) {
            row[0] = a;
            for b in 1..order {
                let (before, heap) = steps[b];
                row[b] = sums[usize::from(row[before])][heap];
            }
        }
        let loses = elements
            .into_iter()
            .map(|function| self.of_nothing(function) == YES)
            .collect();
        Ok((Quotient::new(products, loses), sums.swap_remove(0)))
    }

    fn of_nothing(&self, mut function: Id) -> Id {
        while function > YES {
            function = self.functions[function as usize].parts[0];
        }
        function
    }

    /// Returns the lengths of the preperiod and the period of the parts at this level.
    fn shape(&self, function: Id, level: Letter) -> (usize, usize) {
        let Function {
            level: own,
            before,
            parts,
        } = &self.functions[function as usize];
        if *own < level {
            (0, 1)
        } else {
            (usize::from(*before), parts.len() - usize::from(*before))
        }
    }

    fn part(&self, function: Id, level: Letter, times: usize) -> Id {
        let (before, length) = self.shape(function, level);
        let parts = &self.functions[function as usize].parts;
        match times {
            _ if self.functions[function as usize].level < level => function,
            _ if times < before => parts[times],
            _ => parts[before + (times - before) % length],
        }
    }

    /// Returns the function with these parts, which repeat from index `before`.
    fn function(
        &mut self,
        level: Letter,
        mut parts: Vec<Id>,
        mut before: usize,
        limits: &Limits,
    ) -> Result<Id, Stop> {
        let repeats = parts.len() - before;
        let again =
            |length: usize| (before..parts.len() - length).all(|i| parts[i] == parts[i + length]);
        let length = (1..repeats)
            .find(|&length| repeats.is_multiple_of(length) && again(length))
            .unwrap_or(repeats);
        parts.truncate(before + length);
        while before > 0 && parts[before - 1] == parts[parts.len() - 1] {
            before -= 1;
            parts.pop();
        }
        if let [only] = parts[..] {
            return Ok(only);
        }
        if parts.len() > MOST_ALIKE * MOST_ALIKE {
            return Err(Stop::not_proved(tr!(
                "the misère quotient repeats after too many heaps"
            )));
        }
        let function = Function {
            level,
            before: saturating_cast(before),
            parts: parts.into(),
        };
        if let Some(&known) = self.number.get(&function) {
            return Ok(known);
        }
        let number = Id::try_from(self.functions.len())
            .ok()
            .filter(|_| self.functions.len() < self.most);
        let number = number.ok_or_else(|| {
            let most = self.functions.len();
            Stop::not_proved(tr!(
                "to work out the misère quotient takes more than {most} functions"
            ))
        })?;
        self.functions.push(function.clone());
        self.number.insert(function, number);
        self.check(self.functions.len(), limits)?;
        Ok(number)
    }

    fn check(&self, count: usize, limits: &Limits) -> Result<(), Stop> {
        if count.is_multiple_of(1024) {
            limits.check()?;
            if self.memory_used() > limits.memory() / 2 {
                return Err(Stop::not_proved(tr!(
                    "to work out the misère quotient takes more than the memory given"
                )));
            }
        }
        Ok(())
    }

    /// Shifts a function by one copy of a heap.
    fn moved(&mut self, function: Id, heap: Letter, limits: &Limits) -> Result<Id, Stop> {
        let level = self.functions[function as usize].level;
        if level <= heap {
            return Ok(function);
        }
        if let Some(&known) = self.moved.get(&(function, heap)) {
            return Ok(known);
        }
        let (before, _) = self.shape(function, level);
        let mut parts = self.functions[function as usize].parts.to_vec();
        let moved = if level > heap + 1 {
            for part in &mut parts {
                *part = self.moved(*part, heap, limits)?;
            }
            self.function(level, parts, before, limits)?
        } else {
            parts.rotate_left(1);
            if before > 0 {
                parts.pop();
            }
            self.function(level, parts, before.saturating_sub(1), limits)?
        };
        self.moved.insert((function, heap), moved);
        self.check(self.moved.len(), limits)?;
        Ok(moved)
    }

    fn either(&mut self, a: Id, b: Id, limits: &Limits) -> Result<Id, Stop> {
        match (a.min(b), a.max(b)) {
            (NO, other) => return Ok(other),
            (YES, _) => return Ok(YES),
            (low, high) if low == high => return Ok(low),
            _ => {}
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.either.get(&key) {
            return Ok(known);
        }
        let level = self.functions[a as usize]
            .level
            .max(self.functions[b as usize].level);
        let ((first, one), (second, other)) = (self.shape(a, level), self.shape(b, level));
        let before = first.max(second);
        let length = (1..=other)
            .map(|times| times * one)
            .find(|length| length % other == 0);
        let count = before + length.unwrap_or(one * other);
        let mut parts = Vec::with_capacity(count);
        for times in 0..count {
            parts.push(self.either(
                self.part(a, level, times),
                self.part(b, level, times),
                limits,
            )?);
        }
        let either = self.function(level, parts, before, limits)?;
        self.either.insert(key, either);
        self.check(self.either.len(), limits)?;
        Ok(either)
    }

    /// Computes the losing sums of the first `level` heaps, assuming that the sums in `won` are won.
    fn lost(
        &mut self,
        level: Letter,
        won: Id,
        heaps: &[Options],
        limits: &Limits,
    ) -> Result<Id, Stop> {
        let Some(before) = level.checked_sub(1).filter(|_| won != YES) else {
            return Ok(if won == YES { NO } else { YES });
        };
        if let Some(&known) = self.lost.get(&(level, won)) {
            return Ok(known);
        }
        let options = &heaps[usize::from(before)];
        let (first, length) = self.shape(won, level);
        let mut parts: Vec<Id> = Vec::new();
        let mut seen: Vec<(Option<Id>, usize)> = Vec::new();
        let lost = loop {
            let times = parts.len();
            let phase = if times < first {
                times
            } else {
                first + (times - first) % length
            };
            let state = (parts.last().copied(), phase);
            if let Some(again) = seen.iter().position(|&other| other == state) {
                break self.function(level, parts, again, limits)?;
            }
            if times > MOST_ALIKE + first + length {
                return Err(Stop::not_proved(tr!(
                    "new elements show no end: up to {most_alike} such heaps are all different",
                    most_alike = MOST_ALIKE
                )));
            }
            seen.push(state);
            let mut won = self.part(won, level, times);
            for option in options.iter().take(if times == 0 { 0 } else { usize::MAX }) {
                let mut left = parts[times - 1];
                for &heap in option {
                    left = self.moved(left, heap, limits)?;
                }
                won = self.either(won, left, limits)?;
                if won == YES {
                    break;
                }
            }
            parts.push(self.lost(before, won, heaps, limits)?);
        };
        self.lost.insert((level, won), lost);
        self.check(self.lost.len(), limits)?;
        Ok(lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_at_most_the_square_of_the_copies_looked_at() {
        let mut diagram = Diagram::new();
        diagram.most = 10;
        let mut length = |all: usize| {
            let mut parts = vec![NO; all];
            parts[all - 1] = YES;
            let id = diagram.function(1, parts, 0, &Limits::default())?;
            Ok::<usize, Stop>(diagram.functions[id as usize].parts.len())
        };
        assert_eq!(length(4095), Ok(4095));
        assert_eq!(length(4096), Ok(4096));
        let refused = length(4097).unwrap_err().to_string();
        assert!(
            refused.contains("repeats after too many heaps"),
            "{refused}"
        );
    }
}
