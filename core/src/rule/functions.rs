//! Defines the functions of rules and claims.

use super::expr::EvalError;
use super::numbers::{self, Quadratic};
use super::sequence::{Sequence, is_wythoff_pair};

#[derive(Debug)]
pub struct Function {
    pub name: &'static str,
    /// The number of arguments; a list counts as one argument.
    pub arity: usize,
    pub list: Option<usize>,
    pub is_condition: bool,
    pub bits: u64,
    /// A phrase with `{0}` and `{1}` for the first two arguments; empty if only the formula is shown.
    pub words: &'static str,
    /// Evaluates the function; a list is passed as separate numbers.
    pub value: fn(&[i64]) -> Result<i64, EvalError>,
}

impl PartialEq for Function {
    fn eq(&self, other: &Function) -> bool {
        self.name == other.name
    }
}

impl Eq for Function {}

pub fn named(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

fn natural(n: i64) -> Result<u64, EvalError> {
    u64::try_from(n).map_err(|_| EvalError::Negative(n))
}

fn at_least(n: i64, least: i64) -> Result<u64, EvalError> {
    if n >= least {
        natural(n)
    } else {
        Err(EvalError::TooSmall(n, least))
    }
}

fn whole(n: u64) -> Result<i64, EvalError> {
    i64::try_from(n).map_err(|_| EvalError::Overflow)
}

fn slope(p: i64, d: i64, r: i64) -> Result<Quadratic, EvalError> {
    Ok(Quadratic {
        p,
        d: natural(d)?,
        r: at_least(r, 1)?,
    })
}

const LAST_TERM: u64 = 1 << 40;

macro_rules! in_base {
    ($name:literal, $bits:literal, $words:expr, $f:path) => {
        Function {
            name: $name,
            arity: 2,
            list: None,
            is_condition: false,
            bits: $bits,
            words: $words,
            value: |x| whole($f(natural(x[0])?, at_least(x[1], 2)?)),
        }
    };
}

macro_rules! of_one {
    ($name:literal, $bits:literal, $words:expr, $f:path) => {
        Function {
            name: $name,
            arity: 1,
            list: None,
            is_condition: false,
            bits: $bits,
            words: $words,
            value: |x| whole($f(natural(x[0])?)),
        }
    };
}

macro_rules! test {
    ($name:literal, $bits:literal, $words:expr, $f:path) => {
        Function {
            name: $name,
            arity: 1,
            list: None,
            is_condition: true,
            bits: $bits,
            words: $words,
            value: |x| Ok((x[0] >= 0 && $f(x[0].unsigned_abs())).into()),
        }
    };
}

pub static FUNCTIONS: [Function; 23] = [
    in_base!(
        "trailing_zeros",
        1,
        tr_key!("the number of zeros at the end of {0} in base {1}"),
        numbers::trailing_zeros
    ),
    in_base!(
        "largest_power",
        2,
        tr_key!("the largest power of {1} that divides {0}"),
        numbers::largest_power
    ),
    in_base!(
        "digit_sum",
        2,
        tr_key!("the sum of the digits of {0} in base {1}"),
        numbers::digit_sum
    ),
    in_base!(
        "leading_digit",
        3,
        tr_key!("the first digit of {0} in base {1}"),
        numbers::leading_digit
    ),
    in_base!(
        "digits",
        3,
        tr_key!("the number of digits of {0} in base {1}"),
        numbers::digits
    ),
    of_one!(
        "odd_part",
        4,
        tr_key!("the odd part of {0}"),
        numbers::odd_part
    ),
    of_one!(
        "prime_factors",
        6,
        tr_key!("the number of prime factors of {0}"),
        numbers::prime_factors
    ),
    of_one!(
        "least_factor_place",
        7,
        tr_key!("the place of the least prime factor of {0} among the primes"),
        numbers::least_factor_place
    ),
    of_one!(
        "least_zeckendorf",
        6,
        tr_key!("the least Fibonacci number in the Zeckendorf sum of {0}"),
        numbers::least_zeckendorf
    ),
    test!(
        "is_square",
        12,
        tr_key!("{0} is a square"),
        numbers::is_square
    ),
    test!(
        "is_triangular",
        12,
        tr_key!("{0} is a triangular number"),
        numbers::is_triangular
    ),
    test!(
        "is_fibonacci",
        12,
        tr_key!("{0} is a Fibonacci number"),
        numbers::is_fibonacci
    ),
    test!("is_prime", 12, tr_key!("{0} is prime"), numbers::is_prime),
    Function {
        name: "is_power",
        arity: 2,
        list: None,
        is_condition: true,
        bits: 5,
        words: tr_key!("{0} is a power of {1}"),
        value: |x| {
            let base = at_least(x[1], 2)?;
            Ok((x[0] > 0 && numbers::is_power(x[0].unsigned_abs(), base)).into())
        },
    },
    Function {
        name: "digit",
        arity: 3,
        list: None,
        is_condition: false,
        bits: 3,
        words: "",
        value: |x| {
            let n = natural(x[0])?;
            let base = at_least(x[1], 2)?;
            whole(numbers::digit(n, base, natural(x[2])?))
        },
    },
    Function {
        name: "gcd",
        arity: 2,
        list: None,
        is_condition: false,
        bits: 3,
        words: tr_key!("the greatest common divisor of {0} and {1}"),
        value: |x| whole(numbers::gcd(x[0].unsigned_abs(), x[1].unsigned_abs())),
    },
    Function {
        name: "abs",
        arity: 1,
        list: None,
        is_condition: false,
        bits: 0,
        words: "",
        value: |x| whole(x[0].unsigned_abs()),
    },
    Function {
        name: "min",
        arity: 2,
        list: None,
        is_condition: false,
        bits: 2,
        words: tr_key!("the smaller of {0} and {1}"),
        value: |x| Ok(x[0].min(x[1])),
    },
    Function {
        name: "max",
        arity: 2,
        list: None,
        is_condition: false,
        bits: 2,
        words: tr_key!("the larger of {0} and {1}"),
        value: |x| Ok(x[0].max(x[1])),
    },
    Function {
        name: "beatty",
        arity: 4,
        list: None,
        is_condition: false,
        bits: 1,
        words: "",
        value: |x| {
            let floor = slope(x[1], x[2], x[3])?.floor(natural(x[0])?);
            whole(floor.ok_or(EvalError::Overflow)?)
        },
    },
    Function {
        name: "in_beatty",
        arity: 6,
        list: None,
        is_condition: true,
        bits: 4,
        words: "",
        value: |x| {
            let slope = slope(x[1], x[2], x[3])?;
            let wanted = natural(x[0])?;
            let from = natural(x[5])?;
            // The terms increase, so search them by bisection.
            let mut low = from;
            let mut high = from.max(LAST_TERM);
            let mut found = None;
            while low < high {
                let middle = low.midpoint(high);
                let term = slope.floor(middle).map(|n| n.checked_add_signed(x[4]));
                match term {
                    Some(term) if term < Some(wanted) => low = middle + 1,
                    term => (high, found) = (middle, term.flatten()),
                }
            }
            Ok((found == Some(wanted)).into())
        },
    },
    Function {
        name: "is_wythoff_pair",
        arity: 4,
        list: None,
        is_condition: true,
        bits: 4,
        words: "",
        value: |x| {
            let a = natural(x[0].min(x[1]))?;
            let b = natural(x[0].max(x[1]))?;
            let pair = is_wythoff_pair(a, b, at_least(x[2], 1)?, natural(x[3])?);
            pair.map(Into::into).ok_or(EvalError::Overflow)
        },
    },
    Function {
        name: "in_sequence",
        arity: 6,
        list: Some(1),
        is_condition: true,
        bits: 3,
        words: "",
        value: |x| {
            let [n, ref first @ .., p, r, q, c] = *x else {
                return Ok(0);
            };
            at_least(q, 1)?;
            let first = first
                .iter()
                .map(|n| natural(*n))
                .collect::<Result<_, _>>()?;
            let sequence = Sequence { first, p, r, q, c };
            Ok(sequence.contains(natural(n)?).into())
        },
    },
];
