//! Options shared by several commands.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;

use super::error::{Done, Error};
use super::numbers::within;
use super::table::{entry_of, names};
use crate::settings::{Delay, Setting, SettingKind};
use nimatron_core::erased::{Entry, Info};
use nimatron_core::rules::{Convention, Library};
use nimatron_core::tr;

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

/// The choice of an output format; `--json` is short for `--format json`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct FormatChoice<F: OutputFormat> {
    /// Output format
    #[arg(long, value_enum, default_value_t = F::TEXT)]
    format: F,
    /// JSON: the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl<F: OutputFormat> FormatChoice<F> {
    pub fn chosen(self) -> F {
        if self.json { F::JSON } else { self.format }
    }
}

pub trait OutputFormat: clap::ValueEnum + Send + Sync + 'static {
    const TEXT: Self;
    const JSON: Self;
}

/// A game, with its parameters, and a convention.
#[derive(Clone, Debug, clap::Args)]
pub struct GameChoice {
    /// A game and its parameters, such as bash/3; you may add the convention (normal or misère)
    #[arg(value_name = "GAME[/PARAMETER]", num_args = 0..)]
    game: Vec<String>,
    /// The player who makes the last move loses
    #[arg(long)]
    misere: bool,
}

impl GameChoice {
    /// Returns the game with its parameters, and the convention. As in IDs, the convention may precede the game.
    pub fn named(&self) -> Done<(Option<String>, Option<Convention>)> {
        let words = self.game.join(" ");
        let mut words = words.split_whitespace().peekable();
        let misere = self.misere.then_some(Convention::Misere);
        let word = words.peek().copied().and_then(Convention::named);
        if word.is_some() {
            words.next();
        }
        if word.is_some() && self.misere && word != misere {
            return Err(Error::usage(tr!(
                "--misere and another convention before the game"
            )));
        }
        let game = words.next().map(str::to_owned);
        if word.is_some() && game.as_deref().and_then(Convention::named).is_some() {
            return Err(Error::usage(tr!(
                "two conventions stand before the game; expected one"
            )));
        }
        if let Some(more) = words.next() {
            return Err(Error::usage(tr!(
                "{more:?} follows the game; expected one game"
            )));
        }
        Ok((game, word.or(misere)))
    }

    /// Chooses a game and its convention. If no game is given, chooses the game in `loaded`, provided that there is
    /// exactly one. If no convention is given, chooses the game's default convention.
    pub fn choose(
        &self,
        loaded: &[String],
        library: &Library,
        wanted: &dyn Fn(&Info) -> bool,
    ) -> Done<ChosenGame> {
        let (game, convention) = self.named()?;
        let game = match (game, loaded) {
            (Some(game), _) => game,
            (None, [only]) => only.clone(),
            (None, loaded) => {
                let names = match loaded {
                    [] => names(wanted),
                    loaded => loaded.join(", "),
                };
                return Err(Error::usage(tr!(
                    "no game is given; expected one of {names}"
                )));
            }
        };
        let entry = entry_of(&game, library, wanted)?;
        let convention = convention.or(entry.info.default);
        Ok(ChosenGame {
            game,
            entry,
            convention,
        })
    }
}

pub struct ChosenGame {
    /// The game's name and parameters, as in IDs.
    pub game: String,
    pub entry: &'static Entry,
    pub convention: Option<Convention>,
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
    /// In each new game, show who is winning (between two people only if you set this)
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
    /// Returns each setting that has an option, with the text given on the command line, or `None` if the option is
    /// absent. The folder of saved games is not included.
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
