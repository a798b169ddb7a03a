//! Searches for the shortest rule that tells which numbers of a column belong to a set.

use super::expr::{Expr, Op, signed};
use super::forms::{ALL_CLASSES, ALL_NAMED, Fit, search};
use super::functions::named;
use super::numbers::{Quadratic, evidence, gcd};
use super::repeats::repeat_of;
use super::sequence::Sequence;
use super::table::{Column, index};
use crate::rules::{Limits, Stop};

const MOST_EXCEPTIONS: usize = 24;

impl Column<bool> {
    /// The numbers that belong to the set.
    pub fn list(&self) -> Vec<u64> {
        self.iter()
            .filter(|(_, inside)| **inside)
            .map(|(n, _)| n)
            .collect()
    }

    /// An estimate of the number of bits needed to write the set down without a rule.
    pub fn evidence(&self) -> u64 {
        let all = self.all.len() as u64;
        let inside = self.all.iter().filter(|i| **i).count() as u64;
        let changes = self.all.windows(2).filter(|w| w[0] != w[1]).count() as u64;
        evidence(all, inside).min(evidence(all, changes))
    }

    /// The column that a condition on `n` predicts. It is eight times as long as this one, but has at least 1,000 and
    /// at most 8,000 numbers.
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

    /// The smallest number for which a condition on `n` is wrong, if any.
    pub fn first_wrong(&self, rule: &Expr) -> Option<u64> {
        let mut wrong = self
            .iter()
            .filter(|(n, is)| rule.eval(at(*n)) != Ok((**is).into()));
        wrong.next().map(|(n, _)| n)
    }
}

/// The arguments for evaluating an expression at a number.
pub fn at(n: u64) -> [i64; 2] {
    [n.cast_signed(); 2]
}

/// Returns whether the evidence of a table clearly exceeds the description length of a rule; both are in bits. A rule
/// with many free parameters fits any short table.
pub fn supported(bits: u64, evidence: u64) -> bool {
    evidence >= bits + 4 && 4 * evidence >= 5 * bits
}

/// Returns whether the column supports a rule: its evidence must clearly exceed the rule's description length or, for a
/// short periodic rule, the column must be far longer than the period and the part with exceptions.
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

/// The condition that a number with `count` possible values has one of the values in `inside`.
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

/// The rule that a number is in the set if `of`, an expression with few values, has one of certain values. For each
/// value of `of`, the last number in the column with this value decides whether the rule lists the value; earlier
/// numbers that disagree are exceptions. `None` if there are too many exceptions or too little evidence.
fn by_classes(of: &Expr, column: &Column<bool>) -> Option<Expr> {
    let count = of.modulus().unwrap_or(1);
    // For each value of `of`, from the end of the column: whether the last number with this value is inside, how many
    // numbers agree before one disagrees, and whether any disagrees.
    let mut verdicts: Vec<Option<(bool, u32, bool)>> = vec![None; index(count)];
    let (mut added, mut removed) = (Vec::new(), Vec::new());
    for (i, &inside) in column.all.iter().enumerate().rev() {
        let n = column.least + i as u64;
        let class = usize::try_from(of.eval(at(n)).ok()?).ok()?;
        let verdict = verdicts.get_mut(class)?.get_or_insert((inside, 0, false));
        if verdict.0 == inside {
            verdict.1 += u32::from(!verdict.2);
        } else {
            verdict.2 = true;
            if inside { &mut added } else { &mut removed }.push(vec![n.cast_signed()]);
            if added.len() + removed.len() > MOST_EXCEPTIONS {
                return None;
            }
        }
    }
    // Exceptions are allowed only in the first half of the table, and every value that occurs must occur at least twice
    // after its last exception. A plain list of numbers must end within the first eighth of the table.
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
        return None;
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
    Some(core.except(&[Expr::N], added, removed))
}

