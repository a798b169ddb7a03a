//! A game with its types erased: what the interface, the command line, the opponent and the store see of it.

mod analysis;
pub mod answer;
mod facts;
mod game;
mod position;
mod setup;

pub use analysis::{Analysis, Ask, Choice, Choices, LegalMove, PerfectLine, Winning, bounded};
pub use facts::{Facts, IdPart, id_parts};
pub use game::{
    AnyRuleset, Case, Entry, Game, GameReasons, Info, Listed, MenuGroup, MisereParts, OpenRuleset,
    Proved, Shape, entry,
};
pub use position::GamePosition;
pub use setup::{Field, FieldKind, FieldValues, SetupForm};

use std::ops::ControlFlow;

use crate::rules::{
    Convention, IdError, Limits, MoveError, Outcome, Player, Scene, ScriptText, Site, Sketch, Stop,
    Text, Value, with_commas,
};
use crate::solve::graph::Graph;
use crate::solve::quotient::{HeapFamily, HeapRules};
use crate::solve::rings::Board;
use crate::solve::sums::{OtherParts, Summand};

/// A computation that can be sent to another thread.
pub type Job<T> = Box<dyn FnOnce(&Limits) -> Result<T, Stop> + Send>;

/// What a move did to the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The opponent is to move.
    Passed,
    /// The same player moves again.
    Kept,
}

/// A position of some game. Moves travel as text.
pub trait AnyPosition: Send {
    /// What the game is.
    fn info(&self) -> &'static Info;

    /// The convention played; `None` where there is none.
    fn convention(&self) -> Option<Convention>;

    /// The whole rule in words, as it is played here.
    fn rule(&self) -> String {
        self.info().rule_under(self.convention())
    }

    /// Legal moves as examples, one of each kind, with what they mean: `1-2 (take 2 from pile 1)`. Empty where no move is
    /// left.
    fn examples(&self) -> Vec<String>;

    /// A legal move as people say it: `take 2 from pile 1`, in a sum `Nim: take 2 from pile 1`. A text that is no legal
    /// move here comes back as it is. [`in_past_tense`](crate::rules::in_past_tense) tells the move afterwards.
    fn move_words(&self, text: &str) -> String;

    /// The canonical ID without a convention word: `GAME[/PARAMETER...]:STATE`.
    fn part_id(&self) -> String;

    /// What the position tells of itself to code that knows no game.
    fn facts(&self) -> Facts;

    /// The canonical ID.
    fn id(&self) -> String {
        with_word(self.convention(), self.info().default, self.part_id())
    }

    /// The ID without a convention word that reads back without any board or graph of the user's.
    fn portable_part_id(&self) -> String;

    /// The canonical ID that reads back without any board or graph of the user's.
    fn portable_id(&self) -> String {
        with_word(
            self.convention(),
            self.info().default,
            self.portable_part_id(),
        )
    }

    /// The scripts that the position's ID needs to be read by another copy of the program.
    fn scripts(&self) -> Vec<ScriptText>;

    /// Who moves, where the position tells it; `None` in impartial games.
    fn mover(&self) -> Option<Player> {
        None
    }

    /// Points so far, in games that count them.
    fn score(&self) -> Option<[u32; 2]> {
        None
    }

    /// Whether no move is left.
    fn is_over(&self) -> bool;

    /// How many moves there are; `None` past 2^63-1.
    fn count_moves(&self) -> Option<u64>;

    /// The legal move that the text means, in its canonical form.
    fn legal(&self, text: &str) -> Result<Choice, MoveError>;

    /// The legal moves that contain everything picked, at most `most`, in board order. `to` is not filled in.
    fn choices(&self, picked: &[Site], most: usize) -> Choices;

    /// Plays a move.
    fn play(&mut self, text: &str) -> Result<Turn, MoveError>;

    /// The position after a move, and whose turn it is there.
    fn after(&self, text: &str) -> Result<(Box<dyn AnyPosition>, Turn), MoveError> {
        let mut after = self.boxed_clone();
        after.play(text).map(|turn| (after, turn))
    }

    /// The bytes of the tables that the ruleset has built so far, as far as they can be large.
    fn memory_used(&self) -> u64;

    /// The drawn board.
    fn scene(&self) -> Scene;

    /// A copy that shares the ruleset and its tables.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;

