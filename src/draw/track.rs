//! A number on a track of numbered cells, in lines; of a long track the part around the number.

use super::board::Board;
use super::brush::{Brush, sign_of};
use super::canvas::{Ink, Mark, wide};
use nimatron_core::rules::{Picture, Site, Track, nearest};
use nimatron_paint::{CELL, mix};

/// A longer track is never shown whole.
const WHOLE: u64 = 400;

struct View {
    /// Columns and rows of a cell.
    wide: i32,
    high: i32,
    per: i32,
    /// Characters of the longest number.
    digits: i32,
    from: u64,
    to: u64,
}

impl View {
    fn lines(&self) -> i32 {
        nearest::<i32, _>(self.to - self.from) / self.per + 1
    }

    fn corner(&self, n: u64) -> (i32, i32) {
        let k = nearest::<i32, _>(n - self.from);
        (k % self.per * self.wide, k / self.per * self.high)
    }
}

/// Paints a track; `None` where fewer than three cells fit.
pub(super) fn draw<'a>(track: &Track, brush: &Brush<'a>) -> Option<Board<'a>> {
    let view = whole(track, brush).or_else(|| part(track, brush))?;
    let said = format!("{} {} of {}", track.label, track.at, track.goal);
    let rows = view.lines() * view.high;
    let width = (view.per * view.wide).max(wide(&said)).min(brush.width);
    let mut board = Board::of(
        width,
        rows + if rows + 2 <= brush.height { 2 } else { 0 },
        brush,
    );
    board.size = view.high as f32 * 8.0;
    for n in view.from..=view.to {
        match brush.plain {
            Some(_) => plain(track, n, &view, &mut board),
            None => cell(track, n, &view, &mut board),
        }
    }
    if board.height > rows {
        let x = (board.width - wide(&said)) / 2;
        board.say(
            (x.max(0), rows + 1),
            said.trim_start(),
            Ink::Note,
            Mark::default(),
        );
    }
    let (right, low) = (board.width - 1, rows - 1);
    let next = view.to.saturating_add(1).max(track.at.saturating_add(1));
    let waiting = |n: Option<u64>| {
        n.filter(|&n| n > track.at && n <= track.reach)
            .map(|n| Site::new(track.group, n))
    };
    board.wait(waiting(Some(next)), (right, low));
    board.wait(waiting(view.from.checked_sub(1)), (0, 0));
    if view.from > 0 || view.to < track.goal {
        let sight = format!(
            "{} to {} of {} are in sight",
            view.from, view.to, track.goal
        );
        board.cut = Some(match track.typed.as_str() {
            typed if !typed.is_empty() && track.reach > view.to => {
                format!("{sight}; type {typed} and a number to go farther")
            }
            _ => sight,
        });
    }
    for (sites, text) in brush.marks.values() {
        let seen = sites
            .iter()
            .map(|s| s.item)
            .filter(|n| (view.from..=view.to).contains(n));
        let Some(n) = seen.min() else { continue };
        let (x, y) = view.corner(n);
        board.say((x, y), text, Ink::Figure, Mark::default());
    }
    Some(board)
}

fn whole(track: &Track, brush: &Brush<'_>) -> Option<View> {
    if track.goal > WHOLE {
        return None;
    }
    let count = nearest::<i32, _>(track.goal) + 1;
    let digits = wide(&track.goal.to_string());
    // Without a space between them numbers are no help, but where only those of the last line are as long as that.
    let longest = 10u64.saturating_pow(nearest(digits - 1));
    let is_alone = digits > 2 && track.goal - longest < track.round;
    let sizes: &[(i32, i32)] = match brush.plain {
        Some(_) => &[(3, 1)],
        None if !is_alone => &[(5, 3), (3, 3), (3, 2), (2, 2), (1, 2), (2, 1), (1, 1)],
        None => &[
            (5, 3),
            (3, 3),
            (3, 2),
            (2, 2),
            (1, 2),
            (2, 1),
            (1, 1),
            (0, 2),
            (0, 1),
        ],
    };
    let view = |&(pad, high): &(i32, i32), step: i32| {
        let wide = digits + pad;
        let most = brush.width / wide;
        let per = if most >= count {
            count
        } else {
            most - most % step
        };
        let view = View {
            wide,
            high,
            per,
            digits,
            from: 0,
            to: track.goal,
        };
        (per > 0 && view.lines() * high <= brush.height).then_some(view)
    };
    // Lines of a whole round stand with the numbers that count for the same under each other. Those of ten, or at least of
    // fives, are easy to count along.
    let round = i32::try_from(track.round).ok().filter(|&round| round > 1);
    let in_steps = |step: i32| {
        sizes
            .iter()
            .find_map(|size| view(size, step).filter(|view| view.per >= step))
    };
    round.and_then(in_steps).or_else(|| {
        let spaced = || sizes.iter().filter(|size| size.0 > 0);
        let large = spaced().find_map(|size| [10, 5].into_iter().find_map(|step| view(size, step)));
        large.or_else(|| spaced().find_map(|size| view(size, 1)))
    })
}

