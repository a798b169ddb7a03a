//! The list of saved games.

use std::path::Path;

use super::state::OpenState;
use crate::games;
use crate::play::Match;
use crate::play::store::Save;
use crate::tui::app::{App, Page};
use crate::tui::effect::Effect;
use crate::tui::keys::Action;
use crate::tui::layout;
use crate::tui::next::Next;

/// Shows the list, which is read first.
pub fn show(app: &mut App) {
    app.call(Page::Open(OpenState::default()));
    app.out.push(Effect::List);
}

/// The list has been read.
pub fn listed(app: &mut App, list: Result<Vec<Save>, String>) {
    if let Page::Open(saves) = &mut app.page {
        let count = list.as_ref().map_or(0, Vec::len);
        saves.at = saves.at.min(count.saturating_sub(1));
        saves.list = Some(list);
        look(app);
    }
}

/// Looks at the board of the selected game.
fn look(app: &mut App) {
    let Page::Open(saves) = &mut app.page else { return };
    let table = (saves.saves().get(saves.at))
        .and_then(|s| s.summary.as_ref().ok())
        .and_then(|s| games::open(&s.id, &app.library).ok());
    saves.scene = table.map(|t| t.scene());
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
        Action::Escape => return app.next = Some(Next::Back),
        Action::Enter => {
            if let Some(save) = saves.saves().get(saves.at) {
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
    let Page::Open(saves) = &mut app.page else { return };
    let Some(line) = layout::line_at(list, column, row) else { return };
    let at = layout::scroll(saves.at, usize::from(list.height)) + line;
    let count = saves.saves().len();
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
