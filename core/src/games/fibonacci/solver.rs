//! Outcomes and winning moves from the Zeckendorf sum.
//!
//! All winning moves of normal play: take k, at most the limit, so that the smallest part f of what is left is above
//! the next limit 2k, or nothing is left. Claim: these k are the sums of the smallest parts of n, as far as they are
//! within the limit and the next part is above twice the sum. Proof: let f > 2k, and g be the largest part of k. Then
//! g <= k < f/2. The Fibonacci number before f is at least f/2, so g is smaller than it and no neighbour of f; the parts
//! of n - k and of k together are then a Zeckendorf sum of n, and as there is only one, those of k are its smallest
//! ones. The other direction is the definition. Held by test against a plain search.

use super::{Fibonacci, Stones, zeckendorf};
use crate::rules::{Convention, Limits, Outcome, Stop, Value};
use crate::solve::memo::KnownPosition;
use crate::solve::sums::{OtherParts, Summand};
use crate::solve::{Impartial, Solve, WinningMoves, by_enumeration};

/// Positions with up to this many stones are searched.
const SMALL: u64 = 200;

impl Fibonacci {
    fn known(&self, at: &Stones, limits: &Limits) -> Result<Option<KnownPosition>, Stop> {
        match at.0 <= SMALL {
            true => self.small.value(self, at, self.convention, limits).map(Some),
            false => Ok(None),
        }
    }

    /// The Grundy value: by search, or 0 because the position loses in normal play.
    fn nimber(at: &Stones, known: Option<KnownPosition>) -> Option<u64> {
        match known {
            Some(k) => Some(u64::from(k.grundy)),
            None => loses(at.0, at.1).then_some(0),
        }
    }
}

/// Whether the player to move loses in normal play.
fn loses(stones: u64, limit: u64) -> bool {
    zeckendorf::parts(stones).last().is_none_or(|&smallest| smallest > limit)
}

/// The stones that are played for: in misère play all but one.
pub(super) fn counted(at: Stones, convention: Convention) -> u64 {
    at.0.saturating_sub(u64::from(convention == Convention::Misere))
}

impl Solve for Fibonacci {
    fn value(&self, at: &Stones, limits: &Limits) -> Result<Value, Stop> {
        let known = self.known(at, limits)?;
        let grundy = if self.convention.is_misere() { None } else { Self::nimber(at, known) };
        Ok(Value::of(self.outcome(at, limits)?)
            .with_grundy(grundy)
            .with_remoteness(known.map(|k| u64::from(k.verdict.remoteness))))
    }

    fn outcome(&self, at: &Stones, _limits: &Limits) -> Result<Outcome, Stop> {
        if at.0.min(at.1) == 0 {
            return Ok(self.convention.stuck());
        }
        Ok(Outcome::won(!loses(counted(*at, self.convention), at.1)))
    }

    fn winning(&self, at: &Stones, most: usize, limits: &Limits) -> Result<WinningMoves<u64>, Stop> {
        self.winning_beside(at, &OtherParts::none(), most, limits)
    }
}

impl Impartial for Fibonacci {
    fn convention(&self) -> Convention {
        self.convention
    }

    fn summand(&self, at: &Stones, limits: &Limits) -> Result<Summand, Stop> {
        Ok(Summand::Known(Self::nimber(at, self.known(at, limits)?)))
    }

    fn winning_beside(
        &self,
        at: &Stones,
        others: &OtherParts,
        most: usize,
        limits: &Limits,
    ) -> Result<WinningMoves<u64>, Stop> {
        // With a rest of value 0 the same moves win in normal play.
        if !others.is_none() && (self.convention.is_misere() || others.nimber() != Some(0)) {
            return match at.0 <= SMALL {
                true => by_enumeration(self, at, others, most, limits),
                false => Err(Stop::not_proved(format!(
                    "the moves to a Grundy value above 0 are known up to {SMALL} stones only"
                ))),
            };
        }
        let mut found = WinningMoves::default();
        let parts = zeckendorf::parts(counted(*at, self.convention));
        let mut sum = 0u64;
        for (i, part) in parts.iter().enumerate().rev() {
            sum += part;
            if sum > at.1 {
                break;
            }
            let next = i.checked_sub(1).map(|j| u128::from(parts[j]));
            if next.is_none_or(|f| f > 2 * u128::from(sum)) {
                found.push(sum, most);
            }
        }
        Ok(found)
    }
}
