//! Which puzzle is wanted, and a puzzle on the table.

use crate::games::CATALOGUE;
use crate::play::history::History;
use crate::play::puzzle::{Puzzle, PuzzleRequest};
use crate::tui::event::Ticket;

/// The puzzles page.
#[derive(Default)]
pub struct PuzzlesState {
    /// Which line is selected: the day's puzzle, any game, the shipped ones, then the games.
    pub at: usize,
    /// The grade; 0 for any.
    pub grade: u8,
    /// The puzzle that is being looked for, and whether it is the day's.
    pub looking: Option<(Ticket, bool)>,
    /// Today, and what was solved so far.
    pub record: Option<(String, Result<History, String>)>,
}

/// The lines before the games.
pub const BEFORE: [&str; 3] = ["Puzzle of the day", "Any game", "The collection"];

impl PuzzlesState {
    /// How many lines there are.
    #[must_use]
    pub fn lines() -> usize {
        BEFORE.len() + CATALOGUE.len()
    }

    /// What a line is called.
    #[must_use]
    pub fn name(at: usize) -> &'static str {
        match at.checked_sub(BEFORE.len()) {
            None => BEFORE[at],
            Some(game) => CATALOGUE.get(game).map_or("", |e| e.info.name),
        }
    }

    /// Whether the day's puzzle is selected.
    #[must_use]
    pub fn is_daily(&self) -> bool {
        self.at == 0
    }

    /// Whether a shipped puzzle is selected.
    #[must_use]
    pub fn is_shipped(&self) -> bool {
        self.at == 2
    }

    /// The puzzle that is selected.
    #[must_use]
    pub fn wanted(&self) -> PuzzleRequest {
        let game = self.at.checked_sub(BEFORE.len()).and_then(|game| CATALOGUE.get(game));
        let grade = Some(self.grade).filter(|grade| *grade > 0 && !self.is_daily());
        PuzzleRequest { game: game.map(|e| e.info.id.to_owned()), convention: None, grade }
    }

    /// What was solved so far.
    #[must_use]
    pub fn history(&self) -> Option<&History> {
        self.record.as_ref()?.1.as_ref().ok()
    }

    /// Whether the day's puzzle is solved.
    #[must_use]
    pub fn daily_solved(&self) -> bool {
        let today = self.record.as_ref().map(|(today, _)| today);
        today.zip(self.history()).is_some_and(|(today, history)| history.puzzles.daily.contains(today))
    }
}

/// A puzzle on the table.
#[derive(Clone, Debug)]
pub struct PuzzlePlay {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Whether it is the day's.
    pub daily: bool,
    /// How many moves were tried.
    pub tries: u64,
    /// Whether a hint was asked for.
    pub helped: bool,
    /// Whether the right move was found.
    pub solved: bool,
    /// The wrong move that is on the board.
    pub wrong: Option<String>,
}
