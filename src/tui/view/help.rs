//! The help page, printed from the key table.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::frame as page;
use crate::tui::app::{App, HelpPage};
use crate::tui::keys::{self, Place};
use crate::tui::layout::{self, Panes};
use crate::tui::words::wrap;

/// What is said below the keys.
const WORDS: [(&str, &str); 4] = [
    ("mouse", "click picks; click again on what is picked plays; the wheel scrolls"),
    ("+ - = .", "a win, a loss, a draw; nothing better was there"),
    ("ID", "names a position in one line, such as star:1664; m takes one, y copies it"),
    ("verdict", "what best play leads to: proved, never guessed"),
];

pub(super) fn draw(app: &App, page: &HelpPage, frame: &mut Frame<'_>) {
    let panes = layout::panes(app.size);
    // The page needs no second pane.
    let panes = Panes { beside: false, main: Rect::default(), side: Rect::default(), ..panes };
    page::draw(app, frame, &panes, "help", "");
    let area = Rect {
        x: 2,
        y: 1,
        width: panes.whole.width.saturating_sub(4),
        height: panes.whole.height.saturating_sub(4),
    };
    let lines = lines(app, usize::from(area.width));
    let height = usize::from(area.height);
    let first = page.scroll.min(lines.len().saturating_sub(height));
    let shown: Vec<Line<'_>> = lines.into_iter().skip(first).take(height).collect();
    frame.render_widget(Paragraph::new(shown), area);
    page::bar(app, frame, &panes, "", Place::Help);
}

fn lines(app: &App, width: usize) -> Vec<Line<'static>> {
    let theme = &app.theme;
    let names = 13;
    let room = width.saturating_sub(names).max(10);
    let mut lines = Vec::new();
    for (name, long) in keys::help().chain(WORDS) {
        for (i, text) in wrap(long, room).into_iter().enumerate() {
            let name = if i == 0 { name } else { "" };
            lines.push(Line::from(vec![
                Span::styled(format!("{name:<names$}"), theme.key()),
                Span::raw(text),
            ]));
        }
    }
    lines
}
