//! Draws cells in a row: stones or boxes with numbers under them, or a track of numbers. Long rows are usually wrapped
//! after ten or twenty cells, and the longest rows scroll with the cursor.

use super::board::{Board, Point, StoneSize, Tile, TileSize, cell_at};
use super::brush::{Brush, Piece};
use super::canvas::{Ink, Mark, sign_of, wide};
use nimatron_core::rules::{BoardCell, Cells, Face, Picture, Site, Track, saturating_cast};
use nimatron_core::tr;
use nimatron_paint::{CELL, mix};

/// Rows of 400 cells or more are shown only in part.
const MOST: u64 = 400;

#[derive(Clone, Copy)]
struct View {
    size: TileSize,
    per: u64,
    lines: u64,
    from: u64,
    to: u64,
    /// The number of rows for values above the pieces of a line.
    above: i32,
    /// The number of rows for numbers under the pieces of a line.
    below: i32,
    /// The number of columns left free on each side, for the corners of the cursor and for the nearest hidden sites.
    side: i32,
}

impl View {
    /// Returns the height of a line in half rows, including the rows above and below the pieces.
    fn halves(&self) -> i32 {
        let high = self.size.halves + self.size.halves % 2;
        high + 2 * (self.above + self.below)
    }

    fn height(&self) -> i32 {
        let lines = saturating_cast::<i32, _>(self.lines);
        lines.saturating_mul(self.halves()) / 2
    }

    fn width(&self) -> i32 {
        let shown = saturating_cast::<i32, _>(self.per.min(self.to - self.from));
        let gap = i32::from(self.size.gap);
        shown * self.size.columns - gap + 2 * self.side
    }

    fn tile(&self, n: u64) -> Tile {
        let n = n - self.from;
        let [line, column] = [n / self.per, n % self.per].map(saturating_cast::<i32, _>);
        Tile {
            at: (
                self.side + column * self.size.columns,
                line * self.halves() + 2 * self.above,
            ),
            size: self.size,
            span: (1, 1),
            odd: n % 2 == 1,
            checkered: false,
        }
    }
}

/// Draws cells; `None` if there are no cells or none of them fits.
pub(super) fn draw<'a>(cells: &Cells, brush: &Brush<'a>) -> Option<Board<'a>> {
    let n = cells.count();
    if n == 0 {
        return None;
    }
    let view = whole(cells, n, brush).or_else(|| part(cells, n, brush))?;
    // Leave columns for the corners of the cursor beside the first and the last cell.
    let has_room = view.size.gap && view.side == 0 && view.width() + 2 <= brush.width;
    let view = View {
        side: view.side.max(i32::from(has_room)),
        ..view
    };
    let caption = match cells {
        Cells::Track(track) => tr!(
            "{label} {at} of {goal}",
            label = track.label,
            at = track.at,
            goal = track.goal
        ),
        _ => String::new(),
    };
    let has_caption = !caption.is_empty() && view.height() + 2 <= brush.height;
    let width = view
        .width()
        .max(if has_caption { wide(&caption) } else { 1 });
    let height = view.height() + if has_caption { 2 } else { 0 };
    // A plain strip of boxes ends in a line that closes the last box.
    let line = i32::from(brush.plain.is_some() && matches!(cells, Cells::Boxes(_)));
    let width = (width + line).min(brush.width);
    let mut board = Board::new(width, height.min(brush.height), brush);
    board.size = view.size.columns as f32 * 4.0;
    let before = match brush.marks.before {
        Some(Picture::Cells(before)) if before.count() == n => Some(before),
        _ => None,
    };
    let (mut cursor, mut gone, mut came) = (None, None, None);
    for i in view.from..view.to {
        let cell = cells.get(i);
        let tile = view.tile(i);
        let name = if matches!(cells, Cells::Track(_)) {
            i.to_string()
        } else {
            String::new()
        };
        let mut piece = brush.piece(cell.sites[0].or(cell.sites[1]), cell.face, &name);
        if matches!(cells, Cells::Track(_)) {
            piece.theory = brush.marks.theory(Some(Site::new(0, i)));
        }
        piece.was = before.map(|before| before.get(i).face);
        if let (Cells::Track(now), Some(Cells::Track(was))) = (cells, before) {
            piece.was = (was.at != now.at && i == was.at).then_some(Face::Stone);
            piece.mark.last = was.at != now.at && i == now.at;
        }
        if brush.plain.is_some() {
            character(cells, cell, &tile, &piece, &mut board);
        } else {
            let at = match cells {
                Cells::Stones(_) => stone(&tile, &piece, &mut board),
                Cells::Boxes(_) if cell.face == Face::Free && is_coloured(cells) => {
                    colours(&cell, &tile, &mut board);
                    tile.heart()
                }
                _ => {
                    board.tile(&tile, &piece);
                    tile.heart()
                }
            };
            let is_cursor = |site: &Option<Site>| brush.marks.mark_of(*site).cursor;
            if cell.sites.iter().any(is_cursor) {
                cursor = Some(tile);
            }
            if piece.is_taken() {
                gone = Some((at, piece.was));
            }
            if piece.is_new() {
                came = Some((at, Some(piece.face)));
            }
        }
        number(cells, i, n, &view, &mut board);
    }
    if let (Some((from, was)), Some((to, now))) = (gone, came)
        && was == now
        && view.above > 0
    {
        board.arc(from, to, view.size.halves as f32 * 4.0 + 8.0);
    }
    values(cells, &view, &mut board);
    if let Some(tile) = cursor {
        match cells {
            Cells::Stones(_) => {
                let size = stone_size(tile.size);
                board.corners_around(size.middle(tile.at.0, tile.at.1), size.r);
            }
            _ => board.corners(tile.around(), board.brush.colours.cursor),
        }
    }
    out_of_sight(cells, &view, &mut board);
    if has_caption {
        let at = ((board.width - wide(&caption)) / 2, height - 1);
        board.say(at, &caption, Ink::Note, Mark::default());
    }
    board.cut = (view.to - view.from < n).then(|| cut(cells, n, &view));
    Some(board)
}

