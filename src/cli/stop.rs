//! Ends searches that reach a limit on time or memory, or that the user cancels with Ctrl-C.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::error::Error;
use super::numbers::within;
use super::progress::Progress;
use nimatron_core::rules::{Limits, Stop, allocated, saturating_cast};
use nimatron_core::tr;

static STOPPED: AtomicBool = AtomicBool::new(false);
/// The number of the last signal, or 0 if there was no signal.
static SIGNAL: AtomicI32 = AtomicI32::new(0);
/// The callback for signals while the interface is running.
static HANDED_OVER: OnceLock<fn()> = OnceLock::new();
/// The time that a cancelled search has to stop before the program exits.
const GRACE: Duration = Duration::from_millis(70);
/// Whether a search that can be cancelled is running.
static BUSY: AtomicBool = AtomicBool::new(false);
static STARTED: OnceLock<Instant> = OnceLock::new();
/// The current budget, which [`Budget::begin`] sets.
static CURRENT: Mutex<Budget> = Mutex::new(Budget {
    time: None,
    end: None,
    memory: None,
});

pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text
        .parse()
        .map_err(|_| tr!("{text:?} is not a number of seconds"))?;
    if number > 0.0 {
        Duration::try_from_secs_f64(number).map_err(|_| tr!("too many seconds").to_owned())
    } else {
        Err(tr!("expected a number of seconds above 0").to_owned())
    }
}

#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// The time limit. It applies to all positions together if `end` is set, and to each position separately otherwise.
    /// The time to parse a position is included.
    pub time: Option<Duration>,
    /// The common deadline of all positions, if there is one.
    pub end: Option<Instant>,
    /// The memory limit in MiB for all allocations of the program.
    pub memory: Option<u64>,
}

impl Budget {
    /// Returns the number of bytes that the program may allocate, or `None` if memory is not limited. The program
    /// itself and the allocator need additional memory. The result is chosen so that the total stays below six fifths
    /// of the limit. However low the limit is, the result is at least half of it.
    fn bytes(&self) -> Option<u64> {
        /// The memory, in bytes, that the program occupies before it allocates anything.
        const PROGRAM: u64 = 11 << 20;
        let limit = self.memory?.saturating_mul(1 << 20);
        let seen = (limit / 5).saturating_mul(6);
        let allocated = seen.saturating_sub(PROGRAM) / 5 * 4;
        Some(allocated.max(limit / 2))
    }

    /// Returns a copy of the budget with half of the time left until `end`, or an unchanged copy if `end` is not set.
    pub fn half(&self) -> Budget {
        let now = Instant::now();
        let left = self.end.map(|end| end.saturating_duration_since(now));
        Budget {
            end: left.and_then(|left| now.checked_add(left / 2)),
            ..self.clone()
        }
    }

    /// Makes this the current budget, and starts the clock if each position has its own time limit. Scripts stop when
    /// this budget runs out, even in calls that have no limits of their own, such as those that read or draw a
    /// position.
    pub fn begin(&self) -> Budget {
        let begun = self.begun();
        *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) = begun.clone();
        begun
    }

    /// Returns a copy with a deadline if there is a time limit. The clock starts now unless it is already running.
    fn begun(&self) -> Budget {
        let end = self
            .time
            .and_then(|time| self.end.or_else(|| Instant::now().checked_add(time)));
        Budget {
            end,
            ..self.clone()
        }
    }

    /// Returns the number of bytes that the work may still allocate. If there is a time limit, the clock must be
    /// running.
    ///
    /// Returns the reason as an error if the user interrupted the program, if the time is up, or if `bytes` more bytes
    /// would exceed the memory limit.
    fn check_work(&self, bytes: u64) -> Result<u64, String> {
        if STOPPED.load(Ordering::Relaxed) {
            return Err(tr!("interrupted").to_owned());
        }
        let left = match self.memory.zip(self.bytes()) {
            None => u64::MAX,
            Some((mib, most)) => (most.checked_sub(allocated()))
                .filter(|left| bytes <= *left)
                .ok_or_else(|| tr!("the memory limit of {mib} MiB is reached"))?,
        };
        match self.end.zip(self.time) {
            Some((end, time)) if Instant::now() >= end => Err(tr!(
                "the time limit of {seconds} s is over",
                seconds = time.as_secs_f64()
            )),
            _ => Ok(left),
        }
    }

    /// Returns the error to report when a task has failed with `error`. An exhausted budget or an interruption may have
    /// stopped a script and so caused the failure; in that case, reports the reason for the stop instead.
    pub fn blame(&self, error: impl std::fmt::Display) -> Error {
        match self.check() {
            Err(stop) => Error::failed(stop),
            Ok(()) => Error::failed(error),
        }
    }

    pub fn check(&self) -> Result<(), Stop> {
        self.limits().check()
    }

    /// Returns whether more than half of the memory budget is in use, so that caches should be cleared.
    pub fn is_half_taken(&self) -> bool {
        self.bytes().is_some_and(|most| allocated() > most / 2)
    }

    /// Returns the limits for one position. The clock starts now unless it is already running.
    pub fn limits(&self) -> Limits {
        let limits = match self.bytes() {
            Some(most) => Limits::default().with_memory(most.saturating_sub(allocated())),
            None => Limits::default(),
        };
        let begun = self.begun();
        limits.stopping(move || begun.check_work(0).err())
    }

    /// Runs a search within [`Budget::limits`].
    pub fn run<T>(&self, search: impl FnOnce(&Limits) -> T) -> T {
        self.run_as(tr!("searching"), search)
    }

    /// Like [`Budget::run`], with a name for the progress report.
    pub fn run_as<T>(&self, what: &str, search: impl FnOnce(&Limits) -> T) -> T {
        let limits = with_progress(what, self.limits());
        busy(|| search(&limits))
    }
}

