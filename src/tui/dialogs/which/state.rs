//! One of several moves is to be chosen.

use crate::erased::Choice;
use crate::tui::keys::{Action, Reply};

/// What answers it.
pub const REPLIES: [Reply; 2] = [(&[Action::Enter], "play"), (&[Action::Escape], "back")];

/// Several moves that what is picked may mean.
pub struct WhichState {
    /// The moves.
    pub list: Vec<Choice>,
    /// Whether these are all.
    pub complete: bool,
    /// Which one is selected.
    pub at: usize,
}
