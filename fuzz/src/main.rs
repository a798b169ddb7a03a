//! Runs the targets without a fuzzer: `cargo run --release -- [TARGET|all] [SECONDS] [SEED]`.

use std::panic::catch_unwind;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use nimatron_fuzz::chance::Inputs;
use nimatron_fuzz::targets::{ALL, EVENTS, LONG};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let wanted = arguments.next().unwrap_or_else(|| "all".to_owned());
    let seconds = arguments.next().and_then(|s| s.parse().ok()).unwrap_or(60);
    let seed = arguments
        .next()
        .and_then(|s| s.parse().ok())
        .unwrap_or_else(rand::random);
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut failed = false;
    for (name, target) in ALL
        .iter()
        .filter(|(name, _)| wanted == "all" || wanted == *name)
    {
        let mut inputs = Inputs::new(&here.join("corpus").join(name), seed);
        let end = Instant::now() + Duration::from_secs(seconds);
        let (mut runs, mut slowest) = (0u64, Duration::ZERO);
        while Instant::now() < end {
            let input = if LONG.contains(name) {
                inputs.next_long()
            } else {
                inputs.next()
            };
            let start = Instant::now();
            if catch_unwind(|| target(&input)).is_err() {
                let place = here.join("artifacts").join(format!("{name}-{seed}-{runs}"));
                let written = std::fs::create_dir_all(here.join("artifacts"))
                    .and_then(|()| std::fs::write(&place, &input));
                println!("{name}: failed on {}: {written:?}", place.display());
                failed = true;
            }
            slowest = slowest.max(start.elapsed());
            runs += 1;
        }
        println!("{name}: {runs} inputs with seed {seed}, the slowest in {slowest:?}");
        if LONG.contains(name) {
            println!("{} events of the interface", EVENTS.load(Relaxed));
        }
    }
    if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}
