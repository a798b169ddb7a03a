//! The text of the help page, made from the key table.

use crate::rules::Word;
use crate::tui::keys;
use crate::tui::pages::table::state::MatchState;
use crate::tui::pages::table::words;
use crate::tui::text::{cut, wrap};

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
    ("ID", "names a position in one line, such as star:1664; m takes one, y copies it"),
];

/// The columns of the keys' names.
pub const NAMES: usize = 10;

/// The lines at this width, of the match on the table first, if there is one: a key's name (empty in a line that goes on), and text.
#[must_use]
pub fn lines(s: Option<&MatchState>, width: usize) -> Vec<(&'static str, String)> {
    let room = width.saturating_sub(NAMES).max(10);
    let mut lines = Vec::new();
    let mut add = |name: &'static str, long: &str| {
        for (i, text) in wrap(long, room).into_iter().enumerate() {
            lines.push((if i == 0 { name } else { "" }, text));
        }
    };
    if let Some(s) = s {
        let table = s.game.table();
        add("This game", &words::title(s));
        add("rule", &table.rule());
        if let Some(choice) = table.choices(&[], 1).list.first() {
            let text = cut(&choice.text, 30);
            add("a move", &format!("is written as {text}, which is legal here: m and the move, then enter"));
        }
        add("", "");
    }
    for (name, long) in keys::help().chain(WORDS) {
        add(name, long);
    }
    add("", "");
    for word in Word::ALL {
        add("word", &format!("{}: {}", word.name(), word.definition()));
    }
    lines
}
