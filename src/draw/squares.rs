//! A rectangle of squares: a grid where there is room, else one character a square; too large ones scroll.

use super::at_start::{before, is_chess, on_start};
use super::canvas::{Canvas, Ink, Mark, SECOND_HALF, cells_of, wide};
use super::disc::{self, DiscSize};
use super::faces::{big, face};
use super::hits::{Drawing, Hit};
use super::lines::corner;
use super::marks::Badge;
use super::pen::{Pen, ink};
use crate::rules::{Face, Picture, Player, Site, Square, Squares, nearest};
use std::ops::Range;

/// Columns and rows a square, the largest first. One row a square means no grid.
const PITCHES: [(i32, i32); 9] =
    [(24, 12), (20, 10), (16, 8), (12, 6), (8, 4), (6, 3), (6, 2), (4, 2), (2, 1)];

/// Draws squares; `None` where fewer than three by three would be in sight.
pub(super) fn draw(board: &Squares, pen: &Pen<'_>) -> Option<Drawing> {
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
    if view.checkered {
        view.shade(pen, &mut canvas);
    } else if view.grid() {
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
            if view.was_taken(column, row) {
                let ghost = pen.marks.ghost();
                (mark.last, mark.theirs) = (ghost.last, ghost.theirs);
            }
            if view.has_come(square, column, row) {
                let came = pen.marks.ghost();
                (mark.last, mark.theirs) = (came.last, came.theirs);
            }
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
    Some(Drawing { canvas, hits, cut, said: None })
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

    /// Whether there is a square here, and whether it is of chocolate.
    fn there(&self, column: Option<usize>, row: Option<usize>) -> (bool, bool) {
        let square = column.zip(row).and_then(|(c, r)| self.square(c, r));
        (square.is_some(), square.is_some_and(|s| s.face == Face::Food))
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

    /// The dark squares of a chess board.
    fn shade(&self, pen: &Pen<'_>, canvas: &mut Canvas) {
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

    /// The lines between the squares.
    fn lines(&self, pen: &Pen<'_>, canvas: &mut Canvas) {
        let (px, py) = self.pitch;
        for r in 0..=self.rows.len() {
            for c in 0..=self.columns.len() {
                let (left, right) = ((c + self.columns.start).checked_sub(1), Some(c + self.columns.start));
                let (above, below) = ((r + self.rows.start).checked_sub(1), Some(r + self.rows.start));
                let (nw, ne) = (self.there(left, above), self.there(right, above));
                let (sw, se) = (self.there(left, below), self.there(right, below));
                let either = |a: (bool, bool), b: (bool, bool)| a.0 || b.0;
                // Between two squares of chocolate there is a groove.
                let groove =
                    |all: &[(bool, bool)]| if all.iter().all(|s| s.1) { Ink::OnFood } else { Ink::Faint };
                let arms = [either(nw, ne), either(ne, se), either(se, sw), either(sw, nw)];
                let (x, y) = (self.left() + nearest::<i32, _>(c) * px, nearest::<i32, _>(r) * py);
                canvas.put(x, y, corner(arms, pen.style), groove(&[nw, ne, sw, se]), Mark::NONE);
                if arms[1] {
                    let (ch, ink) = (pen.style.pick('─', '-'), groove(&[ne, se]));
                    (1..px).for_each(|d| canvas.put(x + d, y, ch, ink, Mark::NONE));
                }
                if arms[2] {
                    let (ch, ink) = (pen.style.pick('│', '|'), groove(&[sw, se]));
                    (1..py).for_each(|d| canvas.put(x, y + d, ch, ink, Mark::NONE));
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
        for column in self.columns.clone().filter(|c| c % nearest::<usize, _>(step) == 0) {
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
        let ink = ink(square.face);
        let (sign, filled) = face(square.face, mark, self.grid(), pen);
        // Crumbs are left of what was eaten.
        let sign =
            if square.face == Face::Empty && self.board.bite { pen.style.pick('·', '.') } else { sign };
        // Two cells need room beside them for what points at the square.
        let sign = match square.face {
            Face::Sign { plain, .. } if cells_of(sign) > 1 && px < 6 => plain,
            _ => sign,
        };
        let (left, right, top, bottom) = if self.checkered {
            (x - px / 2, x - px / 2 + px - 1, y - py / 2, y - py / 2 + py - 1)
        } else {
            let half = (px / 2 - 1).max(0);
            let (above, under) = if self.grid() { (py / 2 - 1, (py - 1) / 2) } else { (0, 0) };
            (x - half, x + half, y - above.max(0), y + under)
        };
        let area = || (top..=bottom).flat_map(move |y| (left..=right).map(move |x| (x, y)));
        // An empty dark square keeps its pattern, unless something is said of it.
        if filled != ' ' || mark != Mark::NONE && !mark.last {
            area().for_each(|(x, y)| canvas.put(x, y, filled, ink, mark));
        }
        let is_empty = matches!(square.face, Face::Empty | Face::Free);
        let label = if is_empty && self.grid() && !(self.board.bite || mark.last) {
            square.label.as_str()
        } else {
            ""
        };
        let on = match square.face {
            Face::Food if self.grid() && !mark.gone => Ink::OnFood,
            Face::Poison if self.grid() && !mark.gone => Ink::OnPoison,
            _ => ink,
        };
        let size = DiscSize::within(px - 1, py - 1).filter(|_| !pen.style.ascii);
        match (square.face, size) {
            (Face::Mark(player), _) if py >= 4 => self.letter(player, (x, y), ink, mark, pen, canvas),
            (Face::Queen, _) if self.grid() && !pen.style.ascii => {
                self.queen((x, y), mark, pen, canvas);
            }
            (Face::Queen, _) if !pen.style.ascii => {
                area().for_each(|(x, y)| canvas.put(x, y, ' ', Ink::OnStone, mark));
                canvas.put(x, y, '♛', Ink::OnStone, mark);
            }
            _ if !label.is_empty() && wide(label) <= px - 3 => {
                canvas.write(x - wide(label) / 2, y, label, Ink::Dim, mark);
            }
            _ if mark.last && is_empty => match size {
                Some(size) => disc::ghost(size, (x, y), mark, pen, canvas),
                None => canvas.put(x, y, pen.gap(mark), Ink::Faint, mark),
            },
            _ if sign == filled => {}
            _ => canvas.write(x, y, sign.encode_utf8(&mut [0; 4]), on, mark),
        }
        let said = match mark {
            Mark { picked: true, .. } => Some((pen.style.pick('◆', '@'), on)),
            Mark { hint: true, .. } => Some(('*', on)),
            // The queen is not hidden by what is said of her square.
            _ if square.face == Face::Queen => None,
            _ => self.badge(square, (column, row), pen).map(|(ch, ink)| match on {
                Ink::OnFood | Ink::OnPoison => (ch, on),
                _ => (ch, ink),
            }),
        };
        if let Some((ch, ink)) = said {
            if canvas.get_at(x + 1, y).ch == SECOND_HALF {
                canvas.put(x + 1, y, filled, ink, mark);
            }
            canvas.put(x, y, ch, ink, mark);
        }
        let (before, after) = if self.grid() { (left, right) } else { (x - 1, x + 1) };
        if mark.cursor {
            canvas.put(before, y, '[', Ink::Plain, mark);
            canvas.put(after, y, ']', Ink::Plain, mark);
        } else if mark.last && self.grid() && !is_empty {
            canvas.put(before, y, pen.style.pick('‹', '<'), on, mark);
            canvas.put(after, y, pen.style.pick('›', '>'), on, mark);
        }
        square.site.map(|site| Hit::new(site, x, y, area()))
    }

    /// The queen, as large as her square.
    fn queen(&self, (x, y): (i32, i32), mark: Mark, pen: &Pen<'_>, canvas: &mut Canvas) {
        let (px, py) = self.pitch;
        let Some(size) = DiscSize::within(px, py) else { return };
        let top = y - py / 2 + (py - size.height) / 2;
        let middle = (x - i32::from(px == 4), top + (size.height - 1) / 2);
        disc::filled(size, middle, ("♛", Ink::Stone), mark, pen, canvas);
    }

    /// What the theory or the signs say of a square: on a chess board also of those out of reach.
    fn badge(&self, square: &Square, (column, row): (usize, usize), pen: &Pen<'_>) -> Option<Badge> {
        let rows = self.board.squares.len().div_ceil(self.board.columns.max(1));
        let corner = || {
            let up = rows.checked_sub(row + 1)?;
            Some(Site::new(u32::try_from(column).ok()?, u64::try_from(up).ok()?))
        };
        let site = square.site.or_else(|| self.checkered.then(corner).flatten())?;
        pen.marks.badge(site)
    }

    /// A cross or nought, as large as the square allows.
    fn letter(
        &self,
        player: Player,
        (x, y): (i32, i32),
        ink: Ink,
        mark: Mark,
        pen: &Pen<'_>,
        canvas: &mut Canvas,
    ) {
        let (px, py) = self.pitch;
        if py < 6 || pen.style.ascii {
            return big(player, (x, y), ink, mark, pen, canvas);
        }
        let size = DiscSize { width: (2 * (py - 3) + 1).min(px - 3), height: py - 3 };
        disc::letter(size, (x, y), player == Player::First, ink, mark, canvas);
    }
}
