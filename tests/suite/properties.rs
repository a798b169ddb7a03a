//! Checks properties of games at random positions. Failures are shrunk to short matches that reproduce them.

use std::cell::RefCell;

use nimatron::play::{Match, PlayerKind};
use nimatron_core::erased::AnyPosition;
use nimatron_core::games::{CATALOGUE, Opener};
use nimatron_core::rules::Library;
use proptest::prelude::{Strategy, any, prop, proptest};
use proptest::sample::Index;
use proptest::test_runner::Config;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

const LISTED: usize = 200;

thread_local! {
    /// A cache of rulesets, because reading scripts is slow.
    static OPENER: RefCell<Opener> = RefCell::new(Opener::new(Library::default()));
}

fn open(id: &str) -> Box<dyn AnyPosition> {
    OPENER.with_borrow_mut(|opener| opener.open(id).unwrap_or_else(|e| panic!("{id}: {e}")))
}

/// Generates matches. A match is a starting position and a list of moves, and each move is an index into the list of
/// legal moves.
fn matches() -> impl Strategy<Value = (String, Vec<Index>)> {
    let start = (any::<Index>(), any::<Index>(), any::<u64>()).prop_map(start);
    (start, prop::collection::vec(any::<Index>(), 0..8))
}

fn start((game, start, seed): (Index, Index, u64)) -> String {
    let entry = *game.get(&CATALOGUE);
    let presets = entry.setup.presets.iter().map(|(_, id)| (*id).to_owned());
    let mut starts: Vec<String> = [entry.info.example.to_owned()]
        .into_iter()
        .chain(presets)
        .collect();
    let values: Vec<String> = (entry.setup.fields.iter())
        .map(|field| field.kind.default_value())
        .collect();
    let mut rng = StdRng::seed_from_u64(seed);
    let mut roll = |n: u64| rng.random_range(0..n.max(1));
    starts.extend(entry.setup.random_id(&values, &mut roll));
    start.get(&starts).clone()
}

fn play(id: &str, moves: &[Index], mut see: impl FnMut(&dyn AnyPosition)) {
    let mut at = open(id);
    see(&*at);
    for index in moves {
        let list = at.first_moves(LISTED);
        if list.is_empty() {
            return;
        }
        at.play(&index.get(&list).text).unwrap();
        see(&*at);
    }
}

proptest! {
    #![proptest_config(Config { cases: 40, failure_persistence: None, ..Config::default() })]

    #[test]
    fn ids_read_back((id, moves) in matches()) {
        play(&id, &moves, |at| {
            assert_eq!(open(&at.id()).id(), at.id());
            assert_eq!(open(&at.portable_id()).is_over(), at.is_over());
        });
    }

    #[test]
    fn listed_moves_are_legal_and_read_back((id, moves) in matches()) {
        play(&id, &moves, |at| {
            let list = at.first_moves(LISTED);
            assert_eq!(list.is_empty(), at.is_over(), "{}", at.id());
            for choice in list {
                let read = at.legal(&choice.text).map(|choice| choice.text);
                assert_eq!(read, Ok(choice.text), "{}", at.id());
            }
        });
    }

    #[test]
    fn going_back_restores_every_position((id, moves) in matches()) {
        let mut game = Match::between(open(&id), [PlayerKind::Human; 2]);
        let mut ids = vec![game.position().id()];
        for index in &moves {
            let list = game.position().first_moves(LISTED);
            if list.is_empty() {
                break;
            }
            game.play(&index.get(&list).text).unwrap();
            ids.push(game.position().id());
        }
        for ply in (0..ids.len()).rev().chain(0..ids.len()) {
            game.jump(ply);
            assert_eq!(game.position().id(), ids[ply]);
        }
    }
}
