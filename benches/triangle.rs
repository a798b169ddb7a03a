//! Measures the tables, the book and the analyses of Triangle War.
//!
//! Run with `cargo bench --bench triangle`.

use divan::Bencher;
use nimatron_core::erased::Ask;
use nimatron_core::games;
use nimatron_core::games::triangle::internals::{
    Book, Grid, MarginTable, Margins, Rows, SIDE, Weights,
};
use nimatron_core::rules::{Library, Limits};

fn main() {
    divan::main();
}

/// A core is a position with nothing left to capture.
#[divan::bench(args = [3, 4, 5], max_time = 3)]
fn table_of_all_cores(side: u32) -> MarginTable {
    let rows = Rows::with_side(side).expect("a board");
    MarginTable::above(rows, 0, &Limits::default()).expect("nothing stops it")
}

#[divan::bench(args = [3, 4, 5], max_time = 3)]
fn first_margin(side: u32) -> i32 {
    let margins = Margins::new(side).expect("a board").unshared();
    margins
        .margin(0, &Limits::default())
        .expect("a position that is solved")
}

#[divan::bench(max_time = 3)]
fn all_positions_of_four_dots(bencher: Bencher) {
    let margins = Margins::new(4).expect("a board");
    let limits = Limits::default();
    let margin = |drawn| {
        margins
            .margin(drawn, &limits)
            .expect("a position that is solved")
    };
    margin(0);
    bencher.bench(|| (0..1 << 18).map(margin).sum::<i32>());
}

#[divan::bench(args = [4, 5], max_time = 3)]
fn analysed_with_the_table(bencher: Bencher, side: u32) {
    let position =
        games::open(&format!("triangle/{side}:"), &Library::default()).expect("an ID that reads");
    let analyse =
        || position.analyse(Ask::default())(&Limits::default()).expect("a position that is solved");
    analyse();
    bencher.bench_local(analyse);
}

#[divan::bench(max_time = 5)]
fn book_opened() -> Book {
    let weights = Weights::new(Rows::with_side(SIDE).expect("a board"));
    Book::shipped(&weights, &Limits::default()).expect("the shipped book")
}

/// Each sample begins with cold caches, but the book is opened at most once.
#[divan::bench(args = [0, 6, 8, 10, 14], max_time = 5)]
fn six_dots_after(bencher: Bencher, edges: usize) {
    let grid = Grid::with_side(SIDE).expect("a board");
    // Drawing every third edge completes no triangle.
    let drawn = grid.edges().iter().step_by(3).take(edges);
    let state: Vec<String> = drawn.map(|(a, b)| format!("{a}-{b}")).collect();
    let id = format!("triangle/6:{}", state.join(","));
    bencher.bench(|| {
        let position = games::open(&id, &Library::default()).expect("an ID that reads");
        position.analyse(Ask::default())(&Limits::default()).expect("a position that is solved")
    });
}
