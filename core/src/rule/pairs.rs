//! Rules for pairs of numbers, lost pairs and values, and the search for the shortest that fits a table.

use super::feature::{Feature, closed, list, plus};
use super::numbers::{
    Quadratic, bits, digits, evidence, gcd, largest_power, least_zeckendorf, odd_part,
    trailing_zeros,
};
use super::sets::{self, NumberRule, slopes, supported};
use super::table::{Column, index};
use super::values::{self, ValueRule};
use crate::rules::{Limits, Stop};

/// A pair of numbers and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Cell<T> {
    /// The first number; the smaller one where the order does not matter.
    pub a: u64,
    /// The second number.
    pub b: u64,
    /// What is known.
    pub is: T,
}

/// A number made of two.
#[derive(Debug)]
pub struct Measure {
    /// In the script language.
    expression: &'static str,
    words: &'static str,
    /// How many bits name it.
    cost: u64,
    /// The number; `None` where two have none.
    of: fn(u64, u64) -> Option<u64>,
}

const fn measure(
    expression: &'static str,
    words: &'static str,
    cost: u64,
    of: fn(u64, u64) -> Option<u64>,
) -> Measure {
    Measure {
        expression,
        words,
        cost,
        of,
    }
}

impl Measure {
    /// The one with this expression.
    fn named(expression: &str) -> Option<&'static Measure> {
        MEASURES
            .iter()
            .find(|measure| measure.expression == expression)
    }

    /// In the script language; `rising` says that a is never larger than b.
    fn expression(&self, rising: bool) -> &'static str {
        if self.expression == DIFFERENCE.expression && !rising {
            "abs(b - a)"
        } else {
            self.expression
        }
    }
}

/// The larger number less the smaller one.
const DIFFERENCE: Measure = measure("b - a", "the difference", 2, |a, b| Some(a.abs_diff(b)));

/// All that are looked at.
static MEASURES: [Measure; 15] = [
    measure("b", "b", 2, |_, b| Some(b)),
    measure("a", "a", 2, |a, _| Some(a)),
    measure("a + b", "a + b", 2, |a, b| Some(a + b)),
    DIFFERENCE,
    measure("(a ^ b)", "the nim-sum of a and b", 3, |a, b| Some(a ^ b)),
    measure("(a | b)", "(a | b)", 5, |a, b| Some(a | b)),
    measure("(a & b)", "(a & b)", 5, |a, b| Some(a & b)),
    measure(
        "gcd(a, b)",
        "the greatest common divisor of a and b",
        5,
        |a, b| Some(gcd(a, b)),
    ),
    measure("2 * a + b", "2 * a + b", 5, |a, b| Some(2 * a + b)),
    measure("a + 2 * b", "a + 2 * b", 5, |a, b| Some(a + 2 * b)),
    measure("a * b", "a * b", 7, |a, b| Some(a * b)),
    measure("b / a", "b / a, rounded down,", 5, |a, b| b.checked_div(a)),
    measure(
        "b % a",
        "the remainder of b when divided by a",
        5,
        |a, b| b.checked_rem(a),
    ),
    measure(
        "a % (b + 1)",
        "the remainder of a when divided by b + 1",
        5,
        |a, b| Some(a % (b + 1)),
    ),
    measure("((a - 1) | (b - 1))", "((a - 1) | (b - 1))", 5, |a, b| {
        Some(a.checked_sub(1)? | b.checked_sub(1)?)
    }),
];

/// Something that both numbers may have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// How often it can be divided, with something added.
    Zeros {
        base: u64,
        shift: u64,
    },
    OddPart,
    /// The number of digits.
    Length {
        base: u64,
    },
    /// The quotient, rounded down.
    Quotient {
        by: u64,
    },
}

impl Common {
    fn all() -> impl Iterator<Item = Common> {
        let zeros = [(2, 0), (2, 1), (3, 0), (3, 1), (5, 0), (10, 0)];
        zeros
            .into_iter()
            .map(|(base, shift)| Common::Zeros { base, shift })
            .chain([Common::OddPart])
            .chain([2, 3, 4, 10].map(|base| Common::Length { base }))
            .chain((2..=12).map(|by| Common::Quotient { by }))
    }

    fn of(self, n: u64) -> u64 {
        match self {
            Common::Zeros { base, shift } => trailing_zeros(n + shift, base),
            Common::OddPart => odd_part(n),
            Common::Length { base } => digits(n, base),
            Common::Quotient { by } => n / by,
        }
    }

    fn expression(self, of: &str) -> String {
        match self {
            Common::Zeros { base, shift } => {
                format!("trailing_zeros({}, {base})", plus(of, shift))
            }
            Common::OddPart => format!("odd_part({of})"),
            Common::Length { base } => format!("digits({of}, {base})"),
            Common::Quotient { by } => format!("{of} / {by}"),
        }
    }

