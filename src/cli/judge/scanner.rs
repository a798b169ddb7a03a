//! Splits the input into words, and tracks their line numbers.

use std::io::Write;

use super::super::error::{Done, Error};
use super::super::input::Lines;
use nimatron_core::rules::Text;
use nimatron_core::tr;

pub struct Scanner<'o> {
    lines: Lines,
    /// The output. The scanner flushes it before waiting for input.
    pub out: &'o mut dyn Write,
    line: String,
    at: usize,
}

impl Scanner<'_> {
    pub fn new(lines: Lines, out: &mut dyn Write) -> Scanner<'_> {
        Scanner {
            lines,
            out,
            line: String::new(),
            at: 0,
        }
    }

    /// Returns the number of the last line that was read, counting from 1. Before the first line, returns 0.
    pub fn number(&self) -> u64 {
        self.lines.number()
    }

    pub fn error(&self, what: impl std::fmt::Display) -> Error {
        let number = self.number().max(1);
        Error::Failed(tr!("line {number}: {what}"))
    }

    fn skip(&mut self) -> Done<bool> {
        loop {
            let rest = &self.line[self.at..];
            let word = rest.trim_start();
            self.at += rest.len() - word.len();
            if !word.is_empty() {
                return Ok(true);
            }
            match self.lines.next(self.out)? {
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

    pub fn word(&mut self) -> Done<Option<&str>> {
        if !self.skip()? {
            return Ok(None);
        }
        let rest = &self.line[self.at..];
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let start = self.at;
        self.at += end;
        Ok(Some(&self.line[start..start + end]))
    }

    /// Returns an error if another word follows.
    pub fn end(&mut self) -> Done {
        let more = self.word()?;
        match more.map(|word| tr!("{word:?}; expected the end of the input")) {
            Some(what) => Err(self.error(what)),
            None => Ok(()),
        }
    }

    /// Returns the next character other than white space, and whether another such character follows immediately;
    /// `None` at the end of the input.
    pub fn mark(&mut self) -> Done<Option<(char, bool)>> {
        if !self.skip()? {
            return Ok(None);
        }
        let mut chars = self.line[self.at..].chars();
        let Some(mark) = chars.next() else {
            return Ok(None);
        };
        self.at += mark.len_utf8();
        let goes_on = chars.next().is_some_and(|c| !c.is_whitespace());
        Ok(Some((mark, goes_on)))
    }

    pub fn number_or_end(&mut self, what: &str, range: [u64; 2]) -> Done<Option<u64>> {
        let read = match self.word()? {
            None => return Ok(None),
            Some(word) => Text::new(word).number(what, range[0], range[1]),
        };
        read.map(Some).map_err(|e| self.error(super::plain(&e)))
    }

    /// Like `number_or_end`, but the end of the input is an error.
    pub fn number_here(&mut self, what: &str, range: [u64; 2]) -> Done<u64> {
        match self.number_or_end(what, range)? {
            Some(number) => Ok(number),
            None => Err(self.error(tr!("the input ends before {what}"))),
        }
    }
}
