//! Defines the errors that end a command.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::locale;
use nimatron_core::rules::sanitize::{self, Transliterator};
use nimatron_core::tr;

/// The reason why a command failed or stopped early. Each reason has an exit status.
#[derive(Debug)]
pub enum Error {
    /// The command line or an ID in it is invalid: status 2.
    Usage(String),
    /// The command failed: status 1.
    Failed(String),
    /// The command failed, and the reason has already been reported: status 1.
    Reported,
    /// The reader closed the output: the program ends silently with status 0.
    Closed,
}

impl Error {
    pub fn usage(what: impl ToString) -> Error {
        Error::Usage(what.to_string())
    }

    pub fn failed(what: impl ToString) -> Error {
        Error::Failed(what.to_string())
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Error::Closed,
            _ => Error::Failed(tr!("standard output: {error}")),
        }
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}

pub type Done<T = ()> = Result<T, Error>;

pub fn say(what: &str) {
    note(&tr!("error: {what}"));
}

pub fn note(what: &str) {
    let text = sanitize::message(what);
    let text = if locale::is_narrow() {
        Transliterator::default().text(&text)
    } else {
        text
    };
    let over = if HAS_STATUS.swap(false, Relaxed) {
        "\r\x1b[K"
    } else {
        ""
    };
    // If standard error cannot be written to, the message is lost.
    let _ = writeln!(io::stderr().lock(), "{over}{text}");
}

/// Whether a status line is visible. If so, the next message must overwrite it.
static HAS_STATUS: AtomicBool = AtomicBool::new(false);

/// Writes a status line to standard error, overwriting the previous one; an empty text clears the line.
pub fn status(what: &str) {
    HAS_STATUS.store(!what.is_empty(), Relaxed);
    let _ = write!(io::stderr().lock(), "\r{}\x1b[K", sanitize::message(what));
}
