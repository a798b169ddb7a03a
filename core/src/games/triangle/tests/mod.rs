mod explain;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use rand::rngs::StdRng;
use rand::seq::index;
use rand::{RngExt, SeedableRng};

use super::book::{Book, Damage};
use super::capture::{Leftover, reduce};
use super::grid::{Grid, OUTSIDE};
use super::margin_table::{Block, MarginTable};
use super::margins::Margins;
use super::openings::{Chain, Openings};
use super::rows::Rows;
use super::weights::Weights;
use super::{Drawn, TriangleWar};
use crate::games::oracle::{fault, opened, ruleset};
use crate::games::prelude::*;
use crate::solve::winning;

fn go() -> Limits {
    Limits::default()
}

fn stopped() -> Limits {
    Limits::default().stopping(|| Some("enough".to_owned()))
}

fn game(side: u32) -> TriangleWar {
    ruleset::<TriangleWar>(Convention::Normal, &[&side.to_string()]).unwrap()
}

fn read(game: &TriangleWar, state: &str) -> Drawn {
    game.parse_state(Text::new(state)).unwrap()
}

fn set(grid: &Grid, text: &str) -> u64 {
    let edge = |word: &str| {
        let (a, b) = word.split_once('-').unwrap();
        grid.edge_between(a.parse().unwrap(), b.parse().unwrap())
            .unwrap()
    };
    text.split_whitespace()
        .map(edge)
        .fold(0, |mask, e| mask | 1 << e)
}

fn random(game: &TriangleWar, rng: &mut StdRng, moves: usize) -> Drawn {
    let mut at = Drawn::default();
    for _ in 0..moves {
        let moves = game.moves(&at).first_of(64);
        at = game.play(&at, &moves[rng.random_range(0..moves.len())]);
    }
    at
}

fn margin_of_move(game: &TriangleWar, plain: &[i8], at: &Drawn, m: u8) -> i32 {
    let to = game.play(at, &m);
    let margin = to.lead() + i32::from(plain[to.drawn() as usize]);
    if to.mover() == at.mover() {
        margin
    } else {
        -margin
    }
}

fn random_edges(rng: &mut StdRng, grid: &Grid, size: usize) -> u64 {
    index::sample(rng, grid.edges().len(), size)
        .iter()
        .fold(0, |drawn, e| drawn | 1 << e)
}

/// A plain solver that shares no code with the fast solver.
struct PlainBoard {
    edges: Vec<(u32, u32)>,
    triangles: Vec<u64>,
}

impl PlainBoard {
    fn new(side: u32) -> PlainBoard {
        let number = |row: u32, place: u32| (0..row).map(|r| r + 1).sum::<u32>() + place + 1;
        let mut corners = Vec::new();
        for row in 1..side {
            for place in 0..row {
                let a = number(row, place);
                let b = number(row, place + 1);
                corners.push([number(row - 1, place), a, b]);
                if row + 1 < side {
                    corners.push([a, b, number(row + 1, place + 1)]);
                }
            }
        }
        let sides = |[a, b, c]: [u32; 3]| [(a, b), (a, c), (b, c)];
        let mut edges: Vec<_> = corners.iter().copied().flat_map(sides).collect();
        edges.sort_unstable();
        edges.dedup();
        let bit = |e: (u32, u32)| 1u64 << edges.iter().position(|&x| x == e).unwrap();
        let triangles = corners
            .iter()
            .map(|&t| sides(t).map(bit).iter().sum())
            .collect();
        PlainBoard { edges, triangles }
    }

