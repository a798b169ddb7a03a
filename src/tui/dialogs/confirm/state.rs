//! Yes or no.

use ratatui::crossterm::event::KeyCode;

use crate::tui::keys::PromptKey;
use crate::tui::next::Next;

/// A question to be answered with yes or no.
pub struct ConfirmState {
    /// The question.
    pub text: String,
    /// What `y` does, in a word or two.
    pub yes: &'static str,
    /// What is done on yes.
    pub then: Next,
    /// Whether moves would be lost: saving them is offered too.
    pub save: bool,
}

/// What a question can be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfirmAnswer {
    /// Do it.
    Yes,
    /// Save the match first.
    Save,
    /// Leave it.
    Stay,
}

impl ConfirmState {
    /// The keys that answer it.
    #[must_use]
    pub fn keys(&self) -> Vec<PromptKey> {
        let mut all = if self.save {
            vec![("y", self.yes, KeyCode::Char('y')), ("s", "save first", KeyCode::Char('s'))]
        } else {
            vec![("enter y", self.yes, KeyCode::Enter)]
        };
        all.extend([("esc n", "stay", KeyCode::Esc), ("?", "help", KeyCode::Char('?'))]);
        all
    }
}
