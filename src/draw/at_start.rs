//! Squares in the frame that they had when the match began, so that the board stands still.

use nimatron_core::rules::{Face, Square, Squares};

pub(super) fn is_chess(board: &Squares) -> bool {
    board.squares.iter().any(|s| s.face == Face::Queen)
}

/// A bar or a chess board in the frame it had at the start: what was left behind since is there, but empty.
pub(super) fn on_start(board: &Squares, start: &Squares) -> Option<Squares> {
    let (columns, rows) = (start.columns.max(1), start.squares.len().div_ceil(start.columns.max(1)));
    let (own, high) = (board.columns.max(1), board.squares.len().div_ceil(board.columns.max(1)));
    if own > columns || high > rows {
        return None;
    }
    let empty = || Square { face: Face::Empty, label: String::new(), site: None };
    // Both stand on the same corner, at the bottom left.
    let square = |(row, column): (usize, usize)| {
        let here = (row + high).checked_sub(rows).filter(|_| column < own);
        here.and_then(|row| board.squares.get(row * own + column)).cloned().unwrap_or_else(empty)
    };
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    Some(Squares { squares: places.map(square).collect(), ..start.clone() })
}

/// The faces that these squares had in an earlier position.
pub(super) fn faces_before(board: &Squares, before: &Squares) -> Vec<Face> {
    if before.columns == board.columns && before.squares.len() == board.squares.len() {
        return before.squares.iter().map(|s| s.face).collect();
    }
    let moved = if board.bite || is_chess(board) { on_start(before, board) } else { None };
    moved.map_or(Vec::new(), |b| b.squares.iter().map(|s| s.face).collect())
}
