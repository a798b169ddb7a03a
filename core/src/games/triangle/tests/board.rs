//! The board, its cores and their counts against plain geometry.

use super::oracle::PlainBoard;
use super::{Random, set};
use crate::games::triangle::capture::{Leftover, reduce};
use crate::games::triangle::grid::{Grid, OUTSIDE};
use crate::games::triangle::margin_table::{Block, MarginTable};
use crate::games::triangle::rows::Rows;
use crate::games::triangle::weights::Weights;

#[test]
fn the_board_agrees_with_plain_geometry() {
    for (side, count, unit) in [(2, 3, 1), (3, 9, 4), (4, 18, 9), (5, 30, 16), (6, 45, 25)] {
        let (grid, plain) = (Grid::of(side).unwrap(), PlainBoard::new(side));
        let edges: Vec<_> = grid.edges().iter().map(|&(a, b)| (u32::from(a), u32::from(b))).collect();
        assert_eq!(edges, plain.edges);
        assert_eq!((edges.len(), grid.triangles().len()), (count, unit));
        let mut masks: Vec<_> = grid.triangles().iter().map(|t| t.mask).collect();
        let mut expected = plain.triangles.clone();
        masks.sort_unstable();
        expected.sort_unstable();
        assert_eq!(masks, expected);
        for e in 0..count {
            let holders: Vec<_> = (0..unit).filter(|&t| grid.triangles()[t].mask >> e & 1 == 1).collect();
            let beside = grid.beside(e).into_iter().filter(|&t| t != OUTSIDE);
            assert_eq!(beside.map(usize::from).collect::<Vec<_>>(), holders);
        }
    }
    assert!(Grid::of(1).is_none() && Grid::of(7).is_none());
}

#[test]
fn symmetries_map_triangles_to_triangles() {
    for side in 2..=6 {
        let grid = Grid::of(side).unwrap();
        let image = |map: &[u8], mask: u64| {
            (0..map.len()).filter(|e| mask >> e & 1 == 1).fold(0u64, |m, e| m | 1 << map[e])
        };
        let maps = grid.symmetries();
        assert_eq!(maps.len(), 6);
        assert!(maps[0].iter().enumerate().all(|(e, &to)| e == usize::from(to)));
        for (i, map) in maps.iter().enumerate() {
            assert_eq!(image(map, grid.all()), grid.all());
            assert!(maps[..i].iter().all(|other| other != map));
            for triangle in grid.triangles() {
                let moved = image(map, triangle.mask);
                assert!(grid.triangles().iter().any(|t| t.mask == moved));
            }
        }
    }
}

#[test]
fn row_order_is_a_permutation_and_back() {
    for side in 2..=6 {
        let (grid, rows) = (Grid::of(side).unwrap(), Rows::of(side).unwrap());
        let mut random = Random(99 + u64::from(side));
        for _ in 0..200 {
            let size = random.below(grid.edges().len() + 1) as u32;
            let drawn = random.edges(grid, size);
            let packed = rows.pack(drawn);
            assert_eq!((packed.count_ones(), rows.unpack(packed)), (drawn.count_ones(), drawn));
            let quiet = grid.triangles().iter().all(|t| (t.mask & drawn).count_ones() != 2);
            assert_eq!(rows.is_core(packed), quiet);
        }
    }
}

