//! A number on a track of numbered cells, in lines that touch; of a long track the part around the number.

use super::canvas::{Canvas, Ink, Mark, wide};
use super::hits::{Hit, PlainDrawing};
use super::lines::corner;
use super::pen::{self, Pen};
use nimatron_core::rules::{Picture, Site, Track, nearest};

/// A longer track is never shown whole.
const WHOLE: u64 = 400;

/// Draws a track; `None` where fewer than three cells fit.
pub(super) fn draw(track: &Track, pen: &Pen<'_>) -> Option<PlainDrawing> {
    let (width, height) = pen.space();
    let view = TrackView::whole(track, width, height).or_else(|| TrackView::part(track, pen))?;
    let mut canvas = Canvas::sized(view.width(track), view.height());
    let mut hits = Vec::new();
    for n in view.from..=view.to {
        hits.extend(view.paint(track, n, pen, &mut canvas));
    }
    if view.said {
        let said = said(track);
        let y = view.height() - 1;
        canvas.write((view.width(track) - wide(&said)) / 2, y, &said, Ink::Note, Mark::NONE);
    }
    // Where the track goes on out of sight, the next cell waits at the border.
    let next = view.to.saturating_add(1).max(track.at.saturating_add(1));
    if next <= track.reach {
        let (x, y) = (view.width(track) - 1, view.lines * view.rows() - 1);
        hits.push(Hit::new(Site::new(track.group, next), x, y.min(view.height() - 1), []));
    }
    let before = view.from.checked_sub(1).filter(|&n| n > track.at && n <= track.reach);
    if let Some(n) = before {
        hits.push(Hit::new(Site::new(track.group, n), 0, 0, []));
    }
    let all = view.from == 0 && view.to >= track.goal;
    let cut = (!all).then(|| {
        let sight = format!("{} to {} of {} are in sight", view.from, view.to, track.goal);
        match track.typed.as_str() {
            typed if !typed.is_empty() && track.reach > view.to => {
                format!("{sight}; type {typed} and a number to go farther")
            }
            _ => sight,
        }
    });
    Some(PlainDrawing { canvas, hits, cut, said: None })
}

/// The line under the track.
fn said(track: &Track) -> String {
    format!("{} {} of {}", track.label, track.at, track.goal).trim_start().to_owned()
}

/// Which cells are seen, and how large.
struct TrackView {
    /// Columns of a number.
    digits: i32,
    /// Columns more than a number needs at each side, and rows more above and below it.
    pad: i32,
    /// Cells a line.
    per: i32,
    lines: i32,
    /// Whether there are lines around the cells.
    framed: bool,
    /// Whether there is a line of words below.
    said: bool,
    from: u64,
    to: u64,
}

impl TrackView {
    fn whole(track: &Track, width: i32, height: i32) -> Option<TrackView> {
        if track.goal > WHOLE {
            return None;
        }
        (0..=3).rev().find_map(|pad| TrackView::padded(track, width, height, pad))
    }

    fn padded(track: &Track, width: i32, height: i32, pad: i32) -> Option<TrackView> {
        let count = nearest::<i32, _>(track.goal) + 1;
        let digits = wide(&track.goal.to_string());
        let most = (width - 1) / (digits + 3 + 2 * pad);
        // Tens at the ends of the lines, if that is possible.
        let per = if most >= count {
            count
        } else if most > 10 {
            most - most % 5
        } else {
            most
        };
        let lines = (count + per - 1).checked_div(per)?;
        let said = height >= lines * 2 * (1 + pad) + 2;
        let view = TrackView { digits, pad, per, lines, framed: true, said, from: 0, to: track.goal };
        (view.height() <= height).then_some(view)
    }

    /// The part around the number, or around the cursor when it is far off.
    fn part(track: &Track, pen: &Pen<'_>) -> Option<TrackView> {
        let (width, height) = pen.space();
        let digits = wide(&track.reach.saturating_add(100).min(track.goal).to_string());
        let framed = height >= 3;
        let said = height >= 4 || height == 2;
        let per = ((width - 1) / (digits + 3)).min(10);
        let lines = if framed { (height - 1 - i32::from(said)) / 2 } else { height.min(1) }.min(4);
        if per < 1 || per * lines < 3 {
            return None;
        }
        let count = nearest::<u64, _>(per * lines);
        let cursor = pen.marks.cursor().filter(|s| s.group == track.group).map(|s| s.item);
        let near = track.at.saturating_sub(nearest::<u64, _>(per) / 3);
        // A line, or in a single line a cell, is kept in sight after the cursor.
        let kept = if lines > 1 { nearest(per) } else { 1 };
        let from = match cursor {
            Some(n) if n > near.saturating_add(count - 1 - kept) => n.saturating_sub(count / 2),
            _ => near,
        };
        let from = from.min(track.goal.saturating_sub(count - 1));
        let to = from.saturating_add(count - 1).min(track.goal);
        let lines = nearest::<i32, _>((to - from) / nearest::<u64, _>(per)) + 1;
        Some(TrackView { digits, pad: 0, per, lines, framed, said, from, to })
    }

    fn pitch(&self) -> i32 {
        self.digits + 3 + 2 * self.pad
    }

    /// Rows from one line to the next.
    fn rows(&self) -> i32 {
        if self.framed { 2 + 2 * self.pad } else { 1 }
    }

