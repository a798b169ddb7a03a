//! Computes the layout of the screen, both for drawing and for clicks.

use nimatron_core::language;
use nimatron_core::rules::saturating_cast;
use ratatui::layout::{Position, Rect};

/// The minimum screen size at which pages are shown, in columns and rows.
pub const LEAST: (u16, u16) = (40, 12);
const MARGIN: u16 = 2;
/// The minimum screen height, in rows, at which an empty row is left above the title.
const AIRY: u16 = 30;
/// The minimum screen height, in rows, at which an empty row is left between the message and the keys.
const LOW: u16 = 24;
/// The minimum screen width, in columns, at which the stage and the panel are side by side.
pub const WIDE: u16 = 70;
/// The maximum width of the panel, in columns.
const PANEL: u16 = 44;
/// The maximum width of easily readable text, in columns.
pub const READABLE: u16 = 76;

/// Returns the number of columns to reserve for text that takes `in_english` columns in English. In other languages,
/// text may be a third longer.
pub fn columns(in_english: u16) -> u16 {
    if language::is_english() {
        in_english
    } else {
        in_english * 4 / 3
    }
}

pub fn is_large_enough((width, height): (u16, u16)) -> bool {
    width >= LEAST.0 && height >= LEAST.1
}

/// The areas of a page: the title, two panes, the message and the keys. The panes are side by side or, on a narrow
/// screen, one above the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panes {
    pub title: Rect,
    pub body: Rect,
    /// The stage, which shows the board.
    pub main: Rect,
    /// The panel, which shows text.
    pub side: Rect,
    pub beside: bool,
    pub message: Rect,
    pub bar: Rect,
}

pub fn one_pane((width, height): (u16, u16)) -> Panes {
    let row = |y: u16| Rect {
        x: MARGIN,
        y,
        width: width.saturating_sub(2 * MARGIN),
        height: 1.min(height),
    };
    // Compute the rows directly, because a constraint solver would delay the first frame.
    let title = row(u16::from(height >= AIRY));
    let bar = row(height.saturating_sub(1));
    let message = row(bar.y.saturating_sub(1 + u16::from(height >= LOW)));
    let body = Rect {
        y: title.y + 2,
        height: message.y.saturating_sub(title.y + 2),
        ..title
    };
    Panes {
        title,
        body,
        main: body,
        side: Rect::default(),
        beside: false,
        message,
        bar,
    }
}

/// Returns the areas of a page with a stage and a panel. The panel is beside the stage or, on a narrow screen, below
/// the stage.
pub fn panes(size: (u16, u16)) -> Panes {
    let whole = one_pane(size);
    let (width, body) = (size.0, whole.body);
    if width < WIDE {
        return panes_below(size);
    }
    // The stage takes 40 columns of a screen with 80 columns, and 68 columns of a screen with 120. Beyond 120 columns,
    // the panel keeps its width.
    let stage = match width {
        ..80 => width - 40,
        80..120 => 40 + (width - 80) * 7 / 10,
        _ => width - 52,
    };
    let panel = (body.width - stage - 3).min(PANEL);
    Panes {
        main: body.take_columns(stage),
        side: body.last_columns(panel),
        beside: true,
        ..whole
    }
}

fn split(whole: Panes, columns: u16) -> Panes {
    let body = whole.body;
    let main = body.take_columns(columns);
    let side = body.skip_columns(columns + 3);
    Panes {
        main,
        side,
        beside: true,
        ..whole
    }
}

/// Returns the areas of a page with a panel below the stage. The panel has at most four rows, or at most eight rows on
/// a tall screen.
pub fn panes_below(size: (u16, u16)) -> Panes {
    let whole = one_pane(size);
    let body = whole.body;
    let height = if size.1 < LOW {
        4
    } else {
        (body.height / 4).clamp(4, 8)
    };
    let height = height.min(body.height / 2);
    let gap = u16::from(body.height > 10);
    Panes {
        main: body.without_last_rows(height + gap),
        side: body.last_rows(height),
        ..whole
    }
}

/// Returns two panes side by side. The left pane is for a list, and is `width` columns wide in English.
pub fn list_beside(size: (u16, u16), width: u16) -> Panes {
    // In other languages, the list grows to at most three fifths of the screen's width.
    let most = width.max(size.0 * 3 / 5);
    split(one_pane(size), columns(width).min(most))
}

/// Returns the panes of a page whose main pane is a list of `lines` lines. On a wide screen, these are the panes of
/// [`list_beside`]. On a narrow screen, the list is above the second pane and has at most `lines` rows.
pub fn list_panes(size: (u16, u16), width: u16, lines: usize) -> Panes {
    if size.0 >= WIDE {
        return list_beside(size, width);
    }
    let panes = panes_below(size);
    let (main, side) = (panes.main, panes.side);
    let free = main
        .height
        .saturating_sub(saturating_cast::<u16, _>(lines).max(1));
    Panes {
        main: main.without_last_rows(free),
        side: Rect {
            y: side.y - free,
            height: side.height + free,
            ..side
        },
        ..panes
    }
}

pub fn readable(area: Rect) -> Rect {
    area.take_columns(READABLE)
}

/// Methods that return a part of an area. The part never extends beyond the area.
pub trait Parts {
    fn take_rows(self, rows: u16) -> Rect;
    fn skip_rows(self, rows: u16) -> Rect;
    fn last_rows(self, rows: u16) -> Rect;
    fn without_last_rows(self, rows: u16) -> Rect;
    fn row(self, index: u16) -> Rect;
    fn take_columns(self, columns: u16) -> Rect;
    fn skip_columns(self, columns: u16) -> Rect;
    fn last_columns(self, columns: u16) -> Rect;
}

impl Parts for Rect {
    fn take_rows(self, rows: u16) -> Rect {
        let height = rows.min(self.height);
        Rect { height, ..self }
    }

    fn skip_rows(self, rows: u16) -> Rect {
        let rows = rows.min(self.height);
        let (y, height) = (self.y + rows, self.height - rows);
        Rect { y, height, ..self }
    }

    fn last_rows(self, rows: u16) -> Rect {
        self.skip_rows(self.height.saturating_sub(rows))
    }

    fn without_last_rows(self, rows: u16) -> Rect {
        self.take_rows(self.height.saturating_sub(rows))
    }

    fn row(self, index: u16) -> Rect {
        self.skip_rows(index).take_rows(1)
    }

    fn take_columns(self, columns: u16) -> Rect {
        let width = columns.min(self.width);
        Rect { width, ..self }
    }

    fn skip_columns(self, columns: u16) -> Rect {
        let columns = columns.min(self.width);
        let (x, width) = (self.x + columns, self.width - columns);
        Rect { x, width, ..self }
    }

    fn last_columns(self, columns: u16) -> Rect {
        self.skip_columns(self.width.saturating_sub(columns))
    }
}

/// A scrolling grid of cells.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    pub area: Rect,
    pub cell: (u16, u16),
    pub across: usize,
    pub first: (usize, usize),
}

impl Grid {
    pub fn place(&self, at: usize) -> Option<Rect> {
        let ((width, height), (row, column)) = (self.cell, (at / self.across, at % self.across));
        let y = saturating_cast::<u16, _>(row.checked_sub(self.first.0)?) * height;
        let x = saturating_cast::<u16, _>(column.checked_sub(self.first.1)?) * width;
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

/// The number of lines by which page up and page down move the cursor of a list.
pub const PAGE: usize = 10;

/// Returns the index of the first line to show if line `at` of a list must be visible in an area of `height` lines.
pub fn scroll(at: usize, height: usize) -> usize {
    (at + 1).saturating_sub(height)
}
