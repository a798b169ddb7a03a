//! Any key or click closes it.

use ratatui::crossterm::event::KeyEvent;

use crate::tui::app::App;
use crate::tui::keys::Action;

/// A key that asks for something.
pub fn key(app: &mut App, _: Action) {
    app.dialog = None;
}

/// Any other key.
pub fn typed(app: &mut App, _: KeyEvent) {
    app.dialog = None;
}

pub fn click(app: &mut App, _: u16, _: u16) {
    app.dialog = None;
}
