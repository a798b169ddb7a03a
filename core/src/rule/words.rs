//! Renders rules in words for the user.

use super::expr::{Expr, Op, Var};
use super::functions::Function;
use super::numbers::Quadratic;
use super::sequence::Sequence;

/// Renders a condition in words, with a name for `n`, such as `n is a multiple of 4`.
pub fn condition(rule: &Expr, n: &str) -> String {
    Words { n }.condition(rule)
}

/// Renders a value in words, with a name for `n`, such as `the remainder of n when divided by 4`.
pub fn value(rule: &Expr, n: &str) -> String {
    match rule {
        Expr::Var(_) => format!("{} itself", Words { n }.noun(rule)),
        Expr::Int(0) => "always 0".to_owned(),
        rule => Words { n }.noun(rule),
    }
}

/// Renders a list in words, such as `1, 2 or 5`.
fn listed<T: ToString>(items: &[T], join: &str) -> String {
    let texts: Vec<String> = items.iter().map(T::to_string).collect();
    match texts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {join} {last}", others.join(", ")),
        None => "none".to_owned(),
    }
}

/// Renders membership in a list: `is 3`, `is 1, 2 or 5`, `is neither 1 nor 2`.
fn is_among<T: ToString>(items: &[T], negated: bool) -> String {
    match (negated, items) {
        (false, items) => format!("is {}", listed(items, "or")),
        (true, [one]) => format!("is not {}", one.to_string()),
        (true, [one, other]) => format!("is neither {} nor {}", one.to_string(), other.to_string()),
        (true, items) => format!("is none of {}", listed(items, "and")),
    }
}

fn points(list: &[Vec<i64>]) -> Vec<String> {
    list.iter().map(|point| format!("{point:?}")).collect()
}

/// The maximum length of a period whose values are written out.
const LONGEST_LIST: usize = 16;

struct Words<'n> {
    n: &'n str,
}

