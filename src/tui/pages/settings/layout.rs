//! Where the settings stand.

use ratatui::layout::Rect;

use super::state::SettingsState;
use crate::tui::layout::{self, Panes};

/// The columns of the list where there is not much room.
const LIST: u16 = 43;

/// The list at the left, what the selected line is at the right.
#[must_use]
pub fn panes(size: (u16, u16)) -> Panes {
    layout::list_panes(size, LIST)
}

/// The line of the list at a place on the screen.
#[must_use]
pub fn row_at(size: (u16, u16), state: &SettingsState, column: u16, row: u16) -> Option<usize> {
    let list: Rect = panes(size).main;
    let line = layout::line_at(list, column, row)?;
    Some(layout::scroll(state.at, usize::from(list.height)) + line)
}
