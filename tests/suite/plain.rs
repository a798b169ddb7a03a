//! The conversation of `--plain`, heard by a client that has standard output alone: every game is played to its end, a
//! lesson, puzzles and a review are gone through, and what comes out can be read aloud.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use nimatron_core::games;
use nimatron_core::rules::Library;
use nimatron_core::rules::in_past_tense;

use super::cli::{nimatron, run_with};

/// What a run of the program said; the input ends after these lines.
fn heard(home: &Path, arguments: &[&str], input: &str) -> (i32, String) {
    let mut child = at_home(home, arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feed = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let found = child.wait_with_output().unwrap();
    feed.join().unwrap();
    let out = String::from_utf8(found.stdout).unwrap();
    can_be_heard(&out);
    (found.status.code().unwrap(), out)
}

fn at_home(home: &Path, arguments: &[&str]) -> Command {
    let mut command = nimatron();
    for (name, folder) in
        [("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state"), ("XDG_CONFIG_HOME", "config")]
    {
        command.env(name, home.join(folder));
    }
    command.env("NIMATRON_SAVES", home.join("saves"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Lines of at most 80 characters, printable ASCII alone.
fn can_be_heard(out: &str) {
    for line in out.lines() {
        assert!(line.len() <= 80 && line.bytes().all(|b| (0x20..0x7f).contains(&b)), "{line:?}");
    }
}

/// The text as it is heard, without the ends of its lines.
fn flowing(out: &str) -> String {
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_match_of_every_game_is_told_move_by_move_each_change_once() {
    let home = tempfile::tempdir().unwrap();
    for entry in games::listed(&Library::default()) {
        let id = entry.info.example;
        let mut at = games::open(id, &Library::default()).unwrap();
        let (mut input, mut told) = (String::new(), Vec::new());
        while !at.is_over() {
            let text = at.choices(&[], 1).list[0].text.clone();
            told.push(format!("{}.", in_past_tense(&at.move_words(&text))));
            at.play(&text).unwrap();
            input += &format!("{text}\n");
        }
        let (status, out) = heard(home.path(), &["play", "--plain", id, "--second", "human"], &input);
        assert_eq!(status, 0, "{id}");
        let out = flowing(&out);
        // In their order, and nobody is told of a turn twice.
        let mut rest = out.as_str();
        for what in &told {
            let plain = nimatron_core::rules::sanitize::ascii(what).into_owned();
            let what = flowing(&plain);
            let (_, after) = rest.split_once(&what).unwrap_or_else(|| panic!("{id}: {what}\n{out}"));
            rest = after;
        }
        assert_eq!(out.matches(" to move.").count(), told.len(), "{id}: {out}");
        assert!(out.ends_with("wins.") || out.ends_with("a draw.") || out.contains(" wins "), "{id}: {out}");
    }
}

#[test]
fn a_client_that_hears_standard_output_alone_wins_against_the_computer() {
    let home = tempfile::tempdir().unwrap();
    let mut child = at_home(home.path(), &["play", "--plain", "nim:3,5,7", "--seed", "1"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut heard = String::new();
    // The hint, said twice, names the move: `Best: take 1 from pile 1; type 1-1.`
    writeln!(input, "hint\nhint").unwrap();
    for line in &mut lines {
        let line = line.unwrap();
        heard += &format!("{line}\n");
        if let Some((_, rest)) = line.split_once("; type ") {
            writeln!(input, "{}", rest.trim_end_matches('.')).unwrap();
        }
        if line.ends_with("Your move.") {
            writeln!(input, "hint\nhint").unwrap();
        }
        if line.ends_with("Computer wins.") || line.ends_with("You win.") {
            break;
        }
    }
    can_be_heard(&heard);
    assert!(heard.ends_with("You win.\n"), "{heard}");
    assert!(heard.contains("Computer took ") && heard.contains("You took "), "{heard}");
    drop(input);
    assert!(child.wait().unwrap().success());
    let record = std::fs::read_to_string(home.path().join("data/nimatron/record.json")).unwrap();
    assert!(record.contains("\"won\":1"), "{record}");
}

#[test]
fn everything_is_reached_from_the_menu_by_numbers() {
    let home = tempfile::tempdir().unwrap();
    // A game (the first of the list, from its usual start, against another person), saved and left.
    let entries = games::listed(&Library::default());
    let nim = entries.iter().position(|e| e.info.id == "nim").unwrap() + 1;
    let input = format!("?\n1\n{nim}\n2\n99\nq\nq\nnim:1,2\n99\n1\nq\n1\n2\nwhy\nagain\nsave mine\nq\nq\n");
    let (status, out) = heard(home.path(), &["--plain"], &input);
    assert_eq!(status, 0, "{out}");
    for text in ["1. Play a game", "Which game?", "Who is your opponent?", "Who moves first?", "Saved as "] {
        assert!(flowing(&out).contains(text), "{text}\n{out}");
    }
    // Continue it; open it; its review; the record; a setting.
    let (status, out) = heard(home.path(), &["--plain"], "3\n1\nq\n7\n1\n8\n9\n10\nada\nq\nq\n");
    assert_eq!(status, 0, "{out}");
    for text in ["Saved games. 1. mine: ", "Record", "Puzzles: 0 solved", "Settings. 1. theme: auto"] {
        assert!(flowing(&out).contains(text), "{text}\n{out}");
    }
    let (_, out) = heard(home.path(), &["--plain"], "2\nq\nq\n");
    assert!(flowing(&out).contains("Piles: 1 has "), "{out}");
}

/// A game is called by its name, a start is listed once, q goes one question back, and a move is understood in the words
/// that tell it.
#[test]
fn names_of_games_and_moves_are_understood() {
    let home = tempfile::tempdir().unwrap();
    let (status, out) = heard(home.path(), &["--plain"], "nim\n1\n1\nq\n1\n1\nTake 1 from pile 1.\nq\nq\n");
    assert_eq!(status, 0, "{out}");
    let out = flowing(&out);
    assert_eq!(out.matches("nim:3,5,7").count(), 1, "{out}");
    assert_eq!(out.matches("Who is your opponent?").count(), 2, "{out}");
    assert!(out.contains("You took 1 from pile 1."), "{out}");
}

#[test]
fn a_lesson_and_a_puzzle_are_taken() {
    let home = tempfile::tempdir().unwrap();
    // Each step's answer is heard, then typed or passed over.
    let (status, out) = heard(home.path(), &["--plain"], "4\n1\nnext\nsolve\nback\n?\nq\nq\nq\n");
    assert_eq!(status, 0, "{out}");
    for text in ["Lesson: ", "Step 1 of ", "Step 2 of ", "Say next to go on."] {
        assert!(flowing(&out).contains(text), "{text}\n{out}");
    }
    let entries = games::listed(&Library::default());
    let nim = entries.iter().position(|e| e.info.id == "nim").unwrap() + 3;
    let (status, out) = heard(
        home.path(),
        &["--plain", "--seed", "4"],
        &format!("6\n{nim}\nwhere\n9-9\n1-1\n1-2\nrules\nhint\nhint\nsolve\nnext\nq\n6\n1\nq\nq\n"),
    );
    assert_eq!(status, 0, "{out}");
    let out = flowing(&out);
    assert_eq!(out.matches("One move wins. Which?").count(), 3, "{out}");
    for text in
        [" your opponent wins by taking ", "Take any number", "Say hint again for the move.", "Best: take "]
    {
        assert!(out.contains(text), "{text}\n{out}");
    }
    assert!(out.contains(" wins. Say next for another puzzle, or q."), "{out}");
}

#[test]
fn a_sitting_with_the_coach_is_told_to_its_end_and_kept() {
    let home = tempfile::tempdir().unwrap();
    let entries = games::listed(&Library::default());
    let row = entries.iter().position(|e| e.info.id == "row").unwrap() + 2;
    // Whatever is asked, one of these is an answer or goes on.
    let stones: String = (1..=20).map(|stone| format!("{stone}\n")).collect();
    let all = format!("next\nw\n{stones}").repeat(40);
    let (status, out) = heard(home.path(), &["--plain", "--seed", "4"], &format!("5\n{row}\n{all}"));
    assert_eq!(status, 0, "{out}");
    let out = flowing(&out);
    for text in ["worked example", "Say y for you, o for your opponent.", "The sitting is over.", " right."] {
        assert!(out.contains(text), "{text}\n{out}");
    }
    let (_, out) = heard(home.path(), &["--plain"], "8\nq\n");
    assert!(flowing(&out).contains("of 5 dots"), "{out}");
}

#[test]
fn a_review_names_what_was_thrown_away() {
    let home = tempfile::tempdir().unwrap();
    let input = "1-3\n3-2\n2-5\nreview\nq\n";
    let (_, out) = heard(home.path(), &["play", "--plain", "nim:3,5,7", "--second", "human"], input);
    let out = flowing(&out);
    assert!(out.contains("1. A, take 3 from pile 1: threw the win away; better: "), "{out}");
    assert!(out.contains("The turning point was move 1."), "{out}");
}

#[test]
fn what_can_be_asked_at_the_table_is_answered_and_changes_nothing() {
    let home = tempfile::tempdir().unwrap();
    let input = "?\nwhere\nboard\nmoves\nhint\nhint\nwhy\nmore\nverdict\nall\nwhat if 7+10\nwhat if x\nplayed\nwords\nid\nx\nq\n";
    let (status, out) = heard(home.path(), &["play", "--plain", "star:1664"], input);
    assert_eq!(status, 0);
    let out = flowing(&out);
    for text in [
        "Rings left: 7, 9 and 10. 7 touches 10; 9 touches 10.",
        "2 of 5 moves win.",
        "Best: take rings 7 and 10; type 7+10.",
        "You win",
        "The game is over then.",
        "No move has been played.",
        "star:1664",
        "\"x\" cannot be played",
    ] {
        assert!(out.contains(text), "{text}\n{out}");
    }
}

#[test]
fn a_match_that_cannot_be_kept_is_told_once_and_in_the_last_line() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("state"), "a file where a folder should be").unwrap();
    let (status, out) =
        heard(home.path(), &["play", "--plain", "nim:2,1", "--second", "human"], "1-1\n1-1\n2-1\n");
    assert_eq!(status, 1);
    let out = flowing(&out);
    assert_eq!(out.matches("The match cannot be kept for the next start").count(), 2, "{out}");
    assert!(out.rfind("cannot be kept") > out.rfind(" wins."), "{out}");
}

#[test]
fn the_environment_asks_for_it_too_and_computers_play_to_the_end() {
    let found = nimatron().env("NIMATRON_PLAIN", "1").stdin(Stdio::null()).output().unwrap();
    assert!(String::from_utf8(found.stdout).unwrap().contains("1. Play a game"));
    let both = ["play", "--plain", "star:8191", "--first", "easy", "--second", "perfect", "--seed", "5"];
    let once = run_with(&both, "").out;
    assert!(once.ends_with(" wins.\n"), "{once}");
    assert_eq!(once, run_with(&both, "").out);
}

#[test]
fn where_nothing_is_proved_a_person_may_move_for_the_computer() {
    let id = ["play", "--plain", "chomp:16,17,16", "--first", "perfect", "--second", "human"];
    let refused = run_with(&["play", "--plain", "chomp:19x20", id[3], id[4], id[5], id[6]], "hint\nq\n");
    assert_eq!(refused.status, 0, "{}", refused.err);
    assert!(flowing(&refused.out).contains("plays only what is proved"), "{}", refused.out);
}

#[test]
fn the_coach_tells_boards_in_words_where_that_is_asked_for() {
    let home = tempfile::tempdir().unwrap();
    let arguments = ["coach", "row", "--seed", "3"];
    let (status, out) = heard(home.path(), &[&arguments[..], &["--plain"]].concat(), "q\n");
    assert_eq!(status, 0);
    assert!(flowing(&out).contains("Cells: 1 to 7 stone."), "{out}");
    let drawn = at_home(home.path(), &arguments).stdin(Stdio::null()).output().unwrap();
    assert!(!String::from_utf8(drawn.stdout).unwrap().contains("Cells:"));
}

/// Each prompt of the coach says what it expects, `?` what can be typed, and lines break between words.
#[test]
fn the_coach_in_lines_says_what_it_expects() {
    let home = tempfile::tempdir().unwrap();
    // Whatever is asked, one of these is an answer or goes on.
    let rings: String = (0..=12).map(|ring| format!("?\n{ring}\n")).collect();
    let input = format!("?\n\n?\ny\n{rings}").repeat(60);
    let mut child = at_home(home.path(), &["coach", "star", "--seed", "3"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feed = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let out = child.wait_with_output().unwrap().stdout;
    feed.join().unwrap();
    let out = String::from_utf8(out).unwrap();
    for text in
        ["enter goes on> ", "move> ", "y or o> ", "A move, such as ", "y: you win", "\n1:\n", "\n2:\n"]
    {
        assert!(out.contains(text), "{text}\n{out}");
    }
    for line in out.lines() {
        let said = line.rsplit("> ").next().unwrap();
        assert!(!line.starts_with('>') && said.chars().count() <= 80, "{line}");
    }
}

#[test]
fn what_was_said_last_is_said_again() {
    let home = tempfile::tempdir().unwrap();
    let (status, out) =
        heard(home.path(), &["play", "--plain", "nim:3,5,7", "--second", "human"], "where\nagain\n\nq\n");
    assert_eq!(status, 0, "{out}");
    assert_eq!(flowing(&out).matches("Type a move, such as 1-1, or ? for help.").count(), 3, "{out}");
}

#[test]
fn a_check_tells_the_right_answer_beside_a_wrong_one() {
    let home = tempfile::tempdir().unwrap();
    // That the opponent wins, or the first ring that can be taken.
    let rings: String = (0..=12).map(|ring| format!("{ring}\n")).collect();
    let input = format!("o\n{rings}").repeat(30);
    let mut child = at_home(home.path(), &["coach", "--check", "star", "--seed", "1"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feed = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    feed.join().unwrap();
    assert!(out.contains("\nWrong answers, ") && out.contains(": you win (your opponent wins)\n"), "{out}");
    assert!(!out.contains(": your opponent wins ("), "{out}");
}
