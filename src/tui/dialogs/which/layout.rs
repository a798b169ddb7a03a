//! Where the list of moves stands: the same for clicks and for drawing.

use crate::rules::nearest;
use ratatui::layout::Rect;

use super::state::WhichState;
use crate::tui::dialogs::boxes::{self, DialogBox};
use crate::tui::layout;

/// A list to choose from on the screen.
pub struct Listing {
    pub outline: DialogBox,
    /// Where the lines of the list stand.
    pub lines: Rect,
    /// The first one shown.
    pub first: usize,
}

/// Lays a list of moves out: over the panel, where there is one, so that the board shows the selected one.
#[must_use]
pub fn list(size: (u16, u16), which: &WhichState) -> Listing {
    let panes = layout::panes(size);
    let outline = if panes.beside {
        let room = panes.side.height;
        let wanted = nearest::<u16, _>(which.list.len()) + 3;
        DialogBox::of(Rect { height: wanted.clamp(4.min(room), room), ..panes.side })
    } else {
        boxes::bottom(size, which.list.len().min(6) + 1)
    };
    let lines = Rect { height: outline.inner.height.saturating_sub(1).max(1), ..outline.inner };
    Listing { outline, lines, first: layout::scroll(which.at, usize::from(lines.height)) }
}
