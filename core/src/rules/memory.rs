//! The memory that the program has allocated, as the program itself counts it.
//!
//! A library cannot count it: the global allocator belongs to the program. A search that grows therefore knows the size
//! of its own tables, which its [`Limits`](super::Limits) bound, also in a program that counts nothing; the program
//! bounds everything together in [`Limits::stopping`](super::Limits::stopping).

use std::sync::OnceLock;

use super::number::saturating_cast;

static ALLOCATED: OnceLock<fn() -> usize> = OnceLock::new();

/// Sets the function that returns the number of bytes that the program has allocated, such as the counter of its global
/// allocator. Only the first call has an effect.
pub fn measure_memory(allocated: fn() -> usize) {
    // A second counter would return the same number.
    let _ = ALLOCATED.set(allocated);
}

/// The bytes that the program has allocated; 0 where [`measure_memory`] was not called.
pub fn allocated() -> u64 {
    ALLOCATED
        .get()
        .map_or(0, |allocated| saturating_cast(allocated()))
}
