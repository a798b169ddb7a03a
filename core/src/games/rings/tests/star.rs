//! The star's known facts, and its tables against a plain search that shares no code with them.

use std::collections::BTreeSet;

use crate::erased::Game;
use crate::games::Opener;
use crate::games::oracle::{Search, checked_by};
use crate::games::rings::RingRules;
use crate::games::rings::star::{Hexagram, Star};
use crate::rules::{Claim, Convention, Library, Limits, Outcome, Rules};
use crate::solve::Solve;

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

/// What each move leaves of a list of rings.
fn amounts_to(rings: &Vec<usize>) -> Vec<(String, Vec<usize>)> {
    let without = |gone: &[usize]| rings.iter().copied().filter(|p| !gone.contains(p)).collect();
    let mut next = Vec::new();
    for &a in rings {
        next.push((a.to_string(), without(&[a])));
        for &b in NEIGHBOURS[a].iter().filter(|b| **b > a && rings.contains(b)) {
            next.push((format!("{a}+{b}"), without(&[a, b])));
        }
    }
    next
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
        let mut search = Search::new(misere, &amounts_to);
        let mut losses = 0;
        for code in 0..8192u64 {
            let rings: Vec<usize> = (0..13).filter(|p| code >> p & 1 == 1).collect();
            let plain = search.value(&rings);
            let value = game.value(&code, &limits).unwrap();
            assert_eq!(value.outcome, Outcome::won(plain.wins), "{code}");
            assert_eq!(value.remoteness, Some(plain.remoteness), "{code}");
            assert_eq!(value.grundy, (!misere).then_some(plain.grundy), "{code}");
            losses += u32::from(!plain.wins);
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

/// Every star is explained by true claims, and few stars share their explanation; none is a mere listing: a lost one
/// answers its longest resistance, a won one says what its best move leaves and what else there is to see.
#[test]
fn every_star_has_its_own_reasons() {
    let sets: Vec<Vec<usize>> =
        (0..8192u32).map(|code| (0..13).filter(|p| code >> p & 1 == 1).collect()).collect();
    let code = |rings: &[usize]| rings.iter().map(|p| 1u32 << p).sum::<u32>();
    let mut texts = BTreeSet::new();
    let mut opener = Opener::new(Library::default());
    for rings in &sets {
        let found = checked_by(&mut opener, &format!("star:{}", code(rings)));
        let argued = found.reasons.iter().flat_map(|r| &r.claims).any(|c| match c {
            Claim::Answer(..) => true,
            Claim::Move(_, outcome) => *outcome == found.value.outcome,
            _ => false,
        });
        assert!(argued || rings.is_empty(), "{rings:?}");
        assert!(found.reasons.len() > 1 || rings.len() < 2, "{rings:?}");
        texts.insert(found.reasons.into_iter().map(|r| r.text).collect::<Vec<_>>());
    }
    assert!(texts.len() >= 7000, "{}", texts.len());
}
