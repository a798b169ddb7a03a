//! What the reasons and the figure say, against plain play on the board.

use std::collections::HashMap;

use super::oracle::PlainBoard;
use super::{Random, game, go, read, stopped};
use crate::erased::{Ask, Game, Proved};
use crate::games::open;
use crate::games::triangle::TriangleWar;
use crate::games::triangle::capture::reduce;
use crate::games::triangle::grid::Grid;
use crate::games::triangle::openings::{OpeningRace, Openings, edges, upward};
use crate::games::triangle::rules::{Drawn, Edge};
use crate::rules::{Claim, FigureMark, Library, Limits, Outcome, Reason, Reveals, Rules, Stop};
use crate::solve::Solve;

fn reasons(game: &TriangleWar, at: &Drawn, limits: &Limits) -> Result<Vec<Reason<Drawn, Edge>>, Stop> {
    let value = game.value(at, &go())?;
    let best = game.best(at, &go())?;
    let winners = game.winning(at, 99, &go())?;
    let proved = Proved { value, best: best.as_ref(), winning: &winners.first, winning_count: winners.count };
    game.reasons(at, &proved, limits)
}

fn texts(state: &str) -> Vec<String> {
    let game = game(4);
    reasons(&game, &read(&game, state), &go()).unwrap().into_iter().map(|r| r.text).collect()
}

/// A random position and how it was reached.
fn random(game: &TriangleWar, random: &mut Random, moves: usize) -> Drawn {
    let mut at = Drawn::default();
    for _ in 0..moves {
        let moves = game.moves(&at);
        at = game.play(&at, &moves[random.below(moves.len())]);
    }
    at
}

#[test]
fn what_is_said_of_the_samples() {
    assert_eq!(
        texts(""),
        [
            "A is to move and it is 0:0. With best play it ends 3:6 (A:B, 9 triangles in all).",
            "Nothing can be taken, and all 18 edges are quiet: none of them lets the other side take yet.",
            "Best play stops earlier: after 2 more, A opens a chain of 1, and who takes it must move on. So B gets 3 \
             more of the rest.",
            "Count: each quiet edge uses up one triangle that points up and has no edge yet. There are 6 (numbered), an \
             even number. If all come, A has to open.",
            "That line: 1-2 2-4 2-5; the last of these opens the chain.",
            "All 18 edges lose; 1-2 loses by least, by 3, answered by 2-4.",
        ]
    );
    assert_eq!(
        texts("2-4,4-5,5-9,3-6,2-5,3-5,7-8"),
        [
            "A is to move and it is 1:0. With best play it ends 6:3 (A:B, 9 triangles in all).",
            "3 triangles can be taken now. But who takes the last must draw elsewhere, and there B gets 3 more: taking \
             all ends 5:4.",
            "So A takes 1 and shuts off the last 2: B gets these, but must draw elsewhere. It ends 6:3 instead.",
            "2-3 takes 1, and wins 6:3. 3 of 11 edges win.",
        ]
    );
    assert_eq!(
        texts("1-2,2-5,3-6,5-8,4-7,6-10,2-4,4-5,4-8,7-8")[1..],
        [
            "Nothing can be taken, and every edge gives something away. There are chains of 1, 1 and 3.",
            "B must open a chain. Mostly who opens gets less, but here B gets 4 more of the rest.",
            "5-9 gives 1 away, and wins 1:8. All 8 edges win.",
        ]
    );
}

/// A plain table knows the margins, plain play who takes what.
#[test]
fn margins_claimed_are_those_of_a_plain_table() {
    let game = game(4);
    let plain = PlainBoard::new(4).table(0);
    let margin = |at: &Drawn| at.lead() + i32::from(plain[at.drawn() as usize]);
    let mut dice = Random(11);
    let (mut greedy, mut lines) = (0, 0);
    for n in 0..400 {
        let at = random(&game, &mut dice, n % 19);
        for reason in reasons(&game, &at, &go()).unwrap() {
            for claim in &reason.claims {
                match claim {
                    Claim::Margin(there, said) => {
                        assert_eq!(margin(there), *said, "{at:?}: {}", reason.text);
                        let further = there.order().len() - at.order().len();
                        greedy += usize::from(further > 1 && there.mover() == at.mover());
                        lines += usize::from(further > 1 && reason.text.starts_with("That line"));
                    }
                    Claim::Outcome(there, said) => {
                        let ahead = margin(there);
                        assert_eq!((ahead > 0, ahead < 0), (*said == Outcome::Win, *said == Outcome::Loss));
                    }
                    Claim::Move(m, said) => {
                        let to = game.play(&at, m);
                        let ahead = if to.mover() == at.mover() { margin(&to) } else { -margin(&to) };
                        assert_eq!((ahead > 0, ahead < 0), (*said == Outcome::Win, *said == Outcome::Loss));
                    }
                    Claim::Answer(m, reply) => {
                        let to = game.play(&at, m);
                        let then = game.play(&to, reply);
                        let ahead = if to.mover() == then.mover() { margin(&then) } else { -margin(&then) };
                        assert_eq!(ahead, margin(&to), "{at:?}: {}", reason.text);
                    }
                    Claim::Grundy(..) => panic!("no Grundy values here"),
                }
            }
        }
    }
    assert!(greedy > 20 && lines > 0, "{greedy} {lines}");
}

