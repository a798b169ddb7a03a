//! Boards on a triangular lattice: every line is horizontal or a clean diagonal, one row down for one column across.
//!
//! One number, the pitch, fixes all: a lattice step of (1, 1) is as many rows down as columns across.

use super::canvas::{Canvas, Ink, Mark, wide};
use super::disc::{self, DiscSize};
use super::hits::{Hit, PlainDrawing};
use super::pen::{self, Pen, ink};
use nimatron_core::rules::{Area, Face, Lattice, Line, Look, Player, Point, Site};
use std::collections::BTreeMap;

/// From here on numbers of dots are written under them.
const ROOMY: i32 = 5;

/// From here on dots are blocks, and drawn diagonals twice as strong.
const LARGE: i32 = 8;

/// Draws at the largest pitch that fits, with the numbers of dots unless they alone are too much; `None` when no pitch
/// fits.
pub(super) fn draw(lattice: &Lattice, pen: &Pen<'_>) -> Option<PlainDrawing> {
    let (width, height) = pen.space();
    let pitches = || (2..=16).rev();
    let named = pitches().map(|pitch| (pitch, true));
    named.chain(pitches().map(|pitch| (pitch, false))).find_map(|(pitch, named)| {
        let layout = LatticeLayout::of(lattice, pitch, named, pen.style.ascii)?;
        (layout.width <= width && layout.height <= height).then(|| layout.paint(lattice, pen))
    })
}

/// Where the number of a dot is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    /// Under each dot.
    Under,
    /// Outside, at both ends of each row.
    Ends,
    /// Nowhere.
    None,
}

/// Where everything goes at one pitch.
struct LatticeLayout {
    pitch: i32,
    /// How wide a label is made, so that all rings are of one size.
    label: i32,
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    /// How large rings are, where they are more than a label in one row.
    disc: Option<DiscSize>,
    numbers: Numbers,
    /// The columns of the first and the last point of each row, by row.
    ends: BTreeMap<i32, (i32, i32)>,
}

impl LatticeLayout {
    fn of(lattice: &Lattice, pitch: i32, named: bool, ascii: bool) -> Option<LatticeLayout> {
        let label = lattice.points.iter().filter(|p| p.face != Face::Dot).map(|p| wide(&p.label)).max();
        let label = label.unwrap_or(0);
        // Two neighbouring rings must not run into each other.
        if label + 2 > 2 * pitch {
            return None;
        }
        // Between two discs some of the line is left.
        let rings = lattice.points.iter().any(|p| p.face != Face::Dot);
        let disc = DiscSize::within(2 * pitch - 3, pitch - 2)
            .filter(|d| rings && !ascii && label + 2 <= d.width - 2);
        let rim = disc.map_or(0, |d| d.height / 2);
        let mut ends = BTreeMap::new();
        for &Point { at: (x, y), .. } in &lattice.points {
            let (first, last) = ends.entry(y).or_insert((x, x));
            (*first, *last) = (x.min(*first), x.max(*last));
        }
        let has_numbers = lattice.points.iter().any(|p| p.face == Face::Dot && !p.label.is_empty());
        let numbers = match (has_numbers && named, pitch >= ROOMY) {
            (true, true) => Numbers::Under,
            (true, false) => Numbers::Ends,
            (false, _) => Numbers::None,
        };
        // A dot that is a block reaches into the cells beside it.
        let block = i32::from(pitch >= LARGE && !ascii);
        let side = |p: &Point| match (p.face, numbers) {
            (Face::Dot, Numbers::None) => (block, block),
            (Face::Dot, Numbers::Under) => {
                ((wide(&p.label) / 2).max(block), ((wide(&p.label) - 1) / 2).max(block))
            }
            (Face::Dot, Numbers::Ends) => {
                let side = |is_end: bool| if is_end { wide(&p.label) + 1 } else { 0 };
                let (first, last) = ends.get(&p.at.1).copied().unwrap_or_default();
                (side(p.at.0 == first), side(p.at.0 == last && first != last))
            }
            _ if disc.is_some() => disc.map_or((0, 0), |d| (d.width / 2 + 1, d.width / 2 + 1)),
            // The bracket and the arrow of the cursor outside it.
            _ if pitch > 2 => (label / 2 + 2, (label - 1) / 2 + 2),
            _ => (label / 2 + 1, (label - 1) / 2 + 1),
        };
        let left = lattice.points.iter().map(|p| p.at.0 * pitch - side(p).0).min()?;
        let right = lattice.points.iter().map(|p| p.at.0 * pitch + side(p).1).max()?;
        let top = lattice.points.iter().map(|p| p.at.1).min()? * pitch - rim;
        let bottom = lattice.points.iter().map(|p| p.at.1).max()? * pitch + rim;
        let height = bottom - top + 1 + i32::from(numbers == Numbers::Under);
        Some(LatticeLayout { pitch, label, left, top, width: right - left + 1, height, disc, numbers, ends })
    }

    fn place(&self, p: &Point) -> (i32, i32) {
        (p.at.0 * self.pitch - self.left, p.at.1 * self.pitch - self.top)
    }

