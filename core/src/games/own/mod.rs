//! User-defined games: a Lua script that defines the moves makes a complete game. `docs/your-own-game.md` is the
//! tutorial; the shipped scripts are in `assets/games/`.
//!
//! A script defines independent heaps, a board with the same moves for both players, or a board with different moves.
//! All methods are exact. Heaps are solved by Grundy values, and boards by complete exploration or by the values of
//! their parts. In misère play sums of heaps or parts are searched as a whole. Games with points are solved by the
//! margin, and games that may go on for ever are solved backwards from their ends. Nothing is claimed beyond the
//! limits, or about a faulty script.

mod boards;
mod by_rule;
mod components;
mod disk;
mod explore;
pub(crate) mod heaps;
mod known;
mod lua;
mod position;
mod positions;
mod quick;
mod script;
mod sheets;
mod store;
#[cfg(test)]
mod tests;
mod ticks;
pub mod trial;

use rustc_hash::FxHashMap;

use crate::rules::{Limits, Rules, Stop};
use crate::solve::graph::Graph;

pub use disk::set_cache_folder;
pub use known::{
    OwnGame, catalogue, check_name, entry_of, listed, one_line, read_script, with_scripts,
};
pub use lua::{set_interrupt_flag, without_asking};
pub use position::{Become, Change, OwnMove, OwnPosition};
pub use script::{Gain, Parameter, Script, ScriptError, ScriptKind};

/// The name in IDs that user-defined games share.
pub const WORD: &str = "own";

/// A commented script to start from.
pub const TEMPLATE: &str = nimatron_assets::TEMPLATE;

/// Builds the graph of all positions reachable from `start`, asking the script about each position within the limits;
/// `None` if there are more than `most`. All positions except the first are canonical.
fn graph_of<R: Rules>(
    rules: &R,
    start: &R::Position,
    most: usize,
    limits: &Limits,
) -> Result<Option<Graph>, Stop> {
    let mut numbers = FxHashMap::default();
    numbers.insert(start.clone(), 0u32);
    let mut found = vec![start.clone()];
    let mut lists = Vec::<Vec<u32>>::new();
    while let Some(at) = found.get(lists.len()).cloned() {
        limits.check()?;
        rules.prepare(&at, limits)?;
        let mut list = Vec::new();
        for m in rules.moves(&at).iter() {
            let to = rules.play(&at, &m);
            rules.prepare(&to, limits)?;
            let fresh = found.len() as u32;
            let number = *numbers
                .entry(rules.canonical(&to))
                .or_insert_with_key(|to| {
                    found.push(to.clone());
                    fresh
                });
            list.push(number);
        }
        lists.push(list);
        if found.len() > most {
            return Ok(None);
        }
    }
    Ok(Some(Graph::in_order(lists.into_iter())))
}
