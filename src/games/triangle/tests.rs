//! The facts of Triangle War, and the solver against plain tables.

use super::Triangle;
use super::build::Build;
use super::capture::{Handout, reduce};
use super::grid::{Grid, OUTSIDE};
use super::margins::Margins;
use super::oracle::Plain;
use super::rules::Position;
use super::strips::Strips;
use super::table::{Block, Table};
use crate::rules::{BoardView, Convention, Library, Limits, Notation, Outcome, Player, Rules, Stop, Text};
use crate::solve::Solve;
use crate::table::Game;
use std::sync::Mutex;

fn go() -> Limits {
    Limits::default()
}

fn stopped() -> Limits {
    Limits::default().stopping(|| Some("enough".to_owned()))
}

fn game(side: u32) -> Triangle {
    let text = side.to_string();
    Triangle::open(Convention::Normal, &[Text::new(&text)], &Library::default()).unwrap()
}

fn read(game: &Triangle, state: &str) -> Position {
    game.parse_state(Text::new(state)).unwrap()
}

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
        assert_eq!(blocks.iter().map(Block::work).sum::<usize>(), table.len());
        assert!(blocks.windows(2).all(|pair| pair[0].ranks().end <= pair[1].ranks().start));
    }
}

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
    let plain = Plain::new(4).table(0);
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
        for (drawn, &value) in Plain::new(side).table(0).iter().enumerate() {
            assert_eq!(margins.margin(drawn as u64, &go()), Ok(i32::from(value)), "{drawn:#b}");
        }
    }
}

/// Positions of `side` dots with `undrawn` edges to go and all that can follow them.
fn sample_late_positions(side: u32, undrawn: u32, samples: usize, margins: &Margins) {
    let (grid, plain) = (Grid::of(side).unwrap(), Plain::new(side));
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

/// All 2^30 positions of 5 dots, from a plain table of 1 GiB. Takes some minutes:
/// `cargo test --release -- --ignored every_position_of_five_dots`
#[test]
#[ignore = "takes minutes and 1 GiB of memory"]
fn every_position_of_five_dots_against_a_plain_table() {
    let plain = Plain::new(5).table(0);
    let margins = Margins::new(5).unwrap();
    let mut mismatches = 0u64;
    for (drawn, &value) in plain.iter().enumerate() {
        mismatches += u64::from(margins.margin(drawn as u64, &go()) != Ok(i32::from(value)));
    }
    assert_eq!(mismatches, 0);
}

#[test]
fn winners_of_the_sample_games() {
    let game = game(4);
    for (state, winner) in [
        ("2-4,4-5,5-9,3-6,2-5,3-5", Player::Second),
        ("2-4,4-5,5-9,3-6,2-5,3-5,7-8", Player::First),
        ("1-2,2-3,1-3,2-4,2-5,4-5", Player::First),
        ("1-2,2-5,3-6,5-8,4-7,6-10,2-4,4-5,4-8,7-8", Player::Second),
    ] {
        let at = read(&game, state);
        let ahead = match game.value(&at, &go()).unwrap().outcome {
            Outcome::Win => at.mover(),
            Outcome::Loss => at.mover().other(),
            Outcome::Draw => unreachable!("nine triangles"),
        };
        assert_eq!(ahead, winner, "{state}");
    }
}

#[test]
fn play_scores_and_keeps_the_turn() {
    let game = game(4);
    let mut at = Position::default();
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
        assert!(game.is_legal(&at, &m));
        at = game.play(&at, &m);
        assert!(!game.is_legal(&at, &m));
        assert_eq!((at.mover(), at.score()), (mover, score), "{text}");
    }
    assert_eq!((game.count_moves(&at), at.order().len(), at.lead()), (Some(11), 7, -1));
    assert_eq!(game.state_text(&at), "1-2,1-3,2-5,3-5,2-3,2-4,4-5");
    let owners: Vec<_> = (0..9).filter_map(|t| at.owner(t)).collect();
    assert_eq!(owners, [Player::First, Player::Second, Player::First]);
    while let Some(m) = game.moves(&at).first() {
        at = game.play(&at, m);
    }
    assert!(game.is_over(&at));
    assert_eq!(at.score().iter().sum::<u32>(), 9);
    let value = game.value(&at, &go()).unwrap();
    assert_eq!((value.margin, value.remoteness), (Some(at.lead()), Some(0)));
    assert_eq!(game.best(&at, &go()), Ok(None));
}

