use std::collections::HashMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{PlainBoard, game, go, margin_of_move, random, read, stopped};
use crate::erased::Ask;
use crate::games::oracle::{opened, solved};
use crate::games::prelude::*;
use crate::games::triangle::capture::reduce;
use crate::games::triangle::grid::edges;
use crate::games::triangle::openings::{Openings, Order, Waits, short_chains, upward};
use crate::games::triangle::{Drawn, Edge, TriangleWar, explain};
use crate::solve::winning;

fn reasons(
    game: &TriangleWar,
    at: &Drawn,
    limits: &Limits,
) -> Result<Vec<Reason<Drawn, Edge>>, Stop> {
    let value = game.value(at, &go())?;
    let best = game.best(at, &go())?;
    let winning = winning(game, at, &go())?;
    let proved = Proved {
        value,
        best: best.as_ref(),
        winning: &winning,
    };
    explain::reasons(&Case {
        game,
        at,
        proved: &proved,
        convention: Convention::Normal,
        drawn: true,
        limits,
    })
}

fn taking(game: &TriangleWar, at: &Drawn) -> Option<Edge> {
    game.moves(at)
        .iter()
        .find(|m| game.play(at, m).mover() == at.mover())
}

fn taken(game: &TriangleWar, mut at: Drawn) -> (i32, Drawn) {
    let before = at.lead();
    while let Some(m) = taking(game, &at) {
        at = game.play(&at, &m);
    }
    (at.lead() - before, at)
}

#[test]
fn headlines_speak_for_the_side_that_wins() {
    let game = game(4);
    let mut rng = StdRng::seed_from_u64(3);
    let mut ahead = 0;
    for n in 0..300 {
        let mut at = Drawn::default();
        while at.order().len() < 4 + n % 12 || taking(&game, &at).is_some() {
            let moves = game.moves(&at).first_of(64);
            let Some(m) = taking(&game, &at)
                .or_else(|| moves.get(rng.random_range(0..moves.len().max(1))).copied())
            else {
                break;
            };
            at = game.play(&at, &m);
        }
        let margin = game.value(&at, &go()).unwrap().margin.unwrap();
        let said = reasons(&game, &at, &go()).unwrap();
        let headline = &said[0].text;
        assert!(
            !headline.starts_with("You run out") || margin - i64::from(at.lead()) < 0 && margin < 0,
            "{at:?}: {headline}"
        );
        assert!(
            !headline.starts_with("No safe move is left") || margin < i64::from(at.lead()),
            "{at:?}: {headline}"
        );
        assert!(
            !headline.starts_with("Your opponent runs out") || margin > 0,
            "{at:?}: {headline}"
        );
        assert!(
            !headline.starts_with("You are far enough ahead") || margin > 0 && at.lead() > 0,
            "{at:?}"
        );
        ahead += usize::from(headline.starts_with("You are far enough ahead"));
    }
    assert!(ahead > 5, "{ahead}");
}

#[test]
fn by_only_is_said_only_where_some_edge_loses_by_more() {
    let game = game(4);
    let plain = PlainBoard::new(4).table(0);
    let mut rng = StdRng::seed_from_u64(5);
    let mut said = [0; 2];
    for n in 0..400 {
        let at = random(&game, &mut rng, n % 18);
        if game.value(&at, &go()).unwrap().outcome != Outcome::Loss {
            continue;
        }
        let after: Vec<i32> = game
            .moves(&at)
            .iter()
            .map(|m| margin_of_move(&game, &plain, &at, m))
            .collect();
        let differ = after.iter().any(|m| *m != after[0]);
        let all = reasons(&game, &at, &go()).unwrap();
        assert_eq!(
            all.iter().any(|r| r.text.contains("loses by only")),
            differ,
            "{at:?}: {all:?}"
        );
        said[usize::from(differ)] += 1;
    }
    assert!(said[0] > 1 && said[1] > 20, "{said:?}");
}

#[test]
fn chains_are_as_long_as_what_the_other_can_take() {
    for side in [4, 5] {
        let game = game(side);
        let mut rng = StdRng::seed_from_u64(3);
        let mut chains = 0;
        for n in 0..300 {
            let at = random(&game, &mut rng, n % (game.grid().edges().len() + 1));
            let take = |at: Drawn| taken(&game, at).0;
            let open = take(at.clone()) > 0;
            let mut marked = 0u64;
            for mark in explain::figure(&game, &at).marks {
                let FigureMark::Chain { places, length } = mark else {
                    continue;
                };
                for place in &places {
                    assert_eq!(marked >> place.item & 1, 0, "{at:?}: an edge in two chains");
                    marked |= 1 << place.item;
                    if !open {
                        assert_eq!(
                            take(game.play(&at, &(place.item as u8))),
                            length as i32,
                            "{at:?}"
                        );
                    }
                    chains += 1;
                }
            }
            if !open {
                for m in game.moves(&at).iter().filter(|m| marked >> m & 1 == 0) {
                    assert_eq!(take(game.play(&at, &m)), 0, "{at:?}: {m} is not quiet");
                }
            }
        }
        assert!(chains > 300, "{chains}");
    }
}

