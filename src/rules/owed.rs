//! Answers that a rulebook owes. Most rulebooks always know the moves of a position; one that asks a script may get no
//! answer in time. Whoever goes through moves then sees fewer than there are, and whatever is worked out from them is
//! void: work done within [`answering`] ends as a [`Stop`] instead.

use std::cell::RefCell;

use super::{Limits, Stop};

thread_local! {
    /// The work that this thread is at: its limits, and the first answer that was missing.
    static WORK: RefCell<Option<(Limits, Option<Stop>)>> = const { RefCell::new(None) };
}

/// Ends the work when it is dropped, however that came about.
struct EndOfWork;

impl Drop for EndOfWork {
    fn drop(&mut self) {
        WORK.set(None);
    }
}

/// Does work that goes through moves, and gives its result only where no rulebook owed an answer meanwhile.
///
/// # Errors
/// What the work gives, or why an answer was missing.
pub fn answering<T>(limits: &Limits, work: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
    let inner = WORK.with_borrow(Option::is_some);
    let _end = (!inner).then(|| {
        WORK.set(Some((limits.clone(), None)));
        EndOfWork
    });
    let found = work();
    // What went wrong for want of an answer is not worth telling.
    match WORK.with_borrow(|work| work.as_ref().and_then(|(_, owed)| owed.clone())) {
        Some(stop) => Err(stop),
        None => found,
    }
}

/// Says that an answer is missing, and why. Outside of [`answering`] nothing comes of it.
pub fn owe(stop: Stop) {
    WORK.with_borrow_mut(|work| {
        if let Some((_, owed)) = work {
            owed.get_or_insert(stop);
        }
    });
}

/// The limits of the work that this thread is at, within [`answering`].
#[must_use]
pub fn limits_of_work() -> Option<Limits> {
    WORK.with_borrow(|work| work.as_ref().map(|(limits, _)| limits.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_owed_voids_the_work_around_it_and_no_other() {
        let limits = Limits::default().with_memory(7);
        let owing = || {
            answering(&limits, || {
                assert_eq!(limits_of_work().unwrap().memory(), 7);
                // The inner work stops, and so does the outer one that would go on.
                let inner = answering(&Limits::default(), || {
                    owe(Stop::not_proved("first"));
                    owe(Stop::not_proved("second"));
                    Ok(1)
                });
                assert_eq!(inner, Err(Stop::not_proved("first")));
                Ok(2)
            })
        };
        assert_eq!(owing(), Err(Stop::not_proved("first")));
        owe(Stop::not_proved("nobody asked"));
        assert!(limits_of_work().is_none());
        assert_eq!(answering(&limits, || Ok(3)), Ok(3));
    }
}