    fn width(&self, track: &Track) -> i32 {
        let cells = self.per * self.pitch() + 1;
        // The words are cut rather than the cells.
        if self.said { cells.max(wide(&said(track)).min(cells)) } else { cells }
    }

    fn height(&self) -> i32 {
        self.lines * self.rows() + i32::from(self.framed) + i32::from(self.said)
    }

    fn paint(&self, track: &Track, n: u64, pen: &Pen<'_>, canvas: &mut Canvas) -> Option<Hit> {
        let i = i32::try_from(n - self.from).ok()?;
        let (left, line) = (i % self.per * self.pitch(), i / self.per);
        let right = left + self.pitch();
        let y = if self.framed { self.rows() * line + 1 + self.pad } else { line };
        if self.framed {
            self.frame(i, nearest(self.to - self.from), (left, y), pen, canvas);
        }
        let open = n > track.at && n <= track.reach;
        let site = Site::new(track.group, n);
        let mut mark = pen.marks.mark(site);
        // Where the last move came from, and what it passed.
        let before = match pen.marks.before {
            Some(Picture::Track(before)) => before.at,
            _ => track.at,
        };
        let trail = (before..track.at).contains(&n);
        if trail || (n == track.at && mark.last) {
            mark = Mark { cursor: mark.cursor, ..pen.marks.ghost() };
        }
        let ink = match n {
            _ if n == track.at && !pen.style.ascii => Ink::OnStone,
            _ if n == track.at => Ink::Stone,
            _ if n == track.goal => Ink::Goal,
            _ if open => Ink::Reach,
            _ if n < track.at => Ink::Faint,
            _ => Ink::Dim,
        };
        let number = n.to_string();
        let inset = self.pad + 1;
        let at = n == track.at && !pen.style.ascii;
        if at || mark.cursor || mark.picked {
            // The stone itself, and the cursor, are blocks.
            for (x, y) in (y - self.pad..=y + self.pad).flat_map(|y| (left + 1..right).map(move |x| (x, y))) {
                canvas.put(x, y, ' ', ink, mark);
            }
        }
        canvas.write(right - inset - wide(&number), y, &number, ink, mark);
        let brackets = self.brackets(track, n, (mark, at, trail), pen);
        if let Some((before, after)) = brackets {
            let rim = if before == pen::RIM.0 { Ink::Stone } else { ink };
            canvas.put(left + inset, y, before, rim, mark);
            canvas.put(right - inset, y, after, rim, mark);
        }
        let is_here = mark.cursor;
        if let Some((ch, ink)) = pen.marks.badge(site) {
            let (ink, mark) = if at && self.pad > 0 { (Ink::OnStone, mark) } else { (ink, Mark::NONE) };
            canvas.put(right - inset, y, ch, ink, Mark { cursor: is_here, ..mark });
        }
        let area = (y - self.pad..=y + self.pad).flat_map(|y| (left + 1..right).map(move |x| (x, y)));
        open.then(|| Hit::new(site, (left + right) / 2, y, area))
    }

    /// What stands around a number: what points at it, the stone, where the last move passed, the goal.
    fn brackets(
        &self,
        track: &Track,
        n: u64,
        (mark, at, trail): (Mark, bool, bool),
        pen: &Pen<'_>,
    ) -> Option<(char, char)> {
        match mark {
            Mark { cursor: true, picked: false, .. } => Some(pen.pointers()),
            // A large cell is filled up to its lines.
            _ if n == track.at && at => (self.pad == 0).then_some(pen::RIM),
            _ if n == track.at => Some(('(', ')')),
            _ if trail => Some((pen.gap(mark), ' ')),
            _ if n == track.goal && mark == Mark { open: mark.open, ..Mark::NONE } => {
                Some(pen.style.pick('◎', '$')).map(|g| (g, g))
            }
            _ => pen.brackets(mark, false),
        }
    }

    /// The lines around the `i`-th cell in sight, of which `last` is the last.
    fn frame(&self, i: i32, last: i32, (left, y): (i32, i32), pen: &Pen<'_>, canvas: &mut Canvas) {
        let right = left + self.pitch();
        let pick = |unicode, ascii| pen.style.pick(unicode, ascii);
        let mut put = |x, y, ch| canvas.put(x, y, ch, Ink::Faint, Mark::NONE);
        let (above, under) = (y - 1 - self.pad, y + 1 + self.pad);
        for y in above + 1..under {
            put(left, y, pick('│', '|'));
            put(right, y, pick('│', '|'));
        }
        for x in left + 1..right {
            put(x, above, pick('─', '-'));
            put(x, under, pick('─', '-'));
        }
        // Which cells are around a corner: left above, right above, left below, right below.
        let column = i % self.per;
        let there = |dc: i32, dl: i32| {
            let (c, l) = (column + dc, i / self.per + dl);
            let j = l * self.per + c;
            (0..self.per).contains(&c) && l >= 0 && j <= last
        };
        for (dc, x) in [(-1, left), (0, right)] {
            for (dl, y) in [(-1, above), (0, under)] {
                let [nw, ne, sw, se] =
                    [(dc, dl), (dc + 1, dl), (dc, dl + 1), (dc + 1, dl + 1)].map(|(c, l)| there(c, l));
                put(x, y, corner([nw || ne, ne || se, se || sw, sw || nw], pen.style));
            }
        }
    }
}
