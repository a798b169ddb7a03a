//! A line of words under a board.

use super::canvas::{Mark, wide};

/// What the last move did, marked like what it did on the board, and then whatever else there is to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardNote {
    /// What the last move did, with all that parts it from the rest; empty for nothing.
    pub last: String,
    /// The mark of the last move.
    pub mark: Mark,
    /// The rest.
    pub rest: String,
}

impl BoardNote {
    /// Words that are not about the last move.
    pub(super) fn plain(text: impl Into<String>) -> BoardNote {
        BoardNote { rest: text.into(), ..BoardNote::default() }
    }

    /// How many cells it takes.
    pub(super) fn wide(&self) -> i32 {
        wide(&self.last).saturating_add(wide(&self.rest))
    }

    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.last.is_empty() && self.rest.is_empty()
    }

    /// All of it, without marks.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}{}", self.last, self.rest)
    }
}
