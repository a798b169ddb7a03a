//! The board: its points with rings or without, and its lines. A point is the site (0, point).

use super::{Places, RingRules, Rings};
use crate::rules::{
    BoardView, Face, Lattice, Line, Link, Look, Network, Node, Picture, Point, Scene, Site, Sketch,
    SketchParts,
};
use crate::solve::rings::ones;

impl<K: RingRules> BoardView for Rings<K> {
    fn scene(&self, at: &u64) -> Scene {
        let face = |p: usize| if at >> p & 1 == 1 { Face::Stone } else { Face::Empty };
        let site = |p: usize| Some(Site::new(0, p as u64));
        let picture = match &self.layout.places {
            Places::Lattice(places) => Picture::Lattice(Lattice {
                points: (places.iter().enumerate())
                    .map(|(p, &at)| Point { at, face: face(p), label: p.to_string(), site: site(p) })
                    .collect(),
                lines: (self.layout.board.pairs())
                    .map(|ends| Line { ends, look: Look::Plain, site: None })
                    .collect(),
                areas: Vec::new(),
            }),
            Places::Free(places) => Picture::Network(Network {
                nodes: (places.iter().enumerate())
                    .map(|(p, &at)| Node {
                        at,
                        face: face(p),
                        label: p.to_string(),
                        load: String::new(),
                        site: site(p),
                    })
                    .collect(),
                links: self.layout.board.pairs().map(|ends| Link { ends, arrow: false }).collect(),
            }),
        };
        let about = &self.layout.about;
        Scene { picture, notes: if about.is_empty() { Vec::new() } else { vec![about.clone()] } }
    }

    fn sketch(&self, state: &str) -> Option<Sketch> {
        let code = state.parse().ok()?;
        Some(Sketch { parts: SketchParts::Points { code }, scene: self.scene(&code) })
    }

    fn sites(&self, _at: &u64, m: &u64) -> Vec<Site> {
        ones(*m).map(|p| Site::new(0, u64::from(p))).collect()
    }
}
