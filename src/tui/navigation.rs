//! Where to go next, as data: pages ask for it, the root of the state machine does it.

use std::path::PathBuf;

use super::context::Context;
use super::page::Page;
use crate::play::Match;
use crate::play::puzzle::Puzzle;

/// What is done after a key, a dialog or a saving.
pub enum Navigation {
    /// A page over this one, to come back from.
    Push(Box<dyn Page>),
    /// A page with nothing but the home page behind it.
    Show(Box<dyn Page>),
    Back,
    /// To the home page; the match stays on the table.
    Home,
    /// To the match on the table; without one, to the one that was left last.
    Table,
    /// Play on from the position of a review, which waits.
    TryAgain(Box<Match>),
    /// From trying again back to the review.
    BackToReview,
    /// A puzzle, and whether it is the day's, on the table.
    Puzzle(Box<Puzzle>, bool),
    /// Another match on the table; asks first if moves of a match that is not over would be lost.
    Replace(Box<Match>, Option<PathBuf>),
    /// The same without asking.
    Begin(Box<Match>, Option<PathBuf>),
    /// Asks first whether to do this, if moves would be lost.
    Ask(Box<Navigation>),
    Resign,
    /// Something else.
    Do(Box<dyn FnOnce(&mut Context)>),
    /// Save the match under a name, and then go on.
    Save(Option<Box<Navigation>>),
    /// Leave the program; asks first if moves would be lost.
    Quit,
    Leave,
}

impl Navigation {
    pub fn to_do(act: impl FnOnce(&mut Context) + 'static) -> Navigation {
        Navigation::Do(Box::new(act))
    }

    /// The same, but asks first if moves would be lost.
    pub fn asked(self) -> Navigation {
        Navigation::Ask(Box::new(self))
    }
}
