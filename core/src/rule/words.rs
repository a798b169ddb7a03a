//! Renders rules in words for the user.

use super::expr::{Expr, Op, Var};
use super::functions::Function;
use super::numbers::Quadratic;
use super::sequence::Sequence;
use crate::games::reasons::capital;
use crate::language::text;

/// Renders a condition in words, such as `n is a multiple of 4`. `n` is the name for a single number. If `pair` is set,
/// the text contains its two numbers. Otherwise the text calls the two numbers a and b.
pub fn condition(rule: &Expr, n: &str, pair: Option<[i64; 2]>) -> String {
    Words::new(n, pair).condition(rule)
}

/// Renders a rule for the lost positions as a sentence without its full stop. If there are exceptions of both kinds, or
/// if any exception is a pair, the exceptions form a second sentence.
pub fn lost(rule: &Expr) -> String {
    let exceptions = |rule| {
        let (added, rest) = split(rule, Op::Or);
        let (removed, core) = split(rest, Op::And);
        let is_pair = added
            .iter()
            .chain(&removed)
            .any(|point| point.contains(','));
        let are_apart = !added.is_empty() && !removed.is_empty() || is_pair;
        are_apart.then(|| (core, exceptions(&added, &removed)))
    };
    match rule {
        Expr::Bool(false) => tr!("No position is lost").to_owned(),
        Expr::Bool(true) => tr!("Every position is lost").to_owned(),
        rule => match exceptions(rule) {
            Some((core, exceptions)) => tr!(
                "Lost exactly when {condition}. {exceptions}",
                condition = condition(core, "n", None)
            ),
            None => tr!(
                "Lost exactly when {condition}",
                condition = condition(rule, "n", None)
            ),
        },
    }
}

fn split(rule: &Expr, op: Op) -> (Vec<String>, &Expr) {
    if let Expr::Bin(is, sides) = rule
        && *is == op
        && let Some(points) = exceptional(&sides[0], op == Op::And)
    {
        return (points, &sides[1]);
    }
    (Vec::new(), rule)
}

fn exceptional(part: &Expr, negated: bool) -> Option<Vec<String>> {
    match part {
        Expr::Not(inner) if negated => exceptional(inner, false),
        Expr::In(of, list) if !negated && *of == [Expr::A, Expr::B] => Some(points(list)),
        part => {
            let numbers = part.points(negated)?;
            Some(numbers.iter().map(i64::to_string).collect())
        }
    }
}

fn exceptions(added: &[String], removed: &[String]) -> String {
    let is_lost = match added {
        [] => String::new(),
        [one] => tr!("{one} is lost"),
        all => tr!("{all} are lost", all = listed(all, tr!("and"))),
    };
    let is_not = match (added, removed) {
        (_, []) => String::new(),
        ([], [one]) => tr!("{one} is not lost"),
        ([], all) => tr!("{all} are not lost", all = listed(all, tr!("and"))),
        (_, [one]) => tr!(", {one} is not"),
        (_, all) => tr!(", {all} are not", all = listed(all, tr!("and"))),
    };
    match added.len() + removed.len() {
        1 => tr!("Exception: {is_lost}{is_not}"),
        _ => tr!("Exceptions: {is_lost}{is_not}"),
    }
}

pub fn brief_condition(rule: &Expr, n: &str, pair: Option<[i64; 2]>) -> String {
    let mut words = Words::new(n, pair);
    words.is_brief = true;
    words.condition(rule)
}

pub fn values(rule: &Expr) -> String {
    capital(&Words::new("n", None).values(rule))
}

