//! Errors of scripts. A fault is what is wrong with a script: its text names the file, the place and what was being asked.

use rhai::Dynamic;

use crate::rules::{ScriptText, Stop};

/// Why a script gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// The caller's limits want the work to end.
    #[error("{0}")]
    Stopped(Stop),
    /// The script is at fault.
    #[error("{0}")]
    Fault(String),
}

impl From<ScriptError> for Stop {
    fn from(error: ScriptError) -> Stop {
        match error {
            ScriptError::Stopped(stop) => stop,
            ScriptError::Fault(what) => Stop::not_proved(what),
        }
    }
}

impl From<Stop> for ScriptError {
    fn from(stop: Stop) -> ScriptError {
        ScriptError::Stopped(stop)
    }
}

/// A value in words, cut when long.
pub(super) fn named(value: &Dynamic) -> String {
    if value.is_unit() {
        return "nothing, ()".to_owned();
    }
    let shown = |text: String| text.chars().take(30).collect::<String>();
    match value.type_name() {
        "i64" | "f64" | "bool" => value.to_string(),
        "string" => format!("the string {:?}", shown(value.to_string())),
        "array" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        other => format!("a value of the type {other}"),
    }
}

pub(super) fn fault(
    source: &ScriptText,
    at: Option<(usize, usize)>,
    what: &str,
    asked: Option<&str>,
) -> ScriptError {
    let place = at.map_or(String::new(), |(line, column)| format!(", line {line}, column {column}"));
    let asked = asked.map_or(String::new(), |asked| format!("; asked for {asked}"));
    ScriptError::Fault(format!("{}{place}: {what}{asked}", source.file))
}

/// Line and column, from 1, of a function's definition.
pub(super) fn place_of(text: &str, function: &str) -> Option<(usize, usize)> {
    place_of_words(text, ["fn", function, "("])
}

/// Line and column of a constant.
pub(super) fn place_of_constant(text: &str, constant: &str) -> Option<(usize, usize)> {
    place_of_words(text, ["const", constant, "="])
}

/// Where these words first stand one after the other, outside of comments and texts.
fn place_of_words(text: &str, words: [&str; 3]) -> Option<(usize, usize)> {
    let found = code_words(text);
    let at =
        found.windows(3).find(|three| three.iter().zip(words).all(|((_, word), wanted)| *word == wanted))?;
    let before = &text[..at[0].0];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    Some((before.matches('\n').count() + 1, before[start..].chars().count() + 1))
}

/// The names, numbers and single signs of a script, each with where it begins, without comments and texts.
fn code_words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let of_name = |c: char| c.is_alphanumeric() || c == '_';
        let length = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            '"' | '`' | '\'' => quoted_length(rest, first),
            _ if first.is_whitespace() => first.len_utf8(),
            _ => {
                let length = match of_name(first) {
                    true => rest.find(|c| !of_name(c)).unwrap_or(rest.len()),
                    false => first.len_utf8(),
                };
                words.push((at, &rest[..length]));
                length
            }
        };
        at += length;
    }
    words
}

/// The bytes of a text in quotes, with both.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote != '`' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}
