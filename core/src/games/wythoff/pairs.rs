//! Computes Wythoff's losing pairs by integer arithmetic.
//!
//! W. A. Wythoff, "A modification of the game of Nim" (1907): in normal play, the k-th losing pair is (A(k), A(k) + k)
//! with A(k) = floor(k phi) for all k >= 0. Every number above 0 is in exactly one of these pairs. In misère play, the
//! pairs with k = 0 and 1, (0, 0) and (1, 2), are replaced by (2, 2) and (0, 1). All other pairs are the same as in
//! normal play, because under both conventions the first two pairs use up the numbers 0, 1 and 2 and the differences 0
//! and 1.
//!
//! The code never computes phi. For a >= k >= 1, a < k phi holds exactly when a (a - k) < k^2, because phi is the
//! positive root of x (x - 1) = 1. The two sides are never equal for k > 0, because phi is irrational. The squares fit
//! into 128 bits.

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

/// Returns the losing pair whose numbers differ by `k`, which must be 0 or 1.
fn first_pair(k: u64, convention: Convention) -> (u64, u64) {
    match (k, convention) {
        (0, Convention::Normal) => (0, 0),
        (0, Convention::Misere) => (2, 2),
        (_, Convention::Normal) => (1, 2),
        (_, Convention::Misere) => (0, 1),
    }
}

/// The smaller number of the losing pair with difference `k`, or `None` if that number exceeds `most`.
pub fn lower_of_difference(k: u64, convention: Convention, most: u64) -> Option<u64> {
    let low = match k {
        0 | 1 => first_pair(k, convention).0,
        _ if below(most.saturating_add(1), k) => return None,
        _ => greatest(k, most, |a| below(a, k)),
    };
    (low <= most).then_some(low)
}

/// The number that forms a losing pair with `n`.
pub fn partner(n: u64, convention: Convention) -> u64 {
    if n <= 2 {
        return match (n, convention) {
            (0, Convention::Normal) | (1, Convention::Misere) => 0,
            (2, Convention::Normal) | (0, Convention::Misere) => 1,
            _ => 2,
        };
    }
    // k is the largest index with A(k) <= n. Either n = A(k), and the partner is n + k; or n is the larger number of
    // the pair with index n - k, and the partner is n - (n - k) = k.
    let k = greatest(0, n, |k| k == 0 || !below(n + 1, k));
    if below(n, k) { n.saturating_add(k) } else { k }
}

/// Finds the greatest number in `low..=high` that satisfies `holds`. `holds` must be true from `low` up to some number
/// and false above that number.
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
