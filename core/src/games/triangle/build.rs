//! The full table of all cores of a board, built by several threads.
//!
//! For 6 dots a side it takes 1.15 GB, one byte a core. The blocks of a table are taken layer by layer, from the most
//! edges to the fewest; within a layer, threads take the largest block that is left.

use super::margin_table::MarginTable;
use super::rows::Rows;
use crate::rules::{Limits, Stop};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The table of all cores with `side` dots a side (2 to 6), built on `threads` threads (at least one), telling `limits`
/// how far it is.
pub fn full_table(side: u32, threads: usize, limits: &Limits) -> Result<MarginTable, Stop> {
    let rows = Rows::of(side).ok_or_else(|| Stop::not_proved(format!("no board has {side} dots a side")))?;
    let table = MarginTable::empty(rows, 0);
    let mut blocks = table.blocks();
    blocks.sort_by_key(|b| (u32::MAX - b.layer(), usize::MAX - b.work(), b.ranks().start));
    let found = AtomicUsize::new(0);
    for layer in blocks.chunk_by(|a, b| a.layer() == b.layer()) {
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(block) = layer.get(next.fetch_add(1, Ordering::Relaxed)) {
                table.fill(block, limits)?;
                let found = found.fetch_add(block.work(), Ordering::Relaxed) + block.work();
                limits.progress(found as u64, table.len() as u64);
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
    Ok(table)
}
