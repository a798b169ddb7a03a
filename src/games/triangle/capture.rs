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
//! half-hearted handouts lose 2 in a chain and 4 in a loop. The tests hold all of it against plain
//! tables.

use super::grid::Grid;

/// What can be left behind to hand the move in the core to the opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Handout {
    /// Nothing worth leaving.
    Nothing,
    /// Two triangles, of a tree that hangs from something.
    Two,
    /// Four triangles, of a tree that hangs from nothing.
    Four,
}

impl Handout {
    /// Best margin from here on for the player to move, with `captured` triangles there to be
    /// taken and a core worth `core` to whoever moves in it.
    pub fn value(self, captured: i32, core: i32) -> i32 {
        match self {
            Handout::Nothing => captured + core,
            Handout::Two => captured - 2 + (2 + core).abs(),
            Handout::Four => captured - 4 + (4 + core).abs(),
        }
    }
}

/// One tree of triangles that can be captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tree {
    /// Its triangles, a bit for each.
    pub triangles: u32,
    /// Whether it hangs from the rim or from a triangle that cannot be captured.
    pub hangs: bool,
    /// Whether it branches: some triangle of it has three neighbours in it.
    pub branches: bool,
}

impl Tree {
    /// Number of its triangles.
    pub fn size(&self) -> u32 {
        self.triangles.count_ones()
    }

    /// What can be left of it.
    pub fn handout(&self) -> Handout {
        match (self.hangs, self.size()) {
            (true, 2..) => Handout::Two,
            (false, 5..) => Handout::Four,
            (false, 4) if !self.branches => Handout::Four,
            _ => Handout::Nothing,
        }
    }
}

/// A position after all captures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reduced {
    /// The edges drawn once everything is captured: a core.
    pub core: u64,
    /// The trees of captured triangles.
    pub trees: Vec<Tree>,
}

impl Reduced {
    /// Number of triangles that can be captured, K.
    pub fn captured(&self) -> u32 {
        self.trees.iter().map(Tree::size).sum()
    }

    /// The cheapest thing worth leaving.
    pub fn handout(&self) -> Handout {
        let worth = self.trees.iter().map(Tree::handout).filter(|&h| h != Handout::Nothing);
        worth.min().unwrap_or(Handout::Nothing)
    }

    /// Best margin from here on for the player to move, given the value of the core.
    pub fn value(&self, core: i32) -> i32 {
        self.handout().value(self.captured() as i32, core)
    }
}

/// Captures everything that can be captured when the edges `drawn` are there.
pub fn reduce(grid: &Grid, drawn: u64) -> Reduced {
    let triangles = grid.triangles();
    let mut core = drawn;
    let mut captured: u32 = 0;
    loop {
        let before = core;
        for (t, triangle) in triangles.iter().enumerate() {
            let open = triangle.mask & !core;
            if open.count_ones() == 1 {
                core |= open;
                captured |= 1 << t;
            }
            // Its last edge may have gone with the neighbour's capture: both are taken at once.
            if triangle.mask & !drawn != 0 && triangle.mask & !core == 0 {
                captured |= 1 << t;
            }
        }
        if core == before {
            break;
        }
    }
    let mut trees = Vec::new();
    let mut rest = captured;
    while rest != 0 {
        let tree = grow(grid, core & !drawn, captured, rest.trailing_zeros());
        rest &= !tree.triangles;
        trees.push(tree);
    }
    Reduced { core, trees }
}

/// The tree of captured triangles around one of them; `cut` holds the edges the capture draws.
fn grow(grid: &Grid, cut: u64, captured: u32, root: u32) -> Tree {
    let mut tree = Tree { triangles: 1 << root, hangs: false, branches: false };
    let mut todo = vec![root as u8];
    while let Some(t) = todo.pop() {
        let mut neighbours = 0;
        for edge in grid.triangles()[t as usize].edges {
            if cut >> edge & 1 == 0 {
                continue;
            }
            let [a, b] = grid.beside(edge as usize);
            let other = if a == t { b } else { a };
            if other != super::grid::OUTSIDE && captured >> other & 1 == 1 {
                neighbours += 1;
                if tree.triangles >> other & 1 == 0 {
                    tree.triangles |= 1 << other;
                    todo.push(other);
                }
            } else {
                tree.hangs = true;
            }
        }
        tree.branches |= neighbours == 3;
    }
    tree
}
