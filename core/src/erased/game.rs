//! Defines the trait [`Game`], and the catalogue entries, which describe the games and open their positions.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use super::position::Opened;
use super::{
    AnyPosition, GameFacts, GamePosition, Param, PositionFacts, SetupForm, Theory, Variant,
};
use crate::language::{self, text};
use crate::rules::{
    BoardView, Claim, Convention, Ending, Figure, IdError, Library, Limits, MoveSet, Notation,
    Outcome, Reason, Rules, Site, Stop, Text, Value, Visit, keeps_turn, with_commas,
};
use crate::solve::{Solve, Values, outcome_for_mover, wins_by};

/// The group of a game in the menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuGroup {
    /// Played on a drawn board.
    Board,
    /// Played with piles of stones, counts or boxes.
    Pile,
    /// A sum of several games.
    Sum,
}

/// The numbering of the positions in a game's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No table.
    None,
    /// A single number, at least the given minimum. [`Info::numbers_text`] turns the number into a state.
    Single(u64),
    /// A pair of numbers, each at least the given minimum.
    Pair(u64),
}

/// The theorem that applies to a game's positions in a misère sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisereParts {
    /// The positions are tame: in a sum, they behave like piles of Nim.
    Tame,
    /// Some positions are tame; the string names the game and states the condition.
    TameWhere(&'static str),
    /// The positions are rows of stones; sums of rows follow the misère rule of Kayles.
    Kayles,
    /// Some positions are rows of stones; the string names the game and states the condition.
    KaylesWhere(&'static str),
    /// No theorem applies: a sum with such a part is searched as a whole.
    Searched,
    /// The positions are never parts of a sum.
    Never,
}

/// The catalogue's description of a game.
#[derive(Debug)]
pub struct Info {
    /// The game's name in IDs.
    pub id: &'static str,
    /// The name shown to users.
    pub name: &'static str,
    /// One or two sentences that describe the moves but not the ending. Letters stand for the parameters.
    pub rule: &'static str,
    /// The end of the game, and the rule that decides the winner.
    pub ending: Ending,
    /// The default convention; `None` for games without one.
    pub default: Option<Convention>,
    /// The players' names, in games whose positions determine the player to move; `None` for impartial games.
    pub players: Option<[&'static str; 2]>,
    /// The parameters, which come between the name and the colon of an ID.
    pub params: &'static [Param],
    /// A valid ID.
    pub example: &'static str,
    /// A description of the sizes up to which the game is solved.
    pub limits: &'static str,
    /// The theorem about the game's positions as parts of a misère sum.
    pub misere_parts: MisereParts,
    /// The game's group in the menus.
    pub family: MenuGroup,
    /// The numbering of the positions in the game's table.
    pub shape: Shape,
    /// Returns the state of the position with the given number, or pair of numbers, in the table.
    pub numbers_text: fn(&[u64]) -> String,
    /// Describes the positions of the table in terms of their numbers: `a single pile of n stones`. A single number is
    /// called n; the numbers of a pair are called a and b. Empty if the game has no table.
    pub numbered: &'static str,
    /// The singular and the plural noun for the numbers that make up a state, such as `pile` and `piles`.
    pub nouns: [&'static str; 2],
}

impl PartialEq for Info {
    fn eq(&self, other: &Info) -> bool {
        self.id == other.id
    }
}

impl Info {
    /// Returns whether the game's positions can be parts of a sum.
    pub fn is_summand(&self) -> bool {
        self.misere_parts != MisereParts::Never
    }

    /// Returns whether the game is a script. Only scripts have a slash in their names.
    pub fn is_script(&self) -> bool {
        self.id.contains('/')
    }

    /// Returns this description in the user's language. Each game is translated once, and the translation is never
    /// freed.
    pub fn spoken(&'static self) -> &'static Info {
        static TRANSLATED: Mutex<BTreeMap<&str, &Info>> = Mutex::new(BTreeMap::new());
        if language::is_english() {
            return self;
        }
        let translate = || Info {
            name: text(self.name),
            rule: text(self.rule),
            ending: match self.ending {
                Ending::LastMove(does) => Ending::LastMove(text(does)),
                Ending::NoMove => Ending::NoMove,
                Ending::Always(sentence) => Ending::Always(text(sentence)),
            },
            limits: text(self.limits),
            numbered: text(self.numbered),
            nouns: self.nouns.map(text),
            misere_parts: match self.misere_parts {
                MisereParts::TameWhere(which) => MisereParts::TameWhere(text(which)),
                MisereParts::KaylesWhere(which) => MisereParts::KaylesWhere(text(which)),
                other => other,
            },
            ..*self
        };
        let mut translated = TRANSLATED.lock().unwrap_or_else(PoisonError::into_inner);
        translated
            .entry(self.id)
            .or_insert_with(|| Box::leak(Box::new(translate())))
    }

    /// The names of the two sides; A and B in impartial games.
    pub fn sides(&self) -> [&'static str; 2] {
        self.players.unwrap_or(["A", "B"])
    }

    /// The defaults for impartial games, used as `..Info::IMPARTIAL`.
    pub const IMPARTIAL: Info = Info {
        id: "",
        name: "",
        rule: "",
        ending: Ending::NoMove,
        default: Some(Convention::Normal),
        players: None,
        params: &[],
        example: "",
        limits: "",
        misere_parts: MisereParts::Searched,
        family: MenuGroup::Pile,
        shape: Shape::Single(0),
        numbers_text: with_commas::<u64>,
        numbered: tr_key!("a single pile of n stones"),
        nouns: [tr_key!("pile"), tr_key!("piles")],
    };

    /// Returns the complete rule under a convention, with letters for the parameters.
    pub fn rule_under(&self, convention: Option<Convention>) -> String {
        format!("{} {}", self.rule, self.ending.sentence(convention))
    }
}

/// The proved facts about a position, from which the reasons follow.
#[derive(Clone, Copy)]
pub struct Proved<'a, M: Clone + Ord> {
    /// The outcome, and the remoteness, Grundy value or margin if they are known.
    pub value: Value,
    /// The move that the reasons explain: the recommended move, if any, or else the best move. `None` when the game is
    /// over.
    pub best: Option<&'a M>,
    /// The winning moves.
    pub winning: &'a MoveSet<'a, M>,
}

/// The input of [`Game::explain`].
pub struct Case<'a, G: Game> {
    /// The ruleset.
    pub game: &'a G,
    /// The position.
    pub at: &'a G::Position,
    /// The proved facts about the position.
    pub proved: &'a Proved<'a, G::Move>,
    /// The convention; normal play in games without one.
    pub convention: Convention,
    /// Whether to draw the [`Figure`] and the reasons' marks.
    pub drawn: bool,
    /// The limits on the computation.
    pub limits: &'a Limits,
}

impl<G: Game> Case<'_, G> {
    /// Returns whether the player to move wins.
    pub fn is_won(&self) -> bool {
        self.proved.value.outcome == Outcome::Win
    }

    /// The position after a move.
    pub fn after(&self, m: &G::Move) -> G::Position {
        self.game.play(self.at, m)
    }

    /// The legal moves.
    pub fn moves(&self) -> MoveSet<'_, G::Move> {
        self.game.moves(self.at)
    }

    /// The number of legal moves; `None` if it is unknown or too large.
    pub fn count_moves(&self) -> Option<u64> {
        self.moves().count()
    }

    /// The sites of a move.
    pub fn sites(&self, m: &G::Move) -> Vec<Site> {
        self.game.sites(self.at, m)
    }

    /// Returns whether the same player moves again at `to`, the position after a move.
    pub fn keeps_turn(&self, to: &G::Position) -> bool {
        keeps_turn(self.game, self.at, to)
    }

    /// Returns the outcome for the player who moved to `to`. `outcome` is the outcome for the player to move there.
    pub fn for_mover(&self, to: &G::Position, outcome: Outcome) -> Outcome {
        outcome_for_mover(self.game, self.at, to, outcome)
    }

    /// Returns whether a move wins.
    ///
    /// # Errors
    /// Returns [`Stop`] if the solver fails or is interrupted.
    pub fn wins_by(&self, m: &G::Move) -> Result<bool, Stop> {
        wins_by(self.game, self.at, m, self.limits)
    }

    /// The best reply to a move; `None` if the move ends the game.
    ///
    /// # Errors
    /// Returns [`Stop`] if the solver fails or is interrupted.
    pub fn answer(&self, m: &G::Move) -> Result<Option<G::Move>, Stop> {
        self.limits.check()?;
        self.game.best(&self.after(m), self.limits)
    }

    /// Returns a claim about the position: its Grundy value if known, and otherwise its outcome.
    pub fn itself(&self) -> Claim<G::Position, G::Move> {
        match self.proved.value.grundy {
            Some(value) => Claim::Grundy(self.at.clone(), value),
            None => self.outcome(),
        }
    }

    /// Returns a claim about the outcome of the position.
    pub fn outcome(&self) -> Claim<G::Position, G::Move> {
        Claim::Outcome(self.at.clone(), self.proved.value.outcome)
    }

    /// Calls `draw` if [`drawn`](Self::drawn) is set; otherwise returns an empty [`Figure`].
    ///
    /// # Errors
    /// Returns any error from `draw`.
    pub fn figure(&self, draw: impl FnOnce(&Self) -> Result<Figure, Stop>) -> Result<Figure, Stop> {
        if self.drawn {
            draw(self)
        } else {
            Ok(Figure::default())
        }
    }

    /// Combines the reasons from `explain` with the [`Figure`] from `draw`.
    ///
    /// # Errors
    /// Returns any error from `explain` or `draw`.
    pub fn explained(
        &self,
        explain: impl FnOnce(&Self) -> GameReasons<G>,
        draw: impl FnOnce(&Self) -> Result<Figure, Stop>,
    ) -> Result<Explanation<G>, Stop> {
        Ok(Explanation {
            reasons: explain(self)?,
            figure: self.figure(draw)?,
        })
    }
}

