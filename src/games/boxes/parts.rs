//! Which splits of one box reach a wanted value, in formulas: no list of splits is ever gone through.
//!
//! A split of n balls is named by its first part i, from 1 to n - 1. All lists are rising.

use crate::solve::Winners;

/// What a split is to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A pair of this Grundy value.
    Value(u64),
    /// A pair that loses in misère play.
    Misere,
}

/// Ferguson's game: the Grundy value of a pair is the number of trailing 1-bits of (a-1) OR (b-1).
#[must_use]
pub fn ferguson_value(a: u64, b: u64) -> u64 {
    u64::from(((a.saturating_sub(1)) | (b.saturating_sub(1))).trailing_ones())
}

/// Ferguson's game in misère play: whether the player to move loses.
#[must_use]
pub fn ferguson_misere(a: u64, b: u64) -> bool {
    let (low, high) = (a.min(b), a.max(b));
    high % 3 == 2 && (low == 1 || low % 3 == 2)
}

/// The splits of n in Ferguson's game that leave the aim.
#[must_use]
pub fn ferguson_splits(n: u64, aim: Aim, most: usize) -> Winners<u64> {
    match aim {
        Aim::Value(v) => trailing_ones(n, v, most),
        // Both parts 2 modulo 3.
        Aim::Misere if n % 3 == 1 && n >= 4 => {
            Winners { first: (0..n / 3).map(|h| 3 * h + 2).take(most).collect(), count: n / 3 }
        }
        // One part 1, the other 2 modulo 3.
        Aim::Misere if n.is_multiple_of(3) && n >= 3 => list(&[1, n - 1], most),
        Aim::Misere => Winners::default(),
    }
}

/// The splits of n with v trailing 1-bits in (i-1) OR (n-i-1).
///
/// Let u = i-1, w = n-i-1, s = u + w = n-2, and add u and w from the lowest bit on. Below bit v no bit may be 0 in both.
/// While the carry is 0, a 1 of s wants one of the two bits set (two ways), a 0 wants both, and from then on the carry
/// is 1 and stays: a 1 of s wants both, a 0 one of them (two ways). Bit v must be 0 in both, so that s has the carry
/// there; what is above is any u that is not too large. So the low bits of u are the fixed ones and any subset of the
/// free ones, and each subset goes with each of the higher parts 0 to s / 2^(v+1): the low bits of u and w then add to
/// those of s without passing bit v.
fn trailing_ones(n: u64, v: u64, most: usize) -> Winners<u64> {
    let Some(s) = n.checked_sub(2) else { return Winners::default() };
    if v >= 64 {
        return Winners::default();
    }
    let (mut carry, mut fixed, mut free) = (false, 0u64, 0u64);
    for j in 0..v {
        let bit = 1u64 << j;
        if (s & bit != 0) == carry {
            fixed |= bit;
            carry = true;
        } else {
            free |= bit;
        }
    }
    if (s >> v & 1 == 1) != carry {
        return Winners::default();
    }
    let higher = if v == 63 { 0 } else { s >> (v + 1) };
    // At most s + 1 splits in all, so that the product stays in range.
    let count = (higher + 1) << free.count_ones();
    let mut first = Vec::with_capacity(most.min(count as usize));
    'all: for h in 0..=higher {
        let base = if v == 63 { fixed } else { h << (v + 1) | fixed };
        let mut subset = 0u64;
        loop {
            if first.len() >= most {
                break 'all;
            }
            first.push((base | subset) + 1);
            // The next subset of the free bits.
            subset = subset.wrapping_sub(free) & free;
            if subset == 0 {
                break;
            }
        }
    }
    Winners { first, count }
}

/// The box game: with n the larger box and q the odd part of n+1, the Grundy value is (q-1)/2.
#[must_use]
pub fn boxes_value(a: u64, b: u64) -> u64 {
    let next = a.max(b).saturating_add(1);
    (next >> next.trailing_zeros()) / 2
}

/// The box game in misère play: whether the player to move loses, the larger box being 3 * 2^k - 1.
#[must_use]
pub fn boxes_misere(a: u64, b: u64) -> bool {
    let next = a.max(b).saturating_add(1);
    next >> next.trailing_zeros() == 3
}

/// The splits of n in the box game that leave the aim.
///
/// The larger part x decides, and x + 1 must be an odd number q times a power of 2. As x lies from n/2 to n-1, x + 1 is
/// more than n/2 and at most n, and at most one power fits.
#[must_use]
pub fn boxes_splits(n: u64, aim: Aim, most: usize) -> Winners<u64> {
    let q = match aim {
        Aim::Value(v) => 2 * u128::from(v) + 1,
        Aim::Misere => 3,
    };
    let n_wide = u128::from(n);
    let mut next = q;
    while 2 * next <= n_wide {
        next *= 2;
    }
    let larger = next - 1;
    if next > n_wide || larger == 0 || 2 * larger < n_wide {
        return Winners::default();
    }
    let larger = larger as u64;
    match n - larger {
        smaller if smaller == larger => list(&[larger], most),
        smaller => list(&[smaller, larger], most),
    }
}

fn list(all: &[u64], most: usize) -> Winners<u64> {
    let mut found = Winners::default();
    all.iter().for_each(|&i| found.push(i, most));
    found
}
