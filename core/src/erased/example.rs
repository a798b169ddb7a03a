//! Legal moves as examples, in words.

use std::collections::BTreeMap;

use super::Game;

/// This many moves are looked at.
const SEEN: usize = 200;
/// This many kinds are shown.
const KINDS: usize = 3;

/// Moves of a position, one of each kind, with what they mean: `1-2 (take 2 from pile 1)`.
pub(super) fn examples<G: Game>(game: &G, at: &G::Position) -> Vec<String> {
    // By kind: a move with two equal numbers in its text teaches less which is which.
    let mut found: BTreeMap<u8, (bool, String)> = BTreeMap::new();
    for m in game.first_moves(at, SEEN) {
        let (text, words) = (game.move_text(at, &m), game.move_in_words(at, &m));
        let clear = !has_equal_numbers(&text);
        let entry =
            found.entry(game.move_kind(at, &m)).or_insert_with(|| (clear, format!("{text} ({words})")));
        if clear && !entry.0 {
            *entry = (true, format!("{text} ({words})"));
        }
    }
    found.into_values().take(KINDS).map(|(_, example)| example).collect()
}

/// Whether a number comes twice in the text of a move.
fn has_equal_numbers(text: &str) -> bool {
    let numbers: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect();
    numbers.iter().enumerate().any(|(i, number)| numbers[..i].contains(number))
}
