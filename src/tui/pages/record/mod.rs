//! The record of play.

mod layout;
pub mod state;
pub mod update;
mod view;

use crate::tui::room::Room;

/// What happens here.
pub static ROOM: Room = Room {
    key: update::key,
    wheel: update::wheel,
    recorded: update::recorded,
    view: view::draw,
    ..Room::PLAIN
};
