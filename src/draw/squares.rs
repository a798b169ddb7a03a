//! Boards of squares, which are square: a bar of chocolate, a chess board, noughts and crosses, boards of scripts.

use super::board::{Board, Spot};
use super::brush::{Brush, ink, sign_of};
use super::canvas::{Ink, Mark, cells_of, wide};
use super::icon::character;
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
pub(super) fn draw<'a>(squares: &Squares, brush: &Brush<'a>) -> Option<Board<'a>> {
    let start = match brush.marks.start {
        Some(Picture::Squares(start)) if squares.bite || is_chess(squares) => {
            on_start(squares, start)
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
        Some(Picture::Squares(before)) => faces_before(&squares, before),
        _ => Vec::new(),
    };
    let left = squares
        .row_labels
        .iter()
        .map(|l| wide(l))
        .max()
        .map_or(0, |w| w + 1);
    // In characters there is a column for the cursor before the first square.
    let left = left + i32::from(brush.plain.is_some());
    let below = i32::from(!squares.column_labels.is_empty());
    let checkered = is_chess(&squares);
    let (size, halves) = (2, 2);
    let view = View {
        board: &squares,
        checkered,
        before,
        size,
        halves,
        left,
        columns: 0..columns,
        rows: 0..rows,
    };
    let halves = |size: i32| {
        if brush.plain.is_some() {
            2
        } else {
            size - size % 2 * i32::from(size > 1)
        }
    };
    let fits = |&size: &i32| {
        let (w, h) = (
            nearest::<i32, _>(columns) * size,
            (nearest::<i32, _>(rows) * halves(size) + 1) / 2,
        );
        // Large squares leave a margin, which names can stand in.
        let margin = i32::from(size > 4);
        left.max(2 * margin) + w <= brush.width && h + below + margin <= brush.height
    };
    // In characters as wide as the longest name with its brackets; else square, in one row of any size.
    let label = squares
        .squares
        .iter()
        .map(|s| wide(&s.label))
        .max()
        .unwrap_or(0);
    let named = [label + 2];
    // Where nothing is written on them, painted squares may be half a row high.
    let bare = squares.bite || checkered;
    let sizes: &[i32] = match (brush.plain, rows) {
        (Some(_), _) if label > 1 => &named,
        (Some(_), _) => &[3, 2],
        (None, 1) => &[20, 16, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
        (None, _) if bare => &[20, 16, 12, 10, 8, 6, 4, 2, 1],
        (None, _) => &[20, 16, 12, 10, 8, 6, 4, 2],
    };
    let view = match sizes.iter().copied().find(fits) {
        Some(size) => View {
            size,
            halves: halves(size),
            ..view
        },
        None => view.scrolled(brush, below)?,
    };
    Some(view.paint(brush, below))
}

impl View<'_> {
    /// The part around what is pointed at.
    fn scrolled(mut self, brush: &Brush<'_>, below: i32) -> Option<Self> {
        let (columns, rows) = (self.columns.len(), self.rows.len());
        let wide = usize::try_from((brush.width - self.left) / 2)
            .ok()?
            .min(columns);
        let high = usize::try_from(brush.height - below).ok()?.min(rows);
        if wide < columns.min(3) || high < rows.min(3) {
            return None;
        }
        let wanted = brush.marks.cursor().or_else(|| brush.marks.picked().next());
        let squares = &self.board.squares;
        let piece = || {
            squares
                .iter()
                .position(|s| matches!(s.face, Face::Queen | Face::Poison))
        };
        let focus = wanted
            .and_then(|site| squares.iter().position(|s| s.site == Some(site)))
            .or_else(piece);
        let focus = focus.unwrap_or(0);
        let window = |at: usize, seen: usize, all: usize| {
            let from = at.saturating_sub(seen / 2).min(all - seen);
            from..from + seen
        };
        self.columns = window(focus % columns, wide, columns);
        self.rows = window(focus / columns, high, rows);
        Some(self)
    }

    fn get(&self, (column, row): (usize, usize)) -> Option<&Square> {
        self.board
            .squares
            .get(row * self.board.columns.max(1) + column)
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
        let free = if self.tiled() && self.size == self.halves {
            CELL.0
        } else {
            0.0
        };
        (
            self.left as f32 * CELL.0 + c as f32 * self.size as f32 * CELL.0,
            r as f32 * side,
            side - free,
        )
    }

    fn middle(&self, column: usize, row: usize) -> (i32, i32) {
        let (c, r) = (
            nearest::<i32, _>(column - self.columns.start),
            nearest::<i32, _>(row - self.rows.start),
        );
        (
            self.left + c * self.size + (self.size - 1) / 2,
            (r * self.halves + (self.halves - 1) / 2) / 2,
        )
    }

    fn paint<'a>(&self, brush: &Brush<'a>, below: i32) -> Board<'a> {
        let (columns, rows) = (
            nearest::<i32, _>(self.columns.len()),
            nearest::<i32, _>(self.rows.len()),
        );
        let high = (rows * self.halves + 1) / 2;
        let mut board = Board::of(self.left + columns * self.size, high + below, brush);
        board.size = self.size as f32 * 4.0;
        let bitten = self.bitten(brush);
        for (row, column) in self
            .rows
            .clone()
            .flat_map(|r| self.columns.clone().map(move |c| (r, c)))
        {
            let Some(square) = self.get((column, row)) else {
                continue;
            };
            let mut mark = brush.marks.mark_of(square.site);
            mark.gone =
                square.face != Face::Empty && bitten.iter().any(|&(c, r)| column >= c && row <= r);
            match brush.plain {
                Some(_) => self.plain(square, (column, row), mark, &mut board),
                None => self.square(square, (column, row), mark, &mut board),
            }
        }
        for row in self.rows.clone() {
            let (_, y) = self.middle(self.columns.start, row);
            let is_second = self.halves == 1 && (row - self.rows.start) % 2 == 1;
            if let Some(label) = self.board.row_labels.get(row).filter(|_| !is_second) {
                let x = self.left - 1 - i32::from(brush.plain.is_some()) - wide(label);
                board.say((x, y), label, Ink::Label, Mark::default());
            }
        }
        if below > 0 {
            let most = self
                .board
                .column_labels
                .iter()
                .map(|l| wide(l))
                .max()
                .unwrap_or(0);
            let step = nearest::<usize, _>((most + self.size) / self.size).max(1);
            for column in self.columns.clone().filter(|c| c % step == 0) {
                let (x, _) = self.middle(column, self.rows.start);
                // None is cut.
                let fits = |label: &&String| x + wide(label) / 2 < board.width;
                if let Some(label) = self.board.column_labels.get(column).filter(fits) {
                    board.tell((x, high), label, Ink::Label);
                }
            }
        }
        let seen = self.columns.len() * self.rows.len();
        let all = self.board.squares.len();
        board.cut = (seen < all).then(|| {
            let (cs, rs) = (&self.columns, &self.rows);
            let rows = all.div_ceil(self.board.columns.max(1));
            format!(
                "columns {} to {} of {}, rows {} to {} of {rows}",
                cs.start + 1,
                cs.end,
                self.board.columns,
                rows - rs.end + 1,
                rows - rs.start
            )
        });
        for (sites, text) in brush.marks.values() {
            let first = |s: &Site| {
                board
                    .hits
                    .iter()
                    .find(|h| h.site == *s)
                    .map(|h| (*s, h.x, h.y))
            };
            let Some((site, x, y)) = sites.iter().find_map(first) else {
                continue;
            };
            let at = (i32::from(x), i32::from(y));
            match brush
                .marks
                .theory(Some(site))
                .tint
                .filter(|_| brush.plain.is_none())
            {
                Some(tint) => {
                    let tint = brush.colours.tint(tint);
                    let ink = if self.board.bite {
                        brush.colours.on(tint)
                    } else {
                        tint
                    };
                    board.centre(at.0, at.1, text, ink, true);
                }
                None => board.tell(at, text, Ink::Figure),
            }
        }
        // Lines go over squares, which leave no ground free.
        board.pieces = board.shapes.len();
        board
    }

    /// The squares whose bite is pointed at or picked.
    fn bitten(&self, brush: &Brush<'_>) -> Vec<(usize, usize)> {
        if !self.board.bite || brush.marks.judging() {
            return Vec::new();
        }
        let is_aimed = |s: &Square| {
            let mark = brush.marks.mark_of(s.site);
            s.face != Face::Empty && (mark.cursor || mark.picked)
        };
        let aimed = self
            .board
            .squares
            .iter()
            .enumerate()
            .filter(|(_, s)| is_aimed(s));
        let columns = self.board.columns.max(1);
        aimed.map(|(i, _)| (i % columns, i / columns)).collect()
    }

    /// The site of a square: those of a chess board have places of the theory even out of reach.
    fn site(&self, square: &Square, (column, row): (usize, usize)) -> Option<Site> {
        square.site.or_else(|| {
            let rows = self.board.squares.len().div_ceil(self.board.columns.max(1));
            let up = rows.checked_sub(row + 1).filter(|_| self.checkered)?;
            Some(Site::new(
                u32::try_from(up).ok()?,
                u64::try_from(column).ok()?,
            ))
        })
    }

    /// What the last move did here: took a piece away, or brought one.
    fn changed(&self, (column, row): (usize, usize)) -> (bool, bool) {
        let was = self.before.get(row * self.board.columns.max(1) + column);
        let (Some(&was), Some(now)) = (was, self.get((column, row))) else {
            return (false, false);
        };
        let piece = |f: Face| matches!(f, Face::Food | Face::Poison | Face::Queen);
        (
            piece(was) && !piece(now.face),
            now.face == Face::Queen && was != Face::Queen,
        )
    }

    /// A square of one character.
    fn plain(&self, square: &Square, at: (usize, usize), mark: Mark, board: &mut Board<'_>) {
        let brush = board.brush;
        let (x, y) = self.middle(at.0, at.1);
        let (taken, came) = self.changed(at);
        let is_last = taken || came || mark.last;
        let second = is_last && brush.marks.ghost().second;
        let mark = Mark {
            last: is_last,
            second,
            ..mark
        };
        let label = square.label.as_str();
        let (ch, ink) = match (square.face, brush.badge(self.site(square, at))) {
            (Face::Free | Face::Empty, _) if wide(label) > 1 && self.size > 3 => {
                return board.name((x, y), label, (Ink::Plain, false), square.site);
            }
            _ if mark.picked => (brush.pick('◆', '@'), Ink::Stone),
            _ if mark.hint => (brush.pick('◈', '*'), Ink::Figure),
            (face @ Face::Queen, _) => (character(face, brush.style()), ink(face)),
            (_, Some(badge)) => badge,
            (face @ Face::Food, _) if mark.gone => (brush.pick('□', '/'), ink(face)),
            (Face::Empty | Face::Free, _) if is_last => (brush.gap(mark), Ink::Faint),
            (Face::Empty, _) => (brush.pick('·', '.'), Ink::Faint),
            (Face::Free, _) if wide(label) == 1 => (label.chars().next().unwrap_or(' '), Ink::Dim),
            (face @ Face::Free, _) => (character(face, brush.style()), Ink::Faint),
            (Face::Sign { plain, .. }, _) if brush.style().ascii => (plain, Ink::Stone),
            (face, _) => (character(face, brush.style()), ink(face)),
        };
        match square.face {
            // A sign of two cells has room where squares are three cells wide.
            Face::Sign { sign, .. }
                if cells_of(sign) > 1
                    && self.size > 2
                    && mark == Mark::default()
                    && !brush.style().ascii =>
            {
                board.tell((x, y), &sign.to_string(), ink);
            }
            _ => board.piece((x, y), ch, ink, mark),
        }
        let side = (self.size - 1) / 2;
        board.hit(
            square.site,
            (x, y),
            (x - side, x + self.size - 1 - side),
            (y, y),
        );
    }

    fn square(
        &self,
        square: &Square,
        (column, row): (usize, usize),
        mark: Mark,
        board: &mut Board<'_>,
    ) {
        let (brush, c) = (board.brush, board.brush.colours);
        let (x, y, side) = self.corner(column, row);
        let whole = [x, y, side, side];
        let at = self.middle(column, row);
        let theory = brush.marks.theory(self.site(square, (column, row)));
        let (taken, came) = self.changed((column, row));
        let last = brush.last();
        let rim = |colour: Rgb, board: &mut Board<'_>| match self.halves {
            5.. => board.frame(whole, colour),
            // A whole frame would leave nothing of a small square.
            4 => corners((x, y, side), colour, board),
            _ => board.add(
                Form::Outline {
                    x,
                    y,
                    w: side,
                    h: side,
                    round: 0.0,
                    line: 2.0,
                },
                colour,
            ),
        };
        // A thin cross would be lost beside a rim: where it was played last it is in that colour itself.
        let is_thin = self.size < 5
            && matches!(
                square.face,
                Face::Sign {
                    sign: 'X' | 'x',
                    ..
                }
            );
        let food = matches!(square.face, Face::Food | Face::Poison);
        let is_odd = (column + row) % 2 == 1;
        let bare = match (self.checkered, is_odd) {
            (false, _) => 0.15,
            (true, true) => 0.38,
            (true, false) => 0.85,
        };
        let bare = c.wash(c.line, bare);
        if self.size == 1 {
            // Half a row high it has one colour, and a cell holds two.
            let rim = if mark.gone && !mark.cursor {
                Some(c.picked)
            } else {
                c.rim(mark, false)
            };
            let said = rim.or(theory.sign.map(|sign| c.outcome(sign)));
            let colour = said.unwrap_or(match square.face {
                _ if taken => last,
                face if food || face == Face::Queen => c.face(face),
                _ if theory.losing => c.figure,
                Face::Reach => mix(bare, c.offered, 0.6),
                _ => bare,
            });
            board.fill(whole, colour);
            board.hit(square.site, at, (at.0, at.0), (at.1, at.1));
            if let Some(hit) = board
                .hits
                .last_mut()
                .filter(|h| Some(h.site) == square.site)
            {
                hit.low = (row - self.rows.start) % 2 == 1;
            }
            return;
        }
        // The ground of the square.
        let mut ground = c.ground;
        let spot = Spot {
            x: x + side / 2.0,
            y: y + side / 2.0,
            r: side * 0.4,
            flat: 0.0,
        };
        if self.checkered {
            ground = match theory.sign.filter(|_| square.face != Face::Queen) {
                Some(sign) => c.outcome(sign),
                None if theory.losing => mix(bare, c.figure, 0.6),
                None if square.face == Face::Reach => mix(bare, c.offered, 0.62),
                None if taken || came => mix(bare, last, 0.55),
                None => bare,
            };
            board.fill(whole, ground);
        } else if food {
            let body = c.told(theory).unwrap_or(c.face(square.face));
            let body = if mark.gone {
                mix(body, c.picked, 0.55)
            } else {
                body
            };
            ground = if self.size <= 2 && is_odd {
                mix(body, [0, 0, 0], 0.2)
            } else {
                body
            };
            // Lit from the upper left, the edges are whole blocks.
            let edge = if self.size > 3 { CELL.0 } else { 0.0 };
            board.fill(whole, mix(ground, [0, 0, 0], 0.3));
            board.fill([x, y, side - edge, side - edge], ground);
        } else if self.board.bite && taken {
            // What was bitten is still to be seen; the square that was bitten is the lower left one.
            let is_taken_beside = column
                .checked_sub(1)
                .is_some_and(|left| self.changed((left, row)).0);
            if self.size > 3 && !is_taken_beside && !self.changed((column, row + 1)).0 {
                rim(last, board);
            }
            board.ghost(Spot {
                r: spot.r * 0.6,
                ..spot
            });
        } else if self.board.bite {
            board.centre(at.0, at.1, "·", c.faint, false);
        } else {
            ground = match theory.sign {
                Some(outcome) => c.outcome(outcome),
                None if theory.lit => mix(c.raised, c.figure, 0.28),
                None => c.raised,
            };
            // Without room for a gap between them every other square is a little lighter.
            board.fill(
                whole,
                if !self.tiled() && is_odd {
                    mix(ground, c.line, 0.35)
                } else {
                    ground
                },
            );
        }
        let is_bare = matches!(square.face, Face::Free | Face::Empty) && !self.checkered;
        if let (Some(tint), None, true) = (theory.tint, theory.sign, is_bare) {
            // A square of which something is said is still empty: no piece, only a letter for each pair.
            let letter = theory.letter.unwrap_or('◆');
            board.centre(at.0, at.1, &letter.to_string(), c.tint(tint), true);
        }
        if !self.board.bite && (taken || mark.last && square.face == Face::Empty) {
            // On a chessboard it must not touch the queen.
            board.ghost(if self.checkered {
                Spot {
                    r: spot.r * 0.6,
                    ..spot
                }
            } else {
                spot
            });
        }
        // The square says what is said of the piece on it.
        let unsaid = Mark {
            cursor: false,
            picked: false,
            open: false,
            hint: false,
            ..mark
        };
        self.piece(
            square,
            (spot, at),
            if self.checkered { mark } else { unsaid },
            ground,
            board,
        );
        let is_played =
            mark.last && !taken && !came && square.face != Face::Empty && !self.board.bite;
        if is_played && !is_thin {
            rim(last, board);
        }
        self.join((column, row), board);
        if let Some(colour) = c.rim(mark, brush.marks.picking()) {
            rim(colour, board);
        }
        if let Some(sign) = theory.sign.filter(|_| square.face != Face::Queen) {
            // Where the columns have names, what stands in a square is its number.
            let is_number = square.face == Face::Free && !self.board.column_labels.is_empty();
            let number =
                Some(&square.label).filter(|label| is_number && wide(label) + 1 < self.size);
            let text = format!("{}{}", number.map_or("", String::as_str), sign_of(sign));
            board.centre(at.0, at.1, &text, c.on(c.outcome(sign)), true);
        }
        if self.size > 2 && square.face == Face::Poison && theory.sign.is_none() {
            board.centre(at.0, at.1, "☠", c.on(ground), true);
        }
        let (x0, y0) = (
            at.0 - (self.size - 1) / 2,
            nearest::<i32, _>(row - self.rows.start) * self.halves / 2,
        );
        board.hit(
            square.site,
            at,
            (x0, x0 + self.size - 1),
            (y0, y0 + ((self.halves + 1) / 2 - 1).max(0)),
        );
    }

    /// The covered tiles of the last move are one piece with one rim; which of the others belong together is not known.
    fn join(&self, (column, row): (usize, usize), board: &mut Board<'_>) {
        let Brush {
            marks, colours: c, ..
        } = board.brush;
        let joins = |across: usize, down: usize| {
            let at = column.checked_sub(across).zip(row.checked_sub(down));
            let at = at.filter(|(c, r)| self.columns.contains(c) && self.rows.contains(r));
            at.and_then(|at| self.get(at)).is_some_and(|square| {
                let is_cover = matches!(square.face, Face::Sign { sign: '#', .. });
                is_cover
                    && marks.theory(square.site).sign.is_none()
                    && marks.mark_of(square.site).last
            })
        };
        if !self.tiled() || !joins(0, 0) {
            return;
        }
        let ((x, y, side), free) = (self.corner(column, row), CELL.0);
        // The gap between two, and the parts of their rims at it.
        let gaps = [
            (
                joins(1, 0),
                [x - free, y, free, side],
                [x - 2.0 * free, y + free, 3.0 * free, side - 2.0 * free],
            ),
            (
                joins(0, 1),
                [x, y - free, side, free],
                [x + free, y - 2.0 * free, side - 2.0 * free, 3.0 * free],
            ),
        ];
        for (_, gap, rims) in gaps.into_iter().filter(|(joined, ..)| *joined) {
            board.fill(gap, board.brush.last());
            board.fill(rims, c.stone);
        }
        // Between four of them nothing stays open.
        if joins(1, 0) && joins(0, 1) && joins(1, 1) {
            board.fill([x - free, y - free, free, free], c.stone);
        }
    }

    fn piece(
        &self,
        square: &Square,
        (spot, at): (Spot, (i32, i32)),
        mark: Mark,
        ground: Rgb,
        board: &mut Board<'_>,
    ) {
        let (brush, c) = (board.brush, board.brush.colours);
        let Spot { x, y, r, .. } = spot;
        let around = |half: f32| [x - half, y - half, 2.0 * half, 2.0 * half];
        let ball = Spot {
            r: r * 0.95,
            ..spot
        };
        let theory = brush.marks.theory(square.site);
        let is_large = self.halves > 3;
        match square.face {
            Face::Queen if self.size > 3 => {
                // Of whole quarters of cells.
                let quarters = |v: f32, size: f32| (2.0 * v / size).floor() * size / 2.0;
                let (w, h) = (
                    quarters(r / 3.2, CELL.0).max(4.0),
                    quarters(r / 1.6, CELL.1).max(8.0),
                );
                let (left, top) = (quarters(x - 4.0 * w, CELL.0), quarters(y - 2.0 * h, CELL.1));
                for (row, bars) in (0u8..).zip(CROWN) {
                    for (from, to) in bars {
                        board.fill(
                            [
                                left + from * w,
                                top + f32::from(row) * h,
                                (to - from) * w,
                                h,
                            ],
                            c.stone,
                        );
                    }
                }
            }
            Face::Queen => {
                board.fill(around(r / 0.8), c.stone);
                board.centre(at.0, at.1, "♛", c.on(c.stone), true);
            }
            Face::Mark(Player::First) => cross(spot, c.first, board),
            Face::Mark(Player::Second) => {
                let (line, round) = ((r * 0.3).max(2.4), r * 0.8 + (r * 0.15).max(1.2));
                let [x, y, w, h] = around(round);
                board.add(
                    Form::Outline {
                        x,
                        y,
                        w,
                        h,
                        round,
                        line,
                    },
                    c.second,
                );
            }
            Face::Goal if theory.sign.is_none() => board.centre(at.0, at.1, "◎", c.offered, true),
            // What covers a square covers it; the two letters are painted, for a letter has no middle on a small square.
            Face::Sign { sign: '#', .. } if theory.sign.is_none() => {
                board.fill(
                    around(if self.tiled() { r / 0.8 } else { r * 0.75 }),
                    c.stone,
                );
            }
            Face::Sign {
                sign: 'X' | 'x', ..
            } if is_large => {
                let colour = if mark.last && self.size < 5 {
                    brush.last()
                } else {
                    c.stone
                };
                cross(
                    spot,
                    theory.sign.map_or(colour, |s| c.on(c.outcome(s))),
                    board,
                );
            }
            Face::Sign {
                sign: 'O' | 'o', ..
            } if is_large => {
                board.stone(ball, square.site, mark, c.stone);
            }
            Face::Sign { sign, plain } => {
                let text = if cells_of(sign) > 1 && self.size < 4 {
                    plain
                } else {
                    sign
                };
                let body = if is_large {
                    board.stone(ball, square.site, mark, c.stone)
                } else {
                    ground
                };
                let ink = match mark {
                    _ if is_large || theory.sign.is_some() => c.on(body),
                    Mark { last: true, .. } => brush.last(),
                    _ => c.stone,
                };
                board.centre(at.0, at.1, &text.to_string(), ink, true);
            }
            Face::Free | Face::Empty
                if !self.board.bite
                    && self.size > 2
                    && !(mark.last && square.face == Face::Empty) =>
            {
                let text = square.label.as_str();
                if wide(text) < self.size && c.told(theory).is_none() {
                    let is_number =
                        square.face == Face::Free && !self.board.column_labels.is_empty();
                    let is_said = mark.picked || mark.last || is_number;
                    let ink = if is_said {
                        c.text
                    } else {
                        mix(c.quiet, ground, 0.15)
                    };
                    board.centre(at.0, at.1, text, ink, is_said);
                }
            }
            _ => {}
        }
    }
}

