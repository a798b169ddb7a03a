//! Describes a drawn board as data, in logical coordinates, without colours or character cells.

use super::Player;

/// Something on the board that the user can point at. A move is represented by a set of sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// The part of a sum, counted from 0; 0 for a game on its own.
    pub part: u16,
    /// The number of the pile, kind or colour, in the game's own numbering.
    pub group: u32,
    /// The number of the point, cell, edge or stone, in the game's own numbering. Stones are counted from the bottom.
    pub item: u64,
}

impl Site {
    /// Creates a site of a game on its own.
    pub fn new(group: u32, item: u64) -> Site {
        Site {
            part: 0,
            group,
            item,
        }
    }

    /// The corresponding site in a part of a sum.
    pub fn in_part(self, part: u16) -> Site {
        Site { part, ..self }
    }
}

/// A board with notes next to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The picture.
    pub picture: Picture,
    /// Short facts about the position that the picture does not show, such as a limit.
    pub notes: Vec<String>,
}

impl Scene {
    /// Creates a board without notes.
    pub fn new(picture: Picture) -> Scene {
        Scene {
            picture,
            notes: Vec::new(),
        }
    }

    /// Returns whether pointing at a stone may leave several moves to choose from ([`PileMode::Become`]).
    pub fn needs_a_move(&self) -> bool {
        match &self.picture {
            Picture::Piles(piles) => piles.mode == PileMode::Become,
            Picture::Sum(frames) => frames.iter().any(|frame| frame.scene.needs_a_move()),
            _ => false,
        }
    }

    /// The site nearest to `to`, preferably in the same part and group; `None` on a board without sites.
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

    /// Returns the sites of the board. Each heap or track contributes only its site nearest to `item`.
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

    /// Returns the site where the cursor starts on a chocolate bar, far from the poison; `None` on other boards.
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

/// A picture of a position. Several games share each kind of picture.
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
    /// A faint dotted line, which no player has drawn yet.
    Faint,
    /// A line of the board itself.
    Plain,
    /// A strong line, drawn by a player.
    Strong,
}

/// The contents of a point, cell or square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Nothing is left here.
    Empty,
    /// A stone, ring or token, or the current number on a track.
    Stone,
    /// A dot that belongs to the board and cannot be played.
    Dot,
    /// A square of chocolate.
    Food,
    /// The poisoned square.
    Poison,
    /// Empty and playable.
    Free,
    /// Empty and no longer playable.
    Closed,
    /// A cell covered by a larger square, or an undrawn point of a sheet.
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
    /// The goal of a race, such as a corner or a target number.
    Goal,
    /// A character that a script assigns to a cell, with its ASCII replacement.
    Sign {
        /// The character.
        sign: char,
        /// The ASCII replacement, unique within the game.
        plain: char,
        /// The player who owns the piece, if pieces have owners.
        owner: Option<Player>,
    },
}

/// Points, with the lines or arrows and the areas between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// The coordinate system of the points.
    pub layout: GraphLayout,
    /// The points, in the order of their sites.
    pub nodes: Vec<Node>,
    /// The lines between points.
    pub links: Vec<Link>,
    /// Triangles and rectangles between points.
    pub areas: Vec<Area>,
}

impl Graph {
    /// Returns whether the graph shows sheets that can be cut along lines.
    pub fn has_sheets(&self) -> bool {
        self.nodes.iter().any(|node| node.face == Face::Covered)
    }

    /// Returns the name of the point at index `i`, or the number `i + 1` if the point has no name.
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
    /// A triangular lattice: neighbours in a row differ by (2, 0), neighbours along a diagonal by (1, 1) or (-1, 1).
    Lattice,
    /// Coordinates in an arbitrary unit, which must be equal for x and y. The drawing code scales them to the available
    /// space.
    Free,
    /// y is the layer, counted from 0 at the top, and links are arrows.
    Layers,
}

/// A point of a graph and its contents.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The coordinates of the point.
    pub at: (f32, f32),
    /// The contents of the point.
    pub face: Face,
    /// The number or name; empty if there is no label.
    pub label: String,
    /// The contents as text, such as the tokens `1 3`; empty if there are none.
    pub load: String,
    /// The site of the point.
    pub site: Option<Site>,
}

impl Node {
    /// Creates a point with an empty `load`.
    pub fn new(at: (f32, f32), face: Face, label: String, site: Option<Site>) -> Node {
        Node {
            at,
            face,
            label,
            load: String::new(),
            site,
        }
    }

    /// Returns whether the point has contents.
    pub fn is_held(&self) -> bool {
        self.face != Face::Empty || !self.load.is_empty()
    }
}

/// A line between two points of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The indices of the two points.
    pub ends: (usize, usize),
    /// The weight of the line.
    pub look: Look,
    /// The site of the line.
    pub site: Option<Site>,
}

impl Link {
    /// Creates a line of the board itself.
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
    /// The indices of the three or four corners.
    pub corners: Vec<usize>,
    /// The owner of a triangle; `None` for other areas.
    pub owner: Option<Player>,
    /// The text in the middle: the owner's letter in a triangle, or the side length of a square; it may be empty.
    pub label: String,
}

