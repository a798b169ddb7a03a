//! Sums of pieces of which none ever falls into several: each piece goes its own way, so that a position is one place on
//! each way, and all of them are a plain table.

use crate::solve::lock::Held;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Components, PieceKey, options_in, sum_bytes};
use crate::rules::{Convention, Limits, Stop};
use crate::solve::graph::Verdict;

/// The most positions of a table.
const MOST_POSITIONS: usize = 200_000;
/// The most moves of all its positions together.
const MOST_MOVES: u64 = 40_000_000;
/// The longest play in a piece alone for which a table is filled.
const HIGHEST_ALONE: u64 = 400;
/// Positions between two looks at the limits.
const STRIDE: usize = 1 << 12;

/// The places that one piece can be at, those that a move leads to before those from where it leads.
struct PiecePlaces {
    /// The piece at each place; the first stands for all without a move.
    pieces: Vec<u32>,
    /// The places one move away, in rising order.
    next: Vec<Vec<usize>>,
}

impl<K: PieceKey> Components<K> {
    /// The places of a piece; `None` where something on its way falls into several pieces, where its options are not kept,
    /// or where there are more than `most`.
    fn way_of(&self, piece: u32, most: usize) -> Option<PiecePlaces> {
        let mut seen = FxHashSet::from_iter([piece]);
        let mut all = vec![piece];
        let mut at = 0;
        while let Some(&piece) = all.get(at) {
            at += 1;
            for option in self.kept_options(piece)? {
                let mut live = option.iter().copied().filter(|&p| self.pieces[p as usize].height > 0);
                let (first, None) = (live.next(), live.next()) else { return None };
                all.extend(first.filter(|&p| seen.insert(p)));
            }
            if all.len() >= most {
                return None;
            }
        }
        // A piece is higher than all that it becomes.
        all.sort_unstable_by_key(|&p| (self.pieces[p as usize].height, p));
        let places: FxHashMap<u32, usize> = all.iter().zip(1..).map(|(&p, place)| (p, place)).collect();
        let mut next = vec![Vec::new()];
        for &piece in &all {
            let options = self.kept_options(piece)?;
            let one =
                |option: &[u32]| option.iter().filter_map(|p| places.get(p).copied()).next().unwrap_or(0);
            let mut list: Vec<usize> = options.map(one).collect();
            list.sort_unstable();
            list.dedup();
            next.push(list);
        }
        Some(PiecePlaces { pieces: [0].into_iter().chain(all).collect(), next })
    }

    /// Outcome and moves to the end of the sum of these pieces, which are known and never fall into several; `None` where
    /// one does, or where a table of all that can follow is too large to be quick.
    pub fn by_table(
        &mut self,
        pieces: &[u32],
        convention: Convention,
        limits: &Limits,
    ) -> Result<Option<Verdict>, Stop> {
        let sum = self.sum_of(pieces.iter().copied());
        // One large piece alone is searched more quickly: that finds what is known of smaller ones.
        let is_small = sum.len() >= 2 || self.height(&sum) <= HIGHEST_ALONE;
        if is_small && !self.sums.contains_key(&sum) {
            self.fill_table(&sum, convention, limits)?;
        }
        Ok(self.sums.get(&sum).copied())
    }

    /// Settles all sums below one, where that is a table of a size that is quick to fill.
    fn fill_table(&mut self, sum: &[u32], convention: Convention, limits: &Limits) -> Result<(), Stop> {
        let least = |p: &u32| self.pieces[*p as usize].height as usize + 1;
        if sum.iter().map(least).fold(1, usize::saturating_mul) > MOST_POSITIONS {
            return Ok(());
        }
        let mut ways = Vec::new();
        let mut size = 1usize;
        for &piece in sum {
            let Some(way) = self.way_of(piece, MOST_POSITIONS) else { return Ok(()) };
            size = size.saturating_mul(way.pieces.len());
            if size > MOST_POSITIONS {
                return Ok(());
            }
            ways.push(way);
        }
        let moves = |way: &PiecePlaces| way.next.iter().map(Vec::len).sum::<usize>() / way.pieces.len();
        let room = limits.memory().saturating_sub(self.memory_used()) / 2;
        let bytes = size as u64 * (sum_bytes(sum.len()) as u64 + 64);
        if size as u64 * ways.iter().map(|way| moves(way) as u64 + 1).sum::<u64>() > MOST_MOVES
            || bytes > room
        {
            return Ok(());
        }
        // Places beside each other on a way are so many positions apart.
        let steps: Vec<usize> = (ways.iter())
            .scan(1, |step, way| Some(std::mem::replace(step, *step * way.pieces.len())))
            .collect();
        let mut table: Vec<Verdict> = Vec::with_capacity(size);
        let mut places = vec![0; ways.len()];
        for number in 0..size {
            if number.is_multiple_of(STRIDE) {
                limits.check()?;
            }
            for ((place, way), step) in places.iter_mut().zip(&ways).zip(&steps) {
                *place = number / step % way.pieces.len();
            }
            let next = places.iter().zip(&ways).zip(&steps).flat_map(|((&place, way), step)| {
                let others = number - place * step;
                way.next[place].iter().map(move |to| others + to * step)
            });
            let found = Verdict::best(convention, next.map(|to| table[to]));
            table.push(found);
            let pieces = places.iter().zip(&ways).filter(|(place, _)| **place > 0);
            let sum = self.sum_of(pieces.map(|(place, way)| way.pieces[*place]));
            if !self.sums.contains_key(&sum) {
                self.key_bytes += sum_bytes(sum.len());
                self.sums.insert(sum, found);
            }
        }
        Ok(())
    }

    /// The options of a piece, where they are kept.
    fn kept_options(&self, piece: u32) -> Option<impl Iterator<Item = &[u32]>> {
        let (from, length) = self.pieces[piece as usize].options?;
        Some(options_in(&self.kept[from as usize..(from + length) as usize]))
    }
}
