//! What a solver answers and what it may use.

use std::cell::RefCell;
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

// Deferred errors. Most rulesets always know the moves of a position; one that asks a script may get no answer in time,
// inside a callback that cannot fail. It records the error here, and the enclosing `with_deferred_errors` returns it
// instead of a result that was computed from too few moves.

thread_local! {
    /// What this thread is working on: its limits, and the first error that was recorded.
    static WORK: RefCell<Option<(Limits, Option<Stop>)>> = const { RefCell::new(None) };
}

/// The work that is begun by it and ends when it is dropped, however that comes about; not where it is a part of other work.
struct Work {
    is_inner: bool,
}

impl Work {
    fn begin(limits: &Limits) -> Work {
        let is_inner = WORK.with_borrow(Option::is_some);
        if !is_inner {
            WORK.set(Some((limits.clone(), None)));
        }
        Work { is_inner }
    }

    /// The recorded error: it explains whatever else went wrong.
    fn check(&self) -> Result<(), Stop> {
        WORK.with_borrow(|work| match work {
            Some((_, Some(stop))) => Err(stop.clone()),
            _ => Ok(()),
        })
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if !self.is_inner {
            WORK.set(None);
        }
    }
}

/// Runs work that lists moves, and returns its result only if no error was recorded meanwhile.
///
/// # Errors
/// That of the work, or the recorded one.
#[inline]
pub fn with_deferred_errors<T>(
    limits: &Limits,
    work: impl FnOnce() -> Result<T, Stop>,
) -> Result<T, Stop> {
    let begun = Work::begin(limits);
    let found = work();
    begun.check()?;
    found
}

/// Records an error for the enclosing [`with_deferred_errors`]; outside of one it is ignored.
pub fn defer_error(stop: Stop) {
    WORK.with_borrow_mut(|work| {
        if let Some((_, deferred)) = work {
            deferred.get_or_insert(stop);
        }
    });
}

/// The limits of the enclosing [`with_deferred_errors`] on this thread.
pub fn limits_of_work() -> Option<Limits> {
    WORK.with_borrow(|work| work.as_ref().map(|(limits, _)| limits.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deferred_error_fails_the_work_around_it_and_no_other() {
        let limits = Limits::default().with_memory(7);
        let owing = || {
            with_deferred_errors(&limits, || {
                assert_eq!(limits_of_work().unwrap().memory(), 7);
                // The inner work stops, and so does the outer one that would go on.
                let inner = with_deferred_errors(&Limits::default(), || {
                    defer_error(Stop::not_proved("first"));
                    defer_error(Stop::not_proved("second"));
                    Ok(1)
                });
                assert_eq!(inner, Err(Stop::not_proved("first")));
                Ok(2)
            })
        };
        assert_eq!(owing(), Err(Stop::not_proved("first")));
        defer_error(Stop::not_proved("nobody asked"));
        assert!(limits_of_work().is_none());
        assert_eq!(with_deferred_errors(&limits, || Ok(3)), Ok(3));
    }
}
