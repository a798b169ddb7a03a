//! One line under a board: the last move in words, and what the move that is picked or pointed at would take and leave.

use super::brush::Brush;
use super::heap::changes;
use super::marks::PartMarks;
use super::said::BoardNote;
use nimatron_core::rules::{Face, Lattice, Network, Picture, PileMode, Piles, Site, Squares, Strip, Track};

/// The line of a board in at most so many columns; empty where there is nothing to say.
pub(super) fn line(picture: &Picture, brush: &Brush<'_>, columns: i32) -> BoardNote {
    let next = next(picture, brush.marks).unwrap_or_default();
    let [long, short] = brush.marks.told();
    let note = |last: &str, between: &str| {
        let is_alone = last.is_empty() || between.is_empty() || next.is_empty();
        let rest = if is_alone { String::new() } else { format!("{between}{next}") };
        BoardNote { last: last.to_owned(), mark: brush.marks.ghost(), rest }
    };
    let (far, near) = if brush.style().ascii { ("   ", "   ") } else { ("  ·  ", " · ") };
    // Until something is picked, what the cursor points at gives way.
    let is_picked = brush.marks.picked().next().is_some();
    let alone = (!is_picked || next.is_empty()).then(|| note(long, ""));
    let all = [note(long, far), note(long, near)].into_iter().chain(alone);
    let mut all = all.chain([note(short, far), note(short, near)]).filter(|note| !note.last.is_empty());
    // Where both have no room, what comes next is what is looked for.
    all.find(|note| note.wide() <= columns).unwrap_or_else(|| BoardNote::plain(next))
}

/// How many pieces that can be taken lie on a board; `None` where nothing is taken.
fn pieces(picture: &Picture) -> Option<u128> {
    let stones = |faces: &mut dyn Iterator<Item = Face>| {
        faces.filter(|f| matches!(f, Face::Stone | Face::Food | Face::Poison)).count() as u128
    };
    match picture {
        Picture::Lattice(Lattice { points, .. }) => Some(stones(&mut points.iter().map(|p| p.face))),
        Picture::Network(Network { nodes, links }) if !links.iter().any(|l| l.arrow) => {
            Some(stones(&mut nodes.iter().map(|n| n.face)))
        }
        Picture::Strip(Strip { cells, boxed: false }) => Some(stones(&mut cells.iter().map(|c| c.face))),
        Picture::Squares(Squares { squares, bite: true, .. }) => {
            Some(stones(&mut squares.iter().map(|s| s.face)))
        }
        _ => None,
    }
}

/// What would be taken, and left.
fn next(picture: &Picture, marks: PartMarks<'_>) -> Option<String> {
    match picture {
        Picture::Piles(piles) => match piles.mode {
            PileMode::Take => take(piles, marks),
            PileMode::Split => split(piles, marks),
            PileMode::Become => become_stacks(piles, marks),
        },
        Picture::Track(Track { at, goal, group, .. }) => {
            let aim = marks.picked().next().or_else(|| marks.cursor()).filter(|s| s.group == *group)?;
            let step = aim.item.checked_sub(*at).filter(|&n| n > 0)?;
            Some(format!("here you add {step}, leaving {} to go", goal.saturating_sub(aim.item)))
        }
        Picture::Squares(squares) if squares.bite => {
            let aim = marks.picked().next().or_else(|| marks.cursor())?;
            let at = squares.squares.iter().position(|s| s.site == Some(aim))?;
            let columns = squares.columns.max(1);
            let bitten = |i: usize| i % columns >= at % columns && i / columns <= at / columns;
            let left = squares.squares.iter().enumerate().filter(|(_, s)| s.face != Face::Empty);
            let (gone, kept): (Vec<usize>, Vec<usize>) = left.map(|(i, _)| i).partition(|&i| bitten(i));
            Some(said(&[gone.len() as u128], &[kept.len() as u128]))
        }
        Picture::Frames(frames) => (0..frames.len())
            .find_map(|i| {
                let own = marks.in_part(i);
                let here = own.cursor().is_some() || own.picked().next().is_some();
                here.then(|| next(&frames[i].scene.picture, own))
            })
            .flatten(),
        other => {
            let all = pieces(other)?;
            let taken = marks.picked().count() as u128;
            (taken > 0).then(|| said(&[taken], &[all.saturating_sub(taken)]))
        }
    }
}

/// Stones above the ones picked or pointed at go; two places in one pile take from the upper one on and part the rest.
fn take(piles: &Piles, marks: PartMarks<'_>) -> Option<String> {
    let picked: Vec<Site> = marks.picked().collect();
    let aims = if picked.is_empty() { marks.cursor().into_iter().collect() } else { picked };
    let (mut taken, mut left) = (Vec::new(), Vec::new());
    for heap in &piles.heaps {
        let own = || aims.iter().filter(|s| s.group == heap.group && (1..=heap.count).contains(&s.item));
        let Some(from) = own().map(|s| s.item).max() else { continue };
        let amount = heap.count - from + 1;
        taken.push(u128::from(amount));
        let rest = heap.count - amount;
        match own().map(|s| s.item).min().filter(|&low| low < from) {
            Some(low) => left.extend([u128::from(low), u128::from(rest.saturating_sub(low))]),
            None => left.push(u128::from(rest)),
        }
    }
    (!taken.is_empty()).then(|| said(&taken, &left))
}

/// What the stack that changes becomes, and how much of it is taken.
fn become_stacks(now: &Piles, marks: PartMarks<'_>) -> Option<String> {
    let Some(Picture::Piles(after)) = marks.after else { return None };
    let count = |piles: &Piles| piles.heaps.iter().map(|h| u128::from(h.count)).sum::<u128>();
    let taken = count(now).checked_sub(count(after))?;
    let changes = changes(now, after);
    let mut parts: Vec<u128> = after
        .heaps
        .iter()
        .zip(&changes)
        .filter(|(_, c)| c.is_part)
        .map(|(h, _)| u128::from(h.count))
        .collect();
    if parts.is_empty() {
        // Only one stack is less, or gone.
        let lessened = after.heaps.iter().zip(&changes).find(|(_, change)| change.taken > 0);
        parts.push(lessened.map_or(0, |(heap, _)| u128::from(heap.count)));
    }
    Some(match taken {
        0 if parts.len() < 2 => return None,
        0 => format!("here you split {} into {}", parts.iter().sum::<u128>(), list(&parts)),
        _ => said(&[taken], &parts),
    })
}

fn split(piles: &Piles, marks: PartMarks<'_>) -> Option<String> {
    let aim = marks.picked().next().or_else(|| marks.cursor())?;
    let heap = piles.heaps.iter().find(|h| h.group == aim.group)?;
    let rest = heap.count.checked_sub(aim.item).filter(|&n| n > 0)?;
    Some(format!("here you leave {} and {rest}", aim.item))
}

fn list(numbers: &[u128]) -> String {
    numbers.iter().map(u128::to_string).collect::<Vec<_>>().join(" and ")
}

fn said(taken: &[u128], left: &[u128]) -> String {
    format!("here you take {}, leaving {}", list(taken), list(left))
}
