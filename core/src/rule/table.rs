//! Tabulating a game whose positions are one or two numbers.

use super::pairs::Cell;
use crate::erased::{AnyPosition, Shape};
use crate::rules::{Convention, IdError, Limits, Outcome, Stop, Text, nearest, with_commas};

/// What is known of the positions of one or two numbers, as far as they were tabulated.
#[derive(Clone, Debug)]
pub struct RuleTable {
    /// The largest number tabulated; both numbers of a pair went up to it.
    pub checked: u64,
    /// The positions.
    pub numbers: Numbers,
    /// Whether there are no positions of larger numbers.
    pub ends: bool,
    /// Why the table ends before the number that was asked for, where it does.
    pub stopped: Option<Stop>,
}

/// What is known of numbers from a least one on, without a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column<T> {
    /// The first number.
    pub least: u64,
    /// What is known of it and of those after it.
    pub all: Vec<T>,
}

impl<T> Column<T> {
    /// The largest number.
    pub fn most(&self) -> u64 {
        self.least + (self.all.len() as u64).saturating_sub(1)
    }

    /// The numbers, rising, with what is known of them.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &T)> {
        (self.least..).zip(&self.all)
    }
}

/// The positions of a table.
#[derive(Clone, Debug)]
pub enum Numbers {
    /// Single numbers, from the least one on: whether each is lost for the player to move, and the first values as far as
    /// they are known without a gap.
    Single {
        /// Whether each is lost.
        lost: Column<bool>,
        /// The first values.
        values: Column<u64>,
    },
    /// Pairs: which are lost, and the values where all are known. `rising`: the order of the numbers does not matter, or
    /// is given, and only pairs whose first number is not the larger one are listed.
    Pairs {
        /// Whether the first number is never the larger one.
        rising: bool,
        /// Whether each is lost.
        lost: Vec<Cell<bool>>,
        /// Their values.
        values: Option<Vec<Cell<u64>>>,
    },
}

/// What a table says of each position: its numbers, and that.
pub type Told<T> = Vec<(Vec<u64>, T)>;

impl Numbers {
    /// Whether each position is lost, in the order of the table.
    pub fn lost(&self) -> Told<bool> {
        match self {
            Numbers::Single { lost, .. } => lost.iter().map(|(n, is)| (vec![n], *is)).collect(),
            Numbers::Pairs { lost, .. } => lost.iter().map(|c| (vec![c.a, c.b], c.is)).collect(),
        }
    }

    /// The values as far as they are known; `None` where they are not.
    pub fn values(&self) -> Option<Told<u64>> {
        match self {
            Numbers::Single { values, .. } if values.all.is_empty() => None,
            Numbers::Single { values, .. } => {
                Some(values.iter().map(|(n, is)| (vec![n], *is)).collect())
            }
            Numbers::Pairs { values, .. } => Some(
                values
                    .as_ref()?
                    .iter()
                    .map(|c| (vec![c.a, c.b], c.is))
                    .collect(),
            ),
        }
    }
}

impl RuleTable {
    /// A table of single numbers, from a function that tells whether each is lost; `None` ends it.
    pub fn of_single(
        least: u64,
        most: u64,
        is_lost: &mut dyn FnMut(u64) -> Result<Option<bool>, Stop>,
    ) -> Result<RuleTable, Stop> {
        let mut lost = Column {
            least,
            all: Vec::new(),
        };
        for n in least..=most {
            match is_lost(n)? {
                Some(is) => lost.all.push(is),
                None => break,
            }
        }
        let (checked, values) = (
            lost.most(),
            Column {
                least,
                all: Vec::new(),
            },
        );
        Ok(RuleTable {
            checked,
            numbers: Numbers::Single { lost, values },
            ends: false,
            stopped: None,
        })
    }

    /// A table of pairs, from a function that tells whether each is lost; `None` where there is no such position.
    pub fn of_pairs(
        least: u64,
        most: u64,
        is_lost: &mut dyn FnMut(u64, u64) -> Result<Option<bool>, Stop>,
    ) -> Result<RuleTable, Stop> {
        let mut all = Vec::new();
        for a in least..=most {
            for b in least..=most {
                if let Some(is) = is_lost(a, b)? {
                    all.push(Cell {
                        a,
                        b,
                        is: (is, None),
                    });
                }
            }
        }
        Ok(RuleTable {
            checked: most,
            numbers: pairs_of(least, most, all),
            ends: false,
            stopped: None,
        })
    }
}

