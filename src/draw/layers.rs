//! Lays out a directed graph in layers, with a name beside each vertex. The vertices are ordered so that few lines
//! cross. If possible, a line that would pass through a vertex bends once to avoid the vertex.

use super::brush::Brush;
use super::canvas::wide;
use super::graph::{Grid, text};
use nimatron_core::rules::{Graph, Node, saturating_cast};

/// The maximum distance between neighbouring layers, in rows: a larger distance would only lengthen the lines.
const MOST_ROWS: i32 = 6;

/// Lays out a graph. Returns `None` if a layer is too wide for the room, or if there are too few rows.
pub(super) fn plan(graph: &Graph, brush: &Brush<'_>) -> Option<Grid> {
    let plain = brush.plain.is_some();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "layers are whole numbers from 0"
    )]
    let layer_of = |n: &Node| n.at.1 as usize;
    let depth = graph.nodes.iter().map(layer_of).max()? + 1;
    let mut layers = vec![Vec::new(); depth];
    for (i, node) in graph.nodes.iter().enumerate() {
        layers[layer_of(node)].push(i);
    }
    order(&mut layers, graph);
    let extent = |i: usize| {
        let node = &graph.nodes[i];
        let long = wide(&node.label);
        if plain {
            let half = (wide(&text(node, 0)).max(long + 2) + 1) / 2;
            (half, half)
        } else {
            (2, 3 + long)
        }
    };
    let needed = |layer: &Vec<usize>| {
        layer
            .iter()
            .map(|&i| extent(i).0 + extent(i).1 + 1)
            .sum::<i32>()
    };
    let widest = layers.iter().map(needed).max()?;
    let gaps = saturating_cast::<i32, _>(depth - 1);
    let rows = |least: i32| match gaps {
        0 => 1,
        _ => ((brush.height - 1 - 2 * least) / gaps).min(MOST_ROWS),
    };
    let is_large = !plain && rows(1) >= 4 && brush.width >= 2 * widest;
    let (r, least) = if is_large { (21.0, 1) } else { (8.0, 0) };
    let rows = rows(least);
    if widest > brush.width || rows < 2 && gaps > 0 || brush.height < 1 {
        return None;
    }
    let width = brush.width.min(widest * 2 + 10);
    let mut cells = vec![(0, 0); graph.nodes.len()];
    for (y, layer) in (0..).zip(&layers) {
        let spare = width - needed(layer);
        let count = saturating_cast::<i32, _>(layer.len());
        let mut x = 0;
        for (k, &i) in (0..).zip(layer) {
            let (left, right) = extent(i);
            let free = spare * (2 * k + 1) / (2 * count);
            cells[i] = (free + x + left, y * rows + least);
            x += left + right + 1;
        }
    }
    let mut turns: Vec<Option<(i32, i32)>> = Vec::new();
    for link in &graph.links {
        let (a, b) = link.ends;
        // A token on the vertex would move the name to the right, so keep arcs out of the space that the moved name
        // would occupy.
        let free = if plain { 0 } else { 2 + 2 * least };
        let beside = |i: usize| (extent(i).0 + least, extent(i).1 + free);
        turns.push(bend(&cells, beside, width, (cells[a], cells[b]), &turns));
    }
    Some(Grid {
        turns,
        width,
        height: gaps * rows + 1 + 2 * least,
        cells,
        r,
        label: 0,
    })
}

/// Returns the cell at which a line bends to avoid the vertices between its ends. Returns `None` if the line meets no
/// vertex, or if no nearby bend avoids all vertices. No two lines bend in the same cell.
fn bend(
    cells: &[(i32, i32)],
    extent: impl Fn(usize) -> (i32, i32),
    width: i32,
    (from, to): ((i32, i32), (i32, i32)),
    turns: &[Option<(i32, i32)>],
) -> Option<(i32, i32)> {
    let (top, low) = (from.1.min(to.1), from.1.max(to.1));
    let between = |i: &usize| top < cells[*i].1 && cells[*i].1 < low;
    let met: Vec<usize> = (0..cells.len()).filter(between).collect();
    let is_clear = |a: (i32, i32), b: (i32, i32)| {
        !met.iter().any(|&i| {
            let (x, y) = cells[i];
            let at = a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1);
            let is_beside = y < a.1.min(b.1) || a.1.max(b.1) < y;
            !is_beside && (x - extent(i).0 - 1..=x + extent(i).1).contains(&at)
        })
    };
    if met.is_empty() || is_clear(from, to) {
        return None;
    }
    // Try the cells nearest to the straight line first, beginning with the middle rows.
    let middle = i32::midpoint(top, low);
    let mut rows: Vec<i32> = (top + 1..low).collect();
    rows.sort_by_key(|y| (y - middle).abs());
    let straight = |y: i32| from.0 + (to.0 - from.0) * (y - from.1) / (to.1 - from.1);
    let beside = (1..40).flat_map(|d| [-d, d]);
    beside
        .flat_map(|d| rows.iter().map(move |&y| (straight(y) + d, y)))
        .find(|&at| {
            (0..width).contains(&at.0)
                && is_clear(from, at)
                && is_clear(at, to)
                && !turns.contains(&Some(at))
        })
}

/// Orders the vertices in each layer so that few lines cross. Alternating sweeps from the top and from the bottom sort
/// the vertices by the mean position of their neighbours.
fn order(layers: &mut [Vec<usize>], graph: &Graph) {
    let mut at = vec![0.0; graph.nodes.len()];
    let place = |layer: &[usize], at: &mut [f32]| {
        for (x, &i) in layer.iter().enumerate() {
            at[i] = (x as f32 + 0.5) / layer.len() as f32;
        }
    };
    layers.iter().for_each(|layer| place(layer, &mut at));
    for sweep in 0..12 {
        for number in 0..layers.len() {
            let layer = if sweep % 2 == 0 {
                number
            } else {
                layers.len() - 1 - number
            };
            let mean = |&i: &usize| {
                let ends = graph.links.iter().filter_map(|link| match link.ends {
                    (a, b) if a == i => Some(at[b]),
                    (a, b) if b == i => Some(at[a]),
                    _ => None,
                });
                let (sum, count) = ends.fold((0.0, 0.0), |(s, n), x| (s + x, n + 1.0));
                if count == 0.0 { at[i] } else { sum / count }
            };
            let mut means: Vec<(f32, usize)> =
                layers[layer].iter().map(|i| (mean(i), *i)).collect();
            means.sort_by(|a, b| a.0.total_cmp(&b.0));
            layers[layer] = means.into_iter().map(|(_, i)| i).collect();
            place(&layers[layer], &mut at);
        }
    }
}
