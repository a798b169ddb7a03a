//! Any key or click closes it.

use ratatui::crossterm::event::KeyEvent;

use crate::tui::app::App;
use crate::tui::keys::Action;

/// A key.
pub fn key(app: &mut App, _: KeyEvent, _: Option<Action>) {
    app.dialog = None;
}

/// A click.
pub fn click(app: &mut App, _: u16, _: u16) {
    app.dialog = None;
}
