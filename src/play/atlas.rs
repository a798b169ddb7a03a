//! Computes maps of games. If the positions of a game consist of one or two numbers, the map shows their outcomes and
//! Grundy values. Otherwise, the map counts the won, lost and drawn positions for each number of stones.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use nimatron_core::erased::{AnyPosition, Shape};
use nimatron_core::games::reasons::join;
use nimatron_core::rule::{self, FoundRule, Numbered};
use nimatron_core::rules::{Limits, Outcome, PieceKind, Stop, Text, if_proved, saturating_cast};
use nimatron_core::tr;

const PERIOD_LOOK: u64 = 100_000;

/// The maximum length of a map of single numbers, in cells.
const LINE: u64 = 120;
/// The maximum side of a map of pairs of numbers, in cells.
const SIDE: u64 = 32;
/// The maximum side, in cells, of a map of pairs whose largest position has many moves: more than four per row of the
/// map. A map of bars with at most two rows shows row lengths up to `BOARD_SIDE`, or up to the bar's longest row if
/// that is longer.
const BOARD_SIDE: u64 = 7;
/// The maximum sum of a bar's number of rows and the largest row length on the axes of its map. Larger bars have no
/// map.
const LARGEST_BAR: u64 = 20;
/// The maximum number of stones shown on a map that counts the positions with each number of stones. The map ends
/// before the first number of stones that has no positions, more than `POSITIONS` positions, or an unproved position.
const STONES: u64 = 20;
const POSITIONS: u64 = 25_000;

/// A cell of a map; `id` is empty if the cell has no position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AtlasCell {
    pub id: String,
    /// The outcome for the player to move; `None` if it is not proved.
    pub outcome: Option<Outcome>,
    /// The Grundy value in normal play, if known.
    pub grundy: Option<u64>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    pub stones: u64,
    pub won: u64,
    pub lost: u64,
    pub drawn: u64,
    pub won_example: Option<String>,
    pub lost_example: Option<String>,
    /// Whether this is the number of stones in the position for which the map was made.
    pub is_here: bool,
}

