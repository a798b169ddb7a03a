//! The coloured strip: a row of cells, each free or of colour 1 or 2; a move
//! colours a free cell so that no two neighbours have the same colour.
//!
//! A run of free cells between coloured cells or the ends of the board is a
//! *gap*; gaps do not touch one another, so a strip is the sum of them. For a
//! gap of `n >= 1` cells:
//!
//! | the gap lies between | Grundy value | firm |
//! |---|---|---|
//! | two different colours | 0 | no |
//! | two equal colours | 1 | no |
//! | a colour and the end of the board | n | n >= 2 |
//! | both ends of the board | n mod 2 | n >= 4 |
//!
//! *Firm* is meant as in [`super::tame`], whose theorem gives misère play. The
//! tests ask of every gap up to 1,000 cells what the theorem asks. The table
//! holds for every `n` by induction:
//! * Between colours, the cell that is coloured leaves one gap between equal
//!   colours where there was none, and none or two where there was one: 0 and 1
//!   change places.
//! * At one end, colouring cell `i < n` leaves `i - 1` cells at that end and, as
//!   one likes, 0 or 1 beside the colour; colouring cell `n` leaves `n - 1`. That
//!   reaches each value below `n` and never `n`.
//! * A free board becomes two end gaps of `i - 1` and `n - i` cells. Their XOR is
//!   0 only in the middle of an odd board, and odd only on an even one.

use super::tame::Tame;

/// What stands in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cell {
    /// No colour yet.
    #[default]
    Free,
    /// Colour 1.
    One,
    /// Colour 2.
    Two,
}

impl Cell {
    /// Both colours, in order.
    pub const COLOURS: [Self; 2] = [Self::One, Self::Two];
}

/// A run of free cells, possibly of none, with what lies beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gap {
    /// Number of free cells.
    pub len: usize,
    /// The colour before it; [`Cell::Free`] at the end of the board.
    pub left: Cell,
    /// The colour after it; [`Cell::Free`] at the end of the board.
    pub right: Cell,
}

impl Gap {
    /// Grundy value, and whether the gap is firm.
    #[must_use]
    pub fn tame(&self) -> Tame {
        let len = self.len as u64;
        match (self.left, self.right) {
            _ if len == 0 => Tame::default(),
            (Cell::Free, Cell::Free) => Tame::new(len % 2, len >= 4),
            (Cell::Free, _) | (_, Cell::Free) => Tame::new(len, len >= 2),
            (left, right) => Tame::new(u64::from(left == right), false),
        }
    }

    /// Whether the cell `at` of the gap (from 0) may get this colour.
    #[must_use]
    pub fn allows(&self, at: usize, colour: Cell) -> bool {
        at < self.len
            && colour != Cell::Free
            && (at > 0 || self.left != colour)
            && (at + 1 < self.len || self.right != colour)
    }

    /// The two gaps, possibly of no cells, that colouring the cell `at` leaves.
    #[must_use]
    pub fn split(&self, at: usize, colour: Cell) -> [Self; 2] {
        [Self { len: at, right: colour, ..*self }, Self { len: self.len - at - 1, left: colour, ..*self }]
    }

    /// How many moves the gap has.
    #[must_use]
    pub fn count_moves(&self) -> usize {
        match self.len {
            0 => 0,
            1 => Cell::COLOURS.iter().filter(|&&colour| self.allows(0, colour)).count(),
            len => {
                let coloured = |c| usize::from(c != Cell::Free);
                2 * len - coloured(self.left) - coloured(self.right)
            }
        }
    }
}

/// The gaps of a strip that hold free cells, from the left, each with the index
/// of its first cell.
pub fn gaps(cells: &[Cell]) -> impl Iterator<Item = (usize, Gap)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < cells.len() && cells[at] != Cell::Free {
            at += 1;
        }
        let first = at;
        while at < cells.len() && cells[at] == Cell::Free {
            at += 1;
        }
        let beside = |i: Option<usize>| i.and_then(|i| cells.get(i)).copied().unwrap_or_default();
        (at > first).then(|| {
            let gap = Gap { len: at - first, left: beside(first.checked_sub(1)), right: beside(Some(at)) };
            (first, gap)
        })
    })
}

/// A sum of gaps that can be taken apart again: the XOR of the values and how
/// many gaps are firm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    xor: u64,
    firm: usize,
}

impl Total {
    /// The sum of all gaps of a strip.
    #[must_use]
    pub fn of(cells: &[Cell]) -> Self {
        gaps(cells).fold(Self::default(), |sum, (_, gap)| sum.plus(&gap))
    }

    /// With one gap more.
    #[must_use]
    pub fn plus(self, gap: &Gap) -> Self {
        let tame = gap.tame();
        Self { xor: self.xor ^ tame.value, firm: self.firm + usize::from(tame.firm) }
    }

    /// With one gap, that was in it, less.
    #[must_use]
    pub fn minus(self, gap: &Gap) -> Self {
        let tame = gap.tame();
        Self { xor: self.xor ^ tame.value, firm: self.firm.saturating_sub(usize::from(tame.firm)) }
    }

    /// The type of the whole strip.
    #[must_use]
    pub fn tame(&self) -> Tame {
        Tame::new(self.xor, self.firm > 0)
    }
}

#[cfg(test)]
mod tests;
