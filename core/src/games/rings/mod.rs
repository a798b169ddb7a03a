//! Implements games with rings on the points of a board: a move takes one ring, or two rings on neighbouring points.
//!
//! Positions are solved by complete tables over all sets of rings ([`crate::solve::rings`]).

mod explain;
pub(crate) mod named;
pub mod shapes;
mod solver;
pub(crate) mod star;
mod symmetry;
#[cfg(test)]
mod tests;

use crate::games::prelude::*;
use crate::games::reasons::and;
use std::sync::{Arc, OnceLock};

use crate::solve::lock::Cache;
use crate::solve::quotient::KeptQuotient;
use crate::solve::rings::{Board, ones, parts};
use shapes::Shapes;
use solver::RingTable;

/// A board with its description, its ID parameters and the coordinates of its points.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The points and their neighbours.
    pub board: Board,
    /// The coordinates of the points.
    pub places: Places,
    /// A short description shown next to the board; may be empty.
    pub about: String,
    /// The parameters as written in an ID.
    pub params: String,
    /// The parameters in a form that can be opened without the user's boards.
    pub portable: String,
}

/// The coordinates at which the points of a board are drawn.
#[derive(Clone, Debug)]
pub enum Places {
    /// On a triangular lattice.
    Lattice(Vec<(i32, i32)>),
    /// At arbitrary coordinates.
    Free(Vec<(f32, f32)>),
}

/// Maximum number of symmetric images that are compared to find the canonical form of a position.
const MOST_ALIKE: usize = 240;

/// The ruleset of a board under a convention. A position is a bit mask of the points that hold rings.
pub struct Rings {
    layout: Layout,
    convention: Convention,
    remoteness: Cache<RingTable>,
    grundy: Cache<RingTable>,
    /// The shapes of the board's small groups, computed when a sum first needs them.
    shapes: OnceLock<Arc<Shapes>>,
    beside: KeptQuotient,
    /// Up to 24 involutions of the points that map the board to itself, computed on demand.
    mirrors: OnceLock<Vec<symmetry::Mirror>>,
}

impl Rings {
    fn open(convention: Convention, layout: Layout) -> OpenGame<Self> {
        let facts = GameFacts {
            params: layout.params.clone(),
            portable_params: Some(layout.portable.clone()),
            size_noun: tr!("rings"),
            has_symmetries: true,
            ..GameFacts::default()
        };
        let game = Rings {
            layout,
            convention,
            remoteness: Cache::default(),
            grundy: Cache::default(),
            shapes: OnceLock::new(),
            beside: KeptQuotient::default(),
            mirrors: OnceLock::new(),
        };
        OpenGame { game, facts }
    }
}

impl Rings {
    fn has_mirror(&self, at: u64) -> bool {
        at != 0 && !symmetry::mirrors(&self.layout.board, at, true).is_empty()
    }
}

impl Game for Rings {
    fn position_facts(&self, at: &u64) -> PositionFacts {
        let groups = parts(&self.layout.board, *at);
        let sizes = groups.iter().map(|group| u64::from(group.count_ones()));
        let pieces = Pieces {
            groups: groups.clone(),
            ..Pieces::new(PieceKind::Groups, sizes)
        };
        PositionFacts {
            pieces: Some(pieces),
            pairing: Some(self.has_mirror(*at)),
            ..PositionFacts::default()
        }
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        case.explained(explain::reasons, explain::figure)
    }

    fn positions(&self, kind: Positions<'_>, f: Visit<'_, u64>) -> bool {
        let all = self.layout.board.all();
        let stones = match kind {
            Positions::Random(pick) => {
                let points = self.layout.board.points() as u64;
                // Place at most 15 rings, because larger tables are too slow for a random position.
                let wanted = 2 + pick(points.saturating_sub(2).min(13) + 1);
                let _ = f((0..wanted).fold(0, |code, _| code | 1 << pick(points)));
                return true;
            }
            Positions::OfSize(stones) => stones,
        };
        if stones > u64::from(all.count_ones()) {
            return false;
        }
        let mut code = if stones == 0 {
            0
        } else {
            u64::MAX >> (64 - stones)
        };
        while code <= all && f(code).is_continue() && code != 0 {
            // The next larger number with the same number of one bits (Gosper 1972).
            let low = code & code.wrapping_neg();
            let Some(next) = code.checked_add(low) else {
                break;
            };
            code = next | ((code ^ next) / low) >> 2;
        }
        true
    }
}

impl Rules for Rings {
    type Position = u64;
    type Move = u64;

