//! Rules for Grundy values of single numbers, and the search for the shortest that fits a table.

use rustc_hash::FxHashSet;

use super::feature::{closed, list, plus, plus_in_words};
use super::numbers::{
    bits, digit_sum, digits, largest_power, leading_digit, least_factor_place, odd_part,
    prime_factors, signed_bits, trailing_zeros,
};
use super::table::{Column, index};
use crate::rules::{Limits, Stop};
use crate::solve::periodic::Repeat;

/// A kind of functions of a number, most of them one for each base.
#[derive(Debug)]
struct FunctionKind {
    /// In the script language, with `#` for the number and `B` for the base.
    expression: &'static str,
    /// The same in words.
    words: &'static str,
    /// How many bits name it, without those of the base.
    cost: u64,
    /// The value, by the number and the base.
    of: fn(u64, u64) -> u64,
}

impl PartialEq for FunctionKind {
    fn eq(&self, other: &FunctionKind) -> bool {
        self.expression == other.expression
    }
}

impl Eq for FunctionKind {}

const fn kind(
    expression: &'static str,
    words: &'static str,
    cost: u64,
    of: fn(u64, u64) -> u64,
) -> FunctionKind {
    FunctionKind {
        expression,
        words,
        cost,
        of,
    }
}

static OF_BASE: [FunctionKind; 4] = [
    kind(
        "trailing_zeros(#, B)",
        "how often # can be divided by B",
        4,
        trailing_zeros,
    ),
    kind(
        "largest_power(#, B)",
        "the largest power of B that divides #",
        4,
        largest_power,
    ),
    kind("digits(#, B)", "how many digits # has in base B", 4, digits),
    kind(
        "digit_sum(#, B)",
        "the sum of the digits of # in base B",
        5,
        digit_sum,
    ),
];
static LEADING: FunctionKind = kind(
    "leading_digit(#, B)",
    "the first digit of # in base B",
    5,
    leading_digit,
);
/// These have base 2 and do not look at it. To name it costs one bit, which is left out of what is said here.
static WITHOUT_BASE: [FunctionKind; 4] = [
    kind(
        "odd_part(#)",
        "#, halved as often as that goes",
        4,
        |n, _| odd_part(n),
    ),
    kind(
        "odd_part(#) / 2",
        "half of the odd part of #, rounded down",
        4,
        |n, _| odd_part(n) / 2,
    ),
    kind(
        "prime_factors(#)",
        "the number of prime factors of #",
        4,
        |n, _| prime_factors(n),
    ),
    kind(
        "least_factor_place(#)",
        "the place of the least prime factor of # among the primes",
        6,
        |n, _| least_factor_place(n),
    ),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Function {
    kind: &'static FunctionKind,
    /// From 2 on; 2 for the functions that have none.
    base: u64,
    /// What the remainder of the value is taken by, where it is.
    modulus: Option<u64>,
}

impl Function {
    fn all() -> impl Iterator<Item = Function> {
        let of_base = |kind, base| Function {
            kind,
            base,
            modulus: None,
        };
        let digit_sum = &OF_BASE[3];
        let plain =
            (2..=10).flat_map(move |base| OF_BASE.iter().map(move |kind| of_base(kind, base)));
        let modulo = (2..=10).flat_map(move |base| {
            (2..=10).map(move |modulus| Function {
                modulus: Some(modulus),
                ..of_base(digit_sum, base)
            })
        });
        let leading = (3..=10).map(move |base| of_base(&LEADING, base));
        let others = WITHOUT_BASE.iter().map(move |kind| of_base(kind, 2));
        plain.chain(modulo).chain(leading).chain(others)
    }

    fn of(self, n: u64) -> u64 {
        let value = (self.kind.of)(n, self.base);
        self.modulus.map_or(value, |modulus| value % modulus)
    }

    /// How many bits name it.
    fn cost(self) -> u64 {
        self.kind.cost
            + bits(self.base - 2)
            + self.modulus.map_or(0, |modulus| 1 + bits(modulus - 2))
    }

    /// As an expression of the script language, and in words.
    fn said(self, of: &str) -> (String, String) {
        let base = self.base.to_string();
        let [expression, words] = [self.kind.expression, self.kind.words]
            .map(|text| text.replace('B', &base).replace('#', of));
        match self.modulus {
            Some(modulus) => (
                format!("{expression} % {modulus}"),
                format!("{words}, modulo {modulus}"),
            ),
            None => (expression, words),
        }
    }
}

/// A rule that tells the Grundy value of each number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueRule {
    form: ValueForm,
    /// Numbers with another value, and that value.
    pub except: Vec<(u64, u64)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ValueForm {
    /// `values[n % p]`, where p is their number, plus the saltus for each whole period before.
    Periodic { values: Vec<i64>, saltus: u64 },
    /// A function of n + shift, plus a number.
    Function {
        function: Function,
        shift: u64,
        add: i64,
    },
    /// The values where up to f(n) = (p n + c) / q may be taken: f(n) where that is more than f(n - 1), else the value of
    /// n - f(n) - 1 (L. Levine, "Fractal sequences and restricted Nim", 2006).
    Restricted { p: u64, q: u64, c: i64 },
}

const MOST_EXCEPTIONS: usize = 100;

impl Column<u64> {
    /// How many bits it takes to write it down without any rule, about.
    pub fn evidence(&self) -> u64 {
        let distinct: FxHashSet<&u64> = self.all.iter().collect();
        let changes = self.all.windows(2).filter(|w| w[0] != w[1]).count() as u64;
        let each = u64::from((distinct.len() as u64).ilog2()) + 1;
        (changes * each).max(u64::from((self.all.len() as u64 + 1).ilog2()))
    }
}

impl ValueRule {
    /// These values, by remainder, over and over.
    pub fn periodic(values: Vec<i64>) -> ValueRule {
        ValueRule {
            form: ValueForm::Periodic { values, saltus: 0 },
            except: Vec::new(),
        }
    }

    /// Each number itself.
    pub fn itself() -> ValueRule {
        ValueRule {
            form: ValueForm::Periodic {
                values: vec![0],
                saltus: 1,
            },
            except: Vec::new(),
        }
    }

    /// The function with this expression, in base 2, of the number plus `shift`.
    pub fn function(expression: &str, shift: u64) -> Option<ValueRule> {
        let mut kinds = OF_BASE.iter().chain(&WITHOUT_BASE);
        let kind = kinds.find(|kind| kind.expression == expression)?;
        let function = Function {
            kind,
            base: 2,
            modulus: None,
        };
        Some(ValueRule {
            form: ValueForm::Function {
                function,
                shift,
                add: 0,
            },
            except: Vec::new(),
        })
    }

    fn regular(&self, n: u64) -> Option<u64> {
        match &self.form {
            ValueForm::Periodic { values, saltus } => {
                let p = values.len() as u64;
                (n / p * saltus).checked_add_signed(values[index(n % p)])
            }
            ValueForm::Function {
                function,
                shift,
                add,
            } => function.of(n + shift).checked_add_signed(*add),
            ValueForm::Restricted { p, q, c } => restricted(n, *p, *q, *c),
        }
    }

    /// The value that it gives a number.
    pub fn value(&self, n: u64) -> Option<u64> {
        match self.except.binary_search_by_key(&n, |(n, _)| *n) {
            Ok(i) => Some(self.except[i].1),
            Err(_) => self.regular(n),
        }
    }

    /// How it repeats, where it is periodic and grows by nothing.
    pub fn repeat(&self) -> Option<Repeat> {
        match &self.form {
            ValueForm::Periodic { values, saltus: 0 } => {
                let from = self.except.last().map_or(0, |(n, _)| n + 1);
                Some(Repeat {
                    from,
                    length: values.len() as u64,
                })
            }
            _ => None,
        }
    }

    /// Whether it gives every number of the column its value.
    pub fn fits(&self, column: &Column<u64>) -> bool {
        column.iter().all(|(n, &v)| self.value(n) == Some(v))
    }

    /// How many bits name it.
    pub fn cost(&self) -> u64 {
        let except: u64 = self
            .except
            .iter()
            .map(|(n, v)| u64::from((n + 1).ilog2()) + u64::from((v + 1).ilog2()) + 2)
            .sum();
        except
            + match &self.form {
                ValueForm::Periodic { values, saltus } => {
                    let table: u64 = match step_of(values) {
                        Some(step) => bits(step - 1),
                        None => values.iter().map(|&v| signed_bits(v)).sum(),
                    };
                    bits(values.len() as u64 - 1) + bits(*saltus) + table
                }
                ValueForm::Function {
                    function,
                    shift,
                    add,
                } => 3 + function.cost() + bits(*shift) + bits(add.unsigned_abs()),
                ValueForm::Restricted { p, q, c } => 5 + bits(*p) + bits(*q) + signed_bits(*c),
            }
    }

    /// As an expression of the script language, and in words.
    pub fn said(&self, of: &str) -> (String, String) {
        let (mut expression, mut words) = match &self.form {
            ValueForm::Periodic { values, saltus } => periodic_said(values, *saltus, of),
            ValueForm::Function {
                function,
                shift,
                add,
            } => {
                let (expression, words) = function.said(&plus(of, *shift));
                (plus(&expression, *add), plus_in_words(&words, *add))
            }
            ValueForm::Restricted { p, q, c } => (format!("restricted({of}, {p}, {q}, {c})"), {
                let times = if *p == 1 {
                    of.to_owned()
                } else {
                    format!("{p} {of}")
                };
                let top = if *c == 0 {
                    times
                } else {
                    format!("({})", plus(&times, *c))
                };
                format!(
                    "f = {top} / {q}, rounded down, where f grows; else the value of {of} - f - 1"
                )
            }),
        };
        if let Some((last, _)) = self.except.last() {
            let cases = list(self.except.iter().map(|(n, v)| format!("{n} => {v}")));
            expression = format!("switch {of} {{ {cases}, _ => {expression} }}");
            words = match self.except.as_slice() {
                [(n, v)] => format!("{words}; only {n} has value {v}"),
                _ => format!(
                    "{words}; from {} on, with {} exceptions before",
                    last + 1,
                    self.except.len()
                ),
            };
        }
        (expression, words)
    }
}

/// The value of n where up to (p n + c) / q may be taken from it.
pub fn restricted(mut n: u64, p: u64, q: u64, c: i64) -> Option<u64> {
    let most = |n: u64| {
        n.checked_mul(p)?
            .checked_add_signed(c)
            .map_or(Some(0), |top| Some((top / q.max(1)).min(n)))
    };
    loop {
        let here = most(n)?;
        if n == 0 || here == 0 {
            return Some(0);
        }
        if here > most(n - 1)? {
            return Some(here);
        }
        n = n.checked_sub(here + 1)?;
    }
}

/// The step of a period 0, 0, 1, 1, 2, 2: how often each number is repeated.
fn step_of(values: &[i64]) -> Option<u64> {
    let step = values.iter().take_while(|v| **v == 0).count();
    if step == 0 || !values.len().is_multiple_of(step) {
        return None;
    }
    let expected = (0..).flat_map(|v: i64| std::iter::repeat_n(v, step));
    values
        .iter()
        .zip(expected)
        .all(|(v, e)| *v == e)
        .then_some(step as u64)
}

fn periodic_said(values: &[i64], saltus: u64, of: &str) -> (String, String) {
    let whole = closed(of);
    let p = values.len() as u64;
    match (step_of(values), saltus) {
        (Some(1), s) if s == p => return (of.to_owned(), format!("{of} itself")),
        (Some(step), 0) if step == p => return ("0".to_owned(), "always 0".to_owned()),
        (Some(1), 0) => {
            return (
                format!("{whole} % {p}"),
                format!("the remainder of {of} when divided by {p}"),
            );
        }
        (Some(step), 0) => {
            return (
                format!("{whole} % {p} / {step}"),
                format!(
                    "the remainder of {of} when divided by {p}, divided by {step} and rounded down"
                ),
            );
        }
        (Some(step), s) if s * step == p => {
            return (
                format!("{whole} / {step}"),
                format!("{of} divided by {step}, rounded down"),
            );
        }
        _ => {}
    }
    let table = format!("{values:?}[{whole} % {p}]");
    let repeats = match p {
        1 => "the same everywhere".to_owned(),
        _ => format!("periodic, with period {p}"),
    };
    let first = match p {
        0..=16 => format!(": {}", list(values)),
        _ => String::new(),
    };
    if saltus == 0 {
        return (table, format!("{repeats}{first}"));
    }
    let times = if saltus == 1 {
        String::new()
    } else {
        format!(" * {saltus}")
    };
    (
        format!("{whole} / {p}{times} + {table}"),
        format!("made of periods of {p}, each {saltus} higher than the last{first}"),
    )
}

/// The shortest period of the values, plain or with a saltus, from some number on, with the values before as exceptions.
fn periodic_of(column: &Column<u64>) -> Option<ValueRule> {
    let values = &column.all;
    let count = values.len();
    for p in 1..=count / 3 {
        let Some(saltus) = values[count - 1].checked_sub(values[count - 1 - p]) else {
            continue;
        };
        let holds = |i: &usize| values[*i].checked_add(saltus) == Some(values[*i + p]);
        let from = (0..count - p)
            .rev()
            .find(|i| !holds(i))
            .map_or(0, |i| i + 1);
        if 2 * from > count || count - from < 3 * p || (count - from < 4 * p && from > 0 && p > 1) {
            continue;
        }
        // The period by remainder, as it would be from 0 on.
        let mut table = vec![0i64; p];
        for (n, &v) in column.iter().skip(count - p) {
            let before = i64::try_from(n / p as u64 * saltus).ok()?;
            table[index(n % p as u64)] = i64::try_from(v).ok()? - before;
        }
        return begun(
            ValueForm::Periodic {
                values: table,
                saltus,
            },
            column,
            from,
        );
    }
    None
}

/// The rule of this form, but for the numbers before the place `from` that have another value; `None` where they are too
/// many.
fn begun(form: ValueForm, column: &Column<u64>, from: usize) -> Option<ValueRule> {
    let rule = ValueRule {
        form,
        except: Vec::new(),
    };
    let wrong = column.iter().filter(|(n, v)| rule.regular(*n) != Some(**v));
    let except: Vec<(u64, u64)> = wrong.map(|(n, v)| (n, *v)).collect();
    let late = except
        .last()
        .is_some_and(|(n, _)| n - column.least >= from as u64);
    (except.len() <= MOST_EXCEPTIONS && !late).then_some(ValueRule { except, ..rule })
}

/// All rules of the library that fit the column, the shortest first.
pub fn candidates(column: &Column<u64>, limits: &Limits) -> Result<Vec<ValueRule>, Stop> {
    let mut found = Vec::new();
    let count = column.all.len();
    if count < 6 {
        return Ok(found);
    }
    limits.check()?;
    found.extend(periodic_of(column));
    for function in Function::all() {
        limits.check()?;
        for shift in 0..=2 {
            // The last number tells what is added.
            let add =
                i128::from(column.all[count - 1]) - i128::from(function.of(column.most() + shift));
            let Some(add) = i64::try_from(add)
                .ok()
                .filter(|add| add.unsigned_abs() <= 3)
            else {
                continue;
            };
            // A beginning of up to three numbers may be its own.
            let rule = begun(
                ValueForm::Function {
                    function,
                    shift,
                    add,
                },
                column,
                8,
            );
            found.extend(rule.filter(|rule| rule.except.len() <= 3));
        }
    }
    for q in 2..=8u64 {
        limits.check()?;
        for p in (1..q).filter(|p| super::numbers::gcd(*p, q) == 1) {
            let rule = |c| ValueRule {
                form: ValueForm::Restricted { p, q, c },
                except: Vec::new(),
            };
            found.extend((-2..=2).map(rule).filter(|rule| rule.fits(column)));
        }
    }
    found.sort_by_cached_key(ValueRule::cost);
    Ok(found)
}

/// The shortest rule that fits the column and is supported by it.
pub fn shortest(column: &Column<u64>, limits: &Limits) -> Result<Option<ValueRule>, Stop> {
    let evidence = column.evidence();
    // Values that soon are always the same are few bits, however long the table is.
    let settled = |rule: &ValueRule| {
        matches!(&rule.form, ValueForm::Periodic { values, saltus: 0 } if values.len() == 1)
            && rule
                .except
                .last()
                .is_some_and(|(last, _)| 16 * (last - column.least) <= column.all.len() as u64)
    };
    let fits = |rule: &ValueRule| super::sets::supported(rule.cost(), evidence) || settled(rule);
    Ok(candidates(column, limits)?.into_iter().find(fits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_with_a_minus_sign_is_longer() {
        let rule = |c| ValueRule {
            form: ValueForm::Restricted { p: 1, q: 2, c },
            except: Vec::new(),
        };
        assert!(rule(-1).cost() > rule(1).cost());
    }
}