    /// Computes the margin for the player to move in every position that contains the edges `base`. The index of a
    /// margin has one bit for each edge outside `base`, in board order. A bit is set if the edge is drawn.
    fn table(&self, base: u64) -> Vec<i8> {
        let free: Vec<u64> = (0..self.edges.len())
            .map(|e| 1 << e)
            .filter(|bit| base & bit == 0)
            .collect();
        let spread = |set: usize| {
            (0..free.len())
                .filter(|i| set >> i & 1 == 1)
                .fold(base, |mask, i| mask | free[i])
        };
        let beside: Vec<Vec<u64>> = free
            .iter()
            .map(|edge| {
                self.triangles
                    .iter()
                    .copied()
                    .filter(|t| t & edge != 0)
                    .collect()
            })
            .collect();
        let mut values = vec![0i8; 1 << free.len()];
        for set in (0..values.len() - 1).rev() {
            let drawn = spread(set);
            let mut best = i8::MIN;
            let mut open = !set & (values.len() - 1);
            while open != 0 {
                let i = open.trailing_zeros() as usize;
                open &= open - 1;
                let after = drawn | free[i];
                let gained = beside[i].iter().filter(|&t| t & !after == 0).count() as i8;
                let rest = values[set | 1 << i];
                best = best.max(if gained > 0 { gained + rest } else { -rest });
            }
            values[set] = best;
        }
        values
    }
}

#[test]
fn the_board_agrees_with_plain_geometry() {
    for (side, count, unit) in [(2, 3, 1), (3, 9, 4), (4, 18, 9), (5, 30, 16), (6, 45, 25)] {
        let grid = Grid::with_side(side).unwrap();
        let plain = PlainBoard::new(side);
        let edges: Vec<_> = grid
            .edges()
            .iter()
            .map(|&(a, b)| (u32::from(a), u32::from(b)))
            .collect();
        assert_eq!(edges, plain.edges);
        let sorted = |masks: &mut dyn Iterator<Item = u64>| {
            let mut masks: Vec<u64> = masks.collect();
            masks.sort_unstable();
            masks
        };
        let triangles = sorted(&mut grid.triangles().iter().map(|t| t.mask));
        assert_eq!(triangles, sorted(&mut plain.triangles.iter().copied()));
        assert_eq!((edges.len(), triangles.len()), (count, unit));
        for e in 0..count {
            let holders: Vec<_> = (0..unit)
                .filter(|&t| grid.triangles()[t].mask >> e & 1 == 1)
                .collect();
            let beside = grid.beside(e).into_iter().filter(|&t| t != OUTSIDE);
            assert_eq!(beside.map(usize::from).collect::<Vec<_>>(), holders);
        }
        let image = |map: &[u8], mask: u64| {
            (0..map.len())
                .filter(|e| mask >> e & 1 == 1)
                .fold(0u64, |m, e| m | 1 << map[e])
        };
        let maps = grid.symmetries();
        assert_eq!(maps.len(), 6);
        assert!(
            maps[0]
                .iter()
                .enumerate()
                .all(|(e, &to)| e == usize::from(to))
        );
        for (i, map) in maps.iter().enumerate() {
            assert!(maps[..i].iter().all(|other| other != map));
            assert_eq!(
                sorted(&mut triangles.iter().map(|&mask| image(map, mask))),
                triangles
            );
        }
    }
    assert!(Grid::with_side(1).is_none() && Grid::with_side(7).is_none());
}

#[test]
fn row_order_is_a_permutation_and_back() {
    for side in 2..=6 {
        let grid = Grid::with_side(side).unwrap();
        let rows = Rows::with_side(side).unwrap();
        let mut rng = StdRng::seed_from_u64(99 + u64::from(side));
        for _ in 0..200 {
            let size = rng.random_range(0..grid.edges().len() + 1);
            let drawn = random_edges(&mut rng, grid, size);
            let packed = rows.pack(drawn);
            assert_eq!(
                (packed.count_ones(), rows.unpack(packed)),
                (drawn.count_ones(), drawn)
            );
            let quiet = grid
                .triangles()
                .iter()
                .all(|t| (t.mask & drawn).count_ones() != 2);
            assert_eq!(rows.is_core(packed), quiet);
        }
    }
}

