//! Solves positions by complete tables of remoteness (whose parity gives the outcome) and of Grundy values.

use std::sync::Arc;

use super::Rings;
use super::shapes::Shapes;
use crate::games::prelude::*;
use crate::solve::quotient::HeapFamily;
use crate::solve::rings::{Board, MOST_RINGS, outcome, parts, place};
use crate::solve::sums::MisereKind;

/// Maximum number of rings in a group that can be a heap in the misère quotient of a sum.
const SHAPED_RINGS: u32 = 7;

/// A table over all subsets of some points. Only the points with rings matter, so a few rings on a large board need
/// only a small table.
#[derive(Default)]
pub(super) struct RingTable {
    /// The points that the table covers; `bytes` has one byte for each of their subsets.
    points: u64,
    bytes: Vec<u8>,
    /// The total size of all tables built so far, in bytes.
    spent: u64,
}

impl RingTable {
    fn byte(
        &mut self,
        board: &Board,
        rings: u64,
        limits: &Limits,
        build: &dyn Fn(&Board) -> Result<Vec<u8>, Stop>,
    ) -> Result<u8, Stop> {
        if self.bytes.is_empty() || rings & !self.points != 0 {
            let count = rings.count_ones();
            if count > MOST_RINGS {
                return Err(Stop::not_proved(tr!(
                    "boards are solved up to {most_rings} rings, and here are {count}",
                    most_rings = MOST_RINGS
                )));
            }
            // Build a table of the whole board if its size is less than the total size of all tables built so far and
            // of a table for these rings.
            let whole = 1 << board.points();
            let pays = board.points() <= MOST_RINGS as usize && self.spent + (1 << count) > whole;
            let points = if pays { board.all() } else { rings };
            let size = 1 << points.count_ones();
            if size > limits.memory() {
                return Err(Stop::not_proved(tr!(
                    "the table of these rings takes {size} MiB, more than is allowed",
                    size = size >> 20
                )));
            }
            // Drop the old table first, to avoid holding two large tables.
            *self = RingTable {
                spent: self.spent,
                ..RingTable::default()
            };
            self.bytes = build(&board.induced(points))?;
            self.points = points;
            self.spent = self.spent.saturating_add(size);
        }
        let byte = self
            .bytes
            .get(saturating_cast::<usize, _>(place(rings, self.points)));
        byte.copied()
            .ok_or_else(|| Stop::not_proved(tr!("the rings are not on the board")))
    }
}

impl Rings {
    fn remoteness(&self, rings: u64, limits: &Limits) -> Result<u8, Stop> {
        let build = |board: &Board| board.remoteness(self.convention, limits);
        self.remoteness
            .locked(limits)?
            .byte(&self.layout.board, rings, limits, &build)
    }

    pub(super) fn grundy(&self, rings: u64, limits: &Limits) -> Result<u8, Stop> {
        self.grundy
            .locked(limits)?
            .byte(&self.layout.board, rings, limits, &|board| {
                board.grundy(limits)
            })
    }
}

impl Solve for Rings {
    fn prove(&self, at: &u64, want: Want, limits: &Limits) -> Result<Value, Stop> {
        let remoteness = self.remoteness(*at, limits)?;
        let value = Value::from_outcome(outcome(remoteness, self.convention));
        if want == Want::Outcome {
            return Ok(value);
        }
        let grundy = match self.convention {
            Convention::Normal => Some(u64::from(self.grundy(*at, limits)?)),
            Convention::Misere => None,
        };
        Ok(value
            .with_grundy(grundy)
            .with_remoteness(Some(u64::from(remoteness))))
    }

    /// Returns the Grundy value. In misère play, also returns the shapes of the groups, provided that all groups are
    /// small.
    fn summand(&self, at: &u64, limits: &Limits) -> Result<Summand, Stop> {
        let board = &self.layout.board;
        // Misère sums need only the shapes. If there are too many rings for a table, this is not an error in misère
        // play, and the Grundy value is left unknown.
        let nimber = match self.convention {
            Convention::Normal => Some(self.grundy(*at, limits)?),
            Convention::Misere => if_proved(self.grundy(*at, limits))?,
        };
        let nimber = nimber.map(u64::from);
        let groups = parts(board, *at);
        if !self.convention.is_misere()
            || groups.iter().any(|group| group.count_ones() > SHAPED_RINGS)
        {
            return Ok(Summand::known(nimber));
        }
        let shapes = match self.shapes.get() {
            Some(shapes) => shapes,
            None => {
                let shapes = Shapes::cached(board, SHAPED_RINGS, limits)?;
                self.shapes.get_or_init(|| shapes)
            }
        };
        let numbers: Option<Vec<u64>> = groups
            .into_iter()
            .map(|group| Some(shapes.number(board, group)? as u64 + 1))
            .collect();
        Ok(Summand {
            nimber,
            misere: numbers.map_or(MisereKind::Searched, MisereKind::Heaps),
        })
    }

    fn family(&self) -> Option<HeapFamily<'_>> {
        let name = tr!("rings {portable}", portable = self.layout.portable);
        Some(HeapFamily {
            name,
            rules: self.shapes.get().map(|shapes| Arc::clone(shapes) as _),
            board: Some(&self.layout.board),
            kept: Some(&self.beside),
        })
    }
}
