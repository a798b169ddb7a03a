//! Draws stacks of stones and boxes of balls, side by side and as large as the room allows. A stack that is too tall is
//! broken, and the number of hidden stones is shown.

use super::board::{Board, LINE, Point, StoneSize, cell_at, middle};
use super::brush::{Brush, Piece};
use super::canvas::{Ink, Mark, wide};
use super::heap::{HeapChange, HeapMarks, Stack, StackRow, changes};
use nimatron_core::rules::{Face, Heap, Label, Picture, PileMode, Piles, Site, saturating_cast};
use nimatron_core::tr;
use std::ops::Range;

struct Layout {
    seen: Range<usize>,
    /// The row of the board at which this row of stacks begins.
    top: i32,
    size: StoneSize,
    /// The number of stones in a row of a stack.
    across: i32,
    widths: Vec<i32>,
    /// The height available for stones, in half rows.
    halves: i32,
    named: bool,
}

impl Layout {
    fn floor(&self) -> i32 {
        self.top + (self.halves + 1) / 2
    }

    fn end(&self) -> i32 {
        self.floor() + 2 + i32::from(self.named)
    }

    fn width(&self) -> i32 {
        self.widths.iter().sum()
    }

    /// Returns the number of stones in a row, for a heap of `most` stones in `width` columns.
    fn beside(&self, most: u64, width: i32) -> i32 {
        let size = self.size;
        let room = (width - 1 + size.columns - size.wide()) / size.columns;
        let most = saturating_cast::<i32, _>(most);
        most.min(self.across).min(room).max(1)
    }
}

/// Draws stacks; `None` if not even a single broken stack fits.
pub(super) fn draw<'a>(piles: &Piles, brush: &Brush<'a>) -> Option<Board<'a>> {
    let start = match brush.marks.start {
        Some(Picture::Piles(start)) => Some(start),
        _ => None,
    };
    let change = match brush.marks.before {
        Some(Picture::Piles(before)) => changes(before, piles),
        _ => vec![HeapChange::default(); piles.heaps.len()],
    };
    let rows = layout(piles, start, &change, brush)?;
    let (first, last) = (rows.first()?, rows.last()?);
    let width = rows.iter().map(Layout::width).max()?;
    let mut board = Board::new(width.max(1).min(brush.width), last.end(), brush);
    board.size = first.size.r;
    let mut broken = None;
    for layout in &rows {
        let mut left = (width - layout.width()) / 2;
        for (i, &width) in layout.seen.clone().zip(&layout.widths) {
            let heap = &piles.heaps[i];
            let most = match piles.mode {
                // An emptied box can be refilled, so the number of balls in a row must not depend on the current count.
                PileMode::Split => u64::MAX,
                _ => heap.count.saturating_add(change[i].taken),
            };
            let place = Place {
                heap,
                marks: HeapMarks::new(piles, heap, &brush.marks),
                left,
                width,
                beside: layout.beside(most, width),
                layout,
                change: change[i],
                goes_on: change[i].is_part && change.get(i + 1).is_some_and(|next| next.is_part),
            };
            if place.draw(&mut board) {
                // A typed number most likely refers to the stack under the cursor.
                let here = brush.marks.cursor().is_some_and(|s| s.group == heap.group);
                broken = broken.filter(|_| !here).or(Some(heap));
            }
            left += width;
        }
    }
    // If the row of stacks continues outside the visible part, record the next stack at the border.
    let edge = |heap: &Heap| (heap.count > 0).then(|| Site::new(heap.group, heap.count));
    let row = last.floor() - 1;
    let right = board.width - 1;
    let (start, end) = (first.seen.start, last.seen.end);
    board.wait(piles.heaps[..start].iter().rev().find_map(edge), (0, row));
    board.wait(piles.heaps[end..].iter().find_map(edge), (right, row));
    board.cut = cut(piles, start..end, broken);
    Some(board)
}

