//! What every event changes: a pure state machine. What is to be done outside comes back as effects.

use ratatui::crossterm::event::{KeyCode as Code, KeyEvent};
use ratatui::layout::Position;

use super::app::App;
use super::context::TriedFrom;
use super::dialogs::confirm::ConfirmDialog;
use super::dialogs::saving::{self, SavingDialog};
use super::effect::{Effect, ReadRequest};
use super::event::Event;
use super::keys::{self, Action, KeyContext};
use super::navigation::Navigation;
use super::pages::help::HelpPage;
use super::pages::open;
use super::pages::settings::{self, SettingsPage};
use super::pages::table::{TablePage, cursor, turns};
use super::pages::{home, puzzles};
use super::theme::Theme;
use super::{frame, layout};
use crate::play::lesson::LessonProgress;

/// Something happened: what it changes, and what is to be done.
pub fn update(app: &mut App, event: Event) -> Vec<Effect> {
    match event {
        Event::Key(pressed) => key(app, pressed),
        Event::Click(column, row) => click(app, Position { x: column, y: row }),
        Event::Wheel(lines) => with_front(app, |page, cx| page.wheel(cx, lines)),
        Event::Paste(text) => with_front(app, |page, cx| page.paste(cx, &text)),
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
        answer => {
            let mut answer = Some(answer);
            for page in app.pages.iter_mut().rev() {
                answer = answer.and_then(|answer| page.answer(&mut app.cx, answer));
            }
            if let Some(answer) = answer {
                answered(app, answer);
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
        } else if let Some(pressed) = app.cx.ahead.pop_front() {
            key(app, pressed);
        } else {
            app.cx.key_context = app.front().key_context();
            if let Some(page) = app.pages.last_mut() {
                page.settled(&mut app.cx);
            }
            if app.cx.navigation.is_empty() {
                break;
            }
        }
    }
}

/// What has come that no page had asked for: it concerns the match, or all pages.
fn answered(app: &mut App, answer: Event) {
    let cx = &mut app.cx;
    match answer {
        Event::Tick(ticket) => turns::tick(cx, ticket),
        Event::Analysed(ticket, result) => turns::analysed(cx, ticket, *result),
        Event::Chosen(ticket, chosen) => turns::chosen(cx, ticket, chosen),
        Event::Progress(ticket, step) => turns::progress(cx, ticket, step),
        Event::Seconds(seconds) => {
            if let Some(s) = cx.on_table.as_mut().filter(|s| s.is_waiting()) {
                s.seconds = seconds;
            }
        }
        Event::Recorded(today, history) => {
            cx.record = Some((today, history.map(|history| *history)))
        }
        Event::Notice(text) => cx.notify_error(text),
        Event::Continued(result) => home::continued(cx, result),
        Event::Offered(game) => home::offered(cx, game.as_deref()),
        Event::Exporting(done, all) => {
            cx.notify(format!("Exporting: {done} of {all} positions ..."))
        }
        Event::Exported(Ok(path)) => {
            cx.notify(format!("Written: {}.txt, .svg and .cast", path.display()))
        }
        Event::Exported(Err(text)) => cx.notify_error(text),
        Event::Lessons(text) => cx.lessons = LessonProgress::read(&text),
        Event::Saved(result) => saving::saved(cx, result),
        Event::Renamed(path, result) => open::renamed(cx, &path, result),
        Event::Deleted(path, result) => open::deleted(cx, &path, result),
        Event::SettingsSaved(result) => settings::saved(cx, result),
        // Whoever asked for it has gone.
        _ => {}
    }
}

/// Lets the page in front do something, where the screen shows it.
fn with_front(
    app: &mut App,
    f: impl FnOnce(&mut dyn super::page::Page, &mut super::context::Context),
) {
    if layout::is_large_enough(app.cx.size)
        && let Some(page) = app.pages.last_mut()
    {
        f(&mut **page, &mut app.cx);
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
    let Some(page) = app.pages.last_mut() else {
        return;
    };
    if !page.typed(&mut app.cx, pressed)
        && let Some(action) = keys::action(app.cx.settings.keys(), page.key_context(), pressed)
    {
        act(app, action);
    }
}

/// Does what a key or a click on the key bar asks for.
fn act(app: &mut App, action: Action) {
    let Some(page) = app.pages.last_mut() else {
        return;
    };
    let (cx, context, is_dialog) = (&mut app.cx, page.key_context(), page.is_dialog());
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
        Action::Settings if context != KeyContext::Settings => {
            let page = SettingsPage::new(cx, false);
            cx.push(page);
        }
        Action::Open if context != KeyContext::Open => open::show(cx),
        action => page.key(cx, action),
    }
}

fn click(app: &mut App, at: Position) {
    if !layout::is_large_enough(app.cx.size) {
        return;
    }
    let action = frame::action_at(app, at);
    app.cx.notice = None;
    let Some(page) = app.pages.last_mut() else {
        return;
    };
    match action {
        Some(action) if page.is_typing() => {
            key(
                app,
                KeyEvent::from(if action == Action::Enter {
                    Code::Enter
                } else {
                    Code::Esc
                }),
            );
        }
        Some(action) => act(app, action),
        None => page.click(&mut app.cx, at),
    }
}

fn go(app: &mut App, next: Navigation) {
    let cx = &mut app.cx;
    match next {
        Navigation::Push(page) => app.pages.push(page),
        Navigation::Show(page) => {
            app.pages.truncate(1);
            app.pages.push(page);
        }
        Navigation::Back => {
            if app.pages.len() > 1 {
                let gone = app.pages.pop();
                if let (Some(false), Some(page)) =
                    (gone.map(|page| page.is_dialog()), app.pages.last_mut())
                {
                    page.resumed(cx);
                }
            }
        }
        Navigation::Home => {
            turns::interrupt(cx);
            app.pages.truncate(1);
            if let Some(home) = app.pages.last_mut() {
                home.resumed(cx);
            }
        }
        Navigation::Table if cx.on_table.is_none() => {
            cx.effect(Effect::Read(ReadRequest::Continue))
        }
        Navigation::Table => {
            app.pages.truncate(1);
            app.pages.push(Box::new(TablePage));
            turns::resume(cx);
        }
        Navigation::TryAgain(game) => {
            let (Some(original), Some(review)) = (cx.on_table.take(), app.pages.pop()) else {
                return;
            };
            turns::begin(cx, *game, None);
            if let Some(s) = cx.on_table.as_mut() {
                s.trial = true;
            }
            cx.tried = Some(Box::new(TriedFrom { original, review }));
        }
        Navigation::BackToReview => {
            let Some(tried) = cx.tried.take() else { return };
            turns::interrupt(cx);
            cx.on_table = Some(tried.original);
            app.pages.truncate(1);
            app.pages.push(Box::new(TablePage));
            app.pages.push(tried.review);
            if let Some(review) = app.pages.last_mut() {
                review.resumed(cx);
            }
        }
        Navigation::Puzzle(puzzle, daily) => puzzles::begin(cx, *puzzle, daily),
        Navigation::Replace(game, file) => {
            let unfinished = cx.own_match().is_some_and(|s| s.game.result().is_none());
            let begin = Navigation::Begin(game, file);
            cx.go(if unfinished { begin.asked() } else { begin });
        }
        Navigation::Ask(then) if cx.would_lose() => {
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
        Navigation::Ask(then) => cx.go(*then),
        Navigation::Begin(game, file) => {
            // The place of the match there, and of one that waits for the end of a lesson.
            cx.waiting = None;
            turns::begin(cx, *game, file);
        }
        Navigation::Resign => turns::resign(cx),
        Navigation::Do(effect) => cx.effect(effect),
        Navigation::Save(then) => {
            if let Some(dialog) = SavingDialog::new(cx, then.map(|then| *then)) {
                app.pages.push(Box::new(dialog));
            }
        }
        Navigation::Quit => {
            // A match that is over is kept for `continue` as any other, and nobody plays on in it.
            let unfinished = cx.own_match().is_some_and(|s| s.game.result().is_none());
            cx.go(if unfinished {
                Navigation::Leave.asked()
            } else {
                Navigation::Leave
            });
        }
        Navigation::Leave => leave(app),
    }
    app.cx.key_context = app.front().key_context();
}

/// Leaves the program, which remembers the match.
fn leave(app: &mut App) {
    if let Some(s) = app.cx.own_match() {
        let saved = s.file.clone().filter(|_| !s.changed);
        let remember = Effect::Remember(Box::new(s.game.clone()), saved);
        app.cx.effect(remember);
    }
    app.cx.effect(Effect::Quit);
}
