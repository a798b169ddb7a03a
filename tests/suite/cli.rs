//! Tests the command line: exact output, errors with their location, and exit statuses.

use std::fs;
use std::io::{BufRead, BufReader};

use serde_json::Value;

use super::program::{Folder, answer, fed, json, nimatron, root, run, run_with, shell};

#[test]
fn brief_answers_leave_out_the_reasons_and_nothing_else() {
    let mut whole = answer(&["solve", "--json", "nim:3,4,5"]);
    let brief = answer(&["solve", "--json", "--brief", "nim:3,4,5"]);
    for field in ["why", "reasons"] {
        assert!(
            whole.as_object_mut().unwrap().remove(field).is_some(),
            "{field}"
        );
    }
    assert_eq!(whole, brief);
    let line = run(&["solve", "--brief", "nim:3,4,5"]);
    assert_eq!(
        (line.status, line.out.lines().count()),
        (0, 1),
        "{}",
        line.out
    );
    assert!(line.out.starts_with("nim:3,4,5: "), "{}", line.out);
}

#[test]
fn the_winner_alone_is_named_on_a_line_or_in_json() {
    for (id, words, outcome) in [
        ("nim:3,4,5", "The player to move wins.", "win"),
        ("nim:1,1", "The player to move loses.", "loss"),
        (
            "misere nim:0",
            "The game is over: the player who made the last move has lost.",
            "win",
        ),
        ("tictactoe:.........", "A draw with best play.", "draw"),
        ("own/domineering:A:....", "A wins.", "win"),
        (
            "own/cram:............... + nim:1",
            "The player to move loses.",
            "loss",
        ),
    ] {
        assert_eq!(
            run(&["solve", "--winner", id]).out,
            format!("{id}: {words}\n")
        );
        let expected = format!("{{\"id\":\"{id}\",\"outcome\":\"{outcome}\"}}\n");
        assert_eq!(run(&["solve", "--winner", "--json", id]).out, expected);
    }
}