fn sizes(cells: &Cells, brush: &Brush<'_>) -> Vec<TileSize> {
    let tile = |(columns, halves): (i32, i32)| TileSize {
        columns,
        halves,
        gap: columns > 2 && brush.plain.is_none(),
    };
    let sizes: &[(i32, i32)] = match (brush.plain, cells) {
        (Some(_), Cells::Stones(_)) => &[(3, 2)],
        (Some(_), Cells::Boxes(_)) => &[(4, 2)],
        (Some(_), Cells::Track(_)) => &[(5, 2)],
        (None, Cells::Stones(_)) => &[(6, 6), (4, 6), (3, 2), (2, 2)],
        (None, Cells::Boxes(_)) => &[
            (12, 12),
            (10, 10),
            (8, 8),
            (6, 6),
            (4, 6),
            (4, 2),
            (3, 2),
            (2, 2),
        ],
        (None, Cells::Track(_)) => &[(8, 6), (6, 6), (6, 2), (4, 6), (4, 2)],
    };
    let digits = wide(&cells.count().saturating_sub(1).to_string());
    let is_track = matches!(cells, Cells::Track(_));
    if is_track && brush.plain.is_some() {
        return vec![tile((digits + 3, 2))];
    }
    let fits = |size: &&(i32, i32)| !is_track || size.0 > digits;
    let all: Vec<TileSize> = sizes.iter().filter(fits).copied().map(tile).collect();
    if all.is_empty() {
        vec![tile((digits + 1, 2))]
    } else {
        all
    }
}

fn view(size: TileSize, per: u64, n: u64, cells: &Cells) -> View {
    let beside = i32::from(!matches!(cells, Cells::Track(_)));
    View {
        size,
        per,
        lines: n.div_ceil(per),
        from: 0,
        to: n,
        above: beside,
        below: beside,
        side: 0,
    }
}

/// Lays out all cells, as large as possible; `None` if they do not fit or if there are too many.
fn whole(cells: &Cells, n: u64, brush: &Brush<'_>) -> Option<View> {
    let per = match (cells, n) {
        (_, MOST..) => return None,
        (Cells::Track(_), ..=12) | (Cells::Stones(_) | Cells::Boxes(_), ..=20) => n,
        (_, ..=110) => 10,
        _ => 20,
    };
    let fits = |view: &View| view.width() <= brush.width && view.height() <= brush.height;
    let all = sizes(cells, brush);
    let at = |per: u64| all.iter().map(move |&size| view(size, per, n, cells));
    at(per).find(fits).or_else(|| {
        // If there are too few rows, leave out values and numbers; if there are too few columns, shorten the lines.
        let low = |view: View| View {
            above: 0,
            below: 0,
            ..view
        };
        let narrow = *all.last()?;
        let most = saturating_cast::<u64, _>((brush.width / narrow.columns).max(1));
        let short = if most > 10 { most - most % 10 } else { most };
        let short = view(narrow, short.min(n), n, cells);
        at(per).map(low).chain([short, low(short)]).find(fits)
    })
}

