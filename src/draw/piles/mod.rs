//! Stacks of stones side by side, on one ground, with their counts. Tall stacks are broken by a zigzag; where there are
//! more stacks than fit they are set in several rows, or slide with the cursor.

mod stack;

use super::canvas::{Canvas, Ink, Mark, wide};
use super::hits::{Drawing, Hit};
use super::pen::Pen;
use crate::rules::{Heap, PileMode, Piles, Site};
use stack::{Row, Stack};
use std::ops::Range;

/// The fewest stones high a row of stacks is drawn.
const LEAST: i32 = 3;

/// Draws stacks; `None` where not even one fits.
pub(super) fn draw(piles: &Piles, pen: &Pen<'_>) -> Option<Drawing> {
    let (width, height) = pen.space();
    let layout = PilesLayout::of(piles, width, height, focus(piles, pen))?;
    let mut canvas = Canvas::sized(
        layout.width(),
        layout.lines * layout.line_height() - i32::from(layout.airy && layout.lines > 1),
    );
    let mut hits = Vec::new();
    let mut broken = None;
    let last = layout.from + layout.places.len();
    for (heap, &place) in piles.heaps[layout.from..last].iter().zip(&layout.places) {
        let column = Column { heap, place, top: place.line * layout.line_height(), layout: &layout };
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
    hits.extend(after.iter().find_map(|h| edge(h, layout.width() - 1)));
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
    Some(Drawing { canvas, hits, cut: (!cut.is_empty()).then(|| cut.join("; ")) })
}

/// The heap to keep in sight.
fn focus(piles: &Piles, pen: &Pen<'_>) -> Option<usize> {
    let wanted =
        pen.marks.cursor().or_else(|| pen.marks.picked().next()).or_else(|| pen.marks.hinted().next())?;
    piles.heaps.iter().position(|h| h.group == wanted.group)
}

/// Where a stack is: its first column, its columns, and its row of stacks.
#[derive(Clone, Copy)]
struct StackPlace {
    left: i32,
    width: i32,
    line: i32,
}

/// What is where.
struct PilesLayout {
    /// The stacks in sight.
    places: Vec<StackPlace>,
    /// The first stack in sight.
    from: usize,
    /// Rows of stacks.
    lines: i32,
    /// Rows of stones that may be used.
    stones: i32,
    /// Rows above the stones: one for the cut of a box.
    extra: i32,
    /// Whether stacks have names.
    named: bool,
    /// Whether there is a free row between rows of stacks.
    airy: bool,
}

/// Sets stacks of these widths side by side, in several rows where they do not fit into one.
fn places(widths: impl IntoIterator<Item = i32>, room: i32) -> Vec<StackPlace> {
    let (mut left, mut line) = (0, 0);
    let place = |width: i32| {
        if left > 0 && left + width > room {
            (left, line) = (0, line + 1);
        }
        left += width;
        StackPlace { left: left - width, width, line }
    };
    widths.into_iter().map(place).collect()
}

impl PilesLayout {
    fn of(piles: &Piles, width: i32, height: i32, focus: Option<usize>) -> Option<PilesLayout> {
        let heaps = &piles.heaps;
        let named = heaps.iter().any(|h| !h.label.is_empty());
        let extra = i32::from(piles.mode == PileMode::Split);
        let tallest = heaps.iter().map(|h| h.count).max()?;
        let tallest = i32::try_from(tallest).unwrap_or(i32::MAX).max(1);
        let own = |h: &Heap| {
            // A bracket and its number stand to the right of the stack, and as much is left free at its left.
            let bracket = h.limit.map_or(0, |limit| 3 + wide(&limit.to_string()));
            let words = (wide(&h.count.to_string()) + 2 + extra).max(wide(&h.label));
            words.max(1 + 2 * bracket).max(3 + 2 * extra)
        };
        let widest = heaps.iter().map(own).max()?;
        // In one row, the more apart the better; stacks as wide as the widest look best, if that fits.
        let gaps = || [5, 4, 3, 2, 1];
        let even = |gap: i32| places(heaps.iter().map(|_| widest + gap), width);
        let uneven = |gap: i32| places(heaps.iter().map(|h| own(h) + gap), width);
        let fits = |p: &Vec<StackPlace>| p.iter().all(|p| p.left + p.width <= width);
        let is_one_row = |p: &Vec<StackPlace>| fits(p) && p.iter().all(|p| p.line == 0);
        let layout = |places: Vec<StackPlace>, from: usize| {
            let lines = places.last().map_or(1, |p| p.line + 1);
            let airy = lines > 1;
            let mut layout = PilesLayout { places, from, lines, stones: 0, extra, named, airy };
            layout.stones = ((height + i32::from(airy)) / lines - layout.line_height()).min(tallest);
            layout
        };
        let one_row = gaps().map(even).into_iter().chain(gaps().map(uneven)).find(is_one_row);
        // In several rows if each is still high enough.
        let rows = || {
            let high = |p: &PilesLayout| p.stones >= tallest.min(5);
            gaps().into_iter().map(even).filter(fits).map(|p| layout(p, 0)).find(high)
        };
        // Else those around the cursor.
        let sliding = || {
            let around = around(heaps.len(), focus.unwrap_or(0), |i| own(&heaps[i]) + 1, width)?;
            let from = around.start;
            Some(layout(places(heaps[around].iter().map(|h| own(h) + 1), width), from))
        };
        let layout = one_row.map(|p| layout(p, 0)).or_else(rows).or_else(sliding)?;
        (layout.stones >= tallest.min(LEAST)).then_some(layout)
    }

    fn width(&self) -> i32 {
        self.places.iter().map(|p| p.left + p.width).max().unwrap_or(0)
    }

    fn below(&self) -> i32 {
        1 + i32::from(self.named) + self.extra
    }

    fn line_height(&self) -> i32 {
        self.extra + self.stones + self.below() + i32::from(self.airy && self.lines > 1)
    }
}

/// As many of `n` columns as fit into the room, on both sides of one of them; `None` if not even that one fits.
fn around(n: usize, focus: usize, width: impl Fn(usize) -> i32, room: i32) -> Option<Range<usize>> {
    let (mut from, mut to) = (focus, focus + 1);
    let mut left = room - width(focus);
    if left < 0 {
        return None;
    }
    loop {
        let before = from.checked_sub(1).filter(|&i| width(i) <= left);
        if let Some(i) = before {
            from = i;
            left -= width(i);
        }
        let after = (to < n).then_some(to).filter(|&i| width(i) <= left);
        if let Some(i) = after {
            to = i + 1;
            left -= width(i);
        }
        if before.or(after).is_none() {
            return Some(from..to);
        }
    }
}

/// One stack, at its place.
struct Column<'a> {
    heap: &'a Heap,
    place: StackPlace,
    top: i32,
    layout: &'a PilesLayout,
}

