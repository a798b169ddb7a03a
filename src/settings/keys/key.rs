//! Represents a key press and its written form: `x`, `ctrl-s`, `shift-tab`, `f1`, `space`.

use std::fmt;
use std::str::FromStr;

pub use crossterm::event::KeyCode;
use nimatron_core::language::text;
use nimatron_core::tr;

/// The keys with names: for each key, the displayed name followed by its synonyms.
const NAMES: [(KeyCode, &[&str]); 15] = [
    (KeyCode::Char(' '), &["space"]),
    (KeyCode::Enter, &["enter", "return"]),
    (KeyCode::Esc, &["esc", "escape"]),
    (KeyCode::Tab, &["tab"]),
    (KeyCode::Backspace, &["backspace"]),
    (KeyCode::Delete, &["delete", "del"]),
    (KeyCode::Insert, &["insert", "ins"]),
    (KeyCode::Left, &["left"]),
    (KeyCode::Right, &["right"]),
    (KeyCode::Up, &["up"]),
    (KeyCode::Down, &["down"]),
    (KeyCode::Home, &["home"]),
    (KeyCode::End, &["end"]),
    (KeyCode::PageUp, &["pgup", "pageup", "page-up"]),
    (KeyCode::PageDown, &["pgdn", "pagedown", "page-down"]),
];

const LAST_F: u8 = 24;

const MODIFIERS: [&str; 3] = ["ctrl-", "alt-", "shift-"];

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(_, names)| names[0]).chain(MODIFIERS)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The key; for a letter typed with shift, the upper-case letter.
    pub code: KeyCode,
    pub ctrl: bool,
    pub alt: bool,
    /// Whether the shift key is held; never set for characters, because `code` already reflects shift.
    pub shift: bool,
}

impl Key {
    pub fn plain(code: KeyCode) -> Key {
        Key {
            code,
            ctrl: false,
            alt: false,
            shift: false,
        }
    }

    /// Returns whether the key has a written form; keys such as caps lock have none.
    pub fn has_name(self) -> bool {
        matches!(self.code, KeyCode::Char(_) | KeyCode::F(_))
            || NAMES.iter().any(|(code, _)| *code == self.code)
    }

    /// Returns the displayed name, in the user's language; `Display` writes the name used in the settings file.
    pub fn label(self) -> String {
        self.written(text)
    }

    fn written(self, name: fn(&'static str) -> &'static str) -> String {
        let mut written = String::new();
        for (is_held, modifier) in [self.ctrl, self.alt, self.shift].into_iter().zip(MODIFIERS) {
            if is_held {
                written += name(modifier);
            }
        }
        match (NAMES.iter().find(|(code, _)| *code == self.code), self.code) {
            (Some((_, names)), _) => written + name(names[0]),
            (None, KeyCode::Char(c)) => format!("{written}{c}"),
            (None, KeyCode::F(n)) => format!("{written}f{n}"),
            (None, _) => written,
        }
    }

    /// Returns whether the key is a character that could be typed into a line of text.
    pub fn types(self) -> bool {
        matches!(self.code, KeyCode::Char(_)) && !self.ctrl && !self.alt
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(|name| name))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownKey {
    #[error("{}", tr!(
        "{key} is no key; expected a character, or space, enter, esc, tab, backspace, delete, insert, left, right, up, \
         down, home, end, pgup, pgdn or f1 to f{last}, with ctrl-, alt- or shift- before it where they are held",
        key = format_args!("{:?}", .0),
        last = LAST_F
    ))]
    Name(String),
    /// A key that terminals report as another key.
    #[error("{}", tr!(
        "{key} cannot be told from {other} in a terminal; expected another key",
        key = .0,
        other = .1
    ))]
    Same(String, &'static str),
    /// Ctrl-z, which suspends the program.
    #[error("{}", tr!("ctrl-z puts the program to sleep; expected another key"))]
    Sleep,
}

