//! The description of a game besides its rules: names, limits, set-up, words; and its catalogue entry, which opens
//! its positions.

use std::sync::Arc;

use super::position::Opened;
use super::{AnyPosition, GameFacts, GamePosition, PositionFacts, SetupForm, Theory};
use crate::rules::{
    BoardView, Claim, Convention, Ending, Figure, IdError, Library, Limits, MoveSet, Notation,
    Reason, Rules, Stop, Text, Value, Visit, with_commas,
};
use crate::solve::Solve;

/// The group of a game in the menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuGroup {
    /// Played on a drawn board.
    Board,
    /// Played with piles of stones, counts or boxes.
    Pile,
    /// Several games at once.
    Sum,
}

/// The numbers over which a table of the game runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No table.
    None,
    /// One number: the state text is [`Info::numbers_text`] of it, from this least number on.
    Single(u64),
    /// Two numbers, from this least number on.
    Pair(u64),
}

/// The theorem, if any, about the positions of a game as parts of a misère sum. In normal play their Grundy values
/// suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisereParts {
    /// They are tame: they add as piles of Nim do.
    Tame,
    /// Some are tame: the game's word and the condition.
    TameWhere(&'static str),
    /// They are rows of stones, which add by the misère rule of Kayles.
    Kayles,
    /// Some are rows of stones: the game's word and the condition.
    KaylesWhere(&'static str),
    /// No theorem applies: such a sum is searched as a whole.
    Searched,
    /// They are never parts of a sum, because the players have different moves or a game may go on for ever.
    Never,
}

/// The catalogue's description of a game.
#[derive(Debug)]
pub struct Info {
    /// The word in IDs.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The moves, in a sentence or two without the ending; letters stand for the parameters.
    pub rule: &'static str,
    /// The name of the last move, or the winner.
    pub ending: Ending,
    /// The default convention; `None` for games without one.
    pub default: Option<Convention>,
    /// The players' names in games where the position determines the player to move; `None` for impartial games.
    pub players: Option<[&'static str; 2]>,
    /// A valid ID.
    pub example: &'static str,
    /// The sizes up to which the game is solved, in words.
    pub limits: &'static str,
    /// The theorem about its positions as parts of a misère sum.
    pub misere_parts: MisereParts,
    /// Its group in the menus.
    pub family: MenuGroup,
    /// The numbers over which `table` runs.
    pub shape: Shape,
    /// Writes the state of one or two numbers, for tables.
    pub numbers_text: fn(&[u64]) -> String,
}

/// Two descriptions are equal if they are of the same game.
impl PartialEq for Info {
    fn eq(&self, other: &Info) -> bool {
        self.id == other.id
    }
}

impl Info {
    /// Returns whether theorems or a search can add its positions to others.
    pub fn is_summand(&self) -> bool {
        self.misere_parts != MisereParts::Never
    }

    /// Returns whether the game is a script: only their words have a slash.
    pub fn is_script(&self) -> bool {
        self.id.contains('/')
    }

    /// The names of the two sides: those of its players, or A and B.
    pub fn sides(&self) -> [&'static str; 2] {
        self.players.unwrap_or(["A", "B"])
    }

    /// The defaults of impartial games: normal play, unless the ID names another convention, with piles, a table by
    /// one number, and misère sums that are searched. A game overrides some fields and takes the rest:
    /// `..Info::IMPARTIAL`.
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
        numbers_text: with_commas::<u64>,
    };

    /// The complete rule in words under a convention, with letters for the parameters.
    pub fn rule_under(&self, convention: Option<Convention>) -> String {
        format!("{} {}", self.rule, self.ending.sentence(convention))
    }
}

/// The proved facts about a position from which its reasons are made.
#[derive(Clone, Copy)]
pub struct Proved<'a, M: Clone + Ord> {
    /// Outcome, remoteness, Grundy value or margin, as far as the game has them.
    pub value: Value,
    /// The perfect opponent's move; `None` when the game is over.
    pub best: Option<&'a M>,
    /// The winning moves.
    pub winning: &'a MoveSet<'a, M>,
}

impl<M: Clone + Ord> Proved<'_, M> {
    /// Returns the claim about the position: its Grundy value where there is one, else the outcome.
    pub fn itself<P, N>(&self, at: P) -> Claim<P, N> {
        match self.value.grundy {
            Some(value) => Claim::Grundy(at, value),
            None => Claim::Outcome(at, self.value.outcome),
        }
    }
}

/// The input of a reason: the ruleset, the position, the proved facts, and the limits of the work.
pub struct Case<'a, G: Game> {
    /// The ruleset.
    pub game: &'a G,
    /// The position.
    pub at: &'a G::Position,
    /// The proved facts about the position.
    pub proved: &'a Proved<'a, G::Move>,
    /// Whether the marks of the reasons are drawn.
    pub drawn: bool,
    /// The limits of the work.
    pub limits: &'a Limits,
}

/// The reasons why a position of this game is won or lost, or why they could not be found.
pub type GameReasons<G> = Result<Vec<Reason<<G as Rules>::Position, <G as Rules>::Move>>, Stop>;

