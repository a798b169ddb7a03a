//! Margins of any position and of every move in it.
//!
//! A margin is counted from here on, for the player to move, both players perfect: triangles still to be won by the
//! mover minus those of the opponent. `capture` takes a position to its core, `table` holds the values of cores.

use std::sync::{Arc, Mutex, PoisonError};

use super::capture::reduce;
use super::grid::Grid;
use super::strips::Strips;
use super::table::Table;
use crate::rules::{Limits, Stop};

/// Boards up to this size have one table for all their cores; above it, one for what can still be reached.
const WHOLE_TABLE_SIDE: u32 = 5;

/// The largest table that is built for one position: a few seconds' work.
const MOST_CORES: u64 = 32_000_000;

/// A move and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Valued {
    /// The edge drawn.
    pub edge: u8,
    /// Triangles it completes; if any, the same player moves again.
    pub scored: u32,
    /// Best margin from here on for the player who makes it, those triangles included.
    pub margin: i32,
}

/// Margins on one board; tables are built when first needed, and kept.
#[derive(Debug)]
pub struct Margins {
    grid: &'static Grid,
    strips: &'static Strips,
    table: Mutex<Option<Arc<Table>>>,
}

impl Margins {
    /// The margins for `side` dots a side, or `None` outside 2..=6.
    #[must_use]
    pub fn new(side: u32) -> Option<Margins> {
        Some(Margins { grid: Grid::of(side)?, strips: Strips::of(side)?, table: Mutex::new(None) })
    }

    /// The board.
    #[must_use]
    pub fn grid(&self) -> &'static Grid {
        self.grid
    }

    /// Best margin from here on for the player to move when the edges `drawn` are there.
    ///
    /// # Errors
    /// [`Stop::Interrupted`] while a table is built, [`Stop::NotProved`] where it would take too much memory.
    pub fn margin(&self, drawn: u64, limits: &Limits) -> Result<i32, Stop> {
        let reduced = reduce(self.grid, drawn);
        let core = self.strips.pack(reduced.core);
        Ok(reduced.value(self.table(core, limits)?.value(core)))
    }

    /// The same where no table has to be built for it.
    #[must_use]
    pub fn known(&self, drawn: u64) -> Option<i32> {
        let reduced = reduce(self.grid, drawn);
        let core = self.strips.pack(reduced.core);
        let table = self.kept(core)?;
        Some(reduced.value(table.value(core)))
    }

    /// Every legal move in board order, with its margin.
    ///
    /// # Errors
    /// As [`Margins::margin`].
    pub fn moves(&self, drawn: u64, limits: &Limits) -> Result<Vec<Valued>, Stop> {
        let table = self.table(self.strips.pack(reduce(self.grid, drawn).core), limits)?;
        let undrawn = (0..self.grid.edges().len()).filter(|e| drawn >> e & 1 == 0);
        let valued = |edge: usize| {
            let scored = self.grid.completes(drawn, edge);
            let reduced = reduce(self.grid, drawn | 1 << edge);
            let rest = reduced.value(table.value(self.strips.pack(reduced.core)));
            let margin = if scored > 0 { scored as i32 + rest } else { -rest };
            Valued { edge: edge as u8, scored, margin }
        };
        Ok(undrawn.map(valued).collect())
    }

    /// The table that was built last, where it covers a core.
    fn kept(&self, core: u64) -> Option<Arc<Table>> {
        let kept = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        kept.as_ref().filter(|table| table.covers(core)).map(Arc::clone)
    }

    /// A table that covers `core` and all that can follow it.
    fn table(&self, core: u64, limits: &Limits) -> Result<Arc<Table>, Stop> {
        let mut kept = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = kept.as_ref()
            && table.covers(core)
        {
            return Ok(Arc::clone(table));
        }
        let floor = if self.grid.side() <= WHOLE_TABLE_SIDE { 0 } else { core };
        let bytes = Table::count(self.strips, floor) as u64;
        let most = limits.memory().min(MOST_CORES);
        if bytes > most {
            return Err(Stop::not_proved(format!(
                "the table of all that can follow takes {} MB, and {} MB are allowed",
                bytes.div_ceil(1_000_000),
                most / 1_000_000
            )));
        }
        // The old table goes first: the two need not fit into memory together.
        *kept = None;
        let table = Arc::new(Table::above(self.strips, floor, limits)?);
        *kept = Some(Arc::clone(&table));
        Ok(table)
    }
}
