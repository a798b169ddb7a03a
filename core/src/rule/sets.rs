//! Rules for sets of numbers, and the search for the shortest that fits a table.

use super::feature::{Feature, closed, list, listed, one_of, plus};
use super::numbers::{Quadratic, bits, evidence, gcd, signed_bits};
use super::sequence::Sequence;
use super::table::{Column, index};
use super::values::ValueRule;
use crate::rules::{Limits, Stop};
use crate::solve::periodic::Repeat;

/// A rule that tells which numbers belong to a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberRule {
    /// The numbers of some classes, but for finitely many.
    Classes {
        /// What is looked at.
        feature: Feature,
        /// The classes that belong to the set, rising.
        inside: Vec<u64>,
        /// The numbers for which the opposite holds, rising.
        except: Vec<u64>,
    },
    Terms(Sequence),
    /// The whole parts of k times a slope, plus `shift`, for k from `from` on.
    Beatty {
        slope: Quadratic,
        shift: i64,
        from: u64,
    },
    Runs(Runs),
    /// The numbers whose value is 0.
    Zero(ValueRule),
    /// What two rules say together.
    Joined(Join, Box<NumberRule>, Box<NumberRule>),
}

/// How two rules make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// What belongs to one or the other.
    Either,
    /// What belongs to one but not to the other.
    Without,
    /// What belongs to one of them but not to both.
    Unlike,
}

impl Join {
    fn of(self, one: bool, other: bool) -> bool {
        match self {
            Join::Either => one || other,
            Join::Without => one && !other,
            Join::Unlike => one != other,
        }
    }

    /// The sign between both in the script language, and the words between them.
    fn signs(self) -> (&'static str, &'static str) {
        match self {
            Join::Either => ("|| ", "or"),
            Join::Without => ("&& !", "unless"),
            Join::Unlike => ("!= ", "and the other way round where"),
        }
    }
}

/// Runs of numbers inside and outside by turns: each ends at a number that follows from the end of the run before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs {
    /// Whether the numbers of the first run are inside.
    pub inside: bool,
    /// The last numbers of the first runs.
    pub ends: Vec<u64>,
    /// How the end of the next run follows from this one's: (p x / q) + c, for the run after the last of `ends`, and for
    /// the one after that, and so on by turns.
    pub steps: [(u64, u64, i64); 2],
}

impl Runs {
    fn step((p, q, c): (u64, u64, i64), end: u64) -> Option<u64> {
        (end.checked_mul(p)? / q)
            .checked_add_signed(c)
            .filter(|next| *next > end)
    }

    /// The last numbers of the runs, as far as they fit.
    fn all_ends(&self) -> impl Iterator<Item = u64> {
        let (mut last, mut turn) = (self.ends.last().copied(), 0);
        let rest = std::iter::from_fn(move || {
            last = Runs::step(self.steps[turn], last?);
            turn = 1 - turn;
            last
        });
        self.ends.iter().copied().chain(rest)
    }

    /// The last numbers of the runs, up to the first that is not below `most`.
    pub fn ends_upto(&self, most: u64) -> Vec<u64> {
        let mut below = true;
        self.all_ends()
            .take_while(|end| std::mem::replace(&mut below, *end < most))
            .collect()
    }

    fn cost(&self) -> u64 {
        let steps = self
            .steps
            .iter()
            .map(|(p, q, c)| bits(p - 1) + bits(q - 1) + signed_bits(*c));
        4 + self.ends.iter().map(|&e| bits(e)).sum::<u64>() + steps.sum::<u64>()
    }

    /// The shortest for runs that end so; the last run need not be over.
    fn of(inside: bool, ends: &[u64]) -> Option<Runs> {
        let step = |from: &[u64]| {
            // Pairs of ends, the second of which follows from the first.
            let pairs: Vec<(u64, u64)> = from
                .chunks(2)
                .filter_map(|c| Some((c[0], *c.get(1)?)))
                .collect();
            let (&(a, b), true) = (pairs.first()?, pairs.len() >= 2) else {
                return None;
            };
            let steps = (1..=6u64)
                .flat_map(|q| (q..=20 * q).map(move |p| (p, q)))
                .filter_map(|(p, q)| {
                    let c = i64::try_from(
                        i128::from(b) - i128::from(a) * i128::from(p) / i128::from(q),
                    )
                    .ok()?;
                    let follows = |&(a, b): &(u64, u64)| Runs::step((p, q, c), a) == Some(b);
                    pairs.iter().all(follows).then_some((p, q, c))
                });
            steps.min_by_key(|(p, q, c)| bits(p - 1) + bits(q - 1) + bits(c.unsigned_abs()))
        };
        (0..=2).find_map(|loose| {
            let steps = [step(ends.get(loose..)?)?, step(ends.get(loose + 1..)?)?];
            // Runs of one number each are a sequence.
            if steps.contains(&(1, 1, 1)) {
                return None;
            }
            Some(Runs {
                inside,
                ends: ends[..=loose].to_vec(),
                steps,
            })
        })
    }
}

