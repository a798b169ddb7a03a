//! The board on the screen: the same for clicks and for drawing.

use ratatui::Frame;
use ratatui::layout::Rect;

use super::keys::Action;
use super::theme::Theme;
use crate::draw::{Direction, Drawing, Hit, Marks, SECOND_HALF, Size, Style, draw};
use crate::rules::Scene;

/// Draws a scene into a room.
#[must_use]
pub fn scene(scene: &Scene, room: Rect, marks: &Marks<'_>, theme: &Theme) -> Drawing {
    let size = Size { width: room.width, height: room.height };
    draw(scene, size, marks, Style { ascii: theme.ascii })
}

/// Where a drawing lies in its room: in the middle.
#[must_use]
pub fn place(drawing: &Drawing, room: Rect) -> Rect {
    let (width, height) = (drawing.canvas.width().min(room.width), drawing.canvas.height().min(room.height));
    Rect { x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) / 2, width, height }
}

/// The middle of a thing that can be pointed at.
#[must_use]
pub fn middle(hit: &Hit) -> (u16, u16) {
    (hit.x, hit.y)
}

/// The direction of a key.
#[must_use]
pub fn direction(action: Action) -> Direction {
    match action {
        Action::Left => Direction::Left,
        Action::Right => Direction::Right,
        Action::Up => Direction::Up,
        _ => Direction::Down,
    }
}

/// Puts a drawing into the middle of a room.
pub fn paint(theme: &Theme, frame: &mut Frame<'_>, drawing: &Drawing, room: Rect) {
    let area = place(drawing, room);
    let buffer = frame.buffer_mut();
    for (y, row) in (area.y..area.bottom()).zip(drawing.canvas.rows()) {
        for (x, glyph) in (area.x..area.right()).zip(row) {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                if glyph.ch == SECOND_HALF {
                    cell.reset();
                } else {
                    cell.set_char(glyph.ch);
                }
                cell.set_style(theme.glyph(*glyph));
            }
        }
    }
}
