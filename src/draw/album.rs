//! The boards of a match, one after the other, as text or as one picture.

use super::{Drawing, Marks, Size, Style, document, draw};
use nimatron_core::erased::AnyPosition;
use nimatron_core::rules::{Scene, saturating_cast};

/// Boards are drawn for a terminal of this many rows and get more only if they need them.
pub const ROWS: u16 = 24;
const MOST_ROWS: u16 = 2000;
/// The rows of all boards of a match together, as far as boards need not have more than a terminal.
const ROWS_IN_ALL: usize = 200_000;
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
    /// The most rows of a board.
    most: u16,
}

impl TextAlbum {
    /// An album of this many boards: the more there are, the sooner large ones are drawn as on a terminal.
    pub fn new(style: Style, boards: usize) -> TextAlbum {
        let most = saturating_cast::<u16, _>(ROWS_IN_ALL / boards.max(1));
        TextAlbum {
            style,
            most: most.clamp(ROWS, MOST_ROWS),
        }
    }

    /// Renders a page: the caption, the board and its ID.
    pub fn page(&self, page: &AlbumPage) -> String {
        let drawing = within(
            &page.scene,
            [COLUMNS, self.most],
            &Marks::default(),
            self.style,
        );
        format!("\n{}\n{}\n\n{}", page.caption, page.id, drawing.text())
    }
}

/// Renders all boards as text, each under its caption and ID.
pub fn text(title: &str, pages: &[AlbumPage], style: Style) -> String {
    let album = TextAlbum::new(style, pages.len());
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
    within(scene, [width, MOST_ROWS], marks, style)
}

/// Draws the board in as many rows as it needs, at most `most`.
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
