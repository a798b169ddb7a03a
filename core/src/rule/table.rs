//! Tabulates games whose positions are one or two numbers.

use rustc_hash::FxHashMap;

use super::expr::Expr;
use crate::erased::{AnyPosition, Shape, Theory};
use crate::rules::{
    Convention, IdError, Limits, Outcome, Stop, Text, Value, saturating_cast, with_commas,
};

/// The tabulated positions of a game whose positions are one or two numbers.
#[derive(Clone, Debug)]
pub struct RuleTable {
    /// The largest number in the table, or the bound on both numbers of a pair.
    pub checked: u64,
    /// Whether positions are pairs.
    pub is_pair: bool,
    /// Whether only pairs a <= b are listed.
    pub rising: bool,
    /// The positions in ascending order.
    pub points: Vec<Point>,
    /// Whether the game has no positions with larger numbers.
    pub ends: bool,
    /// The reason why the table ends early. An interruption is recorded only if the caller chose where the table ends.
    pub stopped: Option<Stop>,
}

/// A position of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The number twice, or the two numbers of a pair.
    pub at: [u64; 2],
    /// Whether the position is lost for the player to move.
    pub lost: bool,
    /// The Grundy value, if known.
    pub value: Option<u64>,
}

/// A fact for each number in a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column<T> {
    /// The number to which the first fact belongs.
    pub least: u64,
    /// The facts, starting with the fact about `least`.
    pub all: Vec<T>,
}

/// A fact about a position that a rule can predict.
pub trait Fact: Copy {
    /// Returns the number that a correct rule gives for the position.
    fn as_number(self) -> i64;
}

impl Fact for bool {
    fn as_number(self) -> i64 {
        self.into()
    }
}

impl Fact for u64 {
    fn as_number(self) -> i64 {
        self.cast_signed()
    }
}

pub fn at(n: u64) -> [i64; 2] {
    [n.cast_signed(); 2]
}

impl<T: Fact> Column<T> {
    pub(super) fn first_wrong(&self, rule: &Expr, limits: &Limits) -> Result<Option<u64>, Stop> {
        for fact in limits.checking(self.iter()) {
            let (n, fact) = fact?;
            if rule.eval(at(n)) != Ok(fact.as_number()) {
                return Ok(Some(n));
            }
        }
        Ok(None)
    }

    pub(super) fn fits(&self, rule: &Expr, limits: &Limits) -> Result<bool, Stop> {
        Ok(self.first_wrong(rule, limits)?.is_none())
    }
}

impl<T: Clone> Column<T> {
    /// Returns the first `length` entries of the column.
    pub fn prefix(&self, length: usize) -> Column<T> {
        Column {
            least: self.least,
            all: self.all[..length.min(self.all.len())].to_vec(),
        }
    }
}

impl<T> Column<T> {
    /// Returns the largest number of the column.
    pub fn most(&self) -> u64 {
        self.least + (self.all.len() as u64).saturating_sub(1)
    }

    /// Iterates over the numbers in ascending order, with their facts.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u64, &T)> {
        self.all
            .iter()
            .enumerate()
            .map(|(i, fact)| (self.least + i as u64, fact))
    }
}

/// A pair of numbers and a fact about it.
#[derive(Clone, Copy, Debug)]
pub struct Cell<T> {
    /// The first number, or the smaller number if the order does not matter.
    pub a: u64,
    /// The second number.
    pub b: u64,
    /// The fact about the pair.
    pub is: T,
}

impl RuleTable {
    fn new(checked: u64, is_pair: bool, points: Vec<Point>) -> RuleTable {
        RuleTable {
            checked,
            is_pair,
            rising: false,
            points,
            ends: false,
            stopped: None,
        }
    }

    /// Tabulates single numbers. `is_lost` returns `None` to end the table.
    ///
    /// # Errors
    /// Returns the error of `is_lost`, if it fails.
    pub fn of_single(
        least: u64,
        most: u64,
        is_lost: &mut dyn FnMut(u64) -> Result<Option<bool>, Stop>,
    ) -> Result<RuleTable, Stop> {
        let mut points = Vec::new();
        for n in least..=most {
            let Some(lost) = is_lost(n)? else { break };
            points.push(Point::single(n, (lost, None)));
        }
        let checked = points.last().map_or(least, |point| point.at[0]);
        Ok(RuleTable::new(checked, false, points))
    }

