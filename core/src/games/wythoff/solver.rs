//! Outcomes and winning moves from the losing pairs; Grundy values and moves to the end of small positions by search.

use super::pairs::{loses, lower_of_difference, partner};
use super::{Pair, PairRules, Wythoff};
use crate::rules::{Convention, Limits, Outcome, Stop, Value};
use crate::solve::memo::KnownPosition;
use crate::solve::sums::{OtherParts, Summand};
use crate::solve::{Impartial, Solve, WinningMoves, by_enumeration};

/// Pairs of numbers up to this are searched.
const SMALL: u64 = 200;

impl<K: PairRules> Wythoff<K> {
    fn known(&self, at: &Pair, limits: &Limits) -> Result<Option<KnownPosition>, Stop> {
        match at.0.max(at.1) <= SMALL {
            true => self.small.value(at, self.convention, limits).map(Some),
            false => Ok(None),
        }
    }

    /// The Grundy value: by search, or 0 because the position loses in normal play.
    fn nimber(&self, at: &Pair, known: Option<KnownPosition>) -> Option<u64> {
        match known {
            Some(k) => Some(u64::from(k.grundy)),
            None => loses(at.0, at.1, Convention::Normal).then_some(0),
        }
    }
}

impl<K: PairRules> Solve for Wythoff<K> {
    fn value(&self, at: &Pair, limits: &Limits) -> Result<Value, Stop> {
        let known = self.known(at, limits)?;
        let grundy = if self.convention.is_misere() { None } else { self.nimber(at, known) };
        Ok(Value::of(self.outcome(at, limits)?)
            .with_grundy(grundy)
            .with_remoteness(known.map(|k| u64::from(k.verdict.remoteness))))
    }

    fn outcome(&self, at: &Pair, _limits: &Limits) -> Result<Outcome, Stop> {
        Ok(Outcome::won(!loses(at.0, at.1, self.convention)))
    }

    fn winning(&self, at: &Pair, most: usize, limits: &Limits) -> Result<WinningMoves<Pair>, Stop> {
        self.winning_beside(at, &OtherParts::none(), most, limits)
    }
}

impl<K: PairRules> Impartial for Wythoff<K> {
    fn convention(&self) -> Convention {
        self.convention
    }

    fn summand(&self, at: &Pair, limits: &Limits) -> Result<Summand, Stop> {
        Ok(Summand::Known(self.nimber(at, self.known(at, limits)?)))
    }

    /// Each number and each difference is in one losing pair, so that there are at most three moves to one.
    fn winning_beside(
        &self,
        at: &Pair,
        others: &OtherParts,
        most: usize,
        limits: &Limits,
    ) -> Result<WinningMoves<Pair>, Stop> {
        // Beside a rest of value 0 the same moves win in normal play.
        if !others.is_none() && (self.convention.is_misere() || others.nimber() != Some(0)) {
            return match at.0.max(at.1) <= SMALL {
                true => by_enumeration(self, at, others, most, limits),
                false => Err(Stop::not_proved(format!(
                    "the moves to a Grundy value above 0 are known up to {SMALL} only"
                ))),
            };
        }
        let (a, b) = *at;
        let straight = |n: u64, other: u64| other.checked_sub(partner(n, self.convention)).filter(|&k| k > 0);
        let low = a.min(b);
        let slant = lower_of_difference(a.abs_diff(b), self.convention, low).and_then(|l| low.checked_sub(l));
        let mut moves: Vec<Pair> = straight(a, b).map(|k| (0, k)).into_iter().collect();
        moves.extend(straight(b, a).map(|k| (k, 0)));
        moves.extend(slant.filter(|&k| k > 0).map(|k| (k, k)));
        moves.sort_unstable();
        let mut found = WinningMoves::default();
        moves.into_iter().for_each(|m| found.push(m, most));
        Ok(found)
    }
}
