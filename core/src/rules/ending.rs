//! Describes how a game ends, and who wins under each convention.

use super::Convention;

/// The end of a game, and the rule that decides the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending<S = &'static str> {
    /// The convention decides the winner; the text describes the last move: `takes the last stone`.
    LastMove(S),
    /// The convention decides the winner; the rendered sentence is about a player who cannot move.
    NoMove,
    /// There is no convention; the sentence says who wins.
    Always(S),
}

impl<S: AsRef<str>> Ending<S> {
    /// Renders the ending as a sentence.
    pub fn sentence(&self, convention: Option<Convention>) -> String {
        let normal = convention != Some(Convention::Misere);
        match (self, normal) {
            (Ending::LastMove(does), true) => {
                tr!("The player who {does} wins.", does = does.as_ref())
            }
            (Ending::LastMove(does), false) => {
                tr!("The player who {does} loses.", does = does.as_ref())
            }
            (Ending::NoMove, true) => tr!("A player who cannot move loses.").to_owned(),
            (Ending::NoMove, false) => tr!("A player who cannot move wins.").to_owned(),
            (Ending::Always(sentence), _) => sentence.as_ref().to_owned(),
        }
    }
}
