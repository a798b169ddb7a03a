//! Implements Triangle War: two players draw the edges of a triangular board to win its triangles.
//!
//! A player whose edge completes one or two unit triangles owns them and moves again. When all edges are drawn, the
//! player with more triangles wins. Boards have 2 to 6 dots per side, 4 by default.
//!
//! The game is Dots and Boxes on a triangular lattice. In this table, the last column is the margin of the player to
//! move on the empty board:
//!
//! | dots per side | edges | triangles | cores | empty board |
//! |---|---|---|---|---|
//! | 2 | 3 | 1 | 5 | +1 |
//! | 3 | 9 | 4 | 89 | -2 |
//! | 4 | 18 | 9 | 5,778 | -3 |
//! | 5 | 30 | 16 | 1,357,215 | -2 |
//! | 6 | 45 | 25 | 1,153,433,125 | +1 |
//!
//! A *core* is a position in which no triangle can be captured. Only cores need a search (`capture` explains why). The
//! values of cores are stored in a table without gaps, one byte per core (`margin_table`). With 6 dots, a shipped
//! `book` covers the openings (`margins`). Background: E. Berlekamp, "The Dots and Boxes Game" (2000); J. K. Barker and
//! R. E. Korf, "Solving Dots-and-Boxes" (AAAI 2012).

mod boards;
mod book;
mod capture;
mod explain;
mod grid;
mod margin_table;
mod margins;
mod openings;
mod rows;
mod solver;
mod weights;

/// Internals exposed to the builder of the opening book and to the benchmarks.
#[doc(hidden)]
pub mod internals {
    pub use super::book::{Book, SIDE};
    pub use super::grid::Grid;
    pub use super::margin_table::MarginTable;
    pub use super::margins::Margins;
    pub use super::rows::Rows;
    pub use super::weights::Weights;
}

#[cfg(test)]
mod tests;

use crate::games::prelude::*;
use grid::{Grid, MAX_SIDE, MIN_SIDE};
use margins::Margins;

const DEFAULT_SIDE: u64 = 4;

const NAMES: [&str; 2] = ["A", "B"];

fn name(player: Player) -> &'static str {
    NAMES[player.index()]
}

/// The rules for one board size.
#[derive(Debug)]
pub struct TriangleWar {
    margins: Margins,
}

impl TriangleWar {
    /// The board on which the game is played.
    pub fn grid(&self) -> &'static Grid {
        self.margins.grid()
    }

    fn undrawn(&self, at: &Drawn) -> u64 {
        self.grid().all() & !at.drawn
    }

    /// The notation for an edge: its smaller dot, then its larger dot.
    pub fn edge_text(&self, edge: Edge) -> String {
        let named = self.grid().edges().get(usize::from(edge));
        named.map_or_else(String::new, |(a, b)| format!("{a}-{b}"))
    }

    fn read_edge(&self, text: Text<'_>) -> Result<Edge, IdError> {
        let last = u64::from(self.grid().dots());
        let expected = tr!("an edge between neighbouring dots from 1 to {last}, such as 1-2");
        let Some((a, b)) = text.split_once('-') else {
            let what = if text.is_empty() {
                tr!("an edge is missing").to_owned()
            } else {
                tr!("{text} is not an edge", text = text.quoted())
            };
            return Err(text.error(what, expected));
        };
        let one = a.trim().number(tr!("a dot"), 1, last)?;
        let other = b.trim().number(tr!("a dot"), 1, last)?;
        let edge = self
            .grid()
            .edge_between(saturating_cast(one), saturating_cast(other));
        let found =
            edge.ok_or_else(|| text.error(tr!("{one} and {other} are not neighbours"), expected))?;
        Ok(saturating_cast(found))
    }
}

/// An edge, as an index in board order, from 0.
pub type Edge = u8;

/// A position: the edges in the order in which they were drawn. The order determines the owner of each triangle and the
/// player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Drawn {
    order: Vec<Edge>,
    drawn: u64,
    owned: [u32; 2],
    mover: Player,
}

impl Default for Drawn {
    fn default() -> Self {
        Drawn {
            order: Vec::new(),
            drawn: 0,
            owned: [0; 2],
            mover: Player::First,
        }
    }
}

impl Drawn {
    /// The edges in the order in which they were drawn.
    pub fn order(&self) -> &[Edge] {
        &self.order
    }

    /// The set of drawn edges.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// The player to move.
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// The owner of a triangle; `None` if nobody owns the triangle.
    pub fn owner(&self, triangle: usize) -> Option<Player> {
        Player::BOTH
            .into_iter()
            .find(|p| self.owned[p.index()] >> triangle & 1 == 1)
    }

    /// The numbers of triangles owned by the first and by the second player.
    pub fn score(&self) -> [u32; 2] {
        self.owned.map(u32::count_ones)
    }

    /// The number of triangles owned by the player to move, minus the number owned by the opponent.
    pub fn lead(&self) -> i32 {
        let score = self.score().map(saturating_cast::<i32, _>);
        score[self.mover.index()] - score[self.mover.other().index()]
    }

