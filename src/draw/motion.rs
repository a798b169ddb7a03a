//! Cursor motion: from site to site as the eye would go.

use super::hits::Hit;
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

/// The site that the eye finds when it goes from one site in a direction: near and little aside. From the end of a row,
/// left and right go on to the row above or below. With no site to start from (or one that is out of sight), the first
/// or last one. `None` at the border.
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
    let row = |h: &Hit| 2 * i32::from(h.y) + i32::from(h.low);
    let (x, y) = (i32::from(start.x), row(start));
    // `ahead` is how far on, `aside` how far off the straight way.
    let cost = |h: &Hit| {
        let (dx, dy) = (i32::from(h.x) - x, row(h) - y);
        let (ahead, aside) = match to {
            Direction::Up => (-dy, dx.abs()),
            Direction::Down => (dy, dx.abs()),
            Direction::Left => (-dx, dy.abs()),
            Direction::Right => (dx, dy.abs()),
        };
        // A site far more aside than ahead is taken only if there is no other.
        (ahead > 0).then(|| (aside > 2 * ahead, ahead + 2 * aside))
    };
    let near = hits
        .iter()
        .filter_map(|h| cost(h).map(|c| (c, row(h), h.x, h.site)))
        .min();
    let next_row = || match to {
        Direction::Right => hits
            .iter()
            .filter(|h| row(h) > y)
            .min_by_key(|h| (row(h), h.x)),
        Direction::Left => hits
            .iter()
            .filter(|h| row(h) < y)
            .max_by_key(|h| (row(h), h.x)),
        Direction::Up | Direction::Down => None,
    };
    match near {
        Some((_, _, _, site)) => Some(site),
        None => next_row().map(|h| h.site),
    }
}
