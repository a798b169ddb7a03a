//! Implements the box game: a move empties the box with fewer balls (either one, if they are equal) and splits the
//! other into two non-empty boxes. The game ends at 1,1.
//!
//! Only n, the number of balls in the fuller box, matters. If q is the odd part of n+1, the value is (q-1)/2. In
//! particular, the player to move loses if n = 2^m - 1: the larger part of a split lies between n/2 and n-1, and no
//! number in this range is one less than a power of 2. In misère play, the player to move loses if n = 3 * 2^k - 1, by
//! the same argument.

use super::{BallPair, BoxRules, Split, SplitTarget};
use crate::games::prelude::*;
use crate::games::reasons::{fitting, headline_of};
use crate::games::wythoff::random_pair;

#[derive(Clone, Copy, Debug)]
pub struct Boxes;

impl Listed for Boxes {
    type Ruleset = Split;

    const INFO: Info = Info {
        id: "boxes",
        name: tr_key!("Box game"),
        rule: tr_key!(
            "Empty the box with fewer balls, then split the balls in the other box between the two boxes."
        ),
        example: "boxes:12,1",
        ..super::INFO
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::numbers(
            tr_key!("Boxes"),
            tr_key!(
                "the number of balls in each box, such as 12,1; for a random position, the larger number is the limit for both boxes"
            ),
            &[12, 1],
        )],
        start: |values| values.id("boxes"),
        random: |values, pick| format!("boxes:{}", random_pair(values, 1, pick)),
        presets: &[
            (tr_key!("Boxes of 12 and 1"), "boxes:12,1"),
            (tr_key!("Boxes of 15 and 1"), "boxes:15,1"),
            (
                tr_key!("Misère: the player who leaves 1 and 1 loses"),
                "misere boxes:20,1",
            ),
            (tr_key!("Two equal boxes"), "boxes:18,18"),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Split>, IdError> {
        Ok(Split::new(&BOXES, variant.convention).into())
    }
}

pub(super) static BOXES: BoxRules = BoxRules {
    empties_either: false,
    value: |at| odd_part(at) / 2,
    loses,
    splits,
    idea: |at, convention| {
        let losing = match convention {
            Convention::Normal => "1, 3, 7, 15, 31, ...",
            Convention::Misere => "2, 5, 11, 23, 47, ...",
        };
        if loses(at, convention) {
            headline_of([
                tr!(
                    "{balls} is one of the losing numbers {losing}",
                    balls = at.0.max(at.1)
                ),
                tr!("The fuller box holds a losing number.").to_owned(),
            ])
        } else {
            tr!("Leave {losing} balls in the fuller box.")
        }
    },
    rule: |convention| match convention {
        Convention::Normal => {
            tr!(
                "You lose if the fuller box holds 1, 3, 7, 15, ... balls (a power of 2 minus 1). If you split such a number, the larger part is never in this list."
            )
        }
        Convention::Misere => {
            tr!(
                "You lose if the fuller box holds 2, 5, 11, 23, ... balls: one less than 3 times a power of 2. If you split such a number, the larger part is never in this list."
            )
        }
    },
    facts: |at, convention| {
        let low = at.0.min(at.1);
        let high = at.0.max(at.1);
        let is = if loses(at, convention) {
            tr!("{high} is a losing number, so you lose")
        } else {
            tr!("{high} is not a losing number, so you can win")
        };
        fitting([
            if low == high {
                tr!("Each box holds {high} balls, and {is}.")
            } else {
                tr!("The boxes hold {low} and {high}. Only the larger number matters, and {is}.")
            },
            tr!("Only the fuller box matters, and {is}."),
        ])
    },
    place: |_, _, _| None,
    becomes: |to, _| {
        let place = if to.0 == to.1 {
            tr!("each box")
        } else {
            tr!("the fuller box")
        };
        tr!(
            "{balls} in {place}, a losing number",
            balls = to.0.max(to.1)
        )
    },
    label: |at, n, convention| {
        let next = n.saturating_add(1);
        let losing = next >> next.trailing_zeros() == odd_factor(convention);
        (n == at.0.max(at.1)).then(|| {
            if losing {
                (1, Label::Text(format!("{} - 1", power(next, convention))))
            } else {
                (0, Label::Number(n))
            }
        })
    },
};

fn loses(at: BallPair, convention: Convention) -> bool {
    odd_part(at) == odd_factor(convention)
}

/// Returns the odd part of n + 1 in a losing pair, where n is the number of balls in the fuller box.
fn odd_factor(convention: Convention) -> u64 {
    match convention {
        Convention::Normal => 1,
        Convention::Misere => 3,
    }
}

fn power(n: u64, convention: Convention) -> String {
    match convention {
        Convention::Normal => format!("2^{}", n.trailing_zeros()),
        Convention::Misere => format!("3 * 2^{}", n.trailing_zeros()),
    }
}

fn odd_part((a, b): BallPair) -> u64 {
    let next = a.max(b).saturating_add(1);
    next >> next.trailing_zeros()
}

/// Only the larger part x matters, and x+1 must be a power of 2 times the odd number q that the target requires. Since
/// x lies between n/2 and n-1, x+1 is more than n/2 and at most n, so at most one power fits.
fn splits(n: u64, wanted: SplitTarget) -> Vec<Numbers<'static>> {
    let q = match wanted {
        SplitTarget::Value(v) => 2 * u128::from(v) + 1,
        SplitTarget::Misere => 3,
    };
    let n_wide = u128::from(n);
    let mut next = q;
    while 2 * next <= n_wide {
        next *= 2;
    }
    let larger = next - 1;
    if next > n_wide || larger == 0 || 2 * larger < n_wide {
        return Vec::new();
    }
    // The larger part is less than n, because `next` is at most n.
    let larger: u64 = saturating_cast(larger);
    match n - larger {
        smaller if smaller == larger => vec![Numbers::Range(larger - 1..=larger - 1)],
        smaller => [smaller, larger]
            .map(|i| Numbers::Range(i - 1..=i - 1))
            .into(),
    }
}
