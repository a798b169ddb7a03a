//! Deferred errors. Most rulesets always know the moves of a position; one that asks a script may get no answer in time,
//! inside a callback that cannot fail. It records the error here, and the enclosing [`with_deferred_errors`] returns it
//! instead of a result that was computed from too few moves.

use std::cell::RefCell;

use super::{Limits, Stop};

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
pub fn with_deferred_errors<T>(limits: &Limits, work: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
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