    fn paint(&self, lattice: &Lattice, pen: &Pen<'_>) -> PlainDrawing {
        let mut canvas = Canvas::sized(self.width, self.height);
        let mut hits = Vec::new();
        for area in &lattice.areas {
            self.area(lattice, area, &mut canvas);
        }
        for line in &lattice.lines {
            hits.extend(self.line(lattice, line, pen, &mut canvas));
        }
        for point in &lattice.points {
            hits.extend(self.point(point, pen, &mut canvas));
        }
        for (sites, text) in pen.marks.values() {
            self.value(lattice, &sites, text, &mut canvas);
        }
        PlainDrawing { canvas, hits, cut: None, said: None }
    }

    /// Fills an owned triangle, and sets the owner's letter in the middle of it.
    fn area(&self, lattice: &Lattice, area: &Area, canvas: &mut Canvas) {
        let Some(owner) = area.owner else { return };
        let ink = match owner {
            Player::First => Ink::AreaFirst,
            Player::Second => Ink::AreaSecond,
        };
        let corners = area.corners.map(|c| lattice.points.get(c).map(|p| self.place(p)));
        let [Some(a), Some(b), Some(c)] = corners else { return };
        // The apex is the corner with a row of its own.
        let apex = if a.1 == b.1 {
            c
        } else if a.1 == c.1 {
            b
        } else {
            a
        };
        let down = if a.1.max(b.1).max(c.1) > apex.1 { 1 } else { -1 };
        for d in 1..self.pitch {
            for dx in 1 - d..d {
                canvas.put(apex.0 + dx, apex.1 + down * d, ' ', ink, Mark::NONE);
            }
        }
        let middle = (2 * self.pitch + 1) / 3;
        let x = apex.0 - wide(&area.label) / 2;
        canvas.write(x, apex.1 + down * middle, &area.label, ink, Mark::NONE);
    }

    /// A value in the middle of the triangle that these lines bound.
    fn value(&self, lattice: &Lattice, sites: &[Site], text: &str, canvas: &mut Canvas) {
        let bounds = |area: &&Area| {
            let side = |line: &&Line| {
                area.corners.contains(&line.ends.0)
                    && area.corners.contains(&line.ends.1)
                    && line.site.is_some_and(|site| sites.contains(&site))
            };
            lattice.lines.iter().filter(side).count() == 3
        };
        let Some(area) = lattice.areas.iter().find(bounds) else { return };
        let corners = area.corners.map(|c| lattice.points.get(c).map(|p| self.place(p)));
        let [Some(a), Some(b), Some(c)] = corners else { return };
        let (x, y) = ((a.0 + b.0 + c.0) / 3, (a.1 + b.1 + c.1 + 1) / 3);
        // In brackets it is not taken for the length of a chain.
        let text = if self.pitch >= ROOMY { format!("[{text}]") } else { text.to_owned() };
        canvas.write(x - wide(&text) / 2, y, &text, Ink::Figure, Mark::NONE);
    }

    fn line(&self, lattice: &Lattice, line: &Line, pen: &Pen<'_>, canvas: &mut Canvas) -> Option<Hit> {
        let (a, b) = (lattice.points.get(line.ends.0)?, lattice.points.get(line.ends.1)?);
        // From left to right.
        let ((from, a), (to, b)) = if a.at <= b.at {
            ((self.place(a), a), (self.place(b), b))
        } else {
            ((self.place(b), b), (self.place(a), a))
        };
        let steps = to.0 - from.0;
        let slope = (to.1 - from.1).signum();
        if slope != 0 && steps != (to.1 - from.1).abs() {
            return None; // not a line of the lattice
        }
        let flat = slope == 0;
        // A flat line leaves a cell free beside a label; a dot it touches.
        let gap = |p: &Point| if flat && p.face != Face::Dot { 2 } else { 1 };
        let mark = pen.marks.mark_of(line.site);
        let (first, last) = (gap(a), steps - gap(b));
        let middle = steps / 2;
        let ink = match line.look {
            Look::Faint if mark.open => Ink::Dim,
            Look::Faint => Ink::Faint,
            Look::Plain => Ink::Dim,
            Look::Strong => Ink::Strong,
        };
        for i in first..=last {
            let ch = line_char(
                pen,
                line.look,
                mark,
                slope,
                i,
                i == middle || (!flat && i == first && middle > last),
            );
            canvas.put(from.0 + i, from.1 + slope * i, ch, ink, mark);
            if slope != 0 && line.look == Look::Strong && self.pitch >= LARGE && !pen.style.ascii {
                canvas.put(from.0 + i + slope.min(0) * 2 + 1, from.1 + slope * i, ch, ink, mark);
            }
        }
        if let Some((ch, ink)) = line.site.and_then(|site| pen.marks.badge(site)) {
            // The sign in the middle, and the line in its colour.
            for i in first..=last {
                let (x, y) = (from.0 + i, from.1 + slope * i);
                let ch = if i == middle { ch } else { canvas.get_at(x, y).ch };
                canvas.put(x, y, ch, ink, mark);
            }
        }
        let cells = (first..=last).map(|i| (from.0 + i, from.1 + slope * i));
        line.site.map(|site| Hit::new(site, from.0 + middle, from.1 + slope * middle, cells))
    }

