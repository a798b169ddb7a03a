//! Stone row: a row of stones with gaps; take one stone, or two that touch. Known as Kayles, or Rip Van Winkle's game
//! of bowling pins (H. E. Dudeney, 1908; S. Loyd).
//!
//! Only the lengths of the runs matter. In normal play each has a Grundy value of period 12; in misère play a rule of
//! Sibert and Conway settles every row ([`solve::kayles`](crate::solve::kayles)).

mod explain;
mod notation;
mod rules;
mod scene;
mod solver;
#[cfg(test)]
mod tests;

use crate::games::prelude::*;
use std::ops::Range;

use super::{params, pieces};
use crate::rules::nearest;
use crate::solve::kayles::{PERIOD, PERIODIC_FROM, RunRules, Runs};
use crate::solve::lock::Kept;
use crate::solve::pieces::Multisets;
use crate::solve::quotient::{HeapRules, KeptQuotient};

/// The most cells of a row that is solved.
pub const MOST_CELLS: usize = 1000;

/// The most stones of a row whose remoteness is searched.
pub const MOST_WITH_REMOTENESS: u64 = 24;

/// The ruleset of a convention.
pub struct StoneRow {
    convention: Convention,
    searched: Kept<Multisets<u8>>,
    /// The misère quotient of runs together with other games.
    beside: KeptQuotient,
}

/// A row: for every cell whether a stone stands there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RowStones(Box<[bool]>);

impl RowStones {
    /// The runs of stones from the left, as ranges of cells from 0.
    pub fn runs(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            at += self.0[at..].iter().position(|&stone| stone)?;
            let first = at;
            at += self.0[at..].iter().take_while(|&&stone| stone).count();
            Some(first..at)
        })
    }

    /// How many stones there are.
    pub fn stones(&self) -> u64 {
        self.0.iter().filter(|&&stone| stone).count() as u64
    }

    fn kayles(&self) -> Runs {
        self.runs().map(|run| run.len() as u64).collect()
    }
}

/// One stone, or two that touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StoneMove {
    /// The first cell, from 0.
    pub cell: usize,
    /// Whether the stone after it goes as well.
    pub two: bool,
}

impl StoneMove {
    fn cells(self) -> Range<usize> {
        self.cell..self.cell + 1 + usize::from(self.two)
    }
}

impl Game for StoneRow {
    const INFO: Info = Info {
        id: "row",
        name: "Kayles",
        rule: "Take one stone, or two that touch.",
        ending: Ending::LastMove("takes the last stone"),
        example: "row:OO.OOO",
        limits: "1,000 cells, in both conventions",
        misere_parts: MisereParts::Kayles,
        family: MenuGroup::Board,
        shape: Shape::Single(1),
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::number("Cells", "how many cells in the row", 1..=MOST_CELLS as u64, 13)],
        start: |values| values.id("row"),
        random: |values, pick| {
            let mut row: Vec<bool> = (0..values.number(0)).map(|_| pick(4) > 0).collect();
            if !row.contains(&true) {
                row[0] = true;
            }
            format!("row:{}", row.iter().map(|&stone| if stone { 'O' } else { '.' }).collect::<String>())
        },
        presets: &[
            ("Thirteen pins, the second one down", "row:O.OOOOOOOOOOO"),
            ("Misère, nine stones: the second player wins", "misere row:OOOOOOOOO"),
            ("Runs of 1, 2 and 3: the second player wins", "row:O.OO.OOO"),
            ("Twenty stones", "row:OOOOOOOOOOOOOOOOOOOO"),
        ],
    };

    fn open(convention: Convention, params: &[Text<'_>], _library: &Library) -> Result<Self, IdError> {
        params::none("row", params)?;
        Ok(StoneRow { convention, searched: Kept::default(), beside: KeptQuotient::default() })
    }

    fn memory_used(&self) -> u64 {
        self.searched.memory_used() + self.beside.memory_used()
    }

    /// A run of stones is a heap.
    fn heap_rules(&self) -> Option<Box<dyn HeapRules + '_>> {
        Some(Box::new(RunRules))
    }

    fn impartial(&self) -> Option<ImpartialOf<'_, Self>> {
        Some(self)
    }

    fn reasons(&self, at: &RowStones, proved: &Proved<'_, StoneMove>, limits: &Limits) -> GameReasons<Self> {
        pieces::reasons(self, at, proved, limits)
    }

    fn figure(
        &self,
        at: &RowStones,
        _proved: &Proved<'_, StoneMove>,
        limits: &Limits,
    ) -> Result<Figure, Stop> {
        let figure = pieces::figure(self, at, limits)?;
        let small_values = (!figure.marks.is_empty()).then(explain::small_values);
        Ok(Figure { small_values, ..figure })
    }

    /// One row for each way to write the number as a sum of runs, the long runs first; at most 60 stones.
    fn for_each_of_size(&self, stones: u64, f: &mut dyn FnMut(RowStones) -> ControlFlow<()>) -> bool {
        const MOST: u64 = 60;
        if stones > MOST {
            return false;
        }
        let _ = partitions(nearest(stones), nearest(stones), &mut Vec::new(), &mut |runs| {
            f(if runs.is_empty() {
                RowStones(Box::new([false]))
            } else {
                RowStones::from_runs(runs.iter().copied())
            })
        });
        true
    }

    fn period(&self, _limits: &Limits) -> Option<String> {
        let normal = self.convention == Convention::Normal;
        normal.then(|| format!("period {PERIOD} from {PERIODIC_FROM} on (Guy and Smith 1956)"))
    }
}

/// The ways to write a number as a sum of parts that do not rise, each at most `most`.
fn partitions(
    left: usize,
    most: usize,
    parts: &mut Vec<usize>,
    f: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if left == 0 {
        return f(parts);
    }
    for part in (1..=most.min(left)).rev() {
        parts.push(part);
        let go_on = partitions(left - part, part, parts, f);
        parts.pop();
        go_on?;
    }
    ControlFlow::Continue(())
}
