//! Subtraction games: take from one pile a number of stones that is in a fixed set.
//!
//! The Grundy values of piles are periodic in the end; a period is proved by a window of values that comes back, and
//! misère play is tame by Ferguson's pairing ([`values`]). The ruleset is that
//! of all games of piles ([`games::piles`](crate::games::piles)).

#[cfg(test)]
mod tests;
pub mod values;

use super::{PileGame, PileRules};
use values::{LIMIT, PileValues, SubtractionSet};

use crate::erased::{Field, Info, MisereParts, SetupForm};
use crate::games::params;
use crate::games::pieces::{Aim, Target};
use crate::games::reasons::or;
use crate::rules::{IdError, Limits, MAX_NUMBER, Stop, Text, with_commas};
use crate::solve::lock::{Kept, KeptGuard};
use crate::solve::periodic::{Sequence, Unknown};

/// Up to this many numbers are named one by one.
const NAMED: usize = 8;

/// The game of a set.
pub type Subtraction = PileGame<SubtractionOf>;

/// The numbers of `set` may be taken.
pub struct SubtractionOf {
    set: SubtractionSet,
    values: Kept<Sequence<PileValues>>,
}

type LockedValues<'a> = KeptGuard<'a, Sequence<PileValues>>;

impl SubtractionOf {
    fn new(set: SubtractionSet) -> Self {
        let values = Kept::new(set.clone().sequence(LIMIT));
        SubtractionOf { set, values }
    }

    fn values(&self, limits: &Limits) -> Result<LockedValues<'_>, Stop> {
        self.values.locked(limits)
    }

    /// The numbers of the set, with commas.
    fn list(&self) -> String {
        with_commas(self.set.numbers())
    }
}

fn value(values: &mut LockedValues<'_>, pile: u64, limits: &Limits) -> Result<u64, Stop> {
    values.value(pile, &|| limits.check().is_err()).map(u64::from).map_err(|e| match e {
        Unknown::PastLimit(known) => Stop::not_proved(format!(
            "a pile of {pile} is past the first {known} values of this set, which prove no period"
        )),
        Unknown::Stopped => {
            limits.check().err().unwrap_or_else(|| Stop::Interrupted("asked to stop".to_owned()))
        }
    })
}

impl PileRules for SubtractionOf {
    const INFO: Info = Info {
        id: "subtraction",
        name: "Subtraction game",
        rule: "Take stones from one pile. Their number must be in the set.",
        example: "subtraction/1,3,4:20",
        limits: "piles up to 2,000,000, and to 2^63-1 once the period is proved, in both conventions",
        misere_parts: MisereParts::Tame,
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::text("Set", "the numbers that may be taken, such as 1,3,4", "1,3,4"),
            super::piles_field("9,12,17"),
        ],
        start: super::of_fields::<Self>,
        random: super::random_position::<Self>,
        presets: &[
            ("Take 1, 3 or 4", "subtraction/1,3,4:20"),
            ("Take 1, 3 or 4: the second player wins", "subtraction/1,3,4:23"),
            ("Three piles, take a small prime", "subtraction/2,3,5,7:11,13,16"),
            ("Take 2 or 3, misère", "misere subtraction/2,3:8,9"),
            ("A hundred stones, take 1, 5 or 6", "subtraction/1,5,6:100"),
        ],
    };

    fn open(params: &[Text<'_>]) -> Result<Self, IdError> {
        let [numbers] =
            params::exactly("subtraction", params, ["the numbers that may be taken, such as 1,3,4"])?;
        let set = SubtractionSet::new(numbers.numbers("a number to take", 1, MAX_NUMBER)?)
            .map_err(|e| numbers.error(e.to_string(), "numbers to take, such as 1,3,4"))?;
        Ok(SubtractionOf::new(set))
    }

    fn params_text(&self) -> String {
        format!("/{}", self.list())
    }

    fn next(&self, pile: u64, after: u64) -> Option<u64> {
        let upto = self.set.upto(pile);
        upto.get(upto.partition_point(|&k| k <= after)).copied()
    }

    fn count(&self, pile: u64) -> u64 {
        self.set.upto(pile).len() as u64
    }

    /// The first question computes enough values for a period of the usual length, which the reasons name.
    fn value(&self, pile: u64, limits: &Limits) -> Result<u64, Stop> {
        /// A period is looked for among as many times the largest number,
        const TIMES: u64 = 24;
        /// and no more than this many values.
        const MOST: u64 = 4096;
        let mut values = self.values(limits)?;
        if values.computed().is_empty() {
            value(&mut values, self.most().map_or(0, |k| k.saturating_mul(TIMES)).min(MOST), limits)?;
        }
        value(&mut values, pile, limits)
    }

    fn amounts_to(&self, pile: u64, wanted: u64, limits: &Limits) -> Result<Vec<u64>, Stop> {
        let mut values = self.values(limits)?;
        let mut found = Vec::new();
        for &amount in self.set.upto(pile) {
            if value(&mut values, pile - amount, limits)? == wanted {
                found.push(amount);
            }
        }
        Ok(found)
    }

    fn rule(&self) -> String {
        let text = |k: &u64| k.to_string();
        match self.set.numbers() {
            [first, second, third, .., last] if self.set.numbers().len() > NAMED => {
                format!("{first}, {second}, {third}, ... or {last} ({} numbers)", self.set.numbers().len())
            }
            few => or(&few.iter().map(text).collect::<Vec<_>>()),
        }
    }

    /// By the first losing piles, and the period where one is proved.
    fn aim(&self, pile: u64, loser: u64, limits: &Limits) -> Result<Aim, Stop> {
        let mut values = self.values(limits)?;
        let period = values.period().filter(|period| pile >= period.preperiod).map(|period| period.length);
        let mut losing = Vec::new();
        for n in 0..pile.min(1000) {
            if value(&mut values, n, limits)? == loser {
                losing.push(n);
            }
        }
        let repeat = period
            .map(|length| format!("The pattern of losing numbers repeats every {length}. "))
            .unwrap_or_default();
        let target = match losing.is_empty() {
            true => Target::Kind("a losing number".to_owned()),
            false => Target::first(losing),
        };
        let why = format!(
            "{repeat}No move leads from one losing number to another. From any other number, some move leads to a losing number."
        );
        Ok(Aim { target, unit: "", why, round: period })
    }

    /// The period, once the values asked for have proved one.
    fn formula(&self, limits: &Limits) -> Result<Option<String>, Stop> {
        let values = self.values(limits)?;
        Ok(values.period().map(|period| match period.preperiod {
            0 => format!("The Grundy values of piles repeat every {} stones.", period.length),
            from => {
                format!("From {from} stones on, the Grundy values of piles repeat every {}.", period.length)
            }
        }))
    }

    fn most(&self) -> Option<u64> {
        self.set.numbers().last().copied()
    }

    fn memory_used(&self) -> u64 {
        self.values.memory_used()
    }

    fn period(&self, limits: &Limits) -> Option<String> {
        let mut values = self.values(limits).ok()?;
        let period = values.prove_period(&|| limits.check().is_err()).ok()??;
        Some(format!("period {} from {} on: {}", period.length, period.preperiod, period.proof))
    }
}
