//! The help page, printed from the key table.

use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::layout::{lines, names};
use crate::tui::app::{App, Page};
use crate::tui::frame as page;
use crate::tui::layout;

pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Page::Help(help) = &app.page else { return };
    let panes = layout::one_pane(app.size);
    let area = layout::inset(panes.main);
    let lines = lines(&app.keys, help.from, app.on_table.as_ref(), usize::from(area.width));
    let height = usize::from(area.height);
    let columns = names(&app.keys);
    let first = help.scroll.min(lines.len().saturating_sub(height));
    let last = (first + height).min(lines.len());
    let note = if last - first < lines.len() {
        format!("lines {} to {last} of {}", first + 1, lines.len())
    } else {
        String::new()
    };
    page::draw(app, frame, &panes, "help", &note);
    let shown: Vec<Line<'_>> = (lines[first..last].iter())
        .map(|(name, text)| {
            let name = Span::styled(format!("{name:<columns$}"), app.theme.key());
            Line::from(vec![name, Span::raw(text.as_str())])
        })
        .collect();
    frame.render_widget(Paragraph::new(shown), area);
    page::keys(app, frame, &panes);
}
