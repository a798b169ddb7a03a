//! Defines the key table: the actions, and the keys of each page in the order of its key bar and help.

use nimatron_core::language::text;

macro_rules! words {
    ($(#[doc = $doc:literal])* $type:ident { $($name:ident $word:literal $what:literal)* }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $type { $(#[doc = $what] $name,)* }

        impl $type {
            pub const ALL: &[$type] = &[$($type::$name),*];

            /// Returns the name in the settings file.
            pub fn word(self) -> &'static str {
                match self { $($type::$name => $word,)* }
            }

            pub fn what(self) -> &'static str {
                text(match self { $($type::$name => $what,)* })
            }

            pub fn named(word: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|one| one.word() == word)
            }
        }
    };
}

macro_rules! actions {
    ($($name:ident $word:literal $what:literal [$($key:literal),*];)*) => {
        words! {
            Action { $($name $word $what)* }
        }

        impl Action {
            /// Returns the names of the action's default keys. The first of them is displayed.
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
    Quit "quit" "leave; the match is kept for the next start" ["q", "ctrl-c"];
    Undo "undo" "take a move back" ["u"];
    Redo "redo" "redo: play again what was taken back" ["r"];
    UndoToWin "undo-to-win" "back to the last position you were winning" ["U"];
    Verdict "verdict" "who wins: show or hide the verdict" ["v"];
    Hint "hint" "hint: first the area, then the move" ["t"];
    AllMoves "all-moves" "mark every move won, drawn or lost" ["x"];
    WhatIf "what-if" "the perfect line from here" ["f"];
    Why "why" "why: all the reasons, or the idea alone" ["tab"];
    Glossary "glossary" "what the words in the panel mean" ["g"];
    Type "type" "type a move, or paste the ID of a position" ["m"];
    Palette "commands" "all commands of this page, by name" [":"];
    Copy "copy" "copy the position's ID" ["y"];
    Save "save" "save the match" ["s"];
    Open "open" "open a saved game" ["o"];
    New "new" "a new game" ["n"];
    Edit "edit" "build a position on the board itself" ["e"];
    More "more" "one more of what is selected" ["+", "="];
    Less "less" "one less of what is selected" ["-"];
    NextNumber "next-number" "to the next number of the list" ["tab"];
    Complete "complete" "complete what is typed, and list what may follow" ["tab"];
    Export "export" "export the match as text, SVG picture and film, into `exports` in the folder of saved games" ["E"];
    Resign "resign" "resign" ["X"];
    Rematch "rematch" "play again from the same start" ["R"];
    Swap "swap" "swap sides: the players change seats" ["w"];
    Review "review" "review what was played: mistakes, the turning point, better moves" ["a"];
    PreviousMove "previous-move" "the move before" ["["];
    NextMove "next-move" "the next move" ["]"];
    PreviousMistake "previous-mistake" "the mistake before" ["{"];
    NextMistake "next-mistake" "the next mistake" ["}"];
    BackToReview "back-to-review" "after trying again from a review: back to it" ["b"];
    Tree "tree" "the tree of moves from here, with outcomes" ["T"];
    Strategy "strategy" "the whole winning strategy from here, with an answer to each reply" ["W"];
    Rule "rule" "the rule of the game, found from its small positions" ["r"];
    Atlas "atlas" "the atlas" ["A"];
    Daily "daily" "today's puzzle" ["d"];
    Puzzles "puzzles" "puzzles: today's, by game, or by grade" ["p"];
    Record "record" "the record of play: matches, puzzles, lessons" ["P"];
    Forget "forget" "forget all of the record" ["X"];
    Continue "continue" "back to the match on the table, or to the one that was left last" ["r"];
    Coach "coach" "practice with the coach" ["c"];
    YouWin "you-win" "the player to move wins" ["y"];
    OpponentWins "opponent-wins" "the opponent wins" ["o"];
    Lesson "lessons" "the lessons: two to five minutes each, on the board itself" ["L"];
    EasyGame "easy-game" "an easy game to begin with" ["b"];
    Settings "settings" "the settings" [","];
    Default "usual" "back to the default" ["backspace", "delete"];
    Sort "sort" "the saved games in another order" ["s"];
    Filter "filter" "show only the saved games with a text in their name or their game's name" ["/"];
    Rename "rename" "give a saved game another name" ["r"];
    Delete "delete" "delete a saved game" ["d"];
    Yes "yes" "yes" ["y", "Y"];
    No "no" "no" ["n", "N"];
    SaveFirst "save-first" "save the match first, then do what was asked" ["s", "S"];
}

/// Defines the key contexts. Each has a name in the settings file, a description, lines shared with other contexts, and
/// lines of its own. A line has actions, a label for the key bar, and a description.
macro_rules! contexts {
    ($($name:ident $word:literal $what:literal $shared:ident {
        $([$($action:ident)+] $short:literal $long:literal;)*
    })*) => {
        words! {
            /// A context of key bindings: a page, a question on top of a page, or a line of text being typed.
            KeyContext { $($name $word $what)* }
        }

        impl KeyContext {
            pub fn key_lines(self) -> impl Iterator<Item = &'static KeyLine> {
                let (shared, own): (&SharedLines, &[KeyLine]) = match self {
                    $(KeyContext::$name => (
                        &$shared,
                        const { &[$(line(&[$(Action::$action),+], $short, $long)),*] },
                    ),)*
                };
                shared.before.iter().chain(own).chain(shared.after)
            }
        }
    };
}

contexts! {
    Home "home" "the home screen" LIST {
        [Enter] "go" "set up a match of the selected game";
        [Coach] "coach" "the coach: questions that are due, or else new ones on this game";
        [Daily] "" "";
        [Puzzles] "puzzles" "";
        [Open] "open" "";
        [Filter] "filter" "show only the games with a text in their name";
        [Continue] "continue" "";
        [Lesson] "lessons" "";
        [Atlas] "atlas" "the atlas: maps of outcomes and values, of this game and others";
        [Record] "record" "";
        [Settings] "settings" "the settings: colours, keys, the opponent; saved in a file";
        [New] "" "like enter: set up a match of the selected game";
        [EasyGame] "" "";
    }
    Setup "setup" "setting up a game" PAGE {
        [Left Down Up Right] "choose" "";
        [Pick] "" "the next value, or press the selected button";
        [Enter] "play" "play the position that is set up";
        [Complete] "" "";
        [Swap] "swap sides" "";
        [Open] "open" "";
        [Edit] "" "";
        [First Last] "" "to the first row, to the last";
    }
    Table "table" "the table" BOARD {
        [Hint] "hint" "";
        [Undo] "undo" "take back a move; against the computer, back to your own turn";
        [Review] "review" "";
        [Rematch] "play again" "";
        [New] "new game" "a new game of this kind: the set-up";
        [Palette] "menu" "";
        [Pick] "pick" "pick the place under the cursor, or release it; pause two computers";
        [Swap] "swap sides" "";
        [Left Down Up Right] "move" "to the next place in that direction";
        [Enter] "play" "play what is picked, or else what the cursor is on";
        [Why] "more" "";
        [AllMoves] "all moves" "mark on every place what a move there can still do: win (+), draw (=), lose (-)";
        [WhatIf] "what if" "show perfect play after the move at the cursor, without changing the match";
        [Glossary] "" "what the words of the theory in the panel mean, and the signs on the board";
        [Redo] "redo" "";
        [UndoToWin] "" "";
        [Type] "type" "";
        [Verdict] "verdict" "the verdict: who wins, then why, then nothing again";
        [Save] "save" "";
        [Coach] "coach" "the coach: questions on this game";
        [Open] "open" "";
        [Atlas] "atlas" "the atlas: maps of outcomes and values, of this game and others";
        [Record] "" "";
        [Settings] "" "";
        [BackToReview] "" "";
        [Strategy] "" "";
        [Tree] "" "";
        [Edit] "" "";
        [Export] "" "";
        [Copy] "" "";
        [PageDown] "read on" "the next page of the reason in the panel";
        [PageUp] "" "the page before";
        [First Last] "" "to the start of the game, to its last move";
        [Resign] "" "";
        [Escape] "back" "release what is picked, or go back; nothing is lost";
    }
    Open "open" "the list of saved games" LIST {
        [Enter] "go" "open the selected game";
        [Sort] "sort" "";
        [Filter] "filter" "";
        [Rename] "rename" "";
        [Delete] "delete" "";
    }
    Help "help" "the help page" PAGE {
        [Left Down Up Right] "scroll" "";
        [PageUp PageDown] "page" "";
        [First Last] "" "to the beginning, to the end";
        [Enter] "" "go back";
    }
    Review "review" "the review of a match" PAGE {
        [Enter] "next" "the next move; at the end, back to the match";
        [PageDown] "read on" "the next page of the reasons";
        [Left Down Up Right] "step" "walk through the moves";
        [Redo] "try again" "play on from here";
        [PreviousMove NextMove] "" "the move before, the next move";
        [PreviousMistake NextMistake] "mistake" "the mistake before, the next mistake";
        [Hint] "better move" "the better move";
        [Why] "more" "";
        [Save] "" "";
        [Coach] "drill" "questions about positions like this mistake";
        [PageUp] "" "the page before";
        [First Last] "" "to the start of the game, to its last move";
    }
    Puzzles "puzzles" "the puzzles" LIST {
        [Enter] "play" "look for the selected puzzle and play it";
        [Swap] "convention" "the other convention";
    }
    Tree "tree" "the tree of moves" PAGE {
        [Left Down Up Right] "walk" "";
        [Enter] "play" "play from the selected position";
        [Pick] "open, close" "show or hide the moves of the selected position";
        [PageUp PageDown] "" "a page of the tree";
        [First Last] "" "to the first line, to the last";
    }
    Atlas "atlas" "the atlas" PAGE {
        [Left Down Up Right] "walk" "";
        [Enter] "play" "play from the selected position";
        [Pick] "one, two" "positions of one number, or of two";
        [Verdict] "values" "outcomes, or values";
        [Swap] "convention" "the other convention";
        [PageUp PageDown] "game" "the game before, the next game";
        [Rule] "rule" "";
        [First Last] "" "to the first position of the map, to the last";
    }
    Record "record" "the record of play" LIST {
        [Forget] "" "";
        [Enter] "go" "set up a match of the selected game";
    }
    Lesson "lesson" "a lesson" BOARD {
        [Hint] "hint" "";
        [Undo] "undo" "";
        [Palette] "menu" "";
        [Pick] "pick" "";
        [Left Down Up Right] "move" "to the next place in that direction";
        [Enter] "go on" "go on, or play what is picked";
        [PageUp] "step back" "the step before";
        [PageDown] "" "the next step";
        [Why] "more" "";
        [AllMoves] "all moves" "";
        [WhatIf] "what if" "";
        [Glossary] "words" "";
        [Redo] "redo" "";
        [Type] "type" "";
        [Escape] "back" "release what is picked, or go back; nothing is lost";
    }
    Lessons "lessons" "the list of lessons" LIST {
        [Enter] "go" "begin the selected lesson, or go on with it";
    }
    Coach "coach" "practice with the coach" BOARD {
        [Hint] "hint" "show the next step, which costs the point";
        [Palette] "menu" "";
        [Pick] "pick" "";
        [Left Down Up Right] "move" "to the next place in that direction";
        [Enter] "go on" "go on, or play what is picked";
        [YouWin] "you win" "";
        [OpponentWins] "opponent wins" "";
        [Why] "more" "";
        [Type] "type" "";
        [Escape] "back" "release what is picked, or leave the sitting; nothing is lost";
    }
    Moves "moves" "the list of all moves" PAGE {
        [Left Down Up Right] "look" "";
        [AllMoves] "" "back to the match";
        [Enter] "" "back to the match";
    }
    Line "line" "the perfect line" PAGE {
        [Left Down Up Right] "step" "";
        [Why] "more" "";
        [WhatIf] "" "back to the match";
        [Enter] "" "a step on";
        [Pick] "" "a step on";
        [PageUp PageDown] "" "a page of the reasons";
        [First Last] "" "to the start of the line, to its end";
    }
    Strategy "strategy" "the strategy of a position" LIST {
        [Enter] "follow" "follow the answer to the selected reply";
        [WhatIf] "what if" "perfect play from here, if there is no such strategy";
        [Undo] "back a step" "back a step";
    }
    Editor "editor" "putting a position together" BOARD {
        [More Less] "more, less" "raise or lower the selected number, or type its digits";
        [NextNumber] "next" "";
        [Undo] "undo" "take a change back";
        [Palette] "menu" "";
        [Left Down Up Right] "move" "to the next place in that direction";
        [Enter] "play" "play from the position";
        [Pick] "change" "change the place under the cursor";
        [Swap] "convention" "the other convention";
        [Copy] "" "";
        [Escape] "back" "go back; nothing is lost";
    }
    Settings "settings" "the settings" LIST {
        [Enter] "change" "change the selected setting";
        [Save] "save" "save the settings";
        [Default] "default" "";
        [Pick] "" "change the selected setting";
        [Settings] "" "back to where they were called from";
    }
    Question "question" "a question or a list over a page" QUESTION {
        [Yes] "yes" "";
        [SaveFirst] "save first" "";
        [Enter] "go" "do what is selected";
        [No] "" "";
    }
    Text "text" "a line of text being typed" TEXT {
        [Enter] "done" "done";
        [Complete] "complete" "";
        [Escape] "leave it" "leave it as it was";
        [Quit] "" "";
    }
}

#[expect(clippy::derivable_impls, reason = "a macro defines the type")]
impl Default for KeyContext {
    fn default() -> KeyContext {
        KeyContext::Home
    }
}

impl Action {
    pub const WAYS: &'static [Action] = &[Action::Left, Action::Down, Action::Up, Action::Right];

    /// Returns the description of the action in a context. If the context has a line for only this action, returns the
    /// description of the line.
    pub fn what_at(self, context: KeyContext) -> &'static str {
        let line = context.key_lines().find(|line| line.actions == [self]);
        line.map_or(self.what(), KeyLine::what)
    }

    /// Returns whether the action must have a key in all its contexts. Without such a key, the user would be stuck.
    pub fn is_needed(self) -> bool {
        matches!(self, Action::Enter | Action::Escape | Action::Quit)
    }
}

