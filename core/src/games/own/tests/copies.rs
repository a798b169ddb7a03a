//! Tests copies of built-in games against the originals, and misère quotients of scripts against the search.

use super::*;
use crate::rules::{Convention, Player, Text};

pub(super) const NOUGHTS: &str = "START = {0, 0, 0, 0, 0, 0, 0, 0, 0}
GLYPHS = '.XO'
WIDTH = 3
SYMMETRIES = {'mirror', 'diagonal'}
local lines = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}}
function result(cells, player)
  for _, l in ipairs(lines) do
    local a = cells[l[1]]
    if a == 3 - player and a == cells[l[2]] and a == cells[l[3]] then return 'loss' end
  end
  for i = 1, 9 do
    if cells[i] == 0 then return nil end
  end
  return 'draw'
end
function moves(cells, player)
  local out = {}
  for i = 1, 9 do
    if cells[i] == 0 then
      local to = {table.unpack(cells)}
      to[i] = player
      out[#out + 1] = to
    end
  end
  return out
end";

#[test]
fn a_copy_of_tic_tac_toe_agrees_with_it() {
    let noughts = library(NOUGHTS);
    let own = open("own/try:A:.........", &noughts).unwrap();
    let cells_of = |at: &dyn AnyPosition| at.id().replace("tictactoe:", "");
    let mut seen = std::collections::HashSet::new();
    let mut todo = vec![opened("tictactoe:.........")];
    while let Some(built_in) = todo.pop() {
        let cells = cells_of(&*built_in);
        let mover = if built_in.mover() == Some(Player::First) {
            'A'
        } else {
            'B'
        };
        let copy = own
            .with_state(Text::new(&format!("{mover}:{cells}")))
            .unwrap();
        assert_eq!(facts(&*copy), facts(&*built_in), "{cells}");
        for m in built_in.first_moves(9) {
            let (to, _) = built_in.after(&m.text).unwrap();
            // To save time, compare only one of two positions that a half turn maps to each other.
            let state = cells_of(&*to);
            if seen.insert(state.chars().rev().collect::<String>().min(state)) {
                todo.push(to);
            }
        }
        if seen.len() > 700 {
            break;
        }
    }
}

/// Most of these sums are too large for a search.
#[test]
fn large_misere_sums_go_by_the_quotient() {
    let kayles = library(KAYLES);
    let own = open("misere own/try:1", &kayles).unwrap();
    let octal = open("misere octal/0.77:1", &kayles).unwrap();
    for heaps in ["18,17,15", "18,17,16,13", "19", "13,13,18"] {
        let outcome = |table: &dyn AnyPosition| {
            table
                .with_state(Text::new(heaps))
                .unwrap()
                .outcome(&Limits::default())
                .unwrap()
        };
        assert_eq!(outcome(&*own), outcome(&*octal), "{heaps}");
    }
}

#[test]
fn quotients_of_scripts_agree_with_the_search() {
    let limits = Limits::default();
    let shipped = ["grundy", "half", "dawson"].map(|name| own::known::shipped(name).unwrap());
    for source in shipped.into_iter().chain([script("try", KAYLES)]) {
        let game = own::read_script(&source, &limits).unwrap();
        let heaps = own::ruleset::OwnRuleset::new(game, Convention::Misere);
        for at in [
            &[9][..],
            &[5, 4],
            &[7, 2, 1],
            &[12],
            &[1, 1, 1],
            &[],
            &[8, 8],
            &[6, 5, 3],
            &[10, 4],
        ] {
            let position = own::OwnPosition::plain(at);
            let searched = crate::solve::Values::value(&heaps, &position, &limits).unwrap();
            assert!(searched.remoteness.is_some(), "{at:?} was not searched");
            assert_eq!(
                heaps.by_quotient(at, &limits).unwrap(),
                Some(searched.outcome),
                "{at:?}"
            );
        }
    }
}

#[test]
fn moves_to_the_end_of_piles_are_known_as_far_as_those_of_nim() {
    let own = library(NIM);
    for state in [
        "120,90",
        "100,100",
        "0,200",
        "199,2,0",
        "9,0,8,7,9",
        "15,15,3",
    ] {
        for word in ["normal", "misere"] {
            let value = |name: &str| {
                let table = open(&format!("{word} {name}:{state}"), &own).unwrap();
                table.value(&Limits::default()).unwrap()
            };
            assert!(value("own/try").remoteness.is_some(), "{word} {state}");
            assert_eq!(value("own/try"), value("nim"), "{word} {state}");
        }
    }
}
