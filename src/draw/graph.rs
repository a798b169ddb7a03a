//! Draws points connected by lines: a triangular lattice, points at arbitrary coordinates, or a graph in layers. If
//! possible, a painted board with arbitrary coordinates keeps its proportions, so that a round board stays round.

use super::board::{Board, Cells, LINE, Point, STROKE, cell_at, middle};
use super::brush::{Brush, Piece};
use super::canvas::{Ink, Mark, sign_of, wide};
use super::hits::Hit;
use super::layers;
use nimatron_core::rules::{
    Area, Face, Graph, GraphLayout, Link, Look, Node, Picture, Site, saturating_cast,
};
use nimatron_core::tr;
use nimatron_paint::{CELL, Form, Label, Rgb, mix};

/// The maximum number of points that are drawn; larger graphs are only described in words.
const MOST: usize = 300;
/// The possible radii of points, each with the minimum distance between two such points, in units.
const SIZES: [(f32, f32); 4] = [(24.0, 72.0), (21.0, 60.0), (12.0, 48.0), (8.0, 24.0)];
/// The factors by which a board may be stretched horizontally.
const STRETCHES: [f32; 2] = [1.6, 2.5];
/// The maximum distance between the two closest points, in units. In a larger drawing, only the lines would be longer.
const FARTHEST: f32 = 144.0;

pub(super) struct Grid {
    pub(super) cells: Vec<(i32, i32)>,
    /// For each link, the cell at which the link bends, or `None` if the link is straight. The list is empty if all
    /// links are straight.
    pub(super) turns: Vec<Option<(i32, i32)>>,
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) r: f32,
    /// The width, in columns, to which names in a plain lattice are padded. If this is 0, dots have no names.
    pub(super) label: i32,
}

/// Draws a graph as large as possible; `None` if the graph is empty, does not fit, has more than `MOST` points, or has
/// a coordinate that is not finite.
pub(super) fn draw<'a>(graph: &Graph, brush: &Brush<'a>) -> Option<Board<'a>> {
    let is_placed = |n: &Node| n.at.0.is_finite() && n.at.1.is_finite();
    let count = graph.nodes.len();
    if count == 0 || count > MOST || !graph.nodes.iter().all(is_placed) {
        return None;
    }
    let label = graph
        .nodes
        .iter()
        .map(|n| wide(&n.label))
        .max()
        .unwrap_or(0);
    let grid = match graph.layout {
        GraphLayout::Lattice => lattice(graph, label, brush),
        GraphLayout::Free => free_layout(graph, label, brush),
        GraphLayout::Layers => layers::plan(graph, brush),
    }?;
    let mut board = Board::new(grid.width, grid.height, brush);
    board.size = grid.r;
    grid.draw(graph, &mut board);
    let has_rings = graph.nodes.iter().any(|n| n.face == Face::Stone);
    let is_free = graph.layout == GraphLayout::Free && brush.plain.is_none();
    let is_hidden = is_free && has_rings && !grid.shows_links(graph);
    board.cut = is_hidden.then(|| tr!("there is no room to show every link").to_owned());
    Some(board)
}

/// Returns the ranges of the x and y coordinates of all points, including those on the board at the start of the match.
fn spans(graph: &Graph, brush: &Brush<'_>) -> [(f32, f32); 2] {
    let start: &[Node] = match brush.marks.start {
        Some(Picture::Graph(start)) => &start.nodes,
        _ => &[],
    };
    [|n: &Node| n.at.0, |n: &Node| n.at.1].map(|along: fn(&Node) -> f32| {
        let all = || graph.nodes.iter().chain(start).map(along);
        let least = all().fold(f32::INFINITY, f32::min);
        (least, all().fold(f32::NEG_INFINITY, f32::max))
    })
}

#[expect(clippy::cast_possible_truncation, reason = "within the room")]
fn rounded(v: f32) -> i32 {
    v.round() as i32
}

