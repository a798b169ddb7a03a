//! Implements Powers: a move takes a power of B (1, B, B^2 and so on) from one pile.
//!
//! If B is odd, all amounts are odd, so a pile of N has value N mod 2. If B is even, every power is 1 or -1 modulo B+1.
//! With r = N mod (B+1), a pile of N then has value 2 if r = B, and otherwise r mod 2. (For B = 2 this is N mod 3.)

use super::{PileGame, PileRules};
use crate::games::pieces::{Aim, Target};
use crate::games::prelude::*;
use crate::games::reasons::{fitting, or};

/// The rules of Powers: the powers of `base` may be taken.
#[derive(Clone, Copy, Debug)]
pub struct Powers {
    base: u64,
}

impl Powers {
    fn upto(self, pile: u64) -> impl Iterator<Item = u64> {
        std::iter::successors(Some(1u64), move |k| k.checked_mul(self.base))
            .take_while(move |&k| k <= pile)
    }

    fn grundy(self, pile: u64) -> u64 {
        if self.base % 2 == 1 {
            return pile % 2;
        }
        match pile % (self.base + 1) {
            r if r == self.base => 2,
            r => r % 2,
        }
    }
}

impl Listed for Powers {
    type Ruleset = PileGame;

    const INFO: Info = Info {
        id: "powers",
        name: tr_key!("Powers of B"),
        rule: tr_key!("Take 1, B, B^2 or any other power of B from one pile."),
        params: &[Param::new(
            tr_key!("the base of the powers"),
            ParamForm::Number(Number::from(2, tr_key!("a base"))),
        )],
        example: "powers/2:21",
        limits: tr_key!("any number of piles; piles and B up to 2^63-1, in both conventions"),
        ..super::INFO
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::number(
                tr_key!("Base"),
                tr_key!("the base, 2 or more; each move takes a power of the base"),
                2..=MAX_NUMBER,
                2,
            ),
            super::piles_field(&[21]),
        ],
        start: |values| values.id("powers"),
        random: super::random_position::<Self>,
        presets: &[
            (tr_key!("52 stones: take a power of 2"), "powers/2:52"),
            (tr_key!("21 stones"), "powers/2:21"),
            (
                tr_key!("Powers of 4, misère: taking the last stone loses"),
                "misere powers/4:24",
            ),
            (
                tr_key!("Three piles: take a power of 2"),
                "powers/2:10,14,17",
            ),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<PileGame>, IdError> {
        let base = variant.number(0);
        let mut opened = PileGame::open(variant, Powers { base });
        opened.facts.name = Some(tr!("Powers of {base}"));
        Ok(opened)
    }
}

impl PileRules for Powers {
    /// Taking powers of B gives the same Grundy values as taking 1 or B. A pile of a subtraction game equals a Nim pile
    /// of the same Grundy value in every sum, including misère sums. Proof: by Ferguson's pairing, a position of value
    /// 0 that has moves also has a move to value 1. If all moves in a position lead to Nim piles, and one of these is 0
    /// or 1, the position equals the smallest Nim pile not among them (J. H. Conway, "On Numbers and Games", chapter
    /// 12).
    fn same_heaps(&self) -> Option<Vec<u64>> {
        Some(vec![1, self.base])
    }

    fn amounts(&self, pile: u64) -> Numbers<'_> {
        Numbers::Powers {
            base: self.base,
            last: pile,
        }
    }

    fn value(&self, pile: u64, _limits: &Limits) -> Result<u64, Stop> {
        Ok(self.grundy(pile))
    }

    fn amounts_to(
        &self,
        pile: u64,
        to: u64,
        _limits: &Limits,
        f: &mut dyn FnMut(u64),
    ) -> Result<(), Stop> {
        self.upto(pile)
            .filter(|k| self.grundy(pile - k) == to)
            .for_each(f);
        Ok(())
    }

    fn rule(&self) -> String {
        tr!("1, {base} or any other power of {base}", base = self.base)
    }