pub struct KeyLine {
    pub actions: &'static [Action],
    short: &'static str,
    /// The description for the context. If it is empty, the action's description or the label is used.
    long: &'static str,
}

impl KeyLine {
    /// Returns the label for the key bar, which has one or two words. The label is empty if the bar does not show the
    /// line.
    pub fn short(&self) -> &'static str {
        text(self.short)
    }

    /// Returns the description for the help page, the list of commands and the settings file.
    pub fn what(&self) -> &'static str {
        match self.actions {
            _ if !self.long.is_empty() => text(self.long),
            [action] => action.what(),
            _ => self.short(),
        }
    }
}

/// Returns the strings to translate: those in the key table, and the names of the keys.
pub fn messages() -> impl Iterator<Item = &'static str> {
    let lines = KeyContext::ALL
        .iter()
        .flat_map(|context| context.key_lines());
    let actions = Action::ALL.iter().map(|action| action.what());
    let contexts = KeyContext::ALL.iter().map(|context| context.what());
    lines
        .flat_map(|line| [line.short, line.long])
        .chain(actions)
        .chain(contexts)
        .chain(super::key::names())
        .filter(|message| !message.is_empty())
}

const fn line(actions: &'static [Action], short: &'static str, long: &'static str) -> KeyLine {
    KeyLine {
        actions,
        short,
        long,
    }
}