impl FromStr for Key {
    type Err = UnknownKey;

    fn from_str(text: &str) -> Result<Key, UnknownKey> {
        let unknown = || UnknownKey::Name(text.to_owned());
        let mut key = Key::plain(KeyCode::Esc);
        let mut rest = text;
        while let Some((held, after)) = rest
            .split_once(['-', '+'])
            .filter(|(_, after)| !after.is_empty())
        {
            match held.to_ascii_lowercase().as_str() {
                "ctrl" | "control" => key.ctrl = true,
                "alt" => key.alt = true,
                "shift" => key.shift = true,
                // The name of a key may contain a hyphen.
                _ => break,
            }
            rest = after;
        }
        let mut letters = rest.chars();
        let lower = rest.to_ascii_lowercase();
        key.code = match (letters.next(), letters.next()) {
            (Some(c), None) if !c.is_control() => KeyCode::Char(c),
            _ => (NAMES
                .iter()
                .find(|(_, names)| names.contains(&lower.as_str()))
                .map(|(code, _)| *code))
            .or_else(|| {
                let number = lower
                    .strip_prefix('f')
                    .filter(|n| !n.starts_with(['0', '+']))?
                    .parse()
                    .ok()?;
                (1..=LAST_F).contains(&number).then_some(KeyCode::F(number))
            })
            .ok_or_else(unknown)?,
        };
        if let KeyCode::Char(c) = key.code {
            if key.shift {
                if !c.is_alphabetic() {
                    return Err(unknown());
                }
                key.code = KeyCode::Char(c.to_uppercase().next().unwrap_or(c));
                key.shift = false;
            }
            if key.ctrl {
                // With ctrl, terminals do not distinguish upper and lower case.
                let c = c.to_ascii_lowercase();
                key.code = KeyCode::Char(c);
                match c {
                    'i' => return Err(UnknownKey::Same(text.to_owned(), "tab")),
                    'm' => return Err(UnknownKey::Same(text.to_owned(), "enter")),
                    '[' => return Err(UnknownKey::Same(text.to_owned(), "esc")),
                    'z' => return Err(UnknownKey::Sleep),
                    _ => {}
                }
            }
        }
        Ok(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_people_write_them_and_come_back_as_they_are_shown() {
        for (text, shown) in [
            ("x", "x"),
            ("X", "X"),
            ("shift-x", "X"),
            ("Ctrl-S", "ctrl-s"),
            ("ctrl+s", "ctrl-s"),
            ("F1", "f1"),
            ("f12", "f12"),
            ("shift-tab", "shift-tab"),
            ("space", "space"),
            (" ", "space"),
            ("-", "-"),
            ("+", "+"),
            ("ctrl--", "ctrl--"),
            ("PageUp", "pgup"),
            ("page-down", "pgdn"),
            ("Return", "enter"),
            ("alt-é", "alt-é"),
            ("ctrl-alt-left", "ctrl-alt-left"),
        ] {
            let key: Key = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(key.to_string(), shown, "{text}");
            assert_eq!(shown.parse::<Key>(), Ok(key), "{text}");
        }
    }

    #[test]
    fn what_no_terminal_sends_is_refused_with_the_reason() {
        for (text, part) in [
            ("", "is no key"),
            ("spaec", "is no key"),
            ("f0", "is no key"),
            ("f25", "is no key"),
            ("f+1", "is no key"),
            ("ctrl-", "is no key"),
            ("hyper-x", "is no key"),
            ("shift-1", "is no key"),
            ("ctrl-i", "tab"),
            ("ctrl-M", "enter"),
            ("ctrl-[", "esc"),
            ("ctrl-z", "sleep"),
        ] {
            let told = text.parse::<Key>().expect_err(text).to_string();
            assert!(
                told.contains(part) && told.contains("expected"),
                "{text}: {told}"
            );
        }
    }
}
