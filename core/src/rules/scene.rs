//! A drawn board as data, in logical coordinates, without colours or character cells.
//!
//! A scene does not record which sites are picked, pointed at or just played: the interface passes those to the
//! drawing as sets of [`Site`]s.

use super::Player;

/// A target of the pointer. A move is a set of sites.
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

    /// Returns the site as a part of a sum.
    pub fn in_part(self, part: u16) -> Site {
        Site { part, ..self }
    }
}

/// A board with notes next to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The picture.
    pub picture: Picture,
    /// Short facts of the position that the picture does not show, such as a limit.
    pub notes: Vec<String>,
}

impl Scene {
    /// A board without notes.
    pub fn new(picture: Picture) -> Scene {
        Scene {
            picture,
            notes: Vec::new(),
        }
    }

    /// Returns whether pointing at a stone of this board has a meaning only together with a move.
    pub fn needs_a_move(&self) -> bool {
        match &self.picture {
            Picture::Piles(piles) => piles.mode == PileMode::Become,
            Picture::Sum(frames) => frames.iter().any(|frame| frame.scene.needs_a_move()),
            _ => false,
        }
    }

    /// The site nearest to another one, in its part and its group if they have any; `None` on a board without sites.
    pub fn nearest(&self, to: Site) -> Option<Site> {
        let away = |site: &Site| {
            (
                site.part != to.part,
                site.group.abs_diff(to.group),
                site.item.abs_diff(to.item),
            )
        };
        self.sites_near(to.item).into_iter().min_by_key(away)
    }

    /// Every site, but of a heap or a track the one that is nearest to this number.
    fn sites_near(&self, item: u64) -> Vec<Site> {
        match &self.picture {
            Picture::Cells(Cells::Track(track)) => (track.at < track.reach)
                .then(|| Site::new(track.group, item.clamp(track.at + 1, track.reach)))
                .into_iter()
                .collect(),
            Picture::Cells(cells) => cells
                .listed()
                .iter()
                .flat_map(|cell| cell.sites)
                .flatten()
                .collect(),
            Picture::Squares(board) => board.squares.iter().filter_map(|s| s.site).collect(),
            Picture::Piles(piles) => (piles.heaps.iter().filter(|heap| heap.count > 0))
                .map(|heap| Site::new(heap.group, item.clamp(1, heap.count)))
                .collect(),
            Picture::Graph(graph) => {
                let links = graph.links.iter().filter_map(|link| link.site);
                let nodes = graph.nodes.iter().filter_map(|node| node.site);
                nodes.chain(links).collect()
            }
            Picture::Sum(frames) => (0..)
                .zip(frames)
                .flat_map(|(part, frame)| {
                    let own = frame.scene.sites_near(item).into_iter();
                    own.map(move |site| site.in_part(part))
                })
                .collect(),
        }
    }

    /// The initial place of the cursor, where it is not the first site: on a bar of chocolate the end of its top row,
    /// far from the poison; the poison itself when nothing else is left.
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

/// The kinds of pictures. Several games share one.
#[derive(Clone, Debug, PartialEq)]
pub enum Picture {
    /// Cells in one long line: stones, boxes, a track of numbers.
    Cells(Cells),
    /// A rectangle of squares.
    Squares(Squares),
    /// Stacks of stones, or boxes of balls, side by side.
    Piles(Piles),
    /// Points with lines or arrows between them.
    Graph(Graph),
    /// Several boards, each in its own frame.
    Sum(Vec<Frame>),
}

/// The weight of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A line that has not been drawn yet: dotted and faint.
    Faint,
    /// A line of the board itself.
    Plain,
    /// A line drawn by a player: strong.
    Strong,
}

/// The content of a point, cell or square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Nothing is left.
    Empty,
    /// A stone or ring.
    Stone,
    /// A dot of the board that cannot be played.
    Dot,
    /// A square of chocolate.
    Food,
    /// The poisoned square.
    Poison,
    /// Empty and playable.
    Free,
    /// Empty, but no longer playable.
    Closed,
    /// Covered by a square of larger span.
    Covered,
    /// The first colour.
    ColourOne,
    /// The second colour.
    ColourTwo,
    /// The mark of a player (X or O).
    Mark(Player),
    /// A chess queen.
    Queen,
    /// A pawn of a player.
    Pawn(Player),
    /// A destination of a move.
    Reach,
    /// The goal of a race: the corner, the target.
    Goal,
    /// A sign that a script gives to a cell, and its replacement in ASCII.
    Sign {
        /// The sign.
        sign: char,
        /// The ASCII replacement, distinct from those of the game's other signs.
        plain: char,
        /// The player whose piece it is, where pieces have owners.
        owner: Option<Player>,
    },
}

