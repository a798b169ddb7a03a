//! Translates messages into the user's language.
//!
//! Messages are written in English in the code that shows them. [`tr!`](crate::tr) looks each message up in the
//! [`Catalogue`] that the program has loaded, and uses the English message if there is no catalogue or no translation.
//!
//! ```
//! use nimatron_core::tr;
//!
//! let (taken, pile) = (2, 3);
//! // A message without values is a `&'static str`, which costs one load of a pointer.
//! assert_eq!(tr!("nim-sum"), "nim-sum");
//! // A message with values is a `String`. Each value is named, and a translation may use the names in another order.
//! assert_eq!(tr!("take {taken} from pile {pile}"), "take 2 from pile 3");
//! assert_eq!(tr!("{n} left", n = 7 - taken), "5 left");
//! ```
//!
//! Rules for messages:
//!
//! - A message is a whole sentence where possible, and at least a whole phrase. A sentence with a number that may be 1
//!   is written as two messages: singular and plural.
//! - Values and braces are written as in `format!`: `{name:?}` is quoted in every language, and `{{` is a brace.
//! - A message in a constant cannot be translated at compile time. Mark it with [`tr_key!`](crate::tr_key), and call
//!   [`text`] where it is shown.
//! - Text that a person types or a program reads is not a message: IDs, moves, commands, options, settings, JSON
//!   fields.

use std::collections::HashMap;
use std::fmt::{Display, Write};
use std::sync::OnceLock;

/// The translations into one language, keyed by the English message.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    messages: HashMap<String, String>,
}

/// The catalogue of the chosen language; not set while messages are in English.
static SPOKEN: OnceLock<Catalogue> = OnceLock::new();

/// The reason why a catalogue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// The text is not a JSON object whose values are strings.
    #[error("not an object of messages: {0}")]
    Syntax(#[from] serde_json::Error),
    /// A translation names a value that its message does not have.
    #[error("the translation of {message:?} has no value {{{name}}}")]
    Value {
        /// The message in English.
        message: String,
        /// The unknown name.
        name: String,
    },
    /// A language has already been chosen.
    #[error("the language is chosen already")]
    Chosen,
}

impl Catalogue {
    /// Parses a catalogue from a JSON object that maps English messages to their translations.
    ///
    /// # Errors
    /// Returns a [`CatalogueError`] if the text is not a JSON object of strings, or if a translation names a value that
    /// its message does not have.
    pub fn parse(json: &str) -> Result<Catalogue, CatalogueError> {
        let mut messages: HashMap<String, String> = serde_json::from_str(json)?;
        for (message, translation) in &mut messages {
            let known: Vec<&str> = names(message).collect();
            if let Some(name) = names(translation).find(|name| !known.contains(name)) {
                return Err(CatalogueError::Value {
                    message: message.clone(),
                    name: name.to_owned(),
                });
            }
            // A message without values is shown without rendering, so replace its doubled braces here.
            if known.is_empty() {
                *translation = filled(translation, |_, _| None);
            }
        }
        Ok(Catalogue { messages })
    }

    /// Shows messages in this language from now on, in the whole process.
    ///
    /// # Errors
    /// Returns [`CatalogueError::Chosen`] if a language has already been chosen.
    pub fn speak(self) -> Result<(), CatalogueError> {
        SPOKEN.set(self).map_err(|_| CatalogueError::Chosen)
    }
}

