//! Coloured strip: a row of cells; colour a free one, 1 or 2, so that no two neighbours have the same colour. A player
//! who cannot move loses.
//!
//! A strip is the sum of its gaps, whose values are known in closed form; in misère play they are tame
//! ([`gaps`]).

mod explain;
pub mod gaps;
mod notation;
mod rules;
mod scene;
mod solver;
#[cfg(test)]
mod tests;

use crate::games::prelude::*;

use super::{params, pieces};
use crate::games::strip::gaps::{Cell, Gap};
use crate::rules::nearest;
use crate::solve::lock::Kept;
use crate::solve::pieces::Multisets;

/// The most cells of a strip that is solved in normal play.
pub const MOST_CELLS: usize = 100_000;

/// The most cells of a strip that is solved in misère play.
pub const MOST_MISERE: usize = 1000;

/// The most cells, in gaps where a move is left, of a strip whose remoteness is searched.
pub const MOST_WITH_REMOTENESS: usize = 12;

/// The ruleset of a convention.
pub struct ColouredStrip {
    convention: Convention,
    searched: Kept<Multisets<Gap>>,
}

/// The cells from the left; no two neighbours have the same colour.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Colouring(Box<[Cell]>);

/// A free cell, from 0, and the colour it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Paint {
    /// From 0, at the left.
    pub cell: usize,
    /// Its new colour.
    pub colour: Cell,
}

impl Game for ColouredStrip {
    const INFO: Info = Info {
        id: "strip",
        name: "Coloured strip",
        rule: "Colour a free cell so that no two neighbours have the same colour.",
        example: "strip:010002",
        limits: "100,000 cells in normal play, 1,000 in misère play",
        misere_parts: MisereParts::Tame,
        family: MenuGroup::Board,
        shape: Shape::Single(1),
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::number("Cells", "how many cells in the strip", 1..=MOST_CELLS as u64, 13)],
        start: |values| format!("strip:{}", "0".repeat(nearest(values.number(0)))),
        random: |values, pick| {
            let cells = nearest(values.number(0));
            let mut text = String::with_capacity(cells);
            for _ in 0..cells {
                let colour = match pick(6) {
                    0 => '1',
                    1 => '2',
                    _ => '0',
                };
                text.push(if colour != '0' && text.ends_with(colour) { '0' } else { colour });
            }
            format!("strip:{text}")
        },
        presets: &[
            ("Six cells, two coloured", "strip:010002"),
            ("Twelve free cells: the second player wins", "strip:000000000000"),
            ("Thirteen free cells", "strip:0000000000000"),
            ("Three gaps", "strip:00010000200000"),
        ],
    };

    fn open(convention: Convention, params: &[Text<'_>], _library: &Library) -> Result<Self, IdError> {
        params::none("strip", params)?;
        Ok(ColouredStrip { convention, searched: Kept::default() })
    }

    fn memory_used(&self) -> u64 {
        self.searched.memory_used()
    }

    fn impartial(&self) -> Option<ImpartialOf<'_, Self>> {
        Some(self)
    }

    fn reasons(&self, at: &Colouring, proved: &Proved<'_, Paint>, limits: &Limits) -> GameReasons<Self> {
        pieces::reasons(self, at, proved, limits)
    }

    fn figure(&self, at: &Colouring, _proved: &Proved<'_, Paint>, limits: &Limits) -> Result<Figure, Stop> {
        pieces::figure(self, at, limits)
    }

    fn period(&self, _limits: &Limits) -> Option<String> {
        (self.convention == Convention::Normal).then(|| "period 2 from 1 on: n mod 2".to_owned())
    }

    /// A free strip of `n` cells.
    fn state_of_numbers(&self, numbers: &[u64]) -> String {
        let cells = numbers.first().map_or(0, |&n| n.min(MOST_CELLS as u64 + 1));
        "0".repeat(nearest(cells))
    }
}
