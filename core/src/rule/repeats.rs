//! Computes the eventual periods of expressions. Two expressions that agree until the end of their first common period
//! agree for ever.

use super::expr::{Expr, Op, Var};
use super::numbers::gcd;
use crate::solve::periodic::Repeat;

impl Repeat {
    const CONSTANT: Repeat = Repeat { from: 0, length: 1 };

    /// Returns the common period of two periods; `None` if its length overflows.
    pub fn with(self, other: Repeat) -> Option<Repeat> {
        let length = (self.length / gcd(self.length, other.length)).checked_mul(other.length)?;
        Some(Repeat {
            from: self.from.max(other.from),
            length,
        })
    }
}

/// Returns the eventual period of an expression, if the period follows from its remainders, digits, comparisons and
/// lists.
pub fn repeat_of(rule: &Expr) -> Option<Repeat> {
    Term::from_expr(rule)?.repeats()
}

/// Brings a linear equation into the form x a + y b + z = 0, and returns x, y and z. In an equation in `n`, a stands
/// for `n` and y is 0. Returns `None` for other expressions, or if a coefficient or the constant exceeds its bound.
pub fn equation(rule: &Expr) -> Option<([i64; 2], i64)> {
    let Expr::Bin(Op::Eq, sides) = rule else {
        return None;
    };
    let difference = Term::from_expr(&sides[0])?.plus(-1, &Term::from_expr(&sides[1])?)?;
    let Term::Sum([a, b], c) = difference else {
        return None;
    };
    // Make the first non-zero coefficient positive.
    let sign = if (a, b, c) < (0, 0, 0) { -1 } else { 1 };
    Some(([sign * a, sign * b], sign * c))
}

/// The maximum absolute value of a coefficient. Together with `MOST_ADDED`, this bound prevents overflow for all
/// numbers of a table.
const MOST_TIMES: u64 = 1000;
const MOST_ADDED: u64 = 1 << 53;

enum Term {
    /// A linear form: the coefficients of the first and the second number, and the constant.
    Sum([i64; 2], i64),
    Repeats(Repeat),
}

impl Term {
    fn from_expr(part: &Expr) -> Option<Term> {
        match part {
            Expr::Var(Var::B) => Some(Term::Sum([0, 1], 0)),
            Expr::Var(_) => Some(Term::Sum([1, 0], 0)),
            Expr::Int(n) => Some(Term::Sum([0, 0], *n)),
            Expr::Bin(op, sides) => Term::joined(
                *op,
                &Term::from_expr(&sides[0])?,
                &Term::from_expr(&sides[1])?,
            ),
            Expr::In(of, list) if of.len() == 1 => {
                Term::among(&of[0], list.iter().map(|one| one[0]))
            }
            Expr::Switch(of, cases, rest) => {
                let is_case = Term::among(of, cases.iter().map(|(case, _)| *case))?;
                Term::together([Some(is_case), Term::from_expr(rest)].into_iter())
            }
            Expr::Call(function, parts) if function.name == "digit" => {
                let (Term::Sum(_, 0), &[_, Expr::Int(base), Expr::Int(place)]) =
                    (Term::from_expr(&parts[0])?, &parts[..])
                else {
                    return None;
                };
                let places = u32::try_from(place).ok()?.checked_add(1)?;
                let length = u64::try_from(base).ok()?.checked_pow(places)?;
                Some(Term::Repeats(Repeat { from: 0, length }))
            }
            part => Term::together(part.parts().into_iter().map(Term::from_expr)),
        }
    }

    fn among(of: &Expr, list: impl Iterator<Item = i64>) -> Option<Term> {
        let of = Term::from_expr(of)?;
        Term::together(list.map(|n| Term::joined(Op::Eq, &of, &Term::Sum([0, 0], n))))
    }

    fn together(mut all: impl Iterator<Item = Option<Term>>) -> Option<Term> {
        all.try_fold(Repeat::CONSTANT, |repeats, one| {
            repeats.with(one?.repeats()?)
        })
        .map(Term::Repeats)
    }

