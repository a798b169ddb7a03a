//! Moves, and the end of a game.

use std::ops::ControlFlow;

use super::{Marks, TicTacToe};
use crate::rules::{Player, Rules};

/// The cells of a mask, rising.
pub(super) fn cells(mask: u16) -> impl Iterator<Item = u8> {
    (0..9).filter(move |cell| mask >> cell & 1 == 1)
}

impl Rules for TicTacToe {
    type Position = Marks;
    type Move = u8;

    fn mover(&self, at: &Marks) -> Option<Player> {
        Some(at.mover())
    }

    fn is_over(&self, at: &Marks) -> bool {
        at.free() == 0 || at.has_line(at.mover().other())
    }

    fn is_legal(&self, at: &Marks, m: &u8) -> bool {
        *m < 9 && !self.is_over(at) && at.free() >> m & 1 == 1
    }

    fn count_moves(&self, at: &Marks) -> Option<u64> {
        Some(if self.is_over(at) { 0 } else { u64::from(at.free().count_ones()) })
    }

    fn for_each_move(&self, at: &Marks, f: &mut dyn FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over(at) {
            return ControlFlow::Continue(());
        }
        cells(at.free()).try_for_each(f)
    }

    fn play(&self, at: &Marks, m: &u8) -> Marks {
        at.with(*m)
    }
}
