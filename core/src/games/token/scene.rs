//! Draws the graph in layers. Vertices of equal height share a layer; the height is the length of the longest path from
//! a vertex. Vertex `v` is the site (0, v).

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::{Slide, Token, Tokens};
use crate::games::prelude::*;

/// The maximum number of vertices in a graph that is drawn in full. In a larger graph, all vertices with tokens are
/// drawn. If these are fewer than the maximum, vertices at most two moves away are drawn too, until the maximum is
/// reached.
const DRAWN: usize = 24;

impl Token {
    pub(super) fn drawn(&self, at: &Tokens) -> Vec<u32> {
        if self.graph().len() <= DRAWN {
            return (0..saturating_cast(self.graph().len())).collect();
        }
        // The levels are the vertices with tokens, the vertices one move away, and the vertices two moves away.
        let mut near: BTreeSet<u32> = BTreeSet::new();
        let mut level: Vec<u32> = at.0.to_vec();
        for _ in 0..3 {
            for &v in &level {
                if near.len() < DRAWN || at.0.contains(&v) {
                    near.insert(v);
                }
            }
            let next = level.iter().flat_map(|&v| self.graph().next(v));
            level = next.copied().filter(|v| !near.contains(v)).collect();
        }
        near.into_iter().collect()
    }

    fn arcs(&self, vertices: &[u32]) -> Vec<(usize, usize)> {
        let place: FxHashMap<u32, usize> = vertices.iter().copied().zip(0..).collect();
        let from = |(i, &v): (usize, &u32)| {
            let ends = self.graph().next(v).iter().filter_map(|w| place.get(w));
            ends.map(move |&j| (i, j)).collect::<Vec<_>>()
        };
        vertices.iter().enumerate().flat_map(from).collect()
    }

    fn arcs_up(&self, vertices: &[u32]) -> String {
        const NAMED: usize = 12;
        let graph = self.graph();
        let mut up: Vec<String> = self
            .arcs(vertices)
            .into_iter()
            .map(|(from, to)| (vertices[from], vertices[to]))
            .filter(|&(from, to)| graph.height(to) > graph.height(from))
            .map(|(from, to)| format!("{}-{}", graph.name(from), graph.name(to)))
            .collect();
        if up.len() > NAMED {
            up.truncate(NAMED);
            up.push("...".to_owned());
        }
        tr!("These arcs lead up: {arcs}.", arcs = up.join(", "))
    }

    fn places(&self, vertices: &[u32]) -> Vec<(f32, f32)> {
        let mut heights: Vec<u32> = vertices.iter().map(|&v| self.graph().height(v)).collect();
        heights.sort_unstable_by(|a, b| b.cmp(a));
        heights.dedup();
        let mut layers: Vec<Vec<usize>> = vec![Vec::new(); heights.len()];
        for (i, &v) in vertices.iter().enumerate() {
            layers[heights.partition_point(|&h| h > self.graph().height(v))].push(i);
        }
        let mut at = vec![(0.0, 0.0); vertices.len()];
        for (y, layer) in layers.iter().enumerate() {
            layer
                .iter()
                .enumerate()
                .for_each(|(x, &i)| at[i] = (x as f32, y as f32));
        }
        at
    }
}

impl BoardView for Token {
    fn scene(&self, at: &Tokens, _view: View) -> Scene {
        let vertices = self.drawn(at);
        let whole = vertices.len() == self.graph().len();
        let mut loads: FxHashMap<u32, Vec<String>> = FxHashMap::default();
        for (token, &v) in at.0.iter().enumerate() {
            loads.entry(v).or_default().push((token + 1).to_string());
        }
        let nodes = vertices
            .iter()
            .zip(self.places(&vertices))
            .map(|(&v, at)| {
                let load = loads
                    .get(&v)
                    .map_or(String::new(), |tokens| tokens.join(" "));
                Node {
                    at,
                    face: if load.is_empty() {
                        Face::Empty
                    } else {
                        Face::Stone
                    },
                    label: self.graph().name(v).to_owned(),
                    load,
                    site: Some(Site::new(0, u64::from(v))),
                }
            })
            .collect();
        let links = self.arcs(&vertices).into_iter().map(Link::plain).collect();
        let mut notes = Vec::new();
        if !self.source.about.is_empty() {
            notes.push(self.source.about.clone());
        }
        if self.loops() {
            notes.push(self.arcs_up(&vertices));
            notes.push(tr!("Play may go on for ever, and then it is a draw.").to_owned());
        } else {
            notes.push(tr!("All arcs lead down.").to_owned())
        }
        if !whole {
            notes.push(tr!(
                "{count} vertices; drawn are those near the tokens",
                count = self.graph().len()
            ));
        }
        Scene {
            picture: Picture::Graph(Graph {
                layout: GraphLayout::Layers,
                nodes,
                links,
                areas: Vec::new(),
            }),
            notes,
        }
    }

    fn sites(&self, at: &Tokens, m: &Slide) -> Vec<Site> {
        let from = at.0[m.token as usize];
        vec![Site::new(0, u64::from(from)), Site::new(0, u64::from(m.to))]
    }
}
