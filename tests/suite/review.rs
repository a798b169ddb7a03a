//! Compares reviews of random matches and small puzzles with a plain search that knows only the moves and how games
//! end. The built-in games and some scripts are tested.

use nimatron::play::puzzle::{self, PuzzleRequest};
use nimatron::play::review::{MoveKind, review};
use nimatron::play::{Match, Participant, PlayerKind};
use nimatron_core::games;
use nimatron_core::rules::{Convention, Library, Limits, Outcome, Player};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::search::PlainSearch;

/// Small starting positions, with at least one for every built-in game.
const STARTS: [&str; 41] = [
    "own/hare:A:a.a.b.b",
    "star:1664",
    "normal star:1847",
    "rings/cube:59",
    "rings/0-1,1-2,2-3,3-0:15",
    "row:OOO.OO",
    "misere row:OO.O.OO",
    "triangle/2:",
    "triangle/3:",
    "triangle/3:1-2,1-3",
    "strip:0010002",
    "misere strip:000100",
    "nim:1,2,3",
    "misere nim:2,3,2",
    "bash/3:9,2",
    "misere bash/2:7",
    "race/3/12:0",
    "misere race/3/11:1",
    "auction/4/13:0",
    "misere auction/4/13:2",
    "powers/2:9,4",
    "subtraction/1,3,4:12",
    "octal/0.77:6,3",
    "misere octal/0.07:8",
    "wythoff:5,7",
    "misere queen:4,6",
    "ferguson:5,4",
    "boxes:7,3",
    "fibonacci:13",
    "chomp:3x4",
    "tictactoe:X...O....",
    "token/a-b,a-c,b-c,c-d:a,b",
    "misere nim:2 + row:OOO",
    "own/grundy:8",
    "misere own/grundy:7",
    "own/half:5,4",
    "own/euclid:9,5",
    "own/treblecross:.....",
    "misere own/silver-dollar:.o..o",
    "own/cram:......",
    "own/domineering:A:........",
];

#[test]
fn reviews_of_random_matches_agree_with_a_plain_search() {
    let kinds = agree_with_a_plain_search(2);
    assert!(kinds.iter().all(|n| *n > 5), "{kinds:?}");
}

#[test]
#[ignore = "the full run: minutes without optimisation"]
fn reviews_of_many_random_matches_agree_with_a_plain_search() {
    let kinds = agree_with_a_plain_search(12);
    assert!(kinds.iter().all(|n| *n > 50), "{kinds:?}");
}

fn agree_with_a_plain_search(matches: usize) -> [usize; 3] {
    let mut rng = StdRng::seed_from_u64(1940);
    let mut kinds = [0_usize; 3];
    for start in STARTS {
        let (mut plain, mut room) = (PlainSearch::default(), usize::MAX);
        let matches = if start.contains("own/") {
            matches.div_ceil(2)
        } else {
            matches
        };
        for _ in 0..matches {
            let position = games::open(start, &Library::default()).unwrap();
            let pair = Participant::pair([PlayerKind::Human; 2], position.info());
            let mut game = Match::new(position, pair);
            while let list = game.position().choices(&[], 10_000).list
                && !list.is_empty()
            {
                game.play(&list[rng.random_range(0..list.len())].text)
                    .unwrap();
            }
            let found = review(&game, &Limits::default(), &mut |_, _| ()).unwrap();
            assert_eq!(found.moves.len(), game.moves().len());
            let mut decisions = [0; 2];
            let mut last = None;
            for (ply, m) in found.moves.iter().enumerate() {
                let at = game.position_at(ply);
                let place = format!("{start} after {ply} moves, {}", m.text);
                let before = plain.value(&*at, &mut room).unwrap();
                let all = plain.options(&*at, &mut room).unwrap();
                let made = all.iter().find(|(text, _)| *text == m.text).unwrap().1;
                assert_eq!(
                    (m.n, m.player, &m.text),
                    (ply + 1, game.moves()[ply].by, &game.moves()[ply].text)
                );
                assert_eq!(m.before.map(|v| v.outcome), Some(before.outcome), "{place}");
                assert_eq!(m.after, Some(made.outcome), "{place}");
                let cost = before.margin.zip(made.margin).map(|(b, a)| (b - a) as u64);
                assert_eq!(m.cost(), cost, "{place}");
                let slower = match before.outcome {
                    _ if cost.is_some() => cost > Some(0),
                    Outcome::Draw => false,
                    _ => made.left.map(|n| n + 1) != before.left,
                };
                let kind = match (made.outcome < before.outcome, slower) {
                    (true, _) => MoveKind::Mistake,
                    (false, true) => MoveKind::Inaccuracy,
                    (false, false) => MoveKind::Best,
                };
                assert_eq!(m.kind(), Some(kind), "{place}");
                kinds[kind as usize] += 1;
                let best = all
                    .iter()
                    .find(|(text, _)| Some(text) == m.best.as_ref())
                    .unwrap()
                    .1;
                assert_eq!(
                    (best.outcome, best.margin),
                    (before.outcome, before.margin),
                    "{place}"
                );
                if before.outcome != Outcome::Draw {
                    assert_eq!(best.left.map(|n| n + 1), before.left, "{place}");
                }
                let kept = all
                    .iter()
                    .filter(|(_, a)| a.outcome == before.outcome)
                    .count();
                assert_eq!(m.decision, kept < all.len(), "{place}");
                decisions[m.player.index()] += usize::from(kept < all.len());
                if kind == MoveKind::Mistake {
                    last = Some(ply + 1);
                }
            }
            assert_eq!(found.turning(), last, "{start}");
            for player in Player::BOTH {
                let tally = found.tally(player);
                assert_eq!(tally.decisions, decisions[player.index()], "{start}");
                // Every decision either keeps the outcome or is a mistake.
                assert_eq!(tally.decisions - tally.kept, tally.mistakes, "{start}");
            }
            assert_eq!(found.result, game.result().map(|r| r.winner));
            assert!(found.result.is_some());
        }
    }
    kinds
}

#[test]
fn small_puzzles_agree_with_a_plain_search() {
    let library = Library::default();
    let mut checked = 0;
    for game in [
        "star",
        "rings/cube",
        "row",
        "strip",
        "nim",
        "bash/3",
        "octal/0.07",
        "wythoff",
        "fibonacci",
        "token/tree",
    ] {
        for convention in [None, Some(Convention::Misere)] {
            let wanted = PuzzleRequest {
                game: Some(game.to_owned()),
                convention,
                grade: None,
            };
            let puzzles = puzzle::find(&wanted, 12, 3, &library, &Limits::default()).unwrap();
            let (mut plain, mut room) = (PlainSearch::default(), usize::MAX);
            for p in puzzles
                .iter()
                .filter(|p| p.remoteness <= 5 && p.moves <= 12)
            {
                let at = games::open(&p.id, &library).unwrap();
                let value = plain.value(&*at, &mut room).unwrap();
                assert_eq!(
                    (value.outcome, value.left),
                    (Outcome::Win, Some(p.remoteness)),
                    "{}",
                    p.id
                );
                let moves = plain.options(&*at, &mut room).unwrap();
                let winning: Vec<&String> = moves
                    .iter()
                    .filter(|(_, end)| end.outcome == Outcome::Win)
                    .map(|(text, _)| text)
                    .collect();
                assert_eq!(winning, [&p.answer], "{}", p.id);
                checked += 1;
            }
        }
    }
    assert!(checked > 60, "{checked}");
}
