//! Wythoff's losing pairs in integers.
//!
//! W. A. Wythoff, "A modification of the game of Nim" (1907): in normal play the k-th losing pair is (A(k), A(k) + k)
//! with A(k) = floor(k phi), k = 0, 1, 2, ...; every number above 0 is in exactly one of them. In misère play the pairs
//! with k = 0 and 1, (0, 0) and (1, 2), give way to (2, 2) and (0, 1), and all others stay: the three numbers 0, 1, 2
//! are used up by these pairs either way, so everything after them comes out the same.
//!
//! phi is never written down: a < k phi holds for a >= k >= 1 exactly when a (a - k) < k^2, as phi is the positive root
//! of x (x - 1) = 1; it is irrational, so that equality never happens for k > 0. 128 bits hold the squares.

use crate::rules::Convention;

pub fn loses(a: u64, b: u64, convention: Convention) -> bool {
    let low = a.min(b);
    let high = a.max(b);
    let k = high - low;
    if k < 2 {
        return (low, high) == first_pair(k, convention);
    }
    below(low, k) && !below(low + 1, k)
}

/// Returns whether a < k phi, for k >= 1.
fn below(a: u64, k: u64) -> bool {
    let a = u128::from(a);
    let k = u128::from(k);
    a < k || a * (a - k) < k * k
}

/// The losing pairs of difference 0 and 1.
fn first_pair(k: u64, convention: Convention) -> (u64, u64) {
    match (k, convention) {
        (0, Convention::Normal) => (0, 0),
        (0, Convention::Misere) => (2, 2),
        (_, Convention::Normal) => (1, 2),
        (_, Convention::Misere) => (0, 1),
    }
}

/// The smaller number of the losing pair with this difference, if it is at most `most`.
pub fn lower_of_difference(k: u64, convention: Convention, most: u64) -> Option<u64> {
    let low = match k {
        0 | 1 => first_pair(k, convention).0,
        _ if below(most.saturating_add(1), k) => return None,
        _ => greatest(k, most, |a| below(a, k)),
    };
    (low <= most).then_some(low)
}

/// The number that makes a losing pair with `n`.
pub fn partner(n: u64, convention: Convention) -> u64 {
    if n <= 2 {
        return match (n, convention) {
            (0, Convention::Normal) | (1, Convention::Misere) => 0,
            (2, Convention::Normal) | (0, Convention::Misere) => 1,
            _ => 2,
        };
    }
    // k phi < n + 1 for as many k as there are A(k) up to n. The last of them is n itself, or n is one of the larger
    // numbers: the (n - k)-th, whose smaller one is n - (n - k).
    let k = greatest(0, n, |k| k == 0 || !below(n + 1, k));
    if below(n, k) { n.saturating_add(k) } else { k }
}

/// The greatest number in `low..=high` that satisfies `holds`, which must be true from `low` on up to some number only.
fn greatest(mut low: u64, mut high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if holds(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}
