//! Margins of any position and of every move in it.
//!
//! A margin is counted from here on, for the player to move, both players perfect: triangles still to be won by the
//! mover minus those of the opponent. [`capture`](super::capture) takes a position to its core; the cores' values come
//! from, in this order:
//!
//! 1. the [table](super::margin_table) that was built last, where it covers the core. Up to 5 dots a side the first
//!    query builds the table of all cores that can follow, and the next one outside it the whole board's, which covers
//!    everything;
//! 2. with 6 dots, the book ([`super::book`]), which has every core that very many others contain;
//! 3. else a table of the cores above this one, at most half a million, which covers the rest of the game as well.
//!
//! The moves of a position in the book can lead out of it, and each of those would need a table of its own. Where one
//! table above the position itself is less work than all of those, it is built instead.

use once_cell::sync::OnceCell;
use rustc_hash::FxHashMap;

use super::book::{self, Book, Damage};
use super::capture::{Reduced, reduce};
use super::grid::Grid;
use super::margin_table::MarginTable;
use super::rows::Rows;
use super::weights::Weights;
use crate::rules::{Limits, Step, Stop, saturating_cast};
use crate::solve::lock::Cache;

/// The most single values that are cached.
const REMEMBERED: usize = 1 << 16;

/// A move and its margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValuedEdge {
    /// The edge drawn.
    pub edge: u8,
    /// Triangles it completes; if any, the same player moves again.
    pub scored: u32,
    /// Best margin from here on for the player who draws it, including those triangles.
    pub margin: i32,
}

/// The book of 6 dots, opened once for all rulesets.
static OPENINGS: OnceCell<Book> = OnceCell::new();

/// Margins on one board, with the tables built for them.
#[derive(Debug)]
pub struct Margins {
    grid: &'static Grid,
    rows: &'static Rows,
    weights: OnceCell<Weights>,
    book: &'static OnceCell<Book>,
    /// The table of the whole board, up to 5 dots a side: read without locking.
    pub(super) whole: OnceCell<MarginTable>,
    kept: Cache<KnownMargins>,
}

/// The cache for later queries. Cores are in row order.
#[derive(Debug, Default)]
struct KnownMargins {
    table: Option<MarginTable>,
    /// Values of cores that neither table nor book covers, by their representatives under symmetry.
    single: FxHashMap<u64, i32>,
}

impl Margins {
    /// The margins for `side` dots a side, or `None` outside 2..=6.
    pub fn new(side: u32) -> Option<Margins> {
        let grid = Grid::with_side(side)?;
        let rows = Rows::with_side(side)?;
        Some(Margins {
            grid,
            rows,
            weights: OnceCell::new(),
            book: &OPENINGS,
            whole: OnceCell::new(),
            kept: Cache::default(),
        })
    }

    /// Replaces the shared book by one that is still closed.
    #[cfg(test)]
    pub fn with_closed_book(self) -> Margins {
        Margins {
            book: Box::leak(Box::default()),
            ..self
        }
    }