/// Lays out only the cells around the cursor. On a track, lays out the cells near the current number unless the cursor
/// is far ahead. Returns `None` if there is too little room.
fn part(cells: &Cells, n: u64, brush: &Brush<'_>) -> Option<View> {
    let size = *sizes(cells, brush).last()?;
    let is_track = matches!(cells, Cells::Track(_));
    let side = i32::from(!is_track);
    let per =
        saturating_cast::<u64, _>((brush.width - 2 * side + i32::from(size.gap)) / size.columns);
    let per = if per > 20 { per - per % 10 } else { per }.min(n);
    if per == 0 {
        return None;
    }
    let rows = |below: i32| View {
        above: 0,
        below,
        side,
        ..view(size, per, per, cells)
    };
    let view = [side, 0]
        .map(rows)
        .into_iter()
        .find(|view| view.height() <= brush.height)?;
    let lines = saturating_cast::<u64, _>(2 * brush.height / view.halves()).clamp(1, 6);
    let count = per * lines;
    if is_track && count < 3 {
        return None;
    }
    let at = focus(cells, brush);
    let from = match cells {
        Cells::Track(track) => {
            let near = track.at.saturating_sub(per / 3);
            let is_far = |at: &u64| *at > near.saturating_add(count - 1 - count.min(per) / 2);
            at.filter(is_far)
                .map_or(near, |at| at.saturating_sub(count / 2))
        }
        _ if lines < 3 => at.unwrap_or(0).saturating_sub(per / 2),
        _ => (at.unwrap_or(0) / per).saturating_sub(lines / 2) * per,
    };
    let lines = if lines < 3 && !is_track { 1 } else { lines };
    let last = if lines == 1 || is_track {
        n.saturating_sub(per * lines)
    } else {
        n.div_ceil(per).saturating_sub(lines) * per
    };
    let from = from.min(last);
    Some(View {
        lines,
        from,
        to: n.min(from.saturating_add(per * lines)),
        ..view
    })
}

pub(super) fn focus(cells: &Cells, brush: &Brush<'_>) -> Option<u64> {
    brush
        .marks
        .focus()
        .map(|site| site.item)
        .filter(|&item| item < cells.count())
}

fn is_coloured(cells: &Cells) -> bool {
    let has_two = |cell: &BoardCell| {
        cell.sites[1].is_some() || matches!(cell.face, Face::ColourOne | Face::ColourTwo)
    };
    cells.listed().iter().any(has_two)
}

fn stone_size(size: TileSize) -> StoneSize {
    let fits = |stone: &StoneSize| stone.columns <= size.columns;
    [StoneSize::LARGE, StoneSize::NARROW]
        .into_iter()
        .find(fits)
        .unwrap_or(StoneSize::SMALL)
}

fn stone(tile: &Tile, piece: &Piece<'_>, board: &mut Board<'_>) -> Point {
    let size = stone_size(tile.size);
    let at = size.middle(tile.at.0, tile.at.1);
    match piece.face {
        Face::Stone => board.stone(at, size.r, piece),
        _ => board.hole(at, piece, false),
    }
    board.hit(piece.site, cell_at((at.0 - 0.5, at.1)), tile.cells());
    at
}

/// Draws a free cell of a strip. If both colours are allowed, each colour fills one half of the cell.
fn colours(cell: &BoardCell, tile: &Tile, board: &mut Board<'_>) {
    let brush = board.brush;
    let c = board.brush.colours;
    let [x, y, w, h] = tile.area();
    let [left, right, top, bottom] = tile.cells();
    board.fill([x, y, w, h], c.raised);
    let both = cell.sites.iter().all(Option::is_some);
    let half = (right - left + 1) / 2;
    let side = half as f32 * CELL.0;
    for (k, name) in [(0, "1"), (1, "2")] {
        let Some(site) = cell.sites[k] else { continue };
        let face = [Face::ColourOne, Face::ColourTwo][k];
        let piece = brush.piece(Some(site), face, name);
        let (from, wide, xs) = match (both, k) {
            (false, _) => (x, w, (left, right)),
            (true, 0) => (x, side, (left, left + half - 1)),
            (true, _) => (x + w - side, side, (right - half + 1, right)),
        };
        board.lit = piece.mark.hint;
        let is_filled = piece.mark.picked
            || piece.mark.hint
            || piece.mark.cursor
            || piece.theory.sign.is_some()
            || piece.theory.idea;
        let body = brush.body(&piece);
        let ground = if is_filled {
            body
        } else {
            mix(c.ground, body, 0.4)
        };
        board.fill([from, y, wide, h], ground);
        let at = (i32::midpoint(xs.0, xs.1), tile.middle().1);
        // Two digits without a gap would read as one number.
        let text = match piece.theory.sign {
            Some(sign) => sign_of(sign).to_string(),
            None if left + 1 < right => name.to_owned(),
            None => String::new(),
        };
        board.centre(at, &text, c.on(ground), is_filled);
        board.lit = false;
        board.hit(Some(site), at, [xs.0, xs.1, top, bottom]);
    }
}

