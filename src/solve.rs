//! Exact methods that serve many games.

pub mod kayles;
