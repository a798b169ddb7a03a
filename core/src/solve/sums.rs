//! How components of a sum are put together: what each is to the others, and who loses the whole.

use super::kayles::Runs;
use super::large_piles::LargePiles;
use super::quotient::{Element, MixedQuotient};
use super::tame::TameType;
use crate::rules::{Convention, Limits, MOST_LISTED, Outcome, Stop, Value};

/// What a position is as a component of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summand {
    /// Its Grundy value, where it is known: all that normal play asks.
    pub nimber: Option<u64>,
    /// What misère play knows of it.
    pub misere: MisereKind,
}

/// What a position is in misère sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MisereKind {
    /// In every misère sum the same as these heaps of Nim, which is more than to be tame.
    Nim(Vec<u64>),
    /// Among tame components like a position of Nim of this type (Conway, see [`TameType`]).
    Tame(TameType),
    /// Runs of Kayles: they add by its misère rule, and are heaps of the game's [`HeapFamily`].
    ///
    /// [`HeapFamily`]: super::quotient::HeapFamily
    Kayles(Vec<u64>),
    /// Other heaps of the game's [`HeapFamily`](super::quotient::HeapFamily).
    Heaps(Vec<u64>),
    /// No theorem is known: sums with it are searched.
    Searched,
}

impl MisereKind {
    /// The largest of the heaps of Nim that it is; 0 where it is none.
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
    /// A position of which at most the Grundy value is known.
    pub fn known(nimber: Option<u64>) -> Summand {
        Summand {
            nimber,
            misere: MisereKind::Searched,
        }
    }

    /// A position that is these heaps of Nim.
    pub fn nim(heaps: Vec<u64>) -> Summand {
        Summand {
            nimber: Some(heaps.iter().fold(0, |xor, n| xor ^ n)),
            misere: MisereKind::Nim(heaps),
        }
    }

    /// A tame position.
    pub fn tame(kind: TameType) -> Summand {
        Summand {
            nimber: Some(kind.value),
            misere: MisereKind::Tame(kind),
        }
    }

    /// Runs of Kayles.
    pub fn kayles(runs: Vec<u64>) -> Summand {
        let nimber = runs.iter().copied().collect::<Runs>().grundy();
        Summand {
            nimber: Some(nimber.into()),
            misere: MisereKind::Kayles(runs),
        }
    }

    /// What a theorem that adds components makes of it.
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

/// Components added up, as far as a theorem adds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// XOR of the Grundy values; `None` once one is not known.
    pub nimber: Option<u64>,
    /// What decides misère play; `None` where no theorem does.
    pub misere: Option<Added>,
}

/// Components of one kind, added up for misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// Tame ones: as misère Nim (Bouton; Conway's tameness).
    Tame(TameType),
    /// Runs: by the misère rule of Kayles.
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
    /// The sum of both.
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

    /// Whether the player to move loses.
    ///
    /// # Errors
    /// [`Stop::NotProved`] where no theorem tells.
    pub fn decided(&self, convention: Convention) -> Result<bool, Stop> {
        self.loses(convention).ok_or_else(no_theorem)
    }

    /// The value of a position whose pieces add up to this.
    pub fn value(&self, convention: Convention, loses: bool, remoteness: Option<u64>) -> Value {
        Value::of(Outcome::won(!loses))
            .with_grundy(self.nimber.filter(|_| !convention.is_misere()))
            .with_remoteness(remoteness)
    }

    /// Whether the player to move loses; `None` where no theorem tells. Normal play: Sprague and Grundy.
    pub fn loses(&self, convention: Convention) -> Option<bool> {
        match (convention, self.misere) {
            (Convention::Normal, _) => self.nimber.map(|n| n == 0),
            (Convention::Misere, Some(Added::Tame(kind))) => Some(kind.loses(convention)),
            (Convention::Misere, Some(Added::Kayles(runs))) => Some(runs.loses(convention)),
            (Convention::Misere, None) => None,
        }
    }
}

/// The error where neither a theorem nor a search decides a misère sum.
pub fn no_theorem() -> Stop {
    Stop::not_proved("no theorem adds these parts in misère play")
}

/// The other components of a sum, by what decides it.
#[derive(Clone, Debug)]
pub enum OtherParts<'a> {
    /// There are none: the position stands alone.
    None,
    /// They add up.
    Sum(Total),
    /// They are multiplied in a misère quotient.
    Product {
        /// The quotient of all heaps of the sum.
        whole: &'a MixedQuotient,
        /// The product of the others.
        beside: Element,
    },
    /// They are explored positions and heaps of Nim.
    Piles {
        /// What is proved of them.
        found: &'a LargePiles,
        /// The number of the explored position.
        at: usize,
        /// The heaps.
        heaps: Vec<u64>,
    },
}

/// What is asked of the winning moves of a part of a sum.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// The other parts.
    pub others: &'a OtherParts<'a>,
    /// The most moves that are looked for one by one.
    pub most: usize,
    /// The limits of the work.
    pub limits: &'a Limits,
}

impl<'a> Beside<'a> {
    /// A position that stands alone.
    pub fn nothing(limits: &'a Limits) -> Beside<'a> {
        Beside {
            others: &OtherParts::None,
            most: MOST_LISTED,
            limits,
        }
    }
}

impl OtherParts<'_> {
    /// Whether the position stands alone.
    pub fn is_none(&self) -> bool {
        matches!(self, OtherParts::None)
    }

    /// Whether the same moves win beside them as alone: beside nothing, and in normal play beside a value of 0.
    pub fn changes_nothing(&self, convention: Convention) -> bool {
        self.is_none() || (!convention.is_misere() && self.nimber() == Some(0))
    }

    /// What they add up to; `None` where there is none or they do not add up.
    pub fn together(&self) -> Option<Total> {
        match self {
            OtherParts::Sum(total) => Some(*total),
            _ => None,
        }
    }

    /// XOR of the Grundy values, 0 of none; `None` where one is not known.
    pub fn nimber(&self) -> Option<u64> {
        match self {
            OtherParts::None => Some(0),
            OtherParts::Sum(total) => total.nimber,
            OtherParts::Product { .. } | OtherParts::Piles { .. } => None,
        }
    }

    /// Whether the player to move loses the sum of these and `summand`, whose heaps are of the family of that name.
    ///
    /// # Errors
    /// [`Stop::NotProved`] where nothing tells.
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
                    .ok_or_else(no_theorem)?;
                Ok(whole.loses(element, *beside))
            }
            OtherParts::Piles { found, at, heaps } => match &summand.misere {
                MisereKind::Nim(more) => found.loses(*at, &[heaps, &more[..]].concat()),
                _ => Err(no_theorem()),
            },
        }
    }

    /// The Grundy value that a tame part of the sum, next to `rest` of the same position, must be brought to so that the next
    /// player loses: firm parts first, fickle ones second; `None` where no theorem tells. In normal play both are the same.
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

    /// The Grundy value that a pile next to `rest` must be brought to so that the next player loses, where a pile is firm
    /// exactly when its value is 2 or more; `None` where no theorem tells.
    pub fn target(&self, rest: TameType, convention: Convention) -> Option<u64> {
        // The two targets differ in the last bit at most: both are firm values, or both fickle ones.
        self.targets(rest, convention)
            .map(|(firm, fickle)| if firm >= 2 { firm } else { fickle })
    }

    /// What runs of Kayles are added to: the XOR of the others in normal play, and in misère play their runs; `None` where
    /// no theorem tells.
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
