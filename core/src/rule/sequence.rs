//! Growing sequences in which each term follows from those before: powers, Fibonacci numbers, squares, and those with a
//! rounded quotient.

use std::sync::LazyLock;

use super::feature::{closed, list, listed, one_of, plus, plus_in_words};
use super::numbers::{bits, gcd, signed_bits};

/// A growing sequence: the first terms, and then each the whole part of (p x + r y) / q, plus c, where x is the term
/// before and y the one before that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The first terms: at least one, two where `r` is not 0.
    pub first: Vec<u64>,
    /// What the term before is multiplied by.
    pub p: i64,
    /// What the term before that one is multiplied by.
    pub r: i64,
    /// The divisor, 1 or more.
    pub q: i64,
    /// What is added.
    pub c: i64,
}

/// The most first terms that follow no rule.
const LOOSE: usize = 4;
/// The largest divisor and the largest factor.
const MOST_DIVISOR: i64 = 8;
const MOST_FACTOR: i64 = 20;
/// The factors p and divisors q that are tried, in lowest terms.
static RATIOS: LazyLock<Vec<(i64, i64)>> = LazyLock::new(|| {
    let all = (1..=MOST_DIVISOR).flat_map(|q| (q + 1..=q * MOST_FACTOR).map(move |p| (p, q)));
    all.filter(|&(p, q)| gcd(p.unsigned_abs(), q.unsigned_abs()) == 1)
        .collect()
});

impl Sequence {
    /// 1, 2, 3, 5, 8, ...
    pub fn fibonacci() -> Sequence {
        Sequence {
            first: vec![1, 2],
            p: 1,
            r: 1,
            q: 1,
            c: 0,
        }
    }

    /// The term after these; `None` where it would not be larger, or too large.
    fn next(&self, before: &[u64]) -> Option<u64> {
        let x = i128::from(*before.last()?);
        let y = match self.r {
            0 => 0,
            _ => i128::from(*before.get(before.len().checked_sub(2)?)?),
        };
        let sum = i128::from(self.p) * x + i128::from(self.r) * y;
        let next = u64::try_from(sum.div_euclid(i128::from(self.q)) + i128::from(self.c)).ok()?;
        (next > *before.last()?).then_some(next)
    }

    /// All terms, as far as they fit.
    fn terms(&self) -> impl Iterator<Item = u64> {
        let mut last = self.first.clone();
        let rest = std::iter::from_fn(move || {
            let next = self.next(&last)?;
            last.push(next);
            last.drain(..last.len().saturating_sub(2));
            Some(next)
        });
        self.first.iter().copied().chain(rest)
    }

    /// The terms up to a number.
    pub fn upto(&self, most: u64) -> Vec<u64> {
        self.terms().take_while(|&n| n <= most).collect()
    }

    /// Whether the sequence has exactly these terms up to `most`.
    fn fits(&self, terms: &[u64], most: u64) -> bool {
        let mut before = self.first.clone();
        for &term in &terms[self.first.len().min(terms.len())..] {
            match self.next(&before) {
                Some(next) if next == term => before.push(next),
                _ => return false,
            }
        }
        self.next(&before).is_some_and(|next| next > most)
    }

    /// The same with the terms before the first one that lie below the table, where they follow the rule too.
    pub fn begun_before(mut self, least: u64) -> Sequence {
        while self.r == 0 && self.q == 1 && self.first.len() == 1 {
            let Ok(top) = i64::try_from(self.first[0]) else {
                break;
            };
            let Ok(before) = u64::try_from((top - self.c).div_euclid(self.p)) else {
                break;
            };
            if before >= least || self.next(&[before]) != Some(self.first[0]) {
                break;
            }
            self.first[0] = before;
        }
        self
    }

    /// How many bits name it.
    pub fn cost(&self) -> u64 {
        let first: u64 = self.first.iter().map(|&n| bits(n)).sum();
        let factors: u64 = [self.p, self.r, self.c].into_iter().map(signed_bits).sum();
        first + factors + bits((self.q - 1).unsigned_abs())
    }

    /// The shortest that has exactly these terms up to `most`.
    pub fn of(terms: &[u64], most: u64) -> Option<Sequence> {
        let mut best: Option<Sequence> = None;
        let mut offer = |found: Sequence| {
            if best.as_ref().is_none_or(|b| found.cost() < b.cost()) && found.fits(terms, most) {
                best = Some(found);
            }
        };
        for loose in 0..=LOOSE {
            let rest = terms.get(loose..).unwrap_or_default();
            // Terms of which at least two are predicted.
            if let [a, b, third, ..] = *rest
                && let [Ok(a), Ok(b), Ok(third)] = [a, b, third].map(i64::try_from)
            {
                for &(p, q) in RATIOS.iter() {
                    let added = |before: i64, term: i64| Some(term - before.checked_mul(p)? / q);
                    match (added(a, b), added(b, third)) {
                        (Some(c), Some(same)) if c == same => {
                            offer(Sequence {
                                first: terms[..=loose].to_vec(),
                                p,
                                r: 0,
                                q,
                                c,
                            });
                        }
                        _ => {}
                    }
                }
            }
            if let [a, b, d, fourth, _, ..] = *rest {
                for p in -3..=6 {
                    for r in (-3..=3).filter(|r| *r != 0) {
                        let sum = |x: u64, y: u64| {
                            i128::from(p) * i128::from(x) + i128::from(r) * i128::from(y)
                        };
                        let Ok(c) = i64::try_from(i128::from(d) - sum(b, a)) else {
                            continue;
                        };
                        if sum(d, b) + i128::from(c) != i128::from(fourth) {
                            continue;
                        }
                        offer(Sequence {
                            first: terms[..=loose + 1].to_vec(),
                            p,
                            r,
                            q: 1,
                            c,
                        });
                    }
                }
            }
        }
        best
    }

