//! Cells in rows of the board's width. The cell i is the site (0, i); a move is the cells that change.

use std::sync::PoisonError;
use std::time::Duration;

use super::{CellChanges, OwnBoard};
use crate::games::own::engine;
use crate::games::own::explored::OwnPosition;
use crate::games::own::script::{ScriptError, ScriptKind};
use crate::rules::{BoardView, Face, Picture, Scene, Site, Sketch, SketchParts, Square, Squares};

/// How long a script is waited for while a board is drawn.
const PATIENCE: Duration = Duration::from_millis(500);

impl OwnBoard {
    /// What stands in a cell: its sign or its number.
    fn square(&self, i: usize, cell: i32) -> Square {
        let site = Some(Site::new(0, i as u64));
        let Some(signs) = &self.script.signs else {
            return Square { face: Face::Free, label: cell.to_string(), site };
        };
        let place = usize::try_from(cell).ok();
        let look = |all: &[char]| place.and_then(|n| all.get(n).copied()).unwrap_or('?');
        // The first of them alone: others are to be told from it.
        let is_free = |sign: &char| matches!(sign, '.' | '-' | '_' | '·');
        let face = match place.is_some() && signs.iter().position(is_free) == place {
            true => Face::Free,
            false => Face::Sign { sign: look(signs), plain: look(&self.script.plain_signs) },
        };
        Square { face, label: String::new(), site }
    }

    /// How many cells stand in a row; all of them where the script gives no answer. It is asked once.
    fn columns(&self, cells: usize) -> usize {
        let widths = || self.widths.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&width) = widths().get(&cells) {
            return width;
        }
        let width = match engine::within(&engine::waiting(PATIENCE), || self.script.width(cells)) {
            Ok(Ok(width)) => width.min(cells.max(1)),
            // In a frame that did not wait for it, it is not known yet.
            Err(_) | Ok(Err(ScriptError::Stopped(_))) if engine::has_deadline() => return cells.max(1),
            _ => cells.max(1),
        };
        widths().insert(cells, width);
        width
    }
}

impl BoardView for OwnBoard {
    fn scene(&self, at: &OwnPosition) -> Scene {
        let columns = self.columns(at.cells.len());
        let mut squares: Vec<Square> =
            at.cells.iter().enumerate().map(|(i, &cell)| self.square(i, cell)).collect();
        while !squares.len().is_multiple_of(columns) {
            squares.push(Square { face: Face::Empty, label: String::new(), site: None });
        }
        let rows = squares.len() / columns;
        let first = |row: usize| (row * columns + 1).to_string();
        let picture = Picture::Squares(Squares {
            columns,
            squares,
            bite: false,
            column_labels: (1..=columns).map(|n| n.to_string()).collect(),
            row_labels: if rows > 1 { (0..rows).map(first).collect() } else { Vec::new() },
        });
        Scene::of(picture)
    }

    fn sketch(&self, state: &str) -> Option<Sketch> {
        let (mover, state) = match (self.script.kind, state.split_once(':')) {
            (ScriptKind::Two, Some((mover, cells))) => {
                (Some(if mover.trim().eq_ignore_ascii_case("B") { 2 } else { 1 }), cells)
            }
            (ScriptKind::Two, None) => (Some(1), state),
            _ => (None, state),
        };
        if self.script.signs.is_none() {
            let numbers = Sketch::of_numbers(state, None, true);
            return match mover {
                Some(mover) => numbers.moved_by(mover),
                None => Some(numbers),
            };
        }
        // What is typed may hold other signs, which stand for no number.
        let sign =
            |c: char| self.script.signs.iter().flatten().position(|&s| s == c).map_or(-1, |i| i as i32);
        let cells: Box<[i32]> = state.chars().map(sign).collect();
        let scene = self.scene(&OwnPosition { mover: None, cells });
        let kinds = self.script.signs_text.as_str();
        let parts = SketchParts::Cells { cells: state.chars().collect(), kinds, open: Some("cells"), mover };
        Some(Sketch { parts, scene })
    }

    fn sites(&self, _at: &OwnPosition, m: &CellChanges) -> Vec<Site> {
        m.0.iter().map(|(i, _)| Site::new(0, u64::from(*i))).collect()
    }
}
