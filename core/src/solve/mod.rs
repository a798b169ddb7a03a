//! Exact methods that serve many games, and the trait of a solver.

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

use std::ops::ControlFlow;

use crate::rules::{Convention, Limits, Outcome, Rules, Stop, Value};
use quotient::HeapFamily;
use sums::{Beside, OtherParts, Summand};

/// Moves that win, and how many there are in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMoves<M> {
    /// The first ones in board order, at most as many as asked for.
    pub first: Vec<M>,
    /// All of them, counted exactly.
    pub count: u64,
}

impl<M> Default for WinningMoves<M> {
    fn default() -> Self {
        WinningMoves {
            first: Vec::new(),
            count: 0,
        }
    }
}

impl<M> WinningMoves<M> {
    /// One more, kept while there are fewer than `most`.
    pub fn push(&mut self, m: M, most: usize) {
        if self.first.len() < most {
            self.first.push(m);
        }
        self.count += 1;
    }
}

/// A count for every move it is asked about.
pub type ReplyCounter<'s, M> = Box<dyn FnMut(&M) -> Result<u64, Stop> + 's>;

/// A reply to every move it is asked about.
pub type BestReplies<'s, M> = Box<dyn FnMut(&M) -> Result<Option<M>, Stop> + 's>;

/// How many moves of a lost position the perfect opponent weighs where it cannot count moves to the end.
const WEIGHED: usize = 10_000;

/// An exact solver: proved values of positions and moves, for the player to move.
pub trait Solve: Rules {
    /// The exact value.
    ///
    /// # Errors
    /// [`Stop::NotProved`] past the game's limits, [`Stop::Interrupted`] as `limits` says.
    fn value(&self, at: &Self::Position, limits: &Limits) -> Result<Value, Stop>;

    /// The outcome alone, where that is quicker to have.
    fn outcome(&self, at: &Self::Position, limits: &Limits) -> Result<Outcome, Stop> {
        Ok(self.value(at, limits)?.outcome)
    }

    /// The game as an impartial one, where what its pieces add up to settles it ([`sums::AddsUp`]).
    fn adding_up(&self) -> Option<ImpartialOf<'_, Self>>
    where
        Self: Sized,
    {
        None
    }

    /// Whether a position can be a draw.
    fn can_draw(&self) -> bool {
        false
    }

    /// The winning moves, the first `most` in board order, and their exact number.
    ///
    /// The provided method goes through all moves; games with very many know a shorter way.
    fn winning(
        &self,
        at: &Self::Position,
        most: usize,
        limits: &Limits,
    ) -> Result<WinningMoves<Self::Move>, Stop> {
        enumerate(self, at, most, limits, &mut |m| self.wins_by(at, m, limits))
    }

    /// Whether a move wins.
    fn wins_by(&self, at: &Self::Position, m: &Self::Move, limits: &Limits) -> Result<bool, Stop> {
        let to = self.play(at, m);
        Ok(self.outcome_for_mover(at, &to, self.outcome(&to, limits)?) == Outcome::Win)
    }

    /// An outcome of the position `to` for the player who moved there from `at`.
    fn outcome_for_mover(
        &self,
        at: &Self::Position,
        to: &Self::Position,
        outcome: Outcome,
    ) -> Outcome {
        if self.keeps_turn(at, to) {
            outcome
        } else {
            outcome.reversed()
        }
    }

    /// The moves that lead to a draw, at most `most`, in board order.
    fn drawing(
        &self,
        at: &Self::Position,
        most: usize,
        limits: &Limits,
    ) -> Result<Vec<Self::Move>, Stop> {
        let mut found = Vec::new();
        if self.can_draw() {
            for m in self.moves(at) {
                if found.len() < most && self.outcome(&self.play(at, &m), limits)? == Outcome::Draw
                {
                    found.push(m);
                }
            }
        }
        Ok(found)
    }

