//! Implements the update function: a pure state machine that turns events into changes and effects.

use ratatui::crossterm::event::{KeyCode as Code, KeyEvent};
use ratatui::layout::Position;

use super::app::App;
use super::context::Context;
use super::dialogs::palette::PaletteDialog;
use super::effect::Effect;
use super::event::Event;
use super::keys::{self, Action, KeyContext};
use super::navigation::Navigation;
use super::page::{Page, Typed};
use super::pages::help::HelpPage;
use super::pages::open;
use super::pages::settings::SettingsPage;
use super::pages::table::{cursor, turns};
use super::screen::Message;
use super::theme::Theme;
use super::traits::Depth;
use super::view::picture;
use super::{frame, layout, pixels};
use nimatron_core::tr;

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
            // Resizing can change which sites are visible. If there are too many moves to list, only visible sites are
            // examined to find the open sites.
            cursor::refresh_open(&mut app.cx);
        }
        Event::Background { light, rgb } => {
            (app.cx.traits.light, app.cx.traits.background) = (light, Some(rgb));
            app.cx.theme = Theme::new(&app.cx.settings, app.cx.traits);
        }
        Event::Images(protocol, cell) => {
            pixels::show_by(Some((protocol, cell)));
            // Terminals that show images support true colour, even if some do not announce it.
            if app.cx.traits.depth != Depth::None {
                app.cx.traits.depth = Depth::True;
                app.cx.theme = Theme::new(&app.cx.settings, app.cx.traits);
            }
        }
        Event::Ended => app.cx.effect(Effect::Quit),
        // The driver itself ends the program in response to this event.
        Event::Broken(_) => {}
        Event::Done(id, reply) => app.done(id, reply),
        Event::Told(id, told) => app.told(id, told),
        Event::Progress(step) => turns::progress(&mut app.cx, step),
        Event::Seconds(seconds) => {
            if let Some(s) = app.cx.table_mut().filter(|s| s.is_waiting()) {
                s.seconds = seconds;
            }
        }
    }
    settle(app);
    std::mem::take(&mut app.cx.effects)
}

/// Performs all requested navigation, and passes the queued command and keys to the new top page. Then calls that
/// page's `settled`.
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

/// Runs a closure on the top page if the screen is large enough to show pages.
fn with_front(app: &mut App, act: impl FnOnce(&mut dyn Page, &mut Context)) {
    if layout::is_large_enough(app.cx.size) {
        app.with_front(act);
    }
}

fn key(app: &mut App, pressed: KeyEvent) {
    app.cx.notice = None;
    if !layout::is_large_enough(app.cx.size) {
        // Only quitting works, because the screen is too small to show the effect of other keys.
        if keys::action(app.cx.settings.keys(), KeyContext::Help, pressed) == Some(Action::Quit) {
            app.cx.effect(Effect::Quit);
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
        None => does_nothing(app, pressed),
    }
}

fn does_nothing(app: &mut App, pressed: KeyEvent) {
    let Some(key) = keys::pressed(pressed) else {
        return;
    };
    let key = key.label();
    app.cx.notify(match pressed.code {
        Code::Char(c) if c.is_alphabetic() && !c.is_ascii() => tr!(
            "{key} is no key. `layout` under [keys] in the settings file sets another keyboard layout."),
        _ => tr!(
            "{key} does nothing here. <commands> lists all commands."),
    });
}

fn act(app: &mut App, action: Action) {
    let context = app.front().key_context();
    let is_dialog = app.front().is_dialog();
    let cx = &mut app.cx;
    match action {
        Action::Quit => {
            if is_dialog {
                cx.go(Navigation::Back);
            }
            cx.quit();
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
        action => act_on_page(app, action),
    }
}

/// Performs an action on the top page. If the page refuses the action and nothing changes, shows the reason.
fn act_on_page(app: &mut App, action: Action) {
    let refused = frame::refusal(app, action).map(|why| (why, picture(app)));
    app.with_front(|page, cx| page.act(cx, Message::Do(action)));
    let cx = &app.cx;
    if let Some((why, before)) = refused
        && cx.notice.is_none()
        && cx.navigation.is_empty()
        && cx.effects.is_empty()
        && picture(app) == before
    {
        app.cx.notify(why);
    }
}

fn click(app: &mut App, at: Position) {
    if !layout::is_large_enough(app.cx.size) {
        return;
    }
    let message = app.cx.hits.at(at);
    app.cx.notice = None;
    match message {
        // In a text field, a click on Enter or back in the key bar acts like the key itself.
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
        Navigation::Push(page) => app.show(page),
        Navigation::Show(page) => {
            app.close(1);
            app.show(page);
        }
        Navigation::Back => {
            let gone = app.close(app.pages.len().saturating_sub(1));
            if gone.iter().any(|page| !page.is_dialog()) {
                app.came_to_front();
            }
        }
        Navigation::Home => {
            app.close(1);
            app.came_to_front();
        }
        Navigation::Do(act) => act(app),
    }
    app.cx.key_context = app.front().key_context();
}