const MOST_EXCEPTIONS: usize = 24;

impl Column<bool> {
    /// The numbers that belong to the set.
    pub fn list(&self) -> Vec<u64> {
        self.iter()
            .filter(|(_, inside)| **inside)
            .map(|(n, _)| n)
            .collect()
    }

    /// How many bits it takes to write it down without any rule.
    pub fn evidence(&self) -> u64 {
        let all = self.all.len() as u64;
        let inside = self.all.iter().filter(|i| **i).count() as u64;
        let changes = self.all.windows(2).filter(|w| w[0] != w[1]).count() as u64;
        evidence(all, inside).min(evidence(all, changes))
    }

    /// The first numbers alone.
    pub fn prefix(&self, length: usize) -> Column<bool> {
        Column {
            least: self.least,
            all: self.all[..length.min(self.all.len())].to_vec(),
        }
    }
}

impl NumberRule {
    /// That a number is one of these, rising.
    pub fn only(numbers: Vec<u64>) -> NumberRule {
        let feature = Feature::Remainder { modulus: 1 };
        NumberRule::Classes {
            feature,
            inside: Vec::new(),
            except: numbers,
        }
    }

    /// Whether each number up to `most` belongs to the set.
    pub fn table(&self, most: u64) -> Vec<bool> {
        let mut table = vec![false; index(most) + 1];
        let mut mark = |n: u64| {
            if n <= most {
                table[index(n)] = true;
            }
        };
        match self {
            NumberRule::Classes {
                feature,
                inside,
                except,
            } => {
                let mut wanted = vec![false; index(feature.classes())];
                inside.iter().for_each(|&c| wanted[index(c)] = true);
                (0..=most)
                    .filter(|&n| wanted[index(feature.class(n))])
                    .for_each(&mut mark);
                except
                    .iter()
                    .filter(|n| **n <= most)
                    .for_each(|&n| table[index(n)] ^= true);
            }
            NumberRule::Terms(sequence) => sequence.upto(most).into_iter().for_each(mark),
            NumberRule::Beatty { slope, shift, from } => {
                for k in *from.. {
                    match slope.floor(k).and_then(|n| n.checked_add_signed(*shift)) {
                        Some(n) if n <= most => mark(n),
                        _ => break,
                    }
                }
            }
            NumberRule::Runs(runs) => {
                let (mut from, mut inside) = (0, runs.inside);
                for end in runs.ends_upto(most) {
                    if inside {
                        (from..=end).for_each(&mut mark);
                    }
                    (from, inside) = (end + 1, !inside);
                }
            }
            NumberRule::Zero(rule) => (0..=most)
                .filter(|n| rule.value(*n) == Some(0))
                .for_each(mark),
            NumberRule::Joined(join, one, other) => {
                let (one, other) = (one.table(most), other.table(most));
                return one
                    .iter()
                    .zip(&other)
                    .map(|(a, b)| join.of(*a, *b))
                    .collect();
            }
        }
        table
    }

    /// Whether it says of every number of the column what is true.
    pub fn fits(&self, column: &Column<bool>) -> bool {
        self.wrong(column).is_none()
    }

    /// The least number of the column of which it says what is not true.
    pub fn wrong(&self, column: &Column<bool>) -> Option<u64> {
        let table = self.table(column.most());
        column
            .iter()
            .find(|(n, inside)| table[index(*n)] != **inside)
            .map(|(n, _)| n)
    }

    /// How it repeats, where that is plain to see.
    pub fn repeat(&self) -> Option<Repeat> {
        match self {
            NumberRule::Classes {
                feature, except, ..
            } => {
                let length = match *feature {
                    Feature::Remainder { modulus } => modulus,
                    Feature::Quotient { by, modulus } => by * modulus,
                    _ => return None,
                };
                Some(Repeat {
                    from: except.last().map_or(0, |n| n + 1),
                    length,
                })
            }
            NumberRule::Zero(values) => values.repeat(),
            NumberRule::Runs(Runs {
                ends,
                steps: [(1, 1, c @ 1..), (1, 1, d @ 1..)],
                ..
            }) => Some(Repeat {
                from: ends.last()? + 1,
                length: u64::try_from(c.checked_add(*d)?).ok()?,
            }),
            _ => None,
        }
    }

