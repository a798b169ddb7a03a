//! The board on the screen: the same drawing for the hand that points and for the eye that looks.

use ratatui::layout::Rect;

use super::app::{App, Dialog};
use super::keys::Action;
use super::layout;
use super::sitting::Sitting;
use super::theme::Theme;
use crate::draw::{Direction, Drawing, Hit, Marks, Size, Style, draw};
use crate::rules::{Frame, Picture, Scene};

/// Draws a scene into a room.
#[must_use]
pub fn scene(scene: &Scene, room: Rect, marks: &Marks<'_>, theme: &Theme) -> Drawing {
    let size = Size { width: room.width, height: room.height };
    draw(scene, size, marks, Style { ascii: theme.ascii })
}

/// The room of the board on the table.
#[must_use]
pub fn room(app: &App) -> Rect {
    layout::inset(layout::panes(app.size).main)
}

/// The board on the table, as it is shown now.
#[must_use]
pub fn drawing(app: &App, s: &Sitting) -> Drawing {
    // The move that is about to be chosen from a list is shown like a hint.
    let chosen = match &app.dialog {
        Some(Dialog::Which(which)) => which.list.get(which.at).map(|c| c.sites.clone()),
        _ => None,
    };
    let hint = chosen.unwrap_or_else(|| s.hinted());
    let marks =
        Marks { cursor: s.cursor, picked: &s.picked, open: &s.open, last: s.last_sites(), hint: &hint };
    match (&s.scene.picture, s.analysis()) {
        (Picture::Frames(frames), Some(analysis)) if app.verdict && !analysis.nimbers.is_empty() => {
            let named = with_nimbers(frames, &s.game.table().part_id(), &analysis.nimbers);
            let whole = Scene { picture: Picture::Frames(named), notes: s.scene.notes.clone() };
            scene(&whole, room(app), &marks, &app.theme)
        }
        _ => scene(&s.scene, room(app), &marks, &app.theme),
    }
}

/// The parts of a sum with their nimbers in their titles: `1 nim *7`. The word of the ID is short, so that the title
/// takes no more room than the whole name does.
fn with_nimbers(frames: &[Frame], id: &str, nimbers: &[Option<u64>]) -> Vec<Frame> {
    let mut named = frames.to_vec();
    for (i, ((frame, nimber), part)) in named.iter_mut().zip(nimbers).zip(id.split(" + ")).enumerate() {
        let word = part.split(['/', ':']).next().unwrap_or(part);
        if let Some(nimber) = nimber {
            frame.title = format!("{} {word} *{nimber}", i + 1);
        }
    }
    named
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