#[test]
fn solve_tells_a_person() {
    let run = run(&["solve", "star:1664"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with(
        "star:1664   Hexagram star, misère\n\
         The player to move wins, 2 moves to the end.\n\
         2 winning moves: 7+10, 9+10\n\
         Best: 7+10 (take rings 7 and 10)\n\
         Why: "
    ));
}

#[test]
fn solve_answers_in_json_to_the_letter() {
    let run = run(&["solve", "--json", "STAR:01664"]);
    assert_eq!(run.status, 0);
    let start = r#"{"id":"star:1664","game":"star","convention":"misere","to_move":null,"score":null,"over":false,"outcome":"win","grundy":null,"margin":null,"remoteness":2,"moves":5,"winning":[{"move":"7+10","to":"star:512"},{"move":"9+10","to":"star:128"}],"winning_count":2,"drawing":[],"best":{"move":"7+10","to":"star:512"},"why":["#;
    assert!(run.out.starts_with(start), "{}", run.out);
    let after = run
        .out
        .split_once(r#""],"reasons":[{"text":""#)
        .expect("reasons follow why")
        .1;
    assert!(
        after.contains(r#"","reveals":""#) && after.contains(r#"","claims":[{""#),
        "{after}"
    );
    assert!(run.out.ends_with("]}]}\n"), "{}", run.out);
    assert_eq!(run.out.lines().count(), 1);
}

#[test]
fn solve_tells_score_margin_and_whose_move_it_is() {
    let answer = answer(&["solve", "--json", "triangle:2-4,4-5,2-5"]);
    assert_eq!(answer["to_move"], "A");
    assert_eq!(answer["score"], serde_json::json!([1, 0]));
    assert_eq!(answer["convention"], Value::Null);
    assert_eq!(answer["remoteness"], 15);
    assert!(answer["margin"].is_i64());
}

#[test]
fn all_lists_every_move_with_its_outcome_for_its_maker() {
    let answer = answer(&["solve", "--json", "--all", "star:1664"]);
    let legal = answer["legal"].as_array().unwrap();
    assert_eq!(legal.len(), 5);
    assert_eq!(
        legal[0],
        json(r#"{"move":"7","to":"star:1536","outcome":"loss","remoteness":3,"answer":"9"}"#)
    );
    assert!(
        legal
            .iter()
            .all(|m| m["answer"].is_null() == (m["outcome"] == "win")),
        "{legal:?}"
    );
    let keys: Vec<&str> = answer
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(keys.len(), 18);
    assert_eq!(
        keys.len(),
        keys.iter().collect::<std::collections::HashSet<_>>().len()
    );
    let words = run(&["solve", "--all", "star:1664"]).out;
    assert!(words.contains("  7+10  win     2  star:512\n"), "{words}");
}

#[test]
fn a_line_is_what_both_play_perfectly() {
    let all = run(&["solve", "--json", "--line", "--all", "star:1664"]).out;
    assert!(
        all.contains(r#"}],"line":["7+10","9"],"line_ends":true,"legal":["#),
        "{all}"
    );
    let words = run(&["solve", "--line", "star:1664"]).out;
    assert!(
        words.ends_with("Perfect play: 7+10  9 (the end).\n"),
        "{words}"
    );
    let long = answer(&["solve", "--json", "--line", "bash/1:201"]);
    assert_eq!(
        (long["line"].as_array().unwrap().len(), &long["line_ends"]),
        (200, &Value::Bool(false))
    );
    let over = answer(&["solve", "--json", "--line", "nim:0"]);
    assert_eq!(
        (over["line"].as_array().unwrap().len(), &over["line_ends"]),
        (0, &Value::Bool(true))
    );
    assert!(answer(&["solve", "--json", "nim:1"]).get("line").is_none());
}

#[test]
fn columns_stand_under_each_other() {
    let words = run(&["solve", "nim:3,4", "+", "star:1664"]).out;
    let figure =
        "     1 nim   7  111\n     2 star  3  011\n     XOR     4  100\n                ^ odd\n";
    assert!(words.contains(figure), "{words}");
}

#[test]
fn all_is_refused_past_a_hundred_thousand_moves() {
    let refused = run(&["solve", "--json", "--all", "nim:100001"]);
    assert_eq!((refused.status, refused.out.as_str()), (1, ""));
    assert!(
        refused.err.contains("100001 legal moves"),
        "{}",
        refused.err
    );
    assert_eq!(run(&["solve", "--all", "nim:1000"]).status, 0);
}

#[test]
fn long_lists_are_cut_and_counted_in_full() {
    let race = answer(&["solve", "--json", "normal", "race/5000/9000:4000"]);
    assert_eq!(
        (&race["moves"], &race["winning_count"]),
        (&5000.into(), &1.into())
    );
    let auction = answer(&["solve", "--json", "auction/9000/3:0"]);
    assert_eq!(auction["winning_count"], 8998);
    assert_eq!(auction["winning"].as_array().unwrap().len(), 1000);
}

#[test]
fn an_id_may_come_in_several_arguments() {
    let sum = answer(&["solve", "--json", "misere", "nim:1,2", "+", "star:3"]);
    assert_eq!(
        (&sum["id"], &sum["game"]),
        (&"misere nim:1,2 + star:3".into(), &"sum".into())
    );
}

#[test]
fn a_bad_id_is_wrong_usage_and_names_the_column() {
    let cases = [
        ("star:9999", "column 6"),
        ("star:", "column 6"),
        ("star", "column 1"),
        ("misere star:1x", "column 14"),
        ("nosuch:1", "column 1"),
        ("nim:1,2 + ", "column 10"),
        ("triangle:1-9", "column 10"),
        ("misere triangle:", "column 1"),
        ("mine.lua", "--game mine.lua"),
        ("", "column 1"),
    ];
    for (id, place) in cases {
        for command in ["solve", "show"] {
            let run = run(&[command, id]);
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{command} {id}");
            assert!(run.err.contains(place), "{id}: {}", run.err);
            assert!(
                run.err.contains("expected") && run.err.contains("for example"),
                "{id}: {}",
                run.err
            );
            assert_eq!(run.err.lines().count(), 1);
        }
    }
}

#[test]
fn a_wrong_command_line_has_status_2_and_help_has_0() {
    let wrong: [&[&str]; 8] = [
        &["nosuch"],
        &["solve"],
        &["solve", "--time", "0", "star:1"],
        &["solve", "--time", "soon", "star:1"],
        &["solve", "--memory", "0", "star:1"],
        &["judge", "nosuch"],
        &["play", "--first", "grandmaster", "star:1"],
        &["table", "triangle", "--upto", "3"],
    ];
    for arguments in wrong {
        assert_eq!(run(arguments).status, 2, "{arguments:?}");
    }
    assert_eq!(run(&["--help"]).status, 0);
    assert_eq!(run(&["--version"]).status, 0);
}

#[test]
fn what_is_wrong_is_told_by_what_was_expected() {
    let folder = Folder::new();
    let list = folder.write("list.json", "[1, 2]");
    let saved = r#"{"format":"nimatron-match","version":1,"start":"nim:3","moves":["1-4"]}"#;
    let game = folder.write("game.json", saved);
    let graph = folder.write("graph.json", r#"{"name": 7, "arcs": [["a", "b"]]}"#);
    let script = folder.write(
        "e.lua",
        "START = {1}\nfunction options(heap) error(\"no\") end",
    );
    let board = folder.write(
        "board.lua",
        "START = {0, 0, 0}\nfunction moves(c) return {} end",
    );
    let wrong: [(&[&str], &str); 14] = [
        (&["check", &list], "it is a list; expected a JSON object"),
        (&["check", &game], "expected 1 to 3 stones"),
        (
            &["games", "--graph", &graph],
            "name: invalid type: integer `7`",
        ),
        (
            &["export", "--out", "/nope/x", "nim:3"],
            "error: /nope/x: No such file or directory (os error 2)\n",
        ),
        (
            &["table", "own/board", "--upto", "3", "--game", &board],
            "own/board has no table",
        ),
        (
            &["table", "nim:3", "--upto", "3"],
            "\"nim:3\" is a position; expected a game without one, such as nim",
        ),
        (&["rule", "octal/0.77:3"], "such as octal/0.77"),
        (&["quotient", "nim:3"], "expected a game without one"),
        (
            &["solve", "nim:3", "--time", "-1"],
            "expected a number of seconds above 0",
        ),
        (
            &["solve", "nim:3", "--memory", "-1"],
            "expected a number from 1 to",
        ),
        (
            &["quotient", "octal/0.77", "--heaps", "-1"],
            "expected a number from 0 to 100000",
        ),
        (
            &["table", "nim", "--upto", "-1"],
            "expected a number from 0 to",
        ),
        (
            &["rule", "nim", "--upto", "-5"],
            "expected a number from 1 to",
        ),
        (
            &["solve", "own/e:1", "--game", &script],
            "e.lua, line 2: no",
        ),
    ];
    for (arguments, told) in wrong {
        let run = run(arguments);
        assert!(
            run.status != 0 && run.err.contains(told),
            "{arguments:?}: {}",
            run.err
        );
        assert!(
            !run.err.contains("not proved") && !run.err.contains("unexpected argument"),
            "{}",
            run.err
        );
    }
    assert!(
        run(&["quotient", "octal/0.77", "--heaps", "0"])
            .out
            .contains("\n1 element; none of them loses\n")
    );
}

#[test]
fn games_are_named_as_in_ids_or_by_the_script_that_was_loaded() {
    let out = |arguments: &[&str]| {
        let run = run(arguments);
        assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
        run.out
    };
    let countdown = ["-e", "if n > 0 then move(n - 1) end", "--upto", "5"];
    for command in ["table", "rule"] {
        assert_eq!(
            out(&[command, "misere", "bash/3", "--upto", "20"]),
            out(&[command, "bash/3", "--misere", "--upto", "20"])
        );
        let named = [&[command, "own/e"], &countdown[..]].concat();
        let unnamed = [&[command], &countdown[..]].concat();
        assert_eq!(out(&named), out(&unnamed));
    }
    let eval = &countdown[..2];
    let wrong: [(&[&str], &str); 9] = [
        (
            &["table", "normal", "bash/3", "--misere", "--upto", "3"],
            "another convention",
        ),
        (
            &["table", "nim", "bash/3", "--upto", "3"],
            "\"bash/3\" follows the game",
        ),
        (
            &["table", "misere", "normal", "bash/3", "--upto", "3"],
            "two conventions stand before the game",
        ),
        (
            &["table", "misere", "triangle", "--stones", "--upto", "3"],
            "triangle has no misère play; expected the game alone",
        ),
        (&["rule"], "no game is given; expected one of row"),
        (
            &["table", "e", "--upto", "3"],
            "no game is called \"e\"; expected one of own/e",
        ),
        (&["solve", "e:5"], "expected \"own/e\", your own game"),
        (
            &["solve"],
            "no position is given; expected an ID, such as own/e:",
        ),
        (&["solve", "--misere", "nim:3"], "as in misere nim:3,5,7"),
    ];
    let folder = Folder::new();
    let script = "START = {5}\nfunction options(heap) return {} end";
    let [one, other] = ["one.lua", "other.lua"].map(|name| folder.write(name, script));
    let two = ["--game", &one, "--game", &other];
    for command in [&["table", "--upto", "3"][..], &["rule"]] {
        let run = run(&[command, &two].concat());
        let expected = "no game is given; expected one of own/one, own/other";
        assert!(run.err.contains(expected), "{command:?}: {}", run.err);
    }
    for (arguments, expected) in wrong {
        let script = if arguments == ["rule"] { &[] } else { eval };
        let run = run(&[arguments, script].concat());
        assert!(
            run.status == 2 && run.err.contains(expected),
            "{arguments:?}: {}",
            run.err
        );
    }
}

#[test]
fn a_batch_answers_line_by_line_and_goes_on_after_errors() {
    let input = "# two stars\nstar:1664\n\n  \nstar:8192\nnot an id\r\n star:2088\nnim:1,2,3";
    let run = run_with(&["solve", "--json", "-"], input);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let lines: Vec<Value> = run.out.lines().map(json).collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["outcome"], "win");
    assert_eq!(lines[1]["id"], "star:8192");
    assert!(
        lines[1]["error"]
            .as_str()
            .unwrap()
            .starts_with("column 6: ")
    );
    assert_eq!(lines[2]["id"], "not an id");
    assert_eq!(
        (lines[3]["id"].as_str(), lines[3]["outcome"].as_str()),
        (Some("star:2088"), Some("loss"))
    );
    assert_eq!(lines[4]["grundy"], 0);
    assert_eq!(run_with(&["solve", "--json", "-"], "star:1\n").status, 0);
    let words = run_with(&["solve", "-"], "star:1664\nstar:0\n");
    assert_eq!((words.status, words.out.lines().count()), (0, 2));
}

#[test]
fn a_batch_line_that_is_not_text_is_an_error_of_its_own() {
    let run = fed(
        &mut nimatron(&["solve", "--json", "-"]),
        b"star:\xff\xfe\nstar:1\n",
    );
    assert_eq!((run.status, run.out.lines().count()), (1, 2));
    assert!(run.out.lines().next().unwrap().contains("column 6"));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = Folder::new();
    let list = folder.write("list", &"star:8191\n".repeat(20_000));
    let mut child = nimatron(&["solve", "--json", "-"])
        .stdin(fs::File::open(list).unwrap())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut first)
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(first.starts_with("{\"id\":\"star:8191\""));
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), &b""[..])
    );
}

#[test]
fn files_are_saved_games_or_lists_of_ids() {
    let folder = Folder::new();
    let game = folder.write(
        "game.json",
        r#"{"start":"star:1664","moves":["7","9"],"cursor":1}"#,
    );
    let list = folder.write("list.txt", "\u{feff}# some\nstar:1\n\nstar:3\n");
    let bad = folder.write("bad.json", r#"{"start":"star:1664","moves":["7","7"]}"#);
    let good = run(&["solve", "--json", "--file", &game, &list]);
    assert_eq!((good.status, good.err.as_str()), (0, ""));
    let ids: Vec<String> = good
        .out
        .lines()
        .map(|l| json(l)["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids, ["star:1536", "star:1", "star:3"]);
    let bad = run(&[
        "solve",
        "--json",
        "--file",
        &bad,
        &folder.name("none"),
        &list,
    ]);
    assert_eq!((bad.status, bad.out.lines().count()), (1, 2));
    assert!(
        bad.err
            .contains("bad.json has a mistake: move 2: \"7\" cannot be played"),
        "{}",
        bad.err
    );
    assert!(bad.err.contains("none cannot be read"), "{}", bad.err);
    let words = run(&["solve", "--file", &game, &list]).out;
    assert!(
        words.starts_with(&format!("{game}\nstar:1536   ")),
        "{words}"
    );
    assert!(words.contains(&format!("\n\n{list}\nstar:1   ")), "{words}");
    assert_eq!(words.matches(&list).count(), 1);
}

#[test]
fn check_says_what_is_wrong_where() {
    let folder = Folder::new();
    let good = folder.write("good.json", r#"{"start":"star:1664","moves":["7","9"]}"#);
    let new = folder.write(
        "new.json",
        r#"{"start":"star:1","moves":[],"version":9,"x":1}"#,
    );
    let odd = folder.write("odd.json", r#"{"start":"star:1","moves":[],"colour":1}"#);
    let checked = run(&["check", &good]);
    assert_eq!((checked.status, checked.err.as_str()), (0, ""));
    assert!(
        checked
            .out
            .contains("in order: Hexagram star, misère, 2 moves, at star:1024 after 2")
    );
    let bad = run(&["check", &new, &odd, &good]);
    assert_eq!(
        (bad.status, bad.out.lines().count(), bad.err.lines().count()),
        (1, 1, 2)
    );
    let said = ["newer program", "`colour`: there is no such field"];
    assert!(
        said.iter().all(|words| bad.err.contains(words)),
        "{}",
        bad.err
    );
}

#[test]
fn show_draws_the_board() {
    let plain = run(&["show", "star:1664"]).out;
    let ascii = run(&["show", "--ascii", "star:1664"]).out;
    for drawn in [&plain, &ascii] {
        assert!(
            ["( 7)", "( 9)", "(10)"]
                .iter()
                .all(|ring| drawn.contains(ring)),
            "{drawn}"
        );
    }
    assert!(plain.contains('╲') && !plain.contains('\u{1b}') && ascii.is_ascii());
    let svg = run(&["show", "--svg", "star:1664"]).out;
    assert!(
        svg.starts_with("<svg ") && svg.contains("<title>Hexagram star, misère: star:1664</title>")
    );
}

#[test]
fn the_catalogue_is_listed() {
    let listed = answer(&["games", "--json"]);
    let listed = listed.as_array().unwrap();
    assert_eq!(listed.len(), nimatron_core::games::CATALOGUE.len());
    let star = listed.iter().find(|g| g["id"] == "star").unwrap();
    for key in ["id", "name", "rule", "convention", "example", "limits"] {
        assert!(!star[key].is_null(), "{key}");
    }
    assert_eq!(star["convention"], "misere");
    for game in listed {
        let example = game["example"].as_str().unwrap();
        assert_eq!(
            [
                run(&["solve", example]).status,
                run(&["show", example]).status
            ],
            [0, 0],
            "{example}"
        );
    }
    assert!(run(&["games"]).out.contains("Hexagram star"));
}

#[test]
fn tables_have_columns_and_the_period() {
    let csv = run(&["table", "bash/3", "--upto", "5", "--format", "csv"]);
    assert_eq!(
        csv.out,
        "n,outcome,grundy\n0,loss,0\n1,win,1\n2,win,2\n3,win,3\n4,loss,0\n5,win,1\n"
    );
    let misere = run(&[
        "table", "bash/3", "--upto", "2", "--misere", "--format", "csv",
    ]);
    assert_eq!(misere.out, "n,outcome,grundy\n0,win,\n1,loss,\n2,win,\n");
    let table = answer(&["table", "bash/3", "--upto", "5", "--format", "json"]);
    assert_eq!(
        table["rows"][4],
        json(r#"{"n":4,"outcome":"loss","grundy":0}"#)
    );
    assert!(table["period"].as_str().unwrap().contains('4'));
    let pairs = run(&["table", "wythoff", "--upto", "1", "--format", "csv"]);
    assert_eq!(
        pairs.out,
        "n,m,outcome,grundy\n0,0,loss,0\n0,1,win,1\n1,0,win,1\n1,1,win,2\n"
    );
    // The output explains the letters, which stand for different numbers in `table chomp` and in `rule chomp`.
    for (command, about) in [
        (
            ["table", "chomp"],
            "chomp, misère play: a bar of a rows and b columns\n       a       b  outcome",
        ),
        (
            ["rule", "chomp"],
            "up to 8: a bar of two rows, of a and b squares\n",
        ),
        (["rule", "bash/3"], "up to 8: a single pile of n stones\n"),
    ] {
        let said = run(&[command[0], command[1], "--upto", "8"]);
        assert!(said.out.contains(about), "{}", said.out);
    }
    let typed = answer(&["table", "OCTAL/0.770", "--upto", "3", "--json"]);
    assert_eq!(typed["game"], "octal/0.77");
    let proved = answer(&["table", "octal/0.241", "--misere", "--upto", "3", "--json"]);
    assert!(proved["period"].is_string(), "{proved}");
    let never = run(&["table", "triangle", "--upto", "3", "--misere"]);
    assert_eq!(never.status, 2, "{}", never.out);
    assert_eq!(run(&["table", "nosuch", "--upto", "5"]).status, 2);
    let bad = run(&["table", "bash/0", "--upto", "5", "--misere"]);
    assert_eq!(bad.status, 2);
    assert!(bad.err.contains("column 6"), "{}", bad.err);
    let short = run(&["table", "race/2/4", "--upto", "9", "--format", "csv"]);
    assert_eq!((short.status, short.out.lines().count()), (1, 6));
    assert!(short.err.contains("ends before 5"), "{}", short.err);
}

#[test]
fn judges_answer_case_by_case() {
    for (format, input, out) in [
        ("star", "2088 1664\n 8191", "SECOND\nFIRST\nFIRST\n"),
        ("star", "", ""),
        ("cards", "1\n3\n", "Kiki\nCici\n"),
        ("strip", "1 0\n2\n00\n3 1 0 2\n", "FIRST\nSECOND\nSECOND\n"),
        ("auction", "4 2\n3 2\n3 5\n", "1\nnone\n3 4 5\n"),
        ("queen", "2 1\n8 4 4 7\n", "0\n1\n0\n"),
        (
            "boxes",
            "2\n3\n4\n0\n5\nnot read any more\n",
            "Alice\nBob\nAlice\n",
        ),
    ] {
        assert_eq!(run_with(&["judge", format], input).out, out, "{format}");
    }
}

#[test]
fn judge_triangle_war() {
    let games = [
        "24 45 59 36 25 35",
        "24 45 59 36 25 35 78",
        "12 23 13 24 25 45",
        "12 25 36 58 47 6-10 24 45 48 78",
    ];
    let mut input = format!("{}\n", games.len());
    for game in games {
        let edges: Vec<&str> = game.split(' ').collect();
        input += &format!("{}\n", edges.len());
        for edge in edges {
            let (a, b) = edge.split_once('-').unwrap_or_else(|| edge.split_at(1));
            input += &format!("{a} {b}\n");
        }
    }
    let run = run_with(&["judge", "triangle-war"], &input);
    assert_eq!(
        run.out,
        "Game 1: B wins.\nGame 2: A wins.\nGame 3: A wins.\nGame 4: B wins.\n"
    );
    assert_eq!(
        run_with(&["judge", "triangle-war"], "1\n0\n").out,
        "Game 1: B wins.\n"
    );
}

#[test]
fn a_malformed_case_names_its_line_and_answers_stay() {
    let cases = [
        ("star", "2088\n8192\n1\n", "SECOND\n", "line 2"),
        ("star", "1\n\nx\n", "SECOND\n", "line 3"),
        ("cards", "1\n-1\n", "Kiki\n", "line 2"),
        ("strip", "1 0\n2 03\n", "FIRST\n", "line 2"),
        ("strip", "2 11\n", "", "line 1"),
        ("strip", "2 001\n", "", "line 1"),
        ("strip", "3 00\n", "", "line 1"),
        ("auction", "4 2\n4\n", "1\n", "line 2"),
        (
            "triangle-war",
            "2\n0\n2\n1 2\n1 2\n",
            "Game 1: B wins.\n",
            "line 5",
        ),
        ("triangle-war", "1\n1\n2 1\n", "", "line 3"),
        ("triangle-war", "1\n1\n1 4\n", "", "line 3"),
        ("triangle-war", "1\n19\n", "", "line 2"),
        ("triangle-war", "2\n0\n", "Game 1: B wins.\n", "line 2"),
        (
            "triangle-war",
            "1\n1\n1 2\nextra",
            "Game 1: B wins.\n",
            "line 4: \"extra\"",
        ),
    ];
    for (format, input, out, place) in cases {
        let run = run_with(&["judge", format], input);
        assert_eq!(
            (run.status, run.out.as_str()),
            (1, out),
            "{format} {input:?}"
        );
        assert!(run.err.contains(place), "{format} {input:?}: {}", run.err);
    }
    assert_eq!(run(&["judge", "star", "/no/such/file"]).status, 1);
}

#[test]
fn options_are_understood_by_every_command() {
    for arguments in [
        &["--ascii", "show", "star:1664"][..],
        &["show", "star:1664", "--ascii"],
        &["solve", "--ascii", "misere nim:3"],
        &["table", "--ascii", "octal/0.77", "--misere", "--upto", "5"],
    ] {
        let run = run(arguments);
        assert!(
            run.status == 0 && run.out.is_ascii(),
            "{arguments:?}: {}",
            run.out
        );
    }
    for arguments in [
        &["solve", "nim:1"][..],
        &["games"],
        &["rule", "bash/3", "--upto", "50"],
        &["table", "nim", "--upto", "3"],
        &["strategy", "nim:1,2"],
        &["tree", "nim:1,2"],
    ] {
        let short = run(&[arguments, &["--json"]].concat());
        let long = run(&[arguments, &["--format", "json"]].concat());
        assert_eq!((short.status, &short.out), (0, &long.out), "{arguments:?}");
        assert!(
            short.out.starts_with(['{', '[']),
            "{arguments:?}: {}",
            short.out
        );
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/games/half.lua");
    let checked = run(&["check", script]);
    assert!(checked.out.contains("no error found"), "{}", checked.out);
}

#[test]
fn the_interface_needs_a_terminal() {
    for arguments in [&[][..], &["play", "star:7"], &["play"]] {
        let run = run(arguments);
        assert_eq!((run.status, run.out.as_str()), (1, ""));
        assert!(run.err.contains("needs a terminal"), "{}", run.err);
    }
    assert_eq!(run(&["play", "star:9999"]).status, 2);
    assert_eq!(run(&["open", "/no/such/file"]).status, 1);
    assert_eq!(run(&["continue"]).status, 1);
}

#[test]
fn a_graph_of_the_user_s_goes_by_its_name() {
    let folder = Folder::new();
    let board =
        r#"{"name": "mine", "points": [[0, 0], [2, 0], [1, 2]], "pairs": [[0, 1], [1, 2]]}"#;
    let path = folder.write("mine.json", board);
    assert_eq!(
        answer(&["solve", "--json", "rings/mine:7", "--graph", &path])["id"],
        "rings/mine:7"
    );
    folder.write("mine.json", "{");
    let run = run(&["--graph", &path, "solve", "rings/mine:7"]);
    assert_eq!(run.status, 1);
    assert!(run.err.contains("is not JSON"), "{}", run.err);
}

#[test]
fn time_can_run_out() {
    // The clock starts before the position is parsed, so a limit of a microsecond is always exceeded.
    for id in [
        "nim:3,4,5",
        "rings/dodecahedron:1048575",
        "nim:3,4 + star:1664",
    ] {
        let run = run(&["solve", "--time", "0.000001", id]);
        assert_eq!((run.status, run.out.as_str()), (1, ""), "{id}");
        assert!(
            run.err.contains("the time limit of 0.000001 s is over"),
            "{id}: {}",
            run.err
        );
    }
}

#[test]
fn a_full_disk_is_told() {
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else {
        return;
    };
    let run = fed(nimatron(&["solve", "star:7"]).stdout(full), "");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("standard output"), "{}", run.err);
}

#[test]
fn a_dash_stands_alone() {
    for arguments in [["solve", "-", "nim:3"], ["solve", "nim:3", "-"]] {
        let both = run(&arguments);
        assert_eq!((both.status, both.out.as_str()), (2, ""));
        assert!(both.err.contains("standard input"), "{}", both.err);
    }
}

#[test]
fn periods_are_told_where_they_are_proved() {
    for (game, play, period) in [
        ("row", "", "period 12 from 71"),
        ("row", "--misere", "period 12 from 71"),
        ("strip", "", "period 2 from 0"),
        ("strip", "--misere", "period 2 from 4"),
        ("octal/0.07", "", "period 34 from 53"),
        ("subtraction/1,3,4", "--misere", "period 7 from 0"),
        ("powers/2", "--misere", "period 3 from 0"),
    ] {
        let arguments = ["table", game, "--upto", "5", play];
        let told = run(&arguments[..if play.is_empty() { 4 } else { 5 }]).out;
        assert!(told.contains(period), "{game} {play}: {told}");
    }
    let unknown = run(&["table", "octal/0.07", "--upto", "5", "--misere"]).out;
    assert!(!unknown.contains("period"), "{unknown}");
}

fn examples(help: &str) -> Vec<String> {
    let after = help
        .lines()
        .skip_while(|line| !line.starts_with("Example"))
        .skip(1);
    after
        .map_while(|line| line.strip_prefix("  ").map(str::to_owned))
        .collect()
}

#[test]
#[cfg(unix)]
fn every_example_of_a_help_text_works_in_a_checkout() {
    let top = run(&["--help"]).out;
    let listed = top.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names: Vec<&str> = listed
        .map_while(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .collect();
    assert!(names.len() >= 12, "{names:?}");
    let mut lines = examples(&top);
    for name in names.into_iter().filter(|name| *name != "help") {
        let found = examples(&run(&[name, "--help"]).out);
        assert!(
            found
                .iter()
                .any(|line| line.contains(&format!("nimatron {name}"))),
            "{name}"
        );
        lines.extend(found);
    }
    // Run the examples in a separate folder, so that they write no files to the checkout.
    let folder = Folder::new();
    for shipped in ["saves", "assets"] {
        std::os::unix::fs::symlink(root().join(shipped), folder.path().join(shipped)).unwrap();
    }
    for line in &lines {
        // An unoptimised build takes seconds for the quotient of all shapes.
        let limit = if line.starts_with("nimatron quotient star") {
            " --heaps 30"
        } else {
            ""
        };
        let run = shell(folder.path(), &format!("{line}{limit}"));
        let opened = run.err.contains("the interface needs a terminal")
            || (line == "nimatron continue" && run.err.contains("no match"));
        assert!(run.status == 0 || opened, "{line}: {}", run.err);
    }
    assert!(lines.len() >= 16, "{lines:?}");
}

#[test]
fn the_convention_word_may_have_its_accent() {
    for id in ["misère nim:1,2", "MISÈRE nim:1,2", "Misere nim:1,2"] {
        assert_eq!(
            answer(&["solve", "--json", id])["id"],
            "misere nim:1,2",
            "{id}"
        );
    }
    // Columns count characters, not bytes.
    assert!(run(&["solve", "misère nim:1,x"]).err.contains("column 14:"));
    assert!(
        run(&["solve", "misère star:9999"])
            .err
            .contains("column 13:")
    );
    assert_eq!(run(&["solve", "misères nim:1"]).status, 2);
}
