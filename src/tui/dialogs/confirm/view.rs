//! The question and its answers.

use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::layout;
use crate::tui::app::{App, Dialog};
use crate::tui::dialogs::boxes;

/// Draws the question and its answers.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Some(Dialog::Confirm(question)) = &app.dialog else { return };
    let theme = &app.theme;
    let asked = layout::question(app.size, question, &app.keys);
    let area = boxes::boxed(theme, frame, "Nimatron asks", asked.outline);
    let lines: Vec<Line<'_>> = asked.text.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines), area);
    for button in asked.buttons {
        let line =
            Line::from(vec![Span::styled(button.key, theme.key()), Span::raw(format!(" {}", button.text))]);
        frame.render_widget(Paragraph::new(line), button.area);
    }
}
