//! Where a key counts.

/// A list of contexts, each with its word in the settings file.
macro_rules! contexts {
    ($($(#[doc = $doc:literal])* $name:ident $word:literal;)*) => {
        /// Where a key counts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum KeyContext { $($(#[doc = $doc])* $name,)* }

        impl KeyContext {
            /// All of them.
            pub const ALL: &[KeyContext] = &[$(KeyContext::$name),*];

            /// Its word in the settings file.
            pub fn word(self) -> &'static str {
                match self { $(KeyContext::$name => $word,)* }
            }

            /// What it is, in a few words.
            pub fn what(self) -> &'static str {
                match self { $(KeyContext::$name => concat!($($doc),*).trim_ascii(),)* }
            }
        }
    };
}

contexts! {
    /// the home screen
    Home "home";
    /// setting up a game
    Setup "setup";
    /// the table
    Table "table";
    /// the list of saved games
    Open "open";
    /// the help page
    Help "help";
    /// the review of a match
    Review "review";
    /// the puzzles
    Puzzles "puzzles";
    /// the tree of moves
    Tree "tree";
    /// the atlas
    Atlas "atlas";
    /// the record of play
    Record "record";
    /// a lesson
    Lesson "lesson";
    /// the list of lessons
    Lessons "lessons";
    /// a sitting with the coach
    Coach "coach";
    /// what every move can still do
    Moves "moves";
    /// the perfect line
    Line "line";
    /// the strategy of a position
    Strategy "strategy";
    /// putting a position together
    Editor "editor";
    /// the settings
    Settings "settings";
    /// a question or a list over a page
    Question "question";
    /// a line of text being typed
    Text "text";
}

impl KeyContext {
    /// The place of this word.
    pub fn named(word: &str) -> Option<KeyContext> {
        KeyContext::ALL.iter().copied().find(|place| place.word() == word)
    }
}
