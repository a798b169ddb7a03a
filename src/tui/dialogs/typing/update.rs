//! Typing a move or an ID: what keys change, and what enter does.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::state::Reading;
use crate::play::{Match, Participant};
use crate::rules::Player;
use crate::tui::app::{App, Dialog};
use crate::tui::field;
use crate::tui::keys::Action;
use crate::tui::next::Next;
use crate::tui::pages::table::update::turns;

/// A key that asks for something.
pub fn key(app: &mut App, action: Action) {
    match action {
        Action::Escape => app.dialog = None,
        Action::Enter => enter(app),
        _ => {}
    }
}

/// A key that goes into the line.
pub fn typed(app: &mut App, pressed: KeyEvent) {
    if let Some(Dialog::Typing(typing)) = &mut app.dialog
        && pressed.code == KeyCode::Char('-')
    {
        typing.drop_offered();
    }
    if let Some(Dialog::Typing(typing)) = &mut app.dialog
        && field::edit(&mut typing.input, pressed)
    {
        read(app);
    }
}

/// Text was pasted.
pub fn paste(app: &mut App, text: &str) {
    if let Some(Dialog::Typing(typing)) = &mut app.dialog {
        field::insert(&mut typing.input, text);
        read(app);
    }
}

fn read(app: &mut App) {
    if let (Some(Dialog::Typing(typing)), Some(s)) = (&mut app.dialog, &app.on_table) {
        typing.read(s, &app.library);
    }
}

fn enter(app: &mut App) {
    // Whose turn it is may have changed since the last character.
    read(app);
    let Some(Dialog::Typing(typing)) = &app.dialog else { return };
    match &typing.reading {
        Reading::Nothing => app.dialog = None,
        Reading::Wrong(_) => {}
        Reading::Move(text) => {
            let text = text.clone();
            app.dialog = None;
            turns::play(app, &text);
        }
        Reading::Position(position) => {
            let position = position.boxed_clone();
            app.dialog = None;
            let Some(s) = app.on_table.as_ref() else { return };
            if position.id() == s.game.position().id() {
                return;
            }
            // The same people play on.
            let kinds = Player::BOTH.map(|p| s.game.participant(p).kind);
            let participants = Participant::pair(kinds, position.info());
            app.next = Some(Next::Discard(Box::new(Match::new(position, participants)), None));
        }
    }
}