/// The reasons why a position of this game is won or lost, or the error if they could not be found.
pub type GameReasons<G> = Result<Vec<Reason<<G as Rules>::Position, <G as Rules>::Move>>, Stop>;

/// The reasons for an outcome, and the [`Figure`] that illustrates them.
pub struct Explanation<G: Rules> {
    /// The reasons.
    pub reasons: Vec<Reason<G::Position, G::Move>>,
    /// The values and marks for the board; empty if they were not requested.
    pub figure: Figure,
}

impl<G: Rules> From<Vec<Reason<G::Position, G::Move>>> for Explanation<G> {
    fn from(reasons: Vec<Reason<G::Position, G::Move>>) -> Self {
        Explanation {
            reasons,
            figure: Figure::default(),
        }
    }
}

/// Selects the positions that a game lists.
pub enum Positions<'p> {
    /// One random position. The function returns a random number below its argument. Games may leave random positions
    /// to their set-up form.
    Random(&'p mut dyn FnMut(u64) -> u64),
    /// All positions of the given size, measured in units of [`GameFacts::size_noun`]. Row games yield one position for
    /// each multiset of runs.
    OfSize(u64),
}

/// Returns a random position; `None` if the game leaves random positions to its set-up form.
pub fn random_position<G: Game>(game: &G, pick: &mut dyn FnMut(u64) -> u64) -> Option<G::Position> {
    let mut found = None;
    game.positions(Positions::Random(pick), &mut |at| {
        found = Some(at);
        ControlFlow::Break(())
    });
    found
}

