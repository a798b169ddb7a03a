//! Moves, and the end of a game.

use std::ops::ControlFlow;

use super::{CellMarks, TicTacToe};
use crate::rules::{Player, Rules, after_legal};

/// The cells of a mask, rising.
pub(super) fn cells(mask: u16) -> impl Iterator<Item = u8> {
    (0..9).filter(move |cell| mask >> cell & 1 == 1)
}

impl Rules for TicTacToe {
    type Position = CellMarks;
    type Move = u8;

    fn mover(&self, at: &CellMarks) -> Option<Player> {
        Some(at.mover())
    }

    fn is_over(&self, at: &CellMarks) -> bool {
        at.free() == 0 || at.has_line(at.mover().other())
    }

    fn is_legal(&self, at: &CellMarks, m: &u8) -> bool {
        *m < 9 && !self.is_over(at) && at.free() >> m & 1 == 1
    }

    fn count_moves(&self, at: &CellMarks) -> Option<u64> {
        Some(if self.is_over(at) { 0 } else { u64::from(at.free().count_ones()) })
    }

    fn for_each_move(&self, at: &CellMarks, f: &mut dyn FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over(at) {
            return ControlFlow::Continue(());
        }
        cells(at.free()).try_for_each(f)
    }

    fn play(&self, at: &CellMarks, m: &u8) -> CellMarks {
        after_legal(self.is_legal(at, m).then(|| at.with(*m)))
    }
}
