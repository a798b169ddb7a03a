//! Builds the full table of Triangle War with 6 dots a side (1,153,433,125 values, one byte each, a minute or two), and
//! writes its opening book or checks the shipped one against it:
//!
//!     cargo run --release -p nimatron-core --example triangle_book -- --out triangle-6.book
//!     cargo run --release -p nimatron-core --example triangle_book -- --check 1000000

use std::error::Error;
use std::num::NonZeroUsize;

use nimatron_core::games::triangle::internals::{Book, Rows, SIDE, Weights, full_table};
use nimatron_core::rules::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (what, value) = match &arguments[..] {
        [what, value] if what == "--out" || what == "--check" => (what.as_str(), value),
        _ => return Err("expected --out FILE or --check N".into()),
    };
    let rows = Rows::of(SIDE).ok_or("there is no such board")?;
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let limits =
        Limits::default().reporting(|step| eprint!("\r{:>3} %", step.done * 100 / step.total.max(1)));
    let table = full_table(SIDE, threads, &limits)?;
    eprintln!();
    let weights = Weights::new(rows);
    if what == "--out" {
        let book = Book::of(&table, &weights, &Limits::default())?;
        std::fs::write(value, book.bytes())?;
        println!("{value}: {} cores, {} bytes", book.len(), book.bytes().len());
        return Ok(());
    }
    let book = Book::shipped(&weights, &Limits::default())?;
    let most = value.parse::<usize>()?.clamp(1, book.len());
    for i in 0..most {
        let place = i * (book.len() / most);
        let (core, value) = book.entry(place).ok_or("an entry is missing")?;
        if table.value(core) != value {
            return Err(format!("entry {place} says {value}, and the table {}", table.value(core)).into());
        }
    }
    println!("{most} of {} entries agree with the table", book.len());
    Ok(())
}
