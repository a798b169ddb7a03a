//! Solves normal play by the Grundy values of heaps, and misère play by the rule of Kayles, the quotient
//! ([`solve::quotient`](crate::solve::quotient)) or a search.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::{HeapMove, HeapSizes, MOST_SEARCHED, MOST_TRIED, MOST_WITH_REMOTENESS, Octal};
use crate::rules::{Convention, Limits, MoveSet, Numbers, Stop, Value, saturating_cast};
use crate::solve::graph::Verdict;
use crate::solve::kayles::{PERIOD, PERIODIC_FROM, Runs, SPECIAL, grundy};
use crate::solve::periodic::{KnownValues, Repeat};
use crate::solve::quotient::{Element, Elements, GameQuotient, HeapElements, HeapFamily};
use crate::solve::sums::{Beside, MisereKind, OtherParts, Summand, Total};
use crate::solve::{Solve, Want, Wins};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Values,
    Kayles,
    /// Misère play of codes other than 0.77. Small positions are searched. Other positions are solved by the quotient,
    /// or by a guided search if no quotient covers them.
    Search,
}

const LONGEST_SPECIAL: u64 = SPECIAL[SPECIAL.len() - 1];

enum Values {
    /// A table of values that covers every heap in the position.
    Listed(KnownValues),
    Kayles,
}

impl Values {
    fn get(&self, size: u64) -> u32 {
        match self {
            // The table covers every heap that callers ask for.
            Values::Listed(values) => values.get(size).unwrap_or(u32::MAX),
            Values::Kayles => grundy(size).into(),
        }
    }
}

enum Wanted<'g> {
    /// The table of Grundy values, and the required XOR of the values of the new heaps.
    Value(&'g Values, u32),
    /// The unchanged runs. Together with the new heaps, they must form a lost position of misère Kayles.
    Beside(Runs),
    /// The elements of heaps, and the set that must contain the product of the elements of the new heaps.
    Elements(HeapElements<'g>, Elements),
}

impl Wanted<'_> {
    /// Returns the period with which the condition repeats as the smaller heap of a split grows.
    fn repeat(&self) -> Option<Repeat> {
        match self {
            Wanted::Value(Values::Kayles, _) => Some(Repeat {
                from: PERIODIC_FROM,
                length: PERIOD,
            }),
            Wanted::Value(Values::Listed(values), _) => values.repeat(),
            Wanted::Elements(found, _) => found.repeat(),
            Wanted::Beside(_) => None,
        }
    }
}

fn by_size(at: &[u64]) -> BTreeMap<u64, u64> {
    let mut sizes = BTreeMap::new();
    at.iter()
        .for_each(|&size| *sizes.entry(size).or_default() += 1);
    sizes
}

impl Octal {
    pub(super) fn method(&self) -> Method {
        match self.convention {
            Convention::Normal => Method::Values,
            Convention::Misere if self.is_kayles() => Method::Kayles,
            Convention::Misere => Method::Search,
        }
    }

    pub(super) fn is_kayles(&self) -> bool {
        let leaves = |k| self.code.leaves(k);
        self.code.reach() == 2
            && leaves(0) == [false; 3]
            && leaves(1) == [true; 3]
            && leaves(2) == [true; 3]
    }

    pub(super) fn live_stones(&self, at: &[u64]) -> u64 {
        at.iter()
            .filter(|&&size| self.is_live(size))
            .fold(0, |sum, &size| sum.saturating_add(size))
    }

    pub(super) fn is_counted(&self, at: &HeapSizes) -> bool {
        let most = if self.method() == Method::Search {
            MOST_SEARCHED
        } else {
            MOST_WITH_REMOTENESS
        };
        self.live_stones(at) <= most
    }

    pub(super) fn grundy(&self, heaps: &[u64], limits: &Limits) -> Result<Vec<u32>, Stop> {
        if self.is_kayles() {
            return Ok(heaps.iter().map(|&size| grundy(size).into()).collect());
        }
        let mut values = self.values.locked(limits)?;
        heaps
            .iter()
            .map(|&size| values.value(size, limits))
            .collect()
    }

    fn all_values(&self, at: &HeapSizes, limits: &Limits) -> Result<Values, Stop> {
        if self.is_kayles() {
            return Ok(Values::Kayles);
        }
        let mut values = self.values.locked(limits)?;
        values.value(at.iter().copied().max().unwrap_or(0), limits)?;
        Ok(Values::Listed(values.known()))
    }

