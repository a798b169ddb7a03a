//! Parses expressions: the claims of users and the templates of the library.

use super::expr::{Expr, Op, PREFIX, Var};
use super::functions::{self, Function};

/// An error in an expression, or the reason why its check stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionError {
    /// The limits stopped the check, or the check needs values that are not known.
    #[error(transparent)]
    Stopped(#[from] crate::rules::Stop),
    /// The expression is invalid.
    #[error("{}{what}", column.map(|column| tr!("column {column}: ")).unwrap_or_default())]
    Wrong {
        /// The message, which includes the position if the expression has several lines.
        what: String,
        /// The column, counted from 1, if the expression has one line.
        column: Option<usize>,
    },
}

impl ExpressionError {
    /// Creates an error about the whole expression.
    pub fn whole(what: impl Into<String>) -> ExpressionError {
        ExpressionError::Wrong {
            what: what.into(),
            column: Some(1),
        }
    }
}

const DEEPEST: usize = 100;

/// Parses an expression that may contain the variables in `names`.
pub fn parse(text: &str, names: &[Var]) -> Result<Expr, ExpressionError> {
    let mut parser = Parser {
        text: text.chars().collect(),
        at: 0,
        depth: 0,
        names,
    };
    let read = parser.expression(0).and_then(|read| match parser.peek() {
        None => Ok(read),
        Some(c) => parser.wrong(tr!("{c:?} is not expected here")),
    });
    read.map_err(|Wrong { what, at }| {
        let before: String = parser.text[..at.min(parser.text.len())].iter().collect();
        let lines = text.trim_end().lines().count();
        let (line, column) = match before.rsplit_once('\n') {
            Some((head, tail)) => (head.matches('\n').count() + 2, tail.chars().count() + 1),
            None => (1, at + 1),
        };
        match lines {
            0 | 1 => ExpressionError::Wrong {
                what,
                column: Some(column),
            },
            _ => ExpressionError::Wrong {
                what: tr!("line {line}, column {column}: {what}"),
                column: None,
            },
        }
    })
}

struct Wrong {
    what: String,
    at: usize,
}

type Read<T> = Result<T, Wrong>;

struct Parser<'n> {
    text: Vec<char>,
    at: usize,
    depth: usize,
    names: &'n [Var],
}

