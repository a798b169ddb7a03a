//! Ending a search that takes too long: by a clock, or by Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use crate::rules::{Limits, Step};

/// Ctrl-C has been pressed.
static STOPPED: AtomicBool = AtomicBool::new(false);
/// A search is running that can be told to stop.
static BUSY: AtomicBool = AtomicBool::new(false);

/// Tells how many bytes the program has allocated.
static ALLOCATED: OnceLock<fn() -> usize> = OnceLock::new();

/// Names what counts the bytes that the program has allocated, for the promise of `--memory`: the program's own
/// allocator. Without it only tables of a known size are counted, one at a time.
pub fn measure_memory(allocated: fn() -> usize) {
    // Only the program itself does this, once; a second counter would say the same.
    let _ = ALLOCATED.set(allocated);
}

/// The bytes allocated now, as far as they are counted.
fn allocated() -> u64 {
    ALLOCATED.get().map_or(0, |allocated| u64::try_from(allocated()).unwrap_or(u64::MAX))
}

/// Reads a number of seconds above 0.
///
/// # Errors
/// What else the text is.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| format!("{text:?} is not a number of seconds"))?;
    if number > 0.0 {
        Duration::try_from_secs_f64(number).map_err(|_| "too many seconds".to_owned())
    } else {
        Err("expected a number of seconds above 0".to_owned())
    }
}

/// What a search may use: time for each position, and memory.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// The most time for one position, its reading included.
    pub time: Option<Duration>,
    /// The most memory in MiB: all that the program has allocated.
    pub memory: Option<u64>,
}

impl Budget {
    /// The most bytes, if there is a bound.
    fn bytes(&self) -> Option<u64> {
        self.memory.map(|mib| mib.saturating_mul(1 << 20))
    }

    /// Whether more than half of the memory is taken: time to drop what was only kept for later.
    #[must_use]
    pub fn is_half_taken(&self) -> bool {
        self.bytes().is_some_and(|most| allocated() > most / 2)
    }

    /// The limits of one position, whose clock starts now.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let limits = Limits::default();
        let bytes = self.bytes();
        let limits = match bytes {
            Some(most) => limits.with_memory(most.saturating_sub(allocated())),
            None => limits,
        };
        let mib = self.memory.unwrap_or(0);
        let end = self.time.and_then(|time| Some((Instant::now().checked_add(time)?, time)));
        limits.stopping(move || {
            if STOPPED.load(Ordering::Relaxed) {
                return Some("interrupted".to_owned());
            }
            if bytes.is_some_and(|most| allocated() > most) {
                return Some(format!("the memory given, {mib} MiB, is taken"));
            }
            let (end, time) = end?;
            (Instant::now() >= end).then(|| format!("the time given, {} s, is over", time.as_secs_f64()))
        })
    }

    /// Runs a search under the limits, its clock starting now.
    pub fn run<T>(&self, search: impl FnOnce(&Limits) -> T) -> T {
        let shown = Arc::new(ShownProgress::default());
        let limits = self.limits().reporting({
            let shown = Arc::clone(&shown);
            move |step| shown.report(step)
        });
        let found = busy(|| search(&limits));
        shown.clear();
        found
    }
}

/// A bar on the terminal for a search that tells how far it is, once that takes long.
#[derive(Debug)]
struct ShownProgress {
    since: Instant,
    bar: Mutex<Option<ProgressBar>>,
}

/// After so long a bar is shown.
const LONG: Duration = Duration::from_secs(1);

impl Default for ShownProgress {
    fn default() -> Self {
        ShownProgress { since: Instant::now(), bar: Mutex::new(None) }
    }
}

impl ShownProgress {
    fn report(&self, step: Step) {
        if self.since.elapsed() < LONG {
            return;
        }
        // Drawn on standard error, and only where that is a terminal.
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        bar.get_or_insert_with(|| ProgressBar::new(step.total)).set_position(step.done);
    }

    fn clear(&self) {
        if let Some(bar) = self.bar.lock().unwrap_or_else(PoisonError::into_inner).take() {
            bar.finish_and_clear();
        }
    }
}

/// Does what Ctrl-C may end without ending the program.
pub fn busy<T>(work: impl FnOnce() -> T) -> T {
    BUSY.store(true, Ordering::Relaxed);
    let done = work();
    BUSY.store(false, Ordering::Relaxed);
    done
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
