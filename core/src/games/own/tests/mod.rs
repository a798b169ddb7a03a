//! Scripts against the same rules written in Rust, copies of built-in games against these, and scripts that mean harm.

mod answers;
mod copies;
mod explain;
mod faults;
mod rules;
mod trials;

use std::time::{Duration, Instant};

use super::{known, trial, with_scripts};
use crate::erased::{AnyPosition, Ask};
use crate::games::oracle::{agrees, canonical, fault, opened};
use crate::games::{open, own};
use crate::rules::{Library, Limits, Outcome, Picture, ScriptText, Stop};

const NIM: &str = "const START = [3, 4, 5];
fn options(heap) { let out = []; for left in 0..heap { out.push([left]); } out }";
const KAYLES: &str = "const START = [9];
fn options(heap) {
    let out = [];
    for taken in 1..3 { for left in 0..heap - taken + 1 { out.push([left, heap - taken - left]); } }
    out
}";

fn script(name: &str, text: &str) -> ScriptText {
    ScriptText {
        name: name.to_owned(),
        file: format!("{name}.rhai"),
        text: text.into(),
    }
}

fn library(text: &str) -> Library {
    let library = Library::default();
    library.insert_script(script("try", text));
    library
}

fn outcome(id: &str, library: &Library) -> Outcome {
    open(id, library)
        .unwrap_or_else(|e| panic!("{id}: {e}"))
        .outcome(&Limits::default())
        .unwrap()
}

/// Outcome, Grundy value, remoteness, number of moves and of winning ones.
fn facts(table: &dyn AnyPosition) -> (Outcome, Option<u64>, Option<u64>, Option<u64>, u128) {
    let found = table.analyse(Ask {
        most: 1,
        ..Ask::value()
    })(&Limits::default())
    .unwrap();
    (
        found.value.outcome,
        found.value.grundy,
        found.value.remoteness,
        found.moves,
        found.winning_count.unwrap(),
    )
}

#[test]
fn ids_and_moves_are_read_as_written() {
    canonical(&[
        ("OWN/Grundy:010,7", "own/grundy:10,7"),
        ("misere own/grundy:5 + nim:3", "misere own/grundy:5 + nim:3"),
        ("own/grundy:", "own/grundy:"),
        ("own/treblecross:..x.", "own/treblecross:..X."),
        ("own/cram:0,1,0,0", "own/cram:.#.."),
        ("own/domineering:b:....", "own/domineering:B:...."),
        ("own/euclid:0,5", "own/euclid:0,5"),
    ]);
    for (id, words) in [
        ("own:3", "a slash and the name of a script"),
        ("own/nothing:3", "column 5: no script is called \"nothing\""),
        ("own/grundy/3:3", "own takes one parameter"),
        ("own/grundy:1000001", "column 12: 1000001 is too large"),
        (
            "own/cram:..?",
            "column 12: '?' is no sign of a cell; expected one of .#",
        ),
        ("own/cram:", "there are no cells"),
        (
            "own/domineering:....",
            "it does not name the player to move",
        ),
        ("own/domineering:C:....", "\"C\" is no player"),
        ("own/domineering:A:.... + nim:1", "cannot be part of a sum"),
        ("misere own/hare:A:ab", "has one convention only"),
        (
            "own/euclid:1,2,3",
            "legal in euclid.rhai refuses this position",
        ),
    ] {
        let error = fault(id).to_string();
        assert!(error.contains(words), "{id}: {error}");
    }
    let mut table = opened("own/grundy:10,7");
    assert_eq!(table.legal("1>8,2").unwrap().text, "1>2,8");
    table.play(" 1 > 3, 7").unwrap();
    assert_eq!(table.id(), "own/grundy:3,7,7");
    let table = opened("own/cram:....");
    assert_eq!(table.legal("2=1,1=1").unwrap().text, "1=1,2=1");
    let (grundy, cram) = ("own/grundy:10,7", "own/cram:....");
    for (id, m, words) in [
        (grundy, "1>5,5", "cannot become that"),
        (grundy, "3>1,2", "no such heap"),
        (grundy, "1-2", "has no >"),
        (grundy, "1>x", "not a digit"),
        (cram, "1=1,4=1", "no such move"),
        (cram, "1=1,1=1", "twice"),
        (cram, "9=1", "too large"),
        (cram, "1=7", "too large"),
        (cram, "x", "has no ="),
    ] {
        let error = opened(id).legal(m).err().unwrap().to_string();
        assert!(error.contains(words), "{m}: {error}");
    }
    // A sign may be typed for its number.
    assert_eq!(table.legal("1=#, 2=#").unwrap().text, "1=1,2=1");
    let signed = library("const START = [0, 1];\nfn moves(c) { [] }");
    for (id, words) in [
        ("own/try", "for example own/try:0,1"),
        (
            "own/try:-1000000001,1",
            "expected a cell from -1000000000 to 1000000000",
        ),
        (
            "own/try:1000000001,1",
            "expected a cell from -1000000000 to 1000000000",
        ),
        (
            "own/try:-x,1",
            "'x' is not a digit; expected a cell from -1000000000",
        ),
    ] {
        let error = open(id, &signed).err().unwrap().to_string();
        assert!(error.contains(words), "{id}: {error}");
    }
    let gone = library("const START = [1];\nfn options(heap) { if heap > 0 { [[]] } else { [] } }");
    let mut table = open("own/try:1", &gone).unwrap();
    assert_eq!(table.first_moves(2)[0].text, "1>");
    table.play("1>").unwrap();
    assert_eq!((table.id().as_str(), table.is_over()), ("own/try:", true));
}

