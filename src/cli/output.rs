//! Sanitises the output of all commands, so that text from a file, an argument or a path cannot control the terminal.

use std::fmt::Display;
use std::io::{self, BufWriter, StdoutLock, Write};

use super::error::Done;
use nimatron_core::rules::sanitize::{self, Transliterator};

/// The kind of output, which determines how terminal control characters are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// Text: a control character is replaced by `sanitize::HIDDEN`.
    Text,
    Ascii,
    /// JSON: a control character is escaped, which preserves the value.
    Json,
}

impl OutputKind {
    pub fn text(ascii: bool) -> OutputKind {
        if ascii {
            OutputKind::Ascii
        } else {
            OutputKind::Text
        }
    }
}

pub struct Output<W: Write> {
    inner: W,
    kind: OutputKind,
    /// The first bytes of a character that is still incomplete.
    begun: Vec<u8>,
    /// The state of the transliterator outlives a write, because IDs are not transliterated and an ID may be split
    /// between two writes.
    transliterator: Transliterator,
}

pub type Stdout = BufWriter<Output<StdoutLock<'static>>>;

/// Returns standard output, with a buffer so that text is sanitised in large chunks. Call `flush` for output that must
/// appear at once.
pub fn stdout(kind: OutputKind) -> Stdout {
    BufWriter::with_capacity(1 << 16, Output::new(io::stdout().lock(), kind))
}

/// Returns standard output for JSON or text. The text is ASCII if the command line or the locale requires ASCII.
pub fn json_or_text(json: bool) -> Stdout {
    stdout(if json {
        OutputKind::Json
    } else {
        OutputKind::text(super::locale::is_narrow())
    })
}

/// Returns standard output for JSON or text. The text is UTF-8 in every locale, unless `--ascii` is given.
pub fn json_or_utf8(json: bool) -> Stdout {
    stdout(if json {
        OutputKind::Json
    } else {
        OutputKind::text(super::locale::is_restricted())
    })
}

pub fn print(text: &[u8], kind: OutputKind) -> Done {
    let mut out = stdout(kind);
    out.write_all(text)?;
    Ok(out.flush()?)
}

pub trait WriteLine: Write {
    fn line(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self, "{line}")
    }
}

impl<W: Write + ?Sized> WriteLine for W {}

pub fn json_line(out: &mut dyn Write, value: &impl serde::Serialize) -> Done {
    serde_json::to_writer(&mut *out, value)?;
    Ok(out.write_all(b"\n")?)
}

/// Sanitises text that is written to a file. The text is treated like standard output, because the file may be printed
/// later.
pub fn sanitized(text: String, kind: OutputKind) -> String {
    let mut out = Output::new(Vec::new(), kind);
    // Writing to memory cannot fail.
    let _ = out.write_all(text.as_bytes());
    String::from_utf8_lossy(&out.inner).into_owned()
}

