//! Implements the opening book for 6 dots per side: the values of all common cores, computed once from the full table
//! and shipped.
//!
//! A core is in the book if more than half a million cores contain it (see `weights`). The book holds all cores with up
//! to 6 edges and more than a third of the cores with 7. Any other core is contained in at most half a million cores. A
//! table of these cores is computed in a twentieth of a second.
//!
//! The cores themselves are not stored. When the book is opened, the search that made the book lists the same cores in
//! the same order. A core's index in this list is the index of its value. All values lie between -16 and 15. A value is
//! odd exactly when the core has an odd number of free triangles, so the lowest bit of the value is not stored.
//!
//! ```text
//! bytes 0..4    "TWB1"
//! bytes 4..8    the threshold: cores contained in more cores than this are in the book (little endian)
//! bytes 8..12   the number of cores
//! bytes 12..    two values per byte, the first in the low half: (margin + 16) / 2, rounded down
//! ```

use std::borrow::Cow;

use super::margin_table::MarginTable;
use super::rows::Rows;
use super::weights::Weights;
use crate::rules::{Limits, Stop, saturating_cast};

/// The number of dots per side of the board in the book.
pub const SIDE: u32 = 6;
/// A core is in the book if it is contained in more than 500,000 cores.
pub const THRESHOLD: u32 = 500_000;

const MAGIC: &[u8; 4] = b"TWB1";
const HEADER: usize = 12;

/// The error for a book that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The header is missing or malformed, its threshold is below [`THRESHOLD`], or the file's length does not match
    /// its number of values.
    #[error("{}", tr!("this is not a book of Triangle War"))]
    NotABook,
    /// The number of values differs from the number of cores that the threshold admits.
    #[error("{}", tr!("the book holds {found} values, and {expected} cores are past its threshold"))]
    Length {
        /// The number of values in the file.
        found: usize,
        /// The number of cores that the threshold admits.
        expected: usize,
    },
    /// Opening the book was interrupted.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// An opened book.
#[derive(Debug)]
pub struct Book {
    rows: &'static Rows,
    cores: Vec<u64>,
    bytes: Cow<'static, [u8]>,
}

impl Book {
    /// Opens the shipped book, which takes a few tenths of a second. `weights` must be the weights for 6 dots.
    pub fn shipped(weights: &Weights, limits: &Limits) -> Result<Book, Damage> {
        Book::open(
            weights,
            Cow::Borrowed(nimatron_assets::TRIANGLE_BOOK),
            limits,
        )
    }

    /// Opens a book from the bytes of a file.
    pub fn open(
        weights: &Weights,
        bytes: Cow<'static, [u8]>,
        limits: &Limits,
    ) -> Result<Book, Damage> {
        let number = |at: usize| {
            let four = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
            four.map(u32::from_le_bytes).ok_or(Damage::NotABook)
        };
        if !bytes.starts_with(MAGIC) {
            return Err(Damage::NotABook);
        }
        // Refuse a lower threshold than the shipped one, because it might admit more cores than fit into memory.
        let threshold = number(4)?;
        let found = number(8)? as usize;
        if threshold < THRESHOLD || bytes.len() != HEADER + found.div_ceil(2) {
            return Err(Damage::NotABook);
        }
        let cores = weights.common(threshold as usize, &mut |so_far| {
            limits.progress(so_far as u64, found as u64);
            limits.check()
        })?;
        if cores.len() != found {
            return Err(Damage::Length {
                found,
                expected: cores.len(),
            });
        }
        Ok(Book {
            rows: weights.rows(),
            cores,
            bytes,
        })
    }

    /// Makes the book from a completely filled table of the whole board.
    pub fn new(table: &MarginTable, weights: &Weights, limits: &Limits) -> Result<Book, Stop> {
        let cores = weights.common(THRESHOLD as usize, &mut |_| limits.check())?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(THRESHOLD.to_le_bytes());
        bytes.extend(saturating_cast::<u32, _>(cores.len()).to_le_bytes());
        let code = |core: &u64| saturating_cast::<u8, _>((table.value(*core) + 16) / 2) & 15;
        let pair = |pair: &[u64]| {
            pair.iter()
                .rev()
                .fold(0, |byte, core| byte << 4 | code(core))
        };
        bytes.extend(cores.chunks(2).map(pair));
        Ok(Book {
            rows: weights.rows(),
            cores,
            bytes: Cow::Owned(bytes),
        })
    }

    /// The bytes of the book's file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of cores in the book.
    pub fn size(&self) -> usize {
        self.cores.len()
    }

    /// The core at an index of the book, and the core's value; `None` if the index is past the end. The core is a set
    /// of edges in row order.
    pub fn entry(&self, place: usize) -> Option<(u64, i32)> {
        let core = *self.cores.get(place)?;
        let code = i32::from(self.bytes.get(HEADER + place / 2)? >> (4 * (place % 2)) & 15);
        let odd = saturating_cast::<i32, _>(self.rows.free_triangles(core)) & 1;
        Some((core, 2 * code - 16 + odd))
    }

    /// The value of a core (in row order) for the player to move, or `None` if the book does not contain the core.
    pub fn value(&self, core: u64) -> Option<i32> {
        let place = self.cores.binary_search(&self.rows.least(core)).ok()?;
        self.entry(place).map(|(_, value)| value)
    }
}
