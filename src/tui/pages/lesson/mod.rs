//! A lesson: steps on the real board, ending in a game.

pub mod layout;
pub mod state;
pub mod update;
mod view;

use crate::tui::room::Room;

/// What happens here.
pub static ROOM: Room =
    Room { key: update::key, typed: update::typed, click: update::click, view: view::draw, ..Room::PLAIN };
