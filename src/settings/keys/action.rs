//! What a key asks for.

use super::context::KeyContext;

/// A list of actions, each with its word in the settings file and its default keys.
macro_rules! actions {
    ($($(#[doc = $doc:literal])* $name:ident $word:literal [$($key:literal),*];)*) => {
        /// What a key asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action { $($(#[doc = $doc])* $name,)* }

        impl Action {
            /// All of them.
            pub const ALL: &[Action] = &[$(Action::$name),*];

            /// Its word in the settings file.
            pub fn word(self) -> &'static str {
                match self { $(Action::$name => $word,)* }
            }

            /// What it does, in a few words.
            pub fn what(self) -> &'static str {
                match self { $(Action::$name => concat!($($doc),*).trim_ascii(),)* }
            }

            /// The names of its default keys, the one that is shown first.
            pub fn default_keys(self) -> &'static [&'static str] {
                match self { $(Action::$name => &[$($key),*],)* }
            }
        }
    };
}

actions! {
    /// to the left neighbour
    Left "left" ["left", "h"];
    /// to the neighbour below
    Down "down" ["down", "j"];
    /// to the neighbour above
    Up "up" ["up", "k"];
    /// to the right neighbour
    Right "right" ["right", "l"];
    /// pick or let go what the cursor is on
    Pick "pick" ["space"];
    /// play what is picked, or choose
    Enter "enter" ["enter"];
    /// clear, or go back
    Escape "back" ["esc"];
    /// to the start of the game, or of a list
    First "first" ["home"];
    /// to its end
    Last "last" ["end"];
    /// a page back in a list or a text
    PageUp "page-up" ["pgup"];
    /// a page on
    PageDown "page-down" ["pgdn"];
    /// help
    Help "help" ["?", "f1"];
    /// leave the program
    Quit "quit" ["q", "ctrl-c"];
    /// take a move back
    Undo "undo" ["u"];
    /// play it again
    Redo "redo" ["r"];
    /// back to the last position you were winning
    UndoToWin "undo-to-win" ["U"];
    /// show or hide the verdict
    Verdict "verdict" ["v"];
    /// a hint: where, then what
    Hint "hint" ["t"];
    /// what every move can still do
    AllMoves "all-moves" ["x"];
    /// the perfect line from here
    WhatIf "what-if" ["f"];
    /// more of the reasons, or the idea alone
    Why "why" ["tab"];
    /// what the words in the panel mean
    Glossary "glossary" ["g"];
    /// type a move, or paste a position
    Type "type" ["m", ":"];
    /// copy the position's ID
    Copy "copy" ["y"];
    /// save the match
    Save "save" ["s"];
    /// open a saved game
    Open "open" ["o"];
    /// a new game
    New "new" ["n"];
    /// edit the position
    Edit "edit" ["e"];
    /// one more of what is selected
    More "more" ["+", "="];
    /// one less of what is selected
    Less "less" ["-"];
    /// to the next number of the list
    NextNumber "next-number" ["tab"];
    /// write the match as text, picture and film
    Export "export" ["E"];
    /// give up
    Resign "resign" ["X"];
    /// the same start again
    Rematch "rematch" ["R"];
    /// let the players change sides
    Swap "swap" ["w"];
    /// review the match
    Review "review" ["a"];
    /// the move before
    PreviousMove "previous-move" ["["];
    /// the next move
    NextMove "next-move" ["]"];
    /// the mistake before
    PreviousMistake "previous-mistake" ["{"];
    /// the next mistake
    NextMistake "next-mistake" ["}"];
    /// from trying again back to the review
    BackToReview "back-to-review" ["b"];
    /// the tree of moves
    Tree "tree" ["T"];
    /// the whole winning strategy
    Strategy "strategy" ["W"];
    /// the rule of the game
    Rule "rule" ["r"];
    /// the atlas
    Atlas "atlas" ["A"];
    /// today's puzzle
    Daily "daily" ["d"];
    /// the puzzles
    Puzzles "puzzles" ["p"];
    /// the record of play
    Record "record" ["P"];
    /// forget all of the record
    Forget "forget" ["X"];
    /// continue the match on the table
    Continue "continue" ["r"];
    /// a sitting with the coach
    Coach "coach" ["c"];
    /// a sitting on what is due
    Due "due" ["C"];
    /// the player to move wins
    YouWin "you-win" ["y"];
    /// the opponent wins
    OpponentWins "opponent-wins" ["o"];
    /// the lessons
    Lesson "lessons" ["L"];
    /// a game to begin with
    EasyGame "easy-game" ["b"];
    /// the settings
    Settings "settings" [","];
    /// back to the default
    Default "usual" ["backspace", "delete"];
    /// the saved games in another order
    Sort "sort" ["s"];
    /// only the saved games that have a text in their name or game
    Filter "filter" ["/"];
    /// give a saved game another name
    Rename "rename" ["r"];
    /// delete a saved game
    Delete "delete" ["d"];
    /// yes
    Yes "yes" ["y", "Y"];
    /// no
    No "no" ["n", "N"];
    /// save the match first, then do what was asked
    SaveFirst "save-first" ["s", "S"];
}

impl Action {
    /// The four ways of the arrows.
    pub const WAYS: &'static [Action] = &[Action::Left, Action::Down, Action::Up, Action::Right];

    /// The action of this word.
    pub fn named(word: &str) -> Option<Action> {
        Action::ALL.iter().copied().find(|action| action.word() == word)
    }

    /// What it does at one place, where that is not the same everywhere.
    pub fn what_at(self, place: KeyContext) -> &'static str {
        match (self, place) {
            (Action::Undo, KeyContext::Editor) => "take a change back",
            (Action::Swap, KeyContext::Atlas | KeyContext::Puzzles | KeyContext::Editor) => {
                "the other convention"
            }
            (Action::Verdict, KeyContext::Tree) => "little boards, or the list",
            (Action::Type, KeyContext::Atlas) => "test a claim in n, or in a and b",
            (Action::Verdict, KeyContext::Atlas) => "outcomes, or values",
            (Action::Hint, KeyContext::Review) => "the better move",
            (Action::Hint, KeyContext::Coach) => "show the next step, which costs the point",
            (Action::Coach, KeyContext::Review) => "questions about positions like this mistake",
            (Action::Save, KeyContext::Settings) => "save the settings",
            (Action::Settings, KeyContext::Settings) => "back to where they were called from",
            (Action::AllMoves, KeyContext::Moves) | (Action::WhatIf, KeyContext::Line) => "back to the match",
            _ => self.what(),
        }
    }

    /// Whether it has to have a key wherever it counts: without it nobody would get on, or out.
    pub fn is_needed(self) -> bool {
        matches!(self, Action::Enter | Action::Escape | Action::Quit)
    }
}
