//! Facts about rulesets and positions, for pages and commands that do not parse IDs themselves.

use super::{Info, with_word};
use crate::rules::{Convention, Pieces, ScriptText};

/// Facts about a ruleset, provided by its game.
#[derive(Clone, Debug)]
pub struct GameFacts {
    /// The parameters as written in a canonical ID, each after a slash: `/5`. A game sets this field only if it parses
    /// its parameters itself.
    pub params: String,
    /// The parameters with the user's boards and graphs written out instead of named; `None` if these equal `params`.
    pub portable_params: Option<String>,
    /// The ruleset's own name, such as `Powers of 2`; by default [`Info::name`].
    pub name: Option<String>,
    /// The scripts that define the game and are needed to parse its IDs.
    pub scripts: Vec<ScriptText>,
    /// Whether some positions of the ruleset are draws.
    pub can_draw: bool,
    /// Whether play may go on for ever. Endless play counts as a draw.
    pub may_go_on: bool,
    /// Whether the board has symmetries.
    pub has_symmetries: bool,
    /// The unit of the sizes in [`Positions::OfSize`](super::Positions::OfSize), such as `stones`.
    pub size_noun: &'static str,
}

impl Default for GameFacts {
    fn default() -> GameFacts {
        GameFacts {
            params: String::new(),
            portable_params: None,
            name: None,
            scripts: Vec::new(),
            can_draw: false,
            may_go_on: false,
            has_symmetries: false,
            size_noun: tr!("stones"),
        }
    }
}

/// Facts about one position, provided by its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionFacts {
    /// The pieces that a player counts. If `None`, the numbers in the position's text are used instead.
    pub pieces: Option<Pieces>,
    /// A lower and an upper bound on the remoteness, found without a search. `None` for positions too large to be
    /// solved.
    pub moves_left: Option<(u64, u64)>,
    /// Whether a player can copy every move of the opponent, because of a symmetry or pairs of equal pieces. If `None`,
    /// callers derive the answer from the cells or the pieces.
    pub pairing: Option<bool>,
}

impl Default for PositionFacts {
    fn default() -> PositionFacts {
        PositionFacts {
            pieces: None,
            moves_left: Some((0, u64::MAX)),
            pairing: None,
        }
    }
}

impl From<Pieces> for PositionFacts {
    fn from(pieces: Pieces) -> PositionFacts {
        PositionFacts {
            pieces: Some(pieces),
            ..PositionFacts::default()
        }
    }
}

/// A game with its parameters and its convention.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The game's entry in the catalogue.
    pub info: &'static Info,
    /// The convention played; `None` for games without one.
    pub convention: Option<Convention>,
    /// The game's facts about this ruleset.
    pub facts: GameFacts,
    /// The part of an ID before the state: `bash/3:`.
    head: String,
    /// The head, preceded by the convention word if the convention is not the game's default.
    full_head: String,
}

impl Ruleset {
    /// Creates the ruleset of a game under a convention.
    pub fn new(info: &'static Info, convention: Option<Convention>, facts: GameFacts) -> Ruleset {
        let head = [info.id, &facts.params, ":"].concat();
        Ruleset {
            info,
            convention,
            full_head: with_word(convention, info.default, head.as_str()),
            head,
            facts,
        }
    }

    /// The part of an ID before the state, without a convention word: `bash/3:`.
    pub fn head(&self) -> &str {
        &self.head
    }

    /// The part of an ID before the state, with the convention word if the convention is not the game's default.
    pub fn full_head(&self) -> &str {
        &self.full_head
    }

    /// The ruleset's own name, such as `Powers of 2`, or else the game's name.
    pub fn name(&self) -> &str {
        self.facts.name.as_deref().unwrap_or(self.info.name)
    }
}

/// Facts about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The game with its parameters, as in IDs: `bash/3`; for a sum, `sum`.
    pub ruleset: String,
    /// The state, as in IDs after the colon; empty for a sum.
    pub state: String,
    /// The numbers of the state, if it is a list of numbers separated by commas.
    pub numbers: Option<Vec<u64>>,
    /// The pieces that a player counts; empty for a sum.
    pub pieces: Pieces,
    /// The bounds on the number of moves to the end, as in [`PositionFacts::moves_left`].
    pub moves_left: Option<(u64, u64)>,
    /// Whether a player can copy every move of the opponent, as in [`PositionFacts::pairing`].
    pub pairing: Option<bool>,
}

pub(super) fn numbers_of(text: &str) -> Option<Vec<u64>> {
    text.split(',').map(|n| n.parse().ok()).collect()
}
