//! What every event changes: a pure state machine. What is to be done outside comes back as effects.

pub mod cursor;
pub mod desk;
pub mod dialog;
pub mod hand;
pub mod home;
pub mod lesson;
pub mod open;
pub mod setup;
pub mod table;

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::app::{App, Dialog, Screen};
use super::effect::Effect;
use super::event::Event;
use super::keys::{self, Action, Place};
use super::{bar, layout};

/// Something happened: what it changes, and what is to be done.
pub fn update(app: &mut App, event: Event) -> Vec<Effect> {
    match event {
        Event::Key(pressed) => key(app, pressed),
        Event::Click(column, row) => click(app, column, row),
        Event::Wheel(lines) => wheel(app, lines),
        Event::Paste(text) if layout::is_large_enough(app.size) => dialog::paste(app, &text),
        Event::Resize(width, height) => {
            app.size = (width, height);
            cursor::settle(app, None);
            // In the largest games it is asked of what is in sight.
            cursor::refresh_open(app);
        }
        Event::Tick(ticket) => table::tick(app, ticket),
        Event::Analysed(ticket, result) => table::analysed(app, ticket, result),
        Event::Progress(ticket, step) => {
            if let Some(s) = app.sitting.as_mut()
                && s.asked.is_some_and(|a| a.ticket == ticket && a.ply == s.game.cursor())
            {
                s.progress = Some(step);
            }
        }
        Event::Seconds(seconds) => {
            if let Some(s) = app.sitting.as_mut().filter(|s| s.asked.is_some()) {
                s.seconds = seconds;
            }
        }
        Event::Paste(_) => {}
        Event::Found(ticket, result) => setup::found(app, ticket, result),
        Event::Listed(list) => open::listed(app, list),
        Event::Opened(path, result) => open::opened(app, &path, result),
        Event::Continued(result) => home::continued(app, result),
        Event::Suggested(name) => dialog::suggested(app, name),
        Event::Saved(result) => dialog::saved(app, result),
        Event::Ended => desk::leave(app),
        // The driver ends the program.
        Event::Broken(_) => {}
    }
    std::mem::take(&mut app.out.effects)
}

/// Where the keys count now.
#[must_use]
pub fn place(app: &App) -> Place {
    if app.dialog.is_some() { Place::Dialog } else { app.page() }
}

fn key(app: &mut App, pressed: KeyEvent) {
    app.notice = None;
    if !layout::is_large_enough(app.size) {
        // Nobody sees what a key would do, whatever page it is; leaving keeps the match for next time.
        if keys::action(Place::Help, pressed) == Some(Action::Quit) {
            desk::leave(app);
        }
        return;
    }
    let place = place(app);
    let action = keys::action(place, pressed);
    if app.dialog.is_some() {
        dialog::key(app, pressed, action);
        return;
    }
    if matches!(app.screen, Screen::Setup(_)) && setup::typed(app, pressed) {
        return;
    }
    let Some(action) = action else {
        if let (Place::AnyPosition, KeyCode::Char(digit @ '0'..='9')) = (place, pressed.code) {
            dialog::digit(app, digit);
        }
        return;
    };
    act(app, place, action);
}

/// Does what a key or a click asks for at a place.
fn act(app: &mut App, place: Place, action: Action) {
    match action {
        Action::Quit => desk::quit(app),
        Action::Help if place != Place::Help => desk::help(app),
        Action::Open if place != Place::Open => open::show(app),
        _ => match place {
            Place::Home => home::key(app, action),
            Place::Setup => setup::key(app, action),
            Place::AnyPosition => hand::key(app, action),
            Place::Open => open::key(app, action),
            Place::Help => desk::help_key(app, action),
            Place::Dialog => {}
        },
    }
}

fn click(app: &mut App, column: u16, row: u16) {
    if !layout::is_large_enough(app.size) {
        return;
    }
    let key = bar::action_at(app, column, row);
    app.notice = None;
    if let Some(action) = key {
        return act(app, app.page(), action);
    }
    if app.dialog.is_some() {
        dialog::click(app, column, row);
        return;
    }
    match app.screen {
        Screen::AnyPosition => hand::click(app, column, row),
        Screen::Home => home::click(app, column, row),
        Screen::Setup(_) => setup::click(app, column, row),
        Screen::Open(_) => open::click(app, column, row),
        Screen::Help(_) => {}
    }
}

fn wheel(app: &mut App, lines: i32) {
    if !layout::is_large_enough(app.size) {
        return;
    }
    let way = if lines > 0 { Action::Down } else { Action::Up };
    match (&app.dialog, &app.screen) {
        (Some(Dialog::Which(_)), _) => dialog::step(app, way),
        (Some(_), _) => {}
        (None, Screen::AnyPosition) => hand::wheel(app, lines),
        (None, Screen::Home) => home::key(app, way),
        (None, Screen::Open(_)) => open::key(app, way),
        (None, Screen::Help(_)) => desk::help_key(app, way),
        (None, Screen::Setup(_)) => setup::key(app, way),
    }
}
