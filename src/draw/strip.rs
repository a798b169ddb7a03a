//! Cells in one long line: stones with their numbers under them, or boxes. A line that fits at a smaller size is not
//! wrapped; longer ones wrap with the join drawn, and the longest scroll with the cursor.

use super::board::{Board, RIM, Spot, cells, middle};
use super::brush::{Brush, ink, sign_of};
use super::canvas::{Ink, Mark, wide};
use nimatron_core::rules::{Face, Picture, Site, Strip, StripCell, nearest};
use nimatron_paint::{CELL, Form, mix};
use std::ops::Range;

/// Which cells are seen, and how large.
#[derive(Clone, Copy)]
struct View {
    /// Columns a cell, and cells a line.
    pitch: i32,
    per: usize,
    lines: usize,
    from: usize,
    to: usize,
    /// Rows of a piece.
    tall: i32,
    /// Rows under the pieces: for numbers, and for brackets.
    below: i32,
    /// Rows above the pieces, for brackets.
    above: i32,
    /// Columns on both sides, for where a line goes on out of sight.
    side: i32,
}

impl View {
    /// Rows of a line with the free row after it.
    fn rows(&self) -> i32 {
        self.above + self.tall + self.below + 1
    }

    /// Rows of a piece above the one that is its middle, and below it.
    fn beside(&self) -> i32 {
        self.tall / 2
    }

    fn height(&self) -> i32 {
        nearest::<i32, _>(self.lines) * self.rows() - 1
    }

    /// The column and the row of the middle of a cell.
    fn at(&self, i: usize) -> (i32, i32) {
        let (line, column) = ((i - self.from) / self.per, (i - self.from) % self.per);
        let x = self.side + nearest::<i32, _>(column) * self.pitch + (self.pitch - 1) / 2;
        (
            x,
            nearest::<i32, _>(line) * self.rows() + self.above + self.beside(),
        )
    }

    /// How often a number is written, so that numbers do not touch.
    fn step(&self, n: usize) -> usize {
        let digits = n.to_string().len();
        let free = |step: &usize| step * nearest::<usize, _>(self.pitch) > digits;
        [1, 2, 5, 10, 20, 50, 100, 500]
            .into_iter()
            .find(free)
            .unwrap_or(1000)
    }
}

/// Paints a strip; `None` where not even one cell fits.
pub(super) fn draw<'a>(strip: &Strip, brush: &Brush<'a>) -> Option<Board<'a>> {
    let n = strip.cells.len();
    if n == 0 {
        return None;
    }
    let view = view(strip, n, brush)?;
    let shown = nearest::<i32, _>(view.per.min(view.to - view.from));
    // The last box of a plain strip has a line after it.
    let more = i32::from(strip.boxed && brush.plain.is_some());
    let mut board = Board::of(
        shown * view.pitch + more + 2 * view.side,
        view.height().min(brush.height),
        brush,
    );
    if board.width > brush.width || board.height < 1 {
        return None;
    }
    board.size = radius(view.pitch).min(9.0 * view.tall as f32);
    for i in view.from..view.to {
        match (strip.boxed, brush.plain) {
            (true, None) => boxed(strip, i, &view, &mut board),
            (true, Some(_)) => plain_box(strip, i, &view, &mut board),
            (false, _) => disc(strip, i, &view, &mut board),
        }
        if view.below > 0 && ((i + 1) % view.step(n) == 0 || i == 0) {
            let (x, y) = view.at(i);
            let text = (i + 1).to_string();
            let x = x.min(board.width - 1 - wide(&text) / 2);
            board.tell((x, y + view.beside() + 1), &text, Ink::Label);
        }
    }
    // The join of two lines.
    for line in 1..view.lines {
        let (x, y) = view.at(view.from + line * view.per - 1);
        board.say(
            (x + view.pitch / 2 + 1, y),
            brush.pick("↩", ""),
            Ink::Faint,
            Mark::default(),
        );
    }
    brackets(strip, &view, &mut board);
    out_of_sight(strip, &view, &mut board);
    board.cut = (view.to - view.from < n)
        .then(|| format!("cells {} to {} of {n} are in sight", view.from + 1, view.to));
    Some(board)
}

