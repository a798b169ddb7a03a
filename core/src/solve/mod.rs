//! Defines the trait for exact solvers, and provides the solving methods shared by several games.

pub mod graph;
pub mod kayles;
pub mod large_piles;
pub mod lock;
pub mod loops;
pub mod memo;
pub mod octal;
pub mod periodic;
pub mod pieces;
#[cfg(test)]
pub(crate) mod plain;
pub mod quotient;
pub mod rings;
pub mod sums;
pub mod tame;

use std::fmt;

use crate::rules::{
    Convention, Limits, MOST_LISTED, MoveSet, Outcome, Rules, Stop, Value, is_over, keeps_turn,
    saturating_cast,
};
use memo::KnownPosition;
use quotient::HeapFamily;
use sums::{Beside, OtherParts, Summand, Total};

/// The maximum number of moves to compare in a lost position with unknown remoteness.
pub(crate) const WEIGHED: usize = 10_000;
/// If the move set is large, fewer than [`WEIGHED`] moves are compared: their number times [`MoveSet::size`] must not
/// exceed this limit.
const WEIGHED_SIZE: usize = 10_000_000;

/// A solver that proves the exact values of positions for the player to move.
///
/// Every method that returns a `Result` fails with [`Stop::NotProved`] if the game cannot prove the answer, and with
/// [`Stop::Interrupted`] if `limits` stop the computation.
pub trait Solve: Rules {
    /// Proves the exact value, or only the part that `want` selects.
    fn prove(&self, at: &Self::Position, want: Want, limits: &Limits) -> Result<Value, Stop>;

    /// Returns the moves that win the sum of this position and the parts in `beside`. Returns `None` if the game has no
    /// method faster than trying every move; [`Values::moves_to`] then tries every move.
    fn winning(&self, _at: &Self::Position, _beside: Beside<'_>) -> Wins<'_, Self::Move> {
        Ok(None)
    }

    /// Describes the position as a component of a sum. The provided method assumes that no theorem applies in misère
    /// play.
    fn summand(&self, at: &Self::Position, limits: &Limits) -> Result<Summand, Stop> {
        Ok(Summand::known(self.value(at, limits)?.grundy))
    }

    /// Returns the game's heap family if its positions are sums of heaps or of groups of rings.
    fn family(&self) -> Option<HeapFamily<'_>> {
        None
    }
}

/// The result of [`Solve::winning`].
pub type Wins<'g, M> = Result<Option<MoveSet<'g, M>>, Stop>;

/// The part of a value to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// The outcome only.
    Outcome,
    /// Everything that the game can prove.
    Value,
}

impl Want {
    /// Returns the outcome alone for [`Want::Outcome`], and the result of `value` for [`Want::Value`]. The game must
    /// not have draws.
    pub fn prove(
        self,
        loses: bool,
        value: impl FnOnce() -> Result<Value, Stop>,
    ) -> Result<Value, Stop> {
        match self {
            Want::Outcome => Ok(Value::from_outcome(Outcome::won(!loses))),
            Want::Value => value(),
        }
    }

    /// Returns the selected part of a position's value, given the [`Total`] of its components.
    ///
    /// # Errors
    /// Returns [`Stop::NotProved`] if no theorem decides the total, and any error from `remoteness`.
    pub fn prove_total(
        self,
        convention: Convention,
        total: Total,
        remoteness: impl FnOnce() -> Result<Option<u64>, Stop>,
    ) -> Result<Value, Stop> {
        let loses = total.decided(convention)?;
        self.prove(loses, || Ok(total.value(convention, loses, remoteness()?)))
    }

    /// Returns the selected part of a position's value after a theorem has decided the outcome. `known` returns the
    /// search result for the position, if the position is small enough; this result supplies the remoteness.
    pub fn prove_by_theorem(
        self,
        convention: Convention,
        loses: bool,
        part: impl FnOnce() -> Result<Summand, Stop>,
        known: impl FnOnce() -> Result<Option<KnownPosition>, Stop>,
    ) -> Result<Value, Stop> {
        self.prove(loses, || {
            let left = known()?.map(|known| known.verdict.remoteness.into());
            Ok(part()?.total().value(convention, loses, left))
        })
    }
}

/// The operations that every solver provides.
pub trait Values: Solve {
    /// The exact value.
    fn value(&self, at: &Self::Position, limits: &Limits) -> Result<Value, Stop> {
        self.prove(at, Want::Value, limits)
    }

