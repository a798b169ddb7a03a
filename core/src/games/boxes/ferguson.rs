//! Implements Ferguson's game: a move empties one box and splits the other into two non-empty boxes. The game ends at
//! 1,1.
//!
//! The value of two boxes with a and b balls is the number of trailing 1-bits of (a-1) OR (b-1). In particular, the
//! player to move loses if both boxes hold odd numbers of balls: every split leaves one odd and one even number. In
//! misère play with a <= b, the player to move loses exactly when b mod 3 = 2 and either a = 1 or a mod 3 = 2. The game
//! is an exercise in T. S. Ferguson, "Game Theory", chapter I.

use super::{BallPair, BoxRules, Split, SplitTarget};
use crate::games::prelude::*;
use crate::games::reasons::counted;
use crate::games::wythoff::random_pair;

#[derive(Clone, Copy, Debug)]
pub struct Ferguson;

impl Listed for Ferguson {
    type Ruleset = Split;

    const INFO: Info = Info {
        id: "ferguson",
        name: tr_key!("Empty and Divide"),
        rule: tr_key!(
            "Ferguson's game: empty one box, then split the balls in the other box between the two boxes."
        ),
        example: "ferguson:7,4",
        ..super::INFO
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::numbers(
            tr_key!("Boxes"),
            tr_key!(
                "the number of balls in each box, such as 7,4; for a random position, the larger number is the limit for both boxes"
            ),
            &[7, 4],
        )],
        start: |values| values.id("ferguson"),
        random: |values, pick| format!("ferguson:{}", random_pair(values, 1, pick)),
        presets: &[
            (tr_key!("Boxes of 7 and 4"), "ferguson:7,4"),
            (tr_key!("Two odd numbers"), "ferguson:9,5"),
            (
                tr_key!("Misère: the player who leaves 1 and 1 loses"),
                "misere ferguson:7,6",
            ),
            (tr_key!("A large even number"), "ferguson:24,13"),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Split>, IdError> {
        Ok(Split::new(&FERGUSON, variant.convention).into())
    }
}

pub(super) static FERGUSON: BoxRules = BoxRules {
    empties_either: true,
    value,
    loses,
    splits: |n, wanted| match wanted {
        SplitTarget::Value(v) => trailing_ones(n, v).into_iter().collect(),
        // The split must leave two parts that are both 2 modulo 3.
        SplitTarget::Misere if n % 3 == 1 && n >= 4 => vec![Numbers::Periodic {
            round: vec![1],
            period: 3,
            last: n - 3,
        }],
        // The split must leave a box with 1 ball; the larger part is then 2 modulo 3.
        SplitTarget::Misere if n.is_multiple_of(3) && n >= 3 => {
            vec![Numbers::Range(0..=0), Numbers::Range(n - 2..=n - 2)]
        }
        SplitTarget::Misere => Vec::new(),
    },
    idea: |at, convention| {
        let one = at.0.min(at.1) == 1;
        match (convention, loses(at, convention)) {
            (Convention::Normal, false) => tr!("Leave an odd number of balls in each box."),
            (Convention::Normal, true) => {
                tr!("Both boxes hold odd numbers, so every split loses.")
            }
            (Convention::Misere, false) => {
                tr!("Leave 2, 5, 8, ... in each box; one box may hold 1 instead.")
            }
            (Convention::Misere, true) if one => {
                tr!("You lose if one box holds 1 and the other 2, 5, 8, ...")
            }
            (Convention::Misere, true) => {
                tr!("You lose: both numbers are in the list 2, 5, 8, 11, ...")
            }
        }
        .to_owned()
    },
    rule: |convention| match convention {
        Convention::Normal => {
            tr!(
                "An odd number always splits into one odd and one even number. An even number can always be split into two odd numbers."
            )
        }
        Convention::Misere => {
            tr!(
                "You lose if both numbers are in the list 2, 5, 8, 11, ..., or if one is 1 and the other is in the list. No split leads from one such pair to another."
            )
        }
    },
    facts: |(a, b), convention| match convention {
        Convention::Normal => {
            if parity(a) == parity(b) {
                tr!(
                    "Box 1 holds {balls}, and box 2 holds {b}. Both numbers are {parity}.",
                    balls = counted(a, tr!("ball"), tr!("balls")),
                    parity = parity(a)
                )
            } else {
                tr!(
                    "Box 1 holds {balls}, an {parity} number. Box 2 holds {b}, an {parity_2} number.",
                    balls = counted(a, tr!("ball"), tr!("balls")),
                    parity = parity(a),
                    parity_2 = parity(b)
                )
            }
        }
        Convention::Misere if a % 3 == b % 3 => {
            tr!(
                "Divide the number in each box by 3. Both boxes leave a remainder of {rest}.",
                rest = a % 3
            )
        }
        Convention::Misere => {
            tr!(
                "Divide the number in each box by 3. The remainders are {a} and {b}.",
                a = a % 3,
                b = b % 3
            )
        }
    },
    place: |number, size, convention| {
        Some(match convention {
            Convention::Normal => {
                tr!("Look at box {number}: its {size} balls can be split into two odd numbers.")
            }
            Convention::Misere => {
                tr!("Look at box {number}: you can win by splitting its {size} balls.")
            }
        })
    },
    becomes: |_, convention| match convention {
        Convention::Normal => tr!("two odd numbers").to_owned(),
        Convention::Misere => tr!("a losing pair of boxes").to_owned(),
    },
    label: |_, n, convention| {
        Some(match convention {
            Convention::Normal => (u8::from(n % 2 == 1), Label::Text(parity(n).to_owned())),
            Convention::Misere => (
                (n % 3) as u8,
                Label::Text(tr!("remainder {rest}", rest = n % 3)),
            ),
        })
    },
};

fn parity(n: u64) -> &'static str {
    if n % 2 == 1 { tr!("odd") } else { tr!("even") }
}

