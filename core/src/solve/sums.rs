//! Uses theorems to determine the outcomes of sums.

use super::kayles::Runs;
use super::large_piles::LargePiles;
use super::memo::KnownPosition;
use super::quotient::{Element, MixedQuotient};
use super::tame::TameType;
use crate::rules::{Convention, Limits, MOST_LISTED, Outcome, Stop, Value};

/// The properties of a position as a component of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summand {
    /// The Grundy value, if known. In normal play, the Grundy values of the components alone decide the outcome of a
    /// sum.
    pub nimber: Option<u64>,
    /// The behaviour in misère sums.
    pub misere: MisereKind,
}

/// The behaviour of a position in misère sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MisereKind {
    /// The position equals the sum of these Nim heaps in every misère sum, which is a stronger property than tameness.
    Nim(Vec<u64>),
    /// In sums of tame components, the position is equivalent to a Nim position of this type (Conway; see
    /// [`super::tame`]).
    Tame(TameType),
    /// The lengths of Kayles runs. The runs are also heaps of the game's [`HeapFamily`].
    ///
    /// [`HeapFamily`]: super::quotient::HeapFamily
    Kayles(Vec<u64>),
    /// Other heaps, numbered as in the game's [`HeapFamily`](super::quotient::HeapFamily).
    Heaps(Vec<u64>),
    /// No theorem applies.
    Searched,
}

impl MisereKind {
    /// The size of the largest heap of [`MisereKind::Nim`]; 0 for other kinds.
    pub fn largest_nim_heap(&self) -> u64 {
        match self {
            MisereKind::Nim(heaps) => heaps.iter().copied().max().unwrap_or(0),
            MisereKind::Tame(_)
            | MisereKind::Kayles(_)
            | MisereKind::Heaps(_)
            | MisereKind::Searched => 0,
        }
    }
}

impl Summand {
    /// Creates a summand with this Grundy value. No misère theorem applies to the summand.
    pub fn known(nimber: Option<u64>) -> Summand {
        Summand {
            nimber,
            misere: MisereKind::Searched,
        }
    }

    /// Creates a summand from the result of a search. Without a result, the Grundy value is 0 if `is_lost` is true, and
    /// unknown otherwise. `is_lost` tells whether a theorem proves that the position is lost in normal play.
    pub fn searched_or_lost(known: Option<KnownPosition>, is_lost: bool) -> Summand {
        Summand::known(match known {
            Some(known) => Some(known.grundy.into()),
            None => is_lost.then_some(0),
        })
    }

    /// Creates a summand equal to these Nim heaps.
    pub fn nim(heaps: Vec<u64>) -> Summand {
        Summand {
            nimber: Some(heaps.iter().fold(0, |xor, n| xor ^ n)),
            misere: MisereKind::Nim(heaps),
        }
    }

    /// Creates a tame summand.
    pub fn tame(kind: TameType) -> Summand {
        Summand {
            nimber: Some(kind.value),
            misere: MisereKind::Tame(kind),
        }
    }

    /// Creates a summand from the lengths of Kayles runs.
    pub fn kayles(runs: Vec<u64>) -> Summand {
        let nimber = runs.iter().copied().collect::<Runs>().grundy();
        Summand {
            nimber: Some(nimber.into()),
            misere: MisereKind::Kayles(runs),
        }
    }

    /// Returns the total of this component alone; other totals can be added to the result.
    pub fn total(&self) -> Total {
        let misere = match &self.misere {
            MisereKind::Nim(heaps) => {
                Some(Added::Tame(heaps.iter().map(|&n| TameType::pile(n)).sum()))
            }
            MisereKind::Tame(kind) => Some(Added::Tame(*kind)),
            MisereKind::Kayles(runs) => Some(Added::Kayles(runs.iter().copied().collect())),
            MisereKind::Heaps(_) | MisereKind::Searched => None,
        };
        Total {
            nimber: self.nimber,
            misere,
        }
    }
}

/// The combined properties of the components of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// The XOR of the Grundy values; `None` if a value is unknown.
    pub nimber: Option<u64>,
    /// The misère sum of the components; `None` if no theorem applies to all of them together.
    pub misere: Option<Added>,
}

