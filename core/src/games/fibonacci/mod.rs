//! Fibonacci nim: take 1 to the limit; the next limit is twice what was taken.
//!
//! M. J. Whinihan, "Fibonacci Nim" (1963), after R. E. Gaskell: the player to move loses exactly when the smallest part
//! of the Zeckendorf sum of the stones is above the limit; from the start, where all but one may be taken, exactly when
//! the stones are a Fibonacci number. Misère play: the last stone is a poisoned one that nobody wants, so that n stones
//! are won as n - 1 are in normal play, with the same limit: the player who takes the last of those leaves it to the opponent.
//!
//! Grundy values of large positions are not known; small ones are searched, together with the moves to the end.

mod explain;
mod rules;
mod solver;
#[cfg(test)]
mod tests;
mod zeckendorf;

use super::params;
use crate::games::prelude::*;
use crate::solve::memo::Memo;

/// What is left and how many may be taken, never more than there are.
pub type Stones = (u64, u64);

/// The ruleset under a convention.
pub struct Fibonacci {
    convention: Convention,
    small: Memo<Stones>,
}

impl Game for Fibonacci {
    const INFO: Info = Info {
        id: "fibonacci",
        name: "Fibonacci nim",
        rule: "Take up to the limit. The next limit is twice the number you took.",
        ending: Ending::LastMove("takes the last stone"),
        example: "fibonacci:20",
        limits: "stones and limit up to 2^63-1, in both conventions",
        shape: Shape::Single(2),
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::text(
            "Stones",
            "number of stones, such as 20, or stones and first limit, such as 20,3; a random number is at most this one",
            "20",
        )],
        start: |values| values.id("fibonacci"),
        random: |values, pick| format!("fibonacci:{}", 2 + pick(values.numbers(0)[0].max(2) - 1)),
        presets: &[
            ("Twenty stones", "fibonacci:20"),
            ("Twenty-one, a Fibonacci number: the second player wins", "fibonacci:21"),
            ("Misère: the last stone loses", "misere fibonacci:17"),
            ("In the middle of a game", "fibonacci:32,6"),
        ],
    };

    fn open(convention: Convention, params: &[Text<'_>], _library: &Library) -> Result<Self, IdError> {
        params::none("fibonacci", params)?;
        Ok(Fibonacci { convention, small: Memo::default() })
    }

    fn memory_used(&self) -> u64 {
        self.small.memory_used()
    }

    fn impartial(&self) -> Option<ImpartialOf<'_, Self>> {
        Some(self)
    }

    fn reasons(&self, at: &Stones, proved: &Proved<'_, u64>, limits: &Limits) -> GameReasons<Self> {
        explain::reasons(self, *at, proved, limits)
    }

    fn figure(&self, at: &Stones, _proved: &Proved<'_, u64>, _limits: &Limits) -> Result<Figure, Stop> {
        Ok(explain::figure(self, *at))
    }
}