impl Stage {
    pub fn all(&self) -> u64 {
        self.won + self.lost + self.drawn
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chart {
    /// The cells for consecutive numbers. The first field is the smallest number.
    Line(u64, Vec<AtlasCell>),
    /// The cells for pairs of numbers, row by row. The first field is the smallest number, and the second is the length
    /// of a row.
    Square(u64, usize, Vec<AtlasCell>),
    /// The counts of positions for each number of stones, starting at 0 stones.
    Stages(Vec<Stage>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    pub chart: Chart,
    /// The period of the values, in words; the text says whether the period is proved.
    pub period: Option<String>,
    /// The meaning of the numbers on each axis.
    pub about: String,
}

impl Map {
    /// Finds the shortest block of values that repeats at least three times up to the end of the line, and returns its
    /// start and length. Returns `None` if no period is known, because the block might not repeat beyond the map.
    pub fn block(&self) -> Option<(usize, usize)> {
        let Chart::Line(_, cells) = &self.chart else {
            return None;
        };
        self.period.as_ref()?;
        let same = |i: usize, j: usize| {
            (cells[i].outcome, cells[i].grundy) == (cells[j].outcome, cells[j].grundy)
        };
        (1..=cells.len() / 3).find_map(|length| {
            let from = (length..cells.len())
                .rev()
                .find(|&i| !same(i, i - length))
                .map_or(0, |i| i + 1 - length);
            (cells.len() - from >= 3 * length).then_some((from, length))
        })
    }
}

/// Describes the rules that fit a game whose positions consist of one or two numbers. Spends at most `time` on the
/// table of outcomes and values. Returns `None` for other games, or if no short rule fits.
pub fn rule(
    position: &dyn AnyPosition,
    time: Duration,
    limits: &Limits,
) -> Result<Option<String>, Stop> {
    let end = Instant::now() + time;
    let late = move || (Instant::now() > end).then(|| tr!("the time is over").to_owned());
    let timed = limits.clone().stopping(late);
    let Some(numbered) = Numbered::find(position, &timed)? else {
        return Ok(None);
    };
    let table = rule::tabulate(&numbered, None, &timed)?;
    let mut found = rule::find(&numbered, &table, limits)?;
    rule::prove(&numbered, &table, &mut found, limits)?;
    if let Some(stop) = found.stopped {
        return Err(stop);
    }
    let said = |rule: FoundRule| match rule.theorem {
        Some(theorem) => tr!("{words} Proved: {theorem}.", words = rule.words),
        None => tr!(
            "{words} Holds up to {checked}; not proved beyond.",
            words = rule.words,
            checked = table.checked
        ),
    };
    let mut all: Vec<String> = found
        .lost
        .into_iter()
        .chain(found.values)
        .map(said)
        .collect();
    if !all.is_empty() {
        let about = tr!("For {position}:", position = numbered.in_words());
        all.insert(0, about);
    }
    Ok((!all.is_empty()).then(|| all.join(" ")))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtlasPiles {
    #[default]
    One,
    /// A square for the sizes of the first two piles. The other piles keep their sizes.
    Two,
}

/// Returns the piles of a position; `None` if its state is not a list of piles.
pub fn piles(position: &dyn AnyPosition) -> Option<Vec<u64>> {
    let numbers = position.facts().numbers?;
    let single = matches!(position.info().shape, Shape::Single(_));
    (single && with_piles(position, &[1, 1]).is_some()).then_some(numbers)
}

fn with_piles(position: &dyn AnyPosition, piles: &[u64]) -> Option<Box<dyn AnyPosition>> {
    position.with_state(Text::new(&join(piles, ","))).ok()
}

/// Returns a square chart, in which cells without a position are empty.
fn square(
    least: u64,
    side: u64,
    cell: &dyn Fn(u64, u64) -> Result<Option<AtlasCell>, Stop>,
) -> Result<Chart, Stop> {
    let mut cells = Vec::new();
    for n in least..least + side {
        for m in least..least + side {
            cells.push(cell(n, m)?.unwrap_or_default());
        }
    }
    Ok(Chart::Square(least, saturating_cast(side), cells))
}

fn two_piles(position: &dyn AnyPosition, limits: &Limits) -> Result<Option<Map>, Stop> {
    let Some(piles) = piles(position) else {
        return Ok(None);
    };
    let others = piles.get(2..).unwrap_or_default();
    let chart = square(0, SIDE, &|n, m| {
        let numbers: Vec<u64> = [n, m].iter().chain(others).copied().collect();
        with_piles(position, &numbers)
            .map(|at| valued(&*at, limits))
            .transpose()
    })?;
    let [pile, piles] = position.info().nouns;
    let about = match others {
        [] if position.facts().pieces.limit.is_some() => {
            tr!("across the stones, up the most that may be taken").to_owned()
        }
        [] => tr!("two {piles}: the first across, the second up"),
        rest => tr!(
            "the first {pile} across, the second up, beside {others}",
            others = join(rest, ", ")
        ),
    };
    Ok(Some(Map {
        chart,
        period: None,
        about,
    }))
}

fn upper_rows(position: &dyn AnyPosition, limits: &Limits) -> Result<Option<Map>, Stop> {
    let bar = position.facts().pieces;
    if bar.kind != PieceKind::Rows {
        return Ok(None);
    }
    let mut rows = bar.sizes;
    rows.resize(rows.len().max(2), 0);
    let under = &rows[..rows.len() - 2];
    let most = under.last().copied().unwrap_or(rows[0].max(BOARD_SIDE));
    if most.saturating_add(rows.len() as u64) > LARGEST_BAR {
        return Ok(None);
    }
    let chart = square(0, most + 1, &|n, m| {
        let all: Vec<u64> = under
            .iter()
            .copied()
            .chain([m, n])
            .filter(|&n| n > 0)
            .collect();
        let bar = with_piles(position, &all).filter(|_| n <= m);
        bar.map(|at| valued(&*at, limits)).transpose()
    })?;
    let about = match under {
        [] => tr!("the upper row across, the lower one up").to_owned(),
        under => tr!(
            "the top row across, the one under it up, on {piles}",
            piles = join(under, ", ")
        ),
    };
    Ok(Some(Map {
        chart,
        period: None,
        about,
    }))
}

/// Computes the map of the position's game, under the position's parameters and convention; `None` if the game has no
/// map.
pub fn map(
    position: &dyn AnyPosition,
    shown: AtlasPiles,
    limits: &Limits,
) -> Result<Option<Map>, Stop> {
    if shown == AtlasPiles::Two
        && let Some(map) = two_piles(position, limits)?
    {
        return Ok(Some(map));
    }
    if let Some(map) = upper_rows(position, limits)? {
        return Ok(Some(map));
    }
    let about = match position.info().shape {
        Shape::Single(_) if piles(position).is_some() => {
            tr!("one {pile}", pile = position.info().nouns[0])
        }
        Shape::Single(_) => tr!("one number").to_owned(),
        Shape::Pair(_) => tr!("the first number across, the second up").to_owned(),
        Shape::None => tr!(
            "by the number of {size_noun}",
            size_noun = position.ruleset().facts.size_noun
        ),
    };
    let chart = match position.info().shape {
        Shape::Single(least) => {
            let mut cells = Vec::new();
            for n in least..least + LINE {
                match cell(position, &[n], limits)? {
                    Some(cell) => cells.push(cell),
                    None => break,
                }
            }
            Chart::Line(least, cells)
        }
        Shape::Pair(least) => {
            let mut side = SIDE;
            // Shrink the map to the numbers that the game allows. If the largest position has very many moves, a full
            // map would take too long, so shrink the map further.
            let corner = |side: u64| {
                position
                    .at_numbers(&[least + side - 1, least + side - 1])
                    .ok()
            };
            while side > 1 && corner(side).is_none() {
                side -= 1;
            }
            if corner(side)
                .and_then(|at| at.count_moves())
                .is_none_or(|moves| moves > 4 * side)
            {
                side = side.min(BOARD_SIDE);
            }
            square(least, side, &|n, m| cell(position, &[n, m], limits))?
        }
        Shape::None => match stages(position, limits)? {
            stages if stages.is_empty() => return Ok(None),
            stages => Chart::Stages(stages),
        },
    };
    Ok(Some(Map {
        chart,
        period: position.theory(PERIOD_LOOK, limits)?.period_in_words(),
        about,
    }))
}

fn cell(
    position: &dyn AnyPosition,
    numbers: &[u64],
    limits: &Limits,
) -> Result<Option<AtlasCell>, Stop> {
    position
        .at_numbers(numbers)
        .ok()
        .map(|at| valued(&*at, limits))
        .transpose()
}

fn valued(at: &dyn AnyPosition, limits: &Limits) -> Result<AtlasCell, Stop> {
    limits.check()?;
    let value = if_proved(at.value(limits))?;
    let grundy = value.as_ref().and_then(|value| value.grundy);
    Ok(AtlasCell {
        id: at.id(),
        outcome: value.map(|value| value.outcome),
        grundy,
    })
}

/// Counts the won, lost and drawn positions with exactly `stones` stones. Returns `None` if there are no positions or
/// more than `most` positions, or if the game does not count stones.
pub fn stage(
    position: &dyn AnyPosition,
    stones: u64,
    most: u64,
    limits: &Limits,
) -> Result<Option<Stage>, Stop> {
    let mut stage = Stage {
        stones,
        ..Stage::default()
    };
    let mut stop = Ok(());
    let known = position.for_each_of_size(stones, &mut |at| {
        match limits.check().and_then(|()| at.outcome(limits)) {
            Ok(Outcome::Win) => {
                stage.won += 1;
                stage.won_example.get_or_insert_with(|| at.id());
            }
            Ok(Outcome::Loss) => {
                stage.lost += 1;
                stage.lost_example.get_or_insert_with(|| at.id());
            }
            Ok(Outcome::Draw) => stage.drawn += 1,
            Err(e) => {
                stop = Err(e);
                return ControlFlow::Break(());
            }
        }
        if stage.all() > most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    stop.map(|()| Some(stage).filter(|stage| known && stage.all() <= most))
}

fn stages(position: &dyn AnyPosition, limits: &Limits) -> Result<Vec<Stage>, Stop> {
    let mut all = Vec::new();
    let id = position.id();
    for stones in 0..=STONES {
        match if_proved(stage(position, stones, POSITIONS, limits))? {
            Some(Some(mut stage)) => {
                position.for_each_of_size(stones, &mut |at| {
                    stage.is_here = at.id() == id;
                    if stage.is_here {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                all.push(stage);
            }
            _ => break,
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::fixtures::open;

    fn mapped(id: &str) -> Option<Map> {
        map(&*open(id), AtlasPiles::One, &Limits::default()).unwrap()
    }

    #[test]
    fn a_line_marks_the_block_that_repeats() {
        let found = mapped("bash/3:5").unwrap();
        assert_eq!(found.block(), Some((0, 4)));
        let Chart::Line(0, cells) = &found.chart else {
            panic!("{found:?}")
        };
        assert_eq!(
            (cells.len(), cells[6].grundy, cells[8].outcome),
            (120, Some(2), Some(Outcome::Loss))
        );
        // From 71 on, the values of Kayles have period 12, so a line of 120 numbers holds four periods.
        let (from, length) = mapped("octal/0.77:5").unwrap().block().unwrap();
        assert_eq!((from, length), (71, 12));
        assert_eq!(mapped("nim:5").unwrap().block(), None);
        let Chart::Line(_, cells) = mapped("race/3/21:0").unwrap().chart else {
            panic!()
        };
        assert_eq!(cells.len(), 22);
        let about = ["race/3/21:0", "bash/3:9", "octal/0.77:9"].map(|id| mapped(id).unwrap().about);
        assert_eq!(about, ["one number", "one pile", "one heap"]);
    }

    #[test]
    fn a_square_has_its_losing_pairs() {
        let Chart::Square(0, side, cells) = mapped("wythoff:1,1").unwrap().chart else {
            panic!()
        };
        let lost: Vec<_> = (0..side * side)
            .filter(|i| cells[*i].outcome == Some(Outcome::Loss))
            .take(5)
            .collect();
        assert_eq!(
            lost,
            [0, side + 2, 2 * side + 1, 3 * side + 5, 4 * side + 7]
        );
        let Chart::Square(1, side, _) = mapped("chomp:12x12").unwrap().chart else {
            panic!()
        };
        assert_eq!(side, 7);
    }

    #[test]
    fn two_piles_are_a_square_beside_the_others() {
        let two = |id: &str| {
            let position = open(id);
            map(&*position, AtlasPiles::Two, &Limits::default())
                .unwrap()
                .unwrap()
        };
        let found = two("nim:3,5,7");
        let Chart::Square(0, 32, cells) = &found.chart else {
            panic!("{found:?}")
        };
        assert!(found.about.ends_with("beside 7"), "{}", found.about);
        for (i, cell) in cells.iter().enumerate() {
            let value = (i / 32) ^ (i % 32) ^ 7;
            assert_eq!(cell.grundy, Some(value as u64), "{}", cell.id);
        }
        assert_eq!(cells[3 * 32 + 5].id, "nim:3,5,7");
        // A game without piles has the same map in either layout.
        assert!(matches!(two("race/3/21:0").chart, Chart::Line(..)));
        assert!(matches!(two("row:OO").chart, Chart::Line(..)));
        assert!(piles(&*open("misere bash/3:4,5")).is_some());
    }

    #[test]
    fn stages_of_triangle_war_count_boards_without_a_triangle_taken() {
        fn margin(position: &dyn AnyPosition) -> i64 {
            let moves = position.choices(&[], 99).list;
            let [a, b] = position.score().unwrap();
            if moves.is_empty() {
                return a - b;
            }
            let first = position.mover() == Some(nimatron_core::rules::Player::First);
            let after = moves
                .iter()
                .map(|m| margin(&*position.after(&m.text).unwrap().0));
            if first {
                after.max().unwrap()
            } else {
                after.min().unwrap()
            }
        }
        let found = mapped("triangle/3:").unwrap();
        let Chart::Stages(stages) = &found.chart else {
            panic!("{found:?}")
        };
        // The three triangles that point up have no edges in common, so 7 of the 8 subsets of each are allowed. The
        // triangle in the middle excludes 3 x 3 x 3 combinations of these subsets.
        let all: u64 = stages.iter().map(Stage::all).sum();
        assert_eq!(all, 7 * 7 * 7 - 27);
        assert_eq!(stages.last().unwrap().stones, 6);
        let edges = [
            "1-2", "1-3", "2-3", "2-4", "2-5", "4-5", "3-5", "3-6", "5-6",
        ];
        let mut late = [0; 3];
        for set in (0..512u32).filter(|set| set.count_ones() == 4) {
            let drawn: Vec<&str> = (0..9)
                .filter(|i| set >> i & 1 == 1)
                .map(|i| edges[i])
                .collect();
            let position = open(&format!("triangle/3:{}", drawn.join(",")));
            if position.score() == Some([0, 0]) {
                // After four edges, it is the first player's turn.
                late[usize::try_from(margin(&*position).signum() + 1).unwrap()] += 1;
            }
        }
        let stage = &stages[4];
        assert_eq!([stage.lost, stage.drawn, stage.won], late);
    }
}