impl Column<'_> {
    /// Draws the stack; whether some of its stones are out of sight.
    fn paint(&self, piles: &Piles, pen: &Pen<'_>, canvas: &mut Canvas, hits: &mut Vec<Hit>) -> bool {
        let Column { heap, place, top, layout } = *self;
        let x = place.left + (place.width - 1) / 2;
        let ground = top + layout.extra + layout.stones;
        let marks = HeapMarks::of(piles, heap, pen);
        let stack = Stack::of(heap.count, layout.stones, marks.at());
        let boxed = piles.mode == PileMode::Split;
        // The parts of a box that is split are set one row apart.
        let split = marks.split(heap);
        let lift = |k: u64| i32::from(split.is_some_and(|cut| k > cut));
        let reach = heap.limit.map_or(0, |limit| heap.count.saturating_sub(limit));
        let (open, close) = if boxed { ('│', '│') } else { ('[', ']') };
        for (row, shown) in (1..).zip(&stack.rows) {
            match *shown {
                Row::Stone(k) => {
                    let site = Site::new(heap.group, k);
                    let mut mark = pen.marks.mark(site);
                    mark.gone = marks.takes(k);
                    let y = ground - row - lift(k);
                    let far = k <= reach;
                    canvas.put(x, y, pen.disc(mark), if far { Ink::Dim } else { Ink::Stone }, mark);
                    if mark.cursor {
                        canvas.put(x - 1, y, '[', Ink::Plain, mark);
                        canvas.put(x + 1, y, ']', Ink::Plain, mark);
                    }
                    if !far {
                        let side = (place.width - 1) / 2;
                        hits.push(Hit::row(site, x, y, x - side, x + side));
                    }
                }
                Row::Break(below) => {
                    let y = ground - row - lift(below + 1);
                    for (dx, ch) in [
                        (-1, pen.style.pick('╱', '/')),
                        (0, pen.style.pick('╲', '\\')),
                        (1, pen.style.pick('╱', '/')),
                    ] {
                        canvas.put(x + dx, y, ch, Ink::Dim, Mark::NONE);
                    }
                }
            }
        }
        if let Some(cut) = split
            && let Some(row) = stack.row_of(cut)
        {
            for dx in -1..=1 {
                canvas.put(x + dx, ground - 2 - row, pen.style.pick('╌', '-'), Ink::Plain, Mark::NONE);
            }
        }
        self.last_taken(pen, &stack, x, ground, canvas);
        self.limit(pen, &stack, x, ground, canvas);
        let mut below = ground;
        if boxed {
            self.walls(pen, x, ground, canvas);
            below += 1;
        }
        let count = match split {
            Some(cut) => format!("{cut}{close}{}", heap.count - cut),
            None => heap.count.to_string(),
        };
        let count = format!("{open}{count}{close}");
        let count = if pen.style.ascii { count.replace('│', "|") } else { count };
        let mark = Mark { gone: marks.emptied, ..Mark::NONE };
        canvas.write(x - wide(&count) / 2, below, &count, Ink::Label, mark);
        if !heap.label.is_empty() {
            canvas.write((x - wide(&heap.label) / 2).max(0), below + 1, &heap.label, Ink::Dim, Mark::NONE);
        }
        stack.broken
    }

    /// A cross where the lowest of the stones that were just taken was.
    fn last_taken(&self, pen: &Pen<'_>, stack: &Stack, x: i32, ground: i32, canvas: &mut Canvas) {
        let next = self.heap.count.saturating_add(1);
        let height = stack.rows.len() as i32;
        if pen.marks.mark(Site::new(self.heap.group, next)).last && height < self.layout.stones {
            let mark = Mark { last: true, ..Mark::NONE };
            canvas.put(x, ground - 1 - height, pen.gap(mark), Ink::Faint, mark);
        }
    }

    /// The bracket beside the stones that may be taken at most.
    fn limit(&self, pen: &Pen<'_>, stack: &Stack, x: i32, ground: i32, canvas: &mut Canvas) {
        let Some(limit) = self.heap.limit.filter(|_| self.heap.count > 0) else { return };
        let lowest = self.heap.count.saturating_sub(limit) + 1;
        let height = stack.rows.len() as i32;
        let bottom = stack.row_at_least(lowest);
        let (x, top) = (x + 2, ground - height);
        let pick = |unicode, ascii| pen.style.pick(unicode, ascii);
        for row in bottom..height {
            let ch = match (row == bottom, row + 1 == height) {
                (true, true) => pick('╶', '-'),
                (true, false) => pick('┘', '\''),
                (false, true) => pick('┐', '.'),
                (false, false) => pick('│', '|'),
            };
            canvas.put(x, ground - 1 - row, ch, Ink::Note, Mark::NONE);
        }
        let y = (top + ground - 1 - bottom) / 2;
        canvas.write(x + 2, y, &limit.to_string(), Ink::Note, Mark::NONE);
    }

    /// A box around the balls.
    fn walls(&self, pen: &Pen<'_>, x: i32, ground: i32, canvas: &mut Canvas) {
        let side = pen.style.pick('│', '|');
        for y in self.top..ground {
            canvas.put(x - 2, y, side, Ink::Dim, Mark::NONE);
            canvas.put(x + 2, y, side, Ink::Dim, Mark::NONE);
        }
        let floor: String = if pen.style.ascii { "+---+".to_owned() } else { "└───┘".to_owned() };
        canvas.write(x - 2, ground, &floor, Ink::Dim, Mark::NONE);
    }
}

