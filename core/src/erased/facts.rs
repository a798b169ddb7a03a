//! Facts about a position for pages and commands, which parse no IDs.

use crate::rules::Pieces;

/// Facts about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The game with its parameters, as in IDs: `bash/3`; of a sum, `sum`.
    pub ruleset: String,
    /// The state, as in IDs behind the colon; empty for a sum.
    pub state: String,
    /// The numbers of the state, where it is a list of numbers separated by commas.
    pub numbers: Option<Vec<u64>>,
    /// The pieces that a person counts; none for a sum.
    pub pieces: Pieces,
}

/// A game and a state in the text of an ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdPart<'t> {
    /// The game's word.
    pub game: &'t str,
    /// The word with its parameters: `bash/3`.
    pub ruleset: &'t str,
    /// The text behind the colon.
    pub state: &'t str,
}

/// Yields the games in the text of an ID, from the left: several in a sum. Checks nothing.
pub fn id_parts(id: &str) -> impl Iterator<Item = IdPart<'_>> {
    id.split_whitespace().filter_map(|word| {
        let (ruleset, state) = word.split_once(':')?;
        Some(IdPart {
            game: ruleset.split('/').next().unwrap_or(ruleset),
            ruleset,
            state,
        })
    })
}

/// Parses a text that is a list of numbers separated by commas.
pub(super) fn numbers_of(text: &str) -> Option<Vec<u64>> {
    text.split(',').map(|n| n.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_of_an_id_are_found_without_reading_it() {
        let found: Vec<_> = id_parts("misere own/half:7 + bash/3:1,2").collect();
        let own = IdPart {
            game: "own",
            ruleset: "own/half",
            state: "7",
        };
        let bash = IdPart {
            game: "bash",
            ruleset: "bash/3",
            state: "1,2",
        };
        assert_eq!(found, [own, bash]);
    }
}
