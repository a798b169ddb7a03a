//! Checks external JSON against a description of its fields. Errors name the field, the expected value and the actual
//! value.

use nimatron_core::games::reasons::or;
use nimatron_core::language;
use nimatron_core::tr;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// The maximum number of characters that a message quotes from a value.
const SHOWN: usize = 40;

/// Formats a value for a message, and shortens a long value.
pub fn got(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    }
}

#[derive(Clone, Copy)]
pub enum Kind {
    Any,
    Text,
    OneOf(&'static [&'static str]),
    /// An integer from 0 to the given maximum.
    Number(u64),
    Flag,
    /// A number of seconds greater than 0.
    Seconds,
    /// A list of values of the given kind. The string is the noun for the values in messages.
    List(&'static str, &'static Kind),
    /// An object whose values are strings. The string is the noun for the values in messages.
    Texts(&'static str),
}

impl Kind {
    fn check(self, field: &str, value: &Value) -> Result<(), String> {
        let expected = |expected: &str| {
            Err(tr!(
                "`{field}`: expected {expected}, got {got}",
                got = got(value)
            ))
        };
        match (self, value) {
            (Kind::Any, _) | (Kind::Text, Value::String(_)) | (Kind::Flag, Value::Bool(_)) => {
                Ok(())
            }
            (Kind::OneOf(words), Value::String(word)) if words.contains(&word.as_str()) => Ok(()),
            (Kind::OneOf(words), Value::String(_)) => {
                expected(&or(words.iter().map(|word| format!("{word:?}"))))
            }
            (Kind::Text | Kind::OneOf(_), _) => expected(tr!("a text")),
            (Kind::Flag, _) => expected(tr!("true or false")),
            (Kind::Number(most), _) => match value.as_u64() {
                Some(number) if number <= most => Ok(()),
                Some(_) => expected(&tr!("a number from 0 to {most}")),
                None => expected(tr!("a number from 0")),
            },
            (Kind::Seconds, _) if value.as_f64().is_some_and(|seconds| seconds > 0.0) => Ok(()),
            (Kind::Seconds, _) => expected(tr!("a number of seconds above 0")),
            (Kind::List(_, kind), Value::Array(list)) => {
                let mut values = (0..).zip(list);
                values.try_for_each(|(i, value)| kind.check(&format!("{field}[{i}]"), value))
            }
            (Kind::List(of, _), _) => expected(&tr!("a list of {of}")),
            (Kind::Texts(_), Value::Object(texts)) => (texts.iter())
                .try_for_each(|(name, text)| Kind::Text.check(&format!("{field}.{name}"), text)),
            (Kind::Texts(of), _) => expected(&tr!("an object of {of}")),
        }
    }
}

#[derive(Clone, Copy)]
pub struct Field {
    pub name: &'static str,
    kind: Kind,
    is_needed: bool,
}

impl Field {
    pub const fn new(name: &'static str, kind: Kind) -> Field {
        Field {
            name,
            kind,
            is_needed: false,
        }
    }

    pub const fn needed(self) -> Field {
        Field {
            is_needed: true,
            ..self
        }
    }
}

/// Checks that an object has no unknown fields, that each value is of the right kind, and that no required field is
/// missing. A field whose value is `null` counts as missing. In messages about wrong values, `path` precedes the
/// field's name.
///
/// # Errors
///
/// Returns the message from `unknown` if a field is unknown, otherwise a message about the first wrong field in the
/// order of `fields`.
pub fn check(
    object: &Map<String, Value>,
    fields: &[Field],
    path: &str,
    unknown: impl Fn(&str) -> String,
) -> Result<(), String> {
    let is_unknown = |name: &&String| fields.iter().all(|field| field.name != *name);
    if let Some(name) = object.keys().find(is_unknown) {
        return Err(unknown(name));
    }
    for Field {
        name,
        kind,
        is_needed,
    } in fields
    {
        match object.get(*name).filter(|value| !value.is_null()) {
            Some(value) => kind.check(&format!("{path}{name}"), value)?,
            None if *is_needed => return Err(tr!("the field `{name}` is missing")),
            None => {}
        }
    }
    Ok(())
}

/// Deserialises a string from a file that comes with the program, and translates the string into the user's language.
pub fn message<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(language::translate)
}
