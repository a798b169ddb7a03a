//! Several boards, each in a frame with its title: side by side or one under the other, whichever shows most. Where
//! they do not all fit, the one with the cursor is drawn and the others are named, so that the cursor can go to them.

use super::canvas::{Canvas, Ink, Mark, Size, wide};
use super::told::Pen;
use super::walk::{Drawing, Hit};
use super::words::{self, Word};
use crate::rules::{Frame, Scene, Site};

/// How a scene is drawn: given by the caller, which knows all kinds of pictures.
type Board<'a> = &'a dyn Fn(&Scene, &Pen<'_>) -> Drawing;

/// Draws frames; `None` where not even one fits.
pub(super) fn draw(frames: &[Frame], pen: &Pen<'_>, board: Board<'_>) -> Option<Drawing> {
    if frames.is_empty() {
        return None;
    }
    // The fewer boards are cut the better; then the fewer rows.
    let grids = (1..=frames.len()).rev().filter_map(|columns| grid(frames, columns, pen, board));
    let best = grids.min_by_key(|g| g.cut);
    match best {
        Some(grid) => Some(grid.paint(frames, pen)),
        None => one(frames, pen, board),
    }
}

/// Boards in rows of so many columns.
struct Grid {
    columns: usize,
    boards: Vec<Drawing>,
    /// How many boards are cut.
    cut: usize,
}

/// The boards in equal shares of the room; `None` if one of them has too little.
fn grid(frames: &[Frame], columns: usize, pen: &Pen<'_>, board: Board<'_>) -> Option<Grid> {
    let rows = frames.len().div_ceil(columns);
    // An arrangement with as many rows but fewer columns is tried too, and gives each board more.
    if columns > 1 && frames.len().div_ceil(columns - 1) == rows {
        return None;
    }
    let (width, height) = (usize::from(pen.room.width) / columns, usize::from(pen.room.height) / rows);
    let room = inner(width, height)?;
    let mut boards = Vec::with_capacity(frames.len());
    for (i, frame) in frames.iter().enumerate() {
        let drawing = board(&frame.scene, &pen.in_part(i).with_room(room));
        if drawing.cut.as_deref() == Some(words::TOO_LITTLE) {
            return None;
        }
        boards.push(drawing);
    }
    let cut = boards.iter().filter(|b| b.cut.is_some()).count();
    Some(Grid { columns, boards, cut })
}

/// The room inside a frame.
fn inner(width: usize, height: usize) -> Option<Size> {
    let side = |n: usize| u16::try_from(n.checked_sub(2)?).ok().filter(|&n| n > 0);
    Some(Size {
        width: side(width.min(usize::from(u16::MAX)))?,
        height: side(height.min(usize::from(u16::MAX)))?,
    })
}

impl Grid {
    fn paint(self, frames: &[Frame], pen: &Pen<'_>) -> Drawing {
        let share = i32::from(pen.room.width) / self.columns as i32;
        // A title may make a frame wider than its board, but not wider than its share.
        let wide = |i: usize, b: &Drawing| {
            let title = frames.get(i).map_or(0, |f| wide(&f.title) + 4);
            (i32::from(b.canvas.width()) + 2).max(title).min(share)
        };
        let sizes: Vec<(i32, i32)> = self
            .boards
            .iter()
            .enumerate()
            .map(|(i, b)| (wide(i, b), i32::from(b.canvas.height()) + 2))
            .collect();
        let rows: Vec<&[(i32, i32)]> = sizes.chunks(self.columns).collect();
        let high: Vec<i32> = rows.iter().map(|r| r.iter().map(|s| s.1).max().unwrap_or(0)).collect();
        let width = rows.iter().map(|r| r.iter().map(|s| s.0).sum::<i32>()).max().unwrap_or(0);
        let mut canvas = Canvas::sized(width, high.iter().sum());
        let (mut hits, mut cuts) = (Vec::new(), Vec::new());
        let (mut x, mut y) = (0, 0);
        for (i, board) in self.boards.into_iter().enumerate() {
            let row = i / self.columns;
            if i > 0 && i % self.columns == 0 {
                (x, y) = (0, y + high[row - 1]);
            }
            let area = (x, y, sizes[i].0, high[row]);
            if let Some(cut) = &board.cut {
                cuts.push(format!("part {}: {cut}", i + 1));
            }
            frame(&frames[i].title, i, board, area, pen, &mut canvas, &mut hits);
            x += sizes[i].0;
        }
        Drawing { canvas, hits, cut: (!cuts.is_empty()).then(|| cuts.join("; ")) }
    }
}

/// Draws a frame with a board in the middle of it. `area` is its left, top, width and height.
fn frame(
    title: &str,
    part: usize,
    board: Drawing,
    area: (i32, i32, i32, i32),
    pen: &Pen<'_>,
    canvas: &mut Canvas,
    hits: &mut Vec<Hit>,
) {
    let (x, y, width, height) = area;
    let pick = |unicode, ascii| pen.style.pick(unicode, ascii);
    let (right, bottom) = (x + width - 1, y + height - 1);
    // The frame with the cursor stands out.
    let ink = if pen.in_part(part).told.cursor().is_some() { Ink::Plain } else { Ink::Frame };
    for x in x + 1..right {
        canvas.put(x, y, pick('─', '-'), ink, Mark::NONE);
        canvas.put(x, bottom, pick('─', '-'), ink, Mark::NONE);
    }
    for y in y + 1..bottom {
        canvas.put(x, y, pick('│', '|'), ink, Mark::NONE);
        canvas.put(right, y, pick('│', '|'), ink, Mark::NONE);
    }
    for (x, y, ch) in [(x, y, '┌'), (right, y, '┐'), (x, bottom, '└'), (right, bottom, '┘')] {
        canvas.put(x, y, pick(ch, '+'), ink, Mark::NONE);
    }
    let title: String = title.chars().take((width - 4).max(0) as usize).collect();
    if !title.is_empty() {
        canvas.write(x + 1, y, &format!(" {title} "), ink, Mark::NONE);
    }
    let left = x + 1 + (width - 2 - i32::from(board.canvas.width())).max(0) / 2;
    let top = y + 1 + (height - 2 - i32::from(board.canvas.height())).max(0) / 2;
    canvas.paste(left, top, &board.canvas);
    hits.extend(lifted(board.hits, part).map(|hit| hit.shifted(left as u16, top as u16)));
}

/// Hits whose sites name their part.
fn lifted(hits: Vec<Hit>, part: usize) -> impl Iterator<Item = Hit> {
    let part = u16::try_from(part).unwrap_or(u16::MAX);
    hits.into_iter().map(move |hit| Hit { site: hit.site.in_part(part), ..hit })
}

/// The names of all parts, and the board with the cursor below them.
fn one(frames: &[Frame], pen: &Pen<'_>, board: Board<'_>) -> Option<Drawing> {
    let (width, height) = pen.space();
    let chosen = (0..frames.len()).find(|&i| pen.in_part(i).told.cursor().is_some()).unwrap_or(0);
    let site = |i: usize| -> Option<Site> {
        // Any thing that can be pointed at in that part leads to it.
        let ample = Size { width: 60, height: 24 };
        let drawing = board(&frames[i].scene, &pen.in_part(i).with_room(ample));
        lifted(drawing.hits, i).next().map(|hit| hit.site)
    };
    let name = |(i, f): (usize, &Frame)| match i == chosen {
        true => Word::new(format!("[{}]", f.title), Ink::Strong, None),
        false => Word::new(f.title.clone(), Ink::Frame, site(i)),
    };
    let names: Vec<Word> = frames.iter().enumerate().map(name).collect();
    let most = (height / 3).max(1);
    let top = words::flow(&names, &pen.with_room(Size { width: pen.room.width, height: most as u16 }));
    let used = i32::from(top.canvas.height());
    let room = inner(width as usize, (height - used).max(0) as usize)?;
    let drawing = board(&frames[chosen].scene, &pen.in_part(chosen).with_room(room));
    let cut = match &drawing.cut {
        Some(cut) => format!("part {} of {} is in sight; {cut}", chosen + 1, frames.len()),
        None => format!("part {} of {} is in sight", chosen + 1, frames.len()),
    };
    let mut canvas = Canvas::sized(width, used + i32::from(drawing.canvas.height()) + 2);
    canvas.paste(0, 0, &top.canvas);
    let mut hits = top.hits;
    let area = (0, used, width, i32::from(drawing.canvas.height()) + 2);
    frame(&frames[chosen].title, chosen, drawing, area, pen, &mut canvas, &mut hits);
    Some(Drawing { canvas, hits, cut: Some(cut) })
}