/// Points with lines, arrows and triangles between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// The coordinate system of the points.
    pub layout: GraphLayout,
    /// The points, in the order of their sites.
    pub nodes: Vec<Node>,
    /// Lines between points.
    pub links: Vec<Link>,
    /// Triangles and rectangles between points.
    pub areas: Vec<Area>,
}

impl Graph {
    /// Returns whether it shows rectangles with lines to cut them on.
    pub fn has_rectangles(&self) -> bool {
        self.areas.iter().any(|area| area.corners.len() == 4)
    }

    /// Returns the name of a point, or its number, counted from 1.
    pub fn name(&self, i: usize) -> String {
        match self.nodes.get(i) {
            Some(node) if !node.label.is_empty() => node.label.clone(),
            _ => (i + 1).to_string(),
        }
    }
}

/// The coordinate system of a graph's points; y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphLayout {
    /// A triangular lattice: two neighbours in a row differ by (2, 0), along a diagonal by (1, 1) or (-1, 1).
    Lattice,
    /// Any unit, equal in both directions; the drawing scales the points to the available space.
    Free,
    /// y is the layer, from 0, and links are arrows to layers below.
    Layers,
}

/// A point of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its coordinates.
    pub at: (f32, f32),
    /// The content of the point.
    pub face: Face,
    /// Its number or name; empty for none.
    pub label: String,
    /// The content in words, such as the tokens `1 3`; empty for nothing.
    pub load: String,
    /// The site of the point.
    pub site: Option<Site>,
}

impl Node {
    /// A point without a load.
    pub fn new(at: (f32, f32), face: Face, label: String, site: Option<Site>) -> Node {
        Node {
            at,
            face,
            label,
            load: String::new(),
            site,
        }
    }

    /// Returns true if a piece stands there.
    pub fn is_held(&self) -> bool {
        self.face != Face::Empty || !self.load.is_empty()
    }
}

/// A line between two points of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Indices of the start and the end.
    pub ends: (usize, usize),
    /// The weight of the line.
    pub look: Look,
    /// The site of the line.
    pub site: Option<Site>,
}

impl Link {
    /// A line of the board itself.
    pub fn plain(ends: (usize, usize)) -> Link {
        Link {
            ends,
            look: Look::Plain,
            site: None,
        }
    }
}

/// A triangle or a rectangle between points of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// Indices of its three or four corners.
    pub corners: Vec<usize>,
    /// The owner of a triangle.
    pub owner: Option<Player>,
    /// The owner's letter.
    pub label: String,
}

/// Cells in one long line, from left to right.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// Stones on the bare ground, numbered from 1.
    Stones(Vec<BoardCell>),
    /// Boxes, numbered from 1.
    Boxes(Vec<BoardCell>),
    /// A number that moves along numbered cells.
    Track(Track),
}

impl Cells {
    /// Returns the number of cells.
    pub fn count(&self) -> u64 {
        match self {
            Cells::Stones(cells) | Cells::Boxes(cells) => cells.len() as u64,
            Cells::Track(track) => track.goal.saturating_add(1),
        }
    }

    /// Returns the cell of this index, counted from 0; beyond the last one an empty cell.
    pub fn get(&self, i: u64) -> BoardCell {
        match self {
            Cells::Stones(cells) | Cells::Boxes(cells) => usize::try_from(i)
                .ok()
                .and_then(|i| cells.get(i).copied())
                .unwrap_or_default(),
            Cells::Track(track) => track.cell(i),
        }
    }

    /// Returns the listed cells; a track has none.
    pub fn listed(&self) -> &[BoardCell] {
        match self {
            Cells::Stones(cells) | Cells::Boxes(cells) => cells,
            Cells::Track(_) => &[],
        }
    }
}

/// A cell of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardCell {
    /// The content of the cell.
    pub face: Face,
    /// The sites of the cell: one for a piece; for a free cell of a coloured strip one for each colour, first and
    /// second, `None` where that colour may not be played.
    pub sites: [Option<Site>; 2],
}