/// The part around the number, or around the cursor when it is far off.
fn part(track: &Track, brush: &Brush<'_>) -> Option<View> {
    let digits = wide(&track.reach.saturating_add(100).min(track.goal).to_string());
    let (high, wide) = (
        if brush.height >= 6 && brush.plain.is_none() {
            2
        } else {
            1
        },
        digits + 3,
    );
    let per = (brush.width / wide).min(10);
    let per = match nearest::<i32, _>(track.round) {
        round if round > 1 && round <= brush.width / wide => brush.width / wide / round * round,
        _ => per,
    };
    let lines = ((brush.height - 2).max(1) / high).min(6);
    if per < 1 || per * lines < 3 || lines * high > brush.height {
        return None;
    }
    let count = nearest::<u64, _>(per * lines);
    let cursor = brush
        .marks
        .cursor()
        .filter(|s| s.group == track.group)
        .map(|s| s.item);
    let near = track.at.saturating_sub(nearest::<u64, _>(per) / 3);
    let kept = if lines > 1 { nearest(per) } else { 1 };
    let from = match cursor {
        Some(n) if n > near.saturating_add(count - 1 - kept) => n.saturating_sub(count / 2),
        _ => near,
    };
    let from = from.min(track.goal.saturating_sub(count - 1));
    Some(View {
        wide,
        high,
        per,
        digits,
        from,
        to: from.saturating_add(count - 1).min(track.goal),
    })
}

/// A cell in characters: its number in the brackets of what is said of it.
fn plain(track: &Track, n: u64, view: &View, board: &mut Board<'_>) {
    let brush = board.brush;
    let (left, y) = view.corner(n);
    let site = Site::new(track.group, n);
    let in_reach = n > track.at && n <= track.reach;
    let mut mark = brush.marks.mark(site);
    let from = match brush.marks.before {
        Some(Picture::Track(before)) => before.at,
        _ => track.at,
    };
    let passed = (from..track.at).contains(&n);
    if passed || n == track.at && from < n {
        mark = Mark {
            cursor: mark.cursor,
            ..brush.marks.ghost()
        };
    }
    let ink = match n {
        _ if n == track.at => Ink::Stone,
        _ if n == track.goal => Ink::Goal,
        _ if in_reach => Ink::Reach,
        _ => Ink::Faint,
    };
    let (text, right) = (n.to_string(), left + view.wide - 2);
    board.say((right - wide(&text), y), &text, ink, mark);
    let around = match mark {
        _ if passed => Some((brush.gap(mark), ' ')),
        _ if n == track.at => Some(('(', ')')),
        _ => brush
            .brackets(mark, false)
            .or_else(|| (n == track.goal).then(|| brush.pick(('◎', '◎'), ('$', '$')))),
    };
    if let Some((open, close)) = around {
        board.put((left, y), open, ink, mark);
        board.put((right, y), close, ink, mark);
    }
    if let Some((ch, ink)) = brush.badge(Some(site)) {
        board.put(
            (right, y),
            ch,
            ink,
            Mark {
                cursor: mark.cursor,
                ..Mark::default()
            },
        );
    }
    if in_reach {
        board.hit(
            Some(site),
            (left + view.wide / 2, y),
            (left, left + view.wide - 1),
            (y, y),
        );
    }
}

