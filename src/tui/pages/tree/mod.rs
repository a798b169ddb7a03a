//! The tree of moves below a position, opened node by node.

mod layout;
pub mod state;
pub mod update;
mod view;

use crate::tui::room::Room;

/// What happens here.
pub static ROOM: Room = Room {
    key: update::key,
    click: update::click,
    wheel: update::wheel,
    worked: update::worked,
    view: view::draw,
    ..Room::PLAIN
};
