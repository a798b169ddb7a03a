//! Cells as numbers or signs, moves as the cells that change.

use super::{CellChanges, OwnBoard};
use crate::games::own::script::{MOST_CELLS, ScriptKind};
use crate::games::own::engine;
use crate::games::own::explored::OwnPosition;
use crate::games::own::known;
use crate::games::reasons::and;
use crate::rules::{IdError, MoveError, Notation, Player, Rules, Text, limits_of_work};

impl OwnBoard {
    /// Cells written as signs, or as numbers with commas.
    fn read_cells(&self, text: Text<'_>) -> Result<Box<[i32]>, IdError> {
        let (least, most) = self.script.range();
        let mut cells = Vec::new();
        match &self.script.signs {
            Some(signs) if !text.as_str().contains(',') => {
                for (column, c) in text.chars() {
                    let same = |s: &char| s.to_lowercase().eq(c.to_lowercase());
                    let exact = signs.iter().position(|&s| s == c);
                    // A letter in another case is read where it can mean one sign only.
                    let alike = || match signs.iter().filter(|s| same(s)).count() {
                        1 => signs.iter().position(&same),
                        _ => None,
                    };
                    let Some(at) = exact.or_else(alike) else {
                        let all: String = signs.iter().collect();
                        return Err(IdError::new(
                            column,
                            format!("{c:?} is no sign of a cell"),
                            format!("one of {all}"),
                        ));
                    };
                    cells.push(at as i32);
                }
            }
            _ => {
                for piece in text.split(',').filter(|_| !text.is_empty()) {
                    cells.push(number(piece.trim(), least, most)?);
                }
            }
        }
        match cells.len() {
            0 => Err(text.error(
                "there are no cells",
                format!("cells such as {}", self.script.state_text(&self.script.start, None)),
            )),
            n if n > MOST_CELLS => Err(text.error(format!("{n} cells"), format!("at most {MOST_CELLS}"))),
            _ => Ok(cells.into()),
        }
    }
}

/// A number that may be negative.
fn number(text: Text<'_>, least: i32, most: i32) -> Result<i32, IdError> {
    let expected = || format!("a cell from {least} to {most}");
    let fail = |e: IdError| IdError { expected: expected(), ..e };
    match text.as_str().strip_prefix('-') {
        None => Ok(text.number("a cell", least.max(0) as u64, most as u64).map_err(fail)? as i32),
        Some(_) if least >= 0 => Err(text.error("it is negative", expected())),
        Some(digits) => {
            let digits = text.beside(digits, text.column() + 1);
            let n = digits.number("a cell", 0, u64::from(least.unsigned_abs())).map_err(fail)?;
            Ok(-(n as i32))
        }
    }
}

impl OwnBoard {
    /// The number that a sign stands for, where it is no digit: moves can be typed with it.
    fn signed(&self, text: &str) -> Option<i32> {
        let mut chars = text.chars();
        let (sign, None) = (chars.next().filter(|c| !c.is_ascii_digit())?, chars.next()) else { return None };
        let place = self.script.signs.as_ref()?.iter().position(|&known| known == sign)?;
        i32::try_from(place).ok()
    }
}

/// How long a script is waited for to name a move.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(200);