    /// The outcome.
    fn outcome(&self, at: &Self::Position, limits: &Limits) -> Result<Outcome, Stop> {
        Ok(self.prove(at, Want::Outcome, limits)?.outcome)
    }

    /// Returns the moves that give `outcome` to the player who makes them, in the sum of this position and the parts in
    /// `beside`.
    fn moves_to(
        &self,
        at: &Self::Position,
        outcome: Outcome,
        beside: Beside<'_>,
    ) -> Result<MoveSet<'_, Self::Move>, Stop> {
        let known = match outcome {
            Outcome::Win => self.winning(at, beside)?,
            Outcome::Loss | Outcome::Draw => None,
        };
        known.map_or_else(|| by_enumeration(self, at, outcome, beside), Ok)
    }

    /// Returns the move of a perfect player, or the first of several equally good moves; `None` if the game is over.
    ///
    /// In a won position, this is the move that wins soonest, or the first winning move if the remoteness is unknown.
    /// In a drawn position, it is the first move that keeps the draw. In a lost position, it is the move that delays
    /// the end longest; among several such moves, it is the one that leaves the fewest winning replies. If the
    /// remoteness of a lost position is unknown, at most the first 10,000 moves are compared. Moves that end the game
    /// then rank last, and the number of winning replies decides among the others.
    ///
    /// In games that count points, this is the move with the best margin. In a lost position, the number of winning
    /// replies breaks ties.
    fn best(&self, at: &Self::Position, limits: &Limits) -> Result<Option<Self::Move>, Stop> {
        best_by_value(self, at, limits)
    }
}

impl<S: Solve + ?Sized> Values for S {}

/// Returns the winning moves of a position on its own.
pub fn winning<'g, S: Solve + ?Sized>(
    game: &'g S,
    at: &S::Position,
    limits: &Limits,
) -> Result<MoveSet<'g, S::Move>, Stop> {
    game.moves_to(at, Outcome::Win, Beside::nothing(limits))
}

/// Returns whether a move wins.
pub fn wins_by<S: Solve + ?Sized>(
    game: &S,
    at: &S::Position,
    m: &S::Move,
    limits: &Limits,
) -> Result<bool, Stop> {
    let to = game.play(at, m);
    Ok(outcome_for_mover(game, at, &to, game.outcome(&to, limits)?) == Outcome::Win)
}

/// Converts an outcome for the player to move at `to` into the outcome for the player who moved there from `at`.
pub fn outcome_for_mover<R: Rules + ?Sized>(
    rules: &R,
    at: &R::Position,
    to: &R::Position,
    outcome: Outcome,
) -> Outcome {
    if keeps_turn(rules, at, to) {
        outcome
    } else {
        outcome.reversed()
    }
}

