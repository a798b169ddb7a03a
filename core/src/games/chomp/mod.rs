//! Chomp: a bar of chocolate whose bottom-left square is poison. A bite takes a square and all above and right of it.
//! F. Schuh (1952, as a game on the divisors of a number); D. Gale (1974), who named no winning move either.
//!
//! In misère play, the usual game, the player who eats the poison loses. Every rectangle but 1x1 is then won by the player to move:
//! if biting off the far corner alone does not win, the answer to it would have won at once (Gale's strategy stealing).
//! No known rule tells which bite wins, so a complete table over all shapes decides ([`shapes`]). In normal play
//! the player who eats the poison wins, which is best done at once.

mod explain;
mod notation;
mod rules;
mod scene;
pub mod shapes;
mod solver;
#[cfg(test)]
mod tests;

use crate::games::params;
use crate::games::prelude::*;
use crate::rules::nearest;

/// The most rows, and the most squares in a row, of a bar.
pub const MOST_SIDE: u64 = 1000;

/// The ruleset of a convention.
pub struct Chomp {
    convention: Convention,
    tables: solver::Tables,
}

/// What is left of a bar: the lengths of its rows from the bottom, none of them 0, none longer than the one below.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bar(Box<[u16]>);

impl Bar {
    /// The bar of these rows; rows of length 0 end it.
    fn new(rows: impl IntoIterator<Item = u16>) -> Bar {
        Bar(rows.into_iter().take_while(|&length| length > 0).collect())
    }

    /// The lengths of the rows from the bottom.
    pub fn rows(&self) -> &[u16] {
        &self.0
    }

    /// The length of the longest row, which is the lowest.
    pub fn columns(&self) -> u16 {
        self.0.first().copied().unwrap_or(0)
    }

    /// How many squares are left.
    pub fn squares(&self) -> u64 {
        self.0.iter().map(|&length| u64::from(length)).sum()
    }

    fn is_rectangle(&self) -> bool {
        self.0.iter().all(|&length| length == self.columns())
    }
}

/// A bite: the square at its lower left corner, rows from the bottom and columns from the left, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bite {
    /// From 0, that of the poison.
    pub row: u16,
    /// From 0, that of the poison.
    pub column: u16,
}

impl Game for Chomp {
    const INFO: Info = Info {
        id: "chomp",
        name: "Chomp",
        rule: "Bite off a square and everything above and to the right of it.",
        ending: Ending::LastMove("eats the poison at bottom left"),
        default: Some(Convention::Misere),
        example: "chomp:4x6",
        limits: "16x16, and every other bar with at most 601,080,390 shapes; normal play: any bar",
        family: MenuGroup::Board,
        shape: Shape::Pair(1),
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::number("Rows", "how many rows; solved up to 16 by 16", 1..=20, 4),
            Field::number("Columns", "how many squares in a row", 1..=20, 6),
        ],
        start: |values| format!("chomp:{}x{}", values.text(0), values.text(1)),
        random: |values, pick| {
            // Long rows are as likely as short ones: the boundary is a random path of steps up and left.
            let (mut up, mut left) = (values.number(0), values.number(1));
            let mut rows = Vec::new();
            while up > 0 && left > 0 {
                if pick(up + left) < up {
                    rows.push(left.to_string());
                    up -= 1;
                } else {
                    left -= 1;
                }
            }
            if rows.is_empty() {
                rows.push("1".to_owned());
            }
            format!("chomp:{}", rows.join(","))
        },
        presets: &[
            ("Four rows of six", "chomp:4x6"),
            ("A square of seven", "chomp:7x7"),
            ("Two equal arms: the second player wins", "chomp:5,1,1,1,1"),
            ("Rows that differ by one: the second player wins", "chomp:6,5"),
            ("Three rows of eight", "chomp:3x8"),
            ("A half-eaten bar: one bite wins", "chomp:7,6,4,4,1"),
            ("Ten rows of ten", "chomp:10x10"),
            ("Normal play: the last bite wins", "normal chomp:4x6"),
        ],
    };

    fn open(convention: Convention, params: &[Text<'_>], _library: &Library) -> Result<Self, IdError> {
        params::none("chomp", params)?;
        Ok(Chomp { convention, tables: solver::Tables::default() })
    }

    fn memory_used(&self) -> u64 {
        self.tables.memory_used()
    }

    fn impartial(&self) -> Option<ImpartialOf<'_, Self>> {
        Some(self)
    }

    fn reasons(&self, at: &Bar, proved: &Proved<'_, Bite>, limits: &Limits) -> GameReasons<Self> {
        explain::reasons(self, at, proved, limits)
    }

    /// In normal play the whole bar is one move.
    fn moves_left(&self, _at: &Bar) -> Option<(u64, u64)> {
        Some((0, if self.convention == Convention::Normal { 1 } else { u64::MAX }))
    }

    /// The bar and its mirror image play alike.
    fn canonical_by_symmetry(&self, at: &Bar) -> Option<Bar> {
        let height = |column: u16| at.0.iter().take_while(|&&length| length > column).count();
        let mirrored = Bar::new((0..at.columns()).map(|column| nearest(height(column) as u64)));
        Some(if mirrored.0 > at.0 { mirrored } else { at.clone() })
    }

    /// Two arms of the same length and nothing between them: what is bitten off one can be bitten off the other.
    fn has_pairing_strategy(&self, at: &Bar) -> Option<bool> {
        let rows = at.rows();
        Some(
            rows.first().is_some_and(|&first| usize::from(first) == rows.len())
                && rows.iter().skip(1).all(|&n| n == 1),
        )
    }

    /// A whole bar of that many rows and columns.
    fn state_of_numbers(&self, numbers: &[u64]) -> String {
        let sides: Vec<String> = numbers.iter().map(u64::to_string).collect();
        sides.join("x")
    }
}