    /// Tabulates pairs. `is_lost` returns `None` if there is no such position.
    ///
    /// # Errors
    /// Returns the error of `is_lost`, if it fails.
    pub fn of_pairs(
        least: u64,
        most: u64,
        is_lost: &mut dyn FnMut(u64, u64) -> Result<Option<bool>, Stop>,
    ) -> Result<RuleTable, Stop> {
        let mut all = Vec::new();
        for a in least..=most {
            for b in least..=most {
                if let Some(lost) = is_lost(a, b)? {
                    all.push(Point {
                        at: [a, b],
                        lost,
                        value: None,
                    });
                }
            }
        }
        Ok(RuleTable::of_points(most, all))
    }

    /// Builds a table of pairs. If every pair has the same outcome and value as its mirror image, pairs with a > b are
    /// dropped.
    fn of_points(checked: u64, mut all: Vec<Point>) -> RuleTable {
        let known: FxHashMap<[u64; 2], Point> =
            all.iter().map(|point| (point.at, *point)).collect();
        let rising = all
            .iter()
            .filter(|point| point.at[0] > point.at[1])
            .all(|point| {
                let turned = known.get(&[point.at[1], point.at[0]]);
                turned.is_some_and(|other| (other.lost, other.value) == (point.lost, point.value))
            });
        all.retain(|point| !rising || point.at[0] <= point.at[1]);
        all.sort_unstable_by_key(|point| point.at);
        RuleTable {
            rising,
            ..RuleTable::new(checked, true, all)
        }
    }

    /// Returns the one or two numbers of a position.
    pub fn numbers(&self, point: &Point) -> Vec<u64> {
        self.numbers_at(point.at)
    }

    pub(super) fn numbers_at(&self, at: [u64; 2]) -> Vec<u64> {
        at[..=usize::from(self.is_pair)].to_vec()
    }

    /// Returns the outcome of every number, `true` for a loss.
    pub fn lost_column(&self) -> Column<bool> {
        Column {
            least: self.points.first().map_or(0, |point| point.at[0]),
            all: self.points.iter().map(|point| point.lost).collect(),
        }
    }

    /// Returns the values of single numbers, up to the first gap.
    pub fn value_column(&self) -> Column<u64> {
        Column {
            least: self.points.first().map_or(0, |point| point.at[0]),
            all: self.points.iter().map_while(|point| point.value).collect(),
        }
    }

    /// Returns every pair with its outcome, `true` for a loss.
    pub fn lost_cells(&self) -> Vec<Cell<bool>> {
        let cell = |point: &Point| Cell {
            a: point.at[0],
            b: point.at[1],
            is: point.lost,
        };
        self.points.iter().map(cell).collect()
    }

    /// Returns the values of pairs, if all are known.
    pub fn value_cells(&self) -> Option<Vec<Cell<u64>>> {
        let cell = |point: &Point| {
            Some(Cell {
                a: point.at[0],
                b: point.at[1],
                is: point.value?,
            })
        };
        self.points.iter().map(cell).collect()
    }
}

impl Point {
    fn single(n: u64, (lost, value): Known) -> Point {
        Point {
            at: [n, n],
            lost,
            value,
        }
    }
}

/// The checkpoints at which a table of single numbers may end.
const SINGLE: [u64; 11] = [
    32, 64, 128, 256, 512, 1000, 2000, 5000, 10_000, 20_000, 50_000,
];
const PAIRS: [u64; 13] = [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];
/// The largest number in the table of a game that a theorem covers.
const PROVED_SINGLE: u64 = 5000;
const PROVED_PAIRS: u64 = 128;
const MOST_PAIRS: u64 = 1000;

/// A game whose positions are given by one or two numbers.
pub struct Numbered<'p> {
    pub(super) position: &'p dyn AnyPosition,
    least: u64,
}

