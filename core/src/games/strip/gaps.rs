//! Solves the coloured strip, a row of cells, each free or of colour 1 or 2. A move colours a free cell so that no two
//! neighbours have the same colour.
//!
//! A run of free cells between coloured cells or the ends of the board is a *gap*. Gaps do not touch one another, so a
//! strip is the sum of its gaps. For a gap of `n >= 1` cells:
//!
//! | the gap lies between | Grundy value | firm |
//! |---|---|---|
//! | two different colours | 0 | no |
//! | two equal colours | 1 | no |
//! | a colour and the end of the board | n | n >= 2 |
//! | both ends of the board | n mod 2 | n >= 4 |
//!
//! *Firm* is defined in [`tame`](crate::solve::tame), whose theorem solves misère play. The table holds for every `n`
//! by induction:
//!
//! * A move in a gap between different colours leaves exactly one gap between equal colours. A move in a gap between
//!   equal colours leaves either no gap or two gaps between equal colours. So every move changes the value from 0 to 1
//!   or from 1 to 0.
//! * In an end gap, colouring cell `i < n`, counted from the end, leaves an end gap of `i - 1` cells and a gap between
//!   two colours. The value of the latter gap is 0 or 1, depending on the chosen colour. Colouring cell `n` leaves only
//!   an end gap of `n - 1` cells. These moves reach every value below `n`, but never `n`.
//! * Colouring cell `i` of a free board leaves two end gaps of `i - 1` and `n - i` cells. The XOR of their values is 0
//!   only if `n` is odd and `i` is the middle cell. The XOR is odd only if `n` is even.
//!
//! The theorem's condition on `w` also holds for every `n`. An end gap of 2 or more cells has `w = n`, an end gap of 1
//! cell has `w = 0`, and an empty gap has `w = 1`. The proof considers the same moves as above:
//!
//! * The options of a gap between different colours are all fickle with value 1, so each has `w = 0`. The options of a
//!   gap between equal colours are all fickle with value 0, so each has `w = 1`. The mex rule for `w` holds in both
//!   cases.
//! * A move in an end gap leaves an end gap of `k` cells. If `k = n - 1`, this is the only gap left. If `k <= n - 2`, a
//!   gap of value 0 or 1 is left too, and the chosen colour decides its value. For `k >= 2`, the `w` of the sum is `k`
//!   or `k XOR 1`. For smaller `k` and two gaps, the `w` of the sum is 0 or 1, depending on the chosen colour. The
//!   moves therefore reach every `w` below `n`, but never `n`, if `n >= 2`. If `n = 1`, the only option has `w = 1`.
//! * A move on a free board of 4 or more cells leaves two end gaps, at least one of them of 2 or more cells, so every
//!   option is firm and its `w` is its value. The options of a free board of 1 cell have `w = 1`, those of 2 cells
//!   `w = 0`, and those of 3 cells `w = 1` or `w = 2`.

use crate::rules::saturating_cast;
use crate::solve::tame::{TameSum, TameType};

/// The content of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    #[default]
    Free,
    One,
    Two,
}

impl Cell {
    pub const COLOURS: [Self; 2] = [Self::One, Self::Two];
}

/// A run of free cells, possibly empty, with its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Gap {
    pub len: usize,
    /// The colour before the gap; [`Cell::Free`] at the end of the board.
    pub left: Cell,
    /// The colour after the gap; [`Cell::Free`] at the end of the board.
    pub right: Cell,
}

impl Gap {
    pub fn tame(&self) -> TameType {
        let len = self.len as u64;
        match (self.left, self.right) {
            _ if len == 0 => TameType::default(),
            (Cell::Free, Cell::Free) => TameType::new(len % 2, len >= 4),
            (Cell::Free, _) | (_, Cell::Free) => TameType::new(len, len >= 2),
            (left, right) => TameType::new(u64::from(left == right), false),
        }
    }

    /// The Nim heap that the gap equals in every misère sum, even in a sum that is not tame; `None` for a free board of
    /// 4 or more cells.
    ///
    /// This follows from [`heap_of_nim`](crate::solve::tame::heap_of_nim) and the moves described in the module's
    /// documentation. A gap between two colours equals a heap of 0 or 1: a move in a gap of value 0 leaves one gap of
    /// value 1, and a move in a gap of value 1 leaves two gaps of value 1 or none. A move in an end gap leaves a
    /// smaller heap, alone or with a single stone. Each result equals a heap, and every heap smaller than the gap is
    /// among the results. A move on a free board of up to 3 cells leaves one end gap, or two of value 1.
    pub fn heap_of_nim(&self) -> Option<u64> {
        let free = self.left == Cell::Free && self.right == Cell::Free;
        (!free || self.len < 4).then(|| self.tame().value)
    }

