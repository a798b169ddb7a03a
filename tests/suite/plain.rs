//! The conversation of `--plain`, heard by a client that has standard output alone: every game is played to its end, a
//! lesson, puzzles and a review are gone through, and what comes out can be read aloud.

use nimatron_core::games;
use nimatron_core::rules::sanitize::ascii;
use nimatron_core::rules::{Library, in_past_tense};

use super::program::{Conversation, Folder, at_home, fed, nimatron, run_with};

/// What a run of the program said; the input ends after these lines.
fn heard(home: &Folder, arguments: &[&str], input: &str) -> (i32, String) {
    let run = fed(&mut at_home(home.path(), arguments), input);
    can_be_heard(&run.out);
    (run.status, run.out)
}

/// A conversation that ends in order, as it is heard; it holds these texts.
fn tells(home: &Folder, arguments: &[&str], input: &str, texts: &[&str]) -> String {
    let (status, out) = heard(home, arguments, input);
    let out = flowing(&out);
    assert_eq!(status, 0, "{arguments:?}: {out}");
    for text in texts {
        assert!(out.contains(text), "{text}\n{out}");
    }
    out
}

/// The number of a game in the list of all, counted from 1.
fn number_of(game: &str) -> usize {
    games::listed(&Library::default())
        .iter()
        .position(|e| e.info.id == game)
        .unwrap()
        + 1
}

/// Lines of at most 80 characters, printable ASCII alone.
fn can_be_heard(out: &str) {
    for line in out.lines() {
        assert!(
            line.len() <= 80 && line.bytes().all(|b| (0x20..0x7f).contains(&b)),
            "{line:?}"
        );
    }
}

