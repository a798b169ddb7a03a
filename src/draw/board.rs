//! Defines `Board`, a drawing under construction, and draws the pieces that all boards share.

use super::brush::{Brush, Piece};
use super::canvas::{Canvas, Ink, Mark, cells_of, cut, sign_of, wide};
use super::hits::{Drawing, Hit, RowKind};
use nimatron_core::rules::{Face, Player, Site, saturating_cast};
use nimatron_paint::{CELL, Form, Label, Rgb, Shape, mix};

/// A point, in units from the upper left corner.
pub(super) type Point = (f32, f32);

pub(super) const LINE: f32 = 2.0;
pub(super) const STROKE: f32 = 5.0;

pub(super) fn middle((x, y): (i32, i32)) -> Point {
    let half = |n: i32, size: f32| n as f32 * size + size / 2.0;
    (half(x, CELL.0), half(y, CELL.1))
}

#[expect(clippy::cast_possible_truncation, reason = "boards are small")]
pub(super) fn cell_at((x, y): Point) -> (i32, i32) {
    ((x / CELL.0).floor() as i32, (y / CELL.1).floor() as i32)
}

/// The size of stones: `r` is the radius in units, `columns` the horizontal distance between neighbouring stones, and
/// `halves` their vertical distance in half rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StoneSize {
    pub(super) r: f32,
    pub(super) columns: i32,
    pub(super) halves: i32,
}

impl StoneSize {
    pub(super) const ALL: [StoneSize; 3] = [
        StoneSize::LARGE,
        StoneSize::new(12.0, 5, 4),
        StoneSize::SMALL,
    ];
    pub(super) const LARGE: StoneSize = StoneSize::new(21.0, 6, 6);
    /// A stone three columns wide. The odd width puts the centre of the stone in the middle of a cell, so that text and
    /// links can be centred on the stone.
    pub(super) const NARROW: StoneSize = StoneSize::new(14.0, 4, 6);
    pub(super) const SMALL: StoneSize = StoneSize::new(6.0, 2, 2);
    /// The size of a stone drawn as one character, with room for brackets around it.
    pub(super) const PLAIN: StoneSize = StoneSize::new(6.0, 3, 2);

    const fn new(r: f32, columns: i32, halves: i32) -> StoneSize {
        StoneSize { r, columns, halves }
    }

    /// Returns the width of a stone in columns, excluding the gap to the next stone.
    pub(super) fn wide(self) -> i32 {
        match self.r {
            ..8.0 => 1,
            // Make the width even: quarter blocks can show a rounder stone if its middle lies between two cells.
            ..14.0 => 4,
            _ => self.columns - 1,
        }
    }

    pub(super) fn beside(self, stones: i32) -> i32 {
        stones * self.columns - (self.columns - self.wide())
    }

    pub(super) fn middle(self, column: i32, half: i32) -> Point {
        let [w, h] = [self.wide(), self.halves].map(|n| n as f32);
        (
            (column as f32 + w / 2.0) * CELL.0,
            (half as f32 + h / 2.0) * CELL.1 / 2.0,
        )
    }
}

/// A rectangle of cells: first column, last column, first row, last row.
pub(super) type Cells = [i32; 4];

pub(super) struct Board<'a> {
    pub(super) brush: Brush<'a>,
    pub(super) width: i32,
    pub(super) height: i32,
    /// The cells of a plain drawing; `None` if the board is painted.
    pub(super) canvas: Option<Canvas>,
    pub(super) shapes: Vec<Shape>,
    pub(super) labels: Vec<Label>,
    pub(super) hits: Vec<Hit>,
    pub(super) cut: Option<String>,
    /// Whether to draw in full colour even while a hint dims the board.
    pub(super) lit: bool,
    /// The size of pieces in units, for comparing layouts.
    pub(super) size: f32,
}

