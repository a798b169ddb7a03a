//! Checks that all shipped saved games can be replayed. They must include finished matches of five games, and each
//! position listed below must be the current position of a saved game.

use nimatron::play::record;
use nimatron_core::rules::Library;

use super::program::{files, root};

#[test]
fn every_shipped_game_replays_and_the_first_five_games_are_played_to_their_ends() {
    let mut finished = Vec::new();
    let mut positions = Vec::new();
    for file in files(&root().join("saves"), "") {
        let game = record::load(&file, &Library::default())
            .unwrap_or_else(|e| panic!("{}: {e}", file.display()))
            .game;
        if game.position().is_over() {
            assert!(!game.moves().is_empty(), "{}", file.display());
            finished.push(game.position().info().id);
        }
        positions.push(game.position().id());
    }
    for game in ["star", "row", "triangle", "strip", "nim"] {
        assert!(
            finished.contains(&game),
            "no game of {game} was played to its end"
        );
    }
    for position in [
        "star:2088",
        "star:1664",
        "triangle:2-4,4-5,5-9,3-6,2-5,3-5",
        "triangle:2-4,4-5,5-9,3-6,2-5,3-5,7-8",
        "triangle:1-2,2-3,1-3,2-4,2-5,4-5",
        "triangle:1-2,2-5,3-6,5-8,4-7,6-10,2-4,4-5,4-8,7-8",
    ] {
        assert!(
            positions.iter().any(|p| p == position),
            "{position} is not shipped"
        );
    }
}