    fn verdicts(&self, at: &HeapSizes, limits: &Limits) -> Result<Verdict, Stop> {
        // Callers search only positions with at most `MOST_SEARCHED` stones in live heaps, so each size fits in a byte.
        let pieces = at
            .iter()
            .filter(|&&size| self.is_live(size))
            .map(|&size| saturating_cast(size))
            .collect();
        let live = |size: u64| Some(saturating_cast(size)).filter(|_| self.is_live(size));
        let mut searched = self.searched.locked(limits)?;
        searched.verdicts(pieces, self.convention, limits, &|size| {
            self.left_of(size.into())
                .into_iter()
                .map(|two| two.map(live))
                .collect()
        })
    }

    /// Searches a position that the quotient does not cover. `end` is the reason why the quotient could not be
    /// extended.
    fn loses_by_search(&self, at: &HeapSizes, end: &str, limits: &Limits) -> Result<bool, Stop> {
        let stones = self.live_stones(at);
        if stones > MOST_TRIED {
            return Err(Stop::not_proved(tr!(
                "no misère quotient of octal/{code} is proved that far ({end}), and {stones} stones are too many to search",
                code = self.code
            )));
        }
        let kept = self.quotient.locked(limits)?;
        let unknown = || {
            Stop::not_proved(tr!(
                "no misère quotient of octal/{code} is proved ({end})",
                code = self.code
            ))
        };
        let found = kept.as_ref().ok_or_else(unknown)?;
        let heaps: Vec<u64> = at
            .iter()
            .copied()
            .filter(|&size| self.is_live(size))
            .collect();
        let answer = self
            .guided
            .locked(limits)?
            .loses(found, &self.code, &heaps, limits);
        answer.map_err(|stop| match stop {
            Stop::NotProved(why) => Stop::not_proved(tr!(
                "no misère quotient of octal/{code} is proved that far ({end}), and {why}",
                code = self.code
            )),
            stop => stop,
        })
    }

    pub(super) fn largest_live(&self, at: &[u64]) -> u64 {
        let live = at.iter().copied().filter(|&size| self.is_live(size));
        live.max().unwrap_or(0)
    }

    /// Extends the quotient to heaps up to `largest` and calls `ask` with the quotient. If the quotient cannot be
    /// extended that far, returns the reason.
    pub(super) fn with_quotient<T>(
        &self,
        largest: u64,
        limits: &Limits,
        ask: impl FnOnce(&GameQuotient) -> T,
    ) -> Result<Result<T, String>, Stop> {
        let mut kept = self.quotient.locked(limits)?;
        let mut found = match kept.take() {
            Some(found) => found,
            None => GameQuotient::beside_nim(0, limits)?,
        };
        let reached = found.reach(&self.code, largest, limits);
        let found = kept.insert(found);
        Ok(reached?.map(|()| ask(found)))
    }

    /// Returns the element of a heap, or `None` if the quotient does not cover the heap. The element of a heap without
    /// moves is the identity.
    pub(super) fn element(&self, found: HeapElements<'_>, size: u64) -> Option<Element> {
        if self.is_live(size) {
            found.element(size)
        } else {
            Some(0)
        }
    }

    fn family_name(&self) -> String {
        format!("octal/{}", self.code)
    }

    fn product(&self, found: HeapElements<'_>, at: &[u64]) -> Option<Element> {
        at.iter().try_fold(0, |all, &size| {
            Some(found.quotient().product(all, self.element(found, size)?))
        })
    }

    pub(super) fn product_of(&self, found: &GameQuotient, at: &[u64]) -> Result<Element, Stop> {
        self.product(found.heaps(), at)
            .ok_or_else(|| unproved(at.iter().copied().max().unwrap_or(0)))
    }

