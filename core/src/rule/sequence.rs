//! Represents increasing sequences in which each term is computed from the terms before it.

use std::sync::LazyLock;

use super::expr::{Expr, Op, signed};
use super::functions::named;
use super::numbers::gcd;
use crate::rules::saturating_cast;

/// An increasing sequence. Each term after those in `first` is (p x + r y) / q, rounded down, plus c, where x is the
/// term before it and y the term before x.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The first terms: at least one, or two if `r` is not 0.
    pub first: Vec<u64>,
    pub p: i64,
    pub r: i64,
    pub q: i64,
    pub c: i64,
}

const LOOSE: usize = 4;
const MOST_DIVISOR: i64 = 8;
const MOST_FACTOR: i64 = 20;
static RATIOS: LazyLock<Vec<(i64, i64)>> = LazyLock::new(|| {
    let all = (1..=MOST_DIVISOR).flat_map(|q| (q + 1..=q * MOST_FACTOR).map(move |p| (p, q)));
    all.filter(|&(p, q)| gcd(p.unsigned_abs(), q.unsigned_abs()) == 1)
        .collect()
});

impl Sequence {
    /// Returns the next term; `None` if the next term would not be larger than the last one, or would overflow.
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

    pub fn contains(&self, n: u64) -> bool {
        self.terms()
            .take_while(|term| *term <= n)
            .any(|term| term == n)
    }

    pub fn first_terms(&self, count: usize) -> Vec<u64> {
        self.terms().take(count).collect()
    }

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

    /// Moves the start of the sequence back as long as a smaller number leads to the first term. The new terms must be
    /// below `least`, the first number in the table.
    fn begun_before(mut self, least: u64) -> Sequence {
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

    /// Returns the shortest rule for a sequence whose terms from `least` to `most` are exactly `terms`.
    pub fn rule_of(terms: &[u64], least: u64, most: u64) -> Option<Expr> {
        let mut best: Option<(u64, Expr)> = None;
        let mut offer = |found: Sequence| {
            if found.fits(terms, most) {
                let rule = found.begun_before(least).rule();
                let bits = rule.bits();
                if best.as_ref().is_none_or(|(fewest, _)| bits < *fewest) {
                    best = Some((bits, rule));
                }
            }
        };
        for loose in 0..=LOOSE {
            let rest = terms.get(loose..).unwrap_or_default();
            // A rule must predict at least two terms.
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
        best.map(|(_, rule)| rule)
    }

    /// If the terms from some index on have the form c b^k - e, returns the index, c, b and e.
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
        let mut factor = start;
        while factor.is_multiple_of(b) {
            factor /= b;
        }
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

    /// Returns the condition that `n` belongs to a well-known sequence, such as the squares. Returns `None` unless all
    /// terms belong to one such sequence.
    fn by_name(&self) -> Option<Expr> {
        let first = self.first[0];
        let test = |name: &str, of: Expr| Some(Expr::Call(named(name)?, vec![of]));
        let bound = |condition: Expr, from: i64| match i64::try_from(first) {
            Ok(first) if first > from => {
                Expr::bin(Op::Ge, Expr::N, Expr::Int(first)).and(condition)
            }
            _ => condition,
        };
        if self.is_fibonacci() {
            return Some(bound(test("is_fibonacci", Expr::N)?, 2));
        }
        if (self.p, self.r, self.q) == (2, -1, 1) && self.first.len() == 2 {
            let name = match (self.c, first, self.first[1].checked_sub(first)?) {
                (1, 0, 1) | (1, 1, 2) => Some("is_triangular"),
                (2, 0, 1) | (2, 1, 3) => Some("is_square"),
                _ => None,
            };
            if let Some(name) = name {
                return Some(bound(test(name, Expr::N)?, 1));
            }
        }
        let (place, factor, b, e) = self.geometric()?;
        if place > 0 {
            return None;
        }
        let [factor, b] = [factor, b].map(|n| i64::try_from(n).ok());
        let (factor, b) = factor.zip(b)?;
        let shifted = Expr::bin(Op::Add, Expr::N, Expr::Int(e));
        let part = Expr::bin(Op::Div, shifted.clone(), Expr::Int(factor));
        let power = Expr::Call(named("is_power")?, vec![part, Expr::Int(b)]);
        let divides = Expr::bin(Op::Mod, shifted, Expr::Int(factor)).equals(Expr::Int(0));
        let whole = if factor == 1 {
            power
        } else {
            divides.and(power)
        };
        Some(bound(whole, factor - e))
    }

    /// Returns the condition that `n` is a term. If all terms except the first few belong to a well-known sequence, the
    /// condition names it. Otherwise, the condition states the coefficients.
    fn rule(&self) -> Expr {
        for loose in 0..self.first.len() {
            let rest = Sequence {
                first: self.first[loose..].to_vec(),
                ..*self
            };
            if rest.first.len() > usize::from(rest.r != 0)
                && let Some(rule) = rest.by_name()
            {
                return Expr::N.one_of(&self.first[..loose]).or(rule);
            }
        }
        let numbers = [self.p, self.r, self.q, self.c].map(Expr::Int);
        let mut parts = vec![Expr::N, Expr::List(signed(&self.first))];
        parts.extend(numbers);
        named("in_sequence").map_or(Expr::Bool(false), |function| Expr::Call(function, parts))
    }
}

/// Computes the Wythoff pairs for `t` and `c`. The pairs are numbered from k = 0. The smaller number of pair k is the
/// smallest number that is in no earlier pair. The larger number exceeds the smaller one by t k + c. For each number up
/// to `most`, returns the larger number of the pair whose smaller number it is, or `None` if there is no such pair.
pub fn wythoff(t: u64, c: u64, most: u64) -> Vec<Option<u64>> {
    let size = saturating_cast::<usize, _>(most) + 1;
    let mut partners = vec![None; size];
    let mut used = vec![false; size];
    let mut k = 0;
    for a in 0..size {
        if used[a] {
            continue;
        }
        let b = a as u64 + t * k + c;
        partners[a] = Some(b);
        if let Some(used) = used.get_mut(saturating_cast::<usize, _>(b)) {
            *used = true;
        }
        k += 1;
    }
    partners
}

const MOST_LISTED: u64 = 100_000;

/// Returns whether `a` and `b`, in this order, form a Wythoff pair for `t` and `c`; `None` if `b`, `t` or `c` exceeds
/// `MOST_LISTED`.
pub fn is_wythoff_pair(a: u64, b: u64, t: u64, c: u64) -> Option<bool> {
    (b.max(t).max(c) <= MOST_LISTED).then(|| wythoff(t, c, a).last() == Some(&Some(b)))
}
