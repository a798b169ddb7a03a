//! From where on, and after how many numbers, an expression repeats what it says: read off its remainders and
//! comparisons, so that two expressions which agree for so long agree for ever.

use rhai::{ASTFlags, Engine, Expr, OptimizationLevel, Stmt};

use super::numbers::gcd;
use crate::solve::periodic::Repeat;

impl Repeat {
    const CONSTANT: Repeat = Repeat { from: 0, length: 1 };

    /// How two that repeat do so together; `None` where that takes too many numbers.
    pub fn with(self, other: Repeat) -> Option<Repeat> {
        let length = (self.length / gcd(self.length, other.length)).checked_mul(other.length)?;
        Some(Repeat {
            from: self.from.max(other.from),
            length,
        })
    }

    /// Where an expression of the script language repeats, in these names. `None` where that is not plain to see: all
    /// that is read are sums of multiples, remainders by a number, comparisons, lists, `!`, `&&` and `||`, and any arithmetic
    /// between parts that repeat.
    pub fn of(text: &str, names: &[&str]) -> Option<Repeat> {
        Term::read(text, names)?.repeats()
    }
}

/// Numbers of positions so often, and so much added, are never too large.
const MOST_TIMES: u64 = 1000;
const MOST_ADDED: u64 = 1 << 53;

/// What an equation of sums says is 0: so many times each of these names, and a number.
pub fn equation(text: &str, names: &[&str]) -> Option<([i64; 2], i64)> {
    let (one, other) = text.split_once("==")?;
    let difference = Term::read(one, names)?.plus(-1, &Term::read(other, names)?)?;
    let Term::Sum([a, b], c) = difference else {
        return None;
    };
    // Of both signs the one with which the first that is not 0 is above it.
    let sign = if (a, b, c) < (0, 0, 0) { -1 } else { 1 };
    Some(([sign * a, sign * b], sign * c))
}

/// What a part of an expression is.
enum Term {
    /// So many times each name, and a number.
    Sum([i64; 2], i64),
    Repeats(Repeat),
}

impl Term {
    fn read(text: &str, names: &[&str]) -> Option<Term> {
        let mut engine = Engine::new_raw();
        engine.set_optimization_level(OptimizationLevel::None);
        match engine.compile_expression(text).ok()?.statements() {
            [Stmt::Expr(side)] => Term::of(side, names),
            _ => None,
        }
    }

    fn of(side: &Expr, names: &[&str]) -> Option<Term> {
        let read = |side| Term::of(side, names);
        match side {
            Expr::BoolConstant(..) => Some(Term::Repeats(Repeat::CONSTANT)),
            Expr::IntegerConstant(n @ 0.., _) => Some(Term::Sum([0, 0], *n)),
            Expr::Variable(word, ..) => {
                let i = names.iter().position(|name| *name == word.1)?;
                Some(Term::Sum([i64::from(i == 0), i64::from(i == 1)], 0))
            }
            Expr::And(sides, _) | Expr::Or(sides, _) => {
                Term::together(sides.iter().map(|side| read(side)?.repeats()))
            }
            Expr::FnCall(call, _) if call.is_operator_call() => match &call.args[..] {
                [side] if call.name == "!" => Some(Term::Repeats(read(side)?.repeats()?)),
                [one, other] => Term::joined(&call.name, &read(one)?, &read(other)?),
                _ => None,
            },
            // A list, and what is looked for in it, or its place and nothing behind that.
            Expr::Dot(two, ..) => {
                let (Expr::Array(all, _), Expr::MethodCall(call, _)) = (&two.lhs, &two.rhs) else {
                    return None;
                };
                let ([asked], "contains") = (&call.args[..], &*call.name) else {
                    return None;
                };
                let asked = read(asked)?;
                Term::together(
                    all.iter()
                        .map(|one| Term::joined("==", &read(one)?, &asked)?.repeats()),
                )
            }
            Expr::Index(two, flags, _) if flags.contains(ASTFlags::BREAK) => {
                let Expr::Array(all, _) = &two.lhs else {
                    return None;
                };
                Term::together(
                    all.iter()
                        .chain([&two.rhs])
                        .map(|side| read(side)?.repeats()),
                )
            }
            _ => None,
        }
    }

    fn together(mut all: impl Iterator<Item = Option<Repeat>>) -> Option<Term> {
        all.try_fold(Repeat::CONSTANT, |repeats, one| repeats.with(one?))
            .map(Term::Repeats)
    }

    fn repeats(&self) -> Option<Repeat> {
        match self {
            Term::Sum([0, 0], _) => Some(Repeat::CONSTANT),
            Term::Sum(..) => None,
            Term::Repeats(repeats) => Some(*repeats),
        }
    }

    /// `k` times the other added; `None` where that may be too large for the script language.
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

    /// Where comparing it with 0 comes out the same for ever.
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

    fn joined(sign: &str, one: &Term, other: &Term) -> Option<Term> {
        match (sign, one, other) {
            ("+", Term::Sum(..), Term::Sum(..)) => one.plus(1, other),
            ("-", Term::Sum(..), Term::Sum(..)) => one.plus(-1, other),
            ("*", Term::Sum(..), Term::Sum([0, 0], k)) => Term::Sum([0, 0], 0).plus(*k, one),
            ("*", Term::Sum([0, 0], k), Term::Sum(..)) => Term::Sum([0, 0], 0).plus(*k, other),
            // A remainder of what is never below 0, from some number on.
            ("%", Term::Sum([a, b], c), Term::Sum([0, 0], modulus @ 1..))
                if *a >= 0 && *b >= 0 && (a | b) > 0 =>
            {
                let from = match (*c, *a) {
                    (0.., _) => 0,
                    (c, a @ 1..) if *b == 0 => c.unsigned_abs().div_ceil(a.unsigned_abs()),
                    _ => return None,
                };
                Some(Term::Repeats(Repeat {
                    from,
                    length: modulus.unsigned_abs(),
                }))
            }
            ("==" | "!=" | "<" | "<=" | ">" | ">=", Term::Sum(..), Term::Sum(..)) => {
                Some(Term::Repeats(one.plus(-1, other)?.compared()?))
            }
            ("==" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "/" | "%", ..) => {
                Term::together([one, other].into_iter().map(Term::repeats))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_is_read_off() {
        let repeats = |from, length| Some(Repeat { from, length });
        let of_one = |text| Repeat::of(text, &["n"]);
        assert_eq!(of_one("n % 4 == 0"), repeats(0, 4));
        assert_eq!(of_one("n%4==0||n % 6 == 1 && !(n == 3)"), repeats(4, 12));
        assert_eq!(of_one("[20, 1, 4].contains(n)"), repeats(21, 1));
        assert_eq!(of_one("![0, 2].contains((n + 1) % 7)"), repeats(0, 7));
        assert_eq!(of_one("[0, 3, 2, 1][n % 4]"), repeats(0, 4));
        assert_eq!(of_one("(n - 3) % 5 == 1"), repeats(3, 5));
        assert_eq!(of_one("2 * n < 9"), repeats(5, 1));
        assert_eq!(
            Repeat::of("b % 2 == 1 && (a + b) % 3 == 1", &["a", "b"]),
            repeats(0, 6)
        );
        for text in [
            "n * n % 4 == 0",
            "n / 2 % 3 == 1",
            "n & 3 == 0",
            "n",
            "n % 4 ==",
            "is_power(n, 2)",
            "n << 1 == 2",
        ] {
            assert_eq!(of_one(text), None, "{text}");
        }
        assert_eq!(Repeat::of("b - a == 1", &["a", "b"]), None);
    }
}
