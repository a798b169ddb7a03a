//! Splits the input into words, and tracks their line numbers.

use std::io::Write;

use super::super::error::{Done, Error};
use super::super::input::Lines;
use nimatron_core::rules::Text;
use nimatron_core::tr;

pub struct Scanner {
    lines: Lines,
    line: String,
    /// The offset in `line` at which the search for the next word starts.
    at: usize,
}

impl Scanner {
    pub fn new(lines: Lines) -> Scanner {
        Scanner {
            lines,
            line: String::new(),
            at: 0,
        }
    }

    /// The line number of the last word, from 1.
    pub fn number(&self) -> u64 {
        self.lines.number()
    }

    /// Creates an error that names the line of the last word.
    pub fn error(&self, what: impl std::fmt::Display) -> Error {
        Error::Failed(tr!("line {number}: {what}", number = self.number().max(1)))
    }

    /// Skips white space; returns `false` at the end of the input.
    fn skip(&mut self, out: &mut dyn Write) -> Done<bool> {
        loop {
            let rest = &self.line[self.at..];
            let word = rest.trim_start();
            self.at += rest.len() - word.len();
            if !word.is_empty() {
                return Ok(true);
            }
            match self.lines.next(out)? {
                None => return Ok(false),
                Some(Ok(line)) => {
                    self.line.clear();
                    self.line.push_str(line);
                    self.at = 0;
                }
                Some(Err(bad)) => return Err(self.error(bad.what)),
            }
        }
    }

    /// Returns the next word; `None` at the end of the input.
    pub fn word(&mut self, out: &mut dyn Write) -> Done<Option<&str>> {
        if !self.skip(out)? {
            return Ok(None);
        }
        let rest = &self.line[self.at..];
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let start = self.at;
        self.at += end;
        Ok(Some(&self.line[start..start + end]))
    }

    /// Checks that the input has ended.
    ///
    /// Errors: there is another word.
    pub fn end(&mut self, out: &mut dyn Write) -> Done {
        match self
            .word(out)?
            .map(|word| tr!("{word:?}; expected the end of the input"))
        {
            Some(what) => Err(self.error(what)),
            None => Ok(()),
        }
    }

    /// Returns the next character that is not white space, and whether another such character follows it directly;
    /// `None` at the end of the input.
    pub fn mark(&mut self, out: &mut dyn Write) -> Done<Option<(char, bool)>> {
        if !self.skip(out)? {
            return Ok(None);
        }
        let mut chars = self.line[self.at..].chars();
        let Some(mark) = chars.next() else {
            return Ok(None);
        };
        self.at += mark.len_utf8();
        Ok(Some((
            mark,
            chars.next().is_some_and(|c| !c.is_whitespace()),
        )))
    }

    pub fn number_or_end(
        &mut self,
        out: &mut dyn Write,
        what: &str,
        range: [u64; 2],
    ) -> Done<Option<u64>> {
        let read = match self.word(out)? {
            None => return Ok(None),
            Some(word) => Text::new(word).number(what, range[0], range[1]),
        };
        read.map(Some).map_err(|e| {
            self.error(tr!(
                "{what}; expected {expected}",
                what = e.what,
                expected = e.expected
            ))
        })
    }

    /// Parses the next word as a number within `range`.
    ///
    /// Errors: the word is no such number, or the input has ended.
    pub fn number_here(&mut self, out: &mut dyn Write, what: &str, range: [u64; 2]) -> Done<u64> {
        match self.number_or_end(out, what, range)? {
            Some(number) => Ok(number),
            None => Err(self.error(tr!("the input ends before {what}"))),
        }
    }
}
