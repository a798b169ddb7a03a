//! The settings: what each is called, what it can be, and what it is by default.

use crate::play::{PlayerKind, THEMES};

/// A list of settings, each with its section and word in the settings file, its option, its default, what it is for and
/// can be, and its variable.
macro_rules! settings {
    ($($(#[doc = $doc:literal])* $name:ident $section:literal $word:literal $option:literal $default:literal
        $what:literal $variable:expr;)*) => {
        /// What can be set, keys apart.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Setting { $($(#[doc = $doc])* $name,)* }

        impl Setting {
            /// All of them, in the order of the settings file and the settings page.
            pub const ALL: [Setting; [$($word),*].len()] = [$(Setting::$name),*];

            /// Its section of the settings file.
            pub fn section(self) -> &'static str {
                match self { $(Setting::$name => $section,)* }
            }

            /// Its word in that section.
            pub fn word(self) -> &'static str {
                match self { $(Setting::$name => $word,)* }
            }

            /// The variable of the environment that says it.
            pub fn variable(self) -> &'static str {
                match self { $(Setting::$name => $variable,)* }
            }

            /// The option of the command line that says it.
            pub fn option(self) -> &'static str {
                match self { $(Setting::$name => $option,)* }
            }

            /// What it is unless something else is said.
            pub fn default_value(self) -> &'static str {
                match self { $(Setting::$name => $default,)* }
            }

            /// What it is for, and what it can be, in a line or two.
            pub fn what(self) -> &'static str {
                match self { $(Setting::$name => $what,)* }
            }
        }
    };
}

settings! {
    /// Which colours are used.
    Theme "screen" "theme" "--theme" "auto"
        "Colours for a dark or a light background, high contrast, or none; auto: detected from the terminal"
        "NIMATRON_THEME";
    /// How many colours there are.
    Colours "screen" "colours" "--colours" "auto"
        "Number of colours: all (true), 256, 16 or none; auto: detected from the terminal" "NIMATRON_COLOURS";
    /// Which characters are used.
    Characters "screen" "characters" "--ascii" "auto"
        "Characters: unicode, ascii or auto (ASCII if the locale or the terminal does not support Unicode)"
        "NIMATRON_CHARACTERS";
    /// Where the words stand at the table.
    Panel "screen" "panel" "--panel" "auto"
        "Where explanations appear: below the board, or none; auto: next to the board if there is room"
        "NIMATRON_PANEL";
    /// Whether the computer's move is shown in steps.
    Motion "screen" "motion" "--motion" "true"
        "Whether to show the computer's move step by step" "NIMATRON_MOTION";
    /// Whether the mouse is used.
    Mouse "screen" "mouse" "--mouse" "true"
        "Whether the program uses the mouse; if false, you can select text with the mouse" "NIMATRON_MOUSE";
    /// The background.
    Background "screen" "background" "--background" "theme"
        "Which background colour to use: the theme's or the terminal's" "NIMATRON_BACKGROUND";
    /// Whether boards are shown as pixels.
    Pixels "screen" "pixels" "--pixels" "off"
        "Draw boards as pixels: off, kitty or sixel (the terminal's protocol); auto: ask the terminal"
        "NIMATRON_PIXELS";
    /// What the person is called.
    Name "play" "name" "--name" "" "Your name in the game; if empty, you are called \"you\"" "NIMATRON_NAME";
    /// What the second person at the same keyboard is called.
    Guest "play" "guest" "--guest" ""
        "Second player's name when two people play; if empty, the name of the side (such as A)" "NIMATRON_GUEST";
    /// Who is proposed as the opponent.
    Opponent "play" "opponent" "--opponent" "auto"
        "The default opponent in a new game: human, a computer level, or auto (easy until you have \
         played a match, then perfect)" "NIMATRON_OPPONENT";
    /// How long the computer's move waits.
    Pause "play" "pause" "--pause" "600"
        "Delay before the computer's move, in milliseconds, 0 to 60000" "NIMATRON_PAUSE";
    /// Whether the verdict is shown at first.
    Verdict "play" "verdict" "--verdict" "true" "Whether the verdict is shown at the start"
        "NIMATRON_VERDICT";
    /// Where games are saved.
    Saves "files" "saves" "--saves" "" "The folder of saved games; the default if empty"
        crate::play::store::VARIABLE;
}

/// What a setting can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// One of these words.
    Choice(Vec<&'static str>),
    /// Yes or no.
    Flag,
    /// A number from the first to the second; changed by the third at a time.
    Number(u64, u64, u64),
    /// A folder; empty for the default one.
    Folder,
    /// A name of at most so many characters; empty for none.
    Name(usize),
}

