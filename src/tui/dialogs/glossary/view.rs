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
    let words = glossary.words.iter().map(|word| format!("{}: {}", word.name(), word.definition()));
    let signs = glossary.signs.iter().map(|sign| format!("On the board, {sign}."));
    let lines: Vec<String> = words.chain(signs).flat_map(|text| wrap(&text, width)).collect();
    let area = boxes::boxed(&app.theme, frame, "Words", boxes::bottom(app.size, lines.len()));
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).style(app.theme.text()), area);
}
