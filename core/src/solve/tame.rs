//! Tame positions: sums that misère play treats as misère Nim.
//!
//! A component has a *type*: its Grundy value `v`, and whether it is *firm* or
//! *fickle* (only values 0 and 1 can be fickle). A sum of components is again a
//! type: the XOR of the values, firm as soon as one component is. The claim is
//! that the player to move loses in misère play exactly when the sum is firm
//! with XOR 0 or fickle with XOR 1. For Nim, a pile of two or more is firm; this
//! is Bouton's rule of 1902.
//!
//! It holds whenever every position that a component can become has a type that
//! fits those of its moves (J. H. Conway, *On Numbers and Games*, chapter 12;
//! *Winning Ways*, chapter 13, with the genus `v^w`): with `w = v` for a firm
//! type and `w = v XOR 1` for a fickle one, `v` is the mex of the `v` of its
//! moves, and `w` the mex of the `w` of its moves, or `w = 1` if it has none.
//! The tests ask this of every component of every game that relies on it.
//!
//! Proof, by induction over moves; `X` is the XOR.
//! * All fickle. By the two mex rules a component of value 0 with a move has one
//!   to fickle 1, and none but to fickle 1 and to firm values of 2 and more; a
//!   component of value 1 has a move to fickle 0, and again no others but firm
//!   values of 2 and more. So from `X = 1` each move leaves fickle `X = 0` or firm
//!   `X >= 2`, both claimed wins; from `X = 0`, if there is a move at all, there is
//!   one to fickle `X = 1`.
//! * Firm, `X = 0`. No move keeps `X`. A move to a fickle sum with `X = 1` would
//!   need the only firm component, of value `r` equal to the XOR of the rest,
//!   to become fickle `r XOR 1`, whose `w` is `r`: but that is its own `w`.
//! * Firm, `X > 0`. The move of Nim makes `X = 0` in a component `v` that goes down
//!   to `r`. If no firm component is left by that, it was the only firm one, and
//!   `r` is the XOR of the rest. As `r < v = w`, it has a move to some type with
//!   `w = r`: firm `r` makes a firm sum with `X = 0`, fickle `r XOR 1` a fickle sum
//!   with `X = 1`. Both are claimed losses.

use super::graph::mex;
use crate::rules::{Convention, saturating_cast};

/// The type of a tame position or of a sum of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TameType {
    /// Grundy value in normal play.
    pub value: u64,
    /// Firm rather than fickle; a value of 2 or more always is.
    pub firm: bool,
}

impl TameType {
    /// A type; a value of 2 or more is always firm.
    pub fn new(value: u64, firm: bool) -> Self {
        Self {
            value,
            firm: firm || value >= 2,
        }
    }

    /// The type of a pile of Nim of that value, which is also that of any pile
    /// of a subtraction game (T. S. Ferguson, "On sums of graph games with last
    /// player losing", 1974).
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

    /// The type of a position with these moves, and whether it fits them as the theorem above requires of every
    /// position.
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

    /// Returns whether this type fits those of the moves.
    #[cfg(test)]
    pub(crate) fn fits(self, moves: &[Self]) -> bool {
        Self::of_moves(moves.iter().copied()) == (self, true)
    }
}

/// A sum of types from which components can be removed again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TameSum {
    xor: u64,
    /// The number of firm components.
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

    /// Removes a component that was added before.
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

/// The heap of Nim that a position equals in every misère sum, tame or not, where its moves lead to such heaps and it
/// equals one itself: the mex, if a move leads to 0 or 1, or there is none (*On Numbers and Games*, chapter 12).
/// For let the moves lead to heaps of the sizes `E`, let `m` be their mex, and add any `X` to both. A winning move in
/// the heap of `m` together with `X` exists beside `E` too: to a smaller heap, or in `X`, by induction; and where
/// there is no move at all, `m = 0` and `E` has 1, the move to which wins, or `E` is empty, and there is none here
/// either. And where the heap of `m` with `X` loses, so does each move to a smaller heap or in `X`, and a larger heap
/// is answered by the move to `m`.
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

    /// Ferguson's pairing makes every pile of a subtraction game one heap of Nim; a position with moves to 2 and 3
    /// alone is none, though Nim adds it as two equal heaps.
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

    /// A sum's type fits its moves' types, so a game that treats the whole sum as one component stays correct as
    /// well.
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
