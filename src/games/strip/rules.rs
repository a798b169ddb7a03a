//! Moves on a strip.

use std::ops::ControlFlow;

use super::{Cells, Paint, Strip};
use crate::games::strip::gaps::{Cell, gaps};
use crate::rules::Rules;

impl Cells {
    fn at(&self, cell: Option<usize>) -> Cell {
        cell.and_then(|cell| self.0.get(cell)).copied().unwrap_or_default()
    }

    /// Whether a neighbour of the cell has that colour.
    pub(super) fn touches(&self, cell: usize, colour: Cell) -> bool {
        self.at(cell.checked_sub(1)) == colour || self.at(cell.checked_add(1)) == colour
    }
}

impl Rules for Strip {
    type Position = Cells;
    type Move = Paint;

    fn is_over(&self, at: &Cells) -> bool {
        gaps(&at.0).all(|(_, gap)| gap.count_moves() == 0)
    }

    fn is_legal(&self, at: &Cells, m: &Paint) -> bool {
        m.colour != Cell::Free && at.0.get(m.cell) == Some(&Cell::Free) && !at.touches(m.cell, m.colour)
    }

    fn count_moves(&self, at: &Cells) -> Option<u64> {
        Some(gaps(&at.0).map(|(_, gap)| gap.count_moves() as u64).sum())
    }

    fn for_each_move(&self, at: &Cells, f: &mut dyn FnMut(Paint) -> ControlFlow<()>) -> ControlFlow<()> {
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

    fn play(&self, at: &Cells, m: &Paint) -> Cells {
        let mut to = at.clone();
        if let Some(cell) = to.0.get_mut(m.cell) {
            *cell = m.colour;
        }
        to
    }

    /// The least of the strip, the strip read from the right, and both with the colours swapped.
    fn canonical(&self, at: &Cells) -> Cells {
        let swap = |cell: &Cell| match cell {
            Cell::Free => Cell::Free,
            Cell::One => Cell::Two,
            Cell::Two => Cell::One,
        };
        let turned: Box<[Cell]> = at.0.iter().rev().copied().collect();
        let swapped = at.0.iter().map(swap).collect();
        let both = turned.iter().map(swap).collect();
        Cells([turned, swapped, both].into_iter().fold(at.0.clone(), Ord::min))
    }
}
