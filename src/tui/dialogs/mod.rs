//! The questions over a page, each a room of its own like the pages.

pub mod boxes;
pub mod confirm;
pub mod glossary;
pub mod saving;
pub mod typing;
pub mod which;

use super::app::Dialog;
use super::room::DialogRoom;

/// What a dialog does.
#[must_use]
pub fn room(dialog: &Dialog) -> &'static DialogRoom {
    match dialog {
        Dialog::Typing(_) => &typing::ROOM,
        Dialog::Which(_) => &which::ROOM,
        Dialog::Saving(_) => &saving::ROOM,
        Dialog::Confirm(_) => &confirm::ROOM,
        Dialog::Glossary(_) => &glossary::ROOM,
    }
}
