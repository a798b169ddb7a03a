//! A move or an ID is being typed.

pub mod state;
mod update;
mod view;

use crate::tui::room::DialogRoom;

/// What happens here.
pub static ROOM: DialogRoom = DialogRoom {
    key: update::key,
    typed: update::typed,
    paste: update::paste,
    view: view::draw,
    ..DialogRoom::PLAIN
};
