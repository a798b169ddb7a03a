//! The typed traits of a ruleset: its moves, how they are written, and where they are on the board.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::{
    Convention, IdError, Limits, MoveError, MoveSet, PieceKind, Pieces, Player, Scene, Site,
    Sketch, Stop, Text,
};

/// A callback that is handed one thing after another until it breaks.
pub type Visit<'f, T> = &'f mut dyn FnMut(T) -> ControlFlow<()>;

/// A ruleset: the immutable part of a game (board, sizes, convention), which knows the moves of any position.
pub trait Rules: Send + Sync + 'static {
    /// Everything the position's ID names: what the board shows and the player to move, no more.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// What a player does in one turn.
    type Move: Clone + Ord + Hash + Debug + Send + Sync;

    /// The convention played: in exactly the games in which both players have the same moves.
    fn convention(&self) -> Option<Convention> {
        None
    }

    /// The player to move, in games whose positions tell; `None`, by default, in impartial games.
    fn mover(&self, _at: &Self::Position) -> Option<Player> {
        None
    }

    /// Brings to hand what reading a position needs: the moves, in games whose moves a script gives. By default nothing.
    /// Positions are prepared when they are opened, played or analysed; reading one never fails.
    ///
    /// # Errors
    /// A script that is at fault, or [`Stop::Interrupted`] as `limits` says.
    fn prepare(&self, _at: &Self::Position, _limits: &Limits) -> Result<(), Stop> {
        Ok(())
    }

    /// Points so far, in games that count them.
    fn score(&self, _at: &Self::Position) -> Option<[u32; 2]> {
        None
    }

    /// Whether no move is left.
    fn is_over(&self, at: &Self::Position) -> bool {
        self.moves(at).is_empty()
    }

    /// The moves, in board order.
    fn moves(&self, at: &Self::Position) -> MoveSet<'_, Self::Move>;

    /// The position after a legal move. Callers guarantee that the move is legal; a ruleset must not return the same position
    /// for another one ([`after_legal`]).
    fn play(&self, at: &Self::Position, m: &Self::Move) -> Self::Position;

    /// A position with the same value under every convention, the same one for all that a symmetry or a reordering
    /// of parts turns into each other: what searches remember.
    fn canonical(&self, at: &Self::Position) -> Self::Position {
        at.clone()
    }

    /// Whether the player who made the move from `before` to `after` moves again.
    fn keeps_turn(&self, before: &Self::Position, after: &Self::Position) -> bool {
        let mover = self.mover(before);
        mover.is_some() && mover == self.mover(after)
    }
}

/// The position after a move, which is there because the move is legal.
///
/// # Panics
/// Where it is not: then this program has played a move that it did not check, and says so at once.
#[track_caller]
pub fn after_legal<P>(after: Option<P>) -> P {
    match after {
        Some(position) => position,
        None => unreachable!("a move that the rules do not allow was played"),
    }
}

/// Positions and moves as text, to the letter of the ID grammar.
pub trait Notation: Rules {
    /// The parameters as they stand in a canonical ID, each after a slash: `/5`, or nothing when they are the default.
    fn params_text(&self) -> String {
        String::new()
    }

    /// The parameters in a form that needs no board or graph of the user's: inline where the name is not a shipped one.
    fn portable_params_text(&self) -> String {
        self.params_text()
    }

    /// Reads the part of an ID behind the colon.
    ///
    /// # Errors
    /// What was wrong, at which column, and what was expected. Positions the rules do not allow are errors too.
    fn parse_state(&self, text: Text<'_>) -> Result<Self::Position, IdError>;

    /// The canonical part of an ID behind the colon.
    fn state_text(&self, at: &Self::Position) -> String;

    /// A lower bound on the length of the text of any position one move away: spares writing out texts that
    /// would be too long to show.
    fn least_next_text(&self, _at: &Self::Position) -> usize {
        0
    }

    /// Reads a move. It need not be legal: the caller looks for it among the moves; but it must name an existing thing.
    fn parse_move(&self, at: &Self::Position, text: &str) -> Result<Self::Move, MoveError>;

    /// The canonical text of a move. Two moves of a position never share one.
    fn move_text(&self, at: &Self::Position, m: &Self::Move) -> String;

    /// A legal move as people say it, telling a player what to do: `take 5 from pile 2`. By default its text.
    fn move_in_words(&self, at: &Self::Position, m: &Self::Move) -> String {
        self.move_text(at, m)
    }

    /// A reply as it is said behind the move that it answers: `take the other heap of 1`. By default its own words.
    fn reply_in_words(&self, at: &Self::Position, m: &Self::Move, reply: &Self::Move) -> String {
        self.move_in_words(&self.play(at, m), reply)
    }

    /// Of which kind a move is, from 0 on: examples show one move of each kind.
    fn move_kind(&self, _at: &Self::Position, _m: &Self::Move) -> u8 {
        0
    }

    /// The pieces that a person counts. By default those are the numbers of its text, where it is nothing else.
    fn visible_pieces(&self, at: &Self::Position) -> Pieces {
        let text = self.state_text(at);
        let numbers: Result<Vec<u64>, _> = text.split(',').map(str::parse).collect();
        numbers.map_or_else(
            |_| Pieces::default(),
            |numbers| Pieces::new(PieceKind::Numbers, numbers),
        )
    }

    /// Why a move that reads well is not legal here, and what would be: for the error message. By default the first
    /// legal moves are named.
    fn why_illegal(&self, at: &Self::Position, _m: &Self::Move) -> (String, String) {
        const NAMED: usize = 3;
        let first = self.moves(at).first_of(NAMED + 1);
        let named: Vec<String> = first
            .iter()
            .take(NAMED)
            .map(|m| self.move_text(at, m))
            .collect();
        let expected = match first.len() > NAMED {
            true => format!("{}, ...", named.join(", ")),
            false => named.join(" or "),
        };
        ("the rules do not allow it here".to_owned(), expected)
    }
}

/// Where things are on the drawn board.
pub trait BoardView: Rules {
    /// The board.
    fn scene(&self, at: &Self::Position) -> Scene;

    /// The sites that mean the move, all of which are in the scene (stones of tall heaps may be out of sight).
    fn sites(&self, at: &Self::Position, m: &Self::Move) -> Vec<Site>;

    /// A state that is put together by hand, and the board that shows it, in games whose states are not numbers between
    /// commas: those need nothing. The text is one that the editor has written; it need not be a position.
    fn sketch(&self, _state: &str) -> Option<Sketch> {
        None
    }
}
