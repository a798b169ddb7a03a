//! Strips as digits (`010002`), moves as cell and colour (`4=1`).

use super::{ColouredStrip, Colouring, Paint};
use crate::games::strip::gaps::Cell;
use crate::rules::{IdError, MoveError, Notation, Text, nearest};

/// The digit of a cell.
pub(super) fn digit(cell: Cell) -> char {
    match cell {
        Cell::Free => '0',
        Cell::One => '1',
        Cell::Two => '2',
    }
}

fn cell(digit: char) -> Option<Cell> {
    match digit {
        '0' => Some(Cell::Free),
        '1' => Some(Cell::One),
        '2' => Some(Cell::Two),
        _ => None,
    }
}

impl Notation for ColouredStrip {
    fn parse_state(&self, text: Text<'_>) -> Result<Colouring, IdError> {
        const EXPECTED: &str = "cells: 0 free, 1 or 2 coloured, no two neighbours of the same colour";
        if text.is_empty() {
            return Err(text.error("the strip has no cells", EXPECTED));
        }
        let mut cells: Vec<Cell> = Vec::with_capacity(text.as_str().len());
        for (column, c) in text.chars() {
            let Some(next) = cell(c) else {
                return Err(IdError::new(column, format!("{c:?} is not a cell"), EXPECTED));
            };
            if next != Cell::Free && cells.last() == Some(&next) {
                let what = format!("cells {} and {} both have colour {c}", cells.len(), cells.len() + 1);
                return Err(IdError::new(column, what, EXPECTED));
            }
            cells.push(next);
        }
        Ok(Colouring(cells.into()))
    }

    fn state_text(&self, at: &Colouring) -> String {
        at.0.iter().map(|&cell| digit(cell)).collect()
    }

    fn least_next_text(&self, at: &Colouring) -> usize {
        at.0.len()
    }

    fn parse_move(&self, at: &Colouring, text: &str) -> Result<Paint, MoveError> {
        let most = at.0.len() as u64;
        let fail = |what: String| {
            MoveError::new(text, what, format!("a cell from 1 to {most}, = and a colour, such as 4=1"))
        };
        let (place, colour) =
            Text::new(text).split_once('=').ok_or_else(|| fail("there is no = in it".to_owned()))?;
        let place = place.trim().number("a cell", 1, most).map_err(|e| fail(e.what))?;
        let colour = match colour.trim().number("a colour", 1, 2).map_err(|e| fail(e.what))? {
            1 => Cell::One,
            _ => Cell::Two,
        };
        Ok(Paint { cell: nearest::<usize, _>(place) - 1, colour })
    }

    fn move_text(&self, _at: &Colouring, m: &Paint) -> String {
        format!("{}={}", m.cell + 1, digit(m.colour))
    }

    fn move_in_words(&self, _at: &Colouring, m: &Paint) -> String {
        format!("put colour {} in cell {}", digit(m.colour), m.cell + 1)
    }

    fn why_illegal(&self, at: &Colouring, m: &Paint) -> (String, String) {
        let place = m.cell + 1;
        match at.0.get(m.cell) {
            Some(&Cell::Free) => (
                format!("a neighbour of cell {place} has colour {} already", digit(m.colour)),
                "a colour that no neighbour has".to_owned(),
            ),
            Some(&taken) => (format!("cell {place} has colour {}", digit(taken)), "a free cell".to_owned()),
            None => (format!("there is no cell {place}"), format!("a cell from 1 to {}", at.0.len())),
        }
    }
}
