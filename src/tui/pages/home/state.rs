//! The home screen: which game is selected.

use crate::erased::{Entry, Info};
use crate::games::{self, CATALOGUE};
use crate::rules::{Library, Scene};

/// The home screen.
pub struct HomeState {
    /// Which game is selected; one past the catalogue is the sum.
    pub at: usize,
    /// Its example board.
    pub example: Option<Scene>,
    /// A match that was left unfinished can be continued.
    pub kept: bool,
}

impl HomeState {
    /// The first game is selected.
    #[must_use]
    pub fn new(library: &Library) -> HomeState {
        let mut home = HomeState { at: 0, example: None, kept: false };
        home.select(0, library);
        home
    }

    /// Selects a game and looks at its example.
    pub fn select(&mut self, at: usize, library: &Library) {
        self.at = at;
        self.example = games::open(info(at).example, library).ok().map(|t| t.scene());
    }
}

/// How many lines the list has: every game, and the sum.
#[must_use]
pub fn lines() -> usize {
    CATALOGUE.len() + 1
}

/// The game of a line; `None` for the sum.
#[must_use]
pub fn entry(at: usize) -> Option<&'static Entry> {
    CATALOGUE.get(at)
}

/// What the catalogue says of the game of a line.
#[must_use]
pub fn info(at: usize) -> &'static Info {
    entry(at).map_or(&games::sum::INFO, |e| e.info)
}
