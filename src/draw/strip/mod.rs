//! Cells in one long line: discs with their numbers under them, or boxes that touch. Long lines are wrapped, and longer
//! ones scroll with the cursor. Only what is seen is built.

mod boxes;
mod discs;
mod view;

use super::canvas::Canvas;
use super::hits::{Hit, PlainDrawing};
use super::pen::Pen;
use nimatron_core::rules::{Strip, StripCell};

/// Draws a strip; `None` where not even one cell fits.
pub(super) fn draw(strip: &Strip, pen: &Pen<'_>) -> Option<PlainDrawing> {
    let n = strip.cells.len();
    if n == 0 {
        return None;
    }
    let view = if strip.boxed { boxes::view(n, pen) } else { discs::view(n, pen) }?;
    let view = view.scrolled_to(focus(strip, pen), n);
    let mut canvas = Canvas::sized(view.width(), view.height());
    let mut hits = Vec::new();
    let runs = if strip.boxed { Vec::new() } else { discs::runs(strip, view.seen()) };
    for line in view.lines() {
        if strip.boxed {
            boxes::paint(strip, &view, line, pen, &mut canvas, &mut hits);
        } else {
            discs::paint(strip, &view, line.clone(), pen, &mut canvas, &mut hits);
            discs::lengths(strip, &runs, &view, line, pen, &mut canvas);
        }
    }
    // Where the line goes on out of sight, the next thing to point at waits at the border.
    let seen = view.seen();
    let site = |cell: &StripCell| cell.sites.iter().flatten().next().copied();
    if let Some(site) = strip.cells[..seen.start].iter().rev().find_map(site) {
        hits.push(Hit::new(site, 0, if view.lines > 1 { 0 } else { view.middle() }, []));
    }
    if let Some(site) = strip.cells[seen.end..].iter().find_map(site) {
        let y = if view.lines > 1 { view.height() - 1 } else { view.middle() };
        hits.push(Hit::new(site, view.width() - 1, y, []));
    }
    let cut =
        (seen.len() < n).then(|| format!("cells {} to {} of {n} are in sight", seen.start + 1, seen.end));
    Some(PlainDrawing { canvas, hits, cut, said: None })
}

/// The cell to keep in sight: that of the cursor, of what is picked, or of what is hinted at.
pub(super) fn focus(strip: &Strip, pen: &Pen<'_>) -> Option<usize> {
    let wanted =
        pen.marks.cursor().or_else(|| pen.marks.picked().next()).or_else(|| pen.marks.hinted().next())?;
    let is_it = |cell: &StripCell| cell.sites.contains(&Some(wanted));
    // Most games number cells as they stand: looking there first saves looking through all of them.
    let guess = usize::try_from(wanted.item).ok()?;
    let near = [guess.wrapping_sub(1), guess].into_iter().find(|&i| strip.cells.get(i).is_some_and(is_it));
    near.or_else(|| strip.cells.iter().position(is_it)).or_else(|| {
        // It may be a gap by now, which is no longer a site.
        (guess.wrapping_sub(1) < strip.cells.len()).then(|| guess - 1)
    })
}
