//! Represents cores row by row, in an order of the edges that makes ranking and searching fast.
//!
//! Row `r` (from 1) holds `r` upward triangles, the `r - 1` downward triangles between them, and `3r` edges: first the
//! left and right slanted edges of each upward triangle, then all bases.
//!
//! ```text
//!          /\            row 1, bits 0..3:  left, right, base
//!         /__\
//!        /\  /\          row 2, bits 3..9:  left, right, left, right, base, base
//!       /__\/__\
//! ```
//!
//! To check that the edges of a row fit a core, it is enough to know these edges and the bases of the row above, which
//! are the top edges of the downward triangles. The bases of a row are its highest bits, so the key of row `r` (its own
//! edges and the bases above it) is a contiguous range of `4r - 1` bits of the set, extracted by a shift and a mask.
//! Positions store their edges in board order; `pack` and `unpack` convert between the two orders.

use super::capture::Leftover;
use super::grid::{Grid, MAX_SIDE, MIN_SIDE, OUTSIDE};
use crate::rules::saturating_cast;
use std::sync::OnceLock;

pub(super) const MAX_ROWS: usize = (MAX_SIDE - 1) as usize;
/// The marker used instead of a triangle for a chain that closes into a loop.
const LOOP: u8 = 30;
/// Bits that stand for no edge and are never set in a set of drawn edges. These bits make the outside look like a
/// triangle that cannot be captured, so a chain that reaches the rim ends without a special case.
const NEVER_DRAWN: u64 = 0b111 << 60;

/// The images of a set of edges under the five symmetries of the board, excluding the identity.
pub(super) type Images = [u64; 5];

/// The board with its edges in row order.
#[derive(Debug)]
pub struct Rows {
    count: usize,
    all: u64,
    pack: Vec<[u64; 256]>,
    unpack: Vec<[u64; 256]>,
    /// The five symmetries excluding the identity, starting with the reflection that fixes the apex.
    symmetries: [Vec<[u64; 256]>; 5],
    triangle: [u64; 32],
    /// The two triangles at each edge; `across` holds the XOR of their indices.
    beside: [[u8; 2]; 64],
    across: [u8; 64],
    /// For each row and each set of bases above the row, the valid sets of edges of the row in ascending order. A valid
    /// set leaves every triangle of the row with 0, 1 or 3 edges drawn.
    fillings: Vec<Vec<Vec<u32>>>,
}

/// The first bit of a row, with rows counted from 0.
pub(super) fn first_bit(row: usize) -> u32 {
    saturating_cast(3 * row * (row + 1) / 2)
}

/// Returns the set of bases in a filling of row `row`. The same value is the argument `above` for the next row.
pub(super) fn bases(row: usize, filling: u32) -> usize {
    (filling >> (2 * (row + 1))) as usize
}

/// Returns whether a triangle with these edges may occur in a core. Only the lowest bit of each argument is read; it is
/// set if the edge is drawn.
fn quiet(a: u32, b: u32, c: u32) -> bool {
    (a & 1) + (b & 1) + (c & 1) != 2
}

/// Adds edges of the upward triangle with index `i` to `own`, which holds edges of the triangles further left. Yields
/// every resulting set that can occur in a core in which the row above has the bases `above`.
pub(super) fn extended(row: usize, i: usize, above: u32, own: u32) -> impl Iterator<Item = u32> {
    (0..8).filter_map(move |piece: u32| {
        let left = piece;
        let right = piece >> 1;
        let base = piece >> 2;
        let beside_left = i == 0 || quiet(above >> (i - 1), own >> (2 * i - 1), left);
        let fits = beside_left && quiet(left, right, base);
        fits.then(|| own | (piece & 3) << (2 * i) | (base & 1) << (2 * (row + 1) + i))
    })
}

fn fillings(row: usize, above: u32) -> Vec<u32> {
    let grown = |sets: Vec<u32>, i| {
        sets.into_iter()
            .flat_map(|own| extended(row, i, above, own))
            .collect()
    };
    let mut sets: Vec<u32> = (0..=row).fold(vec![0], grown);
    sets.sort_unstable();
    sets
}

