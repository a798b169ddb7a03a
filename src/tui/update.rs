//! What every event changes: a pure state machine. What is to be done outside comes back as effects.

use ratatui::crossterm::event::{KeyCode as Code, KeyEvent};
use ratatui::layout::Position;

use super::app::App;
use super::context::{Context, TriedFrom};
use super::dialogs::confirm::ConfirmDialog;
use super::dialogs::palette::PaletteDialog;
use super::dialogs::saving::SavingDialog;
use super::effect::Effect;
use super::event::Event;
use super::keys::{self, Action, KeyContext};
use super::navigation::Navigation;
use super::page::{Page, Typed};
use super::pages::help::HelpPage;
use super::pages::open;
use super::pages::settings::SettingsPage;
use super::pages::table::{TablePage, cursor, turns};
use super::pages::{home, puzzles};
use super::screen::Message;
use super::theme::Theme;
use super::{frame, layout};
use crate::play::session::{Command, Session, Task};

/// Something happened: what it changes, and what is to be done.
pub fn update(app: &mut App, event: Event) -> Vec<Effect> {
    match event {
        Event::Key(pressed) => key(app, pressed),
        Event::Click(column, row) => click(app, Position { x: column, y: row }),
        Event::Wheel(lines) => with_front(app, |page, cx| page.act(cx, Message::Wheel(lines))),
        Event::Paste(text) => with_front(app, |page, cx| {
            page.typed(cx, Typed::Text(&text));
        }),
        Event::Resize(width, height) => {
            app.cx.size = (width, height);
            cursor::settle(&mut app.cx, None);
            // In the largest games it is asked of what is in sight.
            cursor::refresh_open(&mut app.cx);
        }
        Event::Background { light, rgb } => {
            (app.cx.traits.light, app.cx.traits.background) = (light, Some(rgb));
            app.cx.theme = Theme::of(&app.cx.settings, app.cx.traits);
        }
        Event::Ended => app.cx.go(Navigation::Leave),
        // The driver ends the program.
        Event::Broken(_) => {}
        Event::Done(id, reply) => app.done(id, reply),
        Event::Told(id, told) => app.told(id, told),
        Event::Progress(step) => turns::progress(&mut app.cx, step),
        Event::Seconds(seconds) => {
            if let Some(s) = app.cx.on_table.as_mut().filter(|s| s.is_waiting()) {
                s.seconds = seconds;
            }
        }
    }
    settle(app);
    std::mem::take(&mut app.cx.effects)
}

/// Goes where the pages want to, until they want no more; then come the keys that waited for it.
pub fn settle(app: &mut App) {
    loop {
        if let Some(next) = app.cx.navigation.pop_front() {
            go(app, next);
        } else if let Some(action) = app.cx.asked.take() {
            act(app, action);
        } else if let Some(pressed) = app.cx.ahead.pop_front() {
            key(app, pressed);
        } else {
            app.cx.key_context = app.front().key_context();
            app.with_front(|page, cx| {
                page.settled(cx);
                cx.is_typing = page.field().is_some();
            });
            if app.cx.navigation.is_empty() {
                break;
            }
        }
    }
}

/// Lets the page in front do something, where the screen shows it.
fn with_front(app: &mut App, act: impl FnOnce(&mut dyn Page, &mut Context)) {
    if layout::is_large_enough(app.cx.size) {
        app.with_front(act);
    }
}

fn key(app: &mut App, pressed: KeyEvent) {
    app.cx.notice = None;
    if !layout::is_large_enough(app.cx.size) {
        // Nobody sees what a key would do, whatever page it is; leaving keeps the match for next time.
        if keys::action(app.cx.settings.keys(), KeyContext::Help, pressed) == Some(Action::Quit) {
            app.cx.go(Navigation::Leave);
        }
        return;
    }
    let is_typed = app.with_front(|page, cx| page.typed(cx, Typed::Key(pressed)));
    let context = app.front().key_context();
    if is_typed != Some(false) {
        return;
    }
    match keys::action(app.cx.settings.keys(), context, pressed) {
        Some(action) => act(app, action),
        None if app.front().is_dialog() => {}
        None => does_nothing(app, pressed),
    }
}

/// Says that a key asks for nothing on the page in front.
fn does_nothing(app: &mut App, pressed: KeyEvent) {
    let Some(key) = keys::pressed(pressed) else {
        return;
    };
    app.cx.notify(format!(
        "{key} does nothing here. <commands> lists all commands."
    ));
}

