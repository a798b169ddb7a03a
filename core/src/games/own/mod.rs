//! Your own games: a script in the language Rhai that defines the moves makes a game with all that the others
//! have. `docs/your-own-game.md` teaches how; the shipped scripts are in `assets/games/`.
//!
//! A script is heaps that are independent of each other, a board with the same moves for both players, or a board for two.
//! Exact methods: heaps by Grundy values, boards by complete exploration or by the values of the parts that they fall
//! into; sums of heaps or parts in misère play by searching them whole. Nothing is claimed past the limits, and nothing of
//! a script that is at fault.

pub(crate) mod answers;
mod boards;
mod by_rule;
mod components;
mod engine;
mod explored;
pub(crate) mod heaps;
mod known;
mod natives;
mod script;
#[cfg(test)]
mod tests;
pub mod trial;

pub use engine::{
    STACK, answer_by, count_memory, is_running, run_here, set_interrupt_flag, with_room,
};
pub use explored::OwnPosition;
pub use known::{catalogue, check_name, entry_of, listed, read_script, with_scripts};
pub use script::{Script, ScriptError, ScriptKind};

/// The word in IDs.
pub const WORD: &str = "own";

/// A commented script to begin with.
pub const TEMPLATE: &str = nimatron_assets::TEMPLATE;