    /// Returns the condition that the new heaps must satisfy for a move in a heap of this size to win. In misère
    /// Kayles, the nim-sum rule applies as long as a run of ordinary length is left. If the heap is larger than 2L + 2,
    /// where L is the longest exceptional length, every move leaves a part of ordinary length.
    fn wanted<'g>(&self, xor: u32, mut runs: Runs, size: u64, values: &'g Values) -> Wanted<'g> {
        if self.convention == Convention::Normal {
            return Wanted::Value(values, xor ^ values.get(size));
        }
        runs.remove(size);
        if runs.has_ordinary() || size > 2 * LONGEST_SPECIAL + 2 {
            Wanted::Value(values, runs.grundy().into())
        } else {
            Wanted::Beside(runs)
        }
    }

    fn reaches(&self, wanted: &Wanted<'_>, [a, b]: [u64; 2]) -> bool {
        match wanted {
            Wanted::Value(values, wanted) => values.get(a) ^ values.get(b) == *wanted,
            Wanted::Beside(others) => others.after(0, a, b).loses(Convention::Misere),
            Wanted::Elements(found, set) => self
                .product(*found, &[a, b])
                .is_some_and(|element| set.contains(element)),
        }
    }

    /// Adds the winning moves in a heap, in board order. Adds at most `left` splits individually, and returns `false`
    /// if more than `left` would be needed.
    ///
    /// If the condition is periodic, it is evaluated only for the splits before the periodic range and for the splits
    /// of one period. Once the smaller heap of a split is in the periodic range, so is the larger heap. Moving a full
    /// period of stones from one heap to the other then leaves the values or elements of both heaps unchanged.
    fn add_wins(
        &self,
        base: HeapMove,
        size: u64,
        wanted: &Wanted<'_>,
        left: &mut usize,
        found: &mut MoveSet<'_, HeapMove>,
    ) -> bool {
        for amount in 0..=self.code.reach().min(size) {
            let [none, one, two] = self.code.leaves(amount);
            let rest = size - amount;
            let taking = HeapMove { amount, ..base };
            if (if rest == 0 { none } else { one }) && self.reaches(wanted, [rest, 0]) {
                found.push(taking);
            }
            if !two {
                continue;
            }
            let half = rest / 2;
            let repeat = wanted.repeat().map(|Repeat { from, length }| {
                // Start above the code's largest amount: a smaller heap may allow no move, even if its element is
                // in the periodic range.
                (from.max(1 + self.code.reach()), length)
            });
            let wins = |a: &u64| self.reaches(wanted, [*a, rest - a]);
            let splitting = HeapMove {
                split: Some([0, rest]),
                ..taking
            };
            for a in (1..=repeat.map_or(half, |(from, _)| half.min(from - 1))).filter(wins) {
                let Some(fewer) = left.checked_sub(1) else {
                    return false;
                };
                *left = fewer;
                found.push(splitting.splitting(a));
            }
            if let Some((from, length)) = repeat {
                let round: Vec<u64> = (from..=half.min(from.saturating_add(length - 1)))
                    .filter(wins)
                    .collect();
                let numbers = Numbers::Periodic {
                    round,
                    period: length,
                    last: half,
                };
                found.push_numbers(splitting, numbers, HeapMove::splitting);
            }
        }
        true
    }

    fn wins<'g>(
        &self,
        at: &HeapSizes,
        most: usize,
        limits: &Limits,
        wanted: &mut dyn FnMut(u64) -> Result<Wanted<'g>, Stop>,
    ) -> Result<MoveSet<'_, HeapMove>, Stop> {
        let mut known: BTreeMap<u64, Wanted<'_>> = BTreeMap::new();
        let mut found = MoveSet::default();
        let mut left = most;
        for (heap, &size) in at.iter().enumerate() {
            limits.check()?;
            let wanted = match known.entry(size) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => place.insert(wanted(size)?),
            };
            let base = HeapMove {
                heap,
                amount: 0,
                split: None,
            };
            if !self.add_wins(base, size, wanted, &mut left, &mut found) {
                return Ok(found.and_more());
            }
        }
        Ok(found)
    }

    pub(super) fn wins_by_elements(
        &self,
        found: HeapElements<'_>,
        at: &HeapSizes,
        beside: Element,
        most: usize,
        limits: &Limits,
    ) -> Result<MoveSet<'_, HeapMove>, Stop> {
        let quotient = found.quotient();
        let sizes = by_size(at);
        self.wins(at, most, limits, &mut |size| {
            let rest = sizes.iter().try_fold(beside, |all, (&other, &count)| {
                let count = count - u64::from(other == size);
                let element = self.element(found, other).ok_or_else(|| unproved(other))?;
                Ok::<Element, Stop>(quotient.product(all, quotient.power(element, count)))
            })?;
            Ok(Wanted::Elements(found, quotient.wanted_beside(rest)))
        })
    }
}

pub(super) fn unproved(size: u64) -> Stop {
    Stop::not_proved(tr!(
        "the misère quotient has no element for a heap of {size}"
    ))
}

impl Solve for Octal {
    fn prove(&self, at: &HeapSizes, want: Want, limits: &Limits) -> Result<Value, Stop> {
        let loses = self.loses(at, limits)?;
        want.prove(loses, || {
            let left = self.remoteness(at, limits)?;
            Ok(self.total(at, limits)?.value(self.convention, loses, left))
        })
    }

