//! Ending a search that takes too long: by a clock, or by Ctrl-C.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::numbers::within;
use super::progress::Progress;
use nimatron_core::rules::{Limits, Stop, nearest};

static STOPPED: AtomicBool = AtomicBool::new(false);
/// The signal that said so; 0 for none.
static SIGNAL: AtomicI32 = AtomicI32::new(0);
/// What is told of signals once the interface runs.
static HANDED_OVER: OnceLock<fn()> = OnceLock::new();
/// How long a search may take to stop.
const GRACE: Duration = Duration::from_millis(70);
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

fn allocated() -> u64 {
    ALLOCATED.get().map_or(0, |allocated| nearest(allocated()))
}

/// Reads a number of seconds above 0.
///
/// Errors: what is wrong with the text.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text
        .parse()
        .map_err(|_| format!("{text:?} is not a number of seconds"))?;
    if number > 0.0 {
        Duration::try_from_secs_f64(number).map_err(|_| "too many seconds".to_owned())
    } else {
        Err("expected a number of seconds above 0".to_owned())
    }
}

/// What a search may use: time for each position, and memory.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// The most time: for one position, its reading included, or for all of them where `end` is known.
    pub time: Option<Duration>,
    /// When the time for all of them is over.
    pub end: Option<Instant>,
    /// The most memory in MiB: all that the program has allocated.
    pub memory: Option<u64>,
}

impl Budget {
    /// The most bytes, if there is a bound.
    fn bytes(&self) -> Option<u64> {
        self.memory.map(|mib| mib.saturating_mul(1 << 20))
    }

    /// The same with half of the time that is left.
    pub fn half(&self) -> Budget {
        let now = Instant::now();
        let left = self.end.map(|end| end.saturating_duration_since(now));
        Budget {
            end: left.and_then(|left| now.checked_add(left / 2)),
            ..self.clone()
        }
    }

    /// Errors: why the work is to end now.
    pub fn check(&self) -> Result<(), Stop> {
        self.limits().check()
    }

    /// Whether more than half of the memory is taken: time to drop what was only kept for later.
    pub fn is_half_taken(&self) -> bool {
        self.bytes().is_some_and(|most| allocated() > most / 2)
    }

    /// The limits of one position, whose clock starts now.
    pub fn limits(&self) -> Limits {
        let limits = Limits::default();
        let bytes = self.bytes();
        let limits = match bytes {
            Some(most) => limits.with_memory(most.saturating_sub(allocated())),
            None => limits,
        };
        let memory = self.memory.zip(bytes);
        let end = self
            .time
            .and_then(|time| Some((self.end.or_else(|| Instant::now().checked_add(time))?, time)));
        limits.stopping(move || {
            if STOPPED.load(Ordering::Relaxed) {
                return Some("interrupted".to_owned());
            }
            if let Some((mib, most)) = memory
                && allocated() > most
            {
                return Some(format!("the memory limit of {mib} MiB is reached"));
            }
            let (end, time) = end?;
            (Instant::now() >= end)
                .then(|| format!("the time limit of {} s is over", time.as_secs_f64()))
        })
    }

    /// Runs a search under the limits, its clock starting now.
    pub fn run<T>(&self, search: impl FnOnce(&Limits) -> T) -> T {
        self.run_as("searching", search)
    }

    /// The same, told by this name to people who wait.
    pub fn run_as<T>(&self, what: &str, search: impl FnOnce(&Limits) -> T) -> T {
        let limits = with_progress(what, self.limits());
        busy(|| search(&limits))
    }
}

/// Limits that tell a terminal how far the work is, or how long it has taken.
pub fn with_progress(what: &str, limits: Limits) -> Limits {
    fn lock(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
        progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
    let progress = Arc::new(Mutex::new(Progress::new(what)));
    let asked = Arc::clone(&progress);
    limits
        .reporting(move |step| lock(&progress).tell(step.done, step.total))
        // Work asks often whether to stop, whether it tells how far it is or not.
        .stopping(move || {
            lock(&asked).tell_time();
            None
        })
}

/// `--time` and `--memory` of a command that does one thing.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct WorkLimit {
    /// Time limit in seconds, for the whole command
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Limit on the program's memory, in MiB
    #[arg(long, value_name = "MIB", value_parser = within(1..=u64::MAX))]
    memory: Option<u64>,
}

impl WorkLimit {
    /// The budget of the whole command, whose clock starts now.
    pub fn budget(self) -> Budget {
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        Budget {
            time: self.time,
            end,
            memory: self.memory,
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

pub fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// The exit status of a program that was told to end, 128 and the number of the signal: 130 for Ctrl-C.
pub fn status() -> Option<u8> {
    let signal = SIGNAL.load(Ordering::Relaxed);
    (signal != 0).then(|| nearest(128 + signal))
}

/// The interface has its own way to end: signals are no longer obeyed here, only passed on.
pub fn hand_over(to: fn()) {
    // There is one interface, and it runs once.
    let _ = HANDED_OVER.set(to);
}

/// Lets Ctrl-C end the search that is running, so that what was found is still said; at any other moment, or pressed
/// twice, it ends the program. A search that does not end soon is not waited for.
pub fn listen() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    // Where it cannot be had, the signals end the program as they would anyway.
    ONCE.call_once(|| drop(system::listen()));
}

fn obey(signal: i32) {
    if let Some(tell) = HANDED_OVER.get() {
        return tell();
    }
    SIGNAL.store(signal, Ordering::Relaxed);
    let again = STOPPED.swap(true, Ordering::Relaxed);
    if !again && BUSY.load(Ordering::Relaxed) {
        std::thread::sleep(GRACE);
        super::error::say("interrupted");
    }
    std::process::exit(128 + signal);
}

#[cfg(unix)]
mod system {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::signal::{SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    pub(super) fn listen() -> std::io::Result<()> {
        // A file that must not grow further is an error of writing then, not the end of the program.
        signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        std::thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || signals.forever().for_each(super::obey))
            .map(drop)
    }
}

#[cfg(not(unix))]
mod system {
    const SIGINT: i32 = 2;

    pub(super) fn listen() -> Result<(), ctrlc::Error> {
        ctrlc::set_handler(|| super::obey(SIGINT))
    }
}
