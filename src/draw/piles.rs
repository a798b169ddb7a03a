//! Stacks of stones side by side, on one ground, with their counts. Tall stacks are broken by a zigzag; where there are
//! more stacks than fit they are set in several rows, or slide with the cursor.

mod stack;

use super::canvas::{Canvas, Ink, Mark, wide};
use super::told::Pen;
use super::walk::{Drawing, Hit};
use crate::rules::{Heap, PileMode, Piles, Site};
use stack::{Row, Stack};

/// The fewest stones high a row of stacks is drawn.
const LEAST: i32 = 3;

/// Draws stacks; `None` where not even one fits.
pub(super) fn draw(piles: &Piles, pen: &Pen<'_>) -> Option<Drawing> {
    let (width, height) = pen.space();
    let plan = Plan::of(piles, width, height, focus(piles, pen))?;
    let mut canvas =
        Canvas::sized(plan.width(), plan.lines * plan.line_height() - i32::from(plan.airy && plan.lines > 1));
    let mut hits = Vec::new();
    let mut broken = None;
    for (i, heap) in piles.heaps.iter().enumerate().skip(plan.from).take(plan.count) {
        let (column, line) = ((i - plan.from) as i32 % plan.per, (i - plan.from) as i32 / plan.per);
        let column = Column { heap, left: column * plan.pitch, top: line * plan.line_height(), plan: &plan };
        if column.paint(piles, pen, &mut canvas, &mut hits) {
            broken = broken.or(Some(heap));
        }
    }
    // Where the row of stacks goes on out of sight, the next stack waits at the border.
    let edge = |heap: &Heap, x: i32| {
        let y = plan.stones + plan.extra - 1;
        (heap.count > 0).then(|| Hit::new(Site::new(heap.group, heap.count), x, y, []))
    };
    let (before, after) = (&piles.heaps[..plan.from], &piles.heaps[plan.from + plan.count..]);
    hits.extend(before.iter().rev().find_map(|h| edge(h, 0)));
    hits.extend(after.iter().find_map(|h| edge(h, plan.width() - 1)));
    let mut cut = Vec::new();
    if plan.count < piles.heaps.len() {
        let last = plan.from + plan.count;
        cut.push(format!("piles {} to {last} of {} are in sight", plan.from + 1, piles.heaps.len()));
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
        pen.told.cursor().or_else(|| pen.told.picked().next()).or_else(|| pen.told.hinted().next())?;
    piles.heaps.iter().position(|h| h.group == wanted.group)
}

/// What is where, for all stacks alike.
struct Plan {
    /// Columns a stack, with the free ones beside it.
    pitch: i32,
    /// Stacks in a row.
    per: i32,
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
    /// The first stack in sight, and how many are.
    from: usize,
    count: usize,
}

impl Plan {
    fn of(piles: &Piles, width: i32, height: i32, focus: Option<usize>) -> Option<Plan> {
        let n = piles.heaps.len();
        let named = piles.heaps.iter().any(|h| !h.label.is_empty());
        let extra = i32::from(piles.mode == PileMode::Split);
        let tallest = piles.heaps.iter().map(|h| h.count).max()?;
        // A bracket and its number stand to the right of the stack, and as much is left free at its left.
        let limit = piles.heaps.iter().filter_map(|h| h.limit).max();
        let bracket = limit.map_or(0, |l| 3 + wide(&l.to_string()));
        let widest =
            piles.heaps.iter().map(|h| (wide(&h.count.to_string()) + 2).max(wide(&h.label))).max()?;
        let widest = widest.max(1 + 2 * bracket).max(if extra > 0 { 5 } else { 3 });
        // Below the stones: the ground or the count, and the name.
        let below = 1 + i32::from(named) + extra;
        let plan = |pitch: i32, lines: i32, airy: bool| {
            let per = (width / pitch).min(n as i32);
            let stones = (height + i32::from(airy)) / lines - below - extra - i32::from(airy);
            let wanted = i32::try_from(tallest).unwrap_or(i32::MAX).max(1);
            Plan { pitch, per, lines, stones: stones.min(wanted), extra, named, airy, from: 0, count: n }
        };
        let least = LEAST.min(i32::try_from(tallest).unwrap_or(LEAST)).max(1);
        let lines = |pitch: i32| (n as i32 + width / pitch - 1) / (width / pitch);
        let pitches = || [5, 4, 3, 2, 1].map(|gap| widest + gap).into_iter().filter(|&p| p <= width);
        // In one row, the more apart the better; in several rows if each is still high enough; else sliding.
        let one_row = pitches().find(|&p| lines(p) == 1).map(|p| plan(p, 1, false));
        let rows = || {
            let fits = |p: &Plan| p.stones >= least.max(5.min(i32::try_from(tallest).unwrap_or(5)));
            let at = |p: i32| Some(plan(p, lines(p), lines(p) > 1)).filter(fits);
            pitches().find_map(at)
        };
        let sliding = || {
            let mut plan = plan(pitches().next_back()?, 1, false);
            plan.count = (plan.per as usize).min(n);
            plan.from = focus.unwrap_or(0).saturating_sub(plan.count / 2).min(n - plan.count);
            Some(plan)
        };
        one_row.or_else(rows).or_else(sliding).filter(|p| p.stones >= least && p.per > 0)
    }

    fn width(&self) -> i32 {
        self.per * self.pitch
    }

    fn below(&self) -> i32 {
        1 + i32::from(self.named) + self.extra
    }

    fn line_height(&self) -> i32 {
        self.extra + self.stones + self.below() + i32::from(self.airy && self.lines > 1)
    }
}

/// One stack, at its place.
struct Column<'a> {
    heap: &'a Heap,
    left: i32,
    top: i32,
    plan: &'a Plan,
}