    /// Whether the column is long enough for it: far longer than the rule, or than a beginning that is an exception to
    /// a simple remainder.
    pub fn is_supported(&self, column: &Column<bool>) -> bool {
        let simple = match self {
            NumberRule::Classes {
                feature: feature @ Feature::Remainder { modulus },
                inside,
                except,
            } => {
                let last = except.last().map_or(0, |last| last - column.least);
                let bare = NumberRule::Classes {
                    feature: *feature,
                    inside: inside.clone(),
                    except: Vec::new(),
                };
                except.len() <= 10
                    && bare.cost() <= 12
                    && (16 * last).max(8 * modulus) <= column.all.len() as u64
            }
            _ => false,
        };
        simple || supported(self.cost(), column.evidence())
    }

    /// How many bits name it.
    pub fn cost(&self) -> u64 {
        match self {
            NumberRule::Classes {
                feature,
                inside,
                except,
            } => {
                let classes = feature.classes();
                let which = match (inside.len() as u64).min(classes - inside.len() as u64) {
                    0 => 1,
                    few => evidence(classes, few),
                };
                let except: u64 = except.iter().map(|&n| u64::from((n + 1).ilog2()) + 2).sum();
                feature.cost() + which + except
            }
            NumberRule::Terms(sequence) => 3 + sequence.cost(),
            NumberRule::Beatty { slope, shift, from } => {
                4 + slope.cost() + 2 * bits(shift.unsigned_abs()) + 2 * bits(*from)
            }
            NumberRule::Runs(runs) => runs.cost(),
            NumberRule::Zero(rule) => 2 + rule.cost(),
            NumberRule::Joined(_, one, other) => 4 + one.cost() + other.cost(),
        }
    }

    /// The condition that the number `of` belongs to the set: as an expression of the script language, and in words.
    pub fn said(&self, of: &str) -> (String, String) {
        match self {
            NumberRule::Classes {
                feature,
                inside,
                except,
            } => classes_said(*feature, inside, except, of),
            NumberRule::Terms(sequence) => sequence.said(of),
            NumberRule::Beatty { slope, shift, from } => {
                let (Quadratic { p, d, r }, term) = (slope, plus("floor(k s)", *shift));
                (
                    format!("in_beatty({of}, {p}, {d}, {r}, {shift}, {from})"),
                    format!(
                        "{of} is {term} for some k >= {from}, where s is {}",
                        slope.words()
                    ),
                )
            }
            NumberRule::Runs(runs) => {
                let starts = std::iter::once(0).chain(runs.all_ends().map(|end| end + 1));
                let shown = starts
                    .zip(runs.all_ends())
                    .skip(usize::from(!runs.inside))
                    .step_by(2)
                    .take(4);
                let shown = shown.map(|(a, b)| {
                    if a == b {
                        a.to_string()
                    } else {
                        format!("{a} to {b}")
                    }
                });
                let [(p, q, c), (r, s, d)] = runs.steps;
                let (inside, ends) = (runs.inside, &runs.ends);
                (
                    format!("in_runs({of}, {inside}, {ends:?}, [{p}, {q}, {c}], [{r}, {s}, {d}])"),
                    format!("{of} lies in one of the runs {}, ...", list(shown)),
                )
            }
            NumberRule::Zero(rule) => {
                let (expression, words) = rule.said(of);
                (
                    format!("{} == 0", closed(&expression)),
                    format!("the value is 0: {words}"),
                )
            }
            NumberRule::Joined(join, one, other) => {
                let ((one, a), (other, b)) = (one.said(of), other.said(of));
                let (sign, word) = join.signs();
                (
                    format!("({one}) {sign}({other})"),
                    format!("{a}, {word} {b}"),
                )
            }
        }
    }
}

