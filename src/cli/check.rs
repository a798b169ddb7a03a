//! `check`: reads saved games, replays them, and says what is wrong where.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::error::{self, Done, Error};
use super::library;
use super::locale;
use super::output::{self, OutputKind};
use super::stop::{self, Budget};
use super::words::{self, plural};
use crate::games::own;
use crate::play::record;
use crate::rules::Library;

/// Options of `check`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  nimatron check saves/*.json
  nimatron check --game assets/games/grundy.rhai")]
pub struct CheckCommand {
    /// Saved games
    #[arg(value_name = "FILE", required_unless_present = "script")]
    file: Vec<PathBuf>,
}

/// Tries a script out, and says whether it is in order.
fn script(path: &Path, out: &mut impl Write) -> Done<bool> {
    let source = library::script(path)?;
    let found = Budget::default().run(|limits| own::trial::of(&source, limits));
    let found = found.map_err(|error| Error::Failed(error.to_string()))?;
    match &found.left {
        _ if !found.faults.is_empty() => {}
        None => writeln!(out, "{}: in order: {}", path.display(), found.seen)?,
        Some(why) => {
            let (path, seen) = (path.display(), &found.seen);
            writeln!(out, "{path}: no fault found, but not all was tried: {seen}; {why}")?;
        }
    }
    out.flush()?;
    for fault in &found.faults {
        error::say(fault);
    }
    Ok(found.faults.is_empty())
}

/// Runs `check`.
///
/// # Errors
/// [`Error::Reported`] when a file was not in order.
pub fn run(options: &CheckCommand, scripts: &[PathBuf], library: &Library) -> Done {
    let mut out = output::stdout(OutputKind::text(locale::is_narrow()));
    let mut failed = false;
    stop::listen();
    for path in scripts {
        match script(path, &mut out) {
            Ok(in_order) => failed |= !in_order,
            Err(Error::Failed(what)) => {
                failed = true;
                out.flush()?;
                error::say(&what);
            }
            Err(other) => return Err(other),
        }
    }
    for path in &options.file {
        match record::load(path, library) {
            Ok(loaded) => {
                let game = &loaded.game;
                let moves = game.moves().len();
                writeln!(
                    out,
                    "{}: in order: {}, {moves} {}, at {} after {}",
                    path.display(),
                    words::title(game.start()),
                    plural(moves as u64, "move"),
                    game.position().id(),
                    game.cursor(),
                )?;
            }
            Err(e) => {
                failed = true;
                out.flush()?;
                error::say(&format!("{} {e}", path.display()));
            }
        }
    }
    out.flush()?;
    if failed { Err(Error::Reported) } else { Ok(()) }
}
