//! What a game has besides its rules: names, limits, set-up, words; and its entry in the catalogue, which opens its positions.

use std::sync::Arc;

use super::{AnyPosition, GamePosition, SetupForm};
use crate::rules::{
    BoardView, Claim, Convention, Ending, Figure, IdError, Library, Limits, MoveSet, Notation,
    Reason, Rules, ScriptText, Stop, Text, Value, Visit, with_commas,
};
use crate::solve::Solve;
use crate::solve::quotient::HeapRules;
use crate::solve::rings::Board;

/// What kind of game it is: how the menus group the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuGroup {
    /// Played on a drawn board.
    Board,
    /// Played with piles of stones, counts or boxes.
    Pile,
    /// Several games at once.
    Sum,
}

/// Which positions a table of the game runs over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No table.
    None,
    /// One number: the state text is [`Game::state_of_numbers`] of it, from this least number on.
    Single(u64),
    /// Two numbers, from this least number on.
    Pair(u64),
}

/// Which theorem, if any, tells what the positions of a game are as parts of a misère sum. In normal play their Grundy
/// values tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisereParts {
    /// They are tame: they add as piles of Nim do.
    Tame,
    /// Some are tame: the game's word and which ones.
    TameWhere(&'static str),
    /// They are rows of stones, which add by the misère rule of Kayles.
    Kayles,
    /// Some are rows of stones: the game's word and which ones.
    KaylesWhere(&'static str),
    /// None does: such a sum is searched as a whole.
    Searched,
    /// They are never parts of a sum: the players have different moves.
    Never,
}

/// What the catalogue says of a game.
#[derive(Debug)]
pub struct Info {
    /// The word in IDs.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// What a move is, in a sentence or two without the ending; letters stand for the parameters.
    pub rule: &'static str,
    /// What the last move is called, or who wins.
    pub ending: Ending,
    /// The default convention; `None` for games without one.
    pub default: Option<Convention>,
    /// The players' names in games where the position tells who moves; `None` for impartial games.
    pub players: Option<[&'static str; 2]>,
    /// An ID that reads.
    pub example: &'static str,
    /// How far it is solved, in words.
    pub limits: &'static str,
    /// What its positions are as parts of a misère sum.
    pub misere_parts: MisereParts,
    /// How the menus group it.
    pub family: MenuGroup,
    /// What `table` runs over.
    pub shape: Shape,
}

impl Info {
    /// What most impartial games say: normal play, unless the ID says other, with piles, a table by one number, and
    /// misère sums that are searched. A game writes what is its own, and takes the rest: `..Info::IMPARTIAL`.
    pub const IMPARTIAL: Info = Info {
        id: "",
        name: "",
        rule: "",
        ending: Ending::NoMove,
        default: Some(Convention::Normal),
        players: None,
        example: "",
        limits: "",
        misere_parts: MisereParts::Searched,
        family: MenuGroup::Pile,
        shape: Shape::Single(0),
    };

    /// The whole rule in words, as it is played under a convention, with letters for the parameters.
    pub fn rule_under(&self, convention: Option<Convention>) -> String {
        format!("{} {}", self.rule, self.ending.sentence(convention))
    }
}

/// What is proved of a position when its reasons are made.
#[derive(Clone, Copy)]
pub struct Proved<'a, M: Clone + Ord> {
    /// Outcome, remoteness, Grundy value or margin, as far as the game has them.
    pub value: Value,
    /// What the perfect opponent plays; `None` when the game is over.
    pub best: Option<&'a M>,
    /// The winning moves.
    pub winning: &'a MoveSet<'a, M>,
}

impl<M: Clone + Ord> Proved<'_, M> {
    /// What is proved of the position, as a claim on it: its Grundy value where there is one, else the outcome.
    pub fn itself<P, N>(&self, at: P) -> Claim<P, N> {
        match self.value.grundy {
            Some(value) => Claim::Grundy(at, value),
            None => Claim::Outcome(at, self.value.outcome),
        }
    }
}

/// What a reason may use: the ruleset, the position, what is proved of it, and the limits of the work.
pub struct Case<'a, G: Game> {
    /// The ruleset.
    pub game: &'a G,
    /// The position.
    pub at: &'a G::Position,
    /// What is proved of it.
    pub proved: &'a Proved<'a, G::Move>,
    /// The limits of the work.
    pub limits: &'a Limits,
}

/// Why a position of this game is won or lost, or why that could not be found out.
pub type GameReasons<G> = Result<Vec<Reason<<G as Rules>::Position, <G as Rules>::Move>>, Stop>;

/// A game of the catalogue.
pub trait Listed {
    /// What its rulesets are: the game itself, or what it shares with others of its kind.
    type Ruleset: Game;

    /// What the catalogue says.
    const INFO: Info;

    /// What the set-up screen offers.
    const SETUP: SetupForm;

    /// The ruleset of these parameters (the pieces of the ID between slashes).
    fn open(
        convention: Convention,
        params: &[Text<'_>],
        library: &Library,
    ) -> Result<Self::Ruleset, IdError>;
}

/// A ruleset: rules, notation, board, solver and reasons.
pub trait Game: Notation + BoardView + Solve + Sized {
    /// The scripts that the game is written in: what reads its IDs anywhere.
    fn scripts(&self) -> Vec<ScriptText> {
        Vec::new()
    }

    /// The bytes of the tables built so far, in games whose tables can be large: by them it is decided how many
    /// rulesets are kept for the next question.
    fn memory_used(&self) -> u64 {
        0
    }

