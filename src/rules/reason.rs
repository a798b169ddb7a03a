//! Explanations as data: a sentence for people, and what it says in a form that a solver can check.

use super::{Convention, Outcome, Site, Word};

/// What somebody who wants to find the move alone would be told by a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reveals {
    /// Nothing: it may be read before any hint.
    Nothing,
    /// Where a winning move is.
    Where,
    /// The move itself.
    Move,
}

impl Reveals {
    /// The word in answers: `nothing`, `where` or `move`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Reveals::Nothing => "nothing",
            Reveals::Where => "where",
            Reveals::Move => "move",
        }
    }
}

/// One thing that a reason says of the position asked about or of another one.
///
/// `P` is a position and `M` a move: a game's own types inside it, their texts (canonical ID and move) outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim<P, M> {
    /// The outcome of a position for the player to move there, in the convention of the position asked about.
    Outcome(P, Outcome),
    /// The Grundy value of a position.
    Grundy(P, u64),
    /// The margin of a position for the player to move there.
    Margin(P, i32),
    /// The outcome of a legal move for the player who makes it.
    Move(M, Outcome),
    /// After the first move the second one wins, or where nothing wins makes the most of it.
    Answer(M, M),
}

/// A sentence or two about one position, with what they claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason<P, M> {
    /// For people: one or two short sentences, at most 160 characters.
    pub text: String,
    /// What it gives away.
    pub reveals: Reveals,
    /// What it says; empty only for a definition.
    pub claims: Vec<Claim<P, M>>,
    /// The words of the theory that it uses.
    pub words: Vec<Word>,
    /// The places on the board that it speaks of.
    pub places: Vec<Site>,
}

/// A reason whose positions and moves are texts: canonical IDs and moves.
pub type ReasonText = Reason<String, String>;

impl<P, M> Reason<P, M> {
    /// A reason that gives nothing away and claims nothing yet.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Reason {
            text: text.into(),
            reveals: Reveals::Nothing,
            claims: Vec::new(),
            words: Vec::new(),
            places: Vec::new(),
        }
    }

    /// The same with one more claim.
    #[must_use]
    pub fn claiming(mut self, claim: Claim<P, M>) -> Self {
        self.claims.push(claim);
        self
    }

    /// The same, giving that much away.
    #[must_use]
    pub fn revealing(self, reveals: Reveals) -> Self {
        Reason { reveals, ..self }
    }

    /// The same with words of the theory that it uses.
    #[must_use]
    pub fn using(mut self, words: &[Word]) -> Self {
        self.words.extend_from_slice(words);
        self
    }

    /// The same with places on the board that it speaks of.
    #[must_use]
    pub fn about(mut self, places: impl IntoIterator<Item = Site>) -> Self {
        self.places.extend(places);
        self
    }

    /// Why a position without moves is won or lost: what shows that it is over, such as `No stone is left`, and who
    /// has won by the convention.
    #[must_use]
    pub fn ended(what: &str, at: P, convention: Convention) -> Self {
        let result = if convention == Convention::Normal { "won" } else { "lost" };
        Reason::new(format!("{what}: who moved last has {result}."))
            .claiming(Claim::Outcome(at, convention.stuck()))
    }
}
