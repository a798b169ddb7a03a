//! `play`, `open`, `continue` and no command at all: what the interface starts with.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::config::{self, Settled};
use super::error::{Done, Error};
use super::locale;
use super::options::Interface;
use super::plain::{self, PlainMatch};
use crate::games;
use crate::play::left;
use crate::play::record::{Loaded, Seen};
use crate::play::store::{Store, StoreError};
use crate::play::{Level, Match, Participant, PlayerKind, Start};
use crate::rules::Library;
use crate::settings::{Origin, Setting};

/// What the interface starts with.
pub struct Session {
    /// What to show first.
    pub start: Start,
    /// What the program is told to be like.
    pub settled: Settled,
    /// Whether the locale has ASCII alone.
    pub narrow: bool,
    /// What chance starts from.
    pub seed: Option<u64>,
    /// The boards and graphs of the user's.
    pub library: Library,
}

/// The interface, where there is a terminal for it.
fn session(interface: &Interface, settled: Settled, start: Start, library: Library) -> Done<Session> {
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
    Ok(Session { start, settled, narrow: locale::is_narrow(), seed: interface.seed, library })
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

impl PlayCommand {
    /// Where saved games were said to be, behind the command.
    pub fn saves(&self) -> Option<&Path> {
        self.interface.saves.as_deref()
    }
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

impl OpenCommand {
    /// Where saved games were said to be, behind the command.
    pub fn saves(&self) -> Option<&Path> {
        self.interface.saves.as_deref()
    }
}

/// Options of `continue`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  nimatron continue")]
pub struct ContinueCommand {
    #[command(flatten)]
    interface: Interface,
}

impl ContinueCommand {
    /// Where saved games were said to be, behind the command.
    pub fn saves(&self) -> Option<&Path> {
        self.interface.saves.as_deref()
    }
}

fn failed(error: &StoreError) -> Error {
    Error::failed(error)
}

/// The home screen.
///
/// # Errors
/// [`Error::Failed`] without a terminal.
pub fn home(common: Interface, library: Library) -> Done<Session> {
    let settled = config::settle(&common);
    session(&common, settled, Start::Home, library)
}

/// A new match; `None` once it has been played line by line.
///
/// # Errors
/// A bad ID; [`Error::Failed`] without a terminal.
pub fn play(options: &PlayCommand, common: Interface, library: Library) -> Done<Option<Session>> {
    let interface = options.interface.clone().or(common);
    let settled = config::settle(&interface);
    if options.id.is_empty() {
        return session(&interface, settled, Start::Home, library).map(Some);
    }
    let id = options.id.join(" ");
    let position = games::open(&id, &library).map_err(|e| Error::Usage(e.to_string()))?;
    let participants =
        settled.settings.named(Participant::pair([options.first, options.second], position.info()));
    if options.plain || (locale::is_dumb() && std::io::stdin().is_terminal()) {
        config::tell(&settled.faults);
        let settings = &settled.settings;
        // Line by line nothing waits unless it is told to.
        let waits = settings.origin(Setting::Pause) != Origin::Usual;
        let plain = PlainMatch {
            ascii: settings.is_ascii(locale::is_narrow()),
            pause: Duration::from_millis(if waits { settings.pause_ms() } else { 0 }),
            seed: interface.seed,
            store: Store::locate(settings.saves().as_deref()).map_err(|e| e.to_string()),
        };
        return plain::run(Match::new(position, participants), plain).map(|()| None);
    }
    session(&interface, settled, Start::Play { position, participants }, library).map(Some)
}

/// A saved game.
///
/// # Errors
/// A file that is no saved game; [`Error::Failed`] without a terminal.
pub fn open(options: &OpenCommand, common: Interface, library: Library) -> Done<Session> {
    let interface = options.interface.clone().or(common);
    let settled = config::settle(&interface);
    let Loaded { game, seen, .. } = Store::load(&options.file, &library).map_err(|e| failed(&e))?;
    // A list of IDs is not to be written over by a match.
    let json = options.file.extension().is_some_and(|e| e.eq_ignore_ascii_case("json"));
    let path = json.then(|| options.file.clone());
    session(&interface, settled, Start::Match { game, path, seen }, library)
}

/// The match that was last being played.
///
/// # Errors
/// Where there is none; [`Error::Failed`] without a terminal.
pub fn last(options: &ContinueCommand, common: Interface, library: Library) -> Done<Session> {
    let interface = options.interface.clone().or(common);
    let settled = config::settle(&interface);
    let store = Store::locate(settled.settings.saves().as_deref()).map_err(|e| failed(&e))?;
    let (game, path) = left::last(&store, &library).map_err(|e| failed(&e))?;
    let seen = path.as_deref().and_then(Seen::now);
    session(&interface, settled, Start::Match { game, path, seen }, library)
}