impl<'p> Numbered<'p> {
    /// Returns the game of a position, if the game is impartial and its positions are one or two numbers.
    pub fn find(
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
            // Scripts may fail at 0.
            let numbers: &[u64] = if game.is_pair() { &[0, 1] } else { &[0] };
            if let Err(Stop::NotProved(_) | Stop::Fault(_)) = game.known(numbers, limits) {
                game.least = 1;
            }
        }
        Ok(Some(game))
    }

    /// Returns whether the game is chomp. In a chomp table, the pair (a, b) stands for a bar with `a` squares in the
    /// upper row and `b` squares in the lower row.
    fn is_chomp(&self) -> bool {
        self.position.info().id == "chomp"
    }

    /// Returns the theorems about the game. Searches for a period up to `most`.
    ///
    /// # Errors
    /// Returns [`Stop`] if a limit is reached or the search is interrupted.
    pub fn theory(&self, most: u64, limits: &Limits) -> Result<Theory, Stop> {
        self.position.theory(most, limits)
    }

    /// The convention by which the game is played.
    pub fn convention(&self) -> Option<Convention> {
        self.position.convention()
    }

    /// Returns whether positions are pairs.
    pub fn is_pair(&self) -> bool {
        matches!(self.position.info().shape, Shape::Pair(_))
    }

    /// Returns a description of the positions in terms of n, or of a and b: see
    /// [`Info::numbered`](crate::erased::Info::numbered).
    pub fn in_words(&self) -> &'static str {
        if self.is_chomp() {
            return tr!("a bar of two rows, of a and b squares");
        }
        self.position.info().numbered
    }

    /// The smallest number in tables of the game.
    pub fn least(&self) -> u64 {
        self.least
    }

    /// Returns the position with these numbers, if it exists.
    ///
    /// # Errors
    /// Returns an error if a script fails or `limits` stop it.
    pub fn at(
        &self,
        numbers: &[u64],
        limits: &Limits,
    ) -> Result<Option<Box<dyn AnyPosition>>, Stop> {
        let state = match (self.is_chomp(), numbers) {
            (true, [upper, lower]) if upper > lower => return Ok(None),
            (true, [0, lower]) => lower.to_string(),
            (true, [upper, lower]) => format!("{lower},{upper}"),
            _ => (self.position.info().numbers_text)(numbers),
        };
        let text = Text::new(&state).within(limits);
        self.position
            .with_state(text)
            .map(Some)
            .or_else(IdError::no_position)
    }

    fn known(&self, numbers: &[u64], limits: &Limits) -> Result<Option<Known>, Stop> {
        limits.check()?;
        let Some(at) = self.at(numbers, limits)? else {
            return Ok(None);
        };
        let value = small_value(&*at, limits)?;
        Ok(Some((value.outcome == Outcome::Loss, value.grundy)))
    }

    /// Extends the columns up to `most`, or until a position does not exist or cannot be solved.
    pub(super) fn continued(
        &self,
        lost: &Column<bool>,
        values: &Column<u64>,
        most: u64,
        limits: &Limits,
    ) -> Result<(Column<bool>, Column<u64>), Stop> {
        let mut lost = lost.clone();
        let mut values = values.clone();
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

    /// Returns the ID of the position with these numbers, or the numbers if no such position exists.
    pub fn id(&self, numbers: &[u64]) -> String {
        match self.at(numbers, &Limits::default()) {
            Ok(Some(at)) => at.id(),
            _ => with_commas(numbers),
        }
    }
}

/// Computes the outcome of a position for a table, with the Grundy value if known. In games with a convention, the
/// remoteness is not computed, because it can take much longer.
pub fn small_value(at: &dyn AnyPosition, limits: &Limits) -> Result<Value, Stop> {
    match (at.convention(), at.info().players) {
        // Games that may go on for ever have no Grundy values, and their positions may be draws.
        (Some(Convention::Normal), None) if !at.ruleset().facts.may_go_on => {
            let grundy = at.summand(limits)?.nimber;
            let outcome = match grundy {
                Some(grundy) => Outcome::won(grundy != 0),
                None => at.outcome(limits)?,
            };
            Ok(Value::from_outcome(outcome).with_grundy(grundy))
        }
        (Some(_), _) => at.outcome(limits).map(Value::from_outcome),
        (None, _) => at.value(limits),
    }
}

