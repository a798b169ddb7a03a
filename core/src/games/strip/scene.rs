//! The board: cells as boxes. Giving cell `i` (from 0) the colour `c` (1 or 2) is the site (c, i).

use super::{ColouredStrip, Colouring, Paint};
use crate::games::strip::gaps::Cell;
use crate::rules::{self, BoardView, Face, Picture, Rules, Scene, Site, Sketch, SketchParts, StripCell};

fn site(m: &Paint) -> Site {
    Site::new(if m.colour == Cell::Two { 2 } else { 1 }, m.cell as u64)
}

impl BoardView for ColouredStrip {
    fn scene(&self, at: &Colouring) -> Scene {
        let cells = at.0.iter().enumerate().map(|(cell, &colour)| {
            let sites = Cell::COLOURS.map(|colour| {
                let m = Paint { cell, colour };
                self.is_legal(at, &m).then(|| site(&m))
            });
            let face = match colour {
                Cell::One => Face::ColourOne,
                Cell::Two => Face::ColourTwo,
                Cell::Free if sites == [None, None] => Face::Closed,
                Cell::Free => Face::Free,
            };
            StripCell { face, sites }
        });
        let cells: Vec<StripCell> = cells.collect();
        let numbered = cells.iter().any(|cell| cell.face == Face::Free);
        let note = "Small numbers are colours still allowed there.".to_owned();
        let notes = if numbered { vec![note] } else { Vec::new() };
        Scene { picture: Picture::Strip(rules::Strip { cells, boxed: true }), notes }
    }

    fn sketch(&self, state: &str) -> Option<Sketch> {
        let cells = state.chars().zip(0u64..).map(|(kind, cell)| {
            let [one, two] = [1, 2].map(|colour| Some(Site::new(colour, cell)));
            match kind {
                '1' => StripCell { face: Face::ColourOne, sites: [one, None] },
                '2' => StripCell { face: Face::ColourTwo, sites: [None, two] },
                _ => StripCell { face: Face::Free, sites: [one, two] },
            }
        });
        let scene = Scene::of(Picture::Strip(rules::Strip { cells: cells.collect(), boxed: true }));
        let parts = SketchParts::Cells {
            cells: state.chars().collect(),
            kinds: "012",
            open: Some("cells"),
            mover: None,
        };
        Some(Sketch { parts, scene })
    }

    fn sites(&self, _at: &Colouring, m: &Paint) -> Vec<Site> {
        vec![site(m)]
    }

    fn moves_with(&self, at: &Colouring, picked: &[Site], most: usize) -> Vec<Paint> {
        let Some(first) = picked.first() else {
            return self.first_moves(at, most);
        };
        let colour = match first.group {
            1 => Cell::One,
            2 => Cell::Two,
            _ => return Vec::new(),
        };
        let m = Paint { cell: usize::try_from(first.item).unwrap_or(usize::MAX), colour };
        let fits = most > 0 && picked.iter().all(|p| *p == site(&m)) && self.is_legal(at, &m);
        if fits { vec![m] } else { Vec::new() }
    }
}
