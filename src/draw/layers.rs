//! A directed graph without cycles like the map of an underground: vertices stand in layers, and each has one line down,
//! which branches to all that its arcs lead to. Lines run down, across and aslant from corner to corner of cells, and pass
//! between the vertices of the layers that they skip.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use nimatron_core::rules::nearest;
use rustc_hash::FxHashMap;

/// A corner of cells: the column at its right and the row below it.
pub(super) type Corner = (i32, i32);

pub(super) struct Layered {
    /// The upper end of the middle line of each vertex.
    pub(super) places: Vec<Corner>,
    /// The corners where the line of each arc begins, turns and ends.
    pub(super) ways: Vec<Vec<Corner>>,
    pub(super) width: i32,
    pub(super) height: i32,
    /// The fewest rows between two layers.
    pub(super) rows: i32,
}

/// So many arcs have their crossings counted each time that two vertices change places.
const COUNTED: usize = 150;
/// More rows than this between two layers only make lines long.
const MOST_ROWS: i32 = 5;

/// A vertex, or a line on its way through a layer: half as wide as given, and the items that it is joined to.
struct Item {
    half: i32,
    is_vertex: bool,
    near: Vec<usize>,
    x: i32,
}

/// The line of an item down to the next layer.
struct Net {
    from: usize,
    /// Where it comes from, and the items it leads to with where it arrives.
    x: i32,
    ends: Vec<(usize, i32)>,
    /// The row in which it goes across.
    lane: i32,
}

/// Plans a graph in a room of so many columns and rows. Each vertex is in a layer, from 0 without gaps, and half as wide
/// as given; all are so many rows high, and so many columns apart. `None` where they do not fit.
pub(super) fn plan(
    layer: &[usize],
    arcs: &[(usize, usize)],
    halves: &[i32],
    (high, gap): (i32, i32),
    (width, height): (i32, i32),
) -> Option<Layered> {
    let depth = layer.iter().max()? + 1;
    let mut layers = vec![Vec::new(); depth];
    (0..layer.len()).for_each(|v| layers[layer[v]].push(v));
    let new = |half, is_vertex| Item {
        half,
        is_vertex,
        near: Vec::new(),
        x: 0,
    };
    let mut items: Vec<Item> = halves.iter().map(|&half| new(half, true)).collect();
    // The line of a vertex goes through a layer once, however many arcs go on below it.
    let mut through = FxHashMap::default();
    let mut chains = Vec::new();
    for &(from, to) in arcs {
        let mut chain = vec![from];
        for (at, layer) in layers
            .iter_mut()
            .enumerate()
            .take(layer[to])
            .skip(layer[from] + 1)
        {
            chain.push(*through.entry((from, at)).or_insert_with(|| {
                layer.push(items.len());
                items.push(new(0, false));
                items.len() - 1
            }));
        }
        chain.push(to);
        chains.push(chain);
    }
    let mut steps = vec![BTreeSet::new(); depth];
    for (&(from, _), chain) in arcs.iter().zip(&chains) {
        for (steps, w) in steps[layer[from]..].iter_mut().zip(chain.windows(2)) {
            steps.insert((w[0], w[1]));
        }
    }
    for &(a, b) in steps.iter().flatten() {
        items[a].near.push(b);
        items[b].near.push(a);
    }
    order(&mut layers, &items, &steps);
    set(&layers, &mut items, gap, width)?;
    // The rows between layers; what is left over goes to the upper ones.
    let (gaps, spare) = (count(depth - 1).max(1), height - high * count(depth));
    let rows = |gap: usize| ((spare + gaps - 1 - count(gap)) / gaps).min(MOST_ROWS);
    if rows(depth.saturating_sub(2)) < 1 && depth > 1 {
        return None;
    }
    let (mut top, mut tops) = (0, Vec::new());
    let mut ends: FxHashMap<(usize, usize), Vec<Corner>> = FxHashMap::default();
    for (rows, steps) in (0..).map(rows).zip(&steps) {
        tops.push(top);
        let mut nets = nets(steps, &items);
        choose_lanes(&mut nets, rows);
        for net in &nets {
            for &(to, x) in &net.ends {
                let way = net
                    .way(x, rows)
                    .into_iter()
                    .map(|(x, y)| (x, y + top + high))
                    .collect();
                ends.insert((net.from, to), way);
            }
        }
        top += high + rows;
    }
    let way = |chain: &Vec<usize>| {
        let mut way: Vec<Corner> = chain
            .windows(2)
            .flat_map(|w| ends[&(w[0], w[1])].clone())
            .collect();
        // Through a layer a line goes straight on.
        way.dedup();
        way
    };
    let places = layer
        .iter()
        .zip(&items)
        .map(|(&layer, item)| (item.x, tops[layer]))
        .collect();
    let right = layers
        .iter()
        .filter_map(|l| l.last())
        .map(|&i| items[i].x + items[i].half)
        .max()?;
    Some(Layered {
        places,
        ways: chains.iter().map(way).collect(),
        width: right,
        height: tops.last()? + high,
        rows: rows(depth.saturating_sub(2)),
    })
}

