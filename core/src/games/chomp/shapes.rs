//! Complete tables over all shapes that can be bitten out of a bar, found by rank instead of by hashing.
//!
//! The shapes inside a bar of rows `s[0] >= s[1] >= ...` are the sequences of rows `t` with `t[i] <= s[i]` and
//! `t[i] <= t[i-1]`. Ordered like words, lowest row first, a shape's rank is the number of shapes before it:
//! the sum over its rows of the number of ways to fill that row with less and the rows above with anything that fits.
//! A bite makes some row shorter and none below it, so it always leads to a smaller rank.
//!
//! [`Outcomes`] needs one bit a shape, 75 MB for 16x16. It goes through the shapes by rank; one that nobody has marked
//! as won is lost, and marks the shapes that can be bitten down to it. As lost shapes are few and each shape has few
//! winning bites, this takes about one step a shape, not one a bite.

use crate::rules::{Convention, Limits, Stop};
use crate::solve::graph::{Verdict, mex};
use crate::solve::lock::Held;

/// The most shapes of a table: those of 16x16, which are 32 choose 16.
pub const MOST_SHAPES: u64 = 601_080_390;

/// How many shapes there are inside a bar of these rows, the eaten one included; at most `u64::MAX`.
pub fn shapes(rows: &[u16]) -> u64 {
    let mut above = vec![1u64; rows.last().map_or(1, |&l| usize::from(l) + 1)];
    for (i, &length) in rows.iter().enumerate().rev() {
        let last = rows.get(i + 1).map_or(0, |&l| usize::from(l));
        let mut total = 0u64;
        above = (0..=usize::from(length))
            .map(|v| {
                let ways = if i + 1 < rows.len() { above[v.min(last)] } else { 1 };
                total = total.saturating_add(ways);
                total
            })
            .collect();
    }
    above.last().copied().unwrap_or(1)
}

/// The shapes inside a bar, numbered.
#[derive(Clone, Debug)]
struct ShapeRanks {
    /// The rows of the bar.
    rows: Vec<u16>,
    /// `ways[i][v]`: how many ways to fill row i with at most v and the rows above with anything that fits.
    ways: Vec<Vec<u32>>,
    count: u32,
}

impl ShapeRanks {
    /// For a bar of at most [`MOST_SHAPES`].
    fn new(rows: &[u16]) -> ShapeRanks {
        let mut ways: Vec<Vec<u32>> = vec![Vec::new(); rows.len()];
        for i in (0..rows.len()).rev() {
            let mut total = 0u32;
            ways[i] = (0..=usize::from(rows[i]))
                .map(|v| {
                    let above = ways.get(i + 1).map_or(1, |w| w[v.min(w.len() - 1)]);
                    total = total.saturating_add(above);
                    total
                })
                .collect();
        }
        let count = ways.first().and_then(|w| w.last()).copied().unwrap_or(1);
        ShapeRanks { rows: rows.to_vec(), ways, count }
    }

    fn holds(&self, shape: &[u16]) -> bool {
        shape.len() <= self.rows.len() && shape.iter().zip(&self.rows).all(|(t, s)| t <= s)
    }

    /// How many shapes fill row `i` with less than `length`, all rows below being equal.
    fn before(&self, i: usize, length: u16) -> u32 {
        match length {
            0 => 0,
            _ => self.ways[i][usize::from(length) - 1],
        }
    }

    fn rank(&self, shape: impl Iterator<Item = u16>) -> u32 {
        shape.enumerate().map(|(i, length)| self.before(i, length)).sum()
    }

    /// Turns a shape into the one of the next rank; false after the last.
    fn advance(&self, shape: &mut [u16]) -> bool {
        for i in (0..shape.len()).rev() {
            let most = if i == 0 { self.rows[0] } else { shape[i - 1].min(self.rows[i]) };
            if shape[i] < most {
                shape[i] += 1;
                return true;
            }
            shape[i] = 0;
        }
        false
    }
}

/// Who wins every shape inside a bar, in misère play: who eats the poison loses.
#[derive(Clone, Debug)]
pub struct Outcomes {
    ranks: ShapeRanks,
    /// A bit for every rank: set where the player to move wins.
    won: Vec<u64>,
}

impl Held for Outcomes {
    fn memory_used(&self) -> u64 {
        self.won.len() as u64 * 8
    }
}

impl Outcomes {
    /// The table of a bar with at most [`MOST_SHAPES`].
    pub fn build(rows: &[u16], limits: &Limits) -> Result<Outcomes, Stop> {
        let ranks = ShapeRanks::new(rows);
        let mut table = Outcomes { won: vec![0; ranks.count as usize / 64 + 1], ranks };
        let mut shape = vec![0; rows.len()];
        let (mut rank, mut marked) = (0u32, 0u32);
        // Rank 0 is the eaten bar: the player who finds it has won.
        mark(&mut table.won, 0);
        while table.ranks.advance(&mut shape) {
            rank += 1;
            if rank.is_multiple_of(65536) {
                limits.check()?;
                limits.progress(u64::from(rank), u64::from(table.ranks.count));
            }
            if table.won[rank as usize / 64] >> (rank % 64) & 1 == 0 {
                table.mark_from(rank, &shape, &mut marked, limits)?;
            }
        }
        Ok(table)
    }

