//! Parses fields of external JSON. Errors name the field, the expected value, and the value found.

use nimatron_core::language;
use nimatron_core::tr;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A message quotes at most this many characters of a value.
const SHOWN: usize = 40;

/// Formats a value for a message, shortened if it is long.
pub fn got(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    }
}

fn wrong(field: &str, expected: &str, value: &Value) -> String {
    tr!(
        "`{field}`: expected {expected}, got {got}",
        got = got(value)
    )
}

/// Deserialises a string that comes with the program, and translates it into the user's language.
///
/// # Errors
/// Returns the deserializer's error if the value is not a string.
pub fn message<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(language::translate)
}

pub fn text(field: &str, value: &Value) -> Result<String, String> {
    value
        .as_str()
        .map(str::to_owned)
        .ok_or_else(|| wrong(field, tr!("a text"), value))
}

/// Parses a non-negative integer.
pub fn number(field: &str, value: &Value) -> Result<u64, String> {
    value
        .as_u64()
        .ok_or_else(|| wrong(field, tr!("a number from 0"), value))
}

pub fn flag(field: &str, value: &Value) -> Result<bool, String> {
    value
        .as_bool()
        .ok_or_else(|| wrong(field, tr!("true or false"), value))
}

pub fn list<'v>(field: &str, of: &str, value: &'v Value) -> Result<&'v [Value], String> {
    value
        .as_array()
        .map(Vec::as_slice)
        .ok_or_else(|| wrong(field, &tr!("a list of {of}"), value))
}

/// Parses a number of seconds greater than 0.
pub fn seconds(field: &str, value: &Value) -> Result<f64, String> {
    let seconds = value.as_f64().filter(|s| *s > 0.0);
    seconds.ok_or_else(|| wrong(field, tr!("a number of seconds above 0"), value))
}
