mod shapes;

use std::collections::BTreeSet;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::named::{RingBoards, read};
use super::star::Star;
use super::symmetry::mirrors;
use super::{Layout, Rings};
use crate::games::oracle::{agrees_in_part, canonical, opened, refused, ruleset, solved};
use crate::games::prelude::*;
use crate::solve::rings::Board;

fn game(board: &str, convention: Convention) -> Rings {
    ruleset::<RingBoards>(convention, &[board]).unwrap()
}

fn layout(board: &str) -> Result<Layout, IdError> {
    ruleset::<RingBoards>(Convention::Misere, &[board]).map(|game| game.layout)
}

type RingPoints = BTreeSet<usize>;

fn moves_in(pairs: &[(usize, usize)], rings: &RingPoints) -> Vec<(String, RingPoints)> {
    let without = |gone: &[usize]| {
        rings
            .iter()
            .copied()
            .filter(|p| !gone.contains(p))
            .collect()
    };
    let mut all = Vec::new();
    for &a in rings {
        all.push((a.to_string(), without(&[a])));
        let both = pairs
            .iter()
            .filter(|(first, b)| *first == a && rings.contains(b));
        all.extend(both.map(|&(a, b)| (format!("{a}+{b}"), without(&[a, b]))));
    }
    all
}

/// Compares the analysis of every `step`-th set of at most `most` rings with a plain search. Every `whole`-th of these
/// sets is compared in full, and the others only by outcome.
fn sets_agree(head: &str, board: &Board, step: usize, most: u32, whole: usize) -> [u32; 2] {
    let pairs: Vec<_> = board.pairs().collect();
    let codes = (0..=board.all())
        .step_by(step)
        .filter(|code| code.count_ones() <= most);
    let sets: Vec<RingPoints> = codes
        .map(|code| (0..64).filter(|p| code >> p & 1 == 1).collect())
        .collect();
    let id = |rings: &RingPoints| {
        format!(
            "{head}:{}",
            rings.iter().fold(0u64, |code, p| code | 1 << p)
        )
    };
    agrees_in_part(&sets, whole, &id, &|rings| moves_in(&pairs, rings))
}

fn board_agrees(board: &str, step: usize, most: u32) {
    sets_agree(
        &format!("rings/{board}"),
        &layout(board).unwrap().board,
        step,
        most,
        1,
    );
}

#[test]
fn every_star_agrees_with_a_plain_search_in_both_conventions() {
    assert_eq!(sets_agree("star", &Star::board(), 1, 13, 11), [1492, 2029]);
}

#[test]
fn small_boards_agree_with_a_plain_search_everywhere() {
    for board in [
        "cube",
        "wheel",
        "petersen",
        "0-1,1-2,2-3,3-4,0-4",
        "0-1,3-4",
        "0-1,0-2,0-3,1-2,1-3,2-3,3-4",
    ] {
        board_agrees(board, 1, 64);
    }
    board_agrees("grid", 7, 64);
}

#[test]
fn few_rings_on_large_boards_agree_with_a_plain_search() {
    board_agrees("dodecahedron", 7919, 8);
    board_agrees("coronene", 104_729, 8);
    board_agrees("0-40,1-40,2-40,3-40,5-6,6-7,39-40", 10_000_000_019, 9);
}

#[test]
fn a_whole_board_and_its_parts_tell_the_same() {
    let limits = Limits::default();
    for convention in [Convention::Normal, Convention::Misere] {
        let whole = game("dodecahedron", convention);
        let parts = game("dodecahedron", convention);
        let all = whole.layout.board.all();
        whole.value(&all, &limits).unwrap();
        let mut rng = StdRng::seed_from_u64(1);
        for rings in (0..300).map(|_| rng.random_range(0..=all)) {
            assert_eq!(
                whole.value(&rings, &limits),
                parts.value(&rings, &limits),
                "{rings}"
            );
        }
    }
}

