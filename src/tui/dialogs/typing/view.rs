//! The line of text, and what it would do.

use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::state::Reading;
use crate::tui::app::{App, Dialog};
use crate::tui::dialogs::boxes;
use crate::tui::keys::{Action, Place};
use crate::tui::text::{cut, wrap};

/// Draws the line, and what it would do.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Some(Dialog::Typing(typing)) = &app.dialog else { return };
    let theme = &app.theme;
    let width = boxes::width(app.size);
    let enter = app.keys.name(Place::Text, Action::Enter);
    let (text, style) = match &typing.reading {
        Reading::Nothing => {
            let moves = app.on_table.as_ref().map(|s| s.game.position().choices(&[], 1).list);
            let text = match moves.as_deref() {
                Some([first, ..]) => {
                    format!("a move, such as {}, or the ID of a position", cut(&first.text, 30))
                }
                _ => "the ID of a position".to_owned(),
            };
            (text, theme.quiet())
        }
        Reading::Move(text) => (format!("{enter} plays {}", cut(text, width)), theme.text()),
        Reading::Position(position) => {
            (format!("{enter} goes to {}", cut(&position.id(), width)), theme.text())
        }
        Reading::Wrong(text) => (format!("! {text}"), theme.wrong()),
    };
    let mut lines = wrap(&text, width);
    lines.truncate(4);
    let area =
        boxes::boxed(theme, frame, "Move or position", boxes::bottom(app.size, lines.len().max(2) + 1));
    boxes::input(theme, frame, "> ", &typing.input, area);
    let lines: Vec<Line<'_>> = lines.into_iter().map(|l| Line::styled(l, style)).collect();
    frame.render_widget(Paragraph::new(lines), boxes::below(area));
}