    /// The number of a dot.
    fn number(&self, point: &Point, (x, y): (i32, i32), canvas: &mut Canvas) {
        let label = point.label.as_str();
        match self.numbers {
            Numbers::Under => {
                // Between the two lines that go down from the dot: one row down one cell is free, two rows down three.
                let lowest = y + 2 == self.height;
                let down = if wide(label) > 1 && !lowest { 2 } else { 1 };
                canvas.write(x - wide(label) / 2, y + down, label, Ink::Label, Mark::NONE);
            }
            Numbers::Ends => {
                let (first, last) = self.ends.get(&point.at.1).copied().unwrap_or_default();
                if point.at.0 == first {
                    canvas.write(x - 1 - wide(label), y, label, Ink::Label, Mark::NONE);
                } else if point.at.0 == last {
                    canvas.write(x + 2, y, label, Ink::Label, Mark::NONE);
                }
            }
            Numbers::None => {}
        }
    }

    fn point(&self, point: &Point, pen: &Pen<'_>, canvas: &mut Canvas) -> Option<Hit> {
        let (x, y) = self.place(point);
        let mark = pen.marks.mark_of(point.site);
        if point.face == Face::Dot {
            if self.pitch >= LARGE && !pen.style.ascii {
                canvas.write(x - 1, y, "▐█▌", Ink::Plain, mark);
            } else {
                canvas.put(x, y, pen.style.pick('●', 'o'), Ink::Plain, mark);
            }
            self.number(point, (x, y), canvas);
            return point.site.map(|site| Hit::row(site, x, y, x, x));
        }
        let ring = point.face != Face::Empty;
        let badge = point.site.and_then(|site| pen.marks.badge(site));
        if let Some(size) = self.disc {
            if ring {
                disc::filled(size, (x, y), (&point.label, ink(point.face)), mark, pen, canvas);
            } else {
                if mark.last {
                    disc::ghost(size, (x, y), mark, pen, canvas);
                }
                canvas.write(x - wide(&point.label) / 2, y, &point.label, Ink::Dim, mark);
            }
            let (left, right) = (x - size.width / 2, x + size.width / 2);
            if let Some((ch, ink)) = badge {
                canvas.put(right, y - size.height / 2, ch, ink, Mark::NONE);
            }
            if mark.cursor {
                pen.point_at((left - 1, right + 1), y, (false, mark), canvas);
            }
            let (top, bottom) = (y - size.height / 2, y + size.height / 2);
            let cells = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
            return point.site.map(|site| Hit::new(site, x, y, cells));
        }
        let (left, right) = (x - self.label / 2, x + (self.label - 1) / 2);
        let on = if ring && !pen.style.ascii { Ink::OnStone } else { ink(point.face) };
        canvas.write(right + 1 - wide(&point.label), y, &point.label, on, mark);
        for pad in left..=right - wide(&point.label) {
            canvas.put(pad, y, ' ', on, mark);
        }
        let tight = self.pitch <= 2;
        let brackets = if tight && mark.cursor { Some(pen.pointers()) } else { pen.brackets(mark, ring) };
        if let Some((open, close)) = brackets {
            let rim = if open == pen::RIM.0 { Ink::Stone } else { on };
            canvas.put(left - 1, y, open, rim, mark);
            canvas.put(right + 1, y, close, rim, mark);
        }
        if let Some((ch, ink)) = badge {
            canvas.put(right + 1, y, ch, ink, Mark::NONE);
        }
        if mark.cursor && !tight {
            let (open, close) = pen.pointers();
            canvas.put(left - 2, y, open, Ink::Plain, mark);
            canvas.put(right + 2, y, close, Ink::Plain, mark);
        }
        point.site.map(|site| Hit::row(site, x, y, left - 1, right + 1))
    }
}

/// The character of the `i`-th cell of a line that goes down (`slope` 1), up (-1) or across (0).
fn line_char(pen: &Pen<'_>, look: Look, mark: Mark, slope: i32, i: i32, middle: bool) -> char {
    let pick = |unicode, ascii| pen.style.pick(unicode, ascii);
    let drawn = |across| match slope {
        0 => across,
        1 => pick('╲', '\\'),
        _ => pick('╱', '/'),
    };
    // Across, where cells are half as far apart, every other cell is left free.
    let dotted = |ch| if slope == 0 && i % 2 != 0 { ' ' } else { ch };
    match (look, mark) {
        (_, Mark { picked: true, .. }) => pick('◆', '#'),
        (Look::Faint, Mark { cursor: true, .. }) => pick('•', '+'),
        (Look::Faint, Mark { hint: true, .. }) => dotted('*'),
        (Look::Faint, _) => dotted(pick('·', '.')),
        (_, Mark { last: true, .. }) if middle => pick('◇', '%'),
        (_, Mark { last: true, .. }) => drawn(pick('━', '=')),
        _ => drawn(pick('─', '-')),
    }
}
