//! Which words are explained.

use ratatui::crossterm::event::KeyCode;

use crate::rules::Word;
use crate::tui::keys::PromptKey;

/// The keys that answer it.
pub const KEYS: [PromptKey; 1] = [("esc", "back", KeyCode::Esc)];

/// Words of the theory to be explained.
pub struct GlossaryState {
    /// The words, in the order of the panel.
    pub words: Vec<Word>,
}
