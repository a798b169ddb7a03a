//! The board: dots, edges drawn or not, owned triangles. An edge is the site (0, its place in board order).

use super::TriangleWar;
use super::rules::{Drawn, Edge};
use crate::rules::{
    Area, BoardView, Face, Lattice, Line, Look, Notation, Picture, Player, Point, Scene, Site, Sketch,
    SketchParts, Text, nearest,
};

impl BoardView for TriangleWar {
    fn scene(&self, at: &Drawn) -> Scene {
        let grid = self.grid();
        let point = |dot: u8| {
            let (row, place) = grid.place(dot);
            let (row, place) = (nearest::<i32, _>(row), nearest::<i32, _>(place));
            Point { at: (2 * place - row, row), face: Face::Dot, label: dot.to_string(), site: None }
        };
        let line = |(edge, &(a, b)): (usize, &(u8, u8))| Line {
            ends: (usize::from(a) - 1, usize::from(b) - 1),
            look: if at.drawn() >> edge & 1 == 1 { Look::Strong } else { Look::Faint },
            site: Some(Site::new(0, edge as u64)),
        };
        let area = |(t, corners): (usize, [u8; 3])| {
            let owner = at.owner(t);
            Area { corners: corners.map(|dot| usize::from(dot) - 1), owner, label: label(owner) }
        };
        Scene::of(Picture::Lattice(Lattice {
            points: (1..=nearest(grid.dots())).map(point).collect(),
            lines: grid.edges().iter().enumerate().map(line).collect(),
            areas: grid.triangles().iter().map(|t| t.dots).enumerate().map(area).collect(),
        }))
    }

    fn sketch(&self, state: &str) -> Option<Sketch> {
        let at = self.parse_state(Text::new(state)).ok()?;
        let all = (0..self.grid().edges().len()).map(|edge| self.edge_text(nearest(edge))).collect();
        let chosen = at.order().iter().map(|&edge| usize::from(edge)).collect();
        Some(Sketch { parts: SketchParts::Ordered { all, chosen, name: "edges" }, scene: self.scene(&at) })
    }

    fn sites(&self, _at: &Drawn, m: &Edge) -> Vec<Site> {
        vec![Site::new(0, u64::from(*m))]
    }
}

fn label(owner: Option<Player>) -> String {
    owner.map_or_else(String::new, |player| super::name(player).to_owned())
}
