//! What a script says of itself in its constants, each checked.

use rhai::{Dynamic, Scope};
use unicode_width::UnicodeWidthChar;

use super::error::{ScriptError, fault, named, place_of_constant};
use crate::rules::{Convention, ScriptText};

/// The largest heap.
pub(super) const LARGEST_HEAP: i32 = 1_000_000;
/// The largest number in a cell; the least is its negative.
pub(super) const LARGEST_CELL: i32 = 1_000_000_000;
/// The most heaps or cells.
pub(super) const MOST_CELLS: usize = 1000;
/// The most signs.
const MOST_SIGNS: usize = 64;

/// What kind of game a script is, by the functions that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptKind {
    /// `options(heap)`: heaps that are independent of each other.
    Heaps,
    /// `moves(cells)`: a board on which both have the same moves.
    Board,
    /// `moves(cells, player)`: a board for two.
    Two,
}

/// The width of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardWidth {
    /// One row.
    Row,
    /// So many cells in each.
    Fixed(usize),
    /// A function of the script gives it, of the number of cells.
    ByScript,
}

/// The least and the largest number in a cell.
pub(super) fn range(kind: ScriptKind, signs: Option<&[char]>) -> (i32, i32) {
    match (kind, signs) {
        (ScriptKind::Heaps, _) => (0, LARGEST_HEAP),
        (_, Some(signs)) => (0, signs.len() as i32 - 1),
        (_, None) => (-LARGEST_CELL, LARGEST_CELL),
    }
}

/// What a script says of itself.
pub(super) struct Constants<'s> {
    pub source: &'s ScriptText,
    pub scope: &'s Scope<'static>,
}