#[test]
fn cores_are_counted_and_ranked_without_gaps() {
    for (side, cores) in [
        (2, 5),
        (3, 89),
        (4, 5_778),
        (5, 1_357_215),
        (6, 1_153_433_125),
    ] {
        assert_eq!(MarginTable::count(Rows::with_side(side).unwrap(), 0), cores);
    }
    let rows = Rows::with_side(4).unwrap();
    let floor = rows.pack(set(Grid::with_side(4).unwrap(), "2-4 5-6"));
    for floor in [0, floor] {
        let table = MarginTable::empty(rows, floor);
        let above = |core: &u64| rows.is_core(*core) && table.covers(*core);
        let mut ranks: Vec<_> = (0..1 << 18)
            .filter(above)
            .map(|core| (table.rank(core), core))
            .collect();
        ranks.sort_unstable();
        assert!(ranks.iter().enumerate().all(|(i, &(rank, _))| i == rank));
        assert_eq!(
            (ranks.len(), table.size()),
            (table.size(), MarginTable::count(rows, floor))
        );
        let subset = |&(_, small): &(usize, u64), &(_, large): &(usize, u64)| small & !large == 0;
        assert!((1..ranks.len()).all(|i| !subset(&ranks[i], &ranks[i - 1])));
        let blocks = table.blocks();
        assert_eq!(blocks.iter().map(Block::work).sum::<usize>(), table.size());
        assert!(
            blocks
                .windows(2)
                .all(|pair| pair[0].ranks().end <= pair[1].ranks().start)
        );
    }
}

#[test]
fn what_can_be_left_of_a_capture() {
    let grid = Grid::with_side(4).unwrap();
    for (text, captured, leftover) in [
        ("", 0, Leftover::Nothing),
        ("1-2 1-3", 1, Leftover::Nothing),
        // Two triangles that hang from the triangle 3-5-6.
        ("1-2 1-3 2-5", 2, Leftover::Two),
        // The loop of six triangles around dot 5: closed, cut open, and taken triangle by triangle.
        ("2-3 3-6 6-9 8-9 4-8 2-4", 0, Leftover::Nothing),
        ("2-3 3-6 6-9 8-9 4-8 2-4 2-5", 6, Leftover::Four),
        ("2-3 3-6 6-9 8-9 4-8 2-4 2-5 3-5", 5, Leftover::Four),
        ("2-3 3-6 6-9 8-9 4-8 2-4 2-5 3-5 5-6", 4, Leftover::Four),
        (
            "2-3 3-6 6-9 8-9 4-8 2-4 2-5 3-5 5-6 5-9",
            3,
            Leftover::Nothing,
        ),
        (
            "2-3 3-6 6-9 8-9 4-8 2-4 2-5 3-5 5-6 5-8",
            4,
            Leftover::Nothing,
        ),
    ] {
        let reduced = reduce(grid, set(grid, text));
        assert_eq!(
            (reduced.captured, reduced.leftover),
            (captured, leftover),
            "{text}"
        );
    }
}

#[test]
fn weights_count_the_cores_above() {
    let mut rng = StdRng::seed_from_u64(11);
    for side in 2..=6 {
        let grid = Grid::with_side(side).unwrap();
        let rows = Rows::with_side(side).unwrap();
        let weights = Weights::new(rows);
        for _ in 0..60 {
            let size = rng.random_range(0..grid.edges().len());
            let edges = rows.pack(random_edges(&mut rng, grid, size));
            assert_eq!(weights.count(edges), MarginTable::count(rows, edges));
        }
    }
    let rows = Rows::with_side(5).unwrap();
    let weights = Weights::new(rows);
    let listed = weights.common(20_000, &mut |_| Ok(())).unwrap();
    let single: Vec<u64> = std::iter::once(0).chain((0..30).map(|e| 1 << e)).collect();
    let mut small = Vec::new();
    for a in &single {
        small.extend(
            single
                .iter()
                .flat_map(|b| single.iter().map(move |c| a | b | c)),
        );
    }
    small.sort_unstable();
    small.dedup();
    small.retain(|&core| rows.is_core(core) && rows.least(core) == core);
    small.retain(|&core| MarginTable::count(rows, core) > 20_000);
    let few: Vec<u64> = listed
        .iter()
        .copied()
        .filter(|core| core.count_ones() <= 3)
        .collect();
    assert_eq!(few, small);
}

