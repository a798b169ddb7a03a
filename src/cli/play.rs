//! `play`, `open`, `continue` and no command at all: what the interface starts with.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use super::error::{Done, Error};
use super::locale;
use super::plain::{self, PlainMatch};
use crate::games;
use crate::play::left;
use crate::play::record::{Loaded, Seen};
use crate::play::store::{Store, StoreError};
use crate::play::{Level, Match, Participant, PlayerKind, Start, THEMES};
use crate::rules::Library;

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
    /// How long the computer's move waits, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(..=60_000))]
    pub pause: Option<u64>,
    /// Makes chance repeatable
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// What the interface starts with.
pub struct Session {
    /// What to show first.
    pub start: Start,
    /// How to show it.
    pub interface: Interface,
    /// The boards and graphs of the user's.
    pub library: Library,
}

impl Interface {
    /// These options, and where they say nothing those given before the command.
    fn or(self, before: Interface) -> Interface {
        Interface {
            saves: self.saves.or(before.saves),
            ascii: self.ascii || before.ascii,
            theme: self.theme.or(before.theme),
            pause: self.pause.or(before.pause),
            seed: self.seed.or(before.seed),
        }
    }

    fn session(self, start: Start, library: Library) -> Done<Session> {
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return Err(Error::failed(
                "the interface needs a terminal; `nimatron play --plain ID` plays line by line without one",
            ));
        }
        if locale::is_dumb() {
            return Err(Error::failed(
                "this terminal (TERM=dumb) cannot show a full screen; `nimatron play --plain ID` plays line by line",
            ));
        }
        let ascii = self.ascii || locale::is_narrow();
        Ok(Session { start, interface: Interface { ascii, ..self }, library })
    }
}

/// Options of `play`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron play star:8191
  nimatron play misere row:OOO.OO --first perfect --second human
  nimatron play --plain triangle:")]
pub struct PlayCommand {
    #[command(flatten)]
    interface: Interface,
    /// Who moves first: human, perfect, a level that errs: strong (1 move in 10), fair (1 in 4), easy (1 in 2), or a character: endgame, greedy, copycat
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    first: PlayerKind,
    /// Who moves second
    #[arg(long, value_name = "PLAYER", default_value_t = PlayerKind::Computer(Level::Perfect))]
    second: PlayerKind,
    /// Line by line, without a full screen
    #[arg(long)]
    plain: bool,
    /// A position ID, in one argument or several
    #[arg(value_name = "ID", required_if_eq("plain", "true"))]
    id: Vec<String>,
}

/// Options of `open`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  nimatron open saves/nim-3-5-7.json")]
pub struct OpenCommand {
    #[command(flatten)]
    interface: Interface,
    /// A saved game, or a text file with one position ID
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Options of `continue`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  nimatron continue")]
pub struct ContinueCommand {
    #[command(flatten)]
    interface: Interface,
}

fn failed(error: &StoreError) -> Error {
    Error::failed(error)
}

/// The home screen.
///
/// # Errors
/// [`Error::Failed`] without a terminal.
pub fn home(common: Interface, library: Library) -> Done<Session> {
    common.session(Start::Home, library)
}

/// A new match; `None` once it has been played line by line.
///
/// # Errors
/// A bad ID; [`Error::Failed`] without a terminal.
pub fn play(options: &PlayCommand, common: Interface, library: Library) -> Done<Option<Session>> {
    let interface = options.interface.clone().or(common);
    if options.id.is_empty() {
        return interface.session(Start::Home, library).map(Some);
    }
    let id = options.id.join(" ");
    let table = games::open(&id, &library).map_err(|e| Error::Usage(e.to_string()))?;
    let participants = Participant::pair([options.first, options.second], table.info());
    if options.plain || (locale::is_dumb() && std::io::stdin().is_terminal()) {
        let plain = PlainMatch {
            ascii: interface.ascii || locale::is_narrow(),
            pause: Duration::from_millis(interface.pause.unwrap_or(0)),
            seed: interface.seed,
            store: Store::locate(interface.saves.as_deref()).map_err(|e| e.to_string()),
        };
        return plain::run(Match::new(table, participants), plain).map(|()| None);
    }
    interface.session(Start::Play { table, participants }, library).map(Some)
}

/// A saved game.
///
/// # Errors
/// A file that is no saved game; [`Error::Failed`] without a terminal.
pub fn open(options: &OpenCommand, common: Interface, library: Library) -> Done<Session> {
    let interface = options.interface.clone().or(common);
    let Loaded { game, seen, .. } = Store::load(&options.file, &library).map_err(|e| failed(&e))?;
    // A list of IDs is not to be written over by a match.
    let json = options.file.extension().is_some_and(|e| e.eq_ignore_ascii_case("json"));
    let path = json.then(|| options.file.clone());
    interface.session(Start::Match { game, path, seen }, library)
}

/// The match that was last being played.
///
/// # Errors
/// Where there is none; [`Error::Failed`] without a terminal.
pub fn last(options: &ContinueCommand, common: Interface, library: Library) -> Done<Session> {
    let interface = options.interface.clone().or(common);
    let store = Store::locate(interface.saves.as_deref()).map_err(|e| failed(&e))?;
    let (game, path) = left::last(&store, &library).map_err(|e| failed(&e))?;
    let seen = path.as_deref().and_then(Seen::now);
    interface.session(Start::Match { game, path, seen }, library)
}
