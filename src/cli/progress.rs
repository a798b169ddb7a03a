//! How far something is, for people who wait: on standard error, once it takes longer than a second.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use super::error;

/// When progress is first reported.
const LONG: Duration = Duration::from_secs(1);
/// How often a terminal gets a report.
const OFTEN: Duration = Duration::from_millis(100);

/// Tells how far something is: a terminal in one line, drawn over itself; anything else in a line of its own, each after
/// twice the time of the one before.
#[derive(Debug)]
pub struct Progress {
    what: String,
    start: Instant,
    due: Duration,
    terminal: bool,
    shown: bool,
}

impl Progress {
    pub fn new(what: impl Into<String>) -> Progress {
        Progress {
            what: what.into(),
            start: Instant::now(),
            due: LONG,
            terminal: io::stderr().is_terminal(),
            shown: false,
        }
    }

    pub fn tell(&mut self, done: u64, all: u64) {
        let elapsed = self.start.elapsed();
        if elapsed < self.due || all == 0 {
            return;
        }
        let text = format!("{}: {done} of {all}", self.what);
        if self.terminal {
            error::status(&text);
            (self.shown, self.due) = (true, elapsed + OFTEN);
        } else {
            error::note(&text);
            self.due = elapsed * 2;
        }
    }

    /// It is done, or given up: a terminal's line is cleared.
    pub fn end(&mut self) {
        if std::mem::take(&mut self.shown) {
            error::status("");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}
