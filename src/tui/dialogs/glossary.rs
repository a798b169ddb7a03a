//! What the terms of the theory in the panel mean, and the marks on the board, in a line each. What has no room scrolls; any other key
//! closes it.

use super::boxes;
use crate::tui::keys;
use crate::tui::prelude::*;
use nimatron_core::rules::Word;

pub struct GlossaryDialog {
    /// The terms, in the order of the panel.
    pub words: Vec<Word>,
    /// What the marks on the board mean, in a line each.
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
        let signs = self
            .signs
            .iter()
            .map(|sign| format!("On the board, {sign}."));
        words
            .chain(signs)
            .flat_map(|text| wrap(&text, boxes::width(cx)))
            .collect()
    }

    /// How many lines there are, and how many of them are seen at once.
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

    fn key(&mut self, cx: &mut Context, _: Action) {
        cx.go(Navigation::Back);
    }

    fn typed(&mut self, cx: &mut Context, pressed: KeyEvent) -> bool {
        let (lines, height) = self.extent(cx);
        let action = keys::action(cx.settings.keys(), self.key_context(), pressed)
            .filter(|_| self.scrolls(cx));
        if action.is_some_and(|action| self.scroll.key(action, lines, height)) {
            return true;
        }
        cx.go(Navigation::Back);
        true
    }

    fn wheel(&mut self, cx: &mut Context, lines: i32) {
        let (all, height) = self.extent(cx);
        self.scroll.key(
            if lines > 0 { Action::Down } else { Action::Up },
            all,
            height,
        );
    }

    fn click(&mut self, cx: &mut Context, _: Position) {
        cx.go(Navigation::Back);
    }

    fn keys(&self, cx: &Context) -> Vec<BarKey> {
        let scroll = self
            .scrolls(cx)
            .then(|| BarKey::new(&[Action::Up, Action::Down], "scroll"));
        scroll
            .into_iter()
            .chain([BarKey::new(&[Action::Escape], "back")])
            .collect()
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let lines: Vec<Line<'_>> = self
            .lines(cx)
            .into_iter()
            .map(|l| Line::styled(l, cx.theme.text()))
            .collect();
        let area = boxes::draw(&cx.theme, frame, "Terms", boxes::place(cx, lines.len()));
        self.scroll.draw(&cx.theme, frame, area, lines);
    }
}