/// The slopes that are tried: quadratic irrationals between 1 and 12, simplest first.
pub fn slopes() -> Vec<Quadratic> {
    let mut slopes = Vec::new();
    for d in (2..=40).filter(|&d: &u64| d.isqrt() * d.isqrt() != d) {
        for r in 1..=6u64 {
            for p in -6..=8i64 {
                // Skip fractions that are not in lowest terms, where some f > 1 divides p and r, and f² divides d.
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

/// The condition that `n` is the floor of k times a slope, plus `shift`, for some k >= `from`.
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
            // The shift must map the term at index `from + count - 1` to the last number of the list.
            let Some(reached) = slope.floor(from + count - 1) else {
                continue;
            };
            let shift = i64::try_from(i128::from(last) - i128::from(reached)).ok();
            let Some(shift) = shift.filter(|shift| shift.abs() <= 3) else {
                continue;
            };
            let found = in_beatty(slope, shift, from);
            if let Some(found) = found.filter(|rule| column.first_wrong(rule).is_none()) {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// The maximum length of a list that is tried as a sequence.
const LONGEST_SEQUENCE: usize = 200;

/// The shortest union of two rules for the set; `None` if no union fits. Each rule is based on an expression with few
/// values, a named sequence or a Beatty sequence. Up to three small numbers may satisfy neither rule and are listed.
fn union_of(column: &Column<bool>, limits: &Limits) -> Result<Option<Expr>, Stop> {
    let list = column.list();
    let most = column.most();
    let is_inside = |n: u64| n < column.least || column.all[index(n - column.least)];
    let classes = ALL_CLASSES.iter().filter_map(|of| {
        // For each value: whether all numbers with this value are inside, and how many numbers have it.
        let count = of.modulus()?;
        let mut classes = vec![(true, 0); index(count)];
        for (n, is) in column.iter() {
            let class = classes.get_mut(usize::try_from(of.eval(at(n)).ok()?).ok()?)?;
            *class = (class.0 && *is, class.1 + 1);
        }
        let inside = (0..)
            .zip(classes)
            .filter(|(_, (is, seen))| *is && *seen >= 4);
        let inside: Vec<u64> = inside.map(|(class, _)| class).collect();
        (!inside.is_empty()).then(|| is_one_of(of, &inside, count))
    });
    let sequences = ALL_NAMED.iter().filter_map(|name| {
        // The set may lack the first terms of the sequence.
        let terms: Vec<u64> = (0..=most).filter(|n| name.holds(at(*n))).collect();
        let skipped = terms
            .iter()
            .rposition(|n| !is_inside(*n))
            .map_or(0, |last| last + 1);
        let first = *terms.get(skipped).filter(|_| terms.len() >= skipped + 4)?;
        let from = Expr::bin(Op::Ge, Expr::N, Expr::Int(first.cast_signed()));
        Some(if skipped == 0 {
            name.clone()
        } else {
            from.and(name.clone())
        })
    });
    let beatty = slopes().into_iter().filter_map(|slope| {
        let inside = |k: u64| slope.floor(k).is_none_or(|n| n > most || is_inside(n));
        in_beatty(slope, 0, 1).filter(|_| (1..=most).all(inside))
    });
    let mut parts: Vec<Expr> = Vec::new();
    let mut tables: Vec<Vec<bool>> = Vec::new();
    for rule in classes.chain(sequences).chain(beatty) {
        limits.check()?;
        tables.push((0..=most).map(|n| rule.holds(at(n))).collect());
        parts.push(rule);
    }
    let mut best: Option<(u64, Expr)> = None;
    for (i, (one, first)) in parts.iter().zip(&tables).enumerate() {
        limits.check()?;
        for (other, second) in parts.iter().zip(&tables).skip(i + 1) {
            let neither = |n: &&u64| !first[index(**n)] && !second[index(**n)];
            let loose: Vec<u64> = list.iter().filter(neither).take(4).copied().collect();
            if loose.len() > 3 || loose.last().is_some_and(|last| 16 * last > most) {
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

/// The forms of rules for the numbers of a column.
const FORMS: [Fit<Column<bool>>; 3] = [
    |column, limits| {
        // If a constant fits apart from exceptions, dividing the numbers into classes adds nothing.
        let constant = Expr::bin(Op::Mod, Expr::N, Expr::Int(1));
        if let Some(rule) = by_classes(&constant, column) {
            return Ok(vec![rule]);
        }
        let mut found = Vec::new();
        for of in ALL_CLASSES.iter() {
            limits.check()?;
            found.extend(by_classes(of, column));
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

/// The rules of the library that fit the column, shortest first.
pub fn candidates(column: &Column<bool>, limits: &Limits) -> Result<Vec<Expr>, Stop> {
    if column.all.len() < 6 {
        return Ok(Vec::new());
    }
    search(
        &FORMS,
        column,
        |rule| column.first_wrong(rule).is_none(),
        limits,
    )
}

/// The maximum length in bits of a rule so simple that unions are not tried.
const PLAIN: u64 = 24;

/// The shortest rule that fits the column and is supported by the column, if any.
pub fn shortest(column: &Column<bool>, limits: &Limits) -> Result<Option<Expr>, Stop> {
    let one = candidates(column, limits)?
        .into_iter()
        .find(|rule| is_supported(rule, column));
    if one.as_ref().is_some_and(|rule| rule.bits() <= PLAIN) {
        return Ok(one);
    }
    let union = union_of(column, limits)?
        .filter(|rule| column.first_wrong(rule).is_none() && is_supported(rule, column));
    Ok(one.into_iter().chain(union).min_by_key(Expr::bits))
}
