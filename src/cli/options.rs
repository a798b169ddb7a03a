//! Options shared by several commands.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;

use crate::cli::numbers::within;
use crate::settings::{Delay, Setting, SettingKind};

fn words(setting: Setting) -> PossibleValuesParser {
    match setting.kind() {
        SettingKind::Choice(words) => words.into(),
        _ => ["true", "false"].into(),
    }
}

/// The choice between text and JSON.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct AnswerFormat {
    /// JSON instead of text; the same as --format json
    #[arg(long)]
    json: bool,
    /// Output format
    #[arg(long, value_enum, conflicts_with = "json", hide = true)]
    format: Option<TextOrJson>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum TextOrJson {
    Text,
    Json,
}

impl AnswerFormat {
    pub fn is_json(self) -> bool {
        self.json || self.format == Some(TextOrJson::Json)
    }
}

/// Options shared by all commands that open the interface.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Interface {
    /// The folder for saved games
    #[arg(long, value_name = "DIR")]
    pub saves: Option<PathBuf>,
    /// Use ASCII characters only
    #[arg(long, global = true)]
    pub ascii: bool,
    /// Colour scheme: dark, light, high-contrast, mono, or auto (detected from the terminal)
    #[arg(long, value_name = "NAME", value_parser = words(Setting::Theme))]
    pub theme: Option<String>,
    /// The colours to use: true (24-bit true colour), 256, 16, none, or auto (detected from the terminal)
    #[arg(long, value_name = "DEPTH", alias = "colors", value_parser = words(Setting::Colours))]
    pub colours: Option<String>,
    /// Where explanations appear: auto (beside the board, or below it if that leaves the board more room), below (always below the board) or none (not at all)
    #[arg(long, value_name = "PLACE", value_parser = words(Setting::Panel))]
    pub panel: Option<String>,
    /// Whether to show the computer's move step by step
    #[arg(long, value_name = "BOOL", value_parser = words(Setting::Motion))]
    pub motion: Option<String>,
    /// Whether the program responds to the mouse; if false, the mouse selects text as usual
    #[arg(long, value_name = "BOOL", value_parser = words(Setting::Mouse))]
    pub mouse: Option<String>,
    /// Which background colour to use: the theme's or the terminal's
    #[arg(long, value_name = "SOURCE", value_parser = words(Setting::Background))]
    pub background: Option<String>,
    /// Draw boards as images: kitty or sixel (always use that protocol), auto (when the terminal can show images) or off (never)
    #[arg(long, value_name = "HOW", value_parser = words(Setting::Pixels))]
    pub pixels: Option<String>,
    /// Your name in the game, at most 20 characters
    #[arg(long, value_name = "NAME", value_parser = |text: &str| Setting::Name.read(text))]
    pub name: Option<String>,
    /// Name of the second player in a game between two people (at most 20 characters)
    #[arg(long, value_name = "NAME", value_parser = |text: &str| Setting::Guest.read(text))]
    pub guest: Option<String>,
    /// The default opponent for new games: auto, human, or a level or character of the computer
    #[arg(long, value_name = "PLAYER", value_parser = |text: &str| Setting::Opponent.read(text))]
    pub opponent: Option<String>,
    /// In each new game, show from the start who is winning
    #[arg(long, value_name = "BOOL", value_parser = words(Setting::Verdict))]
    pub verdict: Option<String>,
    /// Delay before the computer's move, in milliseconds
    #[arg(long, value_name = "MS", value_parser = within(0..=Delay::MOST))]
    pub pause: Option<u64>,
    /// Show the game as lines of plain text, for screen readers, braille displays and pipes; or set NIMATRON_PLAIN=1
    #[arg(long)]
    pub plain: bool,
    /// The settings file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Random seed
    #[arg(long, value_name = "N", value_parser = within(0..=u64::MAX))]
    pub seed: Option<u64>,
}

impl Interface {
    /// Returns the value that these options give to each setting, as the user would type it; `None` for options that
    /// were not given. The folder of saved games is not included.
    pub fn settings(&self) -> [(Setting, Option<String>); 13] {
        [
            (Setting::Theme, self.theme.clone()),
            (Setting::Colours, self.colours.clone()),
            (Setting::Characters, self.ascii.then(|| "ascii".to_owned())),
            (Setting::Panel, self.panel.clone()),
            (Setting::Motion, self.motion.clone()),
            (Setting::Mouse, self.mouse.clone()),
            (Setting::Background, self.background.clone()),
            (Setting::Pixels, self.pixels.clone()),
            (Setting::Name, self.name.clone()),
            (Setting::Guest, self.guest.clone()),
            (Setting::Opponent, self.opponent.clone()),
            (Setting::Verdict, self.verdict.clone()),
            (Setting::Pause, self.pause.map(|ms| ms.to_string())),
        ]
    }
}
