//! What the terms of the theory in the panel mean, and the marks on the board, in a line each. Any key closes it.

use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Position;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::boxes;
use crate::tui::context::Context;
use crate::tui::keys::{Action, KeyContext};
use crate::tui::navigation::Navigation;
use crate::tui::page::{BarKey, Page};
use crate::tui::text::wrap;
use nimatron_core::rules::Word;

/// Terms of the theory to be explained.
pub struct GlossaryDialog {
    /// The terms, in the order of the panel.
    pub words: Vec<Word>,
    /// What the marks on the board mean, in a line each.
    pub signs: Vec<String>,
}

impl Page for GlossaryDialog {
    fn key_context(&self) -> KeyContext {
        KeyContext::Question
    }

    fn is_dialog(&self) -> bool {
        true
    }

    fn key(&mut self, cx: &mut Context, _: Action) {
        cx.go(Navigation::Back);
    }

    fn typed(&mut self, cx: &mut Context, _: KeyEvent) -> bool {
        cx.go(Navigation::Back);
        true
    }

    fn wheel(&mut self, _cx: &mut Context, _lines: i32) {}

    fn click(&mut self, cx: &mut Context, _: Position) {
        cx.go(Navigation::Back);
    }

    fn keys(&self, _cx: &Context) -> Vec<BarKey> {
        vec![BarKey::new(&[Action::Escape], "back")]
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let width = boxes::width(cx);
        let words = self.words.iter().map(|word| format!("{}: {}", word.name(), word.definition()));
        let signs = self.signs.iter().map(|sign| format!("On the board, {sign}."));
        let lines: Vec<String> = words.chain(signs).flat_map(|text| wrap(&text, width)).collect();
        let area = boxes::draw(&cx.theme, frame, "Terms", boxes::place(cx, lines.len()));
        let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines).style(cx.theme.text()), area);
    }
}
