//! The settings: going through them, changing them, saving them. A change holds at once.

use std::path::PathBuf;

use ratatui::crossterm::event::KeyEvent;
use tui_input::Input;

use super::layout::row_at;
use super::state::{Entering, SettingsRow, SettingsState, rows};
use crate::games;
use crate::settings::edit::Change;
use crate::settings::keys::{Action, Key, KeyCode, Place, Section};
use crate::settings::{Origin, Setting, SettingKind};
use crate::tui::app::{App, Page};
use crate::tui::effect::Effect;
use crate::tui::next::Next;
use crate::tui::theme::Theme;
use crate::tui::{field, keys, layout};

/// The position whose board shows the colours.
const SHOWN: &str = "strip:0100200";

/// Shows the page.
pub fn show(app: &mut App) {
    let scene = games::open(SHOWN, &app.library).ok().map(|position| position.scene());
    app.call(Page::Settings(SettingsState { at: 0, entering: Entering::Nothing, scene }));
}

/// The selected line.
fn selected(app: &App) -> Option<SettingsRow> {
    let Page::Settings(page) = &app.page else { return None };
    rows(&app.settings).get(page.at).copied()
}

/// A key that asks for something.
pub fn key(app: &mut App, action: Action) {
    let last = rows(&app.settings).len().saturating_sub(1);
    let Page::Settings(page) = &mut app.page else { return };
    match action {
        Action::Up => page.at = page.at.checked_sub(1).unwrap_or(last),
        Action::Down => page.at = if page.at >= last { 0 } else { page.at + 1 },
        Action::PageUp => page.at = page.at.saturating_sub(layout::PAGE),
        Action::PageDown => page.at = (page.at + layout::PAGE).min(last),
        Action::First => page.at = 0,
        Action::Last => page.at = last,
        Action::Left => turn(app, false),
        Action::Right => turn(app, true),
        Action::Pick | Action::Enter => enter(app),
        Action::Usual => to_usual(app),
        Action::Save if app.unsaved_settings.is_empty() => app.say("Nothing is changed since it was saved."),
        Action::Save => app.out.push(Effect::SaveSettings(app.unsaved_settings.clone())),
        Action::Escape | Action::Settings => {
            if !app.unsaved_settings.is_empty() {
                app.say("The changes hold until you quit; <save> on the settings page saves them.");
            }
            app.next = Some(Next::Back);
        }
        _ => {}
    }
}

/// The value of the selected line, one on or back.
fn turn(app: &mut App, forward: bool) {
    if let Some(SettingsRow::Value(setting)) = selected(app)
        && !matches!(setting.kind(), SettingKind::Folder | SettingKind::Name(_))
    {
        let value = setting.step(app.settings.value(setting), forward);
        set(app, setting, value);
    }
}

/// Changes the selected line: a choice to the next one; a folder, a name or a key is to be typed.
fn enter(app: &mut App) {
    let entering = match selected(app) {
        Some(SettingsRow::Value(setting))
            if matches!(setting.kind(), SettingKind::Folder | SettingKind::Name(_)) =>
        {
            Entering::Words(Input::new(app.settings.value(setting).to_owned()))
        }
        Some(SettingsRow::Value(_)) => return turn(app, true),
        Some(SettingsRow::Keys(..)) => Entering::Key,
        None => return,
    };
    if let Page::Settings(page) = &mut app.page {
        page.entering = entering;
    }
}

/// A setting has another value: it holds, and waits to be saved.
fn set(app: &mut App, setting: Setting, value: String) {
    app.settings.set(setting, value.clone(), Origin::Page);
    app.unsaved_settings.retain(|change| !matches!(change, Change::Value(s, _) if *s == setting));
    app.unsaved_settings.push(Change::Value(setting, value));
    app.pause_ms = app.settings.pause_ms();
    app.theme = Theme::of(&app.settings, app.traits);
    if setting == Setting::Verdict {
        app.verdict = app.settings.verdict();
    }
    if app.settings.is_colourless(setting) {
        app.say("No colours as long as $NO_COLOR is set, whatever else is said.");
    } else if let Some(origin) = app.settings.goes_before(setting) {
        app.say(format!("It holds until you quit: next time {origin} goes before the file."));
    }
}

