//! Represents explanations as data: sentences for the user, with claims that a solver can check.

use serde::{Deserialize, Serialize};

use super::{Convention, FigureMark, Outcome, Site, Word};

/// The part of the winning move that a reason gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reveals {
    /// Nothing: the reason may be read before any hint.
    Nothing,
    /// The location of a winning move.
    Where,
    /// The move itself.
    Move,
}

impl Reveals {
    /// The word used in answers: `nothing`, `where` or `move`.
    pub fn word(self) -> &'static str {
        match self {
            Reveals::Nothing => "nothing",
            Reveals::Where => "where",
            Reveals::Move => "move",
        }
    }
}

/// The level of detail at which a reason is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    /// The idea that decides the position: a single reason of at most 60 characters, shown first.
    Headline,
    /// Why the idea decides the position, and how to apply it: one or two reasons.
    Because,
    /// More details: up to four reasons, such as the origin of the values, counts, or the number of moves for which the
    /// loser can hold out.
    More,
}

impl Depth {
    /// The word used in answers: `headline`, `because` or `more`.
    pub fn word(self) -> &'static str {
        match self {
            Depth::Headline => "headline",
            Depth::Because => "because",
            Depth::More => "more",
        }
    }

    /// The maximum number of characters in a reason of this depth.
    pub const fn longest(self) -> usize {
        match self {
            Depth::Headline => 60,
            Depth::Because | Depth::More => 160,
        }
    }
}

/// A claim that a reason makes about the position being explained or about another position.
///
/// Games use their own types for positions `P` and moves `M`. Other code uses strings: canonical IDs and moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim<P, M> {
    /// The outcome of a position for the player to move there, under the convention of the position being explained.
    Outcome(P, Outcome),
    /// The Grundy value of a position.
    Grundy(P, u64),
    /// In misère sums, the position is equivalent to a Nim pile of this size (a tame element of a proved quotient).
    Counts(P, u64),
    /// The margin of a position for the player to move there.
    Margin(P, i64),
    /// The outcome of a legal move for the player who makes it.
    Move(M, Outcome),
    /// The second move is a winning reply to the first, or the best reply if none wins.
    Answer(M, M),
}

/// One or two sentences about a position, with their claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason<P, M> {
    /// The text for the user: one or two short sentences, at most 160 characters.
    pub text: String,
    /// The level of detail at which the reason is shown.
    pub depth: Depth,
    /// The part of the winning move that the reason gives away.
    pub reveals: Reveals,
    /// Whether the reason only repeats the verdict.
    pub is_bare: bool,
    /// The claims that a solver can check.
    pub claims: Vec<Claim<P, M>>,
    /// The sites that the reason mentions.
    pub places: Vec<Site>,
    /// The marks on the board. The marks reveal no more than the text.
    pub marks: Vec<FigureMark>,
}

/// A reason whose positions and moves are strings: canonical IDs and moves.
pub type ReasonText = Reason<String, String>;

impl<P, M> Reason<P, M> {
    /// Creates a headline.
    pub fn headline(text: impl Into<String>) -> Self {
        Reason {
            depth: Depth::Headline,
            ..Reason::new(text)
        }
    }

    /// Creates a reason that explains why the idea decides the position.
    pub fn because(text: impl Into<String>) -> Self {
        Reason {
            depth: Depth::Because,
            ..Reason::new(text)
        }
    }

    /// Creates a reason of depth [`Depth::More`] that gives nothing away and has no claims yet.
    pub fn new(text: impl Into<String>) -> Self {
        Reason {
            text: text.into(),
            depth: Depth::More,
            reveals: Reveals::Nothing,
            is_bare: false,
            claims: Vec::new(),
            places: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Adds a claim.
    #[must_use]
    pub fn claiming(mut self, claim: Claim<P, M>) -> Self {
        self.claims.push(claim);
        self
    }

    /// Marks the reason as one that only repeats the verdict.
    #[must_use]
    pub fn bare(self) -> Self {
        Reason {
            is_bare: true,
            ..self
        }
    }

    /// Sets the part of the winning move that the reason gives away.
    #[must_use]
    pub fn revealing(self, reveals: Reveals) -> Self {
        Reason { reveals, ..self }
    }

    /// Returns the glossary terms that the text uses, in the order of the glossary.
    pub fn words(&self) -> Vec<Word> {
        Word::used_in(&self.text)
    }

    /// Adds sites that the reason mentions.
    #[must_use]
    pub fn about(mut self, places: impl IntoIterator<Item = Site>) -> Self {
        self.places.extend(places);
        self
    }

    /// Adds marks on the board.
    #[must_use]
    pub fn drawing(mut self, marks: impl IntoIterator<Item = FigureMark>) -> Self {
        self.marks.extend(marks);
        self
    }

    /// Adds sites that the reason mentions, and highlights them on the board.
    #[must_use]
    pub fn lighting(self, places: Vec<Site>) -> Self {
        self.about(places.iter().copied())
            .drawing([FigureMark::Lit(places)])
    }

    /// Sets the depth.
    #[must_use]
    pub fn at_depth(self, depth: Depth) -> Self {
        Reason { depth, ..self }
    }

    /// Explains the outcome of a position without moves: `what` says why the game is over (`No stones are left`), and
    /// the convention determines the winner.
    pub fn ended(what: &str, at: P, convention: Convention) -> Self {
        let result = if convention == Convention::Normal {
            tr!("has won")
        } else {
            tr!("has lost")
        };
        Reason::headline(tr!("{what}, so whoever moved last {result}."))
            .claiming(Claim::Outcome(at, convention.outcome_when_stuck()))
    }
}

const MOST: usize = 6;

/// Sorts the reasons by depth and keeps at most six, preferring those that claim a winning move. Then assigns the
/// depths in this order: one headline, one or two reasons that explain it, and the rest.
pub fn arranged(mut reasons: Vec<ReasonText>) -> Vec<ReasonText> {
    reasons.sort_by_key(|r| r.depth);
    while reasons.len() > MOST {
        let wins = |r: &ReasonText| {
            r.claims
                .iter()
                .any(|c| matches!(c, Claim::Move(_, Outcome::Win)))
        };
        let last = reasons.iter().rposition(|r| !wins(r)).unwrap_or(MOST);
        reasons.remove(last);
    }
    for (i, reason) in reasons.iter_mut().enumerate() {
        reason.depth = match i {
            0 => Depth::Headline,
            1 => Depth::Because,
            2 => reason.depth.max(Depth::Because),
            _ => Depth::More,
        };
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_arranged_by_depth_and_explain_their_terms() {
        let list: Vec<ReasonText> = vec![
            Reason::new("The nim-sum is 0."),
            Reason::because("Because."),
            Reason::because("And because."),
            Reason::because("And more."),
            Reason::headline("The idea."),
            Reason::new("5"),
            Reason::new("6"),
            Reason::new("The move.").claiming(Claim::Move("1".to_owned(), Outcome::Win)),
        ];
        let list = arranged(list);
        let texts: Vec<&str> = list.iter().map(|r| r.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "The idea.",
                "Because.",
                "And because.",
                "And more.",
                "The nim-sum is 0.",
                "The move."
            ]
        );
        let depths: Vec<Depth> = list.iter().map(|r| r.depth).collect();
        assert_eq!(
            depths[..3],
            [Depth::Headline, Depth::Because, Depth::Because]
        );
        assert_eq!(depths[3..], [Depth::More; 3]);
        assert_eq!(list[4].words(), [Word::NimSum]);
    }
}
