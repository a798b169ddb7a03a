//! Reports the amount of memory that the program has allocated. The global allocator of the program counts the bytes.

use std::sync::OnceLock;

use super::number::saturating_cast;

static ALLOCATED: OnceLock<fn() -> usize> = OnceLock::new();

/// Sets the function that returns the number of bytes allocated by the program. Only the first call has an effect.
pub fn measure_memory(allocated: fn() -> usize) {
    let _ = ALLOCATED.set(allocated);
}

/// The number of bytes that the program has allocated; 0 if [`measure_memory`] was not called.
pub fn allocated() -> u64 {
    ALLOCATED
        .get()
        .map_or(0, |allocated| saturating_cast(allocated()))
}
