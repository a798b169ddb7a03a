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
    /// Only ASCII characters
    #[arg(long)]
    pub ascii: bool,
    /// Colours: dark, light, high-contrast or mono; without it as the terminal's background says
    #[arg(long, value_name = "NAME", value_parser = THEMES)]
    pub theme: Option<String>,
    /// How many colours: auto (as the terminal says), true, 256, 16 or none
    #[arg(long, value_name = "DEPTH", alias = "colors", value_parser = ["auto", "true", "256", "16", "none"])]
    pub colours: Option<String>,
    /// Where the words stand at the table: auto (beside the board where there is room), below or none
    #[arg(long, value_name = "PLACE", value_parser = ["auto", "below", "none"])]
    pub panel: Option<String>,
    /// Whether the computer's move is shown in steps
    #[arg(long, value_name = "YES", value_parser = ["true", "false"])]
    pub motion: Option<String>,
    /// What you are called at the table, in at most 20 characters
    #[arg(long, value_name = "NAME", value_parser = |text: &str| Setting::Name.read(text))]
    pub name: Option<String>,
    /// What the second player is called where two people play, in at most 20 characters
    #[arg(long, value_name = "NAME", value_parser = |text: &str| Setting::Guest.read(text))]
    pub guest: Option<String>,
    /// Who is proposed where a game is set up: auto, human, or a level or character of the computer
    #[arg(long, value_name = "PLAYER", value_parser = |text: &str| Setting::Opponent.read(text))]
    pub opponent: Option<String>,
    /// Whether the verdict is shown when the program begins
    #[arg(long, value_name = "YES", value_parser = ["true", "false"])]
    pub verdict: Option<String>,
    /// How long the computer's move waits, in milliseconds
    #[arg(long, value_name = "MS", value_parser = within(0..=60_000u64))]
    pub pause: Option<u64>,
    /// The settings file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Makes chance repeatable
    #[arg(long, value_name = "N", value_parser = within(0..=u64::MAX))]
    pub seed: Option<u64>,
}

impl Interface {
    /// These options, and where they say nothing those given before the command.
    #[must_use]
    pub fn or(self, before: Interface) -> Interface {
        Interface {
            saves: self.saves.or(before.saves),
            ascii: self.ascii || before.ascii,
            theme: self.theme.or(before.theme),
            colours: self.colours.or(before.colours),
            panel: self.panel.or(before.panel),
            motion: self.motion.or(before.motion),
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