fn view(strip: &Strip, n: usize, brush: &Brush<'_>) -> Option<View> {
    let (width, height) = (brush.width, brush.height);
    // In characters all cells have one width.
    let (least, most, widths): (i32, i32, &[i32]) = match (brush.plain, strip.boxed) {
        (Some(_), true) => (4, 4, &[4]),
        (Some(_), false) => (3, 3, &[3]),
        (None, true) => (2, 9, &[4, 3]),
        (None, false) => (1, 11, &[4, 3, 2]),
    };
    let form = |pitch: i32, below: i32, above: i32| {
        let tall = match strip.boxed {
            _ if brush.plain.is_some() => 1,
            true => {
                1 + 2
                    * (pitch / 4).clamp(
                        i32::from(pitch > 2 && height > 4),
                        if height > 4 { 2 } else { 0 },
                    )
            }
            // Where stones would be no higher than a row they are pins.
            false if pitch == 3 && height >= below + above + 3 => 3,
            false => 1 + 2 * cells(radius(pitch) + RIM - 9.5, CELL.1).max(0),
        };
        View {
            pitch,
            per: n,
            lines: 1,
            from: 0,
            to: n,
            tall,
            below,
            above,
            side: 0,
        }
    };
    // All of it in one line, with numbers and brackets if that can be.
    for pitch in (least..=most).rev() {
        // A column is left free at each side, where what stands in it does not leave one itself.
        let is_wide = pitch > if strip.boxed { 3 } else { 4 };
        if pitch * nearest::<i32, _>(n) > if is_wide { width - 2 } else { width } {
            continue;
        }
        let fitting = [(2, 1), (1, 1), (1, 0), (0, 0)];
        let (below, above) = if pitch > 1 { fitting[0] } else { (1, 0) };
        let view = form(pitch, below, above);
        if view.height() <= height {
            return Some(view);
        }
        if let Some(view) = fitting
            .into_iter()
            .map(|(b, a)| form(pitch.min(least.max(3)), b, a))
            .find(|v| v.height() <= height)
        {
            return Some(view);
        }
    }
    // In several lines, as large as they all fit, else a part of them.
    let wrapped = |pitch: i32, below: i32| {
        let per = nearest::<usize, _>(
            (width - 2 - i32::from(strip.boxed && brush.plain.is_some())).max(1) / pitch,
        );
        let per = if per > 20 { per - per % 10 } else { per };
        let view = form(pitch, below, i32::from(below > 1));
        let tall = if pitch == 3 && !strip.boxed {
            1
        } else {
            view.tall
        };
        let mut view = View { per, tall, ..view };
        view.lines = nearest(((height + 1) / view.rows()).max(1));
        view
    };
    let sizes = widths
        .iter()
        .flat_map(|&pitch| [2, 1, 0].map(|below| wrapped(pitch, below)));
    if let Some(view) = { sizes }.find(|v| v.per > 0 && v.lines * v.per >= n) {
        return Some(View {
            lines: n.div_ceil(view.per),
            ..view
        });
    }
    let narrow = *widths.last()?;
    let part = [1, 0]
        .map(|b| wrapped(narrow, b))
        .into_iter()
        .find(|v| v.per > 0 && v.height() <= height)?;
    let focus = focus(strip, brush).unwrap_or(0);
    let total = n.div_ceil(part.per);
    let (from, lines) = if part.lines < 3 {
        (
            focus
                .saturating_sub(part.per / 2)
                .min(n.saturating_sub(part.per)),
            1,
        )
    } else {
        let line = (focus / part.per).saturating_sub(part.lines / 2);
        (
            line.min(total.saturating_sub(part.lines)) * part.per,
            part.lines,
        )
    };
    Some(View {
        lines,
        from,
        to: n.min(from + part.per * lines),
        side: 1,
        ..part
    })
}

