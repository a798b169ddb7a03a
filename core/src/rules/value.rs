//! What a solver answers and what it may use.

use std::fmt;
use std::sync::Arc;

use super::Outcome;

/// The exact value of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Who wins with best play.
    pub outcome: Outcome,
    /// Grundy value, in normal play, where it is known.
    pub grundy: Option<u64>,
    /// Final difference of points for the player to move, in games that count points.
    pub margin: Option<i32>,
    /// Moves left to the end when the winner hurries and the loser delays, where it is known and defined.
    pub remoteness: Option<u64>,
}

impl Value {
    /// A value of which only the outcome is known.
    pub fn of(outcome: Outcome) -> Value {
        Value {
            outcome,
            grundy: None,
            margin: None,
            remoteness: None,
        }
    }

    /// The same with a Grundy value.
    pub fn with_grundy(self, grundy: Option<u64>) -> Value {
        Value { grundy, ..self }
    }

    /// The same with a remoteness.
    pub fn with_remoteness(self, remoteness: Option<u64>) -> Value {
        Value { remoteness, ..self }
    }
}

/// How far a long computation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Work done so far.
    pub done: u64,
    /// Work in all.
    pub total: u64,
}

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The position is past what can be proved; the text says which limit it passes.
    #[error("not proved: {0}")]
    NotProved(String),
    /// A script is at fault: its file, where, and what is wrong.
    #[error("{0}")]
    Fault(String),
    /// The caller asked to stop, or the time it gave ran out.
    #[error("stopped before the answer was proved: {0}")]
    Interrupted(String),
}

impl Stop {
    /// A position past what can be proved.
    pub fn not_proved(reason: impl Into<String>) -> Stop {
        Stop::NotProved(reason.into())
    }
}

/// What was found; `None` where it is not proved.
///
/// # Errors
/// [`Stop::Interrupted`], as it came.
pub fn if_proved<T>(found: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match found {
        Err(Stop::NotProved(_) | Stop::Fault(_)) => Ok(None),
        found => found.map(Some),
    }
}

type StopTest = dyn Fn() -> Option<String> + Send + Sync;
type Report = dyn Fn(Step) + Send + Sync;

/// The limits of a computation, and how it is stopped. Clocks and signals live with the caller.
#[derive(Clone)]
pub struct Limits {
    stop: Option<Arc<StopTest>>,
    report: Option<Arc<Report>>,
    memory: u64,
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
        }
    }
}

impl Limits {
    /// Limits that ask `stop` too from time to time; it gives the reason once the work should end.
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

    /// Limits that tell `report` how far a long computation is.
    pub fn reporting(self, report: impl Fn(Step) + Send + Sync + 'static) -> Limits {
        Limits {
            report: Some(Arc::new(report)),
            ..self
        }
    }

    /// Limits with another bound on memory, in bytes.
    pub fn with_memory(self, bytes: u64) -> Limits {
        Limits {
            memory: bytes,
            ..self
        }
    }

    /// The most memory, in bytes, that tables and searches may take.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// To be called every few thousand steps of a long computation.
    pub fn check(&self) -> Result<(), Stop> {
        match self.stop.as_ref().and_then(|stop| stop()) {
            Some(reason) => Err(Stop::Interrupted(reason)),
            None => Ok(()),
        }
    }

    /// Tells how far a long computation is.
    pub fn progress(&self, done: u64, total: u64) {
        if let Some(report) = &self.report {
            report(Step { done, total });
        }
    }
}
