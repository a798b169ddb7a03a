//! The key table, in the order of the help page and the key bar.

use super::action::Action::{self as A};
use super::context::KeyContext::{
    self, Atlas, Coach, Editor, Help, Home, Lesson, Lessons, Line, Moves, Open, Puzzles, Question, Record,
    Review, Settings, Setup, Strategy, Table, Text, Tree,
};

/// One line of the key table.
pub struct KeyLine {
    /// What its keys ask for.
    pub actions: &'static [A],
    /// What they do, in a word or two, for the key bar; empty where the bar does not show them.
    pub short: &'static str,
    /// What they do, for the help page; empty where it does not show them.
    pub long: &'static str,
    /// Where they count.
    pub places: &'static [KeyContext],
}

impl KeyLine {
    /// What its key asks for; `None` where it has several.
    pub fn action(&self) -> Option<A> {
        self.actions.first().filter(|_| self.actions.len() == 1).copied()
    }

    /// What it does at a place, for the help page: in a word or two where its keys mean something else at each place.
    pub fn what_at(&self, place: KeyContext) -> &'static str {
        match self.actions {
            [A::Enter | A::Pick | A::PageUp] => self.short,
            [action] => action.what_at(place),
            _ => self.short,
        }
    }
}

/// The pages, without questions over them.
const PAGES: &[KeyContext] = &[
    Home, Setup, Table, Open, Help, Review, Puzzles, Tree, Atlas, Record, Lesson, Lessons, Coach, Moves,
    Line, Strategy, Editor, Settings,
];
/// The pages, and questions over them.
const LISTS: &[KeyContext] = &[
    Home, Setup, Table, Open, Help, Review, Puzzles, Tree, Atlas, Record, Lesson, Lessons, Coach, Moves,
    Line, Strategy, Editor, Settings, Question,
];

const fn line(
    actions: &'static [A],
    short: &'static str,
    long: &'static str,
    places: &'static [KeyContext],
) -> KeyLine {
    KeyLine { actions, short, long, places }
}

