//! Which stacks are in sight, where they stand, and how large their stones are.

use super::super::canvas::wide;
use super::super::disc::DiscSize;
use super::super::pen::Pen;
use nimatron_core::rules::{Picture, PileMode, Piles};
use std::ops::Range;

/// The fewest stones high a row of stacks is drawn.
const LEAST: i32 = 3;

/// Where a stack is: its first column, its columns, and its row of stacks.
#[derive(Clone, Copy)]
pub(super) struct StackPlace {
    pub(super) left: i32,
    pub(super) width: i32,
    pub(super) line: i32,
    /// The column in the middle of its stones.
    pub(super) middle: i32,
}

/// Columns kept free beside the stones of a stack: at the left for a bracket and a value, at the right for a limit.
#[derive(Clone, Copy, Debug)]
struct Beside {
    left: i32,
    right: i32,
}

/// How large stones are, and how many stand side by side in a row of a stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) disc: DiscSize,
    pub(super) across: i32,
}

impl Scale {
    /// One stone a row, one cell a stone.
    pub(super) const LEAST: Scale = Scale { disc: DiscSize::CELL, across: 1 };

    /// All scales from the best to the least: single stacks of large discs; then the largest discs in single stacks,
    /// unless they would be thin towers, or in rows of fives or tens.
    pub(super) fn all(tallest: i32) -> impl Iterator<Item = Scale> {
        let discs = || DiscSize::ALL.into_iter().filter(|d| d.height > 1);
        let single = discs().filter(|d| d.height > 3).map(|disc| Scale { disc, across: 1 });
        let is_thin = move |s: &Scale| s.across == 1 && (s.disc.height > 3 || tallest > 9);
        let rows = move |disc: DiscSize| {
            [1, 5, 10, 4, 3, 2].map(|across| Scale { disc, across }).into_iter().filter(move |s| !is_thin(s))
        };
        let cells = [1, 5, 10, 4, 3, 2, 20].map(|across| Scale { disc: DiscSize::CELL, across });
        single.chain(discs().flat_map(rows)).chain(cells)
    }

    /// Columns from one stone of a row to the next.
    pub(super) fn pitch(self) -> i32 {
        self.disc.width + 1
    }

    /// Columns of a stack.
    pub(super) fn body(self) -> i32 {
        self.across * self.pitch() - 1
    }

    /// Rows of the screen that so many stones take.
    pub(super) fn rows(self, count: i32) -> i32 {
        (count.saturating_add(self.across - 1) / self.across).saturating_mul(self.disc.height)
    }

    /// The middle of the `k`-th stone, counted from 1, of a stack around the column `x` that stands on the row `ground`.
    pub(super) fn place(self, k: u64, x: i32, ground: i32) -> (i32, i32) {
        let k = i32::try_from(k).unwrap_or(i32::MAX).saturating_sub(1);
        let (row, column) = (k / self.across, k % self.across);
        let left = x - (self.body() - 1) / 2;
        let (w, h) = (self.disc.width, self.disc.height);
        (left + column * self.pitch() + w / 2, ground - (row + 1).saturating_mul(h) + (h - 1) / 2)
    }
}

/// Which stacks are in sight, where, and how large.
pub(super) struct PilesLayout {
    /// The stacks in sight.
    pub(super) places: Vec<StackPlace>,
    /// The first stack in sight.
    pub(super) from: usize,
    pub(super) scale: Scale,
    /// Rows of stacks.
    pub(super) lines: i32,
    /// Rows of the screen for stones.
    pub(super) stones: i32,
    /// Rows above the stones: one for the cut of a box.
    pub(super) extra: i32,
    /// Whether stacks have names.
    pub(super) named: bool,
    /// Whether there is a free row between rows of stacks.
    pub(super) airy: bool,
    /// Columns of the screen.
    pub(super) width: i32,
}

/// Sets stacks of these widths side by side, a gap after each, in several rows where they do not fit into one. Beyond the
/// last one of a row `edge` columns may be out of the room.
fn places(
    widths: impl IntoIterator<Item = i32>,
    room: i32,
    beside: Beside,
    (gap, edge): (i32, i32),
) -> Vec<StackPlace> {
    let (mut left, mut line) = (0, 0);
    let place = |own: i32| {
        let width = own + gap;
        if left > 0 && left + width - edge > room {
            (left, line) = (0, line + 1);
        }
        let middle = left + (own - 1 + beside.left - beside.right) / 2;
        left += width;
        StackPlace { left: left - width, width, line, middle }
    };
    widths.into_iter().map(place).collect()
}

