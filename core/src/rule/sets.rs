//! Searches for the shortest rule for a set of numbers.

use super::expr::{Expr, Op, signed};
use super::forms::{ALL_CLASSES, ALL_NAMED, Fit, search};
use super::functions::named;
use super::numbers::{Quadratic, evidence, gcd};
use super::repeats::repeat_of;
use super::sequence::Sequence;
use super::table::{Column, at, index};
use crate::rules::{Limits, Stop};

const MOST_EXCEPTIONS: usize = 24;

impl Column<bool> {
    /// Returns the numbers in the set.
    pub fn list(&self) -> Vec<u64> {
        self.iter()
            .filter(|(_, inside)| **inside)
            .map(|(n, _)| n)
            .collect()
    }

    /// Returns whether a number may be in the set. Returns `true` for every number below the column, because nothing is
    /// known about such numbers.
    fn may_have(&self, n: u64) -> bool {
        n < self.least || self.all[index(n - self.least)]
    }

    /// Estimates the number of bits needed to write the set down without a rule.
    pub fn evidence(&self) -> u64 {
        let all = self.all.len() as u64;
        let inside = self.all.iter().filter(|i| **i).count() as u64;
        let changes = self.all.windows(2).filter(|w| w[0] != w[1]).count() as u64;
        evidence(all, inside).min(evidence(all, changes))
    }

    /// Evaluates a condition on `n` for 1,000 to 8,000 numbers, and returns the results as a column.
    pub fn predicted(&self, rule: &Expr) -> Column<bool> {
        let count = (8 * self.all.len() as u64).clamp(1000, 8000);
        Column {
            least: self.least,
            all: (self.least..)
                .take(index(count))
                .map(|n| rule.holds(at(n)))
                .collect(),
        }
    }
}

/// Returns whether the evidence of a table clearly exceeds the length of a rule, both in bits.
pub fn supported(bits: u64, evidence: u64) -> bool {
    evidence >= bits + 4 && 4 * evidence >= 5 * bits
}

/// Returns whether the column supports a rule. A short periodic rule needs no further evidence if the column is much
/// longer than the period, and much longer than the part that contains exceptions.
fn is_supported(rule: &Expr, column: &Column<bool>) -> bool {
    let (core, exceptions) = rule.without_exceptions();
    let is_simple = repeat_of(core).is_some_and(|repeat| {
        let last = exceptions
            .last()
            .map_or(0, |last| last.unsigned_abs() - column.least);
        exceptions.len() <= 10
            && core.bits() <= 12
            && (16 * last).max(8 * repeat.length) <= column.all.len() as u64
    });
    is_simple || supported(rule.bits(), column.evidence())
}

fn is_one_of(of: &Expr, inside: &[u64], count: u64) -> Expr {
    let missing: Vec<u64> = (0..count).filter(|n| !inside.contains(n)).collect();
    let compare = |op, n: &[u64]| Expr::bin(op, of.clone(), Expr::Int(signed(n)[0]));
    match (inside, missing.as_slice()) {
        ([_], _) | (_, []) => of.clone().one_of(inside),
        (_, [one]) => compare(Op::Ne, &[*one]),
        ([0, _, .., last], rest) if *last + 1 == rest[0] => compare(Op::Lt, &rest[..1]),
        ([first, _, .., last], _)
            if last + 1 == count && last - first + 1 == inside.len() as u64 =>
        {
            compare(Op::Ge, &[*first])
        }
        ([first, _, .., last], _) if last - first + 1 == inside.len() as u64 => match of {
            Expr::Bin(Op::Mod, sides) => {
                let moved = Expr::bin(Op::Sub, sides[0].clone(), Expr::Int(first.cast_signed()));
                let count = Expr::Int(inside.len().try_into().unwrap_or(i64::MAX));
                Expr::bin(Op::Lt, Expr::bin(Op::Mod, moved, sides[1].clone()), count)
            }
            of => of.clone().one_of(inside),
        },
        _ => of.clone().one_of(inside),
    }
}

