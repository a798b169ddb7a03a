//! The names of games, positions and sides.

use nimatron_core::erased::{AnyPosition, Info};
use nimatron_core::games;

/// The catalogue's entry for a game or for sums.
pub fn info_of(game: &str) -> Option<&'static Info> {
    let sum = Some(&games::sum::INFO).filter(|info| info.id == game);
    sum.or_else(|| games::find(game).map(|entry| entry.info))
}

/// The display name of a game, if the catalogue has one, or else its word.
pub fn name_of(game: &str) -> &str {
    info_of(game).map_or(game.trim_start_matches("own/"), |info| info.name)
}

/// The game of a position and its convention: `Hexagram star, misère`.
pub fn title(position: &dyn AnyPosition) -> String {
    match position.convention() {
        Some(convention) => format!("{}, {}", position.info().name, convention.name()),
        None => position.info().name.to_owned(),
    }
}

pub fn sides(info: &Info) -> [&'static str; 2] {
    info.players.unwrap_or(["A", "B"])
}