#[test]
fn by_least_is_said_only_where_some_edge_loses_by_more() {
    let game = game(4);
    let plain = PlainBoard::new(4).table(0);
    let mut dice = Random(5);
    let mut said = [0; 2];
    for n in 0..400 {
        let at = random(&game, &mut dice, n % 18);
        if game.value(&at, &go()).unwrap().outcome != Outcome::Loss {
            continue;
        }
        let after: Vec<i32> = (game.moves(&at).iter())
            .map(|m| {
                let to = game.play(&at, m);
                let margin = to.lead() + i32::from(plain[to.drawn() as usize]);
                if to.mover() == at.mover() { margin } else { -margin }
            })
            .collect();
        let differ = after.iter().any(|m| *m != after[0]);
        let last = reasons(&game, &at, &go()).unwrap().pop().unwrap().text;
        assert_eq!(last.contains("by least"), differ, "{at:?}: {last}");
        said[usize::from(differ)] += 1;
    }
    assert!(said[0] > 1 && said[1] > 20, "{said:?}");
}

/// Each chain of the figure: whichever of its edges is drawn, the other takes as many as it is long.
#[test]
fn chains_are_as_long_as_what_the_other_can_take() {
    for side in [4, 5] {
        let game = game(side);
        let mut dice = Random(3);
        let mut chains = 0;
        for n in 0..300 {
            let at = random(&game, &mut dice, n % (game.grid().edges().len() + 1));
            // Takes what can be taken until nothing is left to take, and says how many there were.
            let take = |mut at: Drawn| {
                let before = at.lead();
                while let Some(m) =
                    game.moves(&at).into_iter().find(|m| game.play(&at, m).mover() == at.mover())
                {
                    at = game.play(&at, &m);
                }
                at.lead() - before
            };
            let open = take(at.clone()) > 0;
            let mut marked = 0u64;
            for mark in super::super::explain::figure(&game, &at).marks {
                let FigureMark::Chain { places, length } = mark else { continue };
                for place in &places {
                    assert_eq!(marked >> place.item & 1, 0, "{at:?}: an edge in two chains");
                    marked |= 1 << place.item;
                    if !open {
                        assert_eq!(take(game.play(&at, &(place.item as u8))), length as i32, "{at:?}");
                    }
                    chains += 1;
                }
            }
            if !open {
                for m in game.moves(&at).iter().filter(|m| marked >> **m & 1 == 0) {
                    assert_eq!(take(game.play(&at, m)), 0, "{at:?}: {m} is not quiet");
                }
            }
        }
        assert!(chains > 300, "{chains}");
    }
}

#[test]
fn empty_boards_of_every_size_have_reasons() {
    for side in 2..=6 {
        let game = game(side);
        let at = Drawn::default();
        let found = reasons(&game, &at, &go()).unwrap();
        assert!(found.iter().any(|r| r.reveals == Reveals::Nothing && !r.claims.is_empty()), "{side}");
        assert!(found.iter().all(|r| r.text.chars().count() <= 160), "{side}: {found:?}");
    }
}

#[test]
fn reasons_can_be_stopped() {
    let game = game(5);
    let at = read(&game, "1-2");
    let value = game.value(&at, &go()).unwrap();
    let best = game.best(&at, &go()).unwrap();
    let proved = Proved { value, best: best.as_ref(), winning: &[], winning_count: 0 };
    assert!(matches!(game.reasons(&at, &proved, &stopped()), Err(Stop::Interrupted(_))));
}

