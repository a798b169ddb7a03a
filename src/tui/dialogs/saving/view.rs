//! The name, and what is wrong with it.

use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::tui::app::{App, Dialog};
use crate::tui::dialogs::boxes;
use crate::tui::keys::Place;
use crate::tui::text::wrap;

/// Draws the name, and what is wrong with it.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Some(Dialog::Saving(naming)) = &app.dialog else { return };
    let theme = &app.theme;
    let width = boxes::width(app.size);
    let (text, style) = match &naming.problem {
        Some(text) if naming.exists => {
            (format!("! {text} <enter> again replaces it; another name keeps both."), theme.wrong())
        }
        Some(text) => (format!("! {text}"), theme.wrong()),
        None => ("<enter> saves under this name, <back> goes back".to_owned(), theme.quiet()),
    };
    let mut lines = wrap(&app.keys.fill(Place::Text, &text), width);
    lines.truncate(4);
    let area = boxes::boxed(theme, frame, "Save the match", boxes::bottom(app.size, lines.len() + 1));
    boxes::input(theme, frame, "name: ", &naming.input, area);
    let lines: Vec<Line<'_>> = lines.into_iter().map(|l| Line::styled(l, style)).collect();
    frame.render_widget(Paragraph::new(lines), boxes::below(area));
}
