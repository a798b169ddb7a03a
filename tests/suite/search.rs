//! Implements a plain search based only on the moves and on how games end, as a reference for solvers, reasons and
//! reviews.

use std::collections::{HashMap, HashSet};

use nimatron_core::erased::{AnyPosition, Turn};
use nimatron_core::rules::{Convention, Limits, Outcome, Player};

/// The result for the player to move under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainEnd {
    pub outcome: Outcome,
    /// The number of moves to the end; `None` for a draw in a game without points.
    pub left: Option<u64>,
    /// The points of the player to move minus those of the opponent, at the end of the game.
    pub margin: Option<i64>,
    /// The Grundy value, computed by its definition as the mex of the values of all options.
    pub grundy: u64,
}

/// Returns a key made of the position's ID and score. The score is needed because the IDs of scripted games do not
/// contain it.
pub fn cache_key(at: &dyn AnyPosition) -> String {
    format!("{} {:?}", at.id(), at.score())
}

#[derive(Default)]
pub struct PlainSearch(HashMap<String, PlainEnd>);

/// Returns the result of a finished game for the player to move, without the solver if possible.
fn end(position: &dyn AnyPosition) -> PlainEnd {
    let (outcome, margin) = match (position.convention(), position.score(), position.mover()) {
        (Some(convention), ..) => (Outcome::won(convention == Convention::Misere), None),
        (None, Some([a, b]), Some(mover)) => {
            let lead = a - b;
            let lead = if mover == Player::First { lead } else { -lead };
            let outcome = match lead {
                1.. => Outcome::Win,
                0 => Outcome::Draw,
                ..0 => Outcome::Loss,
            };
            (outcome, Some(lead))
        }
        // Only the script knows the result of its finished games.
        _ if !position.id().starts_with("tictactoe") => {
            (position.value(&Limits::default()).unwrap().outcome, None)
        }
        _ => {
            let id = position.id();
            let cells: Vec<char> = id.rsplit(':').next().unwrap().chars().collect();
            let lines = [
                [0, 1, 2],
                [3, 4, 5],
                [6, 7, 8],
                [0, 3, 6],
                [1, 4, 7],
                [2, 5, 8],
                [0, 4, 8],
                [2, 4, 6],
            ];
            let full =
                |l: &[usize; 3]| cells[l[0]] != '.' && l.iter().all(|&c| cells[c] == cells[l[0]]);
            // If a line is complete, the player to move has lost, because the other player completed it.
            (
                if lines.iter().any(full) {
                    Outcome::Loss
                } else {
                    Outcome::Draw
                },
                None,
            )
        }
    };
    let left = (outcome != Outcome::Draw || margin.is_some()).then_some(0);
    PlainEnd {
        outcome,
        left,
        margin,
        grundy: 0,
    }
}

impl PlainSearch {
    /// Returns each move with the result of the position after it, from the point of view of the player who moves.
    /// Returns `None` if more than `room` positions would be visited.
    pub fn options(
        &mut self,
        at: &dyn AnyPosition,
        room: &mut usize,
    ) -> Option<Vec<(String, PlainEnd)>> {
        if at.count_moves()? > *room as u64 {
            return None;
        }
        let made = |m: nimatron_core::erased::Choice| {
            let (next, turn) = at.after(&m.text).unwrap();
            let after = self.value(&*next, room)?;
            Some((
                m.text,
                match turn {
                    Turn::Kept => after,
                    Turn::Passed => PlainEnd {
                        outcome: after.outcome.reversed(),
                        margin: after.margin.map(|m| -m),
                        ..after
                    },
                },
            ))
        };
        at.first_moves(usize::MAX).into_iter().map(made).collect()
    }

    pub fn value(&mut self, at: &dyn AnyPosition, room: &mut usize) -> Option<PlainEnd> {
        let key = cache_key(at);
        if let Some(known) = self.0.get(&key) {
            return Some(*known);
        }
        *room = room.checked_sub(1)?;
        let value = if at.is_over() {
            end(at)
        } else {
            let after = self.options(at, room)?;
            let outcome = after.iter().map(|(_, a)| a.outcome).max()?;
            let same = after
                .iter()
                .filter(|(_, a)| a.outcome == outcome)
                .filter_map(|(_, a)| a.left);
            let left = if outcome == Outcome::Win {
                same.min()
            } else {
                same.max()
            };
            let reached: HashSet<u64> = after.iter().map(|(_, a)| a.grundy).collect();
            PlainEnd {
                outcome,
                left: left.map(|n| n + 1),
                margin: after.iter().filter_map(|(_, a)| a.margin).max(),
                grundy: (0..).find(|g| !reached.contains(g))?,
            }
        };
        self.0.insert(key, value);
        Some(value)
    }
}