/// The first start that is offered can be won by whoever begins, and so can some move go wrong.
#[test]
fn the_first_preset_can_be_won_and_lost() {
    let (_, id) = TriangleWar::SETUP.presets[0];
    let table = open(id, &Library::default()).unwrap();
    let found = table.analyse(Ask::usual())(&go()).unwrap();
    assert_eq!((found.value.outcome, table.mover().map(|p| p.index())), (Outcome::Win, Some(0)));
    let moves = u128::from(found.moves.unwrap());
    assert!(found.winning_count >= 4 && found.winning_count < moves, "{} of {moves}", found.winning_count);
}

/// Quiet edges drawn in every order: how many there are, and who can see to it that the other finds none.
fn drawn_out(grid: &Grid, at: u64, known: &mut HashMap<u64, (u32, u32, bool)>) -> (u32, u32, bool) {
    if let Some(found) = known.get(&at) {
        return *found;
    }
    let (mut least, mut most, mut wins) = (u32::MAX, 0, false);
    for edge in 0..grid.edges().len() {
        let next = at | 1 << edge;
        if at >> edge & 1 == 0 && reduce(grid, next).captured == 0 {
            let (l, m, w) = drawn_out(grid, next, known);
            (least, most, wins) = (least.min(l + 1), most.max(m + 1), wins || !w);
        }
    }
    let found = if least == u32::MAX { (0, 0, false) } else { (least, most, wins) };
    known.insert(at, found);
    found
}

/// What is counted by triangles that point up is what comes of drawing quiet edges one by one.
#[test]
fn the_count_of_quiet_edges_is_what_can_be_drawn() {
    let mut dice = Random(3);
    let (mut open, mut known) = (0, HashMap::new());
    for side in [2, 3, 4, 5] {
        let grid = Grid::of(side).unwrap();
        known.clear();
        for n in 0..60u32 {
            // Some quiet edges, so few at five dots that all orders of the rest can be gone through.
            let mut at = 0u64;
            for _ in 0..n % 7 + if side == 5 { 4 } else { 0 } {
                let quiet = Openings::of(grid, at).quiet;
                let all: Vec<Edge> = edges(quiet).collect();
                if let Some(edge) = all.get(dice.below(all.len().max(1))) {
                    at |= 1 << edge;
                }
            }
            let Some(race) = OpeningRace::of(grid, at) else { continue };
            if side == 5 && upward(grid, at).len() > 5 {
                continue;
            }
            let (least, most, wins) = drawn_out(grid, at, &mut known);
            assert_eq!((race.least, race.most, race.mover_wins), (least, most, wins), "{side}: {at:b}");
            assert_eq!(race.upward as usize, upward(grid, at).len());
            open += usize::from(!race.settled);
        }
    }
    assert!(open > 0, "no board was met where it is open how many can be drawn");
}

/// That who runs out of quiet edges has to open is stated as a fact only where best play comes to that and it loses;
/// where the count speaks for the other side, what decides is said before it.
#[test]
fn the_count_of_quiet_edges_is_not_said_to_decide_where_it_does_not() {
    let game = game(4);
    let mut dice = Random(21);
    let (mut decides, mut not) = (0, 0);
    for n in 0..300 {
        let at = random(&game, &mut dice, n % 8);
        let (value, all) = (game.value(&at, &go()).unwrap(), reasons(&game, &at, &go()).unwrap());
        assert!(all.iter().all(|r| r.text.chars().count() <= 160), "{at:?}: {all:?}");
        let race = OpeningRace::of(game.grid(), at.drawn()).unwrap();
        let open = reduce(game.grid(), at.drawn()).captured == 0;
        let place = |word: &str| all.iter().position(|r| r.text.contains(word));
        if let Some(said) = place("runs out first") {
            assert!(open && race.mover_wins == (value.outcome == Outcome::Win), "{at:?}: {}", all[said].text);
            decides += 1;
        }
        if let Some(said) = place("does not decide") {
            let agrees = value.outcome == if race.mover_wins { Outcome::Win } else { Outcome::Loss };
            assert!(open && !agrees, "{at:?}: {}", all[said].text);
            let decided = place("of the rest").unwrap_or(usize::MAX);
            assert!(decided < said, "{at:?}: {all:?}");
            not += 1;
        }
    }
    assert!(decides > 5 && not > 5, "{decides} {not}");
}
