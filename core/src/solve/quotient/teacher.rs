//! What is asked while a quotient is learned: the winner of a sum of heaps, by complete search.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::closure::Letter;
use super::monoid::{Element, Elements, Quotient};
use crate::rules::{Limits, Stop};

/// Heaps of a sum, rising.
pub(super) type ElementWord = Vec<Letter>;

/// What the moves of a heap leave, rising.
pub(super) type Options = Arc<[ElementWord]>;

/// About how many bytes a word takes, with what the allocator adds.
pub(super) fn word_bytes(word: &ElementWord) -> usize {
    const LEAST: usize = 32;
    size_of::<ElementWord>() + LEAST.max(16 + size_of_val(&word[..]))
}

/// The most positions that are searched and kept while the quotient is learned with one more heap, where there is a
/// search to fall back on.
pub(super) const FEW_POSITIONS: usize = 200_000;
/// The same where there is none.
pub(super) const MOST_POSITIONS: usize = 2_000_000;

/// The most moves in a row that are searched: each waits for the next on the stack of its thread, which has 2 MiB or
/// more.
const MOST_DEEP: usize = 1000;

/// More than the rank of any sum of old heaps that is looked at.
const MANY: u64 = 1 << 32;

/// Answers whether a sum loses. Sums of the heaps that were there before the last one are answered by their proved
/// quotient; what has the last heap in it is searched.
pub(super) struct Teacher<'a> {
    /// What the moves of each heap leave.
    options: &'a [Options],
    /// The heaps that are equal to a heap with one move, to nothing: two of them are nothing.
    ones: &'a [bool],
    proved: &'a Quotient,
    elements: &'a [Element],
    last: Letter,
    /// For each heap more than the ranks of what any of its moves leaves: moves lower the rank of a sum.
    ranks: Vec<u64>,
    /// Below this rank the guess has been proved.
    certain: u64,
    /// The elements that the last heap's moves lead to.
    moves: Elements,
    wanted: Vec<Elements>,
    known: FxHashMap<Box<[Letter]>, bool>,
    /// What is thought of all positions: it says which moves to look at first.
    guess: Guess,
    most: usize,
    limits: &'a Limits,
}

/// A monoid thought to be the quotient, with the element of every heap.
struct Guess {
    quotient: Quotient,
    elements: Vec<Element>,
    /// For each heap, the elements that its options have, in their order.
    options: Vec<Vec<Element>>,
}

impl Guess {
    fn new(options: &[Options], quotient: Quotient, elements: Vec<Element>) -> Guess {
        let of = |word: &ElementWord| product(&quotient, &elements, word);
        let options = options.iter().map(|list| list.iter().map(of).collect()).collect();
        Guess { quotient, elements, options }
    }
}

/// The product of the elements of these heaps.
pub(super) fn product(quotient: &Quotient, elements: &[Element], heaps: &[Letter]) -> Element {
    heaps.iter().fold(0, |all, &heap| quotient.product(all, elements[usize::from(heap)]))
}

/// For each heap more than the ranks of what any of its moves leaves: moves lower the rank of a sum.
pub(super) fn ranks(options: &[Options]) -> Vec<u64> {
    let mut ranks: Vec<u64> = Vec::with_capacity(options.len());
    for list in options {
        let most = list.iter().map(|word| rank_of(&ranks, word)).max().unwrap_or(0);
        ranks.push(most.saturating_add(1));
    }
    ranks
}

fn rank_of(ranks: &[u64], word: &[Letter]) -> u64 {
    word.iter().fold(0, |all: u64, &heap| all.saturating_add(ranks[usize::from(heap)]))
}

