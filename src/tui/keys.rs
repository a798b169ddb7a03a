//! The key table. What a key does, the help page and the key bar all come from here.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// To the left neighbour.
    Left,
    /// To the right neighbour.
    Right,
    /// To the neighbour above.
    Up,
    /// To the neighbour below.
    Down,
    /// Pick or let go what the cursor is on.
    Pick,
    /// Play what is picked, or choose.
    Enter,
    /// Clear, or go back.
    Escape,
    /// Take a move back.
    Undo,
    /// Play it again.
    Redo,
    /// Back to the last position you were winning.
    UndoToWin,
    /// To the start of the game, or of a list.
    First,
    /// To its end.
    Last,
    /// A page back in a list or a text.
    PageUp,
    /// A page on.
    PageDown,
    /// Show or hide the verdict.
    Verdict,
    /// A hint: where, then what.
    Hint,
    /// What every move can still do.
    AllMoves,
    /// The perfect line from here.
    WhatIf,
    /// What the words in the panel mean.
    Glossary,
    /// Type a move, or paste a position.
    Type,
    /// Copy the position's ID.
    Copy,
    /// Save the match.
    Save,
    /// Open a saved game.
    Open,
    /// A new game.
    New,
    /// Edit the position.
    Edit,
    /// Give up.
    Resign,
    /// The same start again.
    Rematch,
    /// Let the players change sides; in the atlas, the convention.
    Swap,
    /// Review the match.
    Review,
    /// The mistake before.
    PreviousMistake,
    /// The next mistake.
    NextMistake,
    /// From trying again back to the review.
    BackToReview,
    /// The tree of moves.
    Tree,
    /// The atlas.
    Atlas,
    /// The puzzles.
    Puzzles,
    /// The record of play.
    Record,
    /// Continue the match on the table.
    Continue,
    /// The lessons.
    Lesson,
    /// A game to begin with.
    EasyGame,
    /// Help.
    Help,
    /// Leave the program.
    Quit,
}

/// Where a key counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The home screen.
    Home,
    /// Setting up a game.
    Setup,
    /// The table.
    Table,
    /// The list of saved games.
    Open,
    /// The help page.
    Help,
    /// The review of a match.
    Review,
    /// The puzzles.
    Puzzles,
    /// The tree of moves.
    Tree,
    /// The atlas.
    Atlas,
    /// The record of play.
    Record,
    /// A lesson.
    Lesson,
    /// The list of lessons.
    Lessons,
    /// What every move can still do.
    Moves,
    /// The perfect line.
    Line,
    /// A list or a question over the table.
    Dialog,
}

/// One line of the key table.
pub struct Binding {
    /// The keys.
    pub keys: &'static [Key],
    /// How they are called.
    pub name: &'static str,
    /// What they do, in a word or two, for the key bar; empty where the bar does not show them.
    pub short: &'static str,
    /// What they do, for the help page.
    pub long: &'static str,
    /// What they ask for; as many as there are keys, or one for all.
    pub actions: &'static [Action],
    /// Where they count.
    pub places: &'static [Place],
}

impl Binding {
    /// What a click on it asks for; `None` where its keys ask for several things.
    #[must_use]
    pub fn action(&self) -> Option<Action> {
        self.actions.first().filter(|_| self.actions.len() == 1).copied()
    }
}

/// A key that answers a question: what it is called, what it does, and the key.
pub type PromptKey = (&'static str, &'static str, KeyCode);

/// A key as it is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character.
    Char(char),
    /// A character with the control key held.
    Ctrl(char),
    /// Any other key.
    Code(KeyCode),
}

impl Key {
    /// Whether this is what was pressed.
    fn is(self, key: KeyEvent) -> bool {
        let held = key.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SUPER);
        match self {
            Key::Char(c) => held.is_empty() && key.code == KeyCode::Char(c),
            Key::Ctrl(c) => held == KeyModifiers::CONTROL && key.code == KeyCode::Char(c),
            Key::Code(code) => held.is_empty() && key.code == code,
        }
    }
}

