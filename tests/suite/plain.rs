//! Tests parts of `--plain` that the transcripts do not cover: every game played to its end, a complete sitting with
//! the coach, and a store that cannot be written.

use nimatron_core::games;
use nimatron_core::rules::sanitize::ascii;
use nimatron_core::rules::{Library, in_past_tense};

use super::program::{Folder, at_home, fed, nimatron, run_with};

fn heard(home: &Folder, arguments: &[&str], input: &str) -> (i32, String) {
    let run = fed(&mut at_home(home.path(), arguments), input);
    can_be_heard(&run.out);
    (run.status, run.out)
}

fn tells(home: &Folder, arguments: &[&str], input: &str, texts: &[&str]) -> String {
    let (status, out) = heard(home, arguments, input);
    let out = flowing(&out);
    assert_eq!(status, 0, "{arguments:?}: {out}");
    for text in texts {
        assert!(out.contains(text), "{text}\n{out}");
    }
    out
}

fn number_of(game: &str) -> usize {
    games::listed(&Library::default())
        .iter()
        .position(|e| e.info.id == game)
        .unwrap()
        + 1
}

fn can_be_heard(out: &str) {
    for line in out.lines() {
        assert!(
            line.len() <= 80 && line.bytes().all(|b| (0x20..0x7f).contains(&b)),
            "{line:?}"
        );
    }
}

