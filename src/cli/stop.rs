//! Ending a search that takes too long: by a clock, or by Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::rules::Limits;

/// Ctrl-C has been pressed.
static STOPPED: AtomicBool = AtomicBool::new(false);
/// A search is running that can be told to stop.
static BUSY: AtomicBool = AtomicBool::new(false);

/// What a search may use: time for each position, and memory.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// The most time for one position.
    pub time: Option<Duration>,
    /// The most memory in MiB.
    pub memory: Option<u64>,
}

impl Budget {
    /// Runs a search under the limits, its clock starting now.
    pub fn run<T>(&self, search: impl FnOnce(&Limits) -> T) -> T {
        let limits = Limits::default();
        let limits = match self.memory {
            Some(mib) => limits.with_memory(mib.saturating_mul(1 << 20)),
            None => limits,
        };
        let end = self.time.and_then(|time| Some((Instant::now().checked_add(time)?, time)));
        let limits = limits.stopping(move || {
            if STOPPED.load(Ordering::Relaxed) {
                return Some("interrupted".to_owned());
            }
            let (end, time) = end?;
            (Instant::now() >= end).then(|| format!("the time given, {} s, is over", time.as_secs_f64()))
        });
        BUSY.store(true, Ordering::Relaxed);
        let found = search(&limits);
        BUSY.store(false, Ordering::Relaxed);
        found
    }
}

/// Whether Ctrl-C has been pressed.
#[must_use]
pub fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Lets Ctrl-C end the search that is running, so that what was found is still said; at any other moment, or
/// pressed twice, it ends the program.
pub fn listen() {
    // Where it cannot be had, Ctrl-C ends the program as it would anyway.
    let _ = ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::Relaxed) || !BUSY.load(Ordering::Relaxed) {
            std::process::exit(1);
        }
    });
}
