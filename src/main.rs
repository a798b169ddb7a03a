//! The `nimatron` program.

use std::process::ExitCode;

use nimatron::{cli, tui};

fn main() -> ExitCode {
    cli::main(|session| tui::run(session).map_err(|error| format!("{error:#}")))
}