#[test]
fn chains_are_told_by_their_lengths() {
    let are = |lengths: &[u32]| {
        let chains = lengths
            .iter()
            .map(|&length| Chain {
                edges: 0,
                length,
                after: 0,
            })
            .collect();
        Openings { quiet: 0, chains }.are()
    };
    assert_eq!(are(&[5]), "is a chain of 5 triangles");
    assert_eq!(are(&[1, 1]), "are 2 chains of 1 triangle each");
    assert_eq!(are(&[1, 2, 5]), "are chains of 1, 2 and 5 triangles");
}

fn agrees_with_a_plain_table(side: u32) {
    let plain = PlainBoard::new(side).table(0);
    let margins = Margins::new(side).unwrap();
    for (drawn, &value) in plain.iter().enumerate() {
        assert_eq!(
            margins.margin(drawn as u64, &go()),
            Ok(i32::from(value)),
            "{drawn:#b}"
        );
    }
    for drawn in (0..plain.len().min(1 << 18)).step_by(97) {
        for m in margins.moves(drawn as u64, &go()).unwrap() {
            let rest = i32::from(plain[drawn | 1 << m.edge]);
            let value = if m.scored > 0 {
                m.scored as i32 + rest
            } else {
                -rest
            };
            assert_eq!(m.margin, value, "{drawn:#b} {}", m.edge);
        }
    }
}

#[test]
fn every_position_of_four_dots_against_a_plain_table() {
    (2..=4).for_each(agrees_with_a_plain_table);
}

#[test]
fn late_positions_of_six_dots_against_plain_search() {
    for side in [5, 6] {
        let grid = Grid::with_side(side).unwrap();
        let plain = PlainBoard::new(side);
        let margins = Margins::new(side).unwrap();
        let mut rng = StdRng::seed_from_u64(2026);
        for _ in 0..20 {
            let base = random_edges(&mut rng, grid, grid.edges().len() - 13);
            let free: Vec<_> = (0..grid.edges().len())
                .filter(|e| base >> e & 1 == 0)
                .collect();
            for (set, &value) in plain.table(base).iter().enumerate() {
                let drawn = (0..13)
                    .filter(|i| set >> i & 1 == 1)
                    .fold(base, |mask, i| mask | 1 << free[i]);
                assert_eq!(
                    margins.margin(drawn, &go()),
                    Ok(i32::from(value)),
                    "{drawn:#b}"
                );
            }
        }
    }
}

/// Compares all 2^30 positions of 5 dots with a plain table of 1 GiB:
///
/// `cargo test --release --lib -- --ignored every_position_of_five_dots`
///
/// Run in full on 20 November 2026, without a mismatch.
#[test]
#[ignore = "takes minutes and 1 GiB of memory"]
fn every_position_of_five_dots_against_a_plain_table() {
    agrees_with_a_plain_table(5);
}

#[test]
fn moves_of_a_position_share_a_table() {
    let rows = Rows::with_side(6).unwrap();
    let grid = Grid::with_side(6).unwrap();
    let (game, mut rng) = (game(6), StdRng::seed_from_u64(14));
    let mut shared = 0;
    for _ in 0..20 {
        let at = random(&game, &mut rng, 20);
        let core = rows.pack(reduce(grid, at.drawn()).core);
        let size = MarginTable::count(rows, core);
        let after: Vec<u64> = (0..45)
            .map(|edge| core | 1 << edge)
            .filter(|&after| after != core && rows.is_core(after))
            .filter(|&after| size <= 4 * MarginTable::count(rows, after))
            .collect();
        if size > 100_000 || after.len() < 3 {
            continue;
        }
        let margin = |margins: &Margins, core: u64, limits: &Limits| {
            margins.margin(rows.unpack(core), limits).unwrap()
        };
        let together = Margins::new(6).unwrap().unshared();
        for (i, &after) in after.iter().enumerate() {
            let alone = Margins::new(6).unwrap().unshared();
            // The table of the second move covers all further moves, so they are answered without checking the limits.
            let limits = if i < 2 { go() } else { stopped() };
            let expected = margin(&alone, after, &go());
            assert_eq!(margin(&together, after, &limits), expected, "{after:b}");
        }
        shared += 1;
    }
    assert!(shared >= 3, "{shared}");
}