/// A queen, which is a crown with three points: the bars in each quarter of its square, in eighths of its columns.
const CROWN: [&[(f32, f32)]; 4] = [
    &[(3.0, 5.0)],
    &[(0.0, 2.0), (3.0, 5.0), (6.0, 8.0)],
    &[(1.0, 7.0)],
    &[(1.0, 7.0)],
];

fn cross(Spot { x, y, r, .. }: Spot, colour: Rgb, board: &mut Board<'_>) {
    // A small one is thin, and goes through the corners of four cells.
    let (dx, dy, w) = if r < 14.0 {
        (CELL.0, CELL.1, 2.4)
    } else {
        (r * 0.72, r * 0.72, r * 0.3)
    };
    board.line((x - dx, y - dy), (x + dx, y + dy), w, colour);
    board.line((x + dx, y - dy), (x - dx, y + dy), w, colour);
}

/// The four corners of a square, as blocks.
fn corners((x, y, side): (f32, f32, f32), colour: Rgb, board: &mut Board<'_>) {
    for (dx, dy) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
        let (x, y) = (x + dx * (side - CELL.0), y + dy * (side - CELL.0));
        board.fill([x, y, CELL.0, CELL.0], colour);
    }
}

pub(super) fn is_chess(board: &Squares) -> bool {
    board.squares.iter().any(|s| s.face == Face::Queen)
}

