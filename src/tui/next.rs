//! Where a page wants to go next, as data: pages do not call each other, the root of the state machine takes them there.

use std::path::PathBuf;

use crate::erased::Entry;
use crate::play::Match;
use crate::play::puzzle::Puzzle;

/// What is done after a key, a question or a saving.
pub enum Next {
    /// To the home screen; the match stays on the table.
    Home,
    /// To the set-up of a game, or of a sum.
    Setup(Option<&'static Entry>),
    /// To the match on the table; without one, to the one that was left last.
    Table,
    /// To the saved games.
    Open,
    /// To the help page.
    Help,
    /// To the review of the match on the table.
    Review,
    /// From trying again back to the review.
    BackToReview,
    Puzzles,
    /// A puzzle, and whether it is the day's, on the table; asks first if moves would be lost.
    Puzzle(Box<Puzzle>, bool),
    /// The same without asking.
    BeginPuzzle(Box<Puzzle>, bool),
    /// To the tree of moves.
    Tree,
    Atlas,
    /// To the record of play.
    Record,
    Settings,
    /// Delete a saved game.
    DeleteSave(PathBuf),
    /// Forget the record of play.
    ForgetRecord,
    /// To what every move can still do.
    Moves,
    /// To the perfect line from here.
    Line,
    /// To the editor, on the position of this page.
    Editor,
    /// To the page that this one was called from.
    Back,
    /// To the list of lessons.
    Lessons,
    /// To a lesson; what is on the table waits.
    Lesson(usize),
    /// A game to begin with.
    EasyGame,
    /// Put another match on the table; asks first if moves of a match that is not over would be lost.
    Replace(Box<Match>, Option<PathBuf>),
    /// The same, asking about a match that is over too.
    Discard(Box<Match>, Option<PathBuf>),
    /// Put another match on the table without asking.
    Begin(Box<Match>, Option<PathBuf>),
    /// The side to move gives up.
    Resign,
    /// Save the match under a name, and then go on.
    Save(Option<Box<Next>>),
    /// Leave the program; asks first if moves would be lost.
    Quit,
    /// Leave the program.
    Leave,
}