impl<'a> Board<'a> {
    pub(super) fn new(width: i32, height: i32, brush: &Brush<'a>) -> Board<'a> {
        Board {
            brush: *brush,
            width,
            height,
            canvas: brush.plain.map(|_| Canvas::sized(width, height)),
            shapes: Vec::new(),
            labels: Vec::new(),
            hits: Vec::new(),
            cut: None,
            lit: false,
            size: 0.0,
        }
    }

    fn light(&self, colour: Rgb) -> Rgb {
        if self.brush.marks.hinting() && !self.lit {
            self.brush.colours.dimmed(colour)
        } else {
            colour
        }
    }

    pub(super) fn add(&mut self, form: Form, colour: Rgb) {
        if self.canvas.is_none() {
            let colour = self.light(colour);
            self.shapes.push(Shape::new(form, colour));
        }
    }

    pub(super) fn fill(&mut self, [x, y, w, h]: [f32; 4], colour: Rgb) {
        self.add(Form::Rect { x, y, w, h }, colour);
    }

    pub(super) fn fill_cells(&mut self, (x, y): (i32, i32), columns: i32, colour: Rgb) {
        let left = (x - (columns - 1) / 2) as f32 * CELL.0;
        self.fill(
            [left, y as f32 * CELL.1, columns as f32 * CELL.0, CELL.1],
            colour,
        );
    }

    pub(super) fn disc(&mut self, (x, y): Point, r: f32, colour: Rgb) {
        self.add(Form::Disc { x, y, r }, colour);
    }

    pub(super) fn ring(&mut self, (x, y): Point, r: f32, line: f32, colour: Rgb) {
        self.add(Form::Ring { x, y, r, line }, colour);
    }

    pub(super) fn line(&mut self, from: Point, to: Point, w: f32, colour: Rgb) {
        self.add(Form::line(from, to, w), colour);
    }

    pub(super) fn write(&mut self, x: i32, y: i32, text: &str, ink: Rgb, bold: bool) {
        if (0..self.height).contains(&y) && x >= 0 && x < self.width {
            let text = cut(text, self.width - x);
            let ink = self.light(ink);
            if !text.is_empty() {
                self.labels.push(Label {
                    x,
                    y,
                    text,
                    ink,
                    bold,
                });
            }
        }
    }

    pub(super) fn centre(&mut self, (x, y): (i32, i32), text: &str, ink: Rgb, bold: bool) {
        self.write((x - (wide(text) - 1) / 2).max(0), y, text, ink, bold);
    }

    pub(super) fn say(&mut self, (x, y): (i32, i32), text: &str, ink: Ink, mark: Mark) {
        match &mut self.canvas {
            Some(canvas) => canvas.write(x, y, text, ink, mark),
            None => {
                let (colour, bold) = self.brush.colours.words(ink, mark);
                self.write(x, y, text, colour, bold);
            }
        }
    }

    pub(super) fn tell(&mut self, (x, y): (i32, i32), text: &str, ink: Ink) {
        let x = (x - (wide(text) - 1) / 2).max(0);
        self.say((x, y), text, ink, Mark::default());
    }

    pub(super) fn put(&mut self, (x, y): (i32, i32), ch: char, ink: Ink, mark: Mark) {
        if let Some(canvas) = &mut self.canvas {
            canvas.put(x, y, ch, ink, mark);
        }
    }

    /// Sets the character of a site in a plain drawing. The character has brackets if the cursor is on the site, or if
    /// the last move placed the piece.
    pub(super) fn character(&mut self, (x, y): (i32, i32), piece: &Piece<'_>) {
        let (ch, ink) = self.brush.sign(piece);
        let mark = self.seen(piece);
        match piece.face {
            // A character that is two cells wide fits only if there are no brackets.
            Face::Sign { sign, .. }
                if cells_of(sign) > 1 && mark == Mark::default() && !self.brush.style().ascii =>
            {
                self.tell((x, y), &sign.to_string(), ink);
            }
            _ => self.put((x, y), ch, ink, mark),
        }
        let around = match mark {
            Mark { cursor: true, .. } => ('[', ']'),
            Mark { last: true, .. } if piece.is_new() => self.brush.pick(('‹', '›'), ('<', '>')),
            _ => return,
        };
        self.put((x - 1, y), around.0, Ink::Plain, mark);
        self.put((x + 1, y), around.1, Ink::Plain, mark);
    }

    fn seen(&self, piece: &Piece<'_>) -> Mark {
        let last = piece.is_last();
        Mark {
            last,
            second: last && self.brush.marks.ghost().second,
            ..piece.mark
        }
    }

    pub(super) fn name(&mut self, (x, y): (i32, i32), text: &str, ring: bool, piece: &Piece<'_>) {
        let long = wide(text);
        let (left, right) = (x - (long - 1) / 2, x + long / 2);
        let mark = self.seen(piece);
        let ink = if ring { Ink::Stone } else { Ink::Dim };
        self.say((left, y), text, ink, mark);
        if let Some((open, close)) = self.brush.brackets(piece, ring) {
            self.put((left - 1, y), open, ink, mark);
            self.put((right + 1, y), close, ink, mark);
        }
        if let Some((ch, ink)) = self.brush.badge(piece.theory) {
            // Without the trailing space, a minus sign would look like part of a link.
            self.say((right + 1, y), &format!("{ch} "), ink, Mark::default());
        }
        self.hit(piece.site, (x, y), [left - 1, right + 1, y, y]);
    }

    /// Draws a stone with its name and the symbol of an outcome. A large stone without text has a dot if the last move
    /// put it there.
    pub(super) fn stone(&mut self, at: Point, r: f32, piece: &Piece<'_>) {
        let was_lit = self.lit;
        self.lit |= piece.mark.hint;
        let c = self.brush.colours;
        let body = self.brush.body(piece);
        self.disc(at, r, body);
        let is_played = piece.is_new() && !matches!(piece.face, Face::Mark(_));
        let sign = piece
            .theory
            .sign
            .map_or(String::new(), |s| sign_of(s).to_string());
        let text = format!("{}{sign}", piece.label);
        if !text.is_empty() && (r < 7.0 || at.1 % CELL.1 < 1.0) {
            // Write the text over a small stone, or beside a stone whose middle lies between two rows.
            let aside = if r < 7.0 { 0.0 } else { r + CELL.0 / 2.0 };
            let (x, y) = cell_at((at.0 + aside, at.1));
            self.write(x, y, &text, body, true);
        } else if !text.is_empty() {
            let (x, y) = cell_at((at.0 - 0.5, at.1));
            // The smallest stones are close together, so wider bodies would hide the lines between them.
            let beside = i32::from(r > 8.0);
            let reach = (wide(&text) + beside) as f32 * CELL.0 / 2.0 - r;
            if reach > 0.0 {
                // Widen the body under long text.
                self.line((at.0 - reach, at.1), (at.0 + reach, at.1), 2.0 * r, body);
            }
            self.centre((x, y), &text, c.on(body), true);
        }
        if is_played && text.is_empty() && r >= 7.0 {
            self.disc(at, r / 3.0, self.brush.last());
        }
        self.lit = was_lit;
    }

    /// Marks the site of a removed piece. If the last move took the piece, the mark is a dot in the player's colour.
    /// Otherwise the mark is a small dot, or a ring if `hollow` is set.
    pub(super) fn hole(&mut self, at: Point, piece: &Piece<'_>, hollow: bool) {
        let c = self.brush.colours;
        // Centre the dot on a cell: no character shows a dot between two cells.
        let at = middle(cell_at((at.0 - 0.5, at.1)));
        if piece.is_taken() {
            self.disc(at, 5.0, self.brush.last())
        } else if hollow {
            self.ring(at, 5.0, LINE, c.line)
        } else {
            self.disc(at, 2.0, c.line)
        }
    }

    pub(super) fn corners(&mut self, [left, right, top, bottom]: Cells, ink: Rgb) {
        let ((x0, y0), (x1, y1)) = (middle((left, top)), middle((right, bottom)));
        let more = if top == bottom { 5.0 } else { 0.0 };
        self.lit = true;
        self.add(
            Form::Corners {
                x: x0,
                y: y0 - more,
                w: x1 - x0,
                h: y1 - y0 + 2.0 * more,
            },
            ink,
        );
        self.lit = false;
    }

    pub(super) fn corners_around(&mut self, (x, y): Point, r: f32) {
        let ink = self.brush.colours.cursor;
        if r < 8.5 {
            let (column, row) = cell_at((x, y));
            let beside = if r < 7.0 { 1 } else { 2 };
            return self.corners([column - beside, column + beside, row, row], ink);
        }
        let reach = (r / 4.0).floor() * 4.0;
        let (left, top) = cell_at((x - reach - CELL.0 + 1.0, y - reach));
        let (right, bottom) = cell_at((x + reach + CELL.0 - 1.0, y + reach - 1.0));
        self.corners([left, right, top, bottom], ink);
    }

    /// Draws the path of a moved piece: up by `over` units, across, and down to `to`. The path is a straight line if
    /// the two points are not at the same height, or if `over` is 0.
    pub(super) fn arc(&mut self, from: Point, to: Point, over: f32) {
        let colour = self.brush.last();
        let top = from.1.min(to.1) - over;
        if over <= 0.0 || (from.1 - to.1).abs() > 1.0 {
            return self.line(from, to, LINE, colour);
        }
        self.line((from.0, top), (to.0, top), LINE, colour);
        self.line(
            (from.0, from.1 - over / 2.0),
            (from.0, top + CELL.1 / 2.0),
            LINE,
            colour,
        );
        self.line(
            (to.0, to.1 - over / 2.0),
            (to.0, top + CELL.1 / 2.0),
            LINE,
            colour,
        );
    }

    /// Draws the axis of symmetry between two points. If the points lie side by side, the axis runs from the top of the
    /// board to the bottom. Otherwise only the part of the axis near the points is drawn, at a right angle to the line
    /// between them.
    pub(super) fn axis(&mut self, a: Point, b: Point) {
        let x = (a.0 + b.0) / 2.0;
        let y = (a.1 + b.1) / 2.0;
        let colour = self.brush.colours.idea;
        let high = self.height as f32 * CELL.1;
        if (a.1 - b.1).abs() < 1.0 {
            let x = (x / CELL.0).floor() * CELL.0 + CELL.0 / 2.0;
            return self.line((x, 0.0), (x, high), LINE, colour);
        }
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let part = (24.0 / dx.hypot(dy)).max(0.9);
        let end = |part: f32| (x - dy * part, y + dx * part);
        self.line(end(part), end(-part), LINE, colour);
    }

    /// Draws a line between two sites, behind all pieces.
    pub(super) fn bridge(&mut self, a: Point, b: Point, colour: Rgb) {
        let is_piece = |shape: &Shape| matches!(shape.form, Form::Disc { .. });
        let at = self.shapes.iter().position(is_piece);
        let form = Form::line(a, b, LINE);
        self.shapes
            .insert(at.unwrap_or(self.shapes.len()), Shape::new(form, colour));
    }

    pub(super) fn bracket(&mut self, (from, to, y): (i32, i32, i32), text: &str) {
        let [left, right] = [from, to].map(|x| middle((x, y)));
        // Omit a line that the text would hide almost completely, because only stubs would show on both sides.
        let is_long = to > from + wide(text) + 1;
        if is_long {
            self.line(left, right, LINE, self.brush.colours.idea);
            let ch = self.brush.pick('─', '-');
            (from..=to).for_each(|x| self.put((x, y), ch, Ink::Idea, Mark::default()));
        }
        let text = if is_long {
            format!(" {text} ")
        } else {
            text.to_owned()
        };
        self.tell((i32::midpoint(from, to), y), &text, Ink::Idea);
    }

    pub(super) fn hit(
        &mut self,
        site: Option<Site>,
        at: (i32, i32),
        [left, right, top, bottom]: Cells,
    ) {
        let (w, h) = (self.width, self.height);
        if let Some(site) = site {
            let [x, y] = [(at.0, w), (at.1, h)].map(|(n, end)| n.clamp(0, (end - 1).max(0)));
            let mut hit = Hit::new(site, (x, y), []);
            let columns = left.max(0)..=right.min(w - 1);
            let rows = top.max(0)..=bottom.min(h - 1);
            hit.cells
                .reserve_exact(columns.clone().count() * rows.clone().count());
            for y in rows.map(saturating_cast) {
                let row = columns.clone().map(|x| (saturating_cast(x), y));
                hit.cells.extend(row);
            }
            self.hits.push(hit);
        }
    }

    pub(super) fn in_rows(mut self, row: RowKind) -> Self {
        self.hits.iter_mut().for_each(|hit| hit.row = row);
        self
    }

    /// Records a hidden site at the border of the board. The cursor can reach the site, but clicks cannot.
    pub(super) fn wait(&mut self, site: Option<Site>, at: (i32, i32)) {
        self.hit(site, at, [0, -1, 0, -1]);
    }

    pub(super) fn hit_round(&mut self, site: Option<Site>, (x, y): Point, r: f32) {
        let (left, top) = cell_at((x - r + 2.0, y - r + 6.0));
        let (right, bottom) = cell_at((x + r - 2.0, y + r - 6.0));
        self.hit(site, cell_at((x - 0.5, y)), [left, right, top, bottom]);
    }

    pub(super) fn paste(&mut self, x: i32, y: i32, other: Board<'_>) {
        let dx = x as f32 * CELL.0;
        let dy = y as f32 * CELL.1;
        let moved = |s: Shape| Shape::new(s.form.moved(dx, dy), s.colour);
        self.shapes.extend(other.shapes.into_iter().map(moved));
        self.labels.extend(other.labels.into_iter().map(|l| Label {
            x: l.x + x,
            y: l.y + y,
            ..l
        }));
        if let (Some(canvas), Some(other)) = (&mut self.canvas, &other.canvas) {
            canvas.paste(x, y, other);
        }
        let shifted = |hit: Hit| hit.shifted(saturating_cast(x), saturating_cast(y));
        self.hits.extend(other.hits.into_iter().map(shifted));
    }

    /// Adds notes below the board. Notes that do not fit completely are left out.
    pub(super) fn with_notes(self, notes: &[Vec<String>], brush: &Brush<'a>) -> Board<'a> {
        let gap = i32::from(self.height > 0 && brush.height > self.height + 1);
        let fit = saturating_cast::<usize, _>((brush.height - self.height - gap).max(0));
        let mut shown: Vec<&str> = Vec::new();
        for note in notes {
            if shown.len() + note.len() <= fit && note.iter().all(|l| wide(l) <= brush.width) {
                shown.extend(note.iter().map(String::as_str));
            }
        }
        if shown.is_empty() {
            return self;
        }
        let widest = shown.iter().map(|l| wide(l)).max().unwrap_or(0);
        let width = widest.max(self.width);
        // Give the board's width the same parity as the room's width. Otherwise the centred board would shift when the
        // notes become longer.
        let width = width + (brush.width - width).rem_euclid(2);
        let height = self.height + gap + saturating_cast::<i32, _>(shown.len());
        let mut board = Board::new(width, height, brush);
        (board.cut, board.size) = (self.cut.clone(), self.size);
        let left = (width - self.width) / 2;
        let below = self.height + gap;
        board.paste(left, 0, self);
        for (y, line) in (below..).zip(shown) {
            let x = (width - wide(line)) / 2;
            board.say((x, y), line, Ink::Note, Mark::default());
        }
        board
    }

    pub(super) fn drawing(self) -> Drawing {
        Drawing {
            width: saturating_cast(self.width.max(0)),
            height: saturating_cast(self.height.max(0)),
            canvas: self.canvas,
            shapes: self.shapes,
            labels: self.labels,
            hits: self.hits,
            cut: self.cut,
        }
    }
}

/// The distance between neighbouring tiles, in columns and in half rows, including the gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TileSize {
    pub(super) columns: i32,
    pub(super) halves: i32,
    /// Whether there are gaps between tiles. Tiles one row high have gaps only between columns.
    pub(super) gap: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Tile {
    pub(super) at: (i32, i32),
    pub(super) size: TileSize,
    /// The width and the height of the tile in squares of the board.
    pub(super) span: (i32, i32),
    /// Whether the tile has the second of two alternating shades.
    pub(super) odd: bool,
    pub(super) checkered: bool,
}

impl Tile {
    /// Returns the left edge, the top edge, the width and the height of the tile, in units.
    pub(super) fn area(&self) -> [f32; 4] {
        let unit = CELL.0;
        let gap = if self.size.gap { unit } else { 0.0 };
        let down = if self.size.halves > 2 { gap } else { 0.0 };
        let down = if self.size.columns < self.size.halves {
            2.0 * down
        } else {
            down
        };
        let w = self.size.columns * self.span.0;
        let h = self.size.halves * self.span.1;
        let [x, y, w, h] = [self.at.0, self.at.1, w, h].map(|n| n as f32 * unit);
        // In tiles with an odd number of rows, half of the gap is above, so that text in the middle row is centred.
        let above = if self.size.halves % 4 == 2 {
            down / 2.0
        } else {
            0.0
        };
        [x, y + above, w - gap, h - down]
    }

    pub(super) fn heart(&self) -> Point {
        let [x, y, w, h] = self.area();
        (x + w / 2.0, y + h / 2.0)
    }

    /// Returns the middle of the tile's central cell, in units.
    pub(super) fn dot(&self) -> Point {
        middle(self.middle())
    }

    pub(super) fn middle(&self) -> (i32, i32) {
        self.middle_of(" ")
    }

    /// Returns the cell on which a name is centred. A name of even width is half a column left of the middle, so that
    /// the last digits of numbers align.
    pub(super) fn middle_of(&self, name: &str) -> (i32, i32) {
        let (x, y) = self.heart();
        let half = if wide(name) % 2 == 0 {
            CELL.0 / 2.0
        } else {
            0.0
        };
        cell_at((x - half - 0.5, y - 0.5))
    }

    /// Returns the cells in which the corners of the cursor are drawn. If there are gaps between tiles, these cells are
    /// in the gaps beside the tile.
    pub(super) fn around(&self) -> Cells {
        let [left, right, top, bottom] = self.cells();
        let gap = i32::from(self.size.gap);
        [left - gap, right + gap, top, bottom]
    }

    pub(super) fn cells(&self) -> Cells {
        let [x, y, w, h] = self.area();
        let ((left, top), (right, bottom)) = (cell_at((x, y)), cell_at((x + w - 1.0, y + h - 1.0)));
        [left, right, top, bottom]
    }
}

impl Board<'_> {
    pub(super) fn tile(&mut self, tile: &Tile, piece: &Piece<'_>) {
        let brush = self.brush;
        let c = self.brush.colours;
        let area = tile.area();
        let heart = tile.heart();
        let side = area[2].min(area[3]);
        self.lit = piece.mark.hint;
        let ground = self.ground(tile, piece);
        let words = mix(ground, c.on(ground), 0.75);
        let r = if side < 56.0 {
            StoneSize::SMALL.r
        } else {
            StoneSize::LARGE.r
        };
        self.fill(area, ground);
        // Centre a large disc vertically on a row of cells, so that the disc looks symmetric.
        let at = if r > 8.0 {
            (heart.0, middle(tile.middle()).1)
        } else {
            heart
        };
        let sign = piece.theory.sign.map(|s| sign_of(s).to_string());
        match piece.face {
            Face::Queen => self.queen(heart, side),
            Face::Pawn(player) => self.pawn(heart, side, c.player(player)),
            Face::Mark(player) if side < 56.0 => {
                let letter = super::canvas::character(piece.face, brush.style()).to_string();
                self.centre(tile.middle(), &letter, c.player(player), true);
            }
            Face::Mark(Player::First) => self.cross(heart, side, c.first),
            Face::Mark(Player::Second) => {
                self.ring(heart, side * 0.34, (side * 0.1).min(9.0), c.second)
            }
            Face::Sign {
                sign: 'X' | 'x', ..
            } if side >= 56.0 => {
                self.cross(heart, side, brush.body(piece));
            }
            Face::Sign { sign: '#', .. } | Face::Food => {}
            Face::Poison if side >= 16.0 => {
                self.centre(tile.middle(), "☠", c.on(ground), true);
            }
            Face::Stone => {
                let bare = Piece {
                    was: Some(Face::Stone),
                    ..*piece
                };
                if piece.label.is_empty() {
                    self.stone(at, r, &bare);
                } else {
                    self.centre(tile.middle_of(piece.label), piece.label, c.on(ground), true);
                }
            }
            Face::Sign { sign, plain, .. } => {
                let ink = if piece.mark.hint {
                    c.on(ground)
                } else {
                    brush.body(piece)
                };
                let mut own = *piece;
                (own.mark.hint, own.theory.idea) = (false, false);
                let piece = &own;
                let is_letter = matches!(sign, 'X' | 'x');
                let letter = if matches!(sign, 'o' | 'O') {
                    String::new()
                } else if r < 8.0 || is_letter {
                    plain.to_string()
                } else {
                    sign.to_string()
                };
                if (r < 8.0 || is_letter) && !letter.is_empty() {
                    self.centre(tile.middle(), &letter, ink, true);
                } else {
                    let body = Piece {
                        label: &letter,
                        ..*piece
                    };
                    self.stone(at, r, &body);
                }
            }
            Face::Reach if tile.checkered => {}
            Face::Goal if tile.checkered && sign.is_none() => {
                self.ring(heart, (side / 6.0).clamp(5.0, 9.0), LINE, c.stone);
            }
            _ if piece.is_taken() && piece.label.is_empty() => {
                self.disc(tile.dot(), 5.0, brush.last());
            }
            Face::Free | Face::Reach | Face::Goal | Face::Empty | Face::Closed => {
                let is_said = matches!(piece.face, Face::Reach | Face::Goal);
                if wide(piece.label) as f32 * CELL.0 <= area[2] && sign.is_none() {
                    self.centre(tile.middle_of(piece.label), piece.label, words, is_said);
                }
            }
            _ => {}
        }
        let is_round = matches!(
            piece.face,
            Face::Stone
                | Face::Sign {
                    sign: 'o' | 'O',
                    ..
                }
        );
        let is_marked = piece.is_new() && !is_round || piece.is_taken() && !piece.label.is_empty();
        if is_marked && !matches!(piece.face, Face::Pawn(_) | Face::Queen) {
            let corner = cell_at((area[0] + area[2] - 4.0, area[1] + 12.0));
            self.disc(middle(corner), 4.0, brush.last());
        }
        if let Some(sign) = sign.filter(|_| !matches!(piece.face, Face::Queen)) {
            self.centre(tile.middle(), &sign, c.on(ground), true);
        }
        self.lit = false;
        self.hit(piece.site, tile.middle(), tile.cells());
    }

    fn ground(&self, tile: &Tile, piece: &Piece<'_>) -> Rgb {
        let c = self.brush.colours;
        let theory = piece.theory;
        let bare = match (tile.checkered, tile.odd) {
            (true, true) => mix(c.ground, c.line, 0.3),
            (true, false) => mix(c.ground, c.line, 0.62),
            (false, true) if !tile.size.gap => mix(c.raised, c.line, 0.3),
            _ => c.raised,
        };
        let body = self.brush.body(piece);
        let is_solid = matches!(
            piece.face,
            Face::Food | Face::ColourOne | Face::ColourTwo | Face::Sign { sign: '#', .. }
        );
        match piece.face {
            Face::Queen => bare,
            // If there are no gaps, shade every second solid tile, so that neighbouring tiles can be told apart.
            _ if is_solid && !tile.size.gap && tile.odd => mix(body, c.ground, 0.2),
            _ if is_solid => body,
            Face::Stone if !piece.label.is_empty() => body,
            _ if piece.mark.hint || theory.sign.is_some() => body,
            _ if theory.idea => mix(bare, c.idea, 0.8),
            _ if piece.mark.picked || piece.mark.gone => c.picked(bare),
            _ if piece.mark.open && self.brush.marks.picking() => mix(bare, c.stone, 0.4),
            Face::Reach => mix(bare, c.stone, 0.4),
            Face::Goal if !tile.checkered => mix(bare, c.stone, 0.35),
            Face::Closed => mix(c.ground, c.raised, 0.5),
            _ => bare,
        }
    }

    fn cross(&mut self, (x, y): Point, side: f32, colour: Rgb) {
        // Snap the middle and the ends to quarters of cells, so that both diagonals have even steps.
        let snapped = |v: f32| (v / CELL.0).round() * CELL.0;
        let (x, y) = (snapped(2.0 * x) / 2.0, snapped(2.0 * y) / 2.0);
        let d = y - snapped(y - side * 0.3);
        self.line((x - d, y - d), (x + d, y + d), 9.0, colour);
        self.line((x + d, y - d), (x - d, y + d), 9.0, colour);
    }

    /// Draws a queen as a crown of horizontal bars, or as a character if the tile is small. The ends of the bars are
    /// given in eighths of the crown's width.
    fn queen(&mut self, (x, y): Point, side: f32) {
        const CROWN: [&[(f32, f32)]; 4] = [
            &[(0.0, 1.0), (3.0, 5.0), (7.0, 8.0)],
            &[(0.0, 2.0), (3.0, 5.0), (6.0, 8.0)],
            &[(0.0, 8.0)],
            &[(1.0, 7.0)],
        ];
        let colour = self.brush.colours.stone;
        if side < 24.0 {
            let at = cell_at((x - 0.5, y - 0.5));
            return self.centre(at, "♛", colour, true);
        }
        // Snap to quarter blocks, half a cell wide and high.
        let unit = (side / 40.0).ceil() * CELL.0 / 2.0;
        let high = (side / 5.0 / CELL.0).round().max(0.5) * CELL.0;
        let quarter = |at: f32, size: f32| (at / size).round() * size;
        let left = quarter(x - 4.0 * unit, CELL.0 / 2.0);
        let top = quarter(y - 2.0 * high, CELL.0);
        for (row, bars) in (0u8..).zip(CROWN) {
            for &(from, to) in bars {
                let y = top + f32::from(row) * high;
                self.fill([left + from * unit, y, (to - from) * unit, high], colour);
            }
        }
    }

    fn pawn(&mut self, (x, y): Point, side: f32, colour: Rgb) {
        let unit = side / 16.0;
        self.disc((x, y - 2.6 * unit), 2.8 * unit, colour);
        let p =
            [(0.0, -2.0), (-3.6, 5.0), (3.6, 5.0)].map(|(dx, dy)| (x + dx * unit, y + dy * unit));
        self.add(Form::Triangle { p }, colour);
        self.fill(
            [x - 4.2 * unit, y + 4.0 * unit, 8.4 * unit, 2.0 * unit],
            colour,
        );
    }
}
