//! Stacks of stones side by side, boxes of balls, stacks that split: as large as all of them fit. A stack that is too
//! high is set in several columns before it is broken.

use super::board::{Board, Spot, cell_at, middle};
use super::brush::Brush;
use super::canvas::{Ink, Mark, wide};
use super::heap::{HeapChange, HeapMarks, Stack, StackRow, changes};
use nimatron_core::rules::{Heap, Picture, PileMode, Piles, Site, nearest};
use nimatron_paint::{CELL, mix};
use std::ops::Range;

/// How large stones are: cells across, and half rows down. Those wider than high are coins, seen from the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StoneSize {
    wide: i32,
    halves: i32,
}

const SIZES: [StoneSize; 8] = [
    StoneSize {
        wide: 12,
        halves: 12,
    },
    StoneSize {
        wide: 10,
        halves: 10,
    },
    StoneSize { wide: 8, halves: 8 },
    StoneSize { wide: 6, halves: 6 },
    StoneSize { wide: 5, halves: 4 },
    StoneSize { wide: 7, halves: 2 },
    StoneSize { wide: 5, halves: 2 },
    SMALL,
];

/// The smallest round ones, and those of a board in characters.
const SMALL: StoneSize = StoneSize { wide: 3, halves: 2 };

struct Layout {
    /// The stacks in sight.
    seen: Range<usize>,
    size: StoneSize,
    /// Stones side by side in a stack.
    across: i32,
    /// Columns for each heap in sight.
    widths: Vec<i32>,
    /// Stones side by side in each of them: fewer than `across` in a low one.
    beside: Vec<i32>,
    /// Rows for stones.
    rows: i32,
    /// Whether names stand under the counts.
    named: bool,
}

/// Paints stacks; `None` where their counts do not even fit side by side.
pub(super) fn draw<'a>(piles: &Piles, brush: &Brush<'a>) -> Option<Board<'a>> {
    let start = match brush.marks.start {
        Some(Picture::Piles(start)) if start.heaps.len() >= piles.heaps.len() => Some(start),
        _ => None,
    };
    // A heap that splits leaves more heaps than there were: their stones are no larger than those at the start.
    let most = match brush.marks.start {
        Some(Picture::Piles(first)) if start.is_none() => {
            layout(first, None, brush, &SIZES).map(|l| l.size)
        }
        _ => None,
    };
    let from = most
        .and_then(|most| SIZES.iter().position(|&size| size == most))
        .unwrap_or(0);
    let layout = layout(piles, start, brush, &SIZES[from..])?;
    let change = match brush.marks.before {
        Some(Picture::Piles(before)) => changes(before, piles),
        _ => vec![HeapChange::default(); piles.heaps.len()],
    };
    let width = layout.widths.iter().sum::<i32>().max(1);
    let below = 2 + i32::from(layout.named);
    let mut board = Board::of(width.min(brush.width), layout.rows + below, brush);
    let size = layout.size.wide.min(layout.size.halves) * 4;
    board.size = size as f32 / if layout.across > 1 { 2.0 } else { 1.0 };
    board.stacked = true;
    let mut left = 0;
    let mut broken = None;
    for ((i, &width), &beside) in layout.seen.clone().zip(&layout.widths).zip(&layout.beside) {
        let heap = &piles.heaps[i];
        let marks = HeapMarks::of(piles, heap, &brush.marks);
        let goes_on = change[i].is_part && change.get(i + 1).is_some_and(|next| next.is_part);
        let place = Place {
            heap,
            marks,
            left,
            width,
            beside,
            layout: &layout,
            change: change[i],
            goes_on,
        };
        if place.draw(&mut board) {
            // The stack pointed at is the one a typed number is most likely meant for.
            let here = brush
                .marks
                .cursor()
                .is_some_and(|site| site.group == heap.group);
            broken = if here {
                Some(heap)
            } else {
                broken.or(Some(heap))
            };
        }
        left += width;
    }
    // Where the row of stacks goes on out of sight, the next stack waits at the border.
    let edge = |heap: &Heap| (heap.count > 0).then(|| Site::new(heap.group, heap.count));
    let (row, right) = (layout.rows - 1, board.width - 1);
    let Range { start, end } = layout.seen;
    board.wait(piles.heaps[..start].iter().rev().find_map(edge), (0, row));
    board.wait(piles.heaps[end..].iter().find_map(edge), (right, row));
    let seen = (end - start < piles.heaps.len()).then(|| {
        let sight = if broken.is_some() {
            ""
        } else {
            " are in sight"
        };
        format!(
            "piles {} to {end} of {}{sight}",
            start + 1,
            piles.heaps.len()
        )
    });
    let stones = broken.map(|heap| match (heap.typed.as_str(), seen.is_some()) {
        ("", true) => "type any number".to_owned(),
        (typed, true) => format!("{typed}N takes N"),
        ("", false) => "not all stones fit: type any number".to_owned(),
        (typed, false) => format!("not all stones fit: type {typed} and a number"),
    });
    let cut: Vec<String> = seen.into_iter().chain(stones).collect();
    board.cut = (!cut.is_empty()).then(|| cut.join("; "));
    Some(board)
}

