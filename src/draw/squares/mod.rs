//! A rectangle of squares: a grid where there is room, else one character a square; too large ones scroll.

mod ground;
mod square;

use super::at_start::{before, is_chess, on_start};
use super::canvas::{Canvas, Mark, wide};
use super::hits::PlainDrawing;
use super::pen::Pen;
use nimatron_core::rules::{Face, Picture, Site, Square, Squares, nearest};
use std::ops::Range;

/// Columns and rows a square, the largest first. One row a square means no grid.
const PITCHES: [(i32, i32); 12] =
    [(24, 12), (20, 10), (16, 8), (14, 7), (12, 6), (10, 5), (8, 4), (6, 3), (6, 2), (4, 2), (3, 2), (2, 1)];

/// Draws squares; `None` where fewer than three by three would be in sight.
pub(super) fn draw(board: &Squares, pen: &Pen<'_>) -> Option<PlainDrawing> {
    let at_start = match pen.marks.start {
        Some(Picture::Squares(start)) if board.bite || is_chess(board) => on_start(board, start),
        _ => None,
    };
    let board = at_start.as_ref().unwrap_or(board);
    let columns = board.columns.max(1);
    let rows = board.squares.len().div_ceil(columns);
    if rows == 0 {
        return None;
    }
    let checkered = is_chess(board);
    let all = SquaresView {
        board,
        checkered,
        before: before(board, pen),
        pitch: (2, 1),
        columns: 0..columns,
        rows: 0..rows,
    };
    let whole = PITCHES.iter().map(|&pitch| SquaresView { pitch, ..all.clone() }).find(|v| v.fits(pen));
    let view = match whole {
        Some(view) => view,
        None => all.scrolled(pen)?,
    };
    let mut canvas = Canvas::sized(view.width(), view.height());
    let mut hits = Vec::new();
    let bitten = view.bitten(pen);
    if view.checkered {
        view.shade(pen, &mut canvas);
    } else if view.grid() {
        view.lines(&bitten, pen, &mut canvas);
    }
    view.labels(&mut canvas);
    for (column, row) in view.rows.clone().flat_map(|row| view.columns.clone().map(move |c| (c, row))) {
        let Some(square) = view.square(column, row) else { continue };
        let mark = view.mark(square, (column, row), &bitten, pen);
        hits.extend(view.paint(square, (column, row), mark, pen, &mut canvas));
    }
    Some(PlainDrawing { canvas, hits, cut: view.cut(columns, rows), said: None })
}

/// Which squares are seen, and how large.
#[derive(Clone)]
struct SquaresView<'a> {
    board: &'a Squares,
    /// A chess board: dark squares instead of lines.
    checkered: bool,
    /// The faces of the squares before the last move; empty where they are not known.
    before: Vec<Face>,
    pitch: (i32, i32),
    columns: Range<usize>,
    rows: Range<usize>,
}