/// Chooses the move of a perfect player from the values of the options; returns `None` if there are no moves.
fn best_by_value<S: Solve + ?Sized>(
    game: &S,
    at: &S::Position,
    limits: &Limits,
) -> Result<Option<S::Move>, Stop> {
    // The maximum number of winning moves to list. If the list is complete, the losing moves need not be searched.
    const LISTED: usize = 1000;
    let moves = game.moves(at);
    if moves.is_empty() {
        return Ok(None);
    }
    let Value {
        outcome,
        margin,
        remoteness,
        ..
    } = game.value(at, limits)?;
    let at_most = |most| Beside {
        most,
        ..Beside::nothing(limits)
    };
    let one = at_most(1);
    let few = at_most(LISTED);
    let moves = match outcome {
        // Ask for the winning moves even if no move wins, because this often computes the values of all moves at once.
        _ if margin.is_some() => match game.winning(at, few)? {
            Some(winning) if outcome == Outcome::Win => winning,
            _ => moves,
        },
        Outcome::Win if remoteness.is_none() => {
            return Ok(game.moves_to(at, Outcome::Win, one)?.first());
        }
        Outcome::Win => {
            let winning = game.moves_to(at, Outcome::Win, few)?;
            if winning.len().is_some_and(|n| n <= LISTED as u128) {
                winning
            } else {
                moves
            }
        }
        Outcome::Draw => return Ok(game.moves_to(at, Outcome::Draw, one)?.first()),
        // Every move loses, but `moves` does not list them all.
        Outcome::Loss if moves.len().is_none() => game.moves_to(at, Outcome::Loss, few)?,
        Outcome::Loss => moves,
    };
    let most = match (outcome, remoteness, margin) {
        (Outcome::Loss, None, None) => WEIGHED.min(WEIGHED_SIZE / moves.size().max(1)),
        _ => usize::MAX,
    };
    let shortest_win = outcome == Outcome::Win && margin.is_none();
    let rank = |to: &S::Position| -> Result<Option<i128>, Stop> {
        if margin.is_none() && remoteness.is_none() {
            // A move that ends the game loses at once, so it ranks last.
            return Ok(Some(if is_over(game, to) { -1 } else { 0 }));
        }
        let after = game.value(to, limits)?;
        if margin.is_some() {
            let sign = if keeps_turn(game, at, to) { 1 } else { -1 };
            return Ok(Some(
                sign * i128::from(needed(tr!("margin"), after.margin)?),
            ));
        }
        if shortest_win && outcome_for_mover(game, at, to, after.outcome) != Outcome::Win {
            return Ok(None);
        }
        let left = i128::from(needed(tr!("remoteness"), after.remoteness)?);
        Ok(Some(if shortest_win { -left } else { left }))
    };
    let mut highest = None;
    let mut best = Vec::new();
    let mut weighed = 0;
    let mut next = moves.iter();
    while weighed < most
        && let Some(m) = next.next()
    {
        limits.check()?;
        weighed += 1;
        let to = game.play(at, &m);
        next.skip_if(|last| game.play(at, last) == to);
        let Some(rank) = rank(&to)? else { continue };
        if highest.is_none_or(|highest| rank > highest) {
            highest = Some(rank);
            best.clear();
        }
        if highest == Some(rank) {
            best.push(m);
        }
    }
    // Only in a lost position can the opponent win after a best move.
    if outcome != Outcome::Loss || best.len() <= 1 {
        return Ok(best.into_iter().next());
    }
    let mut fewest: Option<(u128, S::Move)> = None;
    for m in best {
        limits.check()?;
        let to = game.play(at, &m);
        let replies = if keeps_turn(game, at, &to) {
            0
        } else {
            // Stop counting at the fewest replies so far, because a higher count makes no difference.
            let enough = fewest
                .as_ref()
                .map_or(MOST_LISTED, |(fewest, _)| saturating_cast(*fewest));
            let replies = game.moves_to(&to, Outcome::Win, at_most(enough.min(MOST_LISTED)))?;
            replies.len().unwrap_or(u128::MAX)
        };
        if fewest.as_ref().is_none_or(|(fewest, _)| replies < *fewest) {
            fewest = Some((replies, m));
        }
    }
    Ok(fewest.map(|(_, m)| m))
}

/// Finds the moves with this outcome in a sum by trying all moves.
fn by_enumeration<'g, S: Solve + ?Sized>(
    game: &'g S,
    at: &S::Position,
    outcome: Outcome,
    Beside {
        others,
        most,
        convention,
        limits,
    }: Beside<'_>,
) -> Result<MoveSet<'g, S::Move>, Stop> {
    const MOST_MOVES: u128 = 100_000;
    let moves = game.moves(at);
    match others {
        OtherParts::None => {
            return moves.completed(limits)?.filter(most, limits, |m| {
                let to = game.play(at, m);
                let after = game.outcome(&to, limits)?;
                Ok(outcome_for_mover(game, at, &to, after) == outcome)
            });
        }
        OtherParts::Piles { .. } if moves.listed() > MOST_MOVES => {
            return Err(Stop::not_proved(tr!(
                "in such a sum the moves of a part are gone through up to {most_moves} of them",
                most_moves = MOST_MOVES
            )));
        }
        _ => {}
    }
    let family = game.family().filter(HeapFamily::is_multiplied);
    let family = family.map(|family| family.name);
    moves.filter(most, limits, |m| {
        let summand = game.summand(&game.play(at, m), limits)?;
        Ok(
            others.loses_with(&summand, family.as_deref(), convention)?
                == (outcome == Outcome::Win),
        )
    })
}

/// Returns `Ok(None)` if the position is small, which makes the caller try all moves. Games use this function if they
/// know only the Grundy values of small positions. In the error message, `known` describes the largest small position.
///
/// # Errors
/// Returns [`Stop::NotProved`] if `is_small` is false.
pub fn by_enumeration_up_to<'g, M>(is_small: bool, known: impl fmt::Display) -> Wins<'g, M> {
    if is_small {
        return Ok(None);
    }
    Err(Stop::not_proved(tr!(
        "the moves to a Grundy value above 0 are known up to {known} only"
    )))
}

fn needed<T>(what: &str, value: Option<T>) -> Result<T, Stop> {
    value
        .ok_or_else(|| Stop::not_proved(tr!("the {what} of a position one move away is not known")))
}