fn cut(piles: &Piles, seen: Range<usize>, broken: Option<&Heap>) -> Option<String> {
    let all = piles.heaps.len();
    let (from, to) = (seen.start + 1, seen.end);
    let shown = (seen.len() < all).then(|| tr!("piles {from} to {to} of {all} are in sight"));
    let stones = broken.map(|heap| {
        let typed = heap.typed.as_str();
        let how = match typed.chars().next_back() {
            None => tr!("type any number").to_owned(),
            // In a script's game, a move may name the number of stones that it leaves.
            Some('>') => tr!("{typed}N leaves N"),
            Some(_) => tr!("{typed}N takes N"),
        };
        if shown.is_some() {
            how
        } else {
            tr!("not all stones fit: {how}")
        }
    });
    let cut: Vec<String> = shown.into_iter().chain(stones).collect();
    (!cut.is_empty()).then(|| cut.join("; "))
}

/// Returns the preferred number of stones in a row of a stack.
fn across(piles: &Piles) -> i32 {
    let most = piles.heaps.iter().map(|h| h.count).max().unwrap_or(0);
    let limit = piles.heaps.iter().filter_map(|h| h.limit).max();
    match (piles.heaps.len(), limit, most) {
        (1, _, ..=6) if piles.mode == PileMode::Become => 1,
        (1, _, ..=14) if piles.mode == PileMode::Become => 2,
        (1, Some(limit @ ..10), _) if piles.mode == PileMode::Take => saturating_cast(limit + 1),
        (1, _, ..=25) => 5,
        (1, _, ..=100) => 10,
        (1, _, _) => 20,
        (_, _, ..=12) => 1,
        (_, _, ..=30) => 2,
        _ => 4,
    }
}

/// The maximum number of rows of stones in a layout, more than fit on any screen.
const MOST_LINES: u64 = 10_000;
/// If moves can split stacks, a row reserves room for three stacks.
const SPLIT: usize = 3;

