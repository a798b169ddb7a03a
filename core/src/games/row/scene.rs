//! The board: stones and gaps in a line. A stone is the site (0, cell), cells from 0.

use super::{RowStones, StoneMove, StoneRow};
use crate::rules::{BoardView, Face, Picture, Rules, Scene, Site, Sketch, SketchParts, Strip, StripCell};

impl BoardView for StoneRow {
    fn scene(&self, at: &RowStones) -> Scene {
        let cells = at.0.iter().zip(0u64..).map(|(&stone, cell)| match stone {
            true => StripCell { face: Face::Stone, sites: [Some(Site::new(0, cell)), None] },
            false => StripCell { face: Face::Empty, sites: [None, None] },
        });
        let runs: Vec<String> = at.runs().map(|run| run.len().to_string()).collect();
        Scene {
            picture: Picture::Strip(Strip { cells: cells.collect(), boxed: false }),
            notes: match runs.len() {
                0 => vec!["No stone is left".to_owned()],
                1..=20 => vec![format!("Runs: {}", runs.join(" "))],
                many => vec![format!("{many} runs, {} stones", at.stones())],
            },
        }
    }

    fn sketch(&self, state: &str) -> Option<Sketch> {
        let cells = state.chars().zip(0u64..).map(|(kind, cell)| StripCell {
            face: if kind == 'O' { Face::Stone } else { Face::Empty },
            sites: [Some(Site::new(0, cell)), None],
        });
        let scene = Scene::of(Picture::Strip(Strip { cells: cells.collect(), boxed: false }));
        let parts = SketchParts::Cells {
            cells: state.chars().collect(),
            kinds: "O.",
            open: Some("cells"),
            mover: None,
        };
        Some(Sketch { parts, scene })
    }

    fn sites(&self, _at: &RowStones, m: &StoneMove) -> Vec<Site> {
        m.cells().map(|cell| Site::new(0, cell as u64)).collect()
    }

    fn moves_with(&self, at: &RowStones, picked: &[Site], most: usize) -> Vec<StoneMove> {
        let Some(first) = picked.iter().map(|s| s.item).min() else {
            return self.first_moves(at, most);
        };
        // Moves that hold a cell begin there or one cell before.
        let cell = usize::try_from(first).unwrap_or(usize::MAX);
        let mut found = Vec::new();
        for (cell, two) in [(cell.checked_sub(1), true), (Some(cell), false), (Some(cell), true)] {
            let Some(m) = cell.filter(|&c| c < at.0.len()).map(|cell| StoneMove { cell, two }) else {
                continue;
            };
            let sites = self.sites(at, &m);
            if self.is_legal(at, &m) && picked.iter().all(|p| sites.contains(p)) && found.len() < most {
                found.push(m);
            }
        }
        found
    }
}
