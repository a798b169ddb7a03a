//! The events of the interface: keys, the mouse, and results of jobs.

use ratatui::crossterm::event::{
    Event as Raw, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind,
};

use super::job::{JobId, Reply, Told};
use super::pixels::Protocol;
use nimatron_core::rules::Step;

/// The driver's events: those for the state, and those for the driver itself.
pub enum DriverEvent {
    Event(Box<Event>),
    Input(Box<Event>),
    /// A signal has come: its event is in a queue of its own.
    Signal,
    /// The program is to give the terminal back and sleep.
    Suspend,
    /// The program was stopped and continues.
    Resume,
}

impl From<Event> for DriverEvent {
    fn from(event: Event) -> DriverEvent {
        DriverEvent::Event(Box::new(event))
    }
}

pub enum Event {
    Key(KeyEvent),
    /// The left button was pressed at a column and row.
    Click(u16, u16),
    /// The wheel turned; positive is down.
    Wheel(i32),
    Paste(String),
    /// The terminal's new size in columns and rows.
    Resize(u16, u16),
    Background {
        light: bool,
        rgb: [u8; 3],
    },
    /// The terminal shows images by this protocol, with cells of this size in pixels.
    Images(Protocol, (u16, u16)),
    /// A job is done.
    Done(JobId, Reply),
    /// A job changes its page while it runs.
    Told(JobId, Told),
    /// The progress of a long job.
    Progress(Step),
    /// The seconds that the pending question has taken.
    Seconds(u64),
    /// The system tells the program to end.
    Ended,
    /// The terminal has failed: the program cannot go on.
    Broken(String),
}

impl Event {
    /// Converts a terminal's event. Keys count when pressed, also while they repeat, never when released.
    pub fn from_terminal(raw: Raw) -> Option<Event> {
        match raw {
            Raw::Key(key) if key.kind != KeyEventKind::Release => Some(Event::Key(key)),
            Raw::Mouse(MouseEvent {
                kind, column, row, ..
            }) => match kind {
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
