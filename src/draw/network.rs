//! Points with straight lines between them, or a graph in layers.

use super::board::{Board, RIM, Spot, cells, middle};
use super::brush::{Brush, sign_of};
use super::canvas::{Ink, Mark, wide};
use super::layers::{Corner, Layered, plan, steps};
use super::marks::Theory;
use nimatron_core::rules::{Face, Link, Network, Node, Picture};
use nimatron_paint::{CELL, Label, Rgb, mix};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// More points than this are never painted, only told in words.
const MOST: usize = 300;

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
    // Two names in a row keep room for their brackets.
    let label = nodes.iter().map(|n| wide(&n.label)).max().unwrap_or(0);
    if brush.plain.is_some() {
        let reach = label / 2 + 1;
        let apart = |a: (i32, i32), b: (i32, i32)| a.1 != b.1 || (a.0 - b.0).abs() > 2 * reach;
        let places = places(network, brush, (reach, 0), 18.0, apart)?;
        let mut board = board_of(&places, (reach, 0), brush)?;
        plain(network, &places, &mut board);
        return Some(board);
    }
    // The same radius for all, from large to as small as the longest name allows.
    let least = (label as f32 * CELL.0 / 2.0 + 1.0).max(6.9);
    let sizes = [30.0f32, 26.0, 22.0, 18.5, 15.0, 12.0, 9.0, 6.9]
        .into_iter()
        .filter(|r| *r >= least);
    sizes.chain([least]).find_map(|r| {
        let reach = r + RIM;
        let (mx, my) = (
            cells(reach - 4.5, CELL.0).max(0),
            cells(reach - 9.5, CELL.1).max(0),
        );
        let apart = |a: (i32, i32), b: (i32, i32)| {
            let (a, b) = (middle(a.0, a.1), middle(b.0, b.1));
            (a.0 - b.0).hypot(a.1 - b.1) >= 2.0 * r + (r * 0.7).max(4.0)
        };
        let places = places(network, brush, (mx, my), r * 2.0 / CELL.0 + 14.0, apart)?;
        let mut board = Board {
            size: r,
            ..board_of(&places, (mx, my), brush)?
        };
        rings(network, &places, r, &mut board);
        Some(board)
    })
}

/// A board for points in these cells, with these margins on the right and below.
fn board_of<'a>(
    places: &[(i32, i32)],
    (right, below): (i32, i32),
    brush: &Brush<'a>,
) -> Option<Board<'a>> {
    let (x, y) = (
        places.iter().map(|p| p.0).max()?,
        places.iter().map(|p| p.1).max()?,
    );
    Some(Board::of(
        (x + right + 1).min(brush.width),
        y + below + 1,
        brush,
    ))
}

/// What the plan of a graph depends on: layers, arcs, how long names are, the room, and whether it is painted.
type Asked = (Vec<usize>, Vec<(usize, usize)>, Vec<i32>, (i32, i32), bool);
/// The halves of vertices, how high they are, and where they stand; none where they have no room.
type Plates = (Vec<i32>, i32, Layered);
type Planned = Option<Rc<Plates>>;

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
                true => &[
                    (5, 3, 2),
                    (4, 1, 2),
                    (3, 1, 2),
                    (3, 1, 1),
                    (1, 1, 1),
                    (0, 1, 1),
                ],
                false => &[(5, 1, 1), (2, 1, 1)],
            };
            let planned = sizes.iter().find_map(|&(more, high, gap)| {
                let halves: Vec<i32> = long.iter().map(|long| (long + more + 1) / 2).collect();
                let plan = plan(layer, arcs, &halves, (high, gap), (width - 1, *height))?;
                (high == 1 || plan.rows >= 3).then_some((halves, high, plan))
            });
            *kept = (asked, planned.map(Rc::new));
        }
        kept.1.clone()
    })
}

