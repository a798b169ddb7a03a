//! The `nimatron` program.

use std::alloc::System;
use std::process::ExitCode;

use cap::Cap;
use nimatron::{cli, tui};

/// The system's allocator, which counts: whatever takes memory, `--memory` sees it.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

fn main() -> ExitCode {
    cli::stop::measure_memory(|| ALLOCATOR.allocated());
    cli::main(|session| {
        let options = session.interface;
        let settings = tui::Settings {
            saves: options.saves,
            pause_ms: options.pause,
            seed: options.seed,
            ascii: options.ascii,
            theme: options.theme,
            library: session.library,
        };
        tui::run(session.start, settings).map_err(|error| format!("{error:#}"))
    })
}
