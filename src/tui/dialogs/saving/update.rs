//! Saving the match under a name.

use std::path::PathBuf;

use ratatui::crossterm::event::KeyEvent;
use tui_input::Input;

use super::state::SavingState;
use crate::play::store::StoreError;
use crate::tui::app::{App, Dialog};
use crate::tui::effect::{Effect, SaveAs};
use crate::tui::field;
use crate::tui::keys::Action;
use crate::tui::next::Next;

/// The match gets a name and is saved under it; `then` is done afterwards.
pub fn show(app: &mut App, then: Option<Next>) {
    let Some(s) = app.own_match() else { return };
    let input = Input::new(s.name().unwrap_or_default());
    if s.file.is_none() {
        app.out.push(Effect::Suggest(Box::new(s.game.clone())));
    }
    app.dialog = Some(Dialog::Saving(SavingState { input, problem: None, exists: false, then }));
}

/// A key that asks for something.
pub fn key(app: &mut App, action: Action) {
    match action {
        Action::Escape => app.dialog = None,
        Action::Enter => enter(app),
        _ => {}
    }
}

/// A key that goes into the name.
pub fn typed(app: &mut App, pressed: KeyEvent) {
    if let Some(Dialog::Saving(naming)) = &mut app.dialog
        && field::edit(&mut naming.input, pressed)
    {
        (naming.problem, naming.exists) = (None, false);
    }
}

/// Text was pasted.
pub fn paste(app: &mut App, text: &str) {
    if let Some(Dialog::Saving(naming)) = &mut app.dialog {
        field::insert(&mut naming.input, text);
        // What was asked about another name does not hold for this one.
        (naming.problem, naming.exists) = (None, false);
    }
}

fn enter(app: &mut App) {
    let Some(s) = app.own_match() else { return };
    let Some(Dialog::Saving(naming)) = &app.dialog else { return };
    let name = naming.input.value().trim().to_owned();
    let to = match &s.file {
        // Its own file, wherever that is.
        Some(file) if s.name().as_ref() == Some(&name) => {
            SaveAs::File { path: file.clone(), replace: naming.exists }
        }
        _ => SaveAs::Name { name, replace: naming.exists },
    };
    app.out.push(Effect::Save(Box::new(s.game.clone()), to));
}

/// A name that is free has been found: it stands there unless another one was typed meanwhile.
pub fn suggested(app: &mut App, name: String) {
    if let Some(Dialog::Saving(naming)) = &mut app.dialog
        && naming.input.value().is_empty()
    {
        naming.input = Input::new(name);
        (naming.problem, naming.exists) = (None, false);
    }
}

/// The match was written, or not.
pub fn saved(app: &mut App, result: Result<PathBuf, StoreError>) {
    match result {
        Ok(path) => {
            if let Some(s) = app.own_match_mut() {
                s.changed = false;
                s.file = Some(path.clone());
            }
            app.say(format!("Saved: {}", path.display()));
            if let Some(Dialog::Saving(naming)) = app.dialog.take()
                && let Some(then) = naming.then
            {
                app.next = Some(then);
            }
        }
        Err(error) => {
            let text = match &error {
                StoreError::Exists(_) => "There is a saved game of that name.".to_owned(),
                StoreError::Changed(_) => "Another program has changed this file.".to_owned(),
                error => error.to_string(),
            };
            let exists = matches!(error, StoreError::Exists(_) | StoreError::Changed(_));
            match &mut app.dialog {
                Some(Dialog::Saving(naming)) => (naming.problem, naming.exists) = (Some(text), exists),
                _ => app.complain(text),
            }
        }
    }
}
