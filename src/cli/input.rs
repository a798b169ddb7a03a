//! Reads lines from files and pipes. Flushes the output before waiting for input, so that a program at the other end of
//! a pipe gets each answer before it sends the next line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use super::error::{Done, Error};
use nimatron_core::tr;

/// The maximum length of a line, in bytes.
const LONGEST: usize = 16 << 20;

const BOM: &[u8] = b"\xEF\xBB\xBF";

pub struct Lines {
    reader: BufReader<Box<dyn Read>>,
    source: String,
    bytes: Vec<u8>,
    number: u64,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The start of the line; bytes that are not UTF-8 are replaced.
    pub shown: String,
    pub what: String,
}

impl Lines {
    /// Opens a file for reading lines; `-` stands for standard input.
    pub fn open(path: &Path) -> Done<Lines> {
        if path.as_os_str() == "-" {
            return Ok(Lines::new(
                Box::new(io::stdin().lock()),
                tr!("standard input"),
            ));
        }
        let source = path.display().to_string();
        match File::open(path) {
            Ok(file) => Ok(Lines::new(Box::new(file), source)),
            Err(e) => Err(cannot_read(&source, &e)),
        }
    }

    pub fn stdin() -> Lines {
        Lines::new(Box::new(io::stdin().lock()), tr!("standard input"))
    }

    pub fn from_text(text: Vec<u8>) -> Lines {
        Lines::new(Box::new(io::Cursor::new(text)), tr!("the input"))
    }

    /// Returns whether the first byte of the input, after any white space and byte order mark, is `mark`. The examined
    /// input is kept for later reads, because a pipe can be read only once.
    pub fn starts_with(&mut self, mark: u8) -> Done<bool> {
        let blank = |b: &u8| b.is_ascii_whitespace() || BOM.contains(b);
        let mut head = Vec::new();
        loop {
            let buffer = self
                .reader
                .fill_buf()
                .map_err(|e| cannot_read(&self.source, &e))?;
            let found = buffer.iter().find(|b| !blank(b)).map(|b| *b == mark);
            let end = buffer.is_empty() || head.len() > LONGEST;
            head.extend_from_slice(buffer);
            let used = buffer.len();
            self.reader.consume(used);
            if found.is_some() || end {
                let rest =
                    std::mem::replace(&mut self.reader, BufReader::new(Box::new(io::empty())));
                self.reader =
                    BufReader::with_capacity(1 << 16, Box::new(io::Cursor::new(head).chain(rest)));
                return Ok(found.unwrap_or(false));
            }
        }
    }

    pub fn all(&mut self, most: u64) -> Done<Vec<u8>> {
        let mut bytes = Vec::new();
        let read = self.reader.by_ref().take(most).read_to_end(&mut bytes);
        read.map_err(|e| cannot_read(&self.source, &e))?;
        Ok(bytes)
    }

    fn new(reader: Box<dyn Read>, source: impl Into<String>) -> Lines {
        let reader = BufReader::with_capacity(1 << 16, reader);
        Lines {
            reader,
            source: source.into(),
            bytes: Vec::new(),
            number: 0,
        }
    }

    /// Returns the number of the last line that was read, counting from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the next line without its line ending, or the reason why the line is unreadable; `None` at the end of
    /// the input. Flushes `out` before waiting for input.
    pub fn next(&mut self, out: &mut dyn Write) -> Done<Option<Result<&str, Unreadable>>> {
        if !self.reader.buffer().contains(&b'\n') {
            out.flush()?;
        }
        self.bytes.clear();
        let cannot = |e| cannot_read(&self.source, &e);
        let mut most = self.reader.by_ref().take(LONGEST as u64 + 1);
        if most.read_until(b'\n', &mut self.bytes).map_err(cannot)? == 0 {
            return Ok(None);
        }
        let ends = self.bytes.pop_if(|last| *last == b'\n').is_some();
        let cut = !ends && self.bytes.len() > LONGEST;
        if cut {
            self.reader.skip_until(b'\n').map_err(cannot)?;
        }
        self.number += 1;
        if self.number == 1 && self.bytes.starts_with(BOM) {
            self.bytes.drain(..BOM.len());
        }
        self.bytes.pop_if(|last| *last == b'\r');
        let shown =
            |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
        if cut {
            let what = tr!(
                "the line is longer than {longest} MiB",
                longest = LONGEST >> 20
            );
            return Ok(Some(Err(Unreadable {
                shown: shown(&self.bytes),
                what,
            })));
        }
        Ok(Some(std::str::from_utf8(&self.bytes).map_err(|e| {
            let column = String::from_utf8_lossy(&self.bytes[..e.valid_up_to()])
                .chars()
                .count()
                + 1;
            let what = tr!("column {column}: the line is not text; expected UTF-8");
            Unreadable {
                shown: shown(&self.bytes),
                what,
            }
        })))
    }
}

fn cannot_read(source: &str, error: &io::Error) -> Error {
    Error::failed(tr!("{source} cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_at_the_start_takes_nothing() {
        let mut lines = Lines::new(
            Box::new(Pieces(vec![b" \n", b"\n\xEF", b" {a\n", b"b"])),
            "test",
        );
        assert_eq!(
            (
                lines.starts_with(b'{').unwrap(),
                lines.starts_with(b'x').unwrap()
            ),
            (true, false)
        );
        assert_eq!(lines.all(1000).unwrap(), b" \n\n\xEF {a\nb");
        assert!(!lines.starts_with(b'{').unwrap());
    }

    struct Pieces(Vec<&'static [u8]>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let piece = self.0.remove(0);
            buffer[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    struct Flushes(usize);

    impl Write for Flushes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            self.0 += 1;
            Ok(())
        }
    }

    #[test]
    fn lines_come_whole_and_output_is_flushed_before_waiting() {
        let mut lines = Lines::new(
            Box::new(Pieces(vec![b"one\ntw", b"o\r\n\n", b"\xff\nlast"])),
            "test",
        );
        let mut out = Flushes(0);
        let mut next = || {
            let line = lines.next(&mut out).unwrap();
            let line = line.map(|l| l.map(str::to_owned));
            (line, lines.number(), out.0)
        };
        assert_eq!(next(), (Some(Ok("one".to_owned())), 1, 1));
        assert_eq!(next(), (Some(Ok("two".to_owned())), 2, 2));
        assert_eq!(next(), (Some(Ok(String::new())), 3, 2));
        assert!(matches!(next(), (Some(Err(_)), 4, 3)));
        assert_eq!(next(), (Some(Ok("last".to_owned())), 5, 4));
        assert_eq!(next().0, None);
    }

    #[test]
    fn endless_lines_are_refused_and_passed_over() {
        let endless = io::repeat(b'x')
            .take(LONGEST as u64 + 5)
            .chain(&b"\nshort\n"[..]);
        let mut lines = Lines::new(Box::new(endless), "test");
        let mut out = io::sink();
        let long = lines.next(&mut out).unwrap().unwrap().unwrap_err();
        assert_eq!(long.shown.len(), 200);
        assert_eq!(lines.next(&mut out).unwrap().unwrap(), Ok("short"));
    }
}