/// The most stones that each stack has had: the frame is as large as it was at the start.
pub(super) fn counts(piles: &Piles, pen: &Pen<'_>) -> Vec<u64> {
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

/// What the place and the size of stacks depend on.
struct Stacks<'a> {
    piles: &'a Piles,
    /// The columns that count and name of each stack take, and the most of them.
    words: Vec<i32>,
    widest: i32,
    /// Stones of the tallest.
    tallest: i32,
    beside: Beside,
    is_limited: bool,
    named: bool,
    extra: i32,
    width: i32,
    height: i32,
}

/// Columns between stacks: the more apart the better.
const GAPS: [i32; 7] = [8, 6, 5, 4, 3, 2, 1];

impl Stacks<'_> {
    fn of<'a>(piles: &'a Piles, pen: &Pen<'_>) -> Option<Stacks<'a>> {
        let (width, height) = pen.space();
        let heaps = &piles.heaps;
        let counts = counts(piles, pen);
        let named = heaps.iter().any(|h| !h.label.is_empty());
        let extra = i32::from(piles.mode == PileMode::Split);
        let tallest = i32::try_from(counts.iter().copied().max()?).unwrap_or(i32::MAX).max(1);
        let is_limited = limited(piles, pen);
        let words = |i: usize| (wide(&counts[i].to_string()) + 2 + extra).max(wide(&heaps[i].label));
        let words: Vec<i32> = (0..heaps.len()).map(words).collect();
        let widest = words.iter().copied().max().unwrap_or(1);
        let beside = beside(piles, &counts, named, is_limited, pen);
        Some(Stacks { piles, words, widest, tallest, beside, is_limited, named, extra, width, height })
    }

    /// The columns of a stack whose words take so many.
    fn own(&self, words: i32, scale: Scale) -> i32 {
        words.max(self.beside.left + scale.body() + self.beside.right)
    }

    /// The columns of the last stack of a row that may be out of the room: nothing is lost beyond its stones, unless a
    /// limit or a wall stands there; beside a small one there is room for what was taken from it.
    fn edge(&self, scale: Scale, gap: i32) -> i32 {
        let is_bare = !self.is_limited && self.extra == 0 && gap < 2 && scale.body() > self.widest + 3;
        let free = if scale.body() < 3 { (gap - 2).max(0) } else { gap };
        free + if is_bare { self.beside.right } else { 0 }
    }

    /// All stacks as wide as the widest, which looks best.
    fn even(&self, scale: Scale, gap: i32) -> Vec<StackPlace> {
        let each = self.own(self.widest, scale);
        let all = self.words.iter().map(|_| each);
        places(all, self.width, self.beside, (gap, self.edge(scale, gap)))
    }

    /// Each stack of single stones as wide as it needs.
    fn uneven(&self, gap: i32) -> Vec<StackPlace> {
        let each = self.words.iter().map(|&w| self.own(w, Scale::LEAST));
        places(each, self.width, self.beside, (gap, self.edge(Scale::LEAST, gap)))
    }

    fn fits(&self, places: &[StackPlace], gap: i32) -> bool {
        places.iter().all(|p| p.left + p.width - self.edge(Scale::LEAST, gap) <= self.width)
    }

    fn layout(&self, places: Vec<StackPlace>, gap: i32, from: usize, scale: Scale) -> PilesLayout {
        let lines = places.last().map_or(1, |p| p.line + 1);
        let airy = lines > 1;
        // No gap after the last one, but room for what was taken from a small one.
        let more = if scale.body() <= 3 { 4.min(gap) } else { 0 };
        let right = places.iter().map(|p| p.left + p.width - gap + more).max().unwrap_or(0);
        let (extra, named, width) = (self.extra, self.named, right.min(self.width));
        let mut layout = PilesLayout { places, from, scale, lines, stones: 0, extra, named, airy, width };
        let all = scale.rows(self.tallest);
        layout.stones = ((self.height + i32::from(airy)) / lines - layout.line_height()).min(all);
        layout
    }

    /// All stones of this size in one row of stacks.
    fn whole(&self, scale: Scale) -> Option<PilesLayout> {
        let below = 1 + i32::from(self.named) + 2 * self.extra;
        if scale.rows(self.tallest).saturating_add(below) > self.height {
            return None;
        }
        let count = i32::try_from(self.words.len()).unwrap_or(i32::MAX);
        let each = self.own(self.widest, scale);
        let needed = |gap: i32| (each + gap).saturating_mul(count) - self.edge(scale, gap);
        let gap = GAPS.into_iter().find(|&gap| needed(gap) <= self.width)?;
        let layout = self.layout(self.even(scale, gap), gap, 0, scale);
        (layout.stones >= scale.rows(self.tallest)).then_some(layout)
    }

    /// Single stones in one row of stacks, broken by a zigzag.
    fn one_row(&self) -> Option<PilesLayout> {
        let even = GAPS.into_iter().map(|gap| (self.even(Scale::LEAST, gap), gap));
        let mut all = even.chain(GAPS.into_iter().map(|gap| (self.uneven(gap), gap)));
        let is_one_row = |(places, gap): &(Vec<StackPlace>, i32)| {
            self.fits(places, *gap) && places.iter().all(|p| p.line == 0)
        };
        let (places, gap) = all.find(is_one_row)?;
        Some(self.layout(places, gap, 0, Scale::LEAST))
    }

    /// In several rows if each is still high enough.
    fn rows(&self) -> Option<PilesLayout> {
        let places = GAPS.into_iter().map(|gap| (self.even(Scale::LEAST, gap), gap));
        let fitting = places.filter(|(places, gap)| self.fits(places, *gap));
        let mut layouts = fitting.map(|(places, gap)| self.layout(places, gap, 0, Scale::LEAST));
        layouts.find(|layout| layout.stones >= self.tallest.min(5))
    }

    /// Those around the cursor.
    fn sliding(&self, pen: &Pen<'_>) -> Option<PilesLayout> {
        let own = |i: usize| self.own(self.words[i], Scale::LEAST);
        let at = focus(self.piles, pen).unwrap_or(0);
        let near = columns_near(self.words.len(), at, |i| own(i) + 1, self.width)?;
        let from = near.start;
        let places = places(near.map(own), self.width, self.beside, (1, 0));
        Some(self.layout(places, 1, from, Scale::LEAST))
    }
}