/// Does what a key or a click on the key bar asks for.
fn act(app: &mut App, action: Action) {
    let (context, is_dialog) = (app.front().key_context(), app.front().is_dialog());
    let cx = &mut app.cx;
    match action {
        Action::Quit => {
            if is_dialog {
                cx.go(Navigation::Back);
            }
            cx.go(Navigation::Quit);
        }
        Action::Help if context != KeyContext::Help => {
            let from = app.page().key_context();
            app.cx.push(HelpPage::new(from));
        }
        Action::Palette => {
            let commands = frame::commands(app);
            let dialog = PaletteDialog::new(&app.cx, context, &commands);
            app.cx.push(dialog);
        }
        Action::Settings if context != KeyContext::Settings => {
            let page = SettingsPage::new(cx, false);
            cx.push(page);
        }
        Action::Open if context != KeyContext::Open => open::show(cx),
        action => drop(app.with_front(|page, cx| page.act(cx, Message::Do(action)))),
    }
}

fn click(app: &mut App, at: Position) {
    if !layout::is_large_enough(app.cx.size) {
        return;
    }
    let message = app.hits.at(at);
    app.cx.notice = None;
    match message {
        // In the bar: what ends the line of text.
        Some(Message::Do(Action::Enter)) if app.cx.is_typing => {
            key(app, KeyEvent::from(Code::Enter))
        }
        Some(Message::Do(Action::Escape)) if app.cx.is_typing => {
            key(app, KeyEvent::from(Code::Esc))
        }
        Some(Message::Do(action)) => act(app, action),
        Some(message) => drop(app.with_front(|page, cx| page.act(cx, message))),
        None => {}
    }
}

fn go(app: &mut App, next: Navigation) {
    match next {
        Navigation::Push(page) => open(app, page),
        Navigation::Show(page) => {
            app.close(1);
            open(app, page);
        }
        Navigation::Back => {
            let gone = app.close(app.pages.len().saturating_sub(1));
            if gone.iter().any(|page| !page.is_dialog()) {
                app.with_front(|page, cx| page.shown(cx));
            }
        }
        Navigation::Home => {
            turns::interrupt(&mut app.cx);
            app.close(1);
            app.with_front(|page, cx| page.shown(cx));
        }
        Navigation::Table if app.cx.on_table.is_none() => home::continue_match(&mut app.cx),
        Navigation::Table => {
            app.close(1);
            app.open(Box::new(TablePage));
            turns::resume(&mut app.cx);
        }
        Navigation::TryAgain(game) => {
            let (Some(original), Some(review)) = (
                app.cx.on_table.take(),
                app.close(app.pages.len().saturating_sub(1)).pop(),
            ) else {
                return;
            };
            let cx = &mut app.cx;
            turns::begin_session(cx, Session::new(*game, Task::Trial), None);
            let review = review.page;
            cx.tried = Some(Box::new(TriedFrom { original, review }));
        }
        Navigation::BackToReview => {
            let Some(tried) = app.cx.tried.take() else {
                return;
            };
            turns::interrupt(&mut app.cx);
            app.cx.on_table = Some(tried.original);
            app.close(1);
            app.open(Box::new(TablePage));
            open(app, tried.review);
        }
        Navigation::Puzzle(puzzle, daily) => puzzles::begin(&mut app.cx, *puzzle, daily),
        Navigation::Replace(game, file) => {
            let cx = &mut app.cx;
            let unfinished = cx.own_match().is_some_and(|s| s.game().result().is_none());
            let begin = Navigation::Begin(game, file);
            cx.go(if unfinished { begin.asked() } else { begin });
        }
        Navigation::Ask(then) if app.cx.would_lose() => {
            let cx = &mut app.cx;
            let yes = match *then {
                Navigation::Puzzle(..) => "begin the puzzle",
                Navigation::Leave => "quit",
                _ => "begin the other match",
            };
            let text = format!(
                "{} in the match on the table. It stays among the last 20 games.",
                cx.unsaved()
            );
            cx.push(ConfirmDialog {
                text,
                yes,
                then: Some(*then),
                save: cx.tried.is_none(),
            });
        }
        Navigation::Ask(then) => app.cx.go(*then),
        Navigation::Begin(game, file) => {
            // The place of the match there, and of one that waits for the end of a lesson.
            app.cx.waiting = None;
            turns::begin(&mut app.cx, *game, file);
        }
        Navigation::Resign => turns::apply(&mut app.cx, Command::Resign),
        Navigation::Do(act) => drop(app.with_front(|_, cx| act(cx))),
        Navigation::Save(then) => {
            if let Some(dialog) = SavingDialog::new(&app.cx, then.map(|then| *then)) {
                open(app, Box::new(dialog));
            }
        }
        Navigation::Quit => {
            // A match that is over is kept for `continue` as any other, and nobody plays on in it.
            let cx = &mut app.cx;
            let unfinished = cx.own_match().is_some_and(|s| s.game().result().is_none());
            cx.go(if unfinished {
                Navigation::Leave.asked()
            } else {
                Navigation::Leave
            });
        }
        Navigation::Leave => app.cx.effect(Effect::Quit),
    }
    app.cx.key_context = app.front().key_context();
}

fn open(app: &mut App, page: Box<dyn Page>) {
    app.open(page);
    app.with_front(|page, cx| page.shown(cx));
}
