//! The settings: what each is called, what it can be, and what it is by default.

use std::path::PathBuf;

use super::value::{
    BackgroundSource, Characters, ColourCount, Delay, PanelPlace, PixelProtocol, SettingKind, SettingValue,
    ThemeChoice,
};
use crate::play::PlayerKind;
use nimatron_core::games::reasons::or;

/// How a setting is said, and what for.
pub struct SettingInfo {
    /// Its section of the settings file.
    pub section: &'static str,
    /// Its word in that section.
    pub word: &'static str,
    /// The option of the command line that says it.
    pub option: &'static str,
    /// The variable of the environment that says it.
    pub variable: &'static str,
    /// What it is for, and what it can be, in a line or two.
    pub what: &'static str,
}

/// The settings in the order of the settings file and the settings page: each with its field, type and default, its
/// section, word, option and variable, and what it is for.
macro_rules! settings {
    ($($(#[doc = $doc:literal])* $name:ident $field:ident: $type:ty = $default:expr,
        $section:literal $word:literal $option:literal $variable:expr, $what:literal;)*) => {
        /// What can be set, keys apart.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Setting { $($(#[doc = $doc])* $name,)* }

        /// The values of all settings.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Values { $($(#[doc = $doc])* pub $field: $type,)* }

        impl Default for Values {
            fn default() -> Values {
                Values { $($field: $default,)* }
            }
        }

        impl Values {
            /// One of them, whatever its type.
            pub fn get(&self, setting: Setting) -> &dyn SettingValue {
                match setting { $(Setting::$name => &self.$field,)* }
            }

            /// The same, to be changed.
            pub fn get_mut(&mut self, setting: Setting) -> &mut dyn SettingValue {
                match setting { $(Setting::$name => &mut self.$field,)* }
            }
        }

        impl Setting {
            /// All of them.
            pub const ALL: [Setting; [$($word),*].len()] = [$(Setting::$name),*];

            /// How it is said, and what for.
            pub fn info(self) -> SettingInfo {
                match self {
                    $(Setting::$name => SettingInfo {
                        section: $section, word: $word, option: $option, variable: $variable, what: $what,
                    },)*
                }
            }
        }
    };
}

settings! {
    /// Which colours are used.
    Theme theme: ThemeChoice = ThemeChoice::Auto, "screen" "theme" "--theme" "NIMATRON_THEME",
        "Colour scheme: dark or light background, high contrast or no colours; auto picks one to suit the terminal";
    /// How many colours there are.
    Colours colours: ColourCount = ColourCount::Auto, "screen" "colours" "--colours" "NIMATRON_COLOURS",
        "How many colours to use: true (24-bit true colour), 256, 16, none, or auto (detected from the terminal)";
    /// Which characters are used.
    Characters characters: Characters = Characters::Auto, "screen" "characters" "--ascii" "NIMATRON_CHARACTERS",
        "Characters: unicode, ascii or auto (ASCII if the locale or the terminal does not support Unicode)";
    /// Where the words stand at the table.
    Panel panel: PanelPlace = PanelPlace::Auto, "screen" "panel" "--panel" "NIMATRON_PANEL",
        "Where explanations appear: auto (beside the board, or below it if that leaves the board more room), below (always below the board) or none (not at all)";
    /// Whether the computer's move is shown in steps.
    Motion motion: bool = true, "screen" "motion" "--motion" "NIMATRON_MOTION",
        "Whether to show the computer's move step by step";
    /// Whether the mouse is used.
    Mouse mouse: bool = true, "screen" "mouse" "--mouse" "NIMATRON_MOUSE",
        "Whether the program handles the mouse; if false, the mouse selects text as usual";
    /// The background.
    Background background: BackgroundSource = BackgroundSource::Theme,
        "screen" "background" "--background" "NIMATRON_BACKGROUND",
        "Which background colour to use: the theme's or the terminal's";
    /// Whether boards are shown as pixels.
    Pixels pixels: PixelProtocol = PixelProtocol::Off, "screen" "pixels" "--pixels" "NIMATRON_PIXELS",
        "Draw boards as images: kitty or sixel (always use that protocol), auto (if the terminal can show images) or off (never)";
    /// What the person is called; empty for "you".
    Name name: String = String::new(), "play" "name" "--name" "NIMATRON_NAME",
        "Your name in the game; if you leave it empty, you are called \"you\"";
    /// What the second person at the same keyboard is called; empty for the name of the side.
    Guest guest: String = String::new(), "play" "guest" "--guest" "NIMATRON_GUEST",
        "Second player's name when two people play; if you leave it empty, the side's name (such as A) is used";
    /// Who is proposed as the opponent; `None` for the program's choice.
    Opponent opponent: Option<PlayerKind> = None, "play" "opponent" "--opponent" "NIMATRON_OPPONENT",
        "The default opponent for new games: human, a computer level, or auto (easy until you have \
         played a match, then perfect)";
    /// How long the computer's move waits.
    Pause pause: Delay = Delay(600), "play" "pause" "--pause" "NIMATRON_PAUSE",
        "Delay before the computer's move, in milliseconds, 0 to 60000";
    /// Whether the verdict is shown at first.
    Verdict verdict: bool = true, "play" "verdict" "--verdict" "NIMATRON_VERDICT",
        "In each new game, show from the start who is winning";
    /// Where games are saved; empty for the default folder.
    Saves saves: PathBuf = PathBuf::new(), "files" "saves" "--saves" crate::play::store::VARIABLE,
        "The folder for saved games; leave empty for the default";
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

impl Setting {
    /// The setting of this section and word.
    pub fn named(section: &str, word: &str) -> Option<Setting> {
        Setting::ALL.into_iter().find(|s| (s.info().section, s.info().word) == (section, word))
    }

    /// What it can be.
    pub fn kind(self) -> SettingKind {
        Values::default().get(self).kind()
    }

    /// What it is unless something else is said.
    pub fn default_text(self) -> String {
        Values::default().get(self).text()
    }

    /// A text as this setting's value, written the one way.
    pub fn read(self, text: &str) -> Result<String, UnknownValue> {
        let mut values = Values::default();
        match values.get_mut(self).read(text) {
            Some(()) => Ok(values.get(self).text()),
            None => Err(self.unknown(format!("{text:?}"))),
        }
    }

    /// What is wrong where something else was found.
    pub fn unknown(self, found: String) -> UnknownValue {
        UnknownValue { word: self.info().word, found, expected: self.expected() }
    }

    /// What it can be, in words.
    pub fn expected(self) -> String {
        match self.kind() {
            SettingKind::Choice(words) => or(words.iter().map(|word| format!("{word:?}"))),
            SettingKind::Flag => "true or false".to_owned(),
            SettingKind::Number(least, most) => format!("a number from {least} to {most}"),
            SettingKind::Folder => "the path of a folder, or \"\"".to_owned(),
            SettingKind::Name(most) => format!("a name of at most {most} characters, or \"\""),
        }
    }
}
