//! The graph in layers: a vertex stands as high as its longest path is long. A vertex is the site (0, vertex).

use rustc_hash::FxHashMap;

use super::{Slide, Token, Tokens};
use crate::games::prelude::*;

/// The most vertices that are drawn; of a larger graph only those near the tokens.
const DRAWN: usize = 200;

impl Token {
    /// The vertices to draw.
    pub(super) fn drawn(&self, at: &Tokens) -> Vec<u32> {
        if self.dag().len() <= DRAWN {
            return (0..nearest(self.dag().len())).collect();
        }
        let ends = at.0.iter().flat_map(|&v| self.dag().next(v).iter().copied());
        let mut near: Vec<u32> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for v in at.0.iter().copied().chain(ends) {
            if near.len() < DRAWN && seen.insert(v) {
                near.push(v);
            }
        }
        near.sort_unstable();
        near
    }

    /// The arcs between the vertices drawn, by their places among these.
    fn arcs(&self, vertices: &[u32]) -> Vec<(usize, usize)> {
        let place: FxHashMap<u32, usize> = vertices.iter().copied().zip(0..).collect();
        let from = |(i, &v): (usize, &u32)| {
            let ends = self.dag().next(v).iter().filter_map(|w| place.get(w));
            ends.map(move |&j| (i, j)).collect::<Vec<_>>()
        };
        vertices.iter().enumerate().flat_map(from).collect()
    }

    /// Where the vertices stand: layers by height, in each layer ordered so that arcs cross little.
    fn places(&self, vertices: &[u32]) -> Vec<(f32, f32)> {
        let mut heights: Vec<u32> = vertices.iter().map(|&v| self.dag().height(v)).collect();
        heights.sort_unstable_by(|a, b| b.cmp(a));
        heights.dedup();
        let mut layers: Vec<Vec<usize>> = vec![Vec::new(); heights.len()];
        for (i, &v) in vertices.iter().enumerate() {
            layers[heights.partition_point(|&h| h > self.dag().height(v))].push(i);
        }
        let arcs = self.arcs(vertices);
        let mut links: Vec<Vec<usize>> = vec![Vec::new(); vertices.len()];
        for &(i, j) in &arcs {
            links[i].push(j);
            links[j].push(i);
        }
        // Neighbouring layers may be shifted against each other, so that an arc that skips a layer passes beside its
        // vertices and not through them; the clearer picture is taken.
        let ways = [0.0, 0.3, 0.6, 0.9].map(|shift| ordered(layers.clone(), &links, &arcs, shift));
        let clearest = ways.into_iter().min_by(|a, b| disorder(a, &arcs).total_cmp(&disorder(b, &arcs)));
        clearest.unwrap_or_default()
    }
}

/// The most arcs of which crossings are counted one by one.
const COUNTED: usize = 150;