#[test]
fn bad_text_is_refused_with_its_column() {
    let four = game(4);
    for (state, column) in
        [("1-2,2-5,5-2", 9), ("1-6", 1), ("1-2,,2-3", 5), ("1-2,1-11", 7), ("12", 1), ("1-2, 3-", 8)]
    {
        assert_eq!(four.parse_state(Text::new(state)).unwrap_err().column, column, "{state}");
    }
    for (params, column) in [(vec!["1"], 10), (vec!["7"], 10), (vec!["x"], 10), (vec!["5", "6"], 10)] {
        let texts: Vec<_> = params.iter().map(|p| Text::at(p, 10)).collect();
        let error = Triangle::open(Convention::Normal, &texts, &Library::default()).unwrap_err();
        assert_eq!(error.column, column, "{params:?}");
    }
    assert!(four.parse_move(&Position::default(), "1-4").is_err());
    assert_eq!((four.params_text(), game(5).params_text()), (String::new(), "/5".to_owned()));
    assert_eq!(read(&four, ""), Position::default());
    assert_eq!(read(&four, " 04-2 , 1-2"), read(&four, "2-4,1-2"));
}

/// The perfect move by its definition, from a plain table: best margin, then the fewest winning replies.
#[test]
fn the_best_move_is_the_defined_one() {
    let game = game(4);
    let plain = Plain::new(4).table(0);
    let mut random = Random(7);
    for _ in 0..60 {
        let mut at = Position::default();
        for _ in 0..random.below(18) {
            let moves = game.moves(&at);
            at = game.play(&at, &moves[random.below(moves.len())]);
        }
        let margin = |at: &Position| at.lead() + i32::from(plain[at.drawn() as usize]);
        let after = |before: &Position, m: u8| {
            let to = game.play(before, &m);
            if to.mover() == before.mover() { margin(&to) } else { -margin(&to) }
        };
        let rank = |m: &u8| {
            let to = game.play(&at, m);
            let replies = game.moves(&to).into_iter().filter(|&r| after(&to, r) > 0).count();
            (-after(&at, *m), if to.mover() == at.mover() { 0 } else { replies })
        };
        let expected = game.moves(&at).into_iter().min_by_key(rank);
        assert_eq!(game.best(&at, &go()), Ok(expected), "{}", game.state_text(&at));
        let wins = game.moves(&at).into_iter().filter(|&m| after(&at, m) > 0).collect::<Vec<_>>();
        let found = game.winning(&at, &crate::solve::sums::Rest::none(), 99, &go()).unwrap();
        assert_eq!((found.count, &found.first), (wins.len() as u64, &wins));
    }
}

#[test]
fn the_scene_shows_every_edge_and_owner() {
    let game = game(4);
    let at = read(&game, "1-2,1-3,2-3");
    let crate::rules::Picture::Lattice(board) = game.scene(&at).picture else { panic!("a lattice") };
    assert_eq!((board.points.len(), board.lines.len(), board.areas.len()), (10, 18, 9));
    let strong = board.lines.iter().filter(|l| l.look == crate::rules::Look::Strong).count();
    assert_eq!((strong, board.areas[0].owner, board.areas[0].label.as_str()), (3, Some(Player::First), "A"));
    for line in &board.lines {
        let (a, b) = (board.points[line.ends.0].at, board.points[line.ends.1].at);
        assert!([(2, 0), (1, 1), (-1, 1)].contains(&(b.0 - a.0, b.1 - a.1)), "{a:?} {b:?}");
    }
    assert!(game.moves(&at).iter().all(|m| board.lines[usize::from(*m)].site == Some(game.sites(&at, m)[0])));
}

