//! Your own games on the command line: the page that teaches them, files and folders, saved matches that hold their
//! scripts, and scripts that are at fault.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use super::cli::{json, nimatron, run, run_with};

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/your-own-game.md");
    fs::read_to_string(path).unwrap()
}

/// The scripts of the page, as files.
fn scripts(folder: &Path) -> usize {
    let page = page();
    let mut count = 0;
    for block in page.split("```rhai ").skip(1) {
        let (name, rest) = block.split_once('\n').unwrap();
        fs::write(folder.join(name), rest.split("```").next().unwrap()).unwrap();
        count += 1;
    }
    count
}

#[test]
fn every_command_of_the_page_runs() {
    let folder = TempDir::new().unwrap();
    assert_eq!(scripts(folder.path()), 4);
    let program = nimatron();
    let programs = Path::new(program.get_program()).parent().unwrap().to_owned();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut count = 0;
    for line in page().lines().filter_map(|l| l.strip_prefix("    ")).filter(|l| l.contains("nimatron ")) {
        let run = Command::new("sh")
            .args(["-c", line])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("HOME", folder.path())
            .env("NIMATRON_SAVES", folder.path().join("saves"))
            .output()
            .unwrap();
        let err = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{line}\n{err}");
        count += 1;
    }
    assert!(count >= 15, "{count}");
    // What the page says of the tables.
    let file = folder.path().join("divisors.rhai");
    let table =
        run(&["table", "--game", file.to_str().unwrap(), "own/divisors", "--upto", "40", "--format", "csv"]);
    for line in table.out.lines().skip(2) {
        let fields: Vec<&str> = line.split(',').collect();
        let n: u32 = fields[0].parse().unwrap();
        assert_eq!(fields[2], n.trailing_zeros().to_string(), "{line}");
    }
    let file = folder.path().join("turtles.rhai");
    for n in 1..=6usize {
        let id = format!("own/turtles:{}H", ".".repeat(n - 1));
        let answer = json(&run(&["solve", "--json", "--game", file.to_str().unwrap(), &id]).out);
        assert_eq!(answer["grundy"], n, "{id}");
    }
    let file = folder.path().join("toads.rhai");
    for (state, outcome) in [("t.f", "win"), ("tt.ff", "win"), ("t..f", "loss")] {
        let answer = json(
            &run(&["solve", "--json", "--game", file.to_str().unwrap(), &format!("own/toads:A:{state}")]).out,
        );
        assert_eq!(answer["outcome"], outcome, "{state}");
    }
}