    /// Another position of the same ruleset, sharing its tables.
    fn with_state(&self, state: Text<'_>) -> Result<Box<dyn AnyPosition>, IdError>;

    /// The positions of which this one is made: the parts of a sum, else itself.
    fn components(&self) -> Vec<Box<dyn AnyPosition>> {
        vec![self.boxed_clone()]
    }

    /// A state of this ruleset that is put together by hand, as [`BoardView::sketch`](crate::rules::BoardView::sketch) says; `None` for a sum.
    fn sketch(&self, _state: &str) -> Option<Sketch> {
        None
    }

    /// The whole analysis.
    fn analysed(&self, ask: Ask, limits: &Limits) -> Result<Analysis, Stop>;

    /// The same, to be run where it may take its time.
    fn analyse(&self, ask: Ask) -> Job<Analysis> {
        let position = self.boxed_clone();
        Box::new(move |limits| position.analysed(ask, limits))
    }

    /// The position's exact value alone.
    fn value(&self, limits: &Limits) -> Result<Value, Stop> {
        Ok(self.analysed(Ask::value(), limits)?.value)
    }

    /// What the perfect opponent plays here; `None` when the game is over.
    fn best(&self, limits: &Limits) -> Result<Option<Choice>, Stop> {
        let ask = Ask {
            best: true,
            ..Ask::value()
        };
        Ok(self.analysed(ask, limits)?.best)
    }

    /// The outcome alone, where that is quicker to have.
    fn outcome(&self, limits: &Limits) -> Result<Outcome, Stop> {
        Ok(self.value(limits)?.outcome)
    }

    /// The first `most` legal moves in board order; `to` is the part's ID after the move where it is not too long.
    fn first_moves(&self, most: usize) -> Vec<Choice>;

    /// The state text of one or two numbers, for tables.
    fn state_of_numbers(&self, numbers: &[u64]) -> String {
        with_commas(numbers)
    }

    /// The position of one or two numbers, for tables.
    fn at_numbers(&self, numbers: &[u64]) -> Result<Box<dyn AnyPosition>, IdError> {
        self.with_state(Text::new(&self.state_of_numbers(numbers)))
    }

    /// The period of the values of single piles, in words, where one is proved by the piles up to `most`.
    fn period(&self, _most: u64, _limits: &Limits) -> Option<String> {
        None
    }

    /// Passes all positions with `stones` stones to `f`, a smallest one first; `false` where the game does not count
    /// stones or cannot have as many.
    fn for_each_of_size(
        &self,
        _stones: u64,
        _f: &mut dyn FnMut(&dyn AnyPosition) -> ControlFlow<()>,
    ) -> bool {
        false
    }

    /// What [`for_each_of_size`](Self::for_each_of_size) counts, in words.
    fn size_noun(&self) -> &'static str {
        "stones"
    }

    /// Another random position of the same ruleset, where its parameters decide what a position can be.
    fn random_position(&self, _pick: &mut dyn FnMut(u64) -> u64) -> Option<Box<dyn AnyPosition>> {
        None
    }

    /// Between which numbers the moves to the end lie, the winner hurrying and the loser delaying, as far as that is
    /// certain without a search; `None` where a position of this size is past what is known of it.
    fn moves_left(&self) -> Option<(u64, u64)> {
        Some((0, u64::MAX))
    }

    /// The ID of the canonical position among those that a symmetry of the board makes equal to this one; `None` for
    /// games without symmetries.
    fn canonical(&self) -> Option<String> {
        None
    }

    /// One ID for all positions that a symmetry of the board or another order of the parts makes equal, as far as the
    /// game knows such.
    fn class(&self) -> String {
        self.id()
    }

    /// Whether a symmetry lets moves be copied; `None` where the state's text shows it.
    fn has_pairing_strategy(&self) -> Option<bool> {
        None
    }

    /// What it is as a part of a sum. Like all that is asked of parts, an error where the players have different moves, or
    /// of a sum itself.
    ///
    /// # Errors
    /// [`Stop::NotProved`] where it is too large.
    fn summand(&self, _limits: &Limits) -> Result<Summand, Stop> {
        no_part(self.info())
    }

    /// The moves that win the sum of this position and `others`; `to` is the part's ID after the move.
    fn winning(
        &self,
        _others: &OtherParts<'_>,
        _most: usize,
        _limits: &Limits,
    ) -> Result<Winning, Stop> {
        no_part(self.info())
    }

    /// The largest heap of Nim that a part is or can become by one move, where it is heaps of Nim; `None` where it has too
    /// many moves to tell.
    fn largest_nim_heap(&self, _limits: &Limits) -> Result<Option<u64>, Stop> {
        no_part(self.info())
    }

    /// The heaps of which a part is made, where they are multiplied in misère quotients.
    fn family(&self) -> Option<HeapFamily<'_>> {
        None
    }

    /// All positions that can be reached in a part; `None` when more than `most`. The moves of the last one are in board
    /// order.
    fn graph(&self, _most: usize, _limits: &Limits) -> Result<Option<Graph>, Stop> {
        no_part(self.info())
    }

    /// The rules of a single heap, in games whose positions are sums of heaps.
    fn heap_rules(&self) -> Option<Box<dyn HeapRules + '_>> {
        None
    }

    /// The board, in games of rings: its shapes have a misère quotient.
    fn ring_board(&self) -> Option<&Board> {
        None
    }
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// That a position is none that can be a part of a sum.
fn no_part<T>(info: &Info) -> Result<T, Stop> {
    Err(Stop::not_proved(format!(
        "{} cannot be a part of a sum",
        info.name
    )))
}

/// The ID with its convention word where that is not the default one.
pub fn with_word(
    convention: Option<Convention>,
    default: Option<Convention>,
    part_id: impl Into<String>,
) -> String {
    let part_id = part_id.into();
    match convention {
        Some(c) if convention != default => [c.word(), " ", &part_id].concat(),
        _ => part_id,
    }
}
