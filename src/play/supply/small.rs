//! Collects the small positions of a game systematically, including positions that random choices rarely find.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use nimatron_core::erased::{AnyPosition, Shape};
use nimatron_core::rules::{IdError, Limits, Stop};

/// The maximum number of positions to collect.
const MOST: usize = 12_000;
/// The maximum size of a single pile.
const LONGEST: u64 = 400;
const SIDE: u64 = 48;
/// The maximum number of moves followed from one position.
const FOLLOWED: usize = 64;
/// The maximum total number of moves followed.
const PLAYED: usize = 25_000;

#[derive(Default)]
pub struct Small {
    pub positions: Vec<Box<dyn AnyPosition>>,
    /// Whether these are all the positions of the ruleset.
    pub complete: bool,
    known: HashSet<String>,
}

impl Small {
    /// Collects small positions of the rulesets to which `starts` belong: positions with few stones, or with one or two
    /// small numbers. If there is only one ruleset and all its positions were collected, the result is `complete`.
    /// Otherwise, positions reachable from `starts` are added.
    pub fn collect(starts: &[Box<dyn AnyPosition>], limits: &Limits) -> Result<Small, Stop> {
        let mut small = Small::default();
        let mut heads = HashSet::new();
        let mut all = true;
        for position in starts {
            limits.check()?;
            if heads.insert(position.facts().ruleset) {
                all &= small.counted(&**position);
            }
        }
        small.complete = all && heads.len() == 1;
        if !small.complete {
            small.reached(starts, PLAYED, limits)?;
        }
        Ok(small)
    }

    /// Adds positions of a ruleset, ordered by the number of stones or by the pile sizes. Returns whether all positions
    /// of the ruleset were added.
    fn counted(&mut self, position: &dyn AnyPosition) -> bool {
        match position.info().shape {
            // In games with points, positions with the same number of stones may differ in score, and the enumeration
            // by stones finds only some of these positions.
            _ if self.by_stones(position) => {
                self.positions.len() < MOST && position.score().is_none()
            }
            Shape::Single(least) => self.single(position, least),
            Shape::Pair(least) => {
                self.pairs(position, least);
                false
            }
            Shape::None => false,
        }
    }

    /// Adds a position; returns `false` once there are enough positions.
    fn add(&mut self, position: Box<dyn AnyPosition>) -> bool {
        let id = position.id();
        self.add_named(id, position)
    }

    /// Adds a position, given its ID. Returns whether more positions may be added.
    fn add_named(&mut self, id: String, position: Box<dyn AnyPosition>) -> bool {
        if self.positions.len() < MOST && self.known.insert(id) {
            self.positions.push(position);
        }
        self.positions.len() < MOST
    }

    /// Adds positions by increasing number of stones; returns `false` if the game does not enumerate positions by
    /// stones.
    fn by_stones(&mut self, position: &dyn AnyPosition) -> bool {
        let mut stones = 0;
        while self.positions.len() < MOST
            && position.for_each_of_size(stones, &mut |at| {
                if self.add(at.boxed_clone()) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
        {
            stones += 1;
        }
        stones > 0
    }

    /// Adds single piles and, if the game has them, pairs of piles. Returns whether all positions of the ruleset are
    /// assumed to have been added: the sizes of the piles are bounded, no pairs were added, and the game has no points.
    fn single(&mut self, position: &dyn AnyPosition, least: u64) -> bool {
        let mut ended = false;
        for n in least..=LONGEST {
            match numbered(position, &[n]) {
                Ok(Some(at)) => self.add(at),
                none => {
                    ended = none.is_ok();
                    break;
                }
            };
        }
        // If play may go on forever, leave out pairs: the piles are then not independent, and there are far more pairs
        // than single piles.
        let paired = !position.ruleset().facts.may_go_on
            && matches!(
                numbered(position, &[least.max(1), least.max(1)]),
                Ok(Some(_))
            );
        if paired {
            self.pairs(position, least.max(1));
        }
        ended && !paired && position.score().is_none()
    }

    fn pairs(&mut self, position: &dyn AnyPosition, least: u64) {
        for n in least..least + SIDE {
            for m in least..least + SIDE {
                if let Ok(Some(at)) = numbered(position, &[n, m]) {
                    self.add(at);
                }
            }
        }
    }

    /// Adds the positions reachable from `starts`, the nearest positions first, following at most `left` moves in
    /// total.
    fn reached(
        &mut self,
        starts: &[Box<dyn AnyPosition>],
        mut left: usize,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let mut ahead: VecDeque<_> = starts.iter().map(|t| (t.id(), t.clone())).collect();
        let mut seen: HashSet<String> = ahead.iter().map(|(id, _)| id.clone()).collect();
        while let Some((id, position)) = ahead.pop_front() {
            limits.check()?;
            // Listing moves is slow, so list only the moves that will be followed.
            let moves = if left > 0 && seen.len() < MOST {
                position.first_moves(left.min(FOLLOWED))
            } else {
                Vec::new()
            };
            left -= moves.len();
            for m in moves {
                if m.to.is_some_and(|to| seen.contains(&to)) {
                    continue;
                }
                // The listed moves are legal, so `after` never fails here.
                let Ok((next, _)) = position.after(&m.text) else {
                    continue;
                };
                let next = next.as_written();
                let id = next.id();
                if seen.len() < MOST && seen.insert(id.clone()) {
                    ahead.push_back((id, next));
                }
            }
            if !self.add_named(id, position) {
                break;
            }
        }
        Ok(())
    }
}

fn numbered(
    position: &dyn AnyPosition,
    numbers: &[u64],
) -> Result<Option<Box<dyn AnyPosition>>, Stop> {
    position
        .at_numbers(numbers)
        .map(Some)
        .or_else(IdError::no_position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::fixtures::open;

    #[test]
    fn each_move_that_is_followed_counts_once() {
        for (left, all) in [
            (0, &["nim:3"][..]),
            (2, &["nim:3", "nim:2", "nim:1"]),
            (9, &["nim:3", "nim:2", "nim:1", "nim:0"]),
        ] {
            let mut small = Small::default();
            small
                .reached(&[open("nim:3")], left, &Limits::default())
                .unwrap();
            let ids: Vec<String> = small.positions.iter().map(|at| at.id()).collect();
            assert_eq!(ids, all, "{left}");
        }
    }
}
