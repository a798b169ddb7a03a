//! One of several moves is to be chosen.

use ratatui::crossterm::event::KeyCode;

use crate::erased::Choice;
use crate::tui::keys::PromptKey;

/// The keys that answer it.
pub const KEYS: [PromptKey; 2] = [("enter", "play", KeyCode::Enter), ("esc", "back", KeyCode::Esc)];

/// Several moves that what is picked may mean.
pub struct WhichState {
    /// The moves.
    pub list: Vec<Choice>,
    /// Whether these are all.
    pub complete: bool,
    /// Which one is selected.
    pub at: usize,
}