/// Puts the items of each layer in an order in which few lines cross.
fn order(layers: &mut [Vec<usize>], items: &[Item], steps: &[BTreeSet<(usize, usize)>]) {
    let mut at = vec![0.0; items.len()];
    let place = |layer: &[usize], at: &mut [f32]| {
        layer
            .iter()
            .enumerate()
            .for_each(|(x, &i)| at[i] = (x as f32 + 0.5) / layer.len() as f32);
    };
    layers.iter().for_each(|layer| place(layer, &mut at));
    for sweep in 0..12 {
        for number in 0..layers.len() {
            let layer = if sweep % 2 == 0 {
                number
            } else {
                layers.len() - 1 - number
            };
            // Each item goes to the mean of those it is joined to.
            let mean = |&i: &usize| match &items[i].near[..] {
                [] => at[i],
                near => near.iter().map(|&j| at[j]).sum::<f32>() / near.len() as f32,
            };
            layers[layer].sort_by(|a, b| mean(a).total_cmp(&mean(b)));
            place(&layers[layer], &mut at);
        }
    }
    // Then any two of a layer change places while fewer lines cross.
    let steps: Vec<Vec<(usize, usize)>> =
        steps.iter().map(|s| s.iter().copied().collect()).collect();
    let crossings = |at: &[f32], gaps: Range<usize>| -> usize {
        let pairs = steps[gaps].iter().flat_map(|s| {
            s.iter()
                .enumerate()
                .flat_map(|(i, a)| s[..i].iter().map(move |b| (a, b)))
        });
        pairs
            .filter(|(a, b)| (at[a.0] - at[b.0]) * (at[a.1] - at[b.1]) < 0.0)
            .count()
    };
    let mut better = steps.iter().map(Vec::len).sum::<usize>() <= COUNTED;
    while better {
        better = false;
        for (number, layer) in layers.iter_mut().enumerate() {
            let around = || number.saturating_sub(1)..number + 1;
            let mut least = crossings(&at, around());
            for (a, b) in (0..layer.len()).flat_map(|b| (0..b).map(move |a| (a, b))) {
                layer.swap(a, b);
                place(layer, &mut at);
                let now = crossings(&at, around());
                if now < least {
                    (least, better) = (now, true);
                } else {
                    layer.swap(a, b);
                    place(layer, &mut at);
                }
            }
        }
    }
}

/// Sets the columns: each item as near as can be to the mean of those it is joined to.
fn set(layers: &[Vec<usize>], items: &mut [Item], gap: i32, width: i32) -> Option<()> {
    let apart =
        |a: &Item, b: &Item| a.half + b.half + if a.is_vertex && b.is_vertex { gap } else { 2 };
    for layer in layers {
        let (first, last) = (items.get(*layer.first()?)?, items.get(*layer.last()?)?);
        let least: i32 = layer
            .windows(2)
            .map(|w| apart(&items[w[0]], &items[w[1]]))
            .sum();
        if least + first.half + last.half > width {
            return None;
        }
    }
    for sweep in 0..12 {
        for number in 0..layers.len() {
            let layer = &layers[if sweep % 2 == 0 {
                number
            } else {
                layers.len() - 1 - number
            }];
            let wanted =
                layer
                    .iter()
                    .enumerate()
                    .map(|(x, &i)| match (sweep, &items[i].near[..]) {
                        (0, _) | (_, []) => (2 * count(x) + 1) * width / (2 * count(layer.len())),
                        (_, near) => {
                            near.iter().map(|&j| items[j].x).sum::<i32>() / count(near.len())
                        }
                    });
            let wanted: Vec<i32> = wanted.collect();
            let gaps: Vec<i32> = layer
                .windows(2)
                .map(|w| apart(&items[w[0]], &items[w[1]]))
                .collect();
            let (first, last) = (layer.first().copied()?, layer.last().copied()?);
            let room = items[first].half..width - items[last].half;
            layer
                .iter()
                .zip(kept_apart(&wanted, &gaps, room))
                .for_each(|(&i, x)| items[i].x = x);
        }
    }
    let left = layers
        .iter()
        .filter_map(|layer| layer.first())
        .map(|&i| items[i].x - items[i].half)
        .min()?;
    items.iter_mut().for_each(|item| item.x -= left);
    Some(())
}