/// A file of that text, and what its name is in a command line.
fn file(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

const HALVES: &str = "const START = [8];
fn options(heap) { if heap > 1 { [[heap / 2]] } else { [] } }";

#[test]
fn a_script_serves_every_command_that_takes_an_id() {
    let folder = TempDir::new().unwrap();
    let halves = file(&folder, "halves.rhai", HALVES);
    let answer = json(&run(&["solve", "--json", "--all", "--line", "--game", &halves, "own/halves:9,4"]).out);
    assert_eq!(answer["id"], "own/halves:9,4");
    assert_eq!(
        (&answer["game"], &answer["convention"], &answer["to_move"]),
        (&"own".into(), &"normal".into(), &Value::Null)
    );
    assert_eq!(
        (&answer["outcome"], &answer["grundy"], &answer["moves"]),
        (&"win".into(), &1.into(), &2.into())
    );
    assert_eq!(answer["best"]["move"], "1>4");
    assert_eq!(answer["best"]["to"], "own/halves:4,4");
    assert_eq!(answer["legal"].as_array().unwrap().len(), 2);
    assert_eq!(answer["line_ends"], true);
    let sum = json(&run(&["solve", "--json", "--game", &halves, "misere own/halves:9 + nim:2"]).out);
    assert_eq!((&sum["game"], &sum["grundy"]), (&"sum".into(), &Value::Null));
    for arguments in [
        &["show", "own/halves:9,4"][..],
        &["show", "--svg", "own/halves:9,4"],
        &["table", "own/halves", "--upto", "9"],
        &["table", "own/halves", "--upto", "9", "--misere"],
        &["tree", "own/halves:9,4"],
        &["puzzle", "own/grundy", "--count", "1"],
        &["games"],
    ] {
        let mut arguments = arguments.to_vec();
        arguments.extend(["--game", &halves]);
        let run = run(&arguments);
        assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
        assert!(!run.out.is_empty(), "{arguments:?}");
    }
    let listed = json(&run(&["games", "--json", "--game", &halves]).out);
    let listed = listed.as_array().unwrap().iter().find(|g| g["id"] == "own/halves").unwrap().clone();
    assert_eq!(listed["example"], "own/halves:8");
    let played = run_with(&["play", "--plain", "--game", &halves, "own/halves:9,4"], "2>2\nquit\n");
    assert_eq!(played.status, 0, "{}", played.err);
    // Two games at once, and a name that stands for a file instead of a shipped game.
    let cram = file(&folder, "cram.rhai", HALVES);
    let answer = run(&["solve", "--json", "--game", &halves, "--game", &cram, "own/cram:9 + own/halves:9"]);
    assert_eq!(json(&answer.out)["outcome"], "loss");
}

/// Two signs never look alike, whatever there is to show them with, and a wide one shifts nothing.
#[test]
fn signs_of_a_board_are_told_apart() {
    let folder = TempDir::new().unwrap();
    let text =
        "const GLYPHS = \".-éè漢字\";\nconst START = \".-éè漢字\";\nconst WIDTH = 3;\nfn moves(cells) { [] }";
    let signs = file(&folder, "signs.rhai", text);
    let shown = |ascii: &[&str]| {
        let run = run(&[&["show", "--game", &signs, "own/signs:.-éè漢字"], ascii].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        // The row below names the columns.
        let rows = run.out.lines().filter(|line| line.contains(|c: char| !c.is_ascii_digit() && c != ' '));
        let (mut seen, mut widths) = (Vec::new(), Vec::new());
        for row in rows {
            widths.push(unicode_width::UnicodeWidthStr::width(row));
            seen.extend(row.chars().filter(|c| !" .·0123456789".contains(*c)));
        }
        assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{}", run.out);
        seen
    };
    // What is as wide as two columns stands there as a letter.
    assert_eq!(shown(&[]), ['-', 'é', 'è', 'H', 'Z']);
    let plain = shown(&["--ascii"]);
    let different: std::collections::BTreeSet<&char> = plain.iter().collect();
    assert!(different.len() == 5 && plain.iter().all(char::is_ascii), "{plain:?}");
    let unseen = file(&folder, "unseen.rhai", &text.replace('é', "\u{200b}"));
    let refused = run(&["check", "--game", &unseen]);
    assert!(
        refused.err.contains("line 1, column 1") && refused.err.contains("cannot be seen"),
        "{}",
        refused.err
    );
}

#[test]
fn a_saved_match_holds_its_script() {
    let folder = TempDir::new().unwrap();
    let halves = file(&folder, "halves.rhai", HALVES);
    let saves = folder.path().join("saves");
    let saves = saves.to_str().unwrap();
    let moves = "2>2\nsave kept\nquit\n";
    let arguments = [
        "play",
        "--plain",
        "--saves",
        saves,
        "--second",
        "human",
        "--game",
        &halves,
        "own/halves:9,4 + nim:2",
    ];
    let played = run_with(&arguments, &moves.replace("2>2", "1/2>2"));
    assert_eq!(played.status, 0, "{}", played.err);
    let save = folder.path().join("saves/kept.json");
    let text = fs::read_to_string(&save).unwrap();
    assert_eq!(json(&text)["games"]["halves"], HALVES);
    fs::remove_file(folder.path().join("halves.rhai")).unwrap();
    let save = save.to_str().unwrap();
    let checked = run(&["check", save]);
    assert_eq!(checked.status, 0, "{}", checked.err);
    assert!(checked.out.contains("own/halves:9,2 + nim:2"), "{}", checked.out);
    let answer = json(&run(&["solve", "--json", "--file", save]).out);
    assert_eq!(answer["id"], "own/halves:9,2 + nim:2");
    let review = json(&run(&["review", "--json", save]).out);
    assert_eq!(review["moves"][0]["move"], "1/2>2");
    assert_eq!(review["moves"][0]["kind"].as_str().map(str::is_empty), Some(false));
    // Where another script has the name, the match keeps its own.
    let other = file(&folder, "halves.rhai", "const START = [1];\nfn options(heap) { [] }");
    let answer = json(&run(&["solve", "--json", "--game", &other, "--file", save]).out);
    assert_eq!(answer["id"], "own/halves-2:9,2 + nim:2");
    let spoiled = text.replace("fn options", "fn other");
    let spoiled = file(&folder, "spoiled.json", &spoiled);
    let checked = run(&["check", &spoiled]);
    assert_eq!(checked.status, 1);
    assert!(checked.err.contains("games: halves.rhai: it has no function"), "{}", checked.err);
}

#[test]
fn the_folder_beside_the_saves_is_looked_at() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("games")).unwrap();
    file(&folder, "games/halves.rhai", HALVES);
    file(&folder, "games/broken.rhai", "fn");
    file(&folder, "games/Bad Name.rhai", HALVES);
    let saves = folder.path().join("saves");
    let with_saves = |arguments: &[&str]| {
        let output = nimatron().args(arguments).env("NIMATRON_SAVES", &saves).output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (status, out, err) = with_saves(&["solve", "--json", "own/halves:9"]);
    assert_eq!(status, Some(0), "{err}");
    assert_eq!(json(&out)["outcome"], "win");
    let (status, out, _) = with_saves(&["games"]);
    assert_eq!(status, Some(0));
    assert!(out.contains("own/halves") && !out.contains("own/broken"));
    let (status, _, err) = with_saves(&["solve", "own/broken:9"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("broken.rhai, line 1"), "{err}");
}

#[test]
fn new_game_writes_what_check_finds_in_order() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("my-game.rhai");
    let path = path.to_str().unwrap();
    let written = run(&["new-game", path]);
    assert_eq!(written.status, 0, "{}", written.err);
    let checked = run(&["check", "--game", path]);
    assert_eq!(checked.status, 0, "{}", checked.err);
    assert!(checked.out.contains("no error found"), "{}", checked.out);
    let again = run(&["new-game", path]);
    assert_eq!(again.status, 1);
    assert!(again.err.contains("is there already"), "{}", again.err);
    let bad = run(&["new-game", folder.path().join("My Game.rhai").to_str().unwrap()]);
    assert_eq!(bad.status, 1);
    assert!(bad.err.contains("lower case letters"), "{}", bad.err);
}
