//! Tests explanations and move descriptions in scripted games, and the error for parts that grow.

use super::*;
use crate::rules::{Claim, Depth, Reveals};

const KING: &str = "START = {3, 3}
function moves(c)
  local out = {}
  for _, d in ipairs({{1, 0}, {0, 1}, {1, 1}}) do
    if c[1] >= d[1] and c[2] >= d[2] then out[#out + 1] = {c[1] - d[1], c[2] - d[2]} end
  end
  return out
end";

fn reasons(id: &str, library: &Library) -> Vec<crate::rules::ReasonText> {
    let ask = Ask {
        most: 10,
        ..Ask::default()
    };
    open(id, library).unwrap().analyse(ask)(&Limits::default())
        .unwrap()
        .reasons
}

#[test]
fn the_rule_that_small_positions_follow_is_the_headline() {
    let library = library(KING);
    let won = reasons("own/try:3,2", &library);
    let rule = "You lose exactly when a and b are both even.";
    assert_eq!(
        (won[0].text.as_str(), won[0].depth),
        (rule, Depth::Headline)
    );
    assert!(
        won[0]
            .claims
            .contains(&Claim::Outcome("own/try:3,2".to_owned(), Outcome::Win))
    );
    let how = "Let a be the smaller number and b the larger. Leave a position for which this is true. It has been checked for numbers up to 24.";
    assert!(
        won[1].text == how && won[2].reveals == Reveals::Move,
        "{won:?}"
    );
    assert_eq!(reasons("own/try:4,2", &library)[0].text, rule);
    // If a rule is too long for a headline, the headline gives its main condition.
    for (id, idea) in [
        (
            "own/euclid:21,13",
            "Here 21 is less than the golden ratio (1.618...) times 13.",
        ),
        (
            "own/euclid:21,5",
            "Aim: b is not a, but less than 1.618... times a.",
        ),
    ] {
        let all = reasons(id, &Library::default());
        assert_eq!(all[0].text, idea);
        assert!(
            all[1].text.contains("You lose exactly when a is 0, or"),
            "{all:?}"
        );
    }
}

#[test]
fn the_rule_of_single_heaps_is_the_headline() {
    let library = library(
        "START = {9}
function options(n)
  local out = {}
  for _, k in ipairs({1, 3, 4}) do
    if k <= n then out[#out + 1] = {n - k} end
  end
  return out
end",
    );
    let said = |id: &str| {
        reasons(id, &library)
            .iter()
            .take(2)
            .map(|r| format!("{} ", r.text))
            .collect::<String>()
    };
    for (id, rule) in [
        ("own/try:30", "0 or 2"),
        ("own/try:31", "0 or 2"),
        ("misere own/try:29", "1 or 3"),
    ] {
        let rule =
            format!("You lose exactly when the heap leaves the remainder {rule} when divided by 7");
        assert!(said(id).contains(&rule), "{}", said(id));
    }
    assert!(
        reasons("own/try:30", &library)[1]
            .text
            .contains("checked for numbers up to 100")
    );
    assert!(!said("own/try:30,7").contains("exactly"));
    assert_eq!(
        reasons("own/half:31", &Library::default())[0].text,
        "You lose when the heap is one less than a power of 2."
    );
    // A headline that would be too long is reworded, never truncated.
    for (body, idea) in [
        (
            "if n > 0 then move(n - 1) move(n // 2) end",
            "Aim: the heap ends in an odd number of zeros in base 2.",
        ),
        (
            "for d = 1, n - 1 do if n % d == 0 then move(n - d) end end",
            "You lose exactly when the heap is 0, or the heap is odd.",
        ),
    ] {
        let library = Library::default();
        library.insert_script(crate::games::own::one_line(body));
        assert_eq!(reasons("own/e:20", &library)[0].text, idea);
    }
    let texts: Vec<String> = reasons("misere own/half:9", &Library::default())
        .into_iter()
        .map(|r| r.text)
        .collect();
    let different: std::collections::BTreeSet<&String> = texts.iter().collect();
    assert_eq!(different.len(), texts.len(), "{texts:?}");
    // The rule may fail beyond the checked numbers, as it does here at 150.
    let ends = super::library(
        "START = {9}
function options(h)
  local out = {}
  for k = 1, 2 do
    if h >= k then out[#out + 1] = {h - k} end
  end
  if h == 150 then out[#out + 1] = {147} end
  return out
end",
    );
    assert!(
        reasons("own/try:99", &ends)[0]
            .text
            .contains("a multiple of 3")
    );
    assert!(
        reasons("own/try:200", &ends)
            .iter()
            .all(|r| !r.text.contains("multiple of 3"))
    );
    assert!(
        !reasons("own/grundy:20", &Library::default())[0]
            .text
            .contains("exactly")
    );
}

#[test]
fn parts_that_balance_are_the_idea() {
    let coins = "START = {3, 5} GLYPHS = '0123456789'
function moves(c)
  local out = {}
  for i = 1, #c do
    for left = 0, c[i] - 1 do
      local to = {table.unpack(c)}
      to[i] = left
      out[#out + 1] = to
    end
  end
  return out
end
function parts(c)
  local out = {}
  for i, n in ipairs(c) do out[i] = {n} end
  return out
end";
    let library = library(coins);
    assert_eq!(
        reasons("own/try:35", &library)[0].text,
        "The values of the parts do not cancel: make them cancel."
    );
    assert_eq!(
        reasons("own/try:55", &library)[0].text,
        "The values of the parts cancel: any move spoils that."
    );
}

#[test]
fn moves_have_words_of_the_script_or_of_the_cells() {
    let words = |id: &str, m: &str, library: &Library| open(id, library).unwrap().move_words(m);
    let own = Library::default();
    assert_eq!(words("own/euclid:21,13", "1=8", &own), "reduce 21 to 8");
    assert_eq!(
        words("own/silver-dollar:.o", "1=1,2=0", &own),
        "move the coin from cell 2 to cell 1"
    );
    assert_eq!(
        words("own/cram:............", "1=1,2=1", &own),
        "put a domino on cells 1 and 2"
    );
    assert_eq!(
        words("own/treblecross:.....", "3=1", &own),
        "put a cross in cell 3"
    );
    assert_eq!(
        words("own/try:3,2", "1=2", &library(KING)),
        "set number 1 to 2"
    );
    // A result of `move_words` that is not a line of text is ignored.
    let silent = library(&format!("{KING}\nfunction move_words(at, m) return 7 end"));
    assert_eq!(words("own/try:3,2", "1=2", &silent), "set number 1 to 2");
}

#[test]
fn parts_that_grow_are_told_so() {
    let grows = "START = {1, 1} GLYPHS = '.x'
function moves(c)
  local out = {}
  for i = 1, #c do
    if c[i] == 1 then
      local to = {table.unpack(c)}
      to[i] = 0
      out[#out + 1] = to
    end
  end
  return out
end
function parts(c)
  local part = {table.unpack(c)}
  part[#part + 1] = 1
  return {part}
end";
    let stop = open("own/try:xx", &library(grows))
        .unwrap()
        .value(&Limits::default())
        .unwrap_err();
    assert!(
        stop.to_string().contains("the parts do not get smaller"),
        "{stop}"
    );
}

/// The parts of a small board may have up to 32 cells.
#[test]
fn parts_of_small_boards_may_be_larger() {
    for size in [32, 33] {
        let text = format!(
            "START = {{1, 1}} GLYPHS = '.x'
function moves(c)
  local out = {{}}
  for i = 1, #c do
    if c[i] == 1 then
      local to = {{table.unpack(c)}}
      to[i] = 0
      out[#out + 1] = to
    end
  end
  return out
end
function parts(c)
  local part = {{}}
  for i = 1, {size} do part[i] = c[i] or 0 end
  return {{part}}
end"
        );
        let found = open("own/try:xx", &library(&text))
            .unwrap()
            .value(&Limits::default());
        assert_eq!(found.is_ok(), size == 32, "{size}: {found:?}");
    }
}

#[test]
fn the_rule_of_a_board_of_one_number_names_it() {
    let library = library(
        "START = {5}
function moves(c)
  local out = {}
  for taken = 1, 2 do
    if c[1] >= taken then out[#out + 1] = {c[1] - taken} end
  end
  return out
end",
    );
    for id in ["own/try:5", "own/try:6"] {
        assert_eq!(
            reasons(id, &library)[0].text,
            "You lose exactly when the number is a multiple of 3.",
            "{id}"
        );
    }
}

#[test]
fn only_moves_that_were_looked_at_are_said_to_end_the_game() {
    // A can choose among 70 moves. After the first 69 in the list, the game is over and B has won. After the last one,
    // the game can end with the next move or go on for 40,000 moves.
    let text = "START = {0, 0}
function moves(c, player)
  local out = {}
  if c[1] == 0 then
    for i = 1, 70 do out[i] = {i, 0} end
  elseif c[1] == 70 then
    out = {{71, c[2]}, {70, c[2] + 1}}
  end
  return out
end
function result(c, player)
  if c[1] > 0 and c[1] < 70 then return 'win' end
  if c[1] == 71 then return player == 1 and 'loss' or 'win' end
  if c[2] == 40000 then return 'draw' end
end";
    let at = open("own/try:A:0,0", &library(text)).unwrap();
    let little = Limits::default().with_memory(1 << 20);
    let found = at.analyse(Ask::default())(&little).unwrap();
    assert_eq!(
        (found.value.outcome, found.value.remoteness),
        (Outcome::Loss, None)
    );
    let text: Vec<&str> = found
        .reasons
        .iter()
        .map(|reason| reason.text.as_str())
        .collect();
    let text = text.join(" ");
    assert!(text.contains("All 70 of your moves lose."), "{text}");
    assert!(!text.contains("ends the game, and"), "{text}");
}
