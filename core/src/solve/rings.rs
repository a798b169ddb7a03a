//! Solves boards of rings, on which a move takes one ring or two neighbouring rings.

use std::ops::ControlFlow;

use crate::rules::{Convention, Limits, Outcome, Stop, Visit, saturating_cast};

/// The maximum number of points on a board. A set of rings is represented by a 63-bit mask.
pub const MOST_POINTS: usize = 63;

/// The maximum number of rings in a position that can be solved. The table of results has one byte for each subset of
/// the rings.
pub const MOST_RINGS: u32 = 24;

/// A graph with at most [`MOST_POINTS`] points. Its edges join neighbouring points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    neighbours: Vec<u64>,
}

/// The mask of the one or two rings that a move takes.
pub type Taken = u64;

impl Board {
    /// Creates a board with `points` points, numbered from 0, and these pairs of neighbours. Ignores pairs of equal
    /// points, and pairs with a point outside the board.
    pub fn new(points: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Board {
        let points = points.min(MOST_POINTS);
        let mut neighbours = vec![0; points];
        for (a, b) in pairs {
            if a < points && b < points && a != b {
                neighbours[a] |= 1 << b;
                neighbours[b] |= 1 << a;
            }
        }
        Board { neighbours }
    }

    /// The number of points.
    pub fn points(&self) -> usize {
        self.neighbours.len()
    }

    /// The set of all points, as a bit mask.
    pub fn all(&self) -> u64 {
        (1 << self.points()) - 1
    }

    /// The neighbours of a point, as a bit mask.
    pub fn neighbours(&self, point: usize) -> u64 {
        self.neighbours[point]
    }

    /// Returns the board of these points and the edges between them. The points are renumbered by [`place`].
    pub fn induced(&self, points: u64) -> Board {
        let points = points & self.all();
        Board {
            neighbours: ones(points)
                .map(|p| place(self.neighbours[p as usize] & points, points))
                .collect(),
        }
    }

    /// Iterates over the pairs of neighbours in lexicographic order. Each pair begins with the smaller point.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.points()).flat_map(move |a| {
            (a + 1..self.points())
                .filter(move |&b| self.neighbours[a] >> b & 1 == 1)
                .map(move |b| (a, b))
        })
    }

    /// Passes the moves to `f` in board order. Moves are sorted by their lowest ring; the move that takes this ring
    /// alone comes before the moves that also take a neighbour.
    pub fn for_each_move(&self, rings: u64, f: Visit<'_, Taken>) -> ControlFlow<()> {
        for a in ones(rings) {
            f(1 << a)?;
            for b in ones(self.neighbours[a as usize] & rings & above(a)) {
                f(1 << a | 1 << b)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Counts the moves in the position with these rings.
    pub fn count_moves(&self, rings: u64) -> u64 {
        let pairs: u32 = ones(rings)
            .map(|a| (self.neighbours[a as usize] & rings & above(a)).count_ones())
            .sum();
        u64::from(rings.count_ones() + pairs)
    }

    /// Returns whether `taken` is one ring or two neighbouring rings, all present in `rings`.
    pub fn is_legal(&self, rings: u64, taken: Taken) -> bool {
        taken != 0
            && taken & !rings == 0
            && match taken.count_ones() {
                1 => true,
                2 => self.neighbours[taken.trailing_zeros() as usize] & taken != 0,
                _ => false,
            }
    }

    /// Returns the remoteness of every set of rings, indexed by its mask, on a board of at most [`MOST_RINGS`] points.
    ///
    /// The parity of the remoteness determines the winner: see [`outcome`].
    pub fn remoteness(&self, convention: Convention, limits: &Limits) -> Result<Vec<u8>, Stop> {
        // During the computation, the table holds r for a loss in r moves, and 255 - r for a win in r moves. The lower
        // this score, the worse the position, so a single minimum finds the best move.
        let sets = 1usize << self.points();
        let mut table = vec![0u8; sets];
        table[0] = if convention.outcome_when_stuck() == Outcome::Win {
            255
        } else {
            0
        };
        for rings in 1..saturating_cast(sets) {
            pause(rings, sets, limits)?;
            let mut least = 255;
            self.for_each_next(rings, |next| least = least.min(table[next as usize]));
            table[rings as usize] = if least < 128 {
                254 - least
            } else {
                (255 - least) + 1
            };
        }
        for score in &mut table {
            *score = (*score).min(255 - *score);
        }
        Ok(table)
    }

    /// Returns the Grundy value of every set of rings, indexed by its mask, on a board of at most [`MOST_RINGS`]
    /// points.
    pub fn grundy(&self, limits: &Limits) -> Result<Vec<u8>, Stop> {
        let sets = 1usize << self.points();
        let mut table = vec![0u8; sets];
        for rings in 1..saturating_cast(sets) {
            pause(rings, sets, limits)?;
            let mut seen = 0u32;
            self.for_each_next(rings, |next| seen |= 1 << table[next as usize]);
            #[expect(clippy::cast_possible_truncation, reason = "at most 32")]
            let grundy = seen.trailing_ones() as u8;
            table[rings as usize] = grundy;
        }
        Ok(table)
    }

    /// Calls `f` with the mask of the rings that each move leaves. The board must have at most 32 points.
    #[inline(always)]
    fn for_each_next(&self, rings: u32, mut f: impl FnMut(u32)) {
        let mut left = rings;
        while left != 0 {
            let a = left.trailing_zeros() as usize;
            left &= left - 1;
            let without = rings & !(1 << a);
            f(without);
            // The neighbours of `a` that are still in `left` have higher indices, so each pair is visited once.
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a table has at most 24 points, a bit for each"
            )]
            let mut pairs = self.neighbours[a] as u32 & left;
            while pairs != 0 {
                f(without & !(pairs & pairs.wrapping_neg()));
                pairs &= pairs - 1;
            }
        }
    }
}

fn pause(rings: u32, sets: usize, limits: &Limits) -> Result<(), Stop> {
    if rings.is_multiple_of(65536) {
        limits.check()?;
        limits.progress(u64::from(rings), sets as u64);
    }
    Ok(())
}

/// Returns the outcome of a position with this remoteness.
pub fn outcome(remoteness: u8, convention: Convention) -> Outcome {
    Outcome::won((remoteness % 2 == 1) == (convention == Convention::Normal))
}

/// Renumbers the set `part` by rank within `points`: the lowest of `points` becomes 0, the next 1, and so on.
pub fn place(part: u64, points: u64) -> u64 {
    if points & points.wrapping_add(1) == 0 {
        return part & points;
    }
    ones(part & points)
        .map(|p| 1 << (points & !(u64::MAX << p)).count_ones())
        .sum()
}

/// Iterates over the indices of the set bits in ascending order.
pub fn ones(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

fn above(point: u32) -> u64 {
    (u64::MAX << point) << 1
}

/// Returns the connected components of a set of rings.
pub fn parts(board: &Board, rings: u64) -> Vec<u64> {
    let mut left = rings;
    let mut parts = Vec::new();
    while left != 0 {
        let mut part = left & left.wrapping_neg();
        loop {
            let more = ones(part).fold(part, |g, p| g | board.neighbours(p as usize) & left);
            if more == part {
                break;
            }
            part = more;
        }
        parts.push(part);
        left &= !part;
    }
    parts
}
