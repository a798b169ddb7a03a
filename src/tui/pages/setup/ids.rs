//! The ID that the form says, and what is wrong with it, told where the person sees it.

use tui_input::Input;

use super::state::SetupState;
use crate::erased::{AnyPosition, Entry};
use crate::games;
use crate::rules::{Convention, IdError, Library};

/// The convention that an ID names in front, and the rest of it.
pub fn named(id: &str) -> (Option<Convention>, &str) {
    let line = id.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let convention =
        [Convention::Normal, Convention::Misere].into_iter().find(|c| c.word().eq_ignore_ascii_case(first));
    (convention, if convention.is_some() { rest.trim_start() } else { line })
}

/// The sum of the parts that are not empty. What is wrong is told by the part and the column in it.
pub fn sum(setup: &mut SetupState, library: &Library) -> Result<Box<dyn AnyPosition>, String> {
    let parts: Vec<(usize, &str)> = (setup.parts.iter().map(Input::value).enumerate())
        .filter(|(_, text)| !text.trim().is_empty())
        .collect();
    let Some((_, first)) = parts.first() else { return Err("The sum has no part yet.".to_owned()) };
    // One part alone would be played by its own game's convention; the first part may name one, as in an ID.
    let mut id = match named(first).0 {
        Some(own) => {
            setup.convention = Some(own);
            String::new()
        }
        None => setup.convention.map_or(String::new(), |c| format!("{} ", c.word())),
    };
    let mut spans = Vec::new();
    for (i, text) in parts {
        if !spans.is_empty() {
            id.push_str(" + ");
        }
        let start = id.chars().count();
        id.push_str(text);
        // An end that is missing stands one column behind the part.
        spans.push((i, start + 1..start + text.chars().count() + 2));
    }
    games::open(&id, library).map_err(|mut e| match spans.iter().find(|(_, s)| s.contains(&e.column)) {
        Some((i, span)) => {
            e.column = e.column + 1 - span.start;
            format!("Part {}, {e}", i + 1)
        }
        None => e.what,
    })
}

/// What is wrong with the fields: the ID made of them is not in sight, so the column is told in the field it came from,
/// or else the ID along with it.
pub fn in_fields(setup: &SetupState, entry: &Entry, id: &str, mut error: IdError) -> String {
    let values = setup.values();
    let at = error.column;
    let mut found = Vec::new();
    for (field, value) in entry.setup.fields.iter().zip(&values).filter(|(_, v)| !v.is_empty()) {
        for (byte, _) in id.match_indices(value.as_str()) {
            let start = id[..byte].chars().count() + 1;
            if (start..=start + value.chars().count()).contains(&at) {
                found.push((field.name, start));
            }
        }
    }
    match found.as_slice() {
        [(name, start)] => {
            error.column = at + 1 - start;
            format!("{name}, {error}")
        }
        _ => format!("In {id}, {error}"),
    }
}
