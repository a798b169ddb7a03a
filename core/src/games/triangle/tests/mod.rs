//! Tests of Triangle War; here what they share.

mod board;
mod explain;
mod opening;
mod oracle;
mod playing;
mod values;

use super::TriangleWar;
use super::grid::Grid;
use super::rules::Drawn;
use crate::erased::Game;
use crate::rules::{Convention, Library, Limits, Notation, Text};

fn go() -> Limits {
    Limits::default()
}

fn stopped() -> Limits {
    Limits::default().stopping(|| Some("enough".to_owned()))
}

fn game(side: u32) -> TriangleWar {
    let text = side.to_string();
    TriangleWar::open(Convention::Normal, &[Text::new(&text)], &Library::default()).unwrap()
}

fn read(game: &TriangleWar, state: &str) -> Drawn {
    game.parse_state(Text::new(state)).unwrap()
}

/// Edges of a board as a set, from text such as `2-4 4-5`.
fn set(grid: &Grid, text: &str) -> u64 {
    edges(grid, text).into_iter().fold(0, |mask, e| mask | 1 << e)
}

fn edges(grid: &Grid, text: &str) -> Vec<usize> {
    let edge = |word: &str| {
        let (a, b) = word.split_once('-').unwrap();
        grid.edge_between(a.parse().unwrap(), b.parse().unwrap()).unwrap()
    };
    text.split_whitespace().map(edge).collect()
}

/// A small generator of repeatable pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    /// A set of `size` edges of a board.
    fn edges(&mut self, grid: &Grid, size: u32) -> u64 {
        let mut drawn = 0u64;
        while drawn.count_ones() < size {
            drawn |= 1 << self.below(grid.edges().len());
        }
        drawn
    }
}
