//! Defines the two players, normal and misère play, and the outcome of a position.

use serde::{Deserialize, Serialize};

use crate::language::text;
use crate::{tr, tr_key};

/// The rule that decides who wins when a player cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    /// The player who makes the last move wins.
    Normal,
    /// The player who makes the last move loses.
    Misere,
}

impl Convention {
    /// Returns the outcome of a position without moves, for the player to move.
    pub fn outcome_when_stuck(self) -> Outcome {
        match self {
            Convention::Normal => Outcome::Loss,
            Convention::Misere => Outcome::Win,
        }
    }

    /// The other convention.
    #[must_use]
    pub fn other(self) -> Convention {
        match self {
            Convention::Normal => Convention::Misere,
            Convention::Misere => Convention::Normal,
        }
    }

    /// Returns whether the player who makes the last move loses.
    pub fn is_misere(self) -> bool {
        self == Convention::Misere
    }

    /// The word used in IDs and answers: `normal` or `misere`.
    pub fn word(self) -> &'static str {
        match self {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
        }
    }

    /// Finds the convention with this word, ignoring case. Accepts `misère` too, because the interface displays the
    /// accent.
    pub fn named(word: &str) -> Option<Convention> {
        if word.eq_ignore_ascii_case("normal") {
            Some(Convention::Normal)
        } else if word.eq_ignore_ascii_case("misere")
            || !word.is_ascii() && word.to_lowercase() == "misère"
        {
            Some(Convention::Misere)
        } else {
            None
        }
    }

    /// The name shown to users, in their language: `normal` or `misère`.
    pub fn name(self) -> &'static str {
        match self {
            Convention::Normal => tr!("normal"),
            Convention::Misere => tr!("misère"),
        }
    }
}

/// The result of best play, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The player to move loses (a P-position).
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The player to move wins (an N-position).
    Win,
}

impl Outcome {
    /// The result from the opponent's point of view.
    pub fn reversed(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }

    /// Returns `Win` if `yes`, else `Loss`.
    pub fn won(yes: bool) -> Outcome {
        if yes { Outcome::Win } else { Outcome::Loss }
    }

    /// The word used in answers: `win`, `loss` or `draw`.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Loss => tr_key!("loss"),
            Outcome::Draw => tr_key!("draw"),
            Outcome::Win => tr_key!("win"),
        }
    }

    /// The word shown to users, in their language.
    pub fn name(self) -> &'static str {
        text(self.word())
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The first player: A, or X in tic-tac-toe.
    First,
    /// The second player: B, or O in tic-tac-toe.
    Second,
}

impl Player {
    /// Both players, in the order of their indices.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The opponent.
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// The index in a score or in a list of names: 0 for the first player, 1 for the second.
    pub fn index(self) -> usize {
        match self {
            Player::First => 0,
            Player::Second => 1,
        }
    }
}
