//! Each kind of figure as it stands on the screen, beside the verdict.

use super::harness::*;
use crate::play::PlayerKind;
use nimatron_core::rules::FigureMark;

fn shot(name: &str, id: &str, pressed: &str) {
    let mut driver = drive(table(begin(80, 24), id, [PlayerKind::Human; 2]), None);
    keys(&mut driver, pressed);
    insta::assert_snapshot!(format!("{name}_80x24"), screen(&driver));
}

/// What adds by XOR: the columns in the panel, with the powers of two over them.
#[test]
fn columns() {
    shot("figure_columns", "nim:3,5,7", "m '2-1' enter");
    shot("figure_columns_of_heaps", "octal/0.77:5,9", "");
    shot("figure_columns_of_a_sum", "nim:1,2 + bash/3:6 + wythoff:2,3", "");
}

/// Values on the brackets of runs and gaps, on the frames of parts and on vertices.
#[test]
fn values() {
    shot("figure_runs", "row:OO.OOO.OOOOO", "m '1' enter");
    shot("figure_gaps", "strip:0100200", "m '1=2' enter");
    shot("figure_parts", "normal rings/0-1,1-2,3-4,4-5,5-3,6-7:255", "");
    shot("figure_vertices", "token/s-l,s-r,l-e,r-e,s-e:s,l", "");
    shot("figure_sum_in_frames", "nim:3,4 + row:OO.OOO", "");
}

/// Places from which who moves loses, and the numbers that make a losing pair.
#[test]
fn losing_places() {
    shot("figure_queen", "queen:6,4", "");
    shot("figure_wythoff", "wythoff:6,9", "");
    shot("figure_race", "race/3/21:5", "");
    shot("figure_boxes", "boxes:6,9", "");
}

/// The parts of a Fibonacci pile, chains by length, and places that answer each other.
#[test]
fn parts_chains_and_pairs() {
    shot("figure_zeckendorf", "fibonacci:20,4", "");
    shot("figure_chains", "triangle:2-5,5-6,5-8,7-8,9-10", "");
    shot("figure_arms", "chomp:4,1,1,1", "");
    shot("figure_symmetry", "rings/cube:255", "");
    // Pairs of a won position would name the move: they come with the hint.
    shot("figure_halves_unseen", "row:OOOOOOOO", "");
    shot("figure_halves", "row:OOOOOOOO", "t t");
}

#[test]
fn what_a_winning_move_makes_waits_for_the_hint() {
    for id in ["row:OOOOOOOO", "chomp:4x4"] {
        let mut driver = drive(table(begin(120, 40), id, [PlayerKind::Human; 2]), None);
        let shown = |driver: &crate::tui::driver::Driver<_>| {
            let s = driver.app().cx.on_table.as_ref().unwrap();
            let told = |m: &FigureMark| {
                matches!(m, FigureMark::Pair(..) | FigureMark::Axis(..) | FigureMark::Tint { .. })
            };
            s.figure(false).unwrap().marks.iter().any(told)
        };
        assert!(!shown(&driver), "{id}");
        keys(&mut driver, "t t");
        assert!(shown(&driver), "{id}");
        keys(&mut driver, "esc");
        assert!(!shown(&driver), "{id}");
    }
}