#[test]
fn more_rings_than_a_table_holds_are_not_proved() {
    let path: Vec<String> = (0..24).map(|p| format!("{p}-{}", p + 1)).collect();
    let board = path.join(",");
    let game = game(&board, Convention::Misere);
    let limits = Limits::default();
    assert!(game.value(&((1 << 25) - 1), &limits).is_err());
    assert_eq!(game.moves(&((1 << 25) - 1)).count(), Some(49));
    assert!(game.value(&(((1 << 25) - 1) & !0x3FF0), &limits).is_ok());
    let tight = Limits::default().with_memory(1000);
    let small = self::game("cube", Convention::Misere);
    assert!(small.value(&255, &tight).is_ok());
    assert!(
        self::game(&board, Convention::Misere)
            .value(&0xFFFF, &tight)
            .is_err()
    );
}

#[test]
fn shipped_boards_read_under_their_own_names() {
    for (name, json) in nimatron_assets::BOARDS {
        let (own, layout) = read(json).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(own, *name);
        assert!(
            !layout.about.is_empty() && layout.board.points() <= 24,
            "{name}"
        );
        let inline = self::layout(&layout.portable[1..]).unwrap();
        assert_eq!(inline.board, layout.board, "{name}");
        assert_eq!(inline.params, layout.portable, "{name}");
    }
    let degrees = |name: &str| {
        let board = layout(name).unwrap().board;
        (0..board.points())
            .map(|p| board.neighbours(p).count_ones())
            .collect::<Vec<_>>()
    };
    assert_eq!(degrees("cube"), [3; 8]);
    assert_eq!(degrees("petersen"), [3; 10]);
    assert_eq!(degrees("dodecahedron"), [3; 20]);
    assert_eq!(degrees("wheel"), [8, 3, 3, 3, 3, 3, 3, 3, 3]);
    assert_eq!(degrees("grid").iter().sum::<u32>(), 2 * 17);
    assert_eq!(degrees("coronene").iter().sum::<u32>(), 2 * 30);
}

#[test]
fn boards_have_canonical_names_and_errors_their_column() {
    canonical(&[
        ("RINGS/Cube:007", "rings/cube:7"),
        ("rings/2-1,01-0,1-2:7", "rings/0-1,1-2:7"),
        ("normal rings/0-1,1-2:7", "normal rings/0-1,1-2:7"),
    ]);
    refused(&[
        ("rings/0-1,1-x:7", 13),
        ("rings/0-1,,1-2:7", 11),
        ("rings/0-1,2:7", 11),
        ("rings/0-1,2-2:7", 11),
        ("rings/0-1,1-63:7", 13),
        ("rings/cubes:7", 7),
        ("rings/:7", 7),
        ("rings/cube/7:7", 12),
        ("rings/cube:256", 12),
        ("rings/0-1,1-2:8", 15),
        ("rings/cube:", 12),
    ]);
}

#[test]
fn symmetries_keep_neighbours_and_pair_all_points() {
    let board = game("coronene", Convention::Normal).layout.board.clone();
    let found = mirrors(&board, board.all(), true);
    assert!(!found.is_empty());
    for mirror in found {
        assert_eq!(mirror.pairs().count(), 12);
        for (a, b) in board.pairs() {
            let image = mirror.reflect(1 << a | 1 << b);
            assert!(board.is_legal(board.all(), image) && image & (1 << a | 1 << b) == 0);
        }
    }
    assert!(mirrors(&board, 0b111, true).is_empty());
}

#[test]
fn the_largest_group_that_has_a_shape_stands_in_misere_sums() {
    let sum = opened("misere star:127 + octal/0.77:40,30");
    assert!(sum.outcome(&Limits::default()).is_ok());
}

#[test]
fn each_group_that_is_named_is_claimed() {
    for (id, text, claims) in [
        (
            "misere star:1342",
            "The group 1-2-3-4-5-8 counts as a Nim pile of 3; ring 10 counts as a Nim pile of 1.",
            ["star:318\", 3)", "star:1024\", 1)"],
        ),
        (
            "normal star:1342",
            "The group 1-2-3-4-5-8 has value",
            ["star:318\", ", "star:1024\", 1)"],
        ),
    ] {
        let reasons = solved(id).reasons;
        let named = reasons.iter().find(|reason| reason.text.starts_with(text));
        let named = named.unwrap_or_else(|| panic!("{id}: {reasons:?}"));
        let claimed = format!("{:?}", named.claims);
        for claim in claims {
            assert!(claimed.contains(claim), "{id}: {claimed}");
        }
    }
}
