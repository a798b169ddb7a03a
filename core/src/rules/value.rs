//! Defines the results of solvers, and the limits on their computations.

use std::fmt;
use std::sync::Arc;

use super::Outcome;

/// The exact value of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The outcome with best play.
    pub outcome: Outcome,
    /// The Grundy value in normal play, if it is known.
    pub grundy: Option<u64>,
    /// The final difference in score for the player to move, in games that count points.
    pub margin: Option<i64>,
    /// The number of moves to the end if the winner hurries and the loser delays; `None` if it is unknown or undefined.
    pub remoteness: Option<u64>,
}

impl Value {
    /// Creates a value with this outcome. All other fields are `None`.
    pub fn from_outcome(outcome: Outcome) -> Value {
        Value {
            outcome,
            grundy: None,
            margin: None,
            remoteness: None,
        }
    }

    /// Sets the Grundy value.
    pub fn with_grundy(self, grundy: Option<u64>) -> Value {
        Value { grundy, ..self }
    }

    /// Sets the remoteness.
    pub fn with_remoteness(self, remoteness: Option<u64>) -> Value {
        Value { remoteness, ..self }
    }
}

/// The progress of a long computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of steps done so far. The computation defines what a step is.
    pub done: u64,
    /// The total number of steps.
    pub total: u64,
}

/// The reason why no value was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The answer could not be proved; the message gives the reason, such as a limit that was exceeded.
    #[error("{}", tr!("not proved: {reason}", reason = .0))]
    NotProved(String),
    /// A script is at fault; the message gives the script's file, the location and the error.
    #[error("{0}")]
    Fault(String),
    /// The caller cancelled the computation, or its time or memory ran out.
    #[error("{}", tr!("stopped before the answer was proved: {reason}", reason = .0))]
    Interrupted(String),
}

impl Stop {
    /// Creates the error for an answer that could not be proved.
    pub fn not_proved(reason: impl Into<String>) -> Stop {
        Stop::NotProved(reason.into())
    }
}

/// Turns [`Stop::NotProved`] and [`Stop::Fault`] into `None`.
///
/// # Errors
/// Returns [`Stop::Interrupted`] unchanged.
pub fn if_proved<T>(found: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match found {
        Err(Stop::NotProved(_) | Stop::Fault(_)) => Ok(None),
        found => found.map(Some),
    }
}

/// The number of items between two checks by [`Limits::checking`].
const STRIDE: usize = 64;

type StopTest = dyn Fn() -> Option<String> + Send + Sync;
type Report = dyn Fn(Step) + Send + Sync;

/// The limits on a computation, with callbacks that cancel it and report its progress.
#[derive(Clone)]
pub struct Limits {
    stop: Option<Arc<StopTest>>,
    stop_between_calls: Option<Arc<StopTest>>,
    report: Option<Arc<Report>>,
    memory: u64,
    growth: u64,
    is_brief: bool,
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            stop: None,
            stop_between_calls: None,
            report: None,
            memory: 600 << 20,
            growth: u64::MAX,
            is_brief: false,
        }
    }
}

impl Limits {
    /// Adds a callback that is polled regularly. It returns a reason to stop the computation, or `None` to continue.
    pub fn stopping(self, stop: impl Fn() -> Option<String> + Send + Sync + 'static) -> Limits {
        let stop: Arc<StopTest> = match self.stop {
            Some(before) => Arc::new(move || before().or_else(&stop)),
            None => Arc::new(stop),
        };
        Limits {
            stop: Some(stop),
            ..self
        }
    }

    /// Sets a callback that works like that of [`stopping`](Limits::stopping), except that it is not polled during a
    /// call to a script. If this method is called again, the new callback replaces the previous one.
    pub(crate) fn stopping_between_calls(
        self,
        stop: impl Fn() -> Option<String> + Send + Sync + 'static,
    ) -> Limits {
        Limits {
            stop_between_calls: Some(Arc::new(stop)),
            ..self
        }
    }

    /// Returns the limits for a call to a script.
    pub(crate) fn in_call(&self) -> Limits {
        Limits {
            stop_between_calls: None,
            ..self.clone()
        }
    }

    /// Sets the callback that receives the progress of long computations.
    pub fn reporting(self, report: impl Fn(Step) + Send + Sync + 'static) -> Limits {
        Limits {
            report: Some(Arc::new(report)),
            ..self
        }
    }

    /// Removes the progress callback, so that a subtask does not report its own progress.
    pub fn unreported(self) -> Limits {
        Limits {
            report: None,
            ..self
        }
    }

    /// Sets the memory budget in bytes.
    pub fn with_memory(self, bytes: u64) -> Limits {
        Limits {
            memory: bytes,
            ..self
        }
    }

    /// Sets the maximum number of bytes that one query may add to each cached table of its game.
    pub fn growing(self, bytes: u64) -> Limits {
        Limits {
            growth: bytes,
            ..self
        }
    }

    /// Lowers the memory budget for a query that may enlarge a table. `bytes` is the current size of the table. The
    /// table may grow by no more than the number of bytes set by [`growing`](Limits::growing).
    pub(crate) fn with_table_of(&self, bytes: u64) -> Limits {
        let most = bytes.saturating_add(self.growth);
        self.clone().with_memory(most.min(self.memory))
    }

    /// Allows solvers to leave the remoteness unknown if finding it would take a long time.
    pub fn brief(self) -> Limits {
        Limits {
            is_brief: true,
            ..self
        }
    }

    /// Returns whether solvers may leave the remoteness unknown.
    pub fn is_brief(&self) -> bool {
        self.is_brief
    }

    /// The memory budget for tables and searches, in bytes.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// Returns [`Stop::Interrupted`] if the computation must stop. Long computations call this method regularly.
    pub fn check(&self) -> Result<(), Stop> {
        let mut stops = self.stop.iter().chain(&self.stop_between_calls);
        match stops.find_map(|stop| stop()) {
            Some(reason) => Err(Stop::Interrupted(reason)),
            None => Ok(()),
        }
    }

    /// Wraps an iterator, and checks the limits before every 64th item, starting with the first.
    pub fn checking<I: IntoIterator>(
        &self,
        items: I,
    ) -> impl Iterator<Item = Result<I::Item, Stop>> {
        items.into_iter().enumerate().map(|(i, item)| {
            if i.is_multiple_of(STRIDE) {
                self.check()?;
            }
            Ok(item)
        })
    }

    /// Reports the progress of a long computation.
    pub fn progress(&self, done: u64, total: u64) {
        if let Some(report) = &self.report {
            report(Step { done, total });
        }
    }
}
