//! A drawn board as data: what there is and where, in logical coordinates, with no colours and no character cells.
//!
//! A scene never says what is picked, pointed at or just played: those are the interface's, told to the drawing
//! as sets of [`Site`]s.

use super::Player;

/// A thing a hand can point at. A move is a set of sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// The part of a sum, from 0; 0 for a game that stands alone.
    pub part: u16,
    /// The pile, kind or colour, as the game numbers them.
    pub group: u32,
    /// The point, cell, edge, or stone counted from the bottom, as the game numbers them.
    pub item: u64,
}

impl Site {
    /// A site of a game that stands alone.
    pub fn new(group: u32, item: u64) -> Site {
        Site {
            part: 0,
            group,
            item,
        }
    }

    /// The same site as a part of a sum.
    pub fn in_part(self, part: u16) -> Site {
        Site { part, ..self }
    }
}

/// A board with a line or two of words next to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// What is drawn.
    pub picture: Picture,
    /// Short facts of the position that the picture alone does not tell, such as a limit.
    pub notes: Vec<String>,
}

impl Scene {
    /// A board that needs no words.
    pub fn of(picture: Picture) -> Scene {
        Scene {
            picture,
            notes: Vec::new(),
        }
    }

    /// Whether only a move itself tells what pointing at a stone of this board means.
    pub fn needs_a_move(&self) -> bool {
        match &self.picture {
            Picture::Piles(piles) => piles.mode == PileMode::Become,
            Picture::Frames(frames) => frames.iter().any(|frame| frame.scene.needs_a_move()),
            _ => false,
        }
    }

    /// The place where the cursor starts, where it should not be the first one: on a bar of chocolate the end of its
    /// top row, far from the poison; the poison itself when nothing else is left.
    pub fn start(&self) -> Option<Site> {
        let Picture::Squares(board) = &self.picture else {
            return None;
        };
        let is = |s: &Square, face: Face| s.face == face && s.site.is_some();
        let rows = || board.squares.chunks(board.columns.max(1));
        let food = rows().find_map(|row| row.iter().rev().find(|s| is(s, Face::Food)));
        food.or_else(|| board.squares.iter().find(|s| is(s, Face::Poison)))
            .and_then(|s| s.site)
    }
}

/// The kinds of boards. Kinds of pictures, not games: several games share one.
#[derive(Clone, Debug, PartialEq)]
pub enum Picture {
    /// Points of a triangular lattice with lines between them.
    Lattice(Lattice),
    /// Points anywhere with lines or arrows between them.
    Network(Network),
    /// Cells in one long line, wrapped or scrolled where it is too long.
    Strip(Strip),
    /// Stacks of stones, or boxes of balls, side by side.
    Piles(Piles),
    /// A rectangle of squares.
    Squares(Squares),
    /// A count, price or remainder on a track of numbered cells.
    Track(Track),
    /// Several boards, each in a frame of its own.
    Frames(Vec<Frame>),
}

/// How strongly a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Not there yet: dotted and faint.
    Faint,
    /// A line of the board itself.
    Plain,
    /// Drawn by a player: strong.
    Strong,
}

/// What stands on a point, cell or square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Nothing any more: its label alone, dim.
    Empty,
    /// A stone or ring.
    Stone,
    /// A dot of the board that is not itself played.
    Dot,
    /// A square of chocolate.
    Food,
    /// The poisoned square.
    Poison,
    /// Free to be played, and still empty.
    Free,
    /// Free, but nothing may go there any more.
    Closed,
    /// The first colour.
    ColourOne,
    /// The second colour.
    ColourTwo,
    /// The mark of a player (X or O).
    Mark(Player),
    /// A chess queen.
    Queen,
    /// A square the queen may go to.
    Reach,
    /// The goal of a race: the corner, the target.
    Goal,
    /// A sign that a script gives to a cell, and the one that stands for it in ASCII.
    Sign {
        /// The sign.
        sign: char,
        /// What stands for it, unlike that of any other sign of the game.
        plain: char,
    },
}

/// Points of a triangular lattice: two neighbours in a row differ by (2, 0), along a diagonal by (1, 1) or (-1, 1);
/// y grows downwards.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Lattice {
    /// The points, in the order of their sites.
    pub points: Vec<Point>,
    /// Lines between neighbouring points.
    pub lines: Vec<Line>,
    /// Triangles between three neighbouring points.
    pub areas: Vec<Area>,
}

/// A point of a lattice.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Lattice coordinates.
    pub at: (i32, i32),
    /// What stands there.
    pub face: Face,
    /// Its number or name; empty for none.
    pub label: String,
    /// What pointing at it means.
    pub site: Option<Site>,
}

/// A line between two points of a lattice.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Indices of its two points.
    pub ends: (usize, usize),
    /// How it is drawn.
    pub look: Look,
    /// What pointing at it means.
    pub site: Option<Site>,
}