fn classes_said(feature: Feature, inside: &[u64], except: &[u64], of: &str) -> (String, String) {
    let classes = feature.classes();
    let missing: Vec<u64> = (0..classes).filter(|c| !inside.contains(c)).collect();
    // Only what is listed, or all but that.
    if inside.is_empty() || missing.is_empty() {
        return match (inside.is_empty(), except) {
            (true, []) => ("false".to_owned(), "never".to_owned()),
            (false, []) => ("true".to_owned(), "always".to_owned()),
            (true, _) => (one_of(of, except), format!("{of} is {}", listed(except))),
            (false, [one]) => (format!("{of} != {one}"), format!("{of} is not {one}")),
            (false, _) => (
                format!("!{except:?}.contains({of})"),
                format!("{of} is none of {}", listed(except)),
            ),
        };
    }
    let value = feature.expression(of);
    let condition = match (inside, missing.as_slice()) {
        ([1], _) if feature == Feature::Prime => value,
        _ if feature == Feature::Prime => format!("!{value}"),
        ([one], _) => format!("{value} == {one}"),
        (_, [one]) => format!("{value} != {one}"),
        _ => format!("{inside:?}.contains({value})"),
    };
    let words = match (inside.len(), missing.as_slice(), feature) {
        (2.., [0], Feature::Remainder { modulus }) => {
            format!("{of} is not a multiple of {modulus}")
        }
        (2.., [one], Feature::Remainder { modulus }) => {
            format!("{of} does not leave the remainder {one} when divided by {modulus}")
        }
        _ => feature.words(of, inside),
    };
    let belongs = |n: &&u64| inside.contains(&feature.class(**n));
    let removed: Vec<u64> = except.iter().filter(belongs).copied().collect();
    let added: Vec<u64> = except.iter().filter(|n| !belongs(n)).copied().collect();
    let (mut expression, mut words) = (condition, words);
    match removed.as_slice() {
        [] => {}
        [one] => {
            expression = format!("{of} != {one} && {expression}");
            words = format!("{words}, but not {one}");
        }
        _ => {
            expression = format!("!{removed:?}.contains({of}) && {expression}");
            words = format!("{words}, but none of {}", listed(&removed));
        }
    }
    if !added.is_empty() {
        expression = format!("{} || {expression}", one_of(of, &added));
        words = format!("{words}, or {of} is {}", listed(&added));
    }
    (expression, words)
}

/// The best class rule of a feature: what the last numbers of each class are is what the class is.
fn classes_of(feature: Feature, column: &Column<bool>) -> Option<NumberRule> {
    let classes = usize::try_from(feature.classes()).ok()?;
    // Of each class: what its last number is, how many before it are the same, whether one was not.
    let mut verdicts: Vec<Option<(bool, u32, bool)>> = vec![None; classes];
    let mut except = Vec::new();
    for (i, &inside) in column.all.iter().enumerate().rev() {
        let n = column.least + i as u64;
        let verdict =
            verdicts[usize::try_from(feature.class(n)).ok()?].get_or_insert((inside, 0, false));
        if verdict.0 == inside {
            verdict.1 += u32::from(!verdict.2);
        } else {
            verdict.2 = true;
            except.push(n);
            if except.len() > MOST_EXCEPTIONS {
                return None;
            }
        }
    }
    // The exceptions are a beginning, after which every class shows itself at least twice.
    except.reverse();
    let span = column.most() - column.least + 1;
    if except
        .last()
        .is_some_and(|&last| 2 * (last - column.least) > span)
    {
        return None;
    }
    let seen = |v: &Option<(bool, u32, bool)>| v.is_none_or(|(_, count, _)| count >= 2);
    let inside: Vec<u64> = (0..)
        .zip(&verdicts)
        .filter(|(_, v)| v.is_some_and(|(i, ..)| i))
        .map(|(c, _)| c)
        .collect();
    // A list of numbers must end long before the table does.
    let listed = classes == 1 && except.last().is_some_and(|&last| 8 * last > column.most());
    (verdicts.iter().all(seen) && !listed).then_some(NumberRule::Classes {
        feature,
        inside,
        except,
    })
}

/// A class rule of what most numbers of each class are, and the numbers of which the opposite holds.
fn mostly(feature: Feature, column: &Column<bool>) -> Option<(NumberRule, Vec<u64>)> {
    let classes = usize::try_from(feature.classes()).ok()?;
    let mut balance = vec![0i64; classes];
    for (n, &inside) in column.iter() {
        balance[usize::try_from(feature.class(n)).ok()?] += if inside { 1 } else { -1 };
    }
    let inside: Vec<u64> = (0..)
        .zip(&balance)
        .filter(|(_, b)| **b > 0)
        .map(|(c, _)| c)
        .collect();
    if inside.is_empty() || inside.len() == classes {
        return None;
    }
    let left = column
        .iter()
        .filter(|(n, is_inside)| inside.contains(&feature.class(*n)) != **is_inside)
        .map(|(n, _)| n)
        .take(LONGEST_SEQUENCE + 1)
        .collect();
    Some((
        NumberRule::Classes {
            feature,
            inside,
            except: Vec::new(),
        },
        left,
    ))
}