impl<'a> Teacher<'a> {
    /// A teacher of the heaps of `options`, all of which but the last have these elements in `proved`, and all of them might
    /// be near `guess`. It looks at `most` positions.
    pub(super) fn new(
        options: &'a [Options],
        ones: &'a [bool],
        proved: &'a Quotient,
        elements: &'a [Element],
        guess: Vec<Element>,
        most: usize,
        limits: &'a Limits,
    ) -> Teacher<'a> {
        let last = options.len().saturating_sub(1);
        // With the last heap above all others, everything is learned first of sums with one of it, then with two, ...:
        // a move in one of them leaves one fewer.
        let mut ranks = ranks(options);
        if let Some(own) = ranks.last_mut() {
            *own = MANY;
        }
        let mut moves = Elements::none(proved.order());
        for option in options.get(last).into_iter().flat_map(|list| list.iter()) {
            moves.insert(product(proved, elements, option));
        }
        let wanted = proved.elements().map(|e| proved.wanted_beside(e)).collect();
        Teacher {
            options,
            ones,
            proved,
            elements,
            last: Letter::try_from(last).unwrap_or(Letter::MAX),
            ranks,
            certain: 0,
            moves,
            wanted,
            known: FxHashMap::default(),
            guess: Guess::new(options, proved.clone(), guess),
            most,
            limits,
        }
    }

    /// From now on a better guess steers the search, which has been proved for all positions below that rank.
    pub(super) fn think(&mut self, quotient: &Quotient, elements: &[Element], certain: u64) {
        if certain > self.certain {
            self.certain = certain;
            self.guess = Guess::new(self.options, quotient.clone(), elements.to_vec());
        }
    }

    /// The rank of a position: a move lowers it.
    pub(super) fn rank(&self, word: &[Letter]) -> u64 {
        rank_of(&self.ranks, word)
    }

    /// Refuses a table of this many bytes where the limits leave less.
    ///
    /// # Errors
    /// [`Stop::NotProved`] past a quarter of the memory, [`Stop::Interrupted`] as the limits say.
    pub(super) fn check_table(&self, bytes: u64) -> Result<(), Stop> {
        self.limits.check()?;
        match bytes > self.limits.memory() / 4 {
            true => Err(Stop::not_proved("learning the misère quotient takes more than the memory given")),
            false => Ok(()),
        }
    }

    /// The ranks of all heaps.
    pub(super) fn ranks(&self) -> &[u64] {
        &self.ranks
    }

    /// Changes with what is known for certain.
    pub(super) fn stage(&self) -> (Letter, u64) {
        (self.last, self.certain)
    }

    /// Whether the player to move loses the sum of two words.
    ///
    /// # Errors
    /// [`Stop::NotProved`] past the most positions or the memory of the limits, [`Stop::Interrupted`] as they say.
    pub(super) fn loses(&mut self, a: &[Letter], b: &[Letter]) -> Result<bool, Stop> {
        let answer = self.ask(a, b, u32::MAX)?;
        answer.ok_or_else(|| Stop::not_proved("learning the misère quotient takes too long a search"))
    }

    /// The same, if so many positions are enough to tell.
    pub(super) fn ask(&mut self, a: &[Letter], b: &[Letter], mut budget: u32) -> Result<Option<bool>, Stop> {
        let mut sum = [a, b].concat();
        sum.sort_unstable();
        self.search(&self.paired(&sum), 0, &mut budget)
    }

    /// The same position with pairs of ones left out.
    fn paired(&self, sum: &[Letter]) -> ElementWord {
        let mut left: ElementWord = Vec::with_capacity(sum.len());
        let mut one = None;
        for &heap in sum {
            match (self.ones[usize::from(heap)], one) {
                (false, _) => left.push(heap),
                (true, None) => one = Some(heap),
                (true, Some(_)) => one = None,
            }
        }
        if let Some(heap) = one {
            let place = left.partition_point(|&other| other < heap);
            left.insert(place, heap);
        }
        left
    }

    /// How many last heaps a sum has: they are the largest.
    fn lasts(&self, sum: &[Letter]) -> usize {
        sum.iter().rev().take_while(|&&heap| heap == self.last).count()
    }

    /// What is known without a search of a sum without pairs of ones.
    fn at_once(&self, sum: &[Letter]) -> Option<bool> {
        let lasts = self.lasts(sum);
        let element = product(self.proved, self.elements, &sum[..sum.len() - lasts]);
        if lasts == 0 {
            return Some(self.proved.loses(element));
        }
        if lasts == 1 && self.moves.meets(&self.wanted[usize::from(element)]) {
            return Some(false);
        }
        if self.rank(sum) < self.certain {
            let Guess { quotient, elements, .. } = &self.guess;
            return Some(quotient.loses(product(quotient, elements, sum)));
        }
        self.known.get(sum).copied()
    }

    /// Whether a sum without pairs of ones loses, `depth` moves after the one that was asked about.
    fn search(&mut self, sum: &[Letter], depth: usize, budget: &mut u32) -> Result<Option<bool>, Stop> {
        if let Some(known) = self.at_once(sum) {
            return Ok(Some(known));
        }
        if *budget == 0 {
            return Ok(None);
        }
        *budget -= 1;
        self.check_room(depth)?;
        let mut open = Vec::new();
        for (i, j) in self.moves_by_guess(sum, self.lasts(sum)) {
            let mut to = [&sum[..i], &sum[i + 1..], &self.options[usize::from(sum[i])][j]].concat();
            to.sort_unstable();
            let next = self.paired(&to);
            match self.at_once(&next) {
                Some(true) => {
                    self.known.insert(sum.into(), false);
                    return Ok(Some(false));
                }
                Some(false) => {}
                None => open.push(next),
            }
        }
        let mut loses = Some(true);
        for next in open {
            match self.search(&next, depth + 1, budget)? {
                Some(true) => {
                    loses = Some(false);
                    break;
                }
                Some(false) => {}
                None => loses = None,
            }
        }
        if let Some(loses) = loses {
            self.known.insert(sum.into(), loses);
        }
        Ok(loses)
    }

    /// That there is room for one more position, and for one more move on the stack.
    fn check_room(&self, depth: usize) -> Result<(), Stop> {
        if self.known.len().is_multiple_of(1024) {
            self.limits.check()?;
            let held = self.known.len() * (size_of::<(Box<[Letter]>, bool)>() + 48);
            if self.known.len() >= self.most || held as u64 > self.limits.memory() / 4 {
                return Err(Stop::not_proved(format!(
                    "learning the misère quotient takes more than {} positions",
                    self.known.len()
                )));
            }
        }
        if depth >= MOST_DEEP {
            return Err(Stop::not_proved(format!(
                "learning the misère quotient takes a search more than {MOST_DEEP} moves deep"
            )));
        }
        Ok(())
    }

    /// The moves of a sum with `lasts` last heaps, those first that are thought to win: which heap of the sum, and which of
    /// its options. Of equal heaps there is one; of a single last heap there are none, as they have been looked at.
    fn moves_by_guess(&self, sum: &[Letter], lasts: usize) -> Vec<(usize, usize)> {
        let Guess { quotient, elements, options } = &self.guess;
        let (mut first, mut later) = (Vec::new(), Vec::new());
        for i in 0..sum.len() {
            if i + 1 < sum.len() && sum[i + 1] == sum[i] || lasts == 1 && sum[i] == self.last {
                continue;
            }
            let others = [&sum[..i], &sum[i + 1..]].concat();
            let beside = product(quotient, elements, &others);
            for (j, &option) in options[usize::from(sum[i])].iter().enumerate() {
                match quotient.loses(quotient.product(beside, option)) {
                    true => first.push((i, j)),
                    false => later.push((i, j)),
                }
            }
        }
        first.append(&mut later);
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that would be too deep for the stack of its thread is refused.
    #[test]
    fn deep_searches_are_refused() {
        // Heap 0 has a move to nothing, every other one a move to the heap before it.
        let chain = |n: Letter| -> Vec<Options> {
            (0..n).map(|i| vec![i.checked_sub(1).into_iter().collect::<ElementWord>()].into()).collect()
        };
        let answer = |heaps: Letter| {
            let options = chain(heaps);
            let ones = vec![false; options.len()];
            let (proved, elements) = (Quotient::trivial(), vec![0; options.len()]);
            let limits = Limits::default();
            let mut teacher =
                Teacher::new(&options, &ones, &proved, &elements, elements.clone(), FEW_POSITIONS, &limits);
            teacher.loses(&[heaps - 2], &[heaps - 1, heaps - 1])
        };
        assert!(answer(200).is_ok());
        let refused = answer(60_000).unwrap_err();
        assert!(refused.to_string().contains("1000 moves deep"), "{refused}");
    }
}