#[test]
fn a_build_can_be_stopped() {
    let margins = Margins::new(5).unwrap().unshared();
    assert!(matches!(
        margins.margin(0, &stopped()),
        Err(Stop::Interrupted(_))
    ));
    assert!(matches!(
        margins.moves(0, &stopped()),
        Err(Stop::Interrupted(_))
    ));
    assert!(margins.whole.get().is_none());
    assert!(matches!(
        margins.margin(0, &go().with_memory(1000)),
        Err(Stop::NotProved(_))
    ));
    assert_eq!(margins.margin(0, &go()), Ok(-2));
}

#[test]
fn play_scores_and_keeps_the_turn() {
    let game = game(4);
    let mut at = Drawn::default();
    for (text, mover, score) in [
        ("1-2", Player::Second, [0, 0]),
        ("3-1", Player::First, [0, 0]),
        ("2-5", Player::Second, [0, 0]),
        ("3-5", Player::First, [0, 0]),
        ("2-3", Player::First, [2, 0]),
        ("2-4", Player::Second, [2, 0]),
        ("4-5", Player::Second, [2, 1]),
    ] {
        let m = game.parse_move(&at, text).unwrap();
        assert!(game.moves(&at).contains(&m));
        at = game.play(&at, &m);
        assert!(!game.moves(&at).contains(&m));
        assert_eq!((at.mover(), at.score()), (mover, score), "{text}");
    }
    assert_eq!(
        (game.moves(&at).count(), at.order().len(), at.lead()),
        (Some(11), 7, -1)
    );
    assert_eq!(game.state_text(&at), "1-2,1-3,2-5,3-5,2-3,2-4,4-5");
    let Picture::Graph(board) = game.scene(&at, View::Play).picture else {
        panic!("a lattice")
    };
    let owned = board
        .areas
        .iter()
        .filter_map(|area| Some((area.owner?, area.label.as_str())));
    let a = (Player::First, "A");
    let b = (Player::Second, "B");
    assert_eq!(owned.collect::<Vec<_>>(), [a, b, a]);
    assert_eq!(
        board
            .links
            .iter()
            .filter(|link| link.look == Look::Strong)
            .count(),
        7
    );
    while let Some(m) = game.moves(&at).first() {
        at = game.play(&at, &m);
    }
    assert!(is_over(&game, &at));
    assert_eq!(at.score().iter().sum::<u32>(), 9);
    let value = game.value(&at, &go()).unwrap();
    assert_eq!(
        (value.margin, value.remoteness),
        (Some(at.lead().into()), Some(0))
    );
    assert_eq!(game.best(&at, &go()), Ok(None));
}

#[test]
fn bad_text_is_refused_with_its_column() {
    let four = game(4);
    for (state, column) in [
        ("1-2,2-5,5-2", 9),
        ("1-6", 1),
        ("1-2,,2-3", 5),
        ("1-2,1-11", 7),
        ("12", 1),
        ("1-2, 3-", 8),
    ] {
        assert_eq!(
            four.parse_state(Text::new(state)).unwrap_err().column,
            column,
            "{state}"
        );
    }
    for (params, column) in [("1", 10), ("7", 10), ("x", 10), ("5/6", 12)] {
        let error = fault(&format!("triangle/{params}:"));
        assert_eq!(error.column, column, "{params:?}");
    }
    assert!(four.parse_move(&Drawn::default(), "1-4").is_err());
    for (id, canonical) in [
        ("triangle/4:", "triangle:"),
        ("triangle/ 05 :", "triangle/5:"),
    ] {
        assert_eq!(opened(id).id(), canonical);
    }
    assert_eq!(read(&four, ""), Drawn::default());
    assert_eq!(read(&four, " 04-2 , 1-2"), read(&four, "2-4,1-2"));
}

