//! Chooses example moves, one of each kind, and describes them.

const KINDS: usize = 3;

/// Picks one move of each kind, for up to [`KINDS`] kinds. Prefers moves without two equal numbers, so that the
/// reader can tell the numbers apart.
pub(super) fn clearest(seen: impl Iterator<Item = (String, String)>) -> Vec<String> {
    let mut found: Vec<(String, bool, String)> = Vec::new();
    for (words, text) in seen {
        let kind = kind(&text);
        let clear = !has_equal_numbers(&text);
        let example = format!("{text} ({words})");
        match found.iter_mut().find(|(known, ..)| *known == kind) {
            Some(known) if clear && !known.1 => *known = (kind, clear, example),
            Some(_) => {}
            None => found.push((kind, clear, example)),
        }
    }
    let examples = found.into_iter().map(|(.., example)| example);
    examples.take(KINDS).collect()
}

/// Returns a key for the kind of a move: the punctuation in its text. In comma-separated lists of amounts, the key also
/// contains the zeros.
fn kind(text: &str) -> String {
    let is_list = text.contains(',');
    let amounts = text.split_inclusive(|c: char| c.is_ascii_punctuation());
    let marks = |amount: &str| -> String {
        let is_zero = is_list && amount.trim_end_matches(',') == "0";
        let kept = |c: &char| is_zero || c.is_ascii_punctuation();
        amount.chars().filter(kept).collect()
    };
    amounts.map(marks).collect()
}

fn has_equal_numbers(text: &str) -> bool {
    let numbers: Vec<&str> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|n| !n.is_empty())
        .collect();
    numbers
        .iter()
        .enumerate()
        .any(|(i, number)| numbers[..i].contains(number))
}