impl Column<'_> {
    /// Draws the stack; whether some of its stones are out of sight.
    fn paint(&self, piles: &Piles, pen: &Pen<'_>, canvas: &mut Canvas, hits: &mut Vec<Hit>) -> bool {
        let Column { heap, left, top, plan } = *self;
        let x = left + plan.pitch / 2;
        let ground = top + plan.extra + plan.stones;
        let pointed = Pointed::of(piles, heap, pen);
        let stack = Stack::of(heap.count, plan.stones, pointed.at());
        let boxed = piles.mode == PileMode::Split;
        // The parts of a box that is split are set one row apart.
        let split = pointed.split(heap);
        let lift = |k: u64| i32::from(split.is_some_and(|cut| k > cut));
        let reach = heap.limit.map_or(0, |limit| heap.count.saturating_sub(limit));
        let (open, close) = if boxed { ('│', '│') } else { ('[', ']') };
        for (row, shown) in (1..).zip(&stack.rows) {
            match *shown {
                Row::Stone(k) => {
                    let site = Site::new(heap.group, k);
                    let mut mark = pen.told.mark(site);
                    mark.gone = pointed.takes(k);
                    let y = ground - row - lift(k);
                    let far = k <= reach;
                    canvas.put(x, y, pen.disc(mark), if far { Ink::Dim } else { Ink::Stone }, mark);
                    if mark.cursor {
                        canvas.put(x - 1, y, '[', Ink::Plain, mark);
                        canvas.put(x + 1, y, ']', Ink::Plain, mark);
                    }
                    if !far {
                        let side = (plan.pitch - 1) / 2;
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
        let mark = Mark { gone: pointed.emptied, ..Mark::NONE };
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
        if pen.told.mark(Site::new(self.heap.group, next)).last && height < self.plan.stones {
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
struct Pointed {
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

impl Pointed {
    fn of(piles: &Piles, heap: &Heap, pen: &Pen<'_>) -> Pointed {
        let own = |site: Site| (site.group == heap.group && site.item > 0).then_some(site.item);
        let here = |site: Site| piles.heaps.iter().any(|h| h.group == site.group);
        let aim = pen.told.picked().find(|&s| here(s)).or_else(|| pen.told.cursor().filter(|&s| here(s)));
        Pointed {
            cursor: pen.told.cursor().and_then(own),
            picked: pen.told.picked().filter_map(own).min(),
            hinted: pen.told.hinted().filter_map(own).min(),
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
