//! The board of the step, and what is said beside it.

use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::layout::panel;
use crate::tui::app::{App, Page};
use crate::tui::pages::table::layout as table;
use crate::tui::text::wrap;
use crate::tui::{board, frame as page, layout};

/// Draws the page.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let (Page::Lesson(lesson), Some(s)) = (&app.page, &app.on_table) else { return };
    let panes = layout::panes(app.size);
    let note = format!("{} of {}", lesson.step + 1, lesson.lesson.steps.len());
    page::draw(app, frame, &panes, &lesson.lesson.title, &note);
    board::paint(&app.theme, frame, &table::drawing(app, s), table::room(app));
    let width = usize::from(panes.side.width);
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (tone, text) in panel(lesson, s) {
        let style = page::tone(&app.theme, tone);
        lines.extend(wrap(&app.with_keys(&text), width).into_iter().map(|line| Line::styled(line, style)));
    }
    // Where there is not room for all, the end counts: what is to be done stands there.
    let hidden = lines.len().saturating_sub(usize::from(panes.side.height));
    frame.render_widget(Paragraph::new(lines.split_off(hidden)), panes.side);
    page::keys(app, frame, &panes);
}
