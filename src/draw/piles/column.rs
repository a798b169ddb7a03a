//! One stack of stones, with its count, its limit, what is said of it and what the last move took.

use super::super::canvas::{Canvas, Ink, Mark, wide};
use super::super::disc;
use super::super::hits::Hit;
use super::super::pen::Pen;
use super::change::{HeapChange, changes};
use super::layout::{PilesLayout, StackPlace};
use super::stack::{Stack, StackRow};
use nimatron_core::rules::{Heap, Picture, PileMode, Piles, Site, nearest};

/// One stack, at its place.
pub(in crate::draw) struct Column<'a> {
    pub(in crate::draw) heap: &'a Heap,
    pub(in crate::draw) change: HeapChange,
    pub(in crate::draw) place: StackPlace,
    pub(in crate::draw) top: i32,
    pub(in crate::draw) layout: &'a PilesLayout,
}

impl Column<'_> {
    /// Draws the stack; whether some of its stones are out of sight.
    pub(in crate::draw) fn paint(
        &self,
        piles: &Piles,
        pen: &Pen<'_>,
        canvas: &mut Canvas,
        hits: &mut Vec<Hit>,
    ) -> bool {
        let Column { heap, place, top, layout, .. } = *self;
        let scale = layout.scale;
        let x = place.middle;
        let ground = top + layout.extra + layout.stones;
        let marks = HeapMarks::of(piles, heap, pen);
        let room = layout.stones / scale.disc.height * scale.across;
        let stack = Stack::of(heap.count, room, marks.at());
        if piles.mode == PileMode::Split {
            self.walls(pen, x, ground, canvas);
        }
        let split = marks.split(heap);
        // The parts of a stack of single stones are set one row apart, others are told apart by their look.
        let apart = split.filter(|_| scale.across == 1 && layout.extra > 0);
        self.ghosts(pen, (x, ground - i32::from(apart.is_some())), stack.rows.len() as u64, canvas);
        for (row, shown) in (1..).zip(&stack.rows) {
            let (x, y) = scale.place(row, x, ground);
            let lift = |k: u64| i32::from(apart.is_some_and(|cut| k > cut));
            match *shown {
                StackRow::Stone(k) => hits.extend(self.stone(k, (x, y - lift(k)), &marks, pen, canvas)),
                StackRow::Break(below) => zigzag((x, y - lift(below + 1)), pen, canvas),
            }
        }
        if let Some(row) = apart.and_then(|cut| stack.row_of(cut)) {
            for dx in -scale.body() / 2 - 1..=scale.body() / 2 + 1 {
                let y = ground - 1 - (row + 1) * scale.disc.height;
                canvas.put(x + dx, y, pen.style.pick('╌', '-'), Ink::Plain, Mark::NONE);
            }
        }
        self.limit(pen, &stack, x, ground, canvas);
        self.values(pen, &stack, (x, ground), canvas);
        self.words(pen, (x, ground + layout.extra), (split, marks.emptied), canvas);
        stack.broken
    }

    /// Draws the `k`-th stone around a cell; where it can be pointed at, unless it is out of reach.
    fn stone(
        &self,
        k: u64,
        (x, y): (i32, i32),
        marks: &HeapMarks,
        pen: &Pen<'_>,
        canvas: &mut Canvas,
    ) -> Option<Hit> {
        let Column { heap, place, layout, .. } = *self;
        let scale = layout.scale;
        let site = Site::new(heap.group, k);
        let mut mark = pen.marks.mark(site);
        mark.gone = marks.takes(k);
        // Of the stones of a move the lowest one says which move it is; what was played last is a ghost.
        (mark.last, mark.theirs) = (false, false);
        let is_far = k <= heap.limit.map_or(0, |limit| heap.count.saturating_sub(limit));
        let is_parted = marks.split(heap).is_some_and(|cut| k > cut);
        let ink = if is_far || is_parted { Ink::FarStone } else { Ink::Stone };
        disc::filled(scale.disc, (x, y), ("", ink), mark, pen, canvas);
        if let Some((ch, ink)) = pen.marks.badge(site) {
            let on = if scale.disc.height > 1 && !pen.style.ascii { Ink::OnStone } else { ink };
            canvas.put(x, y, ch, on, mark);
        }
        if mark.cursor {
            let (left, right) = (x - scale.disc.width / 2, x + scale.disc.width / 2);
            pen.point_at((left - 1, right + 1), y, (scale.disc.height == 1, mark), canvas);
        }
        (!is_far).then(|| {
            let side = if scale.across == 1 { (place.width - 1) / 2 } else { scale.pitch() / 2 };
            let (_, from) = disc::corner(scale.disc, (x, y));
            let until = (x + side).min(layout.width - 1);
            let rows = from..from + scale.disc.height;
            Hit::new(site, x, y, rows.flat_map(|y| (x - side..=until).map(move |x| (x, y))))
        })
    }

    /// The count and the name under a stack, with what was just taken from it.
    pub(in crate::draw) fn words(
        &self,
        pen: &Pen<'_>,
        (x, y): (i32, i32),
        (split, emptied): (Option<u64>, bool),
        canvas: &mut Canvas,
    ) {
        let heap = self.heap;
        let (open, close) = match (self.layout.extra > 0, pen.style.ascii) {
            (false, _) => ('[', ']'),
            (true, false) => ('│', '│'),
            (true, true) => ('|', '|'),
        };
        // A part that the last move made says its own size in the last move's colour, until another cut is picked.
        let is_told = self.change.is_part && pen.marks.picked().next().is_none();
        let count = match split.filter(|_| !is_told) {
            Some(cut) => format!("{cut}{}{}", pen.style.pick('│', '|'), heap.count - cut),
            None => heap.count.to_string(),
        };
        let count = format!("{open}{count}{close}");
        let mark = if self.change.is_part { pen.marks.ghost() } else { Mark::NONE };
        let mark = Mark { gone: emptied, ..mark };
        let left = x - wide(&count) / 2;
        canvas.write(left, y, &count, Ink::Label, mark);
        if self.change.taken > 0 {
            // In the brackets of what was played last: beside a count a minus alone would be read as a sum.
            let (open, close) = pen.brackets(pen.marks.ghost(), false).unwrap_or((' ', ' '));
            let gone = format!("-{}", self.change.taken);
            let after = x + (wide(&count) + 1) / 2;
            let end = self.layout.width.min(self.place.left + self.place.width);
            let all = [format!("{open}{gone}{close}"), gone.clone()];
            // Where there is no room after the count it stands before it.
            let fitting = all.into_iter().find(|text| after + wide(text) <= end).map(|text| (after, text));
            let (from, text) = fitting.unwrap_or_else(|| (left - wide(&gone), gone));
            canvas.write(from, y, &text, Ink::Plain, pen.marks.ghost());
        }
        // A value that has no room beside the stones stands beside the name, or the count.
        let value = if self.is_by_rows(pen) {
            self.own_values(pen).map(|(_, text)| text.to_owned()).find(|text| !self.is_beside(x, text))
        } else {
            let mut parts: Vec<_> = self.own_values(pen).collect();
            parts.sort_by_key(|&((low, _), _)| low);
            Some(parts.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" + "))
        };
        let (first, last) = (self.place.left, self.layout.width.min(self.place.left + self.place.width));
        if self.layout.named {
            let text = value.map(|text| format!(": {text}")).unwrap_or_default();
            let whole = wide(&heap.label) + wide(&text);
            let text = if whole < self.place.width { text } else { String::new() };
            let whole = wide(&heap.label) + wide(&text);
            let left = (x - whole / 2).min(last - whole).max(first);
            canvas.write(left, y + 1, &heap.label, Ink::Dim, Mark::NONE);
            canvas.write(left + wide(&heap.label), y + 1, &text, Ink::Figure, Mark::NONE);
        } else if let Some(text) = value.filter(|text| first + wide(text) < left) {
            canvas.write(left - 1 - wide(&text), y, &text, Ink::Figure, Mark::NONE);
        }
    }

    /// The values of this stack: the lowest and the highest stone each is about, and its text.
    pub(in crate::draw) fn own_values<'a>(
        &'a self,
        pen: &'a Pen<'_>,
    ) -> impl Iterator<Item = ((u64, u64), &'a str)> + 'a {
        pen.marks.values().filter_map(|(places, text)| {
            // In a sum the value of a whole part stands in its title and under the board.
            let alone = places.iter().all(|s| s.group == self.heap.group);
            if !alone && !pen.marks.is_whole() {
                return None;
            }
            let own = || places.iter().filter(|s| s.group == self.heap.group).map(|s| s.item);
            Some(((own().min()?, own().max()?), text))
        })
    }

    /// Whether what each value is about begins and ends with a row of stones: else a bracket would be false.
    fn is_by_rows(&self, pen: &Pen<'_>) -> bool {
        let across = u64::from(self.layout.scale.across.unsigned_abs());
        let ends = |high: u64| high.is_multiple_of(across) || high >= self.heap.count;
        self.own_values(pen)
            .all(|((low, high), _)| low.saturating_sub(1).is_multiple_of(across) && ends(high))
    }

    /// The column of the brackets of values.
    pub(in crate::draw) fn bracket(&self, x: i32) -> i32 {
        x - self.layout.scale.body() / 2 - 2
    }

    /// Whether a value fits between its bracket and what stands at the left.
    pub(in crate::draw) fn is_beside(&self, x: i32, text: &str) -> bool {
        wide(text) <= self.bracket(x) - self.place.left.max(0)
    }

    /// The values of the stack, or of parts of it: each beside its stones, with a bracket where they are not all.
    pub(in crate::draw) fn values(
        &self,
        pen: &Pen<'_>,
        stack: &Stack,
        (x, ground): (i32, i32),
        canvas: &mut Canvas,
    ) {
        let scale = self.layout.scale;
        let pick = |unicode, ascii| pen.style.pick(unicode, ascii);
        if !self.is_by_rows(pen) {
            return;
        }
        for ((low, high), text) in self.own_values(pen) {
            // A bracket around a whole stack would only repeat what stands with its name.
            let is_whole = low <= 1 && high >= self.heap.count;
            if is_whole && !self.is_beside(x, text) {
                continue;
            }
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

    /// Ghosts of the stones that were just taken, as many as there is room for.
    pub(in crate::draw) fn ghosts(
        &self,
        pen: &Pen<'_>,
        (x, ground): (i32, i32),
        shown: u64,
        canvas: &mut Canvas,
    ) {
        let scale = self.layout.scale;
        for k in (1..=self.change.taken.min(1000)).map(|i| shown.saturating_add(i)) {
            let at = scale.place(k, x, ground);
            if at.1 < ground - self.layout.stones - self.layout.extra {
                break;
            }
            disc::ghost(scale.disc, at, pen.marks.ghost(), pen, canvas);
        }
    }

    /// The bracket beside the stones that may be taken at most.
    pub(in crate::draw) fn limit(
        &self,
        pen: &Pen<'_>,
        stack: &Stack,
        x: i32,
        ground: i32,
        canvas: &mut Canvas,
    ) {
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
        canvas.write(x + 1, y, &limit.to_string(), Ink::Note, Mark::NONE);
    }

    /// A box around the balls.
    pub(in crate::draw) fn walls(&self, pen: &Pen<'_>, x: i32, ground: i32, canvas: &mut Canvas) {
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

/// The break of a stack.
fn zigzag((x, y): (i32, i32), pen: &Pen<'_>, canvas: &mut Canvas) {
    let [up, down] = [pen.style.pick('╱', '/'), pen.style.pick('╲', '\\')];
    for (dx, ch) in [(-1, up), (0, down), (1, up)] {
        canvas.put(x + dx, y, ch, Ink::Dim, Mark::NONE);
    }
}

/// What the cursor and what is picked mean for one heap.
pub(in crate::draw) struct HeapMarks {
    /// The stone of this heap that the cursor is on.
    pub(in crate::draw) cursor: Option<u64>,
    /// The lowest stone of it that is picked.
    pub(in crate::draw) picked: Option<u64>,
    /// The stone to keep in sight when nothing is pointed at.
    pub(in crate::draw) hinted: Option<u64>,
    /// Another box is being split, so this one is emptied.
    pub(in crate::draw) emptied: bool,
    pub(in crate::draw) mode: PileMode,
    /// What the move that is picked or pointed at leaves of it, where only the move tells.
    becomes: Option<Becomes>,
}

/// What a move leaves of a stack: how many stones in all, and how many in its first part.
#[derive(Clone, Copy)]
struct Becomes {
    left: u64,
    first: u64,
}

impl HeapMarks {
    pub(in crate::draw) fn of(piles: &Piles, heap: &Heap, pen: &Pen<'_>) -> HeapMarks {
        let own = |site: Site| (site.group == heap.group && site.item > 0).then_some(site.item);
        let here = |site: Site| piles.heaps.iter().any(|h| h.group == site.group);
        let aim = pen.marks.picked().find(|&s| here(s)).or_else(|| pen.marks.cursor().filter(|&s| here(s)));
        HeapMarks {
            cursor: pen.marks.cursor().and_then(own),
            picked: pen.marks.picked().filter_map(own).min(),
            hinted: pen.marks.hinted().filter_map(own).min(),
            emptied: piles.mode == PileMode::Split && aim.is_some_and(|s| s.group != heap.group),
            mode: piles.mode,
            becomes: aim.filter(|s| s.group == heap.group).and_then(|_| becomes(piles, heap, pen)),
        }
    }

    /// The stone to keep in sight.
    pub(in crate::draw) fn at(&self) -> Option<u64> {
        self.cursor.or(self.picked).or(self.hinted)
    }

    /// Where the box is split: above this many balls.
    pub(in crate::draw) fn split(&self, heap: &Heap) -> Option<u64> {
        let at = match self.mode {
            PileMode::Take => None,
            PileMode::Split => self.picked.or(self.cursor).filter(|_| !self.emptied),
            PileMode::Become => self.becomes.filter(|b| b.left == heap.count).map(|b| b.first),
        }?;
        (0 < at && at < heap.count).then_some(at)
    }

    /// Whether a stone would go.
    pub(in crate::draw) fn takes(&self, stone: u64) -> bool {
        let above = |at: Option<u64>| at.is_some_and(|at| stone >= at);
        match self.mode {
            PileMode::Take => above(self.cursor) || above(self.picked),
            PileMode::Split => self.emptied,
            PileMode::Become => self.becomes.is_some_and(|b| stone > b.left),
        }
    }
}

/// What the next move leaves of the stack it changes.
fn becomes(piles: &Piles, heap: &Heap, pen: &Pen<'_>) -> Option<Becomes> {
    let Some(Picture::Piles(after)) = pen.marks.after.filter(|_| piles.mode == PileMode::Become) else {
        return None;
    };
    let count = |piles: &Piles| piles.heaps.iter().map(|h| u128::from(h.count)).sum::<u128>();
    let taken = u64::try_from(count(piles).checked_sub(count(after))?).ok()?;
    let left = heap.count.checked_sub(taken)?;
    let changes = changes(piles, after);
    let first = after.heaps.iter().zip(&changes).find(|(_, change)| change.is_part);
    Some(Becomes { left, first: first.map_or(left, |(part, _)| part.count) })
}