    /// The terms from some place on as c b^k - e, where they are that: the place, c, b and e.
    fn geometric(&self) -> Option<(usize, u64, u64, i64)> {
        let b = u64::try_from(self.p)
            .ok()
            .filter(|b| *b >= 2 && self.r == 0 && self.q == 1)?;
        let step = self.p - 1;
        (self.c % step == 0).then_some(())?;
        let e = self.c / step;
        let last = self.first.len() - 1;
        let start = u64::try_from(i64::try_from(self.first[last]).ok()? + e)
            .ok()
            .filter(|s| *s > 0)?;
        // c without the factors b.
        let mut factor = start;
        while factor.is_multiple_of(b) {
            factor /= b;
        }
        // The loose terms may belong to it as well.
        let mut place = last;
        let mut term = start;
        while place > 0
            && term.is_multiple_of(b)
            && i64::try_from(term / b).ok()? - e == i64::try_from(self.first[place - 1]).ok()?
        {
            term /= b;
            place -= 1;
        }
        Some((place, factor, b, e))
    }

    fn is_fibonacci(&self) -> bool {
        let known = [0, 1, 2, 3, 5, 8, 13, 21];
        (self.p, self.r, self.q, self.c) == (1, 1, 1, 0)
            && known.windows(self.first.len()).any(|w| *w == *self.first)
    }

    /// The sequence's own name, where all of it from its first term on is what the name says.
    fn named(&self, of: &str) -> Option<(String, String)> {
        let least = self.first[0];
        let bound =
            |expression: String, words: String, from: i64| match i128::from(least) > from.into() {
                true => (
                    format!("{of} >= {least} && {expression}"),
                    format!("{words}, from {least} on"),
                ),
                false => (expression, words),
            };
        if self.is_fibonacci() {
            let words = format!("{of} is a Fibonacci number");
            return Some(bound(format!("is_fibonacci({of})"), words, 2));
        }
        if (self.p, self.r, self.q) == (2, -1, 1) && self.first.len() == 2 {
            let named = match (self.c, least, self.first[1].checked_sub(least)?) {
                (1, 0, 1) | (1, 1, 2) => Some(["is_triangular", "a triangular number"]),
                (2, 0, 1) | (2, 1, 3) => Some(["is_square", "a square"]),
                _ => None,
            };
            if let Some([test, name]) = named {
                return Some(bound(format!("{test}({of})"), format!("{of} is {name}"), 1));
            }
        }
        let (place, factor, b, e) = self.geometric()?;
        if place > 0 {
            return None;
        }
        let shifted = plus(of, e);
        let (expression, name) = match factor {
            1 => (
                format!("is_power({shifted}, {b})"),
                format!("a power of {b}"),
            ),
            _ => {
                let whole = closed(&shifted);
                (
                    format!("{whole} % {factor} == 0 && is_power({whole} / {factor}, {b})"),
                    format!("{factor} times a power of {b}"),
                )
            }
        };
        let words = match e {
            0 => format!("{of} is {name}"),
            1 => format!("{of} is one less than {name}"),
            -1 => format!("{of} is one more than {name}"),
            2.. => format!("{of} is {e} less than {name}"),
            _ => format!("{of} is {} more than {name}", e.unsigned_abs()),
        };
        Some(bound(expression, words, i64::try_from(factor).ok()? - e))
    }

    /// Whether a number is a term: as an expression of the script language, and in words.
    pub fn said(&self, of: &str) -> (String, String) {
        if let Some(named) = self.named(of) {
            return named;
        }
        // Loose terms first, and what has a name behind them.
        for loose in 1..self.first.len() {
            let rest = Sequence {
                first: self.first[loose..].to_vec(),
                ..*self
            };
            if rest.first.len() > usize::from(rest.r != 0)
                && let Some((expression, words)) = rest.named(of)
            {
                let first = &self.first[..loose];
                return (
                    format!("{} || {expression}", one_of(of, first)),
                    format!("{of} is {}, or {words}", listed(first)),
                );
            }
        }
        let Sequence { p, r, q, c, .. } = self;
        let mut follows = match (p, q) {
            (p, 1) => format!("{p} times the one before"),
            (p, q) => format!("{p}/{q} of the one before, rounded down"),
        };
        match r {
            0 => {}
            1 => follows += " plus the one before that",
            r if *r > 0 => follows += &format!(" plus {r} times the one before that"),
            r => follows += &format!(" minus {} times the one before that", r.unsigned_abs()),
        }
        (
            format!("in_sequence({of}, {:?}, {p}, {r}, {q}, {c})", self.first),
            format!(
                "{of} is one of {}, ...: each is {}",
                list(self.terms().take(8)),
                plus_in_words(&follows, *c)
            ),
        )
    }
}
