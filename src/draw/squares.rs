//! Draws boards of squares: chocolate bars, chess boards, noughts and crosses, and the boards of scripted games.

use super::board::{Board, Cells, Tile, TileSize, cell_at, middle};
use super::brush::{Brush, Piece};
use super::canvas::{Ink, Mark, wide};
use nimatron_core::rules::{Face, Ground, Picture, Site, Square, Squares, saturating_cast};
use nimatron_core::tr;
use nimatron_paint::CELL;
use std::borrow::Cow;
use std::ops::Range;

/// The possible distances between the centres of neighbouring squares, largest first. The unit is a column horizontally
/// and half a row vertically.
const SIZES: [i32; 8] = [20, 16, 12, 10, 8, 6, 4, 2];

struct View<'a> {
    board: &'a Squares,
    before: Vec<Face>,
    size: TileSize,
    left: i32,
    columns: Range<usize>,
    rows: Range<usize>,
}

pub(super) fn draw<'a>(squares: &Squares, brush: &Brush<'a>) -> Option<Board<'a>> {
    let start = match brush.marks.start {
        Some(Picture::Squares(start)) if squares.ground != Ground::Tiles => {
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
    let names = squares.row_labels.iter().map(|l| wide(l)).max();
    let plain = i32::from(brush.plain.is_some());
    // A plain board has a column for the cursor to the left of the squares.
    let left = names.map_or(0, |w| w + 1) + plain;
    let below = i32::from(!squares.column_labels.is_empty());
    let label = squares.squares.iter().map(|s| wide(&s.label)).max();
    let sizes: Vec<TileSize> = match (brush.plain, label.unwrap_or(0)) {
        (Some(_), label @ 2..) => vec![tile(label + 2, 2, &squares)],
        (Some(_), _) => [3, 2].map(|columns| tile(columns, 2, &squares)).to_vec(),
        (None, _) => SIZES.map(|n| tile(n, n, &squares)).to_vec(),
    };
    let fits = |size: &TileSize| {
        let w = saturating_cast::<i32, _>(columns) * size.columns;
        let h = (saturating_cast::<i32, _>(rows) * size.halves + 1) / 2;
        // The corners of the cursor need a column to the left of the squares.
        let beside = i32::from(size.gap && left == 0);
        beside + left + w <= brush.width && h + below <= brush.height
    };
    let view = View {
        board: &squares,
        before,
        size: *sizes.last()?,
        left,
        columns: 0..columns,
        rows: 0..rows,
    };
    let view = match sizes.iter().copied().find(fits) {
        Some(size) => View {
            size,
            left: left.max(i32::from(size.gap)),
            ..view
        },
        None => view.scrolled(brush, below)?,
    };
    Some(view.draw(brush, below))
}

fn tile(columns: i32, halves: i32, board: &Squares) -> TileSize {
    TileSize {
        columns,
        halves,
        gap: columns > 2 && board.ground != Ground::Checkered,
    }
}

impl View<'_> {
    /// Restricts the view to a part of the board: around the cursor, or else around a picked square, the queen or the
    /// poison. Returns `None` if there is too little room.
    fn scrolled(mut self, brush: &Brush<'_>, below: i32) -> Option<Self> {
        let columns = self.columns.len();
        let rows = self.rows.len();
        let wide = usize::try_from((brush.width - self.left) / self.size.columns).ok()?;
        let high = usize::try_from(brush.height - below).ok()?;
        let wide = wide.min(columns);
        let high = high.min(rows);
        if wide < columns.min(3) || high < rows.min(3) {
            return None;
        }
        let wanted = brush.marks.cursor().or_else(|| brush.marks.picked().next());
        let squares = &self.board.squares;
        let is_piece = |s: &Square| matches!(s.face, Face::Queen | Face::Poison);
        let focus = wanted
            .and_then(|site| squares.iter().position(|s| s.site == Some(site)))
            .or_else(|| squares.iter().position(is_piece))
            .unwrap_or(0);
        let window = |at: usize, seen: usize, all: usize| {
            let from = at.saturating_sub(seen / 2).min(all - seen);
            from..from + seen
        };
        self.columns = window(focus % columns, wide, columns);
        self.rows = window(focus / columns, high, rows);
        Some(self)
    }

    fn get(&self, column: usize, row: usize) -> Option<&Square> {
        let squares = &self.board.squares;
        squares.get(row * self.board.columns.max(1) + column)
    }

    fn tile(&self, column: usize, row: usize, span: (usize, usize)) -> Tile {
        let [c, r] =
            [column - self.columns.start, row - self.rows.start].map(saturating_cast::<i32, _>);
        Tile {
            at: (self.left + c * self.size.columns, r * self.size.halves),
            size: self.size,
            span: (saturating_cast(span.0), saturating_cast(span.1)),
            odd: (column + row) % 2 == 1,
            checkered: self.board.ground == Ground::Checkered,
        }
    }

    fn draw<'a>(&self, brush: &Brush<'a>, below: i32) -> Board<'a> {
        let [columns, rows] = [self.columns.len(), self.rows.len()].map(saturating_cast::<i32, _>);
        let high = (rows * self.size.halves + 1) / 2;
        let mut board = Board::new(self.left + columns * self.size.columns, high + below, brush);
        board.size = self.size.columns as f32 * 4.0;
        let aimed = self.bitten(brush);
        let is_bitten = |c: usize, r: usize| {
            let is_left = self.get(c, r).is_some_and(|s| s.face != Face::Empty);
            is_left && aimed.iter().any(|&(column, row)| c >= column && r <= row)
        };
        let is_lit = |(c, r): (usize, usize)| {
            let is_hinted = |square: &Square| brush.marks.mark_of(square.site).hint;
            let is_seen = self.columns.contains(&c) && self.rows.contains(&r);
            let is_named = brush.marks.names_move() && is_bitten(c, r);
            is_seen && (is_named || self.get(c, r).is_some_and(is_hinted))
        };
        let places = || {
            let row = |row| self.columns.clone().map(move |column| (column, row));
            self.rows.clone().flat_map(row)
        };
        let (mut cursor, mut gone, mut came) = (None, None, None);
        let c = brush.colours;
        for (column, row) in places() {
            let Some(square) = self.get(column, row) else {
                continue;
            };
            if square.face == Face::Covered {
                continue;
            }
            let tile = self.tile(column, row, square.span);
            let mut piece = brush.piece(square.site, square.face, &square.label);
            piece.theory = brush.marks.theory(self.site(square, (column, row)));
            piece.was = self
                .before
                .get(row * self.board.columns.max(1) + column)
                .copied();
            // In a plain drawing, the square under the cursor shows the cursor instead of the bite.
            let is_under_cursor = piece.mark.cursor && brush.plain.is_some();
            let is_taken = is_bitten(column, row) && !is_under_cursor;
            brush.take(&mut piece, is_taken);
            if brush.plain.is_some() {
                self.character(&tile, &piece, &mut board);
                continue;
            }
            self.join((column, row), &is_lit, &mut board);
            if square.face == Face::Empty && self.board.ground == Ground::Bar {
                board.hole(tile.heart(), &piece, false);
                board.hit(piece.site, tile.middle(), tile.cells());
            } else {
                board.tile(&tile, &piece);
            }
            if piece.mark.cursor {
                // A square that the move would remove has nearly the colour of the cursor. Without gaps between
                // squares, the cursor's corners would be hard to see, so draw them in a contrasting colour.
                let is_lost = !self.size.gap && piece.mark.gone;
                let ink = if is_lost {
                    c.on(c.picked(c.food))
                } else {
                    c.cursor
                };
                cursor = Some((tile.around(), ink));
            }
            match square.face {
                Face::Queen if piece.is_new() => came = Some(tile.dot()),
                _ if piece.was == Some(Face::Queen) => gone = Some(tile.dot()),
                _ => {}
            }
        }
        if self.board.has_pawns() {
            // In a pawn game, a click anywhere in a file selects the file's site.
            for hit in &mut board.hits {
                let (wide, down) = (hit.cells.clone(), 0..saturating_cast::<u16, _>(high));
                hit.cells = down
                    .flat_map(|y| wide.iter().map(move |cell| (cell.0, y)))
                    .collect();
                hit.cells.dedup();
            }
        }
        self.pieces(&mut board);
        if let (Some(from), Some(to)) = (gone, came) {
            let half = self.size.columns as f32 * CELL.0 / 2.0;
            let rim = |to: f32, from: f32| to + (from - to).clamp(-half, half);
            board.arc(from, (rim(to.0, from.0), rim(to.1, from.1)), 0.0);
        }
        self.labels(&mut board, high, below > 0);
        self.values(&mut board);
        if let Some((cells, ink)) = cursor {
            board.corners(cells, ink);
        }
        let seen = self.columns.len() * self.rows.len();
        let all = self.board.squares.len();
        board.cut = (seen < all).then(|| {
            // These squares may be a part of a larger board, whose labels do not begin at 1, so prefer labels to
            // numbers.
            let label = |labels: &[String], i: usize, number: usize| match labels.get(i) {
                Some(label) => label.clone(),
                None => number.to_string(),
            };
            let column = |i| label(&self.board.column_labels, i, i + 1);
            let rows = all.div_ceil(self.board.columns.max(1));
            let row = |i| label(&self.board.row_labels, i, rows - i);
            tr!(
                "columns {left} to {right}, rows {low} to {high} are in sight",
                left = column(self.columns.start),
                right = column(self.columns.end - 1),
                low = row(self.rows.end - 1),
                high = row(self.rows.start)
            )
        });
        board
    }

    /// If the hint highlights both a square and its neighbour to the right or below, fills the gap between the two
    /// squares, so that they look like one area.
    fn join(
        &self,
        (column, row): (usize, usize),
        is_lit: &dyn Fn((usize, usize)) -> bool,
        board: &mut Board<'_>,
    ) {
        for (right, down) in [(1, 0), (0, 1), (1, 1)] {
            let mut all =
                (column..=column + right).flat_map(|c| (row..=row + down).map(move |r| (c, r)));
            if all.all(is_lit) {
                board.lit = true;
                board.fill(
                    self.tile(column, row, (right + 1, down + 1)).area(),
                    board.brush.colours.idea,
                );
                board.lit = false;
            }
        }
    }

    /// Draws the squares covered by each move as a single piece in the player's colour. The most recent piece has a
    /// dot.
    fn pieces(&self, board: &mut Board<'_>) {
        let (brush, marks, c) = (board.brush, board.brush.marks, board.brush.colours);
        for (sites, player) in marks.pieces() {
            let place = |site: &Site| {
                let squares = &self.board.squares;
                let i = squares.iter().position(|s| s.site == Some(*site))?;
                let is_cover = matches!(
                    squares[i].face,
                    Face::Sign {
                        sign: '#',
                        owner: None,
                        ..
                    }
                );
                let columns = self.board.columns.max(1);
                is_cover.then_some((i % columns, i / columns))
            };
            let places: Vec<(usize, usize)> = sites.iter().filter_map(place).collect();
            if places.len() != sites.len() || places.len() < 2 {
                continue;
            }
            let (columns, rows) = (|| places.iter().map(|p| p.0), || places.iter().map(|p| p.1));
            let (Some(left), Some(right)) = (columns().min(), columns().max()) else {
                continue;
            };
            let (Some(top), Some(low)) = (rows().min(), rows().max()) else {
                continue;
            };
            let span = (right - left + 1, low - top + 1);
            let is_seen = [left, right].iter().all(|c| self.columns.contains(c))
                && [top, low].iter().all(|r| self.rows.contains(r));
            if !is_seen || span.0 * span.1 != places.len() {
                continue;
            }
            let mark = marks.mark_of(Some(sites[0]));
            if board.canvas.is_some() {
                let [from, to] = [(left, top), (right, low)].map(|(c, r)| self.tile(c, r, (1, 1)));
                let (top, low) = (from.at.1 / 2, to.at.1 / 2);
                for y in top..=low {
                    let ends = ['╻', '┃', '╹'][usize::from(y > top) + usize::from(y == low)];
                    let ch = if left < right {
                        brush.pick('━', '=')
                    } else {
                        brush.pick(ends, '|')
                    };
                    let row = self.middle(&from)..=self.middle(&to);
                    row.for_each(|x| board.put((x, y), ch, Ink::Player(player), mark));
                }
                continue;
            }
            let area = self.tile(left, top, span).area();
            board.lit = mark.hint;
            board.fill(area, c.player(player));
            board.lit = false;
            if mark.last {
                let [x, y, w, h] = area;
                let heart = cell_at((x + w / 2.0 - 0.5, y + h / 2.0 - 0.5));
                board.disc(middle(heart), 5.0, c.on(c.player(player)));
            }
        }
    }

    fn labels(&self, board: &mut Board<'_>, high: i32, has_columns: bool) {
        let spare = 1 + i32::from(board.canvas.is_some());
        for row in self.rows.clone() {
            let (_, y) = self.tile(self.columns.start, row, (1, 1)).middle();
            if let Some(label) = self.board.row_labels.get(row) {
                let x = self.left - spare - wide(label);
                board.say((x, y), label, Ink::Label, Mark::default());
            }
        }
        let names = &self.board.column_labels;
        let most = names.iter().map(|l| wide(l)).max().unwrap_or(0);
        let step =
            saturating_cast::<usize, _>((most + self.size.columns) / self.size.columns).max(1);
        let named =
            |c: usize| Some((c, names.get(c)?)).filter(|_| has_columns && c.is_multiple_of(step));
        for (column, label) in self.columns.clone().filter_map(named) {
            let tile = self.tile(column, self.rows.start, (1, 1));
            let x = match board.canvas {
                Some(_) => self.middle(&tile),
                None => tile.middle_of(label).0,
            };
            if x + wide(label) / 2 < board.width {
                board.tell((x, high), label, Ink::Label);
            }
        }
    }

    fn values(&self, board: &mut Board<'_>) {
        let marks = board.brush.marks;
        for (sites, label) in marks.values() {
            let text = &label.to_string();
            let first = |s: &Site| board.hits.iter().find(|h| h.site == *s);
            let Some(hit) = sites.iter().find_map(first) else {
                continue;
            };
            let (at, site): ((i32, i32), Site) = ((hit.x.into(), hit.y.into()), hit.site);
            // In a plain drawing, a wide label would hide the neighbouring squares.
            if board.canvas.is_some() && wide(text) >= self.size.columns {
                continue;
            }
            // The rank above a pawn is free, so write the value there.
            let is_pawn = |s: &Square| s.site == Some(site) && matches!(s.face, Face::Pawn(_));
            if self.board.squares.iter().any(is_pawn) {
                let high = (self.size.halves / 2).max(1);
                board.tell((at.0, at.1 - high), text, Ink::Idea);
                continue;
            }
            let c = board.brush.colours;
            if board.canvas.is_none() && marks.theory(Some(site)).idea {
                board.centre(at, text, c.on(c.idea), true)
            } else {
                board.tell(at, text, Ink::Idea)
            }
        }
    }

    fn bitten(&self, brush: &Brush<'_>) -> Vec<(usize, usize)> {
        if self.board.ground != Ground::Bar || brush.marks.judging() {
            return Vec::new();
        }
        let aimed: Vec<_> = brush.marks.aimed().map(Some).collect();
        let is_aimed = |s: &Square| s.face != Face::Empty && aimed.contains(&s.site);
        let squares = self.board.squares.iter().enumerate();
        let columns = self.board.columns.max(1);
        squares
            .filter(|(_, s)| is_aimed(s))
            .map(|(i, _)| (i % columns, i / columns))
            .collect()
    }

    /// Returns the site of a square. On a board with a queen, a square that the queen cannot reach gets a site as well,
    /// because the theory may mark the square.
    fn site(&self, square: &Square, (column, row): (usize, usize)) -> Option<Site> {
        square.site.or_else(|| {
            let rows = self.board.squares.len().div_ceil(self.board.columns.max(1));
            let is_chess = self.board.squares.iter().any(|s| s.face == Face::Queen);
            let up = rows.checked_sub(row + 1).filter(|_| is_chess)?;
            let up = u32::try_from(up).ok()?;
            let column = u64::try_from(column).ok()?;
            Some(Site::new(up, column))
        })
    }

    fn middle(&self, tile: &Tile) -> i32 {
        tile.at.0 + (self.size.columns - 1) / 2
    }

    fn character(&self, tile: &Tile, piece: &Piece<'_>, board: &mut Board<'_>) {
        let x = self.middle(tile);
        let y = tile.at.1 / 2;
        let is_named = matches!(piece.face, Face::Free | Face::Empty) && wide(piece.label) > 1;
        if is_named && self.size.columns > 3 {
            return board.name((x, y), piece.label, false, piece);
        }
        board.character((x, y), piece);
        let right = tile.at.0 + self.size.columns - 1;
        let cells: Cells = [tile.at.0, right, y, y];
        board.hit(piece.site, (x, y), cells);
    }
}

