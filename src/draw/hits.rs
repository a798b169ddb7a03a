//! A drawn board, and its hit test: the site under a click.

use super::canvas::Canvas;
use nimatron_core::rules::{Site, saturating_cast};
use nimatron_paint::{Label, Shape};

/// The place of a site on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub site: Site,
    /// The column of its centre.
    pub x: u16,
    /// The row of its centre.
    pub y: u16,
    /// Whether it is the lower one of two in a row.
    pub low: bool,
    /// Its cells: column and row of each. Empty for the next site out of sight.
    pub cells: Vec<(u16, u16)>,
}

impl Hit {
    /// Builds the hit of a site at signed coordinates, which the caller knows to be on the canvas.
    pub(super) fn new(
        site: Site,
        x: i32,
        y: i32,
        cells: impl IntoIterator<Item = (i32, i32)>,
    ) -> Hit {
        let cells = cells.into_iter().filter(|&(x, y)| x >= 0 && y >= 0);
        let cells = cells
            .map(|(x, y)| (saturating_cast(x), saturating_cast(y)))
            .collect();
        Hit {
            site,
            x: saturating_cast(x),
            y: saturating_cast(y),
            low: false,
            cells,
        }
    }

    /// The hit on a canvas pasted at (`x`, `y`).
    pub(super) fn shifted(mut self, x: u16, y: u16) -> Hit {
        // Boards of a long match lie further down than cells are counted.
        self.x = self.x.saturating_add(x);
        self.y = self.y.saturating_add(y);
        for cell in &mut self.cells {
            *cell = (cell.0.saturating_add(x), cell.1.saturating_add(y));
        }
        self
    }
}

/// A board ready to be shown: painted, or in characters.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// Columns: as many as the board needs, never more than there is room.
    pub width: u16,
    pub height: u16,
    /// The cells of a board in characters; `None` where it is painted.
    pub canvas: Option<Canvas>,
    /// The shapes, from the lowest to the highest, in units of which a cell has [`nimatron_paint::CELL`].
    pub shapes: Vec<Shape>,
    /// The texts over the shapes, in cells.
    pub labels: Vec<Label>,
    /// The places of the sites. The next site out of sight, where a scrolled board continues, has a place at the
    /// border and no cells.
    pub hits: Vec<Hit>,
    /// A note on the part out of sight, or that there is too little room; the values of a sum in a low room. `None`
    /// where everything is shown.
    pub cut: Option<String>,
}

impl Drawing {
    /// The characters of a board that is not painted: lines, with a line break after each.
    pub fn text(&self) -> String {
        self.canvas.as_ref().map(Canvas::text).unwrap_or_default()
    }
}

/// The site under a cell, or the nearest one within two columns or one row of it.
pub fn site_at(hits: &[Hit], x: u16, y: u16) -> Option<Site> {
    let away = |&(cx, cy): &(u16, u16)| u32::from(cx.abs_diff(x)) + 2 * u32::from(cy.abs_diff(y));
    let reach = hits
        .iter()
        .filter_map(|h| h.cells.iter().map(away).min().map(|d| (d, h.site)));
    reach
        .filter(|&(d, _)| d <= 2)
        .min_by_key(|&(d, _)| d)
        .map(|(_, site)| site)
}
