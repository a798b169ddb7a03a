//! Moves on heaps: by heap, then by amount, one heap left before two, smaller heaps first.

use std::ops::ControlFlow;

use super::{HeapMove, HeapSizes, Octal};
use crate::rules::{MAX_NUMBER, Rules, after_legal};

impl Octal {
    /// Whether a heap of that size allows a move.
    pub(super) fn is_live(&self, size: u64) -> bool {
        (1..=self.code.reach().min(size)).any(|k| {
            let [none, one, two] = self.code.leaves(k);
            (none && size == k) || (one && size > k) || (two && size >= k + 2)
        })
    }

    /// The moves on a heap of that size, in board order.
    pub(super) fn moves_of(
        &self,
        heap: usize,
        size: u64,
        f: &mut dyn FnMut(HeapMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for amount in 1..=self.code.reach().min(size) {
            let [none, one, two] = self.code.leaves(amount);
            let rest = size - amount;
            if if rest == 0 { none } else { one } {
                f(HeapMove { heap, amount, split: None })?;
            }
            if two {
                for a in 1..=rest / 2 {
                    f(HeapMove { heap, amount, split: Some([a, rest - a]) })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Rules for Octal {
    type Position = HeapSizes;
    type Move = HeapMove;

    fn is_over(&self, at: &HeapSizes) -> bool {
        !at.iter().any(|&size| self.is_live(size))
    }

    fn is_legal(&self, at: &HeapSizes, m: &HeapMove) -> bool {
        let Some(rest) = at.get(m.heap).and_then(|size| size.checked_sub(m.amount)) else {
            return false;
        };
        let [none, one, two] = self.code.leaves(m.amount);
        match m.split {
            None if rest == 0 => none,
            None => one,
            Some([a, b]) => two && 0 < a && a <= b && a.checked_add(b) == Some(rest),
        }
    }

    fn count_moves(&self, at: &HeapSizes) -> Option<u64> {
        let mut all = 0u64;
        for &size in at {
            all = all.checked_add(self.code.count_moves(size)).filter(|&n| n <= MAX_NUMBER)?;
        }
        Some(all)
    }

    fn for_each_move(
        &self,
        at: &HeapSizes,
        f: &mut dyn FnMut(HeapMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (heap, &size) in at.iter().enumerate() {
            self.moves_of(heap, size, f)?;
        }
        ControlFlow::Continue(())
    }

    /// Two heaps that are left take the place of the one.
    fn play(&self, at: &HeapSizes, m: &HeapMove) -> HeapSizes {
        let mut to = at.clone();
        after_legal(self.is_legal(at, m).then_some(()));
        let [a, b] = m.left(at[m.heap]);
        to[m.heap] = a;
        if b > 0 {
            to.insert(m.heap + 1, b);
        }
        to
    }

    /// Rising heaps, without those that allow no move.
    fn canonical(&self, at: &HeapSizes) -> HeapSizes {
        let mut heaps: HeapSizes = at.iter().copied().filter(|&size| self.is_live(size)).collect();
        heaps.sort_unstable();
        heaps
    }
}
