//! Locks that check the limits while they wait, since the holder may work for long.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use crate::rules::{Limits, Stop};

/// The time between two attempts to take a lock.
const PAUSE: Duration = Duration::from_millis(1);

/// Takes a lock if nobody holds it. A value whose lock was poisoned by a panic is still valid: entries are inserted
/// one by one, each of them complete.
pub fn try_lock<T>(lock: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match lock.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(broken)) => Some(broken.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Takes a lock, waiting within the limits.
pub fn locked<'l, T>(lock: &'l Mutex<T>, limits: &Limits) -> Result<MutexGuard<'l, T>, Stop> {
    loop {
        if let Some(guard) = try_lock(lock) {
            return Ok(guard);
        }
        limits.check()?;
        thread::sleep(PAUSE);
    }
}

/// A value with a memory footprint.
pub trait MemoryUse {
    /// The approximate size in bytes.
    fn memory_used(&self) -> u64;
}

impl<T: MemoryUse> MemoryUse for Option<T> {
    fn memory_used(&self) -> u64 {
        self.as_ref().map_or(0, MemoryUse::memory_used)
    }
}

/// A ruleset's cache for later questions, behind a lock. Its size can be read without waiting.
#[derive(Debug, Default)]
pub struct Cache<T> {
    value: Mutex<T>,
    bytes: AtomicU64,
}

impl<T: MemoryUse> Cache<T> {
    /// Creates a cache with this value.
    pub fn new(value: T) -> Cache<T> {
        Cache {
            bytes: AtomicU64::new(value.memory_used()),
            value: Mutex::new(value),
        }
    }

    /// The size in bytes after the last use.
    pub fn memory_used(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Takes the lock, waiting within the limits.
    pub fn locked(&self, limits: &Limits) -> Result<CacheGuard<'_, T>, Stop> {
        Ok(CacheGuard {
            guard: locked(&self.value, limits)?,
            bytes: &self.bytes,
        })
    }

    /// Takes the lock if nobody holds it.
    pub fn try_get(&self) -> Option<CacheGuard<'_, T>> {
        Some(CacheGuard {
            guard: try_lock(&self.value)?,
            bytes: &self.bytes,
        })
    }
}

/// The guard of a cache, which updates the recorded size.
#[derive(Debug)]
pub struct CacheGuard<'k, T: MemoryUse> {
    guard: MutexGuard<'k, T>,
    bytes: &'k AtomicU64,
}

impl<T: MemoryUse> Deref for CacheGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.guard
    }
}

impl<T: MemoryUse> DerefMut for CacheGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.guard
    }
}

impl<T: MemoryUse> Drop for CacheGuard<'_, T> {
    fn drop(&mut self) {
        self.bytes
            .store(self.guard.memory_used(), Ordering::Relaxed);
    }
}
