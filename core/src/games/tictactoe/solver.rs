//! All positions by complete search, once.

use crate::games::prelude::*;
use rustc_hash::FxHashMap;

use super::{CellMarks, TicTacToe};

/// The value of every position that can be reached from the empty board.
pub(super) type BoardValues = FxHashMap<CellMarks, Value>;

/// The value of a position, and into `known` those of all positions after it.
///
/// Remoteness is that of a win or loss; of a draw only the finished position has one, 0.
fn search(game: &TicTacToe, at: CellMarks, known: &mut BoardValues) -> Value {
    if let Some(value) = known.get(&at) {
        return *value;
    }
    let mut next = Vec::new();
    for m in game.moves(&at) {
        next.push(search(game, at.with(m), known));
    }
    let left = |outcome: Outcome| {
        let same = next.iter().filter(move |v| v.outcome == outcome);
        same.filter_map(|v| v.remoteness)
    };
    let value = if next.is_empty() {
        // The opponent made the last move, so a line is theirs.
        let lost = at.has_line(at.mover().other());
        Value::of(if lost { Outcome::Loss } else { Outcome::Draw }).with_remoteness(Some(0))
    } else if let Some(quick) = left(Outcome::Loss).min() {
        Value::of(Outcome::Win).with_remoteness(Some(quick + 1))
    } else if next.iter().any(|v| v.outcome == Outcome::Draw) {
        Value::of(Outcome::Draw)
    } else {
        Value::of(Outcome::Loss).with_remoteness(left(Outcome::Win).max().map(|slow| slow + 1))
    };
    known.insert(at, value);
    value
}

impl TicTacToe {
    pub(super) fn values(&self) -> &BoardValues {
        self.values.get_or_init(|| {
            let mut known = BoardValues::default();
            search(self, CellMarks::default(), &mut known);
            known
        })
    }
}

impl Solve for TicTacToe {
    fn value(&self, at: &CellMarks, _limits: &Limits) -> Result<Value, Stop> {
        let known = self.values().get(at).copied();
        known.ok_or_else(|| Stop::not_proved("play does not reach this position"))
    }

    fn can_draw(&self) -> bool {
        true
    }
}