/// Returns the layout with the largest stones. If even the smallest stones do not fit, breaks the stacks and shows as
/// many stacks as fit. Returns `None` if not even one broken stack fits. If splits add stacks, the layout uses more
/// rows rather than smaller stones.
fn layout(
    piles: &Piles,
    start: Option<&Piles>,
    change: &[HeapChange],
    brush: &Brush<'_>,
) -> Option<Vec<Layout>> {
    let first = start.unwrap_or(piles);
    let frame = start.filter(|start| start.heaps.len() >= piles.heaps.len());
    let heaps = || first.heaps.iter().chain(&piles.heaps);
    let most = heaps().map(|h| h.count).max().unwrap_or(0);
    let columns = piles.heaps.len();
    let named = heaps().any(|h| !h.label.is_empty());
    let spare = i32::from(piles.mode == PileMode::Split);
    let splits = i32::from(piles.mode != PileMode::Take);
    let may_split = start.is_some() && piles.mode == PileMode::Become;
    let wraps = may_split && columns > first.heaps.len();
    // Any box may become as full as the fullest box, so reserve the same room for all boxes.
    let is_any = start.is_some() && piles.mode == PileMode::Split;
    let count = |i: usize| {
        let heap = |p: &Piles| p.heaps.get(i).map_or(0, |h| h.count);
        let then = frame.filter(|_| !may_split).map_or(0, heap);
        let taken = change.get(i).filter(|change| may_split && !change.is_part);
        let now = heap(piles).saturating_add(taken.map_or(0, |change| change.taken));
        if is_any { most } else { now.max(then) }
    };
    let counts: Vec<u64> = (0..columns).map(count).collect();
    let label = |i: usize| {
        let heap = |p: &Piles| {
            p.heaps.get(i).map_or(0, |h| {
                let name = if named { wide(&h.label) + 1 } else { 0 };
                let shown = if is_any { most } else { h.count };
                let digits = saturating_cast::<i32, _>(shown.checked_ilog10().unwrap_or(0)) + 1;
                (digits + 4).max((2 * digits + 3) * splits).max(name)
            })
        };
        heap(piles).max(frame.map_or(0, heap))
    };
    let labels: Vec<i32> = (0..columns).map(label).collect();
    let plain = i32::from(brush.plain.is_some());
    let sizes: &[StoneSize] = if brush.plain.is_some() {
        &[StoneSize::PLAIN]
    } else {
        &StoneSize::ALL
    };
    let fit = |size: StoneSize, across: i32, named: bool| {
        let stones = saturating_cast::<u64, _>(across);
        let width = |i: usize| {
            let beside = saturating_cast::<i32, _>(counts[i].min(stones)).max(1);
            let free = if across == 1 && plain == 0 { 4 } else { 2 };
            (size.beside(beside) + free + plain + (2 + 2 * plain) * spare).max(labels[i])
        };
        let halves = |count: u64| {
            let lines = count.div_ceil(stones).min(MOST_LINES);
            saturating_cast::<i32, _>(lines) * size.halves + 2 * spare
        };
        let row = |from: usize, top: i32| Layout {
            seen: from..from,
            top,
            size,
            across,
            widths: Vec::new(),
            halves: 2,
            named,
        };
        let mut rows = vec![row(0, 0)];
        for (i, &count) in counts.iter().enumerate() {
            let last = rows.last()?;
            if wraps && last.width() + width(i) > brush.width {
                rows.push(row(i, last.end()));
            }
            let last = rows.last_mut()?;
            last.seen.end = i + 1;
            last.widths.push(width(i));
            last.halves = last.halves.max(halves(count));
        }
        if let [row] = &mut rows[..]
            && may_split
        {
            row.halves = row.halves.max(halves(most));
        }
        let missing = SPLIT.saturating_sub(columns) * usize::from(may_split);
        let last = rows.last()?;
        let reserved = saturating_cast::<i32, _>(missing) * last.widths.last().unwrap_or(&0);
        // When a stack is split, its parts get names, so reserve a row for the names.
        let names = i32::from(may_split && !named);
        let fits = rows.iter().all(|row| row.width() + reserved <= brush.width)
            && last.end() + names <= brush.height;
        fits.then_some(rows)
    };
    let wanted = across(first);
    // If splits have added stacks, stones are no larger than at the start of the match.
    let base = wraps.then(|| Some(layout(first, start, &[], brush)?.first()?.size));
    let base = base.flatten();
    let is_small = |size: &&StoneSize| base.is_none_or(|base| size.columns <= base.columns);
    let sizes: Vec<StoneSize> = sizes.iter().filter(is_small).copied().collect();
    // Prefer smaller stones with names to larger stones without names, because the explanations refer to the names. If
    // not even the smallest stones fit, try rows of other lengths.
    let namings = |named: bool| [named.then_some(true), Some(false)].into_iter().flatten();
    let whole =
        namings(named).find_map(|named| sizes.iter().find_map(|&size| fit(size, wanted, named)));
    let named = named && brush.plain.is_none();
    let whole = whole.or_else(|| {
        let small = *sizes.last()?;
        namings(named).find_map(|named| (1..=20).find_map(|across| fit(small, across, named)))
    });
    whole.or_else(|| {
        // Break the stacks and draw them with small stones. If not all stacks fit, show the stacks around the cursor.
        let least = 2 * 3.min(saturating_cast::<i32, _>(most).max(1));
        let named = named && 2 * (brush.height - 3) >= least;
        let room = 2 * (brush.height - 2 - i32::from(named));
        let halves = room.min(
            saturating_cast::<i32, _>(most)
                .saturating_add(spare)
                .saturating_mul(2),
        );
        let size = *sizes.last()?;
        let width = |i: usize| (size.columns + 2).max(labels[i] - 1);
        let focus = brush.marks.focus();
        let focus = focus.and_then(|site| piles.heaps.iter().position(|h| h.group == site.group));
        let seen = around(columns, focus.unwrap_or(0), width, brush.width)?;
        (halves >= least).then(|| {
            vec![Layout {
                widths: seen.clone().map(width).collect(),
                seen,
                top: 0,
                size,
                across: 1,
                halves,
                named,
            }]
        })
    })
}

