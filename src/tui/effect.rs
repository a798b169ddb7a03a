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

/// Something to be done.
pub enum Effect {
    /// Leave the program.
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
    /// What is to be known of a position.
    Analyse(Box<dyn AnyPosition>, Ask),
    /// The computer's move.
    Choose(Box<ComputerTurn>),
    /// The position of an ID whose script takes a while.
    Open(String),
    /// A random position.
    Find(RandomRequest),
    /// Work that may take long, and that the others do not end.
    Work(Work),
}

/// The position in which the computer is to move.
pub struct ComputerTurn {
    /// How well it plays.
    pub level: Level,
    /// The position.
    pub position: Box<dyn AnyPosition>,
    /// What is proved of it.
    pub analysis: Analysis,
    /// How many moves of the match led to it.
    pub played: usize,
    /// How well the person plays, as far as the record shows it.
    pub strength: Strength,
    /// The random seed of its choice.
    pub seed: u64,
}

/// Something to be read.
pub enum ReadRequest {
    /// The list of saved games.
    List,
    /// A saved game.
    Open(PathBuf),
    /// The match that was kept last.
    Continue,
    /// The same, only to tell that it is there.
    Offer,
}

/// Something to be written, and small files of the program's own that are read between.
pub enum WriteRequest {
    /// The match, under a name.
    Save(Box<Match>, SaveAs),
    /// A name for the match that no saved game has yet.
    Suggest(Box<Match>),
    /// A saved game gets another name.
    Rename(PathBuf, String),
    /// A saved game is deleted.
    Delete(PathBuf),
    /// A match that has ended and is in no file is kept for a while.
    Played(Box<Match>),
    /// Changes to the settings file.
    Settings(Vec<Change>),
    /// Something that counts in the record of play.
    Count(Counted),
    /// The record of play is read.
    ReadRecord,
    /// The record of play is forgotten.
    ForgetRecord,
    /// How far somebody has come in the lessons is read.
    ReadLessons,
    /// How far somebody has come in the lessons.
    Lessons(String),
}

/// Work for the second thread.
pub enum Work {
    /// Review what was played up to the cursor.
    Review(Box<Match>),
    /// Find puzzles.
    Puzzles {
        /// Of what kind.
        wanted: puzzle::PuzzleRequest,
        /// How many.
        count: usize,
        /// The random seed.
        seed: u64,
    },
    /// The moves of a position, with their outcomes.
    Children(Box<dyn AnyPosition>),
    /// The map of a game with the parameters and the convention of this position.
    Map(Box<dyn AnyPosition>, AtlasPiles),
    /// Where a claim is wrong on a map.
    Claim(Box<Map>, String),
    /// The whole strategy of a position.
    Strategy(Box<dyn AnyPosition>),
    /// The rule of a position's game.
    Rule(Box<dyn AnyPosition>),
    /// Plan a sitting with the coach, from what is remembered.
    Sitting(SittingRequest, Box<CoachRecord>),
    /// The skills that positions practise, each with its number.
    Skills(Vec<(usize, Box<dyn AnyPosition>)>),
    /// Answer the question of a sitting.
    Answer(Box<Sitting>, String),
}

/// Something that the record of play counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// A match that came to its end, with the person's decisions.
    Match(&'static str, PlayerKind, Score, Vec<Decision>),
    /// What happened in a sitting with the coach.
    Coached(Vec<CoachEvent>),
    /// A lesson that was taken to its end, by its name.
    Lesson(&'static str),
    /// A try at a puzzle, or help with it.
    Try(PuzzleTry),
}

/// Where a match is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveAs {
    /// Among the saved games.
    Name {
        /// As it is typed, without the folder and the ending.
        name: String,
        /// Whether a saved game of that name may be replaced.
        replace: bool,
    },
    /// In the file it came from.
    File {
        /// The file.
        path: PathBuf,
        /// Whether it may be replaced though another program has changed it.
        replace: bool,
    },
}

/// A random position to look for.
#[derive(Clone)]
pub struct RandomRequest {
    /// The game.
    pub entry: &'static Entry,
    /// The values of its fields.
    pub values: Vec<String>,
    /// The convention word in front of the ID; empty for the game's own.
    pub word: String,
    /// Whether it shall be won by few moves.
    pub interesting: bool,
    /// The random seed.
    pub seed: u64,
}