    /// The whole rule with the numbers of this ruleset: what [`Info::rule_under`] says where there are none.
    fn rule_under(&self, info: &Info, convention: Option<Convention>) -> String {
        info.rule_under(convention)
    }

    /// Why the position is won or lost: one to six reasons that are true of just this position, with their claims, made
    /// from what is already proved. Only asked for when somebody wants to read them.
    ///
    /// # Errors
    /// [`Stop`] where a claim needs a value that the limits do not leave room for.
    fn reasons(case: &Case<'_, Self>) -> GameReasons<Self>;

    /// What the theory says of the position, drawn on its board or next to it.
    fn figure(_case: &Case<'_, Self>) -> Result<Figure, Stop> {
        Ok(Figure::default())
    }

    /// A random position, where the parameters decide what a position can be; `pick(n)` gives a number from 0 to
    /// n-1. `None` where every state that the set-up form makes at random reads under all parameters.
    fn random_position(&self, _pick: &mut dyn FnMut(u64) -> u64) -> Option<Self::Position> {
        None
    }

    /// Between which numbers the moves to the end lie, the winner hurrying and the loser delaying, as far as that is
    /// certain without a search; `None` where a position of this size is past what is known of it.
    fn moves_left(&self, _at: &Self::Position) -> Option<(u64, u64)> {
        Some((0, u64::MAX))
    }

    /// The canonical position among those that a symmetry of the board makes equal; `None` for games without
    /// symmetries. Trees show such positions once.
    fn canonical_by_symmetry(&self, _at: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Passes all positions with `stones` stones (rows: one for each set of runs) to `f` until it breaks; `false`
    /// where the game does not count stones or cannot have as many.
    fn for_each_of_size(&self, _stones: u64, _f: Visit<'_, Self::Position>) -> bool {
        false
    }

    /// What [`Game::for_each_of_size`] counts, in words.
    fn size_noun(&self) -> &'static str {
        "stones"
    }

    /// The state text of one or two numbers, for tables.
    fn state_of_numbers(&self, numbers: &[u64]) -> String {
        with_commas(numbers)
    }

    /// The rules of a single heap, in games whose positions are sums of heaps: what the misère quotient is computed from.
    fn heap_rules(&self) -> Option<Box<dyn HeapRules + '_>> {
        None
    }

    /// The board, in games of rings: its shapes have a misère quotient.
    fn ring_board(&self) -> Option<&Board> {
        None
    }

    /// Whether a symmetry lets moves be copied; `None`, the default, where the state's text shows it: it reads the same
    /// from both ends, or its numbers come in pairs.
    fn has_pairing_strategy(&self, _at: &Self::Position) -> Option<bool> {
        None
    }

    /// The period of the values of single piles, in words, where one is proved by the piles up to `most`.
    fn period(&self, _most: u64, _limits: &Limits) -> Option<String> {
        None
    }
}

/// A ruleset, its types erased.
pub trait AnyRuleset {
    /// The position of that state, of the game that the catalogue says this of.
    fn at(
        self: Arc<Self>,
        info: &'static Info,
        state: Text<'_>,
    ) -> Result<Box<dyn AnyPosition>, IdError>;

    /// A random position, where the game makes one itself; `pick(n)` gives a number from 0 to n-1.
    fn random(
        self: Arc<Self>,
        info: &'static Info,
        pick: &mut dyn FnMut(u64) -> u64,
    ) -> Option<Box<dyn AnyPosition>>;
}

impl<G: Game> AnyRuleset for G {
    fn at(
        self: Arc<Self>,
        info: &'static Info,
        state: Text<'_>,
    ) -> Result<Box<dyn AnyPosition>, IdError> {
        let at = super::position::read_state(&*self, state)?;
        Ok(Box::new(GamePosition::new(self, info, at)))
    }

    fn random(
        self: Arc<Self>,
        info: &'static Info,
        pick: &mut dyn FnMut(u64) -> u64,
    ) -> Option<Box<dyn AnyPosition>> {
        let at = self.random_position(pick)?;
        self.prepare(&at, &Limits::default()).ok()?;
        Some(Box::new(GamePosition::new(self, info, at)))
    }
}

/// Opens a ruleset: convention, parameters, boards and graphs of the user's.
pub type OpenRuleset =
    fn(Convention, &[Text<'_>], &Library) -> Result<Arc<dyn AnyRuleset>, IdError>;

/// A game of the catalogue, its types erased.
pub struct Entry {
    /// What the catalogue says.
    pub info: &'static Info,
    /// What the set-up screen offers.
    pub setup: &'static SetupForm,
    /// The ruleset of these parameters: [`Listed::open`].
    pub ruleset: OpenRuleset,
}

impl Entry {
    /// Opens a position: convention, parameters, state, boards and graphs of the user's.
    pub fn open(
        &self,
        convention: Convention,
        params: &[Text<'_>],
        state: Text<'_>,
        library: &Library,
    ) -> Result<Box<dyn AnyPosition>, IdError> {
        (self.ruleset)(convention, params, library)?.at(self.info, state)
    }
}

/// The catalogue's entry of a game.
pub const fn entry<L: Listed<Ruleset: 'static>>() -> Entry {
    Entry {
        info: &L::INFO,
        setup: &L::SETUP,
        ruleset: |convention, params, library| Ok(Arc::new(L::open(convention, params, library)?)),
    }
}