/// The largest stones with which all stacks fit; the frame is that of the start of the match.
fn layout(
    piles: &Piles,
    start: Option<&Piles>,
    brush: &Brush<'_>,
    sizes: &[StoneSize],
) -> Option<Layout> {
    let heaps = || start.unwrap_or(piles).heaps.iter().chain(&piles.heaps);
    let most = heaps().map(|h| h.count).max().unwrap_or(0);
    let columns = piles.heaps.len();
    let sizes = if brush.plain.is_some() {
        &[SMALL]
    } else {
        sizes
    };
    let named = heaps().any(|h| !h.label.is_empty());
    let room = |named: bool| brush.height - 2 - i32::from(named);
    // A limit stands beside the stones of a single heap; beside several where there is room for it.
    let limit = match heaps().filter_map(|h| h.limit).max() {
        Some(limit) if columns == 1 || brush.plain.is_some() => {
            wide(&limit.min(most).to_string()) + 2
        }
        _ => 0,
    };
    let label = |i: usize| {
        let heap = |p: &Piles| {
            p.heaps.get(i).map_or(0, |h| {
                let name = if named { wide(&h.label) + 1 } else { 0 };
                // What is split may give one heap as much as the largest has.
                let count = if piles.mode == PileMode::Take {
                    h.count
                } else {
                    most
                };
                let digits = wide(&count.to_string());
                (digits + 4).max(2 * digits + 3).max(name) + limit
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
            let lines: i32 = nearest(count.div_ceil(nearest(across)));
            lines.saturating_mul(size.halves).saturating_add(1) / 2
        };
        let beside: Vec<i32> = (0..columns)
            .map(|i| nearest::<i32, _>(count(i).min(nearest(across))).max(1))
            .collect();
        let widths: Vec<i32> = (0..)
            .zip(&beside)
            .map(|(i, beside)| (beside * size.wide + 2 + 2 * spare + 2 * limit).max(label(i)))
            .collect();
        let rows = (0..columns)
            .map(|i| high(count(i)))
            .max()
            .unwrap_or(0)
            .saturating_add(spare);
        let fits = widths.iter().sum::<i32>() <= brush.width && rows <= room(named) && rows < 2000;
        fits.then_some(Layout {
            seen: 0..columns,
            size,
            across,
            widths,
            beside,
            rows: rows.max(1),
            named,
        })
    };
    // One column while that fits, of coins at least; then several of round stones. A single heap has round stones first,
    // unless a limit goes as a line through its column.
    let round = || sizes.iter().filter(|size| size.is_round());
    let names = [named, false].into_iter().filter(|&named| room(named) > 0);
    let one = names
        .clone()
        .find_map(|named| sizes.iter().find_map(|&size| fit(size, 1, named)));
    // Rows of what two moves take together, where that is little, or of sixes, which rounds of two and three fill; in
    // characters as few columns as can be.
    let first = start
        .unwrap_or(piles)
        .heaps
        .iter()
        .filter_map(|h| h.limit)
        .max();
    let round_of = first
        .filter(|&limit| limit < 10 && columns == 1)
        .map(|limit| nearest::<i32, _>(limit + 1));
    let block = round_of.unwrap_or(6);
    let blocks = [block, 2 * block, 3 * block];
    let many = |named| {
        let rows_of = |least: i32, across: &[i32]| {
            let mut large = round().filter(|size| size.halves >= least && brush.plain.is_none());
            large.find_map(|&size| across.iter().find_map(|&across| fit(size, across, named)))
        };
        // Rather fewer stones in a row than small ones.
        let whole = rows_of(6, &blocks)
            .or_else(|| rows_of(6, &[5, 4]).filter(|_| round_of.is_none()))
            .or_else(|| rows_of(4, &blocks));
        whole.or_else(|| {
            round().find_map(|&size| (2..=20).find_map(|across| fit(size, across, named)))
        })
    };
    let has_line = first.is_some() && round_of.is_none();
    let is_kept = |one: &Layout| columns > 1 || one.size.is_round() || has_line;
    if one.as_ref().is_some_and(is_kept) {
        return one;
    }
    if let Some(layout) = { names }.find_map(many).or(one) {
        return Some(layout);
    }
    // Broken stacks of small stones, those around the cursor where not all fit.
    let rows = room(false).min(nearest::<i32, _>(most).saturating_add(spare));
    let size = SMALL;
    let width = |i: usize| (size.wide + 2).max(label(i) - 3);
    let seen = around(
        columns,
        focus(piles, brush).unwrap_or(0),
        width,
        brush.width,
    )?;
    let widths: Vec<i32> = seen.clone().map(width).collect();
    (rows >= 3.min(nearest::<i32, _>(most).max(1))).then_some(Layout {
        seen,
        size,
        across: 1,
        beside: vec![1; widths.len()],
        widths,
        rows,
        named: false,
    })
}

/// The heap to keep in sight.
fn focus(piles: &Piles, brush: &Brush<'_>) -> Option<usize> {
    let marks = brush.marks;
    let wanted = marks
        .cursor()
        .or_else(|| marks.picked().next())
        .or_else(|| marks.hinted().next())?;
    piles.heaps.iter().position(|h| h.group == wanted.group)
}

/// As many of `n` columns as fit into the room, on both sides of one of them; `None` if not even that one fits.
fn around(n: usize, focus: usize, width: impl Fn(usize) -> i32, room: i32) -> Option<Range<usize>> {
    let (mut from, mut to) = (focus, (focus + 1).min(n));
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
    /// Stones side by side.
    beside: i32,
    layout: &'a Layout,
    change: HeapChange,
    /// The next stack is another part of the same one.
    goes_on: bool,
}

impl Place<'_> {
    fn middle(&self) -> i32 {
        self.left + (self.width - 1) / 2
    }

    /// The middle of the k-th place from the bottom, from 0, in units, and the radius of a stone.
    fn spot(&self, k: i32) -> Spot {
        let Layout { size, rows, .. } = *self.layout;
        let (line, column) = (k / self.beside, k % self.beside);
        let unit = size.wide as f32 * CELL.0;
        // The stack's middle is that of a cell, or the line between two.
        let middle = middle(self.middle(), 0).0;
        let x = middle + (column as f32 - (self.beside - 1) as f32 / 2.0) * unit;
        let high = size.halves as f32 * CELL.1 / 2.0;
        let foot = rows as f32 * CELL.1 - line as f32 * high;
        // Coins touch. Half a row is free above a ball, so that a stack is no pillar; a low one is wider.
        let free = if size.is_round() && size.halves > 2 {
            CELL.1 / 4.0
        } else {
            0.9
        };
        let side = unit / 2.0 - if self.beside > 1 { 2.6 } else { 0.0 };
        let r = (high / 2.0 - free).min(side);
        let flat = if size.halves == 4 { side - r } else { 0.0 };
        Spot {
            x,
            y: foot - r.max(high / 2.0 - free),
            r,
            flat,
        }
    }

    /// Draws a stack; whether some of its stones are out of sight.
    fn draw(&self, board: &mut Board<'_>) -> bool {
        let (brush, c) = (board.brush, board.brush.colours);
        let (layout, marks) = (self.layout, &self.marks);
        let limit_rows = layout.rows * 2 / layout.size.halves * self.beside;
        let places = Stack::of(self.heap.count, limit_rows, marks.at());
        self.floor(board);
        let shown = nearest::<i32, _>(places.rows.len());
        // Ghosts of what was taken, as many as there is room for.
        // The balls of a box that was emptied did not lie on the ones that are in it now.
        // What was taken from a heap that was split lay on none of its parts.
        let ghosts = match marks.mode {
            PileMode::Split => 0,
            _ if self.change.is_part => 0,
            _ => nearest::<i32, _>(self.change.taken.min(1000)).min(limit_rows - shown),
        };
        for k in shown..shown + ghosts {
            let spot = self.spot(k);
            match brush.plain {
                Some(_) => {
                    let mark = brush.marks.ghost();
                    board.put(cell_at(spot.x, spot.y), brush.gap(mark), Ink::Faint, mark);
                }
                // A line for each: it is not to be counted as a coin.
                None if !layout.size.is_round() => {
                    let (ghost, (x, y)) = (brush.marks.ghost(), cell_at(spot.x, spot.y));
                    let line =
                        if ghost.second { "╌" } else { "─" }.repeat(nearest(layout.size.wide));
                    board.centre(x, y, &line, brush.last(), false);
                }
                None => drop(board.ghost(spot)),
            }
        }
        for (k, row) in (0..).zip(&places.rows) {
            let mut spot = self.spot(k);
            match *row {
                StackRow::Stone(stone) => {
                    // The part of a split is set apart.
                    if brush.plain.is_none()
                        && marks.picked.is_some()
                        && marks.split(self.heap).is_some_and(|cut| stone > cut)
                        && layout.across == 1
                        && (layout.rows * 16) as f32 > spot.y
                    {
                        spot.y -= (layout.size.halves as f32 * CELL.1 / 2.0).min(CELL.1);
                    }
                    self.stone(stone, spot, board);
                }
                StackRow::Break(_) => {
                    let (y, (cx, cy)) = (spot.y, cell_at(spot.x, spot.y));
                    let zigzag = brush.pick("╱╲╱", "/\\/");
                    (cx - 1..)
                        .zip(zigzag.chars())
                        .for_each(|(x, ch)| board.put((x, cy), ch, Ink::Dim, Mark::default()));
                    for (dx, dy) in [(-6.0, 4.0), (-2.0, -4.0), (2.0, 4.0)] {
                        board.line(
                            (spot.x + dx, y + dy),
                            (spot.x + dx + 4.0, y - dy),
                            1.4,
                            c.quiet,
                        );
                    }
                }
            }
        }
        self.limit(&places, board);
        self.values(&places, board);
        self.words(board);
        places.broken
    }

    /// What the stack stands on; a box has walls.
    fn floor(&self, board: &mut Board<'_>) {
        let (brush, layout) = (board.brush, self.layout);
        let boxed = self.marks.mode == PileMode::Split;
        let y = layout.rows as f32 * CELL.1;
        let half = (layout.across * layout.size.wide) as f32 * CELL.0 / 2.0
            + if boxed { 7.0 } else { 4.0 };
        let half = half.min(self.width as f32 * CELL.0 / 2.0 - 2.0);
        let x = middle(self.middle(), 0).0;
        let c = brush.colours;
        // What a move has split stands on its player's colour.
        let (high, colour) = match self.change.is_part && brush.marks.before.is_some() {
            true => (5.0, brush.last()),
            false => (2.0, mix(c.line, c.quiet, if boxed { 0.6 } else { 0.0 })),
        };
        let side = layout.across * layout.size.wide / 2 + 1;
        let (left, right) = (self.middle() - side, self.middle() + side);
        for x in left + i32::from(!boxed)..=right - i32::from(!boxed) {
            board.put(
                (x, layout.rows),
                brush.pick('─', '-'),
                Ink::Dim,
                Mark::default(),
            );
        }
        for (y, x) in (0..layout.rows)
            .flat_map(|y| [(y, left), (y, right)])
            .filter(|_| boxed)
        {
            board.put((x, y), brush.pick('│', '|'), Ink::Dim, Mark::default());
        }
        board.line((x - half, y + 1.0), (x + half, y + 1.0), high, colour);
        if boxed {
            for side in [-half, half - 2.0] {
                board.fill([x + side, 2.0, 2.0, y], mix(c.line, c.quiet, 0.6));
            }
        }
    }

    fn stone(&self, k: u64, spot: Spot, board: &mut Board<'_>) {
        let (brush, c) = (board.brush, board.brush.colours);
        let (heap, size) = (self.heap, self.layout.size);
        let site = Site::new(heap.group, k);
        let gone = self.marks.takes(k) && !brush.marks.judging();
        let mark = Mark {
            gone,
            last: false,
            second: false,
            ..brush.marks.mark(site)
        };
        let far = k
            <= heap
                .limit
                .map_or(0, |limit| heap.count.saturating_sub(limit));
        let parted = self.marks.split(heap).is_some_and(|cut| k > cut);
        let body = match (far, parted) {
            (true, _) => mix(c.stone, c.ground, 0.28),
            (_, true) => mix(c.stone, c.offered, 0.5),
            _ => c.stone,
        };
        let at = cell_at(spot.x, spot.y);
        let body = match size.halves {
            _ if brush.plain.is_some() => {
                let (ch, ink) = match brush.disc(Some(site), mark) {
                    (ch, Ink::Stone) if far => (ch, Ink::FarStone),
                    (_, Ink::Stone) if parted && !mark.picked && !mark.hint => {
                        (brush.pick('◍', '%'), Ink::FarStone)
                    }
                    said => said,
                };
                board.piece(at, ch, ink, mark);
                body
            }
            _ if !size.is_round() => {
                let theory = brush.marks.theory(Some(site));
                let plain = if theory.losing || theory.lit {
                    c.figure
                } else {
                    body
                };
                let body = c.told(theory).unwrap_or(plain);
                let body = if mark.gone || mark.picked {
                    mix(body, c.picked, 0.5)
                } else {
                    body
                };
                // Of whole cells, with a line at its foot: each looks the same.
                let (w, h) = (size.wide as f32 * CELL.0, size.halves as f32 * CELL.1 / 2.0);
                let (x, y) = (
                    spot.x - w / 2.0,
                    ((spot.y - h / 2.0) / CELL.0).round() * CELL.0,
                );
                board.fill([x, y, w, h], mix(body, [0, 0, 0], 0.4));
                board.fill([x, y, w, h - 2.0], body);
                if let Some(colour) = c.rim(mark, false) {
                    let side = size.wide / 2 + 1 + i32::from(self.marks.mode == PileMode::Split);
                    board.write((at.0 - side).max(0), at.1, "▸", colour, true);
                    board.write(at.0 + side, at.1, "◂", colour, true);
                }
                body
            }
            _ => board.stone(spot, Some(site), mark, body),
        };
        if brush.plain.is_none() {
            board.sign(at, Some(site), body);
        }
        if !far {
            let side = if self.layout.across == 1 {
                (self.width - 2) / 2
            } else {
                (size.wide - 1) / 2
            };
            let (up, down) = (size.halves / 4, (size.halves - 1) / 4);
            board.hit(
                Some(site),
                at,
                (at.0 - side, at.0 + side),
                (at.1 - up, at.1 + down),
            );
        }
    }

    /// The most that may be taken: a line through the stack.
    fn limit(&self, stack: &Stack, board: &mut Board<'_>) {
        let (heap, layout, brush) = (self.heap, self.layout, board.brush);
        let Some(limit) = heap.limit.filter(|&n| n < heap.count) else {
            return;
        };
        if layout.across > 1 && brush.plain.is_none() {
            // It goes through a row; which stones it reaches is seen by their colour.
            return;
        }
        let row = stack.row_at_least(heap.count - limit + 1) / layout.across;
        let high = layout.size.halves as f32 * CELL.1 / 2.0;
        let y = layout.rows as f32 * CELL.1 - row as f32 * high;
        let across = layout.across.min(nearest(heap.count.min(1000)));
        let half = (across * layout.size.wide) as f32 * CELL.0 / 2.0 + CELL.0;
        let x = middle(self.middle(), 0).0;
        // On both sides of the stones: it would cut their edges.
        let stone = layout.size.wide as f32 * CELL.0 / 2.0;
        board.line((x - half, y), (x - stone, y), 2.0, brush.colours.offered);
        board.line((x + stone, y), (x + half, y), 2.0, brush.colours.offered);
        let text = format!("{}{limit}", brush.pick("≤", "<="));
        let at = cell_at(x + half + CELL.0, y - 1.0);
        if brush.plain.is_some() || at.0 + wide(&text) <= self.left + self.width {
            let at = (at.0.min(self.left + self.width - wide(&text)), at.1);
            board.say(at, &text, Ink::Reach, Mark::default());
        }
    }

    /// The values of this stack: the lowest and the highest stone of each, and whether it is said under the stack.
    fn told<'a>(&self, brush: &Brush<'a>) -> Vec<((u64, u64), bool, &'a str)> {
        let heap = self.heap;
        let own = |(sites, text): (Vec<Site>, &'a str)| {
            let items = || {
                sites
                    .iter()
                    .filter(|s| s.group == heap.group)
                    .map(|s| s.item)
            };
            let (low, top) = (items().min()?, items().max()?);
            let is_alone = items().count() == sites.len();
            let is_under = self.layout.across > 1 || low <= 1 && top >= heap.count;
            (is_alone || brush.marks.is_whole()).then_some(((low, top), is_under, text))
        };
        brush.marks.values().into_iter().filter_map(own).collect()
    }

    /// Values beside the stones that they are about.
    fn values(&self, stack: &Stack, board: &mut Board<'_>) {
        let (brush, c, layout) = (board.brush, board.brush.colours, self.layout);
        let high = layout.size.halves as f32 * CELL.1 / 2.0;
        let floor = layout.rows as f32 * CELL.1;
        for ((low, top), _, text) in self
            .told(&brush)
            .into_iter()
            .filter(|(_, is_under, _)| !is_under)
        {
            let theory = brush.marks.theory(Some(Site::new(self.heap.group, low)));
            if let Some(tint) = theory.tint.filter(|_| brush.plain.is_none()) {
                // What has a colour of its own has its number on it.
                let stone = u64::midpoint(low, top);
                let row = stack.row_at_least(stone) as f32;
                let is_here = brush.marks.mark(Site::new(self.heap.group, stone)).cursor;
                let body = if is_here { c.cursor } else { c.tint(tint) };
                let at = cell_at(self.spot(0).x - 0.5, floor - (row + 0.5) * high);
                board.centre(at.0, at.1, text, c.on(body), true);
                continue;
            }
            let from = floor - stack.row_at_least(low) as f32 * high - 2.0;
            let to = floor - (stack.row_at_least(top) + 1) as f32 * high + 2.0;
            let x = self.spot(0).x - layout.size.wide as f32 * CELL.0 / 2.0 - 3.0;
            board.line((x, from), (x, to), 1.6, c.figure);
            board.line((x, from), (x + 3.0, from), 1.6, c.figure);
            board.line((x, to), (x + 3.0, to), 1.6, c.figure);
            let ((column, bottom), (_, top)) = (cell_at(x, from), cell_at(x, to));
            for y in top..=bottom {
                board.put(
                    (column, y),
                    brush.pick('│', '|'),
                    Ink::Figure,
                    Mark::default(),
                );
            }
            let left = (column - wide(text)).max(0);
            board.say(
                (left, (bottom + top) / 2),
                text,
                Ink::Figure,
                Mark::default(),
            );
        }
    }

    /// The count, the name and the value under a stack.
    fn words(&self, board: &mut Board<'_>) {
        let heap = self.heap;
        let brush = board.brush;
        let y = self.layout.rows + 1;
        let told = self.change.is_part && brush.marks.picked().next().is_none();
        let count = match self.marks.split(heap).filter(|_| !told) {
            Some(cut) => format!("{cut}{}{}", brush.pick('│', '|'), heap.count - cut),
            None => heap.count.to_string(),
        };
        // The count itself says nothing new.
        let value = self
            .told(&brush)
            .into_iter()
            .filter(|(_, is_under, _)| *is_under);
        let value = value
            .map(|(.., text)| text)
            .filter(|text| *text != heap.count.to_string());
        // Where parts are told, they add up to the count, and the value of all is not one of them.
        let (parts, values): (Vec<&str>, Vec<&str>) =
            value.partition(|text| !text.starts_with('*'));
        // A pile without a name has a sum of numbers under it, and no other words.
        let is_number = |text: &&str| text.parse::<u64>().is_ok();
        let parts: Vec<&str> = parts
            .into_iter()
            .filter(|text| self.layout.named || is_number(text))
            .collect();
        // Full rounds leave a remainder, which no mark tells.
        let total = parts
            .iter()
            .map(|part| part.parse::<u64>().ok())
            .sum::<Option<u64>>();
        let rest = total
            .filter(|_| !parts.is_empty())
            .and_then(|total| heap.count.checked_sub(total));
        let rest = rest.filter(|&rest| rest > 0).map(|rest| rest.to_string());
        let value = if parts.is_empty() && self.layout.named {
            values
        } else {
            parts
        };
        let value = rest
            .as_deref()
            .into_iter()
            .chain(value)
            .collect::<Vec<_>>()
            .join(" + ");
        let mark = if self.change.is_part {
            brush.marks.ghost()
        } else {
            Mark::default()
        };
        let sum = format!(" = {value}");
        let has_sum =
            !self.layout.named && !value.is_empty() && wide(&count) + wide(&sum) <= board.width;
        let x = self.middle() - (wide(&count) + if has_sum { wide(&sum) } else { 0 } - 1) / 2;
        board.say(
            (x, y),
            &count,
            Ink::Strong,
            Mark {
                gone: self.marks.emptied,
                ..mark
            },
        );
        if has_sum {
            board.say((x + wide(&count), y), &sum, Ink::Figure, Mark::default());
        }
        if self.goes_on && told {
            board.say((self.left + self.width, y), "+", Ink::Strong, mark);
        }
        if self.layout.named {
            // A value that has no room beside the name stands in its place.
            let (name, text) = match () {
                () if value.is_empty() || wide(&value) + 2 > self.width => {
                    (heap.label.as_str(), String::new())
                }
                () if wide(&heap.label) + wide(&value) + 4 > self.width => ("", value),
                () => (heap.label.as_str(), format!(": {value}")),
            };
            let x = (self.middle() - (wide(name) + wide(&text) - 1) / 2).max(self.left);
            board.say((x, y + 1), name, Ink::Dim, Mark::default());
            board.say((x + wide(name), y + 1), &text, Ink::Figure, Mark::default());
        }
    }
}

impl StoneSize {
    fn is_round(self) -> bool {
        self.wide <= self.halves + 1
    }
}
