//! The `nimatron` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    nimatron::cli::main(|_session| Err("the interface is not here yet"))
}
