//! The full table of all cores of a board, built by several threads, in steps that can be kept.
//!
//! For 6 dots a side it takes 1.15 GB, one byte a core. The blocks of a table (see `table`) are
//! taken layer by layer, from the most edges to the fewest; within a layer, threads take the
//! largest block that is left. Each finished block is handed to the caller, who may store it and
//! hand it back later, to go on after a stop.

use super::margin_table::{Block, MarginTable};
use super::rows::Rows;
use crate::rules::{Limits, Stop};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A table being built.
#[derive(Debug)]
pub struct Build {
    table: MarginTable,
    /// In the order they are filled; a layer is a run of them.
    blocks: Vec<Block>,
    done: Vec<AtomicBool>,
}

impl Build {
    /// A build of all cores with `side` dots a side, or `None` outside 2..=6.
    pub fn new(side: u32) -> Option<Build> {
        let table = MarginTable::empty(Rows::of(side)?, 0);
        let mut blocks = table.blocks();
        blocks.sort_by_key(|b| (u32::MAX - b.layer(), usize::MAX - b.work(), b.ranks().start));
        let done = blocks.iter().map(|_| AtomicBool::new(false)).collect();
        Some(Build { table, blocks, done })
    }

    /// Number of cores of the whole table, which is its size in bytes.
    pub fn cores(&self) -> usize {
        self.table.len()
    }

    /// Number of cores found so far.
    pub fn found(&self) -> usize {
        let done = self.blocks.iter().zip(&self.done).filter(|(_, d)| d.load(Ordering::Relaxed));
        done.map(|(block, _)| block.work()).sum()
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// How many values block number `block` has, or `None` where there is no such block.
    pub fn block_len(&self, block: usize) -> Option<usize> {
        self.blocks.get(block).map(|b| b.ranks().len())
    }

    /// Takes back a block that an earlier build finished. Gives false, and does nothing, where
    /// there is no such block or it has another number of values.
    pub fn restore(&self, block: usize, values: &[i8]) -> bool {
        let (Some(of), Some(done)) = (self.blocks.get(block), self.done.get(block)) else {
            return false;
        };
        let restored = self.table.restore(of, values);
        done.fetch_or(restored, Ordering::Relaxed);
        restored
    }

    /// Fills all blocks that are not there yet, on `threads` threads (at least one), telling
    /// `limits` how far it is. Each finished block goes to `keep` with its number and values, for
    /// [`Build::restore`] to take back.
    ///
    /// # Errors
    /// [`Stop::Interrupted`] as `limits` says; what is finished stays finished.
    pub fn run(
        &self,
        threads: usize,
        limits: &Limits,
        keep: &(dyn Fn(usize, &[i8]) + Sync),
    ) -> Result<(), Stop> {
        let found = AtomicUsize::new(self.found());
        let same_layer = |a: &usize, b: &usize| self.blocks[*a].layer() == self.blocks[*b].layer();
        let numbers: Vec<usize> = (0..self.blocks.len()).collect();
        for layer in numbers.chunk_by(same_layer) {
            let next = AtomicUsize::new(0);
            let work = || {
                while let Some(&number) = layer.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let block = &self.blocks[number];
                    if !self.done[number].load(Ordering::Relaxed) {
                        self.table.fill(block, limits)?;
                        keep(number, &self.table.save(block));
                        self.done[number].store(true, Ordering::Relaxed);
                        let found = found.fetch_add(block.work(), Ordering::Relaxed) + block.work();
                        limits.progress(found as u64, self.cores() as u64);
                    }
                }
                Ok(())
            };
            let lost = |_| Err(Stop::Interrupted("a thread of the build died".to_owned()));
            std::thread::scope(|scope| {
                let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
                let mine = work();
                let joined = others.into_iter().map(|other| other.join().unwrap_or_else(lost));
                joined.fold(mine, Result::and)
            })?;
        }
        Ok(())
    }

    /// The table, if it is finished; else the build as it was.
    ///
    /// # Errors
    /// The unfinished build.
    pub fn finish(self) -> Result<MarginTable, Box<Build>> {
        if self.done.iter().all(|done| done.load(Ordering::Relaxed)) {
            return Ok(self.table);
        }
        Err(Box::new(self))
    }
}
