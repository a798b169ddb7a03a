//! Compares the solvers with naive algorithms: `cargo bench --bench versus`.
//!
//! `-- --long` adds the slow alpha-beta search from the empty board of Triangle War.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/pairs.rs"]
mod pairs;
mod plain;

use std::collections::HashMap;

use common::machine;
use nimatron_core::games;
use nimatron_core::games::chomp::shapes::Outcomes;
use nimatron_core::games::triangle::internals::Margins;
use nimatron_core::rules::{Convention, Library, Limits, MOST_LISTED, Outcome};
use nimatron_core::solve::octal::Code;
use nimatron_core::solve::periodic::{Recurrence, Values};
use nimatron_core::solve::rings::{Board, outcome};
use nimatron_core::solve::sums::OtherParts;
use pairs::{head, pair};
use plain::Triangles;

const STAR: [(usize, usize); 24] = [
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

fn main() {
    machine();
    head();
    triangle(std::env::args().any(|a| a == "--long"));
    rings();
    row();
    octal();
    chomp();
}

fn triangle(long: bool) {
    let board = Triangles::new(4);
    let limits = Limits::default();
    let fresh = || Margins::new(4).expect("a board of four dots").unshared();
    let margin = |margins: &Margins, drawn: u32| {
        margins
            .margin(u64::from(drawn), &limits)
            .expect("a position that is solved")
    };
    // Random edges from a fixed seed.
    let mut state = 88_172_645_463_325_252_u64;
    let mut below = |n: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % n
    };
    let mut starts = Vec::new();
    while starts.len() < 20 {
        let mut drawn = 0u32;
        while drawn.count_ones() < 6 {
            drawn |= 1 << below(18);
        }
        starts.push(drawn);
    }
    pair(
        "Triangle War, 4 dots: all 2^18 margins; a plain table",
        9,
        || {
            let margins = fresh();
            (0..1 << 18)
                .map(|drawn| margin(&margins, drawn) as i8)
                .collect::<Vec<_>>()
        },
        || board.table(),
    );
    pair(
        "4 dots: the winners of 20 positions after six edges, tables built anew; plain alpha-beta",
        9,
        || {
            let margins = fresh();
            starts
                .iter()
                .map(|&drawn| margin(&margins, drawn) > 0)
                .collect::<Vec<_>>()
        },
        || {
            starts
                .iter()
                .map(|&drawn| board.alpha_beta(drawn, -1, 1) > 0)
                .collect()
        },
    );
    pair(
        "4 dots: the winner after six edges, the first position asked about; plain alpha-beta",
        9,
        || margin(&fresh(), starts[0]) > 0,
        || board.alpha_beta(starts[0], -1, 1) > 0,
    );
    let margins = fresh();
    margin(&margins, 0);
    pair(
        "4 dots: the winners of 20 positions after six edges, with the table at hand; plain alpha-beta",
        9,
        || {
            starts
                .iter()
                .map(|&drawn| margin(&margins, drawn) > 0)
                .collect::<Vec<_>>()
        },
        || {
            starts
                .iter()
                .map(|&drawn| board.alpha_beta(drawn, -1, 1) > 0)
                .collect()
        },
    );
    if long {
        pair(
            "4 dots: the winner from the empty board; plain alpha-beta",
            1,
            || margin(&fresh(), 0) > 0,
            || board.alpha_beta(0, -1, 1) > 0,
        );
    }
}

fn rings() {
    let limits = Limits::default();
    let solved = |board: &Board| {
        let table = board
            .remoteness(Convention::Misere, &limits)
            .expect("nothing stops it");
        table
            .iter()
            .filter(|&&r| outcome(r, Convention::Misere) == Outcome::Win)
            .count()
    };
    let masks = |pairs: &[(usize, usize)]| {
        pairs
            .iter()
            .map(|&(a, b)| 1 << a | 1 << b)
            .collect::<Vec<u32>>()
    };
    let star = masks(&STAR);
    pair(
        "Star: all 8,192 positions, misère, here with remoteness; a plain search that remembers",
        9,
        || solved(&Board::new(13, STAR)),
        || {
            let mut known = HashMap::new();
            (0..8192)
                .filter(|&rings| plain::rings_won(rings, &star, &mut known))
                .count()
        },
    );
    let grid: Vec<(usize, usize)> = (0..20)
        .flat_map(|p| {
            [
                (p % 4 < 3).then_some((p, p + 1)),
                (p < 16).then_some((p, p + 4)),
            ]
        })
        .flatten()
        .collect();
    let masks = masks(&grid);
    pair(
        "Rings on 4x5 points: all 2^20 positions, misère, here with remoteness; a plain table of outcomes",
        5,
        || solved(&Board::new(20, grid.iter().copied())),
        || {
            plain::rings_table(20, &masks)
                .into_iter()
                .filter(|&won| won)
                .count()
        },
    );
}

fn row() {
    let limits = Limits::default();
    let id = format!("misere row:{}", "O".repeat(24));
    pair(
        "Row of 24 stones, misère: the winning moves; a plain search that remembers",
        9,
        || {
            let table = games::open(&id, &Library::default()).expect("an ID that reads");
            let found =
                table
                    .as_part()
                    .unwrap()
                    .winning(&OtherParts::None, 1000, MOST_LISTED, &limits);
            {
                let found = found.expect("a position that is solved");
                found.count.expect("few moves") as usize
            }
        },
        || {
            let mut known = HashMap::new();
            plain::row_moves(&[24])
                .iter()
                .filter(|next| !plain::row_won(next, &mut known))
                .count()
        },
    );
}

fn octal() {
    const HEAPS: usize = 20_000;
    for (code, digits) in [("0.77", &[7u8, 7][..]), ("0.07", &[0, 7])] {
        pair(
            &format!("octal/{code}: {HEAPS} Grundy values, no use made of the period; plain mex"),
            5,
            || {
                let code: Code = code.parse().expect("a code that reads");
                let mut heaps = code.sequence().rule().clone();
                let mut values = Values::default();
                while values.len() < HEAPS {
                    let next = heaps.next(&values);
                    values.push(next);
                }
                values.iter().collect()
            },
            || plain::octal(digits, HEAPS),
        );
    }
}

fn chomp() {
    const SIDE: u8 = 9;
    let bar = vec![SIDE; usize::from(SIDE)];
    pair(
        "Chomp 9x9: the winning bites; a plain search that remembers",
        5,
        || {
            let rows: Vec<u16> = bar.iter().map(|&l| u16::from(l)).collect();
            let table = Outcomes::build(&rows, &Limits::default()).expect("nothing stops it");
            let bites = plain::chomp_bites(&bar);
            bites
                .iter()
                .filter(|next| !table.wins(next.iter().map(|&l| u16::from(l))))
                .count()
        },
        || {
            let mut known = HashMap::new();
            plain::chomp_bites(&bar)
                .iter()
                .filter(|next| !plain::chomp_won(next, &mut known))
                .count()
        },
    );
}
