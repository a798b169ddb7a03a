//! Where the places of a map stand: the same for clicks and for drawing.

use crate::rules::nearest;
use ratatui::layout::{Position, Rect};

use super::state::AtlasState;
use crate::play::atlas::Chart;
use crate::tui::layout;

/// How the places are laid out.
#[derive(Clone, Copy, Debug)]
pub struct AtlasGrid {
    /// Where the places stand, without the numbers at the left and above.
    pub area: Rect,
    /// The columns that a place takes.
    pub cell: u16,
    /// The lines that a place takes.
    pub high: u16,
    /// How many places a row has.
    pub across: usize,
    /// The first row and the first column in sight.
    pub first: (usize, usize),
}

/// The lines under bars: the bracket of the block that repeats, and the numbers.
pub const UNDER_BARS: u16 = 2;
/// The columns of the numbers at the left.
pub const MARGIN: u16 = 4;

/// The layout of a map.
#[must_use]
pub fn grid(size: (u16, u16), state: &AtlasState) -> Option<AtlasGrid> {
    let main = layout::inset(layout::panes(size).main);
    let area = Rect {
        x: main.x + MARGIN,
        y: main.y + 1,
        width: main.width.saturating_sub(MARGIN),
        height: main.height.saturating_sub(1),
    };
    let chart = &state.map.as_ref()?.chart;
    if let (Chart::Line(_, cells), true) = (chart, state.has_bars()) {
        // One row of columns as high as the pane.
        let cell = if area.width >= 60 { 2 } else { 1 };
        let height = area.height.saturating_sub(UNDER_BARS).max(1);
        let area = Rect { height, ..area };
        let first = (0, layout::scroll(state.at, usize::from((area.width / cell).max(1))));
        return Some(AtlasGrid { area, cell, high: height, across: cells.len(), first });
    }
    let (cell, across) = match chart {
        // Ten in a row are easy to count.
        Chart::Line(..) => {
            (if area.width >= 60 { 5 } else { 4 }, usize::from((area.width / 4).min(10)).max(1))
        }
        Chart::Square(_, side, _) => (if state.values { 3 } else { 2 }, *side),
        Chart::Stages(_) => (area.width.max(1), 1),
    };
    let (row, column) = (state.at / across, state.at % across);
    let shown = usize::from((area.width / cell).max(1));
    let first = (layout::scroll(row, usize::from(area.height).max(1)), layout::scroll(column, shown));
    Some(AtlasGrid { area, cell, high: 1, across, first })
}

impl AtlasGrid {
    /// Where a place stands, if it is in sight.
    #[must_use]
    pub fn place(&self, at: usize) -> Option<Rect> {
        let (row, column) = (at / self.across, at % self.across);
        let y = nearest::<u16, _>(row.checked_sub(self.first.0)?) * self.high;
        let x = nearest::<u16, _>(column.checked_sub(self.first.1)?) * self.cell;
        let inside = y < self.area.height && x + self.cell <= self.area.width;
        inside.then(|| Rect::new(self.area.x + x, self.area.y + y, self.cell, self.high))
    }

    /// The place at a column and row of the screen.
    #[must_use]
    pub fn at(&self, column: u16, row: u16) -> Option<usize> {
        if !self.area.contains(Position { x: column, y: row }) {
            return None;
        }
        let across = usize::from((column - self.area.x) / self.cell) + self.first.1;
        (across < self.across)
            .then(|| (usize::from((row - self.area.y) / self.high) + self.first.0) * self.across + across)
    }
}
