//! The home screen: choosing a game, going back to the match.

use std::path::PathBuf;

use super::layout::offer_at;
use crate::play::Match;
use crate::tui::app::{App, Page};
use crate::tui::effect::Effect;
use crate::tui::keys::Action;
use crate::tui::layout;
use crate::tui::next::Next;
use crate::tui::pages::table::update::turns;

/// Goes to the home screen; the match stays on the table.
pub fn show(app: &mut App) {
    turns::interrupt(app);
    let game = app.on_table.as_ref().map(|s| s.game.position().info().id);
    // A saved match may have brought a game along.
    app.home.list(app.library.clone());
    let at = app.home.games().iter().position(|e| Some(e.info.id) == game).unwrap_or(app.home.at);
    app.show(Page::Home);
    app.home.select(at);
}

/// The match that was left last has been read, or there is none.
pub fn continued(app: &mut App, result: Result<(Match, Option<PathBuf>), String>) {
    match result {
        Ok((game, file)) => {
            let unsaved = file.is_none() && !game.moves().is_empty();
            turns::begin(app, game, file);
            if let Some(s) = app.on_table.as_mut() {
                s.changed = unsaved;
            }
        }
        Err(text) => app.say(format!("Nothing to continue: {text}.")),
    }
}

/// A match was left unfinished: the person is told, unless there is something else to be read.
pub fn offered(app: &mut App, game: &Match) {
    app.home.kept = true;
    if matches!(app.page, Page::Home)
        && app.dialog.is_none()
        && app.notice.is_none()
        && app.on_table.is_none()
    {
        let moves = game.moves().len();
        let (name, s) = (game.position().info().name, if moves == 1 { "" } else { "s" });
        app.say(format!("A match of {name} was left after {moves} move{s}: <continue> goes on with it."));
    }
}

/// A key on the home screen.
pub fn key(app: &mut App, action: Action) {
    let last = app.home.lines() - 1;
    let at = app.home.at;
    let to = match action {
        Action::Up | Action::Left => at.checked_sub(1).unwrap_or(last),
        Action::Down | Action::Right if at == last => 0,
        Action::Down | Action::Right => at + 1,
        Action::PageUp => at.saturating_sub(layout::PAGE),
        Action::PageDown => (at + layout::PAGE).min(last),
        Action::First => 0,
        Action::Last => last,
        Action::Enter => return app.next = Some(Next::Setup(app.home.entry(at))),
        Action::Continue => return resume(app),
        Action::Puzzles => return app.next = Some(Next::Puzzles),
        Action::Atlas => return app.next = Some(Next::Atlas),
        Action::Record => return app.next = Some(Next::Record),
        Action::Lesson => return app.next = Some(Next::Lessons),
        Action::EasyGame => return app.next = Some(Next::EasyGame),
        Action::Escape if app.on_table.is_some() => return resume(app),
        Action::Escape => return app.say("This is the first page: <quit> quits."),
        _ => return,
    };
    app.home.select(to);
}

/// Back to the match on the table; without one, to the one that was left last.
pub fn resume(app: &mut App) {
    if app.on_table.is_none() {
        app.out.push(Effect::Continue);
    } else {
        app.show(Page::Table);
        turns::resume(app);
    }
}

/// A click on a line selects it; on the selected one, sets the game up; on an offer to begin with, takes it.
pub fn click(app: &mut App, column: u16, row: u16) {
    if let Some(action) = offer_at(app, column, row) {
        return key(app, action);
    }
    let list = layout::list_panes(app.size, layout::GAMES).main;
    let Some(line) = layout::line_at(list, column, row) else { return };
    let at = layout::scroll(app.home.at, usize::from(list.height)) + line;
    if at == app.home.at {
        key(app, Action::Enter);
    } else if at < app.home.lines() {
        app.home.select(at);
    }
}

/// The wheel goes through the list.
pub fn wheel(app: &mut App, lines: i32) {
    key(app, if lines > 0 { Action::Down } else { Action::Up });
}
