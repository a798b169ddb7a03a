//! Triangle War: two players draw the edges of a triangular board and fight for its triangles.
//!
//! A player whose edge completes one or two unit triangles owns them and moves again; when all edges are drawn, the
//! player with more triangles wins. Boards have 2 to 6 dots a side, 4 if nothing is said.
//!
//! It is Dots and Boxes on a triangular lattice. Margins are for the player to move on the empty board:
//!
//! | dots a side | edges | triangles | cores | empty board |
//! |---|---|---|---|---|
//! | 2 | 3 | 1 | 5 | +1 |
//! | 3 | 9 | 4 | 89 | -2 |
//! | 4 | 18 | 9 | 5,778 | -3 |
//! | 5 | 30 | 16 | 1,357,215 | -2 |
//! | 6 | 45 | 25 | 1,153,433,125 | +1 |
//!
//! A *core* is a position in which nothing can be captured at once; only cores need a search (`capture` says why).
//! Their values fill one byte each in a table without gaps (`margin_table`). Up to 5 dots it holds all cores; with 6, a
//! shipped `book` knows the openings, and a table of what can follow the rest (`margins`).
//! Background: E. Berlekamp, "The Dots and Boxes Game" (2000); J. K. Barker and R. E. Korf, "Solving Dots-and-Boxes"
//! (AAAI 2012).

mod boards;
mod book;
mod build;
mod capture;
mod explain;
mod grid;
mod margin_table;
mod margins;
mod notation;
mod openings;
mod rows;
mod rules;
mod scene;
mod solver;
mod waits;
mod weights;

/// What the builder of the opening book and the benchmarks use beside the game; nothing else should.
#[doc(hidden)]
pub mod internals {
    pub use super::book::{Book, SIDE};
    pub use super::build::full_table;
    pub use super::grid::Grid;
    pub use super::margin_table::MarginTable;
    pub use super::margins::Margins;
    pub use super::rows::Rows;
    pub use super::weights::Weights;
}

#[cfg(test)]
mod tests;

use crate::games::prelude::*;
use crate::rules::nearest;
use grid::{Grid, MAX_SIDE, MIN_SIDE};
use margins::Margins;
use rules::{Drawn, Edge};

/// Dots a side where the ID does not say.
const DEFAULT_SIDE: u32 = 4;

/// The players' names.
const NAMES: [&str; 2] = ["A", "B"];

fn name(player: Player) -> &'static str {
    NAMES[player.index()]
}

/// The ruleset of one board.
#[derive(Debug)]
pub struct TriangleWar {
    margins: Margins,
}

impl TriangleWar {
    /// The board it is played on.
    pub fn grid(&self) -> &'static Grid {
        self.margins.grid()
    }
}

