//! Implements subtraction games: the number of stones that a move takes from a pile must belong to a fixed set.
//!
//! The value of a pile depends only on the previous `m` values, where `m` is the largest number in the set, so two
//! equal windows of `m` values prove a period. In misère play, sums are tame, and a pile has the same tame type as a
//! Nim pile of equal value. By Ferguson's pairing ("On sums of graph games with last player losing", 1974), a pile has
//! value 1 exactly when taking the least number in the set leaves value 0. Every pile therefore satisfies the condition
//! of the theorem in [`solve::tame`](crate::solve::tame).

#[cfg(test)]
mod tests;

use super::{PileGame, PileRules};
use crate::games::pieces::{Aim, Target};
use crate::games::prelude::*;
use crate::games::reasons::or;
use crate::solve::lock::Cache;
use crate::solve::periodic::{Recurrence, Repeat, Sequence, Values};

/// The maximum number of amounts that a sentence lists.
const NAMED: usize = 8;

/// The rules of a subtraction game: a move takes an amount in `set`.
pub struct Subtraction {
    set: SubtractionSet,
    values: Cache<Sequence<PileValues>>,
}

fn value(values: &mut Sequence<PileValues>, pile: u64, limits: &Limits) -> Result<u64, Stop> {
    values.value(pile, limits).map(u64::from)
}

impl Listed for Subtraction {
    type Ruleset = PileGame;

    const INFO: Info = Info {
        id: "subtraction",
        name: tr_key!("Subtraction game"),
        rule: tr_key!("Take stones from one pile. Their number must be in the set."),
        params: &[Param::new(
            tr_key!("the numbers that may be taken, such as 1,3,4"),
            ParamForm::Set(Number::from(1, tr_key!("a number to take"))),
        )],
        example: "subtraction/1,3,4:20",
        limits: tr_key!(
            "piles up to 2^63-1 where a period is proved, others as far as time and memory reach, in both conventions"
        ),
        misere_parts: MisereParts::Tame,
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::numbers(
                tr_key!("Set"),
                tr_key!("the numbers that may be taken, such as 1,3,4"),
                &[1, 3, 4],
            ),
            super::piles_field(&[9, 12, 17]),
        ],
        start: |values| values.id("subtraction"),
        random: super::random_position::<Self>,
        presets: &[
            (tr_key!("20 stones: take 1, 3 or 4"), "subtraction/1,3,4:20"),
            (tr_key!("23 stones"), "subtraction/1,3,4:23"),
            (
                tr_key!("Three piles: take 2, 3, 5 or 7"),
                "subtraction/2,3,5,7:11,13,16",
            ),
            (tr_key!("Take 2 or 3, misère"), "misere subtraction/2,3:8,9"),
            (
                tr_key!("100 stones: take 1, 5 or 6"),
                "subtraction/1,5,6:100",
            ),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<PileGame>, IdError> {
        let set = SubtractionSet::new(variant.numbers(0).to_vec());
        Ok(PileGame::open(
            variant,
            Subtraction {
                values: Cache::new(set.clone().sequence()),
                set,
            },
        ))
    }
}

impl PileRules for Subtraction {
    fn amounts(&self, pile: u64) -> Numbers<'_> {
        Numbers::Listed(self.set.upto(pile))
    }

    /// The first query computes enough values to find a period of typical length, so that the reasons can mention the
    /// period.
    fn value(&self, pile: u64, limits: &Limits) -> Result<u64, Stop> {
        /// The number of values computed by the first query, as a multiple of the largest amount.
        const TIMES: u64 = 24;
        /// The maximum number of values that the first query computes for the period.
        const MOST: u64 = 4096;
        let mut values = self.values.locked(limits)?;
        if values.computed().is_empty() {
            value(
                &mut values,
                self.most().map_or(0, |k| k.saturating_mul(TIMES)).min(MOST),
                limits,
            )?;
        }
        value(&mut values, pile, limits)
    }

    fn amounts_to(
        &self,
        pile: u64,
        to: u64,
        limits: &Limits,
        f: &mut dyn FnMut(u64),
    ) -> Result<(), Stop> {
        let mut values = self.values.locked(limits)?;
        for &amount in self.set.upto(pile) {
            if value(&mut values, pile - amount, limits)? == to {
                f(amount);
            }
        }
        Ok(())
    }

    fn rule(&self) -> String {
        match self.set.numbers() {
            [first, second, third, .., last] if self.set.numbers().len() > NAMED => {
                tr!(
                    "{first}, {second}, {third}, ... or {last} ({numbers} numbers)",
                    numbers = self.set.numbers().len()
                )
            }
            few => or(few),
        }
    }