#[test]
fn the_best_move_is_the_defined_one() {
    let game = game(4);
    let plain = PlainBoard::new(4).table(0);
    let mut rng = StdRng::seed_from_u64(7);
    for _ in 0..60 {
        let moves = rng.random_range(0..18);
        let at = random(&game, &mut rng, moves);
        let margin = |at: &Drawn, m: u8| margin_of_move(&game, &plain, at, m);
        let rank = |m: &u8| {
            let to = game.play(&at, m);
            let replies = game
                .moves(&to)
                .iter()
                .filter(|&r| margin(&to, r) > 0)
                .count();
            (
                -margin(&at, *m),
                if to.mover() == at.mover() { 0 } else { replies },
            )
        };
        let expected = game.moves(&at).iter().min_by_key(rank);
        assert_eq!(
            game.best(&at, &go()),
            Ok(expected),
            "{}",
            game.state_text(&at)
        );
        let wins: Vec<u8> = game
            .moves(&at)
            .iter()
            .filter(|&m| margin(&at, m) > 0)
            .collect();
        let found = winning(&game, &at, &go()).unwrap();
        assert_eq!(found.iter().collect::<Vec<_>>(), wins);
    }
}

fn shipped() -> (&'static Weights, &'static Book) {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    let weights = WEIGHTS.get_or_init(|| Weights::new(Rows::with_side(6).unwrap()));
    (weights, game(6).margins.opened_book(&go()).unwrap())
}

fn random_core(rng: &mut StdRng, edges: usize) -> u64 {
    let grid = Grid::with_side(6).unwrap();
    let rows = Rows::with_side(6).unwrap();
    loop {
        let core = rows.pack(random_edges(rng, grid, edges));
        if rows.is_core(core) {
            return core;
        }
    }
}

#[test]
fn the_book_is_what_tables_say() {
    let rows = Rows::with_side(6).unwrap();
    let (weights, book) = shipped();
    assert_eq!(book.size(), 1_292_735);
    assert_eq!(book.value(0), Some(1));
    let mut rng = StdRng::seed_from_u64(5);
    for _ in 0..2 {
        let (core, value) = loop {
            let (core, value) = book.entry(rng.random_range(0..book.size())).unwrap();
            if weights.count(core) < 600_000 {
                break (core, value);
            }
        };
        assert_eq!(
            MarginTable::above(rows, core, &go()).unwrap().value(core),
            value
        );
    }
    let mut held = 0;
    for _ in 0..1500 {
        let (core, value) = book.entry(rng.random_range(0..book.size())).unwrap();
        if core.count_ones() <= 5 {
            held += u32::from(follows(book, core, value));
        }
    }
    for core in [0, 1, rows.pack(set(Grid::with_side(6).unwrap(), "9-13"))] {
        assert!(follows(book, core, book.value(core).unwrap()));
    }
    assert!(held > 20, "{held}");
}

/// Returns whether all moves of an entry stay in the book, and if so checks the value of the entry.
fn follows(book: &Book, core: u64, value: i32) -> bool {
    let grid = Grid::with_side(6).unwrap();
    let rows = Rows::with_side(6).unwrap();
    let drawn = rows.unpack(core);
    let moves = (0..45).filter(|e| drawn >> e & 1 == 0).map(|e| {
        let after = reduce(grid, drawn | 1 << e);
        Some(-after.value(book.value(rows.pack(after.core))?))
    });
    let Some(moves) = moves.collect::<Option<Vec<i32>>>() else {
        return false;
    };
    assert_eq!(moves.iter().max(), Some(&value), "{}", rows.unpack(core));
    true
}

#[test]
fn damaged_books_are_refused() {
    let weights = Weights::new(Rows::with_side(6).unwrap());
    let shipped = nimatron_assets::TRIANGLE_BOOK;
    let open = |bytes: Vec<u8>| {
        Book::open(&weights, bytes.into(), &go())
            .map(|_| ())
            .unwrap_err()
    };
    let changed = |at: usize, to: u8| {
        let mut bytes = shipped.to_vec();
        bytes[at] = to;
        bytes
    };
    for bytes in [
        vec![],
        shipped[..11].to_vec(),
        shipped[..100].to_vec(),
        changed(0, b'x'),
        changed(6, 0),
    ] {
        assert_eq!(open(bytes), Damage::NotABook);
    }
    assert!(matches!(open(changed(6, 200)), Damage::Length { .. }));
}

