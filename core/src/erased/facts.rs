//! Facts about rulesets and positions for pages and commands, which parse no IDs.

use super::{Info, with_word};
use crate::rules::{Convention, Pieces, ScriptText};

/// The facts that a game states about a ruleset. A game fills in what differs from the defaults.
#[derive(Clone, Debug)]
pub struct GameFacts {
    /// The parameters as they stand in a canonical ID, each after a slash: `/5`; empty when they are the default.
    pub params: String,
    /// The parameters in a form that needs none of the user's boards and graphs, where that differs.
    pub portable_params: Option<String>,
    /// The complete rule with the numbers of this ruleset; by default [`Info::rule_under`].
    pub rule: Option<String>,
    /// The scripts that the game is written in; another copy of the program needs them to parse its IDs.
    pub scripts: Vec<ScriptText>,
    /// Whether a position can be a draw.
    pub can_draw: bool,
    /// Whether a game may go on for ever, which is a draw.
    pub may_go_on: bool,
    /// Whether the board has symmetries; trees show equivalent positions once.
    pub has_symmetries: bool,
    /// The unit that [`Game::for_each_of_size`](super::Game::for_each_of_size) counts, in words.
    pub size_noun: &'static str,
}

impl Default for GameFacts {
    /// No parameters, no scripts, no draws; sizes are counted in stones.
    fn default() -> GameFacts {
        GameFacts {
            params: String::new(),
            portable_params: None,
            rule: None,
            scripts: Vec::new(),
            can_draw: false,
            may_go_on: false,
            has_symmetries: false,
            size_noun: "stones",
        }
    }
}

/// The facts that a game states about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionFacts {
    /// The pieces that a person counts; by default the numbers of the position's text, where it consists of numbers
    /// alone.
    pub pieces: Option<Pieces>,
    /// The bounds on the number of moves to the end, the winner hurrying and the loser delaying, that are certain
    /// without a search; `None` for positions of a size that is not solved.
    pub moves_left: Option<(u64, u64)>,
    /// Whether a symmetry gives a pairing strategy; `None` where the state's text shows it: it is a palindrome, or its
    /// numbers come in pairs.
    pub pairing: Option<bool>,
}

impl Default for PositionFacts {
    /// Any number of moves, and what the state's text shows.
    fn default() -> PositionFacts {
        PositionFacts {
            pieces: None,
            moves_left: Some((0, u64::MAX)),
            pairing: None,
        }
    }
}

/// A ruleset as pages and commands see it.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The game's entry in the catalogue.
    pub info: &'static Info,
    /// The convention played; `None` where there is none.
    pub convention: Option<Convention>,
    /// The facts that the game states.
    pub facts: GameFacts,
    /// The part of an ID before the state: `bash/3:`.
    head: String,
    /// The head, with the convention word where that is not the default one.
    full_head: String,
}

impl Ruleset {
    /// The ruleset of a game under a convention.
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

    /// The part of an ID before the state, with its convention word where that is not the default one.
    pub fn full_head(&self) -> &str {
        &self.full_head
    }

    /// The complete rule in words, under the convention played.
    pub fn rule(&self) -> String {
        let rule = self.facts.rule.clone();
        rule.unwrap_or_else(|| self.info.rule_under(self.convention))
    }
}

/// Facts about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The game with its parameters, as in IDs: `bash/3`; of a sum, `sum`.
    pub ruleset: String,
    /// The state, as in IDs behind the colon; empty for a sum.
    pub state: String,
    /// The numbers of the state, where it is a list of numbers separated by commas.
    pub numbers: Option<Vec<u64>>,
    /// The pieces that a person counts; none for a sum.
    pub pieces: Pieces,
    /// The bounds on the number of moves to the end, as in [`PositionFacts::moves_left`].
    pub moves_left: Option<(u64, u64)>,
    /// Whether a symmetry gives a pairing strategy, as in [`PositionFacts::pairing`].
    pub pairing: Option<bool>,
}

/// Parses a text that is a list of numbers separated by commas.
pub(super) fn numbers_of(text: &str) -> Option<Vec<u64>> {
    text.split(',').map(|n| n.parse().ok()).collect()
}
