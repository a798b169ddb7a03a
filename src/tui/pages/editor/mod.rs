//! Putting a position together on the board itself: the board at the left, its ID, verdict and numbers at the right.

pub mod layout;
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
    analysed: update::analysed,
    view: view::draw,
    ..Room::PLAIN
};
