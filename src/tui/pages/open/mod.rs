//! The saved games.

mod layout;
pub mod state;
pub mod update;
mod view;

use crate::tui::room::Room;

/// What happens here.
pub static ROOM: Room = Room {
    key: update::key,
    typed: update::typed,
    click: update::click,
    wheel: update::wheel,
    paste: update::paste,
    view: view::draw,
    ..Room::PLAIN
};