impl Default for BoardCell {
    fn default() -> BoardCell {
        BoardCell {
            face: Face::Empty,
            sites: [None, None],
        }
    }
}

/// A number that moves along a track of cells. The cell of number n is the site (`group`, n).
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// The current number.
    pub at: u64,
    /// The last number.
    pub goal: u64,
    /// The farthest number a move reaches; cells after `at` up to this can be pointed at.
    pub reach: u64,
    /// The group of its sites.
    pub group: u32,
    /// The quantity, such as `count` or `price`.
    pub label: String,
    /// The prefix of a typed move, such as `+`.
    pub typed: String,
}

impl Track {
    fn cell(&self, n: u64) -> BoardCell {
        let in_reach = n > self.at && n <= self.reach;
        let face = match n {
            _ if n == self.at => Face::Stone,
            _ if n < self.at => Face::Empty,
            _ if n == self.goal => Face::Goal,
            _ if in_reach => Face::Reach,
            _ => Face::Free,
        };
        BoardCell {
            face,
            sites: [in_reach.then(|| Site::new(self.group, n)), None],
        }
    }
}

/// Stacks of stones side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Piles {
    /// The stacks from left to right.
    pub heaps: Vec<Heap>,
    /// The effect of pointing at a stone.
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

    /// Limits the stones that may be taken at once to `limit`; `typed` gives the prefix of a move on a stack, counted
    /// from 0.
    #[must_use]
    pub fn limited(mut self, limit: Option<u64>, typed: impl Fn(u32) -> String) -> Piles {
        for heap in &mut self.heaps {
            heap.limit = limit.filter(|&most| most < heap.count);
            heap.typed = typed(heap.group);
        }
        self
    }
}

/// The effect of pointing at the k-th stone of a heap, counted from 1 at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileMode {
    /// Takes the stone and all above it.
    Take,
    /// Splits the box above the stone: k balls on one side, the rest on the other. All other boxes are emptied.
    Split,
    /// Selects among the moves of the game: a stack may become several ones, with or without stones taken.
    Become,
}

/// A stack of stones. The k-th stone from the bottom is the site (`group`, k), for k from 1 to `count`.
#[derive(Clone, Debug, PartialEq)]
pub struct Heap {
    /// The number of stones.
    pub count: u64,
    /// The group of its sites.
    pub group: u32,
    /// The maximum number of stones that may be taken, if fewer than all: a bracket next to the stack.
    pub limit: Option<u64>,
    /// Its name; empty for none.
    pub label: String,
    /// The prefix of a typed move on this heap, such as `2-`: offered where a stone is out of sight.
    pub typed: String,
}

/// The material of the squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Tiles with a gap between them.
    Tiles,
    /// A bar: pointing at a square takes it and all above and right of it.
    Bar,
    /// A chess board.
    Checkered,
}

/// A rectangle of squares, the first row at the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Squares {
    /// The number of squares in a row.
    pub columns: usize,
    /// The squares, row by row from the top, `columns` each.
    pub squares: Vec<Square>,
    /// The material of the squares.
    pub ground: Ground,
    /// Names of the columns under the board; empty for none.
    pub column_labels: Vec<String>,
    /// Names of the rows at the left, from the top; empty for none.
    pub row_labels: Vec<String>,
}

/// A square of a board and its content.
#[derive(Clone, Debug, PartialEq)]
pub struct Square {
    /// The content of the square.
    pub face: Face,
    /// Its number or name, shown where there is room; empty for none.
    pub label: String,
    /// The site of the square.
    pub site: Option<Site>,
    /// The span in columns and rows from its upper left corner; the squares it covers are [`Face::Covered`].
    pub span: (usize, usize),
}

impl Square {
    /// A square with a span of one column and one row.
    pub fn new(face: Face, label: String, site: Option<Site>) -> Square {
        Square {
            face,
            label,
            site,
            span: (1, 1),
        }
    }
}

/// One board of a sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The part's name.
    pub name: String,
    /// Its name with its number, and perhaps its value: `1 Nim`.
    pub title: String,
    /// The rest of the title where there is room for it: `, misère play`.
    pub about: String,
    /// Its board.
    pub scene: Scene,
}

impl Frame {
    /// The whole title.
    pub fn full_title(&self) -> String {
        [self.title.as_str(), &self.about].concat()
    }
}
