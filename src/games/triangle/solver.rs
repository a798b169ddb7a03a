//! The exact solver: the value of any position and of every move in it.
//!
//! All values are margins from here on for the player to move, both players perfect: triangles
//! still to be won by the mover minus those of the opponent. `capture` takes a position to its
//! core, `table` holds the values of cores.

use super::capture::reduce;
use super::grid::Grid;
use super::strips::Strips;
use super::table::{Stopped, Table};
use std::sync::{Arc, Mutex, PoisonError};

/// Boards up to this size have one table for all their cores; above it, one for what can still be
/// reached.
const WHOLE_TABLE_SIDE: u32 = 5;

/// A move and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Valued {
    /// The edge drawn.
    pub edge: usize,
    /// Triangles it completes; if any, the same player moves again.
    pub scored: u32,
    /// Best margin from here on for the player who makes it, those triangles included.
    pub value: i32,
}

/// Solves positions of one board; tables are built when first asked for and kept.
#[derive(Debug)]
pub struct Solver {
    grid: &'static Grid,
    strips: &'static Strips,
    table: Mutex<Option<Arc<Table>>>,
}

impl Solver {
    /// The solver for `side` dots a side, or `None` outside 2..=6.
    pub fn new(side: u32) -> Option<Solver> {
        let (grid, strips) = (Grid::of(side)?, Strips::of(side)?);
        Some(Solver { grid, strips, table: Mutex::new(None) })
    }

    /// The board.
    pub fn grid(&self) -> &'static Grid {
        self.grid
    }

    /// Best margin from here on for the player to move when the edges `drawn` are there.
    ///
    /// # Errors
    /// [`Stopped`] when `stop` says so while a table is built.
    pub fn value(&self, drawn: u64, stop: &dyn Fn() -> bool) -> Result<i32, Stopped> {
        let reduced = reduce(self.grid, drawn);
        let core = self.strips.pack(reduced.core);
        Ok(reduced.value(self.table(core, stop)?.value(core)))
    }

    /// Every legal move in board order, with its value.
    ///
    /// # Errors
    /// [`Stopped`] when `stop` says so while a table is built.
    pub fn moves(&self, drawn: u64, stop: &dyn Fn() -> bool) -> Result<Vec<Valued>, Stopped> {
        let table = self.table(self.strips.pack(reduce(self.grid, drawn).core), stop)?;
        let undrawn = (0..self.grid.edges().len()).filter(|e| drawn >> e & 1 == 0);
        let valued = |edge: usize| {
            let scored = self.grid.completes(drawn, edge);
            let reduced = reduce(self.grid, drawn | 1 << edge);
            let rest = reduced.value(table.value(self.strips.pack(reduced.core)));
            let value = if scored > 0 { scored as i32 + rest } else { -rest };
            Valued { edge, scored, value }
        };
        Ok(undrawn.map(valued).collect())
    }

    /// Forgets all tables; they are built again when needed.
    pub fn forget(&self) {
        *self.table.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// A table that covers `core` and all that can follow it.
    fn table(&self, core: u64, stop: &dyn Fn() -> bool) -> Result<Arc<Table>, Stopped> {
        let mut kept = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = kept.as_ref()
            && table.covers(core)
        {
            return Ok(Arc::clone(table));
        }
        let floor = if self.grid.side() <= WHOLE_TABLE_SIDE { 0 } else { core };
        let table = Arc::new(Table::above(self.strips, floor, stop)?);
        *kept = Some(Arc::clone(&table));
        Ok(table)
    }
}
