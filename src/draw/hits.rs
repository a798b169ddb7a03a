//! Defines a drawn board, and finds the site at a cell of the board.

use super::canvas::Canvas;
use nimatron_core::rules::{Site, saturating_cast};
use nimatron_paint::{Label, Shape};

/// The kind of row that contains a site. It determines where the left and right keys move the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// Sites that are not arranged in rows: the left and right keys move to a site on the left or right, at any height.
    Loose,
    /// A row of squares: the cursor stays in the row.
    Square,
    /// A row of a wrapped line of cells: the cursor follows the line into the next or previous row.
    Broken,
    /// A row of stones in a heap: the left and right keys move along the row or to another heap. If nothing lies in
    /// that direction, the keys move to an adjacent row of the heap.
    Heap,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub site: Site,
    pub x: u16,
    pub y: u16,
    pub row: RowKind,
    /// The cells as (column, row); empty for a site outside the visible part.
    pub cells: Vec<(u16, u16)>,
}

impl Hit {
    pub(super) fn new(
        site: Site,
        (x, y): (i32, i32),
        cells: impl IntoIterator<Item = (i32, i32)>,
    ) -> Hit {
        let cell = |(x, y)| (saturating_cast(x), saturating_cast(y));
        let cells = cells.into_iter().map(cell).collect();
        Hit {
            site,
            x: saturating_cast(x),
            y: saturating_cast(y),
            row: RowKind::Loose,
            cells,
        }
    }

    pub(super) fn shifted(mut self, x: u16, y: u16) -> Hit {
        // In the picture of a long match, row numbers may exceed `u16`, so saturate.
        self.x = self.x.saturating_add(x);
        self.y = self.y.saturating_add(y);
        for cell in &mut self.cells {
            *cell = (cell.0.saturating_add(x), cell.1.saturating_add(y));
        }
        self
    }
}

#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The width in columns: no more than the board needs.
    pub width: u16,
    pub height: u16,
    /// The characters of the board; `None` if the board is painted.
    pub canvas: Option<Canvas>,
    /// The shapes, from back to front. Coordinates are in units; see [`nimatron_paint::CELL`] for the size of a cell.
    pub shapes: Vec<Shape>,
    /// The text over the shapes. Coordinates are in cells.
    pub labels: Vec<Label>,
    /// The locations of the sites. On a scrolled board the nearest hidden sites are at the border and have no cells.
    pub hits: Vec<Hit>,
    /// A note that a part of the board is hidden or that there is too little room. If no row is left for the values of
    /// a sum, this field contains the values instead.
    pub cut: Option<String>,
}

impl Drawing {
    pub fn text(&self) -> String {
        self.canvas.as_ref().map(Canvas::text).unwrap_or_default()
    }
}

/// Returns the site at a cell, or else the nearest site within two columns or one row. Returns `None` if there is no
/// such site.
pub fn site_at(hits: &[Hit], x: u16, y: u16) -> Option<Site> {
    let away = |&(cx, cy): &(u16, u16)| u32::from(cx.abs_diff(x)) + 2 * u32::from(cy.abs_diff(y));
    let reached = |hit: &Hit| Some((hit.cells.iter().map(away).min()?, hit.site));
    let near = hits.iter().filter_map(reached).filter(|&(d, _)| d <= 2);
    near.min_by_key(|&(d, _)| d).map(|(_, site)| site)
}
