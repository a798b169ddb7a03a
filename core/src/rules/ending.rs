//! The end of a game as data: the winner under either convention.

use super::Convention;

/// The end of a game and its winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending<S = &'static str> {
    /// The convention decides, and the last move has a name of its own: `takes the last stone`.
    LastMove(S),
    /// The convention decides, and the end is best described from the view of the player who has no move.
    NoMove,
    /// No convention decides; a whole sentence says who wins.
    Always(S),
}

impl<S: AsRef<str>> Ending<S> {
    /// Renders the ending as a sentence under `convention`; `None` in games without one.
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
