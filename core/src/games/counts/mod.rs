//! A number that only rises: add 1 to K until the goal is reached, which is the last move.
//!
//! One ruleset serves both kinds: the race never goes past its goal; in the auction a bid may pass it, bids that
//! differ are different moves, and all that reach or pass the goal end the game alike.
//!
//! With n to go the position is Bachet's pile of n: its value is n mod (K+1). In misère play it is tame by Ferguson's pairing,
//! so n mod (K+1) = 1 loses.

pub mod auction;
mod explain;
pub mod race;
mod rules;
mod scene;
mod solver;
#[cfg(test)]
mod tests;

use crate::games::prelude::*;
use std::marker::PhantomData;

use std::sync::OnceLock;

use crate::games::params;
use crate::rules::MAX_NUMBER;
use crate::solve::graph::Verdict;

/// What the race and the auction do not share.
pub trait CountRules: Send + Sync + Sized + 'static {
    /// What the catalogue says.
    const INFO: Info;
    /// What the set-up screen offers.
    const SETUP: SetupForm;
    /// Whether a move may go past the goal.
    const PASSES: bool;
    /// The smallest goal that leaves a first move.
    const LEAST_GOAL: u64;
    /// What rises, such as `count`.
    const WHAT: &'static str;
    /// What the goal is called.
    const GOAL: &'static str;
    /// What a move is called.
    const MOVE: &'static str;

    /// A move of that size in words, such as `add 3`.
    fn in_words(amount: u64) -> String;

    /// The rule with these numbers; `steps` is `1` or `a number from 1 to 10`.
    fn rule_text(steps: &str, goal: u64) -> RuleText<String>;
}

/// The ID of these parameters, with nothing added yet.
fn at_the_start<K: CountRules>(values: &FieldValues<'_>) -> String {
    values.with_state(K::INFO.id, 2, "0")
}

/// The same, begun anywhere in the first half.
fn random_position<K: CountRules>(values: &FieldValues<'_>, pick: &mut dyn FnMut(u64) -> u64) -> String {
    values.with_state(K::INFO.id, 2, &pick((values.number(1) / 2).max(1)).to_string())
}

/// The ruleset of a kind, its parameters and a convention. A position is where the number stands, a move what is
/// added to it.
pub struct Count<K> {
    most: u64,
    goal: u64,
    convention: Convention,
    /// Outcome and remoteness by how much is to go.
    near: OnceLock<Vec<Verdict>>,
    kind: PhantomData<fn() -> K>,
}

impl<K: CountRules> Count<K> {
    fn to_go(&self, at: u64) -> u64 {
        self.goal.saturating_sub(at)
    }

    /// One more than the largest step: what a step and its answer add together.
    fn round(&self) -> u64 {
        // At most 2^63.
        self.most + 1
    }

    /// The most that may be added.
    fn most(&self, at: u64) -> u64 {
        match self.to_go(at) {
            0 => 0,
            _ if K::PASSES => self.most,
            left => self.most.min(left),
        }
    }
}

impl<K: CountRules> Game for Count<K> {
    const INFO: Info = K::INFO;
    const SETUP: SetupForm = K::SETUP;

    fn open(convention: Convention, params: &[Text<'_>], _library: &Library) -> Result<Self, IdError> {
        let meanings = ["the most a move can add", K::GOAL];
        let [most, goal] = params::exactly(K::INFO.id, params, meanings)?;
        Ok(Count {
            most: most.number("the most a move can add,", 1, MAX_NUMBER)?,
            goal: goal.number(&format!("{},", K::GOAL), K::LEAST_GOAL, MAX_NUMBER)?,
            convention,
            near: OnceLock::new(),
            kind: PhantomData,
        })
    }

    fn impartial(&self) -> Option<ImpartialOf<'_, Self>> {
        Some(self)
    }

    fn rule_text(&self) -> RuleText<String> {
        let steps = if self.most == 1 { "1".to_owned() } else { format!("a number from 1 to {}", self.most) };
        K::rule_text(&steps, self.goal)
    }

    fn reasons(&self, at: &u64, proved: &Proved<'_, u64>, limits: &Limits) -> GameReasons<Self> {
        explain::reasons(self, *at, proved, limits)
    }

    fn figure(&self, at: &u64, _proved: &Proved<'_, u64>, _limits: &Limits) -> Result<Figure, Stop> {
        Ok(explain::figure(self, *at))
    }

    fn period(&self, _limits: &Limits) -> Option<String> {
        Some(format!("period {}, counted back from {}", self.most + 1, self.goal))
    }
}
