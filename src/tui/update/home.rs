//! The home screen: the games.

use crate::games::{self, CATALOGUE};
use crate::play::Match;
use crate::tui::app::{App, Screen};
use crate::tui::effect::Effect;
use crate::tui::keys::Action;
use crate::tui::layout;

/// How many lines the list has: every game, and the sum.
#[must_use]
pub fn lines() -> usize {
    CATALOGUE.len() + 1
}

/// The game of a line; `None` for the sum.
#[must_use]
pub fn entry(at: usize) -> Option<&'static crate::erased::Entry> {
    CATALOGUE.get(at)
}

/// What the catalogue says of the game of a line.
#[must_use]
pub fn info(at: usize) -> &'static crate::erased::Info {
    entry(at).map_or(&games::sum::INFO, |e| e.info)
}

/// Goes to the home screen; the match stays on the table.
pub fn show(app: &mut App) {
    super::table::rest(app);
    if let Some(s) = app.sitting.as_ref()
        && let Some(i) = CATALOGUE.iter().position(|e| e.info.id == s.game.table().info().id)
    {
        app.home.at = i;
    }
    if app.sitting.as_ref().is_some_and(|s| s.lesson.is_some()) {
        app.sitting = None;
        if let Some(verdict) = app.before_lesson.take() {
            app.verdict = verdict;
        }
    }
    app.screen = Screen::Home;
    app.dialog = None;
    look(app);
}

/// The match that was left last has been read, or there is none.
pub fn continued(app: &mut App, result: Result<Match, String>) {
    match result {
        Ok(game) => {
            // It may never have been saved: nobody wrote down whether it was.
            let moves = !game.moves().is_empty();
            super::table::begin(app, game, None);
            if let Some(s) = app.sitting.as_mut() {
                s.changed = moves;
            }
        }
        Err(text) => app.say(format!("Nothing to continue: {text}.")),
    }
}

/// Looks at the example of the selected game.
pub fn look(app: &mut App) {
    let table = games::open(info(app.home.at).example, &app.library);
    app.home.example = table.ok().map(|t| t.scene());
}

/// A key on the home screen.
pub fn key(app: &mut App, action: Action) {
    let last = lines() - 1;
    let at = app.home.at;
    let to = match action {
        Action::Up | Action::Left => at.checked_sub(1).unwrap_or(last),
        Action::Down | Action::Right => {
            if at == last {
                0
            } else {
                at + 1
            }
        }
        Action::PageUp => at.saturating_sub(super::dialog::PAGE),
        Action::PageDown => (at + super::dialog::PAGE).min(last),
        Action::First => 0,
        Action::Last => last,
        Action::Enter => return super::setup::show(app, entry(at)),
        Action::Continue => return resume(app),
        Action::Lesson => return super::lesson::begin_asking(app),
        Action::Escape if app.sitting.is_some() => return resume(app),
        Action::Escape => return app.say("This is the first page: q quits."),
        _ => return,
    };
    app.home.at = to;
    look(app);
}

/// Back to the match on the table; without one, to the one that was left last.
pub fn resume(app: &mut App) {
    if app.sitting.is_none() {
        app.out.push(Effect::Continue);
    } else {
        app.screen = Screen::AnyPosition;
        super::table::resume(app);
    }
}

/// A click on a line selects it; on the selected one, sets the game up.
pub fn click(app: &mut App, column: u16, row: u16) {
    let list = layout::list_panes(app.size, layout::GAMES).main;
    let Some(line) = layout::line_at(list, column, row) else { return };
    let at = layout::scroll(app.home.at, usize::from(list.height)) + line;
    if at == app.home.at {
        key(app, Action::Enter);
    } else if at < lines() {
        app.home.at = at;
        look(app);
    }
}