/// A text that a setting cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{word} cannot be {found}; expected {expected}")]
pub struct UnknownValue {
    /// The setting.
    pub word: &'static str,
    /// What was found.
    pub found: String,
    /// What it can be.
    pub expected: String,
}

/// How many colours there can be: what the terminal says, all, 256, 16 or none.
const DEPTHS: [&str; 5] = ["auto", "true", "256", "16", "none"];

impl Setting {
    /// What it can be.
    pub fn kind(self) -> SettingKind {
        let auto = |rest: &mut dyn Iterator<Item = &'static str>| {
            SettingKind::Choice(std::iter::once("auto").chain(rest).collect())
        };
        match self {
            Setting::Theme => auto(&mut THEMES.into_iter()),
            Setting::Colours => SettingKind::Choice(DEPTHS.to_vec()),
            Setting::Characters => auto(&mut ["unicode", "ascii"].into_iter()),
            Setting::Panel => auto(&mut ["below", "none"].into_iter()),
            Setting::Background => SettingKind::Choice(vec!["theme", "terminal"]),
            Setting::Pixels => auto(&mut ["off", "kitty", "sixel"].into_iter()),
            Setting::Name | Setting::Guest => SettingKind::Name(20),
            Setting::Opponent => auto(&mut PlayerKind::ALL.into_iter().map(PlayerKind::word)),
            Setting::Pause => SettingKind::Number(0, 60_000, 100),
            Setting::Motion | Setting::Mouse | Setting::Verdict => SettingKind::Flag,
            Setting::Saves => SettingKind::Folder,
        }
    }

    /// The setting of this section and word.
    pub fn named(section: &str, word: &str) -> Option<Setting> {
        Setting::ALL.into_iter().find(|s| s.section() == section && s.word() == word)
    }

    /// A text as this setting's value, written the one way.
    ///
    /// # Errors
    /// [`UnknownValue`]: what it was, and what it can be.
    pub fn read(self, text: &str) -> Result<String, UnknownValue> {
        let unknown =
            || UnknownValue { word: self.word(), found: format!("{text:?}"), expected: self.expected() };
        match self.kind() {
            SettingKind::Choice(words) => words
                .iter()
                .find(|word| word.eq_ignore_ascii_case(text))
                .map(|word| (*word).to_owned())
                .ok_or_else(unknown),
            SettingKind::Flag => match text {
                "true" | "false" => Ok(text.to_owned()),
                _ => Err(unknown()),
            },
            SettingKind::Number(least, most, _) => match text.parse::<u64>() {
                Ok(number) if (least..=most).contains(&number) => Ok(number.to_string()),
                _ => Err(unknown()),
            },
            SettingKind::Folder if text.chars().any(char::is_control) => Err(unknown()),
            SettingKind::Folder => Ok(text.to_owned()),
            SettingKind::Name(most) => {
                let name = text.trim();
                let fits = name.chars().count() <= most && !name.chars().any(char::is_control);
                if fits { Ok(name.to_owned()) } else { Err(unknown()) }
            }
        }
    }

    /// What it can be, in words.
    pub fn expected(self) -> String {
        match self.kind() {
            SettingKind::Choice(words) => {
                let all: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
                let (last, rest) =
                    all.split_last().map_or(("", &[][..]), |(last, rest)| (last.as_str(), rest));
                format!("{} or {last}", rest.join(", "))
            }
            SettingKind::Flag => "true or false".to_owned(),
            SettingKind::Number(least, most, _) => format!("a number from {least} to {most}"),
            SettingKind::Folder => "the path of a folder, or \"\"".to_owned(),
            SettingKind::Name(most) => format!("a name of at most {most} characters, or \"\""),
        }
    }

    /// The value after this one, or the one before it.
    pub fn step(self, value: &str, forward: bool) -> String {
        match self.kind() {
            SettingKind::Choice(words) => {
                let at = words.iter().position(|word| *word == value).unwrap_or(0);
                let next = if forward { at + 1 } else { at + words.len() - 1 };
                words[next % words.len()].to_owned()
            }
            SettingKind::Flag => (value != "true").to_string(),
            SettingKind::Number(least, most, by) => {
                let at = value.parse::<u64>().unwrap_or(least);
                let next = if forward { at.saturating_add(by) } else { at.saturating_sub(by) };
                next.clamp(least, most).to_string()
            }
            SettingKind::Folder | SettingKind::Name(_) => value.to_owned(),
        }
    }
}
