//! Renders the boards of a match, one after the other, as text or as one picture.

use super::{Drawing, Marks, Size, Style, document, draw};
use nimatron_core::rules::{Scene, saturating_cast};

/// The height, in rows, at which a board is first drawn. A board that does not fit is drawn again with more rows.
pub const ROWS: u16 = 24;
const MOST_ROWS: u16 = 2000;
/// The number of rows to divide equally among the boards of a match. Each board gets at least [`ROWS`] rows.
const ROWS_IN_ALL: usize = 200_000;
const COLUMNS: u16 = 80;

/// The caption, ID and board of a position.
pub type AlbumPage = (String, String, Scene);

pub struct TextAlbum {
    style: Style,
    most: u16,
}

impl TextAlbum {
    pub fn new(style: Style, boards: usize) -> TextAlbum {
        let most = saturating_cast::<u16, _>(ROWS_IN_ALL / boards.max(1));
        TextAlbum {
            style,
            most: most.clamp(ROWS, MOST_ROWS),
        }
    }

    pub fn page(&self, (caption, id, scene): &AlbumPage) -> String {
        let drawing = within(scene, [COLUMNS, self.most], &Marks::default(), self.style);
        format!("\n{caption}\n{id}\n\n{}", drawing.text())
    }
}

pub fn picture<'a>(title: &str, pages: &'a [AlbumPage]) -> String {
    let is_told = pages.len() > 1;
    let board =
        |(caption, _, scene): &'a AlbumPage| (if is_told { caption.as_str() } else { "" }, scene);
    let boards: Vec<(&str, &Scene)> = pages.iter().map(board).collect();
    document(title, &boards)
}

/// Draws the board in as many rows as it needs. A board that does not fit into `MOST_ROWS` rows is truncated to
/// [`ROWS`] rows.
pub fn whole(scene: &Scene, width: u16, marks: &Marks<'_>, style: Style) -> Drawing {
    within(scene, [width, MOST_ROWS], marks, style)
}

fn within(scene: &Scene, [width, most]: [u16; 2], marks: &Marks<'_>, style: Style) -> Drawing {
    let drawn = |height| draw(scene, Size { width, height }, marks, style);
    let first = drawn(ROWS);
    let mut height = ROWS;
    while first.cut.is_some() && height < most {
        height = height.saturating_mul(2).min(most);
        let drawing = drawn(height);
        if drawing.cut.is_none() {
            return drawing;
        }
    }
    first
}
