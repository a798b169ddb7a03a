//! Keys of the terminal as the key table knows them.

use ratatui::crossterm::event::{KeyCode as Code, KeyEvent, KeyModifiers};

pub use crate::settings::keys::{Action, Key, KeyCode, KeyContext, KeyLine, KeyMap};

/// What was pressed; `None` for keys that can have no name.
pub fn pressed(event: KeyEvent) -> Option<Key> {
    if event.modifiers.intersects(KeyModifiers::SUPER | KeyModifiers::HYPER | KeyModifiers::META) {
        return None;
    }
    let held = |modifier| event.modifiers.contains(modifier);
    let (ctrl, alt) = (held(KeyModifiers::CONTROL), held(KeyModifiers::ALT));
    let shift = held(KeyModifiers::SHIFT) && !matches!(event.code, Code::Char(_));
    let code = match event.code {
        Code::Char(c) => KeyCode::Char(c),
        Code::Enter => KeyCode::Enter,
        Code::Esc => KeyCode::Esc,
        Code::Tab => KeyCode::Tab,
        Code::BackTab => return Some(Key { code: KeyCode::Tab, ctrl, alt, shift: true }),
        Code::Backspace => KeyCode::Backspace,
        Code::Delete => KeyCode::Delete,
        Code::Insert => KeyCode::Insert,
        Code::Left => KeyCode::Left,
        Code::Right => KeyCode::Right,
        Code::Up => KeyCode::Up,
        Code::Down => KeyCode::Down,
        Code::Home => KeyCode::Home,
        Code::End => KeyCode::End,
        Code::PageUp => KeyCode::PageUp,
        Code::PageDown => KeyCode::PageDown,
        Code::F(n) => KeyCode::F(n),
        _ => return None,
    };
    Some(Key { code, ctrl, alt, shift })
}

/// What a key asks for in a context.
pub fn action(map: &KeyMap, context: KeyContext, event: KeyEvent) -> Option<Action> {
    map.action(context, pressed(event)?)
}

/// Whether a key stays in the bar when there is not room for all.
pub fn stays(context: KeyContext, action: Action) -> bool {
    match action {
        Action::Help => true,
        Action::Quit => !matches!(context, KeyContext::Lesson | KeyContext::Coach),
        Action::Enter | Action::Undo => context == KeyContext::Table,
        Action::Hint => matches!(context, KeyContext::Table | KeyContext::Lesson | KeyContext::Coach),
        Action::Why => matches!(context, KeyContext::Lesson | KeyContext::Coach),
        _ => false,
    }
}
