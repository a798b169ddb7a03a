//! Subtraction games: take from one pile a number of stones that is in a fixed set.
//!
//! The Grundy values of piles are periodic in the end; a period is proved by a window of values that comes back, and
//! misère play is tame by Ferguson's pairing ([`solve::subtraction`](crate::solve::subtraction)). The rulebook is that
//! of all games of piles ([`games::piles`](crate::games::piles)).

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{PileRules, Piles, SinglePile, in_rounds, random_piles};
use crate::erased::{Field, FieldKind, Info, MenuGroup, MisereParts, SetupForm, Shape};
use crate::games::params;
use crate::games::reasons::{and, capital, fitting, or};
use crate::rules::{Convention, Ending, IdError, Limits, MAX_NUMBER, Stop, Text};
use crate::solve::periodic::{Sequence, Unknown};
use crate::solve::subtraction::{LIMIT, Set};

/// Up to this many numbers are named one by one.
const NAMED: usize = 8;

/// The game of a set.
pub type Subtraction = Piles<SubtractionOf>;

/// The numbers of `set` may be taken.
pub struct SubtractionOf {
    set: Set,
    values: Mutex<Sequence<crate::solve::subtraction::Piles>>,
}

type Values<'a> = MutexGuard<'a, Sequence<crate::solve::subtraction::Piles>>;

impl SubtractionOf {
    fn new(set: Set) -> Self {
        let values = Mutex::new(set.clone().sequence(LIMIT));
        SubtractionOf { set, values }
    }

    fn values(&self) -> Values<'_> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The numbers of the set, with commas.
    fn list(&self) -> String {
        let numbers: Vec<String> = self.set.numbers().iter().map(u64::to_string).collect();
        numbers.join(",")
    }
}

