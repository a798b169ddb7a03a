//! Solves misère sums of an explored position and Nim piles of any size.
//!
//! Let `R` be the explored positions, and `r + h1 + ... + hk` the sum of a position in `R` and `k` Nim piles. For every
//! position `x`, there is exactly one pile `n` such that `x + n` is lost; call `n` the *partner* of `x`. Two different
//! piles cannot have this property, because reducing the larger pile to the smaller would be a move from a lost
//! position to a lost position. One pile does have the property: its size is the smallest number that is not the
//! partner of an option of `x`, or 1 if `x` has no options. A position is lost if and only if its partner is 0, so it
//! is enough to find the partners.
//!
//! Large piles need no search. Choose a power of two, `B`, that is larger than the normal-play Grundy value of every
//! position in `R`. `B` must also be larger than every partner of a smaller sum, which consists of a position in `R`
//! and fewer than `k` piles below `B`. The code computes all these values to check both conditions. If at least one of
//! the `k` piles is `B` or more, then
//!
//! * with exactly one such pile `n`, the player to move wins, because `n` is larger than the partner of the rest;
//! * with two or more, the player to move loses if and only if the XOR of all Grundy values is 0, as in normal play.
//!
//! The second claim is proved by induction. If the XOR is 0, every move changes the XOR. If the resulting sum has two
//! or more large piles, it is won by induction; if it has exactly one, it is won by the first claim. If the XOR is not
//! 0, let `H` be the XOR of the piles' bits from `B` up. If `H` is not 0, a move of Nim in a pile with the highest bit
//! of `H` makes the total XOR 0. If this pile falls below `B`, the high bits of the other piles have the XOR 0, so at
//! least two of the other piles are large. If `H` is 0, the total XOR is below `B`, and a move that makes it 0 exists
//! by the definition of Grundy values. This move leaves every large pile large: it changes only low bits of a pile, or
//! is a move in `R`. In both cases the result is lost by induction.
//!
//! A pile of `2m + 1` equals a pile of `2m` and a single stone in every misère sum (both lead to the piles 0 to `2m`),
//! and two single stones cancel out. So the table only covers piles of even sizes, with or without a single stone.

use rustc_hash::FxHashMap;

use super::graph::{Product, mex};
use crate::rules::{Limits, Stop, saturating_cast};

const MOST_ENTRIES: usize = 1_000_000;

/// The exponent of the largest power of two tried for `B`.
const HIGHEST_BITS: u32 = 6;

/// Sums of explored positions and Nim piles.
#[derive(Clone, Debug)]
pub struct LargePiles {
    rest: Product,
    grundy: Vec<u64>,
    large: u64,
    /// The maximum number of piles of 2 or more stones in a table entry.
    piles: usize,
    /// The maximum number of piles of 2 or more stones for which the partner is proved to be below `B`, if all piles
    /// are below `B`. The maximum is `piles` or `piles - 1`, or `None` if neither is proved.
    closed: Option<usize>,
    partners: FxHashMap<Key, u64>,
}

/// The index of a position in `rest`, the even piles of 2 or more stones in ascending order, and whether there is a
/// single stone.
type Key = (usize, Box<[u64]>, bool);

