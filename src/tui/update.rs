//! What every event changes: a pure state machine. What is to be done outside comes back as effects.

use ratatui::crossterm::event::{KeyCode as Code, KeyEvent};

use super::app::{App, Dialog};
use super::dialogs::confirm::state::ConfirmState;
use super::dialogs::saving;
use super::effect::Effect;
use super::event::Event;
use super::keys::{self, Action, Place};
use super::next::Next;
use super::pages::{
    atlas, editor, help, home, lesson, lessons, line, moves, open, puzzles, record, review, settings, setup,
    table, tree,
};
use super::{bar, dialogs, layout, pages};
use crate::games;
use crate::play::lesson::LessonProgress;
use crate::play::{Level, Match, Participant, PlayerKind};

/// The position of the game to begin with.
const EASY: &str = "nim:2,3,4";

/// Something happened: what it changes, and what is to be done.
pub fn update(app: &mut App, event: Event) -> Vec<Effect> {
    match event {
        Event::Key(pressed) => key(app, pressed),
        Event::Click(column, row) => click(app, column, row),
        Event::Wheel(lines) => wheel(app, lines),
        Event::Paste(text) => paste(app, &text),
        Event::Resize(width, height) => {
            app.size = (width, height);
            table::update::cursor::settle(app, None);
            // In the largest games it is asked of what is in sight.
            table::update::cursor::refresh_open(app);
        }
        Event::Tick(ticket) => table::update::turns::tick(app, ticket),
        Event::Analysed(ticket, result) => {
            if !(pages::room(&app.page).analysed)(app, ticket, &result) {
                table::update::turns::analysed(app, ticket, *result);
            }
        }
        Event::Progress(ticket, step) => table::update::turns::progress(app, ticket, step),
        Event::Seconds(seconds) => {
            if let Some(s) = app.on_table.as_mut().filter(|s| s.pending.is_some()) {
                s.seconds = seconds;
            }
        }
        Event::Found(ticket, result) => setup::update::found(app, ticket, result),
        Event::Worked(ticket, work) => (pages::room(&app.page).worked)(app, ticket, work),
        Event::Recorded(today, history) => (pages::room(&app.page).recorded)(app, today, history.map(|h| *h)),
        Event::Notice(text) => app.complain(text),
        Event::Listed(list) => open::update::listed(app, list),
        Event::Opened(path, result) => open::update::opened(app, &path, result),
        Event::Continued(result) => home::update::continued(app, result),
        Event::Offered(game) => home::update::offered(app, &game),
        Event::Exported(Ok(path)) => app.say(format!("Written: {}.txt, .svg and .cast", path.display())),
        Event::Exported(Err(text)) => app.complain(text),
        Event::Suggested(name) => saving::update::suggested(app, name),
        Event::Lessons(text) => app.lessons = LessonProgress::read(&text),
        Event::Saved(result) => saving::update::saved(app, result),
        Event::Renamed(path, result) => open::update::renamed(app, &path, result),
        Event::Deleted(path, result) => open::update::deleted(app, &path, result),
        Event::SettingsSaved(result) => settings::update::saved(app, result),
        Event::Ended => app.next = Some(Next::Leave),
        // The driver ends the program.
        Event::Broken(_) => {}
    }
    while let Some(next) = app.next.take() {
        go(app, next);
    }
    std::mem::take(&mut app.out.effects)
}

/// Where the keys count now.
#[must_use]
pub fn place(app: &App) -> Place {
    app.dialog.as_ref().map_or_else(|| app.page.place(), Dialog::place)
}

fn key(app: &mut App, pressed: KeyEvent) {
    app.notice = None;
    if !layout::is_large_enough(app.size) {
        // Nobody sees what a key would do, whatever page it is; leaving keeps the match for next time.
        if keys::action(&app.keys, Place::Help, pressed) == Some(Action::Quit) {
            app.next = Some(Next::Leave);
        }
        return;
    }
    let action = keys::action(&app.keys, place(app), pressed);
    if let Some(dialog) = &app.dialog {
        match action {
            Some(action) => reply(app, action),
            None => (dialogs::room(dialog).typed)(app, pressed),
        }
        return;
    }
    let room = pages::room(&app.page);
    if !(room.typed)(app, pressed)
        && let Some(action) = action
    {
        act(app, action);
    }
}

/// Does what a key or a click asks for in a question.
fn reply(app: &mut App, action: Action) {
    if action == Action::Quit {
        app.dialog = None;
        app.next = Some(Next::Quit);
    } else if let Some(dialog) = &app.dialog {
        (dialogs::room(dialog).key)(app, action);
    }
}

/// Does what a key or a click asks for on the page.
fn act(app: &mut App, action: Action) {
    match action {
        Action::Quit => app.next = Some(Next::Quit),
        Action::Help if app.page.place() != Place::Help => app.next = Some(Next::Help),
        Action::Settings if app.page.place() != Place::Settings => app.next = Some(Next::Settings),
        Action::Open if app.page.place() != Place::Open => app.next = Some(Next::Open),
        _ => (pages::room(&app.page).key)(app, action),
    }
}