/// A triangle between three points of a lattice.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// Indices of its corners.
    pub corners: [usize; 3],
    /// Who owns it.
    pub owner: Option<Player>,
    /// The owner's letter.
    pub label: String,
}

/// Points anywhere, with straight lines or arrows.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Network {
    /// The points.
    pub nodes: Vec<Node>,
    /// The lines.
    pub links: Vec<Link>,
}

/// A point of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Coordinates in any unit, y growing downwards; the drawing fits them to the room there is. In a graph with arrows y is
    /// the layer, from 0, and arrows lead to layers below.
    pub at: (f32, f32),
    /// What stands there.
    pub face: Face,
    /// Its number or name.
    pub label: String,
    /// What stands there in words, such as the tokens `1 3`; empty for nothing.
    pub load: String,
    /// What pointing at it means.
    pub site: Option<Site>,
}

/// A line of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Indices of the points it goes from and to.
    pub ends: (usize, usize),
    /// Whether it leads from its first end to its second.
    pub arrow: bool,
}

/// Cells in one long line.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Strip {
    /// The cells from left to right; numbered from 1.
    pub cells: Vec<StripCell>,
    /// Drawn as boxes that touch; otherwise as discs with their numbers under them.
    pub boxed: bool,
}

/// A cell of a strip, with its colour and its label.
#[derive(Clone, Debug, PartialEq)]
pub struct StripCell {
    /// What is in it.
    pub face: Face,
    /// What pointing at it means: one site for a stone; for a free boxed cell one for each colour, first and second,
    /// `None` where that colour may not go.
    pub sites: [Option<Site>; 2],
}

/// Stacks of stones side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Piles {
    /// The stacks from left to right.
    pub heaps: Vec<Heap>,
    /// What pointing at a stone means.
    pub mode: PileMode,
}

impl Piles {
    /// Stacks to take from, by size and name.
    pub fn named<N: ToString>(stacks: impl IntoIterator<Item = (u64, N)>) -> Piles {
        let heap = |(group, (count, name)): (u32, (u64, N))| Heap {
            count,
            group,
            limit: None,
            label: name.to_string(),
            typed: String::new(),
        };
        Piles {
            heaps: (0..).zip(stacks).map(heap).collect(),
            mode: PileMode::Take,
        }
    }

    /// The same, from which at most `limit` may be taken at once; `typed` gives how a move on a stack, from 0, begins.
    #[must_use]
    pub fn limited(mut self, limit: Option<u64>, typed: impl Fn(u32) -> String) -> Piles {
        for heap in &mut self.heaps {
            heap.limit = limit.filter(|&most| most < heap.count);
            heap.typed = typed(heap.group);
        }
        self
    }
}

/// What pointing at the k-th stone of a heap, counted from the bottom from 1, means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileMode {
    /// It and all above it go.
    Take,
    /// The box is split above it: k balls on one side, the rest on the other. All other boxes are emptied.
    Split,
    /// What the moves of the game say: a stack may become several ones, with or without stones taken.
    Become,
}

/// A stack of stones. The k-th stone from the bottom is the site (`group`, k), for k from 1 to `count`.
#[derive(Clone, Debug, PartialEq)]
pub struct Heap {
    /// How many stones.
    pub count: u64,
    /// The group of its sites.
    pub group: u32,
    /// The most stones that may be taken, if fewer than all: a bracket next to the stack.
    pub limit: Option<u64>,
    /// Its name; empty for none.
    pub label: String,
    /// How a typed move on this heap begins, such as `2-`: offered where a stone is out of sight.
    pub typed: String,
}

/// A rectangle of squares, the first row at the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Squares {
    /// Squares in a row.
    pub columns: usize,
    /// The squares, row by row from the top, `columns` each.
    pub squares: Vec<Square>,
    /// Pointing at a square takes it and all above and right of it.
    pub bite: bool,
    /// Names of the columns under the board; empty for none.
    pub column_labels: Vec<String>,
    /// Names of the rows at the left, from the top; empty for none.
    pub row_labels: Vec<String>,
}

/// A square of a board, and what stands on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Square {
    /// What stands there.
    pub face: Face,
    /// Its number or name, shown where there is room; empty for none.
    pub label: String,
    /// What pointing at it means.
    pub site: Option<Site>,
}

/// A number that moves along a track of cells. The cell of number n is the site (`group`, n).
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Where it stands.
    pub at: u64,
    /// The last number.
    pub goal: u64,
    /// The farthest number a move reaches; cells after `at` up to this can be pointed at.
    pub reach: u64,
    /// The period of the numbers that matter: in lines of this length they stand under each other. At least 1.
    pub round: u64,
    /// The group of its sites.
    pub group: u32,
    /// What is counted, such as `count` or `price`.
    pub label: String,
    /// How a typed move begins, such as `+`.
    pub typed: String,
}

/// One board of a sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The part's name.
    pub title: String,
    /// Its board.
    pub scene: Scene,
}
