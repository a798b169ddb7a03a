//! A coloured strip: boxes that touch. A free box shows the colours that may go there, each a thing to point at.

use super::super::canvas::{Canvas, Ink, Mark, wide};
use super::super::disc::DiscSize;
use super::super::hits::Hit;
use super::super::pen::Pen;
use super::view::{CellForm, StripView};
use nimatron_core::rules::{Face, Picture, Strip, StripCell, nearest};
use std::ops::Range;

/// The largest view that shows all cells, or else one that scrolls.
pub(super) fn view(n: usize, pen: &Pen<'_>) -> Option<StripView> {
    let whole = |form| StripView::whole(n, form, pen);
    // Lines above and below, the numbers, and a row for brackets above.
    let large = |(width, height): (usize, usize)| CellForm {
        pitch: width,
        rows: height + 5,
        airy: true,
        size: DiscSize { width: nearest::<i32, _>(width) - 1, height: nearest::<i32, _>(height) },
    };
    let sizes = || [(16, 7), (12, 5), (10, 5), (8, 3), (6, 3)].map(large).into_iter();
    let small = |list: &[(usize, usize, bool)]| -> Vec<CellForm> {
        list.iter().map(|&(pitch, rows, airy)| CellForm::small(pitch, rows, airy)).collect()
    };
    let in_one = |form| whole(form).filter(|v| v.lines == 1);
    // A large room with a thin line across it is better filled by two lines of larger boxes.
    let filled = || {
        let one = sizes().find_map(in_one)?;
        let two = sizes().find_map(|form| whole(form).filter(|v| v.lines == 2))?;
        let is_thin = 4 * one.height() <= pen.space().1;
        (pen.marks.is_whole() && is_thin && two.size.height > one.size.height).then_some(two)
    };
    let one_line = || {
        let small = || small(&[(8, 4, false), (6, 4, false), (4, 4, false)]).into_iter();
        sizes().find_map(in_one).or_else(|| sizes().find_map(whole)).or_else(|| small().find_map(in_one))
    };
    let wrapped =
        || small(&[(6, 5, true), (4, 5, true), (4, 4, false), (4, 3, false)]).into_iter().find_map(whole);
    let scrolled = || {
        let forms = small(&[(4, 4, false), (4, 3, false), (4, 1, false)]);
        forms.into_iter().find_map(|form| StripView::part(n, form, pen))
    };
    filled().or_else(one_line).or_else(wrapped).or_else(scrolled).filter(|v| v.per >= n.min(2))
}

/// A box at its place: the column of its left line, the middle, the column of its right line, and its rows.
struct PlacedBox {
    left: i32,
    middle: i32,
    right: i32,
    /// The row of its sign.
    y: i32,
    /// Its first and last row inside.
    rows: (i32, i32),
    is_framed: bool,
}

impl PlacedBox {
    fn area(&self, from: i32, to: i32) -> impl Iterator<Item = (i32, i32)> + use<> {
        (self.rows.0..=self.rows.1).flat_map(move |y| (from..=to).map(move |x| (x, y)))
    }
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
    let pitch = nearest::<i32, _>(view.pitch);
    let is_framed = view.tight() >= 3;
    // Large boxes have a row above them for brackets.
    let large = view.size.height > 1;
    let (above, under) = ((view.size.height - 1) / 2, view.size.height / 2);
    let y = top + i32::from(large) + i32::from(is_framed) + above;
    let rows = (y - above, y + under);
    lines(cells.len(), (pitch, rows, is_framed), pen, canvas);
    if large {
        values(strip, view, (top, cells.clone()), pen, canvas);
    }
    let before = match pen.marks.before {
        Some(Picture::Strip(before)) if before.cells.len() == strip.cells.len() => before.cells.as_slice(),
        _ => &[],
    };
    let step = view.number_step(strip.cells.len());
    for (i, cell) in cells.clone().zip(&strip.cells[cells.clone()]) {
        let left = nearest::<i32, _>(i - cells.start) * pitch;
        let at = PlacedBox { left, middle: left + pitch / 2, right: left + pitch, y, rows, is_framed };
        if view.tight() >= 4 && ((i + 1) % step == 0 || i == 0) {
            let number = (i + 1).to_string();
            canvas.write((at.middle - wide(&number) / 2).max(0), rows.1 + 2, &number, Ink::Label, Mark::NONE);
        }
        let colour = match cell.face {
            Face::ColourOne => Some(0),
            Face::ColourTwo => Some(1),
            _ => None,
        };
        match colour {
            Some(colour) => {
                // A coloured cell is no site any more: what it was before the last move tells whether that coloured it.
                let was_free = before.get(i).is_some_and(|c| c.face == Face::Free);
                hits.extend(coloured(cell, (colour, was_free), &at, pen, canvas));
            }
            None => hits.extend(free(cell, &at, pen, canvas)),
        }
    }
}

