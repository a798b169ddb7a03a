//! A drawn board: going from site to site as the eye would, and finding the site under a click.

use super::canvas::Canvas;
use crate::rules::Site;

/// Where a site is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// What is there.
    pub site: Site,
    /// The column of its centre.
    pub x: u16,
    /// The row of its centre.
    pub y: u16,
    /// Its cells: column and row of each. None for a site that is just out of sight.
    pub cells: Vec<(u16, u16)>,
}

impl Hit {
    /// A site at signed coordinates, which the caller knows to be on the canvas.
    pub(super) fn new(site: Site, x: i32, y: i32, cells: impl IntoIterator<Item = (i32, i32)>) -> Hit {
        let cell = |n: i32| u16::try_from(n.max(0)).unwrap_or(u16::MAX);
        let cells = cells.into_iter().filter(|&(x, y)| x >= 0 && y >= 0).map(|(x, y)| (cell(x), cell(y)));
        Hit { site, x: cell(x), y: cell(y), cells: cells.collect() }
    }

    /// A site on cells of one row.
    pub(super) fn row(site: Site, x: i32, y: i32, from: i32, to: i32) -> Hit {
        Hit::new(site, x, y, (from..=to).map(|x| (x, y)))
    }

    /// The same hit on a canvas pasted at (`x`, `y`).
    pub(super) fn shifted(mut self, x: u16, y: u16) -> Hit {
        self.x += x;
        self.y += y;
        for cell in &mut self.cells {
            *cell = (cell.0 + x, cell.1 + y);
        }
        self
    }
}

/// A drawn board.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The cells: as many as the board needs, never more than there is room.
    pub canvas: Canvas,
    /// Where what can be pointed at is. A site that is just out of sight, and where a scrolled board goes on, has a
    /// place at the border and no cells.
    pub hits: Vec<Hit>,
    /// What is out of sight, or that there is too little room; `None` where all is shown.
    pub cut: Option<String>,
}

/// A way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
}

/// The site that the eye finds when it goes from one site in a direction: near and little aside. From the end of a row,
/// left and right go on to the row above or below. With no site to start from (or one that is out of sight), the first
/// or last one. `None` at the border.
#[must_use]
pub fn neighbour(hits: &[Hit], from: Option<Site>, to: Direction) -> Option<Site> {
    let forward = matches!(to, Direction::Down | Direction::Right);
    let Some(start) = from.and_then(|site| hits.iter().find(|h| h.site == site)) else {
        let end = |h: &&Hit| (h.y, h.x);
        return if forward { hits.iter().min_by_key(end) } else { hits.iter().max_by_key(end) }
            .map(|h| h.site);
    };
    let (x, y) = (i32::from(start.x), i32::from(start.y));
    // A cell is twice as high as it is wide. `ahead` is how far on, `aside` how far off the straight way.
    let cost = |h: &Hit| {
        let (dx, dy) = (i32::from(h.x) - x, 2 * (i32::from(h.y) - y));
        let (ahead, aside) = match to {
            Direction::Up => (-dy, dx.abs()),
            Direction::Down => (dy, dx.abs()),
            Direction::Left => (-dx, dy.abs()),
            Direction::Right => (dx, dy.abs()),
        };
        // What is far more aside than ahead is where the eye goes only if there is nothing else.
        (ahead > 0).then(|| (aside > 2 * ahead, ahead + 2 * aside))
    };
    let near = hits.iter().filter_map(|h| cost(h).map(|c| (c, h.y, h.x, h.site))).min();
    let next_row = || match to {
        Direction::Right => hits.iter().filter(|h| h.y > start.y).min_by_key(|h| (h.y, h.x)),
        Direction::Left => hits.iter().filter(|h| h.y < start.y).max_by_key(|h| (h.y, h.x)),
        Direction::Up | Direction::Down => None,
    };
    match near {
        Some((_, _, _, site)) => Some(site),
        None => next_row().map(|h| h.site),
    }
}

/// The site under a cell, or the nearest one within two columns or one row of it.
#[must_use]
pub fn site_at(hits: &[Hit], x: u16, y: u16) -> Option<Site> {
    let away = |&(cx, cy): &(u16, u16)| u32::from(cx.abs_diff(x)) + 2 * u32::from(cy.abs_diff(y));
    let reach = hits.iter().filter_map(|h| h.cells.iter().map(away).min().map(|d| (d, h.site)));
    reach.filter(|&(d, _)| d <= 2).min_by_key(|&(d, _)| d).map(|(_, site)| site)
}