    fn repeats(&self) -> Option<Repeat> {
        match self {
            Term::Sum([0, 0], _) => Some(Repeat::CONSTANT),
            Term::Sum(..) => None,
            Term::Repeats(repeats) => Some(*repeats),
        }
    }

    /// Adds `k` times another term. Returns `None` unless both terms are linear. Also returns `None` if a coefficient
    /// or the constant exceeds its bound.
    fn plus(&self, k: i64, other: &Term) -> Option<Term> {
        let (Term::Sum([a, b], c), Term::Sum([x, y], z)) = (self, other) else {
            return None;
        };
        let add = |one: &i64, other: &i64, most: u64| {
            let sum = one.checked_add(k.checked_mul(*other)?)?;
            (sum.unsigned_abs() <= most).then_some(sum)
        };
        Some(Term::Sum(
            [add(a, x, MOST_TIMES)?, add(b, y, MOST_TIMES)?],
            add(c, z, MOST_ADDED)?,
        ))
    }

    /// Returns the period of a condition that compares a linear form with 0. For all sufficiently large numbers, the
    /// condition has the same truth value.
    fn compared(&self) -> Option<Repeat> {
        match self {
            Term::Sum([0, 0], _) => Some(Repeat::CONSTANT),
            Term::Sum([a, 0], c) => Some(Repeat {
                from: c.unsigned_abs() / a.unsigned_abs() + 1,
                length: 1,
            }),
            _ => None,
        }
    }

    fn joined(op: Op, one: &Term, other: &Term) -> Option<Term> {
        match (op, one, other) {
            (Op::Add, Term::Sum(..), Term::Sum(..)) => one.plus(1, other),
            (Op::Sub, Term::Sum(..), Term::Sum(..)) => one.plus(-1, other),
            (Op::Mul, Term::Sum(..), Term::Sum([0, 0], k)) => Term::Sum([0, 0], 0).plus(*k, one),
            (Op::Mul, Term::Sum([0, 0], k), Term::Sum(..)) => Term::Sum([0, 0], 0).plus(*k, other),
            (Op::Mod, Term::Sum(..), Term::Sum([0, 0], modulus @ 1..)) => {
                Some(Term::Repeats(Repeat {
                    from: 0,
                    length: modulus.unsigned_abs(),
                }))
            }
            (Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge, Term::Sum(..), Term::Sum(..)) => {
                Some(Term::Repeats(one.plus(-1, other)?.compared()?))
            }
            _ => Term::together(
                [one, other]
                    .into_iter()
                    .map(|term| Some(Term::Repeats(term.repeats()?))),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::tests::known;
    #[test]
    fn repeats_are_read_off() {
        let repeats = |from, length| Some(Repeat { from, length });
        for (text, expected) in [
            ("n % 4 == 0", repeats(0, 4)),
            ("n%4==0||n % 6 == 1 && !(n == 3)", repeats(4, 12)),
            ("[20, 1, 4].contains(n)", repeats(21, 1)),
            ("![0, 2].contains((n + 1) % 7)", repeats(0, 7)),
            ("[0, 3, 2, 1][n % 4]", repeats(0, 4)),
            ("(n - 3) % 5 == 1", repeats(0, 5)),
            ("(9 - n) % 5", repeats(0, 5)),
            ("switch n { 7 => 2, _ => n % 3 }", repeats(8, 3)),
            ("2 * n < 9", repeats(5, 1)),
            ("n % 25 < 11", repeats(0, 25)),
            ("b % 2 == 1 && (a + b) % 3 == 1", repeats(0, 6)),
            ("digit(n, 3, 1) == 2", repeats(0, 9)),
            ("digit(n + 1, 3, 1) == 2", None),
            ("n * n % 4 == 0", None),
            ("n / 2 % 3 == 1", None),
            ("n & 3 == 0", None),
            ("n", None),
            ("is_power(n, 2)", None),
            ("n << 1 == 2", None),
            ("b - a == 1", None),
        ] {
            assert_eq!(repeat_of(&known(text)), expected, "{text}");
        }
    }
}
