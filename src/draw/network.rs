//! Points with lines between them: straight ones, which turn once where they would run into a point; or a graph in layers.

use super::board::{Board, RIM, Spot, cells, middle};
use super::brush::{Brush, sign_of};
use super::canvas::{Ink, Mark, wide};
use super::layers::{Corner, Layered, plan, steps};
use super::marks::Theory;
use nimatron_core::rules::{Face, Network, Node, Picture};
use nimatron_paint::{CELL, Form, Label, Rgb, mix};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

/// More points than this are never painted, only told in words.
const MOST: usize = 300;

/// Lines between more points than this do not look for the better way.
const FEW: usize = 64;

/// Paints a network with points as large as keeps them apart; `None` where they would run into each other.
pub(super) fn draw<'a>(network: &Network, brush: &Brush<'a>) -> Option<Board<'a>> {
    let nodes = &network.nodes;
    let is_placed = |n: &Node| n.at.0.is_finite() && n.at.1.is_finite();
    if nodes.is_empty() || nodes.len() > MOST || !nodes.iter().all(is_placed) {
        return None;
    }
    if network.links.iter().any(|link| link.arrow) {
        return layered(network, brush);
    }
    let label = nodes.iter().map(|n| wide(&text(n))).max().unwrap_or(0) as f32;
    let least = (label * CELL.0 / 2.0 + 1.0).max(6.9);
    // A board with these margins on the right and below.
    let board = |places: &[(i32, i32)], (right, below): (i32, i32), size: f32| {
        let (x, y) = (places.iter().map(|p| p.0).max()?, places.iter().map(|p| p.1).max()?);
        let width = (x + right + 1).min(brush.width);
        Some(Board { size, ..Board::of(width, y + below + 1, brush) })
    };
    if brush.plain.is_some() {
        // Two names in a row keep room for their brackets.
        let reach = nodes.iter().map(|n| wide(&text(n))).max().unwrap_or(0) / 2 + 1;
        let apart = |a: (i32, i32), b: (i32, i32)| a.1 != b.1 || (a.0 - b.0).abs() > 2 * reach;
        let places = places(network, brush, (reach, 0), 18.0, apart)?;
        let mut board = board(&places, (reach, 0), 0.0)?;
        plain(network, &places, &mut board);
        return Some(board);
    }
    // The same radius for all, from large to as small as the longest name allows.
    let discs = [30.0f32, 26.0, 22.0, 18.5, 15.0, 12.0, 9.0, 6.9]
        .into_iter()
        .filter(|r| *r >= least)
        .chain([least])
        .find_map(|r| {
            let reach = r + RIM;
            let (mx, my) = (cells(reach - 4.5, CELL.0).max(0), cells(reach - 9.5, CELL.1).max(0));
            let apart = |a: (i32, i32), b: (i32, i32)| {
                let (a, b) = (middle(a.0, a.1), middle(b.0, b.1));
                (a.0 - b.0).hypot(a.1 - b.1) >= 2.0 * r + (r * 0.7).max(4.0)
            };
            let places = places(network, brush, (mx, my), r * 2.0 / CELL.0 + 14.0, apart)?;
            let mut board = board(&places, (mx, my), r)?;
            lines(network, &places, (&vec![r; nodes.len()], r), &mut board);
            points(network, &middles(&places), (&vec![r; nodes.len()], r), &mut board);
            Some(board)
        });
    // Where names are too long for discs they stand in plates of one row, each as long as its name.
    discs.or_else(|| {
        let halves: Vec<i32> = nodes.iter().map(|n| cells(wide(&text(n)) as f32 / 2.0, 1.0) + 1).collect();
        let most = halves.iter().copied().max()?;
        let mut places = places(network, brush, (most, 0), label + 14.0, |_, _| true)?;
        if !spread(&mut places, &halves, brush.width - 1, 1) {
            return None;
        }
        let mut board = board(&places, (halves.iter().copied().max()? + 1, 0), 8.0)?;
        let halves: Vec<f32> = halves.iter().map(|half| *half as f32 * CELL.0).collect();
        lines(network, &places, (&halves, 8.0), &mut board);
        points(network, &middles(&places), (&halves, 8.0), &mut board);
        Some(board)
    })
}

