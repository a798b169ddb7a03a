//! Compares scripts with the obvious Python program for the same game, run by CPython with a dictionary as the cache:
//! `cargo bench -p nimatron-core --bench own`. In the rows named `whole`, both explore every reachable position, and
//! compute the Grundy value and the number of moves to the end; on heaps, Python computes only Grundy values. The rows
//! named `value` and `winner` time the scripts alone. Also measures how soon scripts that do not end can be stopped,
//! and the memory that positions take.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use nimatron_core::erased::AnyPosition;
use nimatron_core::games::{Opener, open};
use nimatron_core::rules::{Library, Limits, ScriptText, Step, Stop};

const NOGO: &str = include_str!("nogo.lua");

const SQUARES: &str = "START = {10}
function options(n)
  local out, i = {}, 1
  while i * i <= n do
    out[i] = {n - i * i}
    i = i + 1
  end
  return out
end";

/// The search in the Python programs: it computes the Grundy value and the number of moves to the end once per
/// position.
const SEARCH: &str = "
import sys
sys.setrecursionlimit(100000)
known = {}
def value(at):
    found = known.get(at)
    if found is None:
        after = [value(to) for to in moves(at)]
        values = {grundy for grundy, _ in after}
        grundy = 0
        while grundy in values:
            grundy += 1
        won = [left for value, left in after if value == 0]
        left = 1 + min(won) if won else 1 + max((left for _, left in after), default=-1)
        found = known[at] = (grundy, left)
    return found
";

const CRAM: &str = "
W = 5
def moves(cells):
    out, n = [], len(cells)
    for i in range(n):
        if cells[i] == 0:
            if i % W + 1 < W and cells[i + 1] == 0:
                to = list(cells)
                to[i] = to[i + 1] = 1
                out.append(tuple(to))
            if i + W < n and cells[i + W] == 0:
                to = list(cells)
                to[i] = to[i + W] = 1
                out.append(tuple(to))
    return out
start = (0,) * 20
";

const NOGO_PYTHON: &str = "
def all_breathe(cells):
    i, n = 0, len(cells)
    while i < n:
        c, j = cells[i], i
        if c:
            while j + 1 < n and cells[j + 1] == c:
                j += 1
            if (i == 0 or cells[i - 1]) and (j + 1 == n or cells[j + 1]):
                return False
        i = j + 1
    return True
def moves(at):
    out, cells = [], list(at)
    for i in range(len(cells)):
        if cells[i] == 0:
            for c in 1, 2:
                cells[i] = c
                if all_breathe(cells):
                    out.append(tuple(cells))
            cells[i] = 0
    return out
start = (0,) * 11
";

const HALVES: &str = "START = {10}
function options(n)
  if n == 0 then return {} end
  return {{n - 1}, {n // 2}}
end";

const SQUARES_PYTHON: &str = "
def options(n):
    i = 1
    while i * i <= n:
        yield (n - i * i,)
        i += 1
";

const HALVES_PYTHON: &str = "
def options(n):
    return [(n - 1,), (n // 2,)] if n else []
";

const GRUNDY_PYTHON: &str = "
def options(n):
    for a in range(1, (n + 1) // 2):
        yield (a, n - a)
";

/// Computes the values of heaps in Python, one after the other.
const HEAPS: &str = "
def run(upto, options):
    values = []
    for n in range(upto + 1):
        seen = set()
        for option in options(n):
            value = 0
            for heap in option:
                value ^= values[heap]
            seen.add(value)
        value = 0
        while value in seen:
            value += 1
        values.append(value)
    return values[upto]
";

type Answer = (Duration, String);

/// Returns the processor time of this thread, which excludes other programs, or the time since the first call on
/// systems that do not report it.
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

/// Times a script that computes only the outcome.
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

/// Runs a Python program and returns its answer; the time excludes the start of the interpreter.
fn python(program: &str) -> Option<Answer> {
    let timed = format!(
        "import time\n{program}\nbegun = time.process_time()\nanswer = run()\nprint(time.process_time() - begun)\nprint(answer)"
    );
    let mut child = Command::new("python3")
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(timed.as_bytes()).ok()?;
    let output = String::from_utf8(child.wait_with_output().ok()?.stdout).ok()?;
    let (seconds, answer) = output.split_once('\n')?;
    let time = Duration::from_secs_f64(seconds.parse().ok()?);
    Some((time, answer.trim().to_owned()))
}

/// Bodies of `options` that never end, or take very long, one per line.
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

/// A game of two numbers in which a move lowers one of them by one.
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

fn row(what: &str, ours: &Answer, theirs: Option<Answer>) {
    let (time, answer) = ours;
    let theirs = theirs.map_or("-".to_owned(), |(time, answer)| {
        format!("{:>8.3} s ({answer})", time.as_secs_f64())
    });
    println!(
        "{what:<28} script {:>8.3} s ({answer})   CPython {theirs}",
        time.as_secs_f64()
    );
}

fn main() {
    // Skip the options that `cargo bench` passes.
    let only = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let row = |what: &str, ours: &dyn Fn() -> Answer, theirs: &dyn Fn() -> Option<Answer>| {
        if only.as_ref().is_none_or(|only| what.contains(only)) {
            row(what, &ours(), theirs());
        }
    };
    let board = |moves: &str| {
        let run = "def run():\n    grundy, left = value(start)\n    return f'{grundy} {left}, {len(known)} positions'";
        python(&format!("{SEARCH}{moves}\n{run}"))
    };
    let heaps = |options: &str, upto: u32| {
        python(&format!(
            "{HEAPS}{options}\nall = run\ndef run():\n    return all({upto}, options)"
        ))
    };
    row(
        "Cram 5x4, whole",
        &|| ours("cram", None, &".".repeat(20)),
        &|| board(CRAM),
    );
    row(
        "NoGo 1x11, whole",
        &|| ours("nogo", Some(NOGO), &".".repeat(11)),
        &|| board(NOGO_PYTHON),
    );
    for (what, name, text, cells) in [
        ("Cram 5x5, value", "cram", None, 25),
        ("NoGo 1x12, value", "nogo", Some(NOGO), 12),
        ("Cram 6x5, value", "cram", None, 30),
    ] {
        row(what, &|| brief(name, text, &".".repeat(cells)), &|| None);
    }
    for (what, name, text, cells) in [
        ("Cram 5x4, winner", "cram", None, 20),
        ("Cram 5x5, winner", "cram", None, 25),
        ("Cram 6x5, winner", "cram", None, 30),
        ("NoGo 1x12, winner", "nogo", Some(NOGO), 12),
        ("NoGo 1x13, winner", "nogo", Some(NOGO), 13),
    ] {
        row(what, &|| winner(name, text, &".".repeat(cells)), &|| None);
    }
    for (upto, state) in [(10_000, "10000"), (100_000, "100000")] {
        row(
            &format!("squares to {state}"),
            &|| ours("squares", Some(SQUARES), state),
            &|| heaps(SQUARES_PYTHON, upto),
        );
    }
    row(
        "halves to 1000000",
        &|| ours("halves", Some(HALVES), "1000000"),
        &|| heaps(HALVES_PYTHON, 1_000_000),
    );
    row(
        "Grundy's game to 2000",
        &|| ours("grundy", None, "2000"),
        &|| heaps(GRUNDY_PYTHON, 2_000),
    );
    if only.as_ref().is_none_or(|only| only == "bytes") {
        bytes_of_positions("counters", Some(COUNTERS), "1700,1700");
        bytes_of_positions("cram", None, &".".repeat(25));
    }
    if only.as_ref().is_none_or(|only| only == "stops") {
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
