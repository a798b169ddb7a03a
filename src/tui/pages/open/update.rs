//! The list of saved games.

use std::path::{Path, PathBuf};

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use tui_input::Input;

use super::layout::list_area;
use super::state::{OpenEntry, OpenState};
use crate::games;
use crate::play::Match;
use crate::play::store::Save;
use crate::tui::app::{App, Dialog, Page};
use crate::tui::dialogs::confirm::state::ConfirmState;
use crate::tui::effect::Effect;
use crate::tui::keys::{self, Action, Place};
use crate::tui::next::Next;
use crate::tui::pages::table::state::MatchState;
use crate::tui::{field, layout};

/// Shows the list, which is read first.
pub fn show(app: &mut App) {
    app.call(Page::Open(Box::default()));
    app.out.push(Effect::List);
}

/// The list has been read.
pub fn listed(app: &mut App, list: Result<Vec<Save>, String>) {
    if let Page::Open(saves) = &mut app.page {
        saves.list = Some(list);
        saves.at = saves.at.min(saves.saves().len().saturating_sub(1));
        look(app);
    }
}

/// Looks at the board of the selected game.
fn look(app: &mut App) {
    let Page::Open(saves) = &mut app.page else { return };
    let summary = saves.selected().and_then(|s| s.summary.as_ref().ok());
    let scene = |id: &str| games::open(id, &app.library).ok().map(|position| position.scene());
    let [now, before, start] = match summary {
        Some(s) => [&s.id, &s.before, &s.start].map(|id| scene(id)),
        None => [None, None, None],
    };
    (saves.scene, saves.before, saves.start) = (now, before, start);
}

/// A saved game has been read, or not.
pub fn opened(app: &mut App, path: &Path, result: Result<Match, String>) {
    // Reading may take long: whoever has left the list does not want it any more.
    if !std::iter::once(&app.page)
        .chain(app.behind.iter().map(|(page, _)| page))
        .any(|p| matches!(p, Page::Open(_)))
    {
        return;
    }
    match result {
        Ok(game) => {
            // A list of IDs is not to be written over by a match.
            let json = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json"));
            app.next = Some(Next::Replace(Box::new(game), json.then(|| path.to_path_buf())));
        }
        Err(text) => app.complain(text),
    }
}

/// A key on the list.
pub fn key(app: &mut App, action: Action) {
    let Page::Open(saves) = &mut app.page else { return };
    let last = saves.saves().len().saturating_sub(1);
    match action {
        Action::Up | Action::Left => saves.at = saves.at.checked_sub(1).unwrap_or(last),
        Action::Down | Action::Right => saves.at = if saves.at >= last { 0 } else { saves.at + 1 },
        Action::PageUp => saves.at = saves.at.saturating_sub(layout::PAGE),
        Action::PageDown => saves.at = (saves.at + layout::PAGE).min(last),
        Action::First => saves.at = 0,
        Action::Last => saves.at = last,
        Action::Escape if !saves.filter.value().is_empty() => {
            saves.filter = Input::default();
            saves.at = 0;
        }
        Action::Escape => return app.next = Some(Next::Back),
        Action::Enter => {
            if let Some(path) = saves.selected().map(|save| save.path.clone()) {
                app.out.push(Effect::Open(path));
            }
        }
        Action::Sort => {
            // The selected game stays selected.
            let path = saves.selected().map(|save| save.path.clone());
            saves.order = saves.order.next();
            saves.at = saves.saves().iter().position(|save| Some(&save.path) == path.as_ref()).unwrap_or(0);
        }
        Action::Filter => saves.entry = OpenEntry::Filter,
        Action::Rename => {
            if let Some(name) = saves.selected().map(|save| save.name.clone()) {
                saves.entry = OpenEntry::Name(Input::new(name));
            }
        }
        Action::Delete => {
            let Some((name, path)) = saves.selected().map(|s| (s.name.clone(), s.path.clone())) else {
                return;
            };
            let text = format!("Delete the saved game {name}? It cannot be brought back.");
            let question = ConfirmState { text, yes: "delete it", then: Next::DeleteSave(path), save: false };
            app.dialog = Some(Dialog::Confirm(question));
        }
        _ => return,
    }
    look(app);
}