fn flowing(out: &str) -> String {
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_is_played_by_its_word_its_name_or_a_beginning() {
    let home = Folder::new();
    for (game, begins) in [
        ("nim", "Nim, normal."),
        ("bash/3", "Bachet's game, normal. Take 1 to 3 stones"),
        ("misere bash/4", "Bachet's game, misere. Take 1 to 4 stones"),
        ("Bachet", "Bachet's game, normal."),
        ("wythoff's q", "Wythoff's queen, normal."),
        ("cram", "Cram, normal."),
        ("rings/cube", "Rings, misere."),
    ] {
        tells(&home, &["play", "--plain", game], "quit\n", &[begins]);
    }
    for (game, error) in [
        (
            "w",
            "no single game is called \"w\"; expected one of wythoff, queen,",
        ),
        ("bash/0", "column 6: 0 is too small"),
        ("token/a-b", "token/a-b has no default start"),
    ] {
        let run = fed(&mut at_home(home.path(), &["play", "--plain", game]), "");
        assert_eq!(run.status, 2, "{game}");
        assert!(run.err.contains(error), "{game}: {}", run.err);
    }
}

#[test]
fn a_match_of_every_game_is_told_move_by_move_each_change_once() {
    let home = Folder::new();
    for entry in games::listed(&Library::default()) {
        let id = entry.info.example;
        let mut at = games::open(id, &Library::default()).unwrap();
        let (mut input, mut told) = (String::new(), Vec::new());
        while !at.is_over() {
            let text = at.choices(&[], 1).list[0].text.clone();
            told.push(in_past_tense(&at.move_words(&text)));
            at.play(&text).unwrap();
            input += &format!("{text}\n");
        }
        let (status, out) = heard(&home, &["play", "--plain", id, "--second", "human"], &input);
        assert_eq!(status, 0, "{id}");
        let out = flowing(&out);
        // The announcements must appear in the given order, and no turn may be announced twice.
        let mut rest = out.as_str();
        for what in &told {
            let what = flowing(&ascii(what));
            let (_, after) = rest
                .split_once(&what)
                .unwrap_or_else(|| panic!("{id}: {what}\n{out}"));
            rest = after;
        }
        assert_eq!(out.matches(" to move.").count(), told.len(), "{id}: {out}");
        let (end, _) = out.rsplit_once(" What next? ").unwrap();
        assert!(
            end.ends_with("wins.") || end.ends_with("a draw.") || end.contains(" wins "),
            "{id}: {out}"
        );
    }
}

#[test]
fn a_sitting_with_the_coach_is_told_to_its_end_and_kept() {
    let home = Folder::new();
    // Whatever the question is, one of these inputs answers it or continues.
    let stones: String = (1..=20).map(|stone| format!("{stone}\n")).collect();
    let all = format!(
        "5\n{}\n{}",
        number_of("row") + 1,
        format!("next\nw\n{stones}").repeat(40)
    );
    let told = [
        "worked example",
        "Say y for you, o for your opponent.",
        "The sitting is over.",
        " right.",
    ];
    tells(&home, &["--plain", "--seed", "4"], &all, &told);
    tells(&home, &["--plain"], "8\nq\n", &["of 5 dots"]);
}

#[test]
fn a_match_that_cannot_be_saved_is_reported_at_once_and_in_the_last_line() {
    let home = Folder::new();
    home.write("state", "a file where a folder should be");
    let (status, out) = heard(
        &home,
        &["play", "--plain", "nim:2,1", "--second", "human"],
        "1-1\n1-1\n2-1\n",
    );
    assert_eq!(status, 1);
    let out = flowing(&out);
    assert_eq!(
        out.matches("The match cannot be kept for the next start")
            .count(),
        2,
        "{out}"
    );
    assert!(out.rfind("cannot be kept") > out.rfind(" wins."), "{out}");
}

#[test]
fn the_environment_asks_for_it_too_and_computers_play_to_the_end() {
    assert!(
        fed(nimatron(&[]).env("NIMATRON_PLAIN", "1"), "")
            .out
            .contains("1. Play a game")
    );
    let both = [
        "play",
        "--plain",
        "star:8191",
        "--first",
        "easy",
        "--second",
        "perfect",
        "--seed",
        "5",
    ];
    let once = run_with(&both, "").out;
    assert!(once.contains(" wins.\nWhat next?\n"), "{once}");
    assert_eq!(once, run_with(&both, "").out);
}

#[test]
fn the_coach_in_lines_says_what_it_expects() {
    let home = Folder::new();
    // Whatever the question is, one of these inputs answers it or continues.
    let rings: String = (0..=12).map(|ring| format!("?\nwhere\n{ring}\n")).collect();
    let input = format!("?\n\n?\nmoves\nboard\nrules\nhint\ny\n{rings}").repeat(60);
    let out = tells(
        &home,
        &["coach", "star", "--seed", "3", "--plain"],
        &input,
        &["The sitting is over."],
    );
    let drawn = fed(
        &mut at_home(home.path(), &["coach", "star", "--seed", "3"]),
        &input,
    )
    .out;
    for out in [out, flowing(&drawn)] {
        for text in [
            "next, or an empty line: go on",
            "Say next to go on, or q.",
            "Type a move.",
            "Say y for you, o for your opponent.",
            "1. a move, such as ",
            "1. y for you, o for your opponent",
            "Position 1: ",
            "Position 2: ",
        ] {
            assert!(out.contains(text), "{text}\n{out}");
        }
    }
    assert!(
        drawn.lines().all(|line| line.chars().count() <= 80),
        "{drawn}"
    );
}

#[test]
fn a_check_tells_the_right_answer_beside_a_wrong_one() {
    let home = Folder::new();
    // Answer that the opponent wins, or take the first ring that can legally be taken.
    let rings: String = (0..=12).map(|ring| format!("{ring}\n")).collect();
    let input = format!("o\n{rings}").repeat(30);
    let out = fed(
        &mut at_home(home.path(), &["coach", "--check", "star", "--seed", "1"]),
        input,
    )
    .out;
    assert!(
        out.contains("\nWrong answers, ") && out.contains(": you win (your opponent wins)\n"),
        "{out}"
    );
    assert!(!out.contains(": your opponent wins ("), "{out}");
}

#[test]
fn a_game_without_questions_is_told_so() {
    let home = Folder::new();
    let game = &home.write(
        "dead.lua",
        "NAME = \"Dead\"\nSTART = {5}\nfunction options(heap) return {} end\n",
    );
    let sitting = (&["coach", "own/dead"][..], "the coach has no questions");
    for (arguments, told) in [sitting, (&["coach", "--check", "own/dead"], "found 0")] {
        let run = fed(
            &mut at_home(home.path(), &[&["--game", game], arguments].concat()),
            "",
        );
        assert_eq!(run.status, 1, "{}", run.out);
        assert!(run.err.contains(told), "{}", run.err);
    }
}
