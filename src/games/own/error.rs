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
    text.lines().enumerate().find_map(|(i, line)| {
        let indent = line.len() - line.trim_start().len();
        let name = line.trim_start().strip_prefix("fn ")?.trim_start();
        let after = name.strip_prefix(function)?.trim_start();
        after.starts_with('(').then_some((i + 1, indent + 1))
    })
}

/// Line and column of a constant.
pub(super) fn place_of_constant(text: &str, constant: &str) -> Option<(usize, usize)> {
    text.lines().enumerate().find_map(|(i, line)| {
        let indent = line.len() - line.trim_start().len();
        let name = line.trim_start().strip_prefix("const ")?.trim_start();
        name.strip_prefix(constant)?.trim_start().starts_with('=').then_some((i + 1, indent + 1))
    })
}
