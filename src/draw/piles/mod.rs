//! Stacks of stones side by side, on one ground, with their counts. Tall stacks are broken by a zigzag; where there are
//! more stacks than fit they are set in several rows, or slide with the cursor.

mod change;
mod column;
mod layout;
mod stack;

use super::canvas::Canvas;
use super::hits::{Hit, PlainDrawing};
use super::pen::Pen;
pub(super) use change::{HeapChange, changes};
use column::Column;
pub(super) use column::HeapMarks;
use layout::PilesLayout;
use nimatron_core::rules::{Heap, Picture, Piles, Site};
pub(super) use stack::{Stack, StackRow};

/// Draws stacks; `None` where not even one fits.
pub(super) fn draw(piles: &Piles, pen: &Pen<'_>) -> Option<PlainDrawing> {
    let layout = PilesLayout::of(piles, pen)?;
    let mut canvas = Canvas::sized(
        layout.width,
        layout.lines * layout.line_height() - i32::from(layout.airy && layout.lines > 1),
    );
    let mut hits = Vec::new();
    let mut broken = None;
    let last = layout.from + layout.places.len();
    let changes = match pen.marks.before {
        Some(Picture::Piles(before)) => changes(before, piles),
        _ => vec![HeapChange::default(); piles.heaps.len()],
    };
    let shown = layout.from..last;
    for ((heap, &change), &place) in
        piles.heaps[shown.clone()].iter().zip(&changes[shown]).zip(&layout.places)
    {
        let top = place.line * layout.line_height();
        let column = Column { heap, change, place, top, layout: &layout };
        if column.paint(piles, pen, &mut canvas, &mut hits) {
            // The stack pointed at is the one a typed number is most likely meant for.
            let here = pen.marks.cursor().is_some_and(|site| site.group == heap.group);
            broken = if here { Some(heap) } else { broken.or(Some(heap)) };
        }
    }
    // Where the row of stacks goes on out of sight, the next stack waits at the border.
    let edge = |heap: &Heap, x: i32| {
        let y = layout.stones + layout.extra - 1;
        (heap.count > 0).then(|| Hit::new(Site::new(heap.group, heap.count), x, y, []))
    };
    let (before, after) = (&piles.heaps[..layout.from], &piles.heaps[last..]);
    hits.extend(before.iter().rev().find_map(|h| edge(h, 0)));
    hits.extend(after.iter().find_map(|h| edge(h, layout.width - 1)));
    let mut cut = Vec::new();
    if layout.places.len() < piles.heaps.len() {
        cut.push(format!("piles {} to {last} of {} are in sight", layout.from + 1, piles.heaps.len()));
    }
    if let Some(heap) = broken {
        cut.push(match heap.typed.as_str() {
            "" => "not all stones are in sight: any number can be typed".to_owned(),
            typed => format!("not all stones are in sight: type {typed} and a number"),
        });
    }
    Some(PlainDrawing { canvas, hits, cut: (!cut.is_empty()).then(|| cut.join("; ")), said: None })
}
