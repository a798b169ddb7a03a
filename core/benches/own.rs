//! Measures the time to solve scripts, the time to stop scripts that do not end, and the memory per position: `cargo
//! bench -p nimatron-core --bench own`. The rows named `whole` explore every reachable position; the rows named `value`
//! and `winner` omit the number of moves to the end.

use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use nimatron_core::erased::AnyPosition;
use nimatron_core::games::{Opener, open};
use nimatron_core::rules::{Library, Limits, ScriptText, Step, Stop};

const NOGO: &str = include_str!("nogo.lua");

type Answer = (Duration, String);

/// Times a query about a position. The arguments are the script's name, the script's text unless it is shipped, and the
/// state.
type Ask = fn(&str, Option<&str>, &str) -> Answer;

/// Returns the processor time of this thread, or the time since the first call on systems that do not report it.
fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let spent = told.split(' ').next().and_then(|n| n.parse().ok());
    spent.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn limits() -> Limits {
    Limits::default().with_memory(2 << 30)
}

fn ours(name: &str, text: Option<&str>, state: &str) -> Answer {
    timed(name, text, state, &value_of, limits())
}

/// Like `ours`, but without the number of moves to the end.
fn brief(name: &str, text: Option<&str>, state: &str) -> Answer {
    timed(name, text, state, &value_of, limits().brief())
}

/// Like `brief`, but computes only the outcome.
fn winner(name: &str, text: Option<&str>, state: &str) -> Answer {
    let outcome = |at: &dyn AnyPosition, limits: &Limits| {
        Ok(format!("{:?}", at.outcome(limits)?).to_lowercase())
    };
    timed(name, text, state, &outcome, limits().brief())
}

fn value_of(at: &dyn AnyPosition, limits: &Limits) -> Result<String, Stop> {
    let value = at.value(limits)?;
    let told = |n: Option<u64>| n.map_or("?".to_owned(), |n| n.to_string());
    Ok(format!("{} {}", told(value.grundy), told(value.remoteness)))
}

fn timed(
    name: &str,
    text: Option<&str>,
    state: &str,
    ask: &dyn Fn(&dyn AnyPosition, &Limits) -> Result<String, Stop>,
    limits: Limits,
) -> Answer {
    let library = Library::default();
    if let Some(text) = text {
        library.insert_script(ScriptText {
            name: name.to_owned(),
            file: format!("{name}.lua"),
            text: text.into(),
        });
    }
    let start = clock();
    let told = open(&format!("own/{name}:{state}"), &library)
        .map_err(|e| e.to_string())
        .and_then(|at| ask(&*at, &limits).map_err(|e| e.to_string()));
    (clock() - start, told.unwrap_or_else(|error| error))
}

const ENDLESS: &str = include_str!("../src/games/own/tests/endless.txt");

/// Bodies without loops, one per line: a beginning, a tab, and a part to repeat many times.
const STRAIGHT: &str = include_str!("../src/games/own/tests/straight.txt");

/// Returns the longest time between two checks of the limits while a script runs: stopping the script can take this
/// long. Takes the minimum of three runs, because other programs can only lengthen this time.
fn longest_gap(body: &str) -> Duration {
    let run = || {
        let library = Library::default();
        library.insert_script(ScriptText {
            name: "try".to_owned(),
            file: "try.lua".to_owned(),
            text: format!("START = {{3}}\nfunction options(heap) {body} end").into(),
        });
        let start = Instant::now();
        let checks = Arc::new(Mutex::new((clock(), Duration::ZERO)));
        let seen = Arc::clone(&checks);
        let limits = Limits::default().stopping(move || {
            let mut seen = seen.lock().ok()?;
            seen.1 = seen.1.max(clock() - seen.0);
            seen.0 = clock();
            (start.elapsed() > Duration::from_millis(500)).then(|| "late".to_owned())
        });
        let opened = Opener::new(library).open_within("own/try:3", &limits);
        drop(opened.map(|at| at.value(&limits)));
        checks.lock().map_or(Duration::MAX, |checks| checks.1)
    };
    (0..3).map(|_| run()).min().unwrap_or_default()
}

const COUNTERS: &str = "START = {1, 1}
function moves(c)
  local out = {}
  if c[1] > 0 then out[1] = {c[1] - 1, c[2]} end
  if c[2] > 0 then out[#out + 1] = {c[1], c[2] - 1} end
  return out
end";

/// Returns the resident memory of this process in bytes; 0 on systems that do not report it.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let words = line.and_then(|line| line.split_whitespace().next());
    words.and_then(|n| n.parse().ok()).unwrap_or(0) * 1024
}

/// Explores a few million positions, and prints the bytes of memory per position at the peak of the search.
fn bytes_of_positions(name: &str, text: Option<&str>, state: &str) {
    let before = resident();
    let most = Arc::new(Mutex::new((0, 0)));
    let seen = Arc::clone(&most);
    let report = move |step: Step| {
        if let Ok(mut seen) = seen.lock()
            && step.done >= seen.0 + 10_000
        {
            *seen = (step.done, seen.1.max(resident()));
        }
    };
    let limits = limits().reporting(report);
    let (time, answer) = timed(name, text, state, &value_of, limits);
    let (positions, peak) = most.lock().map_or((1, 0), |seen| *seen);
    println!(
        "{name}:{state}, {positions} positions in {:.1} s ({answer}): {} bytes each",
        time.as_secs_f64(),
        peak.saturating_sub(before) / positions.max(1)
    );
}

fn main() {
    // Skip the options that `cargo bench` passes.
    let only = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let is_wanted = |what: &str| only.as_ref().is_none_or(|only| what.contains(only));
    for (what, ask, name, text, cells) in [
        ("Cram 5x4, whole", ours as Ask, "cram", None, 20),
        ("NoGo 1x11, whole", ours, "nogo", Some(NOGO), 11),
        ("Cram 5x5, value", brief, "cram", None, 25),
        ("NoGo 1x12, value", brief, "nogo", Some(NOGO), 12),
        ("Cram 6x5, value", brief, "cram", None, 30),
        ("Cram 5x4, winner", winner, "cram", None, 20),
        ("Cram 5x5, winner", winner, "cram", None, 25),
        ("Cram 6x5, winner", winner, "cram", None, 30),
        ("NoGo 1x12, winner", winner, "nogo", Some(NOGO), 12),
        ("NoGo 1x13, winner", winner, "nogo", Some(NOGO), 13),
    ] {
        if is_wanted(what) {
            let (time, answer) = ask(name, text, &".".repeat(cells));
            println!("{what:<28} {:>8.3} s ({answer})", time.as_secs_f64());
        }
    }
    if is_wanted("bytes") {
        bytes_of_positions("counters", Some(COUNTERS), "1700,1700");
        bytes_of_positions("cram", None, &".".repeat(25));
    }
    if is_wanted("stops") {
        println!("Longest time between two checks of the limits:");
        let straight = STRAIGHT.lines().filter_map(|line| line.split_once('\t'));
        let straight = straight.map(|(start, part)| (start.to_owned() + &part.repeat(2000), part));
        let endless = ENDLESS.lines().map(|body| (body.to_owned(), body));
        for (body, shown) in endless.chain(straight) {
            println!(
                "{:>8.1} ms  {shown}",
                longest_gap(&body).as_secs_f64() * 1e3
            );
        }
    }
}
