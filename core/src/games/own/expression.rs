//! Expressions of the script language about one or two numbers, as they are typed: claims about a game.

use rhai::{Array, Dynamic, Engine, EvalAltResult};

use super::engine::{self, CompiledScript, Failure};
use crate::rule::{Runs, Sequence, numbers, restricted, wythoff};
use crate::rules::{Limits, Stop};

/// An expression that has been read.
pub struct Expression {
    compiled: CompiledScript,
    source: Source,
}

/// An expression as it is typed.
#[derive(Clone, Debug)]
struct Source {
    /// The names of its numbers.
    names: String,
    /// How many characters of the script stand before it.
    head: usize,
    /// How many lines it has.
    lines: usize,
}

/// What an expression gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpressionValue {
    /// true or false
    Truth(bool),
    /// An integer.
    Number(i64),
}

/// Why an expression gives nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionError {
    /// The limits want the work to end.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// It is wrong: what, and the column, from 1, where that is known.
    #[error("{}{what}", column.map(|c| format!("column {c}: ")).unwrap_or_default())]
    Wrong {
        /// What is wrong; where it has several lines, with the place.
        what: String,
        /// Where, in one line.
        column: Option<usize>,
    },
}

impl ExpressionError {
    /// What went wrong in the script that holds an expression, at the column `otherwise` where no place is known.
    fn of(failure: Failure, source: &Source, otherwise: usize) -> ExpressionError {
        let (what, place) = match failure {
            Failure::Stopped(stop) => return stop.into(),
            Failure::Fault(_, Some((line, _))) if line > source.lines => {
                ("the expression ends too early".to_owned(), None)
            }
            Failure::Fault(what, place) => (source.hinted(what), place),
        };
        let Some((line, column)) = place else {
            return ExpressionError::Wrong {
                what,
                column: Some(otherwise),
            };
        };
        let column = if line == 1 {
            column.saturating_sub(source.head).max(1)
        } else {
            column
        };
        match source.lines {
            1 => ExpressionError::Wrong {
                what,
                column: Some(column),
            },
            _ => ExpressionError::Wrong {
                what: format!("line {line}, column {column}: {what}"),
                column: None,
            },
        }
    }
}

impl Source {
    /// What is wrong, with what may have been meant.
    fn hinted(&self, what: String) -> String {
        let unknown = what.strip_prefix("Variable not found: ");
        let sign = what
            .strip_prefix("Function not found: ")
            .and_then(|call| call.split_once(' '));
        match (unknown, sign) {
            (Some(_), _) => format!("{what}; expected {}", self.names),
            (_, Some((sign @ ("&" | "|" | "^"), types))) if types.contains("bool") => {
                format!("{what}; == binds more tightly than {sign}: write (n {sign} 3) == 0")
            }
            _ => what,
        }
    }
}

impl Expression {
    /// Reads an expression in these names.
    pub fn read(
        text: &str,
        names: &[&str],
        limits: &Limits,
    ) -> Result<Expression, ExpressionError> {
        if text.trim().is_empty() {
            return Err(ExpressionError::Wrong {
                what: "the expression is empty".to_owned(),
                column: Some(1),
            });
        }
        let head = format!("fn claim({}) {{ ", names.join(", "));
        let script = format!("{head}{text}\n}}");
        let source = Source {
            names: names.join(" and "),
            head: head.len(),
            lines: text.lines().count(),
        };
        engine::within(limits, || {
            let end = text.chars().count() + 1;
            let compiled = engine::compile(&script)
                .map_err(|failure| ExpressionError::of(failure, &source, end))?;
            // What closes the brace of its own accord is no expression.
            if compiled.ast.iter_functions().count() != 1 {
                let what = "more than an expression".to_owned();
                return Err(ExpressionError::Wrong {
                    what,
                    column: Some(1),
                });
            }
            Ok(Expression { compiled, source })
        })
    }

    /// Asks the expression about many numbers: `with` gets a function that answers for one or two numbers.
    pub fn asking<T: Send>(
        &self,
        limits: &Limits,
        with: impl FnOnce(&dyn Fn(&[u64]) -> Result<ExpressionValue, ExpressionError>) -> T + Send,
    ) -> Result<T, Stop> {
        engine::within(limits, || {
            Ok(with(&|given: &[u64]| {
                limits.check()?;
                let given: Vec<Dynamic> = given
                    .iter()
                    .map(|&n| Dynamic::from_int(i64::try_from(n).unwrap_or(i64::MAX)))
                    .collect();
                let value = engine::call(&self.compiled, "claim", given)
                    .map_err(|failure| ExpressionError::of(failure, &self.source, 1))?;
                match (value.as_bool(), value.as_int()) {
                    (Ok(truth), _) => Ok(ExpressionValue::Truth(truth)),
                    (_, Ok(number)) => Ok(ExpressionValue::Number(number)),
                    _ => {
                        let given = if value.is_unit() {
                            "nothing"
                        } else {
                            value.type_name()
                        };
                        let what = format!("it gives {given}; expected true, false or an integer");
                        Err(ExpressionError::Wrong {
                            what,
                            column: Some(1),
                        })
                    }
                }
            }))
        })
    }
}

type Answer<T> = Result<T, Box<EvalAltResult>>;

/// A number that is not negative.
fn natural(n: i64) -> Answer<u64> {
    u64::try_from(n).map_err(|_| format!("{n} is negative").into())
}

/// A base, or a divisor.
fn at_least(n: i64, least: i64) -> Answer<u64> {
    if n < least {
        Err(format!("{n} is too small; expected {least} or more").into())
    } else {
        natural(n)
    }
}

