//! Moves on a board of rings.

use std::ops::ControlFlow;

use super::{Kind, Rings};
use crate::rules::{Player, Rules};

impl<K: Kind> Rules for Rings<K> {
    type Position = u32;
    type Move = u32;

    fn mover(&self, _at: &u32) -> Option<Player> {
        None
    }

    fn is_over(&self, at: &u32) -> bool {
        *at == 0
    }

    fn is_legal(&self, at: &u32, m: &u32) -> bool {
        self.layout.board.is_legal(*at, *m)
    }

    fn count_moves(&self, at: &u32) -> Option<u64> {
        Some(self.layout.board.count_moves(*at))
    }

    fn for_each_move(&self, at: &u32, f: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        self.layout.board.for_each_move(*at, f)
    }

    fn play(&self, at: &u32, m: &u32) -> u32 {
        at & !m
    }
}
