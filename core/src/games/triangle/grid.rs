//! Describes the board of Triangle War as plain geometry: dots, edges, unit triangles and symmetries.
//!
//! Dots are numbered from 1, row by row from the apex. Edges are in *board order*: sorted by their smaller dot, then by
//! their larger dot. A set of edges is a `u64` with bit `i` for edge `i`.
//!
//! ```text
//!         1            edges of 3 dots per side, in board order:
//!        / \           1-2 1-3 2-3 2-4 2-5 3-5 3-6 4-5 5-6
//!       2---3
//!      / \ / \         triangles: by rows, in a row from the left,
//!     4---5---6        upward ones 1-2-3, 2-4-5, 3-5-6; downward one 2-3-5
//! ```

use crate::rules::saturating_cast;
use std::sync::OnceLock;

/// The smallest number of dots per side for which the board has a triangle.
pub const MIN_SIDE: u32 = 2;
/// The largest number of dots per side for which the board can be solved. The largest board has 45 edges and 25
/// triangles.
pub const MAX_SIDE: u32 = 6;
/// The index that stands for the area outside the board. Like the indices of triangles, this index is below 32.
pub const OUTSIDE: u8 = 31;

/// A unit triangle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Triangle {
    /// The corners, numbered from 1, in ascending order.
    pub dots: [u8; 3],
    /// The edges as a set.
    pub mask: u64,
    /// Whether the triangle points up.
    pub upward: bool,
}

/// The board with a given number of dots per side.
#[derive(Debug)]
pub struct Grid {
    side: u32,
    edges: Vec<(u8, u8)>,
    triangles: Vec<Triangle>,
    beside: Vec<[u8; 2]>,
    /// `counts[i][b]` is the number of drawn edges in each triangle, two bits per triangle, if byte `i` of the set of
    /// drawn edges is `b` and all other bytes are 0.
    counts: Vec<[u64; 256]>,
    masks: [u64; 32],
    /// The XOR of the indices of the two triangles at each edge.
    across: [u8; 64],
    symmetries: Vec<Vec<u8>>,
}

/// Returns the number of the dot at index `place` in row `row`. Dots are numbered from 1, rows and indices from 0.
fn dot(row: u32, place: u32) -> u8 {
    saturating_cast(row * (row + 1) / 2 + place + 1)
}

pub(super) fn edges(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |edge| set >> edge & 1 == 1)
}