#[test]
fn reasons_can_be_stopped() {
    let game = game(5);
    let said = reasons(&game, &read(&game, "1-2"), &stopped());
    assert!(matches!(said, Err(Stop::Interrupted(_))));
}

#[test]
fn the_first_preset_can_be_won_and_lost() {
    let (_, id) = TriangleWar::SETUP.presets[0];
    let table = opened(id);
    let found = table.analyse(Ask::default())(&go()).unwrap();
    assert_eq!(
        (found.value.outcome, table.mover().map(|p| p.index())),
        (Outcome::Win, Some(0))
    );
    let moves = u128::from(found.moves.unwrap());
    assert!(
        found.winning_count >= Some(4) && found.winning_count < Some(moves),
        "{:?} of {moves}",
        found.winning_count
    );
}

/// Plays out the safe moves in every sequence that `order` allows. Returns the minimum and the maximum number of safe
/// moves, and whether the player to move can make the opponent run out of safe moves.
fn drawn_out(
    game: &TriangleWar,
    at: &Drawn,
    order: Order,
    known: &mut HashMap<u64, (u32, u32, bool)>,
) -> (u32, u32, bool) {
    if let Some(found) = known.get(&at.drawn()) {
        return *found;
    }
    let mut given: Vec<(i32, Drawn)> = Vec::new();
    for m in &game.moves(at) {
        given.push(taken(game, game.play(at, &m)));
    }
    let quiet = given.iter().any(|(taken, _)| *taken == 0);
    let mut least = u32::MAX;
    let mut most = 0;
    let mut wins = false;
    for (taken, to) in given {
        if taken == 0 || taken <= 2 && !(quiet && order == Order::QuietFirst) {
            let (l, m, w) = drawn_out(game, &to, order, known);
            (least, most, wins) = (least.min(l + 1), most.max(m + 1), wins || !w);
        }
    }
    let found = if least == u32::MAX {
        (0, 0, false)
    } else {
        (least, most, wins)
    };
    known.insert(at.drawn(), found);
    found
}

/// Draws random safe edges until at most `left` upward triangles have no edge drawn.
fn late(game: &TriangleWar, rng: &mut StdRng, left: usize) -> Drawn {
    let mut at = Drawn::default();
    while upward(game.grid(), at.drawn()).len() > left {
        let quiet: Vec<Edge> = edges(Openings::find(game.grid(), at.drawn()).quiet).collect();
        if quiet.is_empty() {
            break;
        }
        at.draw(game.grid(), quiet[rng.random_range(0..quiet.len())]);
    }
    at
}

#[test]
fn the_count_of_waiting_moves_is_what_can_be_drawn() {
    let mut rng = StdRng::seed_from_u64(3);
    let (mut open, mut joined) = (0, 0);
    for (side, left) in [(2, 1), (3, 3), (4, 2), (5, 0)] {
        let game = game(side);
        let mut known = [HashMap::new(), HashMap::new()];
        for n in 0..12 {
            let at = late(&game, &mut rng, n % (left + 1));
            for (order, known) in [Order::QuietFirst, Order::Any].into_iter().zip(&mut known) {
                let Some(waits) = Waits::find(game.grid(), at.drawn(), order) else {
                    continue;
                };
                let (least, most, wins) = drawn_out(&game, &at, order, known);
                let found = (waits.least, waits.most, waits.mover_wins);
                assert_eq!(found, (least, most, wins), "{side} {order:?}: {at:?}");
                open += usize::from(!waits.settled);
                if upward(game.grid(), at.drawn()).is_empty() {
                    let chains = short_chains(game.grid(), at.drawn());
                    let numbered = u32::try_from(chains.len()).unwrap();
                    assert!((least..=most).contains(&numbered), "{at:?}: {chains:?}");
                    assert!(
                        chains.iter().all(|c| (1..=2).contains(&c.len())),
                        "{at:?}: {chains:?}"
                    );
                    let short = Openings::find(game.grid(), at.drawn()).chains;
                    joined +=
                        usize::from(short.iter().filter(|c| c.is_short()).count() > chains.len());
                }
            }
        }
    }
    assert!(open > 0 && joined > 0, "{open} {joined}");
}

