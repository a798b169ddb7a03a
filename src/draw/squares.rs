//! Boards of squares, which are square: a bar of chocolate, a chess board, noughts and crosses, boards of scripts.

use super::at_start;
use super::board::{Board, Spot, sign_of};
use super::brush::{Brush, ink};
use super::canvas::{Ink, Mark, cells_of, wide};
use super::little::character;
use super::{connections, own_values};
use nimatron_core::rules::{Face, Picture, Player, Site, Square, Squares, nearest};
use nimatron_paint::{CELL, Form, Rgb, mix};
use std::borrow::Cow;
use std::ops::Range;

/// Which squares are seen, and how large: twice as many columns as rows, in halves of a row.
struct View<'a> {
    board: &'a Squares,
    checkered: bool,
    before: Vec<Face>,
    /// Columns of a square, and half rows: as many where it is painted.
    size: i32,
    halves: i32,
    left: i32,
    columns: Range<usize>,
    rows: Range<usize>,
}

/// Paints squares; `None` where not even a few of them fit.
pub(super) fn draw(squares: &Squares, brush: &Brush<'_>) -> Option<Board> {
    let start = match brush.marks.start {
        Some(Picture::Squares(start)) if squares.bite || at_start::is_chess(squares) => {
            at_start::on_start(squares, start)
        }
        _ => None,
    };
    let squares = start.map_or(Cow::Borrowed(squares), Cow::Owned);
    let columns = squares.columns.max(1);
    let rows = squares.squares.len().div_ceil(columns);
    if rows == 0 {
        return None;
    }
    let before = match brush.marks.before {
        Some(Picture::Squares(before)) => at_start::faces_before(&squares, before),
        _ => Vec::new(),
    };
    let left = squares.row_labels.iter().map(|l| wide(l)).max().map_or(0, |w| w + 1);
    // In characters there is a column for the cursor before the first square.
    let left = left + i32::from(brush.plain.is_some());
    let below = i32::from(!squares.column_labels.is_empty());
    let view = |size: i32| {
        let halves = if brush.plain.is_some() { 2 } else { size - size % 2 * i32::from(size > 1) };
        let (w, h) = (nearest::<i32, _>(columns) * size, (nearest::<i32, _>(rows) * halves + 1) / 2);
        // Large squares leave a margin, which names can stand in.
        let margin = i32::from(size > 4);
        let beside = left.max(2 * margin);
        let fits = beside + w <= brush.width && h + below + margin <= brush.height;
        (
            fits,
            View {
                board: &squares,
                checkered: at_start::is_chess(&squares),
                before: before.clone(),
                size,
                halves,
                left,
                columns: 0..columns,
                rows: 0..rows,
            },
        )
    };
    // In characters as wide as the longest name with its brackets; else square, in one row of any size.
    let label = squares.squares.iter().map(|s| wide(&s.label)).max().unwrap_or(0);
    let named = [label + 2];
    // Where nothing is written on them, painted squares may be half a row high.
    let bare = squares.bite || at_start::is_chess(&squares);
    let sizes: &[i32] = match (brush.plain, rows) {
        (Some(_), _) if label > 1 => &named,
        (Some(_), _) => &[3, 2],
        (None, 1) => &[20, 16, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
        (None, _) if bare => &[20, 16, 12, 10, 8, 6, 4, 2, 1],
        (None, _) => &[20, 16, 12, 10, 8, 6, 4, 2],
    };
    let view = match sizes.iter().copied().map(view).find(|(fits, _)| *fits) {
        Some((_, view)) => view,
        None => {
            let (_, view) = view(2);
            view.scrolled(brush, below)?
        }
    };
    Some(view.paint(brush, below))
}

impl View<'_> {
    /// The part around what is pointed at.
    fn scrolled(mut self, brush: &Brush<'_>, below: i32) -> Option<Self> {
        let (columns, rows) = (self.columns.len(), self.rows.len());
        let wide = usize::try_from((brush.width - self.left) / 2).ok()?.min(columns);
        let high = usize::try_from(brush.height - below).ok()?.min(rows);
        if wide < columns.min(3) || high < rows.min(3) {
            return None;
        }
        let wanted = brush.marks.cursor().or_else(|| brush.marks.picked().next());
        let squares = &self.board.squares;
        let piece = || squares.iter().position(|s| matches!(s.face, Face::Queen | Face::Poison));
        let focus = wanted.and_then(|site| squares.iter().position(|s| s.site == Some(site))).or_else(piece);
        let focus = focus.unwrap_or(0);
        let window = |at: usize, seen: usize, all: usize| {
            let from = at.saturating_sub(seen / 2).min(all - seen);
            from..from + seen
        };
        self.columns = window(focus % columns, wide, columns);
        self.rows = window(focus / columns, high, rows);
        Some(self)
    }

    /// Whether squares are tiles, with a column and half a row free between them.
    fn tiled(&self) -> bool {
        self.size > 6 && !self.checkered && !self.board.bite
    }

    /// The upper left corner of a square, and its side, in units.
    fn corner(&self, column: usize, row: usize) -> (f32, f32, f32) {
        // Squares are of whole rows: where that leaves a column free it parts them.
        let side = self.halves as f32 * CELL.0;
        let (c, r) = (column - self.columns.start, row - self.rows.start);
        let free = if self.tiled() && self.size == self.halves { CELL.0 } else { 0.0 };
        (self.left as f32 * CELL.0 + c as f32 * self.size as f32 * CELL.0, r as f32 * side, side - free)
    }

    /// The cell in the middle of a square.
    fn middle(&self, column: usize, row: usize) -> (i32, i32) {
        let (c, r) =
            (nearest::<i32, _>(column - self.columns.start), nearest::<i32, _>(row - self.rows.start));
        (self.left + c * self.size + (self.size - 1) / 2, (r * self.halves + (self.halves - 1) / 2) / 2)
    }

    fn paint(&self, brush: &Brush<'_>, below: i32) -> Board {
        let (columns, rows) = (nearest::<i32, _>(self.columns.len()), nearest::<i32, _>(self.rows.len()));
        let high = (rows * self.halves + 1) / 2;
        let mut board = Board::of(self.left + columns * self.size, high + below, brush);
        board.size = self.size as f32 * 4.0;
        let bitten = self.bitten(brush);
        for (row, column) in self.rows.clone().flat_map(|r| self.columns.clone().map(move |c| (r, c))) {
            let Some(square) = self.board.squares.get(row * self.board.columns.max(1) + column) else {
                continue;
            };
            let mut mark = brush.marks.mark_of(square.site);
            mark.gone = square.face != Face::Empty && bitten.iter().any(|&(c, r)| column >= c && row <= r);
            match brush.plain {
                Some(_) => self.plain(square, (column, row), mark, brush, &mut board),
                None => self.square(square, (column, row), mark, brush, &mut board),
            }
        }
        for row in self.rows.clone() {
            let (_, y) = self.middle(self.columns.start, row);
            let is_second = self.halves == 1 && (row - self.rows.start) % 2 == 1;
            if let Some(label) = self.board.row_labels.get(row).filter(|_| !is_second) {
                let x = self.left - 1 - i32::from(brush.plain.is_some()) - wide(label);
                board.say((x, y), label, Ink::Label, Mark::NONE, brush);
            }
        }
        if below > 0 {
            let most = self.board.column_labels.iter().map(|l| wide(l)).max().unwrap_or(0);
            let step = nearest::<usize, _>((most + self.size) / self.size).max(1);
            for column in self.columns.clone().filter(|c| c % step == 0) {
                let (x, _) = self.middle(column, self.rows.start);
                // None is cut.
                let fits = |label: &&String| x + wide(label) / 2 < board.width;
                if let Some(label) = self.board.column_labels.get(column).filter(fits) {
                    board.tell((x, high), label, Ink::Label, brush);
                }
            }
        }
        let seen = self.columns.len() * self.rows.len();
        let all = self.board.squares.len();
        board.cut = (seen < all).then(|| {
            let (cs, rs) = (&self.columns, &self.rows);
            let rows = all.div_ceil(self.board.columns.max(1));
            format!(
                "columns {} to {} of {} and rows {} to {} of {rows} are in sight",
                cs.start + 1,
                cs.end,
                self.board.columns,
                rows - rs.end + 1,
                rows - rs.start
            )
        });
        for (sites, text) in own_values(brush) {
            let first = |s: &Site| board.hits.iter().find(|h| h.site == *s).map(|h| (*s, h.x, h.y));
            let Some((site, x, y)) = sites.iter().find_map(first) else { continue };
            let at = (i32::from(x), i32::from(y));
            match brush.marks.theory(Some(site)).tint.filter(|_| brush.plain.is_none()) {
                Some(tint) => {
                    let tint = brush.colours.tint(tint);
                    let ink = if self.board.bite { brush.colours.on(tint) } else { tint };
                    board.centre(at.0, at.1, text, ink, true);
                }
                None => board.tell(at, text, Ink::Figure, brush),
            }
        }
        // Lines go over squares, which leave no ground free.
        board.pieces = board.shapes.len();
        if !self.checkered {
            connections(&mut board, brush);
        }
        board
    }

    /// The squares whose bite is pointed at or picked.
    fn bitten(&self, brush: &Brush<'_>) -> Vec<(usize, usize)> {
        if !self.board.bite || brush.marks.judging() {
            return Vec::new();
        }
        let aims: Vec<Site> = brush.marks.cursor().into_iter().chain(brush.marks.picked()).collect();
        let squares = self.board.squares.iter().enumerate();
        let aimed =
            squares.filter(|(_, s)| s.face != Face::Empty && s.site.is_some_and(|s| aims.contains(&s)));
        let columns = self.board.columns.max(1);
        aimed.map(|(i, _)| (i % columns, i / columns)).collect()
    }

    /// The site of a square: those of a chess board have places of the theory even out of reach.
    fn site(&self, square: &Square, (column, row): (usize, usize)) -> Option<Site> {
        square.site.or_else(|| {
            let rows = self.board.squares.len().div_ceil(self.board.columns.max(1));
            let up = rows.checked_sub(row + 1).filter(|_| self.checkered)?;
            Some(Site::new(u32::try_from(column).ok()?, u64::try_from(up).ok()?))
        })
    }

    /// What the last move did here: took a piece away, or brought one.
    fn changed(&self, square: &Square, (column, row): (usize, usize)) -> (bool, bool) {
        let was = self.before.get(row * self.board.columns.max(1) + column).copied();
        let piece = |f: Face| matches!(f, Face::Food | Face::Poison | Face::Queen | Face::Stone);
        let taken = was.is_some_and(piece) && !piece(square.face);
        (taken, square.face == Face::Queen && was.is_some_and(|f| f != Face::Queen))
    }

    /// A square of one character.
    fn plain(&self, square: &Square, at: (usize, usize), mark: Mark, brush: &Brush<'_>, board: &mut Board) {
        let (x, y) = self.middle(at.0, at.1);
        let (taken, came) = self.changed(square, at);
        let ghost = brush.marks.ghost();
        let is_last = taken || came || mark.last;
        let mark = if is_last { Mark { last: true, second: ghost.second, ..mark } } else { mark };
        let label = square.label.as_str();
        let (ch, ink) = match (square.face, self.site(square, at).and_then(|site| brush.marks.badge(site))) {
            (Face::Free | Face::Empty, _) if wide(label) > 1 && self.size > 3 => {
                return board.name((x, y), label, (Ink::Plain, false), square.site, brush);
            }
            _ if mark.picked => (brush.pick('◆', '@'), Ink::Stone),
            _ if mark.hint => (brush.pick('◈', '*'), Ink::Figure),
            (face @ Face::Queen, _) => (character(face, brush.style()), ink(face)),
            (_, Some(badge)) => badge,
            (face @ Face::Food, _) if mark.gone => (brush.pick('□', '/'), ink(face)),
            (Face::Stone, _) => brush.disc(square.site, mark),
            (Face::Empty | Face::Free, _) if is_last => (brush.gap(mark), Ink::Faint),
            (Face::Empty, _) => (brush.pick('·', '.'), Ink::Faint),
            (Face::Free, _) if wide(label) == 1 => (label.chars().next().unwrap_or(' '), Ink::Dim),
            (face @ Face::Free, _) => (character(face, brush.style()), Ink::Faint),
            (Face::Sign { plain, .. }, _) if brush.style().ascii => (plain, Ink::Stone),
            (face, _) => (character(face, brush.style()), ink(face)),
        };
        board.piece((x, y), ch, ink, mark, brush);
        let side = (self.size - 1) / 2;
        board.hit(square.site, (x, y), (x - side, x + self.size - 1 - side), (y, y));
    }

    fn square(
        &self,
        square: &Square,
        (column, row): (usize, usize),
        mark: Mark,
        brush: &Brush<'_>,
        board: &mut Board,
    ) {
        let c = brush.colours;
        let (x, y, side) = self.corner(column, row);
        let at = self.middle(column, row);
        let theory = brush.marks.theory(self.site(square, (column, row)));
        let (taken, came) = self.changed(square, (column, row));
        let ghost = brush.marks.ghost();
        let last = c.last(ghost.second);
        let whole = Form::Rect { x, y, w: side, h: side, round: 0.0 };
        let rim = |colour: Rgb, board: &mut Board| match self.halves {
            5.. => board.frame([x, y, side, side], colour),
            // A whole frame would leave nothing of a small square.
            4 => corners((x, y, side), colour, board),
            _ => board.add(Form::Outline { x, y, w: side, h: side, round: 0.0, line: 2.0 }, colour),
        };
        // A thin cross would be lost beside a rim: where it was played last it is in that colour itself.
        let is_thin = self.size < 5 && matches!(square.face, Face::Sign { sign: 'X' | 'x', .. });
        // The ground of the square.
        let mut ground = c.ground;
        let food = matches!(square.face, Face::Food | Face::Poison);
        if self.size == 1 {
            // Half a row high it has one colour, and a cell holds two.
            let dark = (column + row) % 2 == 1;
            let bare = mix(
                c.ground,
                c.line,
                if !self.checkered {
                    0.15
                } else if dark {
                    0.38
                } else {
                    0.85
                },
            );
            let colour = match (mark, theory.sign) {
                (Mark { cursor: true, .. }, _) => c.cursor,
                (Mark { picked: true, .. } | Mark { gone: true, .. }, _) => c.picked,
                (Mark { hint: true, .. }, _) => c.figure,
                (_, Some(sign)) => c.outcome(sign),
                _ if taken => last,
                _ if food || square.face == Face::Queen => c.face(square.face),
                _ if theory.losing => c.figure,
                _ if square.face == Face::Reach => mix(bare, c.offered, 0.6),
                _ => bare,
            };
            board.add(Form::Rect { x, y, w: side, h: side, round: 0.0 }, colour);
            let cell = (at.0, at.1);
            board.hit(square.site, cell, (cell.0, cell.0), (cell.1, cell.1));
            if let Some(hit) = board.hits.last_mut().filter(|h| Some(h.site) == square.site) {
                hit.low = (row - self.rows.start) % 2 == 1;
            }
            return;
        }
        if self.checkered {
            let dark = (column + row) % 2 == 1;
            ground = if dark { mix(c.ground, c.line, 0.38) } else { mix(c.ground, c.line, 0.85) };
            if let Some(sign) = theory.sign.filter(|_| square.face != Face::Queen) {
                ground = c.outcome(sign);
            } else if theory.losing {
                ground = mix(ground, c.figure, 0.6);
            } else if square.face == Face::Reach {
                ground = mix(ground, c.offered, 0.62);
            } else if came {
                ground = mix(ground, last, 0.5);
            }
            board.add(Form::Rect { x, y, w: side, h: side, round: 0.0 }, ground);
        } else if food {
            let body = match theory.sign {
                Some(outcome) => c.outcome(outcome),
                None => theory.tint.map_or(c.face(square.face), |t| c.tint(t)),
            };
            let body = if mark.gone { mix(body, c.picked, 0.55) } else { body };
            let odd = self.size <= 2 && (column + row) % 2 == 1;
            let body = if odd { mix(body, [0, 0, 0], 0.2) } else { body };
            ground = body;
            // Lit from the upper left, the edges are whole blocks.
            let edge = if self.size > 3 { CELL.0 } else { 0.0 };
            board.add(whole, mix(body, [0, 0, 0], 0.3));
            board.add(Form::Rect { x, y, w: side - edge, h: side - edge, round: 0.0 }, body);
        } else if self.board.bite {
            // What was bitten is still to be seen.
            if taken {
                // The square that was bitten is the lower left one.
                let is_taken = |column: Option<usize>, row: usize| {
                    let at = column.map(|c| (c, row * self.board.columns.max(1) + c));
                    let other = at.and_then(|(c, i)| Some((c, self.board.squares.get(i)?)));
                    other.is_some_and(|(c, other)| self.changed(other, (c, row)).0)
                };
                if self.size > 3 && !is_taken(column.checked_sub(1), row) && !is_taken(Some(column), row + 1)
                {
                    rim(last, board);
                }
                board.ghost(
                    Spot { x: x + side / 2.0, y: y + side / 2.0, r: side * 0.4, flat: 0.0 },
                    ghost,
                    c,
                );
            } else {
                board.centre(at.0, at.1, "·", c.faint, false);
            }
        } else {
            ground = match theory.sign {
                Some(outcome) => c.outcome(outcome),
                None if theory.lit => mix(c.raised, c.figure, 0.28),
                None => c.raised,
            };
            // Without room for a gap between them every other square is a little lighter.
            let shade =
                if !self.tiled() && (column + row) % 2 == 1 { mix(ground, c.line, 0.35) } else { ground };
            board.add(whole, shade);
        }
        let spot = Spot { x: x + side / 2.0, y: y + side / 2.0, r: side * 0.4, flat: 0.0 };
        let is_bare = matches!(square.face, Face::Free | Face::Empty) && !self.checkered;
        if let (Some(tint), None, true) = (theory.tint, theory.sign, is_bare) {
            // A square of which something is said is still empty: no piece, only a letter for each pair.
            let letter =
                square.site.and_then(|site| brush.marks.badge(site)).map_or('◆', |(letter, _)| letter);
            board.centre(at.0, at.1, &letter.to_string(), c.tint(tint), true);
        }
        if !self.board.bite && (taken || mark.last && square.face == Face::Empty) {
            // On a chessboard it must not touch the queen.
            let spot = if self.checkered { Spot { r: spot.r * 0.6, ..spot } } else { spot };
            board.ghost(spot, ghost, c);
        }
        // The square says what is said of the piece on it.
        let on_it = if self.checkered {
            mark
        } else {
            Mark { gone: mark.gone, last: mark.last, second: mark.second, ..Mark::NONE }
        };
        self.piece(square, spot, on_it, ground, brush, board);
        let has_rim = came && self.size > 4;
        if has_rim
            || mark.last && !taken && !came && square.face != Face::Empty && !self.board.bite && !is_thin
        {
            rim(last, board);
        }
        self.join(square, (column, row), mark, brush, board);
        if let Some(colour) = c.rim(mark, brush.marks.picking()) {
            rim(colour, board);
        }
        if let Some(sign) = theory.sign.filter(|_| square.face != Face::Queen) {
            board.centre(at.0, at.1, sign_of(sign), c.on(c.outcome(sign)), true);
        }
        if self.size > 2 && square.face == Face::Poison && theory.sign.is_none() {
            board.centre(at.0, at.1, "☠", c.on(ground), true);
        }
        let (x0, y0) =
            (at.0 - (self.size - 1) / 2, nearest::<i32, _>(row - self.rows.start) * self.halves / 2);
        board.hit(square.site, at, (x0, x0 + self.size - 1), (y0, y0 + ((self.halves + 1) / 2 - 1).max(0)));
    }

    /// Covered tiles side by side are one piece, those of the last move with one rim.
    fn join(
        &self,
        square: &Square,
        (column, row): (usize, usize),
        mark: Mark,
        brush: &Brush<'_>,
        board: &mut Board,
    ) {
        let is_cover = |square: &Square| {
            let sign = brush.marks.theory(square.site).sign;
            matches!(square.face, Face::Sign { sign: '#', .. }) && sign.is_none()
        };
        if !self.tiled() || !is_cover(square) {
            return;
        }
        let columns = self.board.columns.max(1);
        let before = [
            column.checked_sub(1).filter(|c| self.columns.contains(c)).map(|c| (c, row)),
            row.checked_sub(1).filter(|r| self.rows.contains(r)).map(|r| (column, r)),
        ];
        let (x, y, side) = self.corner(column, row);
        let mut joined = Vec::new();
        for (c, r) in before.into_iter().flatten() {
            let Some(other) = self.board.squares.get(r * columns + c).filter(|s| is_cover(s)) else {
                continue;
            };
            let (left, top, _) = self.corner(c, r);
            let both = mark.last;
            if brush.marks.mark_of(other.site).last != both {
                continue;
            }
            joined.push((left, top));
            // What lies between the two, so much narrower and so much longer.
            let between = |inset: f32| match c == column {
                true => [x + inset, top + side - inset, side - 2.0 * inset, y - top - side + 2.0 * inset],
                false => [left + side - inset, y + inset, x - left - side + 2.0 * inset, side - 2.0 * inset],
            };
            let mut fill = |inset: f32, colour: Rgb| {
                let [x, y, w, h] = between(inset);
                board.add(Form::Rect { x, y, w, h, round: 0.0 }, colour);
            };
            if both {
                fill(0.0, brush.colours.last(mark.second));
                fill(CELL.0, brush.colours.stone);
            } else {
                fill(0.0, brush.colours.stone);
            }
        }
        // Between four of them nothing stays open.
        let last = |at: usize| self.board.squares.get(at).is_some_and(|s| brush.marks.mark_of(s.site).last);
        let across = row.checked_sub(1).zip(column.checked_sub(1)).map(|(r, c)| r * columns + c);
        let is_cover_too =
            |at: usize| self.board.squares.get(at).is_some_and(is_cover) && last(at) == mark.last;
        if let ([(left, _), (_, top)], true) = (&joined[..], across.is_some_and(is_cover_too)) {
            let (w, h) = (x - left - side, y - top - side);
            let gap = Form::Rect { x: left + side, y: top + side, w, h, round: 0.0 };
            board.add(gap, brush.colours.stone);
        }
    }

    /// What stands on a square.
    fn piece(
        &self,
        square: &Square,
        spot: Spot,
        mark: Mark,
        ground: Rgb,
        brush: &Brush<'_>,
        board: &mut Board,
    ) {
        let c = brush.colours;
        let Spot { x, y, r, .. } = spot;
        #[expect(clippy::cast_possible_truncation, reason = "a place on the board")]
        let at = (((x - 0.5) / CELL.0) as i32 + self.size - self.halves, ((y - 0.5) / CELL.1) as i32);
        let theory = brush.marks.theory(square.site);
        match square.face {
            Face::Queen if self.size > 3 => {
                let (w, h) = (r / 3.2, r / 1.6);
                for (across, row) in CROWN {
                    let long = (across.1 - across.0) * w;
                    let (x, y) = (x - 4.0 * w + across.0 * w, y + (row - 2.0) * h);
                    board.add(Form::Rect { x, y, w: long, h, round: 0.0 }, c.stone);
                }
            }
            Face::Queen => {
                let side = r / 0.4;
                board.add(
                    Form::Rect { x: x - side / 2.0, y: y - side / 2.0, w: side, h: side, round: 0.0 },
                    c.stone,
                );
                board.centre(at.0, at.1, "♛", c.on(c.stone), true);
            }
            Face::Mark(Player::First) => cross(spot, c.first, board),
            Face::Mark(Player::Second) => {
                let w = (r * 0.3).max(2.4);
                board.add(Form::Ring { x, y, r: r * 0.8, w }, c.second);
            }
            Face::Stone => {
                board.stone(Spot { r: r * 0.95, ..spot }, square.site, mark, c.stone, brush);
            }
            Face::ColourOne | Face::ColourTwo => {
                let side = r * 2.0;
                let form = Form::Rect { x: x - r, y: y - r, w: side, h: side, round: 2.0 };
                board.add(form, c.face(square.face));
            }
            Face::Reach if theory.sign.is_none() && !self.checkered => {
                board.add(Form::Disc { x, y, r: (r * 0.34).max(2.0) }, c.offered);
            }
            Face::Goal if theory.sign.is_none() => board.centre(at.0, at.1, "◎", c.offered, true),
            // What covers a square covers it; the two letters are painted, for a letter has no middle on a small square.
            Face::Sign { sign: '#', .. } if theory.sign.is_none() => {
                let side = if self.tiled() { r / 0.4 } else { r * 1.5 };
                let form = Form::Rect { x: x - side / 2.0, y: y - side / 2.0, w: side, h: side, round: 0.0 };
                board.add(form, c.stone);
            }
            Face::Sign { sign: 'X' | 'x', .. } if self.halves > 3 => {
                let colour = match mark {
                    Mark { last: true, second, .. } if self.size < 5 => c.last(second),
                    _ => c.stone,
                };
                cross(spot, theory.sign.map_or(colour, |s| c.on(c.outcome(s))), board);
            }
            Face::Sign { sign: 'O' | 'o', .. } if self.halves > 3 => {
                board.stone(Spot { r: r * 0.95, ..spot }, square.site, mark, c.stone, brush);
            }
            Face::Sign { sign, plain } => {
                let text = if cells_of(sign) > 1 && self.size < 4 { plain } else { sign };
                let body = match self.halves > 3 {
                    true => board.stone(Spot { r: r * 0.95, ..spot }, square.site, mark, c.stone, brush),
                    false => ground,
                };
                let ink = match mark {
                    _ if self.halves > 3 || theory.sign.is_some() => c.on(body),
                    Mark { last: true, second, .. } => c.last(second),
                    _ => c.stone,
                };
                board.centre(at.0, at.1, &text.to_string(), ink, true);
            }
            Face::Free | Face::Empty
                if !self.board.bite && self.size > 2 && !(mark.last && square.face == Face::Empty) =>
            {
                let text = square.label.as_str();
                if wide(text) < self.size && theory.sign.is_none() && theory.tint.is_none() {
                    // Where the columns have names, what stands in a square is its number.
                    let is_number = square.face == Face::Free && !self.board.column_labels.is_empty();
                    let is_said = mark.picked || mark.last || is_number;
                    let ink = if is_said { c.text } else { mix(c.quiet, ground, 0.15) };
                    board.centre(at.0, at.1, text, ink, is_said);
                }
            }
            _ => {}
        }
    }
}

