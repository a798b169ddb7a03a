//! The text of the help page, made from the key table.

use crate::rules::Word;
use crate::tui::keys::{KeyMap, Place};
use crate::tui::pages::table::state::MatchState;
use crate::tui::pages::table::words;
use crate::tui::text::{cut, wide, wrap};

/// What is said below the keys.
const WORDS: [(&str, &str); 6] = [
    ("digits", "begin to type a move of the pile or track the cursor is on"),
    (
        "mouse",
        "click picks or selects; click again on it plays, opens or changes it; the wheel scrolls; the keys below can be clicked too",
    ),
    ("+ - = .", "in the move list: won, given away, drawn; nothing better was there"),
    ("?", "in the verdict: not proved, and why; what is not proved is never claimed"),
    ("*", "in the title: moves that are not saved"),
    ("ID", "names a position in one line, such as star:1664; <type> takes one, <copy> copies it"),
];

/// The columns of the keys' names: more where some are long.
#[must_use]
pub fn names(map: &KeyMap) -> usize {
    map.help().iter().map(|(name, _)| wide(name) + 1).max().unwrap_or(0).clamp(10, 24)
}

/// The lines at this width: of the match on the table, if there is one, of the page that help was called from, of all
/// pages. Each is a key's name (empty in a line that goes on), and text.
#[must_use]
pub fn lines(map: &KeyMap, from: Place, s: Option<&MatchState>, width: usize) -> Vec<(String, String)> {
    let room = width.saturating_sub(names(map)).max(10);
    let mut lines = Vec::new();
    let mut add = |name: &str, long: &str| {
        for (i, text) in wrap(&map.fill(Place::Help, long), room).into_iter().enumerate() {
            lines.push((if i == 0 { name.to_owned() } else { String::new() }, text));
        }
    };
    if let Some(s) = s {
        let position = s.game.position();
        add("This game", &words::title(s));
        add("rule", &position.rule());
        if let Some(choice) = position.choices(&[], 1).list.first() {
            let text = cut(&choice.text, 30);
            add(
                "a move",
                &format!("is written as {text}, which is legal here: <type> and the move, then <enter>"),
            );
        }
        add("", "");
    }
    // At the table, and on the first page, the keys of all pages say it.
    let own: Vec<_> = match from {
        Place::Table | Place::Home | Place::Help => Vec::new(),
        place => map.help_at(place).collect(),
    };
    if !own.is_empty() {
        add("This page", from.what());
        for (name, what) in own {
            add(&name, what);
        }
        add("", "");
        add("All pages", "");
    }
    for (name, long) in map.help() {
        add(&name, &long);
    }
    for (name, long) in WORDS {
        add(name, long);
    }
    add("", "");
    for word in Word::ALL {
        add("word", &format!("{}: {}", word.name(), word.definition()));
    }
    lines
}