impl Parser<'_> {
    fn wrong<T>(&self, what: impl Into<String>) -> Read<T> {
        Err(Wrong {
            what: what.into(),
            at: self.at,
        })
    }

    /// Skips white space and returns the next character without consuming it.
    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Returns whether this token comes next, and not merely as a prefix of a longer word.
    fn is_next(&mut self, token: &str) -> bool {
        self.peek();
        let rest = &self.text[self.at..];
        let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
        let length = token.chars().count();
        rest.len() >= length
            && token.chars().zip(rest).all(|(one, other)| one == *other)
            && !(token.chars().all(|c| is_word(&c)) && rest.get(length).is_some_and(is_word))
    }

    fn take(&mut self, token: &str) -> bool {
        let is_next = self.is_next(token);
        if is_next {
            self.at += token.chars().count();
        }
        is_next
    }

    fn need(&mut self, token: &str) -> Read<()> {
        if self.take(token) {
            Ok(())
        } else if self.peek().is_none() {
            self.wrong(tr!("the expression ends too early"))
        } else {
            self.wrong(tr!("expected {token:?}"))
        }
    }

    fn operator(&mut self, level: u8) -> Option<(Op, usize)> {
        // Prefer `<=` to its prefix `<`, regardless of precedence.
        let (sign, op) = Op::SPELLINGS
            .into_iter()
            .filter(|(sign, _)| self.is_next(sign))
            .max_by_key(|(sign, _)| sign.len())?;
        (op.level() >= level).then_some((op, sign.len()))
    }

    fn expression(&mut self, level: u8) -> Read<Expr> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.wrong(tr!("the expression is nested too deeply"));
        }
        let mut start = self.start();
        let mut left = self.prefix()?;
        loop {
            if level <= 4 && self.take("in") {
                self.expect(&left, false, start)?;
                let list = self.list()?;
                left = Expr::In(vec![left], list.into_iter().map(|n| vec![n]).collect());
                continue;
            }
            let Some((op, length)) = self.operator(level) else {
                break;
            };
            let sign = self.at;
            self.at += length;
            let right_start = self.start();
            let right = self.expression(op.level() + u8::from(op != Op::Pow))?;
            match op.takes_conditions() {
                Some(wanted) => {
                    self.expect(&left, wanted, start)?;
                    self.expect(&right, wanted, right_start)?;
                }
                None if left.is_condition() != right.is_condition() => {
                    self.at = sign;
                    return self.wrong(tr!("a number is compared with a condition"));
                }
                None => {}
            }
            left = Expr::Bin(op, Box::new([left, right]));
            start = start.min(sign);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn start(&mut self) -> usize {
        self.peek();
        self.at
    }

    fn expect(&mut self, part: &Expr, condition: bool, start: usize) -> Read<()> {
        if part.is_condition() == condition {
            return Ok(());
        }
        self.at = start;
        self.wrong(if condition {
            tr!("this is a number; expected a condition")
        } else {
            tr!("this is a condition; expected a number")
        })
    }

    fn prefix(&mut self) -> Read<Expr> {
        if self.take("!") || self.take("not") {
            let start = self.start();
            let inner = self.expression(PREFIX)?;
            self.expect(&inner, true, start)?;
            return Ok(inner.negated());
        }
        if self.take("-") {
            let start = self.start();
            let inner = self.expression(PREFIX)?;
            self.expect(&inner, false, start)?;
            return Ok(match inner {
                Expr::Int(n) => Expr::Int(-n),
                inner => Expr::Bin(Op::Sub, Box::new([Expr::Int(0), inner])),
            });
        }
        self.operand()
    }

    fn operand(&mut self) -> Read<Expr> {
        match self.peek() {
            None => self.wrong(if self.text.iter().all(|c| c.is_whitespace()) {
                tr!("the expression is empty")
            } else {
                tr!("the expression ends too early")
            }),
            Some('0'..='9') => Ok(Expr::Int(self.number()?)),
            Some('(') => {
                self.need("(")?;
                let inner = self.expression(0)?;
                self.need(")")?;
                Ok(inner)
            }
            Some('[') => self.listed(),
            Some(c) if c.is_alphabetic() || c == '_' => self.word(),
            Some(c) => self.wrong(tr!("{c:?} is not expected here")),
        }
    }

    fn number(&mut self) -> Read<i64> {
        let start = self.start();
        let is_digit = |c: &char| c.is_ascii_digit() || *c == '_';
        let digits: String = self.text[start..]
            .iter()
            .take_while(|c| is_digit(c))
            .collect();
        let number = digits.replace('_', "").parse();
        match number {
            Ok(number) => {
                self.at += digits.len();
                Ok(number)
            }
            Err(_) if digits.is_empty() => self.wrong(tr!("expected a number")),
            Err(_) => self.wrong(tr!("the number is too large")),
        }
    }

    fn signed(&mut self) -> Read<i64> {
        let sign = if self.take("-") { -1 } else { 1 };
        Ok(sign * self.number()?)
    }

    fn items<T>(&mut self, item: impl Fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        self.need("[")?;
        let mut items = Vec::new();
        while !self.take("]") {
            if !items.is_empty() {
                self.need(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn list(&mut self) -> Read<Vec<i64>> {
        self.items(Self::signed)
    }

    fn listed(&mut self) -> Read<Expr> {
        let start = self.at;
        self.need("[")?;
        let of_pairs = self.is_next("[");
        self.at = start;
        if of_pairs {
            let list = self.items(Self::list)?;
            if list.iter().any(|point| point.len() != 2) {
                self.at = start;
                return self.wrong(tr!("expected a list of pairs"));
            }
            self.need(".contains")?;
            self.need("(")?;
            let of = self.items(Self::operand_of_list)?;
            self.need(")")?;
            return match of.len() {
                2 => Ok(Expr::In(of, list)),
                _ => self.wrong(tr!("expected a pair, such as [a, b]")),
            };
        }
        let list = self.list()?;
        if self.take("[") {
            let place = self.operand_of_list()?;
            self.need("]")?;
            return Ok(Expr::Pick(list, Box::new(place)));
        }
        self.need(".contains")?;
        self.need("(")?;
        let of = self.operand_of_list()?;
        self.need(")")?;
        Ok(Expr::In(
            vec![of],
            list.into_iter().map(|n| vec![n]).collect(),
        ))
    }

    fn operand_of_list(&mut self) -> Read<Expr> {
        let start = self.start();
        let of = self.expression(0)?;
        self.expect(&of, false, start)?;
        Ok(of)
    }

    fn word(&mut self) -> Read<Expr> {
        let start = self.at;
        let rest = self.text[start..].iter();
        let word: String = rest
            .take_while(|c| c.is_alphanumeric() || **c == '_')
            .collect();
        self.at += word.chars().count();
        match word.as_str() {
            "true" | "false" => return Ok(Expr::Bool(word == "true")),
            "if" => return self.choice(),
            "switch" => return self.switch(),
            _ => {}
        }
        if self.is_next("(") {
            if let Some(function) = functions::named(&word) {
                return self.call(function);
            }
            self.at = start;
            return self.wrong(tr!("there is no function {word}"));
        }
        match self
            .names
            .iter()
            .find(|name| word == name.name().to_string())
        {
            Some(name) => Ok(Expr::Var(*name)),
            None => {
                self.at = start;
                let names: Vec<String> = self
                    .names
                    .iter()
                    .map(|name| name.name().to_string())
                    .collect();
                self.wrong(tr!(
                    "{word} is not known; expected {names}",
                    names = names.join(tr!(" and "))
                ))
            }
        }
    }

    fn call(&mut self, function: &'static Function) -> Read<Expr> {
        let start = self.at;
        self.need("(")?;
        let mut parts = Vec::new();
        while !self.take(")") {
            if !parts.is_empty() {
                self.need(",")?;
            }
            parts.push(if function.list == Some(parts.len()) {
                Expr::List(self.list()?)
            } else {
                self.operand_of_list()?
            });
        }
        if function.name == "trailing_zeros" && parts.len() == 1 {
            parts.push(Expr::Int(2));
        }
        if parts.len() != function.arity {
            self.at = start;
            return self.wrong(tr!(
                "{name} takes {arity} arguments, not {parts}",
                name = function.name,
                arity = function.arity,
                parts = parts.len()
            ));
        }
        Ok(Expr::Call(function, parts))
    }

    fn choice(&mut self) -> Read<Expr> {
        let start = self.start();
        let condition = self.expression(0)?;
        self.expect(&condition, true, start)?;
        let one = self.block()?;
        self.need("else")?;
        let other = if self.take("if") {
            self.choice()?
        } else {
            self.block()?
        };
        self.expect(&other, one.is_condition(), start)?;
        Ok(Expr::If(Box::new([condition, one, other])))
    }

    fn block(&mut self) -> Read<Expr> {
        self.need("{")?;
        let inner = self.expression(0)?;
        self.need("}")?;
        Ok(inner)
    }

    fn switch(&mut self) -> Read<Expr> {
        let of = self.operand_of_list()?;
        self.need("{")?;
        let mut cases = Vec::new();
        while !self.take("_") {
            let case = self.signed()?;
            self.need("=>")?;
            cases.push((case, self.signed()?));
            self.need(",")?;
        }
        self.need("=>")?;
        let rest = self.operand_of_list()?;
        self.need("}")?;
        Ok(Expr::Switch(Box::new(of), cases, Box::new(rest)))
    }
}
