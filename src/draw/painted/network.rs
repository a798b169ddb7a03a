//! Points anywhere with straight lines or arrows between them.

use super::super::canvas::wide;
use super::board::{Board, Spot, cells, middle, rim, sign_of};
use super::{Brush, connections, own_values};
use nimatron_core::rules::{Face, Network, Node};
use nimatron_paint::{CELL, Form, mix};

/// More points than this are never painted, only told in words.
const MOST: usize = 300;

/// Paints a network with points as large as keeps them apart; `None` where they would run into each other.
pub(super) fn draw(network: &Network, brush: &Brush<'_>) -> Option<Board> {
    let nodes = &network.nodes;
    if nodes.is_empty()
        || nodes.len() > MOST
        || nodes.iter().any(|n| !(n.at.0.is_finite() && n.at.1.is_finite()))
    {
        return None;
    }
    let label = nodes.iter().map(|n| wide(&text(n))).max().unwrap_or(0) as f32;
    let least = (label * CELL.0 / 2.0 + 1.0).max(6.9);
    // The same radius for all, from large to as small as the longest name allows.
    [30.0f32, 26.0, 22.0, 18.5, 15.0, 12.0, 9.0, 6.9]
        .into_iter()
        .filter(|r| *r >= least)
        .chain([least])
        .find_map(|r| {
            let places = places(network, brush, r)?;
            let reach = r + rim(r);
            let (mx, my) = (cells(reach - 4.5, CELL.0).max(0), cells(reach - 9.5, CELL.1).max(0));
            let right = places.iter().map(|p| p.0).max()? + mx + 1;
            let low = places.iter().map(|p| p.1).max()? + my + 1;
            let mut board = Board { size: r, ..Board::of(right, low) };
            paint(network, &places, r, brush, &mut board);
            Some(board)
        })
}

/// The cell of each point; `None` where two would touch.
fn places(network: &Network, brush: &Brush<'_>, r: f32) -> Option<Vec<(i32, i32)>> {
    let nodes = &network.nodes;
    let span = |f: fn(&Node) -> f32| {
        let all = || nodes.iter().map(f);
        (all().fold(f32::INFINITY, f32::min), all().fold(f32::NEG_INFINITY, f32::max))
    };
    let ((left, right), (top, bottom)) = (span(|n| n.at.0), span(|n| n.at.1));
    let reach = r + rim(r);
    let (mx, my) = (cells(reach - 4.5, CELL.0).max(0), cells(reach - 9.5, CELL.1).max(0));
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
    let most = if near.is_finite() && near > 0.0 { (r * 2.0 / CELL.0 + 14.0) / near } else { f32::INFINITY };
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
    let apart = (0..places.len()).flat_map(|i| (0..i).map(move |j| (i, j))).all(|(i, j)| {
        let (a, b) = (middle(places[i].0, places[i].1), middle(places[j].0, places[j].1));
        (a.0 - b.0).hypot(a.1 - b.1) >= 2.0 * r + (r * 0.7).max(4.0)
    });
    apart.then_some(places)
}

/// What is written at a point.
fn text(node: &Node) -> String {
    if node.load.is_empty() { node.label.clone() } else { format!("{}:{}", node.label, node.load) }
}

fn paint(network: &Network, places: &[(i32, i32)], r: f32, brush: &Brush<'_>, board: &mut Board) {
    let c = brush.colours;
    for link in &network.links {
        let (Some(&a), Some(&b)) = (places.get(link.ends.0), places.get(link.ends.1)) else { continue };
        let (a, b) = (middle(a.0, a.1), middle(b.0, b.1));
        board.line(a, b, 2.2, mix(c.line, c.quiet, 0.4));
        if link.arrow {
            let long = (b.0 - a.0).hypot(b.1 - a.1).max(1.0);
            let (ux, uy) = ((b.0 - a.0) / long, (b.1 - a.1) / long);
            let tip = (b.0 - ux * (r + 2.0), b.1 - uy * (r + 2.0));
            let (size, half) = (11.0, 5.5);
            let back = (tip.0 - ux * size, tip.1 - uy * size);
            let p = [tip, (back.0 - uy * half, back.1 + ux * half), (back.0 + uy * half, back.1 - ux * half)];
            board.add(Form::Triangle { p }, c.quiet);
        }
    }
    board.pieces = board.shapes.len();
    let values = own_values(brush);
    for (node, &at) in network.nodes.iter().zip(places) {
        let (x, y) = middle(at.0, at.1);
        let mark = brush.marks.mark_of(node.site);
        let theory = brush.marks.theory(node.site);
        let spot = Spot { x, y, r };
        let written = text(node);
        let stands = node.face != Face::Empty || !node.load.is_empty();
        let ink = match (stands, mark.last) {
            (true, _) => {
                let body = board.stone(spot, node.site, mark, c.stone, brush);
                if mark.last {
                    let colour = if mark.theirs { c.theirs } else { c.mine };
                    board.add(Form::Ring { x, y, r: r - 1.0, w: 2.6 }, colour);
                }
                c.on(body)
            }
            (false, true) => board.ghost(spot, mark, false, c),
            _ => {
                let plain = match (theory.losing, theory.tint, theory.sign) {
                    (.., Some(outcome)) => c.outcome(outcome),
                    (_, Some(tint), _) => c.tint(tint),
                    (true, ..) => c.figure,
                    _ if theory.lit => c.figure,
                    _ => mix(c.ground, c.line, 0.75),
                };
                if mark.cursor || mark.picked || mark.hint || mark.open && brush.marks.picking() {
                    let colour = match () {
                        () if mark.cursor => c.cursor,
                        () if mark.picked => c.picked,
                        () if mark.hint => c.figure,
                        () => c.offered,
                    };
                    board.add(Form::Disc { x, y, r: r * 0.8 + rim(r) }, colour);
                }
                board.add(Form::Disc { x, y, r: r * 0.8 }, plain);
                if theory.sign.is_some() || theory.losing || theory.tint.is_some() {
                    c.on(plain)
                } else {
                    c.text
                }
            }
        };
        let written = match theory.sign {
            Some(sign) => format!("{written}{}", sign_of(sign)),
            None => written,
        };
        board.centre(at.0, at.1, &written, ink, stands);
        let own = values.iter().find(|(sites, _)| node.site.is_some_and(|s| sites.first() == Some(&s)));
        if let Some((_, value)) = own {
            let x = at.0 + cells(r, CELL.0);
            board.write(
                x.min(board.width - wide(value)),
                (at.1 - cells(r, CELL.1) + 1).max(0),
                value,
                c.figure,
                true,
            );
        }
        board.hit_round(node.site, at, r);
    }
    connections(board, brush);
}