/// Columns near the wanted ones, at least these gaps apart, from the first to the last of the room.
fn kept_apart(wanted: &[i32], gaps: &[i32], room: Range<i32>) -> Vec<i32> {
    let right = |x: &mut [i32]| {
        for i in 0..x.len() {
            x[i] = x[i].max(if i == 0 {
                room.start
            } else {
                x[i - 1] + gaps[i - 1]
            });
        }
    };
    let left = |x: &mut [i32]| {
        for i in (0..x.len()).rev() {
            x[i] = x[i].min(if i + 1 == x.len() {
                room.end
            } else {
                x[i + 1] - gaps[i]
            });
        }
    };
    let (mut a, mut b) = (wanted.to_vec(), wanted.to_vec());
    right(&mut a);
    left(&mut a);
    left(&mut b);
    right(&mut b);
    a.iter()
        .zip(&b)
        .map(|(a, b)| (a + b).div_euclid(2))
        .collect()
}

/// The lines between two layers. They arrive at a vertex side by side, in the order in which they come.
fn nets(steps: &BTreeSet<(usize, usize)>, items: &[Item]) -> Vec<Net> {
    let mut nets: BTreeMap<usize, Net> = BTreeMap::new();
    let mut coming: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &(from, to) in steps {
        nets.entry(from).or_insert(Net {
            from,
            x: items[from].x,
            ends: Vec::new(),
            lane: 0,
        });
        coming.entry(to).or_default().push(from);
    }
    for (to, mut froms) in coming {
        froms.sort_by_key(|&from| items[from].x);
        let Item {
            x, half, is_vertex, ..
        } = items[to];
        let inside = if is_vertex { half - 1 } else { 0 };
        let room = x - inside..x + inside;
        let gaps = count(froms.len()) - 1;
        let gap = (2 * inside / gaps.max(1)).min(2);
        let wanted: Vec<i32> = froms
            .iter()
            .map(|&from| items[from].x.clamp(room.start, room.end))
            .collect();
        let places = kept_apart(&wanted, &vec![gap; froms.len() - 1], room);
        for (from, x) in froms.into_iter().zip(places) {
            nets.get_mut(&from)
                .into_iter()
                .for_each(|net| net.ends.push((to, x)));
        }
    }
    nets.into_values().collect()
}

/// Chooses the rows in which lines go across, so that no two lie on each other and few cross.
fn choose_lanes(nets: &mut [Net], rows: i32) {
    let lanes = || if rows > 1 { 1..rows } else { 0..1 };
    nets.iter_mut()
        .for_each(|net| net.lane = (rows / 2).min(lanes().end - 1));
    let mut cells: Vec<_> = nets.iter().map(|net| net.cells(rows)).collect();
    for i in (0..nets.len()).chain(0..nets.len()) {
        let tried = lanes().map(|lane| {
            nets[i].lane = lane;
            let mine = nets[i].cells(rows);
            let others = cells.iter().enumerate().filter(|&(j, _)| j != i);
            let met = others.flat_map(|(_, other)| {
                mine.iter()
                    .filter_map(|(at, way)| Some(other.get(at)? == way))
            });
            let trouble = met.map(|is_same| if is_same { 6 } else { 1 }).sum::<i32>();
            ((trouble, (2 * lane - rows).abs(), lane), mine)
        });
        let best = tried.min_by_key(|(trouble, _)| *trouble);
        best.into_iter()
            .for_each(|((.., lane), mine)| (nets[i].lane, cells[i]) = (lane, mine));
    }
}

impl Net {
    /// The corners of the line to an end, the first row being 0: straight down, or down, aslant, across and aslant again.
    fn way(&self, end: i32, rows: i32) -> Vec<Corner> {
        let x = self.x;
        let (side, far) = ((end - x).signum(), (end - x).abs());
        // Where lines go to both sides and straight on, the one to the right leaves a row later.
        let has = |side: i32| self.ends.iter().any(|&(_, end)| (end - x).signum() == side);
        let is_later = side > 0 && has(0) && has(-1) && self.lane + 1 < rows;
        let lane = self.lane + i32::from(is_later);
        // All ends on one side leave together.
        let near = self
            .ends
            .iter()
            .map(|&(_, x)| (x - self.x) * side)
            .filter(|&far| far > 0)
            .min();
        let out = near.unwrap_or(0).min(lane);
        let off = (rows - lane).min(far - out);
        let mut way = vec![
            (x, 0),
            (x, lane - out),
            (x + side * out, lane),
            (end - side * off, lane),
        ];
        way.extend([(end, lane + off), (end, rows)]);
        if side == 0 {
            way = vec![(x, 0), (x, rows)];
        }
        way.dedup();
        way
    }