/// Returns the largest range of stacks around the stack `focus` that fits into `room` columns, or `None` if this stack
/// alone does not fit.
fn around(n: usize, focus: usize, width: impl Fn(usize) -> i32, room: i32) -> Option<Range<usize>> {
    let mut from = focus;
    let mut to = (focus + 1).min(n);
    let mut left = room - (from..to).map(&width).sum::<i32>();
    loop {
        if left < 0 {
            return None;
        }
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

struct Place<'a> {
    heap: &'a Heap,
    marks: HeapMarks,
    left: i32,
    width: i32,
    beside: i32,
    layout: &'a Layout,
    change: HeapChange,
    /// Whether the next stack is another part of the same split stack.
    goes_on: bool,
}

impl Place<'_> {
    fn middle(&self) -> i32 {
        self.left + (self.width - 1) / 2
    }

    /// Returns the middle of the k-th stone from the bottom, counting from 0.
    fn spot(&self, k: i32) -> Point {
        let Layout {
            size, halves, top, ..
        } = *self.layout;
        let left = self.left + (self.width - size.beside(self.beside)) / 2;
        let (line, column) = (k / self.beside, k % self.beside);
        let foot = 2 * top + halves + halves % 2;
        size.middle(
            left + column * size.columns,
            foot - (line + 1) * size.halves,
        )
    }

    /// Draws the stack, and returns whether the stack is broken.
    fn draw(&self, board: &mut Board<'_>) -> bool {
        let brush = board.brush;
        let layout = self.layout;
        let marks = &self.marks;
        let limit = layout.halves / layout.size.halves * self.beside;
        let stack = Stack::new(self.heap.count, limit, marks.at);
        self.floor(board);
        let shown = saturating_cast::<i32, _>(stack.rows.len());
        // Do not draw ghosts on the new balls of an emptied box or on the parts of a split heap.
        let taken = match marks.mode {
            PileMode::Split => 0,
            _ if self.change.is_part => 0,
            _ => saturating_cast::<i32, _>(self.change.taken.min(1000)).min(limit - shown),
        };
        for k in shown..shown + taken {
            let ghost = Piece {
                was: Some(Face::Stone),
                mark: brush.marks.ghost(),
                ..brush.piece(None, Face::Empty, "")
            };
            match brush.plain {
                Some(_) => board.character(cell_at(self.spot(k)), &ghost),
                None => board.hole(self.spot(k), &ghost, false),
            }
        }
        let mut cursor = None;
        for (k, row) in (0..).zip(&stack.rows) {
            let at = self.spot(k);
            match *row {
                StackRow::Stone(stone) => {
                    if self.stone(stone, at, board) {
                        cursor = Some(at);
                    }
                }
                StackRow::Break(below) => {
                    let above = stack.rows.get(saturating_cast::<usize, _>(k + 1));
                    let next = match above {
                        Some(StackRow::Stone(next)) => *next,
                        _ => self.heap.count.saturating_add(1),
                    };
                    let text = format!("+{}", next - below - 1);
                    let (x, y) = cell_at(at);
                    let text = if wide(&text) <= self.width {
                        text
                    } else {
                        brush.pick("⋮", ":").to_owned()
                    };
                    board.tell((x, y), &text, Ink::Label);
                }
            }
        }
        self.values(&stack, cursor, board);
        // If no ghost shows what was taken, mark the count instead.
        let is_unseen = taken == 0 && self.change.taken > 0;
        let is_split = self.change.is_part && brush.plain.is_some() && brush.marks.before.is_some();
        self.words(is_unseen || is_split, board);
        if let Some(at) = cursor {
            board.corners_around(at, layout.size.r);
        }
        stack.broken
    }

    fn floor(&self, board: &mut Board<'_>) {
        let (brush, layout) = (board.brush, self.layout);
        let boxed = self.marks.mode == PileMode::Split;
        let c = brush.colours;
        let colour = if self.change.is_part && brush.marks.before.is_some() {
            brush.last()
        } else {
            c.line
        };
        let beside = if boxed { layout.across } else { self.beside };
        let spare = i32::from(boxed && brush.plain.is_some());
        let wide = layout.size.beside(beside) + 2 + 2 * spare;
        let left = self.left + (self.width - wide) / 2;
        let right = left + wide - 1;
        let y = layout.floor();
        (left..=right)
            .for_each(|x| board.put((x, y), brush.pick('─', '-'), Ink::Dim, Mark::default()));
        board.line(middle((left, y)), middle((right, y)), LINE, colour);
        for x in [left, right].into_iter().filter(|_| boxed) {
            (0..y).for_each(|y| board.put((x, y), brush.pick('│', '|'), Ink::Dim, Mark::default()));
            let (x, low) = middle((x, y));
            board.line((x, 4.0), (x, low), LINE, c.line);
        }
    }

    /// Draws the stone `k`, and returns whether the cursor is on it.
    fn stone(&self, k: u64, at: Point, board: &mut Board<'_>) -> bool {
        let brush = board.brush;
        let heap = self.heap;
        let size = self.layout.size;
        let site = Site::new(heap.group, k);
        let mut piece = brush.piece(Some(site), Face::Stone, "");
        let above = |limit| k <= heap.count.saturating_sub(limit);
        piece.was = Some(Face::Stone);
        piece.far = heap.limit.is_some_and(above);
        let is_cursor = piece.mark.cursor;
        let parted = self.marks.split(heap).is_some_and(|cut| k > cut);
        let is_taken =
            self.marks.takes(k) && (!is_cursor || brush.marks.picking()) && !brush.marks.judging();
        brush.take(&mut piece, is_taken || parted && brush.plain.is_none());
        piece.mark.picked &= self.marks.mode == PileMode::Take;
        let cell = cell_at((at.0 - 0.5, at.1));
        match brush.plain {
            Some(_) if parted && !piece.mark.hint => {
                let mark = piece.mark;
                board.put(cell, brush.pick('◍', '%'), Ink::FarStone, mark);
                if mark.cursor {
                    board.put((cell.0 - 1, cell.1), '[', Ink::Plain, mark);
                    board.put((cell.0 + 1, cell.1), ']', Ink::Plain, mark);
                }
            }
            Some(_) => board.character(cell, &piece),
            None => board.stone(at, size.r, &piece),
        }
        if !piece.far {
            let r = size.r.max(8.0);
            let (left, right) = match self.layout.across {
                1 => (self.left, self.left + self.width),
                _ => (cell_at((at.0 - r, at.1)).0, cell_at((at.0 + r, at.1)).0),
            };
            let row = |y: f32| cell_at((at.0, y)).1;
            let [top, low] = if size.r < 8.0 {
                [cell.1; 2]
            } else {
                [row(at.1 - r + 2.0), row(at.1 + r - 2.0)]
            };
            board.hit(Some(site), cell, [left, right - 1, top, low]);
        }
        is_cursor
    }

    /// Returns the labels to write below the stack if `below` is set, otherwise those beside it. Each label comes with
    /// the lowest and the highest stone to which it refers.
    fn labels<'a>(&self, brush: &Brush<'a>, below: bool) -> Vec<((u64, u64), &'a Label)> {
        let heap = self.heap;
        let own = |(sites, label): (Vec<Site>, &'a Label)| {
            let here = || {
                sites
                    .iter()
                    .filter(|s| s.group == heap.group)
                    .map(|s| s.item)
            };
            let low = here().min()?;
            let top = here().max()?;
            let is_alone = here().count() == sites.len();
            let is_below = self.layout.across > 1 || low <= 1 && top >= heap.count;
            (is_below == below && (is_alone || brush.marks.is_whole()))
                .then_some(((low, top), label))
        };
        brush.marks.values().into_iter().filter_map(own).collect()
    }

    /// Draws the values of parts of the stack. A value next to the cursor is left out, because it would look like a
    /// part of the cursor's corners.
    fn values(&self, stack: &Stack, cursor: Option<Point>, board: &mut Board<'_>) {
        let brush = board.brush;
        for ((low, top), label) in self.labels(&brush, false) {
            let text = &label.to_string();
            let [from, to] = [low, top].map(|stone| self.spot(stack.row_at_least(stone)));
            // Leave a column for the cursor beside the stones.
            let (column, bottom) = cell_at((from.0 - self.layout.size.r - 12.5, from.1));
            let (x, high) = (middle((column, 0)).0, cell_at(to).1);
            let left = (column - wide(text) + 1).max(self.left);
            board.line((x, from.1 + 4.0), (x, to.1 - 4.0), LINE, brush.colours.idea);
            let line = brush.pick('│', '|');
            (high..=bottom).for_each(|y| board.put((column, y), line, Ink::Idea, Mark::default()));
            let at = (left, i32::midpoint(bottom, high));
            let is_clear =
                |c: Point| (cell_at(c).1 - at.1).abs() > i32::from(self.layout.size.r > 8.0);
            if cursor.is_none_or(is_clear) {
                board.say(at, text, Ink::Idea, Mark::default());
            }
        }
    }

    fn words(&self, is_last: bool, board: &mut Board<'_>) {
        let (heap, brush) = (self.heap, board.brush);
        let y = self.layout.floor() + 1;
        let told = self.change.is_part && brush.marks.picked().next().is_none();
        let count = match self.marks.split(heap).filter(|_| !told) {
            Some(cut) => format!("{cut}{}{}", brush.pick('│', '|'), heap.count - cut),
            None => heap.count.to_string(),
        };
        let labels = self
            .labels(&brush, true)
            .into_iter()
            .map(|(_, label)| label);
        let labels = labels.filter(|label| **label != Label::Number(heap.count));
        // A nimber is the value of the whole stack. All other labels belong to parts of the stack.
        let (values, mut parts): (Vec<&Label>, Vec<&Label>) =
            labels.partition(|label| matches!(label, Label::Nimber(_)));
        let named = self.layout.named;
        let number = |label: &&Label| match label {
            Label::Number(n) => Some(*n),
            _ => None,
        };
        parts.retain(|label| named || number(label).is_some());
        // Stones that belong to no part have no label, so compute their number.
        let total: Option<u64> = parts.iter().map(number).sum();
        let rest = total
            .filter(|_| !parts.is_empty())
            .and_then(|total| heap.count.checked_sub(total))
            .filter(|&rest| rest > 0)
            .map(|rest| rest.to_string());
        let value = if parts.is_empty() && named {
            values
        } else {
            parts
        };
        let value: Vec<String> = (rest.into_iter())
            .chain(value.into_iter().map(Label::to_string))
            .collect();
        let value = value.join(if named { "+" } else { " + " });
        let has_sum = !named && !value.is_empty() && wide(&count) + 3 + wide(&value) <= board.width;
        let sum = if has_sum {
            format!(" = {value}")
        } else {
            String::new()
        };
        let long = wide(&count) + wide(&sum);
        let x = (self.middle() - (long - 1) / 2).max(0);
        let mark = if is_last {
            brush.marks.ghost()
        } else {
            Mark::default()
        };
        board.say((x, y), &count, Ink::Strong, mark);
        if is_last {
            let (open, close) = brush.pick(('‹', '›'), ('<', '>'));
            board.put((x - 1, y), open, Ink::Plain, mark);
            board.put((x + wide(&count), y), close, Ink::Plain, mark);
        }
        board.say((x + wide(&count), y), &sum, Ink::Idea, Mark::default());
        if self.goes_on && told {
            board.say(
                (self.left + self.width, y),
                "+",
                Ink::Strong,
                Mark::default(),
            );
        }
        if !named {
            return;
        }
        // The value replaces the name if the value begins with a letter or does not fit beside the name. A value that
        // is too wide even without the name is left out.
        let label = heap.label.as_str();
        let (name, text) = match () {
            () if value.is_empty() || wide(&value) + 2 > self.width => (label, String::new()),
            () if value.starts_with(char::is_alphabetic) => ("", value),
            () if wide(label) + wide(&value) + 3 > self.width => ("", value),
            () => (label, format!(": {value}")),
        };
        let x = (self.middle() - (wide(name) + wide(&text) - 1) / 2).max(self.left);
        board.say((x, y + 1), name, Ink::Dim, Mark::default());
        board.say((x + wide(name), y + 1), &text, Ink::Idea, Mark::default());
    }
}
