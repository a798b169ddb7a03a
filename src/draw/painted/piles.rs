//! Stacks of stones side by side, boxes of balls, stacks that split: as large as all of them fit. A stack that is too
//! high is set in several columns before it is broken.

use super::super::canvas::Size;
use super::super::canvas::{Mark, wide};
use super::super::pen::{Pen, Style};
use super::super::piles::{HeapChange, HeapMarks, changes};
use super::super::piles::{Stack, StackRow};
use super::board::{Board, Spot, middle};
use super::{Brush, connections, own_values};
use nimatron_core::rules::{Heap, Picture, PileMode, Piles, Site, nearest};
use nimatron_paint::{CELL, Form, mix};

/// How large stones are: cells across, and half rows down. The smallest are coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StoneSize {
    wide: i32,
    halves: i32,
}

const SIZES: [StoneSize; 5] = [
    StoneSize { wide: 8, halves: 8 },
    StoneSize { wide: 6, halves: 6 },
    StoneSize { wide: 4, halves: 4 },
    StoneSize { wide: 2, halves: 2 },
    StoneSize { wide: 5, halves: 1 },
];

struct Layout {
    size: StoneSize,
    /// Stones side by side in a stack.
    across: i32,
    /// Columns for each heap.
    widths: Vec<i32>,
    /// Rows for stones.
    rows: i32,
    /// Whether names stand under the counts.
    named: bool,
    /// Whether some heap is broken.
    broken: bool,
}

/// Paints stacks; `None` where their counts do not even fit side by side.
pub(super) fn draw(piles: &Piles, brush: &Brush<'_>) -> Option<Board> {
    let start = match brush.marks.start {
        Some(Picture::Piles(start)) if start.heaps.len() >= piles.heaps.len() => Some(start),
        _ => None,
    };
    let layout = layout(piles, start, brush)?;
    let change = match brush.marks.before {
        Some(Picture::Piles(before)) => changes(before, piles),
        _ => vec![HeapChange::default(); piles.heaps.len()],
    };
    let width = layout.widths.iter().take(piles.heaps.len()).sum::<i32>().max(1);
    let below = 2 + i32::from(layout.named);
    let mut board = Board::of(width.min(brush.width), layout.rows + below);
    let size = layout.size.wide.min(layout.size.halves) * 4;
    board.size = size as f32 / if layout.across > 1 { 2.0 } else { 1.0 };
    let mut left = 0;
    for (i, heap) in piles.heaps.iter().enumerate() {
        let own = change.get(i).copied().unwrap_or_default();
        let place = Place { left, width: layout.widths[i], layout: &layout, change: own };
        place.heap(piles, heap, brush, &mut board);
        left += place.width;
    }
    board.cut = layout.broken.then(|| "some stones are out of sight".to_owned());
    connections(&mut board, brush);
    Some(board)
}

