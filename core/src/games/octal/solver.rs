//! Heaps by their Grundy values; in misère play Kayles by its rule, the other codes by their quotient or by search.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::winners::{ValuesInARow, WinningLeft, wanted_beside};
use super::{
    HeapMove, HeapSizes, MOST_HEAP, MOST_SEARCHED, MOST_STONES, MOST_TRIED, MOST_WITH_REMOTENESS, Octal,
};
use crate::rules::{Convention, Limits, Outcome, Rules, Stop, Value, nearest};
use crate::solve::graph::Verdict;
use crate::solve::kayles::{self, Runs};
use crate::solve::periodic::Unknown;
use crate::solve::quotient::{Element, Factor, HeapFamily, MixedQuotient};
use crate::solve::sums::{OtherParts, Summand, no_theorem};
use crate::solve::{Impartial, ReplyCounter, Solve, WinningMoves, by_enumeration, product_by_enumeration};

/// By what a position is decided.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    /// Normal play: the XOR of the Grundy values.
    Values,
    /// Misère play of 0.77.
    Kayles,
    /// Misère play of all other codes: by search where it is short, else by the quotient where that is proved.
    Search,
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
        self.code.reach() == 2 && [1, 2].iter().all(|&k| self.code.leaves(k) == [true; 3])
    }

    /// The stones in heaps that allow a move.
    fn live(&self, at: &HeapSizes) -> u64 {
        at.iter().filter(|&&size| self.is_live(size)).fold(0, |sum, &size| sum.saturating_add(size))
    }

    /// Whether the moves to the end are counted of a position of this size.
    pub(super) fn is_counted(&self, at: &HeapSizes) -> bool {
        self.live(at) <= if self.method() == Method::Search { MOST_SEARCHED } else { MOST_WITH_REMOTENESS }
    }

    fn refuse_large(&self, at: &HeapSizes) -> Result<(), Stop> {
        if self.method() == Method::Search || self.is_kayles() {
            // About as many moves as stones: their number is to be counted.
            return match at.iter().try_fold(0, |sum: u64, &size| sum.checked_add(size)) {
                Some(_) => Ok(()),
                None => {
                    Err(Stop::not_proved(format!("octal/{} is solved for fewer than 2^64 stones", self.code)))
                }
            };
        }
        if let Some(size) = at.iter().find(|&&size| size > MOST_HEAP) {
            return Err(Stop::not_proved(format!(
                "octal games are solved up to heaps of {MOST_HEAP}; this one has {size}"
            )));
        }
        match at.iter().sum::<u64>() {
            n if n <= MOST_STONES => Ok(()),
            n => Err(Stop::not_proved(format!(
                "octal games are solved up to {MOST_STONES} stones in all; here are {n}"
            ))),
        }
    }

    /// The Grundy values of these heaps, at most [`MOST_HEAP`] each except in Kayles.
    pub(super) fn grundy(&self, heaps: &[u64], limits: &Limits) -> Result<Vec<u32>, Stop> {
        if self.is_kayles() {
            return Ok(heaps.iter().map(|&size| kayles::grundy(size).into()).collect());
        }
        let mut values = self.values(limits)?;
        let value = |&size: &u64| {
            values.value(size, &|| limits.check().is_err()).map_err(|e| match e {
                Unknown::PastLimit(_) => {
                    Stop::not_proved(format!("the value of a heap of {size} is not known"))
                }
                Unknown::Stopped => {
                    limits.check().err().unwrap_or_else(|| Stop::Interrupted("asked to stop".to_owned()))
                }
            })
        };
        heaps.iter().map(value).collect()
    }

    fn dense(&self, at: &HeapSizes, limits: &Limits) -> Result<ValuesInARow<'_>, Stop> {
        if self.is_kayles() {
            return Ok(ValuesInARow::kayles(self));
        }
        let largest = at.iter().copied().max().unwrap_or(0);
        let heaps: Vec<u64> = (0..=largest).collect();
        Ok(ValuesInARow::new(self, self.grundy(&heaps, limits)?))
    }

    /// What a move on a heap of that size has to leave: by the XOR of all values or, in misère Kayles, by all runs.
    fn wanted(&self, xor: u32, mut runs: Runs, size: u64, dense: &ValuesInARow<'_>) -> WinningLeft {
        match self.convention {
            Convention::Normal => WinningLeft::Value(xor ^ dense.of(size)),
            Convention::Misere => {
                runs.remove(size);
                wanted_beside(runs, size)
            }
        }
    }

    /// The winning moves where no rule tells them: by the quotient, or else one after another.
    fn winners_by_search(
        &self,
        at: &HeapSizes,
        most: usize,
        limits: &Limits,
    ) -> Result<WinningMoves<HeapMove>, Stop> {
        if self.live(at) > MOST_SEARCHED {
            let asked =
                self.with_quotient(at, limits, |found| self.winners_by_elements(found, at, 0, most, limits))?;
            if let Ok(winners) = asked {
                return winners;
            }
        }
        by_enumeration(self, at, &OtherParts::none(), most, limits)
    }

    fn xor(&self, at: &HeapSizes, limits: &Limits) -> Result<u32, Stop> {
        Ok(self.grundy(at, limits)?.into_iter().fold(0, |xor, g| xor ^ g))
    }

    /// Who wins and how soon, by search.
    fn verdicts(&self, at: &HeapSizes, limits: &Limits) -> Result<Verdict, Stop> {
        // Asked only for as few stones as fit a byte.
        let pieces = at.iter().filter(|&&size| self.is_live(size)).map(|&size| nearest(size)).collect();
        let live = |size: u64| Some(nearest(size)).filter(|_| self.is_live(size));
        let mut searched = self.searched.locked(limits)?;
        searched.verdicts(pieces, self.convention, limits, &|size| {
            let mut left = Vec::new();
            let _ = self.moves_of(0, size.into(), &mut |m| {
                left.push(m.left(size.into()).map(live));
                ControlFlow::Continue(())
            });
            left
        })
    }

    /// Whether a position loses that the quotient does not reach.
    fn loses_by_search(&self, at: &HeapSizes, end: &str, limits: &Limits) -> Result<bool, Stop> {
        let stones = self.live(at);
        if stones > MOST_TRIED {
            return Err(Stop::not_proved(format!(
                "no misère quotient of octal/{} is proved that far ({end}), and {stones} stones are too many to search",
                self.code
            )));
        }
        let kept = self.quotient.locked(limits)?;
        let unknown =
            || Stop::not_proved(format!("no misère quotient of octal/{} is proved ({end})", self.code));
        let found = kept.as_ref().ok_or_else(unknown)?;
        let heaps: Vec<u64> = at.iter().copied().filter(|&size| self.is_live(size)).collect();
        let answer = self.guided.locked(limits)?.loses(found, &self.code, &heaps, limits);
        answer.map_err(|stop| match stop {
            Stop::NotProved(why) => Stop::not_proved(format!(
                "no misère quotient of octal/{} is proved that far ({end}), and {why}",
                self.code
            )),
            stop @ Stop::Interrupted(_) => stop,
        })
    }

    fn loses(&self, at: &HeapSizes, limits: &Limits) -> Result<bool, Stop> {
        self.refuse_large(at)?;
        Ok(match self.method() {
            Method::Values => self.xor(at, limits)? == 0,
            Method::Kayles => at.iter().copied().collect::<Runs>().loses(Convention::Misere),
            Method::Search if self.live(at) <= MOST_SEARCHED => !self.verdicts(at, limits)?.wins,
            Method::Search => {
                let asked = self.with_quotient(at, limits, |found| {
                    self.product_of(found, at).map(|product| found.quotient().loses(product))
                })?;
                match asked {
                    Ok(loses) => loses?,
                    Err(end) => self.loses_by_search(at, &end, limits)?,
                }
            }
        })
    }
}