/// A bar or a chess board in the frame it had at the start: what was left behind since is there, but empty.
fn on_start(board: &Squares, start: &Squares) -> Option<Squares> {
    let (columns, rows) = (
        start.columns.max(1),
        start.squares.len().div_ceil(start.columns.max(1)),
    );
    let (own, high) = (
        board.columns.max(1),
        board.squares.len().div_ceil(board.columns.max(1)),
    );
    if own > columns || high > rows {
        return None;
    }
    let empty = || Square {
        face: Face::Empty,
        label: String::new(),
        site: None,
    };
    // Both stand on the same corner, at the bottom left.
    let square = |(row, column): (usize, usize)| {
        let here = (row + high).checked_sub(rows).filter(|_| column < own);
        here.and_then(|row| board.squares.get(row * own + column))
            .cloned()
            .unwrap_or_else(empty)
    };
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    Some(Squares {
        squares: places.map(square).collect(),
        ..start.clone()
    })
}

/// The faces that these squares had in an earlier position.
fn faces_before(board: &Squares, before: &Squares) -> Vec<Face> {
    if before.columns == board.columns && before.squares.len() == board.squares.len() {
        return before.squares.iter().map(|s| s.face).collect();
    }
    let moved = if board.bite || is_chess(board) {
        on_start(before, board)
    } else {
        None
    };
    moved.map_or(Vec::new(), |b| b.squares.iter().map(|s| s.face).collect())
}
