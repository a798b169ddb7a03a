//! The home screen: which game is selected.

use crate::erased::{Entry, Info};
use crate::games;
use crate::rules::{Library, Scene};

/// The home screen.
pub struct HomeState {
    /// The games, those of the user's at the end.
    pub games: Vec<&'static Entry>,
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
        let mut home = HomeState { games: games::listed(library), at: 0, example: None, kept: false };
        home.select(0, library);
        home
    }

    /// Selects a game and looks at its example.
    pub fn select(&mut self, at: usize, library: &Library) {
        self.at = at;
        self.example = games::open(self.info(at).example, library).ok().map(|t| t.scene());
    }

    /// How many lines the list has: every game, and the sum.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.games.len() + 1
    }

    /// The game of a line; `None` for the sum.
    #[must_use]
    pub fn entry(&self, at: usize) -> Option<&'static Entry> {
        self.games.get(at).copied()
    }

    /// What the catalogue says of the game of a line.
    #[must_use]
    pub fn info(&self, at: usize) -> &'static Info {
        self.entry(at).map_or(&games::sum::INFO, |e| e.info)
    }
}
