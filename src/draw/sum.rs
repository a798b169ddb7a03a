//! Arranges several boards, each below a title bar. Chooses the arrangement with the largest pieces, and gives the most
//! weight to the board with the smallest pieces. If not all boards fit, only the board with the cursor is drawn, and
//! the others are named.

use super::board::Board;
use super::brush::Brush;
use super::canvas::{Ink, Mark, cut, wide};
use super::scene_with;
use super::words::too_little;
use nimatron_core::rules::{Cells, Frame, Picture, saturating_cast};
use nimatron_core::tr;
use nimatron_paint::CELL;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::hash::{Hash, Hasher};

/// The maximum number of boards for which irregular arrangements are tried.
const FEW: usize = 4;

/// An arrangement of boards in groups, which are rows or columns. `groups` contains the number of boards in each group,
/// and `shares` contains each group's height or width.
#[derive(Clone)]
struct Way {
    groups: Vec<usize>,
    columns: bool,
    shares: Vec<i32>,
}

thread_local! {
    /// Caches the best arrangement by the size of the room and the sizes of the boards at the start of the match, so
    /// that moves do not change the arrangement.
    static CHOSEN: RefCell<FxHashMap<u64, Option<Way>>> = RefCell::default();
}

pub(super) fn draw<'a>(frames: &[Frame], brush: &Brush<'a>) -> Option<Board<'a>> {
    if frames.is_empty() {
        return None;
    }
    let Some(boards) = way(frames, brush).and_then(|way| set(frames, &way, brush).0) else {
        return one(frames, brush);
    };
    let width = boards.iter().map(|(_, a)| a[0] + a[2]).max()?;
    let height = boards.iter().map(|(_, a)| a[1] + a[3]).max()?;
    let mut all = Board::new(width, height, brush);
    let mut cuts = Vec::new();
    for (i, (board, area)) in boards.into_iter().enumerate() {
        if let Some(cut) = &board.cut {
            cuts.push(tr!("part {n}: {cut}", n = i + 1));
        }
        frame(&frames[i], i, board, area, &mut all);
    }
    all.cut = (!cuts.is_empty()).then(|| cuts.join("; "));
    Some(all)
}

fn way(frames: &[Frame], brush: &Brush<'_>) -> Option<Way> {
    let start = match brush.marks.start {
        Some(Picture::Sum(start)) if start.len() == frames.len() => start,
        _ => frames,
    };
    let mut hasher = rustc_hash::FxHasher::default();
    (brush.width, brush.height, brush.plain.is_some()).hash(&mut hasher);
    start
        .iter()
        .for_each(|f| extent(&f.scene.picture).hash(&mut hasher));
    let key = hasher.finish();
    if let Some(known) = CHOSEN.with_borrow(|chosen| chosen.get(&key).cloned()) {
        return known;
    }
    let mut best: Option<(f32, Way)> = None;
    for mut way in ways(frames.len(), brush) {
        // Start with the given shares. Then divide the unused room among the groups that could use more.
        let (_, used) = set(start, &way, brush);
        let spare: i32 = way
            .shares
            .iter()
            .zip(&used)
            .map(|(share, used)| (share - used).max(0))
            .sum();
        let tight = way
            .shares
            .iter()
            .zip(&used)
            .filter(|(share, used)| used >= share)
            .count();
        if tight > 0 && tight < way.shares.len() {
            for (share, used) in way.shares.iter_mut().zip(&used) {
                *share = if used >= share {
                    *share + spare / saturating_cast::<i32, _>(tight)
                } else {
                    *used
                };
            }
        }
        let (Some(boards), _) = set(start, &way, brush) else {
            continue;
        };
        let least = boards
            .iter()
            .map(|(b, _)| b.size)
            .fold(f32::INFINITY, f32::min);
        let score = least + boards.iter().map(|(b, _)| b.size.min(40.0)).sum::<f32>() / 10.0;
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, way));
        }
    }
    let best = best.map(|(_, way)| way);
    CHOSEN.with_borrow_mut(|chosen| {
        if chosen.len() > 1000 {
            chosen.clear();
        }
        chosen.insert(key, best.clone());
    });
    best
}

