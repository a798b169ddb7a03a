//! The match on the table.

mod figure;
pub mod layout;
pub mod panel;
mod panel_view;
pub mod state;
pub mod update;
mod view;
pub mod words;

use crate::tui::room::Room;

/// What happens here.
pub static ROOM: Room = Room {
    key: update::key,
    typed: update::typed,
    click: update::picking::click,
    wheel: update::picking::wheel,
    paste: update::commands::paste,
    view: view::draw,
    ..Room::PLAIN
};
