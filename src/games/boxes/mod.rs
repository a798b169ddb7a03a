//! Two boxes of balls: empty one box, split the other into two boxes that are not empty. With one ball in each box
//! nothing can be split, and the game is over.
//!
//! One rulebook serves Ferguson's game, where either box may be emptied, and the box game, where it must be the one
//! with fewer balls. The two boxes are an ordered pair, and every pair that can be left is one move. Their values have
//! closed forms (`parts.rs`), moves to the end are searched for small boxes.

pub mod ferguson;
mod parts;
mod rules;
pub mod smaller;
mod solver;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;

use crate::erased::{Game, Info, SetupForm};
use crate::games::params;
use crate::rules::{Convention, IdError, Library, Notation, Outcome, Rules, Text, Value};
use crate::solve::Impartial;
use crate::solve::Winners;
use crate::solve::memo::Memo;

pub use parts::{
    Aim, boxes_misere, boxes_splits, boxes_value, ferguson_misere, ferguson_splits, ferguson_value,
};

/// Which box may be emptied, and what a pair is worth.
pub trait BoxRules: Send + Sync + Sized + 'static {
    /// What the catalogue says.
    const INFO: Info;
    /// What the set-up screen offers.
    const SETUP: SetupForm;
    /// Either box may be emptied; otherwise the one with fewer balls.
    const EITHER: bool;

    /// The Grundy value of a pair.
    fn value(a: u64, b: u64) -> u64;

    /// Whether the player to move loses a pair in misère play.
    fn loses_misere(a: u64, b: u64) -> bool;

    /// The first parts of the splits of n that leave the aim, rising.
    fn splits(n: u64, aim: Aim, most: usize) -> Winners<u64>;

    /// Why a pair is worth what it is, in a line or two.
    fn reason(at: Pair, misere: bool) -> Vec<String>;

    /// What pairs lose, in words.
    fn losing(misere: bool) -> &'static str;
}

/// The balls in both boxes; also a move, by what it leaves.
pub type Pair = (u64, u64);

/// The rulebook of a kind under a convention.
pub struct Split<K> {
    convention: Convention,
    small: Memo<Pair>,
    kind: PhantomData<fn() -> K>,
}

impl<K: BoxRules> Split<K> {
    fn misere(&self) -> bool {
        self.convention == Convention::Misere
    }

    /// The boxes that may be split, the first one first: their sizes and places. Equal boxes count as one, as both
    /// give the same pairs.
    fn split_boxes(at: Pair) -> impl Iterator<Item = (u32, u64)> {
        let (a, b) = at;
        let first = (K::EITHER || a >= b) && a >= 2;
        let second = (K::EITHER || b > a) && b >= 2 && a != b;
        [(first, 0, a), (second, 1, b)].into_iter().filter(|c| c.0).map(|c| (c.1, c.2))
    }
}

impl<K: BoxRules> Game for Split<K> {
    const INFO: Info = K::INFO;
    const SETUP: SetupForm = K::SETUP;

    fn open(convention: Convention, params: &[Text<'_>], _library: &Library) -> Result<Self, IdError> {
        params::none(K::INFO.id, params)?;
        Ok(Split { convention, small: Memo::default(), kind: PhantomData })
    }

    fn held(&self) -> u64 {
        self.small.held()
    }

    fn impartial(&self) -> Option<&dyn Impartial<Position = Self::Position, Move = Self::Move>> {
        Some(self)
    }

    fn why(&self, at: &Pair, value: &Value, winning: &[Pair], _count: u64) -> Vec<String> {
        if self.is_over(at) {
            let result = if self.misere() { "lost" } else { "won" };
            return vec![format!("1,1 cannot be split: who moved last has {result}.")];
        }
        let mut lines = K::reason(*at, self.misere());
        lines.push(format!("Losing pairs: {}.", K::losing(self.misere())));
        match (value.outcome, winning.first()) {
            (Outcome::Win, Some(m)) => {
                lines.push(format!("{} is one: leave it.", self.move_text(at, m)));
            }
            (Outcome::Win, None) => lines.push("A move leaves one.".to_owned()),
            _ => lines.push("This is one, and no move leads to another.".to_owned()),
        }
        lines
    }
}
