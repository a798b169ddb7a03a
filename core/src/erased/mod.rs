//! Type-erased games, as used by the interface, the command line, the opponent and the store.

mod alike;
mod analysis;
pub mod answer;
mod examples;
mod facts;
mod game;
mod param;
mod position;
mod setup;
mod theory;

pub use alike::{in_rows, question_key};
pub use analysis::{Analysis, Ask, Choice, Choices, LegalMove, PerfectLine, Winning, bounded};
pub use facts::{Facts, GameFacts, PositionFacts, Ruleset};
pub use game::{
    AnyRuleset, Case, Entry, Explanation, Game, GameReasons, Info, Listed, MenuGroup, MisereParts,
    OpenGame, OpenRuleset, Positions, Proved, Shape, entry, opened, random_position,
};
pub use param::{Param, ParamForm, Variant};
pub use position::GamePosition;
pub use setup::{Field, FieldKind, FieldValues, SetupForm};
pub use theory::{ProvedRule, Theory};

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::rules::{
    Convention, IdError, Limits, MoveError, Outcome, Player, Scene, ScriptText, Site, Sketch,
    Standing, Stop, Text, Value,
};
use crate::solve::Want;
use crate::solve::graph::Graph;
use crate::solve::quotient::{HeapFamily, HeapRules};
use crate::solve::rings::Board;
use crate::solve::sums::{OtherParts, Summand};

/// A computation that can be sent to another thread.
pub type Job<T> = Box<dyn FnOnce(&Limits) -> Result<T, Stop> + Send>;

/// The effect of a move on the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The opponent is to move.
    Passed,
    /// The player who moved is to move again.
    Kept,
}

/// A position of any game. Moves are passed as text.
pub trait AnyPosition: Send {
    /// The ruleset: the game's entry in the catalogue, the convention, and the facts about all its positions.
    fn ruleset(&self) -> &Ruleset;

    /// Returns the complete rule under the convention played.
    fn rule(&self) -> String;

    /// Facts about the position, for code that is shared by all games.
    fn facts(&self) -> Facts;

    /// The canonical ID without a convention word: `GAME[/PARAMETER...]:STATE`, or several such IDs joined by plus
    /// signs.
    fn part_id(&self) -> String;

    /// Describes a legal move. Returns the text of an illegal move unchanged.
    fn words(&self, text: &str, length: Length) -> String;

    /// The player to move and the points so far, in games whose positions determine them.
    fn standing(&self) -> Standing {
        Standing::default()
    }

    /// The number of legal moves; `None` if there are more than 2^63-1, or if the list of moves is incomplete.
    fn count_moves(&self) -> Option<u64>;

    /// Parses a legal move and returns it with its canonical text.
    fn legal(&self, text: &str) -> Result<Choice, MoveError>;

    /// Lists at most `most` legal moves whose sites include all of `picked`, in board order. Their `to` is `None`.
    fn choices(&self, picked: &[Site], most: usize) -> Choices;

    /// Returns the first `most` legal moves in board order. Their `to` is the [part ID](AnyPosition::part_id) after the
    /// move, or `None` if the ID is too long.
    fn first_moves(&self, most: usize) -> Vec<Choice>;

    /// Plays a move.
    fn play(&mut self, text: &str) -> Result<Turn, MoveError>;

    /// The board as drawn during play, with notes.
    fn scene(&self) -> Scene;

    /// A copy that shares the ruleset and its tables.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;

    /// Returns another position of the same ruleset, sharing its tables. If the text is a [draft](Text::as_draft), no
    /// script is run to prepare the position.
    fn with_state(&self, state: Text<'_>) -> Result<Box<dyn AnyPosition>, IdError>;

    /// The components of this position: the parts of a sum, otherwise the position itself.
    fn components(&self) -> Vec<Box<dyn AnyPosition>> {
        vec![self.boxed_clone()]
    }

    /// Sketches a state of this ruleset that is being edited by hand; `None` for a sum.
    fn sketch(&self, _state: &str) -> Option<Sketch> {
        None
    }

    /// Asks a script for the descriptions of its moves in advance, so that [`AnyPosition::words`] need not wait for the
    /// script.
    ///
    /// # Errors
    /// Returns [`Stop`] if the script fails or `limits` stop it.
    fn learn_words(&self, _limits: &Limits) -> Result<(), Stop> {
        Ok(())
    }

    /// Analyses the position on the current thread.
    fn analysed(&self, ask: Ask, limits: &Limits) -> Result<Analysis, Stop>;

    /// Analyses the position and appends the [answer](answer::write) to `out`.
    ///
    /// # Errors
    /// Returns [`Stop`] and leaves `out` unchanged if the position cannot be analysed.
    fn write_answer(&self, ask: Ask, limits: &Limits, out: &mut Vec<u8>) -> Result<(), Stop>;

    /// Computes the exact value without analysing the moves. With [`Want::Outcome`], computes only the outcome, which
    /// may be faster.
    fn prove(&self, _want: Want, limits: &Limits) -> Result<Value, Stop> {
        Ok(self.analysed(Ask::value(), limits)?.value)
    }

    /// Returns the best move; `None` when the game is over.
    fn best(&self, limits: &Limits) -> Result<Option<Choice>, Stop> {
        let ask = Ask {
            best: true,
            ..Ask::value()
        };
        Ok(self.analysed(ask, limits)?.best)
    }

    /// The theorems about the ruleset, as in [`Game::theory`]; empty for sums.
    ///
    /// # Errors
    /// Returns [`Stop`] if `limits` stop the search.
    fn theory(&self, _most: u64, _limits: &Limits) -> Result<Theory, Stop> {
        Ok(Theory::default())
    }

    /// Passes positions of the same ruleset to `f`, as [`Game::positions`] does.
    fn positions(
        &self,
        _kind: Positions<'_>,
        _f: &mut dyn FnMut(&dyn AnyPosition) -> ControlFlow<()>,
    ) -> bool {
        false
    }

    /// The ID of this position's equivalence class. Equivalent positions differ only by a symmetry of the board or by
    /// the order of the parts.
    fn class(&self) -> String;

    /// The position as a part of a sum.
    ///
    /// # Errors
    /// Returns [`Stop::NotProved`] for sums and for games without a convention.
    fn as_part(&self) -> Result<&dyn Part, Stop> {
        no_part(self.ruleset().info)
    }

    /// The rules of the heaps, if the positions of the ruleset are sums of heaps or of groups of rings.
    fn heaps(&self) -> Option<HeapFamily<'_>> {
        None
    }
}

