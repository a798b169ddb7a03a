//! Splits boards without asking the script. A script with `SPLIT` claims that a move depends only on the cells that it
//! changes, that cells with the `SPLIT` sign never change again, and that the position of a part on the board does not
//! matter.
//!
//! Groups of cells that moves change together are then independent of each other. After a move that fills the cells it
//! changes, exactly the moves that change none of these cells remain, so the parts of such options are known without
//! asking the script.

use super::*;
use crate::games::own::explore::NextPositions;

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

/// The parts of a position, and of each of its options if they are known.
pub(in crate::games::own) struct Split {
    /// `None` if the position is a single part in canonical form.
    pub whole: Option<Vec<Vec<u8>>>,
    /// The parts of each option; `None` if the script has to be asked about the option.
    pub options: Vec<Option<Vec<Vec<u8>>>>,
}

impl OwnBoard {
    pub(super) fn split(&self, at: &[u8], next: &NextPositions, filler: i32) -> Split {
        let here = self.script.unpack(&at[1..]);
        let words = here.len().div_ceil(64).max(1);
        let mut moves = MoveCells {
            words,
            bits: Vec::new(),
        };
        let mut fills = Vec::new();
        for (to, _) in next.iter() {
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
        let whole = parts(&vec![0; words]);
        let options = fills.iter().enumerate();
        Split {
            whole: Some(whole).filter(|parts| !matches!(&parts[..], [one] if one == at)),
            options: options
                .map(|(m, is_filled)| is_filled.then(|| parts(moves.get(m))))
                .collect(),
        }
    }

    /// Moves a part to the corner of a board that is otherwise filled, in its canonical orientation.
    fn cornered(
        &self,
        mover: u8,
        here: &[i32],
        group: &[u64],
        filler: i32,
        width: usize,
        images: &solver::Images,
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