/// The text as it is heard, without the ends of its lines.
fn flowing(out: &str) -> String {
    out.split_whitespace().collect::<Vec<_>>().join(" ")
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
        // In their order, and nobody is told of a turn twice.
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
fn a_game_without_a_state_begins_at_its_default_start() {
    let home = Folder::new();
    for (words, id) in [
        (&["nim"][..], "nim:3,5,7"),
        (&["Kayles"], "row:OOOOOOOOOOOOO"),
        (&["misere", "nim"], "misere nim:3,5,7"),
        (&["misere", "wythoff's", "queen"], "misere queen:7,5"),
        (&["own/half"], "own/half:"),
    ] {
        let arguments = [&["play", "--plain", "--second", "human"], words].concat();
        let (status, out) = heard(&home, &arguments, "id\nquit\n");
        assert!(status == 0 && out.contains(id), "{words:?}: {out}");
    }
    let (status, _) = heard(&home, &["play", "--plain", "chess"], "quit\n");
    assert_eq!(status, 2);
}

#[test]
fn a_client_that_hears_standard_output_alone_wins_against_the_computer() {
    let home = Folder::new();
    let mut talk = Conversation::with(at_home(
        home.path(),
        &["play", "--plain", "nim:3,5,7", "--seed", "1"],
    ));
    let mut heard = String::new();
    // The hint, said twice, names the move: `Best: take 1 from pile 1; type 1-1.`
    talk.say("hint\nhint");
    while !heard.ends_with("Computer wins.\n") && !heard.ends_with("You win.\n") {
        let line = talk.hear();
        assert!(!line.is_empty(), "{heard}");
        if let Some((_, rest)) = line.trim_end().split_once("; type ") {
            talk.say(rest.trim_end_matches('.'));
        }
        if line.ends_with("Your move.\n") {
            talk.say("hint\nhint");
        }
        heard += &line;
    }
    can_be_heard(&heard);
    assert!(heard.ends_with("You win.\n"), "{heard}");
    assert!(
        heard.contains("Computer took ") && heard.contains("You took "),
        "{heard}"
    );
    assert!(talk.end().wait().unwrap().success());
    let record = std::fs::read_to_string(home.name("data/nimatron/record.json")).unwrap();
    assert!(record.contains("\"won\":1"), "{record}");
}

#[test]
fn everything_is_reached_from_the_menu_by_numbers() {
    let home = Folder::new();
    // A game (the first of the list, from its usual start, against another person), saved and left.
    let nim = number_of("nim");
    let input =
        format!("?\n1\n{nim}\n2\n99\nq\nq\nnim:1,2\n99\n1\nq\n1\n2\nwhy\nagain\nsave mine\nq\nq\n");
    let asked = [
        "1. Play a game",
        "Which game?",
        "Who is your opponent?",
        "Who moves first?",
        "Saved as ",
    ];
    tells(&home, &["--plain"], &input, &asked);
    // Continue it; open it; its review; the record; a setting.
    let told = [
        "Saved games. 1. mine: ",
        "Record",
        "Puzzles: 0 solved",
        "Settings. 1. theme: auto",
    ];
    tells(
        &home,
        &["--plain"],
        "3\n1\nq\n7\n1\n8\n9\n10\nada\nq\nq\n",
        &told,
    );
    tells(&home, &["--plain"], "2\nq\nq\n", &["Piles: 1 has "]);
}

/// A game is called by its name, a start is listed once, q goes one question back, and a move is understood in the words
/// that tell it.
#[test]
fn names_of_games_and_moves_are_understood() {
    let input = "nim\n1\n1\nq\n1\n1\nTake 1 from pile 1.\nq\nq\n";
    let out = tells(
        &Folder::new(),
        &["--plain"],
        input,
        &["You took 1 from pile 1."],
    );
    assert_eq!(out.matches("nim:3,5,7").count(), 1, "{out}");
    assert_eq!(out.matches("Who is your opponent?").count(), 2, "{out}");
}

#[test]
fn a_number_says_again_what_a_list_says_beside_it() {
    let home = Folder::new();
    let nim = ["play", "--plain", "nim:1,2", "--second", "human"];
    tells(
        &home,
        &nim,
        "moves\n9\n2\nq\n",
        &["The list ends at 3.", "A took 1 from pile 2. Piles: 1, 1."],
    );
    tells(&home, &nim, "all\n3\nq\n", &["A took 2 from pile 2."]);
    // The last list alone counts, and only right after it; of a line of moves its first one can be played.
    tells(
        &home,
        &nim,
        "all\nwhat if 2-2\n2\nq\n",
        &["1. A: take 2 from pile 2.", "That move comes later"],
    );
    tells(
        &home,
        &nim,
        "all\nwhat if 2-2\n1\nq\n",
        &["A took 2 from pile 2."],
    );
    tells(
        &home,
        &nim,
        "moves\nwhere\n2\nq\n",
        &["\"2\" cannot be played"],
    );
    tells(
        &home,
        &nim,
        "?\n4\nq\n",
        &[
            "4. rules: the rules of the game",
            "22. q: leave Take any number of stones",
        ],
    );
    tells(
        &home,
        &nim,
        "?\n1\nq\n",
        &["Type a move, such as 2-1 (take 1 from pile 2)."],
    );
    // Where numbers are moves, the list says how to type these; after any other line they are moves again.
    let rest = ["play", "--plain", "subtraction/2,3:9", "--second", "human"];
    let itself = "For the move 2, type: move 2.";
    tells(&home, &rest, "moves\n2\nq\n", &[itself, "A took 3."]);
    tells(&home, &rest, "moves\nmove 2\nq\n", &[itself, "A took 2."]);
    tells(&home, &rest, "moves\nwhere\n2\nq\n", &["A took 2."]);
    let numbers = ["play", "--plain", "own/euclid:21,13", "--second", "human"];
    tells(
        &home,
        &numbers,
        "1=8\nq\n",
        &[
            "Cells: 1 is 21 and 2 is 13.",
            "A reduced 21 to 8. Cells: 1 is 8 and 2 is 13.",
        ],
    );
}

#[test]
fn a_lesson_and_a_puzzle_are_taken() {
    let home = Folder::new();
    // Each step's answer is heard, then typed or passed over.
    let steps = ["Lesson: ", "Step 1 of ", "Step 2 of ", "Say next to go on."];
    tells(
        &home,
        &["--plain"],
        "4\n1\nnext\nsolve\nback\n?\nq\nq\nq\n",
        &steps,
    );
    // Who leaves the game at the end of a lesson leaves the lesson.
    let input = "4\n2\nnext\nnext\nnext\nnext\nnext\nnext\nwhere\nq\n";
    let out = tells(&home, &["--plain"], input, &["Play it to the end"]);
    assert!(!out.contains("The lesson is over."), "{out}");
    let nim = number_of("nim") + 2;
    let input = format!(
        "6\n{nim}\nwhere\nboard\nmoves\n?\n3\nwhy\nall\nwhat if 1-1\n9-9\n1-1\n1-2\nrules\nhint\nhint\nsolve\nnext\nq\n6\n1\nq\nq\n"
    );
    let told = [
        " your opponent wins by taking ",
        "Take any number",
        "Say hint again for the move.",
        "Best: take ",
        ". Say next for another puzzle, or q.",
        "wins: type ",
        "3. where: the position in words, and what is asked",
        "That gives the answer away",
    ];
    let out = tells(&home, &["--plain", "--seed", "4"], &input, &told);
    assert_eq!(out.matches("One move wins. Which?").count(), 5, "{out}");
}

#[test]
fn a_sitting_with_the_coach_is_told_to_its_end_and_kept() {
    let home = Folder::new();
    // Whatever is asked, one of these is an answer or goes on.
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
fn a_review_names_what_was_thrown_away() {
    let told = [
        "Move 1: A took 3 from pile 1: threw the win away; better: ",
        "The turning point was move 1.",
    ];
    let game = ["play", "--plain", "nim:3,5,7", "--second", "human"];
    tells(&Folder::new(), &game, "1-3\n3-2\n2-5\nreview\nq\n", &told);
}

#[test]
fn what_can_be_asked_at_the_table_is_answered_and_changes_nothing() {
    let input = "?\nwhere\nboard\nmoves\nhint\nhint\nwhy\nmore\nverdict\nall\nwhat if 7+10\nwhat if x\nplayed\nwords\nid\nx\nq\n";
    let told = [
        "Rings left: 7, 9 and 10. 7 touches 10; 9 touches 10.",
        "2 of 5 moves win.",
        "Best: take rings 7 and 10; type 7+10.",
        "You win",
        "That ends the game. You win.",
        "No move has been played.",
        "star:1664",
        "\"x\" cannot be played",
    ];
    tells(
        &Folder::new(),
        &["play", "--plain", "star:1664"],
        input,
        &told,
    );
}

#[test]
fn a_match_that_cannot_be_kept_is_told_once_and_in_the_last_line() {
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
fn where_nothing_is_proved_a_person_may_move_for_the_computer() {
    let game = [
        "play",
        "--plain",
        "chomp:19x20",
        "--first",
        "perfect",
        "--second",
        "human",
    ];
    tells(
        &Folder::new(),
        &game,
        "hint\nq\n",
        &["plays only what is proved"],
    );
}

#[test]
fn the_coach_tells_boards_in_words_where_that_is_asked_for() {
    let (home, arguments) = (Folder::new(), ["coach", "row", "--seed", "3"]);
    tells(
        &home,
        &[&arguments[..], &["--plain"]].concat(),
        "q\n",
        &["Cells: 1 to 7 stones."],
    );
    assert!(
        !fed(&mut at_home(home.path(), &arguments), "")
            .out
            .contains("Cells:")
    );
}

/// Each prompt of the coach says what it expects, `?` what can be typed; an empty line goes on where nothing is asked,
/// and without `--plain` the boards are drawn in the same conversation.
#[test]
fn the_coach_in_lines_says_what_it_expects() {
    let home = Folder::new();
    // Whatever is asked, one of these is an answer or goes on.
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
fn what_was_said_last_is_said_again() {
    let game = ["play", "--plain", "nim:3,5,7", "--second", "human"];
    let out = tells(
        &Folder::new(),
        &game,
        "where\nagain\n\n?\nagain\n3\nx\nagain\nq\n",
        &[],
    );
    assert_eq!(
        out.matches("Piles: 1 has 3, 2 has 5, 3 has 7.").count(),
        5,
        "{out}"
    );
    assert_eq!(out.matches("\"x\" cannot be played").count(), 2, "{out}");
}

#[test]
fn a_check_tells_the_right_answer_beside_a_wrong_one() {
    let home = Folder::new();
    // That the opponent wins, or the first ring that can be taken.
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
fn a_saved_game_is_replaced_where_that_is_asked_for() {
    let home = Folder::new();
    let told = ["To replace it, say: save my replace."];
    let input = "save my\nsave my\nsave my replace\nq\n";
    let out = tells(&home, &["play", "--plain", "nim:1,2"], input, &told);
    assert_eq!(out.matches("Saved as ").count(), 2, "{out}");
}

/// A game with points: each move tells its edge and what it took, and `played` who made it.
#[test]
fn a_triangle_that_is_taken_is_named() {
    let told = [
        "You drew edge 2-3 and took triangle 1-2-3. Triangles: You 1, Computer 0.",
        "With best play you ",
        "(You 1, Computer 0 so far)",
        "Move 1: You drew edge 2-3.",
    ];
    let game = ["play", "--plain", "triangle:1-2,1-3", "--verdict", "true"];
    tells(&Folder::new(), &game, "2-3\nplayed\nq\n", &told);
}

#[test]
fn the_rules_of_a_sum_are_those_of_its_games() {
    let rules =
        "Nim: Take any number of stones from one pile. Kayles: Take one stone, or two that touch.";
    tells(
        &Folder::new(),
        &["play", "--plain", "nim:1,2 + row:OO"],
        "rules\nq\n",
        &[rules],
    );
}

#[test]
fn no_lesson_speaks_of_keys() {
    let out = tells(
        &Folder::new(),
        &["--plain"],
        "4\n1\nnext\nsolve\nq\n",
        &["Take 3: type 1-3."],
    );
    assert!(!out.contains("arrow keys") && !out.contains('<'), "{out}");
}

#[test]
fn the_skills_of_one_game_are_listed() {
    let paths = |game: &[&str]| {
        fed(
            &mut at_home(
                Folder::new().path(),
                &[&["coach", "--paths"], game].concat(),
            ),
            "",
        )
    };
    let (all, nim) = (paths(&[]).out, paths(&["nim"]).out);
    assert!(
        nim.starts_with("Nim\n  ") && all.contains(&nim) && all.len() > 5 * nim.len(),
        "{nim}"
    );
    assert!(paths(&["bash/3"]).out.starts_with("Bachet's game\n  "));
    assert!(paths(&["sum"]).out.starts_with("Sum of games\n  "));
    let refused = paths(&["nosuch"]);
    assert!(
        refused.status == 2 && refused.err.contains("no game is called \"nosuch\""),
        "{}",
        refused.err
    );
}

#[test]
fn a_game_without_questions_is_told_so() {
    let home = Folder::new();
    let game = &home.write(
        "dead.rhai",
        "const NAME = \"Dead\";\nconst START = [5];\nfn options(heap) { [] }\n",
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
