//! Integer functions that rules use.

use crate::rules::saturating_cast;

/// Returns the number of zeros at the end of `n` in a base of 2 or more; 0 if `n` is 0.
pub fn trailing_zeros(mut n: u64, base: u64) -> u64 {
    let mut count = 0;
    while n != 0 && base > 1 && n.is_multiple_of(base) {
        n /= base;
        count += 1;
    }
    count
}

fn digits_of(mut n: u64, base: u64) -> impl Iterator<Item = u64> {
    let base = base.max(2);
    std::iter::from_fn(move || {
        let digit = (n != 0).then_some(n % base);
        n /= base;
        digit
    })
}

/// Returns the sum of the digits of `n` in a base of 2 or more.
pub fn digit_sum(n: u64, base: u64) -> u64 {
    digits_of(n, base).sum()
}

/// Returns the digit of `n` at index `place`, counted from 0 at the end, in a base of 2 or more.
pub fn digit(n: u64, base: u64, place: u64) -> u64 {
    digits_of(n, base).nth(saturating_cast(place)).unwrap_or(0)
}

/// Returns the first digit of `n` in a base of 2 or more.
pub fn leading_digit(n: u64, base: u64) -> u64 {
    digits_of(n, base).last().unwrap_or(0)
}

/// Returns the number of digits of `n` in a base of 2 or more; 0 has no digits.
pub fn digits(n: u64, base: u64) -> u64 {
    digits_of(n, base).count() as u64
}

/// Returns `n` divided by the largest power of 2 that divides it; 0 if `n` is 0.
pub fn odd_part(n: u64) -> u64 {
    if n == 0 { 0 } else { n >> n.trailing_zeros() }
}

/// Returns whether `n` is 1, `base`, `base`^2, ...
pub fn is_power(mut n: u64, base: u64) -> bool {
    while base > 1 && n != 0 && n.is_multiple_of(base) {
        n /= base;
    }
    n == 1
}

/// Returns whether `n` is 0, 1, 4, 9, ...
pub fn is_square(n: u64) -> bool {
    let root = n.isqrt();
    root * root == n
}

/// Returns whether `n` is 0, 1, 3, 6, 10, ...
pub fn is_triangular(n: u64) -> bool {
    let square = 8 * u128::from(n) + 1;
    square.isqrt().pow(2) == square
}

/// Returns whether `n` is 0, 1, 2, 3, 5, 8, 13, ...
pub fn is_fibonacci(n: u64) -> bool {
    let (mut a, mut b) = (0u64, 1u64);
    while a < n {
        (a, b) = (b, a.saturating_add(b));
    }
    a == n
}

/// Returns whether `n` is prime.
pub fn is_prime(n: u64) -> bool {
    n >= 2 && least_factor(n) == n
}

/// Returns the least prime that divides `n`, or `n` itself if it is below 2.
pub fn least_factor(n: u64) -> u64 {
    if n >= 2 && n.is_multiple_of(2) {
        return 2;
    }
    let mut d = 3;
    while d <= n / d {
        if n.is_multiple_of(d) {
            return d;
        }
        d += 2;
    }
    n
}

/// Returns the number of prime factors of `n`, with multiplicity; 0 if `n` is below 2.
pub fn prime_factors(mut n: u64) -> u64 {
    let mut count = 0;
    while n >= 2 {
        n /= least_factor(n);
        count += 1;
    }
    count
}

/// Returns the greatest common divisor.
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A number (p + √d) / r.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quadratic {
    /// The integer added to the root.
    pub p: i64,
    /// The radicand, which is not a square.
    pub d: u64,
    /// The divisor, which is at least 1.
    pub r: u64,
}

impl Quadratic {
    /// The golden ratio.
    pub const GOLDEN: Quadratic = Quadratic { p: 1, d: 5, r: 2 };

    /// Returns the floor of `k` times this number; `None` if the result is negative or a number overflows.
    pub fn floor(self, k: u64) -> Option<u64> {
        // `k p` is an integer, so rounding `k √d` down before the division changes nothing.
        let root = u128::from(k)
            .checked_mul(k.into())?
            .checked_mul(self.d.into())?
            .isqrt();
        let top = i128::from(k) * i128::from(self.p) + i128::try_from(root).ok()?;
        u64::try_from(top.div_euclid(i128::from(self.r))).ok()
    }

    /// Renders the number in mathematical notation, with decimals unless `brief` is set. The golden ratio is rendered
    /// as its name and decimals, or as the decimals alone if `brief` is set.
    pub fn words(self, brief: bool) -> String {
        if self == Quadratic::GOLDEN {
            let words = if brief {
                "1.618..."
            } else {
                tr!("the golden ratio (1.618...)")
            };
            return words.to_owned();
        }
        let top = match self.p {
            0 => format!("√{}", self.d),
            p => format!("{p} + √{}", self.d),
        };
        let about = self.floor(1000).filter(|_| !brief);
        let about = about.map_or(String::new(), |n| {
            format!(" ({}.{:03}...)", n / 1000, n % 1000)
        });
        match (self.r, self.p) {
            (1, _) => format!("{top}{about}"),
            (r, 0) => format!("{top}/{r}{about}"),
            (r, _) => format!("({top})/{r}{about}"),
        }
    }

    /// Returns the description length in bits.
    pub fn bits(self) -> u64 {
        signed_bits(self.p) + bits(self.d) + bits(self.r)
    }
}

/// Returns the description length of a number in bits.
pub fn bits(n: u64) -> u64 {
    2 * u64::from(n.saturating_add(1).ilog2()) + 1
}

/// Returns the description length of a signed number in bits.
pub fn signed_bits(n: i64) -> u64 {
    bits(n.unsigned_abs()) + u64::from(n < 0)
}

/// Returns a rough estimate of the number of bits needed to select `few` of `all` items.
pub fn evidence(all: u64, few: u64) -> u64 {
    let few = few.min(all.saturating_sub(few));
    match few {
        0 => u64::from((all + 1).ilog2()),
        _ => few * (u64::from((all / few).max(1).ilog2()) + 1),
    }
}

/// Returns the largest power of `base` that divides `n`; 0 if `n` is 0.
pub fn largest_power(n: u64, base: u64) -> u64 {
    match n {
        0 => 0,
        _ => base.pow(saturating_cast(trailing_zeros(n, base))),
    }
}

/// Returns the index of the least prime factor of `n` among the primes, counted from 1; 0 if `n` is below 2.
pub fn least_factor_place(n: u64) -> u64 {
    match n {
        0 | 1 => 0,
        _ => (2..=least_factor(n)).filter(|&p| is_prime(p)).count() as u64,
    }
}

/// Returns the Zeckendorf representation of `n`, which must be below 2^63: the unique sum of non-consecutive Fibonacci
/// numbers, in descending order (E. Zeckendorf, 1972).
pub fn zeckendorf(mut n: u64) -> Vec<u64> {
    let pairs = std::iter::successors(Some((1u64, 2u64)), |&(a, b)| Some((b, a.checked_add(b)?)));
    let mut parts: Vec<u64> = pairs.map(|(a, _)| a).take_while(|&a| a <= n).collect();
    parts.reverse();
    parts.retain(|&part| {
        let fits = part <= n;
        n -= if fits { part } else { 0 };
        fits
    });
    parts
}

/// Returns the smallest term of the Zeckendorf representation of `n`; 0 if `n` is 0.
pub fn least_zeckendorf(n: u64) -> u64 {
    zeckendorf(n).last().copied().unwrap_or(0)
}