/// A position that can be part of a sum.
pub trait Part: AnyPosition {
    /// The properties of the position as a component of a sum.
    ///
    /// # Errors
    /// Returns [`Stop::NotProved`] if the position is too large.
    fn summand(&self, limits: &Limits) -> Result<Summand, Stop>;

    /// Lists the first `listed` moves that win the sum of this position and `others`, and counts all winning moves. The
    /// `to` of a move is the part's ID after the move. The count is `None` if more than `most` moves would have to be
    /// tested individually.
    ///
    /// # Errors
    /// Returns [`Stop::NotProved`] if the position is too large.
    fn winning(
        &self,
        others: &OtherParts<'_>,
        listed: usize,
        most: usize,
        limits: &Limits,
    ) -> Result<Winning, Stop>;

    /// Returns the size of the largest Nim heap in the position and its options. Only positions that equal sums of Nim
    /// heaps in misère play are considered. Returns 0 if there are none, and `None` if there are too many moves to
    /// check.
    ///
    /// # Errors
    /// Returns [`Stop::NotProved`] if the position is too large.
    fn largest_nim_heap(&self, limits: &Limits) -> Result<Option<u64>, Stop>;

    /// Explores all reachable positions. Returns `None` if there are more than `most` positions, or if the positions
    /// might not fit into memory. The start is the last position of the graph, and the moves of the start are in board
    /// order.
    ///
    /// # Errors
    /// Returns [`Stop::NotProved`] if the position is too large.
    fn graph(&self, most: usize, limits: &Limits) -> Result<Option<Graph>, Stop>;
}

/// The length of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// The complete description.
    Full,
    /// The description without the nouns that the board shows.
    Brief,
}

