//! Implements matches and everything around them: players, the computer's moves, saved games, reviews, puzzles, lessons
//! and the coach.
//!
//! This layer may use files, clocks and randomness, but it is independent of the user interface.

pub mod atlas;
pub mod coach;
pub mod dice;
mod file_name;
mod game_match;
pub mod hint;
pub mod history;
pub mod json_fields;
pub mod lesson;
pub mod opponent;
mod participant;
pub mod puzzle;
pub mod random;
pub mod record;
pub mod review;
mod scene;
pub mod session;
pub mod store;
pub mod strength;
pub mod supply;
pub mod tree;
pub mod typed;

pub use game_match::{End, Match, MatchResult, PlayedMove, Stamp, ended, winner};
pub use participant::{Level, Participant, PlayerKind, UnknownPlayer};

#[cfg(test)]
pub(crate) mod fixtures {
    use super::store::Store;
    use super::{Match, PlayerKind};
    use nimatron_core::erased::AnyPosition;
    use nimatron_core::games;
    use nimatron_core::rules::Library;

    pub fn open(id: &str) -> Box<dyn AnyPosition> {
        games::open(id, &Library::default()).unwrap_or_else(|e| panic!("{id}: {e}"))
    }

    pub fn game(id: &str, moves: &[&str]) -> Match {
        let mut game = Match::between(open(id), [PlayerKind::Human; 2]);
        for text in moves {
            game.play(text).unwrap();
        }
        game
    }

    pub fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(
            folder.path().join("saves"),
            Some(folder.path().join("state")),
        );
        (folder, store)
    }
}
