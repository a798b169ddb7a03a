//! The facts of Triangle War, and the solver against plain tables.

use super::capture::{Handout, reduce};
use super::grid::{Grid, OUTSIDE};
use super::oracle::Plain;
use super::play::{IllegalEdge, Play, Side};
use super::solver::Solver;
use super::strips::Strips;
use super::table::{Stopped, Table};

const GO: &dyn Fn() -> bool = &|| false;

/// Edges of a board as a set, from text such as `2-4 4-5`.
fn set(grid: &Grid, text: &str) -> u64 {
    edges(grid, text).into_iter().fold(0, |mask, e| mask | 1 << e)
}

fn edges(grid: &Grid, text: &str) -> Vec<usize> {
    let edge = |word: &str| {
        let (a, b) = word.split_once('-').unwrap();
        grid.edge_between(a.parse().unwrap(), b.parse().unwrap()).unwrap()
    };
    text.split_whitespace().map(edge).collect()
}

/// A small generator of repeatable pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    /// A set of `size` edges of a board.
    fn edges(&mut self, grid: &Grid, size: u32) -> u64 {
        let mut drawn = 0u64;
        while drawn.count_ones() < size {
            drawn |= 1 << self.below(grid.edges().len());
        }
        drawn
    }
}

#[test]
fn the_board_agrees_with_plain_geometry() {
    for (side, count, unit) in [(2, 3, 1), (3, 9, 4), (4, 18, 9), (5, 30, 16), (6, 45, 25)] {
        let (grid, plain) = (Grid::of(side).unwrap(), Plain::new(side));
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
fn strip_order_is_a_permutation_and_back() {
    for side in 2..=6 {
        let (grid, strips) = (Grid::of(side).unwrap(), Strips::of(side).unwrap());
        let mut random = Random(99 + u64::from(side));
        for _ in 0..200 {
            let size = random.below(grid.edges().len() + 1) as u32;
            let drawn = random.edges(grid, size);
            let packed = strips.pack(drawn);
            assert_eq!((packed.count_ones(), strips.unpack(packed)), (drawn.count_ones(), drawn));
            let quiet = grid.triangles().iter().all(|t| (t.mask & drawn).count_ones() != 2);
            assert_eq!(strips.is_core(packed), quiet);
        }
    }
}

#[test]
fn cores_are_counted_and_ranked_without_gaps() {
    for (side, cores) in [(2, 5), (3, 89), (4, 5_778), (5, 1_357_215), (6, 1_153_433_125)] {
        assert_eq!(Table::count(Strips::of(side).unwrap(), 0), cores);
    }
    let strips = Strips::of(4).unwrap();
    let floor = strips.pack(set(Grid::of(4).unwrap(), "2-4 5-6"));
    for floor in [0, floor] {
        let table = Table::empty(strips, floor);
        let above = |core: &u64| strips.is_core(*core) && table.covers(*core);
        let mut ranks: Vec<_> = (0..1 << 18).filter(above).map(|core| (table.rank(core), core)).collect();
        ranks.sort_unstable();
        assert!(ranks.iter().enumerate().all(|(i, &(rank, _))| i == rank));
        assert_eq!((ranks.len(), table.len()), (table.len(), Table::count(strips, floor)));
        let subset = |&(_, small): &(usize, u64), &(_, large): &(usize, u64)| small & !large == 0;
        assert!((1..ranks.len()).all(|i| !subset(&ranks[i], &ranks[i - 1])));
        let blocks = table.blocks();
        assert_eq!(blocks.iter().map(|b| b.ranks().len()).sum::<usize>(), table.len());
        assert!(blocks.windows(2).all(|pair| pair[0].ranks().end == pair[1].ranks().start));
    }
}

#[test]
fn known_margins_of_the_empty_boards() {
    for (side, margin) in [(2, 1), (3, -2), (4, -3), (5, -2)] {
        let solver = Solver::new(side).unwrap();
        assert_eq!(solver.value(0, GO), Ok(margin), "{side} dots");
        let best = solver.moves(0, GO).unwrap().iter().map(|m| m.value).max();
        assert_eq!(best, Some(margin), "{side} dots");
    }
}

#[test]
fn every_position_of_four_dots_against_a_plain_table() {
    let plain = Plain::new(4).table(0);
    let solver = Solver::new(4).unwrap();
    for (drawn, &value) in plain.iter().enumerate() {
        assert_eq!(solver.value(drawn as u64, GO), Ok(i32::from(value)), "{drawn:#b}");
    }
    // Every move of every 97th position, straight from the rules.
    for drawn in (0..plain.len()).step_by(97) {
        for m in solver.moves(drawn as u64, GO).unwrap() {
            let rest = i32::from(plain[drawn | 1 << m.edge]);
            let value = if m.scored > 0 { m.scored as i32 + rest } else { -rest };
            assert_eq!(m.value, value, "{drawn:#b} {}", m.edge);
        }
    }
}

#[test]
fn every_position_of_three_dots_against_a_plain_table() {
    for side in [2, 3] {
        let solver = Solver::new(side).unwrap();
        for (drawn, &value) in Plain::new(side).table(0).iter().enumerate() {
            assert_eq!(solver.value(drawn as u64, GO), Ok(i32::from(value)), "{drawn:#b}");
        }
    }
}

/// Positions of `side` dots with `undrawn` edges to go and all that can follow them.
fn sample_late_positions(side: u32, undrawn: u32, samples: usize, solver: &Solver) {
    let (grid, plain) = (Grid::of(side).unwrap(), Plain::new(side));
    let mut random = Random(2026);
    for _ in 0..samples {
        let base = random.edges(grid, grid.edges().len() as u32 - undrawn);
        let free: Vec<_> = (0..grid.edges().len()).filter(|e| base >> e & 1 == 0).collect();
        for (set, &value) in plain.table(base).iter().enumerate() {
            let drawn =
                (0..free.len()).filter(|i| set >> i & 1 == 1).fold(base, |mask, i| mask | 1 << free[i]);
            assert_eq!(solver.value(drawn, GO), Ok(i32::from(value)), "{drawn:#b}");
        }
    }
}

#[test]
fn late_positions_of_five_dots_against_plain_search() {
    sample_late_positions(5, 13, 20, &Solver::new(5).unwrap());
}

#[test]
fn late_positions_of_six_dots_against_plain_search() {
    sample_late_positions(6, 13, 20, &Solver::new(6).unwrap());
}

/// All 2^30 positions of 5 dots, from a plain table of 1 GiB. Takes some minutes:
/// `cargo test --release -- --ignored every_position_of_five_dots`
#[test]
#[ignore = "takes minutes and 1 GiB of memory"]
fn every_position_of_five_dots_against_a_plain_table() {
    let plain = Plain::new(5).table(0);
    let solver = Solver::new(5).unwrap();
    let mut mismatches = 0u64;
    for (drawn, &value) in plain.iter().enumerate() {
        mismatches += u64::from(solver.value(drawn as u64, GO) != Ok(i32::from(value)));
    }
    assert_eq!(mismatches, 0);
}

#[test]
fn winners_of_the_sample_games() {
    let six = "2-4 4-5 5-9 3-6 2-5 3-5";
    let seven = "2-4 4-5 5-9 3-6 2-5 3-5 7-8";
    let other = "1-2 2-3 1-3 2-4 2-5 4-5";
    let ten = "1-2 2-5 3-6 5-8 4-7 6-10 2-4 4-5 4-8 7-8";
    let grid = Grid::of(4).unwrap();
    let solver = Solver::new(4).unwrap();
    for (text, winner) in [(six, Side::B), (seven, Side::A), (other, Side::A), (ten, Side::B)] {
        let mut play = Play::new(grid);
        for edge in edges(grid, text) {
            play.draw(edge).unwrap();
        }
        let margin = play.lead() + solver.value(play.drawn(), GO).unwrap();
        let ahead = if margin > 0 { play.mover() } else { play.mover().other() };
        assert!(margin != 0);
        assert_eq!(ahead, winner, "{text}");
    }
}

#[test]
fn play_scores_and_keeps_the_turn() {
    let grid = Grid::of(4).unwrap();
    let mut play = Play::new(grid);
    for (text, scored, mover, score) in [
        ("1-2", 0, Side::B, [0, 0]),
        ("1-3", 0, Side::A, [0, 0]),
        ("2-5", 0, Side::B, [0, 0]),
        ("3-5", 0, Side::A, [0, 0]),
        ("2-3", 2, Side::A, [2, 0]),
        ("2-4", 0, Side::B, [2, 0]),
        ("4-5", 1, Side::B, [2, 1]),
    ] {
        let edge = edges(grid, text)[0];
        assert_eq!(play.draw(edge), Ok(scored), "{text}");
        assert_eq!((play.mover(), play.score()), (mover, score), "{text}");
        assert_eq!(play.draw(edge), Err(IllegalEdge::Drawn));
    }
    assert_eq!(play.draw(18), Err(IllegalEdge::Unknown));
    assert_eq!((play.undrawn(), play.order().len(), play.lead()), (11, 7, -1));
    let owned = play.owners().iter().flatten();
    assert_eq!(owned.filter(|&&side| side == Side::A).count(), 2);
    for edge in 0..18 {
        let _ = play.draw(edge);
    }
    assert!(play.is_over());
    assert_eq!(play.score().iter().sum::<u32>(), 9);
}

#[test]
fn what_can_be_left_of_a_capture() {
    let grid = Grid::of(4).unwrap();
    for (text, captured, handout) in [
        ("", 0, Handout::Nothing),
        ("1-2 1-3", 1, Handout::Nothing),
        // Two triangles that hang from the triangle 3-5-6.
        ("1-2 1-3 2-5", 2, Handout::Two),
        // The loop of six triangles around dot 5, closed, cut open, and taken one by one.
        ("2-3 3-6 6-9 8-9 4-8 2-4", 0, Handout::Nothing),
        ("2-3 3-6 6-9 8-9 4-8 2-4 2-5", 6, Handout::Four),
        ("2-3 3-6 6-9 8-9 4-8 2-4 2-5 3-5", 5, Handout::Four),
        ("2-3 3-6 6-9 8-9 4-8 2-4 2-5 3-5 5-6", 4, Handout::Four),
        ("2-3 3-6 6-9 8-9 4-8 2-4 2-5 3-5 5-6 5-9", 3, Handout::Nothing),
        ("2-3 3-6 6-9 8-9 4-8 2-4 2-5 3-5 5-6 5-8", 4, Handout::Nothing),
    ] {
        let reduced = reduce(grid, set(grid, text));
        assert_eq!((reduced.captured(), reduced.handout()), (captured, handout), "{text}");
    }
}

#[test]
fn a_build_can_be_stopped() {
    let solver = Solver::new(5).unwrap();
    assert_eq!(solver.value(0, &|| true), Err(Stopped));
    assert_eq!(solver.moves(0, &|| true), Err(Stopped));
    assert_eq!(solver.value(0, GO), Ok(-2));
}
