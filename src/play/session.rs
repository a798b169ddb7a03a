//! What the interface starts with: the command line makes it, the interface takes it.

use std::path::PathBuf;

use super::{Match, Participant};
use crate::erased::AnyPosition;
use crate::rules::Library;

/// What the interface is to show first.
pub enum Start {
    /// The home screen.
    Home,
    /// A new match.
    Play {
        /// The position.
        table: Box<dyn AnyPosition>,
        /// Both sides.
        participants: [Participant; 2],
    },
    /// A match that was read from a file.
    Match {
        /// The match.
        game: Match,
        /// The file, where saving goes by itself; `None` for the match that was last being played.
        path: Option<PathBuf>,
    },
}

/// The names of the themes: colours for a dark or a light background, far apart, or none.
pub const THEMES: [&str; 4] = ["dark", "light", "high-contrast", "mono"];

/// How the interface runs.
#[derive(Default)]
pub struct Settings {
    /// The folder of saved games; without it the usual one.
    pub saves: Option<PathBuf>,
    /// How long the computer lets its move wait, in milliseconds; about 0.6 s without it.
    pub pause_ms: Option<u64>,
    /// The seed of all chance.
    pub seed: Option<u64>,
    /// Only ASCII characters.
    pub ascii: bool,
    /// The colours that were chosen by name.
    pub theme: Option<String>,
    /// The boards and graphs of the user's.
    pub library: Library,
}

/// The interface's start with its settings.
pub struct Session {
    /// What to show first.
    pub start: Start,
    /// The rest.
    pub settings: Settings,
}
