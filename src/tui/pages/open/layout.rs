//! Where the saved games stand.

use ratatui::layout::Rect;

use super::state::OpenState;
use crate::tui::layout;

/// The lines of the list: one less where a line of text stands below it.
#[must_use]
pub fn list_area(size: (u16, u16), saves: &OpenState) -> Rect {
    let main = layout::list_panes(size, layout::SAVES).main;
    Rect { height: main.height.saturating_sub(u16::from(saves.has_line())), ..main }
}
