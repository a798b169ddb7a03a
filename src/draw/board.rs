//! A board being drawn: shapes and labels, or characters; hits in cells; and the pieces that all boards share.

use super::brush::Brush;
use super::canvas::{Canvas, Ink, Mark, cut, wide};
use super::colours::Colours;
use super::hits::{Art, Drawing, Hit, Painting, PlainDrawing};
use nimatron_core::rules::{Site, nearest};
use nimatron_paint::{CELL, Form, Label, Rgb, Shape, mix};

/// Across and down.
type Point = (f32, f32);

/// The middle of a cell in units.
pub(super) fn middle(x: i32, y: i32) -> (f32, f32) {
    (x as f32 * CELL.0 + CELL.0 / 2.0, y as f32 * CELL.1 + CELL.1 / 2.0)
}

/// How many whole cells lie in a number of units.
#[expect(clippy::cast_possible_truncation, reason = "it saturates")]
pub(super) fn cells(units: f32, size: f32) -> i32 {
    (units / size).ceil() as i32
}

/// What is drawn so far.
#[derive(Default)]
pub(super) struct Board {
    pub(super) width: i32,
    pub(super) height: i32,
    /// The cells of a plain drawing, which has no shapes and no labels.
    pub(super) canvas: Option<Canvas>,
    pub(super) shapes: Vec<Shape>,
    pub(super) labels: Vec<Label>,
    pub(super) hits: Vec<Hit>,
    pub(super) cut: Option<String>,
    /// Where the pieces begin: what links them lies under them.
    pub(super) pieces: usize,
    /// How large pieces are, in units: what a board gains from more room.
    pub(super) size: f32,
}

/// Where a round piece stands, in units, and how large it is.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) r: f32,
}

/// How far a rim of the cursor goes beyond a piece of this radius.
pub(super) fn rim(r: f32) -> f32 {
    (r * 0.16).clamp(1.6, 5.0)
}

impl Board {
    pub(super) fn of(width: i32, height: i32, brush: &Brush<'_>) -> Board {
        let canvas = brush.plain.map(|_| Canvas::sized(width, height));
        Board { width, height, canvas, ..Board::default() }
    }

    pub(super) fn add(&mut self, form: Form, colour: Rgb) {
        self.wash(form, colour, 255);
    }

    pub(super) fn wash(&mut self, form: Form, colour: Rgb, alpha: u8) {
        if self.canvas.is_none() {
            self.shapes.push(Shape { form, colour, alpha });
        }
    }

    pub(super) fn line(&mut self, from: (f32, f32), to: (f32, f32), w: f32, colour: Rgb) {
        self.add(Form::Line { x0: from.0, y0: from.1, x1: to.0, y1: to.1, w }, colour);
    }

    /// Writes a text on what is painted from a cell on, as much as there is room for.
    pub(super) fn write(&mut self, x: i32, y: i32, text: &str, ink: Rgb, bold: bool) {
        if (0..self.height).contains(&y) && x >= 0 && x < self.width {
            let text = cut(text, self.width - x);
            if !text.is_empty() {
                self.labels.push(Label { x, y, text, ink, bold });
            }
        }
    }

    /// Writes a text on what is painted around a cell.
    pub(super) fn centre(&mut self, x: i32, y: i32, text: &str, ink: Rgb, bold: bool) {
        self.write((x - (wide(text) - 1) / 2).max(0), y, text, ink, bold);
    }

    /// Writes words of the board from a cell on, painted or plain.
    pub(super) fn say(&mut self, (x, y): (i32, i32), text: &str, ink: Ink, mark: Mark, brush: &Brush<'_>) {
        match &mut self.canvas {
            Some(canvas) => canvas.write(x, y, text, ink, mark),
            None => {
                let (colour, bold) = brush.colours.said(ink, mark);
                self.write(x, y, text, colour, bold);
            }
        }
    }

    /// Writes words of the board around a cell, painted or plain.
    pub(super) fn tell(&mut self, (x, y): (i32, i32), text: &str, ink: Ink, brush: &Brush<'_>) {
        self.say(((x - (wide(text) - 1) / 2).max(0), y), text, ink, Mark::NONE, brush);
    }