/// The radius of stones that are so many columns apart, and so many rows high.
fn radius(pitch: i32) -> f32 {
    match pitch {
        // Those of one row are as high as it.
        ..=3 => 7.8,
        _ => pitch as f32 * CELL.0 * 0.43,
    }
}

/// The cell to keep in sight.
pub(super) fn focus(strip: &Strip, brush: &Brush<'_>) -> Option<usize> {
    let marks = brush.marks;
    let wanted = marks
        .cursor()
        .or_else(|| marks.picked().next())
        .or_else(|| marks.hinted().next())?;
    let is_it = |cell: &StripCell| cell.sites.contains(&Some(wanted));
    let guess = usize::try_from(wanted.item).ok()?;
    let near = [guess.wrapping_sub(1), guess]
        .into_iter()
        .find(|&i| strip.cells.get(i).is_some_and(is_it));
    near.or_else(|| strip.cells.iter().position(is_it))
        .or_else(|| Some(guess).filter(|&i| i < strip.cells.len()))
}

/// What was in a cell before the last move.
fn before(strip: &Strip, i: usize, brush: &Brush<'_>) -> Option<Face> {
    match brush.marks.before {
        Some(Picture::Strip(before)) if before.cells.len() == strip.cells.len() => {
            before.cells.get(i).map(|cell| cell.face)
        }
        _ => None,
    }
}

fn disc(strip: &Strip, i: usize, view: &View, board: &mut Board<'_>) {
    let brush = board.brush;
    let (Some(cell), c, at) = (strip.cells.get(i), brush.colours, view.at(i)) else {
        return;
    };
    let (x, y) = middle(at.0, at.1);
    let site = cell.sites[0];
    let mark = brush.marks.mark_of(site);
    let r = radius(view.pitch);
    let flat = if view.pitch == 3 && view.tall > 1 {
        -14.0
    } else {
        0.0
    };
    let spot = Spot { x, y, r, flat };
    let was = before(strip, i, &brush) == Some(Face::Stone);
    match cell.face {
        face if brush.plain.is_some() => {
            let taken = was && face != Face::Stone;
            let mark = if taken {
                Mark {
                    cursor: mark.cursor,
                    ..brush.marks.ghost()
                }
            } else {
                mark
            };
            let (ch, ink) = match face {
                Face::Stone => brush.disc(site, mark),
                _ => (brush.gap(mark), Ink::Faint),
            };
            board.piece(at, ch, ink, mark);
        }
        // A disc of two cells would run into the next.
        Face::Stone
            if view.pitch == 1 || view.pitch == 2 && brush.marks.theory(site).sign.is_none() =>
        {
            let theory = brush.marks.theory(site);
            let plain = if mark.hint || theory.lit {
                c.figure
            } else {
                c.stone
            };
            let ink = match mark {
                Mark { cursor: true, .. } => c.cursor,
                Mark { picked: true, .. } => c.picked,
                _ => c.told(theory).unwrap_or(plain),
            };
            board.centre(
                at.0,
                at.1,
                if mark.cursor || mark.picked {
                    "◉"
                } else {
                    "●"
                },
                ink,
                true,
            );
        }
        Face::Stone => {
            let body = board.stone(spot, site, mark, c.stone);
            board.sign(at, site, body);
        }
        _ if was => drop(board.ghost(spot)),
        _ => board.centre(at.0, at.1, "·", c.faint, false),
    }
    let side = (view.pitch - 1) / 2;
    board.hit(
        site,
        at,
        (at.0 - side, at.0 + view.pitch - 1 - side),
        (at.1 - view.beside(), at.1 + view.beside()),
    );
}

