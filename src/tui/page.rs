//! What a page is, and what a dialog over it is: a type with its own state that answers keys, clicks and news.

use std::any::Any;
use std::borrow::Cow;

use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Position;
use tui_input::Input;

use super::context::Context;
use super::field;
use super::keys::{self, Action, KeyContext, KeyLine};

/// Names a page as long as the interface runs.
pub type PageId = u64;

/// A page, or a dialog over one. Whatever it does not mention it leaves as the defaults say.
///
/// A page changes itself and the [`Context`]; what is to be done outside goes into the context's queue of effects, and
/// where to go next into its queue of [`Navigation`](super::navigation::Navigation).
pub trait Page: Any {
    /// Where its keys count in the key table.
    fn key_context(&self) -> KeyContext;

    /// A key of the key table that counts here, or a click on it in the key bar.
    fn key(&mut self, cx: &mut Context, action: Action);

    /// A key before the key table is asked; whether that used it up. It goes into the line of text, where there is one.
    fn typed(&mut self, cx: &mut Context, pressed: KeyEvent) -> bool {
        type_into(self, cx, pressed)
    }

    /// A click, anywhere but on the key bar.
    fn click(&mut self, _cx: &mut Context, _at: Position) {}

    /// The wheel, positive is down: the same as the arrows.
    fn wheel(&mut self, cx: &mut Context, lines: i32) {
        self.key(cx, if lines > 0 { Action::Down } else { Action::Up });
    }

    /// The line of text that is being typed on the page, where letters ask for nothing then.
    fn field(&mut self) -> Option<&mut Input> {
        None
    }

    /// The key that ends the line of text, or the one that leaves it.
    fn ended(&mut self, cx: &mut Context, action: Action) {
        self.key(cx, action);
    }

    fn edited(&mut self, _cx: &mut Context) {}

    /// Text was pasted: it goes into the line of text, where there is one.
    fn paste(&mut self, cx: &mut Context, text: &str) {
        if let Some(input) = self.field() {
            field::insert(input, text);
            self.edited(cx);
        }
    }

    /// What follows from an event, once everybody has answered it and this is in front.
    fn settled(&mut self, _cx: &mut Context) {}

    /// It has come to the front: it is new, or the page over it has gone. What it has to ask it asks here.
    fn shown(&mut self, _cx: &mut Context) {}

    /// Draws it; a dialog draws over the page that is drawn already.
    fn view(&self, cx: &Context, frame: &mut Frame<'_>);

    /// The keys in its bar: those of the key table that can do something now; while text is typed, those that end it.
    fn keys(&self, cx: &Context) -> Vec<BarKey> {
        if self.is_typing() {
            BarKey::ends("done", "leave it")
        } else {
            bar_keys(self, cx)
        }
    }

    /// Whether the keys of a line of the key table can do something now.
    fn can(&self, _cx: &Context, _line: &KeyLine) -> bool {
        true
    }

    /// What the keys of a line do now, in a word or two.
    fn key_text(&self, cx: &Context, line: &KeyLine) -> Cow<'static, str> {
        Cow::Borrowed(if *line.actions == [Action::Why] {
            cx.more_or_less(line)
        } else {
            line.short
        })
    }

    /// Whether text is being typed into it, so that letters ask for nothing.
    fn is_typing(&self) -> bool {
        false
    }

    /// Whether it is a dialog: the page behind it stays in sight.
    fn is_dialog(&self) -> bool {
        matches!(self.key_context(), KeyContext::Question | KeyContext::Text)
    }
}

/// A key goes into the line of text of a page, or ends it; `false` where there is no such line, and for keys that ask for
/// something else.
pub fn type_into<P: Page + ?Sized>(page: &mut P, cx: &mut Context, pressed: KeyEvent) -> bool {
    let asked = keys::action(cx.settings.keys(), KeyContext::Text, pressed);
    let Some(input) = page.field() else {
        return false;
    };
    match asked {
        Some(action @ (Action::Enter | Action::Escape)) => page.ended(cx, action),
        Some(_) => return false,
        None if field::edit(input, pressed) => page.edited(cx),
        None => {}
    }
    true
}

/// The keys of the key table that can do something on a page now, in its order.
pub fn bar_keys<P: Page + ?Sized>(page: &P, cx: &Context) -> Vec<BarKey> {
    (cx.settings
        .keys()
        .bar(page.key_context())
        .filter(|line| page.can(cx, line)))
    .map(|line| BarKey {
        line: Cow::Borrowed(line.actions),
        text: page.key_text(cx, line),
    })
    .collect()
}

pub struct BarKey {
    /// What it asks for; several for keys that belong together.
    pub line: Cow<'static, [Action]>,
    /// What it does, in a word or two.
    pub text: Cow<'static, str>,
}

impl BarKey {
    /// A key that answers a dialog.
    pub fn new(actions: &'static [Action], text: &'static str) -> BarKey {
        BarKey {
            line: Cow::Borrowed(actions),
            text: Cow::Borrowed(text),
        }
    }

    /// Enter and escape, and what they do.
    pub fn ends(enter: &'static str, escape: &'static str) -> Vec<BarKey> {
        vec![
            BarKey::new(&[Action::Enter], enter),
            BarKey::new(&[Action::Escape], escape),
        ]
    }
}
