//! Measures the time to respond to a key press: to open and analyse a position, and to draw its board.
//!
//! Run with `cargo bench --bench positions`.

use divan::Bencher;
use nimatron::draw::{Marks, Size, Style, draw};
use nimatron_core::erased::Ask;
use nimatron_core::games;
use nimatron_core::rules::{Convention, Library, Limits};
use nimatron_core::solve::rings::Board;

fn main() {
    divan::main();
}

const STARTS: &[&str] = &[
    "star:8191",
    "normal star:8191",
    "row:OOOOOOOOOOOO",
    "misere row:OOOOOOOOOOOO",
    "triangle:",
    "strip:0000000000",
    "nim:3,5,7",
    "misere nim:3,5,7",
];

#[divan::bench(args = STARTS)]
fn opened_and_analysed(id: &str) {
    let position = games::open(id, &Library::default()).expect("an ID that reads");
    divan::black_box(position.analyse(Ask::default())(&Limits::default()))
        .expect("a position that is solved");
}

#[divan::bench(args = STARTS)]
fn drawn_at_120x40(bencher: Bencher, id: &str) {
    let scene = games::open(id, &Library::default())
        .expect("an ID that reads")
        .scene();
    let marks = Marks::default();
    bencher.bench(|| {
        draw(
            &scene,
            Size {
                width: 80,
                height: 36,
            },
            &marks,
            Style { ascii: false },
        )
    });
}

#[divan::bench(args = [Convention::Normal, Convention::Misere])]
fn all_8192_stars_with_remoteness(convention: Convention) -> Vec<u8> {
    const LINES: [(usize, usize); 24] = [
        (0, 2),
        (0, 3),
        (1, 2),
        (1, 5),
        (2, 3),
        (2, 5),
        (2, 6),
        (3, 4),
        (3, 6),
        (3, 7),
        (4, 7),
        (5, 6),
        (5, 8),
        (5, 9),
        (6, 7),
        (6, 9),
        (6, 10),
        (7, 10),
        (7, 11),
        (8, 9),
        (9, 10),
        (9, 12),
        (10, 11),
        (10, 12),
    ];
    Board::new(13, LINES)
        .remoteness(convention, &Limits::default())
        .expect("nothing stops it")
}
