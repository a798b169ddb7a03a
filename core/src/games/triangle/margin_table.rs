//! Stores the values of all cores that contain a given core in a table without gaps, one byte per value.
//!
//! A table holds every core that contains a given core, its *floor*. A table with the empty floor holds all cores of
//! the board; a table with a larger floor holds only the cores reachable from the floor.
//!
//! **Ranking.** For each row (see `rows`) and each set of bases above it, the table lists the fillings of the row that
//! contain the floor's edges and leave no triangle with two edges drawn. With each filling, the table stores the number
//! of ways to fill this row with a preceding filling and then to fill all rows below. The rank of a core is the sum of
//! these numbers over all rows.
//!
//! **Order.** A filling is never listed after a superset of itself, so a core with additional edges has a higher rank.
//! A single pass from the last rank to the first therefore computes every value before that value is needed.
//!
//! **Blocks.** The cores that agree in all but the last two rows form a *block*: a contiguous range of ranks. Blocks
//! with the same number of edges form a *layer*. The values in a block depend only on values in this block and in
//! blocks with more edges, so the blocks of a layer may be filled in parallel.
//!
//! **Mirror.** If the floor is its own mirror image, the mirror image of a block is a block too. Only the block of
//! higher rank is computed, and its values are also stored in the other block.

use super::rows::{Rows, bases, first_bit};
use crate::rules::{Limits, Stop, saturating_cast};
use std::ops::Range;
use std::sync::atomic::{AtomicI8, Ordering};

/// The number of rows, counted from the bottom, in which the cores of a block may differ.
const OPEN_ROWS: usize = 2;

#[derive(Debug)]
struct RowRanks {
    shift: u32,
    key: usize,
    /// The index consists of the bases above the row and a filling of the row. The entry is the number of ways to fill
    /// the row with a preceding filling and then to fill all rows below.
    before: Vec<u32>,
    /// For each set of bases above the row, the fillings of the row in ascending order.
    fillings: Vec<Vec<u32>>,
}

impl RowRanks {
    #[inline(always)]
    fn before(&self, core: u64) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the mask keeps fewer than 32 bits"
        )]
        let key = (core >> self.shift) as usize & self.key;
        self.before[key] as usize
    }
}

/// A range of ranks of cores that agree in all but the last two rows.
#[derive(Debug, Clone)]
pub struct Block {
    drawn: u64,
    bases: usize,
    ranks: Range<usize>,
    /// Whether the mirror image of the block is another block, which is filled along with this block.
    twin: bool,
}

impl Block {
    /// The ranks in the block, excluding the ranks of its twin.
    pub fn ranks(&self) -> Range<usize> {
        self.ranks.clone()
    }

    /// The number of edges drawn in the fixed rows.
    pub fn layer(&self) -> u32 {
        self.drawn.count_ones()
    }

    /// The number of cores in the block and its twin.
    pub fn work(&self) -> usize {
        self.ranks.len() * if self.twin { 2 } else { 1 }
    }
}

/// The values of all cores that contain a given floor. Sets of edges are in row order.
#[derive(Debug)]
pub struct MarginTable {
    rows: &'static Rows,
    floor: u64,
    ranks: Vec<RowRanks>,
    len: usize,
    values: Vec<AtomicI8>,
}

impl MarginTable {
    /// The number of cores of the board that contain `floor`.
    pub fn count(rows: &'static Rows, floor: u64) -> usize {
        rank_all(rows, floor, false).1
    }

    /// A table of the cores that contain `floor`, with no values filled in.
    pub fn empty(rows: &'static Rows, floor: u64) -> MarginTable {
        let (ranks, len) = rank_all(rows, floor, true);
        let values = (0..len).map(|_| AtomicI8::new(0)).collect();
        MarginTable {
            rows,
            floor,
            ranks,
            len,
            values,
        }
    }

    /// Computes the values of all cores that contain `floor`, on the calling thread.
    pub fn above(rows: &'static Rows, floor: u64, limits: &Limits) -> Result<MarginTable, Stop> {
        let table = MarginTable::empty(rows, floor);
        let mut done = 0;
        for block in table.blocks().iter().rev() {
            table.fill(block, limits)?;
            done += block.work();
            limits.progress(done as u64, table.len as u64);
        }
        Ok(table)
    }

    /// The number of cores in the table.
    pub fn size(&self) -> usize {
        self.len
    }

    /// The edges that all cores in the table contain.
    pub fn floor(&self) -> u64 {
        self.floor
    }

    /// Returns whether the table contains this core.
    pub fn covers(&self, core: u64) -> bool {
        self.floor & !core == 0
    }

    /// The rank of a core that contains the floor.
    #[inline(always)]
    pub fn rank(&self, core: u64) -> usize {
        let mut rank = 0;
        for row in &self.ranks {
            rank += row.before(core);
        }
        rank
    }

    /// The value, for the player to move, of a core that contains the floor.
    #[inline(always)]
    pub fn value(&self, core: u64) -> i32 {
        self.value_at(self.rank(core))
    }

