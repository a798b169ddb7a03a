//! Moves on a strip.

use std::ops::ControlFlow;

use super::{ColouredStrip, Colouring, Paint};
use crate::games::strip::gaps::{Cell, gaps};
use crate::rules::{Rules, after_legal};

impl Colouring {
    fn at(&self, cell: Option<usize>) -> Cell {
        cell.and_then(|cell| self.0.get(cell)).copied().unwrap_or_default()
    }

    /// Whether a neighbour of the cell has that colour.
    pub(super) fn touches(&self, cell: usize, colour: Cell) -> bool {
        self.at(cell.checked_sub(1)) == colour || self.at(cell.checked_add(1)) == colour
    }
}

impl Rules for ColouredStrip {
    type Position = Colouring;
    type Move = Paint;

    fn is_over(&self, at: &Colouring) -> bool {
        gaps(&at.0).all(|(_, gap)| gap.count_moves() == 0)
    }

    fn is_legal(&self, at: &Colouring, m: &Paint) -> bool {
        m.colour != Cell::Free && at.0.get(m.cell) == Some(&Cell::Free) && !at.touches(m.cell, m.colour)
    }

    fn count_moves(&self, at: &Colouring) -> Option<u64> {
        Some(gaps(&at.0).map(|(_, gap)| gap.count_moves() as u64).sum())
    }

    fn for_each_move(&self, at: &Colouring, f: &mut dyn FnMut(Paint) -> ControlFlow<()>) -> ControlFlow<()> {
        for (first, gap) in gaps(&at.0) {
            for i in 0..gap.len {
                for colour in Cell::COLOURS {
                    if gap.allows(i, colour) {
                        f(Paint { cell: first + i, colour })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &Colouring, m: &Paint) -> Colouring {
        after_legal(self.is_legal(at, m).then_some(()));
        let mut to = at.clone();
        to.0[m.cell] = m.colour;
        to
    }

    /// The least of the strip, the strip read from the right, and both with the colours swapped.
    fn canonical(&self, at: &Colouring) -> Colouring {
        let swap = |cell: &Cell| match cell {
            Cell::Free => Cell::Free,
            Cell::One => Cell::Two,
            Cell::Two => Cell::One,
        };
        let turned: Box<[Cell]> = at.0.iter().rev().copied().collect();
        let swapped = at.0.iter().map(swap).collect();
        let both = turned.iter().map(swap).collect();
        Colouring([turned, swapped, both].into_iter().fold(at.0.clone(), Ord::min))
    }
}
