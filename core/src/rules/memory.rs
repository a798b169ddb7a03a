//! Reports the amount of memory that the program has allocated, which the program's global allocator counts.

use std::sync::OnceLock;

use super::number::saturating_cast;

static ALLOCATED: OnceLock<fn() -> usize> = OnceLock::new();

/// Sets the function that returns the number of bytes that the program has allocated, such as the counter of its global
/// allocator. Only the first call has an effect.
pub fn measure_memory(allocated: fn() -> usize) {
    let _ = ALLOCATED.set(allocated);
}

/// The number of bytes that the program has allocated; 0 if [`measure_memory`] was not called.
pub fn allocated() -> u64 {
    ALLOCATED
        .get()
        .map_or(0, |allocated| saturating_cast(allocated()))
}
