//! Tests the memory and time limits of `solve` by running the program.

use std::time::Instant;

use super::program::{Conversation, peak, run};

/// Asserts that the peak memory, in KiB, stays below the limit, in MiB, plus the overhead.
fn stays_within(talk: &Conversation, given: u64) {
    if let Some(peak) = peak(&talk.child) {
        assert!(
            peak < (given << 10) + BESIDE,
            "{peak} KiB with --memory {given}"
        );
    }
}

/// The overhead of the program, its libraries and an input line in KiB, which the limit does not include.
const BESIDE: u64 = 24 << 10;

#[test]
fn memory_stays_within_what_is_given() {
    // Each set of moves takes two million values of 16 bits, so all 24 sets would take 96 MB.
    let mut talk = Conversation::begin(&["solve", "--memory", "32", "-"]);
    for n in 0..24 {
        let answer = talk.ask(&format!("subtraction/1,{}:2000000", 900_001 + 2 * n));
        assert!(
            answer.contains(" wins") || answer.contains(" loses"),
            "{answer}"
        );
    }
    stays_within(&talk, 32);
    talk.end().wait().unwrap();
}

#[test]
fn what_needs_more_memory_is_refused_and_the_next_line_solved() {
    let mut talk = Conversation::begin(&["solve", "--memory", "8", "-"]);
    for id in [
        "subtraction/1,8000001:20000000",
        "misere star:8191 + wythoff:14,14",
        "rings/coronene:16777215",
    ] {
        let answer = talk.ask(id);
        assert!(answer.contains("error: "), "{answer}");
        assert!(
            ["8 MiB", "more than is allowed", "the memory given"]
                .iter()
                .any(|why| answer.contains(why)),
            "{answer}"
        );
        assert!(talk.ask("nim:3,4,5").contains("wins"), "after {id}");
    }
    stays_within(&talk, 8);
    talk.end().wait().unwrap();
}

/// Checks that parsing is limited too: parsing a graph of 240,000 arcs would take far longer than the time limit.
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
        talk.end().wait().unwrap();
        (took, answer)
    };
    let (whole, solved) = timed(&["solve", "-"]);
    assert!(
        solved.contains("moves to the end") || solved.contains(" wins"),
        "{}",
        &solved[solved.len() - 200..]
    );
    let (cut, refused) = timed(&["solve", "--time", "0.01", "-"]);
    assert!(
        refused.contains("the time limit of 0.01 s is over"),
        "{}",
        &refused[refused.len() - 200..]
    );
    assert!(
        cut * 2 < whole,
        "{cut:?} with a hundredth of a second, {whole:?} without a limit"
    );
}

/// Checks that a table that exceeds the time or memory limit ends with one line that says so, and has no rows without
/// values.
#[test]
fn tables_end_where_time_and_memory_do() {
    for (game, more) in [
        ("octal/0.06", &[][..]),
        ("wythoff", &[]),
        ("queen", &["--format", "csv"]),
        ("ferguson", &["--misere"]),
        ("nim", &["--format", "json"]),
        ("boxes", &["--misere", "--format", "csv"]),
    ] {
        let begun = Instant::now();
        let arguments = ["table", game, "--upto", "100000000", "--time", "0.3"];
        let table = run(&[&arguments, more].concat());
        assert!(
            begun.elapsed().as_secs_f64() < 3.0,
            "{game}: {:?}",
            begun.elapsed()
        );
        assert_eq!(table.status, 1, "{game}");
        assert!(
            table.err.contains("the table ends before"),
            "{game}: {}",
            table.err
        );
        assert!(
            table.err.contains("the time limit of 0.3 s is over"),
            "{game}: {}",
            table.err
        );
        assert_eq!(table.err.lines().count(), 1, "{game}: {}", table.err);
        assert!(!table.out.contains('?'), "{game}");
    }
    let table = run(&[
        "table",
        "subtraction/1,9000001",
        "--upto",
        "9000000",
        "--memory",
        "2",
        "--format",
        "csv",
    ]);
    assert_eq!(table.status, 1);
    assert!(table.err.contains("memory"), "{}", table.err);
    let whole = run(&["table", "octal/0.16", "--upto", "101000", "--time", "60"]);
    assert_eq!((whole.status, whole.out.lines().count()), (0, 101_003));
    assert!(
        whole.out.lines().last().unwrap().starts_with("  101000  "),
        "{:?}",
        whole.out.lines().last()
    );
}

/// Every command that can take long ends at its time or memory, and says so. Each asks for far more than it is given.
#[test]
fn every_command_keeps_its_limits() {
    let home = super::program::Folder::new();
    let moves = vec!["1-1"; 3000];
    let long = serde_json::json!({"format": "nimatron-match", "version": 1, "start": "subtraction/1,2:4000", "moves": moves});
    let long = home.write("long.json", &long.to_string());
    let request = |id: &str| format!("{{\"request\":\"solve\",\"position\":\"{id}\"}}\n");
    let time = "the time limit of ";
    let memory = "memory";
    let cases: &[(&[&str], &str, &str)] = &[
        (
            &["export", "--format", "svg", &long, "--time", "0.01"],
            "",
            time,
        ),
        (
            &["export", "--format", "cast", &long, "--time", "0.05"],
            "",
            time,
        ),
        (&["judge", "star", "--time", "0.000001"], "1 1\n", time),
        (
            &["coach", "--check", "own/cut", "--json", "--time", "0.01"],
            "",
            time,
        ),
        (
            &["coach", "--check", "own/cut", "--json", "--memory", "1"],
            "",
            memory,
        ),
        (&["coach", "own/cut", "--time", "0.01"], "", time),
        (
            &["quotient", "octal/0.07", "--heaps", "33", "--time", "0.1"],
            "",
            time,
        ),
        (
            &["quotient", "octal/0.07", "--heaps", "33", "--memory", "4"],
            "",
            memory,
        ),
        (
            &["rule", "octal/0.16", "--upto", "1000000", "--time", "0.02"],
            "",
            time,
        ),
        (
            &["rule", "octal/0.16", "--upto", "1000000", "--memory", "1"],
            "",
            memory,
        ),
        (
            &["strategy", "misere chomp:16x16", "--time", "0.1"],
            "",
            time,
        ),
        (
            &["strategy", "misere chomp:16x16", "--memory", "4"],
            "",
            memory,
        ),
        (&["tree", "misere chomp:16x16", "--time", "0.1"], "", time),
        (
            &[
                "puzzle", "misere", "chomp", "--count", "50", "--time", "0.01",
            ],
            "",
            time,
        ),
        (&["review", &long, "--time", "0.01"], "", time),
        (&["solve", "misere chomp:16x16", "--time", "0.1"], "", time),
        (
            &["serve", "--time", "0.1"],
            &request("misere chomp:16x16"),
            time,
        ),
        (
            &["serve", "--memory", "4"],
            &request("misere chomp:16x16"),
            memory,
        ),
    ];
    for (arguments, input, why) in cases {
        let mut command = super::program::at_home(home.path(), arguments);
        command.current_dir(super::program::root());
        let run = super::program::fed(&mut command, input);
        let said = format!("{}{}", run.out, run.err);
        let is_told = said.contains(why) || *why == memory && said.contains("more than is allowed");
        assert!(is_told, "{arguments:?}: {said:.600}");
        // `serve` goes on after an error.
        let status = i32::from(arguments[0] != "serve");
        assert_eq!(run.status, status, "{arguments:?}");
    }
}