#[test]
fn cores_are_counted_and_ranked_without_gaps() {
    for (side, cores) in [(2, 5), (3, 89), (4, 5_778), (5, 1_357_215), (6, 1_153_433_125)] {
        assert_eq!(MarginTable::count(Rows::of(side).unwrap(), 0), cores);
    }
    let rows = Rows::of(4).unwrap();
    let floor = rows.pack(set(Grid::of(4).unwrap(), "2-4 5-6"));
    for floor in [0, floor] {
        let table = MarginTable::empty(rows, floor);
        let above = |core: &u64| rows.is_core(*core) && table.covers(*core);
        let mut ranks: Vec<_> = (0..1 << 18).filter(above).map(|core| (table.rank(core), core)).collect();
        ranks.sort_unstable();
        assert!(ranks.iter().enumerate().all(|(i, &(rank, _))| i == rank));
        assert_eq!((ranks.len(), table.len()), (table.len(), MarginTable::count(rows, floor)));
        let subset = |&(_, small): &(usize, u64), &(_, large): &(usize, u64)| small & !large == 0;
        assert!((1..ranks.len()).all(|i| !subset(&ranks[i], &ranks[i - 1])));
        let blocks = table.blocks();
        assert_eq!(blocks.iter().map(Block::work).sum::<usize>(), table.len());
        assert!(blocks.windows(2).all(|pair| pair[0].ranks().end <= pair[1].ranks().start));
    }
}

#[test]
fn what_can_be_left_of_a_capture() {
    let grid = Grid::of(4).unwrap();
    for (text, captured, leftover) in [
        ("", 0, Leftover::Nothing),
        ("1-2 1-3", 1, Leftover::Nothing),
        // Two triangles that hang from the triangle 3-5-6.
        ("1-2 1-3 2-5", 2, Leftover::Two),
        // The loop of six triangles around dot 5, closed, cut open, and taken one by one.
        ("2-3 3-6 6-9 8-9 4-8 2-4", 0, Leftover::Nothing),
        ("2-3 3-6 6-9 8-9 4-8 2-4 2-5", 6, Leftover::Four),
        ("2-3 3-6 6-9 8-9 4-8 2-4 2-5 3-5", 5, Leftover::Four),
        ("2-3 3-6 6-9 8-9 4-8 2-4 2-5 3-5 5-6", 4, Leftover::Four),
        ("2-3 3-6 6-9 8-9 4-8 2-4 2-5 3-5 5-6 5-9", 3, Leftover::Nothing),
        ("2-3 3-6 6-9 8-9 4-8 2-4 2-5 3-5 5-6 5-8", 4, Leftover::Nothing),
    ] {
        let reduced = reduce(grid, set(grid, text));
        assert_eq!((reduced.captured, reduced.leftover), (captured, leftover), "{text}");
    }
}

#[test]
fn weights_count_the_cores_above() {
    let mut random = Random(11);
    for side in 2..=6 {
        let (grid, rows) = (Grid::of(side).unwrap(), Rows::of(side).unwrap());
        let weights = Weights::new(rows);
        for _ in 0..60 {
            let size = random.below(grid.edges().len()) as u32;
            let edges = rows.pack(random.edges(grid, size));
            assert_eq!(weights.count(edges), MarginTable::count(rows, edges));
        }
    }
    let rows = Rows::of(5).unwrap();
    let weights = Weights::new(rows);
    let listed = weights.common(20_000, &mut |_| Ok(())).unwrap();
    // All sets of up to three edges, repeats included.
    let single: Vec<u64> = std::iter::once(0).chain((0..30).map(|e| 1 << e)).collect();
    let mut small = Vec::new();
    for a in &single {
        small.extend(single.iter().flat_map(|b| single.iter().map(move |c| a | b | c)));
    }
    small.sort_unstable();
    small.dedup();
    small.retain(|&core| rows.is_core(core) && rows.least(core) == core);
    small.retain(|&core| MarginTable::count(rows, core) > 20_000);
    let few: Vec<u64> = listed.iter().copied().filter(|core| core.count_ones() <= 3).collect();
    assert_eq!(few, small);
}

#[test]
fn chains_are_told_by_their_lengths() {
    use crate::games::triangle::openings::{Chain, Openings};
    let are = |lengths: &[u32]| {
        let chains = lengths.iter().map(|&length| Chain { edges: 0, length, after: 0 }).collect();
        Openings { quiet: 0, chains }.are()
    };
    assert_eq!(are(&[5]), "is one chain of 5 triangles");
    assert_eq!(are(&[1, 1]), "are 2 chains of 1 triangle each");
    assert_eq!(are(&[1, 2, 5]), "are chains of 1, 2 and 5 triangles");
}