/// A key that goes into the filter or the new name; whether it did.
pub fn typed(app: &mut App, pressed: KeyEvent) -> bool {
    let asked = keys::action(&app.keys, Place::Text, pressed);
    let Page::Open(saves) = &mut app.page else { return false };
    let OpenState { entry, filter, at, .. } = &mut **saves;
    match (entry, asked) {
        (OpenEntry::Nothing, _) | (_, Some(Action::Quit)) => return false,
        (OpenEntry::Filter, Some(Action::Escape)) => {
            (*filter, *at) = (Input::default(), 0);
            saves.entry = OpenEntry::Nothing;
        }
        (OpenEntry::Name(_), Some(Action::Escape)) | (OpenEntry::Filter, Some(_)) => {
            saves.entry = OpenEntry::Nothing;
        }
        (OpenEntry::Name(input), Some(_)) => {
            let name = input.value().trim().to_owned();
            if let Some(path) = saves.selected().map(|save| save.path.clone()) {
                app.out.push(Effect::Rename(path, name));
            }
        }
        (OpenEntry::Name(input), None) => drop(field::edit(input, pressed)),
        (OpenEntry::Filter, None) => match pressed.code {
            // The list is still gone through.
            KeyCode::Up => key(app, Action::Up),
            KeyCode::Down => key(app, Action::Down),
            _ if field::edit(filter, pressed) => *at = 0,
            _ => {}
        },
    }
    look(app);
    true
}

/// Text was pasted: into the filter or the new name.
pub fn paste(app: &mut App, text: &str) {
    let Page::Open(saves) = &mut app.page else { return };
    match &mut saves.entry {
        OpenEntry::Nothing => return,
        OpenEntry::Filter => {
            field::insert(&mut saves.filter, text);
            saves.at = 0;
        }
        OpenEntry::Name(input) => field::insert(input, text),
    }
    look(app);
}

/// The match on the table that came from this file, if it is there.
fn from_file<'a>(app: &'a mut App, path: &Path) -> Option<&'a mut MatchState> {
    app.own_match_mut().filter(|s| s.file.as_deref() == Some(path))
}

/// A saved game has another name, or not: the name stays to be mended then.
pub fn renamed(app: &mut App, path: &Path, result: Result<PathBuf, String>) {
    match result {
        Ok(to) => {
            if let Some(s) = from_file(app, path) {
                s.file = Some(to);
            }
            if let Page::Open(saves) = &mut app.page {
                saves.entry = OpenEntry::Nothing;
            }
            app.out.push(Effect::List);
        }
        Err(why) => app.complain(why),
    }
}

/// A saved game is gone, or not.
pub fn deleted(app: &mut App, path: &Path, result: Result<(), String>) {
    match result {
        Ok(()) => {
            // The match on the table is in no file any more.
            if let Some(s) = from_file(app, path) {
                (s.file, s.changed) = (None, !s.game.moves().is_empty());
            }
            app.say(format!("Deleted: {}", path.display()));
            app.out.push(Effect::List);
        }
        Err(why) => app.complain(why),
    }
}

/// A click on a line selects it; on the selected one, opens the game.
pub fn click(app: &mut App, column: u16, row: u16) {
    let Page::Open(saves) = &mut app.page else { return };
    let list = list_area(app.size, saves);
    let Some(line) = layout::line_at(list, column, row) else { return };
    let at = layout::scroll(saves.at, usize::from(list.height)) + line;
    let count = saves.saves().len();
    saves.entry = OpenEntry::Nothing;
    if at == saves.at {
        key(app, Action::Enter);
    } else if at < count {
        saves.at = at;
        look(app);
    }
}

/// The wheel goes through the list.
pub fn wheel(app: &mut App, lines: i32) {
    key(app, if lines > 0 { Action::Down } else { Action::Up });
}
