//! The trait of pages and dialogs: types with their own state that answer keys and clicks.

use std::any::Any;
use std::borrow::Cow;

use ratatui::crossterm::event::KeyEvent;
use tui_input::Input;

use super::context::Context;
use super::field;
use super::keys::{self, Action, KeyContext, KeyLine};
use super::screen::{Frame, Message};

/// Identifies a page for the whole run.
pub type PageId = u64;

/// The current effect of a line's keys, in a word or two; or the reason why they can do nothing.
pub type Offer = Result<Cow<'static, str>, &'static str>;

/// Typed input, offered to a page before the key table.
#[derive(Clone, Copy)]
pub enum Typed<'a> {
    Key(KeyEvent),
    /// Text was pasted.
    Text(&'a str),
}

/// A page, or a dialog over one. The defaults cover everything that a page does not implement.
///
/// A page changes itself and the [`Context`]; effects go into the context's queue of effects, and requests to go
/// elsewhere into its queue of [`Navigation`](super::navigation::Navigation).
pub trait Page: Any {
    /// The page's context in the key table.
    fn key_context(&self) -> KeyContext;

    /// Draws the page and records its click targets; a dialog draws over the page that is drawn already.
    fn view(&self, cx: &Context, frame: &mut Frame<'_>);

    /// Handles a key or a click.
    fn act(&mut self, cx: &mut Context, message: Message);

    /// The current effect of the keys of a line of the key table, for the key bar and the list of all commands.
    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        default_offer(cx, line)
    }

    /// The line of text being typed on the page, during which letters are no commands.
    fn field(&mut self) -> Option<&mut Input> {
        None
    }

    /// Handles a key or a text before the key table, and returns true if it consumed it. It goes into the line of
    /// text, if there is one.
    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        type_into(self, cx, typed)
    }

    /// Called when the page comes to the front: it is new, or the page over it has gone. It spawns its queries here.
    fn shown(&mut self, _cx: &mut Context) {}

    /// Called after an event, once every page has handled it and this one is in front.
    fn settled(&mut self, _cx: &mut Context) {}
}

impl dyn Page {
    /// Returns whether it is a dialog: the page behind it stays in sight.
    pub fn is_dialog(&self) -> bool {
        matches!(self.key_context(), KeyContext::Question | KeyContext::Text)
    }
}

/// The effect of a line of the key table according to the table itself.
pub fn default_offer(cx: &Context, line: &KeyLine) -> Offer {
    Ok(Cow::Borrowed(if *line.actions == [Action::Why] {
        cx.more_or_less(line)
    } else {
        line.short
    }))
}

/// Passes a key or a text to the line of text of a page, or ends it. Returns false if there is no such line, and for
/// keys that are commands.
pub fn type_into<P: Page + ?Sized>(page: &mut P, cx: &mut Context, typed: Typed<'_>) -> bool {
    let Some(input) = page.field() else {
        return false;
    };
    let message = match typed {
        Typed::Text(text) => {
            field::insert(input, text);
            Message::Edited
        }
        Typed::Key(pressed) => match keys::action(cx.settings.keys(), KeyContext::Text, pressed) {
            Some(action @ (Action::Enter | Action::Escape)) => Message::Do(action),
            Some(_) => return false,
            None if field::edit(input, pressed) => Message::Edited,
            None => return true,
        },
    };
    page.act(cx, message);
    true
}