    /// Returns whether a move may colour the gap's cell `at` (from 0) with `colour`.
    pub fn allows(&self, at: usize, colour: Cell) -> bool {
        at < self.len
            && colour != Cell::Free
            && (at > 0 || self.left != colour)
            && (at + 1 < self.len || self.right != colour)
    }

    /// Splits the gap by colouring the cell `at` with `colour`. Either part may be empty.
    pub fn split(&self, at: usize, colour: Cell) -> [Self; 2] {
        [
            Self {
                len: at,
                right: colour,
                ..*self
            },
            Self {
                len: self.len - at - 1,
                left: colour,
                ..*self
            },
        ]
    }

    /// The representative of this gap under reversal and colour swap.
    #[must_use]
    pub fn normal(self) -> Self {
        let (left, right) = match (self.left, self.right) {
            (Cell::Free, Cell::Free) => (Cell::Free, Cell::Free),
            (Cell::Free, _) | (_, Cell::Free) => (Cell::Free, Cell::One),
            (left, right) if left == right => (Cell::One, Cell::One),
            _ => (Cell::One, Cell::Two),
        };
        Self {
            left,
            right,
            ..self
        }
    }

    /// Yields, in order, the moves that leave gaps of the wanted total value. If the total is firm, the wanted value is
    /// `firm`; otherwise, it is `fickle`.
    ///
    /// In a gap between colours, all moves leave the same value. A move in an end gap must leave an end gap of the
    /// wanted value, or of that value with its lowest bit flipped. On a free board of `n` cells, a move leaves end gaps
    /// of `x` and `y` cells with `x + y = n - 1`. To leave the value `v = x XOR y`, the carry
    /// `x AND y = (n - 1 - v) / 2` must share no bit with `v`; any subset of the bits of `v` may belong to `x`.
    pub fn moves_to(self, (firm, fickle): (u64, u64)) -> impl Iterator<Item = (usize, Cell)> {
        let last = self.len.saturating_sub(1) as u64;
        let mut cells: Vec<u64> = match (self.left, self.right) {
            (Cell::Free, Cell::Free) => {
                let mut cells = Vec::new();
                for value in [firm, fickle] {
                    let rest = last.checked_sub(value).filter(|rest| rest % 2 == 0);
                    let Some(carry) = rest.map(|rest| rest / 2).filter(|c| c & value == 0) else {
                        continue;
                    };
                    let mut some = 0;
                    loop {
                        cells.push(carry | some);
                        // Continue with the next subset of the bits of `value`.
                        some = some.wrapping_sub(value) & value;
                        if some == 0 {
                            break;
                        }
                    }
                }
                cells
            }
            (left @ Cell::Free, _) | (left, Cell::Free) => {
                let ends = [firm, firm ^ 1, fickle, fickle ^ 1].into_iter();
                let cells = ends.filter(|&end| end <= last);
                cells
                    .map(|end| if left == Cell::Free { end } else { last - end })
                    .collect()
            }
            (left, right) if fickle == u64::from(left != right) => (0..=last).collect(),
            _ => Vec::new(),
        };
        cells.sort_unstable();
        cells.dedup();
        let moves = cells.into_iter().flat_map(|i| {
            let i = saturating_cast(i);
            Cell::COLOURS.map(|colour| (i, colour))
        });
        moves.filter(move |&(i, colour)| {
            self.allows(i, colour) && {
                let [a, b] = self.split(i, colour).map(|gap| gap.tame());
                let left = a.plus(b);
                left.value == if left.firm { firm } else { fickle }
            }
        })
    }

    /// The moves in the gap, ordered by cell (from 0) and then by colour.
    pub fn moves(self) -> impl Iterator<Item = (usize, Cell)> {
        let all = (0..self.len).flat_map(|i| Cell::COLOURS.map(|colour| (i, colour)));
        all.filter(move |&(i, colour)| self.allows(i, colour))
    }

    pub fn count_moves(&self) -> usize {
        match self.len {
            0 => 0,
            1 => Cell::COLOURS
                .iter()
                .filter(|&&colour| self.allows(0, colour))
                .count(),
            len => {
                let coloured = |c| usize::from(c != Cell::Free);
                2 * len - coloured(self.left) - coloured(self.right)
            }
        }
    }
}

/// The sum of all gaps of a strip.
pub fn total(cells: &[Cell]) -> TameSum {
    gaps(cells).map(|(_, gap)| gap.tame()).collect()
}

/// The nonempty gaps of a strip from left to right, each with the index of its first cell.
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
            let gap = Gap {
                len: at - first,
                left: beside(first.checked_sub(1)),
                right: beside(Some(at)),
            };
            (first, gap)
        })
    })
}
