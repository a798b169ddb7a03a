//! The `check` command: replays saved games, checks scripts, and reports the line and column of each error.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::error::{self, Done, Error};
use super::library;
use super::locale;
use super::output::{self, OutputKind, WriteLine};
use super::stop::{Budget, WorkLimit};
use nimatron_core::games::own::{self, OwnGame};
use nimatron_core::games::reasons::counted;
use nimatron_core::rules::{Library, ScriptText, Text};
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  nimatron check saves/*.json
  nimatron check assets/games/grundy.lua
  nimatron check own/square/100")]
pub struct CheckCommand {
    #[command(flatten)]
    pub limit: WorkLimit,
    /// Saved games and scripts (.lua), or a script with its parameters: own/NAME/VALUE
    #[arg(value_name = "FILE", required_unless_present_any = ["script", "eval"])]
    file: Vec<PathBuf>,
}

/// Checks a game and reports the result; returns `false` if a fault was found.
fn script(
    path: &str,
    game: Done<&'static OwnGame>,
    budget: &Budget,
    out: &mut impl Write,
) -> Done<bool> {
    let game = game?;
    let found = budget.run(|limits| own::trial::run(game, limits));
    let found = found.map_err(|error| Error::Failed(error.to_string()))?;
    match &found.left {
        _ if !found.faults.is_empty() => {}
        None => out.line(tr!("{path}: no error found. {seen}", seen = found.seen))?,
        Some(why) => {
            let seen = &found.seen;
            out.line(tr!(
                "{path}: no error found so far. {seen} Not everything was tried: {why}."
            ))?;
        }
    }
    out.flush()?;
    for fault in &found.faults {
        error::say(fault);
    }
    Ok(found.faults.is_empty())
}

/// Returns the argument if it names a script's game, such as `own/square/100`, and no file of that name exists.
fn game_name(path: &Path) -> Option<&str> {
    let name = path.to_str()?;
    (name.starts_with("own/") && !path.exists()).then_some(name)
}

/// Returns [`Error::Reported`] if a script or saved game is not valid.
pub fn run(
    options: &CheckCommand,
    scripts: &[PathBuf],
    line: Option<ScriptText>,
    library: &Library,
) -> Done {
    let mut out = output::stdout(OutputKind::text(locale::is_narrow()));
    let budget = options.limit.budget();
    let mut failed = false;
    let is_script = |path: &&PathBuf| path.extension().is_some_and(|e| e == "lua");
    let sources = (scripts.iter())
        .chain(options.file.iter().filter(is_script))
        .map(|path| library::script(path))
        .chain(line.map(Ok));
    let sources: Vec<Done<ScriptText>> = sources.collect();
    for source in sources.iter().flatten() {
        library.insert_script(source.clone());
    }
    let named = options.file.iter().filter_map(|path| game_name(path));
    let games = named.clone().map(|name| {
        let game = budget.run(|limits| {
            let limits = own::trial::limits_for_reading(name, limits);
            let name = Text::new(name).within(&limits);
            let params: Vec<Text<'_>> = name.split('/').skip(1).collect();
            own::script_named(&params, library)
        });
        (name.to_owned(), game.map_err(super::not_read))
    });
    // If an argument names a script's game, such as `own/square/100`, do not check the same script again with its
    // default parameters.
    let is_named = |source: &ScriptText| {
        named
            .clone()
            .any(|name| name.split('/').nth(1) == Some(&source.name))
    };
    let sources = sources
        .into_iter()
        .filter(|source| !source.as_ref().is_ok_and(is_named));
    let read = |source: ScriptText| {
        let game = budget.run(|limits| {
            let limits = own::trial::limits_for_reading(&source.file, limits);
            own::read_script(&source, &limits)
        });
        (source.file, game.map_err(Error::failed))
    };
    let sources =
        sources.map(|source| source.map_or_else(|error| (String::new(), Err(error)), read));
    for (path, game) in sources.chain(games) {
        match script(&path, game, &budget, &mut out) {
            Ok(in_order) => failed |= !in_order,
            Err(Error::Failed(what)) => {
                failed = true;
                out.flush()?;
                error::say(&what);
            }
            Err(other) => return Err(other),
        }
    }
    let is_saved = |path: &&PathBuf| !is_script(path) && game_name(path).is_none();
    for path in options.file.iter().filter(is_saved) {
        match super::loaded(path, library, &budget) {
            Ok(game) => {
                out.line(tr!(
                    "{path}: in order: {start}, {moves}, at {position} after {cursor}",
                    path = path.display(),
                    start = game.start().title(),
                    moves = counted(game.moves().len() as u64, tr!("move"), tr!("moves")),
                    position = game.position().id(),
                    cursor = game.cursor()
                ))?;
            }
            Err(e) => {
                failed = true;
                out.flush()?;
                error::say(&e);
            }
        }
    }
    out.flush()?;
    if failed { Err(Error::Reported) } else { Ok(()) }
}