/// The lines around boxes of this pitch and these rows.
fn lines(
    count: usize,
    (pitch, rows, is_framed): (i32, (i32, i32), bool),
    pen: &Pen<'_>,
    canvas: &mut Canvas,
) {
    let count: i32 = nearest(count);
    let line = |canvas: &mut Canvas, y: i32, [left, cross, right]: [char; 3]| {
        let dash = pen.style.pick('─', '-');
        for x in 0..=count * pitch {
            let ch = match x {
                0 => left,
                _ if x == count * pitch => right,
                _ if x % pitch == 0 => cross,
                _ => dash,
            };
            canvas.put(x, y, ch, Ink::Faint, Mark::NONE);
        }
    };
    let corners = |unicode: [char; 3]| if pen.style.ascii { ['+'; 3] } else { unicode };
    if is_framed {
        line(canvas, rows.0 - 1, corners(['┌', '┬', '┐']));
        line(canvas, rows.1 + 1, corners(['└', '┴', '┘']));
    }
    for (x, y) in (0..=count).flat_map(|i| (rows.0..=rows.1).map(move |y| (i * pitch, y))) {
        canvas.put(x, y, pen.style.pick('│', '|'), Ink::Faint, Mark::NONE);
    }
}

/// A cell that has a colour.
fn coloured(
    cell: &StripCell,
    (colour, was_free): (usize, bool),
    at: &PlacedBox,
    pen: &Pen<'_>,
    canvas: &mut Canvas,
) -> Option<Hit> {
    let mark = if was_free { pen.marks.ghost() } else { pen.marks.mark_of(cell.sites[colour]) };
    for (x, y) in at.area(at.left + 1, at.right - 1) {
        // What was played last keeps its colour: only its sign is marked.
        canvas.put(x, y, fill(colour, pen), COLOURS[colour], Mark { last: false, ..mark });
    }
    if was_free && at.is_framed {
        outline((at.left, at.right), (at.rows.0 - 1, at.rows.1 + 1), mark, pen, canvas);
    }
    if mark.last || mark.cursor {
        let sign = pen.style.pick(if mark.theirs { '◆' } else { '◇' }, '@');
        canvas.put(at.middle, at.y, sign, Ink::Strong, mark);
    }
    cell.sites[colour].map(|site| Hit::row(site, at.middle, at.y, at.left + 1, at.right - 1))
}