    fn formula(&self, _limits: &Limits) -> Result<Option<String>, Stop> {
        Ok(Some(match self.base {
            2 => {
                tr!("Divide the size of a pile by 3. The remainder is its Grundy value.").to_owned()
            }
            b if b % 2 == 1 => {
                tr!("An even pile has Grundy value 0, and an odd pile has Grundy value 1.")
                    .to_owned()
            }
            b => tr!(
                "Divide a pile by {round}. Remainder {b} has Grundy value 2, other even remainders have value 0, and odd remainders have value 1.",
                round = b + 1
            ),
        }))
    }

    fn aim(&self, _pile: u64, loser: u64, _limits: &Limits) -> Result<Aim, Stop> {
        /// The maximum base for which the losing numbers are written out.
        const WRITTEN: u64 = 10;
        let base = self.base;
        let round = self.base + 1;
        let (target, why, round) = match base {
            2 => (
                if loser == 0 {
                    Target::Kind(tr!("a multiple of 3").to_owned())
                } else {
                    Target::first((1..).step_by(3))
                },
                tr!(
                    "Losing numbers differ by multiples of 3; no power of 2 is a multiple of 3. From any other number{value}, \
                     taking 1 or 2 leaves a losing number.",
                    value = // A pile of 0 allows no move.
                    if loser == 0 { "" } else { tr!(" above 0") }
                ),
                3,
            ),
            b if b % 2 == 1 => (
                Target::Kind(
                    if loser == 0 {
                        tr!("an even number")
                    } else {
                        tr!("an odd number")
                    }
                    .to_owned(),
                ),
                tr!(
                    "Every power of {b} is odd, so each move changes an even number to an odd one or back."
                ),
                2,
            ),
            b => {
                let target = if b <= WRITTEN {
                    Target::first((0..).filter(|n| n % round < b && n % round % 2 == loser))
                } else {
                    Target::Kind(tr!("a number with a losing remainder mod {round}"))
                };
                let parity = if loser == 0 { tr!("even") } else { tr!("odd") };
                let lose = if b <= WRITTEN {
                    tr!("the remainder is {list}", list = or((loser..b).step_by(2)))
                } else {
                    tr!("the remainder is {parity} and below {b}")
                };
                let why = tr!(
                    "Divide the pile size by {round}: each move raises or lowers the remainder by 1 ({base} and 0 count as neighbours). The player to move loses if {lose}."
                );
                (
                    target,
                    fitting([why, tr!("The player to move loses if {lose}.")]),
                    round,
                )
            }
        };
        Ok(Aim {
            target,
            unit: "",
            why,
            round: Some(round),
        })
    }

    fn theory(&self, _: Convention, _most: u64, _limits: &Limits) -> Result<Theory, Stop> {
        let base = self.base;
        let (length, theorem) = match base % 2 {
            1 => (2, tr!("powers of {base} are odd")),
            _ => {
                let length = base + 1;
                let theorem =
                    tr!("powers of {base} leave the remainders 1 and -1 when divided by {length}");
                (length, theorem)
            }
        };
        Ok(Theory::default().repeating(0, length, &theorem))
    }
}

#[cfg(test)]
mod tests {
    use crate::games::oracle::opened;
    use crate::games::piles::tests::agrees_with_plain_search;
    use crate::rules::Limits;

    #[test]
    fn agrees_with_a_plain_search() {
        for base in [2u64, 3, 4, 5, 6, 8, 10] {
            let amounts = |n: u64| {
                (0..8)
                    .map(|e| base.pow(e))
                    .filter(|&k| k <= n)
                    .collect::<Vec<u64>>()
            };
            agrees_with_plain_search(
                &format!("powers/{base}"),
                &amounts,
                &[&[20, 20], &[5, 5, 5]],
            );
            agrees_with_plain_search(&format!("powers/{base}"), &amounts, &[&[120]]);
        }
    }

    #[test]
    fn the_period_is_told() {
        for (base, period) in [(3, 2), (4, 5), (10, 11)] {
            let position = opened(&format!("powers/{base}:20"));
            let theory = position.theory(100, &Limits::default()).unwrap();
            let repeat = theory.period.unwrap().repeat;
            assert_eq!((repeat.from, repeat.length), (0, period));
        }
    }
}
