//! Runs the `play`, `open` and `continue` commands, and the program if it is started without a command. Each of them
//! opens the full screen or holds a conversation in lines of plain text.

use std::io::IsTerminal;
use std::path::PathBuf;

use super::config;
use super::error::{Done, Error};
use super::input::Lines;
use super::locale;
use super::options::Interface;
use super::output::{self, OutputKind, WriteLine};
use super::plain;
use super::stop::Budget;
use crate::play::record::Seen;
use crate::play::store::{Start, Store};
use crate::play::{Level, Match, Participant, PlayerKind};
use crate::settings::{Session, Settled};
use nimatron_core::erased::AnyPosition;
use nimatron_core::games::reasons::join;
use nimatron_core::games::{self, NoStart, Opener};
use nimatron_core::rules::Library;
use nimatron_core::tr;

/// The environment variable that has the same effect as `--plain`.
const PLAIN: &str = "NIMATRON_PLAIN";

/// The key under which the store remembers that the conversation was offered.
const PROPOSED: &str = "plain";

pub fn is_plain_asked() -> bool {
    std::env::var_os(PLAIN).is_some_and(|value| !value.is_empty() && value != "0")
}

/// Returns the session for the full screen, or `None` after a conversation in plain lines. Options after the command
/// override options before it. If `is_play` is set, a conversation without a position begins with the choice of a game.
fn begin(
    [before, behind]: [&Interface; 2],
    library: Library,
    is_play: bool,
    start: impl FnOnce(&Settled, &Library) -> Done<Start>,
) -> Done<Option<Session>> {
    let settled = config::settle(before, behind);
    let seed = behind.seed.or(before.seed);
    let start = start(&settled, &library)?;
    let input = std::io::stdin().is_terminal();
    let output = std::io::stdout().is_terminal();
    let is_plain = before.plain
        || behind.plain
        || is_plain_asked()
        || (locale::is_dumb() && input)
        || (input && output && proposed(&settled)?);
    if is_plain {
        config::tell(&settled.faults);
        return plain::run(start, is_play, settled, library, seed).map(|()| None);
    }
    if !input || !output {
        return Err(Error::failed(tr!(
            "the interface needs a terminal; `nimatron --plain` plays in lines of text and needs none"
        )));
    }
    Ok(Some(Session {
        start,
        settled,
        narrow: locale::is_narrow(),
        seed,
        library,
    }))
}

