//! Values by the XOR of the piles', misère play by tameness, moves to the end by complete search of small positions.

use super::{PileRules, Piles, Take};
use crate::rules::{Convention, Limits, Outcome, Rules, Stop, Value};
use crate::solve::graph::Verdict;
use crate::solve::sums::{OtherParts, Summand, no_theorem};
use crate::solve::tame::Genus;
use crate::solve::{Impartial, Solve, Winners};

/// Moves to the end are known for any two piles up to this size,
const PAIR: u64 = 200;
/// and for up to this many piles,
const FEW: usize = 4;
/// up to this size each.
const SMALL: u64 = 15;

impl<K: PileRules> Piles<K> {
    pub(super) fn tame(&self, at: &[u64], limits: &Limits) -> Result<Genus, Stop> {
        at.iter().map(|&n| self.kind.value(n, limits).map(Genus::pile)).sum()
    }

    fn remoteness(&self, at: &Vec<u64>, limits: &Limits) -> Result<Option<u64>, Stop> {
        let piles = self.canonical(at);
        let largest = piles.last().copied().unwrap_or(0);
        let race = if piles.len() <= 2 && largest <= PAIR {
            let low = if piles.len() == 2 { piles[0] } else { 0 };
            self.pairs.get(|| self.pair_table(limits))?[place(low, largest)]
        } else if piles.len() <= FEW && largest <= SMALL {
            self.memo.value(self, &piles, self.convention, limits)?.verdict
        } else {
            return Ok(None);
        };
        Ok(Some(u64::from(race.remoteness)))
    }

    /// Every two piles up to [`PAIR`], the smaller one first.
    fn pair_table(&self, limits: &Limits) -> Result<Vec<Verdict>, Stop> {
        let mut table: Vec<Verdict> = Vec::with_capacity(place(0, PAIR + 1));
        for high in 0..=PAIR {
            limits.check()?;
            for low in 0..=high {
                let amounts = |n: u64| {
                    let mut last = 0;
                    std::iter::from_fn(move || {
                        last = self.kind.next(n, last)?;
                        Some(last)
                    })
                };
                let from_low = amounts(low).map(|k| place(low - k, high));
                let from_high = amounts(high).map(|k| place(low.min(high - k), low.max(high - k)));
                let best = Verdict::best(self.convention, from_low.chain(from_high).map(|i| table[i]));
                table.push(best);
            }
        }
        Ok(table)
    }
}

/// The place of two piles in the table of pairs: rows of `high + 1` entries one after another.
fn place(low: u64, high: u64) -> usize {
    (high * (high + 1) / 2 + low) as usize
}

impl<K: PileRules> Solve for Piles<K> {
    fn value(&self, at: &Vec<u64>, limits: &Limits) -> Result<Value, Stop> {
        let tame = self.tame(at, limits)?;
        let misere = self.convention == Convention::Misere;
        Ok(Value::of(Outcome::won(!tame.loses(self.convention)))
            .with_grundy((!misere).then_some(tame.value))
            .with_remoteness(self.remoteness(at, limits)?))
    }

    fn outcome(&self, at: &Vec<u64>, limits: &Limits) -> Result<Outcome, Stop> {
        Ok(Outcome::won(!self.tame(at, limits)?.loses(self.convention)))
    }

    fn winning(&self, at: &Vec<u64>, most: usize, limits: &Limits) -> Result<Winners<Take>, Stop> {
        self.winning_beside(at, &OtherParts::none(), most, limits)
    }
}

impl<K: PileRules> Impartial for Piles<K> {
    fn convention(&self) -> Convention {
        self.convention
    }

    fn summand(&self, at: &Vec<u64>, limits: &Limits) -> Result<Summand, Stop> {
        let tame = self.tame(at, limits)?;
        Ok(Summand::Tame(tame))
    }

    /// Each pile must be brought to the value that all the rest asks for.
    fn winning_beside(
        &self,
        at: &Vec<u64>,
        others: &OtherParts,
        most: usize,
        limits: &Limits,
    ) -> Result<Winners<Take>, Stop> {
        limits.check()?;
        let values = at.iter().map(|&n| self.kind.value(n, limits)).collect::<Result<Vec<u64>, Stop>>()?;
        let xor = values.iter().fold(0, |xor, v| xor ^ v);
        let firm = values.iter().filter(|&&v| v >= 2).count();
        let mut found = Winners::default();
        for (pile, (&n, &value)) in at.iter().zip(&values).enumerate() {
            let mut others = others.clone();
            others.add(&Summand::Tame(Genus::new(xor ^ value, firm > usize::from(value >= 2))));
            let wanted = others.target(self.convention).ok_or_else(no_theorem)?;
            if wanted != value {
                for amount in self.kind.takings(n, wanted, limits)? {
                    found.push(Take { pile, amount }, most);
                }
            }
        }
        Ok(found)
    }
}