/// What the cursor and what is picked mean for one heap.
struct HeapMarks {
    /// The stone of this heap that the cursor is on.
    cursor: Option<u64>,
    /// The lowest stone of it that is picked.
    picked: Option<u64>,
    /// The stone to keep in sight when nothing is pointed at.
    hinted: Option<u64>,
    /// Another box is being split, so this one is emptied.
    emptied: bool,
    mode: PileMode,
}

impl HeapMarks {
    fn of(piles: &Piles, heap: &Heap, pen: &Pen<'_>) -> HeapMarks {
        let own = |site: Site| (site.group == heap.group && site.item > 0).then_some(site.item);
        let here = |site: Site| piles.heaps.iter().any(|h| h.group == site.group);
        let aim = pen.marks.picked().find(|&s| here(s)).or_else(|| pen.marks.cursor().filter(|&s| here(s)));
        HeapMarks {
            cursor: pen.marks.cursor().and_then(own),
            picked: pen.marks.picked().filter_map(own).min(),
            hinted: pen.marks.hinted().filter_map(own).min(),
            emptied: piles.mode == PileMode::Split && aim.is_some_and(|s| s.group != heap.group),
            mode: piles.mode,
        }
    }

    /// The stone to keep in sight.
    fn at(&self) -> Option<u64> {
        self.cursor.or(self.picked).or(self.hinted)
    }

    /// Where the box is split: above this many balls.
    fn split(&self, heap: &Heap) -> Option<u64> {
        let at = self.picked.or(self.cursor).filter(|_| self.mode == PileMode::Split && !self.emptied)?;
        (0 < at && at < heap.count).then_some(at)
    }

    /// Whether a stone would go.
    fn takes(&self, stone: u64) -> bool {
        let above = |at: Option<u64>| at.is_some_and(|at| stone >= at);
        match self.mode {
            PileMode::Take => above(self.cursor) || above(self.picked),
            PileMode::Split => self.emptied,
        }
    }
}