    fn words(self) -> String {
        match self {
            Common::Zeros { base, shift: 0 } => {
                format!("a and b can be divided by {base} equally often")
            }
            Common::Zeros { base, shift } => {
                format!("a + {shift} and b + {shift} can be divided by {base} equally often")
            }
            Common::OddPart => "a and b have the same odd part".to_owned(),
            Common::Length { base } => format!("a and b have equally many digits in base {base}"),
            Common::Quotient { by } => format!("a / {by} and b / {by} are the same, rounded down"),
        }
    }
}

/// A slope between pairs that are lost and pairs that are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slope {
    /// p / q
    Fraction(u64, u64),
    /// A quadratic irrational.
    Root(Quadratic),
}

/// A rule that tells which pairs are lost.
#[derive(Clone, Debug)]
pub enum PairRule {
    /// A number made of both belongs to a set.
    Of(&'static Measure, NumberRule),
    /// Their remainders are one of these pairs.
    Remainders {
        modulus: u64,
        inside: Vec<(u64, u64)>,
    },
    /// Each belongs to a set.
    Both(NumberRule, NumberRule),
    /// They have something in common.
    Same(Common),
    /// The k-th pair, from 0 on, has the smallest number in no pair before, and the other is larger by t k + c.
    Wythoff { t: u64, c: u64 },
    /// b is below the slope times a (`strict`: not at it), or above.
    Slope {
        slope: Slope,
        below: bool,
        strict: bool,
    },
    /// b is p a / q, rounded down, plus c.
    Line { p: u64, q: u64, c: i64 },
    /// b - a is a number that depends on the remainder of a; for some remainders there is none.
    Offsets(Vec<Option<u64>>),
    /// b is below a part of a (or, `turned`, a is below that part of b), or that number is 0.
    Below { part: Part, turned: bool },
    /// The Grundy value is 0.
    Zero(PairValue),
    /// Pairs with a = 0, and pairs of equal numbers, follow rules of their own for b.
    Split {
        zero: Option<NumberRule>,
        equal: Option<NumberRule>,
        rest: Box<PairRule>,
    },
    /// For these pairs the opposite holds.
    Except(Box<PairRule>, Vec<(u64, u64)>),
}

/// A part of which a number is the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The least power of 2 in the binary sum.
    Binary,
    /// The least Fibonacci number in the Zeckendorf sum.
    Zeckendorf,
}

impl Part {
    fn of(self, n: u64) -> u64 {
        match self {
            Part::Binary => largest_power(n, 2),
            Part::Zeckendorf => least_zeckendorf(n),
        }
    }
}

/// Whether a pair is lost.
pub type PairTest = Box<dyn Fn(u64, u64) -> bool>;

impl PairRule {
    /// The rule that the measure with this expression belongs to a set.
    pub fn of(measure: &str, rule: NumberRule) -> Option<PairRule> {
        Some(PairRule::Of(Measure::named(measure)?, rule))
    }

    /// The test of pairs of numbers up to `most`.
    pub fn test(&self, most: u64) -> PairTest {
        match self.clone() {
            PairRule::Of(measure, rule) => {
                // Where it is not largest of the largest numbers it has no more bits than they have.
                let table = rule.table((measure.of)(most, most).unwrap_or(0).max(2 * most));
                Box::new(move |a, b| (measure.of)(a, b).is_some_and(|x| table[index(x)]))
            }
            PairRule::Remainders { modulus, inside } => {
                Box::new(move |a, b| inside.contains(&(a % modulus, b % modulus)))
            }
            PairRule::Both(first, second) => {
                let (first, second) = (first.table(most), second.table(most));
                Box::new(move |a, b| first[index(a)] && second[index(b)])
            }
            PairRule::Same(common) => Box::new(move |a, b| common.of(a) == common.of(b)),
            PairRule::Wythoff { t, c } => {
                let partners = wythoff(t, c, most);
                Box::new(move |a, b| partners[index(a.min(b))] == Some(a.max(b)))
            }
            PairRule::Slope {
                slope,
                below,
                strict,
            } => Box::new(move |a, b| {
                let (under, at) = match slope {
                    Slope::Fraction(p, q) => (b * q < p * a, b * q == p * a),
                    Slope::Root(root) => (
                        root.floor(a).is_some_and(|f| b <= f && (b, a) != (0, 0)),
                        a == 0 && b == 0,
                    ),
                };
                if at { !strict } else { under == below }
            }),
            PairRule::Line { p, q, c } => {
                Box::new(move |a, b| (p * a / q).checked_add_signed(c) == Some(b))
            }
            PairRule::Offsets(offsets) => Box::new(move |a, b| {
                let class = index(a % offsets.len() as u64);
                offsets[class].is_some_and(|d| a + d == b)
            }),
            PairRule::Below { part, turned } => Box::new(move |a, b| {
                let (whole, limit) = if turned { (b, a) } else { (a, b) };
                whole == 0 || limit < part.of(whole)
            }),
            PairRule::Zero(values) => Box::new(move |a, b| values.value(a, b) == Some(0)),
            PairRule::Split { zero, equal, rest } => {
                let table = |rule: Option<NumberRule>| rule.map(|rule| rule.table(most));
                let (zero, equal, rest) = (table(zero), table(equal), rest.test(most));
                Box::new(move |a, b| match (&zero, &equal) {
                    (Some(zero), _) if a == 0 => zero[index(b)],
                    (_, Some(equal)) if a == b => equal[index(b)],
                    _ => rest(a, b),
                })
            }
            PairRule::Except(rule, except) => {
                let rule = rule.test(most);
                Box::new(move |a, b| rule(a, b) != except.contains(&(a, b)))
            }
        }
    }

