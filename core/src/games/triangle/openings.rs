//! What can be drawn while nothing can be taken: safe edges, which give nothing away, and openings of chains.

use super::capture::reduce;
use super::grid::Grid;
use super::rules::Edge;
use crate::games::reasons::and;
use crate::rules::nearest;

/// More chains than this are not listed one by one.
const LISTED: usize = 8;

/// From this length on a chain is long: the player who takes it can leave the last two and so pass the move.
pub(super) const LONG: u32 = 3;

/// Undrawn edges that fall together: opening one gives away all the triangles between them.
pub(super) struct Chain {
    pub edges: u64,
    /// How many triangles it gives away.
    pub length: u32,
    /// The edges drawn once all of it is taken.
    pub after: u64,
}

impl Chain {
    /// Whether the player who takes it takes all of it and must then move elsewhere.
    pub(super) fn is_short(&self) -> bool {
        self.length < LONG
    }
}

/// The undrawn edges of a position in which nothing can be taken.
pub(super) struct Openings {
    /// Those that give nothing away.
    pub quiet: u64,
    /// The others, shortest chain first.
    pub chains: Vec<Chain>,
}

/// The edges of a set.
pub(super) fn edges(set: u64) -> impl Iterator<Item = Edge> {
    (0..nearest::<Edge, _>(u64::BITS)).filter(move |e| set >> e & 1 == 1)
}

impl Openings {
    pub(super) fn of(grid: &Grid, core: u64) -> Openings {
        let mut found = Openings { quiet: 0, chains: Vec::new() };
        for edge in edges(grid.all() & !core) {
            let after = reduce(grid, core | 1 << edge);
            // Edges of one chain lead to one core.
            match (after.captured, found.chains.iter().position(|chain| chain.after == after.core)) {
                (0, _) => found.quiet |= 1 << edge,
                (_, Some(i)) => found.chains[i].edges |= 1 << edge,
                (length, None) => found.chains.push(Chain { edges: 1 << edge, length, after: after.core }),
            }
        }
        found.chains.sort_by_key(|chain| chain.length);
        found
    }

    /// The chains as the rest of `there ...`: `is one chain of 5 triangles` or `are chains of 1, 2 and 5 triangles`.
    pub(super) fn are(&self) -> String {
        let verb = if self.chains.len() == 1 { "is" } else { "are" };
        format!("{verb} {}", self.lengths())
    }

    /// How long the chains are: `chains of 1, 2 and 5 triangles`.
    pub(super) fn lengths(&self) -> String {
        let Some((first, last)) = self.chains.first().zip(self.chains.last()) else {
            return "no chain".to_owned();
        };
        let of =
            |length: u32| if length == 1 { "1 triangle".to_owned() } else { format!("{length} triangles") };
        let sizes: Vec<String> = self.chains.iter().map(|chain| chain.length.to_string()).collect();
        match sizes.len() {
            1 => format!("one chain of {}", of(first.length)),
            n if first.length == last.length => format!("{n} chains of {} each", of(first.length)),
            n if n > LISTED => format!("{n} chains of {} to {} triangles", first.length, last.length),
            _ => format!("chains of {} triangles", and(&sizes)),
        }
    }
}

/// The untouched triangles that point up.
pub(super) fn upward(grid: &Grid, core: u64) -> Vec<usize> {
    let all = grid.triangles().iter().enumerate();
    all.filter(|(_, t)| t.upward && t.mask & core == 0).map(|(i, _)| i).collect()
}
