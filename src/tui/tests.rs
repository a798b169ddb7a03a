//! The interface as a whole: driven by keys into a terminal in memory.

mod games;
mod kit;
mod sizes;