/// Whether a position is lost, and its Grundy value if known.
type Known = (bool, Option<u64>);

/// Tabulates positions up to `upto`, or until there are no larger positions or a limit is reached. If `upto` is `None`,
/// an interrupted table is cut at the last checkpoint it reached, so that the result is reproducible.
///
/// # Errors
/// Returns an error if nothing could be tabulated, or if `upto` is too large for pairs.
pub fn tabulate(
    game: &Numbered<'_>,
    upto: Option<u64>,
    limits: &Limits,
) -> Result<RuleTable, Stop> {
    if game.is_pair() {
        tabulate_pairs(game, upto, limits)
    } else {
        tabulate_single(game, upto, limits)
    }
}

/// Returns the last checkpoint. If a theorem covers the game, returns `enough` instead, because a longer table would
/// show nothing new.
fn last_pause(game: &Numbered<'_>, pauses: &[u64], enough: u64, limits: &Limits) -> u64 {
    let proved = game.theory(enough, limits);
    let is_proved = proved.is_ok_and(|theory| {
        theory.lost.is_some() || theory.values.is_some() || theory.period.is_some()
    });
    match pauses.last() {
        Some(last) if !is_proved => *last,
        _ => enough,
    }
}

fn tabulate_single(
    game: &Numbered<'_>,
    upto: Option<u64>,
    limits: &Limits,
) -> Result<RuleTable, Stop> {
    let least = game.least();
    let most = upto.unwrap_or_else(|| last_pause(game, &SINGLE, PROVED_SINGLE, limits));
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
    if let (None, Some(Stop::Interrupted(_)), false) = (upto, &stop, all.is_empty()) {
        stop = None;
        let reached = least + all.len() as u64;
        let pause = SINGLE.iter().rev().find(|pause| **pause < reached).copied();
        all.truncate(index(pause.unwrap_or(reached) + 1 - least));
    }
    if all.is_empty() {
        let none = || Stop::not_proved(tr!("there is no position of {least}"));
        return Err(stop.unwrap_or_else(none));
    }
    let points: Vec<Point> = (least..)
        .zip(all)
        .map(|(n, is)| Point::single(n, is))
        .collect();
    let checked = points.last().map_or(least, |point| point.at[0]);
    Ok(RuleTable {
        ends,
        stopped: stop,
        ..RuleTable::new(checked, false, points)
    })
}

fn tabulate_pairs(
    game: &Numbered<'_>,
    upto: Option<u64>,
    limits: &Limits,
) -> Result<RuleTable, Stop> {
    let least = game.least();
    if let Some(upto) = upto.filter(|upto| *upto > MOST_PAIRS) {
        return Err(Stop::not_proved(tr!(
            "pairs are tabulated up to {most_pairs}, and {upto} is asked for",
            most_pairs = MOST_PAIRS
        )));
    }
    let most = upto.unwrap_or_else(|| last_pause(game, &PAIRS, PROVED_PAIRS, limits));
    let before = PAIRS.iter().copied().filter(|pause| *pause < most);
    let pauses: Vec<u64> = before.chain([most]).collect();
    // Each checkpoint adds the pairs whose larger number is above the previous checkpoint.
    let mut all: Vec<Point> = Vec::new();
    let (mut checked, mut from, mut refused, mut ends) = (None, least, false, false);
    let mut stop = None;
    'pauses: for pause in pauses {
        let before = all.len();
        for larger in from..=pause {
            for other in least..=larger {
                let both = [(other, larger), (larger, other)];
                for &(a, b) in &both[..if other == larger { 1 } else { 2 }] {
                    match game.known(&[a, b], limits) {
                        Ok(Some((lost, value))) => all.push(Point {
                            at: [a, b],
                            lost,
                            value,
                        }),
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
        return Err(
            stop.unwrap_or_else(|| Stop::not_proved(tr!("there are no positions of pairs")))
        );
    };
    let stopped = stop.filter(|why| upto.is_some() || !matches!(why, Stop::Interrupted(_)));
    Ok(RuleTable {
        ends,
        stopped,
        ..RuleTable::of_points(checked, all)
    })
}

pub(super) fn index(n: u64) -> usize {
    saturating_cast(n)
}
