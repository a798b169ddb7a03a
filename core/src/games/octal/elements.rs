//! Misère play by the quotient of the code ([`solve::quotient`](crate::solve::quotient)): every heap is an element,
//! and a position loses where the product of its heaps' elements does.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};

use super::{HeapMove, HeapSizes, Octal};
use crate::rules::{Limits, Stop};
use crate::solve::WinningMoves;
use crate::solve::quotient::{Element, Elements, GameQuotient};

/// What the quotient says of a position.
pub(super) struct ByElements {
    /// The element of each heap, and of the whole, as people number them ([`Quotient::losing_last`]).
    ///
    /// [`Quotient::losing_last`]: crate::solve::quotient::Quotient::losing_last
    pub(super) heaps: Vec<Element>,
    pub(super) whole: Element,
    /// How many elements there are,
    pub(super) order: usize,
    /// and how many of them lose: those of the highest numbers.
    pub(super) losing: usize,
    /// Whether all heaps are proved, or only those up to some size.
    pub(super) all_heaps: bool,
}

impl Octal {
    /// Asks the quotient, if it is proved with heaps as large as these.
    pub(super) fn with_quotient<T>(
        &self,
        at: &HeapSizes,
        limits: &Limits,
        ask: impl FnOnce(&GameQuotient) -> T,
    ) -> Result<Result<T, String>, Stop> {
        let largest = at.iter().copied().filter(|&size| self.is_live(size)).max().unwrap_or(0);
        let mut kept = self.quotient.locked(limits)?;
        let mut found = match kept.take() {
            Some(found) => found,
            None => GameQuotient::beside_nim(0, limits)?,
        };
        let reached = found.reach(&self.code, largest, limits);
        let found = kept.insert(found);
        Ok(match reached? {
            true => Ok(ask(found)),
            false => Err(found.end().unwrap_or("the misère quotient has an end").to_owned()),
        })
    }

    /// What the quotient says of a position.
    pub(super) fn by_elements(&self, at: &HeapSizes, limits: &Limits) -> Result<Option<ByElements>, Stop> {
        let asked = self.with_quotient(at, limits, |found| -> Result<ByElements, Stop> {
            let numbers = found.quotient().losing_last();
            let number = |element: Element| numbers[usize::from(element)];
            let of_heap = |&size: &u64| self.element(found, size).map(number).ok_or_else(|| unproved(size));
            Ok(ByElements {
                heaps: at.iter().map(of_heap).collect::<Result<_, Stop>>()?,
                whole: number(self.product_of(found, at)?),
                order: found.quotient().order(),
                losing: found.quotient().elements().filter(|&e| found.quotient().loses(e)).count(),
                all_heaps: found.repeat().is_some(),
            })
        })?;
        asked.ok().transpose()
    }

    /// The element of a heap, where it is proved; one that allows no move is nothing. All smaller heaps have one then.
    fn element(&self, found: &GameQuotient, size: u64) -> Option<Element> {
        if self.is_live(size) { found.element(size) } else { Some(0) }
    }

    /// The element of the whole.
    fn product(&self, found: &GameQuotient, at: &[u64]) -> Option<Element> {
        at.iter().try_fold(0, |all, &size| Some(found.quotient().product(all, self.element(found, size)?)))
    }

    /// The same for heaps that the quotient was asked to reach.
    ///
    /// # Errors
    /// [`Stop::NotProved`] where it has not.
    pub(super) fn product_of(&self, found: &GameQuotient, at: &[u64]) -> Result<Element, Stop> {
        self.product(found, at).ok_or_else(|| unproved(at.iter().copied().max().unwrap_or(0)))
    }

