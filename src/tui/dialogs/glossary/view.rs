//! The words and what they mean.

use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::tui::app::{App, Dialog};
use crate::tui::dialogs::boxes;
use crate::tui::text::wrap;

/// Draws the words, as many as there is room for.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Some(Dialog::Glossary(glossary)) = &app.dialog else { return };
    let width = boxes::width(app.size);
    let lines: Vec<String> = (glossary.words.iter())
        .flat_map(|word| wrap(&format!("{}: {}", word.name(), word.definition()), width))
        .collect();
    let area = boxes::boxed(&app.theme, frame, "Words", boxes::bottom(app.size, lines.len()));
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).style(app.theme.text()), area);
}
