//! Moves on piles: by pile, then by amount.

use std::ops::ControlFlow;

use super::{PileGame, PileMove, PileRules};
use crate::rules::{MAX_NUMBER, Rules, after_legal};

impl<K: PileRules> Rules for PileGame<K> {
    type Position = Vec<u64>;
    type Move = PileMove;

    fn is_over(&self, at: &Vec<u64>) -> bool {
        at.iter().all(|&n| self.kind.next(n, 0).is_none())
    }

    fn is_legal(&self, at: &Vec<u64>, m: &PileMove) -> bool {
        m.amount > 0 && at.get(m.pile).is_some_and(|&n| self.kind.next(n, m.amount - 1) == Some(m.amount))
    }

    fn count_moves(&self, at: &Vec<u64>) -> Option<u64> {
        let all = at.iter().try_fold(0u64, |sum, &n| sum.checked_add(self.kind.count(n)))?;
        (all <= MAX_NUMBER).then_some(all)
    }

    fn for_each_move(
        &self,
        at: &Vec<u64>,
        f: &mut dyn FnMut(PileMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (pile, &n) in at.iter().enumerate() {
            let mut amount = 0;
            while let Some(next) = self.kind.next(n, amount) {
                f(PileMove { pile, amount: next })?;
                amount = next;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &Vec<u64>, m: &PileMove) -> Vec<u64> {
        let mut to = at.clone();
        to[m.pile] = after_legal(at[m.pile].checked_sub(m.amount));
        to
    }

    /// Rising piles, without those that allow no move.
    fn canonical(&self, at: &Vec<u64>) -> Vec<u64> {
        let mut piles: Vec<u64> = at.iter().copied().filter(|&n| self.kind.next(n, 0).is_some()).collect();
        piles.sort_unstable();
        piles
    }
}
