//! A move as a person types it: in its notation, or in the words that tell it.

use nimatron_core::erased::{AnyPosition, Choice};
use nimatron_core::rules::sanitize;

/// How many moves are compared with words that were typed.
const LOOKED_AT: usize = 4000;

/// What was typed itself, where a word before it tells it from the number of a list.
pub fn itself(line: &str) -> &str {
    let word = |word: &str| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    ["move ", "answer "].into_iter().find(|w| word(w)).map_or(line, |word| line[word.len()..].trim())
}

/// A legal move, as it is typed or in the words that tell it, such as `take 1 from pile 1`, where one move alone is told
/// so.
///
/// Errors: what was expected instead.
pub fn meant(position: &dyn AnyPosition, line: &str) -> Result<Choice, String> {
    let found = position.legal(itself(line)).map_err(|error| error.to_string());
    if found.is_ok() || !line.contains(' ') {
        return found;
    }
    let flat = |text: &str| {
        let text = sanitize::ascii(text).to_lowercase();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let said = flat(line.trim_end_matches('.'));
    let mut same = position.choices(&[], LOOKED_AT).list;
    same.retain(|choice| flat(&position.move_words(&choice.text)) == said);
    match same.pop() {
        Some(choice) if same.is_empty() => Ok(choice),
        _ => found,
    }
}