/// The largest stones with which all stacks fit; the frame is that of the start of the match.
fn layout(piles: &Piles, start: Option<&Piles>, brush: &Brush<'_>) -> Option<Layout> {
    let heaps = || start.unwrap_or(piles).heaps.iter().chain(&piles.heaps);
    let most = heaps().map(|h| h.count).max().unwrap_or(0);
    let columns = piles.heaps.len();
    let named = heaps().any(|h| !h.label.is_empty());
    let room = |named: bool| brush.height - 2 - i32::from(named);
    let label = |i: usize| {
        let heap = |p: &Piles| {
            p.heaps.get(i).map_or(0, |h| {
                let limit = if h.limit.is_some() { 4 } else { 0 };
                let name = if named { wide(&h.label) + 1 } else { 0 };
                // What is split may give one heap as much as the largest has.
                let count = if piles.mode == PileMode::Take { h.count } else { most };
                (wide(&count.to_string()) + 5).max(name) + limit
            })
        };
        heap(piles).max(start.map_or(0, heap))
    };
    let spare = if piles.mode == PileMode::Take { 0 } else { 1 };
    let count = |i: usize| {
        let now = piles.heaps[i].count;
        match (start, piles.mode) {
            (Some(start), PileMode::Take) => now.max(start.heaps.get(i).map_or(0, |h| h.count)),
            (Some(_), _) => most,
            _ => now,
        }
    };
    let fit = |size: StoneSize, across: i32, named: bool| {
        let high = |count: u64| {
            let lines = count.div_ceil(nearest(across));
            i32::try_from(lines).unwrap_or(i32::MAX).saturating_mul(size.halves).saturating_add(1) / 2
        };
        let widths: Vec<i32> = (0..columns)
            .map(|i| {
                let own = nearest::<i32, _>(count(i).min(nearest(across))).max(1) * size.wide;
                (own + 2 + 2 * spare).max(label(i))
            })
            .collect();
        let rows = (0..columns).map(|i| high(count(i))).max().unwrap_or(0).saturating_add(spare);
        let fits = widths.iter().sum::<i32>() <= brush.width && rows <= room(named) && rows < 2000;
        fits.then_some(Layout { size, across, widths, rows: rows.max(1), named, broken: false })
    };
    // One column while that fits, of coins at least; then several.
    let tries =
        |named: bool| (1..=20).find_map(|across| SIZES.iter().find_map(|&size| fit(size, across, named)));
    if let Some(layout) = tries(named).filter(|_| room(named) > 0) {
        return Some(layout);
    }
    if let Some(layout) = tries(false).filter(|_| room(false) > 0) {
        return Some(layout);
    }
    // Broken stacks of small stones, or nothing but counts.
    let rows = room(false);
    let size = SIZES[3];
    let widths: Vec<i32> = (0..columns).map(|i| (size.wide + 2).max(label(i) - 3)).collect();
    (widths.iter().sum::<i32>() <= brush.width && rows >= 4).then_some(Layout {
        size,
        across: 1,
        widths,
        rows,
        named: false,
        broken: nearest::<u64, _>(rows) < piles.heaps.iter().map(|h| h.count).max().unwrap_or(0),
    })
}

/// A heap at its place.
struct Place<'a> {
    left: i32,
    width: i32,
    layout: &'a Layout,
    change: HeapChange,
}