use Action as A;
use Key::{Char, Code, Ctrl};
use Place::{
    Atlas, Dialog, Help, Home, Lesson, Lessons, Line, Moves, Open, Puzzles, Record, Review, Setup, Table,
    Tree,
};

const EVERYWHERE: &[Place] = &[
    Home, Setup, Table, Open, Help, Review, Puzzles, Tree, Atlas, Record, Lesson, Lessons, Moves, Line,
    Dialog,
];
const ARROWS: &[Key] = &[
    Code(KeyCode::Left),
    Code(KeyCode::Right),
    Code(KeyCode::Up),
    Code(KeyCode::Down),
    Char('h'),
    Char('l'),
    Char('k'),
    Char('j'),
];
const DIRECTIONS: &[Action] = &[A::Left, A::Right, A::Up, A::Down, A::Left, A::Right, A::Up, A::Down];

/// The key table, in the order of the help page and the key bar.
pub static KEYS: &[Binding] = &[
    Binding {
        keys: ARROWS,
        name: "arrows",
        short: "move",
        long: "or hjkl: to the neighbour in that direction, as the eye sees it",
        actions: DIRECTIONS,
        places: &[Table, Lesson],
    },
    Binding {
        keys: ARROWS,
        name: "arrows",
        short: "choose",
        long: "",
        actions: DIRECTIONS,
        places: &[Home, Setup, Open, Lessons, Dialog],
    },
    Binding { keys: ARROWS, name: "arrows", short: "look", long: "", actions: DIRECTIONS, places: &[Moves] },
    Binding { keys: ARROWS, name: "arrows", short: "step", long: "", actions: DIRECTIONS, places: &[Line] },
    Binding {
        keys: ARROWS,
        name: "arrows",
        short: "scroll",
        long: "",
        actions: DIRECTIONS,
        places: &[Help, Record],
    },
    Binding {
        keys: ARROWS,
        name: "arrows",
        short: "walk",
        long: "",
        actions: DIRECTIONS,
        places: &[Puzzles, Tree, Atlas],
    },
    Binding { keys: ARROWS, name: "arrows", short: "", long: "", actions: DIRECTIONS, places: &[Review] },
    Binding {
        keys: &[Char('['), Char(']')],
        name: "[ ]",
        short: "step",
        long: "in a review: the move before, the next move",
        actions: &[A::Left, A::Right],
        places: &[Review],
    },
    Binding {
        keys: &[Char('{'), Char('}')],
        name: "{ }",
        short: "mistake",
        long: "in a review: the mistake before, the next mistake",
        actions: &[A::PreviousMistake, A::NextMistake],
        places: &[Review],
    },
    Binding {
        keys: &[Code(KeyCode::Enter)],
        name: "enter",
        short: "try again",
        long: "",
        actions: &[A::Enter],
        places: &[Review],
    },
    Binding {
        keys: &[Char('t')],
        name: "t",
        short: "better move",
        long: "",
        actions: &[A::Hint],
        places: &[Review],
    },
    Binding {
        keys: &[Code(KeyCode::Enter)],
        name: "enter",
        short: "play",
        long: "",
        actions: &[A::Enter],
        places: &[Puzzles, Tree, Atlas],
    },
    Binding {
        keys: &[Char(' ')],
        name: "space",
        short: "open, close",
        long: "",
        actions: &[A::Pick],
        places: &[Tree],
    },
    Binding {
        keys: &[Char('v')],
        name: "v",
        short: "values",
        long: "",
        actions: &[A::Verdict],
        places: &[Atlas],
    },
    Binding {
        keys: &[Char('w')],
        name: "w",
        short: "convention",
        long: "",
        actions: &[A::Swap],
        places: &[Atlas],
    },
    Binding {
        keys: &[Code(KeyCode::PageUp), Code(KeyCode::PageDown)],
        name: "pgup pgdn",
        short: "game",
        long: "",
        actions: &[A::PageUp, A::PageDown],
        places: &[Atlas],
    },
    Binding {
        keys: &[Char('X')],
        name: "X",
        short: "forget all",
        long: "",
        actions: &[A::Resign],
        places: &[Record],
    },
    Binding {
        keys: &[Char(' ')],
        name: "space",
        short: "pick",
        long: "pick what the cursor is on, or let it go; two computers: stop and go on",
        actions: &[A::Pick],
        places: &[Table, Lesson],
    },
    Binding { keys: &[Char(' ')], name: "space", short: "", long: "", actions: &[A::Pick], places: &[Setup] },
    Binding {
        keys: &[Code(KeyCode::Enter)],
        name: "enter",
        short: "play",
        long: "play what is picked, or else what the cursor is on",
        actions: &[A::Enter],
        places: &[Table],
    },
    Binding {
        keys: &[Code(KeyCode::Enter)],
        name: "enter",
        short: "go",
        long: "",
        actions: &[A::Enter],
        places: &[Home, Open, Lessons, Dialog],
    },
    Binding {
        keys: &[Code(KeyCode::Enter)],
        name: "enter",
        short: "play",
        long: "",
        actions: &[A::Enter],
        places: &[Setup],
    },
    Binding {
        keys: &[Code(KeyCode::PageUp), Code(KeyCode::PageDown)],
        name: "pgup pgdn",
        short: "page",
        long: "",
        actions: &[A::PageUp, A::PageDown],
        places: &[Open, Help, Lessons],
    },
    Binding {
        keys: &[Code(KeyCode::Enter)],
        name: "enter",
        short: "go on",
        long: "",
        actions: &[A::Enter],
        places: &[Lesson],
    },
    Binding {
        keys: &[Code(KeyCode::PageUp), Code(KeyCode::PageDown)],
        name: "pgup",
        short: "step back",
        long: "",
        actions: &[A::PageUp, A::PageDown],
        places: &[Lesson],
    },
    Binding {
        keys: &[Code(KeyCode::Enter)],
        name: "enter",
        short: "",
        long: "",
        actions: &[A::Enter],
        places: &[Help],
    },
    Binding {
        keys: &[Char('u')],
        name: "u",
        short: "undo",
        long: "take back a move; against the computer, back to your own turn",
        actions: &[A::Undo],
        places: &[Table, Lesson],
    },
    Binding {
        keys: &[Char('?'), Code(KeyCode::F(1))],
        name: "?",
        short: "help",
        long: "this page",
        actions: &[A::Help],
        places: EVERYWHERE,
    },
    Binding {
        keys: &[Char('t')],
        name: "t",
        short: "hint",
        long: "a hint: first where, pressed again what",
        actions: &[A::Hint],
        places: &[Table, Lesson],
    },
    Binding {
        keys: &[Char('x')],
        name: "x",
        short: "all moves",
        long: "mark on every place what a move there can still do: win (+), draw (=), lose (-)",
        actions: &[A::AllMoves],
        places: &[Table, Lesson],
    },
    Binding {
        keys: &[Char('f')],
        name: "f",
        short: "what if",
        long: "play the perfect line forward from the move at the cursor; nothing of it enters the match",
        actions: &[A::WhatIf],
        places: &[Table, Lesson],
    },
    Binding { keys: &[Char('x')], name: "x", short: "", long: "", actions: &[A::AllMoves], places: &[Moves] },
    Binding { keys: &[Char('f')], name: "f", short: "", long: "", actions: &[A::WhatIf], places: &[Line] },
    Binding {
        keys: &[Char('g')],
        name: "g",
        short: "",
        long: "what the words of the theory in the panel mean",
        actions: &[A::Glossary],
        places: &[Table],
    },
    Binding {
        keys: &[Code(KeyCode::Enter)],
        name: "enter",
        short: "",
        long: "",
        actions: &[A::Enter],
        places: &[Moves, Line],
    },
    Binding { keys: &[Char(' ')], name: "space", short: "", long: "", actions: &[A::Pick], places: &[Line] },
    Binding {
        keys: &[Char('r')],
        name: "r",
        short: "redo",
        long: "play again what was taken back",
        actions: &[A::Redo],
        places: &[Table, Lesson],
    },
    Binding {
        keys: &[Char('U')],
        name: "U",
        short: "",
        long: "back to the last position you were winning",
        actions: &[A::UndoToWin],
        places: &[Table],
    },
    Binding {
        keys: &[Char('m'), Char(':')],
        name: "m",
        short: "type",
        long: "type a move, or paste the ID of a position",
        actions: &[A::Type],
        places: &[Table, Lesson],
    },
    Binding {
        keys: &[Char('v')],
        name: "v",
        short: "verdict",
        long: "hide or show the verdict",
        actions: &[A::Verdict],
        places: &[Table],
    },
    Binding {
        keys: &[Char('s')],
        name: "s",
        short: "save",
        long: "save the match",
        actions: &[A::Save],
        places: &[Table],
    },
    Binding {
        keys: &[Char('n')],
        name: "n",
        short: "new",
        long: "a new game of this kind: the set-up",
        actions: &[A::New],
        places: &[Table],
    },
    Binding {
        keys: &[Char('p')],
        name: "p",
        short: "puzzles",
        long: "puzzles: the day's, by game, by grade",
        actions: &[A::Puzzles],
        places: &[Home],
    },
    Binding {
        keys: &[Char('o')],
        name: "o",
        short: "open",
        long: "open a saved game",
        actions: &[A::Open],
        places: &[Home, Setup, Table],
    },
    Binding {
        keys: &[Char('c')],
        name: "c",
        short: "continue",
        long: "back to the match on the table, or to the one that was left last",
        actions: &[A::Continue],
        places: &[Home],
    },
    Binding {
        keys: &[Char('L')],
        name: "L",
        short: "lessons",
        long: "the lessons: two to five minutes each, on the board itself",
        actions: &[A::Lesson],
        places: &[Home],
    },
    Binding {
        keys: &[Char('A')],
        name: "A",
        short: "atlas",
        long: "the atlas: maps of outcomes and values, of this game and others",
        actions: &[A::Atlas],
        places: &[Home, Table],
    },
    Binding {
        keys: &[Char('P')],
        name: "P",
        short: "record",
        long: "the record of play: matches, puzzles, lessons",
        actions: &[A::Record],
        places: &[Home],
    },
    Binding {
        keys: &[Char('a')],
        name: "a",
        short: "",
        long: "review what was played: mistakes, the turning point, better moves",
        actions: &[A::Review],
        places: &[Table],
    },
    Binding {
        keys: &[Char('b')],
        name: "b",
        short: "",
        long: "after trying again from a review: back to it",
        actions: &[A::BackToReview],
        places: &[Table],
    },
    Binding {
        keys: &[Char('T')],
        name: "T",
        short: "",
        long: "the tree of moves from here, with outcomes",
        actions: &[A::Tree],
        places: &[Table],
    },
    Binding {
        keys: &[Char('b')],
        name: "b",
        short: "",
        long: "on the first page: an easy game to begin with",
        actions: &[A::EasyGame],
        places: &[Home],
    },
    Binding {
        keys: &[Char('R')],
        name: "R",
        short: "",
        long: "rematch: the same start again",
        actions: &[A::Rematch],
        places: &[Table],
    },
    Binding {
        keys: &[Char('w')],
        name: "w",
        short: "",
        long: "swap sides: the players change seats",
        actions: &[A::Swap],
        places: &[Table],
    },
    Binding {
        keys: &[Char('e')],
        name: "e",
        short: "",
        long: "edit the position: its ID in a line of text",
        actions: &[A::Edit],
        places: &[Table],
    },
    Binding {
        keys: &[Char('y')],
        name: "y",
        short: "",
        long: "copy the position's ID",
        actions: &[A::Copy],
        places: &[Table],
    },
    Binding {
        keys: &[Code(KeyCode::PageUp), Code(KeyCode::PageDown)],
        name: "pgup pgdn",
        short: "",
        long: "scroll the reason in the panel; in lists and here, a page",
        actions: &[A::PageUp, A::PageDown],
        places: &[Home, Setup, Table, Puzzles, Tree, Record, Dialog],
    },
    Binding {
        keys: &[Code(KeyCode::Home), Code(KeyCode::End)],
        name: "home end",
        short: "",
        long: "to the start of the game, to its last move",
        actions: &[A::First, A::Last],
        places: EVERYWHERE,
    },
    Binding {
        keys: &[Char('X')],
        name: "X",
        short: "",
        long: "resign",
        actions: &[A::Resign],
        places: &[Table],
    },
    Binding {
        keys: &[Code(KeyCode::Esc)],
        name: "esc",
        short: "back",
        long: "let go what is picked, or go back; nothing is lost by it",
        actions: &[A::Escape],
        places: EVERYWHERE,
    },
    Binding {
        keys: &[Char('q')],
        name: "q",
        short: "quit",
        long: "leave; asks only if moves would be lost",
        actions: &[A::Quit],
        places: &[
            Home, Setup, Table, Open, Help, Review, Puzzles, Tree, Atlas, Record, Lesson, Lessons, Moves,
            Line,
        ],
    },
    Binding { keys: &[Ctrl('c')], name: "", short: "", long: "", actions: &[A::Quit], places: EVERYWHERE },
];

