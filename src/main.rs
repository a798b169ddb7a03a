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
    cli::main(|session| tui::run(session).map_err(|error| format!("{error:#}")))
}
