//! Splits boards without asking the script. A script with `SPLIT` claims that a move depends only on the cells that it
//! changes, that cells with the `SPLIT` sign never change again, and that the position of a part on the board does not
//! matter.
//!
//! Groups of cells that moves change together are then independent of each other. After a move that fills the cells it
//! changes, exactly the moves that change none of these cells remain, so the parts of such options are known without
//! asking the script.

use super::ruleset::OwnRuleset;
use super::solver::Images;
use super::store::{NextPositions, Source};
use crate::games::prelude::*;

/// The set of cells that each move changes, one bit per cell.
struct MoveCells {
    words: usize,
    bits: Vec<u64>,
}

impl MoveCells {
    fn get(&self, m: usize) -> &[u64] {
        &self.bits[m * self.words..][..self.words]
    }

    /// Groups the cells that are connected by moves, ignoring the moves that touch a `gone` cell.
    fn groups(&self, gone: &[u64]) -> Vec<Vec<u64>> {
        let meets = |a: &[u64], b: &[u64]| a.iter().zip(b).any(|(a, b)| a & b != 0);
        let mut groups: Vec<Vec<u64>> = Vec::new();
        for one in self.bits.chunks_exact(self.words) {
            if meets(one, gone) {
                continue;
            }
            let mut all = one.to_vec();
            groups.retain(|group| {
                let is_apart = !meets(group, one);
                if !is_apart {
                    all.iter_mut()
                        .zip(group)
                        .for_each(|(all, bits)| *all |= *bits);
                }
                is_apart
            });
            groups.push(all);
        }
        groups
    }
}

/// The cells of a group.
fn cells_in(group: &[u64]) -> impl Iterator<Item = usize> {
    let bits = |(word, &bits): (usize, &u64)| {
        let mut left = bits;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(64 * word + bit)
        })
    };
    group.iter().enumerate().flat_map(bits)
}

/// The source of the positions of a board. It splits them into parts if the script has `SPLIT` and positions have
/// Grundy values.
pub(super) struct Splitting<'g>(pub &'g OwnRuleset);

impl Source for Splitting<'_> {
    fn options(&self, at: &[u8], limits: &Limits, next: &mut NextPositions) -> Result<(), Stop> {
        let Splitting(game) = self;
        match game.script.split.filter(|_| game.has_grundy()) {
            None => game.options(at, limits, next),
            Some(filler) => {
                let mut whole = NextPositions::default();
                game.moves_within(at, limits, &mut whole)?;
                next.over = whole.over;
                game.split(at, &whole, filler, next);
                Ok(())
            }
        }
    }

    fn check_reached(
        &self,
        at: &[u8],
        from: &dyn Fn() -> Vec<u8>,
        limits: &Limits,
    ) -> Result<(), Stop> {
        self.0.check_reached(at, from, limits)
    }

    fn representative(&self, at: &[u8]) -> Vec<u8> {
        self.0.representative(at)
    }

    fn circle(&self, round: &[Vec<u8>]) -> Stop {
        Source::circle(self.0, round)
    }
}

impl OwnRuleset {
    /// Splits a position into parts or, if it is a single part, splits its options. An option is split only if the move
    /// fills the cells that it changes.
    fn split(&self, at: &[u8], whole: &NextPositions, filler: i32, next: &mut NextPositions) {
        let here = self.script.unpack(&at[1..]);
        let words = here.len().div_ceil(64).max(1);
        let mut moves = MoveCells {
            words,
            bits: Vec::new(),
        };
        let mut fills = Vec::new();
        for (to, _) in whole.moves() {
            let from = moves.bits.len();
            moves.bits.resize(from + words, 0);
            let mut is_filled = true;
            for (i, (to, here)) in self.script.unpack(&to[1..]).iter().zip(&here).enumerate() {
                if to != here {
                    moves.bits[from + i / 64] |= 1 << (i % 64);
                    is_filled &= *to == filler;
                }
            }
            fills.push(is_filled);
        }
        let width = self.columns(here.len(), &Limits::default());
        let images = self.images(here.len());
        let parts = |gone: &[u64]| {
            let mut groups = moves.groups(gone);
            let size = |group: &Vec<u64>| group.iter().map(|bits| bits.count_ones()).sum::<u32>();
            groups.sort_by_cached_key(size);
            let groups = groups.iter();
            let part =
                |group: &Vec<u64>| self.cornered(at[0], &here, group, filler, width, &images);
            groups.map(part).collect::<Vec<_>>()
        };
        let all = parts(&vec![0; words]);
        next.is_sum = !matches!(&all[..], [one] if one == at);
        if next.is_sum {
            return next.push_sum(all);
        }
        for (m, ((to, gain), is_filled)) in whole.moves().zip(fills).enumerate() {
            if is_filled {
                next.push_sum(parts(moves.get(m)));
            } else {
                next.push(&self.representative(to), gain);
            }
        }
    }

    /// Moves a part, in its canonical orientation, to the corner of an otherwise filled board.
    fn cornered(
        &self,
        mover: u8,
        here: &[i32],
        group: &[u64],
        filler: i32,
        width: usize,
        images: &Images,
    ) -> Vec<u8> {
        let placed = |place: &dyn Fn(usize) -> usize| {
            let mut cells: Vec<(usize, i32)> =
                cells_in(group).map(|i| (place(i), here[i])).collect();
            let top = cells.iter().map(|(i, _)| i / width).min().unwrap_or(0);
            let left = cells.iter().map(|(i, _)| i % width).min().unwrap_or(0);
            for (i, _) in &mut cells {
                *i -= top * width + left;
            }
            cells.sort_unstable();
            cells
        };
        let turned = images
            .iter()
            .map(|places| placed(&|i| usize::from(places[i])));
        let least = turned.fold(placed(&|i| i), Ord::min);
        let mut cells = vec![filler; here.len()];
        for (i, cell) in least {
            cells[i] = cell;
        }
        let mut part = vec![mover];
        part.extend(self.script.pack(&cells));
        part
    }
}