    /// Whether it says of every pair, of numbers up to `most`, what is true.
    pub fn fits(&self, cells: &[Cell<bool>], most: u64) -> bool {
        let test = self.test(most);
        cells.iter().all(|c| test(c.a, c.b) == c.is)
    }

    /// How many bits name it.
    pub fn cost(&self) -> u64 {
        match self {
            PairRule::Of(measure, rule) => measure.cost + rule.cost(),
            PairRule::Remainders { modulus, inside } => {
                4 + bits(modulus - 1) + evidence(modulus * modulus, inside.len() as u64)
            }
            PairRule::Both(first, second) if first == second => 4 + first.cost(),
            PairRule::Both(first, second) => 4 + first.cost() + second.cost(),
            PairRule::Same(Common::Zeros { base, shift }) => 4 + bits(base - 2) + bits(*shift),
            PairRule::Same(Common::OddPart) => 5,
            PairRule::Same(Common::Length { base }) => 5 + bits(base - 2),
            PairRule::Same(Common::Quotient { by }) => 4 + bits(*by),
            PairRule::Wythoff { t, c } => 5 + bits(t - 1) + bits(*c),
            PairRule::Slope { slope, .. } => {
                4 + match slope {
                    Slope::Fraction(p, q) => bits(*p) + bits(*q),
                    Slope::Root(root) => root.cost(),
                }
            }
            PairRule::Line { p, q, c } => {
                4 + bits(p - 1) + bits(q - 1) + 2 * bits(c.unsigned_abs())
            }
            PairRule::Offsets(offsets) => {
                4 + bits(offsets.len() as u64)
                    + offsets
                        .iter()
                        .map(|o| bits(o.map_or(0, |o| o + 1)))
                        .sum::<u64>()
            }
            PairRule::Below { .. } => 8,
            PairRule::Zero(values) => 2 + values.cost(),
            PairRule::Split { zero, equal, rest } => {
                let own =
                    |rule: &Option<NumberRule>| rule.as_ref().map_or(0, |rule| 3 + rule.cost());
                own(zero) + own(equal) + rest.cost()
            }
            PairRule::Except(rule, except) => {
                rule.cost()
                    + except
                        .iter()
                        .map(|(a, b)| 1 + bits(*a) + bits(*b))
                        .sum::<u64>()
            }
        }
    }

