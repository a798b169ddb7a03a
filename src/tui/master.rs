//! Draws a list, and leaves a pane for details of the selected line. The pane is next to the list or, on a narrow
//! screen, below it.

use super::layout::Panes;
use super::prelude::*;

pub struct Master<'a> {
    /// The title of the page, the text after it, and the note on the right.
    pub title: [&'a str; 3],
    pub panes: Panes,
    pub cursor: ListCursor,
    pub lines: usize,
    /// The number of rows reserved at the top of the page, above the panes.
    pub above: u16,
    /// The number of rows reserved below the list.
    pub below: u16,
}

impl<'a> Master<'a> {
    /// Creates a list of `lines` lines. In English, the list is `columns` columns wide.
    pub fn new(
        cx: &Context,
        title: [&'a str; 3],
        columns: u16,
        cursor: ListCursor,
        lines: usize,
    ) -> Master<'a> {
        Master {
            title,
            panes: layout::list_panes(cx.size, columns, lines),
            cursor,
            lines,
            above: 0,
            below: 0,
        }
    }

    /// Draws the title and the list, and returns the panes without the rows that are reserved at the top of the page.
    /// `line` receives the index of a line, whether the line is selected, and the available width in columns.
    pub fn draw<'l>(
        &self,
        cx: &Context,
        frame: &mut Frame<'_>,
        line: impl Fn(usize, bool, usize) -> Line<'l>,
    ) -> Panes {
        let [title, about, note] = self.title;
        page::title(cx, frame, &self.panes, title, about, note);
        let under = |pane: Rect| match pane.y {
            y if y == self.panes.body.y => pane.skip_rows(self.above),
            _ => pane,
        };
        let panes = Panes {
            main: under(self.panes.main),
            side: under(self.panes.side),
            ..self.panes
        };
        let list = panes.main.without_last_rows(self.below);
        let width = usize::from(list.width).saturating_sub(2);
        let line = |at, here| line(at, here, width);
        self.cursor.draw(&cx.theme, frame, list, self.lines, line);
        panes
    }
}
