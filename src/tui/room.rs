//! What a page or a dialog does with what happens to it: the same few functions for every one.

use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;

use super::app::App;
use super::event::{Ticket, Worked};
use super::keys::Action;
use crate::erased::Analysis;
use crate::play::history::History;
use crate::rules::Stop;

/// A page's functions. What a page does not need it takes from [`Room::PLAIN`].
pub struct Room {
    /// A key of the key table that counts on this page.
    pub key: fn(&mut App, Action),
    /// A key before the key table is asked; whether it is used up by this.
    pub typed: fn(&mut App, KeyEvent) -> bool,
    /// A click at a column and row.
    pub click: fn(&mut App, u16, u16),
    /// The wheel; positive is down.
    pub wheel: fn(&mut App, i32),
    /// Text was pasted.
    pub paste: fn(&mut App, &str),
    /// An analysis has come; whether the page had asked for it.
    pub analysed: fn(&mut App, Ticket, &Result<Analysis, Stop>) -> bool,
    /// Work of the second thread has come.
    pub worked: fn(&mut App, Ticket, Worked),
    /// Today and the record of play have come.
    pub recorded: fn(&mut App, String, Result<History, String>),
    /// Draws the page.
    pub view: fn(&App, &mut Frame<'_>),
}

impl Room {
    /// An empty page: keys do nothing, the wheel is the arrows up and down.
    pub const PLAIN: Room = Room {
        key: |_, _| {},
        typed: |_, _| false,
        click: |_, _, _| {},
        wheel: |_, _| {},
        paste: |_, _| {},
        analysed: |_, _, _| false,
        worked: |_, _, _| {},
        recorded: |_, _, _| {},
        view: |_, _| {},
    };
}

/// A dialog's functions.
pub struct DialogRoom {
    /// A key of the key table that counts here, or a click on what it answers in the bar.
    pub key: fn(&mut App, Action),
    /// Any other key.
    pub typed: fn(&mut App, KeyEvent),
    /// A click beside the keys in the bar.
    pub click: fn(&mut App, u16, u16),
    /// The wheel; positive is down.
    pub wheel: fn(&mut App, i32),
    /// Text was pasted.
    pub paste: fn(&mut App, &str),
    /// Draws the dialog over its page.
    pub view: fn(&App, &mut Frame<'_>),
}

impl DialogRoom {
    /// An empty dialog.
    pub const PLAIN: DialogRoom = DialogRoom {
        key: |_, _| {},
        typed: |_, _| {},
        click: |_, _, _| {},
        wheel: |_, _| {},
        paste: |_, _| {},
        view: |_, _| {},
    };
}
