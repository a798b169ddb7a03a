//! Tests the search that stops early against the complete exploration.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use super::copies::NOUGHTS;
use super::*;
use crate::games::own::OwnPosition;
use crate::games::own::ruleset::OwnRuleset;
use crate::rules::{Convention, Player};

fn board(source: &ScriptText, convention: Convention) -> OwnRuleset {
    let game = read_script(source, &Limits::default()).unwrap();
    OwnRuleset::new(game, convention)
}

fn agrees(game: &OwnRuleset, boards: impl Iterator<Item = OwnPosition>) {
    let limits = Limits::default();
    for at in boards {
        let [quick, whole] = [
            game.quick_value(&at, &limits).unwrap(),
            crate::solve::Values::value(game, &at, &limits).unwrap(),
        ];
        let facts = |value: crate::rules::Value| (value.outcome, value.grundy);
        assert_eq!(facts(quick), facts(whole), "{at:?}");
    }
}

#[test]
fn a_search_of_parts_that_is_stopped_leaves_no_wrong_value() {
    let cram = known::shipped("cram").unwrap();
    let at = OwnPosition::plain(vec![0; 16]);
    let limits = Limits::default();
    let expected = board(&cram, Convention::Normal).quick_value(&at, &limits);
    let game = board(&cram, Convention::Normal);
    let packed = game.packed_image(&at, &limits).unwrap();
    let mut stopped = 0;
    for most in (0..).map(|n| 2_usize.pow(n)) {
        let checks = AtomicUsize::new(0);
        let count = move || (checks.fetch_add(1, Relaxed) >= most).then(|| "enough".to_owned());
        match game.quick_value(&at, &Limits::default().stopping(count)) {
            Err(Stop::Interrupted(why)) => assert_eq!(why, "enough"),
            found => {
                assert_eq!(found, expected);
                break;
            }
        }
        assert_eq!(game.quick.held().known(&packed), None, "{most}");
        stopped += 1;
    }
    assert!(stopped > 5, "{stopped}");
    agrees(
        &game,
        (0..1 << 16)
            .step_by(4001)
            .map(|bits| OwnPosition::plain(cells(bits, 16))),
    );
}

fn cells(bits: u32, count: u32) -> Vec<i32> {
    (0..count).map(|i| (bits >> i & 1) as i32).collect()
}

#[test]
fn values_of_boards_that_are_split_agree_with_the_whole() {
    let cram = board(&known::shipped("cram").unwrap(), Convention::Normal);
    let step = if cfg!(debug_assertions) { 37 } else { 1 };
    agrees(
        &cram,
        (0..1 << 12)
            .step_by(step)
            .map(|bits| OwnPosition::plain(cells(bits, 12))),
    );
}

#[test]
fn outcomes_agree_with_the_whole_in_misere_play_and_for_two_players() {
    let row = board(&known::shipped("treblecross").unwrap(), Convention::Misere);
    agrees(
        &row,
        (0..1 << 8)
            .step_by(5)
            .map(|bits| OwnPosition::plain(cells(bits, 8))),
    );
    let two = board(&known::shipped("domineering").unwrap(), Convention::Normal);
    for player in [Player::First, Player::Second] {
        let at = |bits| OwnPosition::new(Some(player), cells(bits, 9), [0; 2]);
        agrees(&two, (0..1 << 9).step_by(11).map(at));
    }
}

#[test]
fn a_game_that_does_not_split_is_found_out() {
    // Stones must not be adjacent, so a move depends on more than the cell that it changes.
    let text = "GLYPHS = '.#' START = '.....' SPLIT = '#'
function moves(c)
  local out = {}
  for i = 1, #c do
    if c[i] == 0 and c[i - 1] ~= 1 and c[i + 1] ~= 1 then
      local to = {table.unpack(c)}
      to[i] = 1
      out[#out + 1] = to
    end
  end
  return out
end";
    // A domino must not cover cells 2 and 3, so the value of a part depends on its place on the board.
    let placed = "GLYPHS = '.#' START = '......' SPLIT = '#'
function moves(c)
  local out = {}
  for i = 1, #c - 1 do
    if i ~= 2 and c[i] == 0 and c[i + 1] == 0 then
      local to = {table.unpack(c)}
      to[i], to[i + 1] = 1, 1
      out[#out + 1] = to
    end
  end
  return out
end";
    for (text, words) in [
        (
            text,
            "line 1: SPLIT: a move changes which moves the other cells",
        ),
        (placed, "line 1: SPLIT: it makes"),
    ] {
        let fault = tried(text).faults.join(" ");
        assert!(fault.contains(words), "{fault}");
    }
}

/// Only the comparison of values reaches the position that contradicts `SPLIT`.
#[test]
fn a_position_that_does_not_split_is_found_out_by_its_value() {
    let text = "GLYPHS = '.#' START = '..........' SPLIT = '#'
function moves(c)
  local out, text = {}, table.concat(c)
  if text == '0000011111' then return out end
  for i = 1, #c do
    if c[i] == 0 then
      local to = {table.unpack(c)}
      to[i] = 1
      out[#out + 1] = to
    end
  end
  return out
end";
    let faults = tried(text).faults;
    assert!(
        faults.len() == 1 && faults[0].contains(" together have value "),
        "{faults:?}"
    );
}

/// A move that does not fill its cells may enable moves that cross several parts.
#[test]
fn a_board_with_moves_that_do_not_fill_their_cells_is_not_split() {
    // A move raises one cell from 0 to 1, or fills two neighbouring cells that hold 1.
    let text = "START = {0, 0, 0} SPLIT = 2
function moves(c)
  local out = {}
  for i = 1, #c do
    local to = {table.unpack(c)}
    to[i] = 1
    if c[i] == 0 then out[#out + 1] = to end
    if c[i] == 1 and c[i + 1] == 1 then
      to[i], to[i + 1] = 2, 2
      out[#out + 1] = to
    end
  end
  return out
end";
    assert_eq!(tried(text).faults, [""; 0]);
    let game = board(&script("try", text), Convention::Normal);
    let cells = |n: i32| vec![n % 3, n / 3 % 3, n / 9];
    agrees(&game, (0..27).map(|n| OwnPosition::plain(cells(n))));
}

#[test]
fn outcomes_that_a_script_decides_agree_with_the_whole() {
    let noughts = board(&script("try", NOUGHTS), Convention::Normal);
    let ended = [
        "XOXXOXOXO",
        "XXXOO....",
        "XOXOXOOX.",
        "XO.XO.X..",
        "XOX.O.OX.",
    ];
    let at = |text: &str| {
        let cells: Vec<i32> = text
            .chars()
            .map(|c| ".XO".find(c).unwrap() as i32)
            .collect();
        let crosses = cells.iter().filter(|&&c| c == 1).count();
        let noughts = cells.iter().filter(|&&c| c == 2).count();
        let mover = if crosses > noughts {
            Player::Second
        } else {
            Player::First
        };
        OwnPosition::new(Some(mover), cells, [0; 2])
    };
    agrees(&noughts, ended.into_iter().map(at));
}
