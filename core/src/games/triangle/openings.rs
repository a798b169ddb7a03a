//! Sorts the moves of a position without captures into safe edges and openings of chains, and counts the safe moves
//! that are left.
//!
//! A safe edge gives nothing away. A short chain has one or two triangles. Opening a short chain gives the chain away,
//! but the player who takes the chain must move again. The opening therefore passes the turn, as a safe edge does. Safe
//! edges and openings of short chains are the *safe moves*. A player without a safe move has to open a long chain. The
//! opponent then gets all of the chain, or all but two triangles by a double-cross, and usually wins the game.
//!
//! Short chains can meet at a triangle with no edge drawn. Taking one of these chains joins the remaining chains
//! through that triangle into a longer chain, so only one of the short chains counts.

use rustc_hash::FxHashMap;

use super::capture::reduce;
use super::grid::{Grid, Triangle, edges};
use crate::games::reasons::{and, counted};

const LISTED: usize = 8;

/// The minimum number of triangles in a long chain. The player who takes a long chain can leave its last two triangles
/// to the opponent, who must then move elsewhere.
pub(super) const LONG: u32 = 3;

/// A chain of triangles. Drawing any undrawn edge of the chain gives all its triangles away.
pub(super) struct Chain {
    pub edges: u64,
    /// The number of triangles that the chain gives away.
    pub length: u32,
    /// The set of drawn edges after the whole chain is taken.
    pub after: u64,
}

impl Chain {
    pub(super) fn is_short(&self) -> bool {
        self.length < LONG
    }
}

pub(super) struct Openings {
    /// The edges that give nothing away.
    pub quiet: u64,
    /// The chains that the remaining edges open, shortest first.
    pub chains: Vec<Chain>,
}

impl Openings {
    pub(super) fn find(grid: &Grid, core: u64) -> Openings {
        let mut found = Openings {
            quiet: 0,
            chains: Vec::new(),
        };
        for edge in edges(grid.all() & !core) {
            let after = reduce(grid, core | 1 << edge);
            // All edges of a chain lead to the same core, so group the edges by the resulting core.
            match (
                after.captured,
                found
                    .chains
                    .iter()
                    .position(|chain| chain.after == after.core),
            ) {
                (0, _) => found.quiet |= 1 << edge,
                (_, Some(i)) => found.chains[i].edges |= 1 << edge,
                (length, None) => found.chains.push(Chain {
                    edges: 1 << edge,
                    length,
                    after: after.core,
                }),
            }
        }
        found.chains.sort_by_key(|chain| chain.length);
        found
    }

    pub(super) fn short(&self) -> usize {
        self.chains.iter().filter(|chain| chain.is_short()).count()
    }

    /// The chains as worded after `there`: `is a chain of 5 triangles` or `are chains of 1, 2 and 5 triangles`.
    pub(super) fn are(&self) -> String {
        let chains = self.lengths();
        if self.chains.len() == 1 {
            tr!("is {chains}")
        } else {
            tr!("are {chains}")
        }
    }

    pub(super) fn lengths(&self) -> String {
        let Some((first, last)) = self.chains.first().zip(self.chains.last()) else {
            return tr!("no chain").to_owned();
        };
        let of = |length: u32| counted(length, tr!("triangle"), tr!("triangles"));
        match self.chains.len() {
            1 => tr!("a chain of {triangles}", triangles = of(first.length)),
            n if first.length == last.length => {
                tr!(
                    "{n} chains of {triangles} each",
                    triangles = of(first.length)
                )
            }
            n if n > LISTED => tr!(
                "{n} chains of {least} to {most} triangles",
                least = first.length,
                most = last.length
            ),
            _ => tr!(
                "chains of {list} triangles",
                list = and(self.chains.iter().map(|chain| chain.length))
            ),
        }
    }
}

pub(super) fn upward(grid: &Grid, core: u64) -> Vec<usize> {
    let all = grid.triangles().iter().enumerate();
    all.filter(|(_, t)| t.upward && t.mask & core == 0)
        .map(|(i, _)| i)
        .collect()
}

/// The maximum number of positions visited to count the safe moves.
const COUNTED: usize = 1_200;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// First the safe edges, then the short chains.
    QuietFirst,
    Any,
}

/// The minimum and maximum numbers of safe moves that can be played before the safe moves run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Waits {
    pub least: u32,
    pub most: u32,
    /// Whether the number of safe moves has the same parity in every line of play.
    pub settled: bool,
    /// Whether the player to move can make the number of safe moves odd, so that the opponent runs out first.
    pub mover_wins: bool,
    /// Whether a long chain is left at the end, whatever the players draw.
    pub long: bool,
}

impl Waits {
    /// Counts the safe moves in a position in which nothing can be taken. Returns `None` if the count would visit too
    /// many positions.
    pub(super) fn find(grid: &Grid, core: u64, order: Order) -> Option<Waits> {
        counted_out(grid, core, order, &mut FxHashMap::default())
    }

    pub(super) fn number(&self) -> String {
        if self.least == self.most {
            self.least.to_string()
        } else {
            tr!("{least} to {most}", least = self.least, most = self.most)
        }
    }

    pub(super) fn fixed(&self) -> Option<u32> {
        (self.least == self.most).then_some(self.least)
    }
}

fn counted_out(
    grid: &Grid,
    core: u64,
    order: Order,
    known: &mut FxHashMap<u64, Waits>,
) -> Option<Waits> {
    if let Some(waits) = known.get(&core) {
        return Some(*waits);
    }
    if known.len() >= COUNTED {
        return None;
    }
    let openings = Openings::find(grid, core);
    let quiet = edges(openings.quiet).map(|e| core | 1 << e);
    let short = openings
        .chains
        .iter()
        .filter(|chain| chain.is_short())
        .map(|chain| chain.after);
    let held_back = order == Order::QuietFirst && openings.quiet != 0;
    let nexts: Vec<u64> = quiet.chain(short.filter(|_| !held_back)).collect();
    let over = nexts.is_empty();
    let mut waits = Waits {
        least: if over { 0 } else { u32::MAX },
        most: 0,
        settled: true,
        mover_wins: false,
        long: !over || !openings.chains.is_empty(),
    };
    let mut parities = [false; 2];
    for next in nexts {
        let then = counted_out(grid, next, order, known)?;
        if then.settled {
            parities[(then.least as usize + 1) % 2] = true
        } else {
            parities = [true; 2]
        }
        waits = Waits {
            least: waits.least.min(then.least + 1),
            most: waits.most.max(then.most + 1),
            settled: parities != [true; 2],
            mover_wins: waits.mover_wins || !then.mover_wins,
            long: waits.long && then.long,
        };
    }
    known.insert(core, waits);
    Some(waits)
}

/// Lists short chains in an order in which they can be opened, each as the indices of its triangles. A short chain that
/// an earlier capture joins into a long chain is left out.
pub(super) fn short_chains(grid: &Grid, mut core: u64) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    while let Some(chain) = Openings::find(grid, core)
        .chains
        .into_iter()
        .find(Chain::is_short)
    {
        let taken = |(i, t): (usize, &Triangle)| {
            (t.mask & !chain.after == 0 && t.mask & !core != 0).then_some(i)
        };
        all.push(
            grid.triangles()
                .iter()
                .enumerate()
                .filter_map(taken)
                .collect(),
        );
        core = chain.after;
    }
    all
}