/// A misère sum of components that are either all tame or all Kayles runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// The type of a sum of tame components.
    Tame(TameType),
    /// A multiset of Kayles runs, to which the misère rule of Kayles applies.
    Kayles(Runs),
}

impl From<TameType> for Total {
    fn from(kind: TameType) -> Total {
        Total {
            nimber: Some(kind.value),
            misere: Some(Added::Tame(kind)),
        }
    }
}

impl From<Runs> for Total {
    fn from(runs: Runs) -> Total {
        Total {
            nimber: Some(runs.grundy().into()),
            misere: Some(Added::Kayles(runs)),
        }
    }
}

impl Total {
    /// Adds two totals.
    #[must_use]
    pub fn plus(&self, other: &Total) -> Total {
        let misere = match (self.misere, other.misere) {
            (Some(Added::Tame(a)), Some(Added::Tame(b))) => Some(Added::Tame(a.plus(b))),
            (Some(Added::Kayles(a)), Some(Added::Kayles(b))) => Some(Added::Kayles(a.join(&b))),
            _ => None,
        };
        Total {
            nimber: self.nimber.zip(other.nimber).map(|(a, b)| a ^ b),
            misere,
        }
    }

    /// Returns whether the player to move loses.
    ///
    /// # Errors
    /// Returns [`Stop::NotProved`] if no theorem applies.
    pub fn decided(&self, convention: Convention) -> Result<bool, Stop> {
        self.loses(convention).ok_or_else(|| no_theorem(convention))
    }

    /// Returns the value of a position with this total. `loses` tells whether the player to move loses.
    pub fn value(&self, convention: Convention, loses: bool, remoteness: Option<u64>) -> Value {
        Value::from_outcome(Outcome::won(!loses))
            .with_grundy(self.nimber.filter(|_| !convention.is_misere()))
            .with_remoteness(remoteness)
    }

    /// Returns whether the player to move loses; `None` if no theorem applies.
    pub fn loses(&self, convention: Convention) -> Option<bool> {
        match (convention, self.misere) {
            (Convention::Normal, _) => self.nimber.map(|n| n == 0),
            (Convention::Misere, Some(Added::Tame(kind))) => Some(kind.loses(convention)),
            (Convention::Misere, Some(Added::Kayles(runs))) => Some(runs.loses(convention)),
            (Convention::Misere, None) => None,
        }
    }
}

/// Returns the error for sums that no theorem, quotient or search decides.
pub fn no_theorem(convention: Convention) -> Stop {
    Stop::not_proved(match convention {
        Convention::Normal => tr!("the Grundy value of a part is not known"),
        Convention::Misere => tr!("no theorem adds these parts in misère play"),
    })
}

/// The other components of a sum.
#[derive(Clone, Debug)]
pub enum OtherParts<'a> {
    /// There are no other components.
    None,
    /// The total of the other components.
    Sum(Total),
    /// The product of the other components in a misère quotient.
    Product {
        /// The quotient that contains all heaps of the sum.
        whole: &'a MixedQuotient,
        /// The product of the other components.
        beside: Element,
    },
    /// Nim heaps and a position of an explored graph.
    Piles {
        /// The solved sums of the graph's positions and Nim heaps.
        found: &'a LargePiles,
        /// The index in `found` of the position that represents all components except the Nim heaps.
        at: usize,
        /// The sizes of the Nim heaps.
        heaps: Vec<u64>,
    },
}

/// The parameters of a search for moves in one part of a sum.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// The other parts.
    pub others: &'a OtherParts<'a>,
    /// The maximum number of moves to return if the search tries the moves one by one. If more moves qualify, the set
    /// is marked as incomplete.
    pub most: usize,
    /// The convention of the sum.
    pub convention: Convention,
    /// The limits of the search.
    pub limits: &'a Limits,
}

impl<'a> Beside<'a> {
    /// Returns the parameters for a position on its own.
    pub fn nothing(limits: &'a Limits) -> Beside<'a> {
        Beside {
            others: &OtherParts::None,
            most: MOST_LISTED,
            convention: Convention::Normal,
            limits,
        }
    }
}

impl OtherParts<'_> {
    /// Returns whether there are no other parts.
    pub fn is_none(&self) -> bool {
        matches!(self, OtherParts::None)
    }