    /// Marks all shapes that one bite turns into this one.
    ///
    /// A bite at row r and column c cuts row r and those above to at most c. Before it, row r was longer than c; it is
    /// the first row of length c, and so are as many of the rows of length c above it as were cut.
    ///
    /// There can be a hundred million, so that the limits are looked at on the way: `marked` counts the runs of them.
    fn mark_from(&mut self, rank: u32, shape: &[u16], marked: &mut u32, limits: &Limits) -> Result<(), Stop> {
        for (i, &length) in shape.iter().enumerate() {
            let below = if i == 0 { u16::MAX } else { shape[i - 1] };
            if below > length {
                let mut go_on = || {
                    *marked = marked.wrapping_add(1);
                    if marked.is_multiple_of(65536) { limits.check() } else { Ok(()) }
                };
                lengthen(&self.ranks, &mut self.won, shape, i, below, rank, &mut go_on)?;
            }
        }
        Ok(())
    }

    /// Whether the table knows this shape.
    pub fn holds(&self, shape: &[u16]) -> bool {
        self.ranks.holds(shape)
    }

    /// The bar that the table is about.
    pub fn bar(&self) -> &[u16] {
        &self.ranks.rows
    }

    /// Whether the player to move wins a shape that the table holds.
    pub fn wins(&self, shape: impl Iterator<Item = u16>) -> bool {
        let rank = self.ranks.rank(shape);
        self.won[rank as usize / 64] >> (rank % 64) & 1 == 1
    }
}

fn mark(won: &mut [u64], rank: u32) {
    won[rank as usize / 64] |= 1 << (rank % 64);
}

/// Marks the shapes in which row `i` is longer than it is, but at most `most`, and the equal rows above it are as long
/// as they are or longer.
fn lengthen(
    ranks: &ShapeRanks,
    won: &mut [u64],
    shape: &[u16],
    i: usize,
    most: u16,
    rank: u32,
    go_on: &mut impl FnMut() -> Result<(), Stop>,
) -> Result<(), Stop> {
    go_on()?;
    let length = shape[i];
    let base = rank - ranks.before(i, length);
    let above_too = shape.get(i + 1) == Some(&length);
    for longer in length + 1..=most.min(ranks.rows[i]) {
        let rank = base + ranks.before(i, longer);
        mark(won, rank);
        if above_too {
            lengthen(ranks, won, shape, i + 1, longer, rank, go_on)?;
        }
    }
    Ok(())
}

/// Remoteness in misère play and Grundy value in normal play of every shape inside a bar: for small bars.
#[derive(Clone, Debug)]
pub struct ShapeValues {
    ranks: ShapeRanks,
    verdict: Vec<Verdict>,
    grundy: Vec<u32>,
}

impl Held for ShapeValues {
    fn memory_used(&self) -> u64 {
        self.verdict.len() as u64 * size_of::<(Verdict, u32)>() as u64
    }
}

impl ShapeValues {
    /// The most shapes: those of 7x7.
    pub const MOST_SHAPES: u64 = 3_432;

    /// The table of a bar with at most [`ShapeValues::MOST_SHAPES`].
    pub fn build(rows: &[u16]) -> ShapeValues {
        let ranks = ShapeRanks::new(rows);
        let mut table = ShapeValues { ranks, verdict: Vec::new(), grundy: Vec::new() };
        let mut shape = vec![0u16; rows.len()];
        let mut next: Vec<u32> = Vec::new();
        loop {
            next.clear();
            let mut below = 0;
            for (i, &length) in shape.iter().enumerate() {
                for column in 0..length {
                    let cut = shape[i..].iter().zip(i..).take_while(|&(&l, _)| l.min(column) > 0);
                    let rest: u32 = cut.map(|(&l, j)| table.ranks.before(j, l.min(column))).sum();
                    next.push(below + rest);
                }
                below += table.ranks.before(i, length);
            }
            let verdict = Verdict::best(Convention::Misere, next.iter().map(|&n| table.verdict[n as usize]));
            let grundy = mex(next.iter().map(|&n| table.grundy[n as usize]));
            table.verdict.push(verdict);
            table.grundy.push(grundy);
            if !table.ranks.advance(&mut shape) {
                return table;
            }
        }
    }

    /// Whether the table knows this shape.
    pub fn holds(&self, shape: &[u16]) -> bool {
        self.ranks.holds(shape)
    }

    /// The bar that the table is about.
    pub fn bar(&self) -> &[u16] {
        &self.ranks.rows
    }

    /// Outcome and remoteness in misère play, and the Grundy value in normal play, of a shape that the table holds.
    pub fn value(&self, shape: &[u16]) -> (Verdict, u64) {
        let rank = self.ranks.rank(shape.iter().copied()) as usize;
        (self.verdict[rank], u64::from(self.grundy[rank]))
    }
}
