//! Defines the settings with their names, types and defaults.

use std::path::PathBuf;

use super::value::{
    BackgroundSource, Characters, ColourCount, Delay, PanelPlace, PixelProtocol, SettingKind,
    SettingValue, ThemeChoice,
};
use crate::play::PlayerKind;
use nimatron_core::games::reasons::or;
use nimatron_core::tr;

pub struct SettingInfo {
    pub section: &'static str,
    pub word: &'static str,
    pub label: &'static str,
    pub option: &'static str,
    pub variable: &'static str,
    pub what: &'static str,
}

/// Defines the settings in the order of the settings file and the settings page.
macro_rules! settings {
    ($($(#[doc = $doc:literal])* $name:ident $field:ident: $type:ty = $default:expr,
        $section:literal $word:literal tr!($label:literal) $option:literal $variable:expr, tr!($what:literal);)*) => {
        /// All settings except keys.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Setting { $($(#[doc = $doc])* $name,)* }

        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Values { $($(#[doc = $doc])* pub $field: $type,)* }

        impl Default for Values {
            fn default() -> Values {
                Values { $($field: $default,)* }
            }
        }

        impl Values {
            pub fn get(&self, setting: Setting) -> &dyn SettingValue {
                match setting { $(Setting::$name => &self.$field,)* }
            }

            pub fn get_mut(&mut self, setting: Setting) -> &mut dyn SettingValue {
                match setting { $(Setting::$name => &mut self.$field,)* }
            }
        }

        impl Setting {
            pub const ALL: [Setting; [$($word),*].len()] = [$(Setting::$name),*];

            pub fn info(self) -> SettingInfo {
                match self {
                    $(Setting::$name => SettingInfo {
                        section: $section, word: $word, label: tr!($label), option: $option, variable: $variable, what: tr!($what),
                    },)*
                }
            }
        }
    };
}

settings! {
    Theme theme: ThemeChoice = ThemeChoice::Auto, "screen" "theme" tr!("Theme") "--theme" "NIMATRON_THEME",
        tr!("Colour scheme: dark or light background, high contrast or no colours; auto picks one to suit the terminal");
    Colours colours: ColourCount = ColourCount::Auto, "screen" "colours" tr!("Colours") "--colours" "NIMATRON_COLOURS",
        tr!("The colours to use: true (24-bit true colour), 256, 16, none, or auto (detected from the terminal)");
    Characters characters: Characters = Characters::Auto, "screen" "characters" tr!("Characters") "--ascii" "NIMATRON_CHARACTERS",
        tr!("Characters: unicode, ascii or auto (ASCII if the locale or the terminal does not support Unicode)");
    Panel panel: PanelPlace = PanelPlace::Auto, "screen" "panel" tr!("Explanations") "--panel" "NIMATRON_PANEL",
        tr!("Where explanations appear: auto (beside the board, or below it if that leaves the board more room), below (always below the board) or none (not at all)");
    Motion motion: bool = true, "screen" "motion" tr!("Moves step by step") "--motion" "NIMATRON_MOTION",
        tr!("Whether to show the computer's move step by step");
    Mouse mouse: bool = true, "screen" "mouse" tr!("Mouse") "--mouse" "NIMATRON_MOUSE",
        tr!("Whether the program responds to the mouse; if false, the mouse selects text as usual");
    Background background: BackgroundSource = BackgroundSource::Theme,
        "screen" "background" tr!("Background") "--background" "NIMATRON_BACKGROUND",
        tr!("Which background colour to use: the theme's or the terminal's");
    Pixels pixels: PixelProtocol = PixelProtocol::Auto, "screen" "pixels" tr!("Boards as images") "--pixels" "NIMATRON_PIXELS",
        tr!("Draw boards as images: kitty or sixel (always use that protocol), auto (when the terminal can show images) or off (never)");
    /// The name of the user; empty for "you".
    Name name: String = String::new(), "play" "name" tr!("Your name") "--name" "NIMATRON_NAME",
        tr!("Your name in the game; if you leave it empty, you are called \"you\"");
    /// The name of a second person at the same keyboard; empty for the name of the side.
    Guest guest: String = String::new(), "play" "guest" tr!("Guest's name") "--guest" "NIMATRON_GUEST",
        tr!("Second player's name when two people play; if you leave it empty, the side's name (such as A) is used");
    /// The opponent to propose; `None` if the program chooses.
    Opponent opponent: Option<PlayerKind> = None, "play" "opponent" tr!("Opponent") "--opponent" "NIMATRON_OPPONENT",
        tr!("The default opponent for new games: human, a computer level, or auto (easy until you have \
         won three matches, then perfect)");
    Pause pause: Delay = Delay(600), "play" "pause" tr!("Computer thinks for") "--pause" "NIMATRON_PAUSE",
        tr!("Delay before the computer's move, in milliseconds, from 0 to 60000");
    Verdict verdict: bool = true, "play" "verdict" tr!("Say who wins") "--verdict" "NIMATRON_VERDICT",
        tr!("In each new game, show who is winning (between two people only if you set this)");
    Saves saves: PathBuf = PathBuf::new(), "files" "saves" tr!("Saved games") "--saves" crate::play::store::VARIABLE,
        tr!("The folder for saved games; leave empty for the default");
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("{word} cannot be {found}; expected {expected}"))]
pub struct UnknownValue {
    pub word: &'static str,
    pub found: String,
    pub expected: String,
}

impl Setting {
    pub fn named(section: &str, word: &str) -> Option<Setting> {
        Setting::ALL
            .into_iter()
            .find(|s| (s.info().section, s.info().word) == (section, word))
    }

    pub fn kind(self) -> SettingKind {
        Values::default().get(self).kind()
    }

    pub fn default_text(self) -> String {
        Values::default().get(self).text()
    }

    /// Parses a value of this setting and returns its canonical form.
    pub fn read(self, text: &str) -> Result<String, UnknownValue> {
        let mut values = Values::default();
        match values.get_mut(self).read(text) {
            Some(()) => Ok(values.get(self).text()),
            None => Err(self.unknown(format!("{text:?}"))),
        }
    }

    pub fn unknown(self, found: String) -> UnknownValue {
        UnknownValue {
            word: self.info().word,
            found,
            expected: self.expected(),
        }
    }

    pub fn expected(self) -> String {
        match self.kind() {
            SettingKind::Choice(words) => or(words.iter().map(|word| format!("{word:?}"))),
            SettingKind::Flag => tr!("true or false").to_owned(),
            SettingKind::Number(least, most) => tr!("a number from {least} to {most}"),
            SettingKind::Folder => tr!("the path of a folder, or \"\"").to_owned(),
            SettingKind::Name(most) => tr!("a name of at most {most} characters, or \"\""),
        }
    }
}