/// Offers the plain conversation once, if the environment suggests a screen reader or a braille display. Returns
/// whether the user accepts the offer.
fn proposed(settled: &Settled) -> Done<bool> {
    let reads = |name: &std::ffi::OsStr| {
        let name = name.to_string_lossy().to_ascii_uppercase();
        name.starts_with("BRLTTY") || name.starts_with("ORCA")
    };
    let Ok(store) = Store::locate(settled.settings.saves()) else {
        return Ok(false);
    };
    if !std::env::vars_os().any(|(name, _)| reads(&name)) || store.recall(PROPOSED).is_some() {
        return Ok(false);
    }
    let mut out = output::stdout(OutputKind::Ascii);
    out.line(tr!(
        "A screen reader or a braille display seems to be in use. Nimatron can speak in"
    ))?;
    out.line(tr!(
        "plain lines instead of drawing a screen. NIMATRON_PLAIN=1 asks for that always."
    ))?;
    out.line(tr!("Type y for plain lines, n for the full screen:"))?;
    let mut lines = Lines::stdin();
    let answer = match lines.next(&mut out)? {
        Some(Ok(line)) => line.trim().eq_ignore_ascii_case("y"),
        _ => false,
    };
    // If the value cannot be stored, the user is asked again next time.
    let _ = store.remember(PROPOSED, "proposed\n");
    Ok(answer)
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron play nim
  nimatron play star:8191
  nimatron play misere row:OOO.OO --first perfect --second human
  nimatron play --plain triangle:")]
pub struct PlayCommand {
    #[command(flatten)]
    pub interface: Interface,
    /// The first player: human, perfect, strong (errs on 1 move in 10), fair (1 in 4), easy (1 in 2), equal (errs as often as you do), or a character (endgame, greedy or copycat)
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    first: PlayerKind,
    /// The second player; default: the setting `opponent`, or else perfect
    #[arg(long, value_name = "PLAYER")]
    second: Option<PlayerKind>,
    /// A position ID, which may be split across several arguments; a game alone begins at its default start
    #[arg(value_name = "ID")]
    id: Vec<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  nimatron open saves/nim-half-played.json")]
pub struct OpenCommand {
    #[command(flatten)]
    pub interface: Interface,
    /// A saved game, or a text file with one position ID
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  nimatron continue")]
pub struct ContinueCommand {
    #[command(flatten)]
    pub interface: Interface,
}

pub fn home(common: &Interface, library: Library) -> Done<Option<Session>> {
    begin([common, &Interface::default()], library, false, |_, _| {
        Ok(Start::Home)
    })
}

pub fn play(options: &PlayCommand, common: &Interface, library: Library) -> Done<Option<Session>> {
    begin(
        [common, &options.interface],
        library,
        true,
        |settled, library| {
            if options.id.is_empty() {
                return Ok(Start::Home);
            }
            let position = started(&options.id, library)?;
            let usual = settled.settings.values().opponent;
            let second = options.second.or(usual);
            let second = second.unwrap_or(PlayerKind::Computer(Level::Perfect));
            let pair = Participant::pair([options.first, second], position.info());
            let game = Box::new(Match::new(position, settled.settings.named(pair)));
            Ok(Start::Match {
                game,
                path: None,
                seen: None,
            })
        },
    )
}

/// Opens the position named on the command line; see [`games::started`] for the accepted forms.
fn started(words: &[String], library: &Library) -> Done<Box<dyn AnyPosition>> {
    let text = words.join(" ");
    let mut opener = Opener::new(library.clone());
    let budget = Budget::default();
    let started = budget.run_as(tr!("reading"), |limits| {
        games::started(&text, &mut opener, limits)
    });
    started.map_err(|none| match none {
        NoStart::Id(error) => super::not_opened(&text, error),
        NoStart::Unknown(game, meant) => {
            let words = join(meant.iter().map(|info| info.id), ", ");
            Error::usage(tr!("no single game is called {game:?}; expected one of {words}, or a position, for example nim:3,5,7"))
        }
        NoStart::NoDefault(game, example) => Error::usage(tr!("{game} has no default start; expected a state behind it, for example {example}")),
    })
}

pub fn open(options: &OpenCommand, common: &Interface, library: Library) -> Done<Option<Session>> {
    begin(
        [common, &options.interface],
        library,
        false,
        |_, library| {
            // Refuse pipes and other special files, because reading them could block the full screen.
            let loaded =
                Store::load_while(&options.file, library, &|| true).map_err(Error::failed)?;
            // Write back only to a JSON file: a match must not overwrite a text file that holds an ID.
            let json = options
                .file
                .extension()
                .is_some_and(|e| e.eq_ignore_ascii_case("json"));
            let path = json.then(|| options.file.clone());
            Ok(Start::Match {
                game: Box::new(loaded.game),
                path,
                seen: loaded.seen,
            })
        },
    )
}

pub fn last(
    options: &ContinueCommand,
    common: &Interface,
    library: Library,
) -> Done<Option<Session>> {
    begin(
        [common, &options.interface],
        library,
        false,
        |settled, library| {
            let store = Store::locate(settled.settings.saves()).map_err(Error::failed)?;
            let (game, path) = store.left(library).map_err(Error::failed)?;
            let seen = path.as_deref().and_then(Seen::now);
            Ok(Start::Match {
                game: Box::new(game),
                path,
                seen,
            })
        },
    )
}