impl PilesLayout {
    pub(super) fn of(piles: &Piles, pen: &Pen<'_>) -> Option<PilesLayout> {
        let stacks = Stacks::of(piles, pen)?;
        // All stones in one row of stacks, as large as can be; else stacks broken by a zigzag.
        let scales = Scale::all(stacks.tallest).filter(|s| !pen.style.ascii || s.disc.height < 4);
        let layout = { scales }.find_map(|scale| stacks.whole(scale));
        let layout = layout.or_else(|| stacks.one_row()).or_else(|| stacks.rows());
        let layout = layout.or_else(|| stacks.sliding(pen))?;
        (layout.stones >= stacks.tallest.min(LEAST)).then_some(layout)
    }

    pub(super) fn below(&self) -> i32 {
        1 + i32::from(self.named) + self.extra
    }

    pub(super) fn line_height(&self) -> i32 {
        self.extra + self.stones + self.below() + i32::from(self.airy && self.lines > 1)
    }
}

/// The columns beside each stack.
fn beside(piles: &Piles, counts: &[u64], named: bool, limited: bool, pen: &Pen<'_>) -> Beside {
    let boxed = piles.mode == PileMode::Split;
    let digits =
        |numbers: &mut dyn Iterator<Item = u64>| numbers.map(|n| wide(&n.to_string())).max().unwrap_or(1);
    // The value of a stack alone stands beside it; of several it stands with the name where there is no room.
    let value = if named { 0 } else { pen.marks.values().map(|(_, v)| wide(v)).max().unwrap_or(0) };
    let limit = match piles.heaps.as_slice() {
        // A limit that grows with the moves may get as long as the count.
        [_] => digits(&mut counts.iter().copied()),
        all => digits(&mut all.iter().filter_map(|h| h.limit)),
    };
    let right = if limited { 2 + limit } else { 1 + i32::from(boxed) };
    let value = if value + 4 + right > i32::from(pen.room.width) { 0 } else { value };
    let left = if boxed { 2 } else { (value + 2).max(1 + i32::from(limited)) };
    Beside { left: if value == 0 && !limited && !boxed { 1 } else { left }, right }
}

/// Whether there is, or was at the start, a limit to show.
pub(super) fn limited(piles: &Piles, pen: &Pen<'_>) -> bool {
    let has = |piles: &Piles| piles.heaps.iter().any(|h| h.limit.is_some());
    has(piles) || matches!(pen.marks.start, Some(Picture::Piles(start)) if has(start))
}

/// As many of `n` columns as fit into the room, on both sides of one of them; `None` if not even that one fits.
pub(super) fn columns_near(
    n: usize,
    focus: usize,
    width: impl Fn(usize) -> i32,
    room: i32,
) -> Option<Range<usize>> {
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

/// The heap to keep in sight.
fn focus(piles: &Piles, pen: &Pen<'_>) -> Option<usize> {
    let wanted =
        pen.marks.cursor().or_else(|| pen.marks.picked().next()).or_else(|| pen.marks.hinted().next())?;
    piles.heaps.iter().position(|h| h.group == wanted.group)
}
