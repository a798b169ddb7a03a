//! Options of everything that opens the interface.

use std::path::PathBuf;

use crate::cli::numbers::within;
use crate::play::THEMES;
use crate::settings::Setting;

/// Options of everything that opens the interface.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Interface {
    /// The folder of saved games
    #[arg(long, value_name = "DIR")]
    pub saves: Option<PathBuf>,
    /// Use ASCII characters only
    #[arg(long)]
    pub ascii: bool,
    /// Colour scheme: dark, light, high-contrast or mono; default: detected from the terminal
    #[arg(long, value_name = "NAME", value_parser = THEMES)]
    pub theme: Option<String>,
    /// Number of colours: auto (detected from the terminal), true, 256, 16 or none
    #[arg(long, value_name = "DEPTH", alias = "colors", value_parser = ["auto", "true", "256", "16", "none"])]
    pub colours: Option<String>,
    /// Where explanations appear: auto (next to the board if there is room), below or none
    #[arg(long, value_name = "PLACE", value_parser = ["auto", "below", "none"])]
    pub panel: Option<String>,
    /// Whether to show the computer's move step by step
    #[arg(long, value_name = "BOOL", value_parser = ["true", "false"])]
    pub motion: Option<String>,
    /// Whether the program uses the mouse; if false, you can select text with the mouse
    #[arg(long, value_name = "BOOL", value_parser = ["true", "false"])]
    pub mouse: Option<String>,
    /// Which background colour to use: the theme's or the terminal's
    #[arg(long, value_name = "SOURCE", value_parser = ["theme", "terminal"])]
    pub background: Option<String>,
    /// Draw boards as pixels: off, kitty or sixel (the terminal's protocol), or auto (asks the terminal)
    #[arg(long, value_name = "HOW", value_parser = ["auto", "off", "kitty", "sixel"])]
    pub pixels: Option<String>,
    /// Your name in the game, at most 20 characters
    #[arg(long, value_name = "NAME", value_parser = |text: &str| Setting::Name.read(text))]
    pub name: Option<String>,
    /// Name of the second player when two people play, at most 20 characters
    #[arg(long, value_name = "NAME", value_parser = |text: &str| Setting::Guest.read(text))]
    pub guest: Option<String>,
    /// The default opponent in a new game: auto, human, or a computer level or character
    #[arg(long, value_name = "PLAYER", value_parser = |text: &str| Setting::Opponent.read(text))]
    pub opponent: Option<String>,
    /// Whether the verdict is shown at the start
    #[arg(long, value_name = "BOOL", value_parser = ["true", "false"])]
    pub verdict: Option<String>,
    /// Delay before the computer's move, in milliseconds
    #[arg(long, value_name = "MS", value_parser = within(0..=60_000u64))]
    pub pause: Option<u64>,
    /// Show the game as lines of plain text, for screen readers, braille displays and pipes; also NIMATRON_PLAIN=1
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
    /// These options; those before the command fill the gaps.
    pub fn or(self, before: Interface) -> Interface {
        Interface {
            saves: self.saves.or(before.saves),
            ascii: self.ascii || before.ascii,
            plain: self.plain || before.plain,
            theme: self.theme.or(before.theme),
            colours: self.colours.or(before.colours),
            panel: self.panel.or(before.panel),
            motion: self.motion.or(before.motion),
            mouse: self.mouse.or(before.mouse),
            background: self.background.or(before.background),
            pixels: self.pixels.or(before.pixels),
            name: self.name.or(before.name),
            guest: self.guest.or(before.guest),
            opponent: self.opponent.or(before.opponent),
            verdict: self.verdict.or(before.verdict),
            pause: self.pause.or(before.pause),
            config: self.config.or(before.config),
            seed: self.seed.or(before.seed),
        }
    }
}
