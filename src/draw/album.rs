//! The boards of a match, one after the other, as text or as one picture.

use super::{Drawing, Marks, Size, Style, document, draw};
use nimatron_core::erased::AnyPosition;
use nimatron_core::rules::Scene;

/// Boards are drawn for a terminal of this many rows and get more only if they need them.
pub const ROWS: u16 = 24;
const MOST_ROWS: u16 = 2000;
/// The columns of a board as text.
const COLUMNS: u16 = 80;

pub struct AlbumPage {
    /// The event that led to this position.
    pub caption: String,
    pub id: String,
    pub scene: Scene,
}

impl AlbumPage {
    /// The page of a position, with the event that led to it.
    pub fn new((caption, position): (String, Box<dyn AnyPosition>)) -> AlbumPage {
        AlbumPage {
            caption,
            id: position.id(),
            scene: position.scene(),
        }
    }
}

/// Boards as text, one after the other.
pub struct TextAlbum {
    style: Style,
    /// The number of boards in a row too large for any number of rows, and the number of boards still to be treated
    /// so without a try.
    too_large: u32,
    granted: u32,
}

impl TextAlbum {
    pub fn new(style: Style) -> TextAlbum {
        TextAlbum {
            style,
            too_large: 0,
            granted: 0,
        }
    }

    /// Renders a page: the caption, the board and its ID.
    pub fn page(&mut self, page: &AlbumPage) -> String {
        let marks = Marks::default();
        // Boards change little from move to move: after many that are too large the next few are not tried either.
        let drawing = if let Some(left) = self.granted.checked_sub(1) {
            self.granted = left;
            draw(
                &page.scene,
                Size {
                    width: COLUMNS,
                    height: ROWS,
                },
                &marks,
                self.style,
            )
        } else {
            let drawing = whole(&page.scene, COLUMNS, &marks, self.style);
            self.too_large = if drawing.cut.is_some() {
                (self.too_large + 1).min(64)
            } else {
                0
            };
            self.granted = self.too_large;
            drawing
        };
        format!("\n{}\n{}\n\n{}", page.caption, page.id, drawing.text())
    }
}

/// Renders all boards as text, each under its caption and ID.
pub fn text(title: &str, pages: &[AlbumPage], style: Style) -> String {
    let mut album = TextAlbum::new(style);
    pages.iter().fold(format!("{title}\n"), |text, page| {
        text + album.page(page).as_str()
    })
}

/// Renders all boards as one SVG picture, each under its caption.
pub fn picture(title: &str, pages: &[AlbumPage]) -> String {
    let is_told = pages.len() > 1;
    let boards = pages.iter().map(|page| {
        (
            if is_told { page.caption.as_str() } else { "" },
            &page.scene,
        )
    });
    let boards: Vec<(&str, &Scene)> = boards.collect();
    document(title, &boards)
}

/// Draws the board in as many rows as it needs. A board that no number of rows shows whole, such as a pile of a
/// million, is drawn as on a terminal.
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