/// The cell and the middle of each point, in units.
type Middle = ((i32, i32), (f32, f32));

fn middles(places: &[(i32, i32)]) -> Vec<Middle> {
    places.iter().map(|&at| (at, middle(at.0, at.1))).collect()
}

/// What the plan of a graph depends on: layers, arcs, how long names are, the room, and whether it is painted.
type Asked = (Vec<usize>, Vec<(usize, usize)>, Vec<i32>, (i32, i32), bool);
/// The halves of vertices, how high they are, and where they stand.
type Planned = Option<Rc<(Vec<i32>, i32, Layered)>>;

thread_local! {
    /// The last plan: from one frame to the next it is the same.
    static PLANNED: RefCell<(Asked, Planned)> = RefCell::default();
}

fn planned(asked: Asked) -> Planned {
    PLANNED.with_borrow_mut(|kept| {
        if kept.0 != asked {
            let (layer, arcs, long, (width, height), is_painted) = &asked;
            // What is added to names, how high plates are, and the columns between two of them.
            let sizes: &[(i32, i32, i32)] = match is_painted {
                true => &[(5, 3, 2), (4, 1, 2), (3, 1, 2), (3, 1, 1), (1, 1, 1), (0, 1, 1)],
                false => &[(5, 1, 1), (2, 1, 1)],
            };
            let planned = sizes.iter().find_map(|&(more, high, gap)| {
                let halves: Vec<i32> = long.iter().map(|long| (long + more + 1) / 2).collect();
                let plan = plan(layer, arcs, &halves, (high, gap), (width - 1, *height))?;
                (high == 1 || plan.least >= 3).then_some((halves, high, plan))
            });
            *kept = (asked, planned.map(Rc::new));
        }
        kept.1.clone()
    })
}

/// A graph in layers, its vertices as plates: high ones where there is room, and as broad as their names, with room for a
/// token and a value each, so that nothing moves when one does.
fn layered<'a>(network: &Network, brush: &Brush<'a>) -> Option<Board<'a>> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "layers are counted from 0")]
    let layer: Vec<usize> = network.nodes.iter().map(|n| n.at.1 as usize).collect();
    let arcs: Vec<(usize, usize)> = network.links.iter().map(|link| link.ends).collect();
    let long = network.nodes.iter().map(|n| wide(&text(n)).max(wide(&n.label) + 2)).collect();
    let planned = planned((layer, arcs, long, (brush.width, brush.height), brush.plain.is_none()))?;
    let (halves, high, plan) = &*planned;
    let high = *high;
    let mut board = Board { size: 8.0 * high as f32, ..Board::of(plan.width + 1, plan.height, brush) };
    arrows(network, plan, &mut board);
    board.pieces = board.shapes.len();
    if brush.plain.is_some() {
        names(network, &plan.places, &mut board);
        return Some(board);
    }
    let middle =
        |&(x, y): &Corner| ((x - 1, y + high / 2), (x as f32 * CELL.0, (2 * y + high) as f32 * CELL.1 / 2.0));
    let middles: Vec<Middle> = plan.places.iter().map(middle).collect();
    let halves: Vec<f32> = halves.iter().map(|half| *half as f32 * CELL.0).collect();
    points(network, &middles, (&halves, 8.0 * high as f32), &mut board);
    Some(board)
}

