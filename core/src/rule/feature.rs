//! What is looked at of a number to tell whether it is lost: its remainder, a digit, how often it can be halved.

use super::numbers::{
    bits, digit, digit_sum, digits, is_prime, leading_digit, prime_factors, trailing_zeros,
};

/// What is looked at of a number: it has one of few classes, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    Remainder {
        modulus: u64,
    },
    /// The remainder of the whole part of a quotient.
    Quotient {
        by: u64,
        modulus: u64,
    },
    /// How often the number plus `shift` is divisible, modulo `modulus`.
    Zeros {
        base: u64,
        shift: u64,
        modulus: u64,
    },
    DigitSum {
        base: u64,
        modulus: u64,
    },
    Digit {
        base: u64,
        place: u64,
    },
    /// The first digit.
    Leading {
        base: u64,
    },
    /// The number of digits, modulo `modulus`.
    Length {
        base: u64,
        modulus: u64,
    },
    /// The number of prime factors, modulo 2.
    Primes,
    /// Whether it is a prime: class 1.
    Prime,
}

impl Feature {
    /// All that are looked at, the simplest of each kind first.
    pub fn all() -> impl Iterator<Item = Feature> {
        let remainders = (1..=64).map(|modulus| Feature::Remainder { modulus });
        let quotients =
            (2..=64).flat_map(|by| (2..=4).map(move |modulus| Feature::Quotient { by, modulus }));
        let zeros = (2..=10).flat_map(|base| {
            (0..=2).flat_map(move |shift| {
                (2..=4).map(move |modulus| Feature::Zeros {
                    base,
                    shift,
                    modulus,
                })
            })
        });
        let sums = (2..=10)
            .flat_map(|base| (2..=10).map(move |modulus| Feature::DigitSum { base, modulus }));
        let digits =
            (2..=10).flat_map(|base| (1..=6).map(move |place| Feature::Digit { base, place }));
        let leading = (3..=10).map(|base| Feature::Leading { base });
        let lengths =
            (2..=10).flat_map(|base| (2..=4).map(move |modulus| Feature::Length { base, modulus }));
        remainders
            .chain(quotients)
            .chain(zeros)
            .chain(sums)
            .chain(digits)
            .chain(leading)
            .chain(lengths)
            .chain([Feature::Primes, Feature::Prime])
    }

    /// How many classes there are.
    pub fn classes(self) -> u64 {
        match self {
            Feature::Remainder { modulus }
            | Feature::Quotient { modulus, .. }
            | Feature::Zeros { modulus, .. }
            | Feature::DigitSum { modulus, .. }
            | Feature::Length { modulus, .. } => modulus,
            Feature::Digit { base, .. } | Feature::Leading { base } => base,
            Feature::Primes | Feature::Prime => 2,
        }
    }

    /// The class of a number.
    pub fn class(self, n: u64) -> u64 {
        match self {
            Feature::Remainder { modulus } => n % modulus,
            Feature::Quotient { by, modulus } => n / by % modulus,
            Feature::Zeros {
                base,
                shift,
                modulus,
            } => trailing_zeros(n + shift, base) % modulus,
            Feature::DigitSum { base, modulus } => digit_sum(n, base) % modulus,
            Feature::Digit { base, place } => digit(n, base, place),
            Feature::Leading { base } => leading_digit(n, base),
            Feature::Length { base, modulus } => digits(n, base) % modulus,
            Feature::Primes => prime_factors(n) % 2,
            Feature::Prime => u64::from(is_prime(n)),
        }
    }

    /// How many bits name it.
    pub fn cost(self) -> u64 {
        match self {
            Feature::Remainder { modulus } => bits(modulus - 1),
            Feature::Quotient { by, modulus } => 2 + bits(by) + bits(modulus - 2),
            Feature::Zeros {
                base,
                shift,
                modulus,
            } => 3 + bits(base - 2) + bits(shift) + bits(modulus - 2),
            Feature::DigitSum { base, modulus } => 4 + bits(base - 2) + bits(modulus - 2),
            Feature::Digit { base, place } => 4 + bits(base) + bits(place),
            Feature::Leading { base } => 5 + bits(base),
            Feature::Length { base, modulus } => 5 + bits(base - 2) + bits(modulus - 2),
            Feature::Primes | Feature::Prime => 6,
        }
    }