    /// The condition that a pair is lost: as an expression of the script language, and in words. `rising` says that a
    /// is never larger than b.
    pub fn said(&self, rising: bool) -> (String, String) {
        match self {
            PairRule::Of(
                measure,
                NumberRule::Classes {
                    feature: Feature::Remainder { modulus: 1 },
                    inside,
                    except,
                },
            ) if measure.expression == DIFFERENCE.expression
                && inside.is_empty()
                && except.len() == 1 =>
            {
                match except[0] {
                    0 => ("a == b".to_owned(), "a and b are equal".to_owned()),
                    d if rising => (format!("b == a + {d}"), format!("b is {d} more than a")),
                    d => (
                        format!("abs(b - a) == {d}"),
                        format!("a and b differ by {d}"),
                    ),
                }
            }
            PairRule::Of(measure, rule) => {
                let (expression, _) = rule.said(measure.expression(rising));
                (expression, rule.said(measure.words).1)
            }
            PairRule::Remainders { modulus, inside } => {
                let said: Vec<String> =
                    inside.iter().map(|(a, b)| format!("{a} and {b}")).collect();
                (
                    format!(
                        "[{}].contains([a % {modulus}, b % {modulus}])",
                        list(inside.iter().map(pair_text))
                    ),
                    format!(
                        "the remainders of a and b when divided by {modulus} are {}",
                        said.join(", or ")
                    ),
                )
            }
            PairRule::Both(first, second) => both_said(first, second),
            PairRule::Same(common) => (
                format!("{} == {}", common.expression("a"), common.expression("b")),
                common.words(),
            ),
            PairRule::Wythoff { t, c: 0 } => wythoff_said(*t, rising),
            PairRule::Wythoff { t, c } => (
                format!("is_wythoff_pair(a, b, {t}, {c})"),
                format!(
                    "a and b are a pair of the list in which each pair has the smallest number not used before, \
                     and the differences are {c}, {}, {}, ...",
                    c + t,
                    c + 2 * t
                ),
            ),
            PairRule::Slope {
                slope,
                below,
                strict,
            } => slope_said(*slope, *below, *strict),
            PairRule::Line { p, q, c } => {
                let times = if *p == 1 {
                    "a".to_owned()
                } else {
                    format!("{p} * a")
                };
                let part = if *q == 1 {
                    times
                } else {
                    format!("{times} / {q}")
                };
                let sum = plus(&part, *c);
                let round = if *q == 1 { "" } else { ", rounded down" };
                (format!("b == {sum}"), format!("b is {sum}{round}"))
            }
            PairRule::Offsets(offsets) => {
                let m = offsets.len();
                let all = offsets
                    .iter()
                    .map(|o| o.map_or("-1".to_owned(), |o| o.to_string()));
                let said = (0..)
                    .zip(offsets)
                    .filter_map(|(class, o): (u64, _)| Some((class, (*o)?)));
                let said = said.map(|(class, o)| format!("{o} where a % {m} is {class}"));
                (
                    format!(
                        "{} == [{}][a % {m}]",
                        DIFFERENCE.expression(rising),
                        list(all)
                    ),
                    format!("the difference is {}", list(said)),
                )
            }
            PairRule::Below { part, turned } => {
                let (whole, limit) = if *turned { ("b", "a") } else { ("a", "b") };
                let (part, words) = match part {
                    Part::Binary => (
                        format!("largest_power({whole}, 2)"),
                        "power of 2 in the binary sum",
                    ),
                    Part::Zeckendorf => (
                        format!("least_zeckendorf({whole})"),
                        "Fibonacci number in the Zeckendorf sum",
                    ),
                };
                (
                    format!("{whole} == 0 || {limit} < {part}"),
                    format!("{limit} is less than the least {words} of {whole}, or {whole} is 0"),
                )
            }
            PairRule::Zero(PairValue::Sum(rule)) => {
                let ((a, _), (b, _), (_, words)) =
                    (rule.said("a"), rule.said("b"), rule.said("the number"));
                (
                    format!("{} == {}", closed(&a), closed(&b)),
                    format!("a and b have the same value: {words}"),
                )
            }
            PairRule::Zero(values) => {
                let (expression, words) = values.said(rising);
                (
                    format!("{} == 0", closed(&expression)),
                    format!("the value is 0: {words}"),
                )
            }
            PairRule::Split { zero, equal, rest } => {
                split_said(zero.as_ref(), equal.as_ref(), rest, rising)
            }
            PairRule::Except(rule, except) => {
                let (mut expression, mut words) = rule.said(rising);
                let test = rule.test(except.iter().map(|(a, b)| *a.max(b)).max().unwrap_or(0));
                let some = |kept: bool| -> Vec<String> {
                    except
                        .iter()
                        .filter(|(a, b)| test(*a, *b) == kept)
                        .map(pair_text)
                        .collect()
                };
                let (removed, added) = (some(true), some(false));
                // A comma would join them to the last clause alone.
                let join = if words.contains(CLAUSE) { ";" } else { "," };
                if expression == "false" {
                    let words = format!("the pair is {}", added.join(" or "));
                    return (format!("[{}].contains([a, b])", added.join(", ")), words);
                }
                if !removed.is_empty() {
                    expression = format!(
                        "!([{}].contains([a, b])) && ({expression})",
                        removed.join(", ")
                    );
                    words = format!("{words}{join} but not {}", removed.join(" or "));
                }
                if !added.is_empty() {
                    expression =
                        format!("[{}].contains([a, b]) || ({expression})", added.join(", "));
                    words = format!("{words}{join} or the pair is {}", added.join(" or "));
                }
                (expression, words)
            }
        }
    }
}

fn pair_text((a, b): &(u64, u64)) -> String {
    format!("[{a}, {b}]")
}