impl LargePiles {
    /// Solves sums of a position in `rest` and at most `piles` piles of 2 or more stones. Returns `None` if no `B` up
    /// to 64 is proved large enough, or if the table would become too large.
    pub fn new(
        rest: Product,
        grundy: Vec<u64>,
        piles: usize,
        limits: &Limits,
    ) -> Result<Option<LargePiles>, Stop> {
        let highest = grundy.iter().copied().max().unwrap_or(0);
        let mut found = LargePiles {
            rest,
            grundy,
            large: 0,
            piles,
            closed: None,
            partners: FxHashMap::default(),
        };
        for bits in 1..=HIGHEST_BITS {
            found.large = 1 << bits;
            if found.large <= highest {
                continue;
            }
            if !found.fill(limits)? {
                return Ok(None);
            }
            if found.closed.is_some_and(|closed| closed + 1 >= piles) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Fills the table, or stops early if `B` is too small. Returns `false` if the table would become too large.
    fn fill(&mut self, limits: &Limits) -> Result<bool, Stop> {
        let mut lists: Vec<Vec<u64>> = vec![Vec::new()];
        let mut start = 0;
        for _ in 0..self.piles {
            let end = lists.len();
            for i in start..end {
                let least = lists[i].last().copied().unwrap_or(2);
                for pile in (least..self.large).step_by(2) {
                    lists.push([&lists[i][..], &[pile]].concat());
                }
                if lists.len().saturating_mul(2 * self.rest.len()) > MOST_ENTRIES {
                    return Ok(false);
                }
            }
            start = end;
        }
        // A move lowers the total number of stones in the list, takes the single stone, or leads to an earlier position
        // in `rest`. So every position comes after its options.
        lists.sort_by_cached_key(|list| list.iter().sum::<u64>());
        self.closed = None;
        let mut open = self.piles + 1;
        for list in &lists {
            for single in [false, true] {
                for at in 0..self.rest.len() {
                    if self.partners.len().is_multiple_of(4096) {
                        limits.check()?;
                    }
                    let key = (at, list.as_slice().into(), single);
                    let partner = match self.partners.get(&key) {
                        Some(&partner) => partner,
                        None => {
                            let partner = self.found(at, list, single);
                            self.partners.insert(key, partner);
                            partner
                        }
                    };
                    if partner >= self.large {
                        open = open.min(list.len());
                        if open < self.piles {
                            return Ok(true);
                        }
                    }
                }
            }
        }
        self.closed = open.checked_sub(1);
        Ok(true)
    }

    fn found(&self, at: usize, piles: &[u64], single: bool) -> u64 {
        let mut seen: Vec<u64> = Vec::new();
        for (_, to) in self.rest.moves(at) {
            seen.push(self.partners[&(to, piles.into(), single)]);
        }
        for (i, &pile) in piles.iter().enumerate() {
            let others: Vec<u64> = [&piles[..i], &piles[i + 1..]].concat();
            seen.extend((0..pile).map(|left| self.partners[&key(at, &others, left, single)]));
        }
        if single {
            seen.push(self.partners[&(at, piles.into(), false)]);
        }
        if seen.is_empty() {
            1
        } else {
            mex(seen.into_iter().map(saturating_cast)).into()
        }
    }

    /// The explored positions.
    pub fn rest(&self) -> &Product {
        &self.rest
    }

    /// The partner of the sum of position `at` and these piles.
    pub fn partner(&self, at: usize, piles: &[u64]) -> Result<u64, Stop> {
        let (mut even, large) = self.even(piles);
        if large > 0 {
            // Adding the partner makes the XOR 0. If only one of the piles is large, the partner is large too, so at
            // least two piles of the sum are large, and the sum is lost.
            let proved = self.closed.is_some_and(|closed| even.len() <= closed);
            return proved.then(|| self.xor(at, piles)).ok_or_else(too_many);
        }
        even.sort_unstable();
        let single = piles.iter().fold(0, |odd, pile| odd ^ (pile & 1)) == 1;
        self.partners
            .get(&(at, even.into(), single))
            .copied()
            .ok_or_else(too_many)
    }

    /// Returns whether the player to move loses.
    pub fn loses(&self, at: usize, piles: &[u64]) -> Result<bool, Stop> {
        let (even, large) = self.even(piles);
        if large == 0 {
            return Ok(self.partner(at, piles)? == 0);
        }
        let proved = self.closed.is_some_and(|closed| even.len() <= closed + 1);
        // With only one large pile, the XOR is never 0, and the sum is won.
        proved
            .then(|| self.xor(at, piles) == 0)
            .ok_or_else(too_many)
    }

    /// Counts the piles of `B` or more stones.
    pub fn large(&self, piles: &[u64]) -> usize {
        self.even(piles).1
    }

    fn xor(&self, at: usize, piles: &[u64]) -> u64 {
        piles.iter().fold(self.grundy[at], |xor, pile| xor ^ pile)
    }

    /// Rounds the piles down to even sizes, omits empty piles, and counts the large ones.
    fn even(&self, piles: &[u64]) -> (Vec<u64>, usize) {
        let even: Vec<u64> = piles
            .iter()
            .map(|pile| pile & !1)
            .filter(|&pile| pile > 0)
            .collect();
        let large = even.iter().filter(|&&pile| pile >= self.large).count();
        (even, large)
    }
}

fn too_many() -> Stop {
    Stop::not_proved(tr!(
        "after a move there are more Nim heaps than the proof covers"
    ))
}

fn key(at: usize, others: &[u64], pile: u64, single: bool) -> Key {
    let mut even = others.to_vec();
    if pile >= 2 {
        even.push(pile & !1);
        even.sort_unstable();
    }
    (at, even.into(), single ^ (pile & 1 == 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::graph::Graph;
    use crate::solve::plain::Search;

    fn moves(graph: &Graph, (at, piles): &(usize, Vec<u64>)) -> Vec<(String, (usize, Vec<u64>))> {
        let along = graph
            .next(*at)
            .iter()
            .map(|&to| (format!("to {to}"), (to as usize, piles.clone())));
        let taken = piles
            .iter()
            .enumerate()
            .flat_map(|(i, &pile)| (0..pile).map(move |left| (i, left)));
        let taken = taken.map(|(i, left)| {
            let mut to = piles.clone();
            to[i] = left;
            to.sort_unstable();
            (format!("pile {i} to {left}"), (*at, to))
        });
        along.chain(taken).collect()
    }

    #[test]
    fn piles_beside_small_graphs_agree_with_a_plain_search() {
        let limits = Limits::default();
        let mut proved = 0;
        for code in (0u32..1024).step_by(7) {
            let lists = (0..5u32).map(|i| {
                (0..i)
                    .filter(|j| code >> (i * (i - 1) / 2 + j) & 1 == 1)
                    .collect()
            });
            let graph = Graph::from_moves(lists);
            assert!(!graph.is_empty());
            let grundy = graph.grundy().into_iter().map(u64::from).collect();
            let rest = Product::new(vec![graph.clone()], 100).unwrap();
            let Some(found) = LargePiles::new(rest, grundy, 3, &limits).unwrap() else {
                continue;
            };
            proved += 1;
            let next = |at: &(usize, Vec<u64>)| moves(&graph, at);
            let mut search = Search::new(true, &next);
            for a in 0..=8u64 {
                for b in 0..=a {
                    for c in 0..=b {
                        let lost = !search.value(&(4, vec![c, b, a])).wins;
                        assert_eq!(found.loses(4, &[a, b, c]), Ok(lost), "{code:b} {a} {b} {c}");
                    }
                }
            }
        }
        assert!(proved > 130, "{proved}");
    }
}
