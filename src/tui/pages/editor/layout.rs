//! Where the board, the words and the list of numbers stand in the editor.

use ratatui::layout::Rect;

use super::state::EditorState;
use crate::draw::{Drawing, Marks};
use crate::tui::app::App;
use crate::tui::{board, layout};

/// The columns of `[-] [+]` at the end of a line.
const BUTTONS: u16 = 7;

/// The room of the board.
#[must_use]
pub fn room(app: &App) -> Rect {
    layout::inset(layout::panes(app.size).main)
}

/// The board as it is shown now.
#[must_use]
pub fn drawing(app: &App, editor: &EditorState) -> Drawing {
    let marks = Marks { cursor: editor.cursor, ..Marks::default() };
    board::scene(&editor.scene, room(app), &marks, &app.theme)
}

/// The room of the words, and that of the list under them.
#[must_use]
pub fn side(app: &App, editor: &EditorState) -> (Rect, Rect) {
    let side = layout::panes(app.size).side;
    let lines = u16::try_from(editor.list().len()).unwrap_or(u16::MAX);
    let high = lines.min(side.height / 2);
    let words = Rect { height: side.height - high, ..side };
    (words, Rect { y: side.y + words.height, height: high, ..side })
}

/// The first line of the list that is shown.
#[must_use]
pub fn first(editor: &EditorState, list: Rect) -> usize {
    layout::scroll(editor.line, usize::from(list.height))
}

/// What a click on the list means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PressedNumber {
    /// The line itself.
    Line(usize),
    /// Its sign for less.
    Less(usize),
    /// Its sign for more.
    More(usize),
}

/// What a click at a place of the screen means for the list.
#[must_use]
pub fn pressed(app: &App, editor: &EditorState, column: u16, row: u16) -> Option<PressedNumber> {
    let (_, list) = side(app, editor);
    let line = first(editor, list) + layout::line_at(list, column, row)?;
    if line >= editor.list().len() {
        return None;
    }
    Some(match list.right().checked_sub(column)? {
        0..=3 => PressedNumber::More(line),
        5..=BUTTONS => PressedNumber::Less(line),
        _ => PressedNumber::Line(line),
    })
}

/// The columns before the signs.
#[must_use]
pub fn names(list: Rect) -> usize {
    usize::from(list.width.saturating_sub(BUTTONS))
}
