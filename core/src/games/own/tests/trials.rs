//! What trying a script out finds, and how solving agrees with it.

use super::*;

fn tried(text: &str) -> trial::TrialReport {
    trial::of(&script("try", text), &Limits::default()).unwrap()
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
        (count_down, "4", "2", "legal: it refuses 1, to which 1=1 leads; asked for the moves of 2"),
        (&parted, "2", "2", "legal: it refuses 1, to which 1=1 leads; asked for the moves of 2"),
        (&two, "A:4", "B:2", "legal: it refuses A:1, to which 1=1 leads; asked for the moves of B:2"),
        (heaps, "2", "3,2", "legal: it refuses 3,1, to which 2>1 leads; asked for the moves of 3,2"),
    ] {
        let place = "try.rhai, line 3, column 1: ";
        let faults = tried(text).faults;
        assert!(faults.len() == 1 && faults[0].contains(place), "{faults:?}");
        for state in [start, near] {
            let error = open(&format!("own/try:{state}"), &library(text)).unwrap().value(&Limits::default());
            let Err(Stop::Fault(why)) = error else { panic!("{text}, {state}: {error:?}") };
            assert!(why.contains(place) && (state != near || why.contains(words)), "{why}");
        }
        // Where no such move is near all is well.
        let over = if start.starts_with("A:") { "own/try:A:0" } else { "own/try:0" };
        assert!(open(over, &library(text)).unwrap().value(&Limits::default()).is_ok());
    }
}

#[test]
fn words_that_are_no_line_of_text_are_a_fault() {
    let moves = "const START = [4];\nfn moves(cells) { if cells[0] > 0 { [[cells[0] - 1]] } else { [] } }";
    for (body, words) in [
        ("7", "move_words: it gave 7; expected a line of 1 to 80 characters"),
        ("\"two\\nlines\"", "expected a line of 1 to 80 characters"),
        ("throw \"no words\"", "the script gave up: no words"),
    ] {
        let faults = tried(&format!("{moves}\nfn move_words(at, m) {{ {body} }}")).faults;
        assert!(faults.len() == 1 && faults[0].contains("try.rhai, line 3"), "{faults:?}");
        assert!(faults[0].contains(words) && faults[0].contains("the words of a move of 4"), "{faults:?}");
    }
    assert!(tried(&format!("{moves}\nfn move_words(at, m) {{ \"take one\" }}")).faults.is_empty());
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
        assert!(start.elapsed() < Duration::from_secs(8), "{text}: {:?}", start.elapsed());
        assert!(found.faults.is_empty(), "{found:?}");
        let grows = text.contains("i, h") || text.contains("+ 1");
        assert!(found.left.is_some() || !grows, "{found:?}");
    }
    assert_eq!(tried(NIM).left, None);
}

#[test]
fn a_fault_of_all_heaps_is_told_once_also_where_it_is_of_none() {
    let faults = tried("const START = [3];\nfn options(heap) { 5 }").faults;
    assert!(faults.len() == 1 && faults[0].contains("the options of a heap of 0"), "{faults:?}");
    let faults = tried("const START = [3];\nfn options(heap) { [[heap - 1]] }").faults;
    assert!(faults.len() == 1 && faults[0].contains("heap 1 is -1"), "{faults:?}");
}

#[test]
fn parts_that_hold_in_one_convention_only_are_found() {
    // Two equal columns cancel in normal play, and not in misère play.
    let text = COLUMNS.replace(
        "fn parts(cells) {",
        "fn parts(cells) { if cells.len() == 4 && cells[2] == cells[3] { return [[cells[0]], [cells[1]]]; }",
    );
    assert_ne!(text, COLUMNS);
    let faults = tried(&text).faults;
    assert!(
        faults.iter().any(|f| f.contains("line 7, column 1: parts:") && f.contains(" play")),
        "{faults:?}"
    );
}

#[test]
fn places_are_found_wherever_a_function_stands() {
    for (text, words) in [
        ("const START = [3]; fn options(heap) { 5 }", "try.rhai, line 1, column 20: options: it gave 5"),
        (
            "// fn options(x)\n/*\nfn options(y)\n*/ fn options (heap) { 5 }\nconst START = [3];",
            "line 4, column 4: ",
        ),
        (
            "const RULE = \"fn options(\\\"\";\nconst START = [3];\n  fn  options(heap) { 5 }",
            "line 3, column 3: ",
        ),
        (
            "const NAME = `\nconst START = 1`; const START = 3;\nfn options(heap) { [] }",
            "line 2, column 19: START: it is 3",
        ),
        (
            "const NAME = \"x\"; const START = 3;\nfn options(heap) { [] }",
            "line 1, column 19: START: it is 3",
        ),
    ] {
        let said = match trial::of(&script("try", text), &Limits::default()) {
            Ok(found) => found.faults.join("; "),
            Err(e) => e.to_string(),
        };
        assert!(said.contains(words), "{text}: {said}");
    }
}

#[test]
fn an_id_without_a_colon_is_answered_with_an_example_of_that_game() {
    let error = open("own/try", &library(NIM)).err().unwrap().to_string();
    assert!(error.contains("for example own/try:3,4,5"), "{error}");
}

#[test]
fn a_board_without_columns_is_refused() {
    let text = "const START = [0, 0, 0];
fn width(n) { 0 }
fn moves(c) { let out = []; for i in 0..c.len { if c[i] == 0 { let d = c; d[i] = 1; out.push(d); } } out }";
    let faults = tried(text).faults;
    assert!(
        faults.iter().any(|fault| fault.contains("it gave 0; expected a number from 1 to")),
        "{faults:?}"
    );
}

#[test]
fn a_script_whose_heaps_have_a_fault_is_not_played() {
    let text = "const START = [3];
fn options(heap) { if heap == 9 { 5 } else if heap > 0 { [[heap - 1]] } else { [] } }
fn legal(heaps) { !heaps.contains(1) }";
    let faults = tried(text).faults;
    assert!(faults.len() == 1 && faults[0].contains("the options of a heap of 9"), "{faults:?}");
}
