//! What can happen to the interface: keys, the mouse, and news from the threads that do its work.

use std::path::PathBuf;

use ratatui::crossterm::event::{
    Event as Raw, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind,
};

use crate::erased::{Analysis, AnyPosition};
use crate::play::Match;
use crate::play::store::{Save, StoreError};
use crate::rules::{Step, Stop};

/// Names a request, so that the answer to an old one is told from the answer to the last one.
pub type Ticket = u64;

/// Something that happened.
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// The left button was pressed at a column and row.
    Click(u16, u16),
    /// The wheel turned; positive is down.
    Wheel(i32),
    /// Text was pasted.
    Paste(String),
    /// The terminal has this many columns and rows now.
    Resize(u16, u16),
    /// The time asked for is over.
    Tick(Ticket),
    /// An analysis is done.
    Analysed(Ticket, Result<Analysis, Stop>),
    /// A long analysis is this far.
    Progress(Ticket, Step),
    /// The question under way has taken so many seconds.
    Seconds(u64),
    /// A random position was looked for.
    Found(Ticket, Result<Box<dyn AnyPosition>, String>),
    /// The saved games.
    Listed(Result<Vec<Save>, String>),
    /// A name that no saved game has yet.
    Suggested(String),
    /// A saved game was read.
    Opened(PathBuf, Result<Match, String>),
    /// The match that was left last was read.
    Continued(Result<Match, String>),
    /// The match was written, or not.
    Saved(Result<PathBuf, StoreError>),
    /// The system tells the program to end.
    Ended,
    /// A thread has failed: the program cannot go on.
    Broken(String),
}

impl Event {
    /// What the terminal's event means here. Keys count when they go down, also while they repeat, never when they
    /// are let go.
    #[must_use]
    pub fn from_terminal(raw: Raw) -> Option<Event> {
        match raw {
            Raw::Key(key) if key.kind != KeyEventKind::Release => Some(Event::Key(key)),
            Raw::Mouse(MouseEvent { kind, column, row, .. }) => match kind {
                MouseEventKind::Down(MouseButton::Left) => Some(Event::Click(column, row)),
                MouseEventKind::ScrollUp => Some(Event::Wheel(-1)),
                MouseEventKind::ScrollDown => Some(Event::Wheel(1)),
                _ => None,
            },
            Raw::Paste(text) => Some(Event::Paste(text)),
            Raw::Resize(width, height) => Some(Event::Resize(width, height)),
            _ => None,
        }
    }
}