/// Returns the period of a formula for `n`, and the rise of the values per period. Returns `None` for a plain
/// remainder.
fn period_of(rule: &Expr) -> Option<(i64, i64)> {
    let by = |whole: &Expr, op| match whole {
        Expr::Bin(is, sides) if *is == op => match **sides {
            [Expr::N, Expr::Int(p)] => Some(p),
            [Expr::Bin(Op::Add, ref sum), Expr::Int(p)] if sum[0] == Expr::N => Some(p),
            _ => None,
        },
        _ => None,
    };
    match rule {
        Expr::Pick(_, place) => Some((by(place, Op::Mod)?, 0)),
        Expr::Bin(Op::Div, sides) => Some((by(&sides[0], Op::Mod)?, 0)),
        Expr::Bin(Op::Add, sides) => match &sides[0] {
            Expr::Bin(Op::Mul, factors) => match **factors {
                [ref rounds, Expr::Int(saltus)] => Some((by(rounds, Op::Div)?, saltus)),
                _ => None,
            },
            rounds => Some((by(rounds, Op::Div)?, 1)),
        },
        _ => None,
    }
}

fn listed<T: ToString>(items: &[T], join: &str) -> String {
    let texts: Vec<String> = items.iter().map(T::to_string).collect();
    match texts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {join} {last}", others.join(", ")),
        None => tr!("none").to_owned(),
    }
}

fn is_among<T: ToString>(items: &[T], negated: bool) -> String {
    match (negated, items) {
        (false, items) => tr!("is {list}", list = listed(items, tr!("or"))),
        (true, [one]) => tr!("is not {one}", one = one.to_string()),
        (true, [one, other]) => tr!(
            "is neither {one} nor {other}",
            one = one.to_string(),
            other = other.to_string()
        ),
        (true, items) => tr!("is none of {list}", list = listed(items, tr!("and"))),
    }
}

fn points(list: &[Vec<i64>]) -> Vec<String> {
    list.iter().map(|point| format!("{point:?}")).collect()
}

/// The maximum number of values of a period that are written out.
const LONGEST_LIST: usize = 16;

fn written_out(values: impl Iterator<Item = i64>) -> String {
    let all: Vec<String> = values
        .take(LONGEST_LIST + 1)
        .map(|v| v.to_string())
        .collect();
    match all.len() {
        0..=LONGEST_LIST => format!(": {}", all.join(", ")),
        _ => String::new(),
    }
}

struct Words<'n> {
    n: &'n str,
    pair: Option<[i64; 2]>,
    /// The letter a, or the first number of the pair.
    a: String,
    b: String,
    is_brief: bool,
}

