//! Discs: stones, rings, balls and tokens, filled, at the size there is room for.

use super::canvas::{Canvas, Ink, Mark, wide};
use super::pen::Pen;

/// How many cells a disc takes. One row means a single character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DiscSize {
    /// Columns.
    pub(super) width: i32,
    /// Rows.
    pub(super) height: i32,
}

impl DiscSize {
    /// One cell.
    pub(super) const CELL: DiscSize = DiscSize { width: 1, height: 1 };
    /// The smallest that is more than a character.
    pub(super) const SMALL: DiscSize = DiscSize { width: 3, height: 2 };
    /// All sizes, the largest first. A cell is about twice as high as wide.
    pub(super) const ALL: [DiscSize; 6] = [
        DiscSize { width: 15, height: 7 },
        DiscSize { width: 11, height: 5 },
        DiscSize { width: 7, height: 3 },
        DiscSize { width: 5, height: 3 },
        DiscSize::SMALL,
        DiscSize::CELL,
    ];

    /// The largest size of at most so many columns and rows that is more than a character.
    pub(super) fn within(width: i32, height: i32) -> Option<DiscSize> {
        DiscSize::ALL.into_iter().find(|s| s.height > 1 && s.width <= width && s.height <= height)
    }
}

/// Characters of four quarters: upper left, upper right, lower left, lower right.
const QUARTERS: [char; 16] = [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// How a form is filled in a cell, from whether each quarter of it is inside; `None` outside of it.
fn cell(column: i32, row: i32, inside: impl Fn(i32, i32) -> bool) -> Option<char> {
    let quarter = |i: usize, dx, dy| usize::from(inside(2 * column + dx, 2 * row + dy)) << i;
    let index = quarter(0, 0, 0) | quarter(1, 1, 0) | quarter(2, 0, 1) | quarter(3, 1, 1);
    QUARTERS.get(index).copied().filter(|&ch| ch != ' ')
}

impl DiscSize {
    /// Where a quarter cell lies, from the middle, as parts of half the width and half the height.
    fn offset(self, x: i32, y: i32) -> (f64, f64) {
        let part = |n: i32, size: i32| f64::from(2 * n + 1 - 2 * size) / f64::from(2 * size);
        (part(x, self.width), part(y, self.height))
    }

    fn has(self, x: i32, y: i32) -> bool {
        let (dx, dy) = self.offset(x, y);
        dx * dx + dy * dy <= 1.0
    }
}

/// Draws a cross or a nought in blocks.
pub(super) fn letter(
    size: DiscSize,
    (x, y): (i32, i32),
    cross: bool,
    ink: Ink,
    mark: Mark,
    canvas: &mut Canvas,
) {
    let (left, top) = corner(size, (x, y));
    let inside = |qx: i32, qy: i32| {
        let (dx, dy) = size.offset(qx, qy);
        if cross { (dx.abs() - dy.abs()).abs() < 0.26 } else { (0.42..=1.0).contains(&(dx * dx + dy * dy)) }
    };
    for (row, column) in (0..size.height).flat_map(|r| (0..size.width).map(move |c| (r, c))) {
        if let Some(ch) = cell(column, row, inside) {
            canvas.put(left + column, top + row, ch, ink, mark);
        }
    }
}

/// Where a disc around (`x`, `y`) begins.
pub(super) fn corner(size: DiscSize, (x, y): (i32, i32)) -> (i32, i32) {
    (x - size.width / 2, y - (size.height - 1) / 2)
}

/// Draws a filled disc around a cell, with a label in its middle. What is said of it changes its sign: the label's
/// brackets, or the character in the middle.
pub(super) fn filled(
    size: DiscSize,
    (x, y): (i32, i32),
    (label, ink): (&str, Ink),
    mark: Mark,
    pen: &Pen<'_>,
    canvas: &mut Canvas,
) {
    if size.height == 1 || pen.style.ascii {
        if size.width >= 3 && label.is_empty() {
            canvas.put(x - 1, y, '(', ink, mark);
            canvas.put(x + 1, y, ')', ink, mark);
        }
        canvas.put(x, y, pen.disc(mark), ink, mark);
        return;
    }
    let (left, top) = corner(size, (x, y));
    for row in 0..size.height {
        for column in 0..size.width {
            if let Some(ch) = cell(column, row, |x, y| size.has(x, y)) {
                let ch = if mark.gone && !mark.cursor && ch == '█' { '░' } else { ch };
                canvas.put(left + column, top + row, ch, ink, mark);
            }
        }
    }
    // What would go is a shadow, with nothing on it but a sign.
    let on = if mark.gone && !mark.cursor { ink } else { Ink::OnStone };
    let text = signed(label, mark, pen, size.width - 2);
    if !text.is_empty() {
        canvas.write(x - wide(&text) / 2, y, &text, on, mark);
    }
}

/// A label with the brackets of its mark; without a label the sign of the mark alone.
fn signed(label: &str, mark: Mark, pen: &Pen<'_>, room: i32) -> String {
    if label.is_empty() {
        return match mark {
            Mark { picked: true, .. } => "◆".to_owned(),
            Mark { hint: true, .. } => "◈".to_owned(),
            Mark { gone: false, open: true, .. } if pen.marks.picking() => "◦".to_owned(),
            _ => String::new(),
        };
    }
    match pen.brackets(mark, false) {
        Some((open, close)) if wide(label) + 2 <= room.max(3) => format!("{open}{label}{close}"),
        _ => label.to_owned(),
    }
}

/// Draws where a disc was: an outline with a shade in it, heavy where the opponent took it.
pub(super) fn ghost(size: DiscSize, (x, y): (i32, i32), mark: Mark, pen: &Pen<'_>, canvas: &mut Canvas) {
    if size.height == 1 || pen.style.ascii {
        canvas.put(x, y, pen.gap(mark), Ink::Faint, mark);
        return;
    }
    let (left, top) = corner(size, (x, y));
    let (right, bottom) = (left + size.width - 1, top + size.height - 1);
    let [nw, ne, sw, se, across, down] = if mark.theirs {
        ['┏', '┓', '┗', '┛', '━', '┃']
    } else {
        ['╭', '╮', '╰', '╯', '─', '│']
    };
    let mut put = |x, y, ch| canvas.put(x, y, ch, Ink::Faint, mark);
    let shade = if mark.theirs { '▒' } else { '░' };
    for (x, y) in (top + 1..bottom).flat_map(|y| (left + 1..right).map(move |x| (x, y))) {
        put(x, y, shade);
    }
    for x in left + 1..right {
        put(x, top, across);
        put(x, bottom, across);
    }
    for y in top + 1..bottom {
        put(left, y, down);
        put(right, y, down);
    }
    for (x, y, ch) in [(left, top, nw), (right, top, ne), (left, bottom, sw), (right, bottom, se)] {
        put(x, y, ch);
    }
}
