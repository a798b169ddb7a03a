//! Defines the templates for rules: expressions with placeholders for numbers.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::expr::{Expr, Var};
use super::numbers::gcd;
use super::parse::parse;
use crate::rules::{Limits, Stop};

/// A template, and the range of numbers for each placeholder. Placeholders are capital letters. The numbers for P and Q
/// have no common factor.
type Form = (&'static str, &'static [(char, RangeInclusive<i64>)]);

/// Expressions with few possible values. A rule lists the values for which positions are lost.
const CLASSES: [Form; 5] = [
    ("n % M", &[('M', 2..=64)]),
    (
        "trailing_zeros(n + S, B) % M",
        &[('B', 2..=10), ('S', 0..=2), ('M', 2..=4)],
    ),
    ("digit_sum(n, B) % M", &[('B', 2..=10), ('M', 2..=10)]),
    ("digits(n, B) % M", &[('B', 2..=10), ('M', 2..=3)]),
    ("digit(n, B, D)", &[('B', 2..=10), ('D', 1..=6)]),
];

/// Formulas for Grundy values that are not periodic.
const VALUES: [Form; 9] = [
    ("trailing_zeros(n + S, B)", &[('B', 2..=10), ('S', 0..=2)]),
    ("largest_power(n + S, B)", &[('B', 2..=10), ('S', 0..=2)]),
    ("leading_digit(n + S, B)", &[('B', 3..=10), ('S', 0..=2)]),
    ("digit_sum(n + S, B)", &[('B', 2..=10), ('S', 0..=2)]),
    (
        "digit_sum(n + S, B) % M",
        &[('B', 2..=10), ('S', 0..=2), ('M', 2..=10)],
    ),
    ("digits(n + S, B)", &[('B', 2..=10), ('S', 0..=2)]),
    (
        "digits(n + S, B) % M",
        &[('B', 2..=10), ('S', 0..=2), ('M', 2..=3)],
    ),
    ("odd_part(n + S)", &[('S', 0..=2)]),
    ("odd_part(n + S) / 2", &[('S', 0..=2)]),
];

/// Expressions that compute one number from a pair. Rules for `n` are applied to this number.
const MEASURES: [Form; 9] = [
    ("b", &[]),
    ("a", &[]),
    ("a + b", &[]),
    ("b - a", &[]),
    ("a ^ b", &[]),
    ("gcd(a, b)", &[]),
    ("2 * a + b", &[]),
    ("b / a", &[]),
    ("(a - 1) | (b - 1)", &[]),
];

const PAIRS: [Form; 11] = [
    (
        "trailing_zeros(a + S, B) == trailing_zeros(b + S, B)",
        &[('B', 2..=10), ('S', 0..=1)],
    ),
    ("odd_part(a) == odd_part(b)", &[]),
    ("a == 0 || b < largest_power(a, 2)", &[]),
    ("b == 0 || a < largest_power(b, 2)", &[]),
    ("a == 0 || b < least_zeckendorf(a)", &[]),
    ("b == 0 || a < least_zeckendorf(b)", &[]),
    (
        "b == P * a / Q + C",
        &[('P', 1..=12), ('Q', 1..=6), ('C', -6..=6)],
    ),
    ("Q * b < P * a", &[('P', 1..=12), ('Q', 1..=6)]),
    ("Q * b <= P * a", &[('P', 1..=12), ('Q', 1..=6)]),
    ("Q * b > P * a", &[('P', 1..=12), ('Q', 1..=6)]),
    ("Q * b >= P * a", &[('P', 1..=12), ('Q', 1..=6)]),
];

/// Conditions for well-known sequences.
const NAMED: [Form; 5] = [
    ("is_square(n)", &[]),
    ("is_triangular(n)", &[]),
    ("is_fibonacci(n)", &[]),
    ("is_power(n, B)", &[('B', 2..=10)]),
    (
        "n % C == 0 && is_power(n / C, B)",
        &[('C', 2..=10), ('B', 2..=10)],
    ),
];

/// A function that returns candidate rules of one kind for a table.
pub type Fit<T> = fn(&T, &Limits) -> Result<Vec<Expr>, Stop>;

/// Returns the candidate rules that `fits` accepts, shortest first.
pub fn search<T>(
    forms: &[Fit<T>],
    table: &T,
    fits: impl Fn(&Expr) -> Result<bool, Stop>,
    limits: &Limits,
) -> Result<Vec<Expr>, Stop> {
    let mut found = Vec::new();
    for form in forms {
        limits.check()?;
        for rule in form(table, limits)? {
            limits.check()?;
            if fits(&rule)? {
                found.push(rule);
            }
        }
    }
    found.sort_by_cached_key(Expr::bits);
    Ok(found)
}

type Filled = LazyLock<Vec<Expr>>;

pub static ALL_CLASSES: Filled = LazyLock::new(|| filled(&CLASSES));
pub static ALL_VALUES: Filled = LazyLock::new(|| filled(&VALUES));
pub static ALL_MEASURES: Filled = LazyLock::new(|| filled(&MEASURES));
pub static ALL_PAIRS: Filled = LazyLock::new(|| filled(&PAIRS));
pub static ALL_NAMED: Filled = LazyLock::new(|| filled(&NAMED));

fn filled(forms: &[Form]) -> Vec<Expr> {
    let mut all: Vec<Expr> = forms.iter().flat_map(fill).collect();
    all.sort_by_cached_key(Expr::bits);
    all
}

fn fill((text, holes): &Form) -> Vec<Expr> {
    let mut names = vec![Var::N, Var::A, Var::B];
    names.extend(holes.iter().map(|(name, _)| Var::Hole(*name)));
    let Ok(template) = parse(text, &names) else {
        return Vec::new();
    };
    let mut choices: Vec<Vec<(char, i64)>> = vec![Vec::new()];
    for (name, range) in *holes {
        let longer = |choice: &Vec<(char, i64)>| {
            let choice = choice.clone();
            range
                .clone()
                .map(move |n| [choice.clone(), vec![(*name, n)]].concat())
        };
        choices = choices.iter().flat_map(longer).collect();
    }
    let number = |choice: &[(char, i64)], hole| {
        let found = choice.iter().find(|(name, _)| *name == hole);
        found.map(|(_, n)| *n)
    };
    choices.retain(|choice| match (number(choice, 'P'), number(choice, 'Q')) {
        (Some(p), Some(q)) => gcd(p.unsigned_abs(), q.unsigned_abs()) == 1,
        _ => true,
    });
    let fill = |choice: Vec<(char, i64)>| {
        template.replace(&|var| match var {
            Var::Hole(name) => Expr::Int(number(&choice, name).unwrap_or(0)),
            var => Expr::Var(var),
        })
    };
    choices.into_iter().map(fill).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_is_an_expression() {
        for forms in [&CLASSES[..], &VALUES, &MEASURES, &PAIRS, &NAMED] {
            for form in forms {
                assert!(!fill(form).is_empty(), "{}", form.0);
            }
        }
        assert_eq!(ALL_PAIRS[0].to_string(), "b == a");
        let halves = fill(&PAIRS[6]).into_iter().map(|rule| rule.to_string());
        let halves: Vec<String> = halves.filter(|text| text.contains("a / 2")).collect();
        assert!(
            halves.contains(&"b == 3 * a / 2 - 1".to_owned()),
            "{halves:?}"
        );
    }
}
