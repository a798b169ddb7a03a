//! Translates messages into the user's language.
//!
//! Messages are written in English in the code that shows them. [`tr!`](crate::tr) looks each one up in the
//! [`Catalogue`] that the program has loaded, and uses the English message if there is no catalogue or no translation.
//! Adding a language therefore takes one file and no change to the code:
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
//! - A message is a whole sentence where possible, and at least a whole phrase. A sentence with a number that may be
//!   one is two messages, a singular and a plural.
//! - Values are written as in `format!`: `{name:?}` is quoted in every language.
//! - A constant cannot be looked up at compile time: it is marked with [`tr_key!`](crate::tr_key) and looked up by
//!   [`text`] where it is shown.
//! - Text that a person types or a program reads is not a message: IDs, moves, commands, options, settings, fields of
//!   JSON.
//!
//! # Why not message files, or a renderer of facts
//!
//! Measured on one sentence of Fibonacci nim: a message of the `fluent` library takes 1.0 µs, an exhaustive match over
//! facts 0.16 µs, and `tr!` in English as long as `format!`. With keys and message files, the English text is far from
//! the condition under which it is true, a forgotten value shows only at run time, and every message needs a name as
//! well. With matches, a second language is a second copy of every match, in Rust. Here the compiler checks the values
//! of the English messages, and a test checks the rest: it collects every message in the sources, makes a language in
//! which all their vowels are doubled and accented, and finds text left in English on the pages and in the answers.

use std::collections::HashMap;
use std::fmt::{Display, Write};
use std::sync::OnceLock;

/// The translations of one language: the English message and its translation.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    messages: HashMap<String, String>,
}

/// The catalogue of the chosen language; not set while messages are in English.
static SPOKEN: OnceLock<Catalogue> = OnceLock::new();

/// The reason why a catalogue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// The text is not an object of strings in JSON.
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
    /// A language was chosen before.
    #[error("the language is chosen already")]
    Chosen,
}

impl Catalogue {
    /// Reads a catalogue from JSON: an object of English messages and their translations.
    ///
    /// # Errors
    /// Returns a [`CatalogueError`] if the text is not such an object, or if a translation names a value that its
    /// message does not have.
    pub fn parse(json: &str) -> Result<Catalogue, CatalogueError> {
        let messages: HashMap<String, String> = serde_json::from_str(json)?;
        for (message, translation) in &messages {
            let known: Vec<&str> = names(message).collect();
            if let Some(name) = names(translation).find(|name| !known.contains(name)) {
                return Err(CatalogueError::Value {
                    message: message.clone(),
                    name: name.to_owned(),
                });
            }
        }
        Ok(Catalogue { messages })
    }

    /// Uses this language from now on, in the whole process.
    ///
    /// # Errors
    /// Returns [`CatalogueError::Chosen`] if a language was chosen before.
    pub fn speak(self) -> Result<(), CatalogueError> {
        SPOKEN.set(self).map_err(|_| CatalogueError::Chosen)
    }
}

/// Returns the names in braces of a message, in order.
fn names(message: &str) -> impl Iterator<Item = &str> {
    message
        .split('{')
        .skip(1)
        .filter_map(|part| Some(part.split_once('}')?.0))
}

/// Returns whether messages are shown in English, as they are written in the code.
pub fn is_english() -> bool {
    SPOKEN.get().is_none()
}

/// Returns the translation of a message; `None` in English, or if the catalogue lacks the message.
pub fn template(english: &str) -> Option<&'static str> {
    SPOKEN.get()?.messages.get(english).map(String::as_str)
}

/// Returns a message without values in the user's language.
pub fn text(english: &str) -> &str {
    template(english).unwrap_or(english)
}

/// Returns a text from one of the program's files, such as a lesson, in the user's language.
pub fn translate(text: String) -> String {
    match template(&text) {
        Some(translation) => translation.to_owned(),
        None => text,
    }
}

/// Renders a translation with its values in place of their names.
pub fn fill(template: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, (name, after))) = rest
        .split_once('{')
        .and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        filled.push_str(before);
        match values.iter().find(|value| value.0 == name) {
            Some((_, value)) => write!(filled, "{value}").unwrap_or_default(),
            None => filled.push_str(name),
        }
        rest = after;
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_translation_may_order_its_values_in_its_own_way() {
        let values: [(&str, &dyn Display); 2] = [("taken", &2), ("pile", &"3")];
        assert_eq!(
            fill("nimm vom {pile}. Haufen {taken}!", &values),
            "nimm vom 3. Haufen 2!"
        );
        assert_eq!(fill("ohne Werte", &values), "ohne Werte");
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
    }
}