    /// Reports for each move how many winning replies it leaves; none if the turn is kept.
    ///
    /// The provided method plays each move and counts; where one position has very many moves, a game can prepare
    /// once what all these counts share.
    fn count_winning_replies<'s>(
        &'s self,
        at: &'s Self::Position,
        limits: &'s Limits,
    ) -> ReplyCounter<'s, Self::Move> {
        Box::new(move |m| {
            let to = self.play(at, m);
            if self.keeps_turn(at, &to) {
                Ok(0)
            } else {
                Ok(self.winning(&to, 0, limits)?.count)
            }
        })
    }

    /// Tells of one move after another what makes the most of the position after it, for whoever moves there; `None`
    /// where the game is over.
    ///
    /// The provided method plays each move and asks [`Solve::best`].
    fn best_replies<'s>(
        &'s self,
        at: &'s Self::Position,
        limits: &'s Limits,
    ) -> BestReplies<'s, Self::Move> {
        Box::new(move |m| self.best(&self.play(at, m), limits))
    }

    /// The first moves, at most `most` and in board order, that lead to different positions: all that a perfect player
    /// needs to weigh. Only games with very many moves to few positions have to say more than the provided method.
    fn candidates(&self, at: &Self::Position, most: usize) -> Vec<Self::Move> {
        self.first_moves(at, most)
    }

    /// What a perfect player plays, the first of equals; `None` when the game is over.
    ///
    /// From a win the shortest win, from a draw a draw, from a loss the longest resistance and then the fewest winning
    /// replies. In games that count points the outcome, then the margin, then the fewest winning replies. Where
    /// remoteness is not known: the first winning move or, lost, among the first 10,000 moves the one that leaves
    /// the fewest winning replies.
    fn best(&self, at: &Self::Position, limits: &Limits) -> Result<Option<Self::Move>, Stop> {
        best_by_value(self, at, limits)
    }
}

/// What a perfect player plays, found from the values of all positions one move away.
pub fn best_by_value<S: Solve + ?Sized>(
    game: &S,
    at: &S::Position,
    limits: &Limits,
) -> Result<Option<S::Move>, Stop> {
    // The moves that win are mostly few, and found without a look at the others.
    const LISTED: usize = 1000;
    if game.is_over(at) {
        return Ok(None);
    }
    let Value {
        outcome,
        margin,
        remoteness,
        ..
    } = game.value(at, limits)?;
    let mut moves = match outcome {
        _ if margin.is_some() => game.moves(at),
        Outcome::Win if remoteness.is_none() => game.winning(at, 1, limits)?.first,
        Outcome::Win => {
            let winning = game.winning(at, LISTED, limits)?;
            let all = winning.first.len() as u64 == winning.count;
            if all {
                winning.first
            } else {
                game.candidates(at, usize::MAX)
            }
        }
        Outcome::Draw => game.drawing(at, 1, limits)?,
        Outcome::Loss => game.candidates(
            at,
            if remoteness.is_some() {
                usize::MAX
            } else {
                WEIGHED
            },
        ),
    };
    let shortest_win = outcome == Outcome::Win && margin.is_none();
    let mut rank = |i: usize| -> Result<Option<i128>, Stop> {
        if margin.is_none() && (remoteness.is_none() || outcome == Outcome::Draw) {
            return Ok(Some(0));
        }
        let to = game.play(at, &moves[i]);
        let after = game.value(&to, limits)?;
        if margin.is_some() {
            let sign = if game.keeps_turn(at, &to) { 1 } else { -1 };
            return Ok(Some(sign * i128::from(needed("margin", after.margin)?)));
        }
        if shortest_win && game.outcome_for_mover(at, &to, after.outcome) != Outcome::Win {
            return Ok(None);
        }
        let left = i128::from(needed("remoteness", after.remoteness)?);
        Ok(Some(if shortest_win { -left } else { left }))
    };
    let counts = margin.is_some() || outcome == Outcome::Loss;
    let mut replies = counts.then(|| game.count_winning_replies(at, limits));
    let mut replies = |i: usize| replies.as_mut().map_or(Ok(0), |replies| replies(&moves[i]));
    let best = highest(moves.len(), limits, &mut rank, &mut replies)?;
    Ok(best.map(|i| moves.swap_remove(i)))
}