/// The pairs of a table: where only one order is allowed, or both are the same, one of them.
fn pairs_of(least: u64, most: u64, all: Vec<Cell<Known>>) -> Numbers {
    let side = index(most - least + 1);
    let place = |a: u64, b: u64| index(a - least) * side + index(b - least);
    let mut square: Vec<Option<Known>> = vec![None; side * side];
    all.iter()
        .for_each(|cell| square[place(cell.a, cell.b)] = Some(cell.is));
    let falling = |cell: &&Cell<Known>| cell.a > cell.b;
    let rising = all
        .iter()
        .filter(falling)
        .all(|cell| square[place(cell.b, cell.a)] == Some(cell.is));
    let mut kept: Vec<Cell<Known>> = all
        .into_iter()
        .filter(|cell| !rising || cell.a <= cell.b)
        .collect();
    kept.sort_unstable_by_key(|cell| (cell.a, cell.b));
    let lost = kept
        .iter()
        .map(|cell| Cell {
            a: cell.a,
            b: cell.b,
            is: cell.is.0,
        })
        .collect();
    let values = kept
        .iter()
        .map(|cell| {
            Some(Cell {
                a: cell.a,
                b: cell.b,
                is: cell.is.1?,
            })
        })
        .collect();
    Numbers::Pairs {
        rising,
        lost,
        values,
    }
}

/// Where tabulating pauses to see whether to go on: single numbers and pairs.
const SINGLE: [u64; 8] = [32, 64, 128, 256, 512, 1000, 2000, 5000];
const PAIRS: [u64; 9] = [8, 12, 16, 24, 32, 48, 64, 96, 128];
/// The largest numbers of pairs that can be asked for.
const MOST_PAIRS: u64 = 1000;

/// The game with its positions by number.
pub struct Numbered<'p> {
    /// One of them.
    pub(super) position: &'p dyn AnyPosition,
    least: u64,
}

impl<'p> Numbered<'p> {
    /// The game of a position; `None` where its positions are not one or two numbers.
    pub fn of(
        position: &'p dyn AnyPosition,
        limits: &Limits,
    ) -> Result<Option<Numbered<'p>>, Stop> {
        let impartial = position.info().players.is_none() && position.convention().is_some();
        let least = match position.info().shape {
            Shape::Single(least) | Shape::Pair(least) if impartial => least,
            _ => return Ok(None),
        };
        let mut game = Numbered { position, least };
        if game.is_chomp() {
            game.least = 0;
        } else if game.least == 0 {
            // A script may fail at 0, which need not be one of its positions.
            let numbers: &[u64] = if game.is_pair() { &[0, 1] } else { &[0] };
            if let Err(Stop::NotProved(_) | Stop::Fault(_)) = game.known(numbers, limits) {
                game.least = 1;
            }
        }
        Ok(Some(game))
    }

    /// Chomp is looked at by its bars of two rows: the pair is the upper row and the lower one.
    fn is_chomp(&self) -> bool {
        self.position.info().id == "chomp"
    }

    /// The convention played.
    pub fn convention(&self) -> Option<Convention> {
        self.position.convention()
    }

    /// Whether positions are pairs.
    pub fn is_pair(&self) -> bool {
        matches!(self.position.info().shape, Shape::Pair(_))
    }

    /// The least number.
    pub fn least(&self) -> u64 {
        self.least
    }

    /// The position of one or two numbers; `None` where there is none.
    ///
    /// # Errors
    /// Where a script does not say whether there is one.
    pub fn at(
        &self,
        numbers: &[u64],
        limits: &Limits,
    ) -> Result<Option<Box<dyn AnyPosition>>, Stop> {
        let state = match (self.is_chomp(), numbers) {
            (true, [0, 0]) => return Ok(None),
            (true, [upper, lower]) if upper > lower => return Ok(None),
            (true, [0, lower]) => lower.to_string(),
            (true, [upper, lower]) => format!("{lower},{upper}"),
            _ => self.position.state_of_numbers(numbers),
        };
        let text = Text::new(&state).within(limits);
        self.position
            .with_state(text)
            .map(Some)
            .or_else(IdError::no_position)
    }

    /// What the position of one or two numbers is; `None` where there is none.
    fn known(&self, numbers: &[u64], limits: &Limits) -> Result<Option<Known>, Stop> {
        limits.check()?;
        let Some(at) = self.at(numbers, limits)? else {
            return Ok(None);
        };
        let (outcome, grundy) = outcome_and_grundy(&*at, limits)?;
        Ok(Some((outcome == Outcome::Loss, grundy)))
    }

    /// A table that goes on up to a number, or as far as there are positions and they are known.
    pub(super) fn continued(
        &self,
        lost: &Column<bool>,
        values: &Column<u64>,
        most: u64,
        limits: &Limits,
    ) -> Result<(Column<bool>, Column<u64>), Stop> {
        let (mut lost, mut values) = (lost.clone(), values.clone());
        while lost.most() < most
            && let Ok(Some((is_lost, value))) = self.known(&[lost.most() + 1], limits)
        {
            if values.all.len() == lost.all.len() {
                values.all.extend(value);
            }
            lost.all.push(is_lost);
        }
        limits.check()?;
        Ok((lost, values))
    }

    /// The ID of the position of one or two numbers, which is there.
    pub fn id(&self, numbers: &[u64]) -> String {
        match self.at(numbers, &Limits::default()) {
            Ok(Some(at)) => at.id(),
            _ => with_commas(numbers),
        }
    }
}