/// A box of three characters: what may go there, or what fills it.
fn plain_box(strip: &Strip, i: usize, view: &View, board: &mut Board<'_>) {
    let brush = board.brush;
    let (Some(cell), (x, y)) = (strip.cells.get(i), view.at(i)) else {
        return;
    };
    for line in [x - 1, x + 3] {
        board.put((line, y), brush.pick('│', '|'), Ink::Faint, Mark::default());
    }
    let filled = match cell.face {
        Face::ColourOne => Some(brush.pick("▒1▒", ":1:")),
        Face::ColourTwo => Some(brush.pick("█2█", "#2#")),
        Face::Free => None,
        _ => Some(brush.pick("╱╱╱", "///")),
    };
    if let Some(text) = filled {
        let site = cell.sites[0].or(cell.sites[1]);
        let was_free = before(strip, i, &brush) == Some(Face::Free);
        let is_last = was_free && matches!(cell.face, Face::ColourOne | Face::ColourTwo);
        let mark = if is_last {
            brush.marks.ghost()
        } else {
            brush.marks.mark_of(site)
        };
        board.say(
            (x, y),
            text,
            ink(cell.face),
            Mark {
                last: false,
                ..mark
            },
        );
        if mark.last || mark.cursor {
            let sign = if mark.second {
                brush.pick('◆', '@')
            } else {
                brush.pick('◇', '*')
            };
            board.put((x + 1, y), sign, Ink::Strong, mark);
        }
        return board.hit(site, (x + 1, y), (x, x + 2), (y, y));
    }
    for (k, (at, digit)) in [(x, '1'), (x + 2, '2')].into_iter().enumerate() {
        let Some(site) = cell.sites[k] else { continue };
        let mark = brush.marks.mark(site);
        let colour = [Ink::ColourOne, Ink::ColourTwo][k];
        let (ch, said) = match brush.badge(Some(site)) {
            _ if mark.picked => ([brush.pick('▒', ':'), brush.pick('█', '#')][k], colour),
            Some(badge) => badge,
            None => (digit, colour),
        };
        board.put((at, y), ch, said, mark);
        let point = match mark {
            Mark { cursor: true, .. } => Some([brush.pick('◂', '<'), brush.pick('▸', '>')][k]),
            Mark { hint: true, .. } => Some([brush.pick('«', '{'), brush.pick('»', '}')][k]),
            _ => None,
        };
        if let Some(ch) = point {
            board.put((x + 1, y), ch, Ink::Plain, mark);
        }
        board.hit(Some(site), (at, y), (at, at), (y, y));
    }
}

