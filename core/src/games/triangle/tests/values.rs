//! Margins against plain tables, and tables that are stopped.

use std::sync::atomic::{AtomicU32, Ordering};

use super::oracle::PlainBoard;
use super::{Random, go, stopped};
use crate::games::triangle::build::full_table;
use crate::games::triangle::grid::Grid;
use crate::games::triangle::margin_table::MarginTable;
use crate::games::triangle::margins::Margins;
use crate::games::triangle::rows::Rows;
use crate::rules::Stop;

#[test]
fn known_margins_of_the_empty_boards() {
    for (side, margin) in [(2, 1), (3, -2), (4, -3), (5, -2)] {
        let margins = Margins::new(side).unwrap();
        assert_eq!(margins.margin(0, &go()), Ok(margin), "{side} dots");
        let best = margins.moves(0, &go()).unwrap().iter().map(|m| m.margin).max();
        assert_eq!(best, Some(margin), "{side} dots");
    }
}

#[test]
fn every_position_of_four_dots_against_a_plain_table() {
    let plain = PlainBoard::new(4).table(0);
    let margins = Margins::new(4).unwrap();
    for (drawn, &value) in plain.iter().enumerate() {
        assert_eq!(margins.margin(drawn as u64, &go()), Ok(i32::from(value)), "{drawn:#b}");
    }
    // Every move of every 97th position, straight from the rules.
    for drawn in (0..plain.len()).step_by(97) {
        for m in margins.moves(drawn as u64, &go()).unwrap() {
            let rest = i32::from(plain[drawn | 1 << m.edge]);
            let value = if m.scored > 0 { m.scored as i32 + rest } else { -rest };
            assert_eq!(m.margin, value, "{drawn:#b} {}", m.edge);
        }
    }
}

#[test]
fn every_position_of_three_dots_against_a_plain_table() {
    for side in [2, 3] {
        let margins = Margins::new(side).unwrap();
        for (drawn, &value) in PlainBoard::new(side).table(0).iter().enumerate() {
            assert_eq!(margins.margin(drawn as u64, &go()), Ok(i32::from(value)), "{drawn:#b}");
        }
    }
}

/// Positions of `side` dots with `undrawn` edges to go and all that can follow them.
fn sample_late_positions(side: u32, undrawn: u32, samples: usize, margins: &Margins) {
    let (grid, plain) = (Grid::of(side).unwrap(), PlainBoard::new(side));
    let mut random = Random(2026);
    for _ in 0..samples {
        let base = random.edges(grid, grid.edges().len() as u32 - undrawn);
        let free: Vec<_> = (0..grid.edges().len()).filter(|e| base >> e & 1 == 0).collect();
        for (set, &value) in plain.table(base).iter().enumerate() {
            let drawn =
                (0..free.len()).filter(|i| set >> i & 1 == 1).fold(base, |mask, i| mask | 1 << free[i]);
            assert_eq!(margins.margin(drawn, &go()), Ok(i32::from(value)), "{drawn:#b}");
        }
    }
}

#[test]
fn late_positions_of_five_dots_against_plain_search() {
    sample_late_positions(5, 13, 20, &Margins::new(5).unwrap());
}

#[test]
fn late_positions_of_six_dots_against_plain_search() {
    sample_late_positions(6, 13, 20, &Margins::new(6).unwrap());
}

/// All 2^30 positions of 5 dots, from a plain table of 1 GiB:
/// `cargo test --release --lib -- --ignored every_position_of_five_dots`
/// Run in full on 20 November 2026, with no mismatch.
#[test]
#[ignore = "takes minutes and 1 GiB of memory"]
fn every_position_of_five_dots_against_a_plain_table() {
    let plain = PlainBoard::new(5).table(0);
    let margins = Margins::new(5).unwrap();
    let mut mismatches = 0u64;
    for (drawn, &value) in plain.iter().enumerate() {
        mismatches += u64::from(margins.margin(drawn as u64, &go()) != Ok(i32::from(value)));
    }
    assert_eq!(mismatches, 0);
}

#[test]
fn a_build_can_be_stopped() {
    let margins = Margins::new(5).unwrap();
    assert!(matches!(margins.margin(0, &stopped()), Err(Stop::Interrupted(_))));
    assert!(matches!(margins.moves(0, &stopped()), Err(Stop::Interrupted(_))));
    assert_eq!(margins.known(0), None);
    assert!(matches!(margins.margin(0, &go().with_memory(1000)), Err(Stop::NotProved(_))));
    assert_eq!(margins.margin(0, &go()), Ok(-2));
    assert_eq!(margins.known(0), Some(-2));
}

#[test]
fn the_full_table_is_the_same_on_two_threads() {
    let whole = MarginTable::above(Rows::of(5).unwrap(), 0, &go()).unwrap();
    let asked = AtomicU32::new(0);
    let soon =
        go().stopping(move || (asked.fetch_add(1, Ordering::Relaxed) > 3000).then(|| "enough".to_owned()));
    assert!(matches!(full_table(5, 2, &soon), Err(Stop::Interrupted(_))));
    let table = full_table(5, 2, &go()).unwrap();
    assert!((0..whole.len()).all(|rank| table.value_at(rank) == whole.value_at(rank)));
}