/// A game of the catalogue.
pub trait Listed {
    /// The ruleset type: the game itself, or one shared with related games.
    type Ruleset: Game;

    /// The catalogue's description.
    const INFO: Info;

    /// The form of the set-up screen.
    const SETUP: SetupForm;

    /// Opens the ruleset of these parameters (the pieces of the ID between slashes).
    fn open(
        convention: Convention,
        params: &[Text<'_>],
        library: &Library,
    ) -> Result<Self::Ruleset, IdError>;
}

/// A ruleset: rules, notation, board, solver and reasons.
pub trait Game: Notation + BoardView + Solve + Sized {
    /// Facts that hold for all positions of the ruleset. Asked for once, when it is opened.
    fn facts(&self, _info: &'static Info) -> GameFacts {
        GameFacts::default()
    }

    /// Facts about one position that no search is needed for.
    fn position_facts(&self, _at: &Self::Position) -> PositionFacts {
        PositionFacts::default()
    }

    /// Explains why the position is won or lost: one to six reasons that are true of just this position, with their
    /// claims, made from proved facts. Called only when somebody wants to read them.
    ///
    /// # Errors
    /// [`Stop`] where a claim needs a value that exceeds the limits.
    fn reasons(case: &Case<'_, Self>) -> GameReasons<Self>;

    /// The theory's figure of the position, drawn on its board or next to it.
    fn figure(_case: &Case<'_, Self>) -> Result<Figure, Stop> {
        Ok(Figure::default())
    }

    /// A random position, for games whose parameters restrict the positions; `pick(n)` gives a number from 0 to n-1.
    /// `None` where every random state of the set-up form is valid under all parameters.
    fn random_position(&self, _pick: &mut dyn FnMut(u64) -> u64) -> Option<Self::Position> {
        None
    }

    /// The representative of this position under the symmetries of the board; `None` for games without symmetries.
    /// Trees show such positions once.
    fn canonical_by_symmetry(&self, _at: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Passes all positions with `stones` stones (rows: one for each set of runs) to `f` until it breaks. Returns
    /// `false` where the game does not count stones or cannot have as many.
    fn for_each_of_size(&self, _stones: u64, _f: Visit<'_, Self::Position>) -> bool {
        false
    }

    /// The theorems about the ruleset under its convention; a period that is not known yet is searched for among the
    /// piles up to `most`.
    ///
    /// # Errors
    /// [`Stop`] as `limits` says; that no period is proved is no error.
    fn theory(&self, _most: u64, _limits: &Limits) -> Result<Theory, Stop> {
        Ok(Theory::default())
    }
}

/// A ruleset, its types erased.
pub trait AnyRuleset {
    /// Opens the position of a state.
    ///
    /// # Errors
    /// A text that is no position of the ruleset.
    fn at(self: Arc<Self>, state: Text<'_>) -> Result<Box<dyn AnyPosition>, IdError>;

    /// A random position, where the game generates them itself; `pick(n)` gives a number from 0 to n-1.
    fn random(self: Arc<Self>, pick: &mut dyn FnMut(u64) -> u64) -> Option<Box<dyn AnyPosition>>;
}

impl<G: Game> AnyRuleset for Opened<G> {
    fn at(self: Arc<Self>, state: Text<'_>) -> Result<Box<dyn AnyPosition>, IdError> {
        let at = super::position::read_state(&self.game, state)?;
        Ok(Box::new(GamePosition::new(self, at)))
    }

    fn random(self: Arc<Self>, pick: &mut dyn FnMut(u64) -> u64) -> Option<Box<dyn AnyPosition>> {
        let at = self.game.random_position(pick)?;
        self.game.prepare(&at, &Limits::default()).ok()?;
        Some(Box::new(GamePosition::new(self, at)))
    }
}

/// Erases the type of an opened game of this catalogue entry.
pub fn opened<G: Game>(game: G, info: &'static Info) -> Arc<dyn AnyRuleset> {
    Arc::new(Opened::new(game, info))
}

/// Opens a ruleset from the convention, the parameters, and the user's boards and graphs.
pub type OpenRuleset =
    fn(Convention, &[Text<'_>], &Library) -> Result<Arc<dyn AnyRuleset>, IdError>;

/// A game of the catalogue, its types erased.
pub struct Entry {
    /// The catalogue's description.
    pub info: &'static Info,
    /// The form of the set-up screen.
    pub setup: &'static SetupForm,
    /// Opens the ruleset of these parameters: [`Listed::open`].
    pub ruleset: OpenRuleset,
}

impl Entry {
    /// Opens a position from the convention, the parameters, the state, and the user's boards and graphs.
    pub fn open(
        &self,
        convention: Convention,
        params: &[Text<'_>],
        state: Text<'_>,
        library: &Library,
    ) -> Result<Box<dyn AnyPosition>, IdError> {
        (self.ruleset)(convention, params, library)?.at(state)
    }
}

/// The catalogue's entry of a game.
pub const fn entry<L: Listed<Ruleset: 'static>>() -> Entry {
    Entry {
        info: &L::INFO,
        setup: &L::SETUP,
        ruleset: |convention, params, library| {
            Ok(opened(L::open(convention, params, library)?, &L::INFO))
        },
    }
}