/// The outcome of a position, and its Grundy value in normal play where it is known. The moves to the end, which can take
/// much longer to find, are not asked for.
pub fn outcome_and_grundy(
    at: &dyn AnyPosition,
    limits: &Limits,
) -> Result<(Outcome, Option<u64>), Stop> {
    match (at.convention(), at.info().players) {
        (Some(Convention::Misere), _) => Ok((at.outcome(limits)?, None)),
        (Some(Convention::Normal), None) => match at.summand(limits)?.nimber {
            Some(grundy) => Ok((Outcome::won(grundy != 0), Some(grundy))),
            None => Ok((at.outcome(limits)?, None)),
        },
        _ => at.value(limits).map(|value| (value.outcome, value.grundy)),
    }
}

/// What a position is: whether it is lost, and its value.
type Known = (bool, Option<u64>);

/// Tabulates up to a number, or else as far as the limits let it, in steps, so that the same is found again on another day.
///
/// # Errors
/// Where nothing could be tabulated: why.
pub fn tabulate(
    game: &Numbered<'_>,
    upto: Option<u64>,
    limits: &Limits,
) -> Result<RuleTable, Stop> {
    match game.is_pair() {
        true => tabulate_pairs(game, upto, limits),
        false => tabulate_single(game, upto, limits),
    }
}

fn tabulate_single(
    game: &Numbered<'_>,
    upto: Option<u64>,
    limits: &Limits,
) -> Result<RuleTable, Stop> {
    let least = game.least();
    let most = upto.unwrap_or(SINGLE[SINGLE.len() - 1]);
    let mut all: Vec<Known> = Vec::new();
    let (mut ends, mut stop) = (false, None);
    for n in least..=most {
        match game.known(&[n], limits) {
            Ok(Some(one)) => all.push(one),
            Ok(None) => {
                ends = true;
                break;
            }
            Err(why) => {
                stop = Some(why);
                break;
            }
        }
    }
    if let (None, Some(Stop::Interrupted(_))) = (upto, &stop) {
        // Time is up: back to the last pause.
        stop = None;
        let reached = least + all.len() as u64;
        let pause = SINGLE.iter().rev().find(|pause| **pause < reached).copied();
        all.truncate(index(pause.unwrap_or(reached) + 1 - least));
    }
    if all.is_empty() {
        let none = || Stop::not_proved(format!("there is no position of {least}"));
        return Err(stop.unwrap_or_else(none));
    }
    let lost = Column {
        least,
        all: all.iter().map(|(lost, _)| *lost).collect(),
    };
    let values = Column {
        least,
        all: all.iter().map_while(|(_, grundy)| *grundy).collect(),
    };
    Ok(RuleTable {
        checked: lost.most(),
        numbers: Numbers::Single { lost, values },
        ends,
        stopped: stop,
    })
}

fn tabulate_pairs(
    game: &Numbered<'_>,
    upto: Option<u64>,
    limits: &Limits,
) -> Result<RuleTable, Stop> {
    let least = game.least();
    if let Some(upto) = upto.filter(|upto| *upto > MOST_PAIRS) {
        return Err(Stop::not_proved(format!(
            "pairs are tabulated up to {MOST_PAIRS}, and {upto} is asked for"
        )));
    }
    let pauses: Vec<u64> = match upto {
        Some(upto) => PAIRS
            .iter()
            .copied()
            .filter(|pause| *pause < upto)
            .chain([upto])
            .collect(),
        None => PAIRS.to_vec(),
    };
    // What each pause added: the pairs whose larger number lies between it and the one before.
    let mut all: Vec<Cell<Known>> = Vec::new();
    let (mut checked, mut from, mut refused, mut ends) = (None, least, false, false);
    let mut stop = None;
    'pauses: for pause in pauses {
        let before = all.len();
        for larger in from..=pause {
            for other in least..=larger {
                let both = [(other, larger), (larger, other)];
                for &(a, b) in &both[..if other == larger { 1 } else { 2 }] {
                    match game.known(&[a, b], limits) {
                        Ok(Some(is)) => all.push(Cell { a, b, is }),
                        Ok(None) => refused = true,
                        Err(why) => {
                            stop = Some(why);
                            all.truncate(before);
                            break 'pauses;
                        }
                    }
                }
            }
        }
        if all.len() == before && pause > least + 1 {
            ends = refused;
            break;
        }
        (checked, from) = (Some(pause), pause + 1);
    }
    let Some(checked) = checked else {
        return Err(stop.unwrap_or_else(|| Stop::not_proved("there are no positions of pairs")));
    };
    let numbers = pairs_of(least, checked, all);
    let stopped = stop.filter(|why| upto.is_some() || !matches!(why, Stop::Interrupted(_)));
    Ok(RuleTable {
        checked,
        numbers,
        ends,
        stopped,
    })
}

/// A number as a place in a list that has one.
pub(super) fn index(n: u64) -> usize {
    nearest(n)
}
