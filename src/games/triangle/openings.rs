//! What can be drawn while nothing can be taken: quiet edges, which give nothing away, and openings of chains; and how
//! many quiet edges there still can be, which decides who has to open first.

use crate::rules::nearest;
use std::collections::HashMap;

use super::capture::reduce;
use super::grid::{Grid, OUTSIDE};
use super::rules::Edge;

/// More chains than this are not listed one by one.
const LISTED: usize = 8;

/// With more untouched triangles than this the quiet edges are not counted out: so many sets of them would have to be
/// looked at, two to that power.
const COUNTED: u32 = 12;

/// Undrawn edges that fall together: opening one gives away all the triangles between them.
pub(super) struct Chain {
    pub edges: u64,
    /// How many triangles it gives away.
    pub length: u32,
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
        let mut cores = Vec::new();
        for edge in edges(grid.all() & !core) {
            let after = reduce(grid, core | 1 << edge);
            // Edges of one chain lead to one core.
            match (after.captured, cores.iter().position(|core| *core == after.core)) {
                (0, _) => found.quiet |= 1 << edge,
                (_, Some(i)) => found.chains[i].edges |= 1 << edge,
                (length, None) => {
                    cores.push(after.core);
                    found.chains.push(Chain { edges: 1 << edge, length });
                }
            }
        }
        found.chains.sort_by_key(|chain| chain.length);
        found
    }

    /// How long the chains are: `chains of 1, 2 and 5 triangles`.
    pub(super) fn lengths(&self) -> String {
        let sizes: Vec<String> = self.chains.iter().map(|chain| chain.length.to_string()).collect();
        match (sizes.split_last(), self.chains.first().zip(self.chains.last())) {
            (Some((one, [])), _) => format!("one chain of {one}"),
            (Some((last, others)), _) if sizes.len() <= LISTED => {
                format!("chains of {} and {last}", others.join(", "))
            }
            (_, Some((least, most))) => {
                format!("{} chains of {} to {}", sizes.len(), least.length, most.length)
            }
            _ => "no chain".to_owned(),
        }
    }
}

/// The race of the quiet edges: both players draw quiet edges in turn, and who finds none has to open a chain.
///
/// An edge is quiet as long as the triangles beside it are *untouched*, without any edge drawn. Each edge bounds exactly
/// one triangle that points up, so each quiet edge uses up one of these; and while an untouched one lies at the rim of the
/// board, it can be used up. So where all of them do, their number is the number of quiet edges to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpeningRace {
    /// How many triangles that point up are untouched.
    pub upward: u32,
    /// The fewest quiet edges that can still be drawn before none is left.
    pub least: u32,
    /// The most of them that can be drawn before none is left.
    pub most: u32,
    /// Whether only odd or only even numbers come out.
    pub settled: bool,
    /// Whether the player to move can see to it that the number is odd, so that the other one has to open.
    pub mover_wins: bool,
}

impl OpeningRace {
    /// No quiet edge is left.
    const OVER: OpeningRace = OpeningRace { upward: 0, least: 0, most: 0, settled: true, mover_wins: false };

    /// The race in a position in which nothing can be taken; `None` where it would take too long to follow.
    pub(super) fn of(grid: &Grid, core: u64) -> Option<OpeningRace> {
        let upward = upward(grid, core);
        let number = nearest::<u32, _>(upward.len());
        if upward.iter().all(|&t| at_rim(grid, t)) {
            let odd = number % 2 == 1;
            return Some(OpeningRace {
                upward: number,
                least: number,
                most: number,
                settled: true,
                mover_wins: odd,
            });
        }
        let untouched = (grid.triangles().iter().enumerate())
            .filter(|(_, t)| t.mask & core == 0)
            .fold(0, |set, (i, _)| set | 1 << i);
        let few = u32::count_ones(untouched) <= COUNTED;
        few.then(|| OpeningRace { upward: number, ..race(grid, untouched, &mut HashMap::new()) })
    }

    /// How many more can be drawn: `3` or `2 to 5`.
    pub(super) fn number(&self) -> String {
        if self.least == self.most {
            self.least.to_string()
        } else {
            format!("{} to {}", self.least, self.most)
        }
    }
}

/// The untouched triangles that point up.
pub(super) fn upward(grid: &Grid, core: u64) -> Vec<usize> {
    let all = grid.triangles().iter().enumerate();
    all.filter(|(_, t)| t.upward && t.mask & core == 0).map(|(i, _)| i).collect()
}

/// Whether a triangle has an edge at the rim of the board.
fn at_rim(grid: &Grid, triangle: usize) -> bool {
    grid.triangles()[triangle].edges.iter().any(|&e| grid.beside(usize::from(e)).contains(&OUTSIDE))
}

fn race(grid: &Grid, untouched: u32, known: &mut HashMap<u32, OpeningRace>) -> OpeningRace {
    if let Some(race) = known.get(&untouched) {
        return *race;
    }
    let mut found: Option<OpeningRace> = None;
    let mut parities = [false; 2];
    for edge in 0..grid.edges().len() {
        let beside = grid.beside(edge).into_iter().filter(|t| *t != OUTSIDE);
        let used = beside.fold(0u32, |set, t| set | 1 << t);
        if used & untouched != used {
            continue;
        }
        let then = race(grid, untouched & !used, known);
        if then.settled {
            parities[(then.least as usize + 1) % 2] = true;
        } else {
            parities = [true; 2];
        }
        let so_far = found.unwrap_or(OpeningRace { least: u32::MAX, ..OpeningRace::OVER });
        found = Some(OpeningRace {
            upward: 0,
            least: so_far.least.min(then.least + 1),
            most: so_far.most.max(then.most + 1),
            settled: parities != [true; 2],
            mover_wins: so_far.mover_wins || !then.mover_wins,
        });
    }
    let race = found.unwrap_or(OpeningRace::OVER);
    known.insert(untouched, race);
    race
}
