//! What the interface shows first: the command line makes it, the interface takes it.

use std::path::PathBuf;

use super::record::Seen;
use super::{Match, Participant};
use nimatron_core::erased::AnyPosition;

/// What the interface is to show first.
pub enum Start {
    /// The home screen.
    Home,
    /// A new match.
    Play {
        /// Where the match begins.
        position: Box<dyn AnyPosition>,
        /// Both sides.
        participants: [Participant; 2],
    },
    /// A match that was read from a file.
    Match {
        /// At its last move.
        game: Match,
        /// The file, where saving goes by itself; `None` for the match that was last being played.
        path: Option<PathBuf>,
        /// What the file held.
        seen: Option<Seen>,
    },
}
