//! Where things are on the screen: the same for clicks and for drawing.

use nimatron_core::rules::nearest;
use ratatui::layout::{Position, Rect};

/// The least size at which a page is shown.
pub const LEAST: (u16, u16) = (40, 12);
/// The columns free at each side.
const MARGIN: u16 = 2;
/// From this many rows on there is a free row above the title and under the keys.
const AIRY: u16 = 30;
/// From this many columns on the panes stand side by side.
const WIDE: u16 = 72;
/// The most columns that are easy to read.
pub const READABLE: u16 = 76;

pub fn is_large_enough((width, height): (u16, u16)) -> bool {
    width >= LEAST.0 && height >= LEAST.1
}

/// A page: its title, two panes side by side (or one over the other where it is narrow), and the key bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panes {
    pub title: Rect,
    /// All between the title and the bar.
    pub body: Rect,
    pub main: Rect,
    pub side: Rect,
    /// Whether the side pane stands beside the main one, or has as much room below it.
    pub beside: bool,
    pub bar: Rect,
}

pub fn one_pane((width, height): (u16, u16)) -> Panes {
    let air = u16::from(height >= AIRY);
    let whole = Rect::new(
        MARGIN,
        air,
        width.saturating_sub(2 * MARGIN),
        height.saturating_sub(2 * air),
    );
    // Computed, not solved for: a solver of constraints takes a tenth of the time to the first frame.
    let title = Rect {
        height: whole.height.min(1),
        ..whole
    };
    let bar = Rect {
        y: whole.bottom() - title.height,
        ..title
    };
    let body = Rect {
        y: whole.y + 2,
        height: whole.height.saturating_sub(4),
        ..whole
    };
    Panes {
        title,
        body,
        main: body,
        side: Rect::default(),
        beside: false,
        bar,
    }
}

pub fn panes(size: (u16, u16)) -> Panes {
    let whole = one_pane(size);
    if size.0 < WIDE {
        return panes_below(size);
    }
    // The panel wants about 45 in 100 columns, and no more than reads well.
    let side: u16 = nearest((u32::from(whole.body.width) * 47 / 100).clamp(34, 50));
    split(whole, whole.body.width - side - 3)
}

/// Two panes side by side, the main one with a fixed number of columns.
fn split(whole: Panes, columns: u16) -> Panes {
    let body = whole.body;
    let main = Rect {
        width: columns.min(body.width),
        ..body
    };
    let used = body.width.min(columns + 3);
    let side = Rect {
        x: body.x + used,
        width: body.width - used,
        ..body
    };
    Panes {
        main,
        side,
        beside: true,
        ..whole
    }
}

/// The same with one pane over the other, however wide the page is.
pub fn panes_below(size: (u16, u16)) -> Panes {
    let whole = one_pane(size);
    let body = whole.body;
    let height = (body.height / 3).clamp(2, 8).min(body.height);
    let side = Rect {
        y: body.bottom() - height,
        height,
        ..body
    };
    // A line between the panes.
    let main = Rect {
        height: (body.height - height).saturating_sub(1),
        ..body
    };
    Panes {
        main,
        side,
        ..whole
    }
}

/// The panes of a page whose main pane is a list: where there is not much room, it gets so many columns and the other
/// pane the rest.
pub fn list_panes(size: (u16, u16), columns: u16) -> Panes {
    if size.0 < WIDE {
        panes_below(size)
    } else {
        split(one_pane(size), columns)
    }
}

pub fn readable(area: Rect) -> Rect {
    Rect {
        width: area.width.min(READABLE),
        ..area
    }
}

/// Cells in rows, of which some are in sight.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Where the cells stand.
    pub area: Rect,
    /// The columns that a cell takes, and its lines.
    pub cell: (u16, u16),
    /// How many cells a row has.
    pub across: usize,
    /// The first row and the first column in sight.
    pub first: (usize, usize),
}

impl Grid {
    /// Where a cell stands, if it is in sight.
    pub fn place(&self, at: usize) -> Option<Rect> {
        let ((width, height), (row, column)) = (self.cell, (at / self.across, at % self.across));
        let y = nearest::<u16, _>(row.checked_sub(self.first.0)?) * height;
        let x = nearest::<u16, _>(column.checked_sub(self.first.1)?) * width;
        let inside = y < self.area.height && x + width <= self.area.width;
        inside.then(|| Rect::new(self.area.x + x, self.area.y + y, width, height))
    }

    pub fn at(&self, at: Position) -> Option<usize> {
        if !self.area.contains(at) {
            return None;
        }
        let (width, height) = self.cell;
        let across = usize::from((at.x - self.area.x) / width) + self.first.1;
        let down = usize::from((at.y - self.area.y) / height) + self.first.0;
        (across < self.across).then(|| down * self.across + across)
    }
}

/// So many lines of a list are a page.
pub const PAGE: usize = 10;

/// The first line shown of a list whose selected line is `at`, where `height` lines are.
pub fn scroll(at: usize, height: usize) -> usize {
    (at + 1).saturating_sub(height)
}
