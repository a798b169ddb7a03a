//! Tables built when they are first asked for.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::rules::Stop;

/// A table that is built at the first question, shared by all later ones, and dropped with its rulebook.
pub struct Lazy<T> {
    built: Mutex<Option<Arc<T>>>,
}

impl<T> Default for Lazy<T> {
    fn default() -> Self {
        Lazy { built: Mutex::new(None) }
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
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = &*built {
            return Ok(Arc::clone(table));
        }
        let table = Arc::new(build()?);
        *built = Some(Arc::clone(&table));
        Ok(table)
    }

    /// The table if it is there already.
    #[must_use]
    pub fn ready(&self) -> Option<Arc<T>> {
        self.built.try_lock().ok().and_then(|built| built.clone())
    }
}
