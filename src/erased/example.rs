//! Legal moves as examples, in words.

use std::collections::BTreeMap;

use super::Game;

/// So many moves are looked at.
const SEEN: usize = 200;
/// So many kinds are shown.
const KINDS: usize = 3;

/// Moves of a position, one of each kind, with what they do: `1-2 takes 2 from pile 1`.
pub(super) fn examples<G: Game>(game: &G, at: &G::Position) -> Vec<String> {
    // By kind: a move with two equal numbers in its text teaches less which is which.
    let mut found: BTreeMap<u8, (bool, String)> = BTreeMap::new();
    for m in game.first_moves(at, SEEN) {
        let Some((kind, what)) = game.move_in_words(at, &m) else { continue };
        let text = game.move_text(at, &m);
        let clear = !has_equal_numbers(&text);
        let entry = found.entry(kind).or_insert_with(|| (clear, format!("{text} {what}")));
        if clear && !entry.0 {
            *entry = (true, format!("{text} {what}"));
        }
    }
    found.into_values().take(KINDS).map(|(_, example)| example).collect()
}

/// Whether a number comes twice in the text of a move.
fn has_equal_numbers(text: &str) -> bool {
    let numbers: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect();
    numbers.iter().enumerate().any(|(i, number)| numbers[..i].contains(number))
}
