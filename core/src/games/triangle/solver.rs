//! Turns margins into values. The final margin also counts the triangles already owned.

use super::margins::ValuedEdge;
use super::{Drawn, Edge, TriangleWar};
use crate::rules::{Limits, MoveSet, Outcome, Stop, Value};
use crate::solve::sums::Beside;
use crate::solve::{Solve, Want};

fn outcome(margin: i32) -> Outcome {
    match margin {
        1.. => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    }
}

impl TriangleWar {
    fn edges_to(
        &self,
        at: &Drawn,
        wanted: Outcome,
        limits: &Limits,
    ) -> Result<MoveSet<'_, Edge>, Stop> {
        let moves = self.margins.moves(at.drawn(), limits)?;
        Ok(moves
            .iter()
            .filter(|m| outcome(at.lead() + m.margin) == wanted)
            .map(|m| m.edge)
            .collect())
    }
}

impl TriangleWar {
    /// Returns whether the game can end in a draw, which takes an even number of triangles.
    pub fn can_draw(&self) -> bool {
        self.grid().triangles().len().is_multiple_of(2)
    }
}

impl Solve for TriangleWar {
    /// Every edge is drawn in the end, so the remoteness is the number of undrawn edges.
    fn prove(&self, at: &Drawn, _want: Want, limits: &Limits) -> Result<Value, Stop> {
        let margin = at.lead() + self.margins.margin(at.drawn(), limits)?;
        Ok(Value {
            outcome: outcome(margin),
            grundy: None,
            margin: Some(margin),
            remoteness: Some(u64::from(self.undrawn(at).count_ones())),
        })
    }

    fn winning(&self, at: &Drawn, beside: Beside<'_>) -> Result<MoveSet<'_, Edge>, Stop> {
        self.edges_to(at, Outcome::Win, beside.limits)
    }

    fn moves_to(
        &self,
        at: &Drawn,
        outcome: Outcome,
        beside: Beside<'_>,
    ) -> Result<MoveSet<'_, Edge>, Stop> {
        let no_draw = outcome == Outcome::Draw && !self.can_draw();
        if no_draw {
            Ok(MoveSet::default())
        } else {
            self.edges_to(at, outcome, beside.limits)
        }
    }

    /// Finds the move with the best margin and, among equals, the fewest winning replies.
    fn best(&self, at: &Drawn, limits: &Limits) -> Result<Option<Edge>, Stop> {
        let moves = self.margins.moves(at.drawn(), limits)?;
        let best = moves.iter().map(|m| m.margin).max();
        let best: Vec<_> = moves.iter().filter(|m| Some(m.margin) == best).collect();
        // After a move that keeps a win, a draw or the turn, the opponent has no winning reply.
        let none = |m: &&&ValuedEdge| m.scored > 0 || at.lead() + m.margin >= 0;
        if let Some(m) = best
            .iter()
            .find(none)
            .or(best.first().filter(|_| best.len() == 1))
        {
            return Ok(Some(m.edge));
        }
        // The game is lost and every best move passes the turn, so count the opponent's winning replies.
        let after: Vec<u64> = best.iter().map(|m| at.drawn() | 1 << m.edge).collect();
        let replies = self.margins.moves_of(at.drawn(), &after, limits)?;
        let wins = |replies: &[ValuedEdge]| replies.iter().filter(|r| r.margin > at.lead()).count();
        let fewest = best
            .iter()
            .zip(&replies)
            .min_by_key(|(_, replies)| wins(replies));
        Ok(fewest.map(|(m, _)| m.edge))
    }
}