impl<'n> Words<'n> {
    fn new(n: &'n str, pair: Option<[i64; 2]>) -> Words<'n> {
        let [a, b] = match pair {
            Some(pair) => pair.map(|number| number.to_string()),
            None => ["a", "b"].map(str::to_owned),
        };
        Words {
            n,
            pair,
            a,
            b,
            is_brief: false,
        }
    }

    fn formula(&self, part: &Expr) -> String {
        let Some([a, b]) = self.pair else {
            return part.to_string();
        };
        let number = |var| match var {
            Var::A => Expr::Int(a),
            Var::B => Expr::Int(b),
            other => Expr::Var(other),
        };
        part.replace(&number).to_string()
    }

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
            Expr::Var(Var::A) => self.a.clone(),
            Expr::Var(Var::B) => self.b.clone(),
            Expr::Bin(op, sides) => self.joined(*op, &sides[0], &sides[1]),
            Expr::Call(function, parts) => self.call(function, parts),
            Expr::Pick(list, place) => {
                let shown = if self.is_brief {
                    String::new()
                } else {
                    written_out(list.iter().copied())
                };
                tr!("given by {noun}{shown}", noun = self.noun(place))
            }
            Expr::Switch(_, cases, rest) => {
                let rest = self.noun(rest);
                match cases.as_slice() {
                    [(n, v)] => tr!("{rest}, except that {n} has value {v}"),
                    cases => tr!("{rest}, with {count} exceptions", count = cases.len()),
                }
            }
            Expr::Int(n) => n.to_string(),
            other => self.formula(other),
        }
    }

    fn joined(&self, op: Op, one: &Expr, other: &Expr) -> String {
        let Words { a, b, .. } = self;
        let left = self.noun(one);
        let right = self.noun(other);
        match (op, one, other) {
            (Op::Sub, Expr::Var(Var::B), Expr::Var(Var::A)) => tr!("the difference").to_owned(),
            (Op::BitXor, Expr::Var(Var::A), Expr::Var(Var::B)) => {
                tr!("the nim-sum of {a} and {b}")
            }
            (Op::BitXor, ..) if *other == one.with_b() => {
                tr!(
                    "the nim-sum of two values, one for each number: {of_each}",
                    of_each = self.of_each(one)
                )
            }
            (Op::Mod, ..) => tr!("the remainder of {left} when divided by {right}"),
            (Op::Div, Expr::Var(_), _) | (Op::Div, _, Expr::Var(_)) => {
                tr!("{left} / {right}, rounded down")
            }
            (Op::Div, Expr::Bin(Op::Add, _), _) => tr!("({left}) / {right}, rounded down"),
            (Op::Div, Expr::Call(..), Expr::Int(2)) => tr!("half of {left}, rounded down"),
            (Op::Div, ..) => tr!("{left}, divided by {right} and rounded down"),
            (Op::Add, Expr::Call(..), Expr::Int(n)) => tr!("{left}, plus {n}"),
            (Op::Sub, Expr::Call(..), Expr::Int(n)) => tr!("{left}, minus {n}"),
            _ => {
                let whole = Expr::Bin(op, Box::new([one.clone(), other.clone()]));
                match one {
                    Expr::Var(Var::N) => {
                        format!("{left} {} {right}", if op == Op::Sub { "-" } else { "+" })
                    }
                    _ => self.formula(&whole),
                }
            }
        }
    }

    /// Renders an expression in `a` that a rule also applies to `b`. The text says `the number` instead of a.
    fn of_each(&self, rule: &Expr) -> String {
        let of_n = rule.replace(&|_| Expr::N);
        let words = Words::new(tr!("the number"), None);
        match (period_of(&of_n), &of_n) {
            (None, Expr::Var(_)) => tr!("{noun} itself", noun = words.n),
            (None, Expr::Int(_) | Expr::Bin(..) | Expr::Call(..)) => words.noun(&of_n),
            _ => words.values(&of_n),
        }
    }

    fn values(&self, rule: &Expr) -> String {
        let (rest, cases) = match rule {
            Expr::Switch(of, cases, rest) if **of == Expr::N => (&**rest, cases.as_slice()),
            rule => (rule, &[][..]),
        };
        let from = cases.last().map_or(0, |(last, _)| last + 1);
        let clause = match (period_of(rest), rest) {
            (Some((period, saltus)), _) => {
                let values = (from..from + period).map_while(|n| rest.eval([n; 2]).ok());
                let list = written_out(values);
                match saltus {
                    0 => tr!("the Grundy values repeat with period {period}{list}"),
                    _ if list.is_empty() => {
                        tr!("the Grundy values rise by {saltus} every {period} numbers")
                    }
                    _ => {
                        tr!("the Grundy values rise by {saltus} every {period} numbers{list}, ...")
                    }
                }
            }
            (None, Expr::Var(_)) => {
                tr!("the Grundy value is {noun} itself", noun = self.noun(rest))
            }
            (None, Expr::Int(n)) => tr!("the Grundy value is always {n}"),
            (None, Expr::Pick(list, place))
                if let Some(m) = place.parts().get(1).and_then(|b| b.modulus()) =>
            {
                let give =
                    |(value, i): (&i64, u64)| tr!("{a} and {b} give {value}", a = i / m, b = i % m);
                let all: Vec<String> = list.iter().zip(0..).map(give).collect();
                tr!(
                    "the Grundy value depends on the remainders of a and b when divided by {m}: {all}",
                    all = all.join(", ")
                )
            }
            (None, Expr::If(parts)) if parts[1..] == [Expr::Int(0), Expr::Int(1)] => {
                tr!("the Grundy value is 0 in lost positions and 1 in all others").to_owned()
            }
            (None, rest) => tr!("the Grundy value is {noun}", noun = self.noun(rest)),
        };
        match cases {
            [] => clause,
            [(n, v)] => tr!(
                "from {from} on, {clause}; before that, only {n} is an exception, with value {v}"
            ),
            cases => tr!(
                "from {from} on, {clause}; before that, there are {count} exceptions",
                count = cases.len()
            ),
        }
    }

    fn call(&self, function: &'static Function, parts: &[Expr]) -> String {
        match (function.name, parts) {
            ("abs", [of]) => self.noun(of),
            ("digit_sum", [of, Expr::Int(2)]) => {
                tr!(
                    "the number of ones in the binary form of {noun}",
                    noun = self.noun(of)
                )
            }
            ("digit", [of, base, place]) => tr!(
                "digit {place} from the right of {noun} in base {base}",
                place = place.eval([0; 2]).map_or(1, |place| place + 1),
                noun = self.noun(of)
            ),
            _ if function.words.is_empty() => self.formula(&Expr::Call(function, parts.to_vec())),
            _ => {
                let numbered = parts.iter().zip(["{0}", "{1}"]);
                numbered.fold(text(function.words).to_owned(), |text, (part, place)| {
                    text.replace(place, &self.noun(part))
                })
            }
        }
    }

    fn condition(&self, rule: &Expr) -> String {
        let Words { a, b, .. } = self;
        match rule {
            Expr::Bool(true) => tr!("always").to_owned(),
            Expr::Bool(false) => tr!("never").to_owned(),
            Expr::Bin(Op::And, sides) => self.both(&sides[0], &sides[1]),
            Expr::Bin(Op::Or, sides) => {
                tr!(
                    "{one}, or {other}",
                    one = self.condition(&sides[0]),
                    other = self.condition(&sides[1])
                )
            }
            Expr::Bin(op @ (Op::Eq | Op::Ne), sides) => match &sides[1] {
                Expr::Int(n) => self.relation(&sides[0], &[*n], *op == Op::Ne),
                _ if *op == Op::Ne && sides[0] == Expr::A => {
                    tr!("{a} and {b} are different")
                }
                _ => self.equation(rule, &sides[0], &sides[1]),
            },
            Expr::Bin(op, sides) => self.comparison(*op, &sides[0], &sides[1]),
            Expr::In(of, list) => self.among(of, list, false),
            Expr::Not(inner) => match &**inner {
                Expr::In(of, list) => self.among(of, list, true),
                inner => tr!(
                    "it is not true that {condition}",
                    condition = self.condition(inner)
                ),
            },
            Expr::Call(function, parts) => self.test(function, parts),
            Expr::If(parts) => {
                let [condition, one, other] = &**parts;
                tr!(
                    "{first}; but if {place}, when {second}",
                    first = self.condition(other),
                    place = self.condition(condition),
                    second = self.condition(one)
                )
            }
            other => self.formula(other),
        }
    }

    fn among(&self, of: &[Expr], list: &[Vec<i64>], negated: bool) -> String {
        match of {
            [of] => {
                let list: Vec<i64> = list.iter().map(|point| point[0]).collect();
                self.relation(of, &list, negated)
            }
            [Expr::Var(Var::A), _] => {
                tr!("the pair {among}", among = is_among(&points(list), negated))
            }
            of => {
                let modulus = of[0].modulus().unwrap_or(1);
                let pairs: Vec<String> = list
                    .iter()
                    .map(|point| tr!("{a} and {b}", a = point[0], b = point[1]))
                    .collect();
                let (first, second) = (&self.a, &self.b);
                if negated {
                    tr!(
                        "the remainders of {first} and {second} when divided by {modulus} are not {pairs}",
                        pairs = pairs.join(tr!(", nor "))
                    )
                } else {
                    tr!(
                        "the remainders of {first} and {second} when divided by {modulus} are {pairs}",
                        pairs = pairs.join(tr!(", or "))
                    )
                }
            }
        }
    }

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
                        let parity = if is_odd { tr!("odd") } else { tr!("even") };
                        match &sides[0] {
                            Expr::Call(function, parts) if function.name == "trailing_zeros" => {
                                tr!(
                                    "{noun} ends in an {parity} number of zeros in base {base}",
                                    noun = self.noun(&parts[0]),
                                    base = parts[1]
                                )
                            }
                            Expr::Call(function, parts)
                                if function.name == "digit_sum" && parts[1] == Expr::Int(2) =>
                            {
                                tr!(
                                    "{noun} has an {parity} number of ones in binary",
                                    noun = self.noun(&parts[0])
                                )
                            }
                            _ => tr!("{subject} is {parity}"),
                        }
                    }
                    (_, [0]) => tr!("{subject} is {not}a multiple of {modulus}"),
                    _ if is_counted => {
                        tr!(
                            "{subject} {among} modulo {modulus}",
                            among = is_among(list, negated)
                        )
                    }
                    _ => {
                        let verb = if negated {
                            tr!("does not leave")
                        } else {
                            tr!("leaves")
                        };
                        let list = listed(list, tr!("or"));
                        tr!("{subject} {verb} the remainder {list} when divided by {modulus}")
                    }
                }
            }
            of if list == [0]
                && !negated
                && (matches!(of, Expr::Pick(..) | Expr::Switch(..)) || period_of(of).is_some()) =>
            {
                tr!("the formula for the Grundy values gives 0").to_owned()
            }
            of => format!("{} {}", self.subject(of), is_among(list, negated)),
        }
    }

    fn equation(&self, rule: &Expr, one: &Expr, other: &Expr) -> String {
        let Words { a, b, .. } = self;
        match (one, other) {
            (Expr::Var(Var::A), Expr::Var(Var::B)) | (Expr::Var(Var::B), Expr::Var(Var::A)) => {
                tr!("{a} and {b} are equal")
            }
            (Expr::Var(Var::B), Expr::Bin(Op::Add, sides)) if sides[0] == Expr::A => {
                tr!("{b} is {n} more than {a}", n = self.noun(&sides[1]))
            }
            (Expr::Var(Var::A), Expr::Call(function, parts)) if function.name == "beatty" => {
                let step = match &parts[0] {
                    Expr::Bin(Op::Div, sides) => format!("{} k", sides[1]),
                    _ => "k".to_owned(),
                };
                tr!(
                    "{a} and {b} are a Beatty pair floor(k s) and floor(k s) + {step}, where s is {slope}",
                    slope = self.slope(&parts[1..])
                )
            }
            _ if *other == one.with_b() => match one {
                Expr::Call(function, _) if function.name == "odd_part" => {
                    tr!("{a} and {b} have the same odd part")
                }
                Expr::Call(function, parts) if function.name == "trailing_zeros" => tr!(
                    "{a} and {b} can be divided by {base} equally often",
                    a = self.noun(&parts[0]),
                    b = self.noun(&parts[0].with_b()),
                    base = parts[1]
                ),
                _ => tr!(
                    "{a} and {b} have the same value: {of_each}",
                    of_each = self.of_each(one)
                ),
            },
            _ => {
                let rounded = if rule.to_string().contains('/') {
                    tr!(", rounded down")
                } else {
                    ""
                };
                tr!("{noun} is {other}{rounded}", noun = self.noun(one))
            }
        }
    }

    fn comparison(&self, op: Op, one: &Expr, other: &Expr) -> String {
        let Words { a, b, .. } = self;
        let words = match op {
            Op::Lt => tr!("less than"),
            Op::Le => tr!("at most"),
            Op::Gt => tr!("more than"),
            _ => tr!("at least"),
        };
        match (one, other) {
            (Expr::Var(Var::B), Expr::Call(function, parts)) if function.name == "beatty" => {
                let side = if op == Op::Le {
                    tr!("less")
                } else {
                    tr!("more")
                };
                tr!(
                    "{b} is {side} than {slope} times {a}",
                    slope = self.slope(&parts[1..])
                )
            }
            (Expr::Bin(Op::Mod, sides), Expr::Int(_)) => tr!(
                "{subject} leaves a remainder of {words} {other} when divided by {modulus}",
                subject = self.subject(&sides[0]),
                modulus = sides[1]
            ),
            _ => match (factor_of(one), factor_of(other)) {
                (Some((q, Expr::Var(Var::B))), Some((p, Expr::Var(Var::A)))) => {
                    let factor = match (p, q) {
                        (1, 1) => return tr!("{b} is {words} {a}"),
                        (p, 1) => p.to_string(),
                        (p, q) => format!("{p}/{q}"),
                    };
                    tr!("{b} is {words} {factor} times {a}")
                }
                _ => tr!(
                    "{subject} is {words} {noun}",
                    subject = self.subject(one),
                    noun = self.noun(other)
                ),
            },
        }
    }

    fn both(&self, one: &Expr, other: &Expr) -> String {
        let Words { a, b, .. } = self;
        let first = self.condition(one);
        let second = self.condition(other);
        // "a and b are both 0, or odd" would say that the same alternative holds for both numbers.
        let is_of_both = *other == one.with_b() && !matches!(one, Expr::Bin(Op::Or, _));
        // If both numbers satisfy the same condition, `own` is that condition without the name of the number.
        let own = first.strip_prefix(&self.a).filter(|_| is_of_both);
        let own = own.unwrap_or_default();
        // The text after `b is `, if the first condition is only that b is not a.
        let of_b = match one {
            Expr::Bin(Op::Ne, sides) if self.is_brief && sides[0] == Expr::A => {
                second.strip_prefix(&tr!("{b} is ", b = self.b))
            }
            _ => None,
        };
        if let Some(rest) = of_b {
            return tr!("{b} is not {a}, but {rest}", a = self.a, b = self.b);
        }
        match (one, other) {
            (Expr::Bin(Op::Ge, sides), _) if sides[0] == Expr::N => {
                tr!("{second}, from {least} on", least = sides[1])
            }
            (_, Expr::Call(function, parts))
                if function.name == "is_power" && one.is_divisible(&parts[0]) =>
            {
                let quotient = parts[0].parts();
                let name = match (quotient[1], &parts[1]) {
                    (Expr::Int(c), Expr::Int(b)) if c.checked_mul(*c) == Some(*b) => {
                        tr!("an odd power of {c}")
                    }
                    (c, b) => tr!("{c} times a power of {b}"),
                };
                self.shifted(quotient[0], &name)
            }
            // The text for the Beatty pair implies the condition on the difference.
            (Expr::Bin(Op::Eq, whole), Expr::Bin(Op::Eq, sides))
                if matches!(&sides[1], Expr::Call(function, _) if function.name == "beatty")
                    && whole[1] == Expr::Int(0) =>
            {
                second
            }
            _ if one.points(true).is_some() => {
                let except = first.strip_prefix(self.n).unwrap_or(&first).trim_start();
                if second.starts_with(&format!("{} ", self.n)) {
                    tr!("{second} and {except}")
                } else {
                    tr!("{second} and {first}")
                }
            }
            _ if own.starts_with(" is a multiple") => tr!(
                "{a} and {b} are both multiples{rest}",
                rest = &own[" is a multiple".len()..]
            ),
            _ if own.starts_with(" is ") => {
                tr!("{a} and {b} are both {value}", value = &own[" is ".len()..])
            }
            _ if own.starts_with(" leaves ") => tr!(
                "{a} and {b} both leave {value}",
                value = &own[" leaves ".len()..]
            ),
            (Expr::Not(_), _) => tr!("{second}, and {first}"),
            _ => {
                let has_alternatives = [&first, &second].map(|text| text.contains(", or "));
                let [one, other] = [first, second].map(|text| {
                    if text.contains(", or ") {
                        tr!("either {text}", text = text.replace(", or ", " or "))
                    } else {
                        text
                    }
                });
                match has_alternatives {
                    [false, false] => tr!("{one} and {other}"),
                    [true, false] => tr!("{other}, and {one}"),
                    _ => tr!("{one}, and {other}"),
                }
            }
        }
    }

    /// Renders the statement that a number is `name`, where `name` is a phrase such as "a power of 2". For a sum such
    /// as `n + 1`, the text says that `n` is one less than `name`.
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
            0 => tr!("{of} is {name}"),
            1 => tr!("{of} is one less than {name}"),
            -1 => tr!("{of} is one more than {name}"),
            2.. => tr!("{of} is {shift} less than {name}"),
            _ => tr!(
                "{of} is {shift} more than {name}",
                shift = shift.unsigned_abs()
            ),
        }
    }

    fn test(&self, function: &'static Function, parts: &[Expr]) -> String {
        let Words { a, b, .. } = self;
        let numbers: Vec<i64> = parts
            .iter()
            .filter_map(|part| part.eval([0; 2]).ok())
            .collect();
        match (function.name, parts) {
            ("is_power", [of, base]) => self.shifted(of, &tr!("a power of {base}")),
            ("in_beatty", _) => {
                let shift = match numbers[4] {
                    0 => String::new(),
                    n @ 1.. => format!(" + {n}"),
                    n => format!(" - {}", n.unsigned_abs()),
                };
                tr!(
                    "{noun} is floor(k s){shift} for some k >= {least}, where s is {slope}",
                    noun = self.noun(&parts[0]),
                    least = numbers[5],
                    slope = self.slope(&parts[1..4])
                )
            }
            ("is_wythoff_pair", _) => {
                let [.., t, c] = numbers[..] else {
                    return String::new();
                };
                tr!(
                    "{a} and {b} are a pair of the list in which each pair has the smallest number not used before, \
                     and the differences are {c}, {second}, {third}, ...",
                    second = c + t,
                    third = c + 2 * t
                )
            }
            ("in_sequence", [of, Expr::List(first), ..]) => self.sequence(of, first, &numbers[2..]),
            _ => self.call(function, parts),
        }
    }

    fn slope(&self, parts: &[Expr]) -> String {
        match parts {
            [Expr::Int(p), Expr::Int(d), Expr::Int(r)] => Quadratic {
                p: *p,
                d: d.unsigned_abs(),
                r: r.unsigned_abs(),
            }
            .words(self.is_brief),
            _ => tr!("a slope").to_owned(),
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
            (p, 1) => tr!("{p} times the one before"),
            (p, q) => tr!("{p}/{q} of the one before, rounded down"),
        };
        match r {
            0 => {}
            1 => follows += tr!(" plus the one before that"),
            r @ 2.. => follows += &tr!(" plus {r} times the one before that"),
            r => follows += &tr!(" minus {r} times the one before that", r = r.unsigned_abs()),
        }
        match c {
            0 => {}
            1.. => follows += &tr!(", plus {c}"),
            c => follows += &tr!(", minus {c}", c = c.unsigned_abs()),
        }
        let shown = if self.is_brief { 5 } else { terms.len() };
        let terms: Vec<String> = terms.iter().take(shown).map(u64::to_string).collect();
        if self.is_brief {
            return tr!(
                "{noun} is one of {terms}, ...",
                noun = self.noun(of),
                terms = terms.join(", ")
            );
        }
        tr!(
            "{noun} is one of {terms}, ...: each is {follows}",
            noun = self.noun(of),
            terms = terms.join(", ")
        )
    }
}

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
