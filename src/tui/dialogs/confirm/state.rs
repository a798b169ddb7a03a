//! Yes or no.

use crate::tui::keys::{Action, Reply};
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
    /// What answers it.
    #[must_use]
    pub fn replies(&self) -> Vec<Reply> {
        let mut all: Vec<Reply> = if self.save {
            vec![(&[Action::Yes], self.yes), (&[Action::SaveFirst], "save first")]
        } else {
            vec![(&[Action::Enter, Action::Yes], self.yes)]
        };
        all.push((&[Action::Escape, Action::No], "stay"));
        all.push((&[Action::Help], "help"));
        all
    }
}