/// The first of this many moves with the highest rank and, where that is equal, the fewest winning replies. A move without a
/// rank is none to be played.
fn highest(
    count: usize,
    limits: &Limits,
    rank: &mut dyn FnMut(usize) -> Result<Option<i128>, Stop>,
    replies: &mut dyn FnMut(usize) -> Result<u64, Stop>,
) -> Result<Option<usize>, Stop> {
    let mut best: Option<(i128, u64, usize)> = None;
    for i in 0..count {
        limits.check()?;
        let Some(rank) = rank(i)? else { continue };
        if best.is_some_and(|(highest, ..)| highest > rank) {
            continue;
        }
        let left = replies(i)?;
        if best.is_none_or(|(highest, fewest, _)| rank > highest || left < fewest) {
            best = Some((rank, left, i));
        }
    }
    Ok(best.map(|(.., i)| i))
}

/// What only impartial games are asked: both players have the same moves, and who cannot move has lost or won by the
/// convention. Such positions can be parts of a sum.
pub trait Impartial: Solve {
    /// The convention played.
    fn convention(&self) -> Convention;

    /// What the position is as a component of a sum. As provided, only normal play understands it.
    fn summand(&self, at: &Self::Position, limits: &Limits) -> Result<Summand, Stop> {
        Ok(Summand::known(self.value(at, limits)?.grundy))
    }

    /// The moves that win the sum of this position and others, and their exact number.
    ///
    /// The provided method goes through all moves; games with very many know a shorter way.
    fn winning_beside(
        &self,
        at: &Self::Position,
        beside: Beside<'_>,
    ) -> Result<WinningMoves<Self::Move>, Stop> {
        by_enumeration(self, at, beside)
    }

    /// The heaps of which its positions are made, where they are multiplied in misère quotients.
    fn family(&self) -> Option<HeapFamily<'_>> {
        None
    }

    /// All positions that can be reached; `None` when more than `most`. The moves of the last one are in board order.
    fn graph(
        &self,
        at: &Self::Position,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<graph::Graph>, Stop> {
        Ok(graph::Graph::explore(self, at, most, limits)?.map(|(graph, _)| graph))
    }
}

/// A ruleset seen as that of an impartial game.
pub type ImpartialOf<'a, R> =
    &'a dyn Impartial<Position = <R as Rules>::Position, Move = <R as Rules>::Move>;

/// The moves that win the sum of a position and others, by going through all of them.
pub fn by_enumeration<S: Impartial + ?Sized>(
    game: &S,
    at: &S::Position,
    Beside {
        others,
        most,
        limits,
    }: Beside<'_>,
) -> Result<WinningMoves<S::Move>, Stop> {
    /// The most moves that are gone through beside large piles.
    const MOST_MOVES: u64 = 100_000;
    match others {
        OtherParts::None => {
            return enumerate(game, at, most, limits, &mut |m| game.wins_by(at, m, limits));
        }
        OtherParts::Piles { .. } if game.count_moves(at).is_none_or(|n| n > MOST_MOVES) => {
            return Err(Stop::not_proved(format!(
                "in such a sum the moves of a part are gone through up to {MOST_MOVES} of them"
            )));
        }
        _ => {}
    }
    let family = game.family().map(|family| family.name);
    enumerate(game, at, most, limits, &mut |m| {
        let summand = game.summand(&game.play(at, m), limits)?;
        others.loses_with(&summand, family.as_deref(), game.convention())
    })
}

/// The moves of which `wins` says so, by going through all of them.
fn enumerate<R: Rules + ?Sized>(
    rules: &R,
    at: &R::Position,
    most: usize,
    limits: &Limits,
    wins: &mut dyn FnMut(&R::Move) -> Result<bool, Stop>,
) -> Result<WinningMoves<R::Move>, Stop> {
    let mut found = WinningMoves::default();
    let mut stop = Ok(());
    let mut seen = 0u32;
    let _ = rules.for_each_move(at, &mut |m| {
        seen = seen.wrapping_add(1);
        let answer = if seen.is_multiple_of(1024) {
            limits.check()
        } else {
            Ok(())
        };
        match answer.and_then(|()| wins(&m)) {
            Ok(true) => found.push(m, most),
            Ok(false) => {}
            Err(e) => {
                stop = Err(e);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    stop.map(|()| found)
}

/// What a position one move away must have where the position itself has it: a solver that leaves it out has not
/// proved what it says, and is told so instead of guessing.
fn needed<T>(what: &str, value: Option<T>) -> Result<T, Stop> {
    value.ok_or_else(|| {
        Stop::not_proved(format!(
            "the {what} of a position one move away is not known"
        ))
    })
}
