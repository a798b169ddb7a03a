//! The board at a step of the line, and what is to be said of it.

use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::panel;
use crate::draw::Marks;
use crate::tui::app::{App, Page};
use crate::tui::pages::table::layout as table;
use crate::tui::{board, frame as page, layout};

/// Draws the page.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let (Page::Line(line), Some(s)) = (&app.page, &app.on_table) else { return };
    let theme = &app.theme;
    let panes = layout::panes(app.size);
    let step = line.step();
    let note = if line.at == 0 { "from here".to_owned() } else { format!("step {}", line.at) };
    page::draw(app, frame, &panes, "what if", &note);
    let last = step.by.as_ref().map_or(&[][..], |(_, sites)| sites);
    let room = table::room(app);
    let figure = step.analysis.as_ref().and_then(|result| result.as_ref().ok()).map(|a| &a.figure);
    let before = line.at.checked_sub(1).map(|at| &line.steps[at].scene);
    let theirs = line.at > 0 && line.steps[line.at - 1].mover != line.steps[0].mover;
    let marks = Marks { last, theirs, before, start: Some(&s.start), figure, ..Marks::default() };
    let drawing = board::scene(&step.scene, room, &marks, theme);
    board::paint(theme, frame, &drawing, room);
    let lines = panel::shown(app, line, s, panes.side).into_iter();
    let lines: Vec<Line<'_>> = lines.map(|(text, style)| Line::styled(text, style)).collect();
    frame.render_widget(Paragraph::new(lines), panes.side);
    page::keys(app, frame, &panes);
}