fn whole(n: u64) -> Answer<i64> {
    i64::try_from(n).map_err(|_| "the number is too large".into())
}

fn naturals(list: &Array) -> Answer<Vec<u64>> {
    list.iter()
        .map(|n| {
            n.as_int()
                .map_err(|_| "expected a list of numbers".into())
                .and_then(natural)
        })
        .collect()
}

/// The functions of numbers that rules use.
pub(super) fn know_numbers(engine: &mut Engine) {
    let of_one = |f: fn(u64) -> u64| move |n: i64| whole(f(natural(n)?));
    let in_a_base =
        |f: fn(u64, u64) -> u64| move |n: i64, b: i64| whole(f(natural(n)?, at_least(b, 2)?));
    let test = |is: fn(u64) -> bool| move |n: i64| n >= 0 && is(n.unsigned_abs());
    engine
        .register_fn("trailing_zeros", of_one(|n| numbers::trailing_zeros(n, 2)))
        .register_fn("odd_part", of_one(numbers::odd_part))
        .register_fn("prime_factors", of_one(numbers::prime_factors))
        .register_fn("least_factor_place", of_one(numbers::least_factor_place))
        .register_fn("least_zeckendorf", of_one(numbers::least_zeckendorf))
        .register_fn("trailing_zeros", in_a_base(numbers::trailing_zeros))
        .register_fn("largest_power", in_a_base(numbers::largest_power))
        .register_fn("digit_sum", in_a_base(numbers::digit_sum))
        .register_fn("leading_digit", in_a_base(numbers::leading_digit))
        .register_fn("digits", in_a_base(numbers::digits))
        .register_fn("is_square", test(numbers::is_square))
        .register_fn("is_triangular", test(numbers::is_triangular))
        .register_fn("is_fibonacci", test(numbers::is_fibonacci))
        .register_fn("is_prime", test(numbers::is_prime))
        .register_fn("digit", |n: i64, b: i64, place: i64| {
            whole(numbers::digit(
                natural(n)?,
                at_least(b, 2)?,
                natural(place)?,
            ))
        })
        .register_fn("is_power", |n: i64, b: i64| -> Answer<bool> {
            Ok(n > 0 && numbers::is_power(natural(n)?, at_least(b, 2)?))
        })
        .register_fn("gcd", |a: i64, b: i64| {
            whole(numbers::gcd(a.unsigned_abs(), b.unsigned_abs()))
        })
        .register_fn("beatty", |k: i64, p: i64, d: i64, r: i64| {
            in_range(slope(p, d, r)?.floor(natural(k)?))
        })
        .register_fn(
            "in_beatty",
            |n: i64, p: i64, d: i64, r: i64, shift: i64, from: i64| -> Answer<bool> {
                let (n, slope) = (natural(n)?, slope(p, d, r)?);
                let terms =
                    (natural(from)?..).map_while(|k| slope.floor(k)?.checked_add_signed(shift));
                Ok(terms.take_while(|term| *term <= n).any(|term| term == n))
            },
        )
        .register_fn("restricted", |n: i64, p: i64, q: i64, c: i64| {
            in_range(restricted(natural(n)?, at_least(p, 1)?, at_least(q, 1)?, c))
        })
        .register_fn(
            "is_wythoff_pair",
            |a: i64, b: i64, t: i64, c: i64| -> Answer<bool> {
                let (a, b) = (natural(a.min(b))?, natural(a.max(b))?);
                if b > MOST_LISTED {
                    return Err(format!("{b} is too large").into());
                }
                Ok(wythoff(at_least(t, 1)?, natural(c)?, a).last() == Some(&Some(b)))
            },
        )
        .register_fn(
            "in_sequence",
            |n: i64, first: Array, p: i64, r: i64, q: i64, c: i64| -> Answer<bool> {
                let first = naturals(&first)?;
                at_least(q, 1)?;
                let n = natural(n)?;
                if first.is_empty() {
                    return Err("the sequence has no first term".into());
                }
                Ok(Sequence { first, p, r, q, c }.upto(n).contains(&n))
            },
        )
        .register_fn(
            "in_runs",
            |n: i64, inside: bool, ends: Array, one: Array, next: Array| -> Answer<bool> {
                let ends = naturals(&ends)?;
                let step = |list: &Array| -> Answer<(u64, u64, i64)> {
                    match list
                        .iter()
                        .map(Dynamic::as_int)
                        .collect::<Result<Vec<i64>, _>>()
                        .as_deref()
                    {
                        Ok(&[p, q, c]) => Ok((at_least(p, 1)?, at_least(q, 1)?, c)),
                        _ => Err("expected a list of three numbers".into()),
                    }
                };
                let runs = Runs {
                    inside,
                    ends,
                    steps: [step(&one)?, step(&next)?],
                };
                let n = natural(n)?;
                let before = runs.ends_upto(n).iter().filter(|end| **end < n).count();
                Ok(inside == before.is_multiple_of(2))
            },
        );
}

/// A number that a formula gives, where it gives one.
fn in_range(n: Option<u64>) -> Answer<i64> {
    n.map_or_else(|| Err("the number is out of range".into()), whole)
}

/// The largest number of a list of pairs.
const MOST_LISTED: u64 = 100_000;

fn slope(p: i64, d: i64, r: i64) -> Answer<numbers::Quadratic> {
    at_least(r, 1)?;
    Ok(numbers::Quadratic {
        p,
        d: natural(d)?,
        r: natural(r)?,
    })
}