impl OwnBoard {
    /// A move in words, as the cells tell it: a piece put, taken or moved, a number set.
    fn default_words(&self, at: &OwnPosition, m: &CellChanges) -> String {
        let piece = self.script.piece.as_deref();
        let Some(signs) = &self.script.signs else {
            let which = |i: u32| {
                if at.cells.len() == 1 { "the number".to_owned() } else { format!("number {}", i + 1) }
            };
            let set: Vec<String> = m.0.iter().map(|(i, value)| format!("{} to {value}", which(*i))).collect();
            return format!("set {}", and(&set));
        };
        let sign = |value: i32| usize::try_from(value).ok().and_then(|v| signs.get(v)).map_or(' ', |s| *s);
        let cell = |i: u32| format!("cell {}", i + 1);
        let article = |noun: &str| {
            format!("{} {noun}", if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" })
        };
        let name = |value: i32| piece.map_or_else(|| sign(value).to_string(), article);
        match *m.0 {
            [(i, 0)] => match piece {
                Some(piece) => format!("take the {piece} from {}", cell(i)),
                None => format!("take piece {} from {}", sign(at.cells[i as usize]), cell(i)),
            },
            [(i, value)] if at.cells[i as usize] == 0 => format!("put {} in {}", name(value), cell(i)),
            [(i, a), (j, b)]
                if (a == 0) != (b == 0) && at.cells[i as usize] == b && at.cells[j as usize] == a =>
            {
                let (from, to, moved) = if a == 0 { (i, j, b) } else { (j, i, a) };
                let piece =
                    piece.map_or_else(|| format!("piece {}", sign(moved)), |piece| format!("the {piece}"));
                format!("move {piece} from {} to {}", cell(from), cell(to))
            }
            ref many => {
                let cells: Vec<String> = many.iter().map(|(i, _)| (i + 1).to_string()).collect();
                let first = many.first().map_or(0, |(_, value)| *value);
                match many.iter().all(|(i, value)| *value == first && at.cells[*i as usize] == 0) {
                    true => format!("put {} in cells {}", name(first), and(&cells)),
                    false => format!("change cells {}", and(&cells)),
                }
            }
        }
    }
}

impl Notation for OwnBoard {
    fn parse_state(&self, text: Text<'_>) -> Result<OwnPosition, IdError> {
        let (mover, cells) = match self.script.kind {
            ScriptKind::Two => {
                let expected = "A: or B:, the player to move, and the cells";
                let (who, cells) = text
                    .split_once(':')
                    .ok_or_else(|| text.error("it does not name the player to move", expected))?;
                let mover = match who.trim().as_str() {
                    "A" | "a" => Player::First,
                    "B" | "b" => Player::Second,
                    _ => return Err(who.error(format!("{} is no player", who.quoted()), expected)),
                };
                (Some(mover), cells.trim())
            }
            _ => (None, text),
        };
        let read = self.read_cells(cells)?;
        known::check_legal(self.script, &read, cells)?;
        Ok(OwnPosition { mover, cells: read })
    }

    fn state_text(&self, at: &OwnPosition) -> String {
        self.script.state_text(&at.cells, at.mover)
    }

    fn least_next_text(&self, at: &OwnPosition) -> usize {
        at.cells.len()
    }

    fn parse_move(&self, at: &OwnPosition, text: &str) -> Result<CellChanges, MoveError> {
        let expected = "the cells that change, from 1, and what they become, such as 3=1,4=1";
        let (least, most) = self.script.range();
        let mut list: Vec<(u32, i32)> = Vec::new();
        for piece in Text::new(text).split(',') {
            let piece = piece.trim();
            let Some((cell, value)) = piece.split_once('=') else {
                return Err(MoveError::new(text, format!("{} has no =", piece.quoted()), expected));
            };
            let fail = |e: IdError| e.in_move(text, expected);
            let cell = cell.trim().number("a cell", 1, at.cells.len() as u64).map_err(fail)? as u32 - 1;
            let value = match self.signed(value.trim().as_str()) {
                Some(value) => value,
                None => number(value.trim(), least, most).map_err(fail)?,
            };
            if list.iter().any(|(known, _)| *known == cell) {
                return Err(MoveError::new(text, format!("cell {} is there twice", cell + 1), expected));
            }
            list.push((cell, value));
        }
        list.sort_unstable();
        Ok(CellChanges(list.into()))
    }

    fn move_text(&self, _at: &OwnPosition, m: &CellChanges) -> String {
        let cells: Vec<String> = m.0.iter().map(|(i, value)| format!("{}={value}", i + 1)).collect();
        cells.join(",")
    }

    fn move_in_words(&self, at: &OwnPosition, m: &CellChanges) -> String {
        let to = self.play(at, m);
        let limits = limits_of_work().unwrap_or_else(|| engine::waiting(PATIENCE));
        let given = engine::within(&limits, || self.script.move_words(&at.cells, &to.cells));
        given.ok().flatten().unwrap_or_else(|| self.default_words(at, m))
    }

    fn why_illegal(&self, at: &OwnPosition, m: &CellChanges) -> (String, String) {
        if let Some(error) = self.why_no_answer(at) {
            return (error.to_string(), "a script that answers".to_owned());
        }
        let same = m.0.iter().find(|(i, value)| at.cells.get(*i as usize) == Some(value));
        let what = match same {
            Some((i, value)) => format!("cell {} is {value} already", i + 1),
            None => "the rules have no such move here".to_owned(),
        };
        let first = self.asked_now(at).and_then(|asked| asked.moves.first().cloned());
        let expected = first.map_or("no more moves".to_owned(), |m| {
            format!("a move of the rules, such as {}", self.move_text(at, &m))
        });
        (what, expected)
    }
}