impl Words<'_> {
    /// Renders a number as the subject of a sentence.
    fn subject(&self, number: &Expr) -> String {
        let noun = self.noun(number);
        if noun.ends_with("rounded down") {
            noun + ","
        } else {
            noun
        }
    }

    fn noun(&self, number: &Expr) -> String {
        match number {
            Expr::Var(Var::N) => self.n.to_owned(),
            Expr::Bin(op, sides) => self.joined(*op, &sides[0], &sides[1]),
            Expr::Call(function, parts) => self.call(function, parts),
            Expr::Pick(list, place) => {
                let shown = match list.len() {
                    0..=LONGEST_LIST => {
                        let all: Vec<String> = list.iter().map(i64::to_string).collect();
                        format!(": {}", all.join(", "))
                    }
                    _ => String::new(),
                };
                match &**place {
                    Expr::Bin(Op::Mod, sides) if sides[0] == Expr::N => {
                        format!("periodic, with period {}{shown}", list.len())
                    }
                    place => format!("given by {}{shown}", self.noun(place)),
                }
            }
            Expr::Switch(_, cases, rest) => {
                let rest = match &**rest {
                    Expr::Int(n) => format!("the same everywhere: {n}"),
                    rest => value(rest, self.n),
                };
                match cases.as_slice() {
                    [(n, v)] => format!("{rest}; only {n} has value {v}"),
                    [.., (last, _)] => format!(
                        "{rest}; from {} on, with {} exceptions before",
                        last + 1,
                        cases.len()
                    ),
                    [] => rest,
                }
            }
            Expr::Int(n) => n.to_string(),
            other => other.to_string(),
        }
    }

    fn joined(&self, op: Op, one: &Expr, other: &Expr) -> String {
        let left = self.noun(one);
        let right = self.noun(other);
        match (op, one, other) {
            (Op::Sub, Expr::Var(Var::B), Expr::Var(Var::A)) => "the difference".to_owned(),
            (Op::BitXor, Expr::Var(Var::A), Expr::Var(Var::B)) => {
                "the nim-sum of a and b".to_owned()
            }
            (Op::BitXor, ..) if *other == one.with_b() => {
                format!(
                    "the nim-sum of two values, one for each number: {}",
                    self.of_each(one)
                )
            }
            (Op::Mod, ..) => format!("the remainder of {left} when divided by {right}"),
            (Op::Div, Expr::Var(_), _) | (Op::Div, _, Expr::Var(_)) => {
                format!("{left} / {right}, rounded down")
            }
            (Op::Div, Expr::Call(..), Expr::Int(2)) => format!("half of {left}, rounded down"),
            (Op::Div, ..) => format!("{left}, divided by {right} and rounded down"),
            (Op::Add, Expr::Bin(Op::Mul | Op::Div, _), Expr::Pick(list, _)) => {
                let saltus = match one {
                    Expr::Bin(Op::Mul, sides) => sides[1].to_string(),
                    _ => "1".to_owned(),
                };
                format!(
                    "made of periods of {}, each {saltus} higher than the last",
                    list.len()
                )
            }
            (Op::Add, Expr::Call(..), Expr::Int(n)) => format!("{left}, plus {n}"),
            (Op::Sub, Expr::Call(..), Expr::Int(n)) => format!("{left}, minus {n}"),
            _ => {
                let whole = Expr::Bin(op, Box::new([one.clone(), other.clone()]));
                match one {
                    Expr::Var(Var::N) => {
                        format!("{left} {} {right}", if op == Op::Sub { "-" } else { "+" })
                    }
                    _ => whole.to_string(),
                }
            }
        }
    }

    /// Renders a rule for `n` that applies to both a and b, with `the number` for `n`.
    fn of_each(&self, rule: &Expr) -> String {
        let of_n = rule.replace(&|_| Expr::N);
        value(&of_n, "the number")
    }

    fn call(&self, function: &'static Function, parts: &[Expr]) -> String {
        match (function.name, parts) {
            ("abs", [of]) => self.noun(of),
            ("digit_sum", [of, Expr::Int(2)]) => {
                format!("the number of ones in binary of {}", self.noun(of))
            }
            ("digit", [of, base, place]) => format!(
                "digit {} from the right of {} in base {base}",
                place.eval([0; 2]).map_or(1, |place| place + 1),
                self.noun(of)
            ),
            _ if function.words.is_empty() => Expr::Call(function, parts.to_vec()).to_string(),
            _ => {
                let numbered = parts.iter().zip(["{0}", "{1}"]);
                numbered.fold(function.words.to_owned(), |text, (part, place)| {
                    text.replace(place, &self.noun(part))
                })
            }
        }
    }

    fn condition(&self, rule: &Expr) -> String {
        match rule {
            Expr::Bool(true) => "always".to_owned(),
            Expr::Bool(false) => "never".to_owned(),
            Expr::Bin(Op::And, sides) => self.both(&sides[0], &sides[1]),
            Expr::Bin(Op::Or, sides) => {
                format!(
                    "{}, or {}",
                    self.condition(&sides[0]),
                    self.condition(&sides[1])
                )
            }
            Expr::Bin(op @ (Op::Eq | Op::Ne), sides) => match &sides[1] {
                Expr::Int(n) => self.relation(&sides[0], &[*n], *op == Op::Ne),
                _ if *op == Op::Ne && sides[0] == Expr::A => "a and b are different".to_owned(),
                _ => self.equation(rule, &sides[0], &sides[1]),
            },
            Expr::Bin(op, sides) => self.comparison(*op, &sides[0], &sides[1]),
            Expr::In(of, list) => self.among(of, list, false),
            Expr::Not(inner) => match &**inner {
                Expr::In(of, list) => self.among(of, list, true),
                inner => format!("it is not true that {}", self.condition(inner)),
            },
            Expr::Call(function, parts) => self.test(function, parts),
            Expr::If(parts) => {
                let [condition, one, other] = &**parts;
                format!(
                    "{}; where {}: {}",
                    self.condition(other),
                    self.condition(condition),
                    self.condition(one)
                )
            }
            other => other.to_string(),
        }
    }

    fn among(&self, of: &[Expr], list: &[Vec<i64>], negated: bool) -> String {
        match of {
            [of] => {
                let list: Vec<i64> = list.iter().map(|point| point[0]).collect();
                self.relation(of, &list, negated)
            }
            [Expr::Var(Var::A), _] => format!("the pair {}", is_among(&points(list), negated)),
            of => {
                let modulus = of[0].modulus().unwrap_or(1);
                let pairs: Vec<String> = list
                    .iter()
                    .map(|point| format!("{} and {}", point[0], point[1]))
                    .collect();
                format!(
                    "the remainders of a and b when divided by {modulus} are {}",
                    pairs.join(", or ")
                )
            }
        }
    }

    /// Renders that a number is, or is not, in a list.
    fn relation(&self, of: &Expr, list: &[i64], negated: bool) -> String {
        let not = if negated { "not " } else { "" };
        match of {
            Expr::Bin(Op::Mod, sides) => {
                let subject = self.subject(&sides[0]);
                let modulus = &sides[1];
                let is_counted = matches!(sides[0], Expr::Call(..));
                match (modulus, list) {
                    (Expr::Int(2), [rest]) => {
                        let is_odd = (*rest == 1) != negated;
                        format!("{subject} is {}", if is_odd { "odd" } else { "even" })
                    }
                    _ if is_counted => {
                        format!("{subject} {} modulo {modulus}", is_among(list, negated))
                    }
                    (_, [0]) => format!("{subject} is {not}a multiple of {modulus}"),
                    _ => {
                        let verb = if negated { "does not leave" } else { "leaves" };
                        let list = listed(list, "or");
                        format!("{subject} {verb} the remainder {list} when divided by {modulus}")
                    }
                }
            }
            Expr::Pick(..) | Expr::Switch(..) if list == [0] && !negated => {
                format!("the value is 0: {}", self.noun(of))
            }
            of => format!("{} {}", self.subject(of), is_among(list, negated)),
        }
    }

    fn equation(&self, rule: &Expr, one: &Expr, other: &Expr) -> String {
        match (one, other) {
            (Expr::Var(Var::A), Expr::Var(Var::B)) | (Expr::Var(Var::B), Expr::Var(Var::A)) => {
                "a and b are equal".to_owned()
            }
            (Expr::Var(Var::B), Expr::Bin(Op::Add, sides)) if sides[0] == Expr::A => {
                format!("b is {} more than a", sides[1])
            }
            (Expr::Var(Var::A), Expr::Call(function, parts)) if function.name == "beatty" => {
                let step = match &parts[0] {
                    Expr::Bin(Op::Div, sides) => format!("{} k", sides[1]),
                    _ => "k".to_owned(),
                };
                format!(
                    "a and b are a Beatty pair floor(k s) and floor(k s) + {step}, where s is {}",
                    slope_words(&parts[1..])
                )
            }
            (Expr::Call(function, parts), _) if *other == one.with_b() => match function.name {
                "odd_part" => "a and b have the same odd part".to_owned(),
                "trailing_zeros" => format!(
                    "{} and {} can be divided by {} equally often",
                    self.noun(&parts[0]),
                    self.noun(&parts[0].with_b()),
                    parts[1]
                ),
                _ => format!("a and b have the same value: {}", self.of_each(one)),
            },
            _ if *other == one.with_b() => {
                format!("a and b have the same value: {}", self.of_each(one))
            }
            (_, other) => {
                let rounded = if rule.to_string().contains('/') {
                    ", rounded down"
                } else {
                    ""
                };
                format!("{} is {other}{rounded}", self.noun(one))
            }
        }
    }

    fn comparison(&self, op: Op, one: &Expr, other: &Expr) -> String {
        let words = match op {
            Op::Lt => "less than",
            Op::Le => "at most",
            Op::Gt => "more than",
            _ => "at least",
        };
        match (one, other) {
            (Expr::Var(Var::B), Expr::Call(function, parts)) if function.name == "beatty" => {
                let side = if op == Op::Le { "less" } else { "more" };
                format!("b is {side} than {} times a", slope_words(&parts[1..]))
            }
            (Expr::Bin(Op::Mod, sides), Expr::Int(_)) => format!(
                "{} leaves a remainder of {words} {other} when divided by {}",
                self.subject(&sides[0]),
                sides[1]
            ),
            _ => match (factor_of(one), factor_of(other)) {
                (Some((q, Expr::Var(Var::B))), Some((p, Expr::Var(Var::A)))) => {
                    let factor = match (p, q) {
                        (1, 1) => return format!("b is {words} a"),
                        (p, 1) => p.to_string(),
                        (p, q) => format!("{p}/{q}"),
                    };
                    format!("b is {words} {factor} times a")
                }
                _ => format!("{} is {words} {}", self.subject(one), self.noun(other)),
            },
        }
    }

    fn both(&self, one: &Expr, other: &Expr) -> String {
        let first = self.condition(one);
        let second = self.condition(other);
        match (one, other) {
            (Expr::Bin(Op::Ge, sides), _) if sides[0] == Expr::N => {
                format!("{second}, from {} on", sides[1])
            }
            // This number is c times a power of b, plus a constant.
            (_, Expr::Call(function, parts))
                if function.name == "is_power" && one.is_divisible(&parts[0]) =>
            {
                let quotient = parts[0].parts();
                let name = match (quotient[1], &parts[1]) {
                    (Expr::Int(c), Expr::Int(b)) if c.checked_mul(*c) == Some(*b) => {
                        format!("an odd power of {c}")
                    }
                    (c, b) => format!("{c} times a power of {b}"),
                };
                self.shifted(quotient[0], &name)
            }
            // The words for the Beatty pair imply that the difference is a multiple of k.
            (Expr::Bin(Op::Eq, whole), Expr::Bin(Op::Eq, sides))
                if matches!(&sides[1], Expr::Call(function, _) if function.name == "beatty")
                    && whole[1] == Expr::Int(0) =>
            {
                second
            }
            _ if one.points(true).is_some() => {
                let except = first.strip_prefix(self.n).unwrap_or(&first).trim_start();
                if second.starts_with(&format!("{} ", self.n)) {
                    format!("{second} and {except}")
                } else {
                    format!("{second} and {first}")
                }
            }
            _ if *other == one.with_b() && first.starts_with("a is ") => {
                match first.strip_prefix("a is a multiple") {
                    Some(rest) => format!("a and b are both multiples{rest}"),
                    None => format!("a and b are both {}", &first["a is ".len()..]),
                }
            }
            _ if *other == one.with_b() && first.starts_with("a leaves ") => {
                format!("a and b both leave {}", &first["a leaves ".len()..])
            }
            (Expr::Not(_), _) => format!("{second}, and {first}"),
            _ if first.contains(", or ") || second.contains(", or ") => {
                format!(
                    "{}; and {}",
                    first.replace(", or ", " or "),
                    second.replace(", or ", " or ")
                )
            }
            _ => format!("{first} and {second}"),
        }
    }

    /// Renders that a number plus a constant is `name`.
    fn shifted(&self, number: &Expr, name: &str) -> String {
        let (of, shift) = match number {
            Expr::Bin(op @ (Op::Add | Op::Sub), sides) => match (&sides[0], &sides[1]) {
                (of @ Expr::Var(_), Expr::Int(n)) => (of, if *op == Op::Add { *n } else { -n }),
                _ => (number, 0),
            },
            number => (number, 0),
        };
        let of = self.noun(of);
        match shift {
            0 => format!("{of} is {name}"),
            1 => format!("{of} is one less than {name}"),
            -1 => format!("{of} is one more than {name}"),
            2.. => format!("{of} is {shift} less than {name}"),
            _ => format!("{of} is {} more than {name}", shift.unsigned_abs()),
        }
    }

    fn test(&self, function: &'static Function, parts: &[Expr]) -> String {
        let numbers: Vec<i64> = parts
            .iter()
            .filter_map(|part| part.eval([0; 2]).ok())
            .collect();
        match (function.name, parts) {
            ("is_power", [of, base]) => self.shifted(of, &format!("a power of {base}")),
            ("in_beatty", _) => {
                let shift = match numbers[4] {
                    0 => String::new(),
                    n @ 1.. => format!(" + {n}"),
                    n => format!(" - {}", n.unsigned_abs()),
                };
                format!(
                    "{} is floor(k s){shift} for some k >= {}, where s is {}",
                    self.noun(&parts[0]),
                    numbers[5],
                    slope_words(&parts[1..4])
                )
            }
            ("is_wythoff_pair", _) => {
                let [.., t, c] = numbers[..] else {
                    return String::new();
                };
                format!(
                    "a and b are a pair of the list in which each pair has the smallest number not used before, \
                     and the differences are {c}, {}, {}, ...",
                    c + t,
                    c + 2 * t
                )
            }
            ("in_sequence", [of, Expr::List(first), ..]) => self.sequence(of, first, &numbers[2..]),
            _ => self.call(function, parts),
        }
    }

    fn sequence(&self, of: &Expr, first: &[i64], numbers: &[i64]) -> String {
        let &[p, r, q, c] = numbers else {
            return String::new();
        };
        let terms = Sequence {
            first: first.iter().map(|n| n.unsigned_abs()).collect(),
            p,
            r,
            q,
            c,
        }
        .first_terms(8);
        let mut follows = match (p, q) {
            (p, 1) => format!("{p} times the one before"),
            (p, q) => format!("{p}/{q} of the one before, rounded down"),
        };
        match r {
            0 => {}
            1 => follows += " plus the one before that",
            r @ 2.. => follows += &format!(" plus {r} times the one before that"),
            r => follows += &format!(" minus {} times the one before that", r.unsigned_abs()),
        }
        match c {
            0 => {}
            1.. => follows += &format!(", plus {c}"),
            c => follows += &format!(", minus {}", c.unsigned_abs()),
        }
        let terms: Vec<String> = terms.iter().map(u64::to_string).collect();
        format!(
            "{} is one of {}, ...: each is {follows}",
            self.noun(of),
            terms.join(", ")
        )
    }
}

/// Splits a term into its coefficient and the rest; `None` if the coefficient is not a number.
fn factor_of(part: &Expr) -> Option<(i64, Expr)> {
    match part {
        Expr::Var(_) => Some((1, part.clone())),
        Expr::Bin(Op::Mul, sides) => match &sides[0] {
            Expr::Int(n) => Some((*n, sides[1].clone())),
            _ => None,
        },
        _ => None,
    }
}

fn slope_words(parts: &[Expr]) -> String {
    match parts {
        [Expr::Int(p), Expr::Int(d), Expr::Int(r)] => Quadratic {
            p: *p,
            d: d.unsigned_abs(),
            r: r.unsigned_abs(),
        }
        .words(),
        _ => "a slope".to_owned(),
    }
}
