//! Defines the traits of a ruleset: its moves, their notation, and how they appear on the board.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::grammar::{Refusal, written};
use super::{Grammar, IdError, Limits, MoveError, MoveSet, Player, Scene, Site, Stop, Text};

/// A callback that receives items one at a time until it returns `Break`.
pub type Visit<'f, T> = &'f mut dyn FnMut(T) -> ControlFlow<()>;

/// The player to move, and the score so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The player to move; `None` in impartial games.
    pub mover: Option<Player>,
    /// The points of both players, in games that count them.
    pub score: Option<[i64; 2]>,
}

/// A ruleset: the immutable part of a game (board, sizes, convention), which determines the moves of any position.
pub trait Rules: Send + Sync + 'static {
    /// A position: everything that its ID records, such as piles, the player to move and the score. If IDs hold no
    /// score, a position also records the points gained since its ID was read.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move: one turn of a player.
    type Move: Clone + Ord + Hash + Debug + Send + Sync;

    /// Returns the player to move and the score so far, if the game's positions record them.
    fn standing(&self, _at: &Self::Position) -> Standing {
        Standing::default()
    }

    /// Prepares a position, so that the other methods cannot fail. A game defined by a script computes its moves here.
    /// If `words` is true, the game also computes the descriptions of the moves.
    ///
    /// # Errors
    /// Returns any error from a script, or [`Stop::Interrupted`] if `limits` stop the computation.
    fn prepare(&self, _at: &Self::Position, _words: bool, _limits: &Limits) -> Result<(), Stop> {
        Ok(())
    }

    /// The moves in board order, which each game defines.
    fn moves(&self, at: &Self::Position) -> MoveSet<'_, Self::Move>;

    /// Returns the position after a legal move. Callers guarantee that the move is legal; given an illegal move, a
    /// ruleset must panic ([`after_legal`]).
    fn play(&self, at: &Self::Position, m: &Self::Move) -> Self::Position;

    /// Returns the representative of all positions that differ from this one only by a symmetry or by the order of
    /// parts. All these positions have the same value under every convention. Searches use the representative as their
    /// cache key.
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
/// Panics if `after` is `None`, which means that the program played a move without checking that it is legal.
#[track_caller]
pub fn after_legal<P>(after: Option<P>) -> P {
    match after {
        Some(position) => position,
        None => unreachable!("a move that the rules do not allow was played"),
    }
}

/// Provides the grammars of positions and moves, and describes moves in words.
pub trait Notation: Rules {
    /// The grammar of positions: the part of an ID after the colon.
    fn states(&self) -> impl Grammar<Value = Self::Position>;

    /// Returns the grammar of moves in a position. A move that parses refers to existing parts of the position but may
    /// be illegal, so callers check whether it is legal. No two moves have the same text.
    fn written_moves(&self, at: &Self::Position) -> impl Grammar<Value = Self::Move>;

    /// Describes a legal move as an instruction to the player: `take 5 from pile 2`.
    fn words(&self, at: &Self::Position, m: &Self::Move, wording: Wording<'_, Self>) -> String;
}

/// The context in which a move is described.
pub enum Wording<'a, R: Rules + ?Sized> {
    /// Text that stands alone: `split the heap of 5 into 1 and 4`.
    Full,
    /// Text shown next to the board: `split 5 into 1 and 4`.
    Brief,
    /// A reply, described right after the move that it answers. The description may refer to that move:
    /// `take the other heap of 1`. Holds the position before the answered move, and the answered move.
    Reply(&'a R::Position, &'a R::Move),
}

/// Reads and writes positions and moves with a game's grammars.
pub trait Texts: Notation {
    /// Parses the part of an ID after the colon.
    ///
    /// # Errors
    /// If the rules do not allow the position, returns an error with the column and the expected text.
    fn parse_state(&self, text: Text<'_>) -> Result<Self::Position, IdError> {
        self.states().read(text)
    }

    /// The canonical text of a position: the part of its ID after the colon.
    fn state_text(&self, at: &Self::Position) -> String {
        written(&self.states(), at)
    }

    /// Parses a move, which need not be legal.
    ///
    /// # Errors
    /// Returns an error if the text is not a move.
    fn parse_move(&self, at: &Self::Position, text: &str) -> Result<Self::Move, MoveError> {
        let read = self.written_moves(at).read(Text::new(text).loosely());
        read.map_err(|e| e.in_move(text))
    }

    /// The canonical text of a move.
    fn move_text(&self, at: &Self::Position, m: &Self::Move) -> String {
        written(&self.written_moves(at), m)
    }

    /// Describes a legal move.
    fn move_in_words(&self, at: &Self::Position, m: &Self::Move) -> String {
        self.words(at, m, Wording::Full)
    }

    /// Describes a reply, to be read after the move that it answers.
    fn reply_in_words(&self, at: &Self::Position, m: &Self::Move, reply: &Self::Move) -> String {
        self.words(&self.play(at, m), reply, Wording::Reply(at, m))
    }

    /// Explains, for an error message, why a well-formed move is not legal here. If the grammar gives no reason, the
    /// explanation names a few legal moves.
    fn why_illegal(&self, at: &Self::Position, m: &Self::Move) -> Refusal {
        const NAMED: usize = 3;
        let grammar = self.written_moves(at);
        if let Some(refusal) = grammar.refusal(m) {
            return refusal;
        }
        let first = self.moves(at).first_of(NAMED + 1);
        let named: Vec<String> = first
            .iter()
            .take(NAMED)
            .map(|m| written(&grammar, m))
            .collect();
        let expected = if first.len() > NAMED {
            format!("{}, ...", named.join(", "))
        } else {
            named.join(tr!(" or "))
        };
        (tr!("the rules do not allow it here").to_owned(), expected)
    }
}

impl<N: Notation> Texts for N {}

/// The purpose for which a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The board is drawn for playing, with sites for the moves.
    Play,
    /// The board is drawn for editing, with a site for everything that can be changed. The position may break the
    /// rules.
    Edit,
}

/// Draws positions, and locates moves on the drawn board.
pub trait BoardView: Rules {
    /// Draws the board of a position for a view.
    fn scene(&self, at: &Self::Position, view: View) -> Scene;

    /// The sites of a move. A site may be missing from the drawn board if the board is too large to be drawn in full.
    fn sites(&self, at: &Self::Position, m: &Self::Move) -> Vec<Site>;
}