impl Solve for Octal {
    fn value(&self, at: &HeapSizes, limits: &Limits) -> Result<Value, Stop> {
        let outcome = self.outcome(at, limits)?;
        let grundy = match self.method() {
            Method::Values => Some(self.xor(at, limits)?.into()),
            Method::Kayles | Method::Search => None,
        };
        let remoteness =
            if self.is_counted(at) { Some(self.verdicts(at, limits)?.remoteness.into()) } else { None };
        Ok(Value::of(outcome).with_grundy(grundy).with_remoteness(remoteness))
    }

    fn outcome(&self, at: &HeapSizes, limits: &Limits) -> Result<Outcome, Stop> {
        Ok(Outcome::won(!self.loses(at, limits)?))
    }

    fn winning(&self, at: &HeapSizes, most: usize, limits: &Limits) -> Result<WinningMoves<HeapMove>, Stop> {
        self.winning_beside(at, &OtherParts::none(), most, limits)
    }

    /// The moves of every size of heap are counted by the value they leave, once for all moves.
    fn count_winning_replies<'s>(
        &'s self,
        at: &'s HeapSizes,
        limits: &'s Limits,
    ) -> ReplyCounter<'s, HeapMove> {
        if self.method() == Method::Search {
            return Box::new(move |m| Ok(self.winning(&self.play(at, m), 0, limits)?.count));
        }
        let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
        at.iter().for_each(|&size| *sizes.entry(size).or_default() += 1);
        let prepared = self.refuse_large(at).and_then(|()| self.dense(at, limits)).map(|dense| {
            let ways = sizes.into_iter().map(|(size, count)| (size, count, dense.counts_by_value(size)));
            (ways.collect::<Vec<_>>(), dense)
        });
        let runs: Runs = at.iter().copied().collect();
        Box::new(move |m| {
            limits.check()?;
            let (sizes, dense) = prepared.as_ref().map_err(Clone::clone)?;
            let size = at[m.heap];
            let [a, b] = m.left(size);
            let xor = at.iter().chain(&[size, a, b]).fold(0, |xor, &n| xor ^ dense.of(n));
            let runs = runs.after(size, a, b);
            let wanted = |n: u64| self.wanted(xor, runs, n, dense);
            let mut count = dense.count(a, &wanted(a)) + dense.count(b, &wanted(b));
            for (n, heaps, ways) in sizes {
                let heaps = heaps - u64::from(*n == size);
                if heaps > 0 {
                    count += heaps
                        * match wanted(*n) {
                            WinningLeft::Value(wanted) => ways.get(&wanted).copied().unwrap_or(0),
                            other => dense.count(*n, &other),
                        };
                }
            }
            Ok(count)
        })
    }
}