/// The key table, in the order of the help page and the key bar.
pub static KEY_LINES: &[KeyLine] = &[
    line(A::WAYS, "move", "to the next place in that direction", &[Table, Lesson, Coach, Editor]),
    line(A::WAYS, "choose", "", &[Home, Setup, Open, Lessons, Puzzles, Strategy, Question]),
    line(&[A::Sort], "sort", "", &[Open]),
    line(&[A::Filter], "filter", "", &[Open]),
    line(&[A::Rename], "rename", "", &[Open]),
    line(&[A::Delete], "delete", "", &[Open]),
    line(A::WAYS, "choose", "", &[Settings]),
    line(&[A::Enter], "change", "", &[Settings]),
    line(&[A::Save], "save", "", &[Settings]),
    line(&[A::Default], "default", "", &[Settings]),
    line(&[A::Pick], "", "", &[Settings]),
    line(A::WAYS, "look", "", &[Moves]),
    line(A::WAYS, "step", "", &[Line]),
    line(A::WAYS, "scroll", "", &[Help, Record]),
    line(A::WAYS, "walk", "", &[Tree, Atlas]),
    line(A::WAYS, "", "", &[Review]),
    line(&[A::PreviousMove, A::NextMove], "step", "in a review: the move before, the next move", &[Review]),
    line(
        &[A::PreviousMistake, A::NextMistake],
        "mistake",
        "in a review: the mistake before, the next mistake",
        &[Review],
    ),
    line(&[A::Enter], "try again", "", &[Review]),
    line(&[A::Hint], "better move", "", &[Review]),
    line(&[A::Enter], "play", "", &[Puzzles, Tree, Atlas, Editor]),
    line(&[A::Pick], "open, close", "", &[Tree]),
    line(&[A::Verdict], "boards, list", "", &[Tree]),
    line(&[A::Pick], "piles", "", &[Atlas]),
    line(&[A::Verdict], "values", "", &[Atlas]),
    line(&[A::Swap], "convention", "", &[Atlas, Puzzles]),
    line(&[A::PageUp, A::PageDown], "game", "", &[Atlas]),
    line(&[A::Type], "claim", "", &[Atlas]),
    line(&[A::Rule], "rule", "in the atlas: the rule of the game, found from its small positions", &[Atlas]),
    line(&[A::Forget], "forget all", "", &[Record]),
    line(
        &[A::Pick],
        "pick",
        "pick or release what the cursor is on; with two computers: pause and go on",
        &[Table, Lesson, Coach],
    ),
    line(&[A::Pick], "", "", &[Setup]),
    line(&[A::Pick], "change", "", &[Editor]),
    line(
        &[A::More, A::Less],
        "more, less",
        "in the editor: raise or lower the selected number, or type its digits",
        &[Editor],
    ),
    line(&[A::NextNumber], "next number", "in the editor: to the next number of the list", &[Editor]),
    line(&[A::Swap], "convention", "", &[Editor]),
    line(&[A::Enter], "play", "play what is picked, or else what the cursor is on", &[Table]),
    line(&[A::Enter], "go", "", &[Home, Open, Lessons, Question]),
    line(&[A::Enter], "play", "", &[Setup]),
    line(&[A::PageUp, A::PageDown], "page", "", &[Help, Lessons]),
    line(&[A::Enter], "go on", "", &[Lesson, Coach]),
    line(&[A::YouWin], "you win", "with the coach: the player to move wins", &[Coach]),
    line(&[A::OpponentWins], "opponent wins", "with the coach: the opponent wins", &[Coach]),
    line(&[A::PageUp], "step back", "", &[Lesson]),
    line(&[A::PageDown], "", "", &[Lesson]),
    line(&[A::Enter], "", "", &[Help]),
    line(&[A::Enter], "done", "", &[Text]),
    line(
        &[A::Undo],
        "undo",
        "take back a move; against the computer, back to your own turn",
        &[Table, Lesson, Editor],
    ),
    line(&[A::Help], "help", "this page", LISTS),
    line(&[A::Why], "more", "all the reasons, or the main idea alone", &[Table, Review, Line, Lesson, Coach]),
    line(&[A::Hint], "hint", "a hint: first the place, then the move", &[Table, Lesson, Coach]),
    line(
        &[A::AllMoves],
        "all moves",
        "mark on every place what a move there can still do: win (+), draw (=), lose (-)",
        &[Table, Lesson],
    ),
    line(
        &[A::WhatIf],
        "what if",
        "show perfect play after the move at the cursor, without changing the match",
        &[Table, Lesson],
    ),
    line(&[A::AllMoves], "", "", &[Moves]),
    line(&[A::WhatIf], "", "", &[Line]),
    line(
        &[A::Glossary],
        "",
        "what the words of the theory in the panel mean, and the signs on the board",
        &[Table],
    ),
    line(&[A::Glossary], "words", "", &[Lesson]),
    line(&[A::Enter], "", "", &[Moves, Line]),
    line(&[A::Pick], "", "", &[Line]),
    line(&[A::Redo], "redo", "play again what was taken back", &[Table, Lesson]),
    line(&[A::UndoToWin], "", "back to the last position you were winning", &[Table]),
    line(&[A::Type], "type", "type a move, or paste the ID of a position", &[Table, Lesson, Coach]),
    line(&[A::Verdict], "verdict", "in three steps: nothing, the winner, the winner and why", &[Table]),
    line(&[A::Save], "save", "save the match", &[Table]),
    line(&[A::New], "new", "a new game of this kind: the set-up", &[Table]),
    line(
        &[A::Coach],
        "coach",
        "the coach: a few questions on positions of this game that you have not seen",
        &[Home, Table],
    ),
    line(&[A::Daily], "today's puzzle", "on the first page: today's puzzle", &[Home]),
    line(&[A::Puzzles], "puzzles", "puzzles: today's, by game, or by grade", &[Home]),
    line(&[A::Open], "open", "open a saved game", &[Home, Setup, Table]),
    line(
        &[A::Continue],
        "continue",
        "back to the match on the table, or to the one that was left last",
        &[Home],
    ),
    line(&[A::Coach], "drill", "in a review: questions about positions like this mistake", &[Review]),
    line(
        &[A::Due],
        "",
        "on the first page: the coach, with what is due in all games; nothing due: this game",
        &[Home],
    ),
    line(&[A::Lesson], "lessons", "the lessons: two to five minutes each, on the board itself", &[Home]),
    line(
        &[A::Atlas],
        "atlas",
        "the atlas: maps of outcomes and values, of this game and others",
        &[Home, Table],
    ),
    line(&[A::Record], "record", "the record of play: matches, puzzles, lessons", &[Home]),
    line(&[A::Settings], "settings", "the settings: colours, keys, the opponent; saved in a file", &[Home]),
    line(&[A::Settings], "", "", &[Table, Settings]),
    line(&[A::Review], "", "review what was played: mistakes, the turning point, better moves", &[Table]),
    line(&[A::BackToReview], "", "after trying again from a review: back to it", &[Table]),
    line(&[A::Strategy], "", "the whole winning strategy from here, with an answer to each reply", &[Table]),
    line(&[A::Enter], "follow", "", &[Strategy]),
    line(&[A::Undo], "back a step", "", &[Strategy]),
    line(&[A::Tree], "", "the tree of moves from here, with outcomes", &[Table]),
    line(&[A::EasyGame], "", "on the first page: an easy game to begin with", &[Home]),
    line(&[A::Rematch], "", "rematch: the same start again", &[Table]),
    line(&[A::Swap], "", "swap sides: the players change seats", &[Table]),
    line(&[A::Edit], "", "build a position on the board itself", &[Table, Setup]),
    line(
        &[A::Export],
        "",
        "export the match as text, SVG picture and film, into `exports` in the folder of saved games",
        &[Table],
    ),
    line(&[A::Copy], "", "copy the position's ID", &[Table, Editor]),
    line(&[A::PageDown], "read on", "the next page of the reason in the panel", &[Table]),
    line(&[A::PageUp], "", "the page before", &[Table]),
    line(
        &[A::PageUp, A::PageDown],
        "",
        "in lists and here, a page",
        &[Review, Line, Strategy, Home, Setup, Open, Puzzles, Tree, Record, Settings, Question],
    ),
    line(&[A::First, A::Last], "", "to the start of the game, to its last move", LISTS),
    line(&[A::Resign], "", "resign", &[Table]),
    line(&[A::Yes, A::No, A::SaveFirst], "", "", &[Question]),
    line(&[A::Escape], "back", "release what is picked, or go back; nothing is lost", LISTS),
    line(&[A::Escape], "back", "", &[Text]),
    line(&[A::Quit], "quit", "leave; asks only if moves would be lost", PAGES),
    line(&[A::Quit], "", "", &[Question, Text]),
];
