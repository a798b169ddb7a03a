//! Splits IDs and moves into pieces of text with known columns, and defines errors that name the column.

use std::fmt;

use super::{Limits, Stop};
use crate::language;

/// The largest number that an ID or a move may contain.
pub const MAX_NUMBER: u64 = i64::MAX as u64;

/// A piece of an ID or a move, with its starting column (from 1) in the whole line.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    text: &'a str,
    column: usize,
    limits: Option<&'a Limits>,
    reading: Reading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// White space is an error.
    Exact,
    /// White space around the parts is skipped.
    Loose,
    /// Positions that break the rules are accepted.
    Draft,
}

/// The number of pieces parsed between two checks of the limits.
const STRIDE: usize = 1024;

impl<'a> Text<'a> {
    /// Creates the text of a complete line, which starts in column 1.
    pub fn new(text: &'a str) -> Self {
        Text::at(text, 1)
    }

    /// Creates a piece that starts at `column`.
    pub fn at(text: &'a str, column: usize) -> Self {
        Text {
            text,
            column,
            limits: None,
            reading: Reading::Exact,
        }
    }

    /// Allows white space around the parts, because players may type spaces in moves.
    #[must_use]
    pub fn loosely(self) -> Self {
        Text {
            reading: Reading::Loose,
            ..self
        }
    }

    /// Marks the text as a state that is being edited and may break the rules of the game.
    #[must_use]
    pub fn as_draft(self) -> Self {
        Text {
            reading: Reading::Draft,
            ..self
        }
    }

    /// Returns whether the text is a state that is being edited.
    pub fn is_draft(&self) -> bool {
        self.reading == Reading::Draft
    }

    /// Sets the limits for parsing the text and all its pieces.
    #[must_use]
    pub fn within(self, limits: &'a Limits) -> Self {
        Text {
            limits: Some(limits),
            ..self
        }
    }

    /// Creates a piece of text at another column, with the same limits and strictness.
    pub fn beside(&self, text: &'a str, column: usize) -> Self {
        Text {
            text,
            column,
            ..*self
        }
    }

    /// Checks the limits.
    ///
    /// # Errors
    /// Returns an [`IdError`] that holds the [`Stop`] if the limits stop parsing.
    pub fn check(&self) -> Result<(), IdError> {
        match self.limits.map(Limits::check) {
            Some(Err(stop)) => Err(IdError {
                stop: Some(Box::new(stop)),
                ..self.error(tr!("reading was stopped here"), tr!("more time or memory"))
            }),
            _ => Ok(()),
        }
    }

