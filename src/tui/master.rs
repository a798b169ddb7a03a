//! A list, and beside it, or below where columns are few, a pane with details of its selected line.

use super::layout::Panes;
use super::prelude::*;

pub struct Master<'a> {
    /// The title of the page, the text behind it, and the note at the right.
    pub title: [&'a str; 3],
    /// The columns of the list where it stands beside the other pane.
    pub columns: u16,
    pub cursor: ListCursor,
    /// The number of lines of the list.
    pub lines: usize,
    /// The rows reserved below the list.
    pub below: u16,
}

impl Master<'_> {
    /// Draws the title and the list. The callback renders a line from its number, whether it is selected, and its
    /// columns.
    pub fn draw<'l>(
        &self,
        cx: &Context,
        frame: &mut Frame<'_>,
        line: impl Fn(usize, bool, usize) -> Line<'l>,
    ) -> Panes {
        let panes = layout::list_panes(cx.size, self.columns);
        let [title, about, note] = self.title;
        page::title(cx, frame, &panes, title, about, note);
        let list = Rect {
            height: panes.main.height.saturating_sub(self.below),
            ..panes.main
        };
        let width = usize::from(list.width).saturating_sub(2);
        let line = |at, here| line(at, here, width);
        self.cursor.draw(&cx.theme, frame, list, self.lines, line);
        panes
    }
}
