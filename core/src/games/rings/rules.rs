//! Moves on a board of rings.

use std::ops::ControlFlow;

use super::{RingRules, Rings};
use crate::rules::{Rules, after_legal};

impl<K: RingRules> Rules for Rings<K> {
    type Position = u64;
    type Move = u64;

    fn is_over(&self, at: &u64) -> bool {
        *at == 0
    }

    fn is_legal(&self, at: &u64, m: &u64) -> bool {
        self.layout.board.is_legal(*at, *m)
    }

    fn count_moves(&self, at: &u64) -> Option<u64> {
        Some(self.layout.board.count_moves(*at))
    }

    fn for_each_move(&self, at: &u64, f: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.layout.board.for_each_move(*at, f)
    }

    fn play(&self, at: &u64, m: &u64) -> u64 {
        after_legal((at & m == *m).then_some(at & !m))
    }
}