    /// Draws an undrawn edge for the player to move.
    pub fn draw(&mut self, grid: &Grid, edge: Edge) {
        self.order.push(edge);
        self.drawn |= 1 << edge;
        let mut completed = 0;
        for t in grid.beside(usize::from(edge)) {
            if let Some(triangle) = grid.triangles().get(usize::from(t))
                && triangle.mask & !self.drawn == 0
            {
                completed |= 1 << t;
            }
        }
        if completed == 0 {
            self.mover = self.mover.other();
        }
        self.owned[self.mover.index()] |= completed;
    }
}

impl Rules for TriangleWar {
    type Position = Drawn;
    type Move = Edge;

    fn standing(&self, at: &Drawn) -> Standing {
        Standing {
            mover: Some(at.mover),
            score: Some(at.score().map(saturating_cast)),
        }
    }

    fn moves(&self, at: &Drawn) -> MoveSet<'_, Edge> {
        grid::edges(self.undrawn(at)).collect()
    }

    fn play(&self, at: &Drawn, m: &Edge) -> Drawn {
        let undrawn = u32::from(*m) < u64::BITS && self.undrawn(at) >> m & 1 == 1;
        after_legal(undrawn.then_some(()));
        let mut to = at.clone();
        to.draw(self.grid(), *m);
        to
    }

    fn canonical(&self, at: &Drawn) -> Drawn {
        let symmetries = self.grid().symmetries();
        let Some(least) = symmetries
            .iter()
            .min_by_key(|symmetry| image(symmetry, at.drawn()))
        else {
            return at.clone();
        };
        let mut turned = Drawn::default();
        at.order()
            .iter()
            .for_each(|&edge| turned.draw(self.grid(), least[usize::from(edge)]));
        turned
    }
}

impl Notation for TriangleWar {
    fn states(&self) -> impl Grammar<Value = Drawn> {
        let read = |text: Text<'_>| {
            let mut at = Drawn::default();
            if text.trim().is_empty() {
                return Ok(at);
            }
            for piece in text.split(',') {
                let piece = piece.trim();
                let edge = self.read_edge(piece)?;
                if at.drawn() >> edge & 1 == 1 {
                    let what = tr!(
                        "{edge_text} is drawn twice",
                        edge_text = self.edge_text(edge)
                    );
                    return Err(piece.error(what, tr!("every edge at most once")));
                }
                at.draw(self.grid(), edge);
            }
            Ok(at)
        };
        let write = |at: &Drawn| {
            let texts: Vec<String> = at.order().iter().map(|&e| self.edge_text(e)).collect();
            texts.join(",")
        };
        let edges = || 0..self.grid().edges().len();
        Form { read, write }.edited(move |at| {
            Some(SketchParts::Ordered {
                all: edges()
                    .map(|edge| self.edge_text(saturating_cast(edge)))
                    .collect(),
                chosen: at.order().iter().map(|&edge| usize::from(edge)).collect(),
                name: tr!("edges"),
            })
        })
    }

    fn written_moves(&self, at: &Drawn) -> impl Grammar<Value = Edge> {
        let read = |text: Text<'_>| self.read_edge(text.trim());
        let write = |m: &Edge| self.edge_text(*m);
        Form { read, write }.refusing(|m| {
            let undrawn: Vec<String> = grid::edges(self.undrawn(at))
                .map(|e| self.edge_text(e))
                .collect();
            (
                tr!(
                    "{edge_text} is drawn already",
                    edge_text = self.edge_text(*m)
                ),
                tr!(
                    "one of the undrawn edges: {edges}",
                    edges = undrawn.join(" ")
                ),
            )
        })
    }

    fn words(&self, _at: &Drawn, m: &Edge, _wording: Wording<'_, Self>) -> String {
        tr!("draw edge {edge_text}", edge_text = self.edge_text(*m))
    }
}

/// The site of edge `e` is (0, e).
impl BoardView for TriangleWar {
    fn scene(&self, at: &Drawn, _view: View) -> Scene {
        let grid = self.grid();
        let point = |dot: u8| {
            let (row, place) = grid.place(dot);
            let [row, place] = [row, place].map(|n| f32::from(saturating_cast::<u16, _>(n)));
            Node::new((2.0 * place - row, row), Face::Dot, dot.to_string(), None)
        };
        let line = |(edge, &(a, b)): (usize, &(u8, u8))| Link {
            ends: (usize::from(a) - 1, usize::from(b) - 1),
            look: if at.drawn() >> edge & 1 == 1 {
                Look::Strong
            } else {
                Look::Faint
            },
            site: Some(Site::new(0, edge as u64)),
        };
        let area = |(t, corners): (usize, [u8; 3])| {
            let owner = at.owner(t);
            Area {
                corners: corners.map(|dot| usize::from(dot) - 1).to_vec(),
                owner,
                label: owner.map_or("", name).to_owned(),
            }
        };
        Scene::new(Picture::Graph(Graph {
            layout: GraphLayout::Lattice,
            nodes: (1..=saturating_cast(grid.dots())).map(point).collect(),
            links: grid.edges().iter().enumerate().map(line).collect(),
            areas: grid
                .triangles()
                .iter()
                .map(|t| t.dots)
                .enumerate()
                .map(area)
                .collect(),
        }))
    }

