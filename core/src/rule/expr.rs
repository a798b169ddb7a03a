//! Defines the language of rules and claims: expressions in one number `n`, or in two numbers `a` and `b`.

use std::fmt;

use super::functions::Function;
use super::numbers::{bits, evidence, signed_bits};

/// An expression for a number or a condition. A condition evaluates to 1 if it holds and 0 otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// `n`, `a` or `b`.
    Var(Var),
    Int(i64),
    Bool(bool),
    Not(Box<Expr>),
    Bin(Op, Box<[Expr; 2]>),
    Call(&'static Function, Vec<Expr>),
    List(Vec<i64>),
    /// The condition that a number or a pair is in a list.
    In(Vec<Expr>, Vec<Vec<i64>>),
    /// The list element at an index, counted from 0.
    Pick(Vec<i64>, Box<Expr>),
    If(Box<[Expr; 3]>),
    /// An expression with exceptions: the argument, the exceptional arguments with their results, and the expression
    /// for all other arguments.
    Switch(Box<Expr>, Vec<(i64, i64)>, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Var {
    N,
    A,
    B,
    Hole(char),
}

impl Var {
    pub fn name(self) -> char {
        match self {
            Var::N => 'n',
            Var::A => 'a',
            Var::B => 'b',
            Var::Hole(name) => name,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Or,
    And,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    BitOr,
    BitXor,
    BitAnd,
    Shl,
    Shr,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Pow,
}

impl Op {
    /// All spellings of the operators. An operator is printed in its first spelling.
    pub const SPELLINGS: [(&str, Op); 24] = [
        ("||", Op::Or),
        ("&&", Op::And),
        ("==", Op::Eq),
        ("!=", Op::Ne),
        ("~=", Op::Ne),
        ("<=", Op::Le),
        (">=", Op::Ge),
        ("<<", Op::Shl),
        (">>", Op::Shr),
        ("**", Op::Pow),
        ("<", Op::Lt),
        (">", Op::Gt),
        ("|", Op::BitOr),
        ("^", Op::BitXor),
        ("~", Op::BitXor),
        ("&", Op::BitAnd),
        ("+", Op::Add),
        ("-", Op::Sub),
        ("*", Op::Mul),
        ("/", Op::Div),
        ("//", Op::Div),
        ("%", Op::Mod),
        ("or", Op::Or),
        ("and", Op::And),
    ];

    fn sign(self) -> &'static str {
        let spelling = Op::SPELLINGS.iter().find(|(_, op)| *op == self);
        spelling.map_or("", |(sign, _)| sign)
    }

    /// The precedence. Operators with a higher precedence bind tighter.
    pub fn level(self) -> u8 {
        match self {
            Op::Or => 1,
            Op::And => 2,
            Op::Eq | Op::Ne => 3,
            Op::Lt | Op::Le | Op::Gt | Op::Ge => 4,
            Op::BitOr => 5,
            Op::BitXor => 6,
            Op::BitAnd => 7,
            Op::Shl | Op::Shr => 8,
            Op::Add | Op::Sub => 9,
            Op::Mul | Op::Div | Op::Mod => 10,
            Op::Pow => 12,
        }
    }

    fn is_bitwise(self) -> bool {
        (5..=7).contains(&self.level())
    }

    /// Returns `true` if the operands must be conditions, and `false` if they must be numbers. Returns `None` if both
    /// are allowed.
    pub fn takes_conditions(self) -> Option<bool> {
        match self {
            Op::Or | Op::And => Some(true),
            Op::Eq | Op::Ne => None,
            _ => Some(false),
        }
    }
}

pub const PREFIX: u8 = 11;
const ATOM: u8 = 13;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvalError {
    #[error("{}", tr!("a number is too large"))]
    Overflow,
    #[error("{}", tr!("a number is divided by 0"))]
    ZeroDivisor,
    #[error("{}", tr!("{number} is negative", number = .0))]
    Negative(i64),
    #[error("{}", tr!("{number} is too small; expected {least} or more", number = .0, least = .1))]
    TooSmall(i64, i64),
    #[error("{}", tr!("the list has no place {place}", place = .0))]
    NoPlace(i64),
}

type Evaluated = Result<i64, EvalError>;

impl Expr {
    pub const N: Expr = Expr::Var(Var::N);
    pub const A: Expr = Expr::Var(Var::A);
    pub const B: Expr = Expr::Var(Var::B);

    /// Joins two operands, omitting neutral operands and writing `n + -3` as `n - 3`.
    pub fn bin(op: Op, one: Expr, other: Expr) -> Expr {
        match (op, &other) {
            (Op::Add | Op::Sub, Expr::Int(0)) | (Op::Mul | Op::Div, Expr::Int(1)) => one,
            (Op::Add, Expr::Int(n @ ..0)) => Expr::bin(Op::Sub, one, Expr::Int(-n)),
            (Op::Mul, _) if one == Expr::Int(1) => other,
            _ => Expr::Bin(op, Box::new([one, other])),
        }
    }

    pub fn equals(self, other: Expr) -> Expr {
        Expr::bin(Op::Eq, self, other)
    }

    pub fn one_of(self, list: &[u64]) -> Expr {
        match signed(list).as_slice() {
            [] => Expr::Bool(false),
            [one] => self.equals(Expr::Int(*one)),
            list => Expr::In(vec![self], list.iter().map(|n| vec![*n]).collect()),
        }
    }

    pub fn negated(self) -> Expr {
        match self {
            Expr::Bool(is) => Expr::Bool(!is),
            Expr::Not(inner) => *inner,
            Expr::Bin(Op::Eq, sides) => Expr::Bin(Op::Ne, sides),
            other => Expr::Not(Box::new(other)),
        }
    }

    pub fn and(self, other: Expr) -> Expr {
        match (self, other) {
            (Expr::Bool(true), other) | (other, Expr::Bool(true)) => other,
            (one, other) => Expr::bin(Op::And, one, other),
        }
    }

    pub fn or(self, other: Expr) -> Expr {
        match (self, other) {
            (Expr::Bool(false), other) | (other, Expr::Bool(false)) => other,
            (one, other) => Expr::bin(Op::Or, one, other),
        }
    }

    /// Makes the condition true at the points `added` and false at the points `removed`. A point lists one value for
    /// each expression in `of`.
    pub fn except(self, of: &[Expr], added: Vec<Vec<i64>>, removed: Vec<Vec<i64>>) -> Expr {
        let list = |points: Vec<Vec<i64>>| match (of, points.as_slice()) {
            (_, []) => Expr::Bool(false),
            ([of], [point]) => of.clone().equals(Expr::Int(point[0])),
            _ => Expr::In(of.to_vec(), points),
        };
        let core = list(removed).negated().and(self);
        list(added).or(core)
    }

    /// Splits a condition on `n` into its core and its exceptions. The exceptions are in ascending order. If the
    /// condition is a plain list, the core is `false`, and the exceptions are the numbers in the order of the list.
    pub fn without_exceptions(&self) -> (&Expr, Vec<i64>) {
        let (mut core, mut numbers) = (self, Vec::new());
        for op in [Op::Or, Op::And] {
            if let Expr::Bin(joined, sides) = core
                && *joined == op
                && let Some(points) = sides[0].points(op == Op::And)
            {
                numbers.extend(points);
                core = &sides[1];
            }
        }
        if let Some(points) = self.points(false).filter(|_| numbers.is_empty()) {
            return (&Expr::Bool(false), points);
        }
        numbers.sort_unstable();
        (core, numbers)
    }

    /// Returns the numbers that a condition such as `[3, 5].contains(n)` lists. If `negated` is set, returns those that
    /// a condition such as `n != 3` excludes.
    pub fn points(&self, negated: bool) -> Option<Vec<i64>> {
        match self {
            Expr::Not(inner) if negated => inner.points(false),
            Expr::Bin(op, sides) if *op == if negated { Op::Ne } else { Op::Eq } => {
                match &**sides {
                    [Expr::N, Expr::Int(n)] => Some(vec![*n]),
                    _ => None,
                }
            }
            Expr::In(of, list) if !negated && *of == [Expr::N] => {
                Some(list.iter().map(|point| point[0]).collect())
            }
            _ => None,
        }
    }

    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Var(_) | Expr::Int(_) | Expr::Bool(_) | Expr::List(_) => Vec::new(),
            Expr::Not(inner) | Expr::Pick(_, inner) => vec![inner],
            Expr::Bin(_, sides) => sides.iter().collect(),
            Expr::Call(_, parts) | Expr::In(parts, _) => parts.iter().collect(),
            Expr::If(parts) => parts.iter().collect(),
            Expr::Switch(of, _, rest) => vec![of, rest],
        }
    }

    fn has_part(&self, is: &dyn Fn(&Expr) -> bool) -> bool {
        is(self) || self.parts().into_iter().any(|part| part.has_part(is))
    }

    pub fn replace(&self, with: &dyn Fn(Var) -> Expr) -> Expr {
        let all = |parts: &[Expr]| parts.iter().map(|part| part.replace(with)).collect();
        let boxed = |part: &Expr| Box::new(part.replace(with));
        match self {
            Expr::Var(var) => with(*var),
            Expr::Not(inner) => Expr::Not(boxed(inner)),
            Expr::Bin(op, sides) => {
                let [one, other] = &**sides;
                Expr::bin(*op, one.replace(with), other.replace(with))
            }
            Expr::Call(function, parts) => Expr::Call(function, all(parts)),
            Expr::In(of, list) => Expr::In(all(of), list.clone()),
            Expr::Pick(list, place) => Expr::Pick(list.clone(), boxed(place)),
            Expr::If(parts) => {
                let [condition, one, other] = &**parts;
                Expr::If(Box::new([
                    condition.replace(with),
                    one.replace(with),
                    other.replace(with),
                ]))
            }
            Expr::Switch(of, cases, rest) => Expr::Switch(boxed(of), cases.clone(), boxed(rest)),
            Expr::Int(_) | Expr::Bool(_) | Expr::List(_) => self.clone(),
        }
    }

    pub fn applied_to(&self, number: &Expr) -> Expr {
        self.replace(&|var| match var {
            Var::N => number.clone(),
            other => Expr::Var(other),
        })
    }

    pub fn with_b(&self) -> Expr {
        self.replace(&|var| match var {
            Var::A => Expr::B,
            other => Expr::Var(other),
        })
    }

    pub fn is_divisible(&self, quotient: &Expr) -> bool {
        match (self, quotient) {
            (Expr::Bin(Op::Eq, sides), Expr::Bin(Op::Div, whole)) => {
                sides[0] == Expr::Bin(Op::Mod, whole.clone()) && sides[1] == Expr::Int(0)
            }
            _ => false,
        }
    }

    pub fn is_condition(&self) -> bool {
        match self {
            Expr::Bool(_) | Expr::Not(_) | Expr::In(..) => true,
            Expr::Bin(op, _) => op.level() <= 4,
            Expr::Call(function, _) => function.is_condition,
            Expr::If(parts) => parts[1].is_condition(),
            _ => false,
        }
    }

    /// Evaluates the expression. The first number is the value of `n` or `a`, and the second is the value of `b`.
    pub fn eval(&self, at: [i64; 2]) -> Evaluated {
        match self {
            Expr::Var(Var::B) => Ok(at[1]),
            Expr::Var(_) => Ok(at[0]),
            Expr::Int(n) => Ok(*n),
            Expr::Bool(is) => Ok((*is).into()),
            Expr::List(list) => Ok(list.first().copied().unwrap_or(0)),
            Expr::Not(inner) => Ok(1 - inner.eval(at)?),
            Expr::Bin(op, sides) => {
                let [one, other] = &**sides;
                match (op, one.eval(at)?) {
                    (Op::Or, 1) => Ok(1),
                    (Op::And, 0) => Ok(0),
                    (op, one) => op.join(one, other.eval(at)?),
                }
            }
            Expr::Call(function, parts) => {
                let mut arguments = Vec::with_capacity(parts.len());
                for part in parts {
                    match part {
                        Expr::List(list) => arguments.extend_from_slice(list),
                        part => arguments.push(part.eval(at)?),
                    }
                }
                (function.value)(&arguments)
            }
            Expr::In(of, list) => {
                let mut point = [0; 2];
                for (part, value) in of.iter().zip(&mut point) {
                    *value = part.eval(at)?;
                }
                let is_in = list.iter().any(|one| one[..] == point[..of.len()]);
                Ok(is_in.into())
            }
            Expr::Pick(list, place) => {
                let place = place.eval(at)?;
                let found = usize::try_from(place).ok().and_then(|i| list.get(i));
                found.copied().ok_or(EvalError::NoPlace(place))
            }
            Expr::If(parts) => {
                let [condition, one, other] = &**parts;
                if condition.eval(at)? == 1 { one } else { other }.eval(at)
            }
            Expr::Switch(of, cases, rest) => {
                let number = of.eval(at)?;
                match cases.iter().find(|(case, _)| *case == number) {
                    Some((_, value)) => Ok(*value),
                    None => rest.eval(at),
                }
            }
        }
    }

    pub fn holds(&self, at: [i64; 2]) -> bool {
        self.eval(at) == Ok(1)
    }

    /// Returns the description length in bits, by which rules are compared.
    pub fn bits(&self) -> u64 {
        let parts = || self.parts().into_iter().map(Expr::bits).sum::<u64>();
        match self {
            Expr::Var(Var::N) => 0,
            Expr::Var(_) | Expr::Bool(_) => 1,
            Expr::Int(n) => signed_bits(*n),
            Expr::List(list) => list.iter().map(|n| signed_bits(*n)).sum(),
            Expr::Not(inner) => inner.bits(),
            Expr::Bin(op, sides) => {
                let [one, other] = &**sides;
                match (op, other) {
                    (Op::Eq | Op::Ne, Expr::Int(n)) => one.set_bits(&[*n]),
                    (Op::Mod, Expr::Int(n)) => {
                        one.bits() + bits(n.unsigned_abs().saturating_sub(1))
                    }
                    (Op::Or, _) if one.points(false).is_some() => parts(),
                    (Op::And, _) if one.points(true).is_some() => parts(),
                    (Op::Or, _) => 4 + parts(),
                    // A condition that applies to both `a` and `b` counts once.
                    (Op::And, other) if *other == one.with_b() => 2 + one.bits(),
                    // If one side is the condition that a division on the other side is exact, neither the condition
                    // nor the division costs anything.
                    (Op::And, _) if other.has_part(&|part| one.is_divisible(part)) => {
                        other.bits() - 2
                    }
                    (Op::And, _) => 2 + parts(),
                    (Op::BitOr | Op::BitXor | Op::BitAnd, _) => 1 + parts(),
                    (Op::Mul | Op::Div | Op::Pow | Op::Shl | Op::Shr, _) => 2 + parts(),
                    _ => parts(),
                }
            }
            Expr::Call(function, _) => function.bits + parts(),
            Expr::In(of, list) => match (of.as_slice(), of.first().and_then(Expr::modulus)) {
                ([of], _) => of.set_bits(&list.iter().map(|point| point[0]).collect::<Vec<i64>>()),
                (of, Some(m)) => {
                    of.iter().map(Expr::bits).sum::<u64>() + evidence(m * m, list.len() as u64)
                }
                (..) => list.iter().flatten().map(|n| 1 + signed_bits(*n)).sum(),
            },
            Expr::Pick(list, place) => {
                place.bits() + list.iter().map(|n| signed_bits(*n)).sum::<u64>()
            }
            Expr::If(_) => 3 + parts(),
            Expr::Switch(_, cases, rest) => {
                let case = |(n, v): &(i64, i64)| named_bits(*n) + u64::from((v + 1).ilog2());
                rest.bits() + cases.iter().map(case).sum::<u64>()
            }
        }
    }

    pub fn modulus(&self) -> Option<u64> {
        match self {
            Expr::Bin(Op::Mod, sides) => match sides[1] {
                Expr::Int(m) => u64::try_from(m).ok(),
                _ => None,
            },
            Expr::Call(function, parts) if function.name == "digit" => match parts[1] {
                Expr::Int(base) => u64::try_from(base).ok(),
                _ => None,
            },
            _ => None,
        }
    }

    fn set_bits(&self, list: &[i64]) -> u64 {
        let named = || 1 + list.iter().map(|n| named_bits(*n)).sum::<u64>();
        self.bits()
            + match self.modulus() {
                Some(m) => evidence(m, list.len() as u64).max(1),
                None => named(),
            }
    }
}

fn named_bits(n: i64) -> u64 {
    u64::from((n.unsigned_abs() + 1).ilog2()) + 2
}

/// Converts the numbers of a table to signed integers. The numbers of a table are far smaller than 2^63.
pub fn signed(numbers: &[u64]) -> Vec<i64> {
    numbers.iter().map(|n| n.cast_signed()).collect()
}

impl Op {
    fn join(self, one: i64, other: i64) -> Evaluated {
        let truth = |is: bool| Some(i64::from(is));
        let shift = || u32::try_from(other).ok().filter(|by| *by < 63);
        match self {
            Op::Div | Op::Mod if other == 0 => return Err(EvalError::ZeroDivisor),
            Op::Or => truth(one + other > 0),
            Op::And => truth(one + other == 2),
            Op::Eq => truth(one == other),
            Op::Ne => truth(one != other),
            Op::Lt => truth(one < other),
            Op::Le => truth(one <= other),
            Op::Gt => truth(one > other),
            Op::Ge => truth(one >= other),
            Op::BitOr => Some(one | other),
            Op::BitXor => Some(one ^ other),
            Op::BitAnd => Some(one & other),
            Op::Shl => shift().and_then(|by| one.checked_mul(1 << by)),
            Op::Shr => shift().map(|by| one >> by),
            Op::Add => one.checked_add(other),
            Op::Sub => one.checked_sub(other),
            Op::Mul => one.checked_mul(other),
            // Euclidean division, so a remainder is never negative.
            Op::Div => one.checked_div_euclid(other),
            Op::Mod => one.checked_rem_euclid(other),
            Op::Pow => u32::try_from(other).ok().and_then(|by| one.checked_pow(by)),
        }
        .ok_or(EvalError::Overflow)
    }
}

impl fmt::Display for Expr {
    /// Prints the expression in the language that [`parse`](super::parse::parse) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

impl Expr {
    fn write(&self, f: &mut fmt::Formatter<'_>, level: u8) -> fmt::Result {
        let own = match self {
            Expr::Bin(op, _) => op.level(),
            Expr::Int(..0) | Expr::Not(_) => PREFIX,
            Expr::If(_) | Expr::Switch(..) => 0,
            _ => ATOM,
        };
        // The precedence of bitwise operators differs between languages, so operands with such operators are
        // parenthesized.
        let is_bitwise = matches!(self, Expr::Bin(op, _) if op.is_bitwise());
        if own < level || is_bitwise && level > 0 {
            write!(f, "(")?;
            self.write(f, 0)?;
            return write!(f, ")");
        }
        let pair = |point: &Vec<i64>| match point.as_slice() {
            [one] => one.to_string(),
            point => format!("{point:?}"),
        };
        match self {
            Expr::Var(var) => write!(f, "{}", var.name()),
            Expr::Int(n) => write!(f, "{n}"),
            Expr::Bool(is) => write!(f, "{is}"),
            Expr::List(list) => write!(f, "{list:?}"),
            Expr::Not(inner) => {
                write!(f, "!")?;
                inner.write(f, ATOM)
            }
            Expr::Bin(op, sides) => {
                let [left, right] = match op {
                    op if op.is_bitwise() => [PREFIX, PREFIX],
                    Op::Pow => [own + 1, own],
                    // `||` and `&&` are associative.
                    Op::Or | Op::And => [own, own],
                    _ => [own, own + 1],
                };
                sides[0].write(f, left)?;
                write!(f, " {} ", op.sign())?;
                sides[1].write(f, right)
            }
            Expr::Call(function, parts) => {
                write!(f, "{}(", function.name)?;
                for (i, part) in parts.iter().enumerate() {
                    write!(f, "{}{part}", if i == 0 { "" } else { ", " })?;
                }
                write!(f, ")")
            }
            Expr::In(of, list) => {
                let list = list.iter().map(pair).collect::<Vec<_>>().join(", ");
                match of.as_slice() {
                    [one] => write!(f, "[{list}].contains({one})"),
                    [one, other] => write!(f, "[{list}].contains([{one}, {other}])"),
                    _ => write!(f, "false"),
                }
            }
            Expr::Pick(list, place) => write!(f, "{list:?}[{place}]"),
            Expr::If(parts) => {
                let [condition, one, other] = &**parts;
                write!(f, "if {condition} {{ {one} }} else {{ {other} }}")
            }
            Expr::Switch(of, cases, rest) => {
                write!(f, "switch {of} {{ ")?;
                for (n, value) in cases {
                    write!(f, "{n} => {value}, ")?;
                }
                write!(f, "_ => {rest} }}")
            }
        }
    }
}
