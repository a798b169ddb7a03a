//! Which puzzle is wanted, and a puzzle on the table.

use crate::erased::Entry;
use crate::games;
use crate::play::history::History;
use crate::play::puzzle::{Puzzle, PuzzleRequest};
use crate::rules::{Convention, Library};
use crate::tui::event::Ticket;

/// The puzzles page.
pub struct PuzzlesState {
    /// The games: the catalogue with the scripts that were brought.
    pub games: Vec<&'static Entry>,
    /// Which line is selected: the day's puzzle, any game, the shipped ones, then the games.
    pub at: usize,
    /// The grade; 0 for any.
    pub grade: u8,
    /// The convention; the game's own without it.
    pub convention: Option<Convention>,
    /// The puzzle that is being looked for, and whether it is the day's.
    pub looking: Option<(Ticket, bool)>,
    /// Today, and what was solved so far.
    pub record: Option<(String, Result<History, String>)>,
}

/// The lines before the games.
pub const BEFORE: [&str; 3] = ["Puzzle of the day", "Any game", "The collection"];

impl PuzzlesState {
    /// The page as it begins, on the day's puzzle.
    #[must_use]
    pub fn new(library: &Library) -> PuzzlesState {
        PuzzlesState {
            games: games::listed(library),
            at: 0,
            grade: 0,
            convention: None,
            looking: None,
            record: None,
        }
    }

    /// How many lines there are.
    #[must_use]
    pub fn lines(&self) -> usize {
        BEFORE.len() + self.games.len()
    }

    /// What a line is called.
    #[must_use]
    pub fn name(&self, at: usize) -> &'static str {
        match at.checked_sub(BEFORE.len()) {
            None => BEFORE[at],
            Some(game) => self.games.get(game).map_or("", |e| e.info.name),
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

    /// The game that is selected, where it is one.
    #[must_use]
    pub fn game(&self) -> Option<&'static Entry> {
        self.games.get(self.at.checked_sub(BEFORE.len())?).copied()
    }

    /// Whether the convention can be chosen: not the day's, and not of a game that has none.
    #[must_use]
    pub fn has_convention(&self) -> bool {
        !self.is_daily() && self.game().is_none_or(|entry| entry.info.default.is_some())
    }

    /// The puzzle that is selected.
    #[must_use]
    pub fn wanted(&self) -> PuzzleRequest {
        let grade = Some(self.grade).filter(|grade| *grade > 0 && !self.is_daily());
        let convention = self.convention.filter(|_| self.has_convention());
        PuzzleRequest { game: self.game().map(|e| e.info.id.to_owned()), convention, grade }
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
    pub puzzle: Puzzle,
    /// Whether it is the day's.
    pub daily: bool,
    /// How many moves were tried.
    pub tries: u64,
    /// Whether something was asked for that gives away more than the puzzle does.
    pub helped: bool,
    /// Whether the verdict, the reasons and the figure were asked for.
    pub shown: bool,
    /// Whether the right move was found.
    pub solved: bool,
    /// The wrong move that is on the board.
    pub wrong: Option<String>,
    /// What answered it, and why that wins.
    pub answered: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ScriptText;

    #[test]
    fn scripts_that_were_brought_are_among_the_games() {
        let library = Library::default();
        let text = "const NAME = \"Halving\";\nconst START = [9];\nfn options(n) { [] }";
        let (name, file) = ("halving".to_owned(), "halving.rhai".to_owned());
        library.insert_script(ScriptText { name, file, text: text.into() });
        let mut page = PuzzlesState::new(&library);
        page.at = page.lines() - 1;
        assert_eq!((page.name(page.at), page.game().map(|e| e.info.id)), ("Halving", Some("own/halving")));
        assert_eq!(page.wanted().game.as_deref(), Some("own/halving"));
    }
}
