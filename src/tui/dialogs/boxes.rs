//! The boxes of questions over a page: where they stand, and how they look.

use crate::rules::nearest;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use tui_input::Input;

use crate::tui::text::wide;
use crate::tui::theme::Theme;
use crate::tui::{field, layout};

/// A box over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DialogBox {
    pub outer: Rect,
    /// What is inside its frame.
    pub inner: Rect,
}

impl DialogBox {
    /// The box in this place.
    #[must_use]
    pub fn of(outer: Rect) -> DialogBox {
        let (width, height) = (outer.width.saturating_sub(2), outer.height.saturating_sub(2));
        DialogBox { outer, inner: layout::inset(Rect { x: outer.x + 1, y: outer.y + 1, width, height }) }
    }
}

/// The columns of the text of a question.
#[must_use]
pub fn width(size: (u16, u16)) -> usize {
    usize::from(size.0).saturating_sub(8).clamp(10, 96)
}

/// A box of so many lines above the bar, so that the board stays in sight.
#[must_use]
pub fn bottom(size: (u16, u16), lines: usize) -> DialogBox {
    let panes = layout::panes(size);
    let width = panes.whole.width.saturating_sub(4).min(100);
    let most = panes.bar.y.saturating_sub(2);
    let height = (nearest::<u16, _>(lines) + 2).min(most);
    DialogBox::of(Rect {
        x: panes.whole.x + (panes.whole.width - width) / 2,
        y: panes.bar.y.saturating_sub(1 + height),
        width,
        height,
    })
}

/// Draws the box of a question; what is inside it.
pub fn boxed(theme: &Theme, frame: &mut Frame<'_>, title: &str, outline: DialogBox) -> Rect {
    let block = Block::bordered()
        .border_set(theme.border())
        .border_style(theme.heading())
        .title(format!(" {title} "))
        .title_style(theme.heading());
    frame.render_widget(Clear, outline.outer);
    frame.render_widget(block, outline.outer);
    outline.inner
}

/// Draws a line of text with its cursor.
pub fn input(theme: &Theme, frame: &mut Frame<'_>, prompt: &str, input: &Input, area: Rect) {
    let wide = wide(prompt);
    let room = usize::from(area.width).saturating_sub(wide + 1).max(1);
    let (shown, at) = field::window(input, room);
    let line = Line::from(vec![Span::styled(prompt.to_owned(), theme.quiet()), Span::raw(shown)]);
    frame.render_widget(Paragraph::new(line), Rect { height: 1.min(area.height), ..area });
    let x = wide + at;
    if x < usize::from(area.width) && area.height > 0 {
        frame.set_cursor_position(Position::new(area.x + nearest::<u16, _>(x), area.y));
    }
}

/// What is under the first line.
pub fn below(area: Rect) -> Rect {
    Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
}
