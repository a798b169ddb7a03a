//! Describes the end of a game as data: who wins under either convention.

use super::Convention;

/// How a game ends, and who wins then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending<S = &'static str> {
    /// The convention decides the winner; the text describes the last move: `takes the last stone`.
    LastMove(S),
    /// The convention decides the winner, and the end is best described from the point of view of the player who cannot
    /// move.
    NoMove,
    /// There is no convention; the sentence says who wins.
    Always(S),
}

impl<S: AsRef<str>> Ending<S> {
    /// Renders the ending as a sentence. `convention` is `None` in games without a convention.
    pub fn sentence(&self, convention: Option<Convention>) -> String {
        let normal = convention != Some(Convention::Misere);
        match self {
            Ending::LastMove(does) => {
                format!(
                    "The player who {} {}.",
                    does.as_ref(),
                    if normal { "wins" } else { "loses" }
                )
            }
            Ending::NoMove => format!(
                "A player who cannot move {}.",
                if normal { "loses" } else { "wins" }
            ),
            Ending::Always(sentence) => sentence.as_ref().to_owned(),
        }
    }
}
