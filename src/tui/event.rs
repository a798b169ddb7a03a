//! Defines the interface's events: keys, mouse actions, terminal reports, signals, and the results of jobs.

use ratatui::crossterm::event::{
    Event as Raw, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind,
};

use super::job::{JobId, Reply, Told};
use super::pixels::Protocol;
use nimatron_core::rules::Step;

pub enum DriverEvent {
    Event(Box<Event>),
    Input(Box<Event>),
    /// A signal has arrived. The event for the signal is in a separate queue.
    Signal,
    /// The program must release the terminal and sleep.
    Suspend,
    /// The program was stopped and now continues.
    Resume,
}

impl From<Event> for DriverEvent {
    fn from(event: Event) -> DriverEvent {
        DriverEvent::Event(Box::new(event))
    }
}

pub enum Event {
    Key(KeyEvent),
    Click(u16, u16),
    /// The mouse wheel was turned. Positive values scroll down.
    Wheel(i32),
    Paste(String),
    Resize(u16, u16),
    Background {
        light: bool,
        rgb: [u8; 3],
    },
    /// The terminal can show images. The fields are the image protocol and the size of a cell in pixels.
    Images(Protocol, (u16, u16)),
    Done(JobId, Reply),
    /// A running job has sent a change to its page.
    Told(JobId, Told),
    Progress(Step),
    /// The number of seconds that the pending analysis has taken.
    Seconds(u64),
    /// The system has asked the program to exit.
    Ended,
    Broken(String),
}

impl Event {
    /// Converts a terminal event. Returns `None` for key releases and other events without an effect.
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
