//! Converts the terminal's key events to keys of the key table.

use ratatui::crossterm::event::{KeyEvent, KeyModifiers};

pub use crate::settings::keys::{Action, Key, KeyCode, KeyContext, KeyLine, KeyMap};

/// Converts a key event to a key of the key table. Returns `None` for keys without a name, and for combinations with
/// super, hyper or meta.
pub fn pressed(event: KeyEvent) -> Option<Key> {
    if event
        .modifiers
        .intersects(KeyModifiers::SUPER | KeyModifiers::HYPER | KeyModifiers::META)
    {
        return None;
    }
    let held = |modifier| event.modifiers.contains(modifier);
    let ctrl = held(KeyModifiers::CONTROL);
    let alt = held(KeyModifiers::ALT);
    let back = event.code == KeyCode::BackTab;
    let shift = back || held(KeyModifiers::SHIFT) && !matches!(event.code, KeyCode::Char(_));
    let key = Key {
        code: if back { KeyCode::Tab } else { event.code },
        ctrl,
        alt,
        shift,
    };
    key.has_name().then_some(key)
}

pub fn action(map: &KeyMap, context: KeyContext, event: KeyEvent) -> Option<Action> {
    map.action(context, pressed(event)?)
}
