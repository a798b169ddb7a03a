//! The small positions of a game in order, for those that random positions do not reach.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use nimatron_core::erased::{AnyPosition, Shape};
use nimatron_core::rules::{IdError, Limits, Stop};

/// The most positions to gather.
const MOST: usize = 12_000;
/// The largest number of a single pile, and of each pile of a pair.
const LONGEST: u64 = 400;
const SIDE: u64 = 48;
/// The most moves of a position to follow, and of all positions together.
const FOLLOWED: usize = 64;
const PLAYED: u32 = 25_000;

#[derive(Default)]
pub struct Small {
    /// The positions, all distinct.
    pub positions: Vec<Box<dyn AnyPosition>>,
    /// Whether these are all the positions of the ruleset.
    pub complete: bool,
    known: HashSet<String>,
}

impl Small {
    /// Gathers the small positions of some rulesets: by number of stones or by one or two numbers where they have
    /// such, and those reachable from there and from `starts`. They are `complete` only where there is one ruleset.
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
            small.reached(starts, limits)?;
        }
        Ok(small)
    }

    /// Adds the positions of a ruleset by stones or numbers; returns whether these are all.
    fn counted(&mut self, position: &dyn AnyPosition) -> bool {
        match position.info().shape {
            // Where points are counted, there are also positions with points.
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

    /// Adds a position; returns `false` once there are enough.
    fn add(&mut self, position: Box<dyn AnyPosition>) -> bool {
        if self.positions.len() < MOST && self.known.insert(position.id()) {
            self.positions.push(position);
        }
        self.positions.len() < MOST
    }

    /// Adds every position by its number of stones; returns `false` where the game has no such numbers, or no last
    /// one of them.
    fn by_stones(&mut self, position: &dyn AnyPosition) -> bool {
        let mut stones = 0;
        while self.positions.len() < MOST
            && position.for_each_of_size(stones, &mut |at| match self.add(at.boxed_clone()) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            })
        {
            stones += 1;
        }
        stones > 0
    }

    /// Adds single piles, and pairs of them where these parse; returns whether the numbers came to an end and there
    /// are no pairs.
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
        // Where play may go on for ever all piles are one position, and two have far more positions than one.
        let paired = !position.ruleset().facts.may_go_on
            && matches!(
                numbered(position, &[least.max(1), least.max(1)]),
                Ok(Some(_))
            );
        if paired {
            self.pairs(position, least.max(1));
        }
        ended && !paired
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

    /// Adds the positions reachable from some positions, the nearest ones first.
    fn reached(&mut self, starts: &[Box<dyn AnyPosition>], limits: &Limits) -> Result<(), Stop> {
        let mut ahead: VecDeque<_> = starts.iter().cloned().collect();
        let mut seen: HashSet<String> = starts.iter().map(|t| t.id()).collect();
        let mut left = PLAYED;
        while let Some(position) = ahead.pop_front() {
            limits.check()?;
            for m in position.first_moves(FOLLOWED) {
                if left == 0 {
                    break;
                }
                left -= 1;
                // The listed moves are legal.
                let Ok((next, _)) = position.after(&m.text) else {
                    continue;
                };
                if seen.len() < MOST && seen.insert(next.id()) {
                    ahead.push_back(next);
                }
            }
            if !self.add(position) {
                break;
            }
        }
        Ok(())
    }
}

/// The position of these numbers; `None` where there is none.
///
/// Errors: a script that fails to answer.
fn numbered(
    position: &dyn AnyPosition,
    numbers: &[u64],
) -> Result<Option<Box<dyn AnyPosition>>, Stop> {
    position
        .at_numbers(numbers)
        .map(Some)
        .or_else(IdError::no_position)
}
