//! Defines shapes, and computes the distance of a point from a shape.

/// A colour as red, green and blue, each from 0 to 255.
pub type Rgb = [u8; 3];

/// The width and height of a cell in units.
pub const CELL: (f32, f32) = (8.0, 16.0);

/// The area that a shape covers. Widths, radii and sides are in units and never negative.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are coordinates, radii and widths")]
pub enum Form {
    /// A filled circle.
    Disc { x: f32, y: f32, r: f32 },
    /// A circle's outline of width `line`, inside the circle.
    Ring { x: f32, y: f32, r: f32, line: f32 },
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
    /// A filled rectangle, given by its upper left corner.
    Rect { x: f32, y: f32, w: f32, h: f32 },
    /// The four corners of a rectangle, drawn as angles with arms of length [`ARM`] along its sides.
    Corners { x: f32, y: f32, w: f32, h: f32 },
}

/// The length of the arms of [`Form::Corners`].
pub const ARM: f32 = 7.0;
/// Half the width of the arms of [`Form::Corners`].
const HALF: f32 = 1.0;

impl Form {
    /// Creates a line from one point to another.
    #[must_use]
    pub fn line((x0, y0): (f32, f32), (x1, y1): (f32, f32), w: f32) -> Form {
        Form::Line { x0, y0, x1, y1, w }
    }

    /// Returns the distance from a point to the form, negative inside. Beyond a corner of a triangle, the result is
    /// smaller than the true distance.
    #[must_use]
    #[inline]
    pub fn distance(&self, px: f32, py: f32) -> f32 {
        // Coordinates are small, so this skips the overflow checks that make `hypot` slow.
        let length = |x: f32, y: f32| (x * x + y * y).sqrt();
        let from = |x: f32, y: f32| length(px - x, py - y);
        match *self {
            Form::Disc { x, y, r } => from(x, y) - r,
            Form::Ring { x, y, r, line } => (from(x, y) - r + line / 2.0).abs() - line / 2.0,
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
            Form::Rect { x, y, w, h } => {
                let qx = (px - x - w / 2.0).abs() - w / 2.0;
                let qy = (py - y - h / 2.0).abs() - h / 2.0;
                length(qx.max(0.0), qy.max(0.0)) + qx.max(qy).min(0.0)
            }
            Form::Corners { x, y, w, h } => {
                // By symmetry, only the corner in the point's own quarter of the rectangle matters.
                let dx = w / 2.0 - (px - x - w / 2.0).abs();
                let dy = h / 2.0 - (py - y - h / 2.0).abs();
                let arm = |along: f32, across: f32, long: f32| {
                    let past = (along - long).max(-along).max(0.0);
                    length(past, across) - HALF
                };
                arm(dx, dy, ARM.min(w / 2.0)).min(arm(dy, dx, ARM.min(h / 2.0)))
            }
        }
    }

    /// Returns the left, top, right and bottom edges of the smallest rectangle around the form.
    #[must_use]
    pub fn bounds(&self) -> [f32; 4] {
        match *self {
            Form::Disc { x, y, r } | Form::Ring { x, y, r, .. } => [x - r, y - r, x + r, y + r],
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
            Form::Rect { x, y, w, h } => [x, y, x + w, y + h],
            Form::Corners { x, y, w, h } => [x - HALF, y - HALF, x + w + HALF, y + h + HALF],
        }
    }

    /// Returns the form, moved by an offset.
    #[must_use]
    pub fn moved(mut self, dx: f32, dy: f32) -> Form {
        let shift = |x: &mut f32, y: &mut f32| (*x, *y) = (*x + dx, *y + dy);
        match &mut self {
            Form::Disc { x, y, .. }
            | Form::Ring { x, y, .. }
            | Form::Rect { x, y, .. }
            | Form::Corners { x, y, .. } => shift(x, y),
            Form::Line { x0, y0, x1, y1, .. } => {
                shift(x0, y0);
                shift(x1, y1);
            }
            Form::Triangle { p } => p.iter_mut().for_each(|(x, y)| shift(x, y)),
        }
        self
    }

    /// Returns a hash key for the form and its coordinates. Coordinates are rounded to sixteenths of a unit, and
    /// negative coordinates to thirty-seconds.
    pub(crate) fn key(&self) -> [i32; 7] {
        // Consecutive floats from 524,288 upwards differ by a sixteenth, and those just below 524,288 differ by a
        // thirty-second. The addition therefore rounds.
        let n = |v: f32| (v + 524_288.0).to_bits().cast_signed();
        match *self {
            Form::Disc { x, y, r } => [1, n(x), n(y), n(r), 0, 0, 0],
            Form::Ring { x, y, r, line } => [2, n(x), n(y), n(r), n(line), 0, 0],
            Form::Corners { x, y, w, h } => [3, n(x), n(y), n(w), n(h), 0, 0],
            Form::Line { x0, y0, x1, y1, w } => [4, n(x0), n(y0), n(x1), n(y1), n(w), 0],
            Form::Triangle { p: [a, b, c] } => [5, n(a.0), n(a.1), n(b.0), n(b.1), n(c.0), n(c.1)],
            Form::Rect { x, y, w, h } => [6, n(x), n(y), n(w), n(h), 0, 0],
        }
    }
}

/// Divides the axis into intervals of `size` units, numbered from 0, and returns the numbers of those that meet the
/// range from `from` to `to`. Leaves out numbers outside `limits`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "negative values become 0, and the cast saturates"
)]
pub(crate) fn span(
    from: f32,
    to: f32,
    size: f32,
    limits: &std::ops::Range<usize>,
) -> std::ops::Range<usize> {
    let [first, end] = [(from / size).floor(), (to / size).ceil()]
        .map(|at| (at.max(0.0) as usize).clamp(limits.start, limits.end));
    first..end
}

/// A form and its colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// The area to fill.
    pub form: Form,
    /// The colour of the area.
    pub colour: Rgb,
}

impl Shape {
    /// Creates a shape from a form and a colour.
    #[must_use]
    pub fn new(form: Form, colour: Rgb) -> Shape {
        Shape { form, colour }
    }
}

/// Interpolates between two colours. The result is `a` if `t` is 0, and `b` if `t` is 1.
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
