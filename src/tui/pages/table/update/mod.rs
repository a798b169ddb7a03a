//! What keys and clicks change at the table.

pub mod commands;
pub mod cursor;
pub mod picking;
pub mod puzzle;
pub mod turns;

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::tui::app::App;
use crate::tui::keys::{self, Action, Place};

/// A key at the table.
pub fn key(app: &mut App, action: Action) {
    match action {
        Action::Left | Action::Right | Action::Up | Action::Down => cursor::step(app, action),
        Action::Pick => picking::pick_or_stop(app),
        Action::Enter => picking::enter(app),
        Action::Escape => picking::escape(app),
        Action::Undo => turns::undo(app),
        Action::Redo => turns::redo(app),
        Action::UndoToWin => turns::undo_to_win(app),
        Action::First => turns::jump(app, 0),
        Action::Last => turns::jump(app, usize::MAX),
        Action::Hint => {
            picking::hint(app);
            puzzle::helped(app);
        }
        Action::PageUp | Action::PageDown => picking::read_on(app, action),
        Action::Verdict if puzzle::verdict(app) => {}
        Action::Verdict => {
            app.verdict = !app.verdict;
        }
        Action::AllMoves | Action::WhatIf | Action::Tree | Action::Atlas => {
            puzzle::helped(app);
            commands::key(app, action);
        }
        _ => commands::key(app, action),
    }
}

/// Any key but the one that leaves skips what the computer shows; a digit begins to type a move.
pub fn typed(app: &mut App, pressed: KeyEvent) -> bool {
    if keys::action(&app.keys, Place::Table, pressed) != Some(Action::Quit) && turns::skip(app) {
        return true;
    }
    match pressed.code {
        KeyCode::Char(digit @ '0'..='9') if keys::action(&app.keys, Place::Table, pressed).is_none() => {
            commands::digit(app, digit);
            true
        }
        _ => false,
    }
}