/// A graph in layers, its vertices as plates: high ones where there is room, and as broad as their names, with room for a
/// token and a value each, so that nothing moves when one does.
fn layered<'a>(network: &Network, brush: &Brush<'a>) -> Option<Board<'a>> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "layers are counted from 0"
    )]
    let layer: Vec<usize> = network.nodes.iter().map(|n| n.at.1 as usize).collect();
    // Lines are planned from the upper end down, whichever way their arcs lead.
    let arcs: Vec<(usize, usize)> = network
        .links
        .iter()
        .map(|link| match (link.ends, leads_up(network, link)) {
            ((from, to), true) => (to, from),
            (ends, false) => ends,
        })
        .collect();
    let long = network
        .nodes
        .iter()
        .map(|n| wide(&text(n)).max(wide(&n.label) + 2))
        .collect();
    let planned = &*planned((
        layer,
        arcs,
        long,
        (brush.width, brush.height),
        brush.plain.is_none(),
    ))?;
    let (_, high, plan) = planned;
    let mut board = Board {
        size: 8.0 * *high as f32,
        ..Board::of(plan.width + 1, plan.height, brush)
    };
    arrows(network, plan, &mut board);
    board.pieces = board.shapes.len();
    match brush.plain {
        Some(_) => names(network, &plan.places, &mut board),
        None => plates(network, planned, &mut board),
    }
    Some(board)
}

/// Whether an arc of a graph in layers leads to a higher one.
fn leads_up(network: &Network, link: &Link) -> bool {
    let (from, to) = link.ends;
    network.nodes[to].at.1 < network.nodes[from].at.1
}

/// The heads of arcs that a picture needs where not all arcs lead down: half as wide as high.
const HEAD: (f32, f32) = (3.0, 6.0);

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
        let can_move = stands(from)
            && (picked.is_empty() || from.site.is_some_and(|site| picked.contains(&site)));
        let rank = if moved == Some(link.ends) {
            0
        } else {
            2 - u8::from(can_move)
        };
        let cells = way.windows(2).flat_map(|w| steps(w[0], w[1]));
        parts.extend(cells.map(|(at, way)| (rank, way.0 == 0 || way.1 == 0, way.1 == 0, at, way)));
    }
    parts.sort_unstable();
    let flats: HashSet<Corner> = parts
        .iter()
        .filter(|part| part.2)
        .map(|part| part.3)
        .collect();
    let (mut taken, mut drawn) = (HashMap::new(), HashSet::new());
    for (rank, is_straight, is_flat, at, way) in parts {
        let (colour, ink): (Rgb, Ink) = match rank {
            0 => (brush.last(), Ink::Plain),
            1 => (c.text, Ink::Plain),
            _ => (mix(c.line, c.quiet, 0.5), Ink::Dim),
        };
        if !drawn.insert((at, way)) {
            continue;
        }
        let (x, y) = (at.0 as f32 * CELL.0, at.1 as f32 * CELL.1);
        // The cell of the line, and the one on the other side of it. A line down makes room for one across there.
        let beyond = (at.0 - i32::from(way.0 == 0), at.1 - i32::from(is_flat));
        let is_crossing = way.0 == 0 && flats.contains(&at) && flats.contains(&beyond);
        let sides = if is_crossing {
            [beyond, at]
        } else {
            [at, beyond]
        };
        // Two lines aslant that cross have a character of their own.
        let is_free = |cell: &Corner| {
            taken
                .get(cell)
                .is_none_or(|was_straight| !is_straight && !was_straight)
        };
        let Some(cell) = sides.into_iter().find(is_free) else {
            continue;
        };
        let aside = if cell == at { 0.5 } else { -0.5 };
        let (left, right, top, low) = (x, x + CELL.0, y, y + CELL.1);
        // The character for a line across is the heavier one.
        let (ch, from, to, colour) = match way {
            (0, _) => (
                brush.pick('│', '|'),
                (x + aside, top),
                (x + aside, low),
                colour,
            ),
            (_, 0) => (
                brush.pick('─', '-'),
                (left, y + aside),
                (right, y + aside),
                mix(colour, c.ground, 0.3),
            ),
            (1, _) => (brush.pick('╲', '\\'), (left, top), (right, low), colour),
            _ => (brush.pick('╱', '/'), (right, top), (left, low), colour),
        };
        board.line(from, to, 2.0, colour);
        if taken.insert(cell, is_straight).is_none() && cell == at {
            board.put(at, ch, ink, Mark::default());
        }
    }
    let with_heads = network.links.iter().any(|link| leads_up(network, link));
    for (link, way) in network.links.iter().zip(&plan.ways) {
        let up = leads_up(network, link);
        let Some(&(x, y)) = (if up { way.first() } else { way.last() }) else {
            continue;
        };
        let (cell, head, side) = match up {
            true => ((x, y), brush.pick('▴', '^'), 1.0),
            false => ((x, y - 1), brush.pick('▾', 'v'), -1.0),
        };
        board.put(cell, head, Ink::Plain, Mark::default());
        if with_heads {
            let tip = (x as f32 * CELL.0, y as f32 * CELL.1);
            for wing in [-HEAD.0, HEAD.0] {
                board.line((tip.0 + wing, tip.1 + side * HEAD.1), tip, 2.0, c.text);
            }
        }
    }
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
    let room = (
        (brush.width - 1 - 2 * mx) as f32,
        (brush.height - 1 - 2 * my) as f32,
    );
    if room.0 < 0.0 || room.1 < 0.0 {
        return None;
    }
    let scale = |room: f32, size: f32| {
        if size > 0.0 {
            room / size
        } else {
            f32::INFINITY
        }
    };
    let (sx, sy) = (scale(room.0, right - left), scale(room.1, bottom - top));
    // A cell is twice as high as wide; the picture may be stretched, but not out of recognition.
    let (sx, sy) = (sx.min(4.0 * sy), sy.min(sx / 1.2));
    let near = (0..nodes.len())
        .flat_map(|i| (0..i).map(move |j| (i, j)))
        .map(|(i, j)| (nodes[i].at.0 - nodes[j].at.0).hypot(nodes[i].at.1 - nodes[j].at.1))
        .fold(f32::INFINITY, f32::min);
    // Not so far apart that lines get long and points lonely.
    let most = if near.is_finite() && near > 0.0 {
        farthest / near
    } else {
        f32::INFINITY
    };
    let sx = sx.min(most);
    let sy = sy.min(sx / 1.2);
    #[expect(clippy::cast_possible_truncation, reason = "within the room")]
    let cell = |v: f32| if v.is_finite() { v.round() as i32 } else { 0 };
    let at = |n: &Node| {
        let x = if right > left {
            cell((n.at.0 - left) * sx)
        } else {
            0
        };
        let y = if bottom > top {
            cell((n.at.1 - top) * sy)
        } else {
            0
        };
        (mx + x, my + y)
    };
    let places: Vec<(i32, i32)> = nodes.iter().map(at).collect();
    let mut pairs = (0..places.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs
        .all(|(i, j)| apart(places[i], places[j]))
        .then_some(places)
}

