//! Puzzles: the day's, by game, by grade.

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
    recorded: update::recorded,
    view: view::draw,
    ..Room::PLAIN
};
