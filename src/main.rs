//! The `nimatron` program.

use std::alloc::System;
use std::process::ExitCode;

use cap::Cap;
use nimatron::{cli, tui};
use nimatron_core::games::own;
use nimatron_core::rules::measure_memory;

/// The system allocator with a counter, so that `--memory` covers every allocation.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

fn main() -> ExitCode {
    measure_memory(|| ALLOCATOR.allocated());
    own::set_work_check(cli::stop::check_work);
    if let Some(folder) = nimatron::play::store::cache_folder() {
        own::set_cache_folder(folder.join("heaps"));
    }
    let interface = |session| {
        cli::stop::hand_over(tui::interrupt);
        tui::run(session).map_err(|error| format!("{error:#}"))
    };
    let status = cli::main(interface, &|game, size, library, tell| {
        tui::film::cast(game, size, library, tell)
    });
    // SIGINT (signal 2) gives the exit status 130.
    match tui::ended_by() {
        Some(2) => ExitCode::from(130),
        _ => status,
    }
}
