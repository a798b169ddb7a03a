//! The `new-game` command: writes a commented script as a template for the user's own game.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

use super::error::{Done, Error};
use super::library;
use nimatron_core::games::own;
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  nimatron new-game my-game.lua")]
pub struct NewGameCommand {
    /// File to write; its name without .lua is the name of the game, as in own/my-game
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub fn run(options: &NewGameCommand) -> Done {
    let shown = options.file.display();
    let name = library::check_path(&options.file)?;
    if name == "-" {
        return Err(Error::failed(tr!(
            "new-game writes a file, not to standard output; expected its name, such as my-game.lua"
        )));
    }
    if options
        .file
        .extension()
        .is_some_and(|ending| ending != "lua")
    {
        return Err(Error::Failed(tr!(
            "{shown} does not end in .lua, as scripts do; expected {lua}",
            lua = options.file.with_extension("lua").display()
        )));
    }
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&options.file)
        .map_err(|e| match e.kind() {
            std::io::ErrorKind::AlreadyExists => Error::Failed(tr!("{shown} is there already")),
            _ => Error::Failed(tr!("{shown} cannot be written: {e}")),
        })?;
    let written = file
        .write_all(own::TEMPLATE.as_bytes())
        .and_then(|()| file.sync_all());
    written.map_err(|e| Error::Failed(tr!("{shown} cannot be written: {e}")))?;
    // A file without the extension `.lua` is recognised as a script only after `--game`.
    let option = match options.file.extension() {
        Some(_) => "",
        None => "--game ",
    };
    super::error::note(&tr!(
        "{shown} is written; try it: nimatron check {option}{shown}"
    ));
    Ok(())
}