impl Game for TriangleWar {
    const INFO: Info = Info {
        id: "triangle",
        name: "Triangle War",
        rule: "Draw an edge. If your edge completes a triangle, you own the triangle and move again.",
        ending: Ending::Always("The player with more triangles wins."),
        default: None,
        players: Some(NAMES),
        example: "triangle:2-4,4-5,5-9",
        limits: "every position of 2 to 6 dots a side",
        misere_parts: MisereParts::Never,
        family: MenuGroup::Board,
        shape: Shape::None,
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::number(
            "Dots a side",
            "dots on each side, 2 to 6; 4 is usual",
            MIN_SIDE as u64..=MAX_SIDE as u64,
            DEFAULT_SIDE as u64,
        )],
        start: |values| format!("triangle{}:", side_param(values)),
        random: |values, pick| {
            let side = nearest(values.number(0));
            let mut left = Grid::of(side).map(|g| g.edges().to_vec()).unwrap_or_default();
            let drawn = pick(left.len() as u64 / 2 + 1);
            let mut texts = Vec::new();
            while (texts.len() as u64) < drawn {
                let (a, b) = left.swap_remove(nearest(pick(left.len() as u64)));
                texts.push(format!("{a}-{b}"));
            }
            format!("triangle{}:{}", side_param(values), texts.join(","))
        },
        presets: &[
            ("Two edges drawn, A can win", "triangle:4-5,5-6"),
            ("The empty board, 4 dots: the second player wins", "triangle:"),
            ("The empty board, 3 dots: the second player wins", "triangle/3:"),
            ("The empty board, 5 dots: the second player wins", "triangle/5:"),
            ("The empty board, 6 dots: the first player wins", "triangle/6:"),
            ("Six edges drawn, B wins", "triangle:2-4,4-5,5-9,3-6,2-5,3-5"),
            ("Seven edges drawn, A wins", "triangle:2-4,4-5,5-9,3-6,2-5,3-5,7-8"),
            ("One triangle taken, A wins", "triangle:1-2,2-3,1-3,2-4,2-5,4-5"),
            ("Ten edges drawn, B wins", "triangle:1-2,2-5,3-6,5-8,4-7,6-10,2-4,4-5,4-8,7-8"),
        ],
    };

    fn open(_convention: Convention, params: &[Text<'_>], _library: &Library) -> Result<Self, IdError> {
        if let Some(extra) = params.get(1) {
            return Err(extra
                .error(format!("triangle takes one parameter; {} is a second", extra.quoted()), "a colon"));
        }
        let what = "the number of dots a side,";
        let side = match params.first() {
            Some(side) => nearest(side.trim().number(what, u64::from(MIN_SIDE), u64::from(MAX_SIDE))?),
            None => DEFAULT_SIDE,
        };
        let unknown = || IdError::new(1, "no such board", "2 to 6 dots a side");
        Ok(TriangleWar { margins: Margins::new(side).ok_or_else(unknown)? })
    }

    fn memory_used(&self) -> u64 {
        self.margins.memory_used()
    }

    /// At most 14 edges are left to be drawn.
    fn moves_left(&self, at: &Drawn) -> Option<(u64, u64)> {
        let left = u64::from(self.undrawn(at).count_ones());
        Some((left, left))
    }

    /// The boards with that many edges on which no triangle is taken, edges in board order: nobody is ahead, whatever
    /// the order was, so that the edges alone decide.
    fn for_each_of_size(&self, stones: u64, f: &mut dyn FnMut(Drawn) -> ControlFlow<()>) -> bool {
        boards::untaken(self.grid(), stones, f)
    }

    fn size_noun(&self) -> &'static str {
        "edges drawn and no triangle taken"
    }

    fn random_position(&self, pick: &mut dyn FnMut(u64) -> u64) -> Option<Drawn> {
        Some(boards::late(self.grid(), pick))
    }

    fn reasons(&self, at: &Drawn, proved: &Proved<'_, Edge>, limits: &Limits) -> GameReasons<Self> {
        explain::reasons(self, at, proved, limits)
    }

    /// The image with the least set of edges.
    fn canonical_by_symmetry(&self, at: &Drawn) -> Option<Drawn> {
        let symmetries = self.grid().symmetries();
        let least = symmetries.iter().min_by_key(|symmetry| image(symmetry, at.drawn()))?;
        let mut turned = Drawn::default();
        at.order().iter().for_each(|&edge| turned.draw(self.grid(), least[usize::from(edge)]));
        Some(turned)
    }

    /// Whether the drawn edges look the same when the board is mirrored or turned.
    fn has_pairing_strategy(&self, at: &Drawn) -> Option<bool> {
        let drawn = at.drawn();
        Some(self.grid().symmetries().iter().skip(1).any(|symmetry| image(symmetry, drawn) == drawn))
    }

    fn figure(&self, at: &Drawn, _proved: &Proved<'_, Edge>, _limits: &Limits) -> Result<Figure, Stop> {
        Ok(explain::figure(self, at))
    }
}

/// What a symmetry makes of a set of edges.
fn image(symmetry: &[Edge], drawn: u64) -> u64 {
    openings::edges(drawn).fold(0, |set, edge| set | 1 << symmetry[usize::from(edge)])
}

/// The parameter of an ID for the value of the set-up field: nothing for the usual board.
fn side_param(values: &FieldValues<'_>) -> String {
    match values.text(0).trim() {
        "4" => String::new(),
        side => format!("/{side}"),
    }
}
