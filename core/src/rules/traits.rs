//! Defines the typed traits of a ruleset: its moves, their notation, and how they appear on the board.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::{
    Convention, IdError, Limits, MoveError, MoveSet, Player, Scene, Site, Sketch, Stop, Text,
};

/// A callback that receives items one at a time until it breaks.
pub type Visit<'f, T> = &'f mut dyn FnMut(T) -> ControlFlow<()>;

/// The player to move, and the score so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The player to move; `None` in impartial games.
    pub mover: Option<Player>,
    /// The points of both players, in games that count them.
    pub score: Option<[i32; 2]>,
}

/// A ruleset: the immutable part of a game (board, sizes, convention), which determines the moves of any position.
pub trait Rules: Send + Sync + 'static {
    /// A position: exactly what its ID contains, that is, the board and the player to move.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move: one turn of a player.
    type Move: Clone + Ord + Hash + Debug + Send + Sync;

    /// The convention in play; `None` in games in which the players have different moves.
    fn convention(&self) -> Option<Convention> {
        None
    }

    /// The player to move and the score so far, if the game's positions record them; by default they do not.
    fn standing(&self, _at: &Self::Position) -> Standing {
        Standing::default()
    }

    /// Computes whatever is needed to read a position: in games defined by a script, the moves. The default does
    /// nothing. Positions are prepared when they are opened, played or analysed, so reading them never fails.
    ///
    /// # Errors
    /// Returns the error of a script, or [`Stop::Interrupted`] if `limits` stop the computation.
    fn prepare(&self, _at: &Self::Position, _limits: &Limits) -> Result<(), Stop> {
        Ok(())
    }

    /// The moves, in board order: the order in which lists show them, which is the game's choice.
    fn moves(&self, at: &Self::Position) -> MoveSet<'_, Self::Move>;

    /// The position after a legal move. Callers guarantee that the move is legal; for an illegal move a ruleset must
    /// not return the position unchanged ([`after_legal`]).
    fn play(&self, at: &Self::Position, m: &Self::Move) -> Self::Position;

    /// The representative of a position, shared by all positions that differ by a symmetry or a reordering of parts. A
    /// position and its representative have the same value under every convention. Searches use the representative as
    /// their cache key.
    fn canonical(&self, at: &Self::Position) -> Self::Position {
        at.clone()
    }
}

/// Returns whether no moves are left.
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
/// Panics if `after` is `None`, because then the program has played a move without checking it.
#[track_caller]
pub fn after_legal<P>(after: Option<P>) -> P {
    match after {
        Some(position) => position,
        None => unreachable!("a move that the rules do not allow was played"),
    }
}

/// Reads and writes positions and moves as text, exactly in the ID grammar.
pub trait Notation: Rules {
    /// Parses the part of an ID after the colon.
    ///
    /// # Errors
    /// Returns an error with the column and what was expected there, if the text is not a position that the rules
    /// allow.
    fn parse_state(&self, text: Text<'_>) -> Result<Self::Position, IdError>;

    /// The canonical part of an ID after the colon.
    fn state_text(&self, at: &Self::Position) -> String;

    /// Parses a move. The move need not be legal, because the caller looks for it among the legal moves, but it must
    /// refer to parts of the position that exist.
    fn parse_move(&self, at: &Self::Position, text: &str) -> Result<Self::Move, MoveError>;

    /// The canonical text of a move. No two moves of a position share the same text.
    fn move_text(&self, at: &Self::Position, m: &Self::Move) -> String;

    /// A legal move in words, as an instruction to the player: `take 5 from pile 2`. The default is the text of the
    /// move.
    fn move_in_words(&self, at: &Self::Position, m: &Self::Move) -> String {
        self.move_text(at, m)
    }

    /// A reply in words, to be read after the move that it answers: `take the other heap of 1`. The default is the
    /// words for the reply alone.
    fn reply_in_words(&self, at: &Self::Position, m: &Self::Move, reply: &Self::Move) -> String {
        self.move_in_words(&self.play(at, m), reply)
    }

    /// Explains, for an error message, why a well-formed move is not legal here, and says which moves are legal. By
    /// default the first legal moves are listed.
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

/// Draws positions, and locates moves on the drawn board.
pub trait BoardView: Rules {
    /// The drawn board.
    fn scene(&self, at: &Self::Position) -> Scene;

    /// The sites of a move. All of them belong to the scene, even if stones of tall heaps are out of sight.
    fn sites(&self, at: &Self::Position, m: &Self::Move) -> Vec<Site>;

    /// A sketch of a state that is edited by hand. The default `None` serves games whose states are numbers separated
    /// by commas. The state comes from the editor and need not be a valid position.
    fn sketch(&self, _state: &str) -> Option<Sketch> {
        None
    }
}