    /// The limits on parsing, if any.
    pub fn limits(&self) -> Option<&'a Limits> {
        self.limits
    }

    /// The text of the piece.
    pub fn as_str(&self) -> &'a str {
        self.text
    }

    /// The column of the first character, from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Removes white space at both ends, and adjusts the column.
    pub fn trim(&self) -> Text<'a> {
        let cut = self.text.trim_start();
        let skipped = self.text[..self.text.len() - cut.len()].chars().count();
        self.beside(cut.trim_end(), self.column + skipped)
    }

    /// Removes white space at both ends. If the rest starts with `sign`, also removes the sign and the white space
    /// after it.
    pub fn without(&self, sign: char) -> Text<'a> {
        let text = self.trim();
        match text.text.strip_prefix(sign) {
            Some(rest) => self.beside(rest, text.column + 1).trim(),
            None => text,
        }
    }

    /// Splits the text at the first `mark`; returns `None` if the text does not contain `mark`.
    pub fn split_once(&self, mark: char) -> Option<(Text<'a>, Text<'a>)> {
        let (before, after) = self.text.split_once(mark)?;
        let column = self.column + before.chars().count();
        Some((
            self.beside(before, self.column),
            self.beside(after, column + 1),
        ))
    }

    /// Splits the text at every `mark`; the pieces may be empty.
    pub fn split(&self, mark: char) -> impl Iterator<Item = Text<'a>> + use<'a> {
        let mut rest = Some(*self);
        std::iter::from_fn(move || {
            let here = rest?;
            match here.split_once(mark) {
                Some((piece, after)) => {
                    rest = Some(after);
                    Some(piece)
                }
                None => {
                    rest = None;
                    Some(here)
                }
            }
        })
    }

    /// The characters with their columns.
    pub fn chars(&self) -> impl Iterator<Item = (usize, char)> + use<'a> {
        let column = self.column;
        self.text
            .chars()
            .enumerate()
            .map(move |(i, c)| (column + i, c))
    }

    /// Parses a number from `least` to `most`, in decimal digits only; leading zeros are allowed.
    ///
    /// # Errors
    /// Returns an error that names `what` (such as "a pile size") and its range.
    pub fn number(&self, what: &str, least: u64, most: u64) -> Result<u64, IdError> {
        if self.reading == Reading::Loose {
            let exact = Text {
                reading: Reading::Exact,
                ..self.trim()
            };
            return exact.number(what, least, most);
        }
        let expected = || tr!("{what} from {least} to {most}", what = language::text(what));
        if self.text.is_empty() {
            return Err(self.error(tr!("nothing is here"), expected()));
        }
        let digits = self.text.as_bytes();
        if !digits.iter().all(u8::is_ascii_digit)
            && let Some((column, c)) = self.chars().find(|(_, c)| !c.is_ascii_digit())
        {
            return Err(IdError::new(
                column,
                tr!("{c:?} is not a digit"),
                expected(),
            ));
        }
        let append = |n: u64, digit: &u8| n.checked_mul(10)?.checked_add(u64::from(digit - b'0'));
        match digits.iter().try_fold(0, append).filter(|&n| n <= most) {
            Some(n) if n < least => Err(self.error(tr!("{n} is too small"), expected())),
            Some(n) => Ok(n),
            None => Err(self.error(
                tr!("{number} is too large", number = shorten(self.text)),
                expected(),
            )),
        }
    }

    /// Parses one or more numbers separated by commas.
    pub fn numbers(&self, what: &str, least: u64, most: u64) -> Result<Vec<u64>, IdError> {
        self.numbers_between(',', what, least, most)
    }

    /// Parses one or more numbers with a separator between them.
    pub fn numbers_between(
        &self,
        separator: char,
        what: &str,
        least: u64,
        most: u64,
    ) -> Result<Vec<u64>, IdError> {
        self.check()?;
        if let Some(numbers) = self.plain_numbers(separator, least, most) {
            return Ok(numbers);
        }
        // Reserve space for at most eight numbers, because most states hold only a few.
        let mut numbers = Vec::with_capacity(self.text.len().div_ceil(2).min(8));
        for (i, piece) in self.split(separator).enumerate() {
            if i.is_multiple_of(STRIDE) {
                piece.check()?;
            }
            numbers.push(piece.number(what, least, most)?);
        }
        Ok(numbers)
    }

    /// The fast path for a short list of plain numbers; returns `None` for any other text.
    fn plain_numbers(&self, separator: char, least: u64, most: u64) -> Option<Vec<u64>> {
        /// The maximum number of digits. Every number with up to 19 digits fits into 64 bits.
        const MOST_DIGITS: u32 = 19;
        if self.text.len() > STRIDE {
            return None;
        }
        let is_allowed = |n: u64, digits: u32| digits > 0 && (least..=most).contains(&n);
        let mut numbers = Vec::with_capacity(8);
        let (mut number, mut digits) = (0, 0);
        for byte in self.text.bytes() {
            let digit = byte.wrapping_sub(b'0');
            if digit < 10 && digits < MOST_DIGITS {
                number = number * 10 + u64::from(digit);
                digits += 1;
            } else if char::from(byte) == separator && is_allowed(number, digits) {
                numbers.push(number);
                (number, digits) = (0, 0);
            } else {
                return None;
            }
        }
        numbers.push(number);
        is_allowed(number, digits).then_some(numbers)
    }

    /// Creates an error at the first column of this piece.
    pub fn error(&self, what: impl Into<String>, expected: impl Into<String>) -> IdError {
        IdError::new(self.column, what, expected)
    }

    /// Creates an error at the column after this piece.
    pub fn ended(&self, what: impl Into<String>, expected: impl Into<String>) -> IdError {
        IdError::new(self.column + self.text.chars().count(), what, expected)
    }

    /// Returns the text in quotation marks for an error message. Text of more than 30 characters is truncated.
    pub fn quoted(&self) -> String {
        format!("{:?}", shorten(self.text))
    }
}

