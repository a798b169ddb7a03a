//! The board of Triangle War as plain geometry: dots, edges, unit triangles, symmetries.
//!
//! Dots are numbered from 1, row by row from the apex. Edges stand in *board order*: by their
//! smaller dot, then by their larger one. A set of edges is a `u64`, bit `i` for edge `i`.
//!
//! ```text
//!         1            edges of 3 dots a side, in board order:
//!        / \           1-2 1-3 2-3 2-4 2-5 3-5 3-6 4-5 5-6
//!       2---3
//!      / \ / \         triangles: by rows, in a row from the left,
//!     4---5---6        upward ones 1-2-3, 2-4-5, 3-5-6; downward one 2-3-5
//! ```

use crate::rules::nearest;
use std::sync::OnceLock;

/// The smallest number of dots a side that has a triangle.
pub const MIN_SIDE: u32 = 2;
/// The largest number of dots a side that can be solved: 45 edges, 25 triangles.
pub const MAX_SIDE: u32 = 6;
/// Stands for the outside of the board where a triangle is named.
pub const OUTSIDE: u8 = u8::MAX;

/// A unit triangle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Triangle {
    /// Its corners, numbered from 1, rising.
    pub dots: [u8; 3],
    /// Its edges as indices in board order, rising.
    pub edges: [u8; 3],
    /// The same edges as a set.
    pub mask: u64,
    /// Whether it stands on its base.
    pub upward: bool,
}

/// The outside of the board where a triangle is a number below 32.
pub(super) const RIM: u8 = 31;

/// The board with a given number of dots a side.
#[derive(Debug)]
pub struct Grid {
    side: u32,
    edges: Vec<(u8, u8)>,
    triangles: Vec<Triangle>,
    beside: Vec<[u8; 2]>,
    /// For each byte of a set of edges, what these add to the number of drawn edges of each triangle, two bits each.
    counts: Vec<[u64; 256]>,
    /// The edges of each triangle.
    masks: [u64; 32],
    /// The bits in which the two triangles at an edge differ, the outside being [`RIM`].
    across: [u8; 64],
    symmetries: Vec<Vec<u8>>,
}

/// Number of the dot in row `row` and place `place` of it, both counted from 0.
fn dot(row: u32, place: u32) -> u8 {
    nearest(row * (row + 1) / 2 + place + 1)
}

/// Row and place of a dot, both counted from 0; dots are numbered from 1.
fn row_and_place(side: u32, of: u8) -> (u32, u32) {
    let row = (0..side).rfind(|&row| dot(row, 0) <= of).unwrap_or(0);
    (row, u32::from(of.saturating_sub(dot(row, 0))))
}

/// The edges in board order: from each dot to its right, then down to the left and to the right.
fn edges_of(side: u32) -> Vec<(u8, u8)> {
    let mut edges = Vec::new();
    for row in 0..side {
        for place in 0..=row {
            let from = dot(row, place);
            if place < row {
                edges.push((from, from + 1));
            }
            if row + 1 < side {
                edges.push((from, dot(row + 1, place)));
                edges.push((from, dot(row + 1, place + 1)));
            }
        }
    }
    edges
}

/// The number of the edge between two dots, if there is one.
fn number_of(edges: &[(u8, u8)], a: u8, b: u8) -> Option<u8> {
    edges.binary_search(&(a.min(b), a.max(b))).ok().map(nearest)
}

/// The unit triangles, row by row from the apex, each row from the left.
fn triangles_of(side: u32, edges: &[(u8, u8)]) -> Option<Vec<Triangle>> {
    let triangle = |dots: [u8; 3], upward: bool| {
        let [a, b, c] = dots;
        let mut of = [number_of(edges, a, b)?, number_of(edges, a, c)?, number_of(edges, b, c)?];
        of.sort_unstable();
        let mask = of.iter().fold(0, |mask, &e| mask | 1 << e);
        Some(Triangle { dots, edges: of, mask, upward })
    };
    let mut triangles = Vec::new();
    for row in 0..side - 1 {
        for place in 0..=row {
            let (top, left) = (dot(row, place), dot(row + 1, place));
            triangles.push(triangle([top, left, left + 1], true)?);
            if place < row {
                triangles.push(triangle([top, top + 1, left + 1], false)?);
            }
        }
    }
    Some(triangles)
}

/// The triangles at each edge, or [`OUTSIDE`].
fn beside_of(edges: &[(u8, u8)], triangles: &[Triangle]) -> Vec<[u8; 2]> {
    (0..edges.len())
        .map(|e| {
            let mut found = [OUTSIDE; 2];
            let holders = triangles.iter().enumerate().filter(|(_, t)| t.mask >> e & 1 == 1);
            for (slot, (t, _)) in found.iter_mut().zip(holders) {
                *slot = nearest(t);
            }
            found
        })
        .collect()
}

