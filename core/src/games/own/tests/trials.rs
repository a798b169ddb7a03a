//! What trying a script out finds, and how solving agrees with it.

use super::*;

fn tried(text: &str) -> trial::TrialReport {
    trial::of(&script("try", text), &Limits::default()).unwrap()
}

/// What is wrong with a script that is read, or with its reading.
fn faults(text: &str) -> Vec<String> {
    match trial::of(&script("try", text), &Limits::default()) {
        Ok(found) => found.faults,
        Err(error) => vec![error.to_string()],
    }
}

#[test]
fn a_move_that_legal_refuses_is_named_wherever_it_is_met() {
    let count_down = "const START = [4];
fn moves(cells) { if cells[0] > 0 { [[cells[0] - 1]] } else { [] } }
fn legal(cells) { cells[0] != 1 }";
    let parted = format!("{count_down}\nfn parts(cells) {{ [cells] }}");
    let two = count_down.replace("moves(cells)", "moves(cells, player)");
    let heaps = "const START = [4];
fn options(heap) { if heap > 0 { [[heap - 1]] } else { [] } }
fn legal(heaps) { !heaps.contains(1) }";
    for (text, start, near, words) in [
        (
            count_down,
            "4",
            "2",
            "legal: it refuses 1, to which 1=1 leads; asked for the moves of 2",
        ),
        (
            &parted,
            "2",
            "2",
            "legal: it refuses 1, to which 1=1 leads; asked for the moves of 2",
        ),
        (
            &two,
            "A:4",
            "B:2",
            "legal: it refuses A:1, to which 1=1 leads; asked for the moves of B:2",
        ),
        (
            heaps,
            "2",
            "3,2",
            "legal: it refuses 3,1, to which 2>1 leads; asked for the moves of 3,2",
        ),
    ] {
        let place = "try.rhai, line 3, column 1: ";
        let faults = tried(text).faults;
        assert!(faults.len() == 1 && faults[0].contains(place), "{faults:?}");
        for state in [start, near] {
            let error = open(&format!("own/try:{state}"), &library(text))
                .unwrap()
                .value(&Limits::default());
            let Err(Stop::Fault(why)) = error else {
                panic!("{text}, {state}: {error:?}")
            };
            assert!(
                why.contains(place) && (state != near || why.contains(words)),
                "{why}"
            );
        }
        // Where no such move is near all is well.
        let over = if start.starts_with("A:") {
            "own/try:A:0"
        } else {
            "own/try:0"
        };
        assert!(
            open(over, &library(text))
                .unwrap()
                .value(&Limits::default())
                .is_ok()
        );
    }
}

/// What is wrong with a script, once, and where.
#[test]
fn every_fault_is_told_once_with_its_place() {
    let moves =
        "const START = [4];\nfn moves(cells) { if cells[0] > 0 { [[cells[0] - 1]] } else { [] } }";
    let said = |body: &str| format!("{moves}\nfn move_words(at, m) {{ {body} }}");
    assert_eq!(faults(&said("\"take one\"")), [""; 0]);
    let line = "move_words: it gave 7; expected a line of 1 to 80 characters; asked for the words of a move of 4";
    // Two equal columns cancel in normal play, and not in misère play.
    let cancelling = COLUMNS.replace(
        "fn parts(cells) {",
        "fn parts(cells) { if cells.len() == 4 && cells[2] == cells[3] { return [[cells[0]], [cells[1]]]; }",
    );
    assert_ne!(cancelling, COLUMNS);
    for (text, place, words) in [
        (&*said("7"), "try.rhai, line 3", line),
        (
            &said("\"two\\nlines\""),
            "try.rhai, line 3",
            "expected a line of 1 to 80 characters",
        ),
        (
            &said("throw \"no words\""),
            "try.rhai, line 3",
            "the script gave up: no words",
        ),
        // A fault of all heaps is told of the first, though it is of none.
        (
            "const START = [3];\nfn options(heap) { 5 }",
            "",
            "the options of a heap of 0",
        ),
        (
            "const START = [3];\nfn options(heap) { [[heap - 1]] }",
            "",
            "heap 1 is -1",
        ),
        // A script whose heaps have a fault is not played.
        (
            "const START = [3];
fn options(heap) { if heap == 9 { 5 } else if heap > 0 { [[heap - 1]] } else { [] } }
fn legal(heaps) { !heaps.contains(1) }",
            "",
            "the options of a heap of 9",
        ),
        (&cancelling, "line 7, column 1: parts:", " play"),
        (
            &COLUMNS.replace("out.push([c]);", "out.push([c / 2]);"),
            "line 7, column 1: parts:",
            "",
        ),
        (
            &format!("{moves}\nfn width(n) {{ 0 }}"),
            "line 3",
            "it gave 0; expected a number from 1 to",
        ),
        // Places are found wherever a function stands.
        (
            "const START = [3]; fn options(heap) { 5 }",
            "line 1, column 20: ",
            "options: it gave 5",
        ),
        (
            "// fn options(x)\n/*\nfn options(y)\n*/ fn options (heap) { 5 }\nconst START = [3];",
            "line 4, column 4: ",
            "",
        ),
        (
            "const RULE = \"fn options(\\\"\";\nconst START = [3];\n  fn  options(heap) { 5 }",
            "line 3, column 3: ",
            "",
        ),
        (
            "const NAME = `\nconst START = 1`; const START = 3;\nfn options(heap) { [] }",
            "line 2, column 19: ",
            "START: it is 3",
        ),
        (
            "const NAME = \"x\"; const START = 3;\nfn options(heap) { [] }",
            "line 1, column 19: ",
            "START: it is 3",
        ),
    ] {
        let faults = faults(text);
        assert!(
            faults.len() == 1 && faults[0].contains(place) && faults[0].contains(words),
            "{text}: {faults:?}"
        );
    }
}

#[test]
fn trying_out_ends_and_says_what_was_left() {
    for text in [
        "const START = [1];\nfn options(h) { let out = []; for i in 1..100 { out.push([h + i, h + 2 * i]); } out }",
        "const START = [1];\nfn moves(c) { [[c[0] + 1]] }",
        "const START = [1];\nfn options(h) { for i in 0..500000 {} let out = []; for i in 0..h { out.push([i]); } out }",
    ] {
        let start = Instant::now();
        let found = tried(text);
        assert!(
            start.elapsed() < Duration::from_secs(8),
            "{text}: {:?}",
            start.elapsed()
        );
        assert!(found.faults.is_empty(), "{found:?}");
        let grows = text.contains("i, h") || text.contains("+ 1");
        assert!(found.left.is_some() || !grows, "{found:?}");
    }
    assert_eq!(tried(NIM).left, None);
}
