//! Locks whose waiting respects the limits, since the holder may work for long.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use crate::rules::{Limits, Stop};

/// How long a lock is waited for between two looks at the limits.
const PAUSE: Duration = Duration::from_millis(1);

/// What is behind a lock, where nobody is at work on it. What was kept when a panic broke off is complete: entries are put
/// in one by one, each of them whole.
pub fn free<T>(lock: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match lock.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(broken)) => Some(broken.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// What is behind a lock, waited for within the limits.
pub fn locked<'l, T>(lock: &'l Mutex<T>, limits: &Limits) -> Result<MutexGuard<'l, T>, Stop> {
    loop {
        if let Some(guard) = free(lock) {
            return Ok(guard);
        }
        limits.check()?;
        thread::sleep(PAUSE);
    }
}

/// Something that takes memory.
pub trait Held {
    /// Its bytes, about.
    fn memory_used(&self) -> u64;
}

impl<T: Held> Held for Option<T> {
    fn memory_used(&self) -> u64 {
        self.as_ref().map_or(0, Held::memory_used)
    }
}

/// What a ruleset keeps for the next question, behind a lock. How much it takes is known without waiting.
#[derive(Debug, Default)]
pub struct Kept<T> {
    value: Mutex<T>,
    bytes: AtomicU64,
}

impl<T: Held> Kept<T> {
    /// Keeps something.
    pub fn new(value: T) -> Kept<T> {
        Kept {
            bytes: AtomicU64::new(value.memory_used()),
            value: Mutex::new(value),
        }
    }

    /// The bytes that it took when it was last used.
    pub fn memory_used(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// What is kept, waited for within the limits.
    pub fn locked(&self, limits: &Limits) -> Result<KeptGuard<'_, T>, Stop> {
        Ok(KeptGuard {
            guard: locked(&self.value, limits)?,
            bytes: &self.bytes,
        })
    }

    /// The value, if nobody holds the lock.
    pub fn free(&self) -> Option<KeptGuard<'_, T>> {
        Some(KeptGuard {
            guard: free(&self.value)?,
            bytes: &self.bytes,
        })
    }
}

/// What is kept, while it is used.
#[derive(Debug)]
pub struct KeptGuard<'k, T: Held> {
    guard: MutexGuard<'k, T>,
    bytes: &'k AtomicU64,
}

impl<T: Held> Deref for KeptGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.guard
    }
}

impl<T: Held> DerefMut for KeptGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.guard
    }
}

impl<T: Held> Drop for KeptGuard<'_, T> {
    fn drop(&mut self) {
        self.bytes
            .store(self.guard.memory_used(), Ordering::Relaxed);
    }
}
