//! What every move can still do: a mark on each place of the board.

pub mod state;
pub mod update;
mod view;

use crate::tui::room::Room;

/// What happens here.
pub static ROOM: Room = Room {
    key: update::key,
    click: update::click,
    analysed: update::analysed,
    view: view::draw,
    ..Room::PLAIN
};
