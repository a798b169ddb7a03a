//! The star's known facts, and its tables against a plain search that shares no code with them.

use std::collections::HashMap;

use super::{Hexagram, Star};
use crate::games::rings::Kind;
use crate::rules::{Convention, Library, Limits, Outcome, Rules};
use crate::solve::Solve;
use crate::table::Game;

/// The neighbours of each point, written out as in the rules.
const NEIGHBOURS: [&[usize]; 13] = [
    &[2, 3],
    &[2, 5],
    &[0, 1, 3, 5, 6],
    &[0, 2, 4, 6, 7],
    &[3, 7],
    &[1, 2, 6, 8, 9],
    &[2, 3, 5, 7, 9, 10],
    &[3, 4, 6, 10, 11],
    &[5, 9],
    &[5, 6, 8, 10, 12],
    &[6, 7, 9, 11, 12],
    &[7, 10],
    &[9, 10],
];

fn star(convention: Convention) -> Star {
    Star::open(convention, &[], &Library::default()).unwrap()
}

/// (wins, remoteness, Grundy value) by recursion over sets of points.
fn plain(
    rings: &[usize],
    misere: bool,
    seen: &mut HashMap<Vec<usize>, (bool, u32, u32)>,
) -> (bool, u32, u32) {
    if let Some(v) = seen.get(rings) {
        return *v;
    }
    let without = |gone: &[usize]| rings.iter().copied().filter(|p| !gone.contains(p)).collect::<Vec<_>>();
    let mut next = Vec::new();
    for &a in rings {
        next.push(plain(&without(&[a]), misere, seen));
        for &b in NEIGHBOURS[a] {
            if b > a && rings.contains(&b) {
                next.push(plain(&without(&[a, b]), misere, seen));
            }
        }
    }
    let lost = next.iter().filter(|n| !n.0).map(|n| n.1).min();
    let value = match (lost, next.iter().map(|n| n.1).max()) {
        (Some(q), _) => (true, q + 1),
        (None, Some(s)) => (false, s + 1),
        (None, None) => (misere, 0),
    };
    let grundy = (0..).find(|g| next.iter().all(|n| n.2 != *g)).unwrap();
    seen.insert(rings.to_vec(), (value.0, value.1, grundy));
    (value.0, value.1, grundy)
}

#[test]
fn the_board_has_the_neighbours_of_the_rules() {
    let board = Hexagram::layout(&[], &Library::default()).unwrap().board;
    for (p, near) in NEIGHBOURS.iter().enumerate() {
        assert_eq!(board.neighbours(p), near.iter().map(|q| 1 << q).sum::<u64>(), "point {p}");
    }
}

#[test]
fn every_star_agrees_with_a_plain_search_in_both_conventions() {
    for (convention, misere, lost) in [(Convention::Misere, true, 2029), (Convention::Normal, false, 1492)] {
        let game = star(convention);
        let limits = Limits::default();
        let mut seen = HashMap::new();
        let mut losses = 0;
        for code in 0..8192u64 {
            let rings: Vec<usize> = (0..13).filter(|p| code >> p & 1 == 1).collect();
            let (wins, remoteness, grundy) = plain(&rings, misere, &mut seen);
            let value = game.value(&code, &limits).unwrap();
            assert_eq!(value.outcome, Outcome::won(wins), "{code}");
            assert_eq!(value.remoteness, Some(u64::from(remoteness)), "{code}");
            assert_eq!(value.grundy, (!misere).then_some(u64::from(grundy)), "{code}");
            losses += u32::from(!wins);
        }
        assert_eq!(losses, lost);
    }
}

#[test]
fn known_positions() {
    let game = star(Convention::Misere);
    let limits = Limits::default();
    assert_eq!(game.value(&2088, &limits).unwrap().outcome, Outcome::Loss);
    assert_eq!(game.value(&1664, &limits).unwrap().remoteness, Some(2));
    assert_eq!(game.value(&8191, &limits).unwrap().remoteness, Some(10));
    assert_eq!(game.count_moves(&8191), Some(13 + 24));
}