    /// The moves that leave an element that loses next to the element `beside`, the first `most` in board order, and how many there are.
    pub(super) fn winners_by_elements(
        &self,
        found: &GameQuotient,
        at: &HeapSizes,
        beside: Element,
        most: usize,
        limits: &Limits,
    ) -> Result<WinningMoves<HeapMove>, Stop> {
        let quotient = found.quotient();
        let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
        at.iter().for_each(|&size| *sizes.entry(size).or_default() += 1);
        // For each size what the rest of the heaps wants one of them to become, and how many of its moves do that.
        let mut wanted: BTreeMap<u64, (Elements, u64)> = BTreeMap::new();
        for &size in sizes.keys() {
            limits.check()?;
            let rest = sizes.iter().try_fold(beside, |all, (&other, &count)| {
                let count = count - u64::from(other == size);
                let element = self.element(found, other).ok_or_else(|| unproved(other))?;
                Ok::<Element, Stop>(quotient.product(all, quotient.power(element, count)))
            })?;
            let set = quotient.wanted_beside(rest);
            let count = self.count_leaving(found, size, &set);
            wanted.insert(size, (set, count));
        }
        let mut all = WinningMoves::default();
        for (heap, size) in at.iter().enumerate() {
            let Some((set, count)) = wanted.get(size) else { continue };
            if *count > 0 && all.first.len() < most {
                let _ = self.moves_leaving(found, heap, *size, set, &mut |m| {
                    all.first.push(m);
                    if all.first.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
            }
            all.count = all.count.saturating_add(*count);
        }
        Ok(all)
    }

    /// How many moves on a heap leave one of these elements.
    fn count_leaving(&self, found: &GameQuotient, size: u64, wanted: &Elements) -> u64 {
        let mut count = 0u64;
        for amount in 1..=self.code.reach().min(size) {
            let [none, one, two] = self.code.leaves(amount);
            let rest = size - amount;
            if if rest == 0 { none } else { one } {
                count += u64::from(self.element(found, rest).is_some_and(|e| wanted.contains(e)));
            }
            if two {
                let half = rest / 2;
                let (few, period) = self.splits(found, half);
                let wins = |a: &u64| self.product(found, &[*a, rest - a]).is_some_and(|e| wanted.contains(e));
                count += few.filter(wins).count() as u64;
                if let Some((range, length)) = period {
                    count += range.filter(wins).map(|a| (half - a) / length + 1).sum::<u64>();
                }
            }
        }
        count
    }

    /// The smaller heaps of a split up to `half` that are looked at one by one, and, where the elements repeat, those of
    /// one period with its length: both heaps of a split are periodic as soon as the smaller one is, and adding the
    /// period to it takes it from the other.
    fn splits(
        &self,
        found: &GameQuotient,
        half: u64,
    ) -> (RangeInclusive<u64>, Option<(RangeInclusive<u64>, u64)>) {
        match found.repeat() {
            None => (1..=half, None),
            Some(repeat) => {
                // A heap of less than the longest move may be without moves however the elements repeat.
                let from = repeat.from.max(1 + self.code.reach());
                let last = from.saturating_add(repeat.length - 1);
                (1..=half.min(from - 1), Some((from..=half.min(last), repeat.length)))
            }
        }
    }

    /// The moves on a heap that leave one of these elements, in board order.
    fn moves_leaving(
        &self,
        found: &GameQuotient,
        heap: usize,
        size: u64,
        wanted: &Elements,
        f: &mut dyn FnMut(HeapMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for amount in 1..=self.code.reach().min(size) {
            let [none, one, two] = self.code.leaves(amount);
            let rest = size - amount;
            if (if rest == 0 { none } else { one })
                && self.element(found, rest).is_some_and(|e| wanted.contains(e))
            {
                f(HeapMove { heap, amount, split: None })?;
            }
            if !two {
                continue;
            }
            let half = rest / 2;
            let (few, period) = self.splits(found, half);
            let wins = |a: &u64| self.product(found, &[*a, rest - a]).is_some_and(|e| wanted.contains(e));
            let split = |a: u64| HeapMove { heap, amount, split: Some([a, rest - a]) };
            few.filter(wins).try_for_each(|a| f(split(a)))?;
            if let Some((range, length)) = period {
                let winners: Vec<u64> = range.filter(wins).collect();
                let mut rounds = 0;
                while winners.first().is_some_and(|a| a + rounds * length <= half) {
                    let round = winners.iter().map(|a| a + rounds * length).filter(|&a| a <= half);
                    round.map(split).try_for_each(&mut *f)?;
                    rounds += 1;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A heap that the quotient does not have.
fn unproved(size: u64) -> Stop {
    Stop::not_proved(format!("the misère quotient has no element for a heap of {size}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::erased::Game;
    use crate::rules::{Convention, Library, Text};

    /// A heap that is not proved counts for no element: nothing is said of it, least of all what the empty position is.
    #[test]
    fn what_is_not_proved_has_no_element() {
        let game = Octal::open(Convention::Misere, &[Text::new("0.07")], &Library::default()).unwrap();
        let limits = Limits::default();
        let mut found = GameQuotient::beside_nim(0, &limits).unwrap();
        assert!(found.reach(&game.code, 8, &limits).unwrap());
        assert!(game.product_of(&found, &[8, 5]).is_ok());
        assert_eq!(game.element(&found, 9), None);
        assert!(game.product_of(&found, &[8, 9]).is_err());
        assert!(game.winners_by_elements(&found, &vec![9, 5], 0, 3, &limits).is_err());
        // Heaps without a move are nothing, of whatever size they are.
        assert_eq!(game.product_of(&found, &[1, 0]).unwrap(), 0);
    }
}
