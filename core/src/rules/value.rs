//! The results of a solver and its limits.

use std::fmt;
use std::sync::Arc;

use super::Outcome;

/// The exact value of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The outcome under best play.
    pub outcome: Outcome,
    /// The Grundy value, in normal play, where it is known.
    pub grundy: Option<u64>,
    /// The final difference of points for the player to move, in games that count points.
    pub margin: Option<i32>,
    /// The number of moves to the end when the winner hurries and the loser delays, where it is known and defined.
    pub remoteness: Option<u64>,
}

impl Value {
    /// A value with only the outcome known.
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
    /// The work done so far.
    pub done: u64,
    /// The total work.
    pub total: u64,
}

/// The reason why there is no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The position is past what can be proved; the text says which limit it passes.
    #[error("not proved: {0}")]
    NotProved(String),
    /// A script is at fault: its file, the place, and the error.
    #[error("{0}")]
    Fault(String),
    /// The caller cancelled the computation, or its time ran out.
    #[error("stopped before the answer was proved: {0}")]
    Interrupted(String),
}

impl Stop {
    /// The error for a position past what can be proved.
    pub fn not_proved(reason: impl Into<String>) -> Stop {
        Stop::NotProved(reason.into())
    }
}

/// Returns `None` where the value is not proved.
///
/// # Errors
/// [`Stop::Interrupted`], unchanged.
pub fn if_proved<T>(found: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match found {
        Err(Stop::NotProved(_) | Stop::Fault(_)) => Ok(None),
        found => found.map(Some),
    }
}

type StopTest = dyn Fn() -> Option<String> + Send + Sync;
type Report = dyn Fn(Step) + Send + Sync;

/// The limits of a computation and its cancellation. Clocks and signals belong to the caller.
#[derive(Clone)]
pub struct Limits {
    stop: Option<Arc<StopTest>>,
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
            report: None,
            memory: 600 << 20,
            growth: u64::MAX,
            is_brief: false,
        }
    }
}

impl Limits {
    /// Adds a callback that is polled from time to time; it returns the reason once the work should end.
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

    /// Adds a callback for the progress of long computations.
    pub fn reporting(self, report: impl Fn(Step) + Send + Sync + 'static) -> Limits {
        Limits {
            report: Some(Arc::new(report)),
            ..self
        }
    }

    /// Removes the callback for progress, where a part of the work would report its own.
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

    /// Bounds the bytes that one question may add to each of the tables that its game keeps.
    pub fn growing(self, bytes: u64) -> Limits {
        Limits {
            growth: bytes,
            ..self
        }
    }

    /// The limits of a question whose table has this size when it is asked.
    pub(crate) fn with_table_of(&self, bytes: u64) -> Limits {
        let most = bytes.saturating_add(self.growth);
        self.clone().with_memory(most.min(self.memory))
    }

    /// Lets the moves to the end be left out of values where they take long to find.
    pub fn brief(self) -> Limits {
        Limits {
            is_brief: true,
            ..self
        }
    }

    /// Whether the moves to the end may be left out.
    pub fn is_brief(&self) -> bool {
        self.is_brief
    }

    /// The memory budget of tables and searches, in bytes.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// Checks the limits; to be called every few thousand steps of a long computation.
    pub fn check(&self) -> Result<(), Stop> {
        match self.stop.as_ref().and_then(|stop| stop()) {
            Some(reason) => Err(Stop::Interrupted(reason)),
            None => Ok(()),
        }
    }

    /// Reports the progress of a long computation.
    pub fn progress(&self, done: u64, total: u64) {
        if let Some(report) = &self.report {
            report(Step { done, total });
        }
    }
}
