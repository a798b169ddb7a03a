//! Stacks of stones side by side, on one ground, with their counts. Tall stacks are broken by a zigzag; where there are
//! more stacks than fit they are set in several rows, or slide with the cursor.

mod stack;

use super::canvas::{Canvas, Ink, Mark, wide};
use super::disc::{self, DiscSize};
use super::hits::{Drawing, Hit};
use super::pen::Pen;
use crate::rules::{Heap, Picture, PileMode, Piles, Site, nearest};
use stack::{Stack, StackRow};
use std::ops::Range;

/// The fewest stones high a row of stacks is drawn.
const LEAST: i32 = 3;

/// Draws stacks; `None` where not even one fits.
pub(super) fn draw(piles: &Piles, pen: &Pen<'_>) -> Option<Drawing> {
    let layout = PilesLayout::of(piles, pen)?;
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

/// How large stones are, and how many stand side by side in a row of a stack.
#[derive(Clone, Copy, Debug)]
struct Scale {
    disc: DiscSize,
    across: i32,
}

impl Scale {
    /// One stone a row, one cell a stone.
    const LEAST: Scale = Scale { disc: DiscSize::CELL, across: 1 };

    /// All scales from the best to the least: single stacks of discs, unless they would be thin towers; then the largest
    /// discs in rows of fives or tens.
    fn all(tallest: i32) -> impl Iterator<Item = Scale> {
        let discs = || DiscSize::ALL.into_iter().filter(|d| d.height > 1);
        let towers = move |d: &DiscSize| d.height > 2 || tallest <= 9;
        let single = discs().filter(towers).map(|disc| Scale { disc, across: 1 });
        let rows = |disc: DiscSize| [5, 10, 4, 3, 2].map(|across| Scale { disc, across });
        let cells = [1, 5, 10, 4, 3, 2, 20].map(|across| Scale { disc: DiscSize::CELL, across });
        single.chain(discs().flat_map(rows)).chain(cells)
    }

    /// Columns from one stone of a row to the next.
    fn pitch(self) -> i32 {
        self.disc.width + 1
    }

    /// Columns of a stack.
    fn body(self) -> i32 {
        self.across * self.pitch() - 1
    }

    /// Rows of the screen that so many stones take.
    fn rows(self, count: i32) -> i32 {
        (count.saturating_add(self.across - 1) / self.across).saturating_mul(self.disc.height)
    }

    /// The middle of the `k`-th stone, counted from 1, of a stack around the column `x` that stands on the row `ground`.
    fn place(self, k: u64, x: i32, ground: i32) -> (i32, i32) {
        let k = i32::try_from(k).unwrap_or(i32::MAX).saturating_sub(1);
        let (row, column) = (k / self.across, k % self.across);
        let left = x - (self.body() - 1) / 2;
        let (w, h) = (self.disc.width, self.disc.height);
        (left + column * self.pitch() + w / 2, ground - (row + 1).saturating_mul(h) + (h - 1) / 2)
    }
}

/// Which stacks are in sight, where, and how large.
struct PilesLayout {
    /// The stacks in sight.
    places: Vec<StackPlace>,
    /// The first stack in sight.
    from: usize,
    scale: Scale,
    /// Rows of stacks.
    lines: i32,
    /// Rows of the screen for stones.
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

/// The most stones that each stack has had: the frame is as large as it was at the start.
fn counts(piles: &Piles, pen: &Pen<'_>) -> Vec<u64> {
    let mut counts: Vec<u64> = piles.heaps.iter().map(|h| h.count).collect();
    for earlier in [pen.marks.start, pen.marks.before].into_iter().flatten() {
        let Picture::Piles(Piles { heaps, .. }) = earlier else { continue };
        if heaps.len() == counts.len() {
            counts.iter_mut().zip(heaps).for_each(|(n, h)| *n = h.count.max(*n));
        } else if let Some(most) = heaps.iter().map(|h| h.count).max() {
            // A stack was split or is gone: then all are as high as the highest was.
            counts.iter_mut().for_each(|n| *n = most.max(*n));
        }
    }
    counts
}

impl PilesLayout {
    fn of(piles: &Piles, pen: &Pen<'_>) -> Option<PilesLayout> {
        let (width, height) = pen.space();
        let heaps = &piles.heaps;
        let counts = counts(piles, pen);
        let named = heaps.iter().any(|h| !h.label.is_empty());
        let extra = i32::from(piles.mode == PileMode::Split);
        let tallest = i32::try_from(counts.iter().copied().max()?).unwrap_or(i32::MAX).max(1);
        let limited = limited(piles, pen);
        let words = |i: usize| (wide(&counts[i].to_string()) + 2 + extra).max(wide(&heaps[i].label));
        let words: Vec<i32> = (0..heaps.len()).map(words).collect();
        let widest = words.iter().copied().max().unwrap_or(1);
        let digits = counts.iter().map(|n| wide(&n.to_string())).max().unwrap_or(1);
        // A stack alone stands in the middle, however wide a value beside it is.
        let value = if named { 0 } else { pen.marks.values().map(|(_, v)| wide(v)).max().unwrap_or(0) };
        // A bracket and its number stand to the right of a stack, and as much is left free at its left.
        let own = |words: i32, scale: Scale, side: i32| {
            let bracket = if limited { 3 + digits } else { 1 + extra };
            words.max(scale.body() + 2 * bracket.max(side))
        };
        // In one row, the more apart the better; stacks as wide as the widest look best, if that fits.
        let gaps = || [5, 4, 3, 2, 1];
        let even = |scale: Scale, side: i32, gap: i32| {
            let each = own(widest, scale, side) + gap;
            places(heaps.iter().map(|_| each), width)
        };
        let uneven = |gap: i32| places(words.iter().map(|&w| own(w, Scale::LEAST, 0) + gap), width);
        let fits = |p: &Vec<StackPlace>| p.iter().all(|p| p.left + p.width <= width);
        let is_one_row = |p: &Vec<StackPlace>| fits(p) && p.iter().all(|p| p.line == 0);
        let layout = |places: Vec<StackPlace>, from: usize, scale: Scale| {
            let lines = places.last().map_or(1, |p| p.line + 1);
            let airy = lines > 1;
            let mut layout = PilesLayout { places, from, scale, lines, stones: 0, extra, named, airy };
            let all = scale.rows(tallest);
            layout.stones = ((height + i32::from(airy)) / lines - layout.line_height()).min(all);
            layout
        };
        let below = 1 + i32::from(named) + 2 * extra;
        let whole = |scale: Scale| {
            if scale.rows(tallest).saturating_add(below) > height {
                return None;
            }
            // With room for values beside the stacks, if that costs nothing.
            let count = i32::try_from(heaps.len()).unwrap_or(i32::MAX);
            let fits =
                |&(side, gap): &(i32, i32)| (own(widest, scale, side) + gap).saturating_mul(count) <= width;
            let sides = [(value + 2).max(3 + digits), 3 + digits, 0];
            let choices = sides.into_iter().flat_map(|side| gaps().map(move |gap| (side, gap)));
            let (side, gap) = choices.into_iter().find(fits)?;
            Some(layout(even(scale, side, gap), 0, scale)).filter(|l| l.stones >= scale.rows(tallest))
        };
        // All stones in one row of stacks, as large as can be; else stacks broken by a zigzag.
        let in_full =
            || Scale::all(tallest).filter(|s| !pen.style.ascii || s.disc.height < 4).find_map(whole);
        let one_row = || {
            let even = gaps().map(|gap| even(Scale::LEAST, 0, gap));
            let place = even.into_iter().chain(gaps().map(uneven)).find(is_one_row)?;
            Some(layout(place, 0, Scale::LEAST))
        };
        // In several rows if each is still high enough.
        let rows = || {
            let high = |l: &PilesLayout| l.stones >= tallest.min(5);
            let places = gaps().into_iter().map(|gap| even(Scale::LEAST, 0, gap)).filter(fits);
            places.map(|p| layout(p, 0, Scale::LEAST)).find(high)
        };
        // Else those around the cursor.
        let sliding = || {
            let own = |i: usize| own(words[i], Scale::LEAST, 0) + 1;
            let around = around(heaps.len(), focus(piles, pen).unwrap_or(0), own, width)?;
            let from = around.start;
            Some(layout(places(around.map(own), width), from, Scale::LEAST))
        };
        let layout = in_full().or_else(one_row).or_else(rows).or_else(sliding)?;
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

/// Whether there is, or was at the start, a limit to show.
fn limited(piles: &Piles, pen: &Pen<'_>) -> bool {
    let has = |piles: &Piles| piles.heaps.iter().any(|h| h.limit.is_some());
    has(piles) || matches!(pen.marks.start, Some(Picture::Piles(start)) if has(start))
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
        let scale = layout.scale;
        let x = place.left + (place.width - 1) / 2;
        let ground = top + layout.extra + layout.stones;
        let marks = HeapMarks::of(piles, heap, pen);
        let room = layout.stones / scale.disc.height * scale.across;
        let stack = Stack::of(heap.count, room, marks.at());
        let boxed = piles.mode == PileMode::Split;
        if boxed {
            self.walls(pen, x, ground, canvas);
        }
        // The parts of a box that is split are set one row apart.
        let split = marks.split(heap);
        let lift = |k: u64| i32::from(split.is_some_and(|cut| k > cut));
        let reach = heap.limit.map_or(0, |limit| heap.count.saturating_sub(limit));
        let taken = self.ghosts(pen, (x, ground), stack.rows.len() as u64, canvas);
        for (row, shown) in (1..).zip(&stack.rows) {
            let (x, y) = scale.place(row, x, ground);
            match *shown {
                StackRow::Stone(k) => {
                    let site = Site::new(heap.group, k);
                    let mut mark = pen.marks.mark(site);
                    mark.gone = marks.takes(k);
                    // Of the stones of a move the lowest one says which move it is; what was played last is a ghost.
                    (mark.last, mark.theirs) = (false, false);
                    let far = k <= reach;
                    let y = y - lift(k);
                    let ink = if far { Ink::Dim } else { Ink::Stone };
                    disc::filled(scale.disc, (x, y), ("", ink), mark, pen, canvas);
                    if let Some((ch, ink)) = pen.marks.badge(site) {
                        let on = if scale.disc.height > 1 && !pen.style.ascii { Ink::OnStone } else { ink };
                        canvas.put(x, y, ch, on, mark);
                    }
                    let (left, right) = (x - scale.disc.width / 2, x + scale.disc.width / 2);
                    if mark.cursor && scale.disc.height == 1 {
                        canvas.put(left - 1, y, '[', Ink::Plain, mark);
                        canvas.put(right + 1, y, ']', Ink::Plain, mark);
                    }
                    if !far {
                        let side = if scale.across == 1 { (place.width - 1) / 2 } else { scale.pitch() / 2 };
                        let (_, from) = disc::corner(scale.disc, (x, y));
                        let rows = from..from + scale.disc.height;
                        let cells = rows.flat_map(|y| (x - side..=x + side).map(move |x| (x, y)));
                        hits.push(Hit::new(site, x, y, cells));
                    }
                }
                StackRow::Break(below) => {
                    let y = y - lift(below + 1);
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
            && scale.across == 1
            && let Some(row) = stack.row_of(cut)
        {
            for dx in -scale.body() / 2 - 1..=scale.body() / 2 + 1 {
                let y = ground - 1 - (row + 1) * scale.disc.height;
                canvas.put(x + dx, y, pen.style.pick('╌', '-'), Ink::Plain, Mark::NONE);
            }
        }
        self.limit(pen, &stack, x, ground, canvas);
        self.values(pen, &stack, (x, ground), canvas);
        self.words(pen, (x, ground + layout.extra), (split, taken, marks.emptied), canvas);
        stack.broken
    }

    /// The count and the name under a stack, with what was just taken from it.
    fn words(
        &self,
        pen: &Pen<'_>,
        (x, y): (i32, i32),
        (split, taken, emptied): (Option<u64>, u64, bool),
        canvas: &mut Canvas,
    ) {
        let heap = self.heap;
        let (open, close) = match (self.layout.extra > 0, pen.style.ascii) {
            (false, _) => ('[', ']'),
            (true, false) => ('│', '│'),
            (true, true) => ('|', '|'),
        };
        let count = match split {
            Some(cut) => format!("{cut}{close}{}", heap.count - cut),
            None => heap.count.to_string(),
        };
        let count = format!("{open}{count}{close}");
        let mark = Mark { gone: emptied, ..Mark::NONE };
        canvas.write(x - wide(&count) / 2, y, &count, Ink::Label, mark);
        if taken > 0 {
            let text = format!("-{taken}");
            canvas.write(x + (wide(&count) + 1) / 2, y, &text, Ink::Plain, pen.marks.ghost());
        }
        if self.layout.named {
            // A value that has no room beside the stones stands beside the name.
            let value = self.own_values(pen).map(|(_, text)| text).find(|text| !self.is_beside(x, text));
            let text = value.map(|text| format!(": {text}")).unwrap_or_default();
            let whole = wide(&heap.label) + wide(&text);
            let text = if whole < self.place.width { text } else { String::new() };
            let left = (x - (wide(&heap.label) + wide(&text)) / 2).max(0);
            canvas.write(left, y + 1, &heap.label, Ink::Dim, Mark::NONE);
            canvas.write(left + wide(&heap.label), y + 1, &text, Ink::Figure, Mark::NONE);
        }
    }

    /// The values of this stack: the lowest and the highest stone each is about, and its text.
    fn own_values<'a>(&'a self, pen: &'a Pen<'_>) -> impl Iterator<Item = ((u64, u64), &'a str)> + 'a {
        pen.marks.values().filter_map(|(places, text)| {
            let own = || places.iter().filter(|s| s.group == self.heap.group).map(|s| s.item);
            Some(((own().min()?, own().max()?), text))
        })
    }

    /// The column of the brackets of values.
    fn bracket(&self, x: i32) -> i32 {
        x - self.layout.scale.body() / 2 - 2
    }

    /// Whether a value fits between its bracket and what stands at the left.
    fn is_beside(&self, x: i32, text: &str) -> bool {
        wide(text) <= self.bracket(x) - self.place.left || !self.layout.named
    }

    /// The values of the stack, or of parts of it: each beside its stones, with a bracket where they are not all.
    fn values(&self, pen: &Pen<'_>, stack: &Stack, (x, ground): (i32, i32), canvas: &mut Canvas) {
        let scale = self.layout.scale;
        let pick = |unicode, ascii| pen.style.pick(unicode, ascii);
        for ((low, high), text) in self.own_values(pen) {
            // Rows of stones, from the lowest stone to the highest.
            let row = |stone: u64| stack.row_at_least(stone) / scale.across * scale.disc.height;
            let (bottom, top) = (ground - 1 - row(low), ground - row(high) - scale.disc.height);
            let bracket = self.bracket(x);
            for y in top..=bottom {
                let ch = match (y == top, y == bottom) {
                    (true, true) => pick('╴', '-'),
                    (true, false) => pick('┌', '.'),
                    (false, true) => pick('└', '\''),
                    (false, false) => pick('│', '|'),
                };
                canvas.put(bracket, y, ch, Ink::Figure, Mark::NONE);
            }
            if self.is_beside(x, text) {
                let left = (bracket - wide(text)).max(0);
                canvas.write(left, (top + bottom) / 2, text, Ink::Figure, Mark::NONE);
            }
        }
    }

    /// Ghosts of the stones that were just taken, as many as there is room for; how many were taken.
    fn ghosts(&self, pen: &Pen<'_>, (x, ground): (i32, i32), shown: u64, canvas: &mut Canvas) -> u64 {
        let Some(Picture::Piles(before)) = pen.marks.before else { return 0 };
        let same = before.heaps.iter().find(|h| h.group == self.heap.group);
        let taken = same.map_or(0, |h| h.count.saturating_sub(self.heap.count));
        let scale = self.layout.scale;
        for k in (1..=taken.min(1000)).map(|i| shown.saturating_add(i)) {
            let at = scale.place(k, x, ground);
            if at.1 < ground - self.layout.stones {
                break;
            }
            disc::ghost(scale.disc, at, pen.marks.ghost(), pen, canvas);
        }
        taken
    }

    /// The bracket beside the stones that may be taken at most.
    fn limit(&self, pen: &Pen<'_>, stack: &Stack, x: i32, ground: i32, canvas: &mut Canvas) {
        let Some(limit) = self.heap.limit.filter(|_| self.heap.count > 0) else { return };
        let scale = self.layout.scale;
        let lowest = self.heap.count.saturating_sub(limit) + 1;
        let height = scale.rows(nearest(stack.rows.len()));
        let bottom = stack.row_at_least(lowest) / scale.across * scale.disc.height;
        let (x, top) = (x + scale.body() / 2 + 2, ground - height);
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
        let half = self.layout.scale.body() / 2 + 2;
        for y in self.top..ground {
            canvas.put(x - half, y, side, Ink::Dim, Mark::NONE);
            canvas.put(x + half, y, side, Ink::Dim, Mark::NONE);
        }
        for dx in 1 - half..half {
            canvas.put(x + dx, ground, pen.style.pick('─', '-'), Ink::Dim, Mark::NONE);
        }
        canvas.put(x - half, ground, pen.style.pick('└', '+'), Ink::Dim, Mark::NONE);
        canvas.put(x + half, ground, pen.style.pick('┘', '+'), Ink::Dim, Mark::NONE);
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
