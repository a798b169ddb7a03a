//! One of several moves is to be chosen.

mod layout;
pub mod state;
mod update;
mod view;

use crate::tui::room::DialogRoom;

/// What happens here.
pub static ROOM: DialogRoom = DialogRoom {
    key: update::key,
    click: update::click,
    wheel: update::wheel,
    view: view::draw,
    ..DialogRoom::PLAIN
};
