//! Where the chart stands: the same for clicks and for drawing.

use ratatui::layout::Rect;

use super::state::ReviewState;
use crate::tui::layout;

/// The lines of the chart: bars, the marks, the cursor, and the legend.
const CHART: u16 = 8;
/// The lines of the legend, where there is room for it.
pub const LEGEND: u16 = 2;
/// The columns of the scale at the left.
pub const SCALE: u16 = 4;

/// Where the chart stands.
#[derive(Clone, Copy, Debug)]
pub struct ReviewChart {
    /// The columns of the moves: the bars, the marks and the cursor.
    pub area: Rect,
    /// The lines under them that say what the signs are.
    pub legend: Rect,
    /// The move of the first column.
    pub first: usize,
    /// How many moves have a column, the end of the match included.
    pub shown: usize,
}

/// Where the chart stands, and which moves are in it.
#[must_use]
pub fn chart(size: (u16, u16), page: &ReviewState) -> ReviewChart {
    let main = layout::inset(layout::panes(size).main);
    // Where lines are few the board has most of them.
    let most = if main.height < 12 { 3 } else { CHART };
    let height = most.min(main.height / 2);
    let under = if height >= CHART { LEGEND } else { 0 };
    let top = main.bottom() - height;
    let scale = SCALE.min(main.width);
    let area = Rect { x: main.x + scale, y: top, width: main.width - scale, height: height - under };
    let legend = Rect { y: area.bottom(), height: under, ..main };
    // The move that is looked at stays in sight, with a few after it where there are some.
    let (all, wide) = (page.moves + 1, usize::from(area.width).max(1));
    let ahead = (wide / 4).min(all - 1 - page.at.min(all - 1));
    let first = (page.at + 1 + ahead).saturating_sub(wide);
    ReviewChart { area, legend, first, shown: wide.min(all - first) }
}