impl Rows {
    /// The board with `side` dots per side, or `None` outside 2..=6.
    pub fn with_side(side: u32) -> Option<&'static Rows> {
        static ALL: [OnceLock<Rows>; MAX_ROWS] = [const { OnceLock::new() }; MAX_ROWS];
        let grid = Grid::with_side(side)?;
        let slot = ALL.get((side - MIN_SIDE) as usize)?;
        Some(slot.get_or_init(|| Rows::new(grid)))
    }

    fn new(grid: &Grid) -> Rows {
        let count = (grid.side() - 1) as usize;
        let mut position = vec![0u32; grid.edges().len()];
        for (e, &(a, b)) in grid.edges().iter().enumerate() {
            let ((upper, place), (below, to)) = (grid.place(a), grid.place(b));
            position[e] = if upper == below {
                let r = upper as usize;
                first_bit(r - 1) + 2 * upper + place
            } else {
                first_bit(upper as usize) + 2 * place + (to - place)
            };
        }
        let mut board = vec![0u32; position.len()];
        for (e, &bit) in position.iter().enumerate() {
            board[bit as usize] = saturating_cast(e);
        }
        let translate = |mask: u64| {
            (0..position.len())
                .filter(|e| mask >> e & 1 == 1)
                .fold(0u64, |set, e| set | 1 << position[e])
        };
        let mut triangle = [0; 32];
        triangle[OUTSIDE as usize] = NEVER_DRAWN;
        for (t, of) in grid.triangles().iter().enumerate() {
            triangle[t] = translate(of.mask);
        }
        let mut beside = [[OUTSIDE; 2]; 64];
        let mut across = [0; 64];
        for (e, &bit) in position.iter().enumerate() {
            let [one, other] = grid.beside(e);
            beside[bit as usize] = [one, other];
            across[bit as usize] = one ^ other;
        }
        let fillings = (0..count)
            .map(|row| (0..1 << row).map(|above| fillings(row, above)).collect())
            .collect();
        let symmetries = std::array::from_fn(|i| {
            let map = &grid.symmetries()[i + 1];
            let image = |&e: &u32| position[usize::from(map[e as usize])];
            byte_tables(&board.iter().map(image).collect::<Vec<_>>())
        });
        Rows {
            count,
            all: grid.all(),
            pack: byte_tables(&position),
            unpack: byte_tables(&board),
            symmetries,
            triangle,
            beside,
            across,
            fillings,
        }
    }

    /// The number of rows.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The set of all edges, which is the same in both orders.
    pub fn all(&self) -> u64 {
        self.all
    }

    /// Converts a set of edges from board order into row order.
    pub fn pack(&self, mask: u64) -> u64 {
        permute(&self.pack, mask)
    }

    /// Converts a set of edges from row order into board order.
    pub fn unpack(&self, mask: u64) -> u64 {
        permute(&self.unpack, mask)
    }

    /// The image of a set of edges (in row order) under the reflection that fixes the apex and maps every row to
    /// itself.
    #[inline(always)]
    pub fn mirror(&self, mask: u64) -> u64 {
        permute(&self.symmetries[0], mask)
    }

    pub(super) fn images(&self, mask: u64) -> Images {
        self.symmetries
            .each_ref()
            .map(|symmetry| permute(symmetry, mask))
    }

    pub(super) fn images_of_last_row(&self) -> Vec<Images> {
        let last = self.count - 1;
        (0..8 << (3 * last))
            .map(|own| self.images(own << first_bit(last)))
            .collect()
    }

    /// The smallest image of a set (in row order) under the symmetries of the board.
    pub fn least(&self, mask: u64) -> u64 {
        self.images(mask).into_iter().fold(mask, u64::min)
    }

    pub(super) fn fillings(&self, row: usize, above: usize) -> &[u32] {
        &self.fillings[row][above]
    }

    /// Returns whether these edges, in row order, form a core.
    pub fn is_core(&self, drawn: u64) -> bool {
        self.triangle[..self.count * self.count]
            .iter()
            .all(|t| (t & drawn).count_ones() != 2)
    }

    /// The number of triangles that are not complete.
    pub fn free_triangles(&self, drawn: u64) -> usize {
        self.triangle[..self.count * self.count]
            .iter()
            .filter(|&t| t & !drawn != 0)
            .count()
    }

    /// Follows a chain across edge `edge` into triangle `t`, and adds the edges of the chain to `chain`. Returns the
    /// triangle at which the chain ends, and the number of triangles on the way. The returned index is `OUTSIDE` if the
    /// chain reaches the rim, and `LOOP` if the chain comes back to `start`.
    #[inline(always)]
    fn follow(
        &self,
        open: u64,
        start: u64,
        mut edge: u64,
        mut t: u8,
        chain: &mut u64,
    ) -> (u8, i32) {
        let mut passed = 0;
        loop {
            let rest = self.triangle[(t & 31) as usize] & open & !edge;
            if rest & rest.wrapping_sub(1) != 0 {
                return (t, passed);
            }
            passed += 1;
            *chain |= rest;
            if rest == start {
                return (LOOP, passed);
            }
            edge = rest;
            t ^= self.across[(rest.trailing_zeros() & 63) as usize];
        }
    }

    /// The value of the core `drawn` (in row order) for the player to move: the best margin from here on. `value` must
    /// return the values of all cores with more edges drawn.
    ///
    /// Only one move per chain is tried. All moves in a chain give the opponent the same number of triangles and lead
    /// to the same core. The best of these moves draws the middle edge. The opponent can then leave two triangles if at
    /// least three are given away, and none otherwise. In a loop, the opponent can leave four triangles.
    #[inline(always)]
    pub(super) fn best(&self, drawn: u64, value: impl Fn(u64) -> i32) -> i32 {
        let mut todo = self.all & !drawn;
        if todo == 0 {
            return 0;
        }
        let open = todo | NEVER_DRAWN;
        let mut least = i32::MAX;
        while todo != 0 {
            let start = todo & todo.wrapping_neg();
            let [one, other] = self.beside[(start.trailing_zeros() & 63) as usize];
            let mut chain = start;
            let (end, mut captured) = self.follow(open, start, start, one, &mut chain);
            let reply = if end == LOOP {
                todo &= !chain;
                Leftover::Four.value(captured, value(drawn | chain))
            } else {
                let (far, more) = self.follow(open, start, start, other, &mut chain);
                captured += more;
                todo &= !chain;
                let mut fallen = chain;
                if end == far && end != OUTSIDE {
                    // Both ends of the chain meet at the same triangle. This triangle is captured too, and so is the
                    // chain across its third edge.
                    let handle = self.triangle[(end & 31) as usize] & open & !chain;
                    let next = end ^ self.across[(handle.trailing_zeros() & 63) as usize];
                    fallen |= handle;
                    captured += 1 + self.follow(open, 0, handle, next, &mut fallen).1;
                }
                let left = if captured >= 3 {
                    Leftover::Two
                } else {
                    Leftover::Nothing
                };
                left.value(captured, value(drawn | fallen))
            };
            least = least.min(reply);
        }
        -least
    }
}

/// Builds one table for each byte of a mask. Each table moves the bits of its byte to the positions in `to`.
fn byte_tables(to: &[u32]) -> Vec<[u64; 256]> {
    to.chunks(8)
        .map(|to| {
            let mut table = [0; 256];
            for (byte, image) in table.iter_mut().enumerate() {
                let bits = to.iter().enumerate().filter(|(i, _)| byte >> i & 1 == 1);
                *image = bits.fold(0, |mask, (_, &bit)| mask | 1 << bit);
            }
            table
        })
        .collect()
}

fn permute(tables: &[[u64; 256]], mask: u64) -> u64 {
    let bytes = mask.to_le_bytes();
    tables
        .iter()
        .zip(bytes)
        .fold(0, |image, (table, byte)| image | table[usize::from(byte)])
}
