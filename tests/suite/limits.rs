//! What `solve` promises to use: memory and time, measured on the program itself.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

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
    let mut talk = Conversation::begin(&["solve", "--memory", "12", "-"]);
    for id in
        ["subtraction/1,900001:2000000", "misere wythoff:150,150 + wythoff:9,9", "rings/coronene:16777215"]
    {
        let answer = talk.ask(id);
        assert!(answer.contains("error: "), "{answer}");
        assert!(
            answer.contains("memory given, 12 MiB") || answer.contains("more than is allowed"),
            "{answer}"
        );
        assert!(talk.ask("nim:3,4,5").contains("wins"), "after {id}");
    }
    if let Some(peak) = talk.peak() {
        assert!(peak < (12 << 10) + BESIDE, "{peak} KiB with --memory 12");
    }
    talk.end();
}

#[test]
fn time_is_not_overshot_by_reading_and_reasons() {
    let long_row = format!("row:{}", "O.".repeat(500_000));
    let piles = format!("nim:{}", vec!["123456789"; 300_000].join(","));
    let arcs: Vec<String> = (0..100_000).map(|n| format!("v{n}-v{}", n + 1)).collect();
    let graph = format!("token/{}:v0,v7", arcs.join(","));
    let strip = format!("strip:{}", ".".repeat(99_999));
    let sum = vec![piles.as_str(); 4].join(" + ");
    let mut talk = Conversation::begin(&["solve", "--time", "0.05", "-"]);
    for id in [long_row, piles, graph, strip, sum, "misere octal/0.137:30".to_owned()] {
        let begun = Instant::now();
        talk.ask(&id);
        // The program is built for tests, and the machine may be busy: a quick one overshoots by far less.
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(1), "{took:?} for {id:.40}");
        assert!(talk.ask("nim:1,2").contains("wins"));
    }
    talk.end();
}
