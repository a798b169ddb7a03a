//! Defines the trait for pages and dialogs, which hold their own state and respond to keys and clicks.

use std::any::Any;
use std::borrow::Cow;

use ratatui::crossterm::event::KeyEvent;
use tui_input::Input;

use super::context::Context;
use super::field;
use super::keys::{self, Action, KeyContext, KeyLine};
use super::screen::{Frame, Message};
use nimatron_core::tr;

pub type PageId = u64;

/// The label for a line of the key table, or the reason why the keys of this line do nothing at the moment. An empty
/// label keeps the keys out of the key bar.
pub type Offer = Result<Cow<'static, str>, &'static str>;

/// Typed input, which a page may handle before the key table does.
#[derive(Clone, Copy)]
pub enum Typed<'a> {
    Key(KeyEvent),
    Text(&'a str),
}

/// A page, or a dialog on top of a page.
///
/// A page changes itself and the [`Context`], in which it queues effects and
/// [`Navigation`](super::navigation::Navigation) requests.
pub trait Page: Any {
    fn key_context(&self) -> KeyContext;

    /// Draws the page and registers its click targets. A dialog is drawn on top of the page below.
    fn view(&self, cx: &Context, frame: &mut Frame<'_>);

    /// Handles a key, a click, a wheel event or an edit of the page's input line.
    fn act(&mut self, cx: &mut Context, message: Message);

    /// Returns the label for a line of the key table, or the reason for refusing the line's actions. The key bar shows
    /// the label, and the command palette shows the reason.
    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        default_offer(cx, line)
    }

    /// Returns the page's active input line, if any. While an input line is active, letters are text and not commands.
    fn field(&mut self) -> Option<&mut Input> {
        None
    }

    /// Handles a key or pasted text before the key table does. Returns whether the input was consumed.
    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        type_into(self, cx, typed)
    }

    /// Called when the page is opened, or comes back to the top after a page above it was closed. Closing a dialog does
    /// not count. Pages start their jobs here.
    fn shown(&mut self, _cx: &mut Context) {}

    /// Called on the top page after an event and all navigation caused by the event have been handled.
    fn settled(&mut self, _cx: &mut Context) {}
}

impl dyn Page {
    pub fn is_dialog(&self) -> bool {
        matches!(self.key_context(), KeyContext::Question | KeyContext::Text)
    }

    /// Returns whether the match on the table is played on the page. The match is interrupted while any other page,
    /// except a dialog, is on top.
    pub fn plays(&self) -> bool {
        matches!(
            self.key_context(),
            KeyContext::Table | KeyContext::Lesson | KeyContext::Coach
        )
    }

    /// Returns whether the page reveals nothing about the position on the table. Opening any other page over a puzzle
    /// counts as help with the puzzle.
    pub fn tells_nothing(&self) -> bool {
        self.plays()
            || self.is_dialog()
            || matches!(
                self.key_context(),
                KeyContext::Help
                    | KeyContext::Open
                    | KeyContext::Puzzles
                    | KeyContext::Review
                    | KeyContext::Settings
            )
    }
}

pub fn default_offer(cx: &Context, line: &KeyLine) -> Offer {
    match *line.actions {
        [Action::Why] => Ok(Cow::Borrowed(cx.more_or_less(line))),
        [Action::Complete] => Err(tr!("There is nothing to complete.")),
        _ => Ok(Cow::Borrowed(line.short())),
    }
}

/// Passes a key or pasted text to a page's input line. Returns false if no input line is active, or if the key is bound
/// to a command other than Enter, back and complete.
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
            Some(action @ (Action::Enter | Action::Escape | Action::Complete)) => {
                Message::Do(action)
            }
            Some(_) => return false,
            None if field::edit(input, pressed) => Message::Edited,
            None => return true,
        },
    };
    page.act(cx, message);
    true
}
