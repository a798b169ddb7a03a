//! Tests scripts. Their solutions are compared with those of built-in games, and of the same rules written in Rust.
//! Other tests cover errors in scripts, explanations, and attacks by malicious scripts.

mod answers;
mod attacks;
mod copies;
mod explain;
mod faults;
mod points;
mod quick;
mod rules;
mod trials;

use std::time::{Duration, Instant};

use super::{known, read_script, trial, with_scripts};
use crate::erased::{AnyPosition, Ask};
use crate::games::oracle::{agrees, canonical, fault, opened};
use crate::games::{open, own};
use crate::rules::{Library, Limits, Outcome, Picture, ScriptText, Stop};

const NIM: &str = "START = {3, 4, 5}
function options(heap)
  local out = {}
  for left = 0, heap - 1 do out[#out + 1] = {left} end
  return out
end";
const KAYLES: &str = "START = {9}
function options(heap)
  local out = {}
  for taken = 1, 2 do
    for left = 0, heap - taken do out[#out + 1] = {left, heap - taken - left} end
  end
  return out
end";

fn script(name: &str, text: &str) -> ScriptText {
    ScriptText {
        name: name.to_owned(),
        file: format!("{name}.lua"),
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

/// Returns the outcome, the Grundy value, the remoteness, the number of moves, and the number of winning moves.
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

fn tried(text: &str) -> trial::TrialReport {
    let limits = Limits::default();
    let game = read_script(&script("try", text), &limits).unwrap();
    trial::run(game, &limits).unwrap()
}

fn faults(text: &str) -> Vec<String> {
    match read_script(&script("try", text), &Limits::default()) {
        Ok(_) => tried(text).faults,
        Err(error) => vec![error.to_string()],
    }
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
        ("own:3", "expected a slash and the name of a script"),
        ("own/nothing:3", "column 5: no script is called \"nothing\""),
        ("own/grundy/3:3", "is one parameter too many"),
        (
            "own/grundy:1000000001",
            "column 12: 1000000001 is too large",
        ),
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
            "legal in euclid.lua refuses this position",
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
    let grundy = "own/grundy:10,7";
    let cram = "own/cram:....";
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
    // A sign may be typed instead of its number.
    assert_eq!(table.legal("1=#, 2=#").unwrap().text, "1=1,2=1");
    let signed = library("START = {0, 1}\nfunction moves(c) return {} end");
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
    let gone = library("START = {1}\nfunction options(heap) return heap > 0 and {{}} or {} end");
    let mut table = open("own/try:1", &gone).unwrap();
    assert_eq!(table.first_moves(2)[0].text, "1>");
    table.play("1>").unwrap();
    assert_eq!((table.id().as_str(), table.is_over()), ("own/try:", true));
}

#[test]
fn equal_results_are_one_move() {
    let heaps = library(
        "START = {5}\nfunction options(heap) return heap > 4 and {{2, 3}, {3, 2}, {2, 3}, {1}} or {} end",
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
        "START = {0, 0}\nfunction moves(c) return c[1] + c[2] > 0 and {} or {{0, 1}, {1, 0}, {0, 1}, {1, 1}} end",
    );
    assert_eq!(texts("own/try:0,0", &board), ["1=1", "1=1,2=1", "2=1"]);
}

/// A game of coins in columns. Each column is a part of the board.
const COLUMNS: &str = "START = {2, 0, 3, 1}
function moves(cells)
  local out = {}
  for i = 1, #cells do
    for left = 0, cells[i] - 1 do
      local to = {table.unpack(cells)}
      to[i] = left
      out[#out + 1] = to
    end
  end
  return out
end
function parts(cells)
  local out = {}
  for i, c in ipairs(cells) do out[i] = {c} end
  return out
end";

#[test]
fn parts_stand_for_the_whole() {
    let by_parts = library(COLUMNS);
    let whole = library(COLUMNS.split("function parts").next().unwrap());
    for word in ["normal", "misere"] {
        for n in 0..81 {
            let id = format!(
                "{word} own/try:{},{},{},{}",
                n % 3,
                n / 3 % 3,
                n / 9 % 3,
                n / 27
            );
            let a = open(&id, &by_parts).unwrap();
            let b = open(&id, &whole).unwrap();
            assert_eq!(facts(&*a), facts(&*b), "{id}");
        }
    }
    // A board with this many cells could never be explored as a whole.
    let many = format!("own/try:{}", vec!["9"; 40].join(","));
    assert_eq!(
        open(&many, &by_parts)
            .unwrap()
            .value(&Limits::default())
            .unwrap()
            .grundy,
        Some(0)
    );
    assert!(faults(COLUMNS).is_empty());
}

/// Each move turns two neighbouring white cells black. The parts of a board are its runs of white cells.
const STRIP: &str = "GLYPHS = '#w' START = 'wwwww'
function moves(c)
  local out = {}
  for i = 1, #c - 1 do
    if c[i] == 1 and c[i + 1] == 1 then
      local to = {table.unpack(c)}
      to[i], to[i + 1] = 0, 0
      out[#out + 1] = to
    end
  end
  return out
end
function parts(c)
  local out, run = {}, {}
  for i = 1, #c + 1 do
    if c[i] == 1 then
      run[#run + 1] = 1
    elseif #run > 0 then
      out[#out + 1], run = run, {}
    end
  end
  return out
end";

/// The IDs of all boards of up to `cells` cells for [`STRIP`].
fn strips(cells: u32) -> impl Iterator<Item = String> {
    let id = |bits: u32, cells: u32| -> String {
        let cell = |i| if bits >> i & 1 == 1 { 'w' } else { '#' };
        "own/try:".chars().chain((0..cells).map(cell)).collect()
    };
    (1..=cells).flat_map(move |cells| (0..1 << cells).map(move |bits| id(bits, cells)))
}

/// Returns whether the parts of a position were found to be wrong. Otherwise, the answer must be `expected`.
fn is_refused<T: PartialEq + std::fmt::Debug>(
    answer: Result<T, Stop>,
    expected: T,
    id: &str,
) -> bool {
    match answer {
        Ok(answer) => {
            assert_eq!(answer, expected, "{id}");
            false
        }
        Err(error) => {
            let error = error.to_string();
            let names_parts = error.contains("parts") && error.contains(" together ");
            assert!(names_parts, "{error}");
            true
        }
    }
}

/// In the faulty copy of the script, `parts` omits a run of white cells at the end of the board.
#[test]
fn searches_find_parts_that_do_not_add_up() {
    let right = library(STRIP);
    let wrong = library(&STRIP.replace("#c + 1 do", "#c do"));
    let mut found = 0;
    for id in strips(8) {
        let limits = Limits::default();
        let expected = open(&id, &right).unwrap().value(&limits).unwrap();
        let at = open(&id, &wrong).unwrap();
        for value in [
            at.value(&limits).map(|value| value.outcome),
            at.outcome(&limits),
        ] {
            found += usize::from(is_refused(value, expected.outcome, &id));
        }
    }
    assert!(found > 200, "{found}");
}

/// The script leaves out two equal runs of white cells if there are other runs. The Grundy value remains correct, but
/// the outcome in misère play and the remoteness become wrong.
#[test]
fn searches_find_parts_of_equal_value_that_are_another_game() {
    const LAST: &str = "  return out\nend";
    let right = library(STRIP);
    let at = STRIP.rfind(LAST).unwrap();
    let wrong = library(&format!(
        "{}
  for i = 1, #out do
    for j = i + 1, #out do
      if #out > 2 and #out[i] == #out[j] then
        table.remove(out, j)
        table.remove(out, i)
        return out
      end
    end
  end
{LAST}",
        &STRIP[..at]
    ));
    for convention in ["", "misere "] {
        let mut found = 0;
        for id in strips(8) {
            let id = format!("{convention}{id}");
            let limits = Limits::default();
            let expected = open(&id, &right).unwrap().value(&limits).unwrap();
            let value = open(&id, &wrong).unwrap().value(&limits);
            found += usize::from(is_refused(value, expected, &id));
        }
        assert!(found > 0, "{convention}");
    }
}

#[test]
fn shipped_scripts_and_the_template_are_in_order() {
    for entry in super::catalogue() {
        let table = opened(entry.info.example);
        for source in table.scripts() {
            assert_eq!(faults(&source.text), [""; 0], "{}", source.name);
        }
    }
    assert_eq!(faults(super::TEMPLATE), [""; 0]);
}

#[test]
fn a_match_brings_its_scripts_under_a_free_name() {
    let shared = library(NIM);
    let same = with_scripts(&shared, &[("try".to_owned(), NIM.into())]).unwrap();
    assert_eq!(open("own/try:3", &same).unwrap().id(), "own/try:3");
    let other = with_scripts(&shared, &[("try".to_owned(), KAYLES.into())]).unwrap();
    assert_eq!(open("own/try:3", &other).unwrap().id(), "own/try-2:3");
    // Every copy of the library now contains the script as `try-2`.
    assert_eq!(open("own/try-2:3", &shared).unwrap().id(), "own/try-2:3");
    assert_eq!(open("own/try:3", &shared).unwrap().count_moves(), Some(3));
    let again = with_scripts(&shared, &[("try".to_owned(), KAYLES.into())]).unwrap();
    assert_eq!(open("own/try:3", &again).unwrap().id(), "own/try-2:3");
    let cram = with_scripts(&shared, &[("cram".to_owned(), NIM.into())]).unwrap();
    assert_eq!(open("own/cram:3", &cram).unwrap().id(), "own/cram-2:3");
    // A numbered name must still fit in an ID.
    let long = "a".repeat(40);
    with_scripts(&shared, &[(long.clone(), NIM.into())]).unwrap();
    let renamed = with_scripts(&shared, &[(long.clone(), KAYLES.into())]).unwrap();
    assert_eq!(
        open(&format!("own/{long}:3"), &renamed).unwrap().id(),
        format!("own/{}-2:3", "a".repeat(38))
    );
    assert!(with_scripts(&shared, &[("A b".to_owned(), NIM.into())]).is_err());
    assert!(
        with_scripts(&shared, &[("bad".to_owned(), "function".into())])
            .unwrap_err()
            .to_string()
            .contains("bad.lua, line 1")
    );
}

#[test]
fn what_is_past_the_limits_is_refused_and_a_period_seen_is_no_proof() {
    let one = "START = {9}\nfunction options(heap) return heap > 0 and {{heap - 1}} or {} end";
    let endless = "START = {0}\nfunction moves(c) return c[1] < 1000000 and {{c[1] + 1}} or {} end";
    let all = Limits::default().memory();
    for (text, start, memory, words) in [
        (KAYLES, 10_000_001, all, "up to 10000000"),
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
    let halved =
        library("START = {9}\nfunction options(heap) return heap > 0 and {{heap // 2}} or {} end");
    assert!(
        open("own/try:10000", &halved)
            .unwrap()
            .value(&Limits::default())
            .is_ok()
    );
    let period = open("own/try:9", &library(KAYLES))
        .unwrap()
        .theory(1000, &Limits::default())
        .unwrap()
        .period_in_words()
        .unwrap();
    assert!(
        period.starts_with("period 12 from 71") && period.ends_with("not proved"),
        "{period}"
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
        &format!("{NIM}\nlocal n = 0 while n < 100000 do n = n + 1 end"),
    );
    let stopped = Limits::default().stopping(|| Some("enough".to_owned()));
    let found = known::read_script(&source, &stopped);
    assert!(matches!(
        found,
        Err(Stop::NotProved(_) | Stop::Interrupted(_))
    ));
    assert!(known::read_script(&source, &Limits::default()).is_ok());
}