fn class_of(of: &Expr, n: u64) -> Option<usize> {
    of.eval(at(n))
        .ok()
        .and_then(|class| usize::try_from(class).ok())
}

/// Returns a condition that lists the values that the expression `of` takes for numbers in the set. The largest number
/// with a given value decides whether the value is listed. Smaller numbers that disagree become exceptions.
fn by_classes(of: &Expr, column: &Column<bool>, limits: &Limits) -> Result<Option<Expr>, Stop> {
    let count = of.modulus().unwrap_or(1);
    // Go through the numbers in descending order. For each value of `of`, keep three facts: whether the largest number
    // with this value is in the set, how many numbers agree with the largest before one disagrees, and whether any
    // number disagrees.
    let mut verdicts: Vec<Option<(bool, u32, bool)>> = vec![None; index(count)];
    let (mut added, mut removed) = (Vec::new(), Vec::new());
    for number in limits.checking(column.iter().rev()) {
        let (n, &inside) = number?;
        let Some(verdict) = class_of(of, n).and_then(|class| verdicts.get_mut(class)) else {
            return Ok(None);
        };
        let verdict = verdict.get_or_insert((inside, 0, false));
        if verdict.0 == inside {
            verdict.1 += u32::from(!verdict.2);
        } else {
            verdict.2 = true;
            if inside { &mut added } else { &mut removed }.push(vec![n.cast_signed()]);
            if added.len() + removed.len() > MOST_EXCEPTIONS {
                return Ok(None);
            }
        }
    }
    // Exceptions are allowed only in the first half of the table. Each value of `of` that occurs must be confirmed by
    // at least two numbers above its last exception. A plain list of numbers must end within the first eighth of the
    // table.
    let last = added
        .iter()
        .chain(&removed)
        .map(|point| point[0].unsigned_abs())
        .max();
    let is_late = last.is_some_and(|last| match count {
        1 => 8 * last > column.most(),
        _ => 2 * (last - column.least) > column.all.len() as u64,
    });
    let seen = |v: &Option<(bool, u32, bool)>| v.is_none_or(|(_, count, _)| count >= 2);
    if is_late || !verdicts.iter().all(seen) {
        return Ok(None);
    }
    let inside: Vec<u64> = (0..)
        .zip(&verdicts)
        .filter(|(_, v)| v.is_some_and(|(i, ..)| i))
        .map(|(class, _)| class)
        .collect();
    added.reverse();
    removed.reverse();
    let core = match inside.len() as u64 {
        0 => Expr::Bool(false),
        all if all == count => Expr::Bool(true),
        _ => is_one_of(of, &inside, count),
    };
    Ok(Some(core.except(&[Expr::N], added, removed)))
}

/// Lists the slopes to try: quadratic irrationals between 1 and 12, simplest first.
pub fn slopes() -> Vec<Quadratic> {
    let mut slopes = Vec::new();
    for d in (2..=40).filter(|&d: &u64| d.isqrt() * d.isqrt() != d) {
        for r in 1..=6u64 {
            for p in -6..=8i64 {
                // Skip fractions that can be reduced: some f > 1 divides p and r, and f² divides d.
                let common = gcd(gcd(p.unsigned_abs(), r), d);
                let reducible =
                    (2..=common).any(|f| common.is_multiple_of(f) && d.is_multiple_of(f * f));
                let slope = Quadratic { p, d, r };
                if !reducible
                    && slope
                        .floor(1000)
                        .is_some_and(|n| (1000..12_000).contains(&n))
                {
                    slopes.push(slope);
                }
            }
        }
    }
    slopes.sort_by_cached_key(|slope| slope.bits());
    slopes
}

