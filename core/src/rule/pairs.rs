//! Searches for the shortest rules that fit a table of pairs.

use super::expr::{Expr, Op};
use super::forms::{ALL_MEASURES, ALL_PAIRS, Fit, search};
use super::functions::named;
use super::numbers::Quadratic;
use super::repeats::repeat_of;
use super::sets::{self, slopes, supported};
use super::table::{Cell, Column, Fact, index};
use super::values;
use crate::rules::{Limits, Stop};

impl<T> Cell<T> {
    /// Returns the arguments for evaluating an expression at this pair.
    pub fn at(&self) -> [i64; 2] {
        [self.a.cast_signed(), self.b.cast_signed()]
    }
}

pub fn fits<T: Fact>(rule: &Expr, cells: &[Cell<T>], limits: &Limits) -> Result<bool, Stop> {
    for cell in limits.checking(cells) {
        let cell = cell?;
        if rule.eval(cell.at()) != Ok(cell.is.as_number()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Yields the expressions that compute one number from a pair. If `rising` is not set, b - a may be negative, so its
/// absolute value is used.
fn measures(rising: bool) -> impl Iterator<Item = Expr> {
    let difference = Expr::bin(Op::Sub, Expr::B, Expr::A);
    ALL_MEASURES.iter().map(move |measure| match named("abs") {
        Some(abs) if !rising && *measure == difference => Expr::Call(abs, vec![measure.clone()]),
        _ => measure.clone(),
    })
}

/// Returns a column of the facts, indexed by the value of `number`, up to the first gap. Returns `None` if pairs with
/// the same value have different facts, or if some value cannot be computed or is negative.
fn column_of<T: Copy + PartialEq>(cells: &[Cell<T>], number: &Expr) -> Option<Column<T>> {
    let mut known: Vec<Option<T>> = Vec::new();
    for cell in cells {
        let x = usize::try_from(number.eval(cell.at()).ok()?).ok()?;
        if known.len() <= x {
            known.resize(x + 1, None);
        }
        match known[x] {
            Some(is) if is != cell.is => return None,
            _ => known[x] = Some(cell.is),
        }
    }
    let least = known.iter().position(Option::is_some)?;
    Some(Column {
        least: least as u64,
        all: known[least..].iter().map_while(|is| *is).collect(),
    })
}

/// Finds the shortest rule for `n` that fits a column, without checking the evidence.
fn rule_of(column: &Column<bool>, limits: &Limits) -> Result<Option<Expr>, Stop> {
    Ok(sets::candidates(column, limits)?.into_iter().next())
}

struct Pairs {
    cells: Vec<Cell<bool>>,
    rising: bool,
}

const FORMS: [Fit<Pairs>; 6] = [
    by_measures,
    |pairs, _| Ok(in_remainders(&pairs.cells).into_iter().collect()),
    |pairs, limits| Ok(both_of(&pairs.cells, limits)?.into_iter().collect()),
    |pairs, _| {
        let steps = pairs.rising.then_some(1..=8).into_iter().flatten();
        let all = steps.flat_map(|t| (0..=8).filter_map(move |c| wythoff_pair(t, c)));
        Ok(all.collect())
    },
    |pairs, _| Ok(by_slope(&pairs.cells)),
    |_, _| Ok(ALL_PAIRS.clone()),
];

pub fn candidates(cells: &[Cell<bool>], rising: bool, limits: &Limits) -> Result<Vec<Expr>, Stop> {
    let cells = cells.to_vec();
    let pairs = Pairs { cells, rising };
    let fits = |rule: &Expr| fits(rule, &pairs.cells, limits);
    search(&FORMS, &pairs, fits, limits)
}

fn by_measures(pairs: &Pairs, limits: &Limits) -> Result<Vec<Expr>, Stop> {
    let mut found = Vec::new();
    for measure in measures(pairs.rising) {
        limits.check()?;
        if let Some(column) = column_of(&pairs.cells, &measure) {
            found.extend(rule_of(&column, limits)?.map(|rule| rule.applied_to(&measure)));
        }
    }
    Ok(found)
}

fn in_remainders(cells: &[Cell<bool>]) -> Option<Expr> {
    let (modulus, classes) = by_remainders(cells, 3)?;
    let m = modulus.cast_signed();
    let points = (0..m).flat_map(|a| (0..m).map(move |b| vec![a, b]));
    let inside = points.zip(classes).filter(|(_, is)| *is);
    let inside = inside.map(|(point, _)| point);
    let remainders = [Expr::A, Expr::B].map(|side| Expr::bin(Op::Mod, side, Expr::Int(m)));
    Some(Expr::In(remainders.to_vec(), inside.collect()))
}

/// Finds the least modulus from 2 to 8 for which the remainders determine the facts and each pair of remainders occurs
/// at least `least` times. Returns the modulus and the facts, in lexicographic order of the remainders.
fn by_remainders<T: Copy + PartialEq>(cells: &[Cell<T>], least: u32) -> Option<(u64, Vec<T>)> {
    (2..=8u64).find_map(|modulus| {
        let mut classes: Vec<Option<(T, u32)>> = vec![None; index(modulus * modulus)];
        let same = cells.iter().all(|c| {
            let known =
                classes[index(c.a % modulus * modulus + c.b % modulus)].get_or_insert((c.is, 0));
            known.1 += 1;
            known.0 == c.is
        });
        let known = classes
            .into_iter()
            .map(|class| class.filter(|(_, count)| *count >= least));
        let known = known.map(|class| Some(class?.0)).collect::<Option<_>>();
        Some((modulus, known.filter(|_| same)?))
    })
}

fn both_of(cells: &[Cell<bool>], limits: &Limits) -> Result<Option<Expr>, Stop> {
    let side = |number: fn(&Cell<bool>) -> u64| -> Option<Column<bool>> {
        let least = cells.iter().map(number).min()?;
        let most = cells.iter().map(number).max()?;
        let mut all = vec![false; index(most - least) + 1];
        cells
            .iter()
            .filter(|c| c.is)
            .for_each(|c| all[index(number(c) - least)] = true);
        Some(Column { least, all })
    };
    let (Some(first), Some(second)) = (side(|c| c.a), side(|c| c.b)) else {
        return Ok(None);
    };
    let both = |c: &Cell<bool>| {
        first.all[index(c.a - first.least)] && second.all[index(c.b - second.least)]
    };
    if !cells.iter().all(|c| both(c) == c.is) {
        return Ok(None);
    }
    let rules = rule_of(&first, limits)?.zip(rule_of(&second, limits)?);
    Ok(rules.map(|(first, second)| first.applied_to(&Expr::A).and(second.applied_to(&Expr::B))))
}

/// Returns the condition that (a, b) is a Wythoff pair for `t` and `c`, as defined by [`wythoff`](super::wythoff).
fn wythoff_pair(t: i64, c: i64) -> Option<Expr> {
    if c != 0 {
        let parts = vec![Expr::A, Expr::B, Expr::Int(t), Expr::Int(c)];
        return Some(Expr::Call(named("is_wythoff_pair")?, parts));
    }
    // The slope of the smaller numbers is (2 - t + √(t² + 4)) / 2.
    let [p, d, r] = match t % 2 {
        0 => [1 - t / 2, (t / 2) * (t / 2) + 1, 1],
        _ => [2 - t, t * t + 4, 2],
    };
    let difference = Expr::bin(Op::Sub, Expr::B, Expr::A);
    let k = Expr::bin(Op::Div, difference.clone(), Expr::Int(t));
    let floor = Expr::Call(
        named("beatty")?,
        [k].into_iter().chain([p, d, r].map(Expr::Int)).collect(),
    );
    let whole = match t {
        1 => Expr::Bool(true),
        _ => Expr::bin(Op::Mod, difference, Expr::Int(t)).equals(Expr::Int(0)),
    };
    Some(whole.and(Expr::A.equals(floor)))
}

/// Finds rules that compare b / a with a quadratic irrational. The irrational must separate the ratios of the lost
/// pairs from the ratios of all other pairs.
fn by_slope(cells: &[Cell<bool>]) -> Vec<Expr> {
    let mut found = Vec::new();
    for below in [true, false] {
        // The slope must be greater than the largest ratio b / a in the first group, and less than the smallest ratio
        // in the second group.
        let (steep, flat) = cells
            .iter()
            .filter(|c| c.a > 0)
            .partition::<Vec<_>, _>(|c| c.is == below);
        let less = |x: &&Cell<bool>, y: &&Cell<bool>| (x.b * y.a).cmp(&(y.b * x.a));
        let (Some(low), Some(high)) = (
            steep.into_iter().max_by(less),
            flat.into_iter().min_by(less),
        ) else {
            continue;
        };
        let is_between = |slope: &Quadratic| {
            slope.floor(low.a).is_some_and(|f| low.b <= f)
                && slope.floor(high.a).is_some_and(|f| high.b > f)
        };
        let Some(Quadratic { p, d, r }) = slopes().into_iter().find(is_between) else {
            continue;
        };
        let parts = [p, d.cast_signed(), r.cast_signed()].map(Expr::Int);
        let parts = [Expr::A].into_iter().chain(parts).collect();
        found.extend(named("beatty").map(|beatty| {
            let op = if below { Op::Le } else { Op::Gt };
            Expr::bin(op, Expr::B, Expr::Call(beatty, parts))
        }));
    }
    // Pairs with a = 0 have no slope, so also try each rule with them excluded.
    let zero = Expr::A.equals(Expr::Int(0)).negated();
    let without = found.clone().into_iter().map(|rule| zero.clone().and(rule));
    found.extend(without.collect::<Vec<_>>());
    found
}

/// Only pairs of numbers up to this limit may be exceptions.
const CORNER: u64 = 3;
/// The maximum length, in bits, of a periodic rule that is accepted without evidence. Cells that change everywhere, as
/// on a chessboard, give as little evidence as cells that never change.
const SIMPLE: u64 = 12;
const MOST_EXCEPTIONS: usize = 6;

/// Returns the shortest rule that fits the pairs and has enough evidence. Pairs with a = 0 and pairs of equal numbers
/// may have separate rules for b.
pub fn shortest(cells: &[Cell<bool>], rising: bool, limits: &Limits) -> Result<Option<Expr>, Stop> {
    let evidence = Column {
        least: 0,
        all: cells.iter().map(|c| c.is).collect(),
    }
    .evidence();
    let side = cells.iter().map(|c| c.a.max(c.b)).max().unwrap_or(0);
    let zero = Expr::A.equals(Expr::Int(0));
    let equal = Expr::A.equals(Expr::B);
    let mut best: Option<(u64, Expr)> = None;
    for corner in [false, true] {
        let all: Vec<Cell<bool>> = cells
            .iter()
            .filter(|c| !(corner && c.a.max(c.b) <= CORNER))
            .copied()
            .collect();
        'apart: for apart in [&[][..], &[&zero], &[&equal], &[&zero, &equal]] {
            let mut rest = all.clone();
            let mut own_rules = Vec::new();
            for condition in apart {
                let (own, others): (Vec<_>, Vec<_>) =
                    rest.iter().partition(|c| condition.holds(c.at()));
                let column = column_of(&own, &Expr::B);
                let rule = column.map(|column| rule_of(&column, limits)).transpose()?;
                let Some(rule) = rule.flatten() else {
                    continue 'apart;
                };
                own_rules.push((*condition, rule.applied_to(&Expr::B)));
                rest = others;
            }
            'rules: for rule in candidates(&rest, rising, limits)? {
                let rule = own_rules.iter().rev().fold(rule, |rest, (condition, own)| {
                    let condition = (*condition).clone();
                    match own {
                        Expr::Bool(true) => condition.or(rest),
                        Expr::Bool(false) => condition.negated().and(rest),
                        own => Expr::If(Box::new([condition, own.clone(), rest])),
                    }
                });
                let mut wrong: Vec<Cell<bool>> = Vec::new();
                for cell in limits.checking(cells) {
                    let cell = cell?;
                    if rule.eval(cell.at()) != Ok(cell.is.as_number()) {
                        wrong.push(*cell);
                        if wrong.len() > MOST_EXCEPTIONS {
                            continue 'rules;
                        }
                    }
                }
                let (added, removed): (Vec<_>, Vec<_>) = wrong.into_iter().partition(|c| c.is);
                let [added, removed] =
                    [added, removed].map(|all| all.iter().map(|c| c.at().to_vec()).collect());
                let rule = rule.except(&[Expr::A, Expr::B], added, removed);
                let bits = rule.bits();
                let is_simple = bits <= SIMPLE
                    && repeat_of(&rule)
                        .is_some_and(|repeat| repeat.from == 0 && 8 * repeat.length <= side);
                if (is_simple || supported(bits, evidence))
                    && best.as_ref().is_none_or(|(fewest, _)| bits < *fewest)
                {
                    best = Some((bits, rule));
                }
            }
        }
    }
    Ok(best.map(|(_, rule)| rule))
}

pub fn shortest_value(
    cells: &[Cell<u64>],
    rising: bool,
    limits: &Limits,
) -> Result<Option<Expr>, Stop> {
    let mut found = Vec::new();
    for measure in measures(rising) {
        limits.check()?;
        if let Some(column) = column_of(cells, &measure) {
            found.extend(values::shortest(&column, limits)?.map(|rule| rule.applied_to(&measure)));
        }
    }
    // If the value of a pair is the nim-sum of the values of a and b, the value of a pair with a = 0 is the value of b.
    let alone: Vec<Cell<u64>> = cells.iter().filter(|c| c.a == 0).copied().collect();
    if let Some(column) = column_of(&alone, &Expr::B).filter(|column| column.least == 0) {
        let own = values::shortest(&column, limits)?;
        found.extend(own.map(|rule| {
            Expr::bin(
                Op::BitXor,
                rule.applied_to(&Expr::A),
                rule.applied_to(&Expr::B),
            )
        }));
    }
    found.extend(by_remainders(cells, 1).map(|(modulus, values)| {
        let by = |op, side: Expr| Expr::bin(op, side, Expr::Int(modulus.cast_signed()));
        let row = by(Op::Mul, by(Op::Mod, Expr::A));
        let place = Expr::bin(Op::Add, row, by(Op::Mod, Expr::B));
        let values = values.iter().map(|v| v.cast_signed()).collect();
        Expr::Pick(values, Box::new(place))
    }));
    found.sort_by_cached_key(Expr::bits);
    let changes = cells.windows(2).filter(|w| w[0].is != w[1].is).count() as u64;
    let evidence = changes.max(u64::from((cells.len() as u64 + 1).ilog2()));
    for rule in found {
        if supported(rule.bits(), evidence) && fits(&rule, cells, limits)? {
            return Ok(Some(rule));
        }
    }
    Ok(None)
}

pub fn zero_of(value: &Expr) -> Expr {
    match value {
        Expr::Bin(Op::BitXor, sides) => Expr::Bin(Op::Eq, sides.clone()),
        value => value.clone().equals(Expr::Int(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::tests::known;
    #[test]
    fn pairs_with_the_same_number_but_not_the_same_outcome_have_no_column() {
        let cells = [(0, 3, false), (1, 2, true), (0, 1, true)].map(|(a, b, is)| Cell { a, b, is });
        let sum = known("a + b");
        assert_eq!(column_of(&cells, &sum), None);
        assert_eq!(
            column_of(&cells[1..], &sum),
            Some(Column {
                least: 1,
                all: vec![true]
            })
        );
    }
}
