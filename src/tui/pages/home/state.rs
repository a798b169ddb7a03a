//! The home screen: which game is selected.

use std::cell::OnceCell;

use crate::erased::{Entry, Info};
use crate::games;
use crate::rules::{Library, Scene};

/// The home screen. What it shows is looked up when it is first shown: a match that was asked for comes without it.
pub struct HomeState {
    /// The scripts, boards and graphs of the user's.
    library: Library,
    games: OnceCell<Vec<&'static Entry>>,
    example: OnceCell<Option<Scene>>,
    /// Which game is selected; one past the catalogue is the sum.
    pub at: usize,
    /// A match that was left unfinished can be continued.
    pub kept: bool,
}

impl HomeState {
    /// The first game is selected.
    #[must_use]
    pub fn new(library: Library) -> HomeState {
        HomeState { library, games: OnceCell::new(), example: OnceCell::new(), at: 0, kept: false }
    }

    /// The games, those of the user's at the end.
    #[must_use]
    pub fn games(&self) -> &[&'static Entry] {
        self.games.get_or_init(|| games::listed(&self.library))
    }

    /// Lists the games of another library, with the same line selected.
    pub fn list(&mut self, library: Library) {
        self.library = library;
        self.games = OnceCell::new();
        self.example = OnceCell::new();
    }

    /// Selects a game.
    pub fn select(&mut self, at: usize) {
        self.at = at;
        self.example = OnceCell::new();
    }

    /// The example board of the game that is selected.
    #[must_use]
    pub fn example(&self) -> Option<&Scene> {
        let open = || games::open(self.info(self.at).example, &self.library).ok().map(|t| t.scene());
        self.example.get_or_init(open).as_ref()
    }

    /// How many lines the list has: every game, and the sum.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.games().len() + 1
    }

    /// The game of a line; `None` for the sum.
    #[must_use]
    pub fn entry(&self, at: usize) -> Option<&'static Entry> {
        self.games().get(at).copied()
    }

    /// What the catalogue says of the game of a line.
    #[must_use]
    pub fn info(&self, at: usize) -> &'static Info {
        self.entry(at).map_or(&games::sum::INFO, |e| e.info)
    }
}
