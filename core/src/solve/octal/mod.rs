//! Solves octal games: a move takes `k` tokens from a heap and leaves the heaps that the digit `d_k` of the code allows
//! (R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc. Camb. Phil. Soc. 52, 1956).
//!
//! | bit of `d_k` | taking `k` may leave |
//! |---|---|
//! | 1 | nothing: the heap was exactly `k` |
//! | 2 | one heap |
//! | 4 | two heaps, neither empty |
//!
//! The digit before the point is 0, or 4 if a heap may be split in two without taking anything.

mod code;
mod heaps;
#[cfg(test)]
mod tests;

pub use code::{Code, CodeError, MAX_DIGITS};
pub use heaps::Heaps;