#[test]
fn equal_results_are_one_move() {
    let heaps = library(
        "const START = [5];\nfn options(heap) { if heap > 4 { [[2, 3], [3, 2], [2, 3], [1]] } else { [] } }",
    );
    let texts = |id: &str, library: &Library| {
        let table = open(id, library).unwrap();
        table
            .first_moves(9)
            .into_iter()
            .map(|m| m.text)
            .collect::<Vec<_>>()
    };
    assert_eq!(texts("own/try:5", &heaps), ["1>1", "1>2,3"]);
    let board = library(
        "const START = [0, 0];\nfn moves(c) { if c[0] + c[1] > 0 { [] } else { [[0, 1], [1, 0], [0, 1], [1, 1]] } }",
    );
    assert_eq!(texts("own/try:0,0", &board), ["1=1", "1=1,2=1", "2=1"]);
}

/// A parameter, a variable, what a loop counts and what is caught win over a constant of the same name.
#[test]
fn what_a_function_names_itself_is_no_constant() {
    for (body, expected) in [
        ("rest(heap)", 5),
        ("let MOST = 7; MOST", 7),
        ("let sum = 0; for MOST in 0..heap { sum += MOST; } sum", 10),
        (
            "let sum = 0; for (x, MOST) in [8, 9] { sum += MOST; } sum",
            1,
        ),
        ("let MOST = 10; let add = |x| x + MOST; add.call(1)", 11),
        ("let add = |MOST| MOST * 2; add.call(4)", 8),
        (
            "let n = 0; try { throw 9; } catch (MOST) { n = MOST; } n",
            9,
        ),
        ("if true { let MOST = 6; } MOST", 3),
        ("let add = |x| x + MOST; add.call(1)", 4),
        ("MOST", 3),
        ("global::MOST", 3),
    ] {
        let text = format!(
            "const MOST = 3;\nconst START = [5];\nfn rest(MOST) {{ MOST }}\nfn number(heap) {{ {body} }}
             fn options(heap) {{ if heap == 5 {{ [[number(heap) + 100]] }} else {{ [] }} }}"
        );
        let table = open("own/try:5", &library(&text)).unwrap();
        let moves: Vec<String> = table.first_moves(9).into_iter().map(|m| m.text).collect();
        assert_eq!(moves, [format!("1>{}", expected + 100)], "{body}");
    }
}