    fn sites(&self, _at: &Drawn, m: &Edge) -> Vec<Site> {
        vec![Site::new(0, u64::from(*m))]
    }
}

impl Listed for TriangleWar {
    type Ruleset = Self;

    const INFO: Info = Info {
        id: "triangle",
        name: tr_key!("Triangle War"),
        rule: tr_key!(
            "Draw an edge. If your edge completes a triangle, you own the triangle and move again."
        ),
        ending: Ending::Always(tr_key!("The player with more triangles wins.")),
        default: None,
        players: Some(NAMES),
        params: &[Param::new(
            tr_key!("the number of dots a side"),
            ParamForm::Number(Number {
                what: tr_key!("the number of dots a side,"),
                least: MIN_SIDE as u64,
                most: MAX_SIDE as u64,
            }),
        )
        .or("4", |extra| {
            tr!("triangle takes one parameter; {extra} is a second")
        })],
        example: "triangle:2-4,4-5,5-9",
        limits: tr_key!("every position of 2 to 6 dots a side"),
        misere_parts: MisereParts::Never,
        family: MenuGroup::Board,
        shape: Shape::None,
        numbers_text: with_commas::<u64>,
        numbered: "",
        nouns: Info::IMPARTIAL.nouns,
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::number(
            tr_key!("Dots a side"),
            tr_key!("dots on each side, 2 to 6; the usual board has 4"),
            MIN_SIDE as u64..=MAX_SIDE as u64,
            DEFAULT_SIDE,
        )],
        start: |values| format!("triangle{}:", side_param(values)),
        random: |values, pick| {
            let side = saturating_cast(values.number(0));
            let mut left = Grid::with_side(side)
                .map(|g| g.edges().to_vec())
                .unwrap_or_default();
            let drawn = pick(left.len() as u64 / 2 + 1);
            let mut texts = Vec::new();
            while (texts.len() as u64) < drawn {
                let (a, b) = left.swap_remove(saturating_cast(pick(left.len() as u64)));
                texts.push(format!("{a}-{b}"));
            }
            format!("triangle{}:{}", side_param(values), texts.join(","))
        },
        presets: &[
            (
                tr_key!("Two edges drawn: player A can win"),
                "triangle:4-5,5-6",
            ),
            (tr_key!("The empty board, 4 dots a side"), "triangle:"),
            (tr_key!("The empty board, 3 dots a side"), "triangle/3:"),
            (tr_key!("The empty board, 5 dots a side"), "triangle/5:"),
            (tr_key!("The empty board, 6 dots a side"), "triangle/6:"),
            (
                tr_key!("Six edges drawn, B wins"),
                "triangle:2-4,4-5,5-9,3-6,2-5,3-5",
            ),
            (
                tr_key!("Seven edges drawn: A wins with best play"),
                "triangle:2-4,4-5,5-9,3-6,2-5,3-5,7-8",
            ),
            (
                tr_key!("One triangle taken: A wins with best play"),
                "triangle:1-2,2-3,1-3,2-4,2-5,4-5",
            ),
            (
                tr_key!("Ten edges drawn, B wins"),
                "triangle:1-2,2-5,3-6,5-8,4-7,6-10,2-4,4-5,4-8,7-8",
            ),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Self>, IdError> {
        let side = saturating_cast(variant.number(0));
        let unknown = || IdError::new(1, tr!("no such board"), tr!("2 to 6 dots a side"));
        let margins = Margins::new(side).ok_or_else(unknown)?;
        let game = TriangleWar { margins };
        let facts = GameFacts {
            can_draw: game.can_draw(),
            size_noun: tr!("edges drawn and no triangle taken"),
            has_symmetries: true,
            ..GameFacts::default()
        };
        Ok(OpenGame { game, facts })
    }
}

impl Game for TriangleWar {
    fn position_facts(&self, at: &Drawn) -> PositionFacts {
        let left = u64::from(self.undrawn(at).count_ones());
        let drawn = at.drawn();
        let mut others = self.grid().symmetries().iter().skip(1);
        let is_symmetric = others.any(|symmetry| image(symmetry, drawn) == drawn);
        PositionFacts {
            moves_left: Some((left, left)),
            pairing: Some(is_symmetric),
            ..PositionFacts::default()
        }
    }

    fn positions(&self, kind: Positions<'_>, f: Visit<'_, Drawn>) -> bool {
        match kind {
            Positions::Random(pick) => {
                let _ = f(boards::late(self.grid(), pick));
                true
            }
            Positions::OfSize(edges) => boards::untaken(self.grid(), edges, f),
        }
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        case.explained(explain::reasons, |case| {
            Ok(explain::figure(case.game, case.at))
        })
    }
}

fn image(symmetry: &[Edge], drawn: u64) -> u64 {
    grid::edges(drawn).fold(0, |set, edge| set | 1 << symmetry[usize::from(edge)])
}

/// The board's ID parameter; empty for the default board.
fn side_param(values: &FieldValues<'_>) -> String {
    match values.text(0).trim() {
        "4" => String::new(),
        side => format!("/{side}"),
    }
}
