//! Counts the cores that contain a set of edges, in well under a microsecond, and lists the cores contained in many
//! other cores.
//!
//! The count proceeds down the board. For each set of bases between two rows (see `rows`), it keeps the number of ways
//! to fill the rows above. Two tables per row replace a loop over the fillings. The entries are summed over supersets
//! when the tables are built:
//!
//! - `onward`: for the required edges of the row and the bases above, the number of ways to fill this row and all rows
//!   below;
//! - `through`: for the required slanted edges, the bases above and the bases below, the number of ways to fill this
//!   row alone.
//!
//! A core is *common* if it is contained in more than a given number of cores. Adding edges never raises the count, so
//! the search for common cores adds edges triangle by triangle and drops a set as soon as its count is too small.

use rustc_hash::FxHashMap;

use super::rows::{Images, MAX_ROWS, Rows, bases, extended, first_bit};
use crate::rules::{Stop, saturating_cast};

const SEEN: u32 = 1 << 14;

/// For each set of bases of a row, the number of ways to fill the rows down to this row.
type Ways = [u32; 1 << (MAX_ROWS - 1)];

#[derive(Debug)]
struct Sums {
    onward: Vec<u32>,
    through: Vec<u32>,
}

/// Counts the cores that contain a set of edges.
#[derive(Debug)]
pub struct Weights {
    rows: &'static Rows,
    sums: Vec<Sums>,
}

/// Sums a table over supersets. The table has `width` consecutive entries for each subset of a set of `bits` elements.
/// The corresponding entries of all proper supersets are added to the entries of each set.
fn sum_over_supersets(table: &mut [u32], bits: u32, width: usize) {
    for bit in 0..bits {
        let half = width << bit;
        for pair in table.chunks_exact_mut(2 * half) {
            let (without, with) = pair.split_at_mut(half);
            for (less, more) in without.iter_mut().zip(with) {
                *less += *more;
            }
        }
    }
}

impl Weights {
    /// Builds the tables of a board. For the largest board, this takes a few milliseconds and a few megabytes.
    pub fn new(rows: &'static Rows) -> Weights {
        let mut below = vec![1; 1 << rows.count()];
        let mut sums = Vec::new();
        for row in (0..rows.count()).rev() {
            let triangles = saturating_cast::<u32, _>(row) + 1;
            let above = 1usize << row;
            let under = 1usize << triangles;
            let mut onward = vec![0; above << (3 * triangles)];
            let mut through = vec![0; (above * under) << (2 * triangles)];
            for over in 0..above {
                for &filling in rows.fillings(row, over) {
                    let out = bases(row, filling);
                    let slants = filling as usize & ((1 << (2 * triangles)) - 1);
                    onward[filling as usize * above + over] = below[out];
                    through[(slants * above + over) * under + out] = 1;
                }
            }
            sum_over_supersets(&mut onward, 3 * triangles, above);
            sum_over_supersets(&mut through, 2 * triangles, above * under);
            below = onward[..above].to_vec();
            sums.push(Sums { onward, through });
        }
        sums.reverse();
        Weights { rows, sums }
    }

