//! What `solve` promises to use: memory and time, measured on the program itself.

use std::time::Instant;

use super::program::{Conversation, peak};

/// The most memory that it took, in KiB, stays below what is given in MiB and what is taken beside that.
fn stays_within(talk: &Conversation, given: u64) {
    if let Some(peak) = peak(&talk.child) {
        assert!(
            peak < (given << 10) + BESIDE,
            "{peak} KiB with --memory {given}"
        );
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
        assert!(
            answer.contains(" wins") || answer.contains(" loses"),
            "{answer}"
        );
    }
    stays_within(&talk, 64);
    talk.end().wait().unwrap();
}

#[test]
fn what_needs_more_memory_is_refused_and_the_next_line_solved() {
    let mut talk = Conversation::begin(&["solve", "--memory", "8", "-"]);
    for id in [
        "subtraction/1,900001:2000000",
        "misere star:8191 + wythoff:14,14",
        "rings/coronene:16777215",
    ] {
        let answer = talk.ask(id);
        assert!(answer.contains("error: "), "{answer}");
        assert!(
            answer.contains("8 MiB") || answer.contains("more than is allowed"),
            "{answer}"
        );
        assert!(talk.ask("nim:3,4,5").contains("wins"), "after {id}");
    }
    stays_within(&talk, 8);
    talk.end().wait().unwrap();
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
