//! Measures Triangle War with six dots per side: the time for the verdict, then the time for the best move, which needs
//! the outcomes of all moves. Run with `cargo bench --bench six_dots`; `-- --samples N` takes N positions per line
//! instead of 20.
//!
//! Positions are random sets of edges from a fixed seed.

#[path = "common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::{machine, median, text};
use nimatron_core::erased::{Listed, Variant};
use nimatron_core::games::triangle::TriangleWar;
use nimatron_core::games::triangle::internals::Grid;
use nimatron_core::rules::{Convention, Library, Limits, Text, Texts};
use nimatron_core::solve::Values;

fn main() {
    machine();
    let mut args = std::env::args().skip_while(|a| a != "--samples").skip(1);
    let samples = args.next().and_then(|n| n.parse().ok()).unwrap_or(20);
    let limits = Limits::default();
    let grid = Grid::with_side(6).expect("a board");
    let mut state = 20_260_101_u64;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    let (six, library) = ([Text::new("6")], Library::default());
    let variant = Variant::read(&TriangleWar::INFO, Convention::Normal, &six, &library);
    let game = TriangleWar::open(&variant.expect("a number in range"))
        .expect("a board")
        .game;
    let start = Instant::now();
    game.value(
        &game.parse_state(Text::new("")).expect("the empty board"),
        &limits,
    )
    .expect("solved");
    println!(
        "The book is opened, the empty board answered: {}\n",
        text(start.elapsed())
    );
    println!("| edges | verdict | worst | all moves and the best one | worst |");
    println!("|---|---|---|---|---|");
    for edges in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20] {
        let (mut verdicts, mut moves) = (Vec::new(), Vec::new());
        for _ in 0..samples {
            let mut drawn: Vec<usize> = Vec::new();
            while drawn.len() < edges {
                let edge = below(grid.edges().len());
                if !drawn.contains(&edge) {
                    drawn.push(edge);
                }
            }
            let word = |&e: &usize| format!("{}-{}", grid.edges()[e].0, grid.edges()[e].1);
            let words: Vec<String> = drawn.iter().map(word).collect();
            let at = game
                .parse_state(Text::new(&words.join(",")))
                .expect("a position");
            let start = Instant::now();
            game.value(&at, &limits).expect("solved");
            verdicts.push(start.elapsed());
            let start = Instant::now();
            game.best(&at, &limits).expect("solved");
            moves.push(start.elapsed());
        }
        let worst = |times: &[Duration]| times.iter().max().copied().unwrap_or_default();
        let (w, v) = (worst(&verdicts), worst(&moves));
        println!(
            "| {edges} | {} | {} | {} | {} |",
            text(median(verdicts)),
            text(w),
            text(median(moves)),
            text(v)
        );
    }
    if let Ok(status) = std::fs::read_to_string("/proc/self/status")
        && let Some(peak) = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))
    {
        println!("\nThe most memory at any time: {}", peak.trim());
    }
}