fn click(app: &mut App, column: u16, row: u16) {
    if !layout::is_large_enough(app.size) {
        return;
    }
    let action = bar::action_at(app, column, row);
    let answer = bar::reply_at(app, column, row);
    app.notice = None;
    if let Some(action) = action {
        match app.page.typed_lines() {
            [] => act(app, action),
            _ => key(app, KeyEvent::from(if action == Action::Enter { Code::Enter } else { Code::Esc })),
        }
    } else if let Some(action) = answer {
        reply(app, action);
    } else if let Some(dialog) = &app.dialog {
        (dialogs::room(dialog).click)(app, column, row);
    } else {
        (pages::room(&app.page).click)(app, column, row);
    }
}

fn wheel(app: &mut App, lines: i32) {
    if !layout::is_large_enough(app.size) {
        return;
    }
    match &app.dialog {
        Some(dialog) => (dialogs::room(dialog).wheel)(app, lines),
        None => (pages::room(&app.page).wheel)(app, lines),
    }
}

fn paste(app: &mut App, text: &str) {
    if !layout::is_large_enough(app.size) {
        return;
    }
    if app.dialog.is_none() {
        (pages::room(&app.page).paste)(app, text);
    } else if let Some(dialog) = &app.dialog {
        (dialogs::room(dialog).paste)(app, text);
    }
}

/// Goes where a page wants to.
fn go(app: &mut App, next: Next) {
    match next {
        Next::Home => home::update::show(app),
        Next::Setup(entry) => setup::update::show(app, entry),
        Next::Table => home::update::resume(app),
        Next::Open => open::update::show(app),
        Next::Help => help::update::show(app),
        Next::Review => review::update::show(app),
        Next::BackToReview => review::update::back_from_trial(app),
        Next::Puzzles => puzzles::update::show(app),
        Next::Puzzle(puzzle, daily) if app.would_lose() => {
            let text = format!("{} in the match on the table.", unsaved(app));
            let then = Next::BeginPuzzle(puzzle, daily);
            app.dialog = Some(Dialog::Confirm(ConfirmState {
                text,
                yes: "begin the puzzle",
                then,
                save: app.tried.is_none(),
            }));
        }
        Next::Puzzle(puzzle, daily) | Next::BeginPuzzle(puzzle, daily) => {
            puzzles::update::begin(app, *puzzle, daily);
        }
        Next::Tree => tree::update::show(app),
        Next::Atlas => atlas::update::show(app),
        Next::Record => record::update::show(app),
        Next::Settings => settings::update::show(app),
        Next::DeleteSave(path) => app.out.push(Effect::Delete(path)),
        Next::ForgetRecord => record::update::forget(app),
        Next::Moves => moves::update::show(app),
        Next::Line => line::update::show(app),
        Next::Editor => editor::update::show(app),
        Next::Back => app.back(),
        Next::Lessons => lessons::update::show(app),
        Next::Lesson(number) => lesson::update::begin(app, number),
        Next::EasyGame => easy_game(app),
        Next::Replace(game, file) => {
            let unfinished = app.own_match().is_some_and(|s| s.game.result().is_none());
            put(app, game, file, unfinished);
        }
        Next::Discard(game, file) => put(app, game, file, true),
        Next::Begin(game, file) => begin(app, *game, file),
        Next::Resign => table::update::commands::resign(app),
        Next::Save(then) => saving::update::show(app, then.map(|then| *then)),
        Next::Quit => quit(app),
        Next::Leave => leave(app),
    }
}

/// Puts another match on the table; asks first, where it is to, if moves would be lost.
fn put(app: &mut App, game: Box<Match>, file: Option<std::path::PathBuf>, asking: bool) {
    if app.would_lose() && asking {
        let text = format!("{} in the match on the table.", unsaved(app));
        let then = Next::Begin(game, file);
        app.dialog = Some(Dialog::Confirm(ConfirmState {
            text,
            yes: "begin the other match",
            then,
            save: app.tried.is_none(),
        }));
    } else {
        begin(app, *game, file);
    }
}

/// Puts a match on the table in place of the one there, and of one that waits for the end of a lesson.
fn begin(app: &mut App, game: Match, file: Option<std::path::PathBuf>) {
    app.waiting = None;
    table::update::turns::begin(app, game, file);
}

/// A game to begin with: won for the person, who moves first, against an opponent that can be beaten.
fn easy_game(app: &mut App) {
    let Ok(position) = games::open(EASY, &app.library) else { return };
    let pair = Participant::pair([PlayerKind::Human, PlayerKind::Computer(Level::Easy)], position.info());
    app.next = Some(Next::Replace(Box::new(Match::new(position, pair)), None));
}

fn unsaved(app: &App) -> String {
    let moves = app.own_match().map_or(0, |s| s.game.moves().len());
    format!("{} not saved", if moves == 1 { "1 move is".to_owned() } else { format!("{moves} moves are") })
}

/// Leaves the program; asks first if moves would be lost.
fn quit(app: &mut App) {
    // A match that is over is kept for `continue` as any other, and nobody plays on in it.
    if app.would_lose() && app.own_match().is_some_and(|s| s.game.result().is_none()) {
        let text = format!("{}.", unsaved(app));
        app.dialog = Some(Dialog::Confirm(ConfirmState {
            text,
            yes: "quit",
            then: Next::Leave,
            save: app.tried.is_none(),
        }));
    } else {
        leave(app);
    }
}

/// Leaves the program, which remembers the match.
fn leave(app: &mut App) {
    if let Some(s) = app.own_match() {
        let saved = s.file.clone().filter(|_| !s.changed);
        app.out.push(Effect::Remember(Box::new(s.game.clone()), saved));
    }
    app.out.push(Effect::Quit);
}
