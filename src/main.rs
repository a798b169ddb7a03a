//! The `nimatron` program.

use std::process::ExitCode;

use nimatron::cli::{self, Session, Settings};
use nimatron::tui::{self, Options};

fn main() -> ExitCode {
    cli::main(|session| interface(session).map_err(|error| format!("{error:#}")))
}

/// Runs the interface as the command line says.
fn interface(Session { start, settings }: Session) -> anyhow::Result<()> {
    let Settings { saves, pause_ms, seed, ascii, library } = settings;
    let start = match start {
        cli::Start::Home => tui::Start::Home,
        cli::Start::Play { table, participants } => tui::Start::Play { table, participants },
        cli::Start::Match { game, path } => tui::Start::Match { game, path },
    };
    tui::run(start, Options { saves, pause_ms, seed, ascii, library })
}
