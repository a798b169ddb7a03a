//! `check`: reads saved games, replays them, and says what is wrong where.

use std::io::Write;
use std::path::PathBuf;

use super::error::{self, Done, Error};
use super::locale;
use super::output::{self, OutputKind};
use super::words::{self, plural};
use crate::play::record;
use crate::rules::Library;

/// Options of `check`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  nimatron check saves/*.json")]
pub struct CheckCommand {
    /// Saved games
    #[arg(value_name = "FILE", required = true)]
    file: Vec<PathBuf>,
}

/// Runs `check`.
///
/// # Errors
/// [`Error::Told`] when a file was not in order.
pub fn run(options: &CheckCommand, library: &Library) -> Done {
    let mut out = output::stdout(OutputKind::text(locale::is_narrow()));
    let mut failed = false;
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
                    game.table().id(),
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
    if failed { Err(Error::Told) } else { Ok(()) }
}
