//! Octal games: heaps of tokens from which a move takes `k` tokens and leaves heaps as the code's digit `d_k` allows
//! (R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc. Camb. Phil. Soc. 52, 1956).
//!
//! | part of `d_k` | taking `k` may leave |
//! |---|---|
//! | 1 | nothing: the heap was exactly `k` |
//! | 2 | one heap |
//! | 4 | two heaps, neither empty |
//!
//! The digit in front of the point is 0, or 4 where a heap may be split in two without taking anything.

mod code;
mod heaps;
#[cfg(test)]
mod tests;

pub use code::{Code, CodeError, MAX_DIGITS};
pub use heaps::Heaps;
