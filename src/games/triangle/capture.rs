//! From any position to a *core*: capture all that can be captured, and see what could be left.
//!
//! A core is a position in which every triangle has 0, 1 or 3 of its edges drawn, so that nothing
//! can be captured at once. Capturing everything that can be captured, in any order, ends in the
//! same core. The captured triangles hang together in trees: two are neighbours where the edge
//! between them was drawn by the capture. A tree *hangs* from the rim or from a triangle that is
//! not captured, or from nothing.
//!
//! The player to move takes all K captured triangles and then has to move in the core, worth w; or
//! takes all but two (or four), and hands these and the move in the core to the opponent. So the
//! position is worth
//!
//! - `K - 2 + |2 + w|` = max(K + w, (K - 2) - 2 - w) where two can be left: a hanging tree of two
//!   or more triangles, of which the last two are cut off by drawing the edge it hangs from;
//! - else `K - 4 + |4 + w|` where four can be left: a tree hanging from nothing with five or more
//!   triangles, or a path of four, cut in the middle into two pairs;
//! - else `K + w`.
//!
//! These are the loony moves of Dots and Boxes (Berlekamp, "The Dots and Boxes Game", 2000), whose
//! leftovers lose 2 in a chain and 4 in a loop. The tests hold all of it against plain
//! tables.

use super::grid::{Grid, OUTSIDE};
use crate::rules::nearest;

/// What can be left behind to hand the move in the core to the opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leftover {
    /// Nothing worth leaving.
    Nothing,
    /// Two triangles, of a tree that hangs from something.
    Two,
    /// Four triangles, of a tree that hangs from nothing.
    Four,
}

impl Leftover {
    /// Best margin from here on for the player to move, with `captured` triangles there to be
    /// taken and a core worth `core` to whoever moves in it.
    pub fn value(self, captured: i32, core: i32) -> i32 {
        match self {
            Leftover::Nothing => captured + core,
            Leftover::Two => captured - 2 + (2 + core).abs(),
            Leftover::Four => captured - 4 + (4 + core).abs(),
        }
    }
}

/// A position after all captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reduced {
    /// The edges drawn once everything is captured: a core.
    pub core: u64,
    /// Number of triangles that are captured, K.
    pub captured: u32,
    /// The cheapest thing worth leaving.
    pub leftover: Leftover,
}

impl Reduced {
    /// Best margin from here on for the player to move, given the value of the core.
    pub fn value(&self, core: i32) -> i32 {
        self.leftover.value(nearest(self.captured), core)
    }
}

/// Captures everything that can be captured when the edges `drawn` are there.
pub fn reduce(grid: &Grid, drawn: u64) -> Reduced {
    let triangles = grid.triangles();
    let mut core = drawn;
    let mut captured: u32 = 0;
    let mut ready: u32 = 0;
    for (t, triangle) in triangles.iter().enumerate() {
        let open = triangle.mask & !drawn;
        ready |= u32::from(open != 0 && at_most_one(open)) << t;
    }
    while ready != 0 {
        let t = ready.trailing_zeros();
        ready &= ready - 1;
        captured |= 1 << t;
        // Nothing is open where its last edge went with its neighbour's capture: both are taken at once.
        let open = triangles[t as usize].mask & !core;
        core |= open;
        if open != 0
            && let Some(other) = across(grid, open.trailing_zeros(), t)
            && at_most_one(triangles[other as usize].mask & !core)
        {
            ready |= 1 << other;
        }
    }
    if captured == 0 {
        return Reduced { core, captured: 0, leftover: Leftover::Nothing };
    }
    let mut leftover = Leftover::Nothing;
    let mut rest = captured;
    while rest != 0 && leftover != Leftover::Two {
        let tree = grow(grid, core & !drawn, captured, rest.trailing_zeros());
        rest &= !tree.triangles;
        leftover = match (leftover, tree.leftover()) {
            (Leftover::Nothing, other) | (_, other @ Leftover::Two) => other,
            (kept, _) => kept,
        };
    }
    Reduced { core, captured: captured.count_ones(), leftover }
}

/// Whether a set has one edge or none; without counting them, for which not every processor has an instruction.
fn at_most_one(edges: u64) -> bool {
    edges & edges.wrapping_sub(1) == 0
}

/// The triangle on the other side of an edge, unless that is the outside.
fn across(grid: &Grid, edge: u32, from: u32) -> Option<u32> {
    let [a, b] = grid.beside(edge as usize);
    let other = if u32::from(a) == from { b } else { a };
    (other != OUTSIDE).then_some(u32::from(other))
}

/// One tree of triangles that can be captured.
struct CaptureTree {
    /// Its triangles, a bit for each.
    triangles: u32,
    /// Whether it hangs from the rim or from a triangle that cannot be captured.
    hangs: bool,
    /// Whether it branches: some triangle of it has three neighbours in it.
    branches: bool,
}

impl CaptureTree {
    /// What can be left of it.
    fn leftover(&self) -> Leftover {
        match (self.hangs, self.triangles.count_ones()) {
            (true, 2..) => Leftover::Two,
            (false, 5..) => Leftover::Four,
            (false, 4) if !self.branches => Leftover::Four,
            _ => Leftover::Nothing,
        }
    }
}

/// The tree of captured triangles around one of them; `cut` holds the edges the capture draws.
fn grow(grid: &Grid, cut: u64, captured: u32, root: u32) -> CaptureTree {
    let mut tree = CaptureTree { triangles: 1 << root, hangs: false, branches: false };
    let mut todo = tree.triangles;
    while todo != 0 {
        let t = todo.trailing_zeros();
        todo &= todo - 1;
        let mut edges = grid.triangles()[t as usize].mask & cut;
        let mut neighbours = 0;
        while edges != 0 {
            let edge = edges.trailing_zeros();
            edges &= edges - 1;
            match across(grid, edge, t) {
                Some(other) if captured >> other & 1 == 1 => {
                    neighbours += 1;
                    todo |= 1 << other & !tree.triangles;
                    tree.triangles |= 1 << other;
                }
                _ => tree.hangs = true,
            }
        }
        tree.branches |= neighbours == 3;
    }
    tree
}
