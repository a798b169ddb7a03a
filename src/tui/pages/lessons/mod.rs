//! The lessons, one a line.

pub mod state;
pub mod update;
mod view;

use crate::tui::room::Room;

/// What happens here.
pub static ROOM: Room =
    Room { key: update::key, click: update::click, wheel: update::wheel, view: view::draw, ..Room::PLAIN };