fn boxed(strip: &Strip, i: usize, view: &View, board: &mut Board<'_>) {
    let brush = board.brush;
    let (Some(cell), c, at) = (strip.cells.get(i), brush.colours, view.at(i)) else {
        return;
    };
    let left = at.0 - (view.pitch - 1) / 2;
    let (x, y) = (left as f32 * CELL.0, (at.1 - view.beside()) as f32 * CELL.1);
    // Narrow cells are told apart by their grounds.
    let is_narrow = view.pitch <= 4;
    let w = view.pitch as f32 * CELL.0 - if is_narrow { 0.0 } else { 1.0 };
    let h = view.tall as f32 * CELL.1;
    let (ys, right) = (
        (at.1 - view.beside(), at.1 + view.beside()),
        left + view.pitch - 1,
    );
    let ground = match cell.face {
        Face::ColourOne | Face::ColourTwo => c.face(cell.face),
        Face::Free if !is_narrow || i.is_multiple_of(2) => c.raised,
        Face::Free => mix(c.raised, c.line, 0.4),
        // Nothing may go there any more.
        _ => mix(c.ground, c.raised, 0.5),
    };
    board.fill([x, y, w, h], ground);
    if cell.face != Face::Free {
        board.hit(cell.sites[0].or(cell.sites[1]), at, (left, right), ys);
    }
    match cell.face {
        Face::ColourOne | Face::ColourTwo => {
            let is_last = before(strip, i, &brush) == Some(Face::Free);
            if is_last && is_narrow {
                // A rim would leave nothing of a narrow cell.
                board.fill([x, y + h - 6.0, w, 6.0], brush.last());
            } else if is_last {
                board.frame([x, y, w, h], brush.last());
                if brush.marks.ghost().second {
                    board.centre(at.0, at.1 + view.beside().min(1), "•", c.on(ground), true);
                }
            }
            let name = if cell.face == Face::ColourOne {
                "1"
            } else {
                "2"
            };
            board.centre(at.0, at.1, name, c.on(ground), true);
        }
        Face::Free => {
            // A cell that is pointed at shows that colour alone, in a frame.
            let marks = cell.sites.map(|site| brush.marks.mark_of(site));
            let is_framed = view.pitch > 2 && marks.iter().any(|mark| mark.cursor);
            let side = if is_narrow { CELL.0 / 2.0 } else { CELL.0 };
            let high = if view.tall > 1 { CELL.1 / 2.0 } else { 0.0 };
            let whole = view.pitch as f32 * CELL.0;
            let inner = [x + side, y + high, whole - 2.0 * side, h - 2.0 * high];
            if is_framed {
                board.fill([x, y, whole, h], c.cursor);
                board.fill(inner, ground);
            }
            let both = cell.sites.iter().all(Option::is_some);
            // The two numbers of a narrow cell stand together, and are small.
            let apart = i32::from(!is_narrow);
            let (half, near) = (view.pitch / 2, left + (view.pitch - 2 - apart) / 2);
            for (k, colour) in [(0, c.one), (1, c.two)] {
                let Some(site) = cell.sites[k] else { continue };
                let (mark, theory) = (marks[k], brush.marks.theory(Some(site)));
                // Each colour has a half of its own where there are two.
                let (from, wide, column, xs) = match (both, k) {
                    (false, _) => (x, w, at.0, (left, right)),
                    (true, 0) => (x, w / 2.0, near, (left, left + half - 1)),
                    (true, _) => (x + w / 2.0, w / 2.0, near + 1 + apart, (left + half, right)),
                };
                let column = if is_framed { at.0 } else { column };
                board.hit(Some(site), (column, at.1), xs, ys);
                if is_framed && !mark.cursor {
                    continue;
                }
                let place = match (is_framed, inner) {
                    (true, [x, y, w, h]) => Form::Rect {
                        x,
                        y,
                        w,
                        h,
                        round: 0.0,
                    },
                    (false, _) => Form::Rect {
                        x: from,
                        y,
                        w: wide,
                        h,
                        round: 2.0,
                    },
                };
                // Only what is picked is filled: what is pointed at is still free.
                let filled = match theory.sign {
                    Some(sign) => Some(c.outcome(sign)),
                    None if mark.picked => Some(mix(ground, colour, 0.75)),
                    None => theory.lit.then(|| mix(ground, c.figure, 0.5)),
                };
                if let Some(filled) = filled {
                    board.add(place, filled);
                }
                match c.rim(mark, false).filter(|_| !is_framed) {
                    // Of two columns a rim would leave nothing.
                    Some(_) if view.pitch == 2 && theory.sign.is_none() => {
                        board.add(place, mix(ground, c.offered, 0.7));
                    }
                    Some(colour) => {
                        board.add(
                            Form::Outline {
                                x: from,
                                y,
                                w: wide,
                                h,
                                round: 2.0,
                                line: 4.0,
                            },
                            colour,
                        );
                    }
                    None => {}
                }
                let name = ["1", "2"][k];
                let ink = filled.map_or(c.text, |filled| c.on(filled));
                match theory.sign {
                    Some(sign) => {
                        board.centre(column, at.1, &sign_of(sign).to_string(), ink, true);
                        if view.tall > 1 {
                            board.centre(column, at.1 + 1, name, ink, false);
                        }
                    }
                    None if mark.picked => board.centre(column, at.1, name, ink, true),
                    // Quiet, so that it is not taken for what is there.
                    None => {
                        let is_said = mark.cursor || mark.hint;
                        let ink = if is_said {
                            c.text
                        } else {
                            mix(colour, c.text, 0.35)
                        };
                        let name = if is_narrow { ["¹", "²"][k] } else { name };
                        board.centre(column, at.1, name, ink, is_said);
                    }
                }
            }
        }
        _ => {
            let cross = mix(c.faint, c.quiet, 0.4);
            let inner = (x + 5.0, y + 5.0, x + w - 5.0, y + h - 5.0);
            board.line((inner.0, inner.1), (inner.2, inner.3), 2.6, cross);
            board.line((inner.0, inner.3), (inner.2, inner.1), 2.6, cross);
            if view.tall == 1 {
                board.centre(at.0, at.1, "×", c.quiet, false);
            }
        }
    }
}