enum Piece<'m> {
    Text(&'m str),
    /// The name of a value, with its format.
    Value(&'m str),
}

/// Splits a message into pieces. As in `format!`, a brace in the text is written twice.
fn pieces(message: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = message;
    std::iter::from_fn(move || {
        let (piece, after) = match *rest.as_bytes() {
            [] => return None,
            [b'{', b'{', ..] | [b'}', b'}', ..] => (Piece::Text(&rest[..1]), &rest[2..]),
            [b'{' | b'}', ..] => match rest.bytes().position(|b| b == b'}') {
                Some(end @ 1..) => (Piece::Value(&rest[1..end]), &rest[end + 1..]),
                _ => (Piece::Text(&rest[..1]), &rest[1..]),
            },
            ref bytes => {
                let end = memchr::memchr2(b'{', b'}', bytes).unwrap_or(bytes.len());
                (Piece::Text(&rest[..end]), &rest[end..])
            }
        };
        rest = after;
        Some(piece)
    })
}

fn names(message: &str) -> impl Iterator<Item = &str> {
    pieces(message).filter_map(|piece| match piece {
        Piece::Value(name) => Some(name),
        Piece::Text(_) => None,
    })
}

/// Returns whether messages are shown in English, as they are written in the code.
pub fn is_english() -> bool {
    SPOKEN.get().is_none()
}

/// Returns the translation of a message; `None` in English, or if the catalogue lacks the message.
pub fn template(english: &str) -> Option<&'static str> {
    SPOKEN.get()?.messages.get(english).map(String::as_str)
}

/// Translates a message that contains no values into the user's language.
pub fn text(english: &str) -> &str {
    template(english).unwrap_or(english)
}

/// Translates text from one of the program's files, such as a lesson, into the user's language.
pub fn translate(text: String) -> String {
    match template(&text) {
        Some(translation) => translation.to_owned(),
        None => text,
    }
}

/// Renders a message. The values must be in the order in which their names appear in the English message.
pub fn say(english: &str, values: &[&dyn Display]) -> String {
    match template(english) {
        None => filled(english, |i, _| values.get(i).copied()),
        Some(translation) => filled(translation, |_, name| {
            let i = names(english).position(|other| other == name)?;
            values.get(i).copied()
        }),
    }
}

fn filled<'v>(message: &str, value_of: impl Fn(usize, &str) -> Option<&'v dyn Display>) -> String {
    let mut text = String::with_capacity(message.len() + 16);
    let mut values = 0;
    for piece in pieces(message) {
        match piece {
            Piece::Text(piece) => text.push_str(piece),
            Piece::Value(name) => {
                if let Some(value) = value_of(values, name) {
                    // Writing to a `String` cannot fail.
                    let _ = write!(text, "{value}");
                }
                values += 1;
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_translation_may_order_its_values_in_its_own_way() {
        let values: [&dyn Display; 2] = [&2, &"3"];
        let german = |i, name: &str| match name {
            "taken" => Some(values[0]),
            _ => (i < 2).then_some(values[1]),
        };
        assert_eq!(
            filled("nimm vom {pile}. Haufen {taken}!", german),
            "nimm vom 3. Haufen 2!"
        );
        assert_eq!(filled("ohne Werte", german), "ohne Werte");
    }

    #[test]
    fn braces_are_written_twice() {
        let n = 3;
        assert_eq!(tr!("{{{n}}}, {{{{"), "{3}, {{");
        assert_eq!(tr!("a list: {{1, 2}}"), "a list: {1, 2}");
        let json =
            r#"{"a list: {{1, 2}}": "eine Liste: {{1, 2}}", "{{{n}}}": "}}{n}{{", "{": "{"}"#;
        let catalogue = Catalogue::parse(json).unwrap().messages;
        assert_eq!(catalogue["a list: {{1, 2}}"], "eine Liste: {1, 2}");
        assert_eq!(filled(&catalogue["{{{n}}}"], |_, _| Some(&n)), "}3{");
        assert_eq!(catalogue["{"], "{");
    }

    #[test]
    fn a_catalogue_with_unknown_values_is_refused() {
        let error = Catalogue::parse(r#"{"{n} left": "{m} übrig"}"#);
        assert_eq!(
            error.map(|_| ()).map_err(|error| error.to_string()),
            Err("the translation of \"{n} left\" has no value {m}".to_owned())
        );
        assert!(Catalogue::parse("[]").is_err());
    }

    #[test]
    fn english_is_spoken_without_a_catalogue() {
        let n = 3;
        assert_eq!(tr!("{n} of {all} left", all = n + 2), "3 of 5 left");
        assert_eq!(tr!("nothing left"), "nothing left");
        assert_eq!(tr!("after {n:02}"), "after 03");
        assert_eq!(tr!("{n}, {n:?} and {m}", m = [1].len()), "3, 3 and 1");
    }
}