    fn moves(&self, at: &u64) -> MoveSet<'_, u64> {
        let mut moves = Vec::with_capacity(saturating_cast(at.count_ones() * 3));
        let _ = self.layout.board.for_each_move(*at, &mut |m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        moves.into()
    }

    fn play(&self, at: &u64, m: &u64) -> u64 {
        after_legal((at & m == *m).then_some(at & !m))
    }

    fn canonical(&self, at: &u64) -> u64 {
        let board = &self.layout.board;
        let mirrors = self
            .mirrors
            .get_or_init(|| symmetry::mirrors(board, board.all(), false));
        let mut alike = vec![*at];
        let mut seen = 0;
        while let Some(&set) = alike.get(seen).filter(|_| alike.len() < MOST_ALIKE) {
            seen += 1;
            for image in mirrors.iter().map(|mirror| mirror.reflect(set)) {
                if !alike.contains(&image) {
                    alike.push(image);
                }
            }
        }
        alike.into_iter().min().unwrap_or(*at)
    }
}

impl Notation for Rings {
    fn states(&self) -> impl Grammar<Value = u64> {
        let code = Number {
            what: tr!("a code, the sum of 2^i over the ringed points i,"),
            least: 0,
            most: self.layout.board.all(),
        };
        code.edited(|&code| Some(SketchParts::Points { code }))
    }

    fn written_moves(&self, at: &u64) -> impl Grammar<Value = u64> {
        let last = (self.layout.board.points() as u64).saturating_sub(1);
        let read = move |text: Text<'_>| {
            text.split('+').try_fold(0u64, |taken, piece| {
                let point = piece.number(tr!("a point"), 0, last)?;
                if taken >> point & 1 == 1 {
                    return Err(piece.error(tr!("point {point} is named twice"), ""));
                }
                Ok(taken | 1 << point)
            })
        };
        let write = |m: &u64| list(*m, "+");
        Form { read, write }
            .expecting(move || tr!("one point or two from 0 to {last}, such as 7 or 7+10"))
            .refusing(move |m| match m & !at {
                0 => (
                    tr!("{points} do not touch", points = and(ones(*m))),
                    tr!("one ring, or two rings on neighbouring points").to_owned(),
                ),
                missing => (
                    tr!(
                        "there is no ring on {point}",
                        point = missing.trailing_zeros()
                    ),
                    tr!("one of the rings {rings}", rings = list(*at, " ")),
                ),
            })
    }

    fn words(&self, _at: &u64, m: &u64, _wording: Wording<'_, Self>) -> String {
        let rings = and(ones(*m));
        if m.count_ones() == 1 {
            tr!("take ring {rings}")
        } else {
            tr!("take rings {rings}")
        }
    }
}

fn scattered(rings: u64, points: u64, pick: &mut dyn FnMut(u64) -> u64) -> u64 {
    let mut code = 0u64;
    while u64::from(code.count_ones()) < rings {
        code |= 1 << pick(points);
    }
    code
}

fn list(rings: u64, between: &str) -> String {
    ones(rings)
        .map(|p| p.to_string())
        .collect::<Vec<_>>()
        .join(between)
}

/// Point p is the site (0, p).
impl BoardView for Rings {
    fn scene(&self, at: &u64, _view: View) -> Scene {
        let face = |p: usize| {
            if at >> p & 1 == 1 {
                Face::Stone
            } else {
                Face::Empty
            }
        };
        let site = |p: usize| Some(Site::new(0, p as u64));
        let (layout, places): (GraphLayout, Vec<(f32, f32)>) = match &self.layout.places {
            Places::Lattice(places) => {
                let at = |&(x, y): &(i32, i32)| (x as f32, y as f32);
                (GraphLayout::Lattice, places.iter().map(at).collect())
            }
            Places::Free(places) => (GraphLayout::Free, places.clone()),
        };
        let node = |(p, at)| Node::new(at, face(p), p.to_string(), site(p));
        let picture = Picture::Graph(Graph {
            layout,
            nodes: places.into_iter().enumerate().map(node).collect(),
            links: self.layout.board.pairs().map(Link::plain).collect(),
            areas: Vec::new(),
        });
        let about = &self.layout.about;
        Scene {
            picture,
            notes: if about.is_empty() {
                Vec::new()
            } else {
                vec![about.clone()]
            },
        }
    }

    fn sites(&self, _at: &u64, m: &u64) -> Vec<Site> {
        ones(*m).map(|p| Site::new(0, u64::from(p))).collect()
    }
}