fn extent(picture: &Picture) -> [u64; 3] {
    match picture {
        Picture::Graph(g) => [0, g.nodes.len() as u64, g.links.len() as u64],
        Picture::Cells(cells) => [
            1,
            cells.count(),
            u64::from(matches!(cells, Cells::Stones(_))),
        ],
        Picture::Piles(p) => {
            let most = p.heaps.iter().map(|h| h.count).max();
            [2, p.heaps.len() as u64, most.unwrap_or(0)]
        }
        Picture::Squares(s) => [3, s.columns as u64, s.squares.len() as u64],
        Picture::Sum(f) => [4, f.len() as u64, 0],
    }
}

fn ways(count: usize, brush: &Brush<'_>) -> Vec<Way> {
    let groups: Vec<Vec<usize>> = if count <= FEW {
        let split = |ends: usize| {
            let mut groups = vec![1];
            for i in 1..count {
                match groups.last_mut() {
                    Some(last) if ends >> (i - 1) & 1 == 0 => *last += 1,
                    _ => groups.push(1),
                }
            }
            groups
        };
        (0..1usize << (count - 1)).map(split).collect()
    } else {
        let grid = |across: usize| {
            let mut groups = vec![across; count / across];
            groups.extend((!count.is_multiple_of(across)).then_some(count % across));
            groups
        };
        (1..=count.min(8)).map(grid).collect()
    };
    let both = [false, true]
        .into_iter()
        .filter(|columns| !columns || count <= FEW);
    let groups = &groups;
    both.flat_map(|columns| {
        groups.iter().flat_map(move |groups| {
            let many = saturating_cast::<i32, _>(groups.len());
            let room = if columns { brush.width } else { brush.height } - (many - 1);
            let doubled = (0..groups.len())
                .map(Some)
                .filter(move |_| many > 1 && count <= FEW);
            std::iter::once(None).chain(doubled).map(move |large| {
                let parts = many + i32::from(large.is_some());
                let share = |i: usize| room / parts * if large == Some(i) { 2 } else { 1 };
                Way {
                    groups: groups.clone(),
                    columns,
                    shares: (0..groups.len()).map(share).collect(),
                }
            })
        })
    })
    .collect()
}