    /// The value of the core with this rank.
    ///
    /// # Panics
    /// Panics if the rank is not below the size of the table.
    pub fn value_at(&self, rank: usize) -> i32 {
        i32::from(self.values[rank].load(Ordering::Relaxed))
    }

    /// The blocks to fill, ordered by rank, excluding the blocks that are filled as twins.
    pub fn blocks(&self) -> Vec<Block> {
        let whole = self.rows.mirror(self.floor) == self.floor;
        let mut blocks = self.all_blocks();
        for block in &mut blocks {
            block.twin = whole && self.rows.mirror(block.drawn) != block.drawn;
        }
        // Keep the twin of higher rank. To compare ranks, compare the rows of the two cores from the top down.
        let row = |drawn: u64, s: usize| drawn >> first_bit(s) & ((8 << (3 * s)) - 1);
        let key = |drawn: u64| (0..self.rows.count()).map(move |s| row(drawn, s));
        blocks.retain(|b| !b.twin || key(b.drawn).gt(key(self.rows.mirror(b.drawn))));
        blocks
    }

    fn all_blocks(&self) -> Vec<Block> {
        let fixed = self.ranks.len().saturating_sub(OPEN_ROWS);
        let mut blocks = vec![Block {
            drawn: 0,
            bases: 0,
            ranks: 0..self.len,
            twin: false,
        }];
        for row in 0..fixed {
            let mut finer = Vec::new();
            for block in &blocks {
                let mut end = block.ranks.end;
                for &filling in self.ranks[row].fillings[block.bases].iter().rev() {
                    let drawn = block.drawn | u64::from(filling) << first_bit(row);
                    let start = block.ranks.start + self.ranks[row].before(drawn);
                    if start < end {
                        let bases = bases(row, filling);
                        finer.push(Block {
                            drawn,
                            bases,
                            ranks: start..end,
                            twin: false,
                        });
                    }
                    end = start;
                }
            }
            blocks = finer;
        }
        blocks.sort_unstable_by_key(|block| block.ranks.start);
        blocks
    }

    /// Computes the values of a block and of its twin, from the last rank to the first. All blocks whose edges are a
    /// proper superset of this block's edges must already be filled.
    pub fn fill(&self, block: &Block, limits: &Limits) -> Result<(), Stop> {
        let first = self.ranks.len().saturating_sub(OPEN_ROWS);
        self.fill_rows(
            first,
            (block.drawn, block.bases),
            block.twin,
            &mut block.ranks.end.clone(),
            limits,
        )
    }

    /// Like [`fill`](Self::fill), for the cores with the edges `drawn` above row `row`. On entry, `next - 1` must be
    /// the rank of the last of these cores; on return, `next` is the rank of the first.
    fn fill_rows(
        &self,
        row: usize,
        (drawn, above): (u64, usize),
        twin: bool,
        next: &mut usize,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let fillings = &self.ranks[row].fillings[above];
        if row + 1 < self.ranks.len() {
            for &filling in fillings.iter().rev() {
                let fixed = (
                    drawn | u64::from(filling) << first_bit(row),
                    bases(row, filling),
                );
                self.fill_rows(row + 1, fixed, twin, next, limits)?;
            }
            return Ok(());
        }
        limits.check()?;
        for &filling in fillings.iter().rev() {
            *next -= 1;
            let core = drawn | u64::from(filling) << first_bit(row);
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a margin is at most the number of triangles, 25"
            )]
            let best = self.rows.best(core, |core| self.value(core)) as i8;
            self.values[*next].store(best, Ordering::Relaxed);
            if twin {
                self.values[self.rank(self.rows.mirror(core))].store(best, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

/// Returns the ranks of each row and the number of cores. The field `before` is computed only if `keyed` is true.
fn rank_all(rows: &'static Rows, floor: u64, keyed: bool) -> (Vec<RowRanks>, usize) {
    let mut below = vec![1u32; 1 << rows.count()];
    let mut all = Vec::new();
    for row in (0..rows.count()).rev() {
        let own = 3 * (row + 1);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the mask keeps fewer than 32 bits"
        )]
        let must = (floor >> first_bit(row)) as u32 & ((1 << own) - 1);
        let mut before = vec![0; if keyed { 1 << (own + row) } else { 0 }];
        let mut fillings = Vec::new();
        let mut totals = Vec::new();
        for above in 0..1 << row {
            let fits = |filling: &u32| must & !filling == 0;
            let list: Vec<u32> = rows
                .fillings(row, above)
                .iter()
                .copied()
                .filter(fits)
                .collect();
            let mut total = 0;
            for &filling in &list {
                if keyed {
                    before[(filling as usize) << row | above] = total;
                }
                total += below[bases(row, filling)];
            }
            totals.push(total);
            fillings.push(list);
        }
        below = totals;
        let shift = first_bit(row) - saturating_cast::<u32, _>(row);
        all.push(RowRanks {
            shift,
            key: (1 << (own + row)) - 1,
            before,
            fillings,
        });
    }
    all.reverse();
    (all, below[0] as usize)
}
