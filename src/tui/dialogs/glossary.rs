//! Explains the terms used in the panel and the marks on the board.

use super::boxes;
use crate::tui::keys;
use crate::tui::prelude::*;
use nimatron_core::rules::Word;

pub struct GlossaryDialog {
    pub words: Vec<Word>,
    /// The meanings of the marks on the board, one line each.
    pub signs: Vec<String>,
    scroll: ScrollText,
}

impl GlossaryDialog {
    pub fn new(words: Vec<Word>, signs: Vec<String>) -> GlossaryDialog {
        GlossaryDialog {
            words,
            signs,
            scroll: ScrollText::default(),
        }
    }

    fn lines(&self, cx: &Context) -> Vec<String> {
        let words = self
            .words
            .iter()
            .map(|word| format!("{}: {}", word.name(), word.definition()));
        let signs = self.signs.iter().map(|sign| tr!("On the board, {sign}."));
        let none = (self.words.is_empty() && self.signs.is_empty()).then(|| {
            cx.with_keys(tr!(
                "No term of the theory is used here; <help> explains all of them."
            ))
        });
        words
            .chain(signs)
            .chain(none)
            .flat_map(|text| wrap(&text, boxes::width(cx)))
            .collect()
    }

    fn extent(&self, cx: &Context) -> (usize, u16) {
        let lines = self.lines(cx).len();
        (lines, boxes::inside(boxes::place(cx, lines)).height)
    }

    fn scrolls(&self, cx: &Context) -> bool {
        let (lines, height) = self.extent(cx);
        lines > usize::from(height)
    }
}

impl Page for GlossaryDialog {
    fn key_context(&self) -> KeyContext {
        KeyContext::Question
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let (lines, height) = self.extent(cx);
        let action = message.action().filter(|_| lines > usize::from(height));
        if !action.is_some_and(|action| self.scroll.key(action, lines, height)) {
            cx.go(Navigation::Back);
        }
    }

    /// Closes the dialog even if the pressed key has no command.
    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        if let Typed::Key(pressed) = typed
            && keys::action(cx.settings.keys(), self.key_context(), pressed).is_none()
        {
            cx.go(Navigation::Back);
        }
        false
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Escape] => Ok(Cow::Borrowed(tr!("back"))),
            _ if line.actions == Action::WAYS && self.scrolls(cx) => {
                Ok(Cow::Borrowed(tr!("scroll")))
            }
            _ => Err(tr!("Any key closes the list.")),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let lines: Vec<Line<'_>> = self
            .lines(cx)
            .into_iter()
            .map(|l| Line::styled(l, cx.theme.text()))
            .collect();
        boxes::dim(&cx.theme, frame);
        let area = boxes::draw(
            &cx.theme,
            frame,
            tr!("Terms"),
            boxes::place(cx, lines.len()),
        );
        self.scroll.draw(&cx.theme, frame, area, lines);
        frame.hit(frame.area(), Message::Do(Action::Escape));
    }
}