    /// Opens the book of 6 dots, where nobody has yet.
    pub fn opened_book(&self, limits: &Limits) -> Result<&'static Book, Stop> {
        let weights = self.weights();
        self.book.get_or_try_init(|| {
            limits.check()?;
            Book::shipped(weights, limits).map_err(|damage| match damage {
                Damage::Stopped(stop) => stop,
                damage => Stop::not_proved(damage.to_string()),
            })
        })
    }

    fn weights(&self) -> &Weights {
        self.weights.get_or_init(|| Weights::new(self.rows))
    }

    /// The board.
    pub fn grid(&self) -> &'static Grid {
        self.grid
    }

    /// Best margin from here on for the player to move when the edges `drawn` are there.
    pub fn margin(&self, drawn: u64, limits: &Limits) -> Result<i32, Stop> {
        let reduced = reduce(self.grid, drawn);
        let core = self.rows.pack(reduced.core);
        if let Some(whole) = self.whole.get() {
            return Ok(reduced.value(whole.value(core)));
        }
        let mut kept = self.kept.locked(limits)?;
        self.provide(&mut kept, core, &[core], limits)?;
        self.at_hand(&kept, &reduced).ok_or_else(incomplete)
    }

    /// Every legal move in board order, with its margin.
    pub fn moves(&self, drawn: u64, limits: &Limits) -> Result<Vec<ValuedEdge>, Stop> {
        Ok(self.moves_of(drawn, &[drawn], limits)?.concat())
    }

    /// The moves of each of `positions`, all of which can follow `drawn`: like [`Margins::moves`] for each, but tables
    /// are built to serve all of them.
    pub fn moves_of(
        &self,
        drawn: u64,
        positions: &[u64],
        limits: &Limits,
    ) -> Result<Vec<Vec<ValuedEdge>>, Stop> {
        let core = |drawn: u64| self.rows.pack(reduce(self.grid, drawn).core);
        let after = |&at: &u64| self.undrawn(at).map(move |edge| core(at | 1 << edge));
        let cores: Vec<u64> = positions.iter().flat_map(after).collect();
        let mut kept = self.kept.locked(limits)?;
        self.provide(&mut kept, core(drawn), &cores, limits)?;
        positions
            .iter()
            .map(|&at| self.moves_at_hand(&kept, at).ok_or_else(incomplete))
            .collect()
    }

    /// Returns whether a position is in the opening of 6 dots, which the book covers.
    pub fn is_opening(&self, drawn: u64) -> bool {
        self.in_book(self.rows.pack(reduce(self.grid, drawn).core))
            .is_some()
    }

    fn undrawn(&self, drawn: u64) -> impl Iterator<Item = usize> + use<> {
        (0..self.grid.edges().len()).filter(move |edge| drawn >> edge & 1 == 0)
    }

    fn in_book(&self, core: u64) -> Option<i32> {
        let book = self.book.get().filter(|_| self.grid.side() == book::SIDE)?;
        book.value(core)
    }

    fn core_at_hand(&self, kept: &KnownMargins, core: u64) -> Option<i32> {
        match self.whole.get().or(kept.table.as_ref()) {
            Some(table) if table.covers(core) => Some(table.value(core)),
            _ => self
                .in_book(core)
                .or_else(|| kept.single.get(&self.rows.least(core)).copied()),
        }
    }

    fn at_hand(&self, kept: &KnownMargins, reduced: &Reduced) -> Option<i32> {
        let core = self.core_at_hand(kept, self.rows.pack(reduced.core))?;
        Some(reduced.value(core))
    }

    fn moves_at_hand(&self, kept: &KnownMargins, drawn: u64) -> Option<Vec<ValuedEdge>> {
        let valued = |edge: usize| {
            let scored = self.grid.completes(drawn, edge);
            let rest = self.at_hand(kept, &reduce(self.grid, drawn | 1 << edge))?;
            let margin = if scored > 0 {
                saturating_cast::<i32, _>(scored) + rest
            } else {
                -rest
            };
            Some(ValuedEdge {
                edge: saturating_cast(edge),
                scored,
                margin,
            })
        };
        self.undrawn(drawn).map(valued).collect()
    }

    /// Provides the values of `cores`, all of which contain `floor`.
    fn provide(
        &self,
        kept: &mut KnownMargins,
        floor: u64,
        cores: &[u64],
        limits: &Limits,
    ) -> Result<(), Stop> {
        let missing = |kept: &KnownMargins, core: u64| self.core_at_hand(kept, core).is_none();
        if !cores.iter().any(|&core| missing(kept, core)) {
            return Ok(());
        }
        if self.grid.side() != book::SIDE {
            // The first query gets a table of what can follow its position; a later one widens it.
            if kept.table.is_none() && floor != 0 {
                return self.build(kept, floor, limits);
            }
            let table = self.table_above(0, limits)?;
            kept.table = None;
            // A table that another thread built meanwhile is equal.
            let _ = self.whole.set(table);
            return Ok(());
        }
        let weights = self.weights();
        let whole = weights.count(floor);
        if whole <= book::THRESHOLD as usize {
            return self.build(kept, floor, limits);
        }
        self.opened_book(limits)?;
        // One representative per class, those with few edges first: their tables may cover the rest.
        let mut rest: Vec<u64> = cores
            .iter()
            .copied()
            .filter(|&core| missing(kept, core))
            .collect();
        rest.sort_by_cached_key(|&core| (core.count_ones(), self.rows.least(core)));
        rest.dedup_by_key(|core| self.rows.least(*core));
        let apart: usize = rest.iter().map(|&core| weights.count(core)).sum();
        if whole <= apart && whole as u64 <= limits.memory() {
            return self.build(kept, floor, limits);
        }
        let mut done = 0;
        for core in rest {
            if missing(kept, core) {
                // Progress is reported for all these tables together.
                let outer = limits.clone();
                let before = done;
                let report = move |step: Step| outer.progress(before + step.done, apart as u64);
                self.build(kept, core, &limits.clone().reporting(report))?;
            }
            done += weights.count(core) as u64;
            if let Some(value) = self.core_at_hand(kept, core) {
                if kept.single.len() >= REMEMBERED {
                    kept.single.clear();
                }
                kept.single.insert(self.rows.least(core), value);
            }
        }
        Ok(())
    }

    /// Builds and stores the table of all cores above one.
    fn build(&self, kept: &mut KnownMargins, floor: u64, limits: &Limits) -> Result<(), Stop> {
        // Drop the old table first: the two need not fit into memory together.
        kept.table = None;
        kept.table = Some(self.table_above(floor, limits)?);
        Ok(())
    }

    fn table_above(&self, floor: u64, limits: &Limits) -> Result<MarginTable, Stop> {
        let bytes = MarginTable::count(self.rows, floor) as u64;
        if bytes > limits.memory() {
            return Err(Stop::not_proved(format!(
                "the table of all that can follow takes {bytes} bytes, and {} are allowed",
                limits.memory()
            )));
        }
        MarginTable::above(self.rows, floor, limits)
    }
}

/// The error for a query that needs more single values than the cache holds.
fn incomplete() -> Stop {
    Stop::not_proved("too many tables are needed at once")
}
