//! Checks the limits while waiting for a lock, because another thread may hold the lock for a long time.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use crate::rules::{Limits, Stop};

const PAUSE: Duration = Duration::from_millis(1);

/// Takes a lock, or returns `None` if another thread holds it. Ignores poisoning, because only complete entries are
/// inserted.
pub fn try_lock<T>(lock: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match lock.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(broken)) => Some(broken.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Takes a lock, checking the limits while waiting.
pub fn locked<'l, T>(lock: &'l Mutex<T>, limits: &Limits) -> Result<MutexGuard<'l, T>, Stop> {
    loop {
        if let Some(guard) = try_lock(lock) {
            return Ok(guard);
        }
        limits.check()?;
        thread::sleep(PAUSE);
    }
}

/// A cache behind a lock.
#[derive(Debug, Default)]
pub struct Cache<T>(Mutex<T>);

impl<T> Cache<T> {
    /// Creates a cache with this value.
    pub fn new(value: T) -> Cache<T> {
        Cache(Mutex::new(value))
    }

    /// Takes the lock, checking the limits while waiting.
    pub fn locked(&self, limits: &Limits) -> Result<MutexGuard<'_, T>, Stop> {
        locked(&self.0, limits)
    }

    /// Takes the lock without checking limits. Use this method only for locks that no thread holds for a long time.
    pub fn held(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the lock, or returns `None` if another thread holds it.
    pub fn try_get(&self) -> Option<MutexGuard<'_, T>> {
        try_lock(&self.0)
    }
}
