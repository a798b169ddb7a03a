//! A coloured strip: boxes that touch. A free box shows the colours that may go there, each a thing to point at.

use super::super::canvas::{Canvas, Ink, Mark, wide};
use super::super::hits::Hit;
use super::super::pen::Pen;
use super::view::StripView;
use crate::rules::{Face, Strip};
use std::ops::Range;

/// The largest view that shows all cells, or else one that scrolls.
pub(super) fn view(n: usize, pen: &Pen<'_>) -> Option<StripView> {
    let whole = |pitch, rows, airy| StripView::whole(n, pitch, rows, airy, pen);
    let one_line = || [8, 6, 4].into_iter().find_map(|pitch| whole(pitch, 4, false).filter(|v| v.lines == 1));
    let wrapped = || {
        [(6, 5, true), (4, 5, true), (4, 4, false), (4, 3, false)]
            .into_iter()
            .find_map(|(pitch, rows, airy)| whole(pitch, rows, airy))
    };
    let scrolled = || {
        [(4, 4, false), (4, 3, false), (4, 1, false)]
            .into_iter()
            .find_map(|(pitch, rows, airy)| StripView::part(n, pitch, rows, airy, pen))
    };
    one_line().or_else(wrapped).or_else(scrolled).filter(|v| v.per >= n.min(2))
}

/// Draws one line.
pub(super) fn paint(
    strip: &Strip,
    view: &StripView,
    (top, cells): (i32, Range<usize>),
    pen: &Pen<'_>,
    canvas: &mut Canvas,
    hits: &mut Vec<Hit>,
) {
    let pitch = view.pitch as i32;
    let framed = view.tight() >= 3;
    let y = top + i32::from(framed);
    let count = cells.len() as i32;
    let line = |canvas: &mut Canvas, y: i32, [left, cross, right]: [char; 3]| {
        let dash = pen.style.pick('─', '-');
        for x in 0..=count * pitch {
            let ch = match x {
                0 => left,
                _ if x == count * pitch => right,
                _ if x % pitch == 0 => cross,
                _ => dash,
            };
            canvas.put(x, y, ch, Ink::Dim, Mark::NONE);
        }
    };
    let corners = |unicode: [char; 3]| if pen.style.ascii { ['+'; 3] } else { unicode };
    if framed {
        line(canvas, y - 1, corners(['┌', '┬', '┐']));
        line(canvas, y + 1, corners(['└', '┴', '┘']));
    }
    for x in (0..=count).map(|i| i * pitch) {
        canvas.put(x, y, pen.style.pick('│', '|'), Ink::Dim, Mark::NONE);
    }
    let step = view.number_step(strip.cells.len());
    for (i, cell) in cells.clone().zip(&strip.cells[cells.clone()]) {
        let left = (i - cells.start) as i32 * pitch;
        let (middle, right) = (left + pitch / 2, left + pitch);
        if view.tight() >= 4 && ((i + 1) % step == 0 || i == 0) {
            let number = (i + 1).to_string();
            canvas.write((middle - wide(&number) / 2).max(0), y + 2, &number, Ink::Label, Mark::NONE);
        }
        let colour = match cell.face {
            Face::ColourOne => Some(0),
            Face::ColourTwo => Some(1),
            _ => None,
        };
        if let Some(colour) = colour {
            // The last cell played keeps its site, or the game gives none: then nothing is said of it.
            let mark = pen.marks.mark_of(cell.sites[colour]);
            for x in left + 1..right {
                canvas.put(x, y, fill(colour, pen), COLOURS[colour], mark);
            }
            if mark.last || mark.cursor {
                canvas.put(middle, y, pen.style.pick('◆', '@'), COLOURS[colour], mark);
            }
        }
        for (side, site) in cell.sites.iter().enumerate() {
            let Some(site) = *site else { continue };
            if colour.is_some() {
                if colour == Some(side) {
                    hits.push(Hit::row(site, middle, y, left + 1, right - 1));
                }
                continue;
            }
            let mark = pen.marks.mark(site);
            let x =
                if side == 0 { middle - 1 - i32::from(pitch > 6) } else { middle + 1 + i32::from(pitch > 6) };
            // What is picked is shown as it will be.
            let digit = if side == 0 { '1' } else { '2' };
            let ch = if mark.picked { fill(side, pen) } else { digit };
            canvas.put(x, y, ch, COLOURS[side], mark);
            if let Some(ch) = pointer(side, mark, pen) {
                canvas.put(middle, y, ch, Ink::Plain, mark);
            }
            let (from, to) = if side == 0 { (left + 1, middle - 1) } else { (middle + 1, right - 1) };
            let (high, low) = if framed { (y - 1, y + 1) } else { (y, y) };
            let area = (high..=low).flat_map(|y| (from..=to).map(move |x| (x, y)));
            hits.push(Hit::new(site, x, y, area));
        }
    }
}

const COLOURS: [Ink; 2] = [Ink::ColourOne, Ink::ColourTwo];

/// What a coloured cell is filled with.
fn fill(colour: usize, pen: &Pen<'_>) -> char {
    if colour == 0 { pen.style.pick('▒', ':') } else { pen.style.pick('█', '#') }
}

/// The sign in the middle of a free cell that points at one of its two colours.
fn pointer(side: usize, mark: Mark, pen: &Pen<'_>) -> Option<char> {
    let (left, right) = match mark {
        Mark { cursor: true, .. } => (('◂', '<'), ('▸', '>')),
        Mark { hint: true, .. } => (('«', '{'), ('»', '}')),
        _ => return None,
    };
    let (unicode, ascii) = if side == 0 { left } else { right };
    Some(pen.style.pick(unicode, ascii))
}
