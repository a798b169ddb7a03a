//! Searches positions that consist of independent pieces. A position is a multiset of pieces, and a move replaces one
//! piece with at most two smaller pieces.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::Verdict;
use crate::rules::{Convention, Limits, Stop};

/// The pieces that replace a piece after a move. Pieces without moves may be omitted.
pub type Remains<P> = [Option<P>; 2];

/// A cache for the verdicts of multisets of pieces, under one set of rules and one convention.
///
/// The search recurses once per move and caches every result, so use this type only if few multisets can be reached.
#[derive(Clone, Debug)]
pub struct Multisets<P> {
    known: FxHashMap<Box<[P]>, Verdict>,
    moves: FxHashMap<P, Arc<[Remains<P>]>>,
}

impl<P> Default for Multisets<P> {
    fn default() -> Self {
        Multisets {
            known: FxHashMap::default(),
            moves: FxHashMap::default(),
        }
    }
}

impl<P> Multisets<P> {
    pub(super) fn memory_used(&self) -> u64 {
        // The estimated size of the boxed slice in a key, in bytes.
        const PIECES: usize = 32;
        (self.known.capacity() * (size_of::<(Box<[P]>, Verdict)>() + PIECES)) as u64
    }
}

impl<P: Copy + Ord + Hash> Multisets<P> {
    /// Returns the outcome and remoteness of a multiset. `moves` lists the pieces that each move of a given piece
    /// leaves, in any order.
    ///
    /// # Errors
    /// Returns [`Stop::NotProved`] if the reachable multisets need more memory than the limits allow, and
    /// [`Stop::Interrupted`] if `limits` stop the search.
    pub fn verdicts(
        &mut self,
        mut pieces: Vec<P>,
        convention: Convention,
        limits: &Limits,
        moves: &dyn Fn(P) -> Vec<Remains<P>>,
    ) -> Result<Verdict, Stop> {
        pieces.sort_unstable();
        let mut ask = || {
            let found = self.search(&pieces, convention, limits, moves);
            if matches!(found, Err(Stop::NotProved(_))) {
                self.known = FxHashMap::default();
            }
            found
        };
        match ask() {
            // Earlier queries may have filled the cache, so retry with an empty cache.
            Err(Stop::NotProved(_)) => ask(),
            found => found,
        }
    }

    fn search(
        &mut self,
        pieces: &[P],
        convention: Convention,
        limits: &Limits,
        moves: &dyn Fn(P) -> Vec<Remains<P>>,
    ) -> Result<Verdict, Stop> {
        if let Some(&verdict) = self.known.get(pieces) {
            return Ok(verdict);
        }
        if self.known.len().is_multiple_of(1024) {
            limits.check()?;
            if self.memory_used() > limits.memory() {
                return Err(Stop::not_proved(tr!(
                    "more than {known} positions can follow, too many to be searched",
                    known = self.known.len()
                )));
            }
        }
        let mut next = Vec::new();
        let mut to = Vec::with_capacity(pieces.len() + 1);
        for (i, &piece) in pieces.iter().enumerate() {
            if i > 0 && pieces[i - 1] == piece {
                continue;
            }
            for left in self.moves_of(piece, moves).iter() {
                to.clear();
                to.extend_from_slice(&pieces[..i]);
                to.extend_from_slice(&pieces[i + 1..]);
                to.extend(left.iter().flatten());
                to.sort_unstable();
                next.push(self.search(&to, convention, limits, moves)?);
            }
        }
        let verdict = Verdict::best(convention, next.into_iter());
        self.known.insert(pieces.into(), verdict);
        Ok(verdict)
    }

    fn moves_of(&mut self, piece: P, moves: &dyn Fn(P) -> Vec<Remains<P>>) -> Arc<[Remains<P>]> {
        let in_order = |[a, b]: Remains<P>| if a > b { [b, a] } else { [a, b] };
        let list = self.moves.entry(piece).or_insert_with(|| {
            let each_once: FxHashSet<Remains<P>> = moves(piece).into_iter().map(in_order).collect();
            each_once.into_iter().collect()
        });
        Arc::clone(list)
    }
}
