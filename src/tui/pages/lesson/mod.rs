//! The lesson of the first run, on the board itself.

pub mod state;
pub mod update;