/// Waits until the reader closes standard output, then ends the program. Returns only if polling standard output fails,
/// or reports neither an error nor a hang-up.
#[cfg(unix)]
pub fn end_with_reader() {
    use rustix::event::{PollFd, PollFlags, poll};
    let out = io::stdout();
    loop {
        // `poll` reports errors and hang-ups even if no events are requested.
        let mut fds = [PollFd::new(&out, PollFlags::empty())];
        match poll(&mut fds, None) {
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return,
            Ok(_) if fds[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => {
                std::process::exit(0)
            }
            Ok(_) => return,
        }
    }
}

impl<W: Write> Output<W> {
    pub fn new(inner: W, kind: OutputKind) -> Output<W> {
        Output {
            inner,
            kind,
            begun: Vec::new(),
            transliterator: Transliterator::default(),
        }
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        if self.kind == OutputKind::Ascii {
            return self.ascii(text);
        }
        let mut rest = text;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| acts(*c)) {
            self.inner.write_all(&rest.as_bytes()[..at])?;
            if self.kind == OutputKind::Json {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(self.inner, "\\u{unit:04x}")?;
                }
            } else {
                write!(self.inner, "{}", sanitize::HIDDEN)?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        self.inner.write_all(rest.as_bytes())
    }

    fn ascii(&mut self, text: &str) -> io::Result<()> {
        let shown = |c| if acts(c) { '?' } else { c };
        let text: String = text.chars().map(shown).collect();
        let spelled = self.transliterator.text(&text);
        self.inner.write_all(spelled.as_bytes())
    }
}

/// Returns whether a character is a control character other than a line feed.
fn acts(c: char) -> bool {
    sanitize::is_control(c) && c != '\n'
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_plain = self.begun.is_empty() && sanitize::is_plain(bytes);
        if is_plain && self.kind != OutputKind::Ascii {
            self.inner.write_all(bytes)?;
            return Ok(bytes.len());
        }
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        for chunk in all.utf8_chunks() {
            self.text(chunk.valid())?;
            let broken = chunk.invalid();
            // If the input ends inside a character, keep the character's first bytes for the next write.
            let open = std::str::from_utf8(broken).is_err_and(|e| e.error_len().is_none());
            if open && all.ends_with(broken) && broken.as_ptr_range().end == all.as_ptr_range().end
            {
                self.begun = broken.to_vec();
            } else if !broken.is_empty() {
                self.text("\u{fffd}")?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(kind: OutputKind, pieces: &[&[u8]]) -> String {
        let mut out = Output::new(Vec::new(), kind);
        pieces.iter().for_each(|p| out.write_all(p).unwrap());
        String::from_utf8(out.inner).unwrap()
    }

    #[test]
    fn nothing_that_acts_comes_out() {
        let text = "misère \x1b[31m\u{9b}x\u{202e}\n";
        assert_eq!(
            written(OutputKind::Text, &[text.as_bytes()]),
            "misère \u{fffd}[31m\u{fffd}x\u{fffd}\n"
        );
        assert_eq!(
            written(OutputKind::Ascii, &[text.as_bytes()]),
            "misere ?[31m?x?\n"
        );
        assert_eq!(
            written(OutputKind::Json, &[text.as_bytes()]),
            "misère \\u001b[31m\\u009bx\\u202e\n"
        );
        assert_eq!(
            written(OutputKind::Json, &["\u{e0001}".as_bytes()]),
            "\\udb40\\udc01"
        );
    }

    #[test]
    fn no_character_that_acts_comes_out() {
        let acts = |c: &char| sanitize::is_control(*c) && *c != '\n';
        let all: String = ('\0'..=char::MAX).filter(acts).collect();
        assert!(all.chars().count() > 100);
        for kind in [OutputKind::Text, OutputKind::Ascii, OutputKind::Json] {
            let out = written(kind, &[all.as_bytes()]);
            assert_eq!(out.chars().find(acts), None, "{kind:?}");
            assert_eq!(sanitized(all.clone(), kind), out);
        }
        assert_eq!(sanitize::clean(&all).chars().find(acts), None);
        assert_eq!(sanitize::message(&all).chars().find(acts), None);
    }

    #[test]
    fn ids_stay_in_ascii_however_they_are_cut() {
        let text = "misère own/é:漢.x, own/mine/3:漢.é\u{9b}\n漢";
        for at in 0..=text.len() {
            let (head, tail) = text.as_bytes().split_at(at);
            assert_eq!(
                written(OutputKind::Ascii, &[head, tail]),
                "misere own/e:漢.x, own/mine/3:漢.é?\nHan ",
                "{at}"
            );
        }
    }

    #[test]
    fn characters_may_come_in_pieces() {
        for at in 0..="aé\u{9b}漢😀".len() {
            let (head, tail) = "aé\u{9b}漢😀".as_bytes().split_at(at);
            assert_eq!(
                written(OutputKind::Text, &[head, tail]),
                "aé\u{fffd}漢😀",
                "{at}"
            );
        }
        assert_eq!(
            written(OutputKind::Text, &[b"\xffa\xc3(", b"\xe2\x82", b"x"]),
            "\u{fffd}a\u{fffd}(\u{fffd}x"
        );
    }
}