/// A queen, which is a crown with three points: in eighths of its square the columns, in quarters the row, of each bar.
const CROWN: [((f32, f32), f32); 8] = [
    ((0.0, 1.0), 0.0),
    ((3.0, 5.0), 0.0),
    ((7.0, 8.0), 0.0),
    ((0.0, 2.0), 1.0),
    ((3.0, 5.0), 1.0),
    ((6.0, 8.0), 1.0),
    ((0.0, 8.0), 2.0),
    ((1.0, 7.0), 3.0),
];

/// A cross from corner to corner.
fn cross(Spot { x, y, r, .. }: Spot, colour: Rgb, board: &mut Board) {
    // A small one is thin, and goes through the corners of four cells.
    let (dx, dy, w) = if r < 14.0 { (CELL.0, CELL.1, 2.4) } else { (r * 0.72, r * 0.72, r * 0.3) };
    board.line((x - dx, y - dy), (x + dx, y + dy), w, colour);
    board.line((x + dx, y - dy), (x - dx, y + dy), w, colour);
}

/// The four corners of a square, as blocks.
fn corners((x, y, side): (f32, f32, f32), colour: Rgb, board: &mut Board) {
    for (dx, dy) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
        let (x, y) = (x + dx * (side - CELL.0), y + dy * (side - CELL.0));
        board.add(Form::Rect { x, y, w: CELL.0, h: CELL.0, round: 0.0 }, colour);
    }
}
