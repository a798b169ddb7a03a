//! A row of stones: discs, numbers under them, and over each run of stones its length.

use super::super::canvas::{Canvas, Ink, Mark, wide};
use super::super::disc::{self, DiscSize};
use super::super::hits::Hit;
use super::super::pen::{Pen, ink};
use super::view::{CellForm, StripView};
use nimatron_core::rules::{Face, Picture, Site, Strip, StripCell, nearest};
use std::ops::Range;

/// The largest view that shows all cells, or else one that scrolls.
pub(super) fn view(n: usize, pen: &Pen<'_>) -> Option<StripView> {
    let whole = |form| StripView::whole(n, form, pen);
    // A bracket above the discs, their numbers below, and a free row.
    let large = || {
        let discs = DiscSize::ALL.into_iter().filter(|d| d.height > 1 && !pen.style.ascii);
        discs.map(|size| CellForm {
            pitch: nearest::<usize, _>(size.width) + 1,
            rows: nearest::<usize, _>(size.height) + 3,
            airy: true,
            size,
        })
    };
    let small = |list: &[(usize, usize, bool)]| -> Vec<CellForm> {
        list.iter().map(|&(pitch, rows, airy)| CellForm::small(pitch, rows, airy)).collect()
    };
    let in_one = |form| whole(form).filter(|v| v.lines == 1);
    // A large room with a thin line across it is better filled by two lines of larger discs.
    let filled = || {
        let one = large().find_map(in_one)?;
        let two = large().find_map(|form| whole(form).filter(|v| v.lines == 2))?;
        let is_thin = 5 * one.height() <= pen.space().1;
        (pen.marks.is_whole() && is_thin && two.size.height > one.size.height).then_some(two)
    };
    let at_all = || {
        large()
            .find_map(in_one)
            .or_else(|| large().find_map(whole))
            .or_else(|| small(&[(5, 4, true), (4, 4, true)]).into_iter().find_map(in_one))
    };
    let wrapped = || small(&[(3, 4, true), (3, 3, false), (2, 4, true), (2, 3, false), (2, 2, false)]);
    let scrolled = || small(&[(2, 4, true), (2, 3, false), (2, 2, false), (2, 1, false)]);
    filled()
        .or_else(at_all)
        .or_else(|| wrapped().into_iter().find_map(whole))
        .or_else(|| {
            // Three lines are the least that scroll line by line; a single line should still have its numbers.
            let mut views = scrolled().into_iter().filter_map(|form| StripView::part(n, form, pen));
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
    let size = view.size;
    let (above, under) = ((size.height - 1) / 2, size.height / 2);
    let y = top + i32::from(view.tight() >= 3) + above;
    let step = view.number_step(strip.cells.len());
    for (i, cell) in cells.clone().zip(&strip.cells[cells.clone()]) {
        let x = place(i - cells.start, view);
        let site = cell.sites.iter().flatten().next().copied();
        let mark = if matches!(cell.face, Face::Empty | Face::Closed) {
            gap(was_stone(strip, i, pen), size, (x, y), pen.marks.mark_of(site), pen, canvas)
        } else {
            stone(cell, view, (x, y), pen, canvas)
        };
        if mark.cursor {
            let half = size.width / 2 + 1;
            pen.point_at((x - half, x + half), y, (size.height == 1, mark), canvas);
        }
        if view.tight() >= 2 && ((i + 1) % step == 0 || (i == 0 && step > 1)) {
            let number = (i + 1).to_string();
            // A long number starts under its cell where it would begin before the line.
            let left = (x - wide(&number) / 2).max(0);
            canvas.write(left, y + under + 1, &number, Ink::Label, Mark::NONE);
        }
        if let Some(site) = site {
            let last = y + under + i32::from(view.tight() >= 2);
            let side = if size.height > 1 { size.width / 2 } else { i32::from(view.pitch > 2) };
            let area = (y - above..=last).flat_map(|y| (x - side..=x + side).map(move |x| (x, y)));
            hits.push(Hit::new(site, x, y, area));
        }
    }
}

/// Whether a stone stood in a cell before the last move.
fn was_stone(strip: &Strip, i: usize, pen: &Pen<'_>) -> bool {
    let before = match pen.marks.before {
        Some(Picture::Strip(before)) if before.cells.len() == strip.cells.len() => before.cells.get(i),
        _ => None,
    };
    before.is_some_and(|cell| cell.face == Face::Stone)
}

/// Draws a gap. It is no site any more: what it was before the last move tells whether that took it.
fn gap(
    was_stone: bool,
    size: DiscSize,
    (x, y): (i32, i32),
    mark: Mark,
    pen: &Pen<'_>,
    canvas: &mut Canvas,
) -> Mark {
    let mark = if was_stone { pen.marks.ghost() } else { mark };
    if was_stone {
        disc::ghost(size, (x, y), mark, pen, canvas);
    }
    if !was_stone || size.height > 2 {
        canvas.put(x, y, pen.gap(mark), Ink::Faint, mark);
    }
    mark
}

/// Draws a stone with what is said of it.
fn stone(cell: &StripCell, view: &StripView, (x, y): (i32, i32), pen: &Pen<'_>, canvas: &mut Canvas) -> Mark {
    let site = cell.sites.iter().flatten().next().copied();
    let mark = pen.marks.mark_of(site);
    disc::filled(view.size, (x, y), ("", ink(cell.face)), mark, pen, canvas);
    if let Some((ch, ink)) = site.and_then(|site| pen.marks.badge(site)) {
        let on = if view.size.height > 1 && !pen.style.ascii { Ink::OnStone } else { ink };
        canvas.put(x, y, ch, on, mark);
        // A hint, and what is picked, are not hidden by the letter.
        let told = pen.brackets(mark, false).filter(|_| mark.hint || mark.picked);
        if let Some((open, close)) = told.filter(|_| view.pitch > 3) {
            canvas.put(x - 1, y, open, on, mark);
            canvas.put(x + 1, y, close, on, mark);
        }
    }
    if pen.style.ascii && view.pitch > 3 && cell.face == Face::Stone && !mark.hint && !mark.picked {
        canvas.put(x - 1, y, '(', ink(cell.face), mark);
        canvas.put(x + 1, y, ')', ink(cell.face), mark);
    }
    mark
}

/// The column of the disc of the `i`-th cell of a line.
fn place(i: usize, view: &StripView) -> i32 {
    let pitch = nearest::<i32, _>(view.pitch);
    1 + nearest::<i32, _>(i) * pitch + (pitch - 2) / 2
}

/// Draws the lengths of the runs over one line, if the view has room for them.
pub(super) fn lengths(
    strip: &Strip,
    runs: &[Range<usize>],
    view: &StripView,
    (top, cells): (i32, Range<usize>),
    pen: &Pen<'_>,
    canvas: &mut Canvas,
) {
    if view.tight() < 3 {
        return;
    }
    let values: Vec<(Vec<Site>, &str)> = pen.marks.values().collect();
    let value = |run: &Range<usize>| {
        let of = |site: &Site| {
            strip.cells.get(run.clone()).is_some_and(|c| c.iter().any(|c| c.sites[0] == Some(*site)))
        };
        values.iter().find(|(places, _)| places.iter().all(of)).map(|(_, text)| *text)
    };
    for run in runs {
        let seen = run.start.max(cells.start)..run.end.min(cells.end);
        if !seen.is_empty() {
            let ends = (run.start == seen.start, run.end == seen.end);
            let (left, right) =
                (place(seen.start - cells.start, view), place(seen.end - 1 - cells.start, view));
            let half = view.size.width / 2;
            bracket((run, value(run)), left - half, right + half, ends, top, pen, canvas);
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
    (run, value): (&Range<usize>, Option<&str>),
    left: i32,
    right: i32,
    ends: (bool, bool),
    y: i32,
    pen: &Pen<'_>,
    canvas: &mut Canvas,
) {
    // Its length, or where the theory may be seen its worth, with the star that heaps of Nim are written with.
    let (length, ink) = value.map_or((run.len().to_string(), Ink::Label), |v| {
        let star = if v.starts_with('*') { "" } else { "*" };
        (format!("{star}{v}"), Ink::Figure)
    });
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
    // A worth is never left out for its star: over a short run it covers an end of the bracket, or begins before it.
    let most = if value.is_some() { room + 1 } else { (room - 2).max(1) };
    if wide(&length) <= most {
        canvas.write((left + (room - wide(&length)).div_euclid(2)).max(0), y, &length, ink, Mark::NONE);
    }
}
