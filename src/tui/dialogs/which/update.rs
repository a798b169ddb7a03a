//! Choosing one of several moves.

use super::layout as box_layout;
use crate::tui::app::{App, Dialog};
use crate::tui::keys::Action;
use crate::tui::layout;
use crate::tui::pages::table::update::turns;

pub fn key(app: &mut App, action: Action) {
    match action {
        Action::Enter => enter(app),
        Action::Escape => app.dialog = None,
        way => step(app, way),
    }
}

/// The wheel goes through the list.
pub fn wheel(app: &mut App, lines: i32) {
    step(app, if lines > 0 { Action::Down } else { Action::Up });
}

/// Moves through a list.
fn step(app: &mut App, way: Action) {
    let Some(Dialog::Which(which)) = &mut app.dialog else { return };
    let last = which.list.len().saturating_sub(1);
    which.at = match way {
        Action::Up | Action::Left => which.at.checked_sub(1).unwrap_or(last),
        Action::Down | Action::Right => {
            if which.at >= last {
                0
            } else {
                which.at + 1
            }
        }
        Action::PageUp => which.at.saturating_sub(layout::PAGE),
        Action::PageDown => (which.at + layout::PAGE).min(last),
        Action::First => 0,
        Action::Last => last,
        _ => which.at,
    };
}

fn enter(app: &mut App) {
    let Some(Dialog::Which(which)) = &app.dialog else { return };
    let text = which.list.get(which.at).map(|c| c.text.clone());
    app.dialog = None;
    if let Some(text) = text {
        turns::play(app, &text);
    }
}

/// A click on a line selects it, and chooses it where it is selected.
pub fn click(app: &mut App, column: u16, row: u16) {
    let Some(Dialog::Which(which)) = &mut app.dialog else { return };
    let list = box_layout::list(app.size, which);
    let Some(line) = layout::line_at(list.lines, column, row) else { return };
    let at = list.first + line;
    if at == which.at {
        enter(app);
    } else if at < which.list.len() {
        which.at = at;
    }
}
