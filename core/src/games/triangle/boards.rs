//! Enumerates positions, and makes random positions.
//!
//! Random boards imitate human play: a player who can take a triangle usually takes it, and a player who need not give
//! a triangle away rarely does.

use crate::games::prelude::*;

use super::grid::Grid;
use super::{Drawn, Edge};

/// The maximum number of undrawn edges in a late position.
const MOST_LEFT: u64 = 16;
/// On average, one in `BLIND` edges is picked from all undrawn edges. The remaining edges are picked from the
/// [`natural`] edges.
const BLIND: u64 = 6;
/// The maximum number of boards that are generated in search of one on which the lead does not yet decide the game.
const TRIES: u32 = 4;

/// Makes a random late position; `pick(n)` returns a number from 0 to n-1.
pub fn late(grid: &Grid, pick: &mut dyn FnMut(u64) -> u64) -> Drawn {
    let kept = 2 + pick((grid.edges().len() as u64).min(MOST_LEFT) - 1);
    let mut at = drawn(grid, kept, pick);
    for _ in 1..TRIES {
        let owned: u32 = at.score().iter().sum();
        if u64::from(at.lead().unsigned_abs()) < grid.triangles().len() as u64 - u64::from(owned) {
            break;
        }
        at = drawn(grid, kept, pick);
    }
    at
}

fn drawn(grid: &Grid, kept: u64, pick: &mut dyn FnMut(u64) -> u64) -> Drawn {
    let mut left: Vec<Edge> = (0..saturating_cast(grid.edges().len())).collect();
    let mut at = Drawn::default();
    while left.len() as u64 > kept {
        let natural = if pick(BLIND) == 0 {
            left.clone()
        } else {
            natural(grid, &at, &left)
        };
        let edge = natural[saturating_cast::<usize, _>(pick(natural.len() as u64)) % natural.len()];
        at.draw(grid, edge);
        left.retain(|e| *e != edge);
    }
    at
}

/// Returns the edges in `left` that take a triangle. If there are none, returns the edges that give no triangle away.
/// If every edge gives a triangle away, returns all edges in `left`.
fn natural(grid: &Grid, at: &Drawn, left: &[Edge]) -> Vec<Edge> {
    let fullest = |&e: &Edge| {
        let [one, other] = grid
            .beside(usize::from(e))
            .map(|t| (grid.mask(t) & at.drawn()).count_ones());
        one.max(other)
    };
    let with = |drawn: &dyn Fn(u32) -> bool| -> Vec<Edge> {
        left.iter().copied().filter(|e| drawn(fullest(e))).collect()
    };
    let takes = with(&|drawn| drawn == 2);
    if !takes.is_empty() {
        return takes;
    }
    let quiet = with(&|drawn| drawn == 0);
    if quiet.is_empty() {
        left.to_vec()
    } else {
        quiet
    }
}

/// Calls `f` with every board on which `edges` edges are drawn and no triangle is taken. Returns `false` if there is no
/// such board.
pub fn untaken(grid: &Grid, edges: u64, f: Visit<'_, Drawn>) -> bool {
    // Every edge belongs to exactly one upward triangle, and each of these triangles may have at most two of its three
    // edges drawn.
    let most = (grid.edges().len() / 3 * 2) as u64;
    if edges > most {
        return false;
    }
    let mut some = false;
    let _ = further(grid, &mut Vec::new(), edges, &mut |order| {
        some = true;
        let mut at = Drawn::default();
        order.iter().for_each(|&edge| at.draw(grid, edge));
        f(at)
    });
    some
}

fn further(
    grid: &Grid,
    order: &mut Vec<Edge>,
    edges: u64,
    f: &mut dyn FnMut(&[Edge]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let missing = edges - order.len() as u64;
    if missing == 0 {
        return f(order);
    }
    let drawn = order.iter().fold(0u64, |drawn, edge| drawn | 1 << edge);
    let next = order.last().map_or(0, |last| last + 1);
    let end = saturating_cast::<Edge, _>(grid.edges().len() as u64 - missing);
    for edge in next..=end {
        if grid.completes(drawn, usize::from(edge)) == 0 {
            order.push(edge);
            let go_on = further(grid, order, edges, f);
            order.pop();
            go_on?;
        }
    }
    ControlFlow::Continue(())
}
