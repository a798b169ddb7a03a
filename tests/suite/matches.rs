//! Tests matches of every game in the catalogue: going back restores each position, a saved match is read back
//! unchanged, and perfect players keep the result.

use nimatron::play::opponent::Opponent;
use nimatron::play::record::{self, parse};
use nimatron::play::strength::Strength;
use nimatron::play::{Level, Match, Participant, PlayerKind, winner};
use nimatron_core::erased::Ask;
use nimatron_core::games::{self, CATALOGUE};
use nimatron_core::rules::{Library, Limits};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn new(id: &str, kinds: [PlayerKind; 2]) -> Match {
    let position = games::open(id, &Library::default()).unwrap_or_else(|e| panic!("{id}: {e}"));
    let pair = Participant::pair(kinds, position.info());
    Match::new(position, pair)
}

fn starts() -> impl Iterator<Item = &'static str> {
    (CATALOGUE.iter())
        .flat_map(|e| {
            [e.info.example]
                .into_iter()
                .chain(e.setup.presets.iter().map(|(_, id)| *id))
        })
        .chain(["misere nim:3,1 + star:7 + row:OOO"])
}

#[test]
fn matches_go_back_and_are_saved_whole() {
    let mut rng = StdRng::seed_from_u64(1940);
    for kind in PlayerKind::ALL {
        for id in starts() {
            let mut game = new(id, [PlayerKind::Human, kind]);
            let mut pair = game.participants().clone();
            pair[0].name = (0..rng.random_range(0..9))
                .map(|_| rng.random::<char>())
                .collect();
            game.set_participants(pair);
            let mut ids = vec![game.position().id()];
            for _ in 0..24 {
                let list = game.position().choices(&[], 200).list;
                if list.is_empty() {
                    break;
                }
                game.play(&list[rng.random_range(0..list.len())].text)
                    .unwrap();
                ids.push(game.position().id());
            }
            assert_eq!(game.to_move().is_none(), game.result().is_some());
            for (ply, id) in ids.iter().enumerate() {
                assert_eq!(&game.position_at(ply).id(), id);
            }
            for ply in (0..ids.len()).rev().chain(0..ids.len()) {
                game.jump(ply);
                assert_eq!(game.position().id(), ids[ply]);
            }
            game.jump(ids.len() / 2);
            let read = parse(
                &record::Draft::new(&game).to_json(&record::now()).unwrap(),
                &Library::default(),
            )
            .unwrap()
            .game;
            assert_eq!(read.cursor(), game.cursor());
            assert_eq!(read.moves(), game.moves());
            assert_eq!(read.participants(), game.participants());
            assert_eq!(read.position().id(), game.position().id());
        }
    }
}

#[test]
fn the_perfect_computer_wins_what_can_be_won() {
    for id in starts() {
        let mut game = new(id, [PlayerKind::Computer(Level::Perfect); 2]);
        let limits = Limits::default();
        let mut opponent = Opponent::new(Some(1), Strength::default());
        let mut promised = None;
        for _ in 0..60 {
            let ask = Ask {
                best: true,
                most: 1000,
                ..Ask::value()
            };
            let Ok(analysis) = game.position().analyse(ask)(&limits) else {
                break;
            };
            let mover = game.mover_at(game.cursor());
            let winner = winner(analysis.value.outcome, mover);
            // Perfect play never changes the result.
            assert_eq!(*promised.get_or_insert(winner), winner, "{:?}", game);
            match opponent
                .choose(
                    Level::Perfect,
                    game.position(),
                    &analysis,
                    game.cursor(),
                    &limits,
                )
                .unwrap()
            {
                Some(text) => game.play(&text).unwrap(),
                None => break,
            };
        }
        if let (Some(result), Some(promised)) = (game.result(), promised) {
            assert_eq!(result.winner, promised, "{id}");
        }
    }
}
