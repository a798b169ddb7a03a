//! Parses a move that the user types in notation or in words.

use nimatron_core::erased::{AnyPosition, Choice};
use nimatron_core::rules::sanitize;
use nimatron_core::tr;

/// The maximum number of moves to compare with the typed words.
const LOOKED_AT: usize = 4000;

/// Strips a leading `move ` or `answer `. The user can type either word to make clear whether a number is a move or an
/// answer.
pub fn strip_command_word(line: &str) -> &str {
    let word = |word: &str| {
        line.get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    ["move ", "answer "]
        .into_iter()
        .find(|w| word(w))
        .map_or(line, |word| line[word.len()..].trim())
}

/// Parses a legal move, given in its notation or in words that match no other move, such as `take 1 from pile 1`.
pub fn parse_move(position: &dyn AnyPosition, line: &str) -> Result<Choice, String> {
    let found = position
        .legal(strip_command_word(line))
        .map_err(|error| error.to_string());
    let is_word = line.chars().all(char::is_alphabetic);
    if found.is_ok() || !(line.contains(' ') || is_word) {
        return found;
    }
    let flat = |text: &str| {
        let text = sanitize::ascii(text).to_lowercase();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let said = flat(line.trim_end_matches('.'));
    // Words may be left out, but numbers may not.
    let numbers = |text: &str| {
        let parts = text
            .split(|c: char| !c.is_ascii_digit())
            .filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect::<Vec<_>>()
    };
    let is_told = |words: &str| {
        let mut rest = words.split(' ');
        numbers(words) == numbers(&said)
            && said.split(' ').all(|word| rest.any(|other| other == word))
    };
    let all = position.choices(&[], LOOKED_AT).list;
    let mut same = all
        .iter()
        .filter(|choice| is_told(&flat(&position.move_words(&choice.text))));
    match (same.next(), same.next(), all.first()) {
        (Some(choice), None, _) => Ok(choice.clone()),
        (None, _, Some(first)) if line.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            let words = position.move_words(&first.text);
            Err(tr!(
                "{line:?} is no move here; expected one such as {text}, or its words, such as {words:?}",
                text = first.text
            ))
        }
        _ => found,
    }
}
