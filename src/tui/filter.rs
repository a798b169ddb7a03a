//! Filters lists: the user types text below a list, and only lines that contain the text stay visible.

use super::prelude::*;

#[derive(Default)]
pub struct ListFilter {
    input: Input,
    is_open: bool,
}

impl ListFilter {
    pub fn open(&mut self) {
        self.is_open = true;
    }

    pub fn close(&mut self) {
        self.is_open = false;
    }

    /// Closes the filter and removes its text. Returns false if the filter was not shown.
    pub fn clear(&mut self) -> bool {
        let was_shown = self.is_shown();
        *self = ListFilter::default();
        was_shown
    }

    pub fn is_shown(&self) -> bool {
        self.is_open || !self.input.value().is_empty()
    }

    pub fn has(&self, text: &str) -> bool {
        let wanted = self.input.value().trim();
        wanted.is_empty() || text.to_lowercase().contains(&wanted.to_lowercase())
    }

    pub fn field(&mut self) -> Option<&mut Input> {
        self.is_open.then_some(&mut self.input)
    }

    /// Maps the up and down keys to actions on the list while the text is being typed.
    pub fn way(&self, typed: Typed<'_>) -> Option<Action> {
        match typed {
            Typed::Key(pressed) if self.is_open => match pressed.code {
                KeyCode::Up => Some(Action::Up),
                KeyCode::Down => Some(Action::Down),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn draw(&self, cx: &Context, frame: &mut Frame<'_>, area: Rect) {
        if self.is_open {
            return Form::line(tr!("filter:"), &self.input).draw(&cx.theme, frame, area);
        }
        let text = cx.with_keys(&tr!(
            "filter: {text} (<back> ends it)",
            text = self.input.value()
        ));
        let text = cut(&text, usize::from(area.width));
        frame.render_widget(Paragraph::new(text).style(cx.theme.quiet()), area);
    }
}
