//! Searches for the shortest rule for the Grundy values of a column.

use rustc_hash::FxHashSet;

use super::expr::{Expr, Op};
use super::forms::{ALL_VALUES, Fit, search};
use super::sets::supported;
use super::table::{Column, Fact, at, index};
use crate::rules::{Limits, Stop};

const MOST_EXCEPTIONS: usize = 100;

impl Column<u64> {
    /// Estimates the number of bits needed to write the values down without a rule.
    pub fn evidence(&self) -> u64 {
        let distinct: FxHashSet<&u64> = self.all.iter().collect();
        let changes = self.all.windows(2).filter(|w| w[0] != w[1]).count() as u64;
        let each = u64::from((distinct.len() as u64).ilog2()) + 1;
        (changes * each).max(u64::from((self.all.len() as u64 + 1).ilog2()))
    }
}

fn length(values: &[i64]) -> i64 {
    (values.len() as u64).cast_signed()
}

/// Returns the smallest shift s for which the value at each index i is (i + s) / d, rounded down. If `repeats` is set,
/// i + s is first reduced modulo the number of values.
fn shift_of(values: &[i64], d: i64, repeats: bool) -> Option<i64> {
    let count = length(values);
    (0..count).find(|s| {
        let place = |i: i64| if repeats { (i + s) % count } else { i + s };
        (0..).zip(values).all(|(i, v)| place(i) / d == *v)
    })
}

fn periodic(values: &[i64], saltus: i64) -> Expr {
    let p = length(values);
    let by = |op, number: Expr, n| Expr::bin(op, number, Expr::Int(n));
    let step = (saltus > 0 && p % saltus == 0).then(|| p / saltus);
    match step.and_then(|d| Some((d, shift_of(values, d, false)?))) {
        Some((d, s)) => by(Op::Div, by(Op::Add, Expr::N, s), d),
        None if saltus == 0 => repeated(values),
        None => {
            let rounds = by(Op::Mul, by(Op::Div, Expr::N, p), saltus);
            Expr::bin(Op::Add, rounds, repeated(values))
        }
    }
}

/// Builds a rule for values that repeat: a constant, a remainder of `n`, or else a list.
fn repeated(values: &[i64]) -> Expr {
    let count = values.len();
    let is_period = |p: &usize| count.is_multiple_of(*p) && values[*p..] == values[..count - p];
    let p = (1..=count).find(is_period).unwrap_or(count);
    let period = &values[..p];
    let by = |op, number: Expr, n| Expr::bin(op, number, Expr::Int(n));
    let remainder = |s| by(Op::Mod, by(Op::Add, Expr::N, s), length(period));
    let mut steps = (1..=length(period)).filter(|d| length(period) % d == 0);
    match steps.find_map(|d| Some((d, shift_of(period, d, true)?))) {
        _ if p == 1 => Expr::Int(period[0]),
        Some((d, s)) => by(Op::Div, remainder(s), d),
        None => Expr::Pick(period.to_vec(), Box::new(remainder(0))),
    }
}

/// Builds a rule for the shortest period of the values. The values may rise from each period to the next by a constant,
/// the saltus. The first values may be exceptions.
fn periodic_of(column: &Column<u64>, limits: &Limits) -> Result<Option<Expr>, Stop> {
    let values = &column.all;
    let count = values.len();
    for p in 1..=count / 3 {
        limits.check()?;
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
        return repeating(column, p, saltus, from, limits);
    }
    Ok(None)
}

/// Builds the rule for values that rise by `saltus` every `p` numbers from index `from` on.
fn repeating(
    column: &Column<u64>,
    p: usize,
    saltus: u64,
    from: usize,
    limits: &Limits,
) -> Result<Option<Expr>, Stop> {
    // Treat the period as if it started at 0.
    let mut table = vec![0i64; p];
    for (n, &v) in column.iter().skip(column.all.len() - p) {
        let before = i64::try_from(n / p as u64 * saltus);
        let (Ok(before), Ok(v)) = (before, i64::try_from(v)) else {
            return Ok(None);
        };
        table[index(n % p as u64)] = v - before;
    }
    let rule = periodic(&table, saltus.cast_signed());
    begun(rule, column, from, limits)
}

/// Adds an exception wherever a rule is wrong before index `from`. Returns `None` if the rule is wrong at a later
/// number, or if there are too many exceptions.
fn begun(
    rule: Expr,
    column: &Column<u64>,
    from: usize,
    limits: &Limits,
) -> Result<Option<Expr>, Stop> {
    let mut except: Vec<(i64, i64)> = Vec::new();
    for (i, number) in limits.checking(column.iter()).enumerate() {
        let (n, v) = number?;
        if rule.eval(at(n)) != Ok(v.as_number()) {
            if i >= from || except.len() == MOST_EXCEPTIONS {
                return Ok(None);
            }
            except.push((n.cast_signed(), v.as_number()));
        }
    }
    Ok(Some(if except.is_empty() {
        rule
    } else {
        Expr::Switch(Box::new(Expr::N), except, Box::new(rule))
    }))
}

fn exceptions(rule: &Expr) -> &[(i64, i64)] {
    match rule {
        Expr::Switch(_, cases, _) => cases,
        _ => &[],
    }
}

/// The two searches for a rule: by period, and by template. Each template is shifted by a constant so that its value at
/// the end of the column is correct. Up to three of the first eight numbers may be exceptions.
const FORMS: [Fit<Column<u64>>; 2] = [
    |column, limits| Ok(periodic_of(column, limits)?.into_iter().collect()),
    |column, limits| {
        let last = column.all.last().copied().unwrap_or(0).cast_signed();
        let mut found = Vec::new();
        for form in ALL_VALUES.iter() {
            let added = form.eval(at(column.most())).map(|value| last - value);
            let Some(added) = added.ok().filter(|added| added.abs() <= 3) else {
                continue;
            };
            let form = Expr::bin(Op::Add, form.clone(), Expr::Int(added));
            let rule = begun(form, column, 8, limits)?;
            found.extend(rule.filter(|rule| exceptions(rule).len() <= 3));
        }
        Ok(found)
    },
];

pub fn candidates(column: &Column<u64>, limits: &Limits) -> Result<Vec<Expr>, Stop> {
    if column.all.len() < 6 {
        return Ok(Vec::new());
    }
    search(&FORMS, column, |_| Ok(true), limits)
}

pub fn shortest(column: &Column<u64>, limits: &Limits) -> Result<Option<Expr>, Stop> {
    let evidence = column.evidence();
    // Values that soon become constant give little evidence even in a long table.
    let is_settled = |rule: &Expr| match (rule, exceptions(rule).last()) {
        (Expr::Switch(_, _, rest), Some((last, _))) => {
            matches!(**rest, Expr::Int(_))
                && 16 * (last.unsigned_abs() - column.least) <= column.all.len() as u64
        }
        _ => false,
    };
    let fits = |rule: &Expr| supported(rule.bits(), evidence) || is_settled(rule);
    Ok(candidates(column, limits)?.into_iter().find(fits))
}
