//! The boards of a match, one after the other, as text or as one picture.

use std::fmt::Write as _;

use super::{Drawing, Marks, Size, Style, draw, svg};
use crate::erased::AnyPosition;
use crate::rules::{Frame, Picture, Scene};

/// The rows of a terminal: boards are drawn for this many and get more only if they need them.
pub const ROWS: u16 = 24;
/// The most rows of a board.
const MOST_ROWS: u16 = 2000;
/// The columns of a board as text.
const COLUMNS: u16 = 80;

/// A board of an album.
pub struct AlbumPage {
    /// What led to it.
    pub caption: String,
    /// The position's ID.
    pub id: String,
    /// The board.
    pub scene: Scene,
}

impl AlbumPage {
    /// The page of a position, with what led to it.
    #[must_use]
    pub fn of((caption, position): (String, Box<dyn AnyPosition>)) -> AlbumPage {
        AlbumPage { caption, id: position.id(), scene: position.scene() }
    }
}

/// All boards as text, each under what led to it and its ID.
#[must_use]
pub fn text(title: &str, pages: &[AlbumPage], style: Style) -> String {
    let mut text = format!("{title}\n");
    for page in pages {
        let drawing = whole(&page.scene, COLUMNS, &Marks::default(), style);
        let _ = write!(text, "\n{}\n{}\n\n{}", page.caption, page.id, drawing.canvas.text());
    }
    text
}

/// All boards in one SVG picture, each under what led to it.
#[must_use]
pub fn picture(title: &str, pages: &[AlbumPage]) -> String {
    match pages {
        [one] => svg::document(&one.scene, title),
        all => {
            let frame = |p: &AlbumPage| Frame { title: p.caption.clone(), scene: p.scene.clone() };
            svg::document(&Scene::of(Picture::Frames(all.iter().map(frame).collect())), title)
        }
    }
}

/// The board in as many rows as it takes to see all of it; what no number of rows shows whole, such as a pile of a
/// million, is drawn as on a terminal.
#[must_use]
pub fn whole(scene: &Scene, width: u16, marks: &Marks<'_>, style: Style) -> Drawing {
    let drawn = |height| draw(scene, Size { width, height }, marks, style);
    let first = drawn(ROWS);
    let mut height = ROWS;
    while first.cut.is_some() && height < MOST_ROWS {
        height = height.saturating_mul(2).min(MOST_ROWS);
        let drawing = drawn(height);
        if drawing.cut.is_none() {
            return drawing;
        }
    }
    first
}
