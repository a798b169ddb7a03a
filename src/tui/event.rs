//! What can happen to the interface: keys, the mouse, and answers of the threads that do its work.

use std::collections::BTreeMap;
use std::path::PathBuf;

use ratatui::crossterm::event::{
    Event as Raw, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind,
};

use crate::play::Match;
use crate::play::atlas::Map;
use crate::play::coach::record::CoachEvent;
use crate::play::coach::sitting::Sitting;
use crate::play::history::History;
use crate::play::puzzle::Puzzle;
use crate::play::review::Review;
use crate::play::store::{Save, StoreError};
use crate::play::tree::TreeMove;
use nimatron_core::erased::{Analysis, AnyPosition};
use nimatron_core::rules::{Outcome, Step, Stop};
use nimatron_core::strategy::Strategy;

/// Names a request, so that the answer to an old one is told from the answer to the last one.
pub type Ticket = u64;

/// Whether the answer to a request is the one that is waited for, which then is waited for no longer.
pub fn takes(asked: &mut Option<Ticket>, ticket: Ticket) -> bool {
    asked.take_if(|asked| *asked == ticket).is_some()
}

/// What the second thread has worked out.
pub enum Worked {
    /// The review as far as it is, and whether that is all.
    Review(Box<Review>, bool),
    Puzzles(Vec<Puzzle>),
    Children {
        /// The outcome of the position itself, for the player to move.
        outcome: Option<Outcome>,
        /// The moves, each with its outcome for the player who makes it.
        children: Vec<(TreeMove, Option<Outcome>)>,
        /// Whether there are more moves than these.
        more: bool,
    },
    /// A map; `None` where the game has none.
    Map(Option<Box<Map>>),
    /// The places of a map where a claim is wrong, the least first; or what is wrong with the claim.
    Claim(Result<Vec<usize>, String>),
    Strategy(Box<Strategy>),
    /// The rule of a game in words, where one is found.
    Rule(Option<String>),
    /// The skills that positions practise, by their number.
    Skills(BTreeMap<usize, String>),
    /// A sitting as it goes on, and what happened or what is wrong with the answer.
    Sitting(Box<Sitting>, Result<Vec<CoachEvent>, String>),
    Failed(String),
}

/// What reaches the driver: events for the state, and what concerns the driver itself.
pub enum DriverEvent {
    Event(Box<Event>),
    Input(Box<Event>),
    /// A signal has come: what it says is in a queue of its own.
    Signal,
    /// A file has been read; an answer to an old request is dropped.
    Read(Ticket, Box<Event>),
    /// A file has been written, or a small one read, and what the state is told of it.
    Written(Option<Box<Event>>),
    /// The match has been kept for the next start, or not.
    Kept(Result<(), String>),
    /// The program is to give the terminal back and sleep.
    Suspend,
    /// The program was stopped and goes on.
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
    /// The terminal has this many columns and rows now.
    Resize(u16, u16),
    Background {
        light: bool,
        rgb: [u8; 3],
    },
    /// The time asked for is over.
    Tick(Ticket),
    Analysed(Ticket, Box<Result<Analysis, Stop>>),
    /// The computer has chosen its move; or why there is none.
    Chosen(Ticket, Result<String, String>),
    /// A long analysis is this far.
    Progress(Ticket, Step),
    /// The question under way has taken so many seconds.
    Seconds(u64),
    /// A random position was looked for.
    Found(Ticket, Result<Box<dyn AnyPosition>, String>),
    /// Work of the second thread, or a part of it, is done.
    Worked(Ticket, Worked),
    /// Today, as `2026-11-20`, and the record of play or what is wrong with it.
    Recorded(String, Result<Box<History>, String>),
    Notice(String),
    Listed(Result<Vec<Save>, String>),
    /// A name that no saved game has yet.
    Suggested(String),
    /// An export has done the first number of positions, of the second.
    Exporting(usize, usize),
    /// The match was written as text, picture and film: under this name without an ending, or not.
    Exported(Result<PathBuf, String>),
    Opened(PathBuf, Result<Match, String>),
    /// The match that was left last was read.
    /// With the file that holds it, if it was saved.
    Continued(Result<(Match, Option<PathBuf>), String>),
    /// How far somebody has come in the lessons, as it was kept.
    Lessons(String),
    /// The match that was left last, if there is one.
    Offered(Option<Box<Match>>),
    Saved(Result<PathBuf, StoreError>),
    Renamed(PathBuf, Result<PathBuf, String>),
    Deleted(PathBuf, Result<(), String>),
    SettingsSaved(Result<PathBuf, String>),
    /// The system tells the program to end.
    Ended,
    /// A thread has failed: the program cannot go on.
    Broken(String),
}

impl Event {
    /// What the terminal's event means here. Keys count when they go down, also while they repeat, never when they
    /// are let go.
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
