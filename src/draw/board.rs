//! A board being drawn: shapes and labels, or characters; hits in cells; and the pieces that all boards share.

use super::brush::{Brush, sign_of};
use super::canvas::{Canvas, Ink, Mark, cut, wide};
use super::hits::{Drawing, Hit};
use nimatron_core::rules::{Face, Site, nearest};
use nimatron_paint::{CELL, Form, Label, Rgb, Shape, mix};

/// Across and down.
type Point = (f32, f32);

/// The middle of a cell in units.
pub(super) fn middle(x: i32, y: i32) -> (f32, f32) {
    (
        x as f32 * CELL.0 + CELL.0 / 2.0,
        y as f32 * CELL.1 + CELL.1 / 2.0,
    )
}

#[expect(clippy::cast_possible_truncation, reason = "a place on the board")]
pub(super) fn cell_at(x: f32, y: f32) -> (i32, i32) {
    ((x / CELL.0) as i32, (y / CELL.1) as i32)
}

/// How many whole cells lie in a number of units.
#[expect(clippy::cast_possible_truncation, reason = "it saturates")]
pub(super) fn cells(units: f32, size: f32) -> i32 {
    (units / size).ceil() as i32
}

pub(super) struct Board<'a> {
    pub(super) brush: Brush<'a>,
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
    pub(super) stacked: bool,
}

/// Where a round piece stands, in units, and how large it is.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) r: f32,
    /// How much farther it goes to each side: a low stone. Below 0, how much farther up and down: a pin.
    pub(super) flat: f32,
}

impl Spot {
    /// The piece with a rim of this width around it.
    fn form(self, rim: f32) -> Form {
        let Spot { x, y, r, flat } = self;
        let r = r + rim;
        let (w, h) = (r + flat.max(0.0), r - flat.min(0.0));
        match flat == 0.0 {
            false => Form::Rect {
                x: x - w,
                y: y - h,
                w: 2.0 * w,
                h: 2.0 * h,
                round: 8.0,
            },
            true => Form::Disc { x, y, r },
        }
    }
}

/// How far what is said of a piece goes beyond it.
pub(super) const RIM: f32 = 1.6;

