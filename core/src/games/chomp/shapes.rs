//! Complete tables over all shapes that can be bitten out of a bar, found by rank instead of by hashing.
//!
//! The shapes inside a bar of rows `s[0] >= s[1] >= ...` are the sequences of rows `t` with `t[i] <= s[i]` and
//! `t[i] <= t[i-1]`. In lexicographic order, lowest row first, a shape's rank is the number of shapes before it: the
//! sum over its rows of the number of ways to fill that row with less and the rows above with anything that fits. A
//! bite makes some row shorter and none below it, so it always leads to a smaller rank.
//!
//! [`Outcomes`] needs one bit per shape, 75 MB for 16x16. It visits the shapes by rank; one that has not been marked as
//! won is lost, and marks the shapes that can be bitten down to it. As lost shapes are few and each shape has few
//! winning bites, this takes about one step per shape, not one per bite.

use crate::rules::{Convention, Limits, Stop, saturating_cast};
use crate::solve::memo::KnownPosition;

/// The most shapes of a table: those of 16x16, which are 32 choose 16.
pub const MOST_SHAPES: u64 = 601_080_390;

/// The numbers of ways to fill a row with at most 0, 1, ... up to `length` squares and the rows above with anything
/// that fits, where `above` has these numbers for the row above; at most `u64::MAX`.
fn ways(length: u16, above: &[u64]) -> Vec<u64> {
    let mut total = 0u64;
    let up_to = |squares: usize| {
        total = total.saturating_add(above[squares.min(above.len() - 1)]);
        total
    };
    (0..=usize::from(length)).map(up_to).collect()
}

/// The number of shapes inside a bar of these rows, including the eaten one; at most `u64::MAX`.
pub fn shapes(rows: &[u16]) -> u64 {
    let lowest = rows
        .iter()
        .rev()
        .fold(vec![1], |above, &length| ways(length, &above));
    lowest[lowest.len() - 1]
}

/// The shapes inside a bar, numbered.
#[derive(Clone, Debug)]
pub(super) struct ShapeRanks {
    /// The rows of the bar.
    pub rows: Vec<u16>,
    /// `ways[i][v]`: the number of ways to fill row i with at most v and the rows above with anything that fits.
    ways: Vec<Vec<u32>>,
    count: u32,
}

impl ShapeRanks {
    /// Ranks the shapes inside a bar of at most [`MOST_SHAPES`].
    fn new(rows: &[u16]) -> ShapeRanks {
        let mut above = vec![1];
        let mut all: Vec<Vec<u32>> = Vec::with_capacity(rows.len());
        for &length in rows.iter().rev() {
            above = ways(length, &above);
            all.push(above.iter().map(|&ways| saturating_cast(ways)).collect());
        }
        all.reverse();
        ShapeRanks {
            rows: rows.to_vec(),
            ways: all,
            count: saturating_cast(above[above.len() - 1]),
        }
    }

    pub fn holds(&self, shape: &[u16]) -> bool {
        shape.len() <= self.rows.len() && shape.iter().zip(&self.rows).all(|(t, s)| t <= s)
    }

    /// The number of shapes that fill row `i` with less than `length`, all rows below being equal.
    fn before(&self, i: usize, length: u16) -> u32 {
        match length {
            0 => 0,
            _ => self.ways[i][usize::from(length) - 1],
        }
    }

    fn rank(&self, shape: impl Iterator<Item = u16>) -> u32 {
        shape
            .enumerate()
            .map(|(i, length)| self.before(i, length))
            .sum()
    }

    /// Turns a shape into the one of the next rank; returns false after the last.
    fn advance(&self, shape: &mut [u16]) -> bool {
        for i in (0..shape.len()).rev() {
            let most = if i == 0 {
                self.rows[0]
            } else {
                shape[i - 1].min(self.rows[i])
            };
            if shape[i] < most {
                shape[i] += 1;
                return true;
            }
            shape[i] = 0;
        }
        false
    }
}

/// A table over the shapes inside a bar.
pub(super) trait ShapeTable {
    /// The shapes that the table covers.
    fn ranks(&self) -> &ShapeRanks;
}

/// The winner of every shape inside a bar, in misère play: the player who eats the poison loses.
#[derive(Clone, Debug)]
pub struct Outcomes {
    ranks: ShapeRanks,
    /// A bit per rank: set where the player to move wins.
    won: Vec<u64>,
}

impl ShapeTable for Outcomes {
    fn ranks(&self) -> &ShapeRanks {
        &self.ranks
    }
}

