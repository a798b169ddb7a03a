//! What `solve` promises to use: memory and time, measured on the program itself.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use assert_cmd::prelude::*;

/// A run of `solve -` that is spoken to line by line.
struct Conversation {
    child: std::process::Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Conversation {
    fn begin(arguments: &[&str]) -> Conversation {
        let mut child = Command::cargo_bin("nimatron")
            .unwrap()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Conversation { child, input, output }
    }

    fn ask(&mut self, id: &str) -> String {
        writeln!(self.input, "{id}").unwrap();
        self.input.flush().unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        assert!(!answer.is_empty(), "no answer to {id:.60}");
        answer
    }

    /// The most memory that the process has had so far, in KiB; `None` where the system does not tell.
    fn peak(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix(" kB")?.trim().parse().ok()
    }

    fn end(mut self) {
        drop(self.input);
        self.child.wait().unwrap();
    }
}

/// What the program, its libraries and a line being read take beside what is counted.
const BESIDE: u64 = 24 << 10;

#[test]
fn memory_stays_within_what_is_given() {
    // Each set keeps two million values: forty of them would take 320 MiB.
    let mut talk = Conversation::begin(&["solve", "--memory", "64", "-"]);
    for n in 0..40 {
        let answer = talk.ask(&format!("subtraction/1,{}:2000000", 900_001 + 2 * n));
        assert!(answer.contains(" wins") || answer.contains(" loses"), "{answer}");
    }
    if let Some(peak) = talk.peak() {
        assert!(peak < (64 << 10) + BESIDE, "{peak} KiB with --memory 64");
    }
    talk.end();
}

#[test]
fn what_needs_more_memory_is_refused_and_the_next_line_solved() {
    let mut talk = Conversation::begin(&["solve", "--memory", "8", "-"]);
    for id in ["subtraction/1,900001:2000000", "misere star:8191 + wythoff:14,14", "rings/coronene:16777215"]
    {
        let answer = talk.ask(id);
        assert!(answer.contains("error: "), "{answer}");
        assert!(answer.contains("8 MiB") || answer.contains("more than is allowed"), "{answer}");
        assert!(talk.ask("nim:3,4,5").contains("wins"), "after {id}");
    }
    if let Some(peak) = talk.peak() {
        assert!(peak < (8 << 10) + BESIDE, "{peak} KiB with --memory 8");
    }
    talk.end();
}

/// Reading is stopped as well: a graph of 240,000 arcs takes far longer to read than the time given.
#[test]
fn time_is_given_to_reading_too() {
    let arcs = (0..80_000).flat_map(|n| [1, 2, 5].map(|k| format!("v{n}-v{}", n + k)));
    let id = format!("token/{}:v0,v7", arcs.collect::<Vec<_>>().join(","));
    let timed = |arguments: &[&str]| {
        let mut talk = Conversation::begin(arguments);
        talk.ask("nim:1,2");
        let begun = Instant::now();
        let answer = talk.ask(&id);
        let took = begun.elapsed();
        talk.end();
        (took, answer)
    };
    let (whole, solved) = timed(&["solve", "-"]);
    assert!(
        solved.contains("moves to the end") || solved.contains(" wins"),
        "{}",
        &solved[solved.len() - 200..]
    );
    let (cut, refused) = timed(&["solve", "--time", "0.01", "-"]);
    assert!(refused.contains("the time limit of 0.01 s is over"), "{}", &refused[refused.len() - 200..]);
    assert!(cut * 2 < whole, "{cut:?} with a hundredth of a second, {whole:?} without a limit");
}
