//! What the interface shows first: the command line makes it, the interface takes it.

use std::path::PathBuf;

use super::Match;
use super::record::Seen;

/// What the interface is to show first.
pub enum Start {
    Home,
    /// A match, new or read from a file.
    Match {
        /// At its last move.
        game: Box<Match>,
        /// The file, where saving goes by itself; `None` for a new match and the one that was last being played.
        path: Option<PathBuf>,
        seen: Option<Seen>,
    },
}