pub(super) fn text(node: &Node) -> String {
    if node.load.is_empty() {
        node.label.clone()
    } else {
        format!("{}:{}", node.label, node.load)
    }
}

/// How far points reach: the least and the most across, and down.
fn spans(nodes: &[Node]) -> [(f32, f32); 2] {
    [|n: &Node| n.at.0, |n: &Node| n.at.1].map(|f: fn(&Node) -> f32| {
        let all = || nodes.iter().map(f);
        (
            all().fold(f32::INFINITY, f32::min),
            all().fold(f32::NEG_INFINITY, f32::max),
        )
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
        let (Some(&a), Some(&b)) = (places.get(link.ends.0), places.get(link.ends.1)) else {
            continue;
        };
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let steps = dx.abs().max(dy.abs());
        let ch = match (
            2 * dy.abs() > 5 * dx.abs(),
            dx.abs() > 5 * dy.abs(),
            (dx < 0) == (dy < 0),
        ) {
            (true, ..) => brush.pick('│', '|'),
            (_, true, _) => brush.pick('─', '-'),
            (.., true) => brush.pick('╲', '\\'),
            (.., false) => brush.pick('╱', '/'),
        };
        let part = |d: i32, i: i32| (2 * d * i + steps).div_euclid(2 * steps.max(1));
        let at = |i: i32| (a.0 + part(dx, i), a.1 + part(dy, i));
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
        let own = values
            .iter()
            .find(|(sites, _)| sites.first().copied() == node.site);
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

/// The ends of the arc that the last move went along.
fn moved(network: &Network, brush: &Brush<'_>) -> Option<(usize, usize)> {
    let Some(Picture::Network(before)) = brush.marks.before else {
        return None;
    };
    // A large graph shows only the vertices near the tokens, so the two lists may differ.
    let load = |now: &Node| {
        before
            .nodes
            .iter()
            .find(|was| was.site == now.site)
            .map(|was| was.load.as_str())
    };
    let is_changed = |i: usize| {
        network
            .nodes
            .get(i)
            .is_some_and(|now| load(now).unwrap_or("") != now.load)
    };
    network
        .links
        .iter()
        .map(|link| link.ends)
        .find(|&(a, b)| is_changed(a) && is_changed(b))
}

/// Paints rings of this radius, and the lines between them.
fn rings(network: &Network, places: &[(i32, i32)], r: f32, board: &mut Board<'_>) {
    let (brush, c) = (board.brush, board.brush.colours);
    for link in &network.links {
        let (a, b) = link.ends;
        let [from, to] = [places[a], places[b]];
        let is_gone = !stands(&network.nodes[a]) || !stands(&network.nodes[b]);
        let colour = if is_gone {
            c.wash(c.line, 0.8)
        } else {
            mix(c.line, c.quiet, 0.7)
        };
        // Aslant, but not through the corners of cells, a thin line would be dots.
        let (dx, dy) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        let w = if dx != 0 && dy != 0 && dx != dy {
            3.4
        } else {
            2.0
        };
        board.line(middle(from.0, from.1), middle(to.0, to.1), w, colour);
    }
    board.pieces = board.shapes.len();
    for (node, &at) in network.nodes.iter().zip(places) {
        let (x, y) = middle(at.0, at.1);
        board.ring(
            at,
            Spot { x, y, r, flat: 0.0 },
            (&node.label, node.face),
            node.site,
        );
    }
    for (sites, value) in brush.marks.values() {
        let own = network
            .nodes
            .iter()
            .position(|node| sites.first().copied() == node.site);
        let Some(at) = own.map(|i| places[i]) else {
            continue;
        };
        // Beside the ring, on a side where nothing is written.
        let (reach, long) = (cells(r, CELL.0) + 1, wide(value));
        let y = (at.1 - cells(r, CELL.1) + 1).max(0);
        let sides = [at.0 + reach, at.0 - reach - long + 1];
        let within = sides[0].clamp(0, (board.width - long).max(0));
        let near = [
            (sides[0], y),
            (sides[1], y),
            (within, y + 1),
            (within, y - 1),
        ];
        let is_free = |&(x, y): &(i32, i32)| {
            let is_inside = x >= 0 && x + long <= board.width && (0..board.height).contains(&y);
            let is_label = |l: &Label| l.y == y && l.x < x + long && x < l.x + wide(&l.text);
            is_inside && !board.labels.iter().any(is_label)
        };
        let (x, y) = near.into_iter().find(is_free).unwrap_or((within, y));
        board.write(x, y, value, c.told_in(c.figure), true);
    }
}

/// Paints the vertices of a graph in layers, with their values behind their names.
fn plates(network: &Network, (halves, high, plan): &Plates, board: &mut Board<'_>) {
    let (brush, c) = (board.brush, board.brush.colours);
    let values = brush.marks.values();
    for ((node, &(x, y)), &half) in network.nodes.iter().zip(&plan.places).zip(halves) {
        let mark = brush.marks.mark_of(node.site);
        let mut theory = brush.marks.theory(node.site);
        let own = values
            .iter()
            .find(|(sites, _)| sites.first().copied() == node.site);
        theory.losing |= own.is_some_and(|(_, value)| *value == "*0");
        let stands = stands(node);
        let plain = match theory {
            _ if stands => c.stone,
            // Not as bright as what is pointed at.
            Theory { losing: true, .. } => mix(c.ground, c.figure, 0.6),
            Theory { lit: true, .. } => c.figure,
            _ => mix(c.ground, c.line, 0.75),
        };
        let body = c.told(theory).unwrap_or(plain);
        let [left, top, w, h] = [x - half, y, 2 * half, *high].map(|n| n as f32);
        let plate = |more: f32| {
            [
                left * CELL.0 - more,
                top * CELL.1,
                w * CELL.0 + 2.0 * more,
                h * CELL.1,
            ]
        };
        let last = mark.last.then(|| brush.last());
        if let Some(colour) = c.rim(mark, brush.marks.picking()).or(last) {
            board.fill(plate(4.0), colour);
        }
        board.fill(plate(0.0), body);
        let written = match (theory.sign, own) {
            (Some(sign), _) => format!("{}{}", text(node), sign_of(sign)),
            (None, Some((_, value))) => {
                let space = if wide(&text(node)) + wide(value) < 2 * half {
                    " "
                } else {
                    ""
                };
                format!("{}{space}{value}", text(node))
            }
            (None, None) => text(node),
        };
        let middle = y + high / 2;
        let ink = if body == plain && !stands && !theory.losing {
            c.text
        } else {
            c.on(body)
        };
        board.centre(x - 1, middle, &written, ink, stands);
        board.hit(
            node.site,
            (x - 1, middle),
            (x - half, x + half - 1),
            (y, y + high - 1),
        );
    }
}
