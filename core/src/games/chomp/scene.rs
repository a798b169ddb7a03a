//! The bar, its poison at bottom left. The square of row r and column c is the site (r, c), both from 0.

use super::{Bar, Bite, Chomp};
use crate::rules::{
    BoardView, Face, Notation, Picture, Scene, Site, Sketch, SketchParts, Square, Squares, Text, nearest,
};

/// The most rows and columns that are drawn; bites beyond are typed.
const DRAWN: usize = 60;

impl BoardView for Chomp {
    fn scene(&self, at: &Bar) -> Scene {
        // An eaten bar leaves one empty square.
        let columns = usize::from(at.columns()).clamp(1, DRAWN);
        let rows = at.rows().len().clamp(1, DRAWN);
        let mut squares = Vec::with_capacity(rows * columns);
        for row in (0..rows).rev() {
            let length = at.rows().get(row).copied().map_or(0, usize::from);
            for column in 0..columns {
                let face = match (row, column) {
                    _ if column >= length => Face::Empty,
                    (0, 0) => Face::Poison,
                    _ => Face::Food,
                };
                let site = (column < length).then(|| Site::new(nearest(row), column as u64));
                squares.push(Square { face, label: String::new(), site });
            }
        }
        let mut notes = Vec::new();
        if at.rows().len() > DRAWN || usize::from(at.columns()) > DRAWN {
            notes.push(format!(
                "{} rows, the lowest of {} squares; drawn up to {DRAWN}, type other bites",
                at.rows().len(),
                at.columns()
            ));
        }
        let picture = Picture::Squares(Squares {
            columns,
            squares,
            bite: true,
            column_labels: (1..=columns).map(|n| n.to_string()).collect(),
            row_labels: (1..=rows).rev().map(|n| n.to_string()).collect(),
        });
        Scene { picture, notes }
    }

    /// One row and one column more than there are, so that the bar can be made larger.
    fn sketch(&self, state: &str) -> Option<Sketch> {
        let at = self.parse_state(Text::new(state)).ok()?;
        let columns = (usize::from(at.columns()) + 1).min(DRAWN);
        let high = (at.rows().len() + 1).min(DRAWN);
        let square = |(row, column): (usize, usize)| {
            let there = at.rows().get(row).is_some_and(|&length| column < usize::from(length));
            let face = match (there, row, column) {
                (false, ..) => Face::Empty,
                (_, 0, 0) => Face::Poison,
                _ => Face::Food,
            };
            Square { face, label: String::new(), site: Some(Site::new(nearest(row), column as u64)) }
        };
        let places = (0..high).rev().flat_map(|row| (0..columns).map(move |column| (row, column)));
        let scene = Scene::of(Picture::Squares(Squares {
            columns,
            squares: places.map(square).collect(),
            bite: false,
            column_labels: (1..=columns).map(|n| n.to_string()).collect(),
            row_labels: (1..=high).rev().map(|n| n.to_string()).collect(),
        }));
        let rows = at.rows().iter().map(|&length| u64::from(length)).collect();
        Some(Sketch { parts: SketchParts::Staircase { rows }, scene })
    }

    fn sites(&self, _at: &Bar, m: &Bite) -> Vec<Site> {
        vec![Site::new(u32::from(m.row), u64::from(m.column))]
    }

    fn moves_with(&self, at: &Bar, picked: &[Site], most: usize) -> Vec<Bite> {
        use crate::rules::Rules;
        let Some((first, rest)) = picked.split_first() else { return self.first_moves(at, most) };
        let bite = u16::try_from(first.group).ok().zip(u16::try_from(first.item).ok());
        bite.map(|(row, column)| Bite { row, column })
            .filter(|m| most > 0 && rest.iter().all(|s| s == first) && self.is_legal(at, m))
            .into_iter()
            .collect()
    }
}