/// A cell that has no colour: those that may go there, each a half of it.
fn free<'a>(
    cell: &'a StripCell,
    at: &'a PlacedBox,
    pen: &'a Pen<'_>,
    canvas: &'a mut Canvas,
) -> impl Iterator<Item = Hit> + 'a {
    let PlacedBox { left, middle, right, y, rows, is_framed } = *at;
    let sites = cell.sites.iter().enumerate().filter_map(|(side, site)| Some((side, (*site)?)));
    sites.map(move |(side, site)| {
        let mark = pen.marks.mark(site);
        let off = 1 + i32::from(right - left > 6);
        let x = if side == 0 { middle - off } else { middle + off };
        let (from, to) = if side == 0 { (left + 1, middle - 1) } else { (middle + 1, right - 1) };
        if mark.cursor || mark.picked {
            // Its half of a large box is a block.
            at.area(from, to).for_each(|(x, y)| canvas.put(x, y, ' ', COLOURS[side], mark));
        }
        // What is picked is shown as it will be.
        let digit = if side == 0 { '1' } else { '2' };
        canvas.put(x, y, if mark.picked { fill(side, pen) } else { digit }, COLOURS[side], mark);
        if let Some((ch, ink)) = pen.marks.badge(site) {
            let x = if side == 0 { (x - 1).max(left + 1) } else { (x + 1).min(right - 1) };
            canvas.put(x, if rows.0 < rows.1 { y + 1 } else { y }, ch, ink, mark);
        }
        if let Some(ch) = pointer(side, mark, pen) {
            canvas.put(middle, y, ch, Ink::Plain, mark);
        }
        let (high, low) = if is_framed { (rows.0 - 1, rows.1 + 1) } else { rows };
        Hit::new(site, x, y, (high..=low).flat_map(|y| (from..=to).map(move |x| (x, y))))
    })
}

/// A frame around the cell that was coloured last: heavy where the opponent did it.
fn outline(
    (left, right): (i32, i32),
    (top, bottom): (i32, i32),
    mark: Mark,
    pen: &Pen<'_>,
    canvas: &mut Canvas,
) {
    let [nw, ne, sw, se, across, down] = match (pen.style.ascii, mark.theirs) {
        (true, true) => ['#', '#', '#', '#', '=', '#'],
        (true, false) => ['+', '+', '+', '+', '=', '|'],
        (false, true) => ['┏', '┓', '┗', '┛', '━', '┃'],
        (false, false) => ['╔', '╗', '╚', '╝', '═', '║'],
    };
    for x in left + 1..right {
        canvas.put(x, top, across, Ink::Strong, mark);
        canvas.put(x, bottom, across, Ink::Strong, mark);
    }
    for y in top + 1..bottom {
        canvas.put(left, y, down, Ink::Strong, mark);
        canvas.put(right, y, down, Ink::Strong, mark);
    }
    for (x, y, ch) in [(left, top, nw), (right, top, ne), (left, bottom, sw), (right, bottom, se)] {
        canvas.put(x, y, ch, Ink::Strong, mark);
    }
}

/// Values over the gaps of one line: a bracket from the first to the last cell of each that is seen.
fn values(
    strip: &Strip,
    view: &StripView,
    (top, cells): (i32, Range<usize>),
    pen: &Pen<'_>,
    canvas: &mut Canvas,
) {
    let pitch = nearest::<i32, _>(view.pitch);
    for (places, text) in pen.marks.values() {
        let has = |i: &usize| {
            strip.cells[*i].sites.iter().flatten().any(|site| places.iter().any(|p| p.item == site.item))
        };
        let mut seen = cells.clone().filter(has);
        let Some(first) = seen.next() else { continue };
        let last = seen.next_back().unwrap_or(first);
        let (left, right) = (
            nearest::<i32, _>(first - cells.start) * pitch + 1,
            nearest::<i32, _>(last - cells.start + 1) * pitch - 1,
        );
        for x in left..=right {
            canvas.put(x, top, pen.style.pick('─', '-'), Ink::Faint, Mark::NONE);
        }
        canvas.put(left, top, pen.style.pick('┌', '+'), Ink::Faint, Mark::NONE);
        canvas.put(right, top, pen.style.pick('┐', '+'), Ink::Faint, Mark::NONE);
        canvas.write(left + (right - left + 1 - wide(text)) / 2, top, text, Ink::Figure, Mark::NONE);
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
