//! The match gets a name.

use ratatui::crossterm::event::KeyCode;
use tui_input::Input;

use crate::tui::keys::PromptKey;
use crate::tui::next::Next;

/// The keys that answer it.
pub const KEYS: [PromptKey; 2] = [("enter", "save", KeyCode::Enter), ("esc", "back", KeyCode::Esc)];

/// The match is to be saved under a name.
pub struct SavingState {
    /// The name.
    pub input: Input,
    /// What is wrong with it.
    pub problem: Option<String>,
    /// There is a file of that name: enter again replaces it.
    pub exists: bool,
    /// What is done once it is saved.
    pub then: Option<Next>,
}