impl Outcomes {
    /// The table of a bar with at most [`MOST_SHAPES`].
    pub fn build(rows: &[u16], limits: &Limits) -> Result<Outcomes, Stop> {
        let ranks = ShapeRanks::new(rows);
        // Rank 0 is the eaten bar: the player to move there has won.
        let mut won = vec![0; ranks.count as usize / 64 + 1];
        won[0] = 1;
        let mut table = Marking {
            ranks: &ranks,
            won,
            shape: vec![0; rows.len()],
            runs: 0,
            limits,
        };
        let mut rank = 0u32;
        while ranks.advance(&mut table.shape) {
            rank += 1;
            if rank.is_multiple_of(65536) {
                limits.check()?;
                limits.progress(u64::from(rank), u64::from(ranks.count));
            }
            if !is_set(&table.won, rank) {
                table.mark_from(rank)?;
            }
        }
        let won = table.won;
        Ok(Outcomes { ranks, won })
    }

    /// Returns whether the player to move wins a shape that the table covers.
    pub fn wins(&self, shape: impl Iterator<Item = u16>) -> bool {
        is_set(&self.won, self.ranks.rank(shape))
    }
}

fn is_set(bits: &[u64], rank: u32) -> bool {
    bits[rank as usize / 64] >> (rank % 64) & 1 == 1
}

/// The table of a bar under construction.
struct Marking<'m> {
    ranks: &'m ShapeRanks,
    won: Vec<u64>,
    /// The current shape.
    shape: Vec<u16>,
    /// The number of runs of shapes marked so far.
    runs: u32,
    limits: &'m Limits,
}

impl Marking<'_> {
    /// Marks all shapes that one bite turns into the current one. There can be a hundred million, so the limits are
    /// checked on the way.
    ///
    /// A bite at row r and column c cuts row r and those above to at most c. Before it, row r was longer than c; it is
    /// the first row of length c, and any number of the rows of length c above it may have been cut along with it.
    fn mark_from(&mut self, rank: u32) -> Result<(), Stop> {
        for i in 0..self.shape.len() {
            let below = if i == 0 { u16::MAX } else { self.shape[i - 1] };
            if below > self.shape[i] {
                self.lengthen(i, below, rank)?;
            }
        }
        Ok(())
    }

    /// Marks the shapes in which row `i` is longer than now, but at most `most`, and the equal rows above it are at
    /// least as long as now.
    fn lengthen(&mut self, i: usize, most: u16, rank: u32) -> Result<(), Stop> {
        self.runs = self.runs.wrapping_add(1);
        if self.runs.is_multiple_of(65536) {
            self.limits.check()?;
        }
        let length = self.shape[i];
        let base = rank - self.ranks.before(i, length);
        let above_too = self.shape.get(i + 1) == Some(&length);
        let most = most.min(self.ranks.rows[i]);
        // The numbers of shapes before those with one square more, two more, ...
        let before_longer = &self.ranks.ways[i][usize::from(length)..usize::from(most)];
        for (shorter, before) in (length..most).zip(before_longer) {
            let rank = base + before;
            self.won[rank as usize / 64] |= 1 << (rank % 64);
            if above_too {
                self.lengthen(i + 1, shorter + 1, rank)?;
            }
        }
        Ok(())
    }
}

/// Outcome and remoteness in misère play and Grundy value in normal play of every shape inside a small bar.
#[derive(Clone, Debug)]
pub struct ShapeValues {
    ranks: ShapeRanks,
    values: Vec<KnownPosition>,
}

impl ShapeTable for ShapeValues {
    fn ranks(&self) -> &ShapeRanks {
        &self.ranks
    }
}

impl ShapeValues {
    /// The most shapes: those of 7x7.
    pub const MOST_SHAPES: u64 = 3_432;

    /// The table of a bar with at most [`ShapeValues::MOST_SHAPES`].
    pub fn build(rows: &[u16]) -> ShapeValues {
        let ranks = ShapeRanks::new(rows);
        let mut values: Vec<KnownPosition> = Vec::new();
        let mut shape = vec![0u16; rows.len()];
        let mut next: Vec<u32> = Vec::new();
        loop {
            next.clear();
            let mut below = 0;
            for (i, &length) in shape.iter().enumerate() {
                for column in 0..length {
                    let cut = shape[i..]
                        .iter()
                        .zip(i..)
                        .take_while(|&(&l, _)| l.min(column) > 0);
                    let rest: u32 = cut.map(|(&l, j)| ranks.before(j, l.min(column))).sum();
                    next.push(below + rest);
                }
                below += ranks.before(i, length);
            }
            let reached = next.iter().map(|&n| values[n as usize]);
            values.push(KnownPosition::of_moves(Convention::Misere, reached));
            if !ranks.advance(&mut shape) {
                return ShapeValues { ranks, values };
            }
        }
    }

    /// Outcome and remoteness in misère play, and the Grundy value in normal play, of a shape that the table covers.
    pub fn value(&self, shape: &[u16]) -> KnownPosition {
        self.values[self.ranks.rank(shape.iter().copied()) as usize]
    }
}
