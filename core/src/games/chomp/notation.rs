//! Bars as `RxC` or as the lengths of their rows, bites as `row,column`.

use super::{Bar, Bite, Chomp, MOST_SIDE};
use crate::rules::{IdError, MoveError, Notation, Text, nearest};

impl Notation for Chomp {
    fn parse_state(&self, text: Text<'_>) -> Result<Bar, IdError> {
        let cross = if text.as_str().contains('X') { 'X' } else { 'x' };
        if let Some((rows, columns)) = text.split_once(cross) {
            let rows = rows.number("a number of rows", 1, MOST_SIDE)?;
            let columns = nearest(columns.number("a number of columns", 1, MOST_SIDE)?);
            return Ok(Bar::new((0..rows).map(|_| columns)));
        }
        let mut rows: Vec<u16> = Vec::new();
        for piece in text.split(',') {
            let length = nearest(piece.number("the length of a row", 0, MOST_SIDE)?);
            if let Some(&below) = rows.last().filter(|&&below| length > below) {
                return Err(piece.error(
                    format!("a row of {length} above one of {below}"),
                    "rows from the bottom, none longer than the one below",
                ));
            }
            if rows.len() as u64 >= MOST_SIDE {
                return Err(piece.error("too many rows", format!("at most {MOST_SIDE}")));
            }
            rows.push(length);
        }
        Ok(Bar::new(rows))
    }

    fn state_text(&self, at: &Bar) -> String {
        if at.rows().is_empty() {
            return "0".to_owned();
        }
        if at.is_rectangle() {
            return format!("{}x{}", at.rows().len(), at.columns());
        }
        let rows: Vec<String> = at.rows().iter().map(u16::to_string).collect();
        rows.join(",")
    }

    fn parse_move(&self, _at: &Bar, text: &str) -> Result<Bite, MoveError> {
        let fail = |what: String| {
            MoveError::new(text, what, "a row and a column from 1, row 1 at the bottom, such as 2,3")
        };
        let (row, column) =
            Text::new(text).split_once(',').ok_or_else(|| fail("there is no comma".to_owned()))?;
        let number = |text: Text<'_>, what| text.trim().number(what, 1, MOST_SIDE).map_err(|e| fail(e.what));
        let (row, column) = (number(row, "a row")?, number(column, "a column")?);
        Ok(Bite { row: nearest::<u16, _>(row) - 1, column: nearest::<u16, _>(column) - 1 })
    }

    fn move_text(&self, _at: &Bar, m: &Bite) -> String {
        format!("{},{}", m.row + 1, m.column + 1)
    }

    fn move_in_words(&self, _at: &Bar, m: &Bite) -> String {
        format!("bite at row {}, column {}", m.row + 1, m.column + 1)
    }

    fn why_illegal(&self, at: &Bar, m: &Bite) -> (String, String) {
        let expected = match at.rows().get(usize::from(m.row)) {
            Some(length) => format!("row {} ends at column {length}", m.row + 1),
            None => format!("a row from 1 to {}", at.rows().len()),
        };
        (format!("there is no square {},{}", m.row + 1, m.column + 1), expected)
    }
}
