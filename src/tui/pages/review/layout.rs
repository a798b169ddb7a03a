//! Where the chart stands: the same for the hand that points and the eye that looks.

use ratatui::layout::Rect;

use super::state::ReviewState;
use crate::tui::layout;

/// The lines of the chart: four of bars, the marks, and the cursor.
const CHART: u16 = 6;

/// Where the chart stands, and the move of its first column.
#[must_use]
pub fn chart_area(size: (u16, u16), page: &ReviewState) -> (Rect, usize) {
    let main = layout::inset(layout::panes(size).main);
    let height = CHART.min(main.height / 2);
    let area = Rect { y: main.bottom() - height, height, ..main };
    // The move that is looked at stays in sight.
    let first = (page.at + 1).saturating_sub(usize::from(area.width).max(1));
    (area, first)
}
