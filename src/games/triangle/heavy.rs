//! How many cores contain a set of edges, in well under a microsecond, and all cores that are contained in many.
//!
//! The count goes down the board with one number for each set of bases between two strips (see `strips`): the ways to
//! fill the strips above. Two tables a strip, summed over supersets once, replace going through its fillings:
//!
//! - `onward`: by required edges of the strip and bases above, how many ways it and all strips below can be filled;
//! - `through`: by required slanted edges, bases above and bases below, how many ways this strip alone can be filled.
//!
//! More edges are contained in fewer cores. So the search for *heavy* cores, contained in more than a given number of
//! them, adds edges triangle by triangle and turns back as soon as the number is not exceeded.

use super::strips::{MAX_STRIPS, Strips, quiet};
use crate::rules::Stop;

/// How many heavy cores are met between two questions whether to go on.
const SEEN: u32 = 1 << 14;

/// The numbers of ways, one for each set of bases.
type Ways = [u32; 1 << (MAX_STRIPS - 1)];

/// The summed tables of one strip.
#[derive(Debug)]
struct Sums {
    onward: Vec<u32>,
    through: Vec<u32>,
}

/// Counts the cores that contain a set of edges.
#[derive(Debug)]
pub struct Weights {
    strips: &'static Strips,
    sums: Vec<Sums>,
}

/// Adds to each entry those whose index has more of the bits `bits` set, where an index stands for `width` entries.
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
    /// The tables of a board, in a few milliseconds and megabytes for the largest.
    #[must_use]
    pub fn new(strips: &'static Strips) -> Weights {
        let mut below = vec![1; 1 << strips.count()];
        let mut sums = Vec::new();
        for strip in (0..strips.count()).rev() {
            let triangles = strip as u32 + 1;
            let (above, under) = (1usize << strip, 1usize << triangles);
            let mut onward = vec![0; above << (3 * triangles)];
            let mut through = vec![0; (above * under) << (2 * triangles)];
            for bases in 0..above {
                for &filling in strips.fillings(strip, bases) {
                    let out = strips.bases(strip, filling);
                    let slants = filling as usize & ((1 << (2 * triangles)) - 1);
                    onward[filling as usize * above + bases] = below[out];
                    through[(slants * above + bases) * under + out] = 1;
                }
            }
            sum_over_supersets(&mut onward, 3 * triangles, above);
            sum_over_supersets(&mut through, 2 * triangles, above * under);
            below = onward[..above].to_vec();
            sums.push(Sums { onward, through });
        }
        sums.reverse();
        Weights { strips, sums }
    }

    /// The board.
    #[must_use]
    pub fn strips(&self) -> &'static Strips {
        self.strips
    }

    /// How many cores contain a set of edges, itself a core or not; in strip order.
    #[must_use]
    pub fn count(&self, edges: u64) -> usize {
        let mut ways: Ways = Ways::default();
        ways[0] = 1;
        for strip in 0..self.strips.count() {
            let own = (edges >> self.strips.first_bit(strip)) as u32 & ((8 << (3 * strip)) - 1);
            if strip + 1 == self.strips.count() {
                return self.onward(strip, own, &ways) as usize;
            }
            ways = self.through(strip, own, &ways);
        }
        0
    }

    /// The ways to fill all strips, when this one and those below must contain `own` in this one.
    #[inline(always)]
    fn onward(&self, strip: usize, own: u32, ways: &Ways) -> u32 {
        let above = 1 << strip;
        let row = &self.sums[strip].onward[own as usize * above..][..above];
        row.iter().zip(ways).map(|(&onward, &ways)| onward * ways).sum()
    }

    /// The ways to fill the strips down to this one, when it must contain `own`.
    fn through(&self, strip: usize, own: u32, ways: &Ways) -> Ways {
        let (above, under) = (1 << strip, 2 << strip);
        let slants = own as usize & ((1 << (2 * (strip + 1))) - 1);
        let must = self.strips.bases(strip, own);
        let rows = &self.sums[strip].through[slants * above * under..][..above * under];
        let mut next = Ways::default();
        for (row, &ways) in rows.chunks_exact(under).zip(ways) {
            for (out, (next, &through)) in next.iter_mut().zip(row).enumerate() {
                if must & !out == 0 {
                    *next += through * ways;
                }
            }
        }
        next
    }

    /// All cores that are contained in more than `most` cores, one for each class that the symmetries make: the one of
    /// the smallest number. Rising, in strip order. `go_on` is told every millisecond or so how many are found.
    ///
    /// # Errors
    /// What `go_on` says, to end the search.
    pub fn heavy(
        &self,
        most: usize,
        go_on: &mut dyn FnMut(usize) -> Result<(), Stop>,
    ) -> Result<Vec<u64>, Stop> {
        let mut search = Search { weights: self, most: most as u64, found: Vec::new(), seen: 0, go_on };
        let mut ways = Ways::default();
        ways[0] = 1;
        search.strip(0, 0, 0, &ways)?;
        let mut found = search.found;
        found.sort_unstable();
        Ok(found)
    }
}

/// The search for heavy cores.
struct Search<'w> {
    weights: &'w Weights,
    most: u64,
    found: Vec<u64>,
    /// How many were met, symmetric ones counted apart.
    seen: u32,
    go_on: &'w mut dyn FnMut(usize) -> Result<(), Stop>,
}

impl Search<'_> {
    /// All ways to go on below the strips that hold `drawn`.
    fn strip(&mut self, strip: usize, drawn: u64, above: usize, ways: &Ways) -> Result<(), Stop> {
        if strip == self.weights.strips.count() {
            if self.weights.strips.is_least(drawn) {
                self.found.push(drawn);
            }
            self.seen += 1;
            return if self.seen.is_multiple_of(SEEN) { (self.go_on)(self.found.len()) } else { Ok(()) };
        }
        self.triangle(strip, 0, 0, (drawn, above as u32), ways)
    }

    /// All ways to go on from upward triangle `i` of a strip, whose triangles before it hold `own`.
    fn triangle(
        &mut self,
        strip: usize,
        i: usize,
        own: u32,
        (drawn, above): (u64, u32),
        ways: &Ways,
    ) -> Result<(), Stop> {
        let (weights, strips) = (self.weights, self.weights.strips);
        if i > strip {
            let drawn = drawn | u64::from(own) << strips.first_bit(strip);
            let last = strip + 1 == strips.count();
            let next = if last { *ways } else { weights.through(strip, own, ways) };
            return self.strip(strip + 1, drawn, strips.bases(strip, own), &next);
        }
        for piece in 0..8 {
            let (left, right, base) = (piece, piece >> 1, piece >> 2);
            let beside_left = i == 0 || quiet(above >> (i - 1), own >> (2 * i - 1), left);
            if beside_left && quiet(left, right, base) {
                let more = own | (piece & 3) << (2 * i) | (base & 1) << (2 * (strip + 1) + i);
                if u64::from(weights.onward(strip, more, ways)) > self.most {
                    self.triangle(strip, i + 1, more, (drawn, above), ways)?;
                }
            }
        }
        Ok(())
    }
}