    /// Sets a character of a plain drawing.
    pub(super) fn put(&mut self, (x, y): (i32, i32), ch: char, ink: Ink, mark: Mark) {
        if let Some(canvas) = &mut self.canvas {
            canvas.put(x, y, ch, ink, mark);
        }
    }

    /// Sets the character of a piece, in brackets where it is pointed at or was played last.
    pub(super) fn piece(&mut self, (x, y): (i32, i32), ch: char, ink: Ink, mark: Mark, brush: &Brush<'_>) {
        self.put((x, y), ch, ink, mark);
        let around = match mark {
            Mark { cursor: true, .. } => ('[', ']'),
            Mark { last: true, .. } if ch != brush.gap(mark) => brush.pick(('‹', '›'), ('<', '>')),
            _ => return,
        };
        self.put((x - 1, y), around.0, Ink::Plain, mark);
        self.put((x + 1, y), around.1, Ink::Plain, mark);
    }

    /// Sets the name of a place around a cell of a plain drawing, in the brackets of what is said of it.
    pub(super) fn name(
        &mut self,
        (x, y): (i32, i32),
        text: &str,
        (ink, ring): (Ink, bool),
        site: Option<Site>,
        brush: &Brush<'_>,
    ) {
        let mark = brush.marks.mark_of(site);
        let (left, right) = (x - (wide(text) - 1) / 2, x + wide(text) / 2);
        self.say((left, y), text, ink, mark, brush);
        if let Some((open, close)) = brush.brackets(mark, ring) {
            self.put((left - 1, y), open, ink, mark);
            self.put((right + 1, y), close, ink, mark);
        }
        if let Some((ch, ink)) = site.and_then(|site| brush.marks.badge(site)) {
            self.put((right + 1, y), ch, ink, Mark::NONE);
        }
        self.hit(site, (x, y), (left - 1, right + 1), (y, y));
    }

    /// A light behind, and the rims of what is said of a round piece.
    fn rims(&mut self, Spot { x, y, r }: Spot, mark: Mark, lit: bool, picking: bool, c: &Colours) {
        let more = rim(r);
        if lit || mark.hint {
            self.wash(Form::Glow { x, y, r: r * 1.7 + 3.0 }, c.figure, 210);
        }
        let disc = |extra: f32| Form::Disc { x, y, r: r + extra };
        if mark.cursor {
            self.add(disc(more), c.cursor);
        }
        let inner = if mark.cursor { more * 0.4 } else { more };
        if mark.picked || mark.gone {
            self.add(disc(inner), c.picked);
        } else if mark.hint {
            self.add(disc(inner), c.figure);
        } else if mark.open && picking {
            self.add(disc(more * 0.6), c.offered);
        }
    }

    /// A stone with what is said of it; its colour where the theory or the moves give it none.
    pub(super) fn stone(
        &mut self,
        spot: Spot,
        site: Option<Site>,
        mark: Mark,
        colour: Rgb,
        brush: &Brush<'_>,
    ) -> Rgb {
        let c = brush.colours;
        let theory = brush.marks.theory(site);
        let body = match (theory.sign, theory.tint) {
            (Some(outcome), _) => c.outcome(outcome),
            (None, Some(tint)) => c.tint(tint),
            _ if theory.losing => c.figure,
            _ => colour,
        };
        let body = if mark.gone && !mark.cursor { mix(body, c.ground, 0.15) } else { body };
        let spot = if mark.picked && spot.r > 6.0 {
            // It is lifted, and throws a shadow.
            let shade = mix(c.ground, [0, 0, 0], 0.45);
            self.add(Form::Disc { y: spot.y + 1.0, x: spot.x + 1.0, r: spot.r }, shade);
            Spot { y: spot.y - (spot.r * 0.16).min(4.0), ..spot }
        } else {
            spot
        };
        self.rims(spot, mark, theory.lit, brush.marks.picking(), c);
        let Spot { x, y, r } = spot;
        // In so few cells, or colours, a rim and a light would only blur the edge.
        if r < 13.0 || c.flat {
            self.add(Form::Disc { x, y, r }, body);
            return body;
        }
        self.add(Form::Disc { x, y, r }, mix(body, [0, 0, 0], 0.28));
        self.add(Form::Disc { x, y, r: r * 0.88 }, body);
        let light = mix(body, [255, 255, 255], 0.5);
        self.wash(Form::Glow { x: x - r * 0.2, y: y - r * 0.25, r: r * 0.72 }, light, 190);
        body
    }

