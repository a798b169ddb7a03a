//! Defines tame positions. In misère play, a sum of tame positions has the outcome of a sum of Nim piles.
//!
//! A component has a *type*: its Grundy value `v`, and whether it is *firm* or *fickle* (only components of value 0 or
//! 1 can be fickle). The type of a sum has the XOR of the values, and is firm if at least one component is. The claim
//! is that the player to move loses in misère play if and only if the sum is firm with XOR 0 or fickle with XOR 1. In
//! Nim, a pile of two or more is firm, and the claim is Bouton's rule of 1902.
//!
//! The claim holds if every position reachable in a component has a type that is consistent with the types of its
//! options (J. H. Conway, *On Numbers and Games*, chapter 12; *Winning Ways*, chapter 13, with the genus `v^w`). Let
//! `w` be `v` for a firm type and `v XOR 1` for a fickle type. Consistent means that `v` is the mex of the `v` of the
//! options, and `w` the mex of the `w` of the options, or `w = 1` if there are no options.
//!
//! Proof, by induction over moves; `X` is the XOR of the sum.
//! * All components are fickle. By the two mex rules, a component of value 0 that has options has a fickle option of
//!   value 1, and its other options are fickle of value 1 or firm of value 2 or more. A component of value 1 has a
//!   fickle option of value 0, and its other options are fickle of value 0 or firm of value 2 or more. So if `X = 1`,
//!   each move leaves a fickle sum with `X = 0` or a firm sum with `X >= 2`, both of which are claimed wins. If `X = 0`
//!   and there is a move, there is also a move to a fickle sum with `X = 1`, a claimed loss.
//! * The sum is firm with `X = 0`. No move preserves `X`. A move to a fickle sum with `X = 1` would have to turn the
//!   only firm component, whose value `r` equals the XOR of the rest, into a fickle component of value `r XOR 1`. The
//!   `w` of that option would be `r`, which is the `w` of the firm component itself: the mex rule for `w` excludes
//!   this.
//! * The sum is firm with `X > 0`. The winning move of Nim makes `X = 0` by reducing a component from value `v` to `r`.
//!   If the sum is then fickle, that component was the only firm one, and `r` is the XOR of the rest. As `r < v = w`,
//!   the component has an option with `w = r`: if it is firm of value `r`, the sum becomes firm with `X = 0`; if it is
//!   fickle of value `r XOR 1`, the sum becomes fickle with `X = 1`. Both are claimed losses.

use super::graph::mex;
use crate::rules::{Convention, saturating_cast};

/// The type of a tame position or of a sum of tame positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TameType {
    /// The Grundy value in normal play.
    pub value: u64,
    /// Whether the type is firm rather than fickle.
    pub firm: bool,
}

impl TameType {
    /// Creates a type; a value of 2 or more is always firm.
    pub fn new(value: u64, firm: bool) -> Self {
        Self {
            value,
            firm: firm || value >= 2,
        }
    }

    /// The type of a Nim pile of this value, and of every pile of this value in a subtraction game (T. S. Ferguson, "On
    /// sums of graph games with last player losing", 1974).
    pub fn pile(value: u64) -> Self {
        Self::new(value, false)
    }

    /// The type of the sum of two components.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            value: self.value ^ other.value,
            firm: self.firm || other.firm,
        }
    }

    /// Returns whether the player to move loses.
    pub fn loses(self, convention: Convention) -> bool {
        self.value == u64::from(convention == Convention::Misere && !self.firm)
    }

    /// Returns the type of a position whose options have these types, and whether that type is consistent with the
    /// types of the options.
    pub fn of_moves(moves: impl Iterator<Item = Self> + Clone) -> (Self, bool) {
        let misere = |t: Self| saturating_cast(t.value ^ u64::from(!t.firm));
        let value = mex(moves.clone().map(|t| saturating_cast(t.value)));
        let other = if moves.clone().next().is_none() {
            1
        } else {
            mex(moves.map(misere))
        };
        let firm = value == other;
        (
            Self::new(value.into(), firm),
            firm || value < 2 && other == value ^ 1,
        )
    }

    #[cfg(test)]
    pub(crate) fn fits(self, moves: &[Self]) -> bool {
        Self::of_moves(moves.iter().copied()) == (self, true)
    }
}