    /// The cells that its lines run through, and in which direction: across and down.
    fn cells(&self, rows: i32) -> FxHashMap<Corner, Corner> {
        let mut cells = FxHashMap::default();
        for &(_, end) in &self.ends {
            let way = self.way(end, rows);
            cells.extend(way.windows(2).flat_map(|w| steps(w[0], w[1])));
        }
        cells
    }
}

/// A number of items as a number of cells.
fn count(n: usize) -> i32 {
    nearest(n)
}

/// The cells that a line between two corners runs through, and its direction in each: across and down.
pub(super) fn steps(from: Corner, to: Corner) -> impl Iterator<Item = (Corner, Corner)> {
    let way = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let long = (to.0 - from.0).abs().max((to.1 - from.1).abs());
    // To the left it runs through the cell before the corner.
    let left = i32::from(way.0 < 0);
    (0..long).map(move |i| ((from.0 + way.0 * i - left, from.1 + way.1 * i), way))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of many graphs: plates keep apart, and each line leads down from the middle of its vertex to the top of the other,
    /// past all plates between them.
    #[test]
    fn lines_lead_down_past_what_stands_between() {
        let mut seed = 1u64;
        let mut pick = |n: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 40).unwrap() % n
        };
        let mut planned = 0;
        for _ in 0..200 {
            let n = 2 + pick(12);
            let arcs: BTreeSet<_> = (0..3 * n)
                .map(|_| (pick(n), pick(n)))
                .filter(|(a, b)| a < b)
                .collect();
            let arcs: Vec<(usize, usize)> = arcs.into_iter().collect();
            let mut layer = vec![0; n];
            arcs.iter()
                .for_each(|&(a, b)| layer[b] = layer[b].max(layer[a] + 1));
            let halves: Vec<i32> = (0..n).map(|_| 1 + count(pick(4))).collect();
            let high = 1 + 2 * count(pick(2));
            let Some(plan) = plan(&layer, &arcs, &halves, (high, 1), (60, 40)) else {
                continue;
            };
            planned += 1;
            let plate = |(&(x, y), &half): (&Corner, &i32)| (x - half..x + half, y..y + high);
            let plates: Vec<_> = plan.places.iter().zip(&halves).map(plate).collect();
            for (i, (xs, ys)) in plates.iter().enumerate() {
                assert!(
                    xs.start >= 0 && xs.end <= plan.width.min(60) && ys.end <= plan.height.min(40)
                );
                let mut others = plates[..i].iter().filter(|other| other.1 == *ys);
                assert!(
                    others.all(|(other, _)| other.end < xs.start || xs.end < other.start),
                    "{plates:?}"
                );
            }
            for (&(a, b), way) in arcs.iter().zip(&plan.ways) {
                assert_eq!(way[0], (plan.places[a].0, plates[a].1.end));
                let end = way[way.len() - 1];
                assert!(
                    plates[b].0.start < end.0
                        && end.0 < plates[b].0.end
                        && end.1 == plates[b].1.start
                );
                for w in way.windows(2) {
                    let (dx, dy) = (w[1].0 - w[0].0, w[1].1 - w[0].1);
                    assert!(dy >= 0 && (dx == 0 || dy == 0 || dx.abs() == dy), "{way:?}");
                    let is_met = |(x, y)| {
                        plates
                            .iter()
                            .any(|(xs, ys)| xs.contains(&x) && ys.contains(&y))
                    };
                    assert!(
                        !steps(w[0], w[1]).any(|(at, _)| is_met(at)),
                        "{way:?} {plates:?}"
                    );
                }
            }
        }
        assert!(planned > 100, "{planned}");
    }

    #[test]
    fn few_lines_cross() {
        // Two pairs, each under the other's place, and a line that goes around one.
        let plan = plan(
            &[0, 0, 1, 1, 2],
            &[(0, 3), (1, 2), (0, 4), (3, 4)],
            &[2; 5],
            (1, 1),
            (40, 20),
        )
        .unwrap();
        let x = |v: usize| plan.places[v].0;
        assert_eq!(x(0) < x(1), x(3) < x(2));
        assert!(super::plan(&[0, 0], &[], &[5, 5], (1, 1), (20, 20)).is_none());
    }
}