/// Lines shared by several contexts: some before and some after each context's own lines.
struct SharedLines {
    before: &'static [KeyLine],
    after: &'static [KeyLine],
}

const COMMANDS: KeyLine = line(&[Action::Palette], "menu", "");
const CHOOSE: KeyLine = line(Action::WAYS, "choose", "");
const PAGES: KeyLine = line(
    &[Action::PageUp, Action::PageDown],
    "",
    "a page back, a page on",
);
const ENDS: KeyLine = line(
    &[Action::First, Action::Last],
    "",
    "to the first line, to the last",
);
const HELP: KeyLine = line(&[Action::Help], "help", "this page");
const BACK: KeyLine = line(&[Action::Escape], "back", "go back");
const QUIT: KeyLine = line(&[Action::Quit], "quit", "");

static LIST: SharedLines = SharedLines {
    before: &[COMMANDS, CHOOSE],
    after: &[PAGES, ENDS, HELP, BACK, QUIT],
};

static PAGE: SharedLines = SharedLines {
    before: &[COMMANDS],
    after: &[HELP, BACK, QUIT],
};

/// The lines shared by pages with a board. Each of these pages lists the command menu among its own lines, after the
/// most important keys.
static BOARD: SharedLines = SharedLines {
    before: &[],
    after: &[HELP, QUIT],
};

static QUESTION: SharedLines = SharedLines {
    before: &[CHOOSE],
    after: &[PAGES, ENDS, HELP, BACK, line(&[Action::Quit], "", "")],
};

static TEXT: SharedLines = SharedLines {
    before: &[],
    after: &[],
};