fn character(
    cells: &Cells,
    cell: BoardCell,
    tile: &Tile,
    piece: &Piece<'_>,
    board: &mut Board<'_>,
) {
    let brush = board.brush;
    let left = tile.at.0;
    let y = tile.at.1 / 2;
    let columns = tile.size.columns;
    match cells {
        Cells::Stones(_) => {
            let at = (left + (columns - 1) / 2, y);
            board.character(at, piece);
            board.hit(piece.site, at, [left, left + columns - 1, y, y]);
        }
        Cells::Track(track) => {
            let right = left + columns - 2;
            let text = piece.label;
            let is_here = cell.face == Face::Stone;
            let ink = match cell.face {
                Face::Reach | Face::Goal => Ink::Stone,
                Face::Stone => Ink::Strong,
                _ => Ink::Faint,
            };
            let moved = piece.is_last() || piece.mark.last;
            let mark = Mark {
                last: moved,
                second: moved && brush.marks.ghost().second,
                ..piece.mark
            };
            board.say((right - wide(text), y), text, ink, mark);
            let goal = brush.pick(('◎', '◎'), ('$', '$'));
            let around = match brush.brackets(piece, is_here) {
                _ if piece.is_taken() => Some((brush.gap(), ' ')),
                None if piece.label == track.goal.to_string() => Some(goal),
                around => around,
            };
            if let Some((open, close)) = around {
                board.put((left, y), open, ink, mark);
                board.put((right, y), close, ink, mark);
            }
            if let Some((ch, ink)) = brush.badge(piece.theory) {
                board.put((right, y), ch, ink, Mark::default());
            }
            board.hit(piece.site, (left + columns / 2, y), [left, right, y, y]);
        }
        Cells::Boxes(_) => boxed(cell, is_coloured(cells), (left + 1, y), piece, board),
    }
}

fn boxed(
    cell: BoardCell,
    is_coloured: bool,
    (x, y): (i32, i32),
    piece: &Piece<'_>,
    board: &mut Board<'_>,
) {
    let brush = board.brush;
    for line in [x - 1, x + 3] {
        board.put((line, y), brush.pick('│', '|'), Ink::Faint, Mark::default());
    }
    let fill = match cell.face {
        Face::ColourOne => brush.pick("▒1▒", ":1:"),
        Face::ColourTwo => brush.pick("█2█", "#2#"),
        Face::Closed => brush.pick("╱╱╱", "///"),
        Face::Free if is_coloured => "",
        _ => {
            board.character((x + 1, y), piece);
            return board.hit(piece.site, (x + 1, y), [x, x + 2, y, y]);
        }
    };
    if !fill.is_empty() {
        board.say((x, y), fill, super::canvas::ink(cell.face), piece.mark);
        if piece.is_new() {
            let ghost = brush.marks.ghost();
            let sign = if ghost.second {
                brush.pick('◆', '@')
            } else {
                brush.pick('◇', '*')
            };
            board.put((x + 1, y), sign, Ink::Strong, ghost);
        }
        return board.hit(piece.site, (x + 1, y), [x, x + 2, y, y]);
    }
    for (k, (at, digit)) in [(x, '1'), (x + 2, '2')].into_iter().enumerate() {
        let Some(site) = cell.sites[k] else { continue };
        let free = brush.piece(Some(site), Face::Free, "");
        let (ch, said) = match brush.badge(free.theory) {
            _ if free.mark.picked => ([brush.pick('▒', ':'), brush.pick('█', '#')][k], Ink::Stone),
            Some(badge) => badge,
            None => (digit, Ink::Plain),
        };
        board.put((at, y), ch, said, free.mark);
        let point = match free.mark {
            Mark { cursor: true, .. } => Some([brush.pick('◂', '<'), brush.pick('▸', '>')][k]),
            Mark { hint: true, .. } => Some([brush.pick('«', '{'), brush.pick('»', '}')][k]),
            _ => None,
        };
        if let Some(ch) = point {
            board.put((x + 1, y), ch, Ink::Plain, free.mark);
        }
        board.hit(Some(site), (at, y), [at, at, y, y]);
    }
}