/// A list of lists does not stand for its value by itself.
#[test]
fn lists_of_lists_are_known_inside_functions() {
    let text =
        "const TABLE = [[], [[0]], [[0], [1]], [[1], [2]], [[0], [3], [1, 1]]];\nconst START = [4];
        fn options(heap) { TABLE[heap] }";
    let library = library(text);
    for (heap, grundy) in [0, 1, 2, 0, 1].into_iter().enumerate() {
        let table = open(&format!("own/try:{heap}"), &library).unwrap();
        assert_eq!(
            table.value(&Limits::default()).unwrap().grundy,
            Some(grundy),
            "{heap}"
        );
    }
}

/// Coins in columns, where columns are parts: the values of the parts are those of the whole.
const COLUMNS: &str = "const START = [2, 0, 3, 1];
fn moves(cells) {
    let out = [];
    for i in 0..cells.len() { for left in 0..cells[i] { let to = cells; to[i] = left; out.push(to); } }
    out
}
fn parts(cells) { let out = []; for c in cells { out.push([c]); } out }";

#[test]
fn parts_stand_for_the_whole() {
    let (by_parts, whole) = (
        library(COLUMNS),
        library(COLUMNS.split("fn parts").next().unwrap()),
    );
    for word in ["normal", "misere"] {
        for n in 0..81 {
            let id = format!(
                "{word} own/try:{},{},{},{}",
                n % 3,
                n / 3 % 3,
                n / 9 % 3,
                n / 27
            );
            let (a, b) = (open(&id, &by_parts).unwrap(), open(&id, &whole).unwrap());
            assert_eq!(facts(&*a), facts(&*b), "{id}");
        }
    }
    // So many cells could never be explored as a whole.
    let many = format!("own/try:{}", vec!["9"; 40].join(","));
    assert_eq!(
        open(&many, &by_parts)
            .unwrap()
            .value(&Limits::default())
            .unwrap()
            .grundy,
        Some(0)
    );
    assert!(
        trial::of(&script("try", COLUMNS), &Limits::default())
            .unwrap()
            .faults
            .is_empty()
    );
}

#[test]
fn shipped_scripts_and_the_template_are_in_order() {
    for entry in super::catalogue() {
        let table = opened(entry.info.example);
        for source in table.scripts() {
            let found = trial::of(&source, &Limits::default()).unwrap();
            assert!(found.faults.is_empty(), "{found:?}");
        }
    }
    let found = trial::of(&script("template", super::TEMPLATE), &Limits::default()).unwrap();
    assert!(found.faults.is_empty(), "{found:?}");
}

#[test]
fn a_match_brings_its_scripts_under_a_free_name() {
    let shared = library(NIM);
    let same = with_scripts(&shared, &[("try".to_owned(), NIM.into())]).unwrap();
    assert_eq!(open("own/try:3", &same).unwrap().id(), "own/try:3");
    let other = with_scripts(&shared, &[("try".to_owned(), KAYLES.into())]).unwrap();
    assert_eq!(open("own/try:3", &other).unwrap().id(), "own/try-2:3");
    // From then on every copy of the library knows it by that name.
    assert_eq!(open("own/try-2:3", &shared).unwrap().id(), "own/try-2:3");
    assert_eq!(open("own/try:3", &shared).unwrap().count_moves(), Some(3));
    let again = with_scripts(&shared, &[("try".to_owned(), KAYLES.into())]).unwrap();
    assert_eq!(open("own/try:3", &again).unwrap().id(), "own/try-2:3");
    let cram = with_scripts(&shared, &[("cram".to_owned(), NIM.into())]).unwrap();
    assert_eq!(open("own/cram:3", &cram).unwrap().id(), "own/cram-2:3");
    // A number still leaves a name that can stand in an ID.
    let long = "a".repeat(40);
    with_scripts(&shared, &[(long.clone(), NIM.into())]).unwrap();
    let renamed = with_scripts(&shared, &[(long.clone(), KAYLES.into())]).unwrap();
    assert_eq!(
        open(&format!("own/{long}:3"), &renamed).unwrap().id(),
        format!("own/{}-2:3", "a".repeat(38))
    );
    assert!(with_scripts(&shared, &[("A b".to_owned(), NIM.into())]).is_err());
    assert!(
        with_scripts(&shared, &[("bad".to_owned(), "fn".into())])
            .unwrap_err()
            .to_string()
            .contains("bad.rhai, line 1")
    );
}

