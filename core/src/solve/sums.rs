//! How parts of a sum are put together: what each part is to the rest, and who loses the whole.

use super::kayles::Runs;
use super::tame::TameType;
use crate::rules::{Convention, Outcome, Stop};

/// What a position, or a sum of several, is as a part of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Summand {
    /// In both conventions like a position of Nim of this genus (Conway's tame positions, see [`TameType`]).
    Tame(TameType),
    /// A row of stones (Kayles) with these runs.
    Kayles(Runs),
    /// Only normal play understands it, if its Grundy value is known; in misère play it can only be searched.
    Known(Option<u64>),
}

impl Summand {
    /// Its Grundy value, where it is known.
    pub fn nimber(&self) -> Option<u64> {
        match self {
            Summand::Tame(genus) => Some(genus.value),
            Summand::Kayles(runs) => Some(runs.grundy().into()),
            Summand::Known(nimber) => *nimber,
        }
    }

    /// The sum of both.
    pub fn plus(&self, other: &Summand) -> Summand {
        match (self, other) {
            (Summand::Tame(a), Summand::Tame(b)) => Summand::Tame(a.plus(*b)),
            (Summand::Kayles(a), Summand::Kayles(b)) => Summand::Kayles(a.join(b)),
            _ => Summand::Known(self.nimber().zip(other.nimber()).map(|(a, b)| a ^ b)),
        }
    }

    /// Whether the player to move loses it; `None` where no theorem tells.
    ///
    /// Normal play: Sprague and Grundy. Misère play of tame parts: as misère Nim (Bouton; Conway's tameness);
    /// of stone rows: the misère rule of Kayles.
    pub fn loses(&self, convention: Convention) -> Option<bool> {
        match (convention, self) {
            (Convention::Normal, _) => self.nimber().map(|n| n == 0),
            (Convention::Misere, Summand::Tame(genus)) => Some(genus.loses(convention)),
            (Convention::Misere, Summand::Kayles(runs)) => Some(runs.loses(convention)),
            (Convention::Misere, Summand::Known(_)) => None,
        }
    }
}

/// The error where neither a theorem nor a search decides a misère sum.
pub fn no_theorem() -> Stop {
    Stop::not_proved("no theorem adds these parts in misère play")
}

/// The other components of a sum; [`OtherParts::none`] for a position that stands alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OtherParts(Option<Summand>);

impl OtherParts {
    /// No others.
    pub fn none() -> OtherParts {
        OtherParts(None)
    }

    /// Whether nothing has been added.
    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// What they are together; `None` when nothing has been added.
    pub fn together(&self) -> Option<&Summand> {
        self.0.as_ref()
    }

    /// XOR of the Grundy values, 0 of none; `None` once a part's is not known.
    pub fn nimber(&self) -> Option<u64> {
        self.0.as_ref().map_or(Some(0), Summand::nimber)
    }

    /// The rest with one more part in it.
    pub fn add(&mut self, summand: &Summand) {
        self.0 = Some(self.with(summand));
    }

    /// The rest and one more part together.
    pub fn with(&self, summand: &Summand) -> Summand {
        self.0.as_ref().map_or_else(|| summand.clone(), |rest| rest.plus(summand))
    }

    /// Whether the player to move loses the sum of this rest and `summand` (a P-position); `None` where no theorem
    /// tells.
    pub fn loses_with(&self, summand: &Summand, convention: Convention) -> Option<bool> {
        self.with(summand).loses(convention)
    }

    /// Whether the player to move loses the parts added so far.
    pub fn loses(&self, convention: Convention) -> Option<bool> {
        match &self.0 {
            Some(together) => together.loses(convention),
            None => Some(convention.stuck() == Outcome::Loss),
        }
    }

    /// The Grundy value that a tame part of the sum must be brought to so that the next player loses: firm parts
    /// first, fickle ones second; `None` where no theorem tells. In normal play both are the same.
    pub fn targets(&self, convention: Convention) -> Option<(u64, u64)> {
        let nimber = self.nimber()?;
        match (convention, &self.0) {
            (Convention::Normal, _)
            | (Convention::Misere, Some(Summand::Tame(TameType { firm: true, .. }))) => {
                Some((nimber, nimber))
            }
            (Convention::Misere, None | Some(Summand::Tame(_))) => Some((nimber, nimber ^ 1)),
            (Convention::Misere, Some(_)) => None,
        }
    }

    /// The Grundy value that a pile must be brought to so that the next player loses, where a pile is firm exactly
    /// when its value is 2 or more; `None` where no theorem tells.
    pub fn target(&self, convention: Convention) -> Option<u64> {
        // The two targets differ in the last bit at most: both are firm values, or both fickle ones.
        self.targets(convention).map(|(firm, fickle)| if firm >= 2 { firm } else { fickle })
    }
}