fn both_said(first: &NumberRule, second: &NumberRule) -> (String, String) {
    use Feature::Remainder;
    if let (
        NumberRule::Classes {
            feature: Remainder { modulus: m },
            inside,
            except,
        },
        NumberRule::Classes {
            feature: Remainder { modulus: k },
            inside: other,
            except: others,
        },
    ) = (first, second)
        && except.is_empty()
        && others.is_empty()
        && (m, inside) == (k, other)
        && let [class] = inside[..]
    {
        let words = match (m, class) {
            (2, 0) => "a and b are both even".to_owned(),
            (2, _) => "a and b are both odd".to_owned(),
            (_, 0) => format!("a and b are both multiples of {m}"),
            _ => format!("a and b both leave the remainder {class} when divided by {m}"),
        };
        return (format!("a % {m} == {class} && b % {m} == {class}"), words);
    }
    let ((one, a), (other, b)) = (first.said("a"), second.said("b"));
    let joined = |text: String| {
        if text.contains("||") {
            format!("({text})")
        } else {
            text
        }
    };
    (
        format!("{} && {}", joined(one), joined(other)),
        format!("{a}, and {b}"),
    )
}

fn wythoff_said(t: u64, rising: bool) -> (String, String) {
    let slope = wythoff_slope(t);
    let Quadratic { p, d, r } = slope;
    let (small, large) = if rising {
        ("a", "b")
    } else {
        ("min(a, b)", "max(a, b)")
    };
    let difference = format!("({large} - {small})");
    let (k, whole) = match t {
        1 => (format!("{large} - {small}"), String::new()),
        _ => (
            format!("{difference} / {t}"),
            format!("{difference} % {t} == 0 && "),
        ),
    };
    let times = if t == 1 {
        "k".to_owned()
    } else {
        format!("{t} k")
    };
    (
        format!("{whole}{small} == beatty({k}, {p}, {d}, {r})"),
        format!(
            "a and b are a Beatty pair floor(k s) and floor(k s) + {times}, where s is {}",
            slope.words()
        ),
    )
}

/// The slope of the smaller numbers in the pairs whose difference is t k: (2 - t + √(t² + 4)) / 2.
fn wythoff_slope(t: u64) -> Quadratic {
    let signed = t.cast_signed();
    match t.is_multiple_of(2) {
        true => Quadratic {
            p: 1 - signed / 2,
            d: (t / 2) * (t / 2) + 1,
            r: 1,
        },
        false => Quadratic {
            p: 2 - signed,
            d: t * t + 4,
            r: 2,
        },
    }
}

/// The partner of each smaller number up to `most`, where it has one.
pub fn wythoff(t: u64, c: u64, most: u64) -> Vec<Option<u64>> {
    let size = index(most) + 1;
    let (mut partners, mut used) = (vec![None; size], vec![false; size]);
    let mut k = 0;
    for a in 0..size {
        if used[a] {
            continue;
        }
        let b = a as u64 + t * k + c;
        partners[a] = Some(b);
        if let Some(used) = used.get_mut(index(b)) {
            *used = true;
        }
        k += 1;
    }
    partners
}

fn slope_said(slope: Slope, below: bool, strict: bool) -> (String, String) {
    let less = match (below, strict) {
        (true, true) => ("<", "less than"),
        (true, false) => ("<=", "at most"),
        (false, true) => (">", "more than"),
        (false, false) => (">=", "at least"),
    };
    match slope {
        Slope::Fraction(p, q) => {
            let times = |n: u64, of: &str| {
                if n == 1 {
                    of.to_owned()
                } else {
                    format!("{n} * {of}")
                }
            };
            let factor = if q == 1 {
                p.to_string()
            } else {
                format!("{p}/{q}")
            };
            (
                format!("{} {} {}", times(q, "b"), less.0, times(p, "a")),
                match p == 1 && q == 1 {
                    true => format!("b is {} a", less.1),
                    false => format!("b is {} {factor} times a", less.1),
                },
            )
        }
        Slope::Root(root) => {
            let Quadratic { p, d, r } = root;
            let (condition, side) = match (below, strict) {
                (true, true) => ("a != 0 && b <=", "less"),
                (true, false) => ("b <=", "less"),
                (false, _) => ("b >", "more"),
            };
            (
                format!("{condition} beatty(a, {p}, {d}, {r})"),
                format!("b is {side} than {} times a", root.words()),
            )
        }
    }
}

/// What begins a clause about some of the pairs; where the clause applies, what is said in front of it does not.
const CLAUSE: &str = "; where ";

