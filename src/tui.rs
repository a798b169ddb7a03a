//! The terminal interface: a pure state machine (`update`), pages that only read it (`view`), and a driver that reads
//! the keyboard, asks the solver and keeps the files.
//!
//! Events go in, effects come out; nothing but the driver waits or does anything.

pub mod app;
pub mod bar;
pub mod board;
pub mod driver;
pub mod effect;
pub mod event;
pub mod field;
pub mod form;
pub mod keys;
pub mod layout;
pub mod manual;
pub mod panel;
pub mod setup;
pub mod sheet;
pub mod sitting;
mod terminal;
pub mod theme;
pub mod update;
pub mod view;
pub mod words;
mod worker;

#[cfg(test)]
mod tests;

use std::path::PathBuf;

use crate::play::{Match, Participant};
use crate::rules::Library;
use crate::table::Table;

pub use terminal::run;

/// Where the interface starts.
pub enum Start {
    /// On the home screen.
    Home,
    /// With a new match.
    Play {
        /// The position.
        table: Box<dyn Table>,
        /// Who plays, the first player first.
        participants: [Participant; 2],
    },
    /// With a match that was begun before.
    Match {
        /// The match.
        game: Match,
        /// The file it was saved in.
        path: Option<PathBuf>,
    },
}

/// How the interface runs.
#[derive(Default)]
pub struct Options {
    /// The folder of saved games; without it the usual one.
    pub saves: Option<PathBuf>,
    /// How long the computer lets its move wait, in milliseconds; about 0.6 s without it.
    pub pause_ms: Option<u64>,
    /// What chance starts from.
    pub seed: Option<u64>,
    /// Only ASCII characters.
    pub ascii: bool,
    /// The user's boards and graphs.
    pub library: Library,
}
