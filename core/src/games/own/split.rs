//! Splits boards without asking the script. A script with `SPLIT` claims that a move depends only on the cells that it
//! changes, that cells with the `SPLIT` sign never change again, and that the position of a part on the board does not
//! matter.
//!
//! Suppose that a move fills its cells: every cell that it changes gets the `SPLIT` sign. After this move, the
//! remaining moves are exactly those that change none of these cells. If all moves on a board fill their cells, groups
//! of cells that no move connects are independent, and the parts that a move leaves are known without asking the
//! script. A move that does not fill its cells may make other moves possible, so a board with such a move is not split.

use std::sync::Arc;

use super::ruleset::{Layout, OwnRuleset};
use super::store::{NextPositions, Source};
use crate::games::prelude::*;

/// For each move, the set of cells that it changes, with one bit per cell.
struct MoveCells {
    words: usize,
    bits: Vec<u64>,
}

impl MoveCells {
    /// Returns the groups of cells that are connected by moves, ignoring the moves that change a `gone` cell.
    fn groups(&self, gone: &[u64], limits: &Limits) -> Result<Vec<Vec<u64>>, Stop> {
        let meets = |a: &[u64], b: &[u64]| a.iter().zip(b).any(|(a, b)| a & b != 0);
        let mut groups: Vec<Vec<u64>> = Vec::new();
        for one in limits.checking(self.bits.chunks_exact(self.words)) {
            let one = one?;
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
        Ok(groups)
    }
}

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

/// A source that splits positions into parts if the script has `SPLIT` and positions have Grundy values.
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
                game.moves_are_apart
                    .test(|| game.check_split(at, &whole, filler, limits))?;
                game.split(at, &whole, filler, limits, next)
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
}

/// A board whose parts are moved to its top left corner.
pub(super) struct Board<'b> {
    mover: u8,
    pub here: &'b [i32],
    pub filler: i32,
    layout: Arc<Layout>,
}

/// The cells that differ between two boards, in ascending order, with their numbers on the second board.
pub(super) fn changed_cells(from: &[i32], to: &[i32]) -> Vec<(usize, i32)> {
    let both = from.iter().zip(to).enumerate();
    let changed = both.filter(|(_, (from, to))| from != to);
    changed.map(|(i, (_, to))| (i, *to)).collect()
}

impl OwnRuleset {
    /// Splits a position into parts. If the position is a single part, splits its options instead. Does nothing unless
    /// every move fills the cells that it changes.
    fn split(
        &self,
        at: &[u8],
        whole: &NextPositions,
        filler: i32,
        limits: &Limits,
        next: &mut NextPositions,
    ) -> Result<(), Stop> {
        let here = self.script.unpack(&at[1..]);
        let words = here.len().div_ceil(64).max(1);
        let mut moves = MoveCells {
            words,
            bits: Vec::new(),
        };
        for m in limits.checking(whole.moves()) {
            let (to, _) = m?;
            let from = moves.bits.len();
            moves.bits.resize(from + words, 0);
            for (i, (to, here)) in self.script.unpack(&to[1..]).iter().zip(&here).enumerate() {
                if to == here {
                    continue;
                }
                if *to != filler {
                    return self.push_images(whole, limits, next);
                }
                moves.bits[from + i / 64] |= 1 << (i % 64);
            }
        }
        let board = Board {
            mover: at[0],
            here: &here,
            filler,
            layout: self.layout(here.len(), limits)?,
        };
        let parts = |gone: &[u64]| -> Result<Vec<Vec<u8>>, Stop> {
            let mut groups = moves.groups(gone, limits)?;
            let size = |group: &Vec<u64>| group.iter().map(|bits| bits.count_ones()).sum::<u32>();
            groups.sort_by_cached_key(size);
            let groups = groups.iter();
            groups
                .map(|group| self.cornered(&board, group, limits))
                .collect()
        };
        let all = parts(&vec![0; words])?;
        next.is_sum = !matches!(&all[..], [one] if one == at);
        if next.is_sum {
            next.push_sum(all);
            return Ok(());
        }
        for one in moves.bits.chunks_exact(words) {
            next.push_sum(parts(one)?);
        }
        Ok(())
    }

    /// Moves a part, in its canonical orientation, to the top left corner of an otherwise filled board.
    fn cornered(&self, board: &Board<'_>, group: &[u64], limits: &Limits) -> Result<Vec<u8>, Stop> {
        let width = board.layout.width;
        // Moves the group to the top left corner, and lists the new index and the number of each cell.
        let placed = |places: Option<&Vec<u16>>| -> Vec<(usize, i32)> {
            let place = |i: usize| places.map_or(i, |places| usize::from(places[i]));
            let mut cells: Vec<(usize, i32)> =
                cells_in(group).map(|i| (place(i), board.here[i])).collect();
            let top = cells.iter().map(|(i, _)| i / width).min().unwrap_or(0);
            let left = cells.iter().map(|(i, _)| i % width).min().unwrap_or(0);
            for (i, _) in &mut cells {
                *i -= top * width + left;
            }
            cells
        };
        let sorted = |places: Option<&Vec<u16>>| {
            let mut cells = placed(places);
            cells.sort_unstable();
            cells
        };
        let images = board
            .layout
            .images
            .iter()
            .map(|places| (sorted(Some(places)), Some(places)));
        let (least, places) = images.fold((sorted(None), None), Ord::min);
        if !self.parts_are_movable.is_trusted() {
            let from: Vec<usize> = cells_in(group).collect();
            let to: Vec<usize> = placed(places).into_iter().map(|(i, _)| i).collect();
            if from != to {
                self.parts_are_movable
                    .test(|| self.check_moved(board, &from, &to, limits))?;
            }
        }
        Ok(self.alone(board, least))
    }

    /// Packs a board with the given cells. All other cells hold the filler.
    pub(super) fn alone(
        &self,
        board: &Board<'_>,
        cells: impl IntoIterator<Item = (usize, i32)>,
    ) -> Vec<u8> {
        let mut all = vec![board.filler; board.here.len()];
        for (i, cell) in cells {
            all[i] = cell;
        }
        self.script.packed_cells(board.mover, &all)
    }
}