/// The lines of a graph in layers. Those that a token can take are bright, and the one that was taken last has its player's
/// colour.
fn arrows(network: &Network, plan: &Layered, board: &mut Board<'_>) {
    let (brush, c) = (board.brush, board.brush.colours);
    let moved = moved(network, &brush);
    let picked: Vec<_> = brush.marks.picked().collect();
    // A line has one character in each cell. Where two cross, those that go down and across make room for each other on
    // the other side of their corner.
    let mut parts = Vec::new();
    for (link, way) in network.links.iter().zip(&plan.ways) {
        let from = &network.nodes[link.ends.0];
        let can_move =
            stands(from) && (picked.is_empty() || from.site.is_some_and(|site| picked.contains(&site)));
        let rank = if moved == Some(link.ends) { 0 } else { 2 - u8::from(can_move) };
        let cells = way.windows(2).flat_map(|w| steps(w[0], w[1]));
        parts.extend(cells.map(|(at, way)| (rank, way.0 == 0 || way.1 == 0, way.1 == 0, at, way)));
    }
    parts.sort_unstable();
    let flats: HashSet<Corner> = parts.iter().filter(|part| part.2).map(|part| part.3).collect();
    let (mut taken, mut drawn) = (HashSet::new(), HashSet::new());
    for (rank, is_straight, is_flat, at, way) in parts {
        let (colour, ink): (Rgb, Ink) = match rank {
            0 => (brush.last(), Ink::Plain),
            1 => (c.text, Ink::Plain),
            _ => (mix(c.line, c.quiet, 0.5), Ink::Dim),
        };
        if !drawn.insert((at, way)) {
            continue;
        }
        let ch = match way {
            (0, _) => brush.pick('│', '|'),
            (_, 0) => brush.pick('─', '-'),
            (1, _) => brush.pick('╲', '\\'),
            _ => brush.pick('╱', '/'),
        };
        // The cell of the line, and the one on the other side of it. A line down makes room for one across there.
        let beyond = (at.0 - i32::from(way.0 == 0), at.1 - i32::from(is_flat));
        let is_crossing = way.0 == 0 && flats.contains(&at) && flats.contains(&beyond);
        let sides = if is_crossing { [beyond, at] } else { [at, beyond] };
        // Two lines aslant that cross have a character of their own.
        let Some(cell) = sides.into_iter().find(|side| !is_straight || !taken.contains(side)) else {
            continue;
        };
        if taken.insert(cell) && cell == at {
            board.put(at, ch, ink, Mark::default());
        }
        let (x, y) = (at.0 as f32 * CELL.0, at.1 as f32 * CELL.1);
        let aside = if cell == at { 0.5 } else { -0.5 };
        // The character for a line across is the heavier one.
        match way {
            (0, _) => board.line((x + aside, y), (x + aside, y + CELL.1), 2.0, colour),
            (_, 0) => board.line((x, y + aside), (x + CELL.0, y + aside), 2.0, mix(colour, c.ground, 0.3)),
            (1, _) => board.line((x, y), (x + CELL.0, y + CELL.1), 2.0, colour),
            _ => board.line((x + CELL.0, y), (x, y + CELL.1), 2.0, colour),
        }
    }
    for way in &plan.ways {
        way.last()
            .into_iter()
            .for_each(|&(x, y)| board.put((x, y - 1), brush.pick('▾', 'v'), Ink::Plain, Mark::default()));
    }
}

/// Moves the plates of each row this far apart at least, keeping their order; `false` where a row has no room for them.
fn spread(places: &mut [(i32, i32)], halves: &[i32], width: i32, gap: i32) -> bool {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&i| (places[i].1, places[i].0));
    // To the right as far as the plate before needs, then to the left as far as the next one or the edge does.
    let mut before = None;
    for &i in &order {
        let (x, y) = places[i];
        let free = before.filter(|(row, _)| *row == y).map_or(0, |(_, free)| free);
        places[i].0 = x.max(free + halves[i]);
        before = Some((y, places[i].0 + halves[i] + gap));
    }
    let mut after = None;
    for &i in order.iter().rev() {
        let (x, y) = places[i];
        let free = after.filter(|(row, _)| *row == y).map_or(width - 1, |(_, free)| free);
        places[i].0 = x.min(free - halves[i]);
        after = Some((y, places[i].0 - halves[i] - gap));
    }
    order.iter().all(|&i| places[i].0 >= halves[i])
}

