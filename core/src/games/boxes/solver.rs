//! Values and winning splits by formula, moves to the end of small boxes by search.

use super::{BallPair, BoxRules, Split, SplitTarget};
use crate::rules::{Convention, Limits, Outcome, Stop, Value};
use crate::solve::sums::{OtherParts, Summand, no_theorem};
use crate::solve::{Impartial, Solve, WinningMoves};

/// Moves to the end are known for two boxes up to this.
const SMALL: u64 = 200;

impl<K: BoxRules> Solve for Split<K> {
    fn value(&self, at: &BallPair, limits: &Limits) -> Result<Value, Stop> {
        let remoteness = match at.0.max(at.1) <= SMALL {
            true => Some(u64::from(self.small.value(self, at, self.convention, limits)?.verdict.remoteness)),
            false => None,
        };
        let grundy = (!self.convention.is_misere()).then(|| K::value(*at));
        Ok(Value::of(self.outcome(at, limits)?).with_grundy(grundy).with_remoteness(remoteness))
    }

    fn outcome(&self, at: &BallPair, _limits: &Limits) -> Result<Outcome, Stop> {
        Ok(Outcome::won(!K::loses(*at, self.convention)))
    }

    fn winning(&self, at: &BallPair, most: usize, limits: &Limits) -> Result<WinningMoves<BallPair>, Stop> {
        self.winning_beside(at, &OtherParts::none(), most, limits)
    }
}

impl<K: BoxRules> Impartial for Split<K> {
    fn convention(&self) -> Convention {
        self.convention
    }

    fn summand(&self, at: &BallPair, _limits: &Limits) -> Result<Summand, Stop> {
        Ok(Summand::Known(Some(K::value(*at))))
    }

    fn winning_beside(
        &self,
        at: &BallPair,
        others: &OtherParts,
        most: usize,
        _limits: &Limits,
    ) -> Result<WinningMoves<BallPair>, Stop> {
        let wanted = match (self.convention.is_misere(), others.is_none(), others.nimber()) {
            (true, true, _) => SplitTarget::Misere,
            (false, _, Some(nimber)) => SplitTarget::Value(nimber),
            (true, false, _) => {
                return Err(no_theorem());
            }
            (false, _, None) => return Err(Stop::not_proved("a Grundy value in the sum is not known")),
        };
        let mut found = WinningMoves::default();
        for (_, n) in Self::split_boxes(*at) {
            let splits = K::splits(n, wanted, most);
            found.first.extend(splits.first.into_iter().map(|i| (i, n - i)));
            found.count += splits.count;
        }
        found.first.sort_unstable();
        found.first.truncate(most);
        Ok(found)
    }
}