    fn aim(&self, pile: u64, loser: u64, limits: &Limits) -> Result<Aim, Stop> {
        let mut values = self.values.locked(limits)?;
        let period = values
            .period()
            .map(|period| period.repeat)
            .filter(|repeat| pile >= repeat.from);
        let mut losing = Vec::new();
        for n in 0..pile.min(1000) {
            if value(&mut values, n, limits)? == loser {
                losing.push(n);
            }
        }
        let repeat = match period {
            Some(Repeat { from: 0, length }) => {
                tr!("The losing numbers repeat with period {length}. ")
            }
            Some(Repeat { from, length }) => {
                tr!("From {from} on, the losing numbers repeat with period {length}. ")
            }
            None => String::new(),
        };
        let target = if losing.is_empty() {
            Target::Kind(tr!("a losing number").to_owned())
        } else {
            Target::first(losing)
        };
        // In misère play, a pile too small for any move is won, although no move leaves a losing number.
        let other = if loser == 0 {
            tr!("any other number")
        } else {
            tr!("any other number that allows a move")
        };
        let why = tr!(
            "{repeat}No losing number leads to another. From {other}, you can leave a losing one."
        );
        // The remainder decides the outcome only if the period starts at 0.
        let round = period
            .filter(|repeat| repeat.from == 0)
            .map(|repeat| repeat.length);
        Ok(Aim {
            target,
            unit: "",
            why,
            round,
        })
    }

    fn formula(&self, limits: &Limits) -> Result<Option<String>, Stop> {
        let values = self.values.locked(limits)?;
        Ok(values.period().map(|period| match period.repeat {
            Repeat { from: 0, length } => {
                tr!("The Grundy values of piles repeat every {length} stones.")
            }
            Repeat { from, length } => {
                tr!("From {from} stones on, the Grundy values of piles repeat every {length}.")
            }
        }))
    }

    fn most(&self) -> Option<u64> {
        self.set.numbers().last().copied()
    }

    /// In misère play, a pile loses exactly when its value is 1 (T. S. Ferguson 1974), so the period of the values is
    /// also a period of the outcomes.
    fn theory(&self, _convention: Convention, most: u64, limits: &Limits) -> Result<Theory, Stop> {
        let mut values = self.values.locked(limits)?;
        let period = if_proved(values.prove_period(most, limits))?
            .flatten()
            .cloned();
        Ok(Theory {
            period,
            ..Theory::default()
        })
    }
}

/// The numbers of stones that may be taken, in ascending order. The set is not empty and does not contain 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubtractionSet(Vec<u64>);

impl SubtractionSet {
    /// Creates the set of these numbers, which may be in any order. There must be at least one number, and none may be
    /// 0.
    pub fn new(mut numbers: Vec<u64>) -> Self {
        numbers.sort_unstable();
        numbers.dedup();
        Self(numbers)
    }

    /// The numbers, in ascending order.
    pub fn numbers(&self) -> &[u64] {
        &self.0
    }

    /// The numbers that may be taken from a pile of `n`, in ascending order.
    pub fn upto(&self, n: u64) -> &[u64] {
        &self.0[..self.0.partition_point(|&s| s <= n)]
    }

    pub fn sequence(self) -> Sequence<PileValues> {
        let seen = vec![usize::MAX; self.0.len() + 1];
        Sequence::new(PileValues { set: self, seen })
    }
}

/// The recurrence that computes the Grundy value of a pile from the values of smaller piles.
#[derive(Clone, Debug)]
pub struct PileValues {
    set: SubtractionSet,
    /// `seen[v]` is the size of the largest pile found so far that has a move to a pile of value `v`. The list has an
    /// entry for each value from 0 to the size of the set, because no value is larger.
    seen: Vec<usize>,
}

impl PileValues {
    fn largest(&self) -> u64 {
        self.set.0[self.set.0.len() - 1]
    }
}

impl Recurrence for PileValues {
    const THEOREM: &'static str =
        tr_key!("values that repeat over a window as long as the largest take repeat for ever");

    fn next(&mut self, values: &Values) -> u32 {
        let n = values.len();
        for &taken in &self.set.0 {
            let left = usize::try_from(taken).ok().and_then(|k| n.checked_sub(k));
            let Some(value) = left.and_then(|left| values.get(left)) else {
                break;
            };
            self.seen[value as usize] = n;
        }
        (0..)
            .zip(&self.seen)
            .find(|(_, s)| **s != n)
            .map_or(0, |(v, _)| v)
    }

    /// The period is proved when a window as long as the largest number in the set recurs.
    fn proves(&self, from: usize, length: usize, known: usize) -> bool {
        known
            .checked_sub(from + length)
            .is_some_and(|left| left as u64 >= self.largest())
    }

    fn longest(&self, known: usize) -> usize {
        known
    }

    fn proof(&self, Repeat { from, length }: Repeat) -> String {
        let last = self.largest() - 1;
        tr!(
            "the values from {from} to {to} come back from {again_from} to {again_to}, as long as the largest number \
             taken: what follows is the same",
            to = from + last,
            again_from = from + length,
            again_to = from + length + last
        )
    }
}
