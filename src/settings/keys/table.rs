//! Defines the key table: actions, their contexts, and the lines of the help page and the key bar.

use Action as A;
use KeyContext::{
    Atlas, Coach, Editor, Help, Home, Lesson, Lessons, Line, Moves, Open, Puzzles, Question,
    Record, Review, Settings, Setup, Strategy, Table, Text, Tree,
};

/// Defines an enum whose variants each have a name in the settings file and a short description.
macro_rules! words {
    ($(#[doc = $doc:literal])* $type:ident { $($name:ident $word:literal $what:literal)* }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $type { $(#[doc = $what] $name,)* }

        impl $type {
            pub const ALL: &[$type] = &[$($type::$name),*];

            /// The name in the settings file.
            pub fn word(self) -> &'static str {
                match self { $($type::$name => $word,)* }
            }

            /// A short description.
            pub fn what(self) -> &'static str {
                match self { $($type::$name => $what,)* }
            }

            pub fn named(word: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|one| one.word() == word)
            }
        }
    };
}

/// Defines the actions, each with its name in the settings file, its description and its default keys.
macro_rules! actions {
    ($($name:ident $word:literal $what:literal [$($key:literal),*];)*) => {
        words! {
            /// An action that can be bound to keys.
            Action { $($name $word $what)* }
        }

        impl Action {
            /// The names of the action's default keys; the first name is displayed.
            pub fn default_keys(self) -> &'static [&'static str] {
                match self { $(Action::$name => &[$($key),*],)* }
            }
        }
    };
}

actions! {
    Left "left" "to the left neighbour" ["left", "h"];
    Down "down" "to the neighbour below" ["down", "j"];
    Up "up" "to the neighbour above" ["up", "k"];
    Right "right" "to the right neighbour" ["right", "l"];
    Pick "pick" "pick the place under the cursor, or release it" ["space"];
    Enter "enter" "play what is picked, or choose" ["enter"];
    Escape "back" "clear, or go back" ["esc"];
    First "first" "to the start of the game, or of a list" ["home"];
    Last "last" "to its end" ["end"];
    PageUp "page-up" "a page back in a list or a text" ["pgup"];
    PageDown "page-down" "a page on" ["pgdn"];
    Help "help" "help" ["?", "f1"];
    Quit "quit" "leave the program" ["q", "ctrl-c"];
    Undo "undo" "take a move back" ["u"];
    Redo "redo" "redo: play again what was taken back" ["r"];
    UndoToWin "undo-to-win" "back to the last position you were winning" ["U"];
    Verdict "verdict" "who wins: show or hide the verdict" ["v"];
    Hint "hint" "hint: first the area, then the move" ["t"];
    AllMoves "all-moves" "mark every move won, drawn or lost" ["x"];
    WhatIf "what-if" "the perfect line from here" ["f"];
    Why "why" "why: all the reasons, or the idea alone" ["tab"];
    Glossary "glossary" "what the words in the panel mean" ["g"];
    Type "type" "type a move, or paste a position" ["m"];
    Palette "commands" "all commands, by name" [":"];
    Copy "copy" "copy the position's ID" ["y"];
    Save "save" "save the match" ["s"];
    Open "open" "open a saved game" ["o"];
    New "new" "a new game" ["n"];
    Edit "edit" "edit the position" ["e"];
    More "more" "one more of what is selected" ["+", "="];
    Less "less" "one less of what is selected" ["-"];
    NextNumber "next-number" "to the next number of the list" ["tab"];
    Export "export" "write the match as text, picture and film" ["E"];
    Resign "resign" "give up" ["X"];
    Rematch "rematch" "the same start again" ["R"];
    Swap "swap" "let the players change sides" ["w"];
    Review "review" "review the match" ["a"];
    PreviousMove "previous-move" "the move before" ["["];
    NextMove "next-move" "the next move" ["]"];
    PreviousMistake "previous-mistake" "the mistake before" ["{"];
    NextMistake "next-mistake" "the next mistake" ["}"];
    BackToReview "back-to-review" "from trying again back to the review" ["b"];
    Tree "tree" "the tree of moves" ["T"];
    Strategy "strategy" "the whole winning strategy" ["W"];
    Rule "rule" "the rule of the game" ["r"];
    Atlas "atlas" "the atlas" ["A"];
    Daily "daily" "today's puzzle" ["d"];
    Puzzles "puzzles" "the puzzles" ["p"];
    Record "record" "the record of play" ["P"];
    Forget "forget" "forget all of the record" ["X"];
    Continue "continue" "continue the match on the table" ["r"];
    Coach "coach" "a sitting with the coach" ["c"];
    YouWin "you-win" "the player to move wins" ["y"];
    OpponentWins "opponent-wins" "the opponent wins" ["o"];
    Lesson "lessons" "the lessons" ["L"];
    EasyGame "easy-game" "a game to begin with" ["b"];
    Settings "settings" "the settings" [","];
    Default "usual" "back to the default" ["backspace", "delete"];
    Sort "sort" "the saved games in another order" ["s"];
    Filter "filter" "only the saved games that have a text in their name or game" ["/"];
    Rename "rename" "give a saved game another name" ["r"];
    Delete "delete" "delete a saved game" ["d"];
    Yes "yes" "yes" ["y", "Y"];
    No "no" "no" ["n", "N"];
    SaveFirst "save-first" "save the match first, then do what was asked" ["s", "S"];
}

