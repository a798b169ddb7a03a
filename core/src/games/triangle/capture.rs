//! Reduces any position to a *core* by capturing everything that can be captured, and finds the best leftover.
//!
//! A core is a position in which every triangle has 0, 1 or 3 of its edges drawn, so that no move captures a triangle.
//! Capturing everything, in any order, leads to the same core. The captured triangles form trees: two triangles are
//! neighbours if a capture drew the edge between them. A tree *hangs* from the rim, from a triangle that is not
//! captured, or from nothing.
//!
//! The player to move has two choices. One is to take all K captured triangles and then move in the core, whose value
//! is w. The other is to leave two or four of these triangles, which the opponent takes before moving in the core. The
//! value of the position is therefore
//!
//! - `K - 2 + |2 + w|` = max(K + w, (K - 2) - 2 - w) if two triangles can be left. This is possible in a tree of two or
//!   more triangles that hangs from something: drawing the edge from which the tree hangs cuts off the last two
//!   triangles;
//! - else `K - 4 + |4 + w|` if four triangles can be left. This is possible in a tree that hangs from nothing if the
//!   tree has five or more triangles, or if the tree is a path of four triangles, which is cut into two pairs;
//! - else `K + w`.
//!
//! The leftovers are the double-dealing moves of Dots and Boxes (Berlekamp, "The Dots and Boxes Game", 2000), which
//! give up 2 triangles in a chain and 4 in a loop.

use super::grid::{Grid, OUTSIDE};
use crate::rules::saturating_cast;

/// The captured triangles that the player to move leaves to the opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leftover {
    /// Neither two nor four triangles can be left.
    Nothing,
    /// Two triangles of a tree that hangs from the rim or from an uncaptured triangle.
    Two,
    /// Four triangles of a tree that hangs from nothing.
    Four,
}

impl Leftover {
    /// Returns the best margin for the player to move, given the number of triangles that can be captured and the value
    /// of the core.
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
    /// The core: the edges that are drawn after all captures.
    pub core: u64,
    /// The number K of captured triangles.
    pub captured: u32,
    /// The smallest nonempty leftover that the captured triangles allow, if there is one.
    pub leftover: Leftover,
}

impl Reduced {
    /// The best margin from here on for the player to move, given the value of the core.
    pub fn value(&self, core: i32) -> i32 {
        self.leftover.value(saturating_cast(self.captured), core)
    }
}

#[inline(always)]
fn lowest(set: u64) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "a bit index is at most 64")]
    let lowest = set.trailing_zeros() as u8;
    lowest
}

/// Captures every triangle that can be captured on the board with the edges `drawn`.
///
/// Capturing a triangle draws its last open edge and adds the size of its subtree to the triangle across that edge. If
/// the capture of a neighbour has already drawn the edge, nothing is drawn or added. The neighbours that were captured
/// before a triangle have already added their sizes to that triangle, so the last captured triangle of a tree holds the
/// size of the whole tree.
pub fn reduce(grid: &Grid, drawn: u64) -> Reduced {
    // A mask of the lower bit in each triangle's two-bit count of drawn edges.
    const LOW: u64 = u64::MAX / 3;
    let mut counts = grid.counts(drawn);
    let mut ready = counts >> 1 & !counts & LOW;
    if ready == 0 {
        return Reduced {
            core: drawn,
            captured: 0,
            leftover: Leftover::Nothing,
        };
    }
    let mut core = drawn;
    let mut captured = 0u64;
    let mut number = 0;
    let mut sizes = [0u8; 32];
    // For each captured triangle, the triangle across the edge that its capture drew, or the triangle itself if its
    // capture drew no edge.
    let mut onto = [0u8; 32];
    while ready != 0 {
        let t = (lowest(ready) / 2) & 31;
        ready &= ready - 1;
        captured |= 1 << (2 * t);
        number += 1;
        let size = sizes[usize::from(t)] + 1;
        sizes[usize::from(t)] = size;
        let open = grid.mask(t) & !core;
        if open == 0 {
            onto[usize::from(t)] = t;
            continue;
        }
        core |= open;
        let other = grid.across(open.trailing_zeros(), t);
        onto[usize::from(t)] = other;
        sizes[usize::from(other)] = sizes[usize::from(other)].wrapping_add(size);
        if other != OUTSIDE {
            counts += 1 << (2 * other);
            ready |= u64::from(counts >> (2 * other) & 3 == 2) << (2 * other);
        }
    }
    let mut leftover = Leftover::Nothing;
    let mut rest = captured;
    while rest != 0 {
        let t = (lowest(rest) / 2) & 31;
        rest &= rest - 1;
        let other = onto[usize::from(t)];
        let size = sizes[usize::from(t)];
        if other == t {
            if size > 4 || size == 4 && !branches(grid, core & !drawn, captured, t) {
                leftover = Leftover::Four;
            }
        } else if size >= 2 && captured >> (2 * other) & 1 == 0 {
            leftover = Leftover::Two;
            break;
        }
    }
    Reduced {
        core,
        captured: number,
        leftover,
    }
}

/// Returns whether some triangle in the tree of `root` has three neighbours in the tree. `cut` holds the edges that the
/// captures have drawn.
fn branches(grid: &Grid, cut: u64, captured: u64, root: u8) -> bool {
    let mut seen = 1u32 << root;
    let mut todo = seen;
    while todo != 0 {
        let t = lowest(todo.into());
        todo &= todo - 1;
        let mut edges = grid.mask(t) & cut;
        let mut neighbours = 0;
        while edges != 0 {
            let other = grid.across(edges.trailing_zeros(), t);
            edges &= edges - 1;
            if captured >> (2 * other) & 1 == 1 {
                neighbours += 1;
                todo |= 1 << other & !seen;
                seen |= 1 << other;
            }
        }
        if neighbours == 3 {
            return true;
        }
    }
    false
}