#[test]
fn what_is_past_the_limits_is_refused_and_a_period_seen_is_no_proof() {
    let one = "const START = [9];\nfn options(heap) { if heap > 0 { [[heap - 1]] } else { [] } }";
    let endless =
        "const START = [0];\nfn moves(c) { if c[0] < 1000000 { [[c[0] + 1]] } else { [] } }";
    let all = Limits::default().memory();
    for (text, start, memory, words) in [
        (KAYLES, 10001, all, "up to 10000"),
        (one, 1000, 20_000, "memory"),
        (endless, 0, 1 << 20, "memory"),
    ] {
        let table = open(&format!("own/try:{start}"), &library(text)).unwrap();
        let value = table.value(&Limits::default().with_memory(memory));
        let Err(Stop::NotProved(why)) = value else {
            panic!("{text}: {value:?}")
        };
        assert!(why.contains(words), "{why}");
    }
    let halved = library(
        "const START = [9];\nfn options(heap) { if heap > 0 { [[heap / 2]] } else { [] } }",
    );
    assert!(
        open("own/try:10000", &halved)
            .unwrap()
            .value(&Limits::default())
            .is_ok()
    );
    let period = open("own/try:9", &library(KAYLES))
        .unwrap()
        .period(1000, &Limits::default())
        .unwrap();
    assert!(
        period.starts_with("period 12 from 71") && period.ends_with("not proved"),
        "{period}"
    );
}

#[test]
fn lists_of_numbers_are_equal_by_value() {
    let own = library(
        "const START = [3];
fn options(heap) { if heap > 0 && [1] == [1.0] && [1] != [2.0] && [1.5] != [1] { [[heap - 1]] } else { [] } }",
    );
    assert_eq!(
        [1, 2].map(|n| outcome(&format!("own/try:{n}"), &own)),
        [Outcome::Win, Outcome::Loss]
    );
}

#[test]
fn several_heaps_are_numbered() {
    let labels = |id: &str| match opened(id).scene().picture {
        Picture::Piles(piles) => piles
            .heaps
            .into_iter()
            .map(|heap| heap.label)
            .collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        (labels("own/grundy:7"), labels("own/grundy:7,3")),
        (vec![String::new()], vec!["1".into(), "2".into()])
    );
}

#[test]
fn a_script_whose_reading_was_stopped_is_read_when_asked_again() {
    let source = script(
        "try",
        &format!("{NIM}\nlet n = 0; while n < 1000 {{ n += 1; }}"),
    );
    let stopped = Limits::default().stopping(|| Some("enough".to_owned()));
    let found = known::read_script(&source, &stopped);
    assert!(matches!(found, Err(super::ScriptError::Stopped(_))));
    assert!(known::read_script(&source, &Limits::default()).is_ok());
}

#[test]
fn what_is_known_of_heaps_and_of_parts_of_boards_is_counted() {
    let columns = format!("own/try:{}", vec!["9"; 40].join(","));
    for (id, least) in [("own/grundy:200", 100_000), (&columns, 1000)] {
        let position = open(id, &library(COLUMNS)).unwrap();
        position.value(&Limits::default()).unwrap();
        assert!(
            position.memory_used() >= least,
            "{id}: {}",
            position.memory_used()
        );
    }
}
