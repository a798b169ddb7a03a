//! Copies of built-in games against these, alone and in sums.

use super::*;
use crate::rules::{Convention, Text};

const CHOMP: &str = "const START = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
const GLYPHS = \".#\";
const CONVENTION = \"misere\";
fn width(n) { 4 }
fn moves(cells) {
    let out = [];
    for i in 0..cells.len() {
        if cells[i] == 1 {
            let to = cells;
            for j in i..cells.len() { if j % 4 >= i % 4 { to[j] = 0; } }
            out.push(to);
        }
    }
    out
}";
const NOUGHTS: &str = "const START = [0, 0, 0, 0, 0, 0, 0, 0, 0];
const GLYPHS = \".XO\";
const WIDTH = 3;
fn line(c, p) {
    for i in 0..3 {
        if c[i] == p && c[i + 3] == p && c[i + 6] == p { return true; }
        if c[3 * i] == p && c[3 * i + 1] == p && c[3 * i + 2] == p { return true; }
    }
    c[4] == p && (c[0] == p && c[8] == p || c[2] == p && c[6] == p)
}
fn result(cells, player) {
    if line(cells, 3 - player) { return \"loss\"; }
    if cells.contains(0) { () } else { \"draw\" }
}
fn moves(cells, player) {
    let out = [];
    for i in 0..9 { if cells[i] == 0 { let to = cells; to[i] = player; out.push(to); } }
    out
}";

#[test]
fn copies_of_built_in_games_agree_with_them() {
    // One ruleset for all positions: the script is then asked once for each.
    let both = |own: &dyn AnyPosition, built_in: &dyn AnyPosition, states: [&str; 2]| {
        let at = |table: &dyn AnyPosition, state| table.with_state(Text::new(state)).unwrap();
        let (a, b) = (at(own, states[0]), at(built_in, states[1]));
        assert_eq!(facts(&*a), facts(&*b), "{states:?}");
    };
    let nim = library(NIM);
    let kayles = library(KAYLES);
    let chomp = library(CHOMP);
    for word in ["normal", "misere"] {
        let table = |id: &str, library: &Library| open(&format!("{word} {id}"), library).unwrap();
        let (own_nim, nim) = (table("own/try:1", &nim), table("nim:1", &nim));
        let (own_kayles, octal) = (table("own/try:1", &kayles), table("octal/0.77:1", &kayles));
        let (own_chomp, bar) = (table("own/try:############", &chomp), table("chomp:1", &chomp));
        for a in 0..6 {
            for b in 0..=a {
                for c in 0..=b {
                    let state = format!("{a},{b},{c}");
                    both(&*own_nim, &*nim, [&state, &state]);
                }
            }
            for b in 0..=6 {
                let state = format!("{a},{b}");
                let [own, octal] =
                    [&own_kayles, &octal].map(|t| facts(&*t.with_state(Text::new(&state)).unwrap()));
                assert_eq!((own.0, own.1, own.2), (octal.0, octal.1, octal.2), "{a},{b}");
            }
        }
        for rows in 0..125 {
            let mut rows = [rows % 5, rows / 5 % 5, rows / 25];
            rows.sort_unstable_by(|a, b| b.cmp(a));
            let cells: String =
                rows.iter().flat_map(|&n| (0..4).map(move |i| if i < n { '#' } else { '.' })).collect();
            let lengths: Vec<String> = rows.iter().filter(|&&n| n > 0).map(|n| n.to_string()).collect();
            let lengths = if lengths.is_empty() { "0".to_owned() } else { lengths.join(",") };
            both(&*own_chomp, &*bar, [&cells, &lengths]);
        }
    }
    // Every position that play can reach.
    let noughts = library(NOUGHTS);
    let (own, built_in) =
        (open("own/try:A:.........", &noughts).unwrap(), open("tictactoe:.........", &noughts).unwrap());
    let mut seen = std::collections::HashSet::new();
    let mut todo = vec![".........".to_owned()];
    while let Some(cells) = todo.pop() {
        let crosses = cells.matches('X').count();
        let mover = if crosses == cells.matches('O').count() { 'X' } else { 'O' };
        let state = format!("{}:{cells}", if mover == 'X' { 'A' } else { 'B' });
        both(&*own, &*built_in, [&state, &cells]);
        for m in built_in.with_state(Text::new(&cells)).unwrap().first_moves(9) {
            let i: usize = m.text.parse().unwrap();
            let mut to: Vec<char> = cells.chars().collect();
            to[i - 1] = mover;
            let to: String = to.into_iter().collect();
            // One of each symmetric pair is enough, and in an unoptimised build quicker.
            if seen.insert(to.clone().min(to.chars().rev().collect())) {
                todo.push(to);
            }
        }
        if seen.len() > 700 {
            break;
        }
    }
}

/// Past what is searched the misère quotient tells, as it does for the built-in game.
#[test]
fn large_misere_sums_go_by_the_quotient() {
    let kayles = library(KAYLES);
    let (own, octal) =
        (open("misere own/try:1", &kayles).unwrap(), open("misere octal/0.77:1", &kayles).unwrap());
    for heaps in ["18,17,15", "18,17,16,13", "19", "13,13,18"] {
        let outcome = |table: &dyn AnyPosition| {
            table.with_state(Text::new(heaps)).unwrap().outcome(&Limits::default()).unwrap()
        };
        assert_eq!(outcome(&*own), outcome(&*octal), "{heaps}");
    }
}

/// The quotient of a script's heaps against the search of all sums that can follow.
#[test]
fn quotients_of_scripts_agree_with_the_search() {
    let limits = Limits::default();
    let shipped = ["grundy", "half", "dawson"].map(|name| own::known::shipped(name).unwrap());
    for source in shipped.into_iter().chain([script("try", KAYLES)]) {
        let game = own::read_script(&source, &limits).unwrap();
        let heaps = own::heaps::OwnHeaps::new(game, Convention::Misere);
        for at in [&[9][..], &[5, 4], &[7, 2, 1], &[12], &[1, 1, 1], &[], &[8, 8], &[6, 5, 3], &[10, 4]] {
            let position = own::OwnPosition { mover: None, cells: at.into() };
            let searched = crate::solve::Solve::value(&heaps, &position, &limits).unwrap();
            assert!(searched.remoteness.is_some(), "{at:?} was not searched");
            assert_eq!(heaps.by_quotient(at, &limits).unwrap(), Some(searched.outcome), "{at:?}");
        }
    }
}

#[test]
fn moves_to_the_end_of_piles_are_known_as_far_as_those_of_nim() {
    let own = library(NIM);
    for state in ["120,90", "100,100", "0,200", "199,2,0", "9,0,8,7,9", "15,15,3"] {
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