fn shorten(text: &str) -> String {
    const MOST: usize = 30;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(MOST - 3).collect();
    cut.push_str("...");
    cut
}

/// The error for text that is not the ID of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct IdError {
    /// The column of the offending character in the whole ID, counted from 1.
    pub column: usize,
    /// A description of the fault at this column.
    pub what: String,
    /// A description of the text expected at this column.
    pub expected: String,
    /// A valid ID of the game.
    pub example: Option<String>,
    /// The reason why parsing stopped early.
    pub stop: Option<Box<Stop>>,
    /// Whether a script failed, in which case the text may still be valid.
    pub failed: bool,
}

impl IdError {
    /// Creates an error without an example. The catalogue later adds an example from the game.
    pub fn new(column: usize, what: impl Into<String>, expected: impl Into<String>) -> Self {
        let what = what.into();
        let expected = expected.into();
        IdError {
            column,
            what,
            expected,
            example: None,
            stop: None,
            failed: false,
        }
    }

    /// Creates an error about a missing parameter. The error has no column until the ID parser calls
    /// [`missing_at`](Self::missing_at).
    pub fn missing(what: impl Into<String>, expected: impl Into<String>) -> Self {
        IdError::new(0, what, expected)
    }

    /// Sets the column of an error about a missing parameter, if the column is not set yet.
    #[must_use]
    pub fn missing_at(mut self, column: usize) -> Self {
        if self.column == 0 {
            self.column = column;
        }
        self
    }

    /// Returns `Ok(None)` if the error means that the text names no position.
    ///
    /// # Errors
    /// Returns the [`Stop`] that ended parsing, or [`Stop::NotProved`] if a script failed.
    pub fn no_position<T>(self) -> Result<Option<T>, Stop> {
        match self.stop {
            Some(stop) => Err(*stop),
            None if self.failed => Err(Stop::not_proved(self.what)),
            None => Ok(None),
        }
    }

    /// Converts the error to an error about a move.
    pub fn in_move(self, text: &str) -> MoveError {
        MoveError {
            column: self.column,
            ..MoveError::new(text, self.what, self.expected)
        }
    }

    /// Adds an example, if the error has no example yet.
    #[must_use]
    pub fn with_example(mut self, example: &str) -> Self {
        self.example.get_or_insert_with(|| example.to_owned());
        self
    }
}

impl fmt::Display for IdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(stop) = &self.stop {
            return stop.fmt(f);
        }
        let IdError {
            column,
            what,
            expected,
            example,
            ..
        } = self;
        f.write_str(&tr!("column {column}: {what}; expected {expected}"))?;
        match example {
            Some(example) => f.write_str(&tr!(", for example {example}")),
            None => Ok(()),
        }
    }
}

/// The error for text that is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("{text} cannot be played: {what}; expected {expected}", text = Text::new(text).quoted()))]
pub struct MoveError {
    /// The move as it was entered.
    pub text: String,
    /// The column of the fault in the text, counted from 1. For a move that parses but is not legal, the column is 1.
    pub column: usize,
    /// The reason why the move was refused.
    pub what: String,
    /// A description of the moves that would be accepted.
    pub expected: String,
}

impl MoveError {
    /// Creates an error for the text of a move; `expected` describes the moves that would be accepted.
    pub fn new(text: &str, what: impl Into<String>, expected: impl Into<String>) -> Self {
        MoveError {
            text: text.to_owned(),
            column: 1,
            what: what.into(),
            expected: expected.into(),
        }
    }
}