/// Slopes that are looked at: quadratic irrationals between 1 and 12, the simplest first.
pub fn slopes() -> Vec<Quadratic> {
    let mut slopes = Vec::new();
    for d in (2..=40).filter(|&d: &u64| d.isqrt() * d.isqrt() != d) {
        for r in 1..=6u64 {
            for p in -6..=8i64 {
                // In lowest terms: nothing squared divides all three.
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
    slopes.sort_by_cached_key(|s| s.cost());
    slopes
}

fn beatty_of(list: &[u64], column: &Column<bool>) -> Option<NumberRule> {
    let (last, count) = (*list.last()?, list.len() as u64);
    if count < 12 {
        return None;
    }
    for slope in slopes() {
        for from in 0..=2u64 {
            // The last of the list is that many terms on.
            let Some(reached) = slope.floor(from + count - 1) else {
                continue;
            };
            let shift = i64::try_from(i128::from(last) - i128::from(reached)).ok();
            let Some(shift) = shift.filter(|shift| shift.abs() <= 3) else {
                continue;
            };
            let found = NumberRule::Beatty { slope, shift, from };
            if found.fits(column) {
                return Some(found);
            }
        }
    }
    None
}

fn runs_of(column: &Column<bool>) -> Option<NumberRule> {
    let first = *column.all.first()?;
    let changes = (column.least..)
        .zip(column.all.windows(2))
        .filter(|(_, w)| w[0] != w[1]);
    let mut ends: Vec<u64> = changes.map(|(n, _)| n).take(LONGEST_SEQUENCE).collect();
    // Below the table is nothing: a first run of one number may as well begin there.
    let mut inside = first;
    if column.least > 0 && first {
        (inside, _) = (false, ends.insert(0, column.least - 1));
    }
    let found = NumberRule::Runs(Runs::of(inside, &ends)?);
    found.fits(column).then_some(found)
}

/// Lists of up to so many numbers are tried as sequences.
const LONGEST_SEQUENCE: usize = 200;

/// The terms of one sequence, or two that take turns.
fn terms_of(list: &[u64], column: &Column<bool>) -> Option<NumberRule> {
    let most = column.most();
    if list.len() > LONGEST_SEQUENCE {
        return None;
    }
    if let Some(sequence) = Sequence::of(list, most) {
        return Some(NumberRule::Terms(sequence.begun_before(column.least)));
    }
    let every_second = |from: usize| {
        list.iter()
            .skip(from)
            .step_by(2)
            .copied()
            .collect::<Vec<u64>>()
    };
    let one = Sequence::of(&every_second(0), most)?;
    let other = Sequence::of(&every_second(1), most)?;
    Some(NumberRule::Joined(
        Join::Either,
        Box::new(NumberRule::Terms(one)),
        Box::new(NumberRule::Terms(other)),
    ))
}

/// The sequences that have a name: squares, triangular and Fibonacci numbers, powers.
fn named_sequences() -> impl Iterator<Item = Sequence> {
    let [squares, triangular] = [2, 1].map(|c| Sequence {
        first: vec![0, 1],
        p: 2,
        r: -1,
        q: 1,
        c,
    });
    let powers = (2..=10).map(|p| Sequence {
        first: vec![1],
        p,
        r: 0,
        q: 1,
        c: 0,
    });
    [squares, triangular, Sequence::fibonacci()]
        .into_iter()
        .chain(powers)
}

/// The shortest two rules that make up the set between them: of each feature the classes that lie in it, named sequences,
/// and Beatty sequences. Up to three small numbers may belong to neither.
fn union_of(column: &Column<bool>, limits: &Limits) -> Result<Option<NumberRule>, Stop> {
    let (list, most) = (column.list(), column.most());
    let is_inside = |n: u64| n < column.least || column.all[index(n - column.least)];
    let classes = Feature::all().filter_map(|feature| {
        // Of each class whether all its numbers are inside, and how many there are.
        let mut classes = vec![(true, 0); index(feature.classes())];
        for (n, is) in column.iter() {
            let class = &mut classes[index(feature.class(n))];
            *class = (class.0 && *is, class.1 + 1);
        }
        let inside = (0..)
            .zip(classes)
            .filter(|(_, (is, seen))| *is && *seen >= 4);
        let inside: Vec<u64> = inside.map(|(c, _)| c).collect();
        (!inside.is_empty()).then_some(NumberRule::Classes {
            feature,
            inside,
            except: Vec::new(),
        })
    });
    let sequences = named_sequences().filter_map(|sequence| {
        // The first terms may be missing.
        let terms = sequence.upto(most);
        let skipped = terms
            .iter()
            .rposition(|n| !is_inside(*n))
            .map_or(0, |last| last + 1);
        let order = sequence.first.len();
        let first = terms
            .get(skipped..skipped + order)
            .filter(|_| terms.len() >= skipped + 4)?
            .to_vec();
        Some(NumberRule::Terms(Sequence { first, ..sequence }))
    });
    let beatty = slopes().into_iter().filter_map(|slope| {
        let inside = |k: u64| slope.floor(k).is_none_or(|n| n > most || is_inside(n));
        (1..=most).all(inside).then_some(NumberRule::Beatty {
            slope,
            shift: 0,
            from: 1,
        })
    });
    let parts: Vec<NumberRule> = classes.chain(sequences).chain(beatty).collect();
    let tables: Vec<Vec<bool>> = parts.iter().map(|rule| rule.table(most)).collect();
    let mut best: Option<NumberRule> = None;
    for (i, (one, first)) in parts.iter().zip(&tables).enumerate() {
        limits.check()?;
        for (other, second) in parts.iter().zip(&tables).skip(i + 1) {
            let neither = |n: &&u64| !first[index(**n)] && !second[index(**n)];
            let loose: Vec<u64> = list.iter().filter(neither).take(4).copied().collect();
            if loose.len() > 3 || loose.last().is_some_and(|last| 16 * last > most) {
                continue;
            }
            let either =
                |one, other| NumberRule::Joined(Join::Either, Box::new(one), Box::new(other));
            let mut rule = either(one.clone(), other.clone());
            if !loose.is_empty() {
                rule = either(NumberRule::only(loose), rule);
            }
            if best.as_ref().is_none_or(|best| rule.cost() < best.cost()) {
                best = Some(rule);
            }
        }
    }
    Ok(best)
}

/// Whether a table is much longer than a rule: a rule with many free numbers fits anything short.
pub fn supported(cost: u64, evidence: u64) -> bool {
    evidence >= cost + 4 && 4 * evidence >= 5 * cost
}

/// All rules of the library that fit the column, the shortest of each form.
pub fn candidates(column: &Column<bool>, limits: &Limits) -> Result<Vec<NumberRule>, Stop> {
    let mut found = Vec::new();
    if column.all.len() < 6 {
        return Ok(found);
    }
    let list = column.list();
    limits.check()?;
    found.extend(Feature::all().filter_map(|feature| classes_of(feature, column)));
    limits.check()?;
    found.extend(terms_of(&list, column));
    found.extend(runs_of(column));
    limits.check()?;
    found.extend(beatty_of(&list, column));
    if found.is_empty() {
        for feature in Feature::all().filter(|f| f.cost() <= 12) {
            limits.check()?;
            let Some((classes, left)) = mostly(feature, column) else {
                continue;
            };
            let Some(terms) = terms_of(&left, column) else {
                continue;
            };
            let table = classes.table(column.most());
            let within = left.iter().filter(|n| table[index(**n)]).count();
            let join = match within {
                0 => Join::Either,
                n if n == left.len() => Join::Without,
                _ => Join::Unlike,
            };
            found.push(NumberRule::Joined(join, Box::new(classes), Box::new(terms)));
        }
    }
    found.sort_by_cached_key(NumberRule::cost);
    found.retain(|rule| rule.fits(column));
    Ok(found)
}

/// A rule of up to so many bits is plain enough that no union is looked for.
const PLAIN: u64 = 24;

/// The shortest rule that fits the column and is supported by it.
pub fn shortest(column: &Column<bool>, limits: &Limits) -> Result<Option<NumberRule>, Stop> {
    let one = candidates(column, limits)?
        .into_iter()
        .find(|rule| rule.is_supported(column));
    if one.as_ref().is_some_and(|rule| rule.cost() <= PLAIN) {
        return Ok(one);
    }
    let union =
        union_of(column, limits)?.filter(|rule| rule.fits(column) && rule.is_supported(column));
    Ok(one.into_iter().chain(union).min_by_key(NumberRule::cost))
}
