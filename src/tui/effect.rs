//! What the interface wants done outside itself, as data: the driver does it.

use std::path::PathBuf;

use super::event::Ticket;
use crate::play::atlas::{AtlasPiles, Map};
use crate::play::coach::record::{CoachEvent, CoachRecord};
use crate::play::coach::sitting::{Sitting, SittingRequest};
use crate::play::history::{PuzzleTry, Score};
use crate::play::strength::{Decision, Strength};
use crate::play::{Level, Match, PlayerKind, puzzle};
use crate::settings::edit::Change;
use nimatron_core::erased::{Analysis, AnyPosition, Ask, Entry};

pub enum Effect {
    Quit,
    /// Answer a question; what its thread was at is dropped.
    Ask(Ticket, Question),
    /// Drop what the first thread is at, if anything.
    Forget,
    /// Drop the work of the second thread, if any.
    StopWork,
    /// Tell when so many milliseconds are over.
    Wait(Ticket, u64),
    /// Read a file; what was asked to be read before is dropped.
    Read(ReadRequest),
    /// Write a file, or read a small one of the program's own: all are done, one after the other.
    Write(WriteRequest),
    /// Keep the match as the one to be continued next time.
    /// The file is the one that holds all of it, if there is one.
    Remember(Box<Match>, Option<PathBuf>),
    /// Write the match as text, picture and film.
    Export(Box<Match>),
    /// Put a text on the clipboard.
    Copy(String),
}

/// A question that is answered in a thread of its own: work in the second one, all others in the first.
pub enum Question {
    Analyse(Box<dyn AnyPosition>, Ask),
    Choose(Box<ComputerTurn>),
    /// The position of an ID whose script takes a while.
    Open(String),
    Find(RandomRequest),
    /// Work that may take long, and that the others do not end.
    Work(Work),
}

pub struct ComputerTurn {
    pub level: Level,
    pub position: Box<dyn AnyPosition>,
    pub analysis: Analysis,
    /// How many moves of the match led to it.
    pub played: usize,
    /// How well the person plays, as far as the record shows it.
    pub strength: Strength,
    pub seed: u64,
}

pub enum ReadRequest {
    /// The list of saved games.
    List,
    Open(PathBuf),
    /// The match that was kept last.
    Continue,
    /// The same, only to tell that it is there.
    Offer,
}

/// Something to be written, and small files of the program's own that are read between.
pub enum WriteRequest {
    Save(Box<Match>, SaveAs),
    /// A name for the match that no saved game has yet.
    Suggest(Box<Match>),
    Rename(PathBuf, String),
    Delete(PathBuf),
    Settings(Vec<Change>),
    Count(Counted),
    ReadRecord,
    ForgetRecord,
    /// The first work of a start: old temporary files go, and how far somebody has come in the lessons is read.
    ReadLessons,
    /// How far somebody has come in the lessons.
    Lessons(String),
}

/// Work for the second thread.
pub enum Work {
    /// Review what was played up to the cursor.
    Review(Box<Match>),
    Puzzles {
        wanted: puzzle::PuzzleRequest,
        count: usize,
        seed: u64,
    },
    /// The moves of a position, with their outcomes.
    Children(Box<dyn AnyPosition>),
    /// The map of a game with the parameters and the convention of this position.
    Map(Box<dyn AnyPosition>, AtlasPiles),
    /// Where a claim is wrong on a map.
    Claim(Box<Map>, String),
    Strategy(Box<dyn AnyPosition>),
    Rule(Box<dyn AnyPosition>),
    Sitting(SittingRequest, Box<CoachRecord>),
    /// The skills that positions practise, each with its number.
    Skills(Vec<(usize, Box<dyn AnyPosition>)>),
    Answer(Box<Sitting>, String),
}

/// Something that the record of play counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// A match that came to its end, with the person's decisions.
    Match(&'static str, PlayerKind, Score, Vec<Decision>),
    Coached(Vec<CoachEvent>),
    /// A lesson that was taken to its end, by its name.
    Lesson(&'static str),
    Try(PuzzleTry),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveAs {
    /// Among the saved games.
    Name {
        /// As it is typed, without the folder and the ending.
        name: String,
        replace: bool,
    },
    /// In the file it came from.
    File {
        path: PathBuf,
        /// Whether it may be replaced though another program has changed it.
        replace: bool,
    },
}

#[derive(Clone)]
pub struct RandomRequest {
    pub entry: &'static Entry,
    /// The values of its fields.
    pub values: Vec<String>,
    /// The convention word in front of the ID; empty for the game's own.
    pub word: String,
    /// Whether it shall be won by few moves.
    pub interesting: bool,
    pub seed: u64,
}