/// Lays out a lattice; `None` if it does not fit. The whole layout follows from the pitch, which is the number of cells
/// per unit of the lattice. A diagonal step spans the same number of rows and columns, so every slanted line passes
/// through the corners of cells.
fn lattice(graph: &Graph, label: i32, brush: &Brush<'_>) -> Option<Grid> {
    let [(left, right), (top, bottom)] = spans(graph, brush);
    let has_rings = graph.nodes.iter().any(|n| n.face != Face::Dot);
    let plain = brush.plain.is_some();
    let pitches: std::ops::RangeInclusive<i32> = if plain { 2..=3 } else { 2..=9 };
    pitches.rev().find_map(|pitch| {
        let unit = pitch as f32;
        if plain && has_rings && label + 2 > 2 * pitch {
            return None;
        }
        let r = match pitch {
            _ if plain || !has_rings || pitch < 3 => 8.0,
            3 => 12.0,
            4..6 => 21.0,
            _ => 24.0,
        };
        if !plain && has_rings && label > 2 && 2.0 * r < label as f32 * CELL.0 {
            return None;
        }
        let (mx, my) = margins(r, label, plain, has_rings);
        let across = rounded((right - left) * unit) + 1 + 2 * mx;
        let down = rounded((bottom - top) * unit) + 1 + 2 * my;
        let cell = |n: &Node| {
            (
                rounded((n.at.0 - left) * unit) + mx,
                rounded((n.at.1 - top) * unit) + my,
            )
        };
        (across <= brush.width && down <= brush.height).then(|| Grid {
            cells: graph.nodes.iter().map(cell).collect(),
            turns: Vec::new(),
            width: across,
            height: down,
            r,
            label: if has_rings || pitch > 2 { label } else { 0 },
        })
    })
}

fn margins(r: f32, label: i32, plain: bool, has_rings: bool) -> (i32, i32) {
    match (plain, has_rings) {
        (true, true) => (label / 2 + 1, 0),
        (true, false) => (1, 0),
        (false, _) => (
            cell_at((r + 3.0, 0.0)).0.max(label / 2) + 1,
            i32::from(r > 8.0),
        ),
    }
}