/// Values over the places they are about; else the lengths of runs of stones, under them.
fn brackets(strip: &Strip, view: &View, board: &mut Board<'_>) {
    let brush = board.brush;
    let place = |site: &Site| {
        strip
            .cells
            .iter()
            .position(|c| c.sites.contains(&Some(*site)))
    };
    let values = brush.marks.values();
    for (sites, text) in values.iter().filter(|_| view.above > 0) {
        let places: Vec<usize> = sites
            .iter()
            .filter_map(|s| {
                place(s).or_else(|| {
                    usize::try_from(s.item)
                        .ok()
                        .filter(|&i| i < strip.cells.len())
                })
            })
            .collect();
        let (Some(&from), Some(&to)) = (places.iter().min(), places.iter().max()) else {
            continue;
        };
        span(
            from..to + 1,
            view,
            (-view.beside() - 1, text, Ink::Figure),
            board,
        );
        // The kind of a gap's ends: the colours next to it, where they leave room for the value.
        let long = nearest::<i32, _>(to + 1 - from).saturating_mul(view.pitch);
        let is_shown = strip.boxed && long >= wide(text) + 4;
        for (at, beside, side) in [(from, from.checked_sub(1), false), (to, Some(to + 1), true)] {
            let face = beside
                .and_then(|i| strip.cells.get(i))
                .map(|cell| cell.face);
            let is_seen = is_shown && (view.from..view.to).contains(&at);
            if let Some(face @ (Face::ColourOne | Face::ColourTwo)) = face.filter(|_| is_seen) {
                let (x, y) = view.at(at);
                let x = x + if side {
                    view.pitch / 2
                } else {
                    -(view.pitch - 1) / 2
                };
                board.write(
                    x,
                    y - view.beside() - 1,
                    "●",
                    brush.colours.face(face),
                    true,
                );
            }
        }
    }
    if !strip.boxed && values.is_empty() && view.below > 1 && view.pitch > 1 {
        let mut at = view.from;
        for run in strip.cells[view.from..view.to].chunk_by(|a, b| a.face == b.face) {
            if run[0].face == Face::Stone && run.len() > 1 && strip.cells.len() > run.len() {
                let text = run.len().to_string();
                span(
                    at..at + run.len(),
                    view,
                    (view.beside() + 2, &text, Ink::Faint),
                    board,
                );
            }
            at += run.len();
        }
    }
}

/// A bracket so many rows below some cells, with its text, in each line that they lie in.
fn span(
    cells: Range<usize>,
    view: &View,
    (below, text, ink): (i32, &str, Ink),
    board: &mut Board<'_>,
) {
    let (mut at, to) = (cells.start.max(view.from), cells.end.min(view.to));
    while at < to {
        let line_end = view.from + ((at - view.from) / view.per + 1) * view.per;
        let end = to.min(line_end);
        let ((left, y), (right, _)) = (view.at(at), view.at(end - 1));
        board.bracket((left, right, y + below), text, ink);
        at = end;
    }
}

/// Where the line goes on out of sight, the next thing to point at waits at the border.
fn out_of_sight(strip: &Strip, view: &View, board: &mut Board<'_>) {
    let site = |cell: &StripCell| cell.sites[0].or(cell.sites[1]);
    let (right, last) = ((board.width - 1).max(0), (board.height - 1).max(0));
    board.wait(
        strip.cells[..view.from].iter().rev().find_map(site),
        (0, view.beside()),
    );
    let low = if view.lines > 1 { last } else { view.beside() };
    board.wait(strip.cells[view.to..].iter().find_map(site), (right, low));
}
