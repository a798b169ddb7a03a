//! The record of play, line by line.

use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::layout::lines;
use crate::tui::app::{App, Page};
use crate::tui::frame as page;
use crate::tui::layout;

pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Page::Record(state) = &app.page else { return };
    let panes = layout::one_pane(app.size);
    page::draw(app, frame, &panes, "record of play", "");
    let area = layout::inset(panes.main);
    let all = lines(state, area.width);
    let height = usize::from(area.height);
    let first = state.scroll.min(all.len().saturating_sub(height));
    let shown: Vec<Line<'_>> = (all.into_iter().skip(first).take(height))
        .map(|(tone, text)| Line::styled(text, page::tone(&app.theme, tone)))
        .collect();
    frame.render_widget(Paragraph::new(shown), area);
    page::keys(app, frame, &panes);
}