/// A game in the catalogue.
pub trait Listed {
    /// The type of the rulesets: the game itself, or a type that related games share.
    type Ruleset: Game;

    /// The game's description in the catalogue.
    const INFO: Info;

    /// The form of the set-up screen.
    const SETUP: SetupForm;

    /// Opens the ruleset of a variant. The variant's parameters fit [`Info::params`].
    ///
    /// # Errors
    /// Returns [`IdError`] if a parameter that the game parses itself is invalid.
    fn open(variant: &Variant<'_>) -> Result<OpenGame<Self::Ruleset>, IdError>;
}

/// A ruleset, and the facts that hold for all its positions.
pub struct OpenGame<G> {
    /// The ruleset.
    pub game: G,
    /// The facts.
    pub facts: GameFacts,
}

impl<G> From<G> for OpenGame<G> {
    fn from(game: G) -> Self {
        OpenGame {
            game,
            facts: GameFacts::default(),
        }
    }
}

/// A ruleset: the rules, notation, board, solver and reasons.
pub trait Game: Notation + BoardView + Solve + Sized {
    /// Returns the facts about a position that need no search.
    fn position_facts(&self, _at: &Self::Position) -> PositionFacts {
        PositionFacts::default()
    }

    /// Returns the complete rule, with the values of the parameters.
    fn rule(&self, info: &Info, convention: Option<Convention>) -> String {
        info.rule_under(convention)
    }

