//! Which words are explained.

use crate::rules::Word;
use crate::tui::keys::{Action, Reply};

/// What answers it.
pub const REPLIES: [Reply; 1] = [(&[Action::Escape], "back")];

/// Words of the theory to be explained.
pub struct GlossaryState {
    /// The words, in the order of the panel.
    pub words: Vec<Word>,
    /// What the signs on the board mean, in a line each.
    pub signs: Vec<String>,
}
