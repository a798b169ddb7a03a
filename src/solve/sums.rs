//! How parts of a sum are put together: what each part is to the rest, and who loses the whole.

use super::kayles::Runs;
use super::tame::Genus;
use crate::rules::{Convention, Stop};

/// What a position is as a part of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summand {
    /// Its Grundy value, where it is known (needed in normal play, and of tame parts in misère play).
    pub nimber: Option<u64>,
    /// How it behaves in a misère sum.
    pub misere: MisereClass,
}

/// How a position, or the rest of a sum, behaves in a misère sum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MisereClass {
    /// Nothing is there: only for the rest of a sum.
    #[default]
    Nothing,
    /// Like a position of misère Nim of the same Grundy value: *firm* ones like Nim with a pile of 2 or more,
    /// the others (*fickle*, of Grundy value 0 or 1) like Nim with no pile above 1. Conway's tame genus, see [`Genus`].
    Tame {
        /// Firm or fickle.
        firm: bool,
    },
    /// A row of stones (Kayles) with these runs.
    Kayles(Runs),
    /// Neither is known: such a part can only be searched.
    Wild,
}

impl Summand {
    /// A part of misère Nim's kind.
    #[must_use]
    pub fn tame(nimber: u64, firm: bool) -> Summand {
        Summand { nimber: Some(nimber), misere: MisereClass::Tame { firm } }
    }

    /// A part that only normal play understands, if its Grundy value is known.
    #[must_use]
    pub fn wild(nimber: Option<u64>) -> Summand {
        Summand { nimber, misere: MisereClass::Wild }
    }
}

/// What is said where neither a theorem nor a search decides a misère sum.
#[must_use]
pub fn no_theorem() -> Stop {
    Stop::not_proved("no theorem adds these parts in misère play")
}

/// The rest of a sum beside the part in question; [`OtherParts::none`] for a position that stands alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherParts {
    /// XOR of the Grundy values; `None` once a part's is not known.
    pub nimber: Option<u64>,
    /// What the rest is in misère play.
    pub misere: MisereClass,
}

impl Default for OtherParts {
    fn default() -> Self {
        OtherParts::none()
    }
}

impl OtherParts {
    /// No others.
    #[must_use]
    pub fn none() -> OtherParts {
        OtherParts { nimber: Some(0), misere: MisereClass::Nothing }
    }

    /// Whether nothing has been added.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.misere == MisereClass::Nothing
    }

    /// The rest with one more part in it.
    pub fn add(&mut self, term: &Summand) {
        self.nimber = self.nimber.zip(term.nimber).map(|(a, b)| a ^ b);
        self.misere = match (std::mem::take(&mut self.misere), &term.misere) {
            (MisereClass::Nothing, other) => other.clone(),
            (MisereClass::Tame { firm: a }, MisereClass::Tame { firm: b }) => {
                MisereClass::Tame { firm: a || *b }
            }
            (MisereClass::Kayles(runs), MisereClass::Kayles(more)) => MisereClass::Kayles(runs.join(more)),
            _ => MisereClass::Wild,
        };
    }

    /// Whether the player to move loses the sum of this rest and `term` (a P-position); `None` where no theorem
    /// tells.
    ///
    /// Normal play: Sprague and Grundy. Misère play of tame parts: as misère Nim (Bouton; Conway's tameness);
    /// of stone rows: the misère rule of Kayles.
    #[must_use]
    pub fn loses_with(&self, term: &Summand, convention: Convention) -> Option<bool> {
        let mut whole = self.clone();
        whole.add(term);
        whole.loses(convention)
    }

    /// Whether the player to move loses the parts added so far.
    #[must_use]
    pub fn loses(&self, convention: Convention) -> Option<bool> {
        match (convention, &self.misere) {
            (Convention::Normal, _) => self.nimber.map(|n| n == 0),
            (Convention::Misere, MisereClass::Nothing) => Some(false),
            (Convention::Misere, MisereClass::Tame { firm }) => {
                self.nimber.map(|n| Genus::new(n, *firm).loses(Convention::Misere))
            }
            (Convention::Misere, MisereClass::Kayles(runs)) => Some(runs.loses(Convention::Misere)),
            (Convention::Misere, MisereClass::Wild) => None,
        }
    }

    /// The Grundy value that a tame part of the sum must be brought to so that the next player loses: firm parts
    /// first, fickle ones second; `None` where no theorem tells. In normal play both are the same.
    #[must_use]
    pub fn targets(&self, convention: Convention) -> Option<(u64, u64)> {
        let nimber = self.nimber?;
        match (convention, &self.misere) {
            (Convention::Normal, _) | (Convention::Misere, MisereClass::Tame { firm: true }) => {
                Some((nimber, nimber))
            }
            (Convention::Misere, MisereClass::Nothing | MisereClass::Tame { firm: false }) => {
                Some((nimber, nimber ^ 1))
            }
            (Convention::Misere, _) => None,
        }
    }

    /// The Grundy value that a pile must be brought to so that the next player loses, where a pile is firm exactly
    /// when its value is 2 or more; `None` where no theorem tells.
    #[must_use]
    pub fn target(&self, convention: Convention) -> Option<u64> {
        // The two targets differ in the last bit at most: both are firm values, or both fickle ones.
        self.targets(convention).map(|(firm, fickle)| if firm >= 2 { firm } else { fickle })
    }
}