    /// Writes a name on a piece of this colour and radius, which is made wider where the name would stand next to it.
    pub(super) fn label(
        &mut self,
        (x, y): (i32, i32),
        text: &str,
        (body, r): (Rgb, f32),
        bold: bool,
        c: &Colours,
    ) {
        let long = wide(text) as f32 * CELL.0;
        if wide(text) > 1 && long + CELL.0 > 2.0 * r {
            let left = (x - (wide(text) - 1) / 2) as f32 * CELL.0 - 3.0;
            let top = y as f32 * CELL.1 + 1.0;
            self.add(Form::Rect { x: left, y: top, w: long + 6.0, h: CELL.1 - 2.0, round: 4.0 }, body);
        }
        self.centre(x, y, text, c.on(body), bold);
    }

    /// The sign of the move at a place, on a piece of this colour.
    pub(super) fn sign(&mut self, (x, y): (i32, i32), site: Option<Site>, body: Rgb, brush: &Brush<'_>) {
        if let Some(sign) = brush.marks.theory(site).sign {
            self.centre(x, y, sign_of(sign), brush.colours.on(body), true);
        }
    }

    /// What is left of a piece that was taken last.
    pub(super) fn ghost(&mut self, Spot { x, y, r }: Spot, mark: Mark, dotted: bool, c: &Colours) -> Rgb {
        // Less than a piece, not to be counted as one.
        let r = if r < 13.0 { r } else { r * 0.8 };
        let colour = if mark.second { c.second } else { c.first };
        self.add(Form::Disc { x, y, r }, c.wash(colour, 0.17));
        let w = (r * 0.15).clamp(2.0, 3.2);
        self.add(Form::Ring { x, y, r: r - w / 2.0, w }, colour);
        if mark.second && dotted && r > 4.5 {
            self.add(Form::Disc { x, y, r: r * 0.26 }, colour);
        }
        colour
    }

    /// The outline of a piece that is no longer there.
    pub(super) fn outline(&mut self, Spot { x, y, r }: Spot, mark: Mark, c: &Colours) {
        self.add(Form::Disc { x, y, r: (r * 0.7).max(7.0) }, c.ground);
        if r < 13.0 && !mark.cursor {
            // Too small for more than its name.
            return;
        }
        let (w, colour) = if mark.cursor { (2.4, c.cursor) } else { (2.2, c.faint) };
        self.add(Form::Ring { x, y, r: r * 0.7 - w / 2.0, w }, colour);
    }

