//! One line under a board: how much the last move took, and what the move that is picked or pointed at would take and
//! leave.

use super::brush::Brush;
use super::heap::{HeapChange, changes};
use super::marks::PartMarks;
use super::said::BoardNote;
use nimatron_core::rules::{Face, Lattice, Network, Picture, PileMode, Piles, Site, Squares, Strip, Track};

/// The line of a board in at most so many columns, if that can be; empty where there is nothing to say.
pub(super) fn line(picture: &Picture, brush: &Brush<'_>, columns: i32) -> BoardNote {
    let next = next(picture, brush.marks).unwrap_or_default();
    let said = |text: String, between: &str| {
        let rest = if next.is_empty() { String::new() } else { format!("{between}{next}") };
        let last = match brush.marks.by() {
            "" => format!("last: {text}"),
            name => format!("{name} {text}"),
        };
        BoardNote { last, mark: brush.marks.ghost(), rest }
    };
    let (far, near) = if brush.style().ascii { ("   ", "   ") } else { ("  ·  ", " · ") };
    // Half of what was played would be another move: until something is picked, what the cursor points at gives way.
    let is_picked = brush.marks.picked().next().is_some();
    let all = last(picture, brush.marks).map(|LastMove { long, short }| {
        let alone = (long != short && !is_picked)
            .then(|| BoardNote { rest: String::new(), ..said(long.clone(), "") });
        let both = [said(long.clone(), far), said(long, near)];
        both.into_iter().chain(alone).chain([said(short.clone(), far), said(short, near)])
    });
    // Where both have no room, what comes next is what is looked for.
    all.into_iter().flatten().find(|said| said.wide() <= columns).unwrap_or_else(|| BoardNote::plain(next))
}

/// Whether moves on a board take or add a number of things. It is the same from the first position to the last.
pub(super) fn counts(picture: &Picture) -> bool {
    match picture {
        Picture::Piles(_) | Picture::Track(_) | Picture::Frames(_) => true,
        // Where there are arrows tokens are moved, and nothing is taken.
        Picture::Network(network) => !network.links.iter().any(|l| l.arrow),
        Picture::Lattice(lattice) => lattice.points.iter().all(|p| p.face != Face::Dot),
        Picture::Strip(strip) => !strip.boxed,
        Picture::Squares(squares) => squares.bite,
    }
}

/// What the last move did, in full and as short as can be.
struct LastMove {
    long: String,
    short: String,
}

impl LastMove {
    fn of(text: String) -> LastMove {
        LastMove { long: text.clone(), short: text }
    }
}

/// What the last move did, as a number.
fn last(picture: &Picture, marks: PartMarks<'_>) -> Option<LastMove> {
    match (picture, marks.before?) {
        (Picture::Piles(now), Picture::Piles(before)) => piles(before, now),
        (Picture::Track(now), Picture::Track(before)) => {
            now.at.checked_sub(before.at).filter(|&n| n > 0).map(|n| LastMove::of(format!("added {n}")))
        }
        (Picture::Frames(now), Picture::Frames(before)) if now.len() == before.len() => {
            (0..now.len()).find(|&i| now[i].scene.picture != before[i].scene.picture).and_then(|i| {
                let own = last(&now[i].scene.picture, marks.in_part(i))?;
                Some(LastMove { long: format!("{} in part {}", own.long, i + 1), short: own.short })
            })
        }
        (now, before) => {
            let before = pieces(before)?;
            // A number alone could be that of a place.
            fewer(before, pieces(now)?).map(|took| LastMove::of(format!("{took} of {before}")))
        }
    }
}

/// How many stones are gone, and which stack was parted into what.
fn piles(before: &Piles, now: &Piles) -> Option<LastMove> {
    let count = |piles: &Piles| piles.heaps.iter().map(|h| u128::from(h.count)).sum();
    let gone = fewer(count(before), count(now));
    let changes = changes(before, now);
    let parts = || now.heaps.iter().zip(&changes).filter(|(_, change)| change.is_part);
    // Of two boxes the one that is emptied is not the one that is split.
    let taken = |change: &HeapChange| if now.mode == PileMode::Split { 0 } else { change.taken };
    let whole: u128 = parts().map(|(heap, change)| u128::from(heap.count) + u128::from(taken(change))).sum();
    let parts: Vec<String> = parts().map(|(heap, _)| heap.count.to_string()).collect();
    let into = (!parts.is_empty()).then(|| format!("parted {whole} into {}", parts.join(" and ")));
    let short = gone.clone().or_else(|| into.clone())?;
    let long = gone.into_iter().chain(into).collect::<Vec<String>>().join(", ");
    Some(LastMove { long, short })
}

fn fewer(before: u128, now: u128) -> Option<String> {
    before.checked_sub(now).filter(|&n| n > 0).map(|n| format!("took {n}"))
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