    /// Explains why the position is won or lost. Returns one to six reasons, with claims that follow from proved facts,
    /// and the theory's [`Figure`].
    ///
    /// # Errors
    /// Returns [`Stop`] if a value for a claim cannot be computed within the limits.
    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop>;

    /// Passes the positions of a kind to `f` until `f` returns `Break`. Returns `false` if the game does not list
    /// positions of the given kind.
    fn positions(&self, _kind: Positions<'_>, _f: Visit<'_, Self::Position>) -> bool {
        false
    }

    /// The theorems about the ruleset under its convention. Searches the piles up to `most` for a period unless one is
    /// known.
    ///
    /// # Errors
    /// Returns [`Stop`] if `limits` stop the search; failing to prove a period is not an error.
    fn theory(&self, _most: u64, _limits: &Limits) -> Result<Theory, Stop> {
        Ok(Theory::default())
    }
}

/// A type-erased ruleset.
pub trait AnyRuleset {
    /// Opens the position with the given state.
    ///
    /// # Errors
    /// Returns [`IdError`] if the text is not a position of the ruleset.
    fn at(self: Arc<Self>, state: Text<'_>) -> Result<Box<dyn AnyPosition>, IdError>;

    /// Returns a random position; `pick(n)` returns a number from 0 to n-1. Returns `None` if the game leaves random
    /// positions to its set-up form.
    ///
    /// # Errors
    /// Returns [`Stop`] if a script fails or is stopped.
    fn random(
        self: Arc<Self>,
        pick: &mut dyn FnMut(u64) -> u64,
    ) -> Result<Option<Box<dyn AnyPosition>>, Stop>;
}

impl<G: Game> AnyRuleset for Opened<G> {
    fn at(self: Arc<Self>, state: Text<'_>) -> Result<Box<dyn AnyPosition>, IdError> {
        let at = super::position::read_state(&self.game, state)?;
        Ok(Box::new(GamePosition::new(self, at)))
    }

    fn random(
        self: Arc<Self>,
        pick: &mut dyn FnMut(u64) -> u64,
    ) -> Result<Option<Box<dyn AnyPosition>>, Stop> {
        let Some(at) = random_position(&self.game, pick) else {
            return Ok(None);
        };
        self.game.prepare(&at, false, &Limits::default())?;
        Ok(Some(Box::new(GamePosition::new(self, at))))
    }
}

/// Erases the type of a ruleset. `params` holds the parameters as written in a canonical ID. If the game sets
/// parameters in its facts, `params` is ignored.
pub fn opened<G: Game>(
    game: OpenGame<G>,
    info: &'static Info,
    convention: Convention,
    params: String,
) -> Arc<dyn AnyRuleset> {
    Arc::new(Opened::new(game, info, convention, params))
}

/// Opens a ruleset, given the convention, the parameters, and the user's library of scripts, boards and graphs.
pub type OpenRuleset =
    fn(Convention, &[Text<'_>], &Library) -> Result<Arc<dyn AnyRuleset>, IdError>;

/// A type-erased game in the catalogue.
pub struct Entry {
    /// The game's description in the catalogue.
    pub info: &'static Info,
    /// The form of the set-up screen.
    pub setup: &'static SetupForm,
    /// Opens a ruleset of the game by calling [`Listed::open`].
    pub ruleset: OpenRuleset,
}

impl Entry {
    /// The entry in the user's language.
    #[must_use]
    pub fn spoken(self) -> Entry {
        Entry {
            info: self.info.spoken(),
            setup: self.setup.spoken(),
            ..self
        }
    }

    /// Opens a position, given the convention, the parameters, the state, and the user's library of scripts, boards and
    /// graphs.
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

/// Creates the catalogue entry of a game.
pub const fn entry<L: Listed<Ruleset: 'static>>() -> Entry {
    Entry {
        info: &L::INFO,
        setup: &L::SETUP,
        ruleset: |convention, params, library| {
            let info = L::INFO.spoken();
            let variant = Variant::read(info, convention, params, library)?;
            let game = L::open(&variant)?;
            Ok(opened(game, info, convention, variant.written()))
        },
    }
}