fn value((a, b): BallPair) -> u64 {
    u64::from(((a.saturating_sub(1)) | (b.saturating_sub(1))).trailing_ones())
}

fn loses(at: BallPair, convention: Convention) -> bool {
    let low = at.0.min(at.1);
    let high = at.0.max(at.1);
    match convention {
        Convention::Normal => value(at) == 0,
        Convention::Misere => high % 3 == 2 && (low == 1 || low % 3 == 2),
    }
}

/// Returns the splits of n balls into i and n-i for which (i-1) OR (n-i-1) has exactly v trailing 1-bits.
///
/// Let u = i-1, w = n-i-1, s = u + w = n-2, and add u and w starting from the lowest bit. Below bit v, no bit may be 0
/// in both u and w. While the carry is 0, a 1-bit of s requires that exactly one of the two bits is set (two ways); a
/// 0-bit of s requires that both are set, and the carry becomes 1. Once the carry is 1, it stays 1: a 1-bit of s
/// requires that both bits are set; a 0-bit of s requires that exactly one is set (two ways). Bit v must be 0 in both,
/// so bit v of s must equal the carry. The bits of u above bit v are arbitrary as long as u is at most s. So the low
/// bits of u are the fixed bits and any subset of the free bits. Each subset combines with each higher part from 0 to s
/// / 2^(v+1), because the low bits of u and w add up to the low bits of s without a carry beyond bit v.
fn trailing_ones(n: u64, v: u64) -> Option<Numbers<'static>> {
    let s = n.checked_sub(2).filter(|_| v < 64)?;
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
        return None;
    }
    let above = if v == 63 { 0 } else { u64::MAX << (v + 1) };
    let higher = if v == 63 { 0 } else { s >> (v + 1) };
    Some(Numbers::Masked {
        fixed,
        free: free | above,
        // There are at most s + 1 splits, so the product cannot overflow.
        len: (higher + 1) << free.count_ones(),
    })
}
