//! What the interface wants done outside itself, as data: the driver does it.

use std::path::PathBuf;

use super::event::Ticket;
use crate::erased::{AnyPosition, Ask, Entry};
use crate::play::atlas::AtlasPiles;
use crate::play::history::Score;
use crate::play::{Match, PlayerKind, puzzle};
use crate::settings::edit::Change;

/// Something to be done.
pub enum Effect {
    /// Leave the program.
    Quit,
    /// Analyse a position; any other analysis is dropped.
    Analyse(Ticket, Box<dyn AnyPosition>, Ask),
    /// Drop the analysis under way, if any.
    Forget,
    /// Tell when so many milliseconds are over.
    Wait(Ticket, u64),
    /// Look for a random position of a game; any analysis is dropped.
    Find(Ticket, RandomRequest),
    /// List the saved games.
    List,
    /// Read a saved game.
    Open(PathBuf),
    /// Give a saved game another name.
    Rename(PathBuf, String),
    /// Delete a saved game.
    Delete(PathBuf),
    /// Find a name for the match that no saved game has yet.
    Suggest(Box<Match>),
    /// Write the match under a name.
    Save(Box<Match>, SaveAs),
    /// Keep the match as the one to be continued next time.
    /// The file is the one that holds all of it, if there is one.
    Remember(Box<Match>, Option<PathBuf>),
    /// Read the match that was kept last.
    Continue,
    /// Work for the second thread; what it was at is dropped.
    Work(Ticket, Work),
    /// Drop the work of the second thread, if any.
    StopWork,
    /// Count something in the record of play.
    Count(Counted),
    /// Read the record of play.
    ReadRecord,
    /// Forget the record of play.
    ForgetRecord,
    /// Read it too, only to tell that it is there.
    Offer,
    /// Write changes to the settings file.
    SaveSettings(Vec<Change>),
    /// Write the match as text, picture and film.
    Export(Box<Match>),
    /// Put a text on the clipboard.
    Copy(String),
    /// The lesson was offered: never again.
    LessonOffered,
    /// Read how far somebody has come in the lessons.
    ReadLessons,
    /// Keep how far somebody has come in the lessons.
    KeepLessons(String),
}

/// Work that may take long, and that other questions do not end.
pub enum Work {
    /// Review what was played up to the cursor.
    Review(Box<Match>),
    /// Find puzzles.
    Puzzles {
        /// Of what kind.
        wanted: puzzle::PuzzleRequest,
        /// How many.
        count: usize,
        /// What chance starts from.
        seed: u64,
    },
    /// The moves of a position, with their outcomes.
    Children(Box<dyn AnyPosition>),
    /// The map of a game with the parameters and the convention of this position.
    Map(Box<dyn AnyPosition>, AtlasPiles),
}

/// Something that the record of play counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// A match that came to its end.
    Match(&'static str, PlayerKind, Score),
    /// A lesson that was taken to its end, by its name.
    Lesson(&'static str),
    /// A try at a puzzle.
    Try {
        /// Whether it was right.
        solved: bool,
        /// Whether it was the first one, without a hint.
        first: bool,
        /// Whether the puzzle was the day's.
        daily: bool,
    },
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
    /// What chance starts from.
    pub seed: u64,
}

impl std::fmt::Debug for Effect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Effect::Quit => f.write_str("Quit"),
            Effect::Analyse(_, position, _) => write!(f, "Analyse({})", position.id()),
            Effect::Forget => f.write_str("Forget"),
            Effect::Wait(_, ms) => write!(f, "Wait({ms})"),
            Effect::Find(_, wanted) => write!(f, "Find({})", wanted.entry.info.id),
            Effect::List => f.write_str("List"),
            Effect::Open(path) => write!(f, "Open({})", path.display()),
            Effect::Rename(path, name) => write!(f, "Rename({}, {name})", path.display()),
            Effect::Delete(path) => write!(f, "Delete({})", path.display()),
            Effect::Suggest(_) => f.write_str("Suggest"),
            Effect::Save(_, to) => write!(f, "Save({to:?})"),
            Effect::Continue => f.write_str("Continue"),
            Effect::Offer => f.write_str("Offer"),
            Effect::Remember(..) => f.write_str("Remember"),
            Effect::Work(_, work) => match work {
                Work::Review(_) => f.write_str("Work(Review)"),
                Work::Puzzles { wanted, .. } => write!(f, "Work(Puzzles({wanted:?}))"),
                Work::Children(position) => write!(f, "Work(Children({}))", position.id()),
                Work::Map(position, _) => write!(f, "Work(Map({}))", position.id()),
            },
            Effect::StopWork => f.write_str("StopWork"),
            Effect::Count(counted) => write!(f, "Count({counted:?})"),
            Effect::ReadRecord => f.write_str("ReadRecord"),
            Effect::ForgetRecord => f.write_str("ForgetRecord"),
            Effect::SaveSettings(changes) => write!(f, "SaveSettings({changes:?})"),
            Effect::Export(game) => write!(f, "Export({})", game.start().id()),
            Effect::Copy(text) => write!(f, "Copy({text})"),
            Effect::ReadLessons => f.write_str("ReadLessons"),
            Effect::KeepLessons(_) => f.write_str("KeepLessons"),
            Effect::LessonOffered => f.write_str("LessonOffered"),
        }
    }
}
