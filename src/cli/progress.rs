//! Reports progress on standard error if standard error is a terminal and a search takes longer than a second.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use super::error;
use nimatron_core::tr;

/// The time before the first report.
const LONG: Duration = Duration::from_secs(1);
/// The time without a progress report after which the elapsed time is shown instead.
const QUIET: Duration = Duration::from_secs(1);
const OFTEN: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub struct Progress {
    what: String,
    start: Instant,
    due: Duration,
    terminal: bool,
    shown: bool,
    /// The elapsed time at the last call to `tell`.
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
        error::status(&tr!("{what}: {done} of {all}", what = self.what));
        (self.shown, self.due) = (true, elapsed + OFTEN);
    }

    pub fn tell_time(&mut self) {
        let elapsed = self.start.elapsed();
        if !self.terminal || elapsed < self.due.max(self.seen + QUIET) {
            return;
        }
        error::status(&format!("{}: {} s", self.what, elapsed.as_secs()));
        (self.shown, self.due) = (true, elapsed + OFTEN);
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_shown_once_the_work_has_taken_long() {
        for (taken, is_shown) in [(0, false), (60, true)] {
            let mut progress = Progress::new("searching");
            let taken_before = Duration::from_secs(taken);
            progress.start = progress.start.checked_sub(taken_before).unwrap();
            progress.terminal = true;
            progress.tell_time();
            assert_eq!(progress.shown, is_shown, "{taken}");
        }
    }
}
