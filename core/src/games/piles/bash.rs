//! Implements Bachet's game: a move takes 1 to M stones from one pile. C. G. Bachet described it in 1612 as a race to
//! 100.
//!
//! A pile of N has value N mod (M+1). If N > M, the M moves lead to all other remainders; if N <= M, the moves lead to
//! all smaller numbers.

use super::{PileGame, PileRules};
use crate::games::pieces::{Aim, Target};
use crate::games::prelude::*;
use crate::games::reasons::fitting;

/// Bachet's game: 1 to `most` stones may be taken.
#[derive(Clone, Copy, Debug)]
pub struct Bash {
    most: u64,
}

impl Listed for Bash {
    type Ruleset = PileGame;

    const INFO: Info = Info {
        id: "bash",
        name: tr_key!("Bachet's game"),
        rule: tr_key!("Take 1 to M stones from one pile. Also known as Bash's game."),
        params: &[Param::new(
            tr_key!("the most stones a player may take in one move"),
            ParamForm::Number(Number::from(
                1,
                tr_key!("the most stones a player may take in one move,"),
            )),
        )],
        example: "bash/3:21",
        limits: tr_key!("any number of piles; piles and M up to 2^63-1, in both conventions"),
        ..super::INFO
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::number(
                tr_key!("Most"),
                tr_key!("the most stones a player may take in one move"),
                1..=MAX_NUMBER,
                3,
            ),
            super::piles_field(&[21]),
        ],
        start: |values| values.id("bash"),
        random: super::random_position::<Self>,
        presets: &[
            (tr_key!("21 stones: take up to 3"), "bash/3:21"),
            (tr_key!("20 stones"), "bash/3:20"),
            (
                tr_key!("21 stones, misère: taking the last stone loses"),
                "misere bash/3:21",
            ),
            (tr_key!("Three piles"), "bash/4:7,11,18"),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<PileGame>, IdError> {
        let most = variant.number(0);
        Ok(PileGame::open(variant, Bash { most }))
    }
}

impl PileRules for Bash {
    fn amounts(&self, pile: u64) -> Numbers<'_> {
        Numbers::Range(1..=pile.min(self.most))
    }

    fn value(&self, pile: u64, _limits: &Limits) -> Result<u64, Stop> {
        Ok(pile % (self.most + 1))
    }

    fn amounts_to(
        &self,
        pile: u64,
        to: u64,
        _limits: &Limits,
        f: &mut dyn FnMut(u64),
    ) -> Result<(), Stop> {
        amount_to(pile, self.most, to).into_iter().for_each(f);
        Ok(())
    }

    fn rule(&self) -> String {
        match self.most {
            1 => tr!("one stone").to_owned(),
            most => tr!("1 to {most} stones"),
        }
    }

    fn formula(&self, _limits: &Limits) -> Result<Option<String>, Stop> {
        Ok(Some(tr!(
            "Divide the size of a pile by {round}. The remainder is its Grundy value.",
            round = self.most + 1
        )))
    }

    fn aim(&self, _pile: u64, loser: u64, _limits: &Limits) -> Result<Aim, Stop> {
        let last = tr!(" With one stone left, the player to move loses.");
        Ok(aim_in_rounds(
            self.most,
            loser,
            [tr!("takes"), tr!("one stone"), last, ""],
        ))
    }

    fn most(&self) -> Option<u64> {
        Some(self.most)
    }

    fn theory(&self, convention: Convention, _most: u64, _: &Limits) -> Result<Theory, Stop> {
        let length = self.most + 1;
        let theorem = round_theorem(length);
        Ok(Theory::default()
            .repeating(0, length, &theorem)
            .lost(
                format!(
                    "n % {length} == {}",
                    u64::from(convention.is_misere()) % length
                ),
                &theorem,
            )
            .valued(format!("n % {length}"), &theorem))
    }
}

/// States the theorem that every move of k has a reply of `length` - k.
pub fn round_theorem(length: u64) -> String {
    tr!("a move of k can be answered by one of {length} - k")
}

/// Finds the amount from 1 to `most` that leaves a pile of value `wanted`.
pub fn amount_to(pile: u64, most: u64, wanted: u64) -> Option<u64> {
    let value = pile % (most + 1);
    if wanted > most || wanted == value {
        return None;
    }
    // If the wanted remainder is larger than the remainder of the pile, the move must go below the largest multiple of
    // `most + 1` in the pile.
    let amount = if wanted < value {
        value - wanted
    } else {
        value + (most + 1 - wanted)
    };
    (amount <= pile).then_some(amount)
}

/// Returns the aim of a game in which each move takes 1 to `most`. A number loses if its remainder modulo `most + 1` is
/// `loser`. The four strings are the verb, the amount that is taken if `most` is 1, a sentence about the end of misère
/// play, and the unit of a losing number.
pub fn aim_in_rounds(most: u64, loser: u64, [takes, one, last, unit]: [&'static str; 4]) -> Aim {
    let round = most + 1;
    let target = match loser {
        0 => Target::Kind(tr!("a multiple of {round}")),
        _ => Target::first(std::iter::successors(Some(1), |n: &u64| {
            n.checked_add(round)
        })),
    };
    let last = if loser == 0 { "" } else { last };
    let why = match most {
        1 => tr!("Each move {takes} {one}, so every move is forced.{last}"),
        _ => tr!(
            "Whatever one player {takes} (1 to {most}), the other can reply so that the two moves add up to {round}.{last}"
        ),
    };
    let short = tr!("A reply can always bring the two moves to {round}.");
    Aim {
        target,
        unit,
        why: fitting([why, short]),
        round: Some(round),
    }
}

#[cfg(test)]
mod tests {
    use crate::games::oracle::{canonical, refused};
    use crate::games::piles::tests::agrees_with_plain_search;

    #[test]
    fn agrees_with_a_plain_search() {
        for most in [1, 2, 3, 5, 30] {
            agrees_with_plain_search(
                &format!("bash/{most}"),
                &|n| (1..=n.min(most)).collect(),
                &[&[17, 17], &[6, 6, 6]],
            );
        }
    }

    #[test]
    fn parameters_that_do_not_read_name_the_column() {
        refused(&[
            ("bash:5", 5),
            ("bash/:5", 6),
            ("bash/0:5", 6),
            ("bash/x:5", 6),
            ("bash/3/4:5", 8),
            ("bash/9223372036854775808:5", 6),
            ("nim:3 + bash:5", 13),
        ]);
        canonical(&[("BASH/03:007", "bash/3:7")]);
    }
}
