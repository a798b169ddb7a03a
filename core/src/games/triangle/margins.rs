//! Computes the margin of any position and of every move in it.
//!
//! A margin counts only the rest of the game, with perfect play on both sides: the triangles that the player to move
//! will win minus those that the opponent will win. [`capture`](super::capture) reduces a position to its core. The
//! value of a core is looked up in the first of these sources that covers it:
//!
//! 1. the latest [table](super::margin_table). With up to 5 dots per side, the first query builds the table of all
//!    cores reachable from its position. The first query outside that table, or on the empty board, builds the table of
//!    the whole board, once for all rulesets;
//! 2. with 6 dots, the book ([`super::book`]), which holds the cores contained in more than half a million cores;
//! 3. otherwise a new table of the cores that contain this core. There are at most half a million of them. The table
//!    also covers every later position.
//!
//! A move from a position in the book can lead to a core outside the book. If several moves do so, each of these cores
//! would need its own table. A single table can cover them all: the table of all cores that contain the core of the
//! position before the move. This table is built instead if it has at most as many entries as the separate tables in
//! total, and if it fits the memory limit.

use once_cell::sync::OnceCell;
use rustc_hash::FxHashMap;

use super::book::{self, Book, Damage};
use super::capture::{Reduced, reduce};
use super::grid::Grid;
use super::margin_table::MarginTable;
use super::rows::{MAX_ROWS, Rows};
use super::weights::Weights;
use crate::rules::{Limits, Step, Stop, saturating_cast};
use crate::solve::lock::Cache;

/// Maximum number of cores whose values are cached individually.
const REMEMBERED: usize = 1 << 16;

/// The maximum factor by which a table may grow to cover the cores of the last table, too.
const WIDER: usize = 4;
/// The maximum number of cores in a table that also covers the cores of the last table. Filling a larger table would
/// delay the answer noticeably.
const WIDEST: usize = 16_000_000;

/// A move and its margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValuedEdge {
    /// The edge that the move draws.
    pub edge: u8,
    /// The number of triangles that the edge completes.
    pub scored: u32,
    /// The best margin from here on for the player who draws the edge, including the triangles that the edge completes.
    pub margin: i32,
}

/// The book for 6 dots, opened once for all rulesets.
static OPENINGS: OnceCell<Book> = OnceCell::new();

/// The tables for whole boards with up to 5 dots per side. Each table is built once and shared by all rulesets.
static WHOLE_BOARDS: [OnceCell<MarginTable>; MAX_ROWS] = [const { OnceCell::new() }; MAX_ROWS];

/// Computes the margins on one board, and caches the tables built for them.
#[derive(Debug)]
pub struct Margins {
    grid: &'static Grid,
    rows: &'static Rows,
    weights: OnceCell<Weights>,
    book: &'static OnceCell<Book>,
    /// The table of the whole board, for boards with up to 5 dots per side. The table is read without locking.
    pub(super) whole: &'static OnceCell<MarginTable>,
    kept: Cache<KnownMargins>,
}

/// The cached tables and values. Bit `i` of a core stands for edge `i` in row order.
#[derive(Debug, Default)]
struct KnownMargins {
    table: Option<MarginTable>,
    /// The values of cores outside the book. The keys are the representatives of the cores under symmetry.
    single: FxHashMap<u64, i32>,
}

impl Margins {
    /// The margins for `side` dots per side, or `None` outside 2..=6.
    pub fn new(side: u32) -> Option<Margins> {
        let grid = Grid::with_side(side)?;
        let rows = Rows::with_side(side)?;
        Some(Margins {
            grid,
            rows,
            weights: OnceCell::new(),
            book: &OPENINGS,
            whole: WHOLE_BOARDS.get(rows.count() - 1)?,
            kept: Cache::default(),
        })
    }

    /// Replaces the shared book and the shared table with private ones, which are opened and built on demand. The
    /// memory is never freed, so use this only in tests and benchmarks.
    pub fn unshared(self) -> Margins {
        Margins {
            book: Box::leak(Box::default()),
            whole: Box::leak(Box::default()),
            ..self
        }
    }

    /// Opens the book for 6 dots, unless it is already open.
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