/// Cells in one long line, from left to right.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// Stones without boxes, numbered from 1.
    Stones(Vec<BoardCell>),
    /// Boxes, numbered from 1.
    Boxes(Vec<BoardCell>),
    /// Numbered cells, along which the current number advances.
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

    /// Returns the cell at an index, counted from 0. The cell is empty if the index is past the end of a list.
    pub fn get(&self, i: u64) -> BoardCell {
        match self {
            Cells::Stones(cells) | Cells::Boxes(cells) => usize::try_from(i)
                .ok()
                .and_then(|i| cells.get(i).copied())
                .unwrap_or_default(),
            Cells::Track(track) => track.cell(i),
        }
    }

    /// Returns the cells of a list, or an empty slice for a track.
    pub fn listed(&self) -> &[BoardCell] {
        match self {
            Cells::Stones(cells) | Cells::Boxes(cells) => cells,
            Cells::Track(_) => &[],
        }
    }
}

/// A cell in a line of cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardCell {
    /// The contents of the cell.
    pub face: Face,
    /// The sites of the cell. A piece has one site. A free cell of a coloured strip has one site per colour, or `None`
    /// for a colour that may not be played.
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

/// A track of numbered cells, along which the current number advances. The site of the cell with number n is (`group`,
/// n).
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// The current number.
    pub at: u64,
    /// The last number.
    pub goal: u64,
    /// The last number that a move can reach.
    pub reach: u64,
    /// The [`Site::group`] shared by the sites of all cells.
    pub group: u32,
    /// The name of the quantity: `count` or `bid`.
    pub label: String,
    /// The text that comes before the number when a player types a move, such as `+`.
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
    /// Creates stacks with these sizes and names. A move takes stones from a stack.
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

    /// Sets the maximum number of stones that a move takes, and the [`typed`](Heap::typed) text of each stack. `typed`
    /// receives the index of a stack and returns this text.
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
    /// Takes the stone and all stones above it.
    Take,
    /// Divides the contents of the box: k balls go to one side, and the rest go to the other side. All other boxes are
    /// emptied.
    Split,
    /// Narrows the choice of moves, because a stack may become several stacks.
    Become,
}

/// A stack of stones. The k-th stone from the bottom has the site (`group`, k), for k from 1 to `count`.
#[derive(Clone, Debug, PartialEq)]
pub struct Heap {
    /// The number of stones.
    pub count: u64,
    /// The [`Site::group`] shared by the sites of all stones.
    pub group: u32,
    /// The maximum number of stones that one move may take; `None` if it may take the whole stack.
    pub limit: Option<u64>,
    /// The name; empty if the stack has no name.
    pub label: String,
    /// The text that comes before the number when a player types a move on this heap, such as `2-`.
    pub typed: String,
}

/// The material of the squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Tiles with a gap between them.
    Tiles,
    /// A chocolate bar. A bite takes a square and all squares above and to the right of that square.
    Bar,
    /// A chess board.
    Checkered,
}

/// A rectangle of squares, with the first row at the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Squares {
    /// The number of squares in each row.
    pub columns: usize,
    /// The squares, row by row from the top.
    pub squares: Vec<Square>,
    /// The material of the squares.
    pub ground: Ground,
    /// The names of the columns, shown below the board; empty if the columns have no names.
    pub column_labels: Vec<String>,
    /// The names of the rows, from top to bottom, shown on the left; empty if the rows have no names.
    pub row_labels: Vec<String>,
}

impl Squares {
    /// Returns whether the board has pawns, as in Dawson's chess.
    pub fn has_pawns(&self) -> bool {
        let is_pawn = |square: &Square| matches!(square.face, Face::Pawn(_));
        self.squares.iter().any(is_pawn)
    }
}

/// A square of a board and its contents.
#[derive(Clone, Debug, PartialEq)]
pub struct Square {
    /// The contents of the square.
    pub face: Face,
    /// The number or name, shown if there is room; empty if there is no label.
    pub label: String,
    /// The site of the square.
    pub site: Option<Site>,
    /// The numbers of columns and rows that the square covers. It extends to the right and down, and the other squares
    /// in this area are [`Face::Covered`].
    pub span: (usize, usize),
}

impl Square {
    /// Creates a square with a span of one column and one row.
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
    /// The name of the part.
    pub name: String,
    /// The number and name of the part, such as `1 Nim`.
    pub title: String,
    /// The rest of the title, such as `, misère play`, shown if there is room.
    pub about: String,
    /// The board of the part.
    pub scene: Scene,
}

impl Frame {
    /// The whole title.
    pub fn full_title(&self) -> String {
        [self.title.as_str(), &self.about].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_without_a_name_are_numbered() {
        let node = |label: &str| Node::new((0.0, 0.0), Face::Dot, label.to_owned(), None);
        let graph = Graph {
            layout: GraphLayout::Free,
            nodes: vec![node("a"), node("")],
            links: Vec::new(),
            areas: Vec::new(),
        };
        assert_eq!([0, 1].map(|i| graph.name(i)), ["a", "2"]);
    }
}
