//! Rows as cells (`OO.OOO`) or as run lengths (`2,3`), moves as cells (`3`, `3+4`).

use super::{RowStones, StoneMove, StoneRow};
use crate::rules::{IdError, MoveError, Notation, Text, nearest};

/// The longest row that run lengths may name. (Cells written out name themselves.)
const MOST_NAMED: u64 = 1_000_000;

impl Notation for StoneRow {
    fn parse_state(&self, text: Text<'_>) -> Result<RowStones, IdError> {
        const EXPECTED: &str = "cells (O a stone, . a gap) or run lengths from 1, separated by commas";
        if text.is_empty() {
            return Err(text.error("the row has no cells", EXPECTED));
        }
        if text.as_str().starts_with(|c: char| c.is_ascii_digit() || c == ',') {
            let mut runs = Vec::new();
            let mut cells = 0u64;
            for piece in text.split(',') {
                let run = piece.number("a run length", 1, MOST_NAMED)?;
                cells += run + u64::from(cells > 0);
                if cells > MOST_NAMED {
                    return Err(piece.error(
                        format!("the row gets longer than {MOST_NAMED} cells"),
                        "fewer or shorter runs",
                    ));
                }
                runs.push(nearest(run));
            }
            return Ok(RowStones::from_runs(runs));
        }
        text.chars()
            .map(|(column, c)| match c {
                'O' | 'o' => Ok(true),
                '.' | 'x' => Ok(false),
                _ => Err(IdError::new(column, format!("{c:?} is neither a stone nor a gap"), EXPECTED)),
            })
            .collect::<Result<Vec<bool>, IdError>>()
            .map(|cells| RowStones(cells.into()))
    }

    fn state_text(&self, at: &RowStones) -> String {
        at.0.iter().map(|&stone| if stone { 'O' } else { '.' }).collect()
    }

    fn least_next_text(&self, at: &RowStones) -> usize {
        at.0.len()
    }

    fn parse_move(&self, at: &RowStones, text: &str) -> Result<StoneMove, MoveError> {
        let most = at.0.len() as u64;
        let fail = |what: String| {
            MoveError::new(
                text,
                what,
                format!("a cell from 1 to {most}, or two that touch, such as 3 or 3+4"),
            )
        };
        let cells: Vec<u64> = Text::new(text)
            .split('+')
            .map(|piece| piece.trim().number("a cell", 1, most).map_err(|e| fail(e.what)))
            .collect::<Result<_, _>>()?;
        match cells[..] {
            [cell] => Ok(StoneMove { cell: nearest::<usize, _>(cell) - 1, two: false }),
            [a, b] if a.abs_diff(b) == 1 => {
                Ok(StoneMove { cell: nearest::<usize, _>(a.min(b)) - 1, two: true })
            }
            [a, b] => Err(fail(format!("cells {a} and {b} do not touch"))),
            _ => Err(fail("more than two cells are named".to_owned())),
        }
    }

    fn move_text(&self, _at: &RowStones, m: &StoneMove) -> String {
        match m.two {
            false => (m.cell + 1).to_string(),
            true => format!("{}+{}", m.cell + 1, m.cell + 2),
        }
    }

    fn move_in_words(&self, _at: &RowStones, m: &StoneMove) -> String {
        let first = m.cell + 1;
        match m.two {
            false => format!("take stone {first}"),
            true => format!("take stones {first} and {}", first + 1),
        }
    }

    fn move_kind(&self, _at: &RowStones, m: &StoneMove) -> u8 {
        u8::from(m.two)
    }

    fn why_illegal(&self, at: &RowStones, m: &StoneMove) -> (String, String) {
        let gap = m.cells().find(|&cell| at.0.get(cell) != Some(&true)).unwrap_or(m.cell);
        (format!("no stone stands on cell {}", gap + 1), "cells with stones".to_owned())
    }
}
