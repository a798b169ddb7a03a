//! Several boards, each in a frame with its title: side by side or one under the other, whichever shows most. Where
//! they do not all fit, the one with the cursor is drawn and the others are named, so that the cursor can go to them.

mod packed;

use super::canvas::{Canvas, Ink, Mark, Size, cut, wide};
use super::hits::{Hit, PlainDrawing};
use super::pen::Pen;
use super::words::{self, SpokenSite};
use nimatron_core::rules::{Frame, Scene, Site, nearest};
use packed::{Border, PackedBoards, packed};

/// How a scene is drawn: given by the caller, which knows all kinds of pictures.
type DrawScene<'a> = &'a dyn Fn(&Scene, &Pen<'_>) -> PlainDrawing;

/// Into how many parts the room's width and height are shared out on trial.
const SHARES: [u16; 8] = [1, 2, 3, 4, 5, 6, 8, 16];

/// Draws frames; `None` where not even one fits.
pub(super) fn draw(frames: &[Frame], pen: &Pen<'_>, board: DrawScene<'_>) -> Option<PlainDrawing> {
    if frames.is_empty() {
        return None;
    }
    let few = [Border::Lines, Border::Title].into_iter().find_map(|border| {
        let boards = packed(frames, pen, board, border)?;
        Some(FramesLayout::packed(boards, border).paint(frames, pen))
    });
    if few.is_some() {
        return few;
    }
    let most = frames.len();
    let shares = || SHARES.into_iter().filter(|&s| usize::from(s) <= most);
    let rooms = shares().flat_map(|across| shares().map(move |down| (across, down)));
    // Shares much larger or smaller than one for each board are not worth the trial.
    let likely =
        |&(across, down): &(u16, u16)| (most..=16 * most).contains(&(4 * usize::from(across * down)));
    let layouts = rooms.filter(likely).filter_map(|(across, down)| {
        let room = inner(usize::from(pen.room.width / across), usize::from(pen.room.height / down))?;
        FramesLayout::of(frames, room, pen, board)
    });
    // The fewer boards are cut the better; then the larger all are drawn.
    match layouts.min_by_key(|l| (l.cut, -l.drawn)).filter(|l| l.is_good(frames, pen, board)) {
        Some(layout) => Some(layout.paint(frames, pen)),
        None => one(frames, pen, board),
    }
}

/// Boards in rows, each as large as it needs.
struct FramesLayout {
    /// Each board with the left, top, width and height of its frame.
    boards: Vec<(PlainDrawing, [i32; 4])>,
    width: i32,
    height: i32,
    /// How many boards are cut.
    cut: usize,
    /// How many cells the boards take.
    drawn: i32,
    border: Border,
}

impl FramesLayout {
    fn packed(all: PackedBoards, border: Border) -> FramesLayout {
        let PackedBoards { boards, width, height } = all;
        FramesLayout { boards, width, height, cut: 0, drawn: 0, border }
    }

    /// The boards, each in this much room; `None` if that is too little for one of them, or if they do not all fit.
    fn of(frames: &[Frame], room: Size, pen: &Pen<'_>, board: DrawScene<'_>) -> Option<FramesLayout> {
        let (width, height) = pen.space();
        let border = Border::Lines;
        let mut layout = FramesLayout { boards: Vec::new(), width: 0, height: 0, cut: 0, drawn: 0, border };
        let (mut x, mut y) = (0, 0);
        // The first board of the row.
        let mut first = 0;
        for (i, frame) in frames.iter().enumerate() {
            let drawing = board(&frame.scene, &pen.in_part(i).with_room(room));
            if drawing.cut.as_deref() == Some(words::TOO_LITTLE) {
                return None;
            }
            layout.cut += usize::from(drawing.cut.is_some());
            let (w, h) = (i32::from(drawing.canvas.width()), i32::from(drawing.canvas.height()));
            layout.drawn += w * h;
            let w = (w + 2).max((wide(&frame.title) + 4).min(width));
            if x + w > width {
                (x, y) = (0, layout.height);
                first = i;
            }
            layout.boards.push((drawing, [x, y, w, h + 2]));
            x += w;
            layout.width = layout.width.max(x);
            layout.height = layout.height.max(y + h + 2);
            if layout.height > height {
                return None;
            }
            // All frames of a row are as high as the highest.
            for (_, area) in &mut layout.boards[first..] {
                area[3] = layout.height - y;
            }
        }
        Some(layout)
    }

    /// Whether boards are cut only where they would be if they had all the room for themselves, and are not many.
    fn is_good(&self, frames: &[Frame], pen: &Pen<'_>, board: DrawScene<'_>) -> bool {
        let alone = || {
            let room = inner(usize::from(pen.room.width), usize::from(pen.room.height).saturating_sub(1));
            let cut = |(i, f): (usize, &Frame), room| {
                board(&f.scene, &pen.in_part(i).with_room(room)).cut.is_some()
            };
            room.map_or(0, |room| frames.iter().enumerate().filter(|&f| cut(f, room)).count())
        };
        self.cut == 0 || (frames.len() <= 4 && self.cut <= alone())
    }

    fn paint(self, frames: &[Frame], pen: &Pen<'_>) -> PlainDrawing {
        let mut canvas = Canvas::sized(self.width, self.height);
        let (mut hits, mut cuts) = (Vec::new(), Vec::new());
        for (i, (board, area)) in self.boards.into_iter().enumerate() {
            if let Some(cut) = &board.cut {
                cuts.push(format!("part {}: {cut}", i + 1));
            }
            let title = frames.get(i).map_or("", |f| f.title.as_str());
            match self.border {
                Border::Lines => frame(title, i, board, area, pen, &mut canvas, &mut hits),
                Border::Title => titled(title, i, board, area, pen, &mut canvas, &mut hits),
            }
        }
        PlainDrawing { canvas, hits, cut: (!cuts.is_empty()).then(|| cuts.join("; ")), said: None }
    }
}

/// A title without what follows its comma, where there is not room for all of it.
fn short(title: &str) -> &str {
    title.split_once(',').map_or(title, |(name, _)| name)
}

/// The room inside a frame.
fn inner(width: usize, height: usize) -> Option<Size> {
    let side = |n: usize| u16::try_from(n.checked_sub(2)?).ok().filter(|&n| n > 0);
    Some(Size {
        width: side(width.min(usize::from(u16::MAX)))?,
        height: side(height.min(usize::from(u16::MAX)))?,
    })
}

/// Draws a frame, from its left, top, width and height, with a board in the middle of it.
fn frame(
    title: &str,
    part: usize,
    board: PlainDrawing,
    [x, y, width, height]: [i32; 4],
    pen: &Pen<'_>,
    canvas: &mut Canvas,
    hits: &mut Vec<Hit>,
) {
    let pick = |unicode, ascii| pen.style.pick(unicode, ascii);
    let (right, bottom) = (x + width - 1, y + height - 1);
    // The frame with the cursor stands out.
    let ink = if pen.in_part(part).marks.cursor().is_some() { Ink::Plain } else { Ink::Frame };
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
    let title = cut(if wide(title) > width - 4 { short(title) } else { title }, width - 4);
    if !title.is_empty() {
        canvas.write(x + 1, y, &format!(" {title} "), ink, Mark::NONE);
    }
    set(board, part, [x + 1, y + 1, width - 2, height - 2], canvas, hits);
}

/// Sets a board under its title, without lines: where there are no rows to spare for them.
fn titled(
    title: &str,
    part: usize,
    board: PlainDrawing,
    [x, y, width, height]: [i32; 4],
    pen: &Pen<'_>,
    canvas: &mut Canvas,
    hits: &mut Vec<Hit>,
) {
    let is_here = pen.in_part(part).marks.cursor().is_some();
    let title = if wide(title) > width - 2 { short(title) } else { title };
    let (title, ink) = (cut(title, width - 2), if is_here { Ink::Strong } else { Ink::Frame });
    let title = if is_here { format!("[{title}]") } else { title };
    canvas.write(x + (width - wide(&title)) / 2, y, &title, ink, Mark::NONE);
    set(board, part, [x, y + 1, width, height - 1], canvas, hits);
}

/// Sets a board in the middle of a place: its left, top, width and height.
fn set(
    board: PlainDrawing,
    part: usize,
    [x, y, width, height]: [i32; 4],
    canvas: &mut Canvas,
    hits: &mut Vec<Hit>,
) {
    let left = x + (width - i32::from(board.canvas.width())).max(0) / 2;
    let top = y + (height - i32::from(board.canvas.height())).max(0) / 2;
    canvas.paste(left, top, &board.canvas);
    hits.extend(lifted(board.hits, part).map(|hit| hit.shifted(nearest(left), nearest(top))));
}

/// Hits whose sites name their part.
fn lifted(hits: Vec<Hit>, part: usize) -> impl Iterator<Item = Hit> {
    let part = u16::try_from(part).unwrap_or(u16::MAX);
    hits.into_iter().map(move |hit| Hit { site: hit.site.in_part(part), ..hit })
}

/// The names of all parts; each but the chosen one leads to its board.
fn names(frames: &[Frame], chosen: usize, pen: &Pen<'_>, board: DrawScene<'_>) -> Option<PlainDrawing> {
    let (width, height) = pen.space();
    let site = |i: usize| -> Option<Site> {
        // Any thing that can be pointed at in that part leads to it.
        let ample = Size { width: 60, height: 24 };
        let drawing = board(&frames[i].scene, &pen.in_part(i).with_room(ample));
        lifted(drawing.hits, i).next().map(|hit| hit.site)
    };
    let word = |i: usize, title: &str| match (i == chosen, title) {
        (true, title) => SpokenSite::new(format!("[{title}] "), Ink::Strong, None),
        (false, title) => SpokenSite::new(format!("{title} "), Ink::Frame, site(i)),
    };
    // All names, in at most a third of the rows; or those before and after this one, cut to fit into one row.
    let lines = |words: &[SpokenSite], most: i32| {
        let drawing = words::flow(words, &pen.with_room(Size { height: u16::MAX, ..pen.room }));
        (i32::from(drawing.canvas.height()) <= most).then_some(drawing)
    };
    let all: Vec<SpokenSite> = frames.iter().enumerate().map(|(i, f)| word(i, &f.title)).collect();
    let near = || {
        let each = (width / 3 - 4).max(1);
        let short = |i: usize| word(i, &cut(&frames[i].title, each));
        let near = chosen.saturating_sub(1)..(chosen + 2).min(frames.len());
        lines(&near.map(short).collect::<Vec<_>>(), 1)
    };
    lines(&all, (height / 3).max(1)).or_else(near)
}

/// The names of all parts, and the board with the cursor below them.
fn one(frames: &[Frame], pen: &Pen<'_>, board: DrawScene<'_>) -> Option<PlainDrawing> {
    let (width, height) = pen.space();
    let chosen = (0..frames.len()).find(|&i| pen.in_part(i).marks.cursor().is_some()).unwrap_or(0);
    let top = names(frames, chosen, pen, board)?;
    let used = i32::from(top.canvas.height());
    let rows: u16 = nearest(height - used);
    let room = inner(nearest(width), usize::from(rows))?;
    let here = pen.in_part(chosen);
    let framed = board(&frames[chosen].scene, &here.with_room(room));
    // Without lines around it there may be room.
    let bare = (framed.cut.as_deref() == Some(words::TOO_LITTLE))
        .then(|| board(&frames[chosen].scene, &here.with_room(Size { height: rows, ..pen.room })))
        .filter(|bare| bare.cut.as_deref() != Some(words::TOO_LITTLE));
    let (is_bare, drawing) = (bare.is_some(), bare.unwrap_or(framed));
    let rim = if is_bare { 0 } else { 2 };
    let cut = match &drawing.cut {
        Some(cut) => format!("part {} of {} is in sight; {cut}", chosen + 1, frames.len()),
        None => format!("part {} of {} is in sight", chosen + 1, frames.len()),
    };
    let mut canvas = Canvas::sized(width, used + i32::from(drawing.canvas.height()) + rim);
    canvas.paste(0, 0, &top.canvas);
    let mut hits = top.hits;
    // The parts before and after this one are where the eye expects them: at the left and right of its frame. Their
    // names still answer to a click.
    let middle = nearest(used + 1 + i32::from(drawing.canvas.height()) / 2);
    for hit in &mut hits {
        match usize::from(hit.site.part) {
            part if part + 1 == chosen => (hit.x, hit.y) = (0, middle),
            part if part == chosen + 1 => (hit.x, hit.y) = (pen.room.width - 1, middle),
            _ => {}
        }
    }
    let area = [0, used, width, i32::from(drawing.canvas.height()) + rim];
    if is_bare {
        let left = (width - i32::from(drawing.canvas.width())).max(0) / 2;
        canvas.paste(left, used, &drawing.canvas);
        hits.extend(lifted(drawing.hits, chosen).map(|hit| hit.shifted(nearest(left), nearest(used))));
    } else {
        frame(&frames[chosen].title, chosen, drawing, area, pen, &mut canvas, &mut hits);
    }
    Some(PlainDrawing { canvas, hits, cut: Some(cut), said: None })
}
