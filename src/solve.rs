//! Exact methods that serve many games.
