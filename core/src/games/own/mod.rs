//! User-defined games: a Lua script that defines the moves makes a complete game. `docs/your-own-game.md` is the
//! tutorial; the shipped scripts are in `assets/games/`.
//!
//! A script defines independent heaps, a board on which both players have the same moves, or a board on which the
//! players have different moves. All methods are exact. Heaps are solved by Grundy values, and boards by the values of
//! their parts, by complete exploration, or by a search that stops early. In misère play, sums of heaps or parts are
//! searched as a whole, and large sums of heaps are solved by a proved misère quotient. In games with points, the
//! solver computes the margin. Games that may go on for ever are solved backwards from the positions in which the game
//! is over. If no method succeeds within the limits, or if the script is faulty, there is no verdict.

mod asserted;
mod by_rule;
mod components;
mod disk;
mod explain;
mod explore;
mod heaps;
mod known;
mod lua;
mod notation;
mod position;
mod positions;
mod quick;
mod reader;
mod ruleset;
mod scene;
mod script;
mod sheets;
mod solver;
mod split;
mod store;
mod sums;
mod table;
#[cfg(test)]
mod tests;
mod ticks;
pub mod trial;
mod values;

pub use disk::set_cache_folder;
pub use known::{
    OwnGame, catalogue, check_name, listed, one_line, read_script, script_named, shipped_entry,
    with_scripts,
};
pub use lua::{set_work_check, without_asking};
pub use position::{Become, Change, OwnMove, OwnPosition};
pub use script::{Gain, Parameter, Script, ScriptKind};

/// The word before the slash in the ID of every user-defined game, as in `own/grundy:10`.
pub const WORD: &str = "own";

/// The example ID in errors that do not concern a particular script.
pub(super) const EXAMPLE: &str = "own/grundy:10";

/// A commented script to start from.
pub const TEMPLATE: &str = nimatron_assets::TEMPLATE;
