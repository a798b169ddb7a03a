//! Defines the types of settings, with shared parsing, formatting and stepping.

use std::path::PathBuf;

use crate::play::PlayerKind;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingKind {
    Choice(Vec<&'static str>),
    Flag,
    /// A number in an inclusive range.
    Number(u64, u64),
    /// A folder; empty for the default folder.
    Folder,
    /// A name with the given maximum length in characters; empty for no name.
    Name(usize),
}

pub trait SettingValue {
    fn kind(&self) -> SettingKind;
    /// Returns the value as the user would type it.
    fn text(&self) -> String;
    /// Parses `text` and sets the value; returns `None` and changes nothing if `text` is invalid.
    fn read(&mut self, text: &str) -> Option<()>;
    /// Steps to the next or previous value; values that can only be typed stay unchanged.
    fn step(&mut self, _forward: bool) {}
}

/// Returns the value after `value` in a cyclic list if `forward` is set, otherwise the value before it. Returns the
/// first value if the list does not contain `value`.
pub fn turned<T: Clone + PartialEq>(all: &[T], value: &T, forward: bool) -> T {
    let next = |at| if forward { at + 1 } else { at + all.len() - 1 };
    let to = all
        .iter()
        .position(|one| one == value)
        .map_or(0, |at| next(at) % all.len());
    all.get(to).unwrap_or(value).clone()
}

macro_rules! choices {
    ($($(#[doc = $doc:literal])* $type:ident { $($name:ident $word:literal $what:literal)* })*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $type { $(#[doc = $what] $name,)* }

        impl SettingValue for $type {
            fn kind(&self) -> SettingKind {
                SettingKind::Choice(vec![$($word),*])
            }
            fn text(&self) -> String {
                match self { $($type::$name => $word),* }.to_owned()
            }
            fn read(&mut self, text: &str) -> Option<()> {
                *self = match text.to_ascii_lowercase().as_str() {
                    $($word => $type::$name,)*
                    _ => return None,
                };
                Some(())
            }
            fn step(&mut self, forward: bool) {
                *self = turned(&[$($type::$name),*], self, forward);
            }
        }
    )*};
}

choices! {
    ThemeChoice {
        Auto "auto" "Follows the terminal's background."
        Dark "dark" "Suits a dark background."
        Light "light" "Suits a light background."
        HighContrast "high-contrast" "Uses colours of high contrast."
        Mono "mono" "Uses no colours."
    }
    ColourCount {
        Auto "auto" "As many as the terminal reports."
        All "true" "True colour."
        Indexed "256" "The 256 indexed colours."
        Sixteen "16" "The 16 basic colours."
        None "none" "No colours."
    }
    Characters {
        Auto "auto" "As the locale and the terminal allow."
        Unicode "unicode" "All of Unicode."
        Ascii "ascii" "Only ASCII."
    }
    PanelPlace {
        Auto "auto" "Beside the board, or below it if that leaves the board more room."
        Below "below" "Always below the board."
        None "none" "Not shown."
    }
    BackgroundSource {
        Theme "theme" "The theme's background."
        Terminal "terminal" "The terminal's background."
    }
    PixelProtocol {
        Auto "auto" "If the terminal reports that it can show images."
        Off "off" "Never."
        Kitty "kitty" "Always by the kitty protocol."
        Sixel "sixel" "Always as sixels."
    }
}

impl SettingValue for Option<PlayerKind> {
    fn kind(&self) -> SettingKind {
        SettingKind::Choice(
            [AUTO]
                .into_iter()
                .chain(PlayerKind::ALL.map(PlayerKind::word))
                .collect(),
        )
    }
    fn text(&self) -> String {
        self.map_or(AUTO, PlayerKind::word).to_owned()
    }
    fn read(&mut self, text: &str) -> Option<()> {
        *self = if text.eq_ignore_ascii_case(AUTO) {
            None
        } else {
            Some(text.parse().ok()?)
        };
        Some(())
    }
    fn step(&mut self, forward: bool) {
        let all: Vec<_> = [None]
            .into_iter()
            .chain(PlayerKind::ALL.map(Some))
            .collect();
        *self = turned(&all, self, forward);
    }
}

const AUTO: &str = "auto";

impl SettingValue for bool {
    fn kind(&self) -> SettingKind {
        SettingKind::Flag
    }
    fn text(&self) -> String {
        self.to_string()
    }
    fn read(&mut self, text: &str) -> Option<()> {
        *self = text.parse().ok()?;
        Some(())
    }
    fn step(&mut self, _forward: bool) {
        *self = !*self;
    }
}

/// A delay in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delay(pub u64);

impl Delay {
    pub const MOST: u64 = 60_000;
    const STEP: u64 = 100;
}

impl SettingValue for Delay {
    fn kind(&self) -> SettingKind {
        SettingKind::Number(0, Delay::MOST)
    }
    fn text(&self) -> String {
        self.0.to_string()
    }
    fn read(&mut self, text: &str) -> Option<()> {
        *self = Delay(text.parse().ok().filter(|ms| *ms <= Delay::MOST)?);
        Some(())
    }
    fn step(&mut self, forward: bool) {
        // Values are clamped at both ends.
        let ms = if forward {
            self.0 + Delay::STEP
        } else {
            self.0.saturating_sub(Delay::STEP)
        };
        *self = Delay(ms.min(Delay::MOST));
    }
}

impl SettingValue for PathBuf {
    fn kind(&self) -> SettingKind {
        SettingKind::Folder
    }
    fn text(&self) -> String {
        self.to_string_lossy().into_owned()
    }
    fn read(&mut self, text: &str) -> Option<()> {
        *self = (!text.chars().any(char::is_control)).then(|| text.into())?;
        Some(())
    }
}

const LONGEST_NAME: usize = 20;

impl SettingValue for String {
    fn kind(&self) -> SettingKind {
        SettingKind::Name(LONGEST_NAME)
    }
    fn text(&self) -> String {
        self.clone()
    }
    fn read(&mut self, text: &str) -> Option<()> {
        let name = text.trim();
        let fits = name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control);
        *self = fits.then(|| name.to_owned())?;
        Some(())
    }
}
