//! What if: the perfect line from a position, step by step; nothing of it enters the match.

mod panel;
pub mod state;
pub mod update;
mod view;

use crate::tui::room::Room;

/// What happens here.
pub static ROOM: Room =
    Room { key: update::key, analysed: update::analysed, view: view::draw, ..Room::PLAIN };
