//! Supports keyboard layouts without Latin letters: a key counts as the Latin letter at its position on an English
//! keyboard.

use std::str::FromStr;

use nimatron_core::tr;

use super::key::{Key, KeyCode};

/// The letters of an English keyboard, row by row.
const LATIN: &str = "qwertyuiopasdfghjklzxcvbnm";
const NAMED: [(&str, &str); 2] = [
    ("йцукен", "йцукенгшщзфывапролдячсмить"),
    ("greek", ";ςερτυθιοπασδφγηξκλζχψωβνμ"),
];

/// The letters of a layout in the order of `LATIN`; empty by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout(Vec<char>);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!(
    "layout cannot be {layout}; expected \"йцукен\", \"greek\", or the 26 characters in the places of {latin}, in this \
     order",
    layout = format_args!("{:?}", .0),
    latin = LATIN
))]
pub struct UnknownLayout(String);

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(text: &str) -> Result<Layout, UnknownLayout> {
        let lower = text.to_lowercase();
        let named = NAMED.iter().find(|(name, _)| *name == lower);
        let all = named.map_or(lower.as_str(), |(_, letters)| letters);
        let letters: Vec<char> = all.chars().filter(|c| !c.is_whitespace()).collect();
        let is_whole = letters.len() == LATIN.len();
        let is_distinct = (1..letters.len()).all(|i| !letters[..i].contains(&letters[i]));
        if is_whole && is_distinct {
            Ok(Layout(letters))
        } else {
            Err(UnknownLayout(text.to_owned()))
        }
    }
}

impl Layout {
    /// Returns the key that an English keyboard has at the same position, or `None` if the key is not a letter of the
    /// layout.
    pub fn latin(&self, key: Key) -> Option<Key> {
        let KeyCode::Char(c) = key.code else {
            return None;
        };
        let lower = c.to_lowercase().next().unwrap_or(c);
        let place = self.0.iter().position(|letter| *letter == lower)?;
        let latin = LATIN.chars().nth(place)?;
        let code = if c == lower {
            latin
        } else {
            latin.to_ascii_uppercase()
        };
        Some(Key {
            code: KeyCode::Char(code),
            ..key
        })
    }
}