/// The cell of each point, with these margins and the two nearest at most so many columns apart; `None` where two are not
/// apart.
fn places(
    network: &Network,
    brush: &Brush<'_>,
    (mx, my): (i32, i32),
    farthest: f32,
    apart: impl Fn((i32, i32), (i32, i32)) -> bool,
) -> Option<Vec<(i32, i32)>> {
    let nodes = &network.nodes;
    let [(left, right), (top, bottom)] = spans(nodes);
    let room = ((brush.width - 1 - 2 * mx) as f32, (brush.height - 1 - 2 * my) as f32);
    if room.0 < 0.0 || room.1 < 0.0 {
        return None;
    }
    let scale = |room: f32, size: f32| if size > 0.0 { room / size } else { f32::INFINITY };
    let (sx, sy) = (scale(room.0, right - left), scale(room.1, bottom - top));
    // A cell is twice as high as wide; the picture may be stretched, but not out of recognition.
    let (sx, sy) = (sx.min(4.0 * sy), sy.min(sx / 1.2));
    let near = (0..nodes.len())
        .flat_map(|i| (0..i).map(move |j| (i, j)))
        .map(|(i, j)| (nodes[i].at.0 - nodes[j].at.0).hypot(nodes[i].at.1 - nodes[j].at.1))
        .fold(f32::INFINITY, f32::min);
    // Not so far apart that lines get long and points lonely.
    let most = if near.is_finite() && near > 0.0 { farthest / near } else { f32::INFINITY };
    let sx = sx.min(most);
    let sy = sy.min(sx / 1.2);
    #[expect(clippy::cast_possible_truncation, reason = "within the room")]
    let cell = |v: f32| if v.is_finite() { v.round() as i32 } else { 0 };
    let at = |n: &Node| {
        let x = if right > left { cell((n.at.0 - left) * sx) } else { 0 };
        let y = if bottom > top { cell((n.at.1 - top) * sy) } else { 0 };
        (mx + x, my + y)
    };
    let places: Vec<(i32, i32)> = nodes.iter().map(at).collect();
    let mut pairs = (0..places.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.all(|(i, j)| apart(places[i], places[j])).then_some(places)
}

/// A line from a point over a cell to another point.
type Way = [(i32, i32); 3];

/// A straight line between two points where lines are few; where they are many, or it would run through another point, a
/// line that goes across, down, or through the corners of cells and turns once. Of the two such lines it is the one that
/// runs through fewer points, meets its own where fewer of the others do, and can be seen where it ends; points are half
/// as broad and half as high as given.
fn way(
    (a, b): ((i32, i32), (i32, i32)),
    is_sparse: bool,
    others: &[Way],
    places: &[(i32, i32)],
    (half, r): (f32, f32),
) -> Way {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let aslant = dx.abs().min(dy.abs());
    let (dx, dy) = (aslant * dx.signum(), aslant * dy.signum());
    let units = |at: (i32, i32)| middle(at.0, at.1);
    // Each end with the side that the line comes from.
    let ends = |way: &Way| {
        let side = |at: (i32, i32), to: (i32, i32)| (at, (to.0 - at.0).signum(), (to.1 - at.1).signum());
        [
            side(way[0], if way[1] == way[0] { way[2] } else { way[1] }),
            side(way[2], if way[1] == way[2] { way[0] } else { way[1] }),
        ]
    };
    let met = |way: &Way| {
        let parts = [(way[0], way[1]), (way[1], way[2])].map(|(from, to)| {
            let ((x0, y0), (x1, y1)) = (units(from), units(to));
            Form::Line { x0, y0, x1, y1, w: 0.0 }
        });
        let is_met = |&&p: &&(i32, i32)| {
            let (x, y) = units(p);
            p != a && p != b && parts.iter().any(|part| part.distance(x, y) < r)
        };
        places.iter().filter(is_met).count()
    };
    let straight = [a, b, b];
    if is_sparse && places.len() <= FEW && met(&straight) == 0 {
        return straight;
    }
    let trouble = |way: &Way| {
        let mine = ends(way);
        let shared = others.iter().flat_map(ends).filter(|end| mine.contains(end)).count();
        let ((x0, y0), (x1, y1)) = (units(way[1]), units(b));
        let is_hidden = way[1] != b && (x1 - x0).hypot(y1 - y0) < half + 1.5 * CELL.0;
        2 * met(way) + shared + usize::from(is_hidden)
    };
    let ways = [[a, (a.0 + dx, a.1 + dy), b], [a, (b.0 - dx, b.1 - dy), b]];
    let is_better = places.len() <= FEW && trouble(&ways[1]) < trouble(&ways[0]);
    if is_better { ways[1] } else { ways[0] }
}

pub(super) fn text(node: &Node) -> String {
    if node.load.is_empty() { node.label.clone() } else { format!("{}:{}", node.label, node.load) }
}

/// How far points reach: the least and the most across, and down.
fn spans(nodes: &[Node]) -> [(f32, f32); 2] {
    [|n: &Node| n.at.0, |n: &Node| n.at.1].map(|f: fn(&Node) -> f32| {
        let all = || nodes.iter().map(f);
        (all().fold(f32::INFINITY, f32::min), all().fold(f32::NEG_INFINITY, f32::max))
    })
}

/// Whether there is a piece at a point.
pub(super) fn stands(node: &Node) -> bool {
    node.face != Face::Empty || !node.load.is_empty()
}

/// Draws points by their names, and lines of characters between them.
fn plain(network: &Network, places: &[(i32, i32)], board: &mut Board<'_>) {
    let brush = board.brush;
    for link in &network.links {
        let (Some(&a), Some(&b)) = (places.get(link.ends.0), places.get(link.ends.1)) else { continue };
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let steps = dx.abs().max(dy.abs());
        let ch = match (2 * dy.abs() > 5 * dx.abs(), dx.abs() > 5 * dy.abs(), (dx < 0) == (dy < 0)) {
            (true, ..) => brush.pick('│', '|'),
            (_, true, _) => brush.pick('─', '-'),
            (.., true) => brush.pick('╲', '\\'),
            (.., false) => brush.pick('╱', '/'),
        };
        let at = |i: i32| (a.0 + rounded(dx * i, steps), a.1 + rounded(dy * i, steps));
        (1..steps).for_each(|i| board.put(at(i), ch, Ink::Dim, Mark::default()));
    }
    names(network, places, board);
}

/// Writes the names of points, and their values behind them or above.
fn names(network: &Network, places: &[(i32, i32)], board: &mut Board<'_>) {
    let brush = board.brush;
    let arrows = network.links.iter().any(|l| l.arrow);
    let values = brush.marks.values();
    for (node, &at) in network.nodes.iter().zip(places) {
        let (written, stands) = (text(node), stands(node));
        match stands || arrows {
            true => {
                let ink = if stands { Ink::Stone } else { Ink::Dim };
                board.name(at, &written, (ink, stands), node.site);
            }
            // Where a ring is gone only a dot is left.
            false => board.name(at, brush.pick("·", "."), (Ink::Dim, false), node.site),
        }
        let own = values.iter().find(|(sites, _)| sites.first().copied() == node.site);
        if let Some((_, value)) = own {
            let x = (at.0 + wide(&written) / 2 + 2).min(board.width - wide(value));
            let y = match at.1 {
                y if arrows => y,
                0 => 1,
                y => y - 1,
            };
            board.say((x, y), value, Ink::Figure, Mark::default());
        }
    }
}

/// The nearest whole number to a fraction.
fn rounded(n: i32, of: i32) -> i32 {
    (2 * n + of * n.signum()) / (2 * of.max(1))
}

/// The ends of the arc that the last move went along.
fn moved(network: &Network, brush: &Brush<'_>) -> Option<(usize, usize)> {
    let Some(Picture::Network(before)) = brush.marks.before else { return None };
    // A large graph shows only the vertices near the tokens, so the two lists may differ.
    let load = |now: &Node| before.nodes.iter().find(|was| was.site == now.site).map(|was| was.load.as_str());
    let mut changed = (network.nodes.iter().enumerate())
        .filter(|(_, now)| load(now).unwrap_or("") != now.load)
        .map(|(i, _)| i);
    let ends = [changed.next()?, changed.next()?];
    let link =
        network.links.iter().find(|l| l.arrow && ends.contains(&l.ends.0) && ends.contains(&l.ends.1))?;
    Some(link.ends)
}

/// Paints the lines between points of these half widths and this half height.
fn lines(network: &Network, places: &[(i32, i32)], (halves, r): (&[f32], f32), board: &mut Board<'_>) {
    let c = board.brush.colours;
    let mut ways = Vec::new();
    let is_sparse = 3 * network.links.len() <= 5 * network.nodes.len();
    for link in &network.links {
        let (Some(&a), Some(&b)) = (places.get(link.ends.0), places.get(link.ends.1)) else { continue };
        let way = way((a, b), is_sparse, &ways, places, (halves[link.ends.1], r));
        ways.push(way);
        let [start, corner, end] = way.map(|(x, y)| middle(x, y));
        let is_gone = |i: usize| !stands(&network.nodes[i]);
        let colour = match link.ends {
            (a, b) if is_gone(a) || is_gone(b) => c.wash(c.line, 0.8),
            _ => mix(c.line, c.quiet, 0.7),
        };
        // Aslant, but not through the corners of cells, a thin line would be dots.
        let (dx, dy) = ((b.0 - a.0).abs(), (b.1 - a.1).abs());
        let is_stair = way[1] == b && dx != 0 && dy != 0 && dx != dy;
        for (from, to) in [(start, corner), (corner, end)].into_iter().filter(|(from, to)| from != to) {
            board.line(from, to, if is_stair { 3.4 } else { 2.0 }, colour);
        }
    }
    board.pieces = board.shapes.len();
}

/// Paints points of these half widths and this half height: discs where these are equal, else plates.
fn points(network: &Network, middles: &[Middle], (halves, r): (&[f32], f32), board: &mut Board<'_>) {
    let (brush, c) = (board.brush, board.brush.colours);
    let is_plate = halves.iter().any(|half| *half > r) || network.links.iter().any(|l| l.arrow);
    let values = brush.marks.values();
    for ((node, &(at, (x, y))), &half) in network.nodes.iter().zip(middles).zip(halves) {
        let mark = brush.marks.mark_of(node.site);
        let mut theory = brush.marks.theory(node.site);
        let own = values.iter().find(|(sites, _)| sites.first().copied() == node.site);
        theory.losing |= own.is_some_and(|(_, value)| *value == "*0");
        let spot = Spot { x, y, r, flat: 0.0 };
        let written = text(node);
        let stands = stands(node);
        let plate = |more: f32| [x - half - more, y - r, 2.0 * (half + more), 2.0 * r];
        let last = (mark.last && is_plate).then(|| brush.last());
        let said = c.rim(mark, brush.marks.picking()).or(last);
        if let Some(colour) = said.filter(|_| is_plate) {
            board.fill(plate(4.0), colour);
        }
        let ink = match (stands, mark.last) {
            (true, _) if is_plate => {
                let body = c.told(theory).unwrap_or(c.stone);
                board.fill(plate(0.0), body);
                c.on(body)
            }
            (true, _) => {
                let body = board.stone(spot, node.site, mark, c.stone);
                if mark.last && !mark.cursor {
                    let (x, y, w) = (x - r, y - r, 2.0 * r);
                    board.add(Form::Outline { x, y, w, h: w, round: r, line: 4.0 }, brush.last());
                }
                c.on(body)
            }
            (false, last) if !is_plate => {
                board.clearing(spot, mark);
                if last { brush.last() } else { c.faint }
            }
            _ => {
                let plain = match theory {
                    // Not as bright as what is pointed at.
                    Theory { losing: true, .. } => mix(c.ground, c.figure, 0.6),
                    Theory { lit: true, .. } => c.figure,
                    _ => mix(c.ground, c.line, 0.75),
                };
                let plain = c.told(theory).unwrap_or(plain);
                board.fill(plate(0.0), plain);
                if theory.sign.is_some() || theory.losing || theory.tint.is_some() {
                    c.on(plain)
                } else {
                    c.text
                }
            }
        };
        // A value stands behind the name where there is room for it, else beside the point.
        let fits = |value: &str| is_plate && wide(&written) + wide(value) < 2 * cells(half, CELL.0);
        let (own, written) = match (theory.sign, own) {
            (Some(sign), own) => (own, format!("{written}{}", sign_of(sign))),
            (None, Some((_, value))) if fits(value) => (None, format!("{written} {value}")),
            (None, own) => (own, written),
        };
        match theory.sign.filter(|_| !is_plate) {
            // With its sign a name may be longer than the disc.
            Some(sign) => board.label(at, &written, (c.outcome(sign), r), stands),
            None if mark.last && !stands && !is_plate => board.taken(at, spot, &written),
            None => board.centre(at.0, at.1, &written, ink, stands),
        }
        if let Some((_, value)) = own {
            let (reach, long) = (cells(half, CELL.0) + 1 + i32::from(is_plate), wide(value));
            let y = (at.1 - cells(r, CELL.1) + 1).max(0);
            // Beside the point, on a side where nothing is written.
            let sides = [at.0 + reach, at.0 - reach - long + 1];
            let within = sides[0].clamp(0, (board.width - long).max(0));
            let near = [(sides[0], y), (sides[1], y), (within, y + 1), (within, y - 1)];
            let is_free = |&(x, y): &(i32, i32)| {
                let row = x..x + long;
                let is_inside = x >= 0 && row.end <= board.width && (0..board.height).contains(&y);
                let is_label = |l: &Label| l.y == y && l.x < row.end && row.start < l.x + wide(&l.text);
                let is_name = |(other, (place, _)): (&Node, &Middle)| {
                    let reach = wide(&text(other)) / 2 + 1;
                    place.1 == y && place.0 - reach < row.end && row.start <= place.0 + reach
                };
                let mut others = network.nodes.iter().zip(middles).filter(|(_, (place, _))| *place != at);
                is_inside && !board.labels.iter().any(is_label) && !others.any(is_name)
            };
            let (x, y) = near.into_iter().find(is_free).unwrap_or((within, y));
            board.write(x, y, value, c.told_in(c.figure), true);
        }
        let side = cells(half - 4.0, CELL.0);
        match is_plate {
            true => board.hit(
                node.site,
                at,
                (at.0 - side, at.0 + side),
                (at.1 - cells(r, CELL.1) / 2, at.1 + cells(r, CELL.1) / 2),
            ),
            false => board.hit_round(node.site, at, r),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_straight_or_turn_once_pass_by_points_and_share_no_side() {
        for b in [(6, 0), (0, 6), (6, 6), (10, 4)] {
            assert_eq!(way(((0, 0), b), true, &[], &[(0, 0), b], (8.0, 8.0)), [(0, 0), b, b]);
        }
        // Not straight among many, nor through a point: one part is aslant, the other is not.
        assert_eq!(way(((0, 0), (10, 4)), false, &[], &[], (8.0, 8.0))[1], (4, 4));
        let around = way(((0, 0), (10, 4)), true, &[], &[(0, 0), (10, 4), (5, 2)], (8.0, 8.0));
        assert_eq!(around, [(0, 0), (4, 4), (10, 4)]);
        let twice = way(((0, 0), (10, 4)), true, &[], &[(0, 0), (10, 4), (5, 2), (6, 4)], (8.0, 8.0));
        assert_eq!(twice[1], (6, 0));
        // Nor where another line leaves.
        let beside =
            way(((0, 0), (10, 4)), true, &[[(0, 0), (2, 2), (4, 4)]], &[(0, 0), (10, 4), (5, 2)], (8.0, 8.0));
        assert_eq!(beside[1], (6, 0));
    }
}
