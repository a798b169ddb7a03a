//! The rule of a game as data: what a move is, and who wins at the end under either convention.

use super::Convention;

/// What ends a game, and who wins then.
///
/// The texts are `&'static str` in the catalogue and `String` where they contain the numbers of one ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending<S = &'static str> {
    /// The convention decides, and the last move has a name of its own: `takes the last stone`.
    LastMove(S),
    /// The convention decides, and the end is best described by the player who has no move.
    NoMove,
    /// No convention decides; a whole sentence says who wins.
    Always(S),
}

/// The rule of a game: sentences about its moves, and its ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleText<S = &'static str> {
    /// What a move is, in one or two whole sentences, without the ending.
    pub moves: S,
    /// How it ends.
    pub ending: Ending<S>,
}

impl<S: AsRef<str>> Ending<S> {
    /// The ending as a sentence. `convention` is what is played; `None` in games without one.
    pub fn sentence(&self, convention: Option<Convention>) -> String {
        let normal = convention != Some(Convention::Misere);
        match self {
            Ending::LastMove(does) => {
                format!("The player who {} {}.", does.as_ref(), if normal { "wins" } else { "loses" })
            }
            Ending::NoMove => format!("A player who cannot move {}.", if normal { "loses" } else { "wins" }),
            Ending::Always(sentence) => sentence.as_ref().to_owned(),
        }
    }

    /// The same ending, its text owned.
    pub fn owned(&self) -> Ending<String> {
        match self {
            Ending::LastMove(does) => Ending::LastMove(does.as_ref().to_owned()),
            Ending::NoMove => Ending::NoMove,
            Ending::Always(sentence) => Ending::Always(sentence.as_ref().to_owned()),
        }
    }
}

impl<S: AsRef<str>> RuleText<S> {
    /// The whole rule in words, as played under the convention.
    pub fn sentences(&self, convention: Option<Convention>) -> String {
        format!("{} {}", self.moves.as_ref(), self.ending.sentence(convention))
    }

    /// The same rule, its texts owned.
    pub fn owned(&self) -> RuleText<String> {
        RuleText { moves: self.moves.as_ref().to_owned(), ending: self.ending.owned() }
    }
}