/// The type of a sum to which components can be added, and from which they can be removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TameSum {
    xor: u64,
    firm: usize,
}

impl TameSum {
    /// Adds a component.
    #[must_use]
    pub fn plus(self, part: TameType) -> Self {
        Self {
            xor: self.xor ^ part.value,
            firm: self.firm + usize::from(part.firm),
        }
    }

    /// Removes a component that was added earlier.
    #[must_use]
    pub fn minus(self, part: TameType) -> Self {
        Self {
            xor: self.xor ^ part.value,
            firm: self.firm - usize::from(part.firm),
        }
    }

    /// The type of the sum.
    pub fn tame(self) -> TameType {
        TameType::new(self.xor, self.firm > 0)
    }
}

impl FromIterator<TameType> for TameSum {
    fn from_iter<I: IntoIterator<Item = TameType>>(all: I) -> Self {
        all.into_iter().fold(Self::default(), Self::plus)
    }
}

/// Returns the size of the Nim heap that equals a position in every misère sum, given the heaps that equal the options.
/// The size is the mex of the option sizes. Returns `None` if an option equals no heap, or if there are options but
/// none of size 0 or 1 (*On Numbers and Games*, chapter 12).
///
/// Proof: let `E` be the set of sizes and `m` its mex, and add any `X` to both the position and the heap `m`. If
/// `m + X` is won, the position plus `X` is also won: the winning move either leads to a smaller heap, which is in `E`,
/// or is made in `X`, where the corresponding move wins by induction. If there is no move in `m + X`, then `m = 0`:
/// either `E` contains 1, and the move to 1 wins, or `E` is empty, and the position plus `X` has no move either. If
/// `m + X` is lost, each move to a smaller heap or in `X` loses, and a move to a larger heap is answered by the move to
/// `m`.
pub fn heap_of_nim(moves: impl IntoIterator<Item = Option<u64>>) -> Option<u64> {
    let sizes: Vec<u64> = moves.into_iter().collect::<Option<_>>()?;
    let mex = mex(sizes.iter().map(|&size| saturating_cast(size))).into();
    (mex > 0 || sizes.is_empty() || sizes.contains(&1)).then_some(mex)
}

impl std::iter::Sum for TameType {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Self::plus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piles_of_subtraction_games_are_heaps_of_nim() {
        for set in 1u32..256 {
            let mut piles: Vec<Option<u64>> = Vec::new();
            let mut values: Vec<u64> = Vec::new();
            for n in 0..60usize {
                let left = || {
                    (1..=8)
                        .filter(|&k| set >> (k - 1) & 1 == 1 && k <= n)
                        .map(|k| n - k)
                };
                piles.push(heap_of_nim(left().map(|m| piles[m]).collect::<Vec<_>>()));
                let seen: Vec<u64> = left().map(|m| values[m]).collect();
                values.push((0..).find(|v| !seen.contains(v)).unwrap());
                assert_eq!(piles[n], Some(values[n]), "{set:b}, {n}");
            }
        }
        assert_eq!(heap_of_nim([Some(2), Some(3)]), None);
        assert_eq!(heap_of_nim([Some(1), Some(3)]), Some(0));
        assert_eq!(heap_of_nim([Some(0), None]), None);
    }

    #[test]
    fn misere_nim_of_three_piles() {
        fn loses(piles: [u64; 3]) -> bool {
            piles != [0; 3]
                && (0..3).all(|i| {
                    (0..piles[i]).all(|n| {
                        let mut next = piles;
                        next[i] = n;
                        !loses(next)
                    })
                })
        }
        for a in 0..5 {
            for b in 0..=a {
                for c in 0..=b {
                    let rule: TameType = [a, b, c].into_iter().map(TameType::pile).sum();
                    assert_eq!(
                        rule.loses(Convention::Misere),
                        loses([a, b, c]),
                        "{a} {b} {c}"
                    );
                }
            }
        }
    }
}
