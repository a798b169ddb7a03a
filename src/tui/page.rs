//! What a page is, and what a dialog over it is: a type with its own state that answers keys and clicks.

use std::any::Any;
use std::borrow::Cow;

use ratatui::crossterm::event::KeyEvent;
use tui_input::Input;

use super::context::Context;
use super::field;
use super::keys::{self, Action, KeyContext, KeyLine};
use super::screen::{Frame, Message};

/// Names a page as long as the interface runs.
pub type PageId = u64;

/// What the keys of a line do now, in a word or two; or why they can do nothing.
pub type Offer = Result<Cow<'static, str>, &'static str>;

/// What is typed into a page before the key table is asked.
#[derive(Clone, Copy)]
pub enum Typed<'a> {
    Key(KeyEvent),
    /// Text was pasted.
    Text(&'a str),
}

/// A page, or a dialog over one. Whatever it does not mention it leaves as the defaults say.
///
/// A page changes itself and the [`Context`]; what is to be done outside goes into the context's queue of effects, and
/// where to go next into its queue of [`Navigation`](super::navigation::Navigation).
pub trait Page: Any {
    /// Where its keys count in the key table.
    fn key_context(&self) -> KeyContext;

    /// Draws it, with what a click on each part means; a dialog draws over the page that is drawn already.
    fn view(&self, cx: &Context, frame: &mut Frame<'_>);

    /// Does what a key or a click asks for.
    fn act(&mut self, cx: &mut Context, message: Message);

    /// What the keys of a line of the key table do here now: for the key bar, and for whoever lists all commands.
    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        usual(cx, line)
    }

    /// The line of text that is being typed on the page, where letters ask for nothing then.
    fn field(&mut self) -> Option<&mut Input> {
        None
    }

    /// A key or a text before the key table is asked; whether that used it up. It goes into the line of text, where there
    /// is one.
    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        type_into(self, cx, typed)
    }

    /// It has come to the front: it is new, or the page over it has gone. What it has to ask it asks here.
    fn shown(&mut self, _cx: &mut Context) {}

    /// What follows from an event, once everybody has answered it and this is in front.
    fn settled(&mut self, _cx: &mut Context) {}
}

impl dyn Page {
    /// Whether it is a dialog: the page behind it stays in sight.
    pub fn is_dialog(&self) -> bool {
        matches!(self.key_context(), KeyContext::Question | KeyContext::Text)
    }
}

/// What a line of the key table says that its keys do.
pub fn usual(cx: &Context, line: &KeyLine) -> Offer {
    Ok(Cow::Borrowed(if *line.actions == [Action::Why] {
        cx.more_or_less(line)
    } else {
        line.short
    }))
}

/// A key or a text goes into the line of text of a page, or ends it; `false` where there is no such line, and for keys
/// that ask for something else.
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
