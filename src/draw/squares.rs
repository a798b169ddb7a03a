//! A rectangle of squares: a grid where there is room, else one character a square; too large ones scroll.

use super::canvas::{Canvas, Ink, Mark, wide};
use super::hits::{Drawing, Hit};
use super::lines::corner;
use super::pen::{Pen, ink};
use crate::rules::{Face, Player, Site, Square, Squares};
use std::ops::Range;

/// Columns and rows a square, the largest first. One row a square means no grid.
const PITCHES: [(i32, i32); 5] = [(12, 6), (8, 4), (6, 2), (4, 2), (2, 1)];

/// Draws squares; `None` where fewer than three by three would be in sight.
pub(super) fn draw(board: &Squares, pen: &Pen<'_>) -> Option<Drawing> {
    let columns = board.columns.max(1);
    let rows = board.squares.len().div_ceil(columns);
    if rows == 0 {
        return None;
    }
    let all = SquaresView { board, pitch: (2, 1), columns: 0..columns, rows: 0..rows };
    let whole = PITCHES.iter().map(|&pitch| SquaresView { pitch, ..all.clone() }).find(|v| v.fits(pen));
    let view = match whole {
        Some(view) => view,
        None => all.scrolled(pen)?,
    };
    let mut canvas = Canvas::sized(view.width(), view.height());
    let mut hits = Vec::new();
    if view.grid() {
        view.lines(pen, &mut canvas);
    }
    view.labels(&mut canvas);
    let bitten = view.bitten(pen);
    for row in view.rows.clone() {
        for column in view.columns.clone() {
            let Some(square) = view.square(column, row) else { continue };
            let mut mark = pen.marks.mark_of(square.site);
            // What is already eaten cannot go again.
            let left = square.face != Face::Empty;
            mark.gone = left && bitten.iter().any(|&(c, r)| column >= c && row <= r);
            hits.extend(view.paint(square, (column, row), mark, pen, &mut canvas));
        }
    }
    let seen = view.columns.len() * view.rows.len();
    let cut = (seen < columns * rows).then(|| {
        let (c, r) = (&view.columns, &view.rows);
        format!(
            "columns {} to {} of {columns} and rows {} to {} of {rows} are in sight",
            c.start + 1,
            c.end,
            rows - r.end + 1,
            rows - r.start
        )
    });
    Some(Drawing { canvas, hits, cut })
}

