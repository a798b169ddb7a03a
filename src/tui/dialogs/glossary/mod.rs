//! What the words of the theory in the panel mean, in a line each.

pub mod state;
mod update;
mod view;

use crate::tui::room::DialogRoom;

/// What happens here.
pub static ROOM: DialogRoom = DialogRoom {
    key: update::key,
    typed: update::typed,
    click: update::click,
    view: view::draw,
    ..DialogRoom::PLAIN
};
