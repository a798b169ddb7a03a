//! What squares lie on: the dark squares of a chess board, the lines between squares, names of rows and columns.

use super::super::canvas::{Canvas, Ink, Mark, wide};
use super::super::lines::corner;
use super::super::pen::Pen;
use super::{SquaresView, is_bitten};
use nimatron_core::rules::{Face, nearest};

/// A place beside a line: whether there is a square, and whether it is of a bar of chocolate and stays.
#[derive(Clone, Copy)]
struct BarSide {
    is_there: bool,
    is_bar: bool,
}

impl SquaresView<'_> {
    /// The dark squares of a chess board.
    pub(super) fn shade(&self, pen: &Pen<'_>, canvas: &mut Canvas) {
        let (px, py) = self.pitch;
        let rows = self.board.squares.len().div_ceil(self.board.columns.max(1));
        for row in self.rows.clone() {
            // The corner at the bottom left is dark.
            for column in self.columns.clone().filter(|c| (c + rows - row) % 2 == 1) {
                let (x, y) = self.middle(column, row);
                for (dx, dy) in (0..px).flat_map(|dx| (0..py).map(move |dy| (dx, dy))) {
                    let at = (x - px / 2 + dx, y - py / 2 + dy);
                    canvas.put(at.0, at.1, pen.style.pick('░', ':'), Ink::Shade, Mark::NONE);
                    canvas.shade(at.0, at.1);
                }
            }
        }
    }

    /// The lines between the squares. A bar of chocolate is one piece with a rim, its squares parted by grooves.
    pub(super) fn lines(&self, bitten: &[(usize, usize)], pen: &Pen<'_>, canvas: &mut Canvas) {
        let (px, py) = self.pitch;
        let pick = |unicode, ascii| pen.style.pick(unicode, ascii);
        for (r, c) in (0..=self.rows.len()).flat_map(|r| (0..=self.columns.len()).map(move |c| (r, c))) {
            let (column, row) = (c + self.columns.start, r + self.rows.start);
            let [nw, ne, sw, se] = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, down)| {
                self.beside((column + right).checked_sub(1), (row + down).checked_sub(1), bitten)
            });
            let either = |a: BarSide, b: BarSide| a.is_there || b.is_there;
            let arms = [either(nw, ne), either(ne, se), either(se, sw), either(sw, nw)];
            let (x, y) = (self.left() + nearest::<i32, _>(c) * px, nearest::<i32, _>(r) * py);
            let mut put = |x: i32, y: i32, ch: char, around: &[BarSide]| {
                let bars = around.iter().filter(|b| b.is_bar).count();
                match bars {
                    // In ASCII the squares are filled with signs, and have no ground that a rim could go on with.
                    n if n == 0 || pen.style.ascii => canvas.put(x, y, ch, Ink::Faint, Mark::NONE),
                    n if n == around.len() => canvas.put(x, y, ch, Ink::OnFood, Mark::NONE),
                    _ => canvas.put(x, y, ' ', Ink::OnFood, Mark::NONE),
                }
            };
            put(x, y, corner(arms, pen.style), &[nw, ne, sw, se]);
            if arms[1] {
                (1..px).for_each(|d| put(x + d, y, pick('─', '-'), &[ne, se]));
            }
            if arms[2] {
                (1..py).for_each(|d| put(x, y + d, pick('│', '|'), &[sw, se]));
            }
        }
    }

    fn beside(&self, column: Option<usize>, row: Option<usize>, bitten: &[(usize, usize)]) -> BarSide {
        let at = column.zip(row);
        let square = at.and_then(|(c, r)| self.square(c, r));
        let is_bar = square.is_some_and(|s| matches!(s.face, Face::Food | Face::Poison));
        BarSide { is_there: square.is_some(), is_bar: is_bar && at.is_some_and(|at| !is_bitten(at, bitten)) }
    }

    /// The names of rows and columns; of narrow columns only some.
    pub(super) fn labels(&self, canvas: &mut Canvas) {
        for row in self.rows.clone() {
            if let Some(label) = self.board.row_labels.get(row) {
                let (_, y) = self.middle(self.columns.start, row);
                canvas.write(self.left() - 1 - wide(label), y, label, Ink::Label, Mark::NONE);
            }
        }
        let widest = self.board.column_labels.iter().map(|l| wide(l)).max().unwrap_or(0);
        let step = [1, 5, 10, 50].into_iter().find(|s| s * self.pitch.0 > widest).unwrap_or(100);
        for column in self.columns.clone().filter(|c| c % nearest::<usize, _>(step) == 0) {
            if let Some(label) = self.board.column_labels.get(column) {
                let (x, _) = self.middle(column, self.rows.start);
                canvas.write(x - wide(label) / 2, self.height() - 1, label, Ink::Label, Mark::NONE);
            }
        }
    }
}