/// Returns the condition that `n` is the floor of k times a slope, plus `shift`, for some k >= `from`.
fn in_beatty(slope: Quadratic, shift: i64, from: u64) -> Option<Expr> {
    let Quadratic { p, d, r } = slope;
    let numbers = [
        p,
        d.cast_signed(),
        r.cast_signed(),
        shift,
        from.cast_signed(),
    ];
    let parts = std::iter::once(Expr::N)
        .chain(numbers.map(Expr::Int))
        .collect();
    Some(Expr::Call(named("in_beatty")?, parts))
}

fn beatty_of(list: &[u64], column: &Column<bool>, limits: &Limits) -> Result<Option<Expr>, Stop> {
    let count = list.len() as u64;
    let Some(last) = list.last().copied().filter(|_| count >= 12) else {
        return Ok(None);
    };
    for slope in slopes() {
        limits.check()?;
        for from in 0..=2u64 {
            // The last number of the list determines the shift.
            let Some(reached) = slope.floor(from + count - 1) else {
                continue;
            };
            let shift = i64::try_from(i128::from(last) - i128::from(reached)).ok();
            let Some(shift) = shift.filter(|shift| shift.abs() <= 3) else {
                continue;
            };
            if let Some(found) = in_beatty(slope, shift, from)
                && column.fits(&found, limits)?
            {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

const LONGEST_SEQUENCE: usize = 200;

/// Returns a condition that lists values of the expression `of`. A value is listed if at least four numbers have this
/// value and all of them are in the set.
fn whole_classes(of: &Expr, column: &Column<bool>, limits: &Limits) -> Result<Option<Expr>, Stop> {
    let count = of.modulus().unwrap_or(0);
    // For each value of `of`: whether all numbers with this value are in the set, and how many such numbers there are.
    let mut classes = vec![(true, 0); index(count)];
    let mut open = count;
    for number in limits.checking(column.iter()) {
        let (n, &inside) = number?;
        let Some(class) = class_of(of, n).and_then(|class| classes.get_mut(class)) else {
            return Ok(None);
        };
        open -= u64::from(class.0 && !inside);
        *class = (class.0 && inside, class.1 + 1);
        if open == 0 {
            return Ok(None);
        }
    }
    let inside = (0..)
        .zip(classes)
        .filter(|(_, (is, seen))| *is && *seen >= 4);
    let inside: Vec<u64> = inside.map(|(class, _)| class).collect();
    Ok((!inside.is_empty()).then(|| is_one_of(of, &inside, count)))
}

/// Returns the condition that a number is a term of a named sequence. Omits all terms up to the last one that is not in
/// the set.
fn whole_sequence(
    name: &Expr,
    column: &Column<bool>,
    limits: &Limits,
) -> Result<Option<Expr>, Stop> {
    let (mut first, mut count, mut is_whole) = (0, 0, true);
    for number in limits.checking((0..=column.most()).rev()) {
        let n = number?;
        if name.holds(at(n)) {
            if !column.may_have(n) {
                is_whole = false;
                break;
            }
            (first, count) = (n, count + 1);
        }
    }
    let from = || Expr::bin(Op::Ge, Expr::N, Expr::Int(first.cast_signed()));
    let rule = || {
        if is_whole {
            name.clone()
        } else {
            from().and(name.clone())
        }
    };
    Ok((count >= 4).then(rule))
}

fn whole_beatty(
    slope: Quadratic,
    column: &Column<bool>,
    limits: &Limits,
) -> Result<Option<Expr>, Stop> {
    let terms = (1..).map_while(|k| slope.floor(k).filter(|n| *n <= column.most()));
    for term in limits.checking(terms) {
        if !column.may_have(term?) {
            return Ok(None);
        }
    }
    Ok(in_beatty(slope, 0, 1))
}

/// Returns the shortest rule for the set that is a union of two simpler rules. The condition also lists up to three
/// small numbers of the set that satisfy neither rule.
fn union_of(column: &Column<bool>, limits: &Limits) -> Result<Option<Expr>, Stop> {
    let mut parts: Vec<Expr> = Vec::new();
    for of in ALL_CLASSES.iter() {
        parts.extend(whole_classes(of, column, limits)?);
    }
    for name in ALL_NAMED.iter() {
        parts.extend(whole_sequence(name, column, limits)?);
    }
    for slope in slopes() {
        parts.extend(whole_beatty(slope, column, limits)?);
    }
    let list = column.list();
    let mut tables: Vec<Vec<bool>> = Vec::new();
    for rule in &parts {
        let holds = limits.checking(&list).map(|n| Ok(rule.holds(at(*n?))));
        tables.push(holds.collect::<Result<_, Stop>>()?);
    }
    let mut best: Option<(u64, Expr)> = None;
    for (i, (one, first)) in parts.iter().zip(&tables).enumerate() {
        limits.check()?;
        for (other, second) in parts.iter().zip(&tables).skip(i + 1) {
            let both = first.iter().zip(second);
            let loose = (list.iter().zip(both))
                .filter(|(_, (first, second))| !**first && !**second)
                .map(|(n, _)| *n);
            let loose: Vec<u64> = loose.take(4).collect();
            if loose.len() > 3 || loose.last().is_some_and(|last| 16 * last > column.most()) {
                continue;
            }
            let rule = Expr::N.one_of(&loose).or(one.clone().or(other.clone()));
            let bits = rule.bits();
            if best.as_ref().is_none_or(|(fewest, _)| bits < *fewest) {
                best = Some((bits, rule));
            }
        }
    }
    Ok(best.map(|(_, rule)| rule))
}

const FORMS: [Fit<Column<bool>>; 3] = [
    |column, limits| {
        // If a constant with exceptions fits, the templates for classes need not be tried.
        let constant = Expr::bin(Op::Mod, Expr::N, Expr::Int(1));
        if let Some(rule) = by_classes(&constant, column, limits)? {
            return Ok(vec![rule]);
        }
        let mut found = Vec::new();
        for of in ALL_CLASSES.iter() {
            found.extend(by_classes(of, column, limits)?);
        }
        Ok(found)
    },
    |column, _| {
        let list = column.list();
        let is_short = list.len() <= LONGEST_SEQUENCE;
        let rule = || Sequence::rule_of(&list, column.least, column.most());
        Ok(is_short.then(rule).flatten().into_iter().collect())
    },
    |column, limits| {
        Ok(beatty_of(&column.list(), column, limits)?
            .into_iter()
            .collect())
    },
];

pub fn candidates(column: &Column<bool>, limits: &Limits) -> Result<Vec<Expr>, Stop> {
    if column.all.len() < 6 {
        return Ok(Vec::new());
    }
    search(&FORMS, column, |rule| column.fits(rule, limits), limits)
}

const PLAIN: u64 = 24;

/// The number of entries at the beginning of a column that are searched first.
pub const ENOUGH: usize = 10_000;

/// Returns the shortest rule that fits the column and has enough evidence. Searches the beginning of the column first,
/// and ten times as many numbers after each failure.
pub fn shortest(column: &Column<bool>, limits: &Limits) -> Result<Option<Expr>, Stop> {
    let mut length = ENOUGH;
    while length < column.all.len() {
        if let Some(rule) = shortest_in(&column.prefix(length), limits)?
            && column.fits(&rule, limits)?
        {
            return Ok(Some(rule));
        }
        length *= 10;
    }
    shortest_in(column, limits)
}

fn shortest_in(column: &Column<bool>, limits: &Limits) -> Result<Option<Expr>, Stop> {
    let one = candidates(column, limits)?
        .into_iter()
        .find(|rule| is_supported(rule, column));
    if one.as_ref().is_some_and(|rule| rule.bits() <= PLAIN) {
        return Ok(one);
    }
    let union = match union_of(column, limits)? {
        Some(rule) if is_supported(&rule, column) && column.fits(&rule, limits)? => Some(rule),
        _ => None,
    };
    Ok(one.into_iter().chain(union).min_by_key(Expr::bits))
}