fn counted(most: u32) -> (Limits, Arc<AtomicU32>, Arc<Mutex<Vec<Step>>>) {
    let asked = Arc::new(AtomicU32::new(0));
    let told = Arc::new(Mutex::new(Vec::new()));
    let count = Arc::clone(&asked);
    let list = Arc::clone(&told);
    let limits = go()
        .stopping(move || {
            (count.fetch_add(1, Ordering::Relaxed) + 1 >= most).then(|| "enough".to_owned())
        })
        .reporting(move |step| list.lock().unwrap().push(step));
    (limits, asked, told)
}

#[test]
fn openings_can_be_stopped_at_any_moment() {
    let mut game = game(6);
    game.margins = game.margins.unshared();
    // Stop before the book is opened, while it is opened, and while further tables are built.
    let drawn = set(game.grid(), "2-4 4-5 5-9 1-2 11-12 14-15");
    let at = "2-4,4-5,5-9,1-2,11-12,14-15";
    let at = read(&game, at);
    for most in [1, 2, 50, 1000] {
        let (limits, asked, _) = counted(most);
        assert!(
            matches!(game.best(&at, &limits), Err(Stop::Interrupted(_))),
            "{most}"
        );
        assert_eq!(asked.load(Ordering::Relaxed), most);
    }
    let (limits, _, told) = counted(u32::MAX);
    let margin = game
        .margins
        .moves(drawn, &limits)
        .unwrap()
        .iter()
        .map(|m| m.margin)
        .max();
    assert_eq!(margin, Some(game.margins.margin(drawn, &go()).unwrap()));
    let told = told.lock().unwrap();
    assert!(told.iter().all(|step| step.done <= step.total));
    let jobs: Vec<_> = told.chunk_by(|a, b| a.total == b.total).collect();
    assert!(!jobs.is_empty() && jobs.len() <= 2, "{}", jobs.len());
    for job in jobs {
        assert!(job.is_sorted_by_key(|step| step.done));
    }
}

#[test]
fn openings_of_six_dots() {
    let game = game(6);
    // The edges at the corners win for the first player; all other edges lose by one.
    let moves = game.margins.moves(0, &go()).unwrap();
    let won: Vec<String> = moves
        .iter()
        .filter(|m| m.margin > 0)
        .map(|m| game.edge_text(m.edge))
        .collect();
    assert_eq!(won.join(" "), "1-2 1-3 11-16 15-21 16-17 20-21");
    assert!(moves.iter().all(|m| m.margin.abs() == 1));
    let value = game.value(&Drawn::default(), &go()).unwrap();
    assert_eq!((value.margin, value.remoteness), (Some(1), Some(45)));
    let mut rng = StdRng::seed_from_u64(77);
    let mut held = 0;
    while held < 2 {
        let edges = 6 + rng.random_range(0..4);
        let core = random_core(&mut rng, edges);
        let drawn = Rows::with_side(6).unwrap().unpack(core);
        if MarginTable::count(Rows::with_side(6).unwrap(), core) > 800_000 {
            continue;
        }
        held += 1;
        let margin = game.margins.margin(drawn, &go()).unwrap();
        let best = game
            .margins
            .moves(drawn, &go())
            .unwrap()
            .iter()
            .map(|m| m.margin)
            .max();
        assert_eq!(best, Some(margin));
        let table = MarginTable::above(Rows::with_side(6).unwrap(), core, &go()).unwrap();
        assert_eq!(table.value(core), margin);
    }
}

#[test]
fn images_of_a_position_have_one_canonical_position() {
    let game = game(4);
    let mut rng = StdRng::seed_from_u64(17);
    for moves in 1..=12 {
        let at = random(&game, &mut rng, moves);
        let least = game.canonical(&at);
        for symmetry in game.grid().symmetries() {
            let mut image = Drawn::default();
            for &edge in at.order() {
                image.draw(game.grid(), symmetry[usize::from(edge)]);
            }
            assert_eq!(game.canonical(&image).drawn(), least.drawn(), "{at:?}");
        }
    }
}
