//! What is to go, modulo one more than the largest step.

use super::{Count, CountRules};
use crate::rules::{Convention, Limits, Outcome, Stop, Value, nearest};
use crate::solve::graph::Verdict;
use crate::solve::quotient::Factor;
use crate::solve::sums::{OtherParts, Summand, no_theorem};
use crate::solve::tame::TameType;
use crate::solve::{BesideHeaps, Impartial, Solve, WinningMoves};

/// Moves to the end are counted with at most this much to go.
const NEAR: u64 = 200;

impl<K: CountRules> Count<K> {
    pub(super) fn tame(&self, at: u64) -> TameType {
        TameType::pile(self.to_go(at) % (self.most + 1))
    }

    fn remoteness(&self, at: u64, limits: &Limits) -> Result<Option<u64>, Stop> {
        let left = self.to_go(at);
        if left > NEAR {
            return Ok(None);
        }
        if self.near.get().is_none() {
            limits.check()?;
            // All indices are at most `NEAR`.
            let mut table: Vec<Verdict> = Vec::with_capacity(nearest::<usize, _>(NEAR) + 1);
            for left in 0..=NEAR {
                let next = (1..=left.min(self.most)).map(|k| table[nearest::<usize, _>(left - k)]);
                let best = Verdict::best(self.convention, next);
                table.push(best);
            }
            // Another thread that built it in between built the same.
            let _ = self.near.set(table);
        }
        let known = self.near.get().and_then(|table| table.get(nearest::<usize, _>(left)));
        Ok(known.map(|verdict| u64::from(verdict.remoteness)))
    }

    fn amounts_leaving(&self, at: u64, wanted: u64, most: usize) -> WinningMoves<u64> {
        match self.amounts_to(at, wanted) {
            Some((first, last)) => {
                WinningMoves { first: (first..=last).take(most).collect(), count: last - first + 1 }
            }
            None => WinningMoves::default(),
        }
    }

    /// The first and last amount that leave the value `wanted`; they are the only one but where they pass the goal.
    pub(super) fn amounts_to(&self, at: u64, wanted: u64) -> Option<(u64, u64)> {
        let left = self.to_go(at);
        let value = left % (self.most + 1);
        if left == 0 || wanted > self.most || wanted == value {
            return None;
        }
        if wanted == 0 && left <= self.most {
            return Some((left, if K::PASSES { self.most } else { left }));
        }
        let amount = if wanted < value { value - wanted } else { value + (self.most + 1 - wanted) };
        (amount <= left).then_some((amount, amount))
    }
}

impl<K: CountRules> Solve for Count<K> {
    fn value(&self, at: &u64, limits: &Limits) -> Result<Value, Stop> {
        let tame = self.tame(*at);
        let misere = self.convention.is_misere();
        Ok(Value::of(Outcome::won(!tame.loses(self.convention)))
            .with_grundy((!misere).then_some(tame.value))
            .with_remoteness(self.remoteness(*at, limits)?))
    }

    fn winning(&self, at: &u64, most: usize, limits: &Limits) -> Result<WinningMoves<u64>, Stop> {
        self.winning_beside(at, &OtherParts::none(), most, limits)
    }

    /// All that reach or pass the goal are one.
    fn candidates(&self, at: &u64, most: usize) -> Vec<u64> {
        (1..=self.most.min(self.to_go(*at))).take(most).collect()
    }
}

impl<K: CountRules> Impartial for Count<K> {
    fn convention(&self) -> Convention {
        self.convention
    }

    fn summand(&self, at: &u64, _limits: &Limits) -> Result<Summand, Stop> {
        let tame = self.tame(*at);
        Ok(Summand::Tame(tame))
    }

    /// What is left to go is a pile of Bachet's game.
    fn factor(&self, at: &u64, _limits: &Limits) -> Result<Option<Factor>, Stop> {
        Ok(Some(Factor::Nim(vec![self.tame(*at).value])))
    }

    fn winning_heaps(
        &self,
        at: &u64,
        others: &dyn BesideHeaps,
        most: usize,
        _limits: &Limits,
    ) -> Result<WinningMoves<u64>, Stop> {
        Ok(self.amounts_leaving(*at, others.partner(&[])?, most))
    }

    fn winning_beside(
        &self,
        at: &u64,
        others: &OtherParts,
        most: usize,
        _limits: &Limits,
    ) -> Result<WinningMoves<u64>, Stop> {
        let wanted = others.target(self.convention).ok_or_else(no_theorem)?;
        Ok(self.amounts_leaving(*at, wanted, most))
    }
}