impl Place<'_> {
    fn middle(&self) -> i32 {
        self.left + (self.width - 1) / 2
    }

    /// The middle of the k-th place from the bottom, from 0, in units, and the radius of a stone.
    fn spot(&self, k: i32, count: u64) -> Spot {
        let Layout { size, across, rows, .. } = *self.layout;
        let (line, column) = (k / across, k % across);
        let wide = nearest::<i32, _>(count.min(nearest(across)).max(1));
        let unit = size.wide as f32 * CELL.0;
        // The stack's middle is that of a cell, or the line between two.
        let middle = middle(self.middle(), 0).0;
        let x = middle + (column as f32 - (wide - 1) as f32 / 2.0) * unit;
        let high = size.halves as f32 * CELL.1 / 2.0;
        let y = rows as f32 * CELL.1 - high / 2.0 - line as f32 * high;
        Spot { x, y, r: (unit.min(high) / 2.0 - 0.9).max(3.0) }
    }

    fn heap(&self, piles: &Piles, heap: &Heap, brush: &Brush<'_>, board: &mut Board) {
        let c = brush.colours;
        let layout = self.layout;
        let pen = Pen { room: Size { width: 0, height: 0 }, marks: brush.marks, style: Style::default() };
        let marks = HeapMarks::of(piles, heap, &pen);
        let limit_rows = layout.rows * 2 / layout.size.halves * layout.across;
        let places = Stack::of(heap.count, limit_rows, marks.at());
        let split = marks.split(heap);
        self.floor(piles, board, brush);
        let shown = nearest::<i32, _>(places.rows.len());
        // Ghosts of what was taken, as many as there is room for.
        let ghosts = nearest::<i32, _>(self.change.taken.min(1000)).min(limit_rows - shown);
        for k in shown..shown + ghosts {
            let spot = self.spot(k, heap.count + self.change.taken);
            board.ghost(spot, brush.marks.ghost(), layout.size.halves > 1, c);
        }
        for (k, row) in (0..).zip(&places.rows) {
            let mut spot = self.spot(k, heap.count.max(nearest(limit_rows.min(layout.across))));
            match *row {
                StackRow::Stone(stone) => {
                    // The part of a split is set apart.
                    if split.is_some_and(|cut| stone > cut)
                        && layout.across == 1
                        && (layout.rows * 16) as f32 > spot.y
                    {
                        spot.y -= CELL.1 / 2.0;
                    }
                    self.stone(stone, spot, (heap, &marks, split), brush, board);
                }
                StackRow::Break(_) => {
                    let y = spot.y;
                    for (dx, dy) in [(-6.0, 4.0), (-2.0, -4.0), (2.0, 4.0)] {
                        board.line((spot.x + dx, y + dy), (spot.x + dx + 4.0, y - dy), 1.4, c.quiet);
                    }
                }
            }
        }
        self.limit(heap, &places, brush, board);
        self.values(heap, &places, brush, board);
        self.words(heap, (split, marks.emptied), brush, board);
    }

    /// What the stack stands on; a box has walls.
    fn floor(&self, piles: &Piles, board: &mut Board, brush: &Brush<'_>) {
        let layout = self.layout;
        let y = layout.rows as f32 * CELL.1;
        let half = (layout.across * layout.size.wide) as f32 * CELL.0 / 2.0 + 4.0;
        let half = half.min(self.width as f32 * CELL.0 / 2.0 - 2.0);
        let x = middle(self.middle(), 0).0;
        let colour = brush.colours.line;
        board.add(Form::Rect { x: x - half, y: y + 1.0, w: 2.0 * half, h: 3.0, round: 0.0 }, colour);
        if piles.mode == PileMode::Split {
            for side in [-half, half - 2.0] {
                board.add(Form::Rect { x: x + side, y: 2.0, w: 2.0, h: y, round: 0.0 }, colour);
            }
        }
    }

    fn stone(
        &self,
        k: u64,
        spot: Spot,
        (heap, marks, split): (&Heap, &HeapMarks, Option<u64>),
        brush: &Brush<'_>,
        board: &mut Board,
    ) {
        let c = brush.colours;
        let site = Site::new(heap.group, k);
        let mut mark: Mark = brush.marks.mark(site);
        mark.gone = marks.takes(k);
        (mark.last, mark.theirs) = (false, false);
        let far = k <= heap.limit.map_or(0, |limit| heap.count.saturating_sub(limit));
        let parted = split.is_some_and(|cut| k > cut);
        let body = match (far, parted) {
            (true, _) => mix(c.stone, c.ground, 0.45),
            (_, true) => mix(c.stone, c.offered, 0.5),
            _ => c.stone,
        };
        let body = match self.layout.size.halves {
            1 => board.coin(spot, site, mark, body, brush),
            _ => board.stone(spot, Some(site), mark, body, brush),
        };
        #[expect(clippy::cast_possible_truncation, reason = "a place on the board")]
        let at = ((spot.x / CELL.0) as i32, (spot.y / CELL.1) as i32);
        board.sign(at, Some(site), body, brush);
        if !far {
            let Layout { size, across, .. } = *self.layout;
            let side = if across == 1 { (self.width - 2) / 2 } else { (size.wide - 1) / 2 };
            let (up, down) = (size.halves / 4, (size.halves - 1) / 4);
            board.hit(Some(site), at, (at.0 - side, at.0 + side), (at.1 - up, at.1 + down));
        }
    }

    /// The most that may be taken: a line through the stack.
    fn limit(&self, heap: &Heap, stack: &Stack, brush: &Brush<'_>, board: &mut Board) {
        let Some(limit) = heap.limit.filter(|&n| n < heap.count) else { return };
        let c = brush.colours;
        let lowest = heap.count - limit + 1;
        let layout = self.layout;
        let row = stack.row_at_least(lowest) / layout.across;
        let high = layout.size.halves as f32 * CELL.1 / 2.0;
        let y = layout.rows as f32 * CELL.1 - row as f32 * high;
        let half = ((layout.across.min(nearest(heap.count.min(1000))) * layout.size.wide) as f32 * CELL.0)
            / 2.0
            + 6.0;
        let x = middle(self.middle(), 0).0;
        board.line((x - half, y), (x + half, y), 2.0, c.offered);
        #[expect(clippy::cast_possible_truncation, reason = "a place on the board")]
        let at =
            ((((x + half) / CELL.0) as i32 + 1).min(self.left + self.width - 2), ((y - 1.0) / CELL.1) as i32);
        board.write(at.0, at.1, &format!("≤{limit}"), c.offered, true);
    }

    /// Values beside the stones that they are about.
    fn values(&self, heap: &Heap, stack: &Stack, brush: &Brush<'_>, board: &mut Board) {
        let layout = self.layout;
        let high = layout.size.halves as f32 * CELL.1 / 2.0;
        for (sites, text) in own_values(brush) {
            let alone = sites.iter().all(|s| s.group == heap.group);
            if !alone && !brush.marks.is_whole() {
                continue;
            }
            let own = || sites.iter().filter(|s| s.group == heap.group).map(|s| s.item);
            let (Some(low), Some(top)) = (own().min(), own().max()) else { continue };
            if low <= 1 && top >= heap.count || layout.across > 1 {
                continue;
            }
            let floor = layout.rows as f32 * CELL.1;
            let (from, to) = (
                floor - stack.row_at_least(low) as f32 * high - 2.0,
                floor - (stack.row_at_least(top) + 1) as f32 * high + 2.0,
            );
            let x = self.spot(0, 1).x - layout.size.wide as f32 * CELL.0 / 2.0 - 3.0;
            board.line((x, from), (x, to), 1.6, brush.colours.figure);
            board.line((x, from), (x + 3.0, from), 1.6, brush.colours.figure);
            board.line((x, to), (x + 3.0, to), 1.6, brush.colours.figure);
            #[expect(clippy::cast_possible_truncation, reason = "a place on the board")]
            let at = ((x / CELL.0) as i32 - wide(text), ((from + to) / 2.0 / CELL.1) as i32);
            board.write(at.0.max(0), at.1, text, brush.colours.figure, true);
        }
    }

    /// The count and the name under a stack, with what was just taken from it.
    fn words(
        &self,
        heap: &Heap,
        (split, emptied): (Option<u64>, bool),
        brush: &Brush<'_>,
        board: &mut Board,
    ) {
        let c = brush.colours;
        let y = self.layout.rows + 1;
        let told = self.change.is_part && brush.marks.picked().next().is_none();
        let count = match split.filter(|_| !told) {
            Some(cut) => format!("{cut}│{}", heap.count - cut),
            None => heap.count.to_string(),
        };
        let ghost = brush.marks.ghost();
        let last = if ghost.theirs { c.theirs } else { c.mine };
        let ink = match (emptied, self.change.is_part) {
            (true, _) => c.picked,
            (_, true) => last,
            _ => c.text,
        };
        let x = self.middle() - (wide(&count) - 1) / 2;
        board.write(x, y, &count, ink, true);
        if self.change.taken > 0 {
            let gone = format!("−{}", self.change.taken);
            let after = x + wide(&count) + 1;
            let at = if after + wide(&gone) <= self.left + self.width {
                after
            } else {
                (x - 1 - wide(&gone)).max(0)
            };
            board.write(at, y, &gone, last, true);
        }
        let whole = own_values(brush).into_iter().filter(|(sites, _)| {
            let own = || sites.iter().filter(|s| s.group == heap.group).map(|s| s.item);
            let alone = sites.iter().all(|s| s.group == heap.group);
            (alone || brush.marks.is_whole())
                && (self.layout.across > 1 && own().next().is_some()
                    || own().min().is_some_and(|low| low <= 1)
                        && own().max().is_some_and(|top| top >= heap.count))
        });
        let value: Vec<&str> = whole.map(|(_, text)| text).collect();
        let value = value.join(" + ");
        if self.layout.named {
            let name = heap.label.as_str();
            let text = if value.is_empty() || wide(name) + wide(&value) + 3 > self.width {
                String::new()
            } else {
                format!(": {value}")
            };
            let x = (self.middle() - (wide(name) + wide(&text) - 1) / 2).max(self.left);
            board.write(x, y + 1, name, c.quiet, false);
            board.write(x + wide(name), y + 1, &text, c.figure, true);
        }
    }
}