fn value(values: &mut Values<'_>, pile: u64, limits: &Limits) -> Result<u64, Stop> {
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
        rule: "Take from one pile a number of stones that is in the set.",
        ending: Ending::NoMove,
        default: Some(Convention::Normal),
        players: None,
        example: "subtraction/1,3,4:20",
        limits: "piles up to 2,000,000, and to 2^63-1 once the period is proved, in both conventions",
        misere_parts: MisereParts::Tame,
        family: MenuGroup::Pile,
        shape: Shape::Single(0),
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field {
                name: "Set",
                help: "the numbers that may be taken, such as 1,3,4",
                kind: FieldKind::Text("1,3,4"),
            },
            Field {
                name: "Piles",
                help: "the piles' sizes, such as 20 or 7,9; by chance: as many piles, up to the largest",
                kind: FieldKind::Text("9,12,17"),
            },
        ],
        start: |values| match values {
            [set, piles, ..] => format!("subtraction/{set}:{piles}"),
            _ => "subtraction/1,3,4:20".to_owned(),
        },
        random: |values, pick| match values {
            [set, piles, ..] => format!("subtraction/{set}:{}", random_piles(piles, pick)),
            _ => format!("subtraction/1,3,4:{}", random_piles("20", pick)),
        },
        presets: &[
            ("Take 1, 3 or 4", "subtraction/1,3,4:20"),
            ("Take 1, 3 or 4: lost", "subtraction/1,3,4:23"),
            ("Three piles, take a small prime", "subtraction/2,3,5,7:11,13,16"),
            ("Take 2 or 3, misère", "misere subtraction/2,3:8,9"),
            ("A hundred stones, take 1, 5 or 6", "subtraction/1,5,6:100"),
        ],
    };

    fn open(params: &[Text<'_>]) -> Result<Self, IdError> {
        let [numbers] =
            params::exactly("subtraction", params, ["the numbers that may be taken, such as 1,3,4"])?;
        let set = Set::new(numbers.numbers("a number to take", 1, MAX_NUMBER)?)
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

    fn value(&self, pile: u64, limits: &Limits) -> Result<u64, Stop> {
        value(&mut self.values(), pile, limits)
    }

    fn takings(&self, pile: u64, wanted: u64, limits: &Limits) -> Result<Vec<u64>, Stop> {
        let mut values = self.values();
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

    fn described(&self, pile: u64, value: u64) -> String {
        match self.cycle() {
            Some(length) => in_rounds(pile, length),
            None => format!("{pile}, worth {value}"),
        }
    }

    /// By the period where one is proved, else by the first losing piles.
    fn single(&self, pile: u64, loser: u64, limits: &Limits) -> Result<SinglePile, Stop> {
        /// The most remainders, or losing piles, that are written out.
        const WRITTEN: usize = 6;
        let mut values = self.values();
        let word = if loser == 0 { "" } else { "Misère: " };
        let why = "no take leads from one to another, and from all others one does";
        let period = values.period().map(|p| (p.preperiod, p.length));
        if let Some((from, length)) = period {
            let mut over = Vec::new();
            for n in from..from + length {
                if over.len() <= WRITTEN && value(&mut values, n, limits)? == loser {
                    over.push(n % length);
                }
            }
            over.sort_unstable();
            if !over.is_empty() && over.len() <= WRITTEN && pile >= from {
                let over: Vec<String> = over.iter().map(u64::to_string).collect();
                let over = or(&over);
                let from = if from == 0 { String::new() } else { format!(", from {from} stones on") };
                let losing = fitting([
                    format!("{word}a pile loses with {over} more than a multiple of {length}{from}: {why}."),
                    format!("{word}a pile loses with {over} more than a multiple of {length}{from}."),
                ]);
                return Ok(SinglePile { losing: capital(&losing), words: &[] });
            }
        }
        let mut first = Vec::new();
        for n in 0..pile.min(1000) {
            if first.len() < WRITTEN && value(&mut values, n, limits)? == loser {
                first.push(n.to_string());
            }
        }
        let losing = match first.is_empty() {
            true => format!("{word}no smaller pile loses."),
            false => fitting([
                format!("{word}the first losing piles are {}: {why}.", and(&first)),
                format!("{word}the first losing piles are {}.", and(&first)),
            ]),
        };
        Ok(SinglePile { losing: capital(&losing), words: &[] })
    }

    /// A set that holds T - k for each of its k: multiples of T lose.
    fn pairing(&self, left: u64, loser: u64) -> Option<String> {
        let (first, last) = (self.set.numbers().first()?, self.set.numbers().last()?);
        let total = first.checked_add(*last)?;
        let paired = self.set.numbers().iter().all(|&k| self.set.contains(total - k));
        (loser == 0 && paired && left.is_multiple_of(total)).then(|| format!("answer k with {total} - k"))
    }

    fn cycle(&self) -> Option<u64> {
        (self.values().period()).filter(|p| p.preperiod == 0).map(|p| p.length)
    }

    /// The period, once the values asked for have proved one.
    fn formula(&self) -> Option<String> {
        let values = self.values();
        let period = values.period()?;
        Some(match period.preperiod {
            0 => format!("by N mod {}", period.length),
            from => format!("by N mod {} from {from} on", period.length),
        })
    }

    fn most(&self) -> Option<u64> {
        self.set.numbers().last().copied()
    }

    fn held(&self) -> u64 {
        self.values().held()
    }

    fn period(&self, limits: &Limits) -> Option<String> {
        let mut values = self.values();
        let period = values.prove_period(&|| limits.check().is_err()).ok()??;
        Some(format!("period {} from {} on: {}", period.length, period.preperiod, period.proof))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::erased::Ask;
    use crate::games;
    use crate::games::oracle::facts;
    use crate::games::piles::tests::agrees_with_plain_search;
    use crate::rules::Library;
    use crate::rules::Outcome::{Loss, Win};

    #[test]
    fn agrees_with_a_plain_search() {
        for set in [&[1u64, 3, 4][..], &[2, 5], &[3], &[1, 2, 6], &[2, 3, 5, 7], &[5, 9]] {
            let numbers: Vec<String> = set.iter().map(u64::to_string).collect();
            let word = format!("subtraction/{}", numbers.join(","));
            let amounts = |n: u64| set.iter().copied().filter(|&k| k <= n).collect::<Vec<u64>>();
            agrees_with_plain_search(&word, &amounts, &[&[30, 30], &[8, 8, 8], &[200]]);
        }
    }

    #[test]
    fn known_positions() {
        facts(&[
            ("subtraction/1,3,4:21", Loss, Some(0)),
            ("subtraction/1,3,4:23", Loss, Some(0)),
            ("subtraction/1,3,4:20", Win, Some(2)),
            ("subtraction/1,3,4:9223372036854775807", Loss, Some(0)),
            ("subtraction/1,3,4:9223372036854775807,5", Win, Some(3)),
            ("misere subtraction/1,3,4:9223372036854775807", Win, None),
            ("misere subtraction/2:1000001,1", Win, None),
        ]);
    }

    #[test]
    fn the_period_is_told() {
        let table = games::open("subtraction/4,3,1,3:20", &Library::default()).unwrap();
        assert_eq!(table.id(), "subtraction/1,3,4:20");
        assert_eq!(
            table.period(&Limits::default()).unwrap(),
            "period 7 from 0 on: the values from 0 to 3 come back from 7 to 10, as long as the largest number \
             taken: what follows is the same"
        );
    }

    #[test]
    fn piles_past_what_is_known_are_refused() {
        let id = "subtraction/1,9223372036854775807:9223372036854775807";
        let table = games::open(id, &Library::default()).unwrap();
        assert_eq!(
            table.analyse(Ask::usual())(&Limits::default()).unwrap_err().to_string(),
            "not proved: a pile of 9223372036854775807 is past the first 2000001 values of this set, which prove \
             no period"
        );
        let table = games::open("subtraction/1,9223372036854775807:1000000", &Library::default()).unwrap();
        assert!(table.analyse(Ask::usual())(&Limits::default()).is_ok());
    }

    #[test]
    fn a_pile_that_no_number_fits_is_over_at_once() {
        for (word, outcome) in [("", Loss), ("misere ", Win)] {
            let id = format!("{word}subtraction/2000:1500,900,1999");
            let table = games::open(&id, &Library::default()).unwrap();
            let found = table.analyse(Ask::usual())(&Limits::default()).unwrap();
            assert_eq!((found.over, found.value.outcome, found.value.remoteness), (true, outcome, Some(0)));
        }
    }

    #[test]
    fn sets_that_do_not_read_name_the_column() {
        for (id, column) in [
            ("subtraction:20", 12),
            ("subtraction/:20", 13),
            ("subtraction/1,0:20", 15),
            ("subtraction/1,,3:20", 15),
            ("subtraction/1/2:20", 15),
            ("subtraction/1,x:20", 15),
            ("subtraction/1,3:2,", 19),
        ] {
            let e = games::open(id, &Library::default()).err().unwrap();
            assert_eq!(e.column, column, "{id}: {e}");
        }
    }
}