/// Adds progress reports to limits. If the search does not report its progress, the elapsed time is shown instead.
pub fn with_progress(what: &str, limits: Limits) -> Limits {
    fn lock(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
        progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
    let progress = Arc::new(Mutex::new(Progress::new(what)));
    let asked = Arc::clone(&progress);
    limits
        .reporting(move |step| lock(&progress).tell(step.done, step.total))
        // A search that reports no progress still checks its limits often, so each check can show the elapsed time.
        .stopping(move || {
            lock(&asked).tell_time();
            None
        })
}

/// The options `--time` and `--memory` of commands that perform one task.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct WorkLimit {
    /// Time limit in seconds, for the whole command
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    #[command(flatten)]
    pub memory: MemoryLimit,
}

/// The option `--memory`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct MemoryLimit {
    /// Limit on the program's memory, in MiB
    #[arg(long, value_name = "MIB", value_parser = within(1..=u64::MAX))]
    memory: Option<u64>,
}

impl MemoryLimit {
    /// Returns a budget in which `time` is the time limit for each position, or in which there is no time limit if
    /// `time` is `None`.
    pub fn budget(self, time: Option<Duration>) -> Budget {
        Budget {
            time,
            end: None,
            memory: self.memory,
        }
    }
}

impl WorkLimit {
    /// Returns the budget for the whole command. The time limit is measured from the start of the command.
    pub fn budget(self) -> Budget {
        let started = *STARTED.get_or_init(Instant::now);
        let end = self.time.and_then(|time| started.checked_add(time));
        Budget {
            end,
            ..self.memory.budget(self.time)
        }
    }
}

/// Runs a closure that Ctrl-C cancels. After Ctrl-C, the program waits for `GRACE` before it exits, so that the closure
/// can still return its results.
pub fn busy<T>(work: impl FnOnce() -> T) -> T {
    BUSY.store(true, Ordering::Relaxed);
    let done = work();
    BUSY.store(false, Ordering::Relaxed);
    done
}

pub fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Checks the current budget; see `Budget::check_work`.
pub fn check_work(bytes: u64) -> Result<u64, String> {
    let current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    current.check_work(bytes)
}

/// Returns the exit status after a signal, or `None` if there was no signal. The status is 128 plus the signal's
/// number, for example 130 for Ctrl-C.
pub fn status() -> Option<u8> {
    let signal = SIGNAL.load(Ordering::Relaxed);
    (signal != 0).then(|| saturating_cast(128 + signal))
}

/// Makes every later signal call `to` instead of ending the program.
pub fn hand_over(to: fn()) {
    // This cannot fail: only one interface runs, and only once.
    let _ = HANDED_OVER.set(to);
}

/// Installs the signal handlers. Ctrl-C and, on Unix, SIGTERM end the program. A running search is cancelled first and
/// has `GRACE` to stop, so that the program can still write the results that it has found.
pub fn listen() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    // If no handler can be installed, signals end the program by default.
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
        super::error::say(tr!("interrupted"));
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
        // With a handler, exceeding the file size limit becomes a write error instead of ending the program.
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