impl<'a> Board<'a> {
    pub(super) fn of(width: i32, height: i32, brush: &Brush<'a>) -> Board<'a> {
        Board {
            brush: *brush,
            width,
            height,
            canvas: brush.plain.map(|_| Canvas::sized(width, height)),
            shapes: Vec::new(),
            labels: Vec::new(),
            hits: Vec::new(),
            cut: None,
            pieces: 0,
            size: 0.0,
            stacked: false,
        }
    }

    pub(super) fn add(&mut self, form: Form, colour: Rgb) {
        if self.canvas.is_none() {
            self.shapes.push(Shape { form, colour });
        }
    }

    /// A rectangle: left, top, width and height.
    pub(super) fn fill(&mut self, [x, y, w, h]: [f32; 4], colour: Rgb) {
        self.add(
            Form::Rect {
                x,
                y,
                w,
                h,
                round: 0.0,
            },
            colour,
        );
    }

    pub(super) fn line(&mut self, from: (f32, f32), to: (f32, f32), w: f32, colour: Rgb) {
        self.add(
            Form::Line {
                x0: from.0,
                y0: from.1,
                x1: to.0,
                y1: to.1,
                w,
            },
            colour,
        );
    }

    /// Writes a text on what is painted from a cell on, as much as there is room for.
    pub(super) fn write(&mut self, x: i32, y: i32, text: &str, ink: Rgb, bold: bool) {
        if (0..self.height).contains(&y) && x >= 0 && x < self.width {
            let text = cut(text, self.width - x);
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

    /// Writes a text on what is painted around a cell.
    pub(super) fn centre(&mut self, x: i32, y: i32, text: &str, ink: Rgb, bold: bool) {
        self.write((x - (wide(text) - 1) / 2).max(0), y, text, ink, bold);
    }

    /// Writes words of the board from a cell on, painted or plain.
    pub(super) fn say(&mut self, (x, y): (i32, i32), text: &str, ink: Ink, mark: Mark) {
        match &mut self.canvas {
            Some(canvas) => canvas.write(x, y, text, ink, mark),
            None => {
                let (colour, bold) = self.brush.colours.said(ink, mark);
                self.write(x, y, text, colour, bold);
            }
        }
    }

    /// Writes words of the board around a cell, painted or plain.
    pub(super) fn tell(&mut self, (x, y): (i32, i32), text: &str, ink: Ink) {
        self.say(
            ((x - (wide(text) - 1) / 2).max(0), y),
            text,
            ink,
            Mark::default(),
        );
    }

    /// Sets a character of a plain drawing.
    pub(super) fn put(&mut self, (x, y): (i32, i32), ch: char, ink: Ink, mark: Mark) {
        if let Some(canvas) = &mut self.canvas {
            canvas.put(x, y, ch, ink, mark);
        }
    }

    /// Sets the character of a piece, in brackets where it is pointed at or was played last.
    pub(super) fn piece(&mut self, (x, y): (i32, i32), ch: char, ink: Ink, mark: Mark) {
        self.put((x, y), ch, ink, mark);
        let around = match mark {
            Mark { cursor: true, .. } => ('[', ']'),
            Mark { last: true, .. } if ch != self.brush.gap(mark) => {
                self.brush.pick(('‹', '›'), ('<', '>'))
            }
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
    ) {
        let mark = self.brush.marks.mark_of(site);
        let (left, right) = (x - (wide(text) - 1) / 2, x + wide(text) / 2);
        self.say((left, y), text, ink, mark);
        if let Some((open, close)) = self.brush.brackets(mark, ring) {
            self.put((left - 1, y), open, ink, mark);
            self.put((right + 1, y), close, ink, mark);
        }
        if let Some((ch, ink)) = self.brush.badge(site) {
            self.put((right + 1, y), ch, ink, Mark::default());
        }
        self.hit(site, (x, y), (left - 1, right + 1), (y, y));
    }

    /// A stone with what is said of it; its colour where the theory or the moves give it none.
    pub(super) fn stone(&mut self, spot: Spot, site: Option<Site>, mark: Mark, colour: Rgb) -> Rgb {
        let Brush {
            colours: c, marks, ..
        } = self.brush;
        let theory = marks.theory(site);
        let plain = if theory.losing { c.figure } else { colour };
        let body = c.told(theory).unwrap_or(plain);
        let body = if mark.gone || mark.picked {
            mix(body, c.picked, 0.5)
        } else {
            body
        };
        let r = spot.r;
        let rim = c
            .rim(mark, marks.picking())
            .or(theory.lit.then_some(c.figure));
        // A small piece is all rim.
        let Some(rim) = rim.filter(|_| r >= 7.0) else {
            self.round(spot, rim.unwrap_or(body));
            return rim.unwrap_or(body);
        };
        self.add(spot.form(1.0), rim);
        let r = r - (r * 0.25).clamp(3.4, 5.0);
        self.round(Spot { r, ..spot }, body);
        body
    }

    /// A ball: where there is room for them, with a dark rim and a light from the upper left.
    fn round(&mut self, spot: Spot, colour: Rgb) {
        let Spot { x, y, r, flat } = spot;
        if r < 12.0 || flat != 0.0 {
            return self.add(spot.form(0.0), colour);
        }
        let (dark, light) = ([0; 3], [255; 3]);
        self.add(
            Form::Disc { x, y, r },
            mix(colour, dark, if r < 20.0 { 0.24 } else { 0.36 }),
        );
        self.add(Form::Disc { x, y, r: r * 0.9 }, colour);
        self.add(
            Form::Disc {
                x: x - r * 0.24,
                y: y - r * 0.3,
                r: r * 0.42,
            },
            mix(colour, light, 0.16),
        );
        self.add(
            Form::Disc {
                x: x - r * 0.28,
                y: y - r * 0.36,
                r: r * 0.22,
            },
            mix(colour, light, 0.32),
        );
    }

    /// A frame of whole blocks around a place, as thick at the sides as above and below.
    pub(super) fn frame(&mut self, [x, y, w, h]: [f32; 4], colour: Rgb) {
        let side = CELL.0;
        let (left, top) = ((x / side).floor() * side, (y / side).floor() * side);
        let (right, low) = (
            ((x + w) / side).ceil() * side,
            ((y + h) / side).ceil() * side,
        );
        self.add(
            Form::Outline {
                x: left,
                y: top,
                w: right - left,
                h: low - top,
                round: 0.0,
                line: side,
            },
            colour,
        );
    }

    /// Writes a name on a piece of this colour and radius, which is made wider where the name would stand next to it.
    pub(super) fn label(
        &mut self,
        (x, y): (i32, i32),
        text: &str,
        (body, r): (Rgb, f32),
        bold: bool,
    ) {
        let long = wide(text) as f32 * CELL.0;
        if wide(text) > 1 && long + CELL.0 > 2.0 * r {
            let left = (x - (wide(text) - 1) / 2) as f32 * CELL.0 - 3.0;
            let top = y as f32 * CELL.1 + 1.0;
            self.add(
                Form::Rect {
                    x: left,
                    y: top,
                    w: long + 6.0,
                    h: CELL.1 - 2.0,
                    round: 4.0,
                },
                body,
            );
        }
        self.centre(x, y, text, self.brush.colours.on(body), bold);
    }

    /// The sign of the move at a place, on a piece of this colour.
    pub(super) fn sign(&mut self, (x, y): (i32, i32), site: Option<Site>, body: Rgb) {
        if let Some(sign) = self.brush.marks.theory(site).sign {
            self.centre(
                x,
                y,
                &sign_of(sign).to_string(),
                self.brush.colours.on(body),
                true,
            );
        }
    }

    /// What is left of a piece that was taken last: its outline, or where that is too small a sign.
    pub(super) fn ghost(&mut self, spot: Spot) -> Rgb {
        let colour = self.brush.last();
        if spot.r < 12.0 {
            let sign = if self.brush.marks.ghost().second {
                "×"
            } else {
                "○"
            };
            self.centre(
                cells(spot.x, CELL.0) - 1,
                cells(spot.y, CELL.1) - 1,
                sign,
                colour,
                true,
            );
        } else {
            self.add(spot.form(-2.0), colour);
            self.add(spot.form(-5.6), self.brush.colours.ground);
        }
        colour
    }

    /// The name of a place, in what is left of the piece that was taken there last.
    pub(super) fn taken(&mut self, at: (i32, i32), spot: Spot, name: &str) {
        match spot.r < 18.0 {
            true => self.centre(at.0, at.1, &format!("‹{name}›"), self.brush.last(), true),
            false => {
                let colour = self.ghost(spot);
                self.centre(at.0, at.1, name, colour, true);
            }
        }
    }

    /// A ring with its name; where there is none, what is left of it.
    pub(super) fn ring(
        &mut self,
        at: (i32, i32),
        spot: Spot,
        (name, face): (&str, Face),
        site: Option<Site>,
    ) {
        let Brush {
            colours: c, marks, ..
        } = self.brush;
        let mark = marks.mark_of(site);
        if face == Face::Empty {
            self.clearing(spot, mark);
            match mark.last {
                true => self.taken(at, spot, name),
                false => self.centre(at.0, at.1, name, c.quiet, false),
            }
        } else {
            let body = self.stone(spot, site, mark, c.face(face));
            let sign = marks.theory(site).sign;
            let lift = i32::from(spot.r >= 15.0 && sign.is_some());
            let text = match sign.filter(|_| lift == 0) {
                Some(sign) => format!("{name}{}", sign_of(sign)),
                None => name.to_owned(),
            };
            self.label(at, &text, (body, spot.r), true);
            if lift > 0 {
                self.sign((at.0, at.1 + 1), site, body);
            }
        }
        self.hit_round(site, at, spot.r);
    }

    /// Room for the name of a place where no piece is.
    pub(super) fn clearing(&mut self, Spot { x, y, r, .. }: Spot, mark: Mark) {
        let c = self.brush.colours;
        let form = Form::Disc {
            x,
            y,
            r: (r * 0.7).max(7.0),
        };
        if mark.cursor {
            self.add(
                Form::Disc {
                    x,
                    y,
                    r: r.max(10.0),
                },
                c.cursor,
            );
        }
        self.add(form, c.ground);
    }

    /// The axis between two places: over the height of the board where they, or their stacks, stand side by side.
    pub(super) fn axis(&mut self, a: Point, b: Point) {
        let colour = self.brush.colours.figure;
        let (x, y, dx, dy) = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0, b.0 - a.0, b.1 - a.1);
        if dy.abs() < 1.0 || self.stacked && dx.abs() >= CELL.0 {
            let x = (x / CELL.0).floor() * CELL.0 + CELL.0 / 2.0;
            return self.line((x, 0.0), (x, self.height as f32 * CELL.1), 1.6, colour);
        }
        let part = (24.0 / dx.hypot(dy)).max(0.9);
        self.line(
            (x - dy * part, y + dx * part),
            (x + dy * part, y - dx * part),
            2.4,
            colour,
        );
    }

    /// Lines that lie under the pieces; between pieces that leave no ground free they bridge the two.
    pub(super) fn under(&mut self, links: Vec<((Point, Point), Rgb)>) {
        let at = self.pieces.min(self.shapes.len());
        let w = (self.size * 0.25).clamp(3.4, 6.0);
        let line = |(a, b): (Point, Point), colour| {
            Shape::new(
                Form::Line {
                    x0: a.0,
                    y0: a.1,
                    x1: b.0,
                    y1: b.1,
                    w,
                },
                colour,
            )
        };
        let touch = |&((a, b), _): &((Point, Point), Rgb)| {
            (a.0 - b.0).hypot(a.1 - b.1) < 2.0 * self.size + CELL.0
        };
        let (over, under): (Vec<_>, Vec<_>) = links.into_iter().partition(touch);
        let between = |a: f32, b: f32, part: f32| a + (b - a) * part;
        for ((a, b), colour) in over {
            let end = |part| (between(a.0, b.0, part), between(a.1, b.1, part));
            self.shapes.push(line((end(0.3), end(0.7)), colour));
        }
        self.shapes.splice(
            at..at,
            under.into_iter().map(|(ends, colour)| line(ends, colour)),
        );
    }

    /// A line below or above places from one column to another, with a text in its middle.
    pub(super) fn bracket(&mut self, (from, to, y): (i32, i32, i32), text: &str, ink: Ink) {
        let (left, right) = (middle(from, y), middle(to, y));
        // A line no longer than its text would only be seen as scraps around it.
        if to > from + wide(text) {
            let (colour, _) = self.brush.colours.said(ink, Mark::default());
            self.line(
                (left.0 - 4.0, left.1),
                (right.0 + 4.0, right.1),
                1.6,
                colour,
            );
            (from..=to)
                .for_each(|x| self.put((x, y), self.brush.pick('─', '-'), ink, Mark::default()));
        }
        let text = if to > from + wide(text) + 2 {
            format!(" {text} ")
        } else {
            text.to_owned()
        };
        self.tell(((from + to) / 2, y), &text, ink);
    }

    /// A hit on a rectangle of cells.
    pub(super) fn hit(
        &mut self,
        site: Option<Site>,
        at: (i32, i32),
        xs: (i32, i32),
        ys: (i32, i32),
    ) {
        let (w, h) = (self.width, self.height);
        if let Some(site) = site {
            let xs = xs.0.max(0)..=xs.1.min(w - 1);
            let cells =
                (ys.0.max(0)..=ys.1.min(h - 1)).flat_map(move |y| xs.clone().map(move |x| (x, y)));
            let at = (at.0.clamp(0, (w - 1).max(0)), at.1.clamp(0, (h - 1).max(0)));
            self.hits.push(Hit::new(site, at.0, at.1, cells));
        }
    }

    /// What is out of sight waits at the border, and takes no click.
    pub(super) fn wait(&mut self, site: Option<Site>, at: (i32, i32)) {
        self.hit(site, at, (0, -1), (0, -1));
    }

    pub(super) fn hit_round(&mut self, site: Option<Site>, at: (i32, i32), r: f32) {
        let (dx, dy) = (cells(r - 4.0, CELL.0).max(0), cells(r - 8.0, CELL.1).max(0));
        self.hit(site, at, (at.0 - dx, at.0 + dx), (at.1 - dy, at.1 + dy));
    }

    /// Puts another board on this one, its upper left cell here.
    pub(super) fn paste(&mut self, x: i32, y: i32, other: Board<'_>) {
        let (dx, dy) = (x as f32 * CELL.0, y as f32 * CELL.1);
        self.shapes.extend(other.shapes.into_iter().map(|s| Shape {
            form: s.form.moved(dx, dy),
            ..s
        }));
        self.labels.extend(other.labels.into_iter().map(|l| Label {
            x: l.x + x,
            y: l.y + y,
            ..l
        }));
        if let (Some(canvas), Some(other)) = (&mut self.canvas, &other.canvas) {
            canvas.paste(x, y, other);
        }
        self.hits.extend(
            other
                .hits
                .into_iter()
                .map(|hit| hit.shifted(nearest(x), nearest(y))),
        );
    }

    /// The board with notes below it, as many as there is room for, none of them cut.
    pub(super) fn with_notes(self, notes: &[Vec<String>], brush: &Brush<'a>) -> Board<'a> {
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
        let width = shown
            .iter()
            .map(|l| wide(l))
            .max()
            .unwrap_or(0)
            .max(self.width);
        // In the middle of the room the board stands where it stood under shorter notes.
        let width = width + (brush.width - width).rem_euclid(2);
        let mut board = Board::of(
            width,
            self.height + gap + nearest::<i32, _>(shown.len()),
            brush,
        );
        board.cut.clone_from(&self.cut);
        let (left, below) = ((width - self.width) / 2, self.height + gap);
        board.paste(left, 0, self);
        for (y, line) in (below..).zip(shown) {
            board.say(
                ((width - wide(line)) / 2, y),
                line,
                Ink::Note,
                Mark::default(),
            );
        }
        board
    }

    pub(super) fn drawing(self) -> Drawing {
        let (width, height) = (nearest(self.width.max(0)), nearest(self.height.max(0)));
        let Board {
            canvas,
            shapes,
            labels,
            hits,
            cut,
            ..
        } = self;
        Drawing {
            width,
            height,
            canvas,
            shapes,
            labels,
            hits,
            cut,
        }
    }
}
