//! Solves misère play with tables of shapes. In normal play, eating everything at once wins, and only Grundy values
//! need a table.

use std::sync::Arc;

use super::shapes::{MOST_SHAPES, Outcomes, ShapeTable, ShapeValues, shapes};
use super::{Bar, Bite, Chomp};
use crate::games::prelude::*;
use crate::solve::memo::KnownPosition;

const EVERYTHING: Bite = Bite { row: 0, column: 0 };

type Build<'b, T> = dyn Fn(&[u16], u64) -> Result<T, Stop> + 'b;

pub(super) struct LatestTable<T> {
    table: Option<Arc<T>>,
    /// The total number of shapes in the bars for which a table was built. The count is reset to 0 when a table is
    /// built for the rectangle around two bars.
    spent: u64,
}

impl<T> Default for LatestTable<T> {
    fn default() -> Self {
        LatestTable {
            table: None,
            spent: 0,
        }
    }
}

impl<T: ShapeTable> LatestTable<T> {
    fn holding(&self, bar: &Bar) -> Option<Arc<T>> {
        self.table
            .as_ref()
            .filter(|table| table.ranks().holds(bar.rows()))
            .map(Arc::clone)
    }

    /// Returns a table that covers the bar, or `None` if the bar has more than `most` shapes.
    ///
    /// If the latest table does not cover the bar, a new table replaces the latest one. Consider the smallest rectangle
    /// that contains both the bar of the latest table and the new bar. If this rectangle does not have too many shapes,
    /// the new table covers the whole rectangle, because later bars are likely to lie inside it.
    fn get(&mut self, bar: &Bar, most: u64, build: &Build<'_, T>) -> Result<Option<Arc<T>>, Stop> {
        if let Some(table) = self.holding(bar) {
            return Ok(Some(table));
        }
        // A bar has more shapes than squares, because every bite leaves a different shape.
        if bar.squares() >= most {
            return Ok(None);
        }
        let mut root = bar.rows().to_vec();
        let mut size = shapes(bar.rows());
        if size > most {
            return Ok(None);
        }
        self.spent = self.spent.saturating_add(size);
        if let Some(table) = self.table.take() {
            let both = rectangle(&table.ranks().rows, bar.rows());
            let larger = shapes(&both);
            if larger <= most.min(MOST_SHARED) && larger <= self.spent.saturating_add(3 * size) {
                (root, size, self.spent) = (both, larger, 0);
            }
        }
        let table = Arc::new(build(&root, size)?);
        self.table = Some(Arc::clone(&table));
        Ok(Some(table))
    }
}

/// Maximum number of shapes in a table for the rectangle around two bars. The limit is the number of shapes in a 14x14
/// bar, 28 choose 14.
const MOST_SHARED: u64 = 40_116_600;

fn rectangle(a: &[u16], b: &[u16]) -> Vec<u16> {
    let columns = [a, b]
        .iter()
        .filter_map(|r| r.first())
        .max()
        .copied()
        .unwrap_or(0);
    vec![columns; a.len().max(b.len())]
}

impl Chomp {
    fn outcomes_of(&self, bar: &Bar, limits: &Limits) -> Result<Arc<Outcomes>, Stop> {
        let build = |root: &[u16], size: u64| {
            if size / 8 > limits.memory() {
                Err(Stop::not_proved(tr!(
                    "the table of this bar takes {size} KiB, more than is allowed",
                    size = size >> 13
                )))
            } else {
                Outcomes::build(root, limits)
            }
        };
        self.outcomes.locked(limits)?.get(bar, MOST_SHAPES, &build)?.ok_or_else(|| {
            Stop::not_proved(tr!("bars are solved up to 16x16, or if bites can leave at most {most_shapes} shapes", most_shapes = MOST_SHAPES))
        })
    }

    /// Returns the values of a small bar, or `None` if the bar has too many shapes.
    fn known(&self, at: &Bar, limits: &Limits) -> Result<Option<KnownPosition>, Stop> {
        let build = |root: &[u16], _| Ok(ShapeValues::build(root));
        let table = self
            .values
            .locked(limits)?
            .get(at, ShapeValues::MOST_SHAPES, &build)?;
        Ok(table.map(|table| table.value(at.rows())))
    }
}

impl Chomp {
    fn value_of(&self, at: &Bar, limits: &Limits) -> Result<Value, Stop> {
        if self.convention == Convention::Normal {
            // Eating the whole bar ends the game, so any bar that is not empty is won in one move.
            let left = !is_over(self, at);
            return Ok(Value::from_outcome(Outcome::won(left))
                .with_grundy(self.known(at, limits)?.map(|known| known.grundy.into()))
                .with_remoteness(Some(u64::from(left))));
        }
        if let Some(known) = self.known(at, limits)? {
            return Ok(known.verdict.value());
        }
        let table = self.outcomes_of(at, limits)?;
        Ok(Value::from_outcome(Outcome::won(
            table.wins(at.rows().iter().copied()),
        )))
    }

    fn outcome_of(&self, at: &Bar, limits: &Limits) -> Result<Outcome, Stop> {
        if self.convention == Convention::Normal {
            return Ok(Outcome::won(!is_over(self, at)));
        }
        // Strategy stealing: if biting off the far corner does not win, the winning reply is itself a winning first
        // bite.
        if at.is_rectangle() && at.squares() > 1 {
            return Ok(Outcome::Win);
        }
        // The latest table usually covers the bar, so the bar's shapes need not be counted.
        let table = match self
            .outcomes
            .try_get()
            .and_then(|latest| latest.holding(at))
        {
            Some(table) => table,
            None => match self.known(at, limits)? {
                Some(known) => return Ok(known.verdict.outcome),
                None => self.outcomes_of(at, limits)?,
            },
        };
        Ok(Outcome::won(table.wins(at.rows().iter().copied())))
    }
}

impl Solve for Chomp {
    fn prove(&self, at: &Bar, want: Want, limits: &Limits) -> Result<Value, Stop> {
        match want {
            Want::Outcome => Ok(Value::from_outcome(self.outcome_of(at, limits)?)),
            Want::Value => self.value_of(at, limits),
        }
    }

    /// In normal play without other games, the only winning bite eats the whole bar.
    fn winning(&self, at: &Bar, beside: Beside<'_>) -> Wins<'_, Bite> {
        if self.convention == Convention::Normal && beside.others.is_none() {
            let all = (!is_over(self, at)).then_some(EVERYTHING);
            return Ok(Some(all.into_iter().collect()));
        }
        Ok(None)
    }

    fn summand(&self, at: &Bar, limits: &Limits) -> Result<Summand, Stop> {
        Ok(Summand::known(
            self.known(at, limits)?.map(|known| known.grundy.into()),
        ))
    }
}