/// An action has other keys, or the usual ones: they hold, unless one of them would mean two things.
fn bind(app: &mut App, section: Section, action: Action, new: Option<Vec<Key>>) {
    let mut changes = app.settings.changes().clone();
    match &new {
        Some(keys) => drop(changes.insert((section, action), (keys.clone(), Origin::Page))),
        None => drop(changes.remove(&(section, action))),
    }
    if let Err(conflict) = app.settings.change_keys(changes) {
        return app.complain(format!("{conflict}: give one of them another key first."));
    }
    app.keys = app.settings.keys().clone();
    let same = |change: &Change| matches!(change, Change::Keys(s, a, _) if (*s, *a) == (section, action));
    app.unsaved_settings.retain(|change| !same(change));
    app.unsaved_settings.push(Change::Keys(section, action, new));
}

/// Back to what is usual.
fn to_usual(app: &mut App) {
    match selected(app) {
        Some(SettingsRow::Value(setting)) => set(app, setting, setting.usual().to_owned()),
        Some(SettingsRow::Keys(section, action)) => bind(app, section, action, None),
        None => {}
    }
    let last = rows(&app.settings).len().saturating_sub(1);
    if let Page::Settings(page) = &mut app.page {
        page.at = page.at.min(last);
    }
}

/// A key while a folder or a key is being entered; whether it is used up by this.
pub fn typed(app: &mut App, pressed: KeyEvent) -> bool {
    let asked = keys::action(&app.keys, Place::Text, pressed);
    let row = selected(app);
    let Page::Settings(page) = &mut app.page else { return false };
    match &mut page.entering {
        Entering::Nothing => return false,
        Entering::Words(input) => match asked {
            Some(Action::Enter) => {
                let value = input.value().trim().to_owned();
                page.entering = Entering::Nothing;
                if let Some(SettingsRow::Value(setting)) = row {
                    match setting.read(&value) {
                        Ok(value) => set(app, setting, value),
                        Err(error) => app.complain(format!("{error}.")),
                    }
                    if setting == Setting::Saves && app.notice.is_none() {
                        app.say("It holds from the next start on.");
                    }
                }
            }
            Some(Action::Escape) => page.entering = Entering::Nothing,
            Some(_) => return false,
            None => drop(field::edit(input, pressed)),
        },
        Entering::Key => {
            page.entering = Entering::Nothing;
            let key = keys::pressed(pressed).filter(|key| *key != Key::plain(KeyCode::Esc));
            if let (Some(key), Some(SettingsRow::Keys(section, action))) = (key, row) {
                // It takes the place of the first one, which is the one that is shown.
                let others = app.settings.keys_of(section, action).into_iter().skip(1).filter(|k| *k != key);
                let all = std::iter::once(key).chain(others).collect();
                if section == Section::Only(Place::Text) && key.types() {
                    app.complain(format!("{key} would be typed there: expected a key that is no character."));
                } else {
                    bind(app, section, action, Some(all));
                }
            }
        }
    }
    true
}

/// Text was pasted: into the path of a folder.
pub fn paste(app: &mut App, text: &str) {
    if let Page::Settings(SettingsState { entering: Entering::Words(input), .. }) = &mut app.page {
        field::insert(input, text);
    }
}

/// A click on a line selects it; on the selected one, changes it.
pub fn click(app: &mut App, column: u16, row: u16) {
    let count = rows(&app.settings).len();
    let Page::Settings(page) = &mut app.page else { return };
    let Some(at) = row_at(app.size, page, column, row).filter(|&at| at < count) else { return };
    page.entering = Entering::Nothing;
    if at == page.at {
        enter(app);
    } else {
        page.at = at;
    }
}

/// The wheel goes through the list.
pub fn wheel(app: &mut App, lines: i32) {
    key(app, if lines > 0 { Action::Down } else { Action::Up });
}

/// The changes were written, or not.
pub fn saved(app: &mut App, result: Result<PathBuf, String>) {
    match result {
        Ok(path) => {
            app.unsaved_settings.clear();
            app.settings.note_saved();
            app.say(format!("Saved: {}", path.display()));
        }
        Err(why) => app.complain(format!("The settings hold, but are not saved: {why}")),
    }
}