/// Which squares are seen, and how large.
#[derive(Clone)]
struct SquaresView<'a> {
    board: &'a Squares,
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
        self.left() + self.columns.len() as i32 * self.pitch.0 + 1
    }

    fn height(&self) -> i32 {
        self.rows.len() as i32 * self.pitch.1 + i32::from(self.grid()) + self.below()
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
        let around = |at: usize, seen: usize, all: usize| {
            let from = at.saturating_sub(seen / 2).min(all - seen);
            from..from + seen
        };
        let (column, row) = (focus % columns, focus / columns);
        Some(SquaresView { columns: around(column, wide, columns), rows: around(row, high, rows), ..self })
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
        let (c, r) = ((column - self.columns.start) as i32, (row - self.rows.start) as i32);
        let x = self.left() + c * self.pitch.0 + self.pitch.0 / 2;
        (x, r * self.pitch.1 + self.pitch.1 / 2)
    }

    /// Whether a grid is drawn around a square: not where a bite has left nothing.
    fn there(&self, column: Option<usize>, row: Option<usize>) -> bool {
        let square = column.zip(row).and_then(|(c, r)| self.square(c, r));
        square.is_some_and(|s| !(self.board.bite && s.face == Face::Empty))
    }

    /// The lines between the squares.
    fn lines(&self, pen: &Pen<'_>, canvas: &mut Canvas) {
        let (px, py) = self.pitch;
        for r in 0..=self.rows.len() {
            for c in 0..=self.columns.len() {
                let (left, right) = ((c + self.columns.start).checked_sub(1), Some(c + self.columns.start));
                let (above, below) = ((r + self.rows.start).checked_sub(1), Some(r + self.rows.start));
                let quarter = |c, r| self.there(c, r);
                let (nw, ne) = (quarter(left, above), quarter(right, above));
                let (sw, se) = (quarter(left, below), quarter(right, below));
                let arms = [nw || ne, ne || se, se || sw, sw || nw];
                let (x, y) = (self.left() + c as i32 * px, r as i32 * py);
                canvas.put(x, y, corner(arms, pen.style), Ink::Dim, Mark::NONE);
                if arms[1] {
                    (1..px)
                        .for_each(|d| canvas.put(x + d, y, pen.style.pick('─', '-'), Ink::Dim, Mark::NONE));
                }
                if arms[2] {
                    (1..py)
                        .for_each(|d| canvas.put(x, y + d, pen.style.pick('│', '|'), Ink::Dim, Mark::NONE));
                }
            }
        }
    }

    /// The names of rows and columns; of narrow columns only some.
    fn labels(&self, canvas: &mut Canvas) {
        for row in self.rows.clone() {
            if let Some(label) = self.board.row_labels.get(row) {
                let (_, y) = self.middle(self.columns.start, row);
                canvas.write(self.left() - 1 - wide(label), y, label, Ink::Label, Mark::NONE);
            }
        }
        let widest = self.board.column_labels.iter().map(|l| wide(l)).max().unwrap_or(0);
        let step = [1, 5, 10, 50].into_iter().find(|s| s * self.pitch.0 > widest).unwrap_or(100);
        for column in self.columns.clone().filter(|c| c % step as usize == 0) {
            if let Some(label) = self.board.column_labels.get(column) {
                let (x, _) = self.middle(column, self.rows.start);
                canvas.write(x - wide(label) / 2, self.height() - 1, label, Ink::Label, Mark::NONE);
            }
        }
    }

    fn paint(
        &self,
        square: &Square,
        (column, row): (usize, usize),
        mark: Mark,
        pen: &Pen<'_>,
        canvas: &mut Canvas,
    ) -> Option<Hit> {
        let (x, y) = self.middle(column, row);
        let (px, py) = self.pitch;
        let (half, tall) = (px / 2 - 1, (py - 1) / 2);
        let ink = ink(square.face);
        let (sign, filled) = face(square.face, mark, self.grid(), pen);
        let area = || (y - tall..=y + tall).flat_map(|y| (x - half..=x + half).map(move |x| (x, y)));
        for (x, y) in area() {
            canvas.put(x, y, filled, ink, mark);
        }
        let label = match square.face {
            Face::Empty | Face::Free if self.grid() && !(self.board.bite || mark.last) => {
                square.label.as_str()
            }
            _ => "",
        };
        match square.face {
            Face::Mark(player) if py >= 4 => big(player, (x, y), ink, mark, pen, canvas),
            _ if !label.is_empty() && wide(label) <= px - 3 => {
                canvas.write(x - wide(label) / 2, y, label, Ink::Dim, mark);
            }
            _ => canvas.put(x, y, sign, ink, mark),
        }
        let told = match mark {
            Mark { picked: true, .. } => Some(pen.style.pick('◆', '@')),
            Mark { hint: true, .. } => Some('*'),
            Mark { last: true, .. } if matches!(square.face, Face::Empty | Face::Free) => Some(pen.gap(mark)),
            _ => None,
        };
        if let Some(ch) = told {
            canvas.put(x, y, ch, ink, mark);
        }
        let (left, right) = (x - half.max(1), x + half.max(1));
        if mark.cursor {
            canvas.put(left, y, '[', Ink::Plain, mark);
            canvas.put(right, y, ']', Ink::Plain, mark);
        } else if mark.last && self.grid() && !matches!(square.face, Face::Empty | Face::Free) {
            canvas.put(left, y, pen.style.pick('‹', '<'), ink, mark);
            canvas.put(right, y, pen.style.pick('›', '>'), ink, mark);
        }
        square.site.map(|site| Hit::new(site, x, y, area()))
    }
}

/// The character in the middle of a square, and the one it is filled with.
fn face(face: Face, mark: Mark, grid: bool, pen: &Pen<'_>) -> (char, char) {
    let pick = |unicode, ascii| pen.style.pick(unicode, ascii);
    let chocolate = match (mark.gone, grid) {
        (true, true) => pick('╱', '/'),
        (true, false) => pick('□', '/'),
        (false, true) => pick('▒', '#'),
        (false, false) => pick('■', '#'),
    };
    match face {
        Face::Food => (chocolate, if grid { chocolate } else { ' ' }),
        Face::Poison if grid => (pick('✗', '!'), chocolate),
        Face::Poison => (pick('✗', '!'), ' '),
        Face::Empty | Face::Closed => (' ', ' '),
        Face::Free | Face::Dot => (if grid { ' ' } else { pick('·', '.') }, ' '),
        Face::Stone => (pen.disc(mark), ' '),
        Face::ColourOne => (pick('▒', ':'), ' '),
        Face::ColourTwo => (pick('█', '#'), ' '),
        Face::Mark(Player::First) => ('X', ' '),
        Face::Mark(Player::Second) => ('O', ' '),
        Face::Queen => (pick('♛', 'Q'), ' '),
        Face::Reach => (pick('•', '+'), ' '),
        Face::Goal => (pick('◎', '$'), ' '),
    }
}

/// A cross or nought of three rows.
fn big(player: Player, (x, y): (i32, i32), ink: Ink, mark: Mark, pen: &Pen<'_>, canvas: &mut Canvas) {
    let rows = match (player, pen.style.ascii) {
        (Player::First, false) => ["╲ ╱", " ╳ ", "╱ ╲"],
        (Player::First, true) => ["\\ /", " X ", "/ \\"],
        (Player::Second, false) => ["╭─╮", "│ │", "╰─╯"],
        (Player::Second, true) => [".-.", "| |", "'-'"],
    };
    for (dy, row) in (-1..).zip(rows) {
        canvas.write(x - 1, y + dy, row, ink, mark);
    }
}