words! {
    /// A context of key bindings.
    KeyContext {
        Home "home" "the home screen"
        Setup "setup" "setting up a game"
        Table "table" "the table"
        Open "open" "the list of saved games"
        Help "help" "the help page"
        Review "review" "the review of a match"
        Puzzles "puzzles" "the puzzles"
        Tree "tree" "the tree of moves"
        Atlas "atlas" "the atlas"
        Record "record" "the record of play"
        Lesson "lesson" "a lesson"
        Lessons "lessons" "the list of lessons"
        Coach "coach" "a sitting with the coach"
        Moves "moves" "the list of all moves"
        Line "line" "the perfect line"
        Strategy "strategy" "the strategy of a position"
        Editor "editor" "putting a position together"
        Settings "settings" "the settings"
        Question "question" "a question or a list over a page"
        Text "text" "a line of text being typed"
    }
}

impl Action {
    /// The four directions of the arrow keys.
    pub const WAYS: &'static [Action] = &[Action::Left, Action::Down, Action::Up, Action::Right];

    /// The action's description in a context: a special description if there is one, otherwise the general description.
    pub fn what_at(self, place: KeyContext) -> &'static str {
        match (self, place) {
            (Action::Undo, KeyContext::Editor) => "take a change back",
            (Action::Swap, KeyContext::Atlas | KeyContext::Puzzles | KeyContext::Editor) => {
                "the other convention"
            }
            (Action::Verdict, KeyContext::Atlas) => "outcomes, or values",
            (Action::Hint, KeyContext::Review) => "the better move",
            (Action::Hint, KeyContext::Coach) => "show the next step, which costs the point",
            (Action::Coach, KeyContext::Review) => "questions about positions like this mistake",
            (Action::Save, KeyContext::Settings) => "save the settings",
            (Action::Settings, KeyContext::Settings) => "back to where they were called from",
            (Action::AllMoves, KeyContext::Moves) | (Action::WhatIf, KeyContext::Line) => {
                "back to the match"
            }
            _ => self.what(),
        }
    }

    /// Returns whether the action must have a key in all its contexts, because the user would be stuck without it.
    pub fn is_needed(self) -> bool {
        matches!(self, Action::Enter | Action::Escape | Action::Quit)
    }
}

pub struct KeyLine {
    pub actions: &'static [A],
    /// A description of a word or two for the key bar; empty if the bar does not show the line.
    pub short: &'static str,
    /// A description for the help page; empty if the page does not show the line.
    pub long: &'static str,
    pub places: &'static [KeyContext],
}

impl KeyLine {
    /// The description in a context, for the help page. Lines with several actions, and keys whose meaning varies too
    /// much, have only their short description.
    pub fn what_at(&self, place: KeyContext) -> &'static str {
        match self.actions {
            [A::Enter | A::Pick | A::PageUp] => self.short,
            [action] => action.what_at(place),
            _ => self.short,
        }
    }
}

/// All contexts except text input: the pages, and the questions on top of pages.
const LISTS: &[KeyContext] = KeyContext::ALL.split_last().unwrap().1;
const PAGES: &[KeyContext] = LISTS.split_last().unwrap().1;

const fn line(
    actions: &'static [A],
    short: &'static str,
    long: &'static str,
    places: &'static [KeyContext],
) -> KeyLine {
    KeyLine {
        actions,
        short,
        long,
        places,
    }
}

