//! The `check` command: replays saved games, checks scripts, and reports errors with their line and column.

use std::io::Write;
use std::path::PathBuf;

use super::error::{self, Done, Error};
use super::library;
use super::locale;
use super::output::{self, OutputKind};
use super::stop::{Budget, WorkLimit};
use nimatron_core::games::own;
use nimatron_core::games::reasons::counted;
use nimatron_core::rules::{Library, ScriptText};
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  nimatron check saves/*.json
  nimatron check assets/games/grundy.lua")]
pub struct CheckCommand {
    #[command(flatten)]
    pub limit: WorkLimit,
    /// Saved games and scripts (.lua)
    #[arg(value_name = "FILE", required_unless_present_any = ["script", "eval"])]
    file: Vec<PathBuf>,
}

/// Checks a script and reports the result; returns whether no fault was found.
fn script(source: &ScriptText, budget: &Budget, out: &mut impl Write) -> Done<bool> {
    let path = &source.file;
    let found = budget.run(|limits| own::trial::run(source, limits));
    let found = found.map_err(|error| Error::Failed(error.to_string()))?;
    match &found.left {
        _ if !found.faults.is_empty() => {}
        None => writeln!(
            out,
            "{}",
            tr!("{path}: no error found. {seen}", seen = found.seen)
        )?,
        Some(why) => {
            let seen = &found.seen;
            writeln!(
                out,
                "{}",
                tr!("{path}: no error found so far. {seen} Not everything was tried: {why}.")
            )?;
        }
    }
    out.flush()?;
    for fault in &found.faults {
        error::say(fault);
    }
    Ok(found.faults.is_empty())
}

/// Checks the scripts and saved games, and reports their faults.
///
/// Errors: [`Error::Reported`] if a script or saved game is not valid.
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
        .map(|path| library::script(path));
    for source in sources.chain(line.map(Ok)) {
        match source.and_then(|source| script(&source, &budget, &mut out)) {
            Ok(in_order) => failed |= !in_order,
            Err(Error::Failed(what)) => {
                failed = true;
                out.flush()?;
                error::say(&what);
            }
            Err(other) => return Err(other),
        }
    }
    for path in options.file.iter().filter(|path| !is_script(path)) {
        match super::loaded(path, library, &budget) {
            Ok(game) => {
                writeln!(
                    out,
                    "{}",
                    tr!(
                        "{path}: in order: {start}, {moves}, at {position} after {cursor}",
                        path = path.display(),
                        start = game.start().title(),
                        moves = counted(game.moves().len() as u64, tr!("move"), tr!("moves")),
                        position = game.position().id(),
                        cursor = game.cursor()
                    )
                )?;
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