fn cell(track: &Track, n: u64, view: &View, board: &mut Board<'_>) {
    let (brush, c) = (board.brush, board.brush.colours);
    let (left, top) = view.corner(n);
    let site = Site::new(track.group, n);
    let in_reach = n > track.at && n <= track.reach;
    let mark = brush.marks.mark(site);
    let theory = brush.marks.theory(Some(site));
    let was = match brush.marks.before {
        Some(Picture::Track(before)) if n >= before.at && n < track.at => Some(n == before.at),
        _ => None,
    };
    let last = brush.last();
    let (x, y) = (left as f32 * CELL.0, top as f32 * CELL.1);
    // The goal, where it would run into the number before it, goes on into the free column behind it.
    let more =
        i32::from(n == track.goal && view.wide == view.digits && left + view.wide < board.width);
    let (w, h) = (
        (view.wide + more) as f32 * CELL.0,
        view.high as f32 * CELL.1,
    );
    let ground = match (theory.sign, theory.tint) {
        _ if n == track.at => c.stone,
        (Some(outcome), _) => c.outcome(outcome),
        (_, Some(tint)) => mix(c.raised, c.tint(tint), 0.55),
        // Its sides would be lost beside the ground of a number that is marked.
        _ if mark.cursor && view.high < 3 => mix(c.raised, c.offered, 0.55),
        _ if theory.lit => mix(c.raised, c.figure, 0.5),
        _ if theory.losing => mix(c.raised, c.figure, 0.75),
        _ if mark.gone => mix(c.raised, c.picked, 0.5),
        _ if was.is_some() => c.wash(last, 0.22),
        _ if n < track.at => mix(c.ground, c.stone, 0.22),
        _ if in_reach => mix(c.raised, c.offered, 0.55),
        _ => c.raised,
    };
    // Numbers that are neither in reach nor marked are only there to count by.
    let is_bare = ground == c.raised && n != track.goal || n < track.at && was.is_none();
    let edge = match mark {
        Mark { cursor: true, .. } => Some(c.cursor),
        Mark { picked: true, .. } => Some(c.picked),
        Mark { hint: true, .. } => Some(c.figure),
        _ if was == Some(true) || n == track.at && brush.marks.before.is_some() => Some(last),
        _ if n == track.goal => Some(c.offered),
        _ => None,
    };
    // Where a frame has no room there is a bar below the number, or the number is on that colour; every other one has a
    // ground of its own.
    let is_tight = view.high < 3 && view.wide < view.digits + 2;
    let is_odd = (left / view.wide + top / view.high) % 2 == 1;
    let ground = match edge {
        _ if n == track.at => ground,
        Some(colour) if is_tight && view.high == 1 => colour,
        _ if is_odd => mix(ground, c.line, 0.2),
        _ => ground,
    };
    board.fill([x, y, w, h], ground);
    match edge {
        Some(_) if is_tight && view.high == 1 => {}
        Some(colour) if is_tight => board.fill([x, y + 1.5 * CELL.1, w, CELL.1 / 2.0], colour),
        // In a low cell a frame would run through the number: only its sides are left.
        Some(colour) if view.high < 3 => {
            for column in [left, left + view.wide - 1] {
                let x = column as f32 * CELL.0;
                board.fill([x, y, CELL.0, h], colour);
            }
        }
        Some(colour) => board.frame([x, y, w, h], colour),
        None => {}
    }
    let text = match theory.sign {
        Some(sign) => format!("{n}{}", sign_of(sign)),
        None => n.to_string(),
    };
    let at = (left + (view.wide - 1) / 2 + more, top + (view.high - 1) / 2);
    let ink = if is_bare {
        mix(ground, c.quiet, 0.8)
    } else {
        c.on(ground)
    };
    board.centre(at.0, at.1, &text, ink, n == track.at || in_reach);
    if in_reach {
        board.hit(
            Some(site),
            at,
            (left, left + view.wide - 1),
            (top, top + view.high - 1),
        );
    }
}
