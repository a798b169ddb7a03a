//! Where things are on the screen: the same for clicks and for drawing.

use crate::rules::nearest;
use ratatui::layout::{Position, Rect};

/// The least size at which a page is shown.
pub const LEAST: (u16, u16) = (40, 12);

/// Whether a terminal of this size shows a page.
#[must_use]
pub fn is_large_enough((width, height): (u16, u16)) -> bool {
    width >= LEAST.0 && height >= LEAST.1
}

/// A framed page: two panes side by side (or one over the other where it is narrow) and a bar under them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panes {
    /// All of it, frame included.
    pub whole: Rect,
    /// The main pane.
    pub main: Rect,
    /// The other pane.
    pub side: Rect,
    /// Whether the panes are side by side.
    pub beside: bool,
    /// The bar, without the frame.
    pub bar: Rect,
}

/// The panes of a page of this size.
#[must_use]
pub fn panes((width, height): (u16, u16)) -> Panes {
    let whole = Rect::new(0, 0, width, height);
    let inner = Rect::new(1, 1, width.saturating_sub(2), height.saturating_sub(4));
    let bar = Rect::new(2, height.saturating_sub(2), width.saturating_sub(4), 1.min(height));
    if width >= 72 {
        // The panel wants about 45 in 100 columns, and no more than reads well.
        let side: u16 = nearest((u32::from(inner.width) * 47 / 100).clamp(34, 50));
        let main = inner.width - side - 1;
        Panes {
            whole,
            main: Rect { width: main, ..inner },
            side: Rect { x: inner.x + main + 2, width: side - 2, ..inner },
            beside: true,
            bar,
        }
    } else {
        panes_below((width, height))
    }
}

/// The same with one pane over the other, however wide the page is.
#[must_use]
pub fn panes_below((width, height): (u16, u16)) -> Panes {
    let whole = Rect::new(0, 0, width, height);
    let inner = Rect::new(1, 1, width.saturating_sub(2), height.saturating_sub(4));
    let bar = Rect::new(2, height.saturating_sub(2), width.saturating_sub(4), 1.min(height));
    // A line between the panes.
    let side = (inner.height / 3).clamp(2, 8).min(inner.height);
    let main = inner.height.saturating_sub(side + 1);
    let y = (inner.y + main + 1).min(inner.bottom().saturating_sub(side));
    let below = Rect { x: inner.x + 1, y, width: inner.width.saturating_sub(2), height: side };
    Panes { whole, main: Rect { height: main, ..inner }, side: below, beside: false, bar }
}

/// The panes of a page whose main pane is a list: where there is not much room, it gets so many columns and the other
/// pane the rest.
#[must_use]
pub fn list_panes(size: (u16, u16), columns: u16) -> Panes {
    let panes = panes(size);
    if !panes.beside || size.0 >= 110 {
        return panes;
    }
    let main = Rect { width: columns, ..panes.main };
    let x = main.right() + 2;
    let side = Rect { x, width: panes.side.right() - x, ..panes.side };
    Panes { main, side, ..panes }
}

/// The columns of the list of games.
pub const GAMES: u16 = 24;
/// The columns of the list of saved games.
pub const SAVES: u16 = 34;

/// So many lines of a list are a page.
pub const PAGE: usize = 10;

/// The first line shown of a list whose selected line is `at`, where `height` lines are.
#[must_use]
pub fn scroll(at: usize, height: usize) -> usize {
    (at + 1).saturating_sub(height)
}

/// The line of a list at a place on the screen, counted from the first one shown.
#[must_use]
pub fn line_at(list: Rect, column: u16, row: u16) -> Option<usize> {
    list.contains(Position { x: column, y: row }).then(|| usize::from(row - list.y))
}

/// The panes of a page that has only one.
#[must_use]
pub fn one_pane((width, height): (u16, u16)) -> Panes {
    let panes = panes((width, height));
    let main = Rect::new(1, 1, width.saturating_sub(2), height.saturating_sub(4));
    Panes { main, side: Rect::default(), beside: false, ..panes }
}

/// The middle of a pane, with one column free at each side where there is room.
#[must_use]
pub fn inset(pane: Rect) -> Rect {
    if pane.width < 8 { pane } else { Rect { x: pane.x + 1, width: pane.width - 2, ..pane } }
}