impl Impartial for Octal {
    fn convention(&self) -> Convention {
        self.convention
    }

    fn summand(&self, at: &HeapSizes, limits: &Limits) -> Result<Summand, Stop> {
        if self.method() == Method::Search {
            return Ok(Summand::Known(None));
        }
        self.refuse_large(at)?;
        if self.is_kayles() {
            return Ok(Summand::Kayles(at.iter().copied().collect()));
        }
        Ok(Summand::Known(Some(self.xor(at, limits)?.into())))
    }

    fn factor(&self, at: &HeapSizes, _limits: &Limits) -> Result<Option<Factor>, Stop> {
        Ok(Some(Factor::Heaps(at.iter().copied().filter(|&size| self.is_live(size)).collect())))
    }

    fn family(&self) -> Option<HeapFamily<'_>> {
        let name = format!("octal/{}", self.code);
        Some(HeapFamily { name, rules: Box::new(self.code.clone()), kept: &self.beside })
    }

    fn winning_by_product(
        &self,
        at: &HeapSizes,
        whole: &MixedQuotient,
        beside: Element,
        most: usize,
        limits: &Limits,
    ) -> Result<WinningMoves<HeapMove>, Stop> {
        if whole.is_of_one() {
            return self.winners_by_elements(whole.found(), at, beside, most, limits);
        }
        product_by_enumeration(self, at, whole, beside, most, limits)
    }

    /// A move changes one heap: nothing else is added up again, and the same heap is not counted twice.
    fn winning_beside(
        &self,
        at: &HeapSizes,
        others: &OtherParts,
        most: usize,
        limits: &Limits,
    ) -> Result<WinningMoves<HeapMove>, Stop> {
        self.refuse_large(at)?;
        let (outside, runs) = match (self.method(), others.together()) {
            (Method::Values, _) => {
                let unknown = || Stop::not_proved("a part's Grundy value is not known");
                // A value that no heap has cannot be reached.
                match u32::try_from(others.nimber().ok_or_else(unknown)?) {
                    Ok(outside) => (outside, Runs::new()),
                    Err(_) => return Ok(WinningMoves::default()),
                }
            }
            (Method::Kayles, None) => (0, Runs::new()),
            (Method::Kayles, Some(Summand::Kayles(runs))) => (0, *runs),
            (Method::Search, None) => return self.winners_by_search(at, most, limits),
            _ => return Err(no_theorem()),
        };
        let dense = self.dense(at, limits)?;
        let xor = at.iter().fold(outside, |xor, &size| xor ^ dense.of(size));
        let runs = runs.join(&at.iter().copied().collect());
        let mut counted: BTreeMap<u64, u64> = BTreeMap::new();
        let mut found = WinningMoves::default();
        for (heap, &size) in at.iter().enumerate() {
            limits.check()?;
            let wanted = self.wanted(xor, runs, size, &dense);
            let before = found.count;
            if found.first.len() < most {
                let mut list = |m| {
                    found.push(m, most);
                    if found.first.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                };
                let _ = match self.is_kayles() {
                    true => dense.kayles_winners(heap, size, &wanted, &mut list),
                    false => self.moves_of(heap, size, &mut |m| match dense.reaches(&wanted, m.left(size)) {
                        true => list(m),
                        false => ControlFlow::Continue(()),
                    }),
                };
            }
            found.count = before + *counted.entry(size).or_insert_with(|| dense.count(size, &wanted));
        }
        Ok(found)
    }
}
