//! Copies of built-in games against these, alone and in sums.

use super::*;

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
    let both = |own: &str, built_in: &str, library: &Library| {
        let (a, b) = (open(own, library).unwrap(), open(built_in, library).unwrap());
        assert_eq!(facts(&*a), facts(&*b), "{own} and {built_in}");
    };
    let nim = library(NIM);
    let kayles = library(KAYLES);
    let chomp = library(CHOMP);
    for word in ["normal", "misere"] {
        for a in 0..6 {
            for b in 0..=a {
                for c in 0..=b {
                    both(&format!("{word} own/try:{a},{b},{c}"), &format!("{word} nim:{a},{b},{c}"), &nim);
                }
            }
            for b in 0..=6 {
                let (own, octal) =
                    (open(&format!("{word} own/try:{a},{b}"), &kayles), format!("{word} octal/0.77:{a},{b}"));
                let (own, octal) = (facts(&*own.unwrap()), facts(&*open(&octal, &kayles).unwrap()));
                assert_eq!((own.0, own.1, own.2), (octal.0, octal.1, octal.2), "{a},{b}");
            }
        }
        for rows in 0..125 {
            let mut rows = [rows % 5, rows / 5 % 5, rows / 25];
            rows.sort_unstable_by(|a, b| b.cmp(a));
            let cells: String =
                rows.iter().flat_map(|&n| (0..4).map(move |i| if i < n { '#' } else { '.' })).collect();
            let lengths: Vec<String> = rows.iter().filter(|&&n| n > 0).map(|n| n.to_string()).collect();
            let bar = if lengths.is_empty() { "0".to_owned() } else { lengths.join(",") };
            both(&format!("{word} own/try:{cells}"), &format!("{word} chomp:{bar}"), &chomp);
        }
    }
    // Every position that play can reach.
    let noughts = library(NOUGHTS);
    let mut seen = std::collections::HashSet::new();
    let mut todo = vec![".........".to_owned()];
    while let Some(cells) = todo.pop() {
        let crosses = cells.matches('X').count();
        let mover = if crosses == cells.matches('O').count() { 'X' } else { 'O' };
        let built_in = open(&format!("tictactoe:{cells}"), &noughts).unwrap();
        let own =
            open(&format!("own/try:{}:{cells}", if mover == 'X' { 'A' } else { 'B' }), &noughts).unwrap();
        assert_eq!(facts(&*own), facts(&*built_in), "{cells}");
        for m in built_in.first_moves(9) {
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
#[ignore = "minutes: the sums are searched first"]
fn large_misere_sums_go_by_the_quotient() {
    let kayles = library(KAYLES);
    for heaps in ["40,31,25", "30,29,28,27", "50", "23,23,41"] {
        assert_eq!(
            outcome(&format!("misere own/try:{heaps}"), &kayles),
            outcome(&format!("misere octal/0.77:{heaps}"), &kayles),
            "{heaps}"
        );
    }
}

/// The oracle's own search of the sums of a script with a built-in game.
#[test]
fn sums_with_built_in_games_agree_with_a_plain_search() {
    let own = Library::default();
    type HeapAndPile = (u64, u64);
    let next = |at: &HeapAndPile| -> Vec<(String, HeapAndPile)> {
        let half = (at.0.div_ceil(2)..at.0).map(|left| (String::new(), (left, at.1)));
        half.chain((0..at.1).map(|left| (String::new(), (at.0, left)))).collect()
    };
    for misere in [false, true] {
        let mut search = Search::new(misere, &next);
        for a in 0..10 {
            for b in 0..5 {
                let word = if misere { "misere" } else { "normal" };
                let id = format!("{word} own/half:{a} + nim:{b}");
                let plain = search.value(&(a, b));
                assert_eq!(outcome(&id, &own), Outcome::won(plain.wins), "{id}");
            }
        }
    }
}
