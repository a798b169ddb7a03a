//! A row of stones: discs, numbers under them, and over each run of stones its length.

use super::super::canvas::{Canvas, Ink, Mark, wide};
use super::super::hits::Hit;
use super::super::pen::{Pen, ink};
use super::view::StripView;
use crate::rules::{Face, Strip};
use std::ops::Range;

/// The largest view that shows all cells, or else one that scrolls.
pub(super) fn view(n: usize, pen: &Pen<'_>) -> Option<StripView> {
    let whole = |pitch, rows, airy| StripView::whole(n, pitch, rows, airy, pen);
    let one_line = [5, 4, 3, 2].into_iter().find_map(|pitch| whole(pitch, 4, true).filter(|v| v.lines == 1));
    let wrapped = || [(3, 4, true), (3, 3, false), (2, 4, true), (2, 3, false), (2, 2, false)];
    let scrolled = || [(2, 4, true), (2, 3, false), (2, 2, false), (2, 1, false)];
    one_line
        .or_else(|| wrapped().into_iter().find_map(|(pitch, rows, airy)| whole(pitch, rows, airy)))
        .or_else(|| {
            // Three lines are the least that scroll line by line; a single line should still have its numbers.
            let part = |(pitch, rows, airy)| StripView::part(n, pitch, rows, airy, pen);
            let mut views = scrolled().into_iter().filter_map(part);
            let first = views.next();
            first.into_iter().chain(views).find(|v| v.lines >= 3 || v.rows <= 2 || pen.room.height < 6)
        })
        // Fewer than three cells side by side are no picture of a row.
        .filter(|v| v.per >= n.min(3))
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
    let y = top + i32::from(view.tight() >= 3);
    let step = view.number_step(strip.cells.len());
    for (i, cell) in cells.clone().zip(&strip.cells[cells.clone()]) {
        let x = place(i - cells.start, view);
        let site = cell.sites.iter().flatten().next().copied();
        let mark = site.map_or(Mark::NONE, |site| pen.marks.mark(site));
        let (ch, ink) = match cell.face {
            Face::Empty | Face::Closed => (pen.gap(mark), Ink::Faint),
            face => (pen.disc(mark), ink(face)),
        };
        canvas.put(x, y, ch, ink, mark);
        if mark.cursor {
            canvas.put(x - 1, y, '[', Ink::Plain, mark);
            canvas.put(x + 1, y, ']', Ink::Plain, mark);
        }
        if view.tight() >= 2 && ((i + 1) % step == 0 || (i == 0 && step > 1)) {
            let number = (i + 1).to_string();
            // A long number starts under its cell where it would begin before the line.
            let left = (x - wide(&number) / 2).max(0);
            canvas.write(left, y + 1, &number, Ink::Label, Mark::NONE);
        }
        if let Some(site) = site {
            let last = if view.tight() >= 2 { y + 1 } else { y };
            let side = i32::from(view.pitch > 2);
            let area = (y..=last).flat_map(|y| (x - side..=x + side).map(move |x| (x, y)));
            hits.push(Hit::new(site, x, y, area));
        }
    }
}

/// The column of the disc of the `i`-th cell of a line.
fn place(i: usize, view: &StripView) -> i32 {
    let pitch = view.pitch as i32;
    1 + i as i32 * pitch + (pitch - 2) / 2
}

/// Draws the lengths of the runs over one line, if the view has room for them.
pub(super) fn lengths(
    runs: &[Range<usize>],
    view: &StripView,
    (top, cells): (i32, Range<usize>),
    pen: &Pen<'_>,
    canvas: &mut Canvas,
) {
    if view.tight() < 3 {
        return;
    }
    for run in runs {
        let seen = run.start.max(cells.start)..run.end.min(cells.end);
        if !seen.is_empty() {
            let ends = (run.start == seen.start, run.end == seen.end);
            let (left, right) =
                (place(seen.start - cells.start, view), place(seen.end - 1 - cells.start, view));
            bracket(run, left, right, ends, top, pen, canvas);
        }
    }
}

/// The runs of stones that some of these cells are in, each in its whole length.
pub(super) fn runs(strip: &Strip, cells: Range<usize>) -> Vec<Range<usize>> {
    let stone = |i: usize| strip.cells.get(i).is_some_and(|c| c.face == Face::Stone);
    let mut runs = Vec::new();
    let mut i = cells.start;
    while i < cells.end {
        if !stone(i) {
            i += 1;
            continue;
        }
        let start = (0..i).rev().take_while(|&j| stone(j)).last().unwrap_or(i);
        let end = (i..strip.cells.len()).find(|&j| !stone(j)).unwrap_or(strip.cells.len());
        runs.push(start..end);
        i = end;
    }
    runs
}

/// The bracket over a run, from the first to the last disc of it that is seen, with the run's length. `ends` says
/// whether the run starts and ends here or goes on.
fn bracket(
    run: &Range<usize>,
    left: i32,
    right: i32,
    ends: (bool, bool),
    y: i32,
    pen: &Pen<'_>,
    canvas: &mut Canvas,
) {
    let length = run.len().to_string();
    let room = right - left + 1;
    let dash = pen.style.pick('─', '-');
    if room > 1 {
        for x in left..=right {
            canvas.put(x, y, dash, Ink::Faint, Mark::NONE);
        }
        if ends.0 {
            canvas.put(left, y, pen.style.pick('┌', '+'), Ink::Faint, Mark::NONE);
        }
        if ends.1 {
            canvas.put(right, y, pen.style.pick('┐', '+'), Ink::Faint, Mark::NONE);
        }
    }
    if wide(&length) <= (room - 2).max(1) {
        canvas.write(left + (room - wide(&length)) / 2, y, &length, Ink::Label, Mark::NONE);
    }
}