    /// Returns whether the winning moves are those of the position on its own. This is true if there are no other
    /// parts. In normal play, it is also true if the Grundy value of the other parts is 0.
    pub fn changes_nothing(&self, convention: Convention) -> bool {
        self.is_none() || (!convention.is_misere() && self.nimber() == Some(0))
    }

    /// The total of the other parts; `None` for variants other than [`OtherParts::Sum`].
    pub fn together(&self) -> Option<Total> {
        match self {
            OtherParts::Sum(total) => Some(*total),
            _ => None,
        }
    }

    /// The XOR of the Grundy values of the other parts; `None` if it is unknown.
    pub fn nimber(&self) -> Option<u64> {
        match self {
            OtherParts::None => Some(0),
            OtherParts::Sum(total) => total.nimber,
            OtherParts::Product { .. } | OtherParts::Piles { .. } => None,
        }
    }

    /// Returns whether the player to move loses the sum of the other parts and `summand`. `family` is the name of the
    /// heap family of `summand`, if any.
    ///
    /// # Errors
    /// Returns [`Stop::NotProved`] if no theorem, quotient or explored graph decides the sum.
    pub fn loses_with(
        &self,
        summand: &Summand,
        family: Option<&str>,
        convention: Convention,
    ) -> Result<bool, Stop> {
        match self {
            OtherParts::None => summand.total().decided(convention),
            OtherParts::Sum(total) => total.plus(&summand.total()).decided(convention),
            OtherParts::Product { whole, beside } => {
                let element = whole
                    .element(&summand.misere, family)
                    .ok_or_else(|| no_theorem(convention))?;
                Ok(whole.loses(element, *beside))
            }
            OtherParts::Piles { found, at, heaps } => match &summand.misere {
                MisereKind::Nim(more) => found.loses(*at, &[heaps, &more[..]].concat()),
                _ => Err(no_theorem(convention)),
            },
        }
    }

    /// Returns the two Grundy values with which a part of this position makes the sum a loss for the next player: the
    /// first value if the part is firm, the second if the part is fickle. `rest` is the type of the remaining parts of
    /// the same position. Returns `None` if no theorem applies.
    pub fn targets(&self, rest: TameType, convention: Convention) -> Option<(u64, u64)> {
        let total = match self {
            OtherParts::None => rest.into(),
            OtherParts::Sum(total) => total.plus(&rest.into()),
            OtherParts::Product { .. } | OtherParts::Piles { .. } => return None,
        };
        let nimber = total.nimber?;
        match (convention, total.misere) {
            (Convention::Normal, _) => Some((nimber, nimber)),
            (Convention::Misere, Some(Added::Tame(kind))) => {
                Some((nimber, nimber ^ u64::from(!kind.firm)))
            }
            (Convention::Misere, _) => None,
        }
    }

    /// Returns the Grundy value that a pile must have to make the sum a loss for the next player; `None` if no theorem
    /// applies. `rest` is the type of the other piles of the same position.
    pub fn target(&self, rest: TameType, convention: Convention) -> Option<u64> {
        // The two values differ at most in the last bit, so either both are 2 or more, or both are 0 or 1. A pile with
        // a Grundy value of 2 or more is firm, and a pile with a smaller value is fickle.
        self.targets(rest, convention)
            .map(|(firm, fickle)| if firm >= 2 { firm } else { fickle })
    }

    /// Returns a Grundy value and Kayles runs that together stand for the other parts. In normal play, the value is
    /// that of the other parts, and there are no runs. In misère play, the value is 0, and the runs are those of the
    /// other parts. Returns `None` if no theorem applies.
    pub fn for_kayles(&self, convention: Convention) -> Option<(u64, Runs)> {
        match (convention, self) {
            (_, OtherParts::None) => Some((0, Runs::default())),
            (Convention::Normal, _) => Some((self.nimber()?, Runs::default())),
            (
                _,
                OtherParts::Sum(Total {
                    misere: Some(Added::Kayles(runs)),
                    ..
                }),
            ) => Some((0, *runs)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_undecided_sum_names_the_convention_only_in_misere_play() {
        let unknown = Total {
            nimber: None,
            misere: None,
        };
        let why = |convention| unknown.decided(convention).unwrap_err().to_string();
        assert!(!why(Convention::Normal).contains("misère"));
        assert!(why(Convention::Misere).contains("in misère play"));
    }
}