/// What enter does in a line of text of the set-up form, for its key bar.
pub static ENTER_NEXT: Binding = Binding {
    keys: &[Code(KeyCode::Enter)],
    name: "enter",
    short: "next",
    long: "",
    actions: &[A::Enter],
    places: &[Setup],
};

/// What enter does where a part is added to a sum, for the key bar.
pub static ENTER_ADD: Binding = Binding {
    keys: &[Code(KeyCode::Enter)],
    name: "enter",
    short: "add",
    long: "",
    actions: &[A::Enter],
    places: &[Setup],
};

/// What a key asks for at a place.
#[must_use]
pub fn action(place: Place, key: KeyEvent) -> Option<Action> {
    KEYS.iter().filter(|b| b.places.contains(&place)).find_map(|b| {
        let at = b.keys.iter().position(|k| k.is(key))?;
        b.actions.get(at).or(b.actions.first()).copied()
    })
}

/// The lines of the key bar at a place: keys and what they do.
pub fn bar(place: Place) -> impl Iterator<Item = &'static Binding> {
    KEYS.iter().filter(move |b| b.places.contains(&place) && !b.short.is_empty())
}

/// The keys of a bar that stay when there is not room for all.
#[must_use]
pub fn stays(place: Place, name: &str) -> bool {
    matches!(name, "?" | "q") || (matches!(place, Table | Lesson) && name == "t")
}

