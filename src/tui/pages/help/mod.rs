//! The help page, printed from the key table.

pub mod layout;
pub mod state;
pub mod update;
mod view;

use crate::tui::room::Room;

/// What happens here.
pub static ROOM: Room = Room { key: update::key, wheel: update::wheel, view: view::draw, ..Room::PLAIN };
