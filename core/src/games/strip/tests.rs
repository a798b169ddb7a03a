use super::*;
use crate::games::oracle::{agrees_in_part, ruleset, solved};
use crate::games::prelude::*;
use crate::solve::tame::TameType;
use crate::solve::winning;

fn strip(convention: Convention) -> ColouredStrip {
    ruleset::<ColouredStrip>(convention, &[]).unwrap()
}

fn cells(text: &str) -> Colouring {
    strip(Convention::Normal)
        .parse_state(Text::new(text))
        .unwrap()
}

fn next(strip: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for i in 0..strip.len() {
        for colour in ["1", "2"] {
            let mut to = strip.to_owned();
            to.replace_range(i..=i, colour);
            if &strip[i..=i] == "0" && !to.contains("11") && !to.contains("22") {
                all.push((format!("{}={colour}", i + 1), to));
            }
        }
    }
    all
}

fn all_strips(len: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    for _ in 0..len {
        all = (all.iter())
            .flat_map(|s| ["0", "1", "2"].map(|c| format!("{s}{c}")))
            .filter(|s| !s.ends_with("11") && !s.ends_with("22"))
            .collect();
    }
    all
}

#[test]
fn every_strip_to_10_cells_agrees_with_a_plain_search() {
    let all: Vec<String> = (1..=10).flat_map(all_strips).collect();
    agrees_in_part(&all, 7, &|text| format!("strip:{text}"), &|text| next(text));
}

#[test]
fn a_million_cells_at_most() {
    let game = strip(Convention::Normal);
    let limits = Limits::default();
    let free = Colouring(vec![Cell::Free; 100_000].into());
    assert_eq!(game.value(&free, &limits).unwrap().outcome, Outcome::Loss);
    let misere = strip(Convention::Misere);
    assert_eq!(misere.value(&free, &limits).unwrap().outcome, Outcome::Loss);
    assert_eq!(game.moves(&free).count(), Some(200_000));
    let to = game.play(
        &free,
        &Paint {
            cell: 0,
            colour: Cell::One,
        },
    );
    let found = winning(&game, &to, &limits).unwrap();
    assert_eq!(game.value(&to, &limits).unwrap().grundy, Some(99_999));
    assert_eq!(found.len(), Some(2));
    for (cells, is_solved) in [(MOST_CELLS, true), (MOST_CELLS + 1, false)] {
        let long = Colouring(vec![Cell::Free; cells].into());
        assert_eq!(game.value(&long, &limits).is_ok(), is_solved);
        assert_eq!(misere.value(&long, &limits).is_ok(), is_solved);
    }
}

#[test]
fn strips_read_and_print() {
    let game = strip(Convention::Normal);
    assert_eq!(game.state_text(&cells("010002")), "010002");
    for (text, column) in [("", 1), ("0130", 3), ("0110", 3), ("022", 3), ("O", 1)] {
        assert_eq!(
            game.parse_state(Text::new(text)).unwrap_err().column,
            column,
            "{text}"
        );
    }
    for text in [
        "",
        "4",
        "0=1",
        "7=1",
        "4=3",
        "4=",
        "=1",
        "99999999999999999999=1",
    ] {
        assert!(game.parse_move(&cells("010002"), text).is_err(), "{text}");
    }
}

#[test]
fn every_gap_up_to_a_thousand_cells_is_tame() {
    use Cell::{Free, One, Two};
    for (left, right) in [
        (Free, Free),
        (Free, One),
        (One, Free),
        (One, One),
        (One, Two),
    ] {
        for len in 0..=1000 {
            let gap = Gap { len, left, right };
            let mut seen = std::collections::BTreeSet::new();
            assert!(!gap.allows(len, One) && !gap.allows(len, Two));
            for (at, colour) in gap.moves() {
                let [a, b] = gap.split(at, colour).map(|gap| gap.tame());
                let sum = a.plus(b);
                seen.insert((sum.value, sum.firm));
            }
            let moves: Vec<TameType> = seen.into_iter().map(|(v, f)| TameType::new(v, f)).collect();
            assert!(gap.tame().fits(&moves), "{gap:?}");
        }
    }
}

/// Two Nim heaps equal a single heap in every misère sum only if one of the two has at most one stone.
#[test]
fn gaps_are_heaps_of_nim_where_they_say_so() {
    use Cell::{Free, One, Two};
    let together =
        |a: Option<u64>, b: Option<u64>| Some(a? ^ b?).filter(|_| a < Some(2) || b < Some(2));
    for (left, right) in [
        (Free, Free),
        (Free, One),
        (One, Free),
        (One, One),
        (One, Two),
    ] {
        for len in 0..=300 {
            let gap = Gap { len, left, right };
            let left = gap.moves().map(|(at, colour)| {
                let [a, b] = gap.split(at, colour);
                together(a.heap_of_nim(), b.heap_of_nim())
            });
            assert_eq!(
                gap.heap_of_nim(),
                crate::solve::tame::heap_of_nim(left),
                "{gap:?}"
            );
        }
    }
}

#[test]
fn moves_of_gaps_are_those_of_the_strip() {
    for text in all_strips(7) {
        let strip = cells(&text).0;
        let total = total(&strip);
        let mut texts = Vec::new();
        for (first, gap) in gaps(&strip) {
            for (i, colour) in gap.moves() {
                let mut to = strip.clone();
                to[first + i] = colour;
                texts.push(Colouring(to.clone()));
                let [a, b] = gap.split(i, colour);
                assert_eq!(
                    total.minus(gap.tame()).plus(a.tame()).plus(b.tame()),
                    super::total(&to),
                    "{text}"
                );
            }
            assert_eq!(gap.count_moves(), gap.moves().count(), "{text}");
        }
        assert_eq!(
            texts,
            next(&text)
                .iter()
                .map(|(_, to)| cells(to))
                .collect::<Vec<_>>(),
            "{text}"
        );
    }
}

#[test]
fn moves_are_found_by_what_they_leave() {
    use Cell::{Free, One, Two};
    for (left, right) in [
        (Free, Free),
        (Free, Two),
        (One, Free),
        (Two, Two),
        (One, Two),
    ] {
        for len in 0..=40 {
            let gap = Gap { len, left, right };
            for firm in 0..=40 {
                for fickle in [firm, firm ^ 1] {
                    let wins = |&(at, colour): &(usize, Cell)| {
                        let [a, b] = gap.split(at, colour).map(|gap| gap.tame());
                        let sum = a.plus(b);
                        sum.value == if sum.firm { firm } else { fickle }
                    };
                    let expected: Vec<_> = gap.moves().filter(wins).collect();
                    let found: Vec<_> = gap.moves_to((firm, fickle)).collect();
                    assert_eq!(found, expected, "{gap:?} to {firm} or {fickle}");
                }
            }
        }
    }
}

#[test]
fn the_halves_of_a_free_strip_are_tinted() {
    for (len, halves) in [
        (1, vec![]),
        (2, vec![vec![0], vec![1]]),
        (5, vec![vec![0, 1], vec![3, 4]]),
        (6, vec![vec![0, 1, 2], vec![3, 4, 5]]),
    ] {
        let found = solved(&format!("strip:{}", "0".repeat(len)));
        let tinted: Vec<Vec<u64>> = (found.reasons.iter().flat_map(|reason| &reason.marks))
            .filter_map(|mark| match mark {
                FigureMark::Tint { places, .. } => Some(places.iter().map(|at| at.item).collect()),
                _ => None,
            })
            .collect();
        assert_eq!(tinted, halves, "{len}");
    }
}
