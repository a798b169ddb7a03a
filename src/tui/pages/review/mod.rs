//! The review of a match: what each move kept or gave away, walkable.

mod layout;
mod panel;
pub mod state;
pub mod update;
mod view;

use crate::tui::room::Room;

/// What happens here.
pub static ROOM: Room = Room {
    key: update::key,
    click: update::click,
    wheel: update::wheel,
    analysed: update::analysed,
    worked: update::worked,
    view: view::draw,
    ..Room::PLAIN
};