/// Arranges the boards in groups. Returns the boards with their areas, or `None` if they do not fit. Also returns the
/// width or height that each group uses. If a board in a group does not fit, the group counts as using its whole share.
#[expect(clippy::type_complexity, reason = "boards with their places")]
fn set<'a>(
    frames: &[Frame],
    way: &Way,
    brush: &Brush<'a>,
) -> (Option<Vec<(Board<'a>, [i32; 4])>>, Vec<i32>) {
    let turned = |(across, along): (i32, i32)| {
        if way.columns {
            (along, across)
        } else {
            (across, along)
        }
    };
    let (across, room) = turned((brush.width, brush.height));
    let gap = if way.columns { 2 } else { 1 };
    let (mut all, mut used) = (Vec::new(), Vec::new());
    let (mut fits, mut along, mut first) = (true, 0, 0);
    for (&count, &share) in way.groups.iter().zip(&way.shares) {
        let (mut at, mut group, mut whole) = (0, Vec::new(), true);
        for (i, frame) in frames.iter().enumerate().skip(first).take(count) {
            let rest = saturating_cast::<i32, _>(first + count - i);
            let (width, height) = turned(((across - at - (rest - 1)) / rest, share));
            let room = brush.in_part(i).in_room(width - 2, height - 1);
            let board = (width >= 4 && height >= 3).then(|| scene_with(&frame.scene, &room));
            let Some(board) = board.filter(|board| board.cut.as_deref() != Some(too_little()))
            else {
                whole = false;
                continue;
            };
            let title = (wide(&frame.title) + 2).min(width);
            let size = turned(((board.width + 2).max(title), board.height + 1));
            group.push((board, at, size));
            at += size.0 + 1;
        }
        let own = group.iter().map(|(.., size)| size.1).max().unwrap_or(0);
        used.push(if whole { own } else { share });
        fits &= whole;
        let spare = (across - (at - 1)).max(0) / saturating_cast::<i32, _>(count + 1);
        let spare = spare.min(if way.columns { 1 } else { 4 });
        for (k, (board, at, size)) in (0..).zip(group) {
            let ((x, y), (width, height)) =
                (turned((at + k * spare, along)), turned((size.0, own)));
            all.push((board, [x, y, width, height]));
        }
        along += own + gap;
        first += count;
    }
    (fits.then_some(all).filter(|_| along - gap <= room), used)
}

/// Truncates a game's title to `room` columns, but keeps a Grundy value at the end of the title.
fn cut_title(title: &str, room: i32) -> String {
    match title.rsplit_once(" *") {
        Some((name, value)) if wide(title) > room => {
            let value = format!(" *{value}");
            cut(name, (room - wide(&value)).max(0)) + &value
        }
        _ => cut(title, room),
    }
}

fn frame(
    frame: &Frame,
    part: usize,
    board: Board<'_>,
    [x, y, width, height]: [i32; 4],
    all: &mut Board<'_>,
) {
    let brush = all.brush;
    let here = brush.marks.in_part(part).cursor().is_some();
    let [left, top] = [x as f32 * CELL.0, y as f32 * CELL.1];
    all.fill(
        [left, top, width as f32 * CELL.0, CELL.1],
        brush.colours.raised,
    );
    let full = frame.full_title();
    let fits = wide(&full) <= width - 2;
    let text = cut_title(if fits { &full } else { &frame.title }, width - 2);
    let is_plain = here && brush.plain.is_some();
    let text = if is_plain { format!("[{text}]") } else { text };
    let ink = if here { Ink::Strong } else { Ink::Frame };
    all.say((x + i32::from(!is_plain), y), &text, ink, Mark::default());
    let left = x + (width - board.width) / 2;
    let top = y + 1 + (height - 1 - board.height).max(0) / 2;
    paste(all, left, top, board, part);
}

fn paste(all: &mut Board<'_>, x: i32, y: i32, mut board: Board<'_>, part: usize) {
    for hit in &mut board.hits {
        hit.site = hit.site.in_part(saturating_cast(part));
    }
    all.paste(x.max(0), y, board);
}

fn one<'a>(frames: &[Frame], brush: &Brush<'a>) -> Option<Board<'a>> {
    let chosen = (0..frames.len())
        .find(|&i| brush.marks.in_part(i).cursor().is_some())
        .unwrap_or(0);
    let most = (brush.height / 3).max(1);
    let each = frames
        .iter()
        .map(|f| wide(&f.title) + 3)
        .max()?
        .min(brush.width)
        .max(1);
    let across = (brush.width / each).max(1);
    let seen = saturating_cast::<usize, _>(across * most);
    let first = chosen
        .saturating_sub(seen / 2)
        .min(frames.len().saturating_sub(seen));
    let shown = first..frames.len().min(first + seen);
    let lines = (saturating_cast::<i32, _>(shown.len()) + across - 1) / across;
    if lines + 2 > brush.height || brush.width < 4 {
        return None;
    }
    let room = brush
        .in_part(chosen)
        .in_room(brush.width, brush.height - lines - 1);
    let board = scene_with(&frames[chosen].scene, &room);
    let mut all = Board::new(brush.width, lines + 1 + board.height.max(1), brush);
    let middle = lines + 1 + board.height / 2;
    for i in shown {
        let k = saturating_cast::<i32, _>(i - first);
        let x = k % across * each;
        let y = k / across;
        let text = cut_title(&frames[i].title, each - 2);
        let here = i == chosen;
        let named = format!("{}{text}", if here { brush.pick('▸', '>') } else { ' ' });
        all.say(
            (x, y),
            &named,
            if here { Ink::Strong } else { Ink::Frame },
            Mark::default(),
        );
        if !here {
            // A click on the name of a part moves the cursor to the part's first site.
            let other = scene_with(&frames[i].scene, &brush.in_part(i).in_room(60, 24));
            if let Some(hit) = other.hits.first() {
                let site = hit.site.in_part(saturating_cast(i));
                let (px, py) = match i {
                    i if i + 1 == chosen => (0, middle),
                    i if i == chosen + 1 => (brush.width - 1, middle),
                    _ => (x + 1, y),
                };
                all.hit(Some(site), (px, py), [x, x + wide(&text), y, y]);
            }
        }
    }
    let seen = tr!(
        "part {n} of {all} is in sight",
        n = chosen + 1,
        all = frames.len()
    );
    all.cut = Some(match &board.cut {
        Some(cut) => format!("{seen}; {cut}"),
        None => seen,
    });
    let left = (brush.width - board.width) / 2;
    paste(&mut all, left, lines + 1, board, chosen);
    Some(all)
}
