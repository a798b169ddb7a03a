//! How far something is, for people who wait at a terminal: on standard error, once it takes longer than a second.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use super::error;

/// When progress is first reported.
const LONG: Duration = Duration::from_secs(1);
/// How long nothing tells how far something is before the time is told instead.
const QUIET: Duration = Duration::from_secs(1);
/// How often a terminal gets a report.
const OFTEN: Duration = Duration::from_millis(100);

/// Tells a terminal how far something is, in one line that is drawn over itself.
#[derive(Debug)]
pub struct Progress {
    what: String,
    start: Instant,
    due: Duration,
    terminal: bool,
    shown: bool,
    /// When it was last told how far it is.
    seen: Duration,
}

impl Progress {
    pub fn new(what: impl Into<String>) -> Progress {
        Progress {
            what: what.into(),
            start: Instant::now(),
            due: LONG,
            terminal: io::stderr().is_terminal(),
            shown: false,
            seen: Duration::ZERO,
        }
    }

    pub fn tell(&mut self, done: u64, all: u64) {
        let elapsed = self.start.elapsed();
        self.seen = elapsed;
        if !self.terminal || elapsed < self.due || all == 0 {
            return;
        }
        error::status(&format!("{}: {done} of {all}", self.what));
        (self.shown, self.due) = (true, elapsed + OFTEN);
    }

    /// Tells how long it has taken, where nothing tells how far it is.
    pub fn tell_time(&mut self) {
        let elapsed = self.start.elapsed();
        if !self.terminal || elapsed < self.due.max(self.seen + QUIET) {
            return;
        }
        error::status(&format!("{}: {} s", self.what, elapsed.as_secs()));
        (self.shown, self.due) = (true, elapsed + OFTEN);
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
