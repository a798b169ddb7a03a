//! The help page, printed from the key table.

use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::frame as page;
use crate::tui::app::{App, HelpPage};
use crate::tui::layout;
use crate::tui::manual::{self, NAMES};

pub(super) fn draw(app: &App, page: &HelpPage, frame: &mut Frame<'_>) {
    let panes = layout::one_pane(app.size);
    let area = layout::inset(panes.main);
    let lines = manual::lines(app.sitting.as_ref(), usize::from(area.width));
    let height = usize::from(area.height);
    let first = page.scroll.min(lines.len().saturating_sub(height));
    let last = (first + height).min(lines.len());
    let note = if last - first < lines.len() {
        format!("lines {} to {last} of {}", first + 1, lines.len())
    } else {
        String::new()
    };
    page::draw(app, frame, &panes, "help", &note);
    let shown: Vec<Line<'_>> = (lines[first..last].iter())
        .map(|(name, text)| {
            let name = Span::styled(format!("{name:<NAMES$}"), app.theme.key());
            Line::from(vec![name, Span::raw(text.as_str())])
        })
        .collect();
    frame.render_widget(Paragraph::new(shown), area);
    page::bar(app, frame, &panes);
}