    /// The axis between two places: over the height of the board where they stand side by side.
    pub(super) fn axis(&mut self, a: Point, b: Point, colour: Rgb) {
        let (x, y, dx, dy) = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0, b.0 - a.0, b.1 - a.1);
        if dy.abs() < 1.0 {
            let x = (x / CELL.0).floor() * CELL.0 + CELL.0 / 2.0;
            return self.line((x, 0.0), (x, self.height as f32 * CELL.1), 1.6, colour);
        }
        let part = (24.0 / dx.hypot(dy)).max(0.9);
        self.line((x - dy * part, y + dx * part), (x + dy * part, y - dx * part), 2.4, colour);
    }

    /// Lines that lie under the pieces, where these leave ground free.
    pub(super) fn under(&mut self, links: impl IntoIterator<Item = (Point, Point, Rgb)>) {
        let at = self.pieces.min(self.shapes.len());
        let w = (self.size * 0.25).clamp(3.4, 6.0);
        let line = |(a, b, colour): (Point, Point, Rgb)| {
            Shape::new(Form::Line { x0: a.0, y0: a.1, x1: b.0, y1: b.1, w }, colour)
        };
        self.shapes.splice(at..at, links.into_iter().map(line));
    }

    /// A line below or above places from one column to another, with a text in its middle.
    pub(super) fn bracket(
        &mut self,
        (from, to, y): (i32, i32, i32),
        text: &str,
        ink: Ink,
        brush: &Brush<'_>,
    ) {
        let (left, right) = (middle(from, y), middle(to, y));
        // A line no longer than its text would only be seen as scraps around it.
        if to > from + wide(text) {
            self.line(
                (left.0 - 4.0, left.1),
                (right.0 + 4.0, right.1),
                1.6,
                brush.colours.said(ink, Mark::NONE).0,
            );
            (from..=to).for_each(|x| self.put((x, y), brush.pick('─', '-'), ink, Mark::NONE));
        }
        let text = if to > from + wide(text) + 2 { format!(" {text} ") } else { text.to_owned() };
        self.tell(((from + to) / 2, y), &text, ink, brush);
    }

    /// A hit on a rectangle of cells.
    pub(super) fn hit(&mut self, site: Option<Site>, at: (i32, i32), xs: (i32, i32), ys: (i32, i32)) {
        let (w, h) = (self.width, self.height);
        if let Some(site) = site {
            let xs = xs.0.max(0)..=xs.1.min(w - 1);
            let cells = (ys.0.max(0)..=ys.1.min(h - 1)).flat_map(move |y| xs.clone().map(move |x| (x, y)));
            let at = (at.0.clamp(0, (w - 1).max(0)), at.1.clamp(0, (h - 1).max(0)));
            self.hits.push(Hit::new(site, at.0, at.1, cells));
        }
    }

    /// A hit on the cells of a round piece.
    pub(super) fn hit_round(&mut self, site: Option<Site>, at: (i32, i32), r: f32) {
        let (dx, dy) = (cells(r - 4.0, CELL.0).max(0), cells(r - 8.0, CELL.1).max(0));
        self.hit(site, at, (at.0 - dx, at.0 + dx), (at.1 - dy, at.1 + dy));
    }

    /// Puts another board on this one, its upper left cell here.
    pub(super) fn paste(&mut self, x: i32, y: i32, other: Board) {
        let (dx, dy) = (x as f32 * CELL.0, y as f32 * CELL.1);
        self.shapes.extend(other.shapes.into_iter().map(|s| Shape { form: s.form.moved(dx, dy), ..s }));
        self.labels.extend(other.labels.into_iter().map(|l| Label { x: l.x + x, y: l.y + y, ..l }));
        if let (Some(canvas), Some(other)) = (&mut self.canvas, &other.canvas) {
            canvas.paste(x, y, other);
        }
        self.hits.extend(other.hits.into_iter().map(|hit| hit.shifted(nearest(x), nearest(y))));
    }

    /// The board with notes below it, as many as there is room for, none of them cut.
    pub(super) fn with_notes(self, notes: &[Vec<String>], brush: &Brush<'_>) -> Board {
        let gap = i32::from(self.height > 0 && brush.height > self.height + 1);
        let fit = nearest::<usize, _>((brush.height - self.height - gap).max(0));
        let mut shown: Vec<&str> = Vec::new();
        for note in notes {
            if shown.len() + note.len() <= fit && note.iter().all(|l| wide(l) <= brush.width) {
                shown.extend(note.iter().map(String::as_str));
            }
        }
        if shown.is_empty() {
            return self;
        }
        let width = shown.iter().map(|l| wide(l)).max().unwrap_or(0).max(self.width);
        // In the middle of the room the board stands where it stood under shorter notes.
        let width = width + (brush.width - width).rem_euclid(2);
        let mut board = Board::of(width, self.height + gap + nearest::<i32, _>(shown.len()), brush);
        board.cut.clone_from(&self.cut);
        let (left, below) = ((width - self.width) / 2, self.height + gap);
        board.paste(left, 0, self);
        for (y, line) in (below..).zip(shown) {
            board.say(((width - wide(line)) / 2, y), line, Ink::Note, Mark::NONE, brush);
        }
        board
    }

    pub(super) fn painted(self) -> Drawing {
        let (width, height) = (nearest(self.width.max(0)), nearest(self.height.max(0)));
        let art = Art::Painted(Painting { shapes: self.shapes, labels: self.labels });
        Drawing { width, height, art, hits: self.hits, cut: self.cut }
    }

    pub(super) fn plain(self) -> PlainDrawing {
        let canvas = self.canvas.unwrap_or_else(|| Canvas::new(0, 0));
        PlainDrawing { canvas, hits: self.hits, cut: self.cut }
    }
}

/// The sign of an outcome.
pub(super) fn sign_of(outcome: nimatron_core::rules::Outcome) -> &'static str {
    use nimatron_core::rules::Outcome;
    match outcome {
        Outcome::Win => "+",
        Outcome::Draw => "=",
        Outcome::Loss => "-",
    }
}
