//! Builds complete tables over all shapes inside a bar, indexed by rank instead of by hash.
//!
//! The shapes inside a bar with rows `s[0] >= s[1] >= ...` are the sequences of rows `t` in which `t[i]` is at most
//! `s[i]` and at most `t[i-1]`. Shapes are ordered lexicographically, comparing the lowest rows first. A shape's rank
//! is the number of shapes that precede it. The rank is a sum over the rows: row i adds the number of ways to fill row
//! i and the rows above it such that row i has fewer than `t[i]` squares. A bite shortens some row and leaves the rows
//! below unchanged, so every bite leads to a smaller rank.
//!
//! [`Outcomes`] needs one bit per shape, or 75 MB for a 16x16 bar. Its construction visits the shapes in order of rank.
//! A shape that is not yet marked as won is lost. All shapes with a bite that leaves the lost shape are then marked as
//! won. Few shapes are lost and few bites win, so the construction takes about one step per shape, not one per bite.

use crate::rules::{Convention, Limits, Stop, saturating_cast};
use crate::solve::memo::KnownPosition;

/// Maximum number of shapes in a table. The limit is the number of shapes in a 16x16 bar, 32 choose 16.
pub const MOST_SHAPES: u64 = 601_080_390;

/// Returns one count for each v from 0 to `length`: the number of ways to fill a row and the rows above it such that
/// the row has at most v squares. `above` holds the counts for the row above.
fn ways(length: u16, above: &[u64]) -> Vec<u64> {
    let mut total = 0u64;
    let up_to = |squares: usize| {
        total = total.saturating_add(above[squares.min(above.len() - 1)]);
        total
    };
    (0..=usize::from(length)).map(up_to).collect()
}

/// Counts the shapes inside a bar with these rows, including the empty shape. The count saturates at `u64::MAX`.
pub fn shapes(rows: &[u16]) -> u64 {
    let lowest = rows
        .iter()
        .rev()
        .fold(vec![1], |above, &length| ways(length, &above));
    lowest[lowest.len() - 1]
}

#[derive(Clone, Debug)]
pub(super) struct ShapeRanks {
    pub rows: Vec<u16>,
    /// `ways[i][v]` is the number of ways to fill row i and the rows above it such that row i has at most v squares.
    ways: Vec<Vec<u32>>,
    count: u32,
}

impl ShapeRanks {
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

    /// Advances to the next shape in lexicographic order. Returns `false` if `shape` was the last shape.
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

pub(super) trait ShapeTable {
    fn ranks(&self) -> &ShapeRanks;
}

/// The misère outcome of every shape inside a bar.
#[derive(Clone, Debug)]
pub struct Outcomes {
    ranks: ShapeRanks,
    /// One bit per rank, set if the player to move wins.
    won: Vec<u64>,
}

impl ShapeTable for Outcomes {
    fn ranks(&self) -> &ShapeRanks {
        &self.ranks
    }
}

impl Outcomes {
    /// Builds the table of a bar with at most [`MOST_SHAPES`] shapes.
    pub fn build(rows: &[u16], limits: &Limits) -> Result<Outcomes, Stop> {
        let ranks = ShapeRanks::new(rows);
        // Rank 0 is the empty shape: the opponent ate the poison, so the player to move has won.
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

struct Marking<'m> {
    ranks: &'m ShapeRanks,
    won: Vec<u64>,
    shape: Vec<u16>,
    runs: u32,
    limits: &'m Limits,
}

impl Marking<'_> {
    /// Marks as won all shapes that one bite turns into the current shape.
    ///
    /// A bite at row r and column c shortens row r and the rows above to at most c squares. In the current shape, row r
    /// is therefore the lowest row of length c. Before the bite, row r was longer, and the rows of length c directly
    /// above row r may have been longer too.
    fn mark_from(&mut self, rank: u32) -> Result<(), Stop> {
        for i in 0..self.shape.len() {
            let below = if i == 0 { u16::MAX } else { self.shape[i - 1] };
            if below > self.shape[i] {
                self.lengthen(i, below, rank)?;
            }
        }
        Ok(())
    }

    /// Marks as won the shapes in which row `i` is longer than in the current shape, but has at most `most` squares.
    fn lengthen(&mut self, i: usize, most: u16, rank: u32) -> Result<(), Stop> {
        self.runs = self.runs.wrapping_add(1);
        if self.runs.is_multiple_of(65536) {
            self.limits.check()?;
        }
        let length = self.shape[i];
        let base = rank - self.ranks.before(i, length);
        let above_too = self.shape.get(i + 1) == Some(&length);
        let most = most.min(self.ranks.rows[i]);
        // The contributions of row `i` to the rank if the row is one square longer, two squares longer, and so on.
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

/// The misère outcome, the misère remoteness and the Grundy value of every shape inside a small bar.
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
    /// Maximum number of shapes in a table. The limit is the number of shapes in a 7x7 bar, 14 choose 7.
    pub const MOST_SHAPES: u64 = 3_432;

    /// Builds the table of a bar with at most [`ShapeValues::MOST_SHAPES`] shapes.
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

    /// Returns the misère outcome, the misère remoteness and the Grundy value of a shape that the table covers.
    pub fn value(&self, shape: &[u16]) -> KnownPosition {
        self.values[self.ranks.rank(shape.iter().copied()) as usize]
    }
}