    /// The best margin for the player to move on the board with the edges `drawn`. The margin counts only the rest of
    /// the game.
    pub fn margin(&self, drawn: u64, limits: &Limits) -> Result<i32, Stop> {
        let reduced = reduce(self.grid, drawn);
        let core = self.rows.pack(reduced.core);
        if let Some(whole) = self.whole.get() {
            return Ok(reduced.value(whole.value(core)));
        }
        let mut kept = self.kept.locked(limits)?;
        if let Some(known) = self.at_hand(&kept, &reduced) {
            return Ok(known);
        }
        self.provide(&mut kept, core, &[core], limits)?;
        self.at_hand(&kept, &reduced).ok_or_else(incomplete)
    }

    /// The legal moves in board order, with their margins.
    pub fn moves(&self, drawn: u64, limits: &Limits) -> Result<Vec<ValuedEdge>, Stop> {
        let mut kept = self.kept.locked(limits)?;
        if let Some(known) = self.moves_at_hand(&kept, drawn) {
            return Ok(known);
        }
        let core = |drawn: u64| self.rows.pack(reduce(self.grid, drawn).core);
        let after = self.undrawn(drawn).map(|edge| core(drawn | 1 << edge));
        let cores: Vec<u64> = after.collect();
        self.provide(&mut kept, core(drawn), &cores, limits)?;
        self.moves_at_hand(&kept, drawn).ok_or_else(incomplete)
    }

    /// Returns whether the book for 6 dots covers the position; `false` if the book is not open.
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

    /// Ensures that the values of all `cores` can be looked up. Every core must contain `floor`.
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
            if kept.table.is_none() && floor != 0 {
                return self.build(kept, floor, limits);
            }
            let table = self.table_above(0, limits)?;
            kept.table = None;
            // Another thread may have built the table in the meantime; both tables are equal.
            let _ = self.whole.set(table);
            return Ok(());
        }
        let weights = self.weights();
        let whole = weights.count(floor);
        if whole <= book::THRESHOLD as usize {
            return self.build(kept, self.shared_floor(kept, floor, limits), limits);
        }
        self.opened_book(limits)?;
        // Keep one representative of each symmetry class. Put cores with few edges first, because their tables may
        // cover other cores.
        let mut rest: Vec<u64> = cores
            .iter()
            .copied()
            .filter(|&core| missing(kept, core))
            .collect();
        rest.sort_by_cached_key(|&core| (core.count_ones(), self.rows.least(core)));
        rest.dedup_by_key(|core| self.rows.least(*core));
        let apart: usize = rest.iter().map(|&core| weights.count(core)).sum();
        if whole <= apart && whole as u64 <= limits.memory() {
            return self.build(kept, self.shared_floor(kept, floor, limits), limits);
        }
        let mut done = 0;
        for core in rest {
            if missing(kept, core) {
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

    /// Returns the floor of a table that covers `floor` and the cores of the last table. Returns `floor` itself if that
    /// table would be too large.
    fn shared_floor(&self, kept: &KnownMargins, floor: u64, limits: &Limits) -> u64 {
        let Some(last) = &kept.table else {
            return floor;
        };
        let shared = floor & last.floor();
        let weights = self.weights();
        let size = weights.count(shared);
        let most = (WIDER * weights.count(floor)).min(WIDEST);
        if size <= most && size as u64 <= limits.memory() {
            shared
        } else {
            floor
        }
    }

    fn build(&self, kept: &mut KnownMargins, floor: u64, limits: &Limits) -> Result<(), Stop> {
        // Drop the old table first, because memory might not suffice for both tables.
        kept.table = None;
        kept.table = Some(self.table_above(floor, limits)?);
        Ok(())
    }

    fn table_above(&self, floor: u64, limits: &Limits) -> Result<MarginTable, Stop> {
        let bytes = MarginTable::count(self.rows, floor) as u64;
        if bytes > limits.memory() {
            return Err(Stop::not_proved(tr!(
                "the table of all that can follow takes {bytes} bytes, and {memory} are allowed",
                memory = limits.memory()
            )));
        }
        MarginTable::above(self.rows, floor, limits)
    }
}

fn incomplete() -> Stop {
    Stop::not_proved(tr!("too many tables are needed at once"))
}