fn split_said(
    zero: Option<&NumberRule>,
    equal: Option<&NumberRule>,
    rest: &PairRule,
    rising: bool,
) -> (String, String) {
    let (mut expression, mut words) = rest.said(rising);
    // The pair of zeros follows the rule for a = 0.
    let equal_name = if zero.is_some() { "a = b > 0" } else { "a = b" };
    let parts = [
        (
            equal,
            ["a == b", "a != b"],
            ["a = b", "a and b differ"],
            equal_name,
        ),
        (zero, ["a == 0", "a != 0"], ["a = 0", "a is not 0"], "a = 0"),
    ];
    for (rule, [is, is_not], [name, not_so], clause) in parts {
        let Some(rule) = rule else { continue };
        let closed = match expression.contains("||") {
            true => format!("({expression})"),
            false => expression.clone(),
        };
        let (own, own_words) = rule.said("b");
        // What is put before an `or` would not reach past it, nor into a last clause of its own.
        let has_clause = words.contains(CLAUSE);
        let is_open = has_clause || words.contains(", or ");
        let last = |what: &str| format!("{words}{CLAUSE}{clause}: {what}");
        (expression, words) = match own.as_str() {
            "true" => (
                format!("{is} || {expression}"),
                if has_clause {
                    last("always")
                } else {
                    format!("{name}, or when {words}")
                },
            ),
            "false" => (
                format!("{is_not} && {closed}"),
                if is_open {
                    last("never")
                } else {
                    format!("{not_so} and {words}")
                },
            ),
            _ => (
                format!("if {is} {{ {own} }} else {{ {expression} }}"),
                last(&own_words),
            ),
        };
    }
    (expression, words)
}