/// The key table, in the order of the help page and the key bar.
pub static KEY_LINES: &[KeyLine] = &[
    line(
        &[A::Review],
        "review",
        "review what was played: mistakes, the turning point, better moves",
        &[Table],
    ),
    line(
        &[A::Rematch],
        "rematch",
        "rematch: the same start again",
        &[Table],
    ),
    line(
        &[A::Hint],
        "hint",
        "a hint: first the area, then the move",
        &[Table, Lesson, Coach],
    ),
    line(
        &[A::Undo],
        "undo",
        "take back a move; against the computer, back to your own turn",
        &[Table, Lesson, Editor],
    ),
    line(
        &[A::Palette],
        "commands",
        "all commands of this page, to choose by name",
        PAGES,
    ),
    line(
        &[A::Pick],
        "pick",
        "pick the place under the cursor, or release it; pause two computers",
        &[Table, Lesson, Coach],
    ),
    line(
        &[A::Swap],
        "swap sides",
        "swap sides: the players change seats",
        &[Table],
    ),
    line(
        A::WAYS,
        "move",
        "to the next place in that direction",
        &[Table, Lesson, Coach, Editor],
    ),
    line(
        A::WAYS,
        "choose",
        "",
        &[
            Home, Setup, Open, Lessons, Puzzles, Strategy, Question, Settings, Record,
        ],
    ),
    line(&[A::Yes], "yes", "", &[Question]),
    line(&[A::SaveFirst], "save first", "", &[Question]),
    line(&[A::Enter], "change", "", &[Settings]),
    line(&[A::Save], "save", "", &[Settings]),
    line(&[A::Default], "default", "", &[Settings]),
    line(&[A::Pick], "", "", &[Settings]),
    line(A::WAYS, "look", "", &[Moves]),
    line(A::WAYS, "step", "", &[Line]),
    line(A::WAYS, "scroll", "", &[Help]),
    line(A::WAYS, "walk", "", &[Tree, Atlas]),
    line(A::WAYS, "step", "walk through the moves", &[Review]),
    line(
        &[A::PreviousMove, A::NextMove],
        "",
        "in a review: the move before, the next move",
        &[Review],
    ),
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
    line(&[A::Pick], "piles", "", &[Atlas]),
    line(&[A::Verdict], "values", "", &[Atlas]),
    line(&[A::Swap], "convention", "", &[Atlas, Puzzles]),
    line(&[A::PageUp, A::PageDown], "game", "", &[Atlas]),
    line(
        &[A::Rule],
        "rule",
        "in the atlas: the rule of the game, found from its small positions",
        &[Atlas],
    ),
    line(&[A::Forget], "", "", &[Record]),
    line(&[A::Pick], "", "", &[Setup]),
    line(&[A::Pick], "change", "", &[Editor]),
    line(
        &[A::More, A::Less],
        "more, less",
        "in the editor: raise or lower the selected number, or type its digits",
        &[Editor],
    ),
    line(
        &[A::NextNumber],
        "next number",
        "in the editor: to the next number of the list",
        &[Editor],
    ),
    line(&[A::Swap], "convention", "", &[Editor]),
    line(
        &[A::Enter],
        "play",
        "play what is picked, or else what the cursor is on",
        &[Table],
    ),
    line(
        &[A::Enter],
        "go",
        "",
        &[Home, Open, Lessons, Question, Record],
    ),
    line(&[A::Sort], "sort", "", &[Open]),
    line(&[A::Filter], "filter", "", &[Open]),
    line(&[A::Rename], "rename", "", &[Open]),
    line(&[A::Delete], "delete", "", &[Open]),
    line(&[A::Enter], "play", "", &[Setup]),
    line(&[A::PageUp, A::PageDown], "page", "", &[Help, Lessons]),
    line(&[A::Enter], "go on", "", &[Lesson, Coach]),
    line(
        &[A::YouWin],
        "you win",
        "with the coach: the player to move wins",
        &[Coach],
    ),
    line(
        &[A::OpponentWins],
        "opponent wins",
        "with the coach: the opponent wins",
        &[Coach],
    ),
    line(&[A::PageUp], "step back", "", &[Lesson]),
    line(&[A::PageDown], "", "", &[Lesson]),
    line(&[A::Enter], "", "", &[Help]),
    line(&[A::Enter], "done", "", &[Text]),
    line(&[A::Help], "help", "this page", LISTS),
    line(
        &[A::Why],
        "more",
        "all the reasons, or the main idea alone",
        &[Table, Review, Line, Lesson, Coach],
    ),
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
    line(
        &[A::Redo],
        "redo",
        "play again what was taken back",
        &[Table, Lesson],
    ),
    line(
        &[A::UndoToWin],
        "",
        "back to the last position you were winning",
        &[Table],
    ),
    line(
        &[A::Type],
        "type",
        "type a move, or paste the ID of a position",
        &[Table, Lesson, Coach],
    ),
    line(
        &[A::Verdict],
        "verdict",
        "show more: who wins, then why, then nothing again",
        &[Table],
    ),
    line(&[A::Save], "save", "save the match", &[Table]),
    line(
        &[A::New],
        "new",
        "a new game of this kind: the set-up",
        &[Table],
    ),
    line(
        &[A::Coach],
        "coach",
        "the coach: questions that are due, or else new ones on this game",
        &[Home, Table],
    ),
    line(
        &[A::Daily],
        "",
        "on the first page: today's puzzle",
        &[Home],
    ),
    line(
        &[A::Puzzles],
        "puzzles",
        "puzzles: today's, by game, or by grade",
        &[Home],
    ),
    line(
        &[A::Open],
        "open",
        "open a saved game",
        &[Home, Setup, Table],
    ),
    line(
        &[A::Continue],
        "continue",
        "back to the match on the table, or to the one that was left last",
        &[Home],
    ),
    line(
        &[A::Coach],
        "drill",
        "in a review: questions about positions like this mistake",
        &[Review],
    ),
    line(
        &[A::Lesson],
        "lessons",
        "the lessons: two to five minutes each, on the board itself",
        &[Home],
    ),
    line(
        &[A::Atlas],
        "atlas",
        "the atlas: maps of outcomes and values, of this game and others",
        &[Home, Table],
    ),
    line(
        &[A::Record],
        "record",
        "the record of play: matches, puzzles, lessons",
        &[Home],
    ),
    line(
        &[A::Settings],
        "settings",
        "the settings: colours, keys, the opponent; saved in a file",
        &[Home],
    ),
    line(&[A::Settings], "", "", &[Table, Settings]),
    line(
        &[A::BackToReview],
        "",
        "after trying again from a review: back to it",
        &[Table],
    ),
    line(
        &[A::Strategy],
        "",
        "the whole winning strategy from here, with an answer to each reply",
        &[Table],
    ),
    line(&[A::Enter], "follow", "", &[Strategy]),
    line(&[A::Undo], "back a step", "", &[Strategy]),
    line(
        &[A::Tree],
        "",
        "the tree of moves from here, with outcomes",
        &[Table],
    ),
    line(
        &[A::New],
        "",
        "on the first page: set up a match of the selected game",
        &[Home],
    ),
    line(
        &[A::EasyGame],
        "",
        "on the first page: an easy game to begin with",
        &[Home],
    ),
    line(
        &[A::Edit],
        "",
        "build a position on the board itself",
        &[Table, Setup],
    ),
    line(
        &[A::Export],
        "",
        "export the match as text, SVG picture and film, into `exports` in the folder of saved games",
        &[Table],
    ),
    line(&[A::Copy], "", "copy the position's ID", &[Table, Editor]),
    line(
        &[A::PageDown],
        "read on",
        "the next page of the reason in the panel",
        &[Table],
    ),
    line(&[A::PageUp], "", "the page before", &[Table]),
    line(
        &[A::PageUp, A::PageDown],
        "",
        "in lists and here, a page",
        &[
            Review, Line, Strategy, Home, Setup, Open, Puzzles, Tree, Record, Settings, Question,
        ],
    ),
    line(
        &[A::First, A::Last],
        "",
        "to the start of the game, to its last move",
        LISTS,
    ),
    line(&[A::Resign], "", "resign", &[Table]),
    line(&[A::No], "", "", &[Question]),
    line(
        &[A::Escape],
        "back",
        "release what is picked, or go back; nothing is lost",
        LISTS,
    ),
    line(&[A::Escape], "leave it", "", &[Text]),
    line(
        &[A::Quit],
        "quit",
        "leave; the match is kept for the next start",
        PAGES,
    ),
    line(&[A::Quit], "", "", &[Question, Text]),
];