impl Constants<'_> {
    fn get(&self, name: &str) -> Option<Dynamic> {
        self.scope.get_value::<Dynamic>(name)
    }

    pub fn wrong(&self, name: &str, what: &str) -> ScriptError {
        fault(self.source, place_of_constant(&self.source.text, name), &format!("{name}: {what}"), None)
    }

    /// A line of text for people.
    pub fn words(&self, name: &str) -> Result<Option<String>, ScriptError> {
        const LONGEST: usize = 300;
        let Some(value) = self.get(name) else { return Ok(None) };
        let shown = named(&value);
        let text =
            value.into_string().map_err(|_| self.wrong(name, &format!("it is {shown}; expected a text")))?;
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST || text.chars().any(char::is_control) {
            return Err(self.wrong(name, &format!("expected one line of 1 to {LONGEST} characters")));
        }
        // A rule is whole sentences.
        let stop = if name == "NAME" || text.ends_with(['.', '!', '?']) { "" } else { "." };
        Ok(Some(format!("{text}{stop}")))
    }

    /// What a piece is called, where the script says so: `PIECE`, or `piece`.
    pub fn piece(&self) -> Result<Option<String>, ScriptError> {
        const LONGEST: usize = 30;
        let name = if self.get("PIECE").is_some() { "PIECE" } else { "piece" };
        let Some(value) = self.get(name) else { return Ok(None) };
        let text = value.into_string().unwrap_or_default();
        let fits =
            (1..=LONGEST).contains(&text.trim().chars().count()) && !text.chars().any(char::is_control);
        match fits {
            true => Ok(Some(text.trim().to_owned())),
            false => {
                Err(self
                    .wrong(name, &format!("expected a word of 1 to {LONGEST} characters, such as \"coin\"")))
            }
        }
    }

    pub fn convention(&self, says_results: bool) -> Result<Option<Convention>, ScriptError> {
        let Some(value) = self.get("CONVENTION") else {
            return Ok((!says_results).then_some(Convention::Normal));
        };
        if says_results {
            return Err(self.wrong("CONVENTION", "result says who has won; expected one of the two"));
        }
        match value.to_string().as_str() {
            "normal" => Ok(Some(Convention::Normal)),
            "misere" => Ok(Some(Convention::Misere)),
            _ => {
                let what = format!("it is {}; expected \"normal\" or \"misere\"", named(&value));
                Err(self.wrong("CONVENTION", &what))
            }
        }
    }

    pub fn signs(&self, kind: ScriptKind) -> Result<Option<Vec<char>>, ScriptError> {
        let Some(value) = self.get("GLYPHS") else { return Ok(None) };
        if kind == ScriptKind::Heaps {
            return Err(self.wrong("GLYPHS", "it is for boards only: heaps are numbers"));
        }
        let shown = named(&value);
        let text = value
            .into_string()
            .map_err(|_| self.wrong("GLYPHS", &format!("it is {shown}; expected a text")))?;
        let signs: Vec<char> = text.chars().collect();
        if signs.is_empty() || signs.len() > MOST_SIGNS {
            return Err(
                self.wrong("GLYPHS", &format!("it has {} signs; expected 1 to {MOST_SIGNS}", signs.len()))
            );
        }
        for (i, &sign) in signs.iter().enumerate() {
            if sign.is_whitespace() || sign.is_control() || ['+', ',', ':', '"', '\\'].contains(&sign) {
                return Err(
                    self.wrong("GLYPHS", &format!("{sign:?} cannot stand in an ID; expected another sign"))
                );
            }
            if sign.width().unwrap_or(0) == 0 {
                return Err(
                    self.wrong("GLYPHS", &format!("{sign:?} cannot be seen; expected a sign of its own"))
                );
            }
            if signs[..i].contains(&sign) {
                return Err(self
                    .wrong("GLYPHS", &format!("{sign:?} is there twice; expected a sign for each number")));
            }
        }
        Ok(Some(signs))
    }

    pub fn width(&self, kind: ScriptKind) -> Result<BoardWidth, ScriptError> {
        let Some(value) = self.get("WIDTH") else { return Ok(BoardWidth::Row) };
        if kind == ScriptKind::Heaps {
            return Err(self.wrong("WIDTH", "it is for boards only"));
        }
        match value.as_int() {
            Ok(width) if (1..=MOST_CELLS as i64).contains(&width) => Ok(BoardWidth::Fixed(width as usize)),
            _ => {
                let what = format!("it is {}; expected a number from 1 to {MOST_CELLS}", named(&value));
                Err(self.wrong("WIDTH", &what))
            }
        }
    }

    pub fn start(&self, kind: ScriptKind, signs: Option<&[char]>) -> Result<Vec<i32>, ScriptError> {
        let what = match kind {
            ScriptKind::Heaps => "a list of heaps, such as [10, 7]",
            _ => "a list of integers, such as [0, 0, 1]",
        };
        let Some(value) = self.get("START") else {
            return Err(fault(self.source, None, &format!("there is no START; expected {what}"), None));
        };
        let shown = named(&value);
        if let (Ok(text), Some(signs)) = (value.clone().into_string(), signs) {
            let length = text.chars().count();
            if !(1..=MOST_CELLS).contains(&length) {
                return Err(self.wrong("START", &format!("it is {length} long; expected 1 to {MOST_CELLS}")));
            }
            let cell = |c: char| signs.iter().position(|&s| s == c).map(|i| i as i32);
            return text
                .chars()
                .map(|c| {
                    cell(c).ok_or_else(|| self.wrong("START", &format!("{c:?} is not among the GLYPHS")))
                })
                .collect();
        }
        let list = value
            .into_array()
            .map_err(|_| self.wrong("START", &format!("it is {shown}; expected {what}")))?;
        if list.is_empty() || list.len() > MOST_CELLS {
            return Err(
                self.wrong("START", &format!("it is {} long; expected 1 to {MOST_CELLS}", list.len()))
            );
        }
        let (least, most) = range(kind, signs);
        (list.iter().enumerate())
            .map(|(i, value)| {
                let n = value.as_int().ok().filter(|n| (i64::from(least)..=i64::from(most)).contains(n));
                n.map(|n| n as i32).ok_or_else(|| {
                    let what = format!("number {} is {}; expected {least} to {most}", i + 1, named(value));
                    self.wrong("START", &what)
                })
            })
            .collect()
    }
}