/// Writes a cell's number below the cell. If adjacent numbers would touch, writes only 1 and the multiples of 2, 5, 10,
/// 20 or 50, whichever step is the smallest with enough room.
fn number(cells: &Cells, i: u64, n: u64, view: &View, board: &mut Board<'_>) {
    if view.below == 0 || matches!(cells, Cells::Track(_)) {
        return;
    }
    let digits = n.to_string().len() as u64;
    let free = |step: &u64| step * saturating_cast::<u64, _>(view.size.columns) > digits;
    // A number has at most 20 digits, so a step of 50 always leaves room.
    let step = [1, 2, 5, 10, 20].into_iter().find(free);
    if !(i + 1).is_multiple_of(step.unwrap_or(50)) && i > 0 {
        return;
    }
    let tile = view.tile(i);
    let text = (i + 1).to_string();
    let x = match cells {
        _ if board.canvas.is_none() => tile.middle_of(&text).0,
        Cells::Boxes(_) => tile.at.0 + 2,
        _ => tile.at.0 + (tile.size.columns - 1) / 2,
    };
    let y = (tile.at.1 + view.size.halves + 1) / 2;
    let x = x.min(board.width - 1 - wide(&text) / 2);
    board.tell((x, y), &text, Ink::Label);
}

fn values(cells: &Cells, view: &View, board: &mut Board<'_>) {
    let brush = board.brush;
    if let Cells::Track(track) = cells {
        for (sites, label) in brush.marks.values() {
            let items = sites.iter().map(|s| s.item);
            let seen = items.filter(|n| (view.from..view.to).contains(n));
            if let Some(n) = seen.min().filter(|&n| n != track.at) {
                let tile = view.tile(n);
                let at = (tile.at.0, tile.at.1 / 2);
                board.say(at, &label.to_string(), Ink::Idea, Mark::default());
            }
        }
        return;
    }
    for (sites, label) in brush.marks.values() {
        let places = || sites.iter().map(|s| s.item).filter(|&i| i < cells.count());
        let (Some(from), Some(to)) = (places().min(), places().max()) else {
            continue;
        };
        if view.above == 0 {
            continue;
        }
        // A value that spans several lines is repeated in each line.
        let mut at = from.max(view.from);
        let end = (to + 1).min(view.to);
        while at < end {
            let line_end = view.from + ((at - view.from) / view.per + 1) * view.per;
            let next = end.min(line_end);
            let [first, last] = [at, next - 1].map(|i| view.tile(i));
            let left = first.at.0;
            let right = last.at.0 + last.size.columns - 1;
            let right = right - i32::from(last.size.gap);
            board.bracket((left, right, first.at.1 / 2 - 1), &label.to_string());
            at = next;
        }
    }
}

/// Records the nearest hidden sites on both sides, at the borders of the board, where the cursor can reach them. On a
/// track, records only sites that the next move can reach.
fn out_of_sight(cells: &Cells, view: &View, board: &mut Board<'_>) {
    let row = view.above + view.size.halves / 4;
    let right = (board.width - 1).max(0);
    let last = (board.height - 1).max(0);
    let low = if view.lines > 1 { last } else { row };
    if let Cells::Track(track) = cells {
        let next = view.to.max(track.at.saturating_add(1));
        let waiting = |n: Option<u64>| {
            n.filter(|&n| n > track.at && n <= track.reach)
                .map(|n| Site::new(track.group, n))
        };
        board.wait(waiting(Some(next)), (right, low));
        board.wait(waiting(view.from.checked_sub(1)), (0, 0));
        return;
    }
    let site = |cell: &BoardCell| cell.sites[0].or(cell.sites[1]);
    let (listed, [from, to]) = (
        cells.listed(),
        [view.from, view.to].map(saturating_cast::<usize, _>),
    );
    let before = listed.iter().take(from).rev().find_map(site);
    board.wait(before, (0, row));
    board.wait(listed.iter().skip(to).find_map(site), (right, low));
}

fn cut(cells: &Cells, n: u64, view: &View) -> String {
    let Cells::Track(Track {
        goal, typed, reach, ..
    }) = cells
    else {
        let from = view.from + 1;
        let to = view.to;
        return tr!("cells {from} to {to} of {n} are in sight");
    };
    let (from, to) = (view.from, view.to.saturating_sub(1));
    let sight = tr!("{from} to {to} of {goal} are in sight");
    if !typed.is_empty() && *reach >= view.to {
        tr!("{sight}; type {typed} and a number to go farther")
    } else {
        sight
    }
}
