//! Moves the cursor from site to site in the direction of a key.

use super::hits::{Hit, RowKind};
use nimatron_core::rules::Site;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    pub const ALL: [Direction; 4] = [
        Direction::Up,
        Direction::Down,
        Direction::Left,
        Direction::Right,
    ];
}

/// Returns the nearest site in a direction; `None` if there is none. Distances at right angles to the direction count
/// twice. On a board with rows, left and right keep to the row, except to reach another heap or another part of a sum.
/// In a wrapped line of cells or a heap of stones, they can also reach an adjacent row. If `from` is missing or not
/// visible, returns the first site for down and right, and the last site for up and left.
pub fn neighbour(hits: &[Hit], from: Option<Site>, to: Direction) -> Option<Site> {
    let forward = matches!(to, Direction::Down | Direction::Right);
    let Some(start) = from.and_then(|site| hits.iter().find(|h| h.site == site)) else {
        let end = |h: &&Hit| (h.y, h.x);
        return if forward {
            hits.iter().min_by_key(end)
        } else {
            hits.iter().max_by_key(end)
        }
        .map(|h| h.site);
    };
    // A cell is twice as high as it is wide.
    let row = |h: &Hit| 2 * i32::from(h.y);
    let x = i32::from(start.x);
    let y = row(start);
    let is_own = |h: &&Hit| h.site.part == start.site.part;
    let order = |h: &&Hit| (row(h), h.x);
    let after = |h: &&Hit| order(h) > order(&start);
    let before = |h: &&Hit| order(h) < order(&start);
    let line = || hits.iter().filter(is_own);
    let next = match (start.row, to) {
        (RowKind::Broken, Direction::Right) => line().filter(after).min_by_key(order),
        (RowKind::Broken, Direction::Left) => line().filter(before).max_by_key(order),
        _ => None,
    };
    if let Some(next) = next {
        return Some(next.site);
    }
    let is_upright = matches!(to, Direction::Up | Direction::Down);
    let is_in_row = |h: &&Hit| match start.row {
        _ if is_upright || !is_own(h) || row(h) == y => true,
        RowKind::Heap => h.site.group != start.site.group,
        kind => kind == RowKind::Loose,
    };
    let cost = |h: &Hit| {
        let dx = i32::from(h.x) - x;
        let dy = row(h) - y;
        let (ahead, aside) = match to {
            Direction::Up => (-dy, dx.abs()),
            Direction::Down => (dy, dx.abs()),
            Direction::Left => (-dx, dy.abs()),
            Direction::Right => (dx, dy.abs()),
        };
        // Prefer sites whose distance to the side is at most twice their distance in the direction of the key.
        (ahead > 0).then(|| (aside > 2 * ahead, ahead + 2 * aside))
    };
    hits.iter()
        .filter(is_in_row)
        .filter_map(|h| cost(h).map(|c| (c, row(h), h.x, h.site)))
        .min()
        .map(|(_, _, _, site)| site)
        .or_else(|| {
            let item = start
                .site
                .item
                .checked_add_signed(if to == Direction::Left { -1 } else { 1 })?;
            let next = Site { item, ..start.site };
            let follows = |h: &&Hit| h.site == next && h.x != start.x && h.row == RowKind::Heap;
            line().find(follows).filter(|_| !is_upright).map(|h| h.site)
        })
}