/// Places a board in the outline that it had at the start of the match. Returns `None` if the board does not fit into
/// the outline or is as large as the outline. Squares removed since the start are drawn empty.
fn on_start(board: &Squares, start: &Squares) -> Option<Squares> {
    let size = |board: &Squares| {
        let columns = board.columns.max(1);
        (columns, board.squares.len().div_ceil(columns))
    };
    let ((columns, rows), (own, high)) = (size(start), size(board));
    if own > columns || high > rows || (own, high) == (columns, rows) {
        return None;
    }
    // Align the two boards at their lower left corners.
    let square = |(row, column): (usize, usize)| {
        let here = (row + high).checked_sub(rows).filter(|_| column < own);
        let here = here.and_then(|row| board.squares.get(row * own + column));
        here.cloned()
            .unwrap_or_else(|| Square::new(Face::Empty, String::new(), None))
    };
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    // In a pawn game, label only the files that the current position still has.
    let numbered = if board.has_pawns() { board } else { start };
    Some(Squares {
        squares: places.map(square).collect(),
        column_labels: numbered.column_labels.clone(),
        ..start.clone()
    })
}

/// Returns the faces of the squares in an earlier position, or an empty list if they cannot be matched with the current
/// squares.
fn faces_before(board: &Squares, before: &Squares) -> Vec<Face> {
    let faces = |board: &Squares| board.squares.iter().map(|s| s.face).collect();
    if before.columns == board.columns && before.squares.len() == board.squares.len() {
        return faces(before);
    }
    let is_kept = board.ground != Ground::Tiles;
    let moved = is_kept.then(|| on_start(before, board)).flatten();
    moved.as_ref().map_or(Vec::new(), faces)
}