/// The six symmetries, each as the image of every edge: a dot has three distances to the sides of the board, and a
/// symmetry permutes them.
fn symmetries_of(side: u32, edges: &[(u8, u8)]) -> Option<Vec<Vec<u8>>> {
    let distances = |d: u8| {
        let (row, place) = row_and_place(side, d);
        [side - 1 - row, row - place, place]
    };
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    orders
        .iter()
        .map(|order: &[usize; 3]| {
            let image = |d: u8| {
                let from = distances(d);
                dot(side - 1 - from[order[0]], from[order[2]])
            };
            edges.iter().map(|&(a, b)| number_of(edges, image(a), image(b))).collect()
        })
        .collect()
}

/// For each byte of a set of edges, what these add to the number of drawn edges of each triangle, two bits each.
fn counts_of(edges: usize, triangles: &[Triangle]) -> Vec<[u64; 256]> {
    let mut counts = vec![[0u64; 256]; edges.div_ceil(8)];
    for (i, table) in counts.iter_mut().enumerate() {
        for (byte, counts) in (0u64..).zip(table.iter_mut()) {
            let drawn = byte << (8 * i);
            let of = |t: &Triangle| t.edges.iter().filter(|&e| drawn >> e & 1 == 1).count() as u64;
            *counts = triangles.iter().enumerate().map(|(t, of_t)| of(of_t) << (2 * t)).sum();
        }
    }
    counts
}

impl Grid {
    /// The board with `side` dots a side, or `None` outside 2..=6.
    pub fn of(side: u32) -> Option<&'static Grid> {
        static GRIDS: [OnceLock<Option<Grid>>; (MAX_SIDE - MIN_SIDE + 1) as usize] =
            [const { OnceLock::new() }; (MAX_SIDE - MIN_SIDE + 1) as usize];
        let slot = GRIDS.get(side.checked_sub(MIN_SIDE)? as usize)?;
        slot.get_or_init(|| Grid::new(side)).as_ref()
    }

    /// The board; `None` where an edge is asked for that it does not have.
    fn new(side: u32) -> Option<Grid> {
        let edges = edges_of(side);
        let triangles = triangles_of(side, &edges)?;
        let beside = beside_of(&edges, &triangles);
        let counts = counts_of(edges.len(), &triangles);
        let symmetries = symmetries_of(side, &edges)?;
        let mut masks = [0; 32];
        masks.iter_mut().zip(&triangles).for_each(|(mask, triangle)| *mask = triangle.mask);
        let mut across = [0; 64];
        for (across, pair) in across.iter_mut().zip(&beside) {
            let [a, b] = pair.map(|t| if t == OUTSIDE { RIM } else { t });
            *across = a ^ b;
        }
        Some(Grid { side, edges, triangles, beside, counts, masks, across, symmetries })
    }

    /// How many edges of each triangle are drawn, two bits each.
    #[inline(always)]
    pub(super) fn counts(&self, drawn: u64) -> u64 {
        let bytes = drawn.to_le_bytes();
        self.counts.iter().zip(bytes).map(|(table, byte)| table[usize::from(byte)]).sum()
    }

    /// The edges of a triangle below 32.
    #[inline(always)]
    pub(super) fn mask(&self, triangle: u8) -> u64 {
        self.masks[usize::from(triangle & 31)]
    }

    /// The triangle across an edge, or [`RIM`].
    #[inline(always)]
    pub(super) fn across(&self, edge: u32, from: u8) -> u8 {
        (self.across[(edge & 63) as usize] ^ from) & 31
    }

    /// Dots a side.
    pub fn side(&self) -> u32 {
        self.side
    }

    /// Number of dots.
    pub fn dots(&self) -> u32 {
        self.side * (self.side + 1) / 2
    }

    /// The edges in board order: smaller dot, larger dot.
    pub fn edges(&self) -> &[(u8, u8)] {
        &self.edges
    }

    /// The unit triangles, row by row from the apex, each row from the left.
    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    /// The triangles that edge `edge` bounds; `OUTSIDE` in second place for an edge of the rim.
    pub fn beside(&self, edge: usize) -> [u8; 2] {
        self.beside[edge]
    }

    /// The six symmetries; each maps an edge index to an edge index. The first is the identity,
    /// the second the mirror that keeps the apex.
    pub fn symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    /// The set of all edges.
    pub fn all(&self) -> u64 {
        (1 << self.edges.len()) - 1
    }

    /// Index of the edge between two dots, in either order, if they are neighbours.
    pub fn edge_between(&self, a: u8, b: u8) -> Option<usize> {
        self.edges.binary_search(&(a.min(b), a.max(b))).ok()
    }

    /// Row and place of a dot, both counted from 0; dots are numbered from 1.
    pub fn place(&self, of: u8) -> (u32, u32) {
        row_and_place(self.side, of)
    }

    /// How many triangles edge `edge` completes when the edges `drawn` are there already.
    pub fn completes(&self, drawn: u64, edge: usize) -> u32 {
        let after = drawn | 1 << edge;
        let full = |&&t: &&u8| self.triangles.get(t as usize).is_some_and(|t| t.mask & !after == 0);
        nearest(self.beside[edge].iter().filter(full).count())
    }
}