impl Grid {
    /// The board with `side` dots per side, or `None` outside 2..=6.
    pub fn with_side(side: u32) -> Option<&'static Grid> {
        static GRIDS: [OnceLock<Option<Grid>>; (MAX_SIDE - MIN_SIDE + 1) as usize] =
            [const { OnceLock::new() }; (MAX_SIDE - MIN_SIDE + 1) as usize];
        let slot = GRIDS.get(side.checked_sub(MIN_SIDE)? as usize)?;
        slot.get_or_init(|| Grid::new(side)).as_ref()
    }

    fn new(side: u32) -> Option<Grid> {
        let mut edges = Vec::new();
        for row in 0..side {
            for place in 0..=row {
                let from = dot(row, place);
                let below = dot(row + 1, place);
                if place < row {
                    edges.push((from, from + 1));
                }
                if row + 1 < side {
                    edges.extend([(from, below), (from, below + 1)]);
                }
            }
        }
        let mut grid = Grid {
            side,
            edges,
            triangles: Vec::new(),
            beside: Vec::new(),
            counts: Vec::new(),
            masks: [0; 32],
            across: [0; 64],
            symmetries: Vec::new(),
        };
        for row in 0..side - 1 {
            for place in 0..=row {
                let top = dot(row, place);
                let left = dot(row + 1, place);
                let downward = (place < row).then_some([top, top + 1, left + 1]);
                for dots in [Some([top, left, left + 1]), downward]
                    .into_iter()
                    .flatten()
                {
                    let [a, b, c] = dots;
                    let mut mask = 0;
                    for (from, to) in [(a, b), (a, c), (b, c)] {
                        mask |= 1 << grid.edge_between(from, to)?;
                    }
                    grid.masks[grid.triangles.len()] = mask;
                    grid.triangles.push(Triangle {
                        dots,
                        mask,
                        upward: b == left,
                    });
                }
            }
        }
        for edge in 0..grid.edges.len() {
            let mut holders = (0..)
                .zip(&grid.triangles)
                .filter(|(_, t)| t.mask >> edge & 1 == 1)
                .map(|(t, _)| t);
            let pair = [holders.next()?, holders.next().unwrap_or(OUTSIDE)];
            grid.across[edge] = pair[0] ^ pair[1];
            grid.beside.push(pair);
        }
        let count = |drawn: u64| {
            let drawn_of = |t: &Triangle| u64::from((t.mask & drawn).count_ones());
            grid.triangles
                .iter()
                .zip(0..)
                .map(|(t, i): (_, u32)| drawn_of(t) << (2 * i))
                .sum()
        };
        grid.counts = (0..grid.edges.len().div_ceil(8))
            .map(|i| std::array::from_fn(|byte| count((byte as u64) << (8 * i))))
            .collect();
        // A symmetry permutes the three distances between a dot and the sides of the board.
        for [x, z] in [[0, 2], [0, 1], [1, 2], [1, 0], [2, 1], [2, 0]] {
            let image = |of: u8| {
                let (row, place) = grid.place(of);
                let distances = [side - 1 - row, row - place, place];
                dot(side - 1 - distances[x], distances[z])
            };
            let ends = grid.edges.iter();
            let images =
                ends.map(|&(a, b)| grid.edge_between(image(a), image(b)).map(saturating_cast));
            let images = images.collect::<Option<_>>()?;
            grid.symmetries.push(images);
        }
        Some(grid)
    }

    /// The number of drawn edges in each triangle, two bits each.
    #[inline(always)]
    pub(super) fn counts(&self, drawn: u64) -> u64 {
        let bytes = drawn.to_le_bytes();
        self.counts
            .iter()
            .zip(bytes)
            .map(|(table, byte)| table[usize::from(byte)])
            .sum()
    }

    #[inline(always)]
    pub(super) fn mask(&self, triangle: u8) -> u64 {
        self.masks[usize::from(triangle & 31)]
    }

    /// The triangle on the other side of `edge` from triangle `from`, or [`OUTSIDE`].
    #[inline(always)]
    pub(super) fn across(&self, edge: u32, from: u8) -> u8 {
        (self.across[(edge & 63) as usize] ^ from) & 31
    }

    /// The number of dots per side.
    pub fn side(&self) -> u32 {
        self.side
    }

    /// The number of dots.
    pub fn dots(&self) -> u32 {
        self.side * (self.side + 1) / 2
    }

    /// The edges in board order, each with its smaller dot first.
    pub fn edges(&self) -> &[(u8, u8)] {
        &self.edges
    }

    /// The unit triangles, row by row from the apex, each row from left to right.
    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    /// The two triangles at an edge. For an edge on the rim, the second is [`OUTSIDE`].
    pub fn beside(&self, edge: usize) -> [u8; 2] {
        self.beside[edge]
    }

    /// The six symmetries, each mapping edge indices to edge indices. The first is the identity, the second the
    /// reflection that fixes the apex.
    pub fn symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    /// The set of all edges.
    pub fn all(&self) -> u64 {
        (1 << self.edges.len()) - 1
    }

    /// The index of the edge between two dots, in either order, if the dots are neighbours.
    pub fn edge_between(&self, a: u8, b: u8) -> Option<usize> {
        self.edges.binary_search(&(a.min(b), a.max(b))).ok()
    }

    /// The row of a dot and its index in the row, both counted from 0.
    pub fn place(&self, of: u8) -> (u32, u32) {
        let row = saturating_cast((1..self.side).take_while(|&row| dot(row, 0) <= of).count());
        (row, u32::from(of - dot(row, 0)))
    }

    /// Returns the number of triangles that `edge` completes, given the edges already drawn.
    pub fn completes(&self, drawn: u64, edge: usize) -> u32 {
        let after = drawn | 1 << edge;
        let full = |&&t: &&u8| {
            self.triangles
                .get(t as usize)
                .is_some_and(|t| t.mask & !after == 0)
        };
        saturating_cast(self.beside[edge].iter().filter(full).count())
    }
}