/// The places of layers, every second and third one shifted, and the order in them improved.
fn ordered(
    mut layers: Vec<Vec<usize>>,
    links: &[Vec<usize>],
    arcs: &[(usize, usize)],
    shift: f32,
) -> Vec<(f32, f32)> {
    let width = layers.iter().map(Vec::len).max().unwrap_or(1) as f32;
    let mut at = vec![(0.0, 0.0); links.len()];
    let spread = |y: usize, layer: &[usize], at: &mut [(f32, f32)]| {
        let step = width / layer.len() as f32;
        let aside = [0.0, shift, -shift][y % 3] * step.min(1.5);
        for (x, &i) in layer.iter().enumerate() {
            at[i] = ((x as f32 + 0.5) * step + aside, y as f32);
        }
    };
    layers.iter().enumerate().for_each(|(y, layer)| spread(y, layer, &mut at));
    // Each vertex goes to the mean of those it is joined to.
    for _ in 0..6 {
        for layer in &mut layers {
            let mean = |i: usize| {
                let near = &links[i];
                near.iter().map(|&j| at[j].0).sum::<f32>() / near.len().max(1) as f32
            };
            let mut keyed: Vec<(f32, usize)> = layer.iter().map(|&i| (mean(i), i)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            *layer = keyed.into_iter().map(|(_, i)| i).collect();
        }
        layers.iter().enumerate().for_each(|(y, layer)| spread(y, layer, &mut at));
    }
    // Then any two of a layer change places while that makes the picture clearer.
    let mut least = disorder(&at, arcs);
    let mut better = arcs.len() <= COUNTED;
    while better {
        better = false;
        for (y, layer) in layers.iter_mut().enumerate() {
            for (a, b) in (0..layer.len()).flat_map(|b| (0..b).map(move |a| (a, b))) {
                layer.swap(a, b);
                spread(y, layer, &mut at);
                let now = disorder(&at, arcs);
                if now + 0.001 < least {
                    (least, better) = (now, true);
                } else {
                    layer.swap(a, b);
                    spread(y, layer, &mut at);
                }
            }
        }
    }
    at
}

/// How hard a picture is to follow: arcs that cross, and far worse, arcs through vertices that are not theirs. Of two
/// alike, that with shorter arcs is the better.
fn disorder(at: &[(f32, f32)], arcs: &[(usize, usize)]) -> f32 {
    tangle(at, arcs, 0.45)
}

/// The same, an arc running through a vertex where it passes within `near` of its middle.
fn tangle(at: &[(f32, f32)], arcs: &[(usize, usize)], near: f32) -> f32 {
    if arcs.len() > COUNTED {
        return 0.0;
    }
    let side = |(a, b): (usize, usize), c: usize| {
        let (p, q, r) = (at[a], at[b], at[c]);
        (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)
    };
    let apart = |s: (usize, usize), t: (usize, usize)| side(s, t.0) * side(s, t.1) < 0.0;
    let mut sum = 0.0;
    for (i, &arc) in arcs.iter().enumerate() {
        let (from, to) = (at[arc.0], at[arc.1]);
        sum += 0.01 * (from.0 - to.0).abs();
        sum += arcs[..i].iter().filter(|&&other| apart(arc, other) && apart(other, arc)).count() as f32;
        let through = at.iter().filter(|v| {
            let part = (v.1 - from.1) / (to.1 - from.1);
            part > 0.01 && part < 0.99 && (from.0 + part * (to.0 - from.0) - v.0).abs() < near
        });
        sum += 3.0 * through.count() as f32;
    }
    sum
}

impl BoardView for Token {
    fn scene(&self, at: &Tokens) -> Scene {
        let vertices = self.drawn(at);
        let whole = vertices.len() == self.dag().len();
        let computed;
        let places = if whole {
            self.places.get_or_init(|| self.places(&vertices))
        } else {
            computed = self.places(&vertices);
            &computed
        };
        let mut loads: FxHashMap<u32, Vec<String>> = FxHashMap::default();
        for (token, &v) in at.0.iter().enumerate() {
            loads.entry(v).or_default().push((token + 1).to_string());
        }
        let nodes = vertices
            .iter()
            .zip(places)
            .map(|(&v, &at)| {
                let load = loads.get(&v).map_or(String::new(), |tokens| tokens.join(" "));
                Node {
                    at,
                    face: if load.is_empty() { Face::Empty } else { Face::Stone },
                    label: self.dag().name(v).to_owned(),
                    load,
                    site: Some(Site::new(0, u64::from(v))),
                }
            })
            .collect();
        let links = self.arcs(&vertices).into_iter().map(|ends| Link { ends, arrow: true }).collect();
        let mut notes = Vec::new();
        if !self.source.about.is_empty() {
            notes.push(self.source.about.clone());
        }
        if !whole {
            notes.push(format!(
                "{} vertices; drawn are the tokens' own and those one move away",
                self.dag().len()
            ));
        }
        Scene { picture: Picture::Network(Network { nodes, links }), notes }
    }

    fn sketch(&self, state: &str) -> Option<Sketch> {
        let at = self.parse_state(Text::new(state)).ok()?;
        let all = (0..self.dag().len()).map(|v| self.dag().name(nearest(v)).to_owned()).collect();
        let on = at.0.iter().map(|&v| v as usize).collect();
        Some(Sketch { parts: SketchParts::Tokens { all, on }, scene: self.scene(&at) })
    }

    fn sites(&self, at: &Tokens, m: &Slide) -> Vec<Site> {
        let from = at.0[m.token as usize];
        vec![Site::new(0, u64::from(from)), Site::new(0, u64::from(m.to))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the shipped graphs that are drawn as rivers and stairs no two arcs cross and none runs through a vertex.
    #[test]
    fn rivers_and_stairs_are_drawn_without_crossings() {
        for id in ["token/river:spring", "token/pyramid:a1"] {
            let position = crate::games::open(id, &crate::rules::Library::default()).unwrap();
            let Picture::Network(network) = position.scene().picture else { panic!("{id}: no network") };
            let at: Vec<(f32, f32)> = network.nodes.iter().map(|n| n.at).collect();
            let arcs: Vec<(usize, usize)> = network.links.iter().map(|l| l.ends).collect();
            assert!(tangle(&at, &arcs, 0.2) < 1.0, "{id}: {}", tangle(&at, &arcs, 0.2));
        }
    }

    #[test]
    fn of_two_pictures_that_with_shorter_arcs_is_clearer() {
        let [short, long] = [1.0, 4.0].map(|x| disorder(&[(0.0, 0.0), (x, 1.0)], &[(0, 1)]));
        assert!(short < long, "{short}, {long}");
    }
}
