//! Two boxes of balls: empty one box, split the other into two boxes that are not empty. With one ball in each box
//! nothing can be split, and the game is over.
//!
//! One ruleset serves Ferguson's game, where either box may be emptied, and the box game, where it must be the one
//! with fewer balls. The two boxes are an ordered pair, and every pair that can be left is one move. Their values have
//! closed forms, moves to the end are searched for small boxes.

mod explain;
pub mod ferguson;
mod rules;
pub mod smaller;
mod solver;
#[cfg(test)]
mod tests;

use crate::games::prelude::*;
use std::marker::PhantomData;

use crate::games::params;
use crate::solve::WinningMoves;
use crate::solve::memo::Memo;

/// Which box may be emptied, and the value of a pair.
pub trait BoxRules: Send + Sync + Sized + 'static {
    /// What the catalogue says.
    const INFO: Info;
    /// What the set-up screen offers.
    const SETUP: SetupForm;
    /// Either box may be emptied; otherwise the one with fewer balls.
    const EITHER: bool;

    /// The Grundy value of a pair.
    fn value(at: BallPair) -> u64;

    /// Whether the player to move loses a pair.
    fn loses(at: BallPair, convention: Convention) -> bool;

    /// The first parts of the splits of n that leave what is wanted, rising. By formula: no list of all splits is ever
    /// gone through.
    fn splits(n: u64, wanted: SplitTarget, most: usize) -> WinningMoves<u64>;

    /// What to leave, or where the pair loses what makes it lose: at most 60 characters.
    fn idea(at: BallPair, convention: Convention) -> String;

    /// Which pairs lose and why.
    fn rule(convention: Convention) -> &'static str;

    /// What there is to see in a pair.
    fn facts(at: BallPair, convention: Convention) -> String;

    /// Why box `number` is the one to be split, where there is a choice.
    fn place(_number: u32, _size: u64, _convention: Convention) -> Option<String> {
        None
    }

    /// What makes a losing pair one, such as `both odd`.
    fn becomes(to: BallPair, convention: Convention) -> String;

    /// What a box of n balls is in the terms of the rule, and its tint on the board.
    fn label(at: BallPair, n: u64, convention: Convention) -> Option<(u8, String)>;
}

/// What a split is to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitTarget {
    /// A pair of this Grundy value.
    Value(u64),
    /// A pair that loses in misère play.
    Misere,
}

/// These numbers as winners.
fn rising(all: &[u64], most: usize) -> WinningMoves<u64> {
    let mut found = WinningMoves::default();
    all.iter().for_each(|&i| found.push(i, most));
    found
}

/// The balls in both boxes; also a move, by what it leaves.
pub type BallPair = (u64, u64);

/// The ruleset of a kind under a convention.
pub struct Split<K> {
    convention: Convention,
    small: Memo<BallPair>,
    kind: PhantomData<fn() -> K>,
}

impl<K: BoxRules> Split<K> {
    /// The boxes that may be split, the first one first: their sizes and places. Equal boxes count as one, as both
    /// give the same pairs.
    fn split_boxes(at: BallPair) -> impl Iterator<Item = (u32, u64)> {
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

    fn memory_used(&self) -> u64 {
        self.small.memory_used()
    }

    fn impartial(&self) -> Option<ImpartialOf<'_, Self>> {
        Some(self)
    }

    fn reasons(&self, at: &BallPair, proved: &Proved<'_, BallPair>, limits: &Limits) -> GameReasons<Self> {
        explain::reasons(self, *at, proved, limits)
    }
}
