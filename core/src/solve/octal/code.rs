//! Parses the codes of octal games.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a digit of a code is below 8"
)]

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::rules::{Limits, Stop, saturating_cast};
use crate::solve::quotient::HeapRules;

/// The maximum number of digits after the point in a code.
pub const MAX_DIGITS: usize = 256;

/// The digits of an octal code `d0.d1d2d3...`, without trailing zeros; `d0` is 0 or 4.
///
/// ```
/// use nimatron_core::solve::octal::Code;
/// let kayles: Code = "0.770".parse().unwrap();
/// assert_eq!(kayles.to_string(), "0.77");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code(Vec<u8>);

/// An error in the text of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CodeError {
    /// The text does not begin with `0.` or `4.`.
    #[error("{}", tr!("an octal code begins with `0.` or `4.`"))]
    Start,
    /// There is no digit after the point.
    #[error("{}", tr!("an octal code has digits after the point, as 0.77 has"))]
    Empty,
    /// A character is not a digit from 0 to 7.
    #[error("{}", tr!("`{found}` is not a digit of an octal code (0 to 7)"))]
    Digit {
        /// The byte offset of the character.
        at: usize,
        /// The character.
        found: char,
    },
    /// There are more than [`MAX_DIGITS`] digits.
    #[error("{}", tr!("an octal code has at most {most} digits", most = MAX_DIGITS))]
    Long,
}

impl CodeError {
    /// The byte offset of the error.
    pub fn at(&self) -> usize {
        match self {
            Self::Start => 0,
            Self::Empty => 2,
            Self::Digit { at, .. } => *at,
            Self::Long => 2 + MAX_DIGITS,
        }
    }
}

impl FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let first = |digit, prefix| text.strip_prefix(prefix).map(|rest| (digit, rest));
        let (first, digits) = first(0, "0.")
            .or_else(|| first(4, "4."))
            .ok_or(CodeError::Start)?;
        if digits.is_empty() {
            return Err(CodeError::Empty);
        }
        let mut code = vec![first];
        for (i, found) in digits.char_indices() {
            if i >= MAX_DIGITS {
                return Err(CodeError::Long);
            }
            match found.to_digit(8) {
                Some(digit) => code.push(digit as u8),
                None => return Err(CodeError::Digit { at: 2 + i, found }),
            }
        }
        while code.len() > 1 && code.last() == Some(&0) {
            code.pop();
        }
        Ok(Self(code))
    }
}

impl fmt::Display for Code {
    /// Writes the game without moves as `0.0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, others) = self.0.split_first().unwrap_or((&0, &[]));
        write!(f, "{first}.")?;
        if others.is_empty() {
            f.write_str("0")?;
        }
        others.iter().try_for_each(|d| write!(f, "{d}"))
    }
}

impl Code {
    /// The maximum number of tokens taken by a move, from 0 to [`MAX_DIGITS`].
    pub fn reach(&self) -> u64 {
        (self.0.len() as u64).saturating_sub(1)
    }

    /// Returns three flags: whether a move that takes `k` tokens may leave no heap, one heap, or two heaps.
    pub fn leaves(&self, k: u64) -> [bool; 3] {
        let digit = self
            .0
            .get(saturating_cast::<usize, _>(k))
            .copied()
            .unwrap_or(0);
        [digit & 1 != 0, digit & 2 != 0, digit & 4 != 0]
    }

    /// Returns whether a move can split a heap.
    pub fn splits(&self) -> bool {
        self.0.iter().any(|d| d & 4 != 0)
    }

    /// Returns the number of moves in a heap of `n` tokens. Two splits that differ only in the order of the heaps count
    /// as one move.
    pub fn count_moves(&self, n: u64) -> u64 {
        (0..=self.reach().min(n))
            .map(|k| {
                let [none, one, two] = self.leaves(k);
                u64::from(none && n == k)
                    + u64::from(one && n > k)
                    + if two { (n - k) / 2 } else { 0 }
            })
            .fold(0, u64::saturating_add)
    }
}

impl HeapRules for Code {
    fn options(&self, heap: u64, limits: &Limits) -> Result<Vec<Vec<u64>>, Stop> {
        // The size in bytes of a list of two heaps, including its allocation.
        const SPLIT: u64 = 64;
        let mut options = Vec::new();
        for k in 0..=self.reach().min(heap) {
            limits.check()?;
            let [none, one, two] = self.leaves(k);
            let rest = heap - k;
            if two && (options.len() as u64).saturating_add(rest / 2) > limits.memory() / 4 / SPLIT
            {
                return Err(Stop::not_proved(tr!(
                    "the moves of one heap take more than the memory given"
                )));
            }
            if none && rest == 0 {
                options.push(Vec::new());
            }
            if one && rest > 0 {
                options.push(vec![rest]);
            }
            if two {
                options.extend((1..=rest / 2).map(|a| vec![a, rest - a]));
            }
        }
        Ok(options)
    }

    fn bounded(&self) -> Option<(u64, bool)> {
        Some((self.reach(), self.splits()))
    }
}
