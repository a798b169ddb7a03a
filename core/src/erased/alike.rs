//! Computes keys that are equal for equivalent positions, even if the game itself distinguishes these positions.

use std::collections::BTreeSet;

use super::{AnyPosition, MenuGroup};
use crate::rules::{PieceKind, Text};

/// The maximum number of moves that the symmetry test for a script's board plays on each of the two boards.
const COMPARED: usize = 60;

/// Returns a key that equivalent positions share. The key ignores symmetries of the board and the order of the parts.
/// In games with scores, such as Triangle War, the key also ignores the order in which lines were drawn.
pub fn question_key(at: &dyn AnyPosition) -> String {
    let parts = at.components();
    if parts.len() > 1 {
        let mut keys: Vec<String> = parts.iter().map(|part| question_key(&**part)).collect();
        keys.sort_unstable();
        return keys.join(" + ");
    }
    let class = reversed(at).unwrap_or_else(|| at.class());
    match class
        .split_once(':')
        .filter(|_| at.written_score().is_some())
    {
        Some((ruleset, state)) => {
            let mut lines: Vec<&str> = state.split(',').collect();
            lines.sort_unstable();
            format!("{ruleset}:{}", lines.join(","))
        }
        None => class,
    }
}

/// Returns the ID of a script's board or of its mirror image, whichever sorts first. The state of the mirror image is
/// the state of the board read backwards. Returns `None` if the position is not a script's board, if the position
/// records the player to move, or if the first [`COMPARED`] moves on the two boards do not mirror each other.
fn reversed(at: &dyn AnyPosition) -> Option<String> {
    let is_board = !at.scripts().is_empty() && at.info().family == MenuGroup::Board;
    if !is_board || at.mover().is_some() {
        return None;
    }
    let turn = |state: String| state.chars().rev().collect::<String>();
    let other = at.with_state(Text::new(&turn(at.facts().state))).ok()?;
    let after = |at: &dyn AnyPosition| -> Option<BTreeSet<String>> {
        let moves = at.first_moves(COMPARED).into_iter();
        moves
            .map(|m| Some(at.after(&m.text).ok()?.0.facts().state))
            .collect()
    };
    let own: BTreeSet<String> = after(at)?.into_iter().map(turn).collect();
    (own == after(&*other)?).then(|| at.id().min(other.id()))
}

/// Returns a Chomp bar or its mirror image, whichever is larger when their rows are compared from the bottom. Returns
/// any other position unchanged.
pub fn in_rows(at: Box<dyn AnyPosition>) -> Box<dyn AnyPosition> {
    if at.facts().pieces.kind != PieceKind::Rows {
        return at;
    }
    let turned = |id: String| at.with_state(Text::new(id.split_once(':')?.1)).ok();
    at.canonical().and_then(turned).unwrap_or(at)
}
