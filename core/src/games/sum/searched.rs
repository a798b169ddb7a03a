//! Searches all combinations of the parts' positions, to solve misère sums and to find the remoteness.

use super::Sum;
use crate::rules::{Limits, Stop, saturating_cast};
use crate::solve::graph::{Graph, Product, Verdict};
use crate::solve::sums::{MisereKind, Summand};

/// The maximum number of positions in a search for the remoteness of a sum.
pub(super) const COUNTED: usize = 100_000;

#[derive(Debug)]
pub(super) struct SearchedSum {
    pub(super) product: Product,
    pub(super) verdict: Vec<Verdict>,
}

pub(super) fn search(sum: &Sum, most: usize, limits: &Limits) -> Result<Option<SearchedSum>, Stop> {
    // Reject a large sum before any part is explored: the Nim heaps alone give a lower bound on the number of
    // positions.
    let mut least: u128 = 1;
    for part in &sum.parts {
        if let Ok(Summand {
            misere: MisereKind::Nim(heaps),
            ..
        }) = part.summand(limits)
        {
            for (heap, number) in heaps.iter().zip(1u128..) {
                least = least.saturating_mul(u128::from(*heap) + 1) / number;
            }
        }
        if least > most as u128 {
            return Ok(None);
        }
    }
    // Explore all parts in rounds with a growing bound, so that a sum that is too large is rejected early.
    let mut graphs: Vec<Option<Graph>> = sum.parts.iter().map(|_| None).collect();
    let mut bound = 64;
    loop {
        for (graph, part) in graphs.iter_mut().zip(&sum.parts) {
            if graph.is_none() {
                *graph = part.as_part()?.graph(bound.min(most), limits)?;
            }
        }
        let least = graphs
            .iter()
            .map(|g| g.as_ref().map_or(bound + 1, Graph::len));
        let total = least.fold(1usize, usize::saturating_mul);
        if graphs.iter().all(Option::is_some) {
            break;
        }
        if total > most {
            return Ok(None);
        }
        bound *= 4;
    }
    let graphs: Vec<Graph> = graphs.into_iter().flatten().collect();
    let Some(product) = Product::new(graphs, most) else {
        return Ok(None);
    };
    let verdict = product.verdicts(sum.convention, limits)?;
    Ok(Some(SearchedSum { product, verdict }))
}

impl SearchedSum {
    pub(super) fn counted(&self) -> bool {
        self.product.len() <= COUNTED
    }

    pub(super) fn remoteness(&self, verdict: Verdict) -> Option<u64> {
        self.counted().then_some(u64::from(verdict.remoteness))
    }

    /// Returns the index, in board order, of the perfect player's move in position `at` of the product.
    pub(super) fn best(&self, at: usize) -> Option<usize> {
        let replies = |to: usize| {
            self.product
                .moves(to)
                .filter(|&(_, n)| !self.verdict[n].wins())
                .count()
        };
        // The move of highest rank is best: the quickest win, or the latest loss with the fewest winning replies.
        let mut best: Option<((i64, i64), usize)> = None;
        for (i, (_, to)) in self.product.moves(at).enumerate() {
            let after = self.verdict[to];
            let length = if self.counted() {
                i64::from(after.remoteness)
            } else {
                0
            };
            let rank = match (self.verdict[at].wins(), after.wins()) {
                (true, true) => continue,
                (true, false) => (-length, 0),
                (false, _) => (length, -saturating_cast::<i64, _>(replies(to))),
            };
            if best.is_none_or(|(b, _)| rank > b) {
                best = Some((rank, i));
            }
        }
        best.map(|(_, i)| i)
    }
}