/// A column of what is known of numbers, as far as there is no gap; `None` where two pairs with one number differ.
fn column_of<T: Copy + PartialEq>(
    cells: &[Cell<T>],
    number: impl Fn(u64, u64) -> Option<u64>,
) -> Option<Column<T>> {
    let mut known: Vec<Option<T>> = Vec::new();
    for cell in cells {
        let x = usize::try_from(number(cell.a, cell.b)?).ok()?;
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

/// The shortest rule for single numbers that fits a column. Whether it is supported is asked of all pairs together.
fn rule_of(column: &Column<bool>, limits: &Limits) -> Result<Option<NumberRule>, Stop> {
    Ok(sets::candidates(column, limits)?.into_iter().next())
}

/// The rules of the library that fit these pairs.
pub fn plain(
    cells: &[Cell<bool>],
    most: u64,
    rising: bool,
    limits: &Limits,
) -> Result<Vec<PairRule>, Stop> {
    let mut found = Vec::new();
    for measure in &MEASURES {
        limits.check()?;
        if let Some(column) = column_of(cells, measure.of) {
            found.extend(rule_of(&column, limits)?.map(|rule| PairRule::Of(measure, rule)));
        }
    }
    if let Some((modulus, classes)) = by_remainders(cells, 3) {
        let pairs = (0..modulus).flat_map(|a| (0..modulus).map(move |b| (a, b)));
        let inside = pairs
            .zip(classes)
            .filter(|(_, is)| *is)
            .map(|(pair, _)| pair)
            .collect();
        found.push(PairRule::Remainders { modulus, inside });
    }
    found.extend(both_of(cells, limits)?);
    found.extend(Common::all().map(PairRule::Same));
    limits.check()?;
    if rising {
        for t in 1..=8 {
            found.extend((0..=8).map(|c| PairRule::Wythoff { t, c }));
        }
    }
    found.extend(slope_of(cells));
    found.extend(offsets_of(cells));
    for part in [Part::Binary, Part::Zeckendorf] {
        found.extend([false, true].map(|turned| PairRule::Below { part, turned }));
    }
    found.extend(ratios().flat_map(|(p, q)| (-6..=6).map(move |c| PairRule::Line { p, q, c })));
    found.sort_by_cached_key(PairRule::cost);
    let mut kept = Vec::new();
    for rule in found {
        limits.check()?;
        if rule.fits(cells, most) {
            kept.push(rule);
        }
    }
    Ok(kept)
}

/// The least modulus by whose remainders pairs are what they are, and what those with each two remainders are, row after
/// row: at least so many of them.
fn by_remainders<T: Copy + PartialEq>(cells: &[Cell<T>], least: u32) -> Option<(u64, Vec<T>)> {
    (2..=8u64).find_map(|modulus| {
        let mut classes: Vec<Option<(T, u32)>> = vec![None; index(modulus * modulus)];
        let same = cells.iter().all(|c| {
            let known =
                classes[index(c.a % modulus * modulus + c.b % modulus)].get_or_insert((c.is, 0));
            known.1 += 1;
            known.0 == c.is
        });
        let told = classes
            .into_iter()
            .map(|class| class.filter(|(_, count)| *count >= least));
        let told = told.map(|class| Some(class?.0)).collect::<Option<_>>();
        Some((modulus, told.filter(|_| same)?))
    })
}

/// Each number in a set of its own, where that is so.
fn both_of(cells: &[Cell<bool>], limits: &Limits) -> Result<Option<PairRule>, Stop> {
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
    Ok(rules.map(|(first, second)| PairRule::Both(first, second)))
}

/// The difference as a function of the remainder of a, where it is one.
fn offsets_of(cells: &[Cell<bool>]) -> Option<PairRule> {
    let lost: Vec<&Cell<bool>> = cells.iter().filter(|c| c.is && c.b >= c.a).collect();
    (2..=8u64).find_map(|modulus| {
        let mut offsets = vec![None; index(modulus)];
        let same = lost.iter().all(|c| {
            let offset = &mut offsets[index(c.a % modulus)];
            *offset.get_or_insert(c.b - c.a) == c.b - c.a
        });
        (same && lost.len() >= 3 * index(modulus)).then_some(PairRule::Offsets(offsets))
    })
}

/// Fractions p / q up to 6 in lowest terms, with divisors up to 6.
fn ratios() -> impl Iterator<Item = (u64, u64)> {
    (1..=6).flat_map(|q| {
        (1..=6 * q)
            .filter(move |p| gcd(*p, q) == 1)
            .map(move |p| (p, q))
    })
}

/// A slope that parts the lost pairs from the others, where there is one.
fn slope_of(cells: &[Cell<bool>]) -> Vec<PairRule> {
    let mut found = Vec::new();
    for below in [true, false] {
        // The steepest pair below and the flattest above, compared as fractions.
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
        if low.b * high.a > high.b * low.a {
            continue;
        }
        let line = |(p, q)| {
            [true, false].map(|strict| PairRule::Slope {
                slope: Slope::Fraction(p, q),
                below,
                strict,
            })
        };
        found.extend(ratios().flat_map(line));
        let is_between = |root: &Quadratic| {
            root.floor(low.a).is_some_and(|f| low.b <= f)
                && root.floor(high.a).is_some_and(|f| high.b > f)
        };
        if let Some(slope) = slopes().into_iter().find(is_between).map(Slope::Root) {
            // Only the pair of zeros lies on such a line.
            found.extend([!below, true].map(|strict| PairRule::Slope {
                slope,
                below,
                strict,
            }));
        }
    }
    found
}

/// The pairs in a corner that may be exceptions.
const CORNER: u64 = 3;
/// The most of them.
const MOST_EXCEPTIONS: usize = 6;

/// The shortest rule that fits the pairs and is supported by them; `rising` says that in none of them a is larger than b.
pub fn shortest(
    cells: &[Cell<bool>],
    most: u64,
    rising: bool,
    limits: &Limits,
) -> Result<Option<PairRule>, Stop> {
    let evidence = Column {
        least: 0,
        all: cells.iter().map(|c| c.is).collect(),
    }
    .evidence();
    let mut best: Option<PairRule> = None;
    let mut offer = |rule: PairRule| {
        if supported(rule.cost(), evidence) && best.as_ref().is_none_or(|b| rule.cost() < b.cost())
        {
            best = Some(rule);
        }
    };
    for corner in [false, true] {
        for (zero, equal) in [(false, false), (true, false), (false, true), (true, true)] {
            let is_zero = |c: &Cell<bool>| zero && c.a == 0;
            let is_equal = |c: &Cell<bool>| equal && c.a == c.b && !is_zero(c);
            let is_corner = |c: &Cell<bool>| corner && c.a <= CORNER && c.b <= CORNER;
            let some = |keep: &dyn Fn(&Cell<bool>) -> bool| -> Vec<Cell<bool>> {
                cells
                    .iter()
                    .filter(|c| !is_corner(c) && keep(c))
                    .copied()
                    .collect()
            };
            let own = |keep: &dyn Fn(&Cell<bool>) -> bool| -> Result<Option<NumberRule>, Stop> {
                match column_of(&some(keep), |_, b| Some(b)) {
                    Some(column) => rule_of(&column, limits),
                    None => Ok(None),
                }
            };
            let (zero_rule, equal_rule) = (own(&is_zero)?, own(&is_equal)?);
            if (zero && zero_rule.is_none()) || (equal && equal_rule.is_none()) {
                continue;
            }
            let rest = some(&|c| !is_zero(c) && !is_equal(c));
            for rule in plain(&rest, most, rising, limits)? {
                let rule = match zero || equal {
                    false => rule,
                    true => PairRule::Split {
                        zero: zero_rule.clone(),
                        equal: equal_rule.clone(),
                        rest: Box::new(rule),
                    },
                };
                let test = rule.test(most);
                let wrong: Vec<(u64, u64)> = cells
                    .iter()
                    .filter(|c| test(c.a, c.b) != c.is)
                    .map(|c| (c.a, c.b))
                    .collect();
                match wrong.len() {
                    0 => offer(rule),
                    1..=MOST_EXCEPTIONS => offer(PairRule::Except(Box::new(rule), wrong)),
                    _ => {}
                }
            }
        }
    }
    Ok(best)
}

/// A rule that tells the value of each pair.
#[derive(Clone, Debug)]
pub enum PairValue {
    /// The value of a number made of both.
    Of(&'static Measure, ValueRule),
    /// The nim-sum of the values of both.
    Sum(ValueRule),
    /// By the remainders: row after row.
    Remainders { modulus: u64, values: Vec<u64> },
}

impl PairValue {
    /// The value of the measure with this expression.
    pub fn of(measure: &str, rule: ValueRule) -> Option<PairValue> {
        Some(PairValue::Of(Measure::named(measure)?, rule))
    }

    /// The value that it gives a pair.
    pub fn value(&self, a: u64, b: u64) -> Option<u64> {
        match self {
            PairValue::Of(measure, rule) => rule.value((measure.of)(a, b)?),
            PairValue::Sum(rule) => Some(rule.value(a)? ^ rule.value(b)?),
            PairValue::Remainders { modulus, values } => values
                .get(index(a % modulus * modulus + b % modulus))
                .copied(),
        }
    }

    /// Whether it gives every pair its value.
    pub fn fits(&self, cells: &[Cell<u64>]) -> bool {
        cells.iter().all(|c| self.value(c.a, c.b) == Some(c.is))
    }

    /// How many bits name it.
    pub fn cost(&self) -> u64 {
        match self {
            PairValue::Of(measure, rule) => measure.cost + rule.cost(),
            PairValue::Sum(rule) => 3 + rule.cost(),
            PairValue::Remainders { modulus, values } => {
                4 + bits(*modulus) + values.iter().map(|v| bits(*v)).sum::<u64>()
            }
        }
    }

    /// As an expression of the script language, and in words.
    pub fn said(&self, rising: bool) -> (String, String) {
        match self {
            PairValue::Of(measure, rule) => (
                rule.said(measure.expression(rising)).0,
                rule.said(measure.words).1,
            ),
            PairValue::Sum(rule) => {
                let ((a, _), (b, _), (_, words)) =
                    (rule.said("a"), rule.said("b"), rule.said("the number"));
                let words = format!("the nim-sum of two values, one for each number: {words}");
                (format!("{} ^ {}", closed(&a), closed(&b)), words)
            }
            PairValue::Remainders { modulus, values } => {
                let rows = list(values.chunks(index(*modulus)).map(|row| format!("{row:?}")));
                (
                    format!("[{rows}][a % {modulus}][b % {modulus}]"),
                    format!("by the remainders of a and b when divided by {modulus}: {rows}"),
                )
            }
        }
    }
}

/// The shortest rule that fits the values of pairs and is supported by them.
pub fn shortest_value(cells: &[Cell<u64>], limits: &Limits) -> Result<Option<PairValue>, Stop> {
    let mut found = Vec::new();
    for measure in &MEASURES {
        limits.check()?;
        if let Some(column) = column_of(cells, measure.of) {
            found.extend(
                values::shortest(&column, limits)?.map(|rule| PairValue::Of(measure, rule)),
            );
        }
    }
    // Next to 0 the second number has its own value.
    let alone: Vec<Cell<u64>> = cells.iter().filter(|c| c.a == 0).copied().collect();
    if let Some(column) = column_of(&alone, |_, b| Some(b)).filter(|column| column.least == 0) {
        found.extend(values::shortest(&column, limits)?.map(PairValue::Sum));
    }
    found.extend(
        by_remainders(cells, 1).map(|(modulus, values)| PairValue::Remainders { modulus, values }),
    );
    found.sort_by_cached_key(PairValue::cost);
    let changes = cells.windows(2).filter(|w| w[0].is != w[1].is).count() as u64;
    let enough = |rule: &PairValue| {
        supported(
            rule.cost(),
            changes.max(u64::from((cells.len() as u64 + 1).ilog2())),
        )
    };
    Ok(found
        .into_iter()
        .find(|rule| enough(rule) && rule.fits(cells)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_with_the_same_number_but_not_the_same_outcome_have_no_column() {
        let cells = [(0, 3, false), (1, 2, true), (0, 1, true)].map(|(a, b, is)| Cell { a, b, is });
        assert_eq!(column_of(&cells, |a, b| Some(a + b)), None);
        assert_eq!(
            column_of(&cells[1..], |a, b| Some(a + b)),
            Some(Column {
                least: 1,
                all: vec![true]
            })
        );
    }
}
