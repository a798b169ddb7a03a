//! The catalogue: one line a game.
