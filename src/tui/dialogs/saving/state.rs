//! The match gets a name.

use tui_input::Input;

use crate::tui::keys::{Action, Reply};
use crate::tui::next::Next;

/// What answers it.
pub const REPLIES: [Reply; 2] = [(&[Action::Enter], "save"), (&[Action::Escape], "back")];

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