    /// The board with its edges in row order.
    pub fn rows(&self) -> &'static Rows {
        self.rows
    }

    /// The number of cores that contain these edges. The edges are bits in row order, and need not form a core.
    pub fn count(&self, edges: u64) -> usize {
        let mut ways: Ways = Ways::default();
        ways[0] = 1;
        for row in 0..self.rows.count() {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the mask keeps fewer than 32 bits"
            )]
            let own = (edges >> first_bit(row)) as u32 & ((8 << (3 * row)) - 1);
            if row + 1 == self.rows.count() {
                return self.onward(row, own, &ways) as usize;
            }
            ways = self.through(row, own, &ways);
        }
        0
    }

    /// Returns the number of ways to fill the board such that row `row` contains `own`. `ways` holds the numbers of
    /// ways to fill the rows above.
    #[inline(always)]
    fn onward(&self, row: usize, own: u32, ways: &Ways) -> u32 {
        let above = 1 << row;
        let onward_here = &self.sums[row].onward[own as usize * above..][..above];
        onward_here
            .iter()
            .zip(ways)
            .map(|(&onward, &ways)| onward * ways)
            .sum()
    }

    /// For each set of bases of row `row`, counts the ways to fill the rows down to `row` such that this row contains
    /// `own`.
    fn through(&self, row: usize, own: u32, ways: &Ways) -> Ways {
        let above = 1 << row;
        let under = 2 << row;
        let slants = own as usize & ((1 << (2 * (row + 1))) - 1);
        let must = bases(row, own);
        let through_here = &self.sums[row].through[slants * above * under..][..above * under];
        let mut next = Ways::default();
        for (sums, &ways) in through_here.chunks_exact(under).zip(ways) {
            for (out, (next, &through)) in next.iter_mut().zip(sums).enumerate() {
                if must & !out == 0 {
                    *next += through * ways;
                }
            }
        }
        next
    }

    /// Lists the cores contained in more than `most` cores. The cores are sets of edges in row order, and are sorted.
    /// Only the smallest core of each symmetry class is listed. After every 16,384 cores of the search, `go_on` is
    /// called with the number of cores listed so far.
    pub fn common(
        &self,
        most: usize,
        go_on: &mut dyn FnMut(usize) -> Result<(), Stop>,
    ) -> Result<Vec<u64>, Stop> {
        let mut search = CoreSearch {
            weights: self,
            most: most as u64,
            found: Vec::new(),
            seen: 0,
            go_on,
            last_fillings: FxHashMap::default(),
            last_images: self.rows.images_of_last_row(),
        };
        let mut ways = Ways::default();
        ways[0] = 1;
        search.row(0, 0, 0, &ways)?;
        let mut found = search.found;
        found.sort_unstable();
        Ok(found)
    }

    fn common_fillings(&self, row: usize, above: u32, ways: &Ways, most: u64) -> Vec<u32> {
        (0..=row).fold(vec![0], |sets, i| {
            sets.into_iter()
                .flat_map(|own| extended(row, i, above, own))
                .filter(|&own| u64::from(self.onward(row, own, ways)) > most)
                .collect()
        })
    }
}

struct CoreSearch<'w> {
    weights: &'w Weights,
    most: u64,
    found: Vec<u64>,
    seen: u32,
    go_on: &'w mut dyn FnMut(usize) -> Result<(), Stop>,
    /// A cache of the common fillings of the last row, which depend only on the bases above and the ways to fill the
    /// rows above.
    last_fillings: FxHashMap<(u32, Ways), Vec<u32>>,
    last_images: Vec<Images>,
}

impl CoreSearch<'_> {
    fn row(&mut self, row: usize, drawn: u64, above: u32, ways: &Ways) -> Result<(), Stop> {
        let weights = self.weights;
        let place = |own: u32| drawn | u64::from(own) << first_bit(row);
        if row + 1 < weights.rows.count() {
            for own in weights.common_fillings(row, above, ways, self.most) {
                let next = weights.through(row, own, ways);
                let above = saturating_cast(bases(row, own));
                self.row(row + 1, place(own), above, &next)?;
            }
            return Ok(());
        }
        let images = weights.rows.images(drawn);
        let fillings = self
            .last_fillings
            .entry((above, *ways))
            .or_insert_with(|| weights.common_fillings(row, above, ways, self.most));
        for &own in fillings.iter() {
            let core = place(own);
            let mut complete = images.iter().zip(&self.last_images[own as usize]);
            if complete.all(|(rest, last)| rest | last >= core) {
                self.found.push(core);
            }
            self.seen += 1;
            if self.seen.is_multiple_of(SEEN) {
                (self.go_on)(self.found.len())?;
            }
        }
        Ok(())
    }
}