/// The lines of the help page: keys and what they do at the table, and elsewhere.
pub fn help() -> impl Iterator<Item = (&'static str, &'static str)> {
    KEYS.iter().filter(|b| !b.long.is_empty()).map(|b| (b.name, b.long))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_at_one_place() {
        for place in EVERYWHERE {
            let mut seen: Vec<Key> = Vec::new();
            for binding in KEYS.iter().filter(|b| b.places.contains(place)) {
                assert!(binding.actions.len() == 1 || binding.actions.len() == binding.keys.len());
                for key in binding.keys {
                    assert!(!seen.contains(key), "{key:?} twice at {place:?}");
                    seen.push(*key);
                }
            }
        }
    }

    #[test]
    fn shifted_letters_are_keys_of_their_own() {
        let press = |c, m| action(Table, KeyEvent::new(KeyCode::Char(c), m));
        assert_eq!(press('u', KeyModifiers::NONE), Some(A::Undo));
        assert_eq!(press('U', KeyModifiers::SHIFT), Some(A::UndoToWin));
        assert_eq!(press('u', KeyModifiers::CONTROL), None);
        assert_eq!(press('c', KeyModifiers::CONTROL), Some(A::Quit));
    }

    #[test]
    fn the_table_sketch_s_keys_are_in_its_bar_and_every_action_in_the_help() {
        let bar: Vec<_> = bar(Table).map(|b| b.name).collect();
        assert!(bar.starts_with(&["arrows", "space", "enter", "u", "?", "t"]), "{bar:?}");
        for binding in KEYS.iter().filter(|b| b.places.contains(&Table) && !b.name.is_empty()) {
            assert!(help().any(|(k, _)| k == binding.name), "{}", binding.name);
        }
    }
}
