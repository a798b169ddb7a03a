//! The typed traits of a ruleset: its moves, their notation, and their places on the board.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::{
    Convention, IdError, Limits, MoveError, MoveSet, Player, Scene, Site, Sketch, Stop, Text,
};

/// A callback that receives items one by one until it breaks.
pub type Visit<'f, T> = &'f mut dyn FnMut(T) -> ControlFlow<()>;

/// Whose turn it is, and the points so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The player to move; `None` in impartial games.
    pub mover: Option<Player>,
    /// The points of both players, in games that count them.
    pub score: Option<[i32; 2]>,
}

/// A ruleset: the immutable part of a game (board, sizes, convention), which knows the moves of any position.
pub trait Rules: Send + Sync + 'static {
    /// The contents of a position's ID: the board and the player to move, no more.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// The move of a player in one turn.
    type Move: Clone + Ord + Hash + Debug + Send + Sync;

    /// The convention played; `Some` in exactly the games in which both players have the same moves.
    fn convention(&self) -> Option<Convention> {
        None
    }

    /// Whose turn it is and the points so far, in games whose positions tell; by default neither.
    fn standing(&self, _at: &Self::Position) -> Standing {
        Standing::default()
    }

    /// Computes whatever reading a position needs: the moves, in games whose moves a script gives. By default
    /// nothing. Positions are prepared when they are opened, played or analysed, so reading one never fails.
    ///
    /// # Errors
    /// A script that is at fault, or [`Stop::Interrupted`] as `limits` says.
    fn prepare(&self, _at: &Self::Position, _limits: &Limits) -> Result<(), Stop> {
        Ok(())
    }

    /// The moves, in board order.
    fn moves(&self, at: &Self::Position) -> MoveSet<'_, Self::Move>;

    /// The position after a legal move. Callers guarantee that the move is legal; a ruleset must not return the same
    /// position for another one ([`after_legal`]).
    fn play(&self, at: &Self::Position, m: &Self::Move) -> Self::Position;

    /// The representative of a position, which has the same value under every convention: the same for all positions
    /// that differ by a symmetry or a reordering of parts. Searches use it as the key of their cache.
    fn canonical(&self, at: &Self::Position) -> Self::Position {
        at.clone()
    }
}

/// Returns whether no move is left.
pub fn is_over<R: Rules + ?Sized>(rules: &R, at: &R::Position) -> bool {
    rules.moves(at).is_empty()
}

/// Returns whether the player who made the move from `before` to `after` moves again.
pub fn keeps_turn<R: Rules + ?Sized>(rules: &R, before: &R::Position, after: &R::Position) -> bool {
    let mover = rules.standing(before).mover;
    mover.is_some() && mover == rules.standing(after).mover
}

/// Unwraps the position after a legal move.
///
/// # Panics
/// If there is none: then this program has played a move without checking it.
#[track_caller]
pub fn after_legal<P>(after: Option<P>) -> P {
    match after {
        Some(position) => position,
        None => unreachable!("a move that the rules do not allow was played"),
    }
}

/// Positions and moves as text, to the letter of the ID grammar.
pub trait Notation: Rules {
    /// Parses the part of an ID behind the colon.
    ///
    /// # Errors
    /// An error with its column and the expectation. Positions that the rules do not allow are errors too.
    fn parse_state(&self, text: Text<'_>) -> Result<Self::Position, IdError>;

    /// The canonical part of an ID behind the colon.
    fn state_text(&self, at: &Self::Position) -> String;

    /// Parses a move. It need not be legal, since the caller looks for it among the moves, but it must name an
    /// existing thing.
    fn parse_move(&self, at: &Self::Position, text: &str) -> Result<Self::Move, MoveError>;

    /// The canonical text of a move. Two moves of a position never share one.
    fn move_text(&self, at: &Self::Position, m: &Self::Move) -> String;

    /// A legal move as people say it, telling a player what to do: `take 5 from pile 2`. By default its text.
    fn move_in_words(&self, at: &Self::Position, m: &Self::Move) -> String {
        self.move_text(at, m)
    }

    /// A reply in the words that follow the move it answers: `take the other heap of 1`. By default the words of the
    /// reply alone.
    fn reply_in_words(&self, at: &Self::Position, m: &Self::Move, reply: &Self::Move) -> String {
        self.move_in_words(&self.play(at, m), reply)
    }

    /// Explains why a well-formed move is not legal here, and which moves are: for the error message. By default the
    /// first legal moves are named.
    fn why_illegal(&self, at: &Self::Position, _m: &Self::Move) -> (String, String) {
        const NAMED: usize = 3;
        let first = self.moves(at).first_of(NAMED + 1);
        let named: Vec<String> = first
            .iter()
            .take(NAMED)
            .map(|m| self.move_text(at, m))
            .collect();
        let expected = if first.len() > NAMED {
            format!("{}, ...", named.join(", "))
        } else {
            named.join(" or ")
        };
        ("the rules do not allow it here".to_owned(), expected)
    }
}

/// The places of positions and moves on the drawn board.
pub trait BoardView: Rules {
    /// The board.
    fn scene(&self, at: &Self::Position) -> Scene;

    /// The sites of the move, all of which are in the scene (stones of tall heaps may be out of sight).
    fn sites(&self, at: &Self::Position, m: &Self::Move) -> Vec<Site>;

    /// A sketch of a state that is edited by hand, in games whose states are not numbers separated by commas, which
    /// need none. The text was written by the editor; it need not be a position.
    fn sketch(&self, _state: &str) -> Option<Sketch> {
        None
    }
}
