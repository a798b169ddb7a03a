//! Safe moves: what can be drawn before a player has to open a long chain.
//!
//! A safe edge gives nothing away. Opening a short chain, of one or two triangles, gives these away; but the player who
//! takes them must move again, so that it passes the turn as a safe edge does. (Of two, the edge between them is drawn, a
//! hard-hearted handout: nothing can be left then.) Both are *safe moves*. A player without one has to open a long chain,
//! and the opponent gets all of it, or all but two by a double-cross: mostly the game.
//!
//! Short chains can meet at a triangle without an edge. Once one of them is taken the others are joined through it to a
//! longer chain, so that such ones count once; which of them is taken can decide how many safe moves are left.

use rustc_hash::FxHashMap;

use super::grid::{Grid, Triangle};
use super::openings::{Chain, Openings, edges};

/// Positions that more others than this can follow by safe moves are not counted out.
const COUNTED: usize = 1_200;

/// In which order safe moves are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// First the safe edges, then the short chains.
    QuietFirst,
    /// As both sides like.
    Any,
}

/// How many safe moves are left, drawn in turn until none is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Waits {
    /// The fewest there can be.
    pub least: u32,
    /// The most there can be.
    pub most: u32,
    /// Whether only odd or only even numbers come out.
    pub settled: bool,
    /// Whether the player to move can see to it that the number is odd, so that the other one runs out first.
    pub mover_wins: bool,
    /// Whether a long chain is there in the end, whatever is drawn.
    pub long: bool,
}

impl Waits {
    /// The safe moves in a position in which nothing can be taken; `None` where they are too many to follow.
    pub(super) fn of(grid: &Grid, core: u64, order: Order) -> Option<Waits> {
        count(grid, core, order, &mut FxHashMap::default())
    }

    /// How many there are: `3` or `2 to 5`.
    pub(super) fn number(&self) -> String {
        if self.least == self.most {
            self.least.to_string()
        } else {
            format!("{} to {}", self.least, self.most)
        }
    }

    /// The number, where there is only one, that can come out.
    pub(super) fn fixed(&self) -> Option<u32> {
        (self.least == self.most).then_some(self.least)
    }
}

fn count(grid: &Grid, core: u64, order: Order, known: &mut FxHashMap<u64, Waits>) -> Option<Waits> {
    if let Some(waits) = known.get(&core) {
        return Some(*waits);
    }
    if known.len() >= COUNTED {
        return None;
    }
    let openings = Openings::of(grid, core);
    let quiet = edges(openings.quiet).map(|e| core | 1 << e);
    let short = openings.chains.iter().filter(|chain| chain.is_short()).map(|chain| chain.after);
    let held_back = order == Order::QuietFirst && openings.quiet != 0;
    let nexts: Vec<u64> = quiet.chain(short.filter(|_| !held_back)).collect();
    let mut found: Option<Waits> = None;
    let mut parities = [false; 2];
    for next in nexts {
        let then = count(grid, next, order, known)?;
        match then.settled {
            true => parities[(then.least as usize + 1) % 2] = true,
            false => parities = [true; 2],
        }
        let so_far =
            found.unwrap_or(Waits { least: u32::MAX, most: 0, settled: true, mover_wins: false, long: true });
        found = Some(Waits {
            least: so_far.least.min(then.least + 1),
            most: so_far.most.max(then.most + 1),
            settled: parities != [true; 2],
            mover_wins: so_far.mover_wins || !then.mover_wins,
            long: so_far.long && then.long,
        });
    }
    let over =
        Waits { least: 0, most: 0, settled: true, mover_wins: false, long: !openings.chains.is_empty() };
    let waits = found.unwrap_or(over);
    known.insert(core, waits);
    Some(waits)
}

/// Short chains in an order in which they can be opened one after another, as the triangles that each gives away: those
/// that are joined to longer ones on the way are not among them. Where no safe edge is left these are the safe moves.
pub(super) fn short_chains(grid: &Grid, mut core: u64) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    while let Some(chain) = Openings::of(grid, core).chains.into_iter().find(Chain::is_short) {
        let taken =
            |(i, t): (usize, &Triangle)| (t.mask & !chain.after == 0 && t.mask & !core != 0).then_some(i);
        all.push(grid.triangles().iter().enumerate().filter_map(taken).collect());
        core = chain.after;
    }
    all
}
