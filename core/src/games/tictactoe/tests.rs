use std::collections::{HashMap, HashSet};

use super::*;
use crate::games::oracle::{canonical, fault, typed};
use crate::games::prelude::*;

const TRIPLES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// Returns the result for the player to move (1, 0 or -1) and the number of moves to the end.
fn plain(board: &str, mover: char, seen: &mut HashMap<String, (i32, u64)>) -> (i32, u64) {
    if let Some(v) = seen.get(board) {
        return *v;
    }
    let other = if mover == 'X' { 'O' } else { 'X' };
    let at = |i: usize| board.as_bytes()[i] as char;
    let value = if TRIPLES.iter().any(|t| t.iter().all(|&i| at(i) == other)) {
        (-1, 0)
    } else if !board.contains('.') {
        (0, 0)
    } else {
        let next: Vec<(i32, u64)> = (0..9)
            .filter(|&i| at(i) == '.')
            .map(|i| {
                let mut to = board.to_owned();
                to.replace_range(i..=i, &mover.to_string());
                let (result, length) = plain(&to, other, seen);
                (-result, length + 1)
            })
            .collect();
        let result = next.iter().map(|n| n.0).max().unwrap();
        let lengths = next.iter().filter(|n| n.0 == result).map(|n| n.1);
        (
            result,
            if result > 0 {
                lengths.min().unwrap()
            } else {
                lengths.max().unwrap()
            },
        )
    };
    seen.insert(board.to_owned(), value);
    value
}

#[test]
fn exactly_the_reachable_positions_read_and_all_have_the_plain_value() {
    let game = TicTacToe::default();
    let limits = Limits::default();
    let mut seen = HashMap::new();
    assert_eq!(plain(".........", 'X', &mut seen).0, 0);
    assert_eq!(seen.len(), 5478);
    let mut read = 0;
    for mut code in 0..19683 {
        let board: String = (0..9)
            .map(|_| {
                let c = ['.', 'X', 'O'][code % 3];
                code /= 3;
                c
            })
            .collect();
        let parsed = game.parse_state(Text::new(&board));
        let Some(&(result, length)) = seen.get(&board) else {
            let error = parsed.unwrap_err();
            assert!(error.what.contains("cannot reach"), "{board}: {error}");
            continue;
        };
        let at = parsed.unwrap();
        read += 1;
        assert_eq!(game.state_text(&at), board);
        let value = game.value(&at, &limits).unwrap();
        let outcome = [Outcome::Loss, Outcome::Draw, Outcome::Win][(result + 1) as usize];
        assert_eq!(value.outcome, outcome, "{board}");
        let defined = result != 0 || is_over(&game, &at);
        assert_eq!(value.remoteness, defined.then_some(length), "{board}");
        assert_eq!((value.grundy, value.margin), (None, None));
    }
    assert_eq!(read, 5478);
}

#[test]
fn errors_say_what_and_where() {
    for (id, column, words) in [
        ("tictactoe:", 11, "cells end after 0"),
        ("tictactoe:XO......", 19, "cells end after 8"),
        ("tictactoe:XO........", 20, "more than nine"),
        ("tictactoe:XO..?....", 15, "no mark"),
        ("tictactoe:O........", 11, "more O than X"),
        ("tictactoe:XX.......", 11, "too many X"),
        ("tictactoe:XXXOOO...", 11, "both"),
        ("tictactoe:XXXOO.O..", 11, "O has moved after"),
        ("tictactoe:OOOXX.X.X", 11, "X has moved after"),
        ("tictactoe/3:.........", 11, "no parameter"),
        ("misere tictactoe:.........", 1, "one convention"),
        ("tictactoe:......... + nim:3", 1, "cannot be part"),
    ] {
        let error = fault(id);
        assert_eq!(error.column, column, "{id}: {error}");
        assert!(error.what.contains(words), "{id}: {error}");
    }
    canonical(&[("TicTacToe:xo.......", "tictactoe:XO.......")]);
    typed("tictactoe:XO.......", &[("3", "3")], &["1", "0"]);
    typed("tictactoe:XXXOO....", &[], &["9"]);
}

/// There are 765 boards up to symmetry, 3 of them with one mark and 12 with two.
#[test]
fn boards_that_are_alike_have_one_that_stands_for_them() {
    let game = TicTacToe::default();
    let known = game.values();
    let classes: HashSet<CellMarks> = known.keys().map(|at| at.canonical()).collect();
    assert_eq!(classes.len(), 765);
    for (n, count) in [(0, 1), (1, 3), (2, 12)] {
        assert_eq!(
            classes
                .iter()
                .filter(|at| 9 - at.free().count_ones() == n)
                .count(),
            count
        );
    }
    for (at, value) in known.iter() {
        assert_eq!(known[&at.canonical()], *value, "{at:?}");
        assert_eq!(at.canonical().canonical(), at.canonical());
    }
}

#[test]
fn a_board_on_which_no_line_is_left_is_told_so() {
    for (id, headline) in [
        ("tictactoe:XOXXOOOX.", "No line can be completed any more."),
        (
            "tictactoe:.........",
            "With best play nobody wins, so block every threat.",
        ),
        (
            "tictactoe:XX..O....",
            "Your opponent threatens to complete a line: block it.",
        ),
    ] {
        let found = crate::games::oracle::solved(id);
        assert_eq!(found.reasons[0].text, headline, "{id}");
    }
}