    /// Its value of the number `of`, in the script language.
    pub fn expression(self, of: &str) -> String {
        let whole = closed(of);
        match self {
            Feature::Remainder { modulus: 1 } => "0".to_owned(),
            Feature::Remainder { modulus } => format!("{whole} % {modulus}"),
            Feature::Quotient { by, modulus } => format!("{whole} / {by} % {modulus}"),
            Feature::Zeros {
                base,
                shift,
                modulus,
            } => {
                format!("trailing_zeros({}, {base}) % {modulus}", plus(of, shift))
            }
            Feature::DigitSum { base, modulus } => format!("digit_sum({of}, {base}) % {modulus}"),
            Feature::Digit { base, place } => format!("digit({of}, {base}, {place})"),
            Feature::Leading { base } => format!("leading_digit({of}, {base})"),
            Feature::Length { base, modulus } => format!("digits({of}, {base}) % {modulus}"),
            Feature::Primes => format!("prime_factors({of}) % 2"),
            Feature::Prime => format!("is_prime({of})"),
        }
    }

    /// The condition that its class is one of these, in words.
    pub fn words(self, of: &str, classes: &[u64]) -> String {
        let list = listed(classes);
        let parity = |modulus: u64| match (modulus, classes) {
            (2, [0]) => Some("even"),
            (2, [1]) => Some("odd"),
            _ => None,
        };
        let counted = |what: String, modulus: u64| match parity(modulus) {
            Some(parity) => format!("{what} is {parity}"),
            None => format!("{what} is {list} modulo {modulus}"),
        };
        match self {
            Feature::Remainder { modulus } => match (parity(modulus), classes) {
                (Some(parity), _) => format!("{of} is {parity}"),
                (None, [0]) => format!("{of} is a multiple of {modulus}"),
                _ => format!("{of} leaves the remainder {list} when divided by {modulus}"),
            },
            Feature::Quotient { by, modulus } => {
                counted(format!("{of} divided by {by}, rounded down,"), modulus)
            }
            Feature::Zeros {
                base,
                shift,
                modulus,
            } => counted(
                format!(
                    "the number of zeros at the end of {} in base {base}",
                    plus(of, shift)
                ),
                modulus,
            ),
            Feature::DigitSum { base: 2, modulus } => {
                counted(format!("the number of ones in binary of {of}"), modulus)
            }
            Feature::DigitSum { base, modulus } => counted(
                format!("the sum of the digits of {of} in base {base}"),
                modulus,
            ),
            Feature::Digit { base, place } => {
                format!(
                    "digit {} from the right of {of} in base {base} is {list}",
                    place + 1
                )
            }
            Feature::Leading { base } => {
                format!("the first digit of {of} in base {base} is {list}")
            }
            Feature::Length { base, modulus } => counted(
                format!("the number of digits of {of} in base {base}"),
                modulus,
            ),
            Feature::Prime => format!("{of} is {}prime", if classes == [1] { "" } else { "not " }),
            Feature::Primes => counted(format!("the number of prime factors of {of}"), 2),
        }
    }
}

/// An expression that can be an operand of any operator.
pub fn closed(expression: &str) -> String {
    let mut depth = 0;
    let open = expression.chars().any(|c| {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        c == ' ' && depth == 0
    });
    if open {
        format!("({expression})")
    } else {
        expression.to_owned()
    }
}

/// A sum with a number, in the script language.
pub fn plus(of: &str, n: impl Into<i128>) -> String {
    match n.into() {
        0 => of.to_owned(),
        n @ 1.. => format!("{of} + {n}"),
        n => format!("{of} - {}", n.unsigned_abs()),
    }
}

/// The same in words.
pub fn plus_in_words(of: &str, n: i64) -> String {
    match n {
        0 => of.to_owned(),
        1.. => format!("{of}, plus {n}"),
        _ => format!("{of}, minus {}", n.unsigned_abs()),
    }
}

/// Texts with commas between them.
pub fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items
        .into_iter()
        .map(|item| item.to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

/// That a number is one of these, in the script language.
pub fn one_of(of: &str, numbers: &[u64]) -> String {
    match numbers {
        [one] => format!("{of} == {one}"),
        _ => format!("{numbers:?}.contains({of})"),
    }
}

/// Numbers as a list in words: `1, 2 or 5`.
pub fn listed(numbers: &[u64]) -> String {
    match numbers.split_last() {
        Some((last, [])) => last.to_string(),
        Some((last, others)) => format!("{} or {last}", list(others)),
        None => "none".to_owned(),
    }
}