/// With three dots per side, the number of safe moves decides who gets more triangles if safe edges are drawn first.
/// With four dots per side, the number decides in any order of moves, once at most two upward triangles have no edge
/// drawn.
#[test]
fn the_count_of_waiting_moves_decides_small_boards() {
    for (side, left, order) in [(3, 3, Order::QuietFirst), (4, 2, Order::Any)] {
        let game = game(side);
        let grid = game.grid();
        let plain = PlainBoard::new(side).table(0);
        let mut layer = vec![0u64];
        let mut seen = std::collections::HashSet::new();
        let mut held = 0;
        while let Some(at) = layer.pop() {
            let image = |symmetry: &Vec<u8>| {
                edges(at).fold(0u64, |set, e| set | 1 << symmetry[usize::from(e)])
            };
            if !seen.insert(grid.symmetries().iter().map(image).min().unwrap()) {
                continue;
            }
            if upward(grid, at).len() <= left {
                let waits = Waits::find(grid, at, order).unwrap();
                assert_eq!(waits.mover_wins, plain[at as usize] > 0, "{side}: {at:b}");
                assert!(side == 4 || waits.settled, "{at:b}");
                held += 1;
            }
            layer.extend(edges(Openings::find(grid, at).quiet).map(|e| at | 1 << e));
        }
        assert!(held >= if side == 3 { 13 } else { 300 }, "{side}: {held}");
    }
}

#[test]
fn the_count_is_not_said_to_decide_where_it_does_not() {
    let game = game(4);
    let mut rng = StdRng::seed_from_u64(21);
    let (mut decides, mut not) = (0, 0);
    for n in 0..250 {
        let at = random(&game, &mut rng, n % 12);
        let gain = game.value(&at, &go()).unwrap().margin.unwrap() - i64::from(at.lead());
        let all = reasons(&game, &at, &go()).unwrap();
        assert!(
            (all.iter()).all(|r| r.text.chars().count() <= 160 && !r.text.ends_with("...")),
            "{at:?}: {all:?}"
        );
        let open = reduce(game.grid(), at.drawn()).captured == 0;
        let place = |word: &str| {
            all.iter()
                .position(|r| r.depth != Depth::Headline && r.text.contains(word))
        };
        if let Some(said) = place("Even so").filter(|_| open) {
            let decided = place("With best play").unwrap_or(usize::MAX);
            assert!(decided <= said, "{at:?}: {all:?}");
            not += 1;
        } else if let Some(said) = place("out of safe moves first").filter(|_| open) {
            let loser = if gain > 0 {
                "your opponent runs out"
            } else {
                "you run out"
            };
            assert!(
                all[said].text.to_lowercase().contains(loser) && gain != 0,
                "{at:?}: {all:?}"
            );
            decides += 1;
        }
    }
    assert!(decides > 40 && not > 2, "{decides} {not}");
}

#[test]
fn leads_and_shares_are_counted_in_words() {
    for (id, said) in [
        (
            "triangle/3:2-5,2-3,3-5,1-3,1-2,4-5,2-4",
            "You have a lead of one, and your opponent gets the only remaining triangle. With best play the game ends in a draw, 2 to 2.",
        ),
        (
            "triangle/3:3-6,3-5,5-6",
            "You have a lead of one, and your opponent gets 2 of the 3 remaining triangles. With best play the game ends in a draw, 2 to 2.",
        ),
        (
            "triangle/3:3-5,2-3,2-4,4-5,2-5",
            "You have a lead of 2, and the remaining triangles are split equally. With best play you win 3 to 1.",
        ),
        (
            "triangle/3:3-5,2-3,2-4,4-5,2-5",
            "You are far enough ahead: a lead of 2 decides.",
        ),
        (
            "triangle/3:1-2,2-5,3-6,3-5,5-6,2-3,1-3",
            "You have a lead of 3, and only one triangle remains. With best play you win 3 to 1.",
        ),
        (
            "triangle:7-8,5-8,4-5,9-10,3-6,4-8,4-7,1-3",
            "Your opponent has a lead of 2, and you get 4 of the 7 remaining triangles. With best play your opponent wins 5 to 4.",
        ),
        (
            "triangle/3:3-5,2-5",
            "Draw edge 2-3. This takes 1 triangle. No other edge keeps the draw.",
        ),
    ] {
        let reasons = solved(id).reasons;
        assert!(
            reasons.iter().any(|reason| reason.text == said),
            "{id}: {reasons:?}"
        );
    }
}

#[test]
fn the_figure_numbers_what_is_counted() {
    let mut rng = StdRng::seed_from_u64(8);
    let mut chains = 0;
    for (side, left) in [(3, 1), (4, 2), (4, 0), (5, 0)] {
        let game = game(side);
        for _ in 0..8 {
            let at = late(&game, &mut rng, left);
            let mut counted = upward(game.grid(), at.drawn()).len();
            if counted == 0 {
                counted = short_chains(game.grid(), at.drawn()).len();
                chains += counted;
            }
            let figure = explain::figure(&game, &at);
            let numbers = figure.marks.into_iter().filter_map(|mark| match mark {
                FigureMark::Value { label, .. } => Some(label),
                _ => None,
            });
            let expected: Vec<Label> = (1..=counted as u64).map(Label::Number).collect();
            assert_eq!(numbers.collect::<Vec<_>>(), expected, "{at:?}");
        }
    }
    assert!(chains > 0);
}
