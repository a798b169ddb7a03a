//! The list of moves.

use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::layout;
use crate::tui::app::{App, Dialog};
use crate::tui::dialogs::boxes;
use crate::tui::text::cut;

/// The moves to choose from, over the panel: the board shows the selected one.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Some(Dialog::Which(which)) = &app.dialog else { return };
    let theme = &app.theme;
    let listing = layout::list(app.size, which);
    let area = boxes::boxed(theme, frame, "Which move?", listing.outline);
    let width = usize::from(area.width);
    let shown = usize::from(listing.lines.height);
    let mut lines: Vec<Line<'_>> = (which.list.iter().enumerate().skip(listing.first).take(shown))
        .map(|(i, choice)| {
            let here = i == which.at;
            let mark = if here { theme.pick("▸ ", "> ") } else { "  " };
            let style = if here { theme.selected() } else { theme.text() };
            Line::from(vec![Span::raw(mark), Span::styled(cut(&choice.text, width.saturating_sub(2)), style)])
        })
        .collect();
    let more = if which.complete { "" } else { " of the first; m types others" };
    let tail = format!("{} of {}{more}", which.at + 1, which.list.len());
    lines.push(Line::styled(cut(&tail, width), theme.quiet()));
    frame.render_widget(Paragraph::new(lines), area);
}
