//! Builds the full table of Triangle War with 6 dots on a side: 1,153,433,125 values of one byte each, in a minute or
//! two. Then writes its opening book, or checks N entries of the shipped book against the table:
//!
//!     cargo run --release -p nimatron-core --example triangle_book -- --out triangle-6.book
//!     cargo run --release -p nimatron-core --example triangle_book -- --check 1000000

use std::error::Error;
use std::num::NonZeroUsize;

use std::sync::atomic::{AtomicUsize, Ordering};

use nimatron_core::games::triangle::internals::{Book, MarginTable, Rows, SIDE, Weights};
use nimatron_core::rules::{Limits, Stop};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (what, value) = match &arguments[..] {
        [what, value] if what == "--out" || what == "--check" => (what.as_str(), value),
        _ => return Err("expected --out FILE or --check N".into()),
    };
    let rows = Rows::with_side(SIDE).ok_or("there is no such board")?;
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let limits = Limits::default()
        .reporting(|step| eprint!("\r{:>3} %", step.done * 100 / step.total.max(1)));
    let table = full_table(rows, threads, &limits)?;
    eprintln!();
    let weights = Weights::new(rows);
    if what == "--out" {
        let book = Book::new(&table, &weights, &Limits::default())?;
        std::fs::write(value, book.bytes())?;
        println!(
            "{value}: {} cores, {} bytes",
            book.size(),
            book.bytes().len()
        );
        return Ok(());
    }
    let book = Book::shipped(&weights, &Limits::default())?;
    let most = value.parse::<usize>()?.clamp(1, book.size());
    for i in 0..most {
        let place = i * (book.size() / most);
        let (core, value) = book.entry(place).ok_or("an entry is missing")?;
        if table.value(core) != value {
            return Err(format!(
                "entry {place} says {value}, and the table {}",
                table.value(core)
            )
            .into());
        }
    }
    println!("{most} of {} entries agree with the table", book.size());
    Ok(())
}

/// Builds the table of all cores on `threads` threads and reports its progress to `limits`. The table is built layer by
/// layer, from the most edges to the fewest; within a layer, each thread takes the largest remaining block.
fn full_table(rows: &'static Rows, threads: usize, limits: &Limits) -> Result<MarginTable, Stop> {
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
                limits.progress(found as u64, table.size() as u64);
            }
            Ok(())
        };
        let lost = |_| Err(Stop::Interrupted("a thread of the build died".to_owned()));
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mine = work();
            let joined = others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(lost));
            joined.fold(mine, Result::and)
        })?;
    }
    Ok(table)
}