impl dyn AnyPosition + '_ {
    /// Describes a legal move: `take 2 from pile 1` or, in a sum, `Nim: take 2 from pile 1`. Returns the text of an
    /// illegal move unchanged.
    pub fn move_words(&self, text: &str) -> String {
        self.words(text, Length::Full)
    }

    /// Like `move_words`, but without the nouns that the board shows: `split 5 into 1 and 4`.
    pub fn brief_words(&self, text: &str) -> String {
        self.words(text, Length::Brief)
    }

    /// Returns the position that results from parsing this position's ID. A script's ID contains no points, so the
    /// margin of the returned position counts only future points.
    pub fn as_written(&self) -> Box<dyn AnyPosition> {
        let read = match self.score() {
            None | Some([0, 0]) => None,
            Some(_) => self
                .with_state(Text::new(&self.facts().state).as_draft())
                .ok(),
        };
        read.unwrap_or_else(|| self.boxed_clone())
    }

    /// Computes only the exact value.
    pub fn value(&self, limits: &Limits) -> Result<Value, Stop> {
        self.prove(Want::Value, limits)
    }

    /// Computes only the outcome, which may be faster than computing the value.
    pub fn outcome(&self, limits: &Limits) -> Result<Outcome, Stop> {
        Ok(self.prove(Want::Outcome, limits)?.outcome)
    }

    /// Passes all positions of the size `stones` to `f` until `f` returns `Break`. Returns `false` if the game does not
    /// list positions by size or has none of this size.
    pub fn for_each_of_size(
        &self,
        stones: u64,
        f: &mut dyn FnMut(&dyn AnyPosition) -> ControlFlow<()>,
    ) -> bool {
        self.positions(Positions::OfSize(stones), f)
    }

    /// Returns a random position of the same ruleset; `None` if the game leaves random positions to its set-up form.
    pub fn random_position(
        &self,
        pick: &mut dyn FnMut(u64) -> u64,
    ) -> Option<Box<dyn AnyPosition>> {
        let mut found = None;
        self.positions(Positions::Random(pick), &mut |at| {
            found = Some(at.boxed_clone());
            ControlFlow::Break(())
        });
        found
    }

    /// The game's entry in the catalogue.
    pub fn info(&self) -> &'static Info {
        self.ruleset().info
    }

    /// The convention played; `None` for games without one.
    pub fn convention(&self) -> Option<Convention> {
        self.ruleset().convention
    }

    /// The player to move, if the position determines the player; `None` in impartial games.
    pub fn mover(&self) -> Option<Player> {
        self.standing().mover
    }

    /// Returns whether no move is left.
    pub fn is_over(&self) -> bool {
        self.count_moves() == Some(0)
    }

    /// Returns examples of legal moves with their meaning, such as `1-2 (take 2 from pile 1)`. Returns one example for
    /// each kind of move, at most three; for a sum, only one.
    pub fn examples(&self) -> Vec<String> {
        const SEEN: usize = 200;
        let is_sum = self.info().family == MenuGroup::Sum;
        let seen = self.choices(&[], if is_sum { 1 } else { SEEN }).list;
        let told = |m: Choice| (self.move_words(&m.text), m.text);
        examples::clearest(seen.into_iter().map(told))
    }

    /// The points so far, in games that count points.
    pub fn score(&self) -> Option<[i64; 2]> {
        self.standing().score
    }

    /// The points so far, if the position's ID determines them. A script's points are known only within a match.
    pub fn written_score(&self) -> Option<[i64; 2]> {
        self.score().filter(|_| self.scripts().is_empty())
    }

    /// The ruleset's own name, such as `Powers of 2`, or else the game's name.
    pub fn name(&self) -> &str {
        self.ruleset().name()
    }

    /// The scripts that another instance of the program needs to parse the position's ID.
    pub fn scripts(&self) -> &[ScriptText] {
        &self.ruleset().facts.scripts
    }

    /// The rules of a single heap, in games whose positions are sums of heaps.
    pub fn heap_rules(&self) -> Option<Arc<dyn HeapRules + '_>> {
        self.heaps().filter(|heaps| heaps.board.is_none())?.rules
    }

    /// The board whose groups of rings count as heaps; `None` except in games of rings.
    pub fn ring_board(&self) -> Option<&Board> {
        self.heaps()?.board
    }

    /// The properties of the position as a component of a sum.
    ///
    /// # Errors
    /// Returns [`Stop::NotProved`] if the position cannot be part of a sum, or is too large.
    pub fn summand(&self, limits: &Limits) -> Result<Summand, Stop> {
        self.as_part()?.summand(limits)
    }

    /// The game and the convention played, as shown to users: `Hexagram star, misère`.
    pub fn title(&self) -> String {
        match self.convention() {
            Some(convention) => format!("{}, {}", self.info().name, convention.name()),
            None => self.info().name.to_owned(),
        }
    }

    /// The canonical ID.
    pub fn id(&self) -> String {
        with_word(self.convention(), self.info().default, self.part_id())
    }

    /// The canonical ID in a form that can be parsed without the user's boards and graphs.
    pub fn portable_id(&self) -> String {
        let portable = |part: &dyn AnyPosition| {
            let ruleset = part.ruleset();
            let params = ruleset.facts.portable_params.as_ref();
            let params = params.unwrap_or(&ruleset.facts.params);
            format!("{}{params}:{}", ruleset.info.id, part.facts().state)
        };
        let parts = self.components();
        let parts: Vec<String> = parts.iter().map(|part| portable(&**part)).collect();
        with_word(self.convention(), self.info().default, parts.join(" + "))
    }

    /// Returns the position after a move, and the effect of the move on the turn.
    ///
    /// # Errors
    /// Returns [`MoveError`] if the move is not legal.
    pub fn after(&self, text: &str) -> Result<(Box<dyn AnyPosition>, Turn), MoveError> {
        let mut after = self.boxed_clone();
        after.play(text).map(|turn| (after, turn))
    }

    /// Returns a job that analyses the position. The job may be sent to another thread.
    pub fn analyse(&self, ask: Ask) -> Job<Analysis> {
        let position = self.boxed_clone();
        Box::new(move |limits| position.analysed(ask, limits))
    }

    /// Returns the position that a number, or a pair of numbers, identifies in the game's table.
    ///
    /// # Errors
    /// Returns [`IdError`] if the ruleset has no such position.
    pub fn at_numbers(&self, numbers: &[u64]) -> Result<Box<dyn AnyPosition>, IdError> {
        self.with_state(Text::new(&(self.info().numbers_text)(numbers)))
    }

    /// Returns the ID of this position's representative under the board's symmetries; `None` in games without
    /// symmetries.
    pub fn canonical(&self) -> Option<String> {
        let has_symmetries = self.ruleset().facts.has_symmetries;
        has_symmetries.then(|| self.class())
    }
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

fn no_part<T>(info: &Info) -> Result<T, Stop> {
    Err(Stop::not_proved(tr!(
        "{name} cannot be a part of a sum",
        name = info.name
    )))
}

/// Puts the convention word before an ID, unless the convention is the game's default.
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
