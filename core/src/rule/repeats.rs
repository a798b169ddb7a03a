//! From where on, and after how many numbers, an expression repeats what it says: read off its remainders and
//! comparisons, so that two expressions which agree for so long agree for ever.

use super::numbers::gcd;
use crate::solve::periodic::Repeat;

impl Repeat {
    const CONSTANT: Repeat = Repeat { from: 0, length: 1 };

    /// How two that repeat do so together; `None` where that takes too many numbers.
    pub fn with(self, other: Repeat) -> Option<Repeat> {
        let length = (self.length / gcd(self.length, other.length)).checked_mul(other.length)?;
        Some(Repeat { from: self.from.max(other.from), length })
    }

    /// Where an expression of the script language repeats, in these names. `None` where that is not plain to see: all
    /// that is read are sums of multiples, remainders by a number, comparisons, lists, `!`, `&&` and `||`, and any arithmetic
    /// between parts that repeat.
    pub fn of(text: &str, names: &[&str]) -> Option<Repeat> {
        let mut reader = Reader { rest: text, names };
        let term = reader.side(0)?;
        reader.rest.trim().is_empty().then(|| term.repeats())?
    }
}

/// Numbers of positions so often, and so much added, are never too large.
const MOST_TIMES: u64 = 1000;
const MOST_ADDED: u64 = 1 << 53;

/// What an equation of sums says is 0: so many times each of these names, and a number.
pub fn equation(text: &str, names: &[&str]) -> Option<([i64; 2], i64)> {
    let (one, other) = text.split_once("==")?;
    let side = |text| {
        let mut reader = Reader { rest: text, names };
        reader.side(0).filter(|_| reader.rest.trim().is_empty())
    };
    let Term::Sum([a, b], c) = side(one)?.plus(-1, &side(other)?)? else { return None };
    // Of both signs the one with which the first that is not 0 is above it.
    let sign = if (a, b, c) < (0, 0, 0) { -1 } else { 1 };
    Some(([sign * a, sign * b], sign * c))
}

/// What a part of an expression is.
enum Term {
    /// So many times each name, and a number.
    Sum([i64; 2], i64),
    Repeats(Repeat),
}

impl Term {
    fn repeats(&self) -> Option<Repeat> {
        match self {
            Term::Sum([0, 0], _) => Some(Repeat::CONSTANT),
            Term::Sum(..) => None,
            Term::Repeats(repeats) => Some(*repeats),
        }
    }

    /// `k` times the other added; `None` where that may be too large for the script language.
    fn plus(&self, k: i64, other: &Term) -> Option<Term> {
        let (Term::Sum([a, b], c), Term::Sum([x, y], z)) = (self, other) else { return None };
        let add = |one: &i64, other: &i64, most: u64| {
            let sum = one.checked_add(k.checked_mul(*other)?)?;
            (sum.unsigned_abs() <= most).then_some(sum)
        };
        Some(Term::Sum([add(a, x, MOST_TIMES)?, add(b, y, MOST_TIMES)?], add(c, z, MOST_ADDED)?))
    }

    /// Where comparing it with 0 comes out the same for ever.
    fn compared(&self) -> Option<Repeat> {
        match self {
            Term::Sum([0, 0], _) => Some(Repeat::CONSTANT),
            Term::Sum([a, 0], c) => Some(Repeat { from: c.unsigned_abs() / a.unsigned_abs() + 1, length: 1 }),
            _ => None,
        }
    }

    fn joined(sign: &str, one: &Term, other: &Term) -> Option<Term> {
        let together = || Some(Term::Repeats(one.repeats()?.with(other.repeats()?)?));
        match (sign, one, other) {
            ("+", Term::Sum(..), Term::Sum(..)) => one.plus(1, other),
            ("-", Term::Sum(..), Term::Sum(..)) => one.plus(-1, other),
            ("*", Term::Sum(..), Term::Sum([0, 0], k)) => Term::Sum([0, 0], 0).plus(*k, one),
            ("*", Term::Sum([0, 0], k), Term::Sum(..)) => Term::Sum([0, 0], 0).plus(*k, other),
            // A remainder of what is never below 0, from some number on.
            ("%", Term::Sum([a, b], c), Term::Sum([0, 0], modulus @ 1..))
                if *a >= 0 && *b >= 0 && (a | b) > 0 =>
            {
                let from = match (*c, *a) {
                    (0.., _) => 0,
                    (c, a @ 1..) if *b == 0 => c.unsigned_abs().div_ceil(a.unsigned_abs()),
                    _ => return None,
                };
                Some(Term::Repeats(Repeat { from, length: modulus.unsigned_abs() }))
            }
            ("==" | "!=" | "<" | "<=" | ">" | ">=", Term::Sum(..), Term::Sum(..)) => {
                Some(Term::Repeats(one.plus(-1, other)?.compared()?))
            }
            _ => together(),
        }
    }
}