#[test]
fn reasons_name_what_is_on_the_board() {
    let game = game(4);
    for (state, lines) in REASONS {
        let at = read(&game, state);
        let value = game.value(&at, &go()).unwrap();
        let winning = game.winning(&at, &crate::solve::sums::Rest::none(), 99, &go()).unwrap();
        assert_eq!(game.why(&at, &value, &winning.first, winning.count), *lines, "{state}");
    }
}

const REASONS: &[(&str, &[&str])] = &[
    (
        "",
        &[
            "With best play A ends with 3 of 9 triangles and B with 6; now it is 0 to 0.",
            "Nothing can be taken. 18 of 18 edges are quiet: they give nothing away.",
            "Best play draws 5 more quiet edges; then B opens the first chain.",
            "All 18 moves lose.",
        ],
    ),
    (
        "2-4,4-5,5-9,3-6,2-5,3-5,7-8",
        &[
            "With best play A ends with 6 of 9 triangles and B with 3; now it is 1 to 0.",
            "3 triangles can be taken at once, but who moves after that loses 3 on the rest of the board: take 1 and \
             leave 2 (with 2-3 first), so that B has to.",
            "3 of 11 moves win.",
        ],
    ),
    (
        "2-3,3-6,6-9,8-9,4-8,2-4",
        &[
            "With best play A ends with 7 of 9 triangles and B with 2; now it is 0 to 0.",
            "Nothing can be taken, and every edge gives triangles away: the chains open for 1, 1, 1, 6.",
            "6 of 12 moves win.",
        ],
    ),
    (
        "2-3,3-6,6-9,8-9,4-8,2-4,1-2",
        &[
            "With best play B ends with 2 of 9 triangles and A with 7; now it is 0 to 0.",
            "1 triangle can be taken at once: B takes it, 1-3 first; moving on after that costs 6.",
            "All 11 moves lose.",
        ],
    ),
];

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
    let margins = Margins::new(5).unwrap();
    assert!(matches!(margins.margin(0, &stopped()), Err(Stop::Interrupted(_))));
    assert!(matches!(margins.moves(0, &stopped()), Err(Stop::Interrupted(_))));
    assert_eq!(margins.known(0), None);
    assert!(matches!(margins.margin(0, &go().with_memory(1000)), Err(Stop::NotProved(_))));
    assert_eq!(margins.margin(0, &go()), Ok(-2));
    assert_eq!(margins.known(0), Some(-2));
}

#[test]
fn a_build_goes_on_where_it_was_stopped() {
    let whole = Table::above(Strips::of(5).unwrap(), 0, &go()).unwrap();
    let kept = Mutex::new(Vec::new());
    let keep = |block: usize, values: &[i8]| kept.lock().unwrap().push((block, values.to_vec()));
    let first = Build::new(5).unwrap();
    let asked = std::sync::atomic::AtomicU32::new(0);
    let soon = go().stopping(move || {
        let asked = asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        (asked > 3000).then(|| "enough".to_owned())
    });
    assert!(matches!(first.run(2, &soon, &keep), Err(Stop::Interrupted(_))));
    let found = first.found();
    assert!(found > 0 && found < first.cores());
    assert!(first.finish().is_err());

    let second = Build::new(5).unwrap();
    let blocks = std::mem::take(&mut *kept.lock().unwrap());
    for (block, values) in &blocks {
        assert_eq!(second.block_len(*block), Some(values.len()));
        assert!(second.restore(*block, values));
        assert!(!second.restore(*block, &values[1..]));
    }
    assert_eq!(second.found(), found);
    second.run(1, &go(), &keep).unwrap();
    assert_eq!(kept.lock().unwrap().len() + blocks.len(), second.blocks());
    let table = second.finish().unwrap();
    assert!((0..whole.len()).all(|rank| table.value_at(rank) == whole.value_at(rank)));
}
