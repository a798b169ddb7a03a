//! Positions that make the same question, although not every one of them is known to its game as the same.

use std::collections::BTreeSet;

use super::{AnyPosition, MenuGroup};
use crate::rules::{PieceKind, Text};

/// The most moves of a script's position that are compared with those of its mirror image.
const COMPARED: usize = 60;

/// A key that is equal for equivalent questions: it ignores symmetries of the board, the order of parts, and in which
/// order, and thus by whom, lines were drawn.
pub fn question_key(at: &dyn AnyPosition) -> String {
    let parts = at.components();
    if parts.len() > 1 {
        let mut keys: Vec<String> = parts.iter().map(|part| question_key(&**part)).collect();
        keys.sort_unstable();
        return keys.join(" + ");
    }
    let class = reversed(at).unwrap_or_else(|| at.class());
    match class.split_once(':').filter(|_| at.score().is_some()) {
        Some((ruleset, state)) => {
            let mut lines: Vec<&str> = state.split(',').collect();
            lines.sort_unstable();
            format!("{ruleset}:{}", lines.join(","))
        }
        None => class,
    }
}

/// The smaller of the IDs of a script's board and its mirror image or rotated grid, where the script gives both the
/// same moves.
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

/// Chooses, of a bar of Chomp and its mirror image, the one with the longer rows; any other position is unchanged.
pub fn in_rows(at: Box<dyn AnyPosition>) -> Box<dyn AnyPosition> {
    if at.facts().pieces.kind != PieceKind::Rows {
        return at;
    }
    let turned = |id: String| at.with_state(Text::new(id.split_once(':')?.1)).ok();
    at.canonical().and_then(turned).unwrap_or(at)
}