/// Lays out points at arbitrary coordinates, as large as possible; `None` if they do not fit or two of them coincide. A
/// painted board keeps its proportions, if possible.
fn free_layout(graph: &Graph, label: i32, brush: &Brush<'_>) -> Option<Grid> {
    let [(left, right), (top, bottom)] = spans(graph, brush);
    let pairs = || (0..graph.nodes.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let plain = brush.plain.is_some();
    let apart = |(i, j): (usize, usize)| {
        let a = &graph.nodes[i].at;
        let b = &graph.nodes[j].at;
        (a.0 - b.0).hypot(a.1 - b.1)
    };
    // Covered points are not drawn, so they may be close together.
    let is_bare = graph.nodes.iter().all(|n| n.face == Face::Covered);
    let is_dots = graph.nodes.iter().all(|n| n.face == Face::Dot);
    let near = if is_bare {
        f32::INFINITY
    } else {
        pairs().map(apart).fold(f32::INFINITY, f32::min)
    };
    if near <= 0.0 {
        return None;
    }
    let at_scale = |(r, least): (f32, f32), stretch: f32| {
        let (mx, my) = if is_bare {
            (2, 1)
        } else {
            margins(r, label, plain, true)
        };
        let room = (
            (brush.width - 1 - 2 * mx) as f32 * CELL.0,
            (brush.height - 1 - 2 * my) as f32 * CELL.1,
        );
        let scale = |room: f32, size: f32| {
            if size > 0.0 {
                room / size
            } else {
                f32::INFINITY
            }
        };
        let sx = scale(room.0, right - left);
        let sy = scale(room.1, bottom - top);
        let (sx, sy) = if plain {
            (sx.min(2.0 * sy), sy.min(1.6 * sx))
        } else {
            (sx.min(stretch * sy), sx.min(sy))
        };
        // Round the distance between the closest points down to whole or half rows, so that this distance never shrinks
        // when the room grows.
        let whole = |scale: f32| {
            if near.is_finite() && !plain {
                let step = if r > 8.0 { CELL.1 } else { CELL.1 / 2.0 };
                (scale.min(FARTHEST / near) * near / step).floor() * step / near
            } else {
                scale.min(if is_bare { scale } else { FARTHEST })
            }
        };
        let (sx, sy) = (whole(sx), whole(sy));
        if room.0 < 0.0 || room.1 < 0.0 || near.is_finite() && sx * near < least {
            return None;
        }
        let cell = |n: &Node| {
            (
                rounded((n.at.0 - left) * sx / CELL.0) + mx,
                rounded((n.at.1 - top) * sy / CELL.1) + my,
            )
        };
        let cells: Vec<(i32, i32)> = graph.nodes.iter().map(cell).collect();
        let reach = label / 2 + 1;
        let is_clear = |(i, j): (usize, usize)| {
            let (a, b) = (cells[i], cells[j]);
            if plain {
                a.1 != b.1 || (a.0 - b.0).abs() > 2 * reach
            } else {
                let (a, b) = (middle(a), middle(b));
                (a.0 - b.0).hypot(a.1 - b.1) >= 2.0 * r + 1.0
            }
        };
        (is_bare || pairs().all(is_clear)).then(|| Grid {
            width: cells.iter().map(|p| p.0).max().unwrap_or(0) + mx + 1,
            height: cells.iter().map(|p| p.1).max().unwrap_or(0) + my + 1,
            turns: Vec::new(),
            cells,
            r,
            label: if is_dots { label } else { 0 },
        })
    };
    if plain || is_bare {
        return at_scale((8.0, 0.0), 1.0);
    }
    // Stretch a painted board only if some links would be hidden even with the smallest points.
    let [.., smallest] = SIZES;
    let stretched = STRETCHES.map(|stretch| (smallest, stretch));
    let mut tried = SIZES.map(|size| (size, 1.0)).into_iter().chain(stretched);
    let shown = tried
        .find_map(|(size, stretch)| at_scale(size, stretch).filter(|grid| grid.shows_links(graph)));
    shown.or_else(|| at_scale(smallest, 1.0))
}

/// A straight line of cells, numbered from 0.
#[derive(Clone, Copy)]
struct Line {
    from: (i32, i32),
    to: (i32, i32),
    /// The number of the last cell.
    last: i32,
}

impl Line {
    fn new(from: (i32, i32), to: (i32, i32)) -> Line {
        let last = (to.0 - from.0).abs().max((to.1 - from.1).abs()).max(1);
        Line { from, to, last }
    }

    fn cell(&self, i: i32) -> (i32, i32) {
        let coordinate = |from: i32, to: i32| {
            // Most lines are horizontal, vertical or diagonal, and need no division, which would be slow.
            match to - from {
                0 => from,
                d if d == self.last => from + i,
                d if d == -self.last => from - i,
                d => from + (2 * d * i + self.last).div_euclid(2 * self.last),
            }
        };
        (
            coordinate(self.from.0, self.to.0),
            coordinate(self.from.1, self.to.1),
        )
    }

    fn middle(&self) -> (i32, i32) {
        self.cell(self.last / 2)
    }

    fn is_level(&self) -> bool {
        self.from.1 == self.to.1
    }

    /// Returns whether a dotted line has a dot in cell `i`. In a horizontal line, only every other cell has a dot.
    fn has_dot(&self, i: i32) -> bool {
        !self.is_level() || i % 2 == 0
    }
}

impl Grid {
    fn point(&self, i: usize) -> Point {
        self.cells.get(i).map_or((0.0, 0.0), |&at| middle(at))
    }

    /// Returns whether every link would be visible if painted: on each link, the middle of at least one cell must be
    /// outside the circles of both end points.
    fn shows_links(&self, graph: &Graph) -> bool {
        graph.links.iter().all(|link| {
            let ends = [link.ends.0, link.ends.1].map(|i| self.cells[i]);
            let is_clear = |at: Point| {
                let apart = |end| (at.0 - middle(end).0).hypot(at.1 - middle(end).1);
                ends.iter().all(|&end| apart(end) >= self.r + 4.0)
            };
            let line = Line::new(ends[0], ends[1]);
            (0..=line.last).any(|i| is_clear(middle(line.cell(i))))
        })
    }

    fn draw(&self, graph: &Graph, board: &mut Board<'_>) {
        let brush = board.brush;
        for i in 0..graph.areas.len() {
            self.area(graph, i, board);
        }
        let before = match brush.marks.before {
            Some(Picture::Graph(before)) => Some(before),
            _ => None,
        };
        let moved = before.and_then(|before| moved(graph, before));
        let rank = |link: &Link| {
            let is_moved = moved == Some(link.ends);
            let is_aimed = brush.marks.mark_of(link.site).cursor;
            link.look as u8 + 8 * u8::from(is_moved) + 16 * u8::from(is_aimed)
        };
        let mut links: Vec<(usize, u8)> = graph.links.iter().map(rank).enumerate().collect();
        links.sort_by_key(|&(_, rank)| rank);
        for (i, rank) in links {
            self.link(graph, i, rank, board);
        }
        let is_alone = graph.nodes.iter().all(|n| matches!(&*n.load, "" | "1"));
        let mut cursor = None;
        for (i, node) in graph.nodes.iter().enumerate() {
            if node.face == Face::Covered {
                self.caption(graph, before, i, board);
                continue;
            }
            let mut piece = brush.piece(node.site, node.face, &node.label);
            piece.was = before
                .and_then(|before| was(node, before))
                .map(|was| was.face);
            match brush.plain {
                Some(_) => self.name(graph.layout, i, node, &piece, board),
                None if graph.layout == GraphLayout::Layers => {
                    self.token(i, (node, is_alone), &piece, board)
                }
                None => self.node(i, &piece, board),
            }
            if piece.mark.cursor {
                cursor = Some((i, node));
            }
        }
        for (sites, label) in brush.marks.values() {
            self.value(graph, &sites, &label.to_string(), board);
        }
        match cursor.filter(|_| brush.plain.is_none()) {
            Some((i, node)) if graph.layout == GraphLayout::Layers => {
                let [left, right, top, bottom] = self.body(i, node, is_alone);
                board.corners([left - 1, right + 1, top, bottom], brush.colours.cursor);
            }
            Some((i, _)) => board.corners_around(self.point(i), self.r),
            None => {}
        }
        let is_aimed = |link: &&Link| brush.marks.mark_of(link.site).cursor;
        if brush.plain.is_none()
            && let Some(link) = graph.links.iter().find(is_aimed)
        {
            self.corners_on(graph, link, board);
        }
    }

    /// Returns the cell at which the cursor marks a link. If the point at the start of the link has the link's site,
    /// the mark is at the start. Otherwise it is in the middle of the link.
    fn aim(&self, graph: &Graph, link: &Link) -> (i32, i32) {
        let [from, to] = [link.ends.0, link.ends.1].map(|i| self.cells[i]);
        if graph.nodes[link.ends.0].site == link.site {
            from
        } else {
            Line::new(from, to).middle()
        }
    }

    fn corners_on(&self, graph: &Graph, link: &Link, board: &mut Board<'_>) {
        let (x, y) = self.aim(graph, link);
        let [a, b] = [link.ends.0, link.ends.1].map(|i| self.cells[i]);
        let above = i32::from(a.1 == b.1 && (a.0 - b.0).abs() > 4);
        board.corners(
            [x - 1, x + 1, y - above, y + above],
            board.brush.colours.cursor,
        );
    }

    fn caption(&self, graph: &Graph, before: Option<&Graph>, i: usize, board: &mut Board<'_>) {
        let (brush, (x, y), label) = (board.brush, self.cells[i], &graph.nodes[i].label);
        let count = |graph: &Graph| graph.nodes.iter().filter(|n| n.label == *label).count();
        let is_new = !label.is_empty() && before.is_some_and(|before| count(graph) > count(before));
        let mark = if is_new {
            brush.marks.ghost()
        } else {
            Mark::default()
        };
        let text = if is_new {
            format!("{} {label}", brush.pick('•', '*'))
        } else {
            label.clone()
        };
        board.say((x - (wide(&text) - 1) / 2, y + 1), &text, Ink::Label, mark);
    }

    fn corners(&self, area: &Area) -> Option<[(i32, i32); 3]> {
        let corner = |i: usize| self.cells.get(i).copied();
        let &[a, b, c] = &*area.corners else {
            return None;
        };
        Some([corner(a)?, corner(b)?, corner(c)?])
    }

    fn heart([a, b, c]: [(i32, i32); 3]) -> (i32, i32) {
        ((a.0 + b.0 + c.0) / 3, (a.1 + b.1 + c.1 + 1) / 3)
    }

    fn area(&self, graph: &Graph, i: usize, board: &mut Board<'_>) {
        let (c, area) = (board.brush.colours, &graph.areas[i]);
        if let &[from, _, to, _] = &*area.corners {
            let ((x, y), (right, low)) = (self.point(from), self.point(to));
            let tone = match area.owner {
                Some(owner) => mix(c.ground, c.player(owner), 0.45),
                None if !graph.has_sheets() => c.raised,
                None => mix(
                    c.stone,
                    c.ground,
                    if i.is_multiple_of(2) { 0.0 } else { 0.3 },
                ),
            };
            // Fill whole cells, so that the lines around the area end at its border.
            let w = right - x + CELL.0;
            let h = low - y + CELL.1;
            board.fill([x - CELL.0 / 2.0, y - CELL.1 / 2.0, w, h], tone);
            let long = wide(&area.label) as f32 + 2.0;
            if w >= long * CELL.0 && h >= 3.0 * CELL.1 {
                let at = cell_at(((x + right) / 2.0, (y + low) / 2.0));
                match board.canvas {
                    Some(_) => board.tell(at, &area.label, area.owner.map_or(Ink::Dim, Ink::Area)),
                    None => board.centre(at, &area.label, c.on(tone), true),
                }
            }
            return;
        }
        let (Some(owner), Some(corners)) = (area.owner, self.corners(area)) else {
            return;
        };
        let p = corners.map(middle);
        let body = mix(c.ground, c.player(owner), 0.45);
        board.add(Form::Triangle { p }, body);
        board.tell(Grid::heart(corners), &area.label, Ink::Area(owner));
    }

    /// Draws a link. `rank` is 8 or more if the last move moved a token along the link, or if the cursor is on the
    /// link.
    fn link(&self, graph: &Graph, i: usize, rank: u8, board: &mut Board<'_>) {
        let link = &graph.links[i];
        let (Some(&from), Some(&to)) = (self.cells.get(link.ends.0), self.cells.get(link.ends.1))
        else {
            return;
        };
        let turn = self.turns.get(i).copied().flatten();
        let path = [from, turn.unwrap_or(to), to];
        for pair in path.windows(2).take(1 + usize::from(turn.is_some())) {
            let line = Line::new(pair[0], pair[1]);
            if board.canvas.is_some() {
                self.strokes(link, line, board);
            } else {
                self.paint_link(graph, (link, rank), line, turn, board);
            }
            if let Some(site) = link.site {
                let spare = i32::from(line.last > 2);
                let cells = (spare..=line.last - spare).map(|i| line.cell(i));
                let is_from = graph.nodes[link.ends.0].site == link.site;
                let middle = (i32::midpoint(from.0, to.0), i32::midpoint(from.1, to.1));
                let at = if is_from { from } else { middle };
                board.hits.push(Hit::new(site, at, cells));
            }
        }
        if graph.layout == GraphLayout::Layers && to.1 < from.1 {
            // Mark an arc that leads up with an arrowhead; all other arcs lead down.
            let last = turn.unwrap_or(from);
            let x = to.0 + (last.0 - to.0) / (last.1 - to.1);
            let head = board.brush.pick("▴", "^");
            board.say((x, to.1 + 1), head, Ink::Plain, Mark::default());
        }
    }

    fn paint_link(
        &self,
        graph: &Graph,
        (link, rank): (&Link, u8),
        line: Line,
        turn: Option<(i32, i32)>,
        board: &mut Board<'_>,
    ) {
        let brush = board.brush;
        let c = brush.colours;
        let (mark, theory) = brush.marks.at(link.site);
        let idea = (theory.idea || mark.hint).then_some(c.idea);
        let said = theory.sign.map(|sign| c.outcome(sign)).or(idea);
        let ends = [link.ends.0, link.ends.1].map(|i| graph.nodes[i].face);
        let is_cut = ends == [Face::Covered; 2];
        let is_aimed = mark.cursor || mark.picked;
        let colour = match (mark, link.look) {
            // A painted rectangle needs no outline: its fill shows its edge.
            (_, Look::Plain) if is_cut => return,
            (Mark { picked: true, .. }, _) | (Mark { cursor: true, .. }, Look::Plain) => {
                c.picked(said.unwrap_or(c.stone))
            }
            _ if is_cut => said.unwrap_or(if mark.cursor { c.cursor } else { c.ground }),
            (_, Look::Faint) => said.unwrap_or(c.stone),
            (Mark { last: true, .. }, Look::Strong) => said.unwrap_or(brush.last()),
            (_, Look::Strong) => said.unwrap_or(c.text),
            (_, Look::Plain) if rank >= 8 => brush.last(),
            (_, Look::Plain) => said.unwrap_or(self.plain_line(graph, link, &brush)),
        };
        board.lit = mark.hint;
        let is_large = mark.hint || mark.picked;
        if link.look == Look::Faint && !is_cut && (said.is_none() || is_large) {
            for i in (1..line.last).filter(|&i| line.has_dot(i)) {
                let r = if is_large { 4.0 } else { 2.0 };
                board.disc(middle(line.cell(i)), r, colour);
            }
        } else {
            // A line bends where four cells meet, because slanted lines run from corner to corner of cells.
            let [mut a, mut b] = [line.from, line.to].map(|at| match middle(at) {
                (x, y) if Some(at) == turn => (x - CELL.0 / 2.0, y - CELL.1 / 2.0),
                at => at,
            });
            if is_cut && a.0 == b.0 {
                (a.1, b.1) = (a.1 - CELL.1 / 2.0, b.1 + CELL.1 / 2.0);
            } else if is_cut {
                (a.0, b.0) = (a.0 - CELL.0 / 2.0, b.0 + CELL.0 / 2.0);
            }
            let w = if is_cut && is_aimed { STROKE } else { LINE };
            board.line(a, b, w, colour);
            if mark.last && link.look == Look::Strong {
                board.disc(middle(line.middle()), 4.0, colour);
            }
        }
        let text = theory.sign.map(|sign| sign_of(sign).to_string());
        let told = theory.chain.filter(|(_, is_told)| *is_told);
        if let Some(text) = text.or(told.map(|(length, _)| length.to_string())) {
            // Clear the cell, because the line may have the same colour as the text.
            let at = self.aim(graph, link);
            board.fill_cells(at, 1, c.ground);
            board.centre(at, &text, said.unwrap_or(c.text), true);
        }
        board.lit = false;
    }

    /// Returns the colour of a link that has no marks. In a directed graph, the arcs along which a token can move have
    /// the text colour, so that these arcs stand out.
    fn plain_line(&self, graph: &Graph, link: &Link, brush: &Brush<'_>) -> Rgb {
        let c = brush.colours;
        if graph.layout != GraphLayout::Layers {
            return c.line;
        }
        let from = &graph.nodes[link.ends.0];
        let is_picked = |site: Site| brush.marks.picked().any(|picked| picked == site);
        let can_move =
            from.is_held() && (!brush.marks.picking() || from.site.is_some_and(is_picked));
        if can_move { c.text } else { c.line }
    }

    fn strokes(&self, link: &Link, line: Line, board: &mut Board<'_>) {
        let brush = board.brush;
        let (mark, theory) = brush.marks.at(link.site);
        // A nearly horizontal line has several cells in a row, and a nearly vertical line has several cells in a
        // column.
        let slope = |at: (i32, i32), next: (i32, i32)| match (next.0 - at.0, next.1 - at.1) {
            (_, 0) => brush.pick('─', '-'),
            (0, _) => brush.pick('│', '|'),
            (dx, dy) if (dx < 0) == (dy < 0) => brush.pick('╲', '\\'),
            _ => brush.pick('╱', '/'),
        };
        let badge = brush.badge(theory);
        let ink = match link.look {
            Look::Faint if !mark.open => Ink::Faint,
            Look::Strong => Ink::Strong,
            _ => Ink::Dim,
        };
        for i in 1..line.last {
            let at = line.cell(i);
            let dotted = |ch| if line.has_dot(i) { ch } else { ' ' };
            let is_middle = i == line.last / 2;
            let ch = match (link.look, mark) {
                (_, Mark { picked: true, .. }) => brush.pick('◆', '#'),
                (Look::Faint, Mark { cursor: true, .. }) => brush.pick('•', '+'),
                (Look::Faint, Mark { hint: true, .. }) => dotted('*'),
                (Look::Faint, _) => dotted(brush.pick('·', '.')),
                (_, Mark { last: true, .. }) if is_middle => brush.pick('◇', '%'),
                (_, Mark { last: true, .. }) if line.is_level() => brush.pick('━', '='),
                _ => slope(at, line.cell(i + 1)),
            };
            let (ch, ink) = match badge {
                Some((sign, said)) if is_middle => (sign, said),
                Some((_, said)) => (ch, said),
                None => (ch, ink),
            };
            board.put(at, ch, ink, mark);
        }
    }

    fn name(
        &self,
        layout: GraphLayout,
        i: usize,
        node: &Node,
        piece: &Piece<'_>,
        board: &mut Board<'_>,
    ) {
        let brush = board.brush;
        let at = self.cells[i];
        let mark = piece.mark;
        match node.face {
            Face::Dot if self.label == 0 || node.label.is_empty() => {
                board.put(at, brush.pick('●', 'o'), Ink::Plain, mark);
            }
            Face::Dot => board.tell(at, &node.label, Ink::Label),
            _ if node.is_held() || layout != GraphLayout::Free => {
                let spare = saturating_cast((self.label - wide(&node.label)).max(0));
                board.name(at, &text(node, spare), node.is_held(), piece);
            }
            _ => board.name(at, brush.pick("·", "."), false, piece),
        }
    }

    fn node(&self, i: usize, piece: &Piece<'_>, board: &mut Board<'_>) {
        let mut at = self.point(i);
        let c = board.brush.colours;
        match piece.face {
            Face::Dot => {
                let (x, y) = self.cells[i];
                let long = wide(piece.label);
                if self.label > 0 && long > 0 {
                    board.fill_cells((x, y), long, c.ground);
                    board.centre((x, y), piece.label, c.quiet, false);
                } else {
                    board.disc(at, 5.0, c.line);
                }
            }
            Face::Empty => board.hole(at, piece, true),
            _ => {
                // A name of even width is centred between two cells, so move the ring there.
                let long = wide(piece.label) + i32::from(piece.theory.sign.is_some());
                at.0 += if long % 2 == 0 { CELL.0 / 2.0 } else { 0.0 };
                board.stone(at, self.r, piece);
            }
        }
        board.hit_round(piece.site, at, self.r);
    }

    fn body(&self, i: usize, node: &Node, is_alone: bool) -> Cells {
        let (x, y) = self.cells[i];
        let long = if is_alone { 1 } else { wide(&node.load) };
        let r = if node.is_held() { self.r } else { 0.0 };
        let (reach, high) = (cell_at((r, 0.0)).0, i32::from(r > 8.0));
        [
            x - reach.max((long - 1) / 2),
            x + reach.max(long / 2),
            y - high,
            y + high,
        ]
    }

    fn token(
        &self,
        i: usize,
        (node, is_alone): (&Node, bool),
        piece: &Piece<'_>,
        board: &mut Board<'_>,
    ) {
        let (brush, c, at) = (board.brush, board.brush.colours, self.point(i));
        let sign = piece.theory.sign.filter(|_| !node.is_held());
        let name: String = node.label.chars().chain(sign.map(sign_of)).collect();
        let [left, right, top, bottom] = self.body(i, node, is_alone);
        let (y, end) = (self.cells[i].1, right + 2 + wide(&name));
        // Clear the cells of the name, so that no arc runs through the name.
        let from = if node.is_held() {
            right + 1
        } else {
            self.cells[i].0
        };
        board.fill_cells((i32::midpoint(from, end), y), end - from + 1, c.ground);
        let is_target = piece.mark.open && brush.marks.picking();
        board.lit = piece.mark.hint;
        if node.is_held() {
            let load = if is_alone { "" } else { &node.load };
            let held = Piece {
                label: load,
                face: Face::Stone,
                was: Some(Face::Stone),
                ..*piece
            };
            board.stone(at, self.r, &held);
        } else {
            let body = sign.map(|outcome| c.outcome(outcome));
            let idea = (piece.theory.idea || piece.mark.hint).then_some(c.idea);
            match body.or(idea).or(is_target.then_some(c.picked(c.stone))) {
                Some(body) => board.disc(at, 6.0, body),
                None => board.hole(at, piece, true),
            }
        }
        let is_loud = node.is_held() || is_target;
        let ink = if is_loud { c.text } else { c.quiet };
        board.write(right + 3, y, &name, ink, is_loud);
        board.lit = false;
        board.hit(piece.site, self.cells[i], [left, end, top, bottom]);
    }

    /// Writes a value inside a triangle if `sites` contains its three sides, and otherwise beside the first point in
    /// `sites`.
    fn value(&self, graph: &Graph, sites: &[Site], text: &str, board: &mut Board<'_>) {
        let bounds = |area: &&Area| {
            let side = |link: &&Link| {
                area.corners.contains(&link.ends.0)
                    && area.corners.contains(&link.ends.1)
                    && link.site.is_some_and(|site| sites.contains(&site))
            };
            graph.links.iter().filter(side).count() == 3
        };
        let heart = graph
            .areas
            .iter()
            .find(bounds)
            .and_then(|a| self.corners(a));
        let long = wide(text);
        if let Some((x, y)) = heart.map(Grid::heart) {
            return board.tell((x, y), text, Ink::Idea);
        }
        let is_its = |n: &Node| n.site.is_some_and(|s| sites.contains(&s));
        let Some(i) = graph.nodes.iter().position(is_its) else {
            return;
        };
        let (x, y) = self.cells[i];
        let node = &graph.nodes[i];
        let is_layered = graph.layout == GraphLayout::Layers;
        let beside = match board.canvas {
            Some(_) => wide(&self::text(node, 0)) / 2 + 1,
            None => cell_at((self.r, 0.0)).0 + 1,
        };
        // In a layered graph, the name of a vertex is drawn beside the vertex.
        let named = beside + 3 + wide(&node.label);
        let places: &[(i32, i32)] = match (is_layered, &board.canvas) {
            (true, None) => &[(named, 0)],
            (true, Some(_)) => &[(beside + 1, 0)],
            (false, _) => &[
                (beside, -1),
                (1 - beside - long, -1),
                (beside, 1),
                (1 - beside - long, 1),
                (beside, 0),
            ],
        };
        let mut places = places.iter().map(|(dx, dy)| (x + dx, y + dy));
        let is_free = |&(x, y): &(i32, i32)| {
            let meets = |l: &Label| l.y == y && l.x < x + long && x < l.x + wide(&l.text);
            x >= 0
                && x + long <= board.width
                && (0..board.height).contains(&y)
                && !board.labels.iter().any(meets)
        };
        if let Some(at) = places.find(is_free) {
            board.say(at, text, Ink::Idea, Mark::default());
        }
    }
}

pub(super) fn text(node: &Node, blanks: usize) -> String {
    let between = if node.load.is_empty() { "" } else { ":" };
    [&" ".repeat(blanks), &*node.label, between, &*node.load].concat()
}

/// Matches nodes by site, because their indices change: a large graph shows only the nodes near the tokens.
fn was<'a>(node: &Node, before: &'a Graph) -> Option<&'a Node> {
    before.nodes.iter().find(|was| was.site == node.site)
}

fn moved(graph: &Graph, before: &Graph) -> Option<(usize, usize)> {
    let load = |now: &Node| was(now, before).map_or("", |was| was.load.as_str());
    let is_changed = |i: usize| graph.nodes.get(i).is_some_and(|now| load(now) != now.load);
    let links = graph.links.iter().map(|link| link.ends);
    { links }.find(|&(a, b)| is_changed(a) && is_changed(b))
}
