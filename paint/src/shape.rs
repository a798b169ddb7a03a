//! Shapes, and how far a point is from each of them.

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// Units across and down a cell.
pub const CELL: (f32, f32) = (8.0, 16.0);

/// What a shape covers. Widths, radii and sides are in units and not negative.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(
    missing_docs,
    reason = "coordinates of the middle, radius, width, corner"
)]
pub enum Form {
    /// A filled circle.
    Disc { x: f32, y: f32, r: f32 },
    /// A line with round ends.
    Line {
        x0: f32,
        y0: f32,
        x1: f32,
        y1: f32,
        w: f32,
    },
    /// A filled triangle.
    Triangle { p: [(f32, f32); 3] },
    /// A filled rectangle from its upper left corner, its corners rounded.
    Rect {
        x: f32,
        y: f32,
        w: f32,
        h: f32,
        round: f32,
    },
    /// The line of such a rectangle, `line` wide, inside it: that of a circle where `round` is half of its side.
    Outline {
        x: f32,
        y: f32,
        w: f32,
        h: f32,
        round: f32,
        line: f32,
    },
}

impl Form {
    /// How far a point is outside the form; negative inside.
    #[must_use]
    #[inline]
    pub fn distance(&self, px: f32, py: f32) -> f32 {
        let rect = |x: f32, y: f32, w: f32, h: f32, round: f32| {
            let qx = (px - x - w / 2.0).abs() - w / 2.0 + round;
            let qy = (py - y - h / 2.0).abs() - h / 2.0 + round;
            let outside = (qx.max(0.0).powi(2) + qy.max(0.0).powi(2)).sqrt();
            outside + qx.max(qy).min(0.0) - round
        };
        let from = |x: f32, y: f32| ((px - x).powi(2) + (py - y).powi(2)).sqrt();
        match *self {
            Form::Disc { x, y, r } => from(x, y) - r,
            Form::Line { x0, y0, x1, y1, w } => {
                let (dx, dy) = (x1 - x0, y1 - y0);
                let long = (dx * dx + dy * dy).max(1e-6);
                let t = (((px - x0) * dx + (py - y0) * dy) / long).clamp(0.0, 1.0);
                from(x0 + t * dx, y0 + t * dy) - w / 2.0
            }
            Form::Triangle { p } => {
                let turn =
                    (p[1].0 - p[0].0) * (p[2].1 - p[0].1) - (p[1].1 - p[0].1) * (p[2].0 - p[0].0);
                let side = |a: (f32, f32), b: (f32, f32)| {
                    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
                    let long = (dx * dx + dy * dy).sqrt().max(1e-6);
                    ((px - a.0) * dy - (py - a.1) * dx) / long * turn.signum()
                };
                side(p[0], p[1]).max(side(p[1], p[2])).max(side(p[2], p[0]))
            }
            Form::Rect { x, y, w, h, round } => rect(x, y, w, h, round),
            Form::Outline {
                x,
                y,
                w,
                h,
                round,
                line,
            } => (rect(x, y, w, h, round) + line / 2.0).abs() - line / 2.0,
        }
    }

    /// Left, top, right and bottom.
    #[must_use]
    pub fn bounds(&self) -> [f32; 4] {
        match *self {
            Form::Disc { x, y, r } => [x - r, y - r, x + r, y + r],
            Form::Line { x0, y0, x1, y1, w } => {
                let w = w / 2.0;
                [
                    x0.min(x1) - w,
                    y0.min(y1) - w,
                    x0.max(x1) + w,
                    y0.max(y1) + w,
                ]
            }
            Form::Triangle { p: [a, b, c] } => [
                a.0.min(b.0).min(c.0),
                a.1.min(b.1).min(c.1),
                a.0.max(b.0).max(c.0),
                a.1.max(b.1).max(c.1),
            ],
            Form::Rect { x, y, w, h, .. } | Form::Outline { x, y, w, h, .. } => {
                [x, y, x + w, y + h]
            }
        }
    }

    /// The same form elsewhere.
    #[must_use]
    pub fn moved(self, dx: f32, dy: f32) -> Form {
        match self {
            Form::Disc { x, y, r } => Form::Disc {
                x: x + dx,
                y: y + dy,
                r,
            },
            Form::Line { x0, y0, x1, y1, w } => Form::Line {
                x0: x0 + dx,
                y0: y0 + dy,
                x1: x1 + dx,
                y1: y1 + dy,
                w,
            },
            Form::Triangle { p } => Form::Triangle {
                p: p.map(|(x, y)| (x + dx, y + dy)),
            },
            Form::Rect { x, y, w, h, round } => Form::Rect {
                x: x + dx,
                y: y + dy,
                w,
                h,
                round,
            },
            Form::Outline {
                x,
                y,
                w,
                h,
                round,
                line,
            } => Form::Outline {
                x: x + dx,
                y: y + dy,
                w,
                h,
                round,
                line,
            },
        }
    }

    /// What tells this form from others at the same place, in sixteenths of a unit.
    pub(crate) fn key(&self) -> [i32; 8] {
        // Around this number floats are a sixteenth apart.
        let n = |v: f32| (v + 524_288.0).to_bits().cast_signed();
        match *self {
            Form::Disc { x, y, r } => [1, n(x), n(y), n(r), 0, 0, 0, 0],
            Form::Line { x0, y0, x1, y1, w } => [4, n(x0), n(y0), n(x1), n(y1), n(w), 0, 0],
            Form::Triangle { p: [a, b, c] } => {
                [5, n(a.0), n(a.1), n(b.0), n(b.1), n(c.0), n(c.1), 0]
            }
            Form::Rect { x, y, w, h, round } => [6, n(x), n(y), n(w), n(h), n(round), 0, 0],
            Form::Outline {
                x,
                y,
                w,
                h,
                round,
                line,
            } => [7, n(x), n(y), n(w), n(h), n(round), n(line), 0],
        }
    }
}

/// A form in a colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// What it covers.
    pub form: Form,
    /// Its colour.
    pub colour: Rgb,
}

impl Shape {
    /// A form that hides what is under it.
    #[must_use]
    pub fn new(form: Form, colour: Rgb) -> Shape {
        Shape { form, colour }
    }
}

/// A colour between two: at 0 the first, at 1 the second.
#[must_use]
pub fn mix(a: Rgb, b: Rgb, t: f32) -> Rgb {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between two bytes"
    )]
    let part = |a: u8, b: u8| {
        (f32::from(a) + (f32::from(b) - f32::from(a)) * t.clamp(0.0, 1.0)).round() as u8
    };
    [part(a[0], b[0]), part(a[1], b[1]), part(a[2], b[2])]
}
