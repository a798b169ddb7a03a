//! The table of gaps against plain search, and its tameness.

use crate::games::strip::gaps::*;
use crate::solve::tame::TameType;

/// Every strip of `len` cells without equal neighbours.
fn strips(len: usize) -> Vec<Vec<Cell>> {
    (0..3usize.pow(len as u32))
        .map(|code| {
            (0..len)
                .map(|i| [Cell::Free, Cell::One, Cell::Two][code / 3usize.pow(i as u32) % 3])
                .collect::<Vec<Cell>>()
        })
        .filter(|cells| cells.windows(2).all(|w| w[0] == Cell::Free || w[0] != w[1]))
        .collect()
}

fn moves(cells: &[Cell]) -> Vec<Vec<Cell>> {
    let mut all = Vec::new();
    for i in 0..cells.len() {
        for colour in Cell::COLOURS {
            let clash = (i > 0 && cells[i - 1] == colour) || cells.get(i + 1) == Some(&colour);
            if cells[i] == Cell::Free && !clash {
                let mut next = cells.to_vec();
                next[i] = colour;
                all.push(next);
            }
        }
    }
    all
}

#[test]
fn every_gap_up_to_a_thousand_cells_is_tame() {
    use Cell::{Free, One, Two};
    for (left, right) in [(Free, Free), (Free, One), (One, Free), (One, One), (One, Two)] {
        for len in 0..=1000 {
            let gap = Gap { len, left, right };
            let mut seen = std::collections::BTreeSet::new();
            assert!(!gap.allows(len, One) && !gap.allows(len, Two));
            for at in 0..len {
                for colour in Cell::COLOURS.iter().filter(|&&c| gap.allows(at, c)) {
                    let [a, b] = gap.split(at, *colour);
                    let sum = a.tame().plus(b.tame());
                    seen.insert((sum.value, sum.firm));
                }
            }
            let moves: Vec<TameType> = seen.into_iter().map(|(v, f)| TameType::new(v, f)).collect();
            assert!(gap.tame().fits(&moves), "{gap:?}");
        }
    }
}

/// The misère mex rule, with two heaps together being one where one of them is a single stone or none.
#[test]
fn gaps_are_heaps_of_nim_where_they_say_so() {
    use Cell::{Free, One, Two};
    let together = |a: Option<u64>, b: Option<u64>| Some(a? ^ b?).filter(|_| a < Some(2) || b < Some(2));
    for (left, right) in [(Free, Free), (Free, One), (One, Free), (One, One), (One, Two)] {
        for len in 0..=300 {
            let gap = Gap { len, left, right };
            let moves = (0..len).flat_map(|at| Cell::COLOURS.map(|colour| (at, colour)));
            let moves = moves.filter(|&(at, colour)| gap.allows(at, colour));
            let left = moves.map(|(at, colour)| {
                let [a, b] = gap.split(at, colour);
                together(a.heap_of_nim(), b.heap_of_nim())
            });
            assert_eq!(gap.heap_of_nim(), crate::solve::tame::heap_of_nim(left), "{gap:?}");
        }
    }
}

#[test]
fn moves_of_gaps_are_those_of_the_strip() {
    for cells in strips(7) {
        let count: usize = gaps(&cells).map(|(_, gap)| gap.count_moves()).sum();
        assert_eq!(count, moves(&cells).len(), "{cells:?}");
        let total = Total::of(&cells);
        for (first, gap) in gaps(&cells) {
            for at in 0..gap.len {
                for colour in Cell::COLOURS {
                    let mut next = cells.clone();
                    next[first + at] = colour;
                    let legal = moves(&cells).contains(&next);
                    assert_eq!(gap.allows(at, colour), legal);
                    if legal {
                        let [a, b] = gap.split(at, colour);
                        assert_eq!(total.minus(&gap).plus(&a).plus(&b), Total::of(&next));
                    }
                }
            }
        }
    }
}

#[test]
fn moves_are_counted_by_what_they_leave() {
    use Cell::{Free, One, Two};
    for (left, right) in [(Free, Free), (Free, Two), (One, Free), (Two, Two), (One, Two)] {
        for len in 0..=40 {
            let gap = Gap { len, left, right };
            for value in 0..=64 {
                let mut counts = [0, 0];
                for at in 0..len {
                    for colour in Cell::COLOURS.into_iter().filter(|&c| gap.allows(at, c)) {
                        let [a, b] = gap.split(at, colour);
                        let sum = a.tame().plus(b.tame());
                        counts[usize::from(sum.firm)] += u64::from(sum.value == value);
                    }
                }
                assert_eq!(gap.moves_to(value), counts, "{gap:?} to {value}");
                assert_eq!(gap.normal().moves_to(value), counts);
            }
        }
    }
}