impl SquaresView<'_> {
    fn grid(&self) -> bool {
        self.pitch.1 > 1
    }

    /// Columns kept for the names of the rows.
    fn left(&self) -> i32 {
        self.board.row_labels.iter().map(|l| wide(l)).max().map_or(0, |w| w + 1)
    }

    /// Rows kept for the names of the columns.
    fn below(&self) -> i32 {
        i32::from(!self.board.column_labels.is_empty())
    }

    fn width(&self) -> i32 {
        self.left() + nearest::<i32, _>(self.columns.len()) * self.pitch.0 + 1
    }

    fn height(&self) -> i32 {
        nearest::<i32, _>(self.rows.len()) * self.pitch.1 + i32::from(self.grid()) + self.below()
    }

    fn fits(&self, pen: &Pen<'_>) -> bool {
        let (width, height) = pen.space();
        // Squares of one row can still touch the border; very many would not be told apart in any case.
        self.width() <= width && self.height() <= height
    }

    /// The part around what is pointed at, one character a square.
    fn scrolled(self, pen: &Pen<'_>) -> Option<Self> {
        let (width, height) = pen.space();
        let (columns, rows) = (self.columns.len(), self.rows.len());
        let wide = usize::try_from((width - self.left() - 1) / self.pitch.0).ok()?.min(columns);
        let high = usize::try_from(height - self.below()).ok()?.min(rows);
        if wide < columns.min(3) || high < rows.min(3) {
            return None;
        }
        let focus = self.focus(pen);
        let window = |at: usize, seen: usize, all: usize| {
            let from = at.saturating_sub(seen / 2).min(all - seen);
            from..from + seen
        };
        let (column, row) = (focus % columns, focus / columns);
        Some(SquaresView { columns: window(column, wide, columns), rows: window(row, high, rows), ..self })
    }

    /// The square to keep in sight.
    fn focus(&self, pen: &Pen<'_>) -> usize {
        let squares = &self.board.squares;
        let wanted = pen.marks.cursor().or_else(|| pen.marks.picked().next());
        let is_it = |site: Site| squares.iter().position(|s| s.site == Some(site));
        let piece = || squares.iter().position(|s| matches!(s.face, Face::Queen | Face::Poison));
        wanted.and_then(is_it).or_else(piece).unwrap_or(0)
    }

    fn square(&self, column: usize, row: usize) -> Option<&Square> {
        (column < self.columns.end
            && row < self.rows.end
            && column >= self.columns.start
            && row >= self.rows.start)
            .then(|| self.board.squares.get(row * self.board.columns + column))
            .flatten()
    }

    /// The squares whose bite is pointed at or picked.
    fn bitten(&self, pen: &Pen<'_>) -> Vec<(usize, usize)> {
        if !self.board.bite {
            return Vec::new();
        }
        let aims: Vec<Site> = pen.marks.cursor().into_iter().chain(pen.marks.picked()).collect();
        let squares = self.board.squares.iter().enumerate();
        let aimed =
            squares.filter(|(_, s)| s.face != Face::Empty && s.site.is_some_and(|s| aims.contains(&s)));
        aimed.map(|(i, _)| (i % self.board.columns, i / self.board.columns)).collect()
    }

    /// The cell in the middle of a square.
    fn middle(&self, column: usize, row: usize) -> (i32, i32) {
        let (c, r) =
            (nearest::<i32, _>(column - self.columns.start), nearest::<i32, _>(row - self.rows.start));
        let x = self.left() + c * self.pitch.0 + self.pitch.0 / 2;
        (x, r * self.pitch.1 + self.pitch.1 / 2)
    }

    /// What is said of a square: by the interface, by a bite that is pointed at, and by the last move.
    fn mark(
        &self,
        square: &Square,
        (column, row): (usize, usize),
        bitten: &[(usize, usize)],
        pen: &Pen<'_>,
    ) -> Mark {
        let mut mark = pen.marks.mark_of(square.site);
        // What is already eaten cannot go again.
        mark.gone = square.face != Face::Empty && is_bitten((column, row), bitten);
        if self.was_taken(column, row) || self.has_come(square, column, row) {
            let ghost = pen.marks.ghost();
            (mark.last, mark.theirs) = (ghost.last, ghost.theirs);
        }
        mark
    }

    /// What is out of sight of a board of so many columns and rows.
    fn cut(&self, columns: usize, rows: usize) -> Option<String> {
        let (c, r) = (&self.columns, &self.rows);
        (c.len() * r.len() < columns * rows).then(|| {
            format!(
                "columns {} to {} of {columns} and rows {} to {} of {rows} are in sight",
                c.start + 1,
                c.end,
                rows - r.end + 1,
                rows - r.start
            )
        })
    }

    /// Whether the last move took something from a square, or moved it away.
    fn was_taken(&self, column: usize, row: usize) -> bool {
        let at = row * self.board.columns.max(1) + column;
        let (Some(before), Some(now)) = (self.before.get(at), self.board.squares.get(at)) else {
            return false;
        };
        let piece = matches!(before, Face::Food | Face::Poison | Face::Queen | Face::Stone);
        piece && !matches!(now.face, Face::Food | Face::Poison | Face::Queen | Face::Stone)
    }

    /// Whether the last move brought the queen to this square.
    fn has_come(&self, square: &Square, column: usize, row: usize) -> bool {
        let before = self.before.get(row * self.board.columns.max(1) + column);
        square.face == Face::Queen && before.is_some_and(|&face| face != Face::Queen)
    }
}

/// Whether a bite of one of these squares takes a square.
fn is_bitten((column, row): (usize, usize), bites: &[(usize, usize)]) -> bool {
    bites.iter().any(|&(c, r)| column >= c && row <= r)
}
