//! Tables built when they are first asked for.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::rules::Stop;

/// A table that is built at the first question, shared by all later ones, and dropped with its rulebook.
pub struct Lazy<T> {
    built: OnceLock<Arc<T>>,
    /// Held while the table is built.
    building: Mutex<()>,
}

impl<T> Default for Lazy<T> {
    fn default() -> Self {
        Lazy { built: OnceLock::new(), building: Mutex::new(()) }
    }
}

impl<T> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lazy")
    }
}

impl<T> Lazy<T> {
    /// The table, built by `build` if it is not there yet. Others who ask meanwhile wait for it.
    ///
    /// # Errors
    /// What `build` says; the next question tries again.
    pub fn get(&self, build: impl FnOnce() -> Result<T, Stop>) -> Result<Arc<T>, Stop> {
        if let Some(table) = self.ready() {
            return Ok(table);
        }
        let _building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody else may have built it in the meantime.
        if let Some(table) = self.ready() {
            return Ok(table);
        }
        let table = Arc::new(build()?);
        Ok(Arc::clone(self.built.get_or_init(|| table)))
    }

    /// The table if it is there already; never waits.
    #[must_use]
    pub fn ready(&self) -> Option<Arc<T>> {
        self.built.get().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_built_once_and_tried_again_after_a_stop() {
        let lazy = Lazy::default();
        assert!(lazy.get(|| Err(Stop::not_proved("not yet"))).is_err());
        assert_eq!(lazy.ready(), None);
        std::thread::scope(|scope| {
            for n in 0..4 {
                let lazy = &lazy;
                scope.spawn(move || lazy.get(|| Ok(n)));
            }
        });
        let first = lazy.ready();
        assert!(first.is_some());
        assert_eq!(lazy.get(|| Ok(9)).ok(), first);
    }
}