    fn summand(&self, at: &HeapSizes, limits: &Limits) -> Result<Summand, Stop> {
        let live = || {
            at.iter()
                .copied()
                .filter(|&size| self.is_live(size))
                .collect()
        };
        if self.method() == Method::Search {
            return Ok(Summand {
                nimber: None,
                misere: MisereKind::Heaps(live()),
            });
        }
        let nimber = self.total(at, limits)?.nimber;
        let misere = if self.is_kayles() {
            MisereKind::Kayles(live())
        } else {
            MisereKind::Heaps(live())
        };
        Ok(Summand { nimber, misere })
    }

    fn family(&self) -> Option<HeapFamily<'_>> {
        Some(HeapFamily {
            name: self.family_name(),
            rules: Some(Arc::new(self.code.clone())),
            board: None,
            kept: Some(&self.beside),
        })
    }

    fn winning(&self, at: &HeapSizes, beside: Beside<'_>) -> Wins<'_, HeapMove> {
        let Beside {
            others,
            most,
            limits,
            ..
        } = beside;
        match others {
            OtherParts::Product { whole, beside } => {
                if let Some(own) = whole.heaps_of(&self.family_name()) {
                    return self
                        .wins_by_elements(own, at, *beside, most, limits)
                        .map(Some);
                }
            }
            OtherParts::None if self.method() == Method::Search => {
                if self.live_stones(at) > MOST_SEARCHED {
                    let by_elements = |found: &GameQuotient| {
                        self.wins_by_elements(found.heaps(), at, 0, most, limits)
                    };
                    if let Ok(found) =
                        self.with_quotient(self.largest_live(at), limits, by_elements)?
                    {
                        return found.map(Some);
                    }
                }
                return Ok(None);
            }
            _ => {}
        }
        let adds = others
            .for_kayles(self.convention)
            .filter(|_| self.method() != Method::Search);
        let Some((outside, runs)) = adds else {
            return Ok(None);
        };
        // No heap has a value this large, so no move wins.
        let Ok(outside) = u32::try_from(outside) else {
            return Ok(Some(MoveSet::default()));
        };
        let values = self.all_values(at, limits)?;
        let xor = at.iter().fold(outside, |xor, &size| xor ^ values.get(size));
        let runs = runs.join(&at.iter().copied().collect());
        let found = self.wins(at, most, limits, &mut |size| {
            Ok(self.wanted(xor, runs, size, &values))
        })?;
        Ok(Some(found))
    }
}

impl Octal {
    fn total(&self, at: &HeapSizes, limits: &Limits) -> Result<Total, Stop> {
        if self.is_kayles() {
            return Ok(at.iter().copied().collect::<Runs>().into());
        }
        let nimber = match self.method() {
            Method::Search => None,
            _ => Some(
                self.grundy(at, limits)?
                    .into_iter()
                    .fold(0, |xor, g| xor ^ u64::from(g)),
            ),
        };
        Ok(Total {
            nimber,
            misere: None,
        })
    }

    fn loses(&self, at: &HeapSizes, limits: &Limits) -> Result<bool, Stop> {
        if let Some(loses) = self.total(at, limits)?.loses(self.convention) {
            return Ok(loses);
        }
        if self.live_stones(at) <= MOST_SEARCHED {
            return Ok(!self.verdicts(at, limits)?.wins());
        }
        let by_product =
            |found: &GameQuotient| Ok(found.quotient().loses(self.product_of(found, at)?));
        match self.with_quotient(self.largest_live(at), limits, by_product)? {
            Ok(loses) => loses,
            Err(end) => self.loses_by_search(at, &end, limits),
        }
    }

    fn remoteness(&self, at: &HeapSizes, limits: &Limits) -> Result<Option<u64>, Stop> {
        if self.is_counted(at) {
            Ok(Some(self.verdicts(at, limits)?.remoteness.into()))
        } else {
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::oracle::ruleset;

    #[test]
    fn what_is_not_proved_has_no_element() {
        let game = ruleset::<Octal>(Convention::Misere, &["0.07"]).unwrap();
        let limits = Limits::default();
        let mut found = GameQuotient::beside_nim(0, &limits).unwrap();
        assert_eq!(found.reach(&game.code, 8, &limits), Ok(Ok(())));
        assert!(game.product_of(&found, &[8, 5]).is_ok());
        assert_eq!(game.element(found.heaps(), 9), None);
        assert!(game.product_of(&found, &[8, 9]).is_err());
        assert!(
            game.wins_by_elements(found.heaps(), &vec![9, 5], 0, 3, &limits)
                .is_err()
        );
        // The element of a heap without moves is the identity, regardless of the size of the heap.
        assert_eq!(game.product_of(&found, &[1, 0]).unwrap(), 0);
    }
}
