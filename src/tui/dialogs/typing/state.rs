//! A move or an ID is being typed.

use tui_input::Input;

use crate::erased::AnyPosition;
use crate::games;
use crate::rules::Library;
use crate::tui::keys::{Action, Reply};
use crate::tui::pages::table::state::MatchState;

/// What answers it.
pub const REPLIES: [Reply; 2] = [(&[Action::Enter], "play"), (&[Action::Escape], "back")];

/// A line of text being typed, and what is wrong with it so far.
pub struct TypingState {
    /// The line.
    pub input: Input,
    /// What it would do, or what is wrong with it.
    pub reading: Reading,
    /// What stands before the first digit because of where the cursor is, such as `2-`: it gives way to whoever types
    /// the pile as well.
    pub offered: String,
}

/// What a typed line comes to.
pub enum Reading {
    /// Nothing is typed yet.
    Nothing,
    /// A legal move, in its canonical form.
    Move(String),
    /// Another position.
    Position(Box<dyn AnyPosition>),
    /// Neither.
    Wrong(String),
}

impl TypingState {
    /// The line with a text in it, read for this match.
    #[must_use]
    pub fn new(text: &str, s: &MatchState, library: &Library) -> TypingState {
        let mut typing = TypingState {
            input: Input::new(text.to_owned()),
            reading: Reading::Nothing,
            offered: String::new(),
        };
        typing.read(s, library);
        typing
    }

    /// Takes away what was put before the first digit, if nothing but digits has been typed since.
    pub fn drop_offered(&mut self) {
        let offered = std::mem::take(&mut self.offered);
        let digits = self.input.value().strip_prefix(offered.as_str()).unwrap_or_default();
        if !offered.is_empty() && !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) {
            self.input = Input::new(digits.to_owned());
        }
    }

    /// Reads what is typed: a move of this position, or another position.
    pub fn read(&mut self, s: &MatchState, library: &Library) {
        let text = self.input.value().trim();
        self.reading = if text.is_empty() {
            Reading::Nothing
        } else {
            match s.game.position().legal(text) {
                Ok(_) if !s.person_may_move() => Reading::Wrong("it is not your turn".to_owned()),
                Ok(choice) => Reading::Move(choice.text),
                Err(_) if names_a_game(text) => match games::open(text, library) {
                    Ok(position) => Reading::Position(position),
                    Err(error) => Reading::Wrong(error.to_string()),
                },
                Err(error) => Reading::Wrong(error.to_string()),
            }
        };
    }
}

/// Whether a text can be an ID: it has a colon, and a letter begins the name of a game or a convention. Moves with a
/// colon (a split such as `2-2:1,9`) begin with a number.
fn names_a_game(text: &str) -> bool {
    text.contains(':') && text.starts_with(|c: char| c.is_ascii_alphabetic())
}
