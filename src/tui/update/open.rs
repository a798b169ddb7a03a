//! The list of saved games.

use std::path::Path;

use super::desk;
use crate::games;
use crate::play::Match;
use crate::play::store::Save;
use crate::tui::app::{App, Saves, Screen};
use crate::tui::effect::Effect;
use crate::tui::keys::Action;
use crate::tui::layout;

/// Shows the list, which is read first.
pub fn show(app: &mut App) {
    let back = std::mem::replace(&mut app.screen, Screen::Home);
    app.screen = Screen::Open(Saves { list: None, at: 0, scene: None, back: Box::new(back) });
    app.out.push(Effect::List);
}

/// The list has been read.
pub fn listed(app: &mut App, list: Result<Vec<Save>, String>) {
    if let Screen::Open(saves) = &mut app.screen {
        let count = list.as_ref().map_or(0, Vec::len);
        saves.at = saves.at.min(count.saturating_sub(1));
        saves.list = Some(list);
        look(app);
    }
}

/// Looks at the board of the selected game.
fn look(app: &mut App) {
    let Screen::Open(saves) = &mut app.screen else { return };
    let save = saves.list.as_ref().and_then(|l| l.as_ref().ok()).and_then(|list| list.get(saves.at));
    let table =
        save.and_then(|s| s.summary.as_ref().ok()).and_then(|s| games::open(&s.id, &app.library).ok());
    saves.scene = table.map(|t| t.scene());
}

/// A saved game has been read, or not.
pub fn opened(app: &mut App, path: &Path, result: Result<Match, String>) {
    match result {
        Ok(game) => {
            // A list of IDs is not to be written over by a match.
            let json = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json"));
            desk::replace(app, game, json.then(|| path.to_path_buf()));
        }
        Err(text) => app.complain(text),
    }
}

/// A key on the list.
pub fn key(app: &mut App, action: Action) {
    let Screen::Open(saves) = &mut app.screen else { return };
    let list: &[Save] = match &saves.list {
        Some(Ok(list)) => list,
        _ => &[],
    };
    let last = list.len().saturating_sub(1);
    match action {
        Action::Up | Action::Left => saves.at = saves.at.checked_sub(1).unwrap_or(last),
        Action::Down | Action::Right => saves.at = if saves.at >= last { 0 } else { saves.at + 1 },
        Action::PageUp => saves.at = saves.at.saturating_sub(super::dialog::PAGE),
        Action::PageDown => saves.at = (saves.at + super::dialog::PAGE).min(last),
        Action::First => saves.at = 0,
        Action::Last => saves.at = last,
        Action::Escape => app.screen = std::mem::replace(&mut *saves.back, Screen::Home),
        Action::Enter => {
            if let Some(save) = list.get(saves.at) {
                app.out.push(Effect::Open(save.path.clone()));
            }
        }
        _ => return,
    }
    look(app);
}

/// A click on a line selects it; on the selected one, opens the game.
pub fn click(app: &mut App, column: u16, row: u16) {
    let list = layout::list_panes(app.size, layout::SAVES).main;
    let Screen::Open(saves) = &mut app.screen else { return };
    let Some(line) = layout::line_at(list, column, row) else { return };
    let at = layout::scroll(saves.at, usize::from(list.height)) + line;
    let count = saves.list.as_ref().and_then(|l| l.as_ref().ok()).map_or(0, Vec::len);
    if at == saves.at {
        key(app, Action::Enter);
    } else if at < count {
        saves.at = at;
        look(app);
    }
}