/// The signs between two sides, those that bind least first; of signs that begin alike the longer one first.
const SIGNS: [&[&str]; 6] =
    [&["||"], &["&&"], &["==", "!="], &["<=", ">=", "<", ">"], &["+", "-"], &["*", "/", "%"]];
/// What looks like one of these and is not.
const OTHERS: [&str; 4] = ["<<", ">>", "**", "=>"];

struct Reader<'t> {
    rest: &'t str,
    names: &'t [&'t str],
}

impl Reader<'_> {
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(sign).filter(|_| !OTHERS.iter().any(|other| rest.starts_with(other)));
        found.inspect(|rest| self.rest = rest).is_some()
    }

    /// Sides with signs between them that bind as tightly as those at this place, or more tightly.
    fn side(&mut self, place: usize) -> Option<Term> {
        let Some(signs) = SIGNS.get(place) else { return self.one() };
        let mut term = self.side(place + 1)?;
        while let Some(sign) = signs.iter().find(|sign| self.takes(sign)) {
            let other = self.side(place + 1)?;
            term = Term::joined(sign, &term, &other)?;
        }
        Some(term)
    }

    fn one(&mut self) -> Option<Term> {
        if self.takes("!") {
            return Some(Term::Repeats(self.one()?.repeats()?));
        }
        if self.takes("(") {
            let term = self.side(0)?;
            return self.takes(")").then_some(term);
        }
        if self.takes("[") {
            return self.list();
        }
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        // What is asked of a word, as in `n.abs()`, is not read.
        if rest.starts_with(['.', '[', '(']) {
            return None;
        }
        if let Some(i) = self.names.iter().position(|name| *name == word) {
            return Some(Term::Sum([i64::from(i == 0), i64::from(i == 1)], 0));
        }
        match word {
            "true" | "false" => Some(Term::Repeats(Repeat::CONSTANT)),
            _ => Some(Term::Sum([0, 0], word.parse().ok()?)),
        }
    }

    /// A list, and behind it what is looked for in it or its place.
    fn list(&mut self) -> Option<Term> {
        let mut all = vec![self.side(0)?];
        while self.takes(",") {
            all.push(self.side(0)?);
        }
        if !self.takes("]") {
            return None;
        }
        let contains = self.takes(".contains(");
        if !contains && !self.takes("[") {
            return None;
        }
        let asked = self.side(0)?;
        if !self.takes(if contains { ")" } else { "]" }) {
            return None;
        }
        let of = |one: &Term| match contains {
            true => Term::joined("==", one, &asked)?.repeats(),
            false => asked.repeats()?.with(one.repeats()?),
        };
        all.iter().try_fold(Repeat::CONSTANT, |repeats, one| repeats.with(of(one)?)).map(Term::Repeats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_is_read_off() {
        let repeats = |from, length| Some(Repeat { from, length });
        let of_one = |text| Repeat::of(text, &["n"]);
        assert_eq!(of_one("n % 4 == 0"), repeats(0, 4));
        assert_eq!(of_one("n%4==0||n % 6 == 1 && !(n == 3)"), repeats(4, 12));
        assert_eq!(of_one("[20, 1, 4].contains(n)"), repeats(21, 1));
        assert_eq!(of_one("![0, 2].contains((n + 1) % 7)"), repeats(0, 7));
        assert_eq!(of_one("[0, 3, 2, 1][n % 4]"), repeats(0, 4));
        assert_eq!(of_one("(n - 3) % 5 == 1"), repeats(3, 5));
        assert_eq!(of_one("2 * n < 9"), repeats(5, 1));
        assert_eq!(Repeat::of("b % 2 == 1 && (a + b) % 3 == 1", &["a", "b"]), repeats(0, 6));
        for text in [
            "n * n % 4 == 0",
            "n / 2 % 3 == 1",
            "n & 3 == 0",
            "n",
            "n % 4 ==",
            "is_power(n, 2)",
            "n << 1 == 2",
        ] {
            assert_eq!(of_one(text), None, "{text}");
        }
        assert_eq!(Repeat::of("b - a == 1", &["a", "b"]), None);
    }
}
