//! Turns margins into values. The final margin also counts the triangles already owned.

use super::{Drawn, Edge, TriangleWar};
use crate::rules::{Limits, Outcome, Stop, Value};
use crate::solve::sums::Beside;
use crate::solve::{Solve, Want, Wins};

fn outcome(margin: i32) -> Outcome {
    match margin {
        1.. => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    }
}

impl TriangleWar {
    /// Returns whether the game can end in a draw, which takes an even number of triangles.
    pub fn can_draw(&self) -> bool {
        self.grid().triangles().len().is_multiple_of(2)
    }
}

impl Solve for TriangleWar {
    /// Every game goes on until all edges are drawn, so the remoteness is the number of undrawn edges.
    fn prove(&self, at: &Drawn, _want: Want, limits: &Limits) -> Result<Value, Stop> {
        let margin = at.lead() + self.margins.margin(at.drawn(), limits)?;
        Ok(Value {
            outcome: outcome(margin),
            grundy: None,
            margin: Some(margin.into()),
            remoteness: Some(u64::from(self.undrawn(at).count_ones())),
        })
    }

    /// Computes the margins of all moves together, because separate queries would build more tables.
    fn winning(&self, at: &Drawn, beside: Beside<'_>) -> Wins<'_, Edge> {
        let moves = self.margins.moves(at.drawn(), beside.limits)?;
        let wins = moves.iter().filter(|m| at.lead() + m.margin > 0);
        Ok(Some(wins.map(|m| m.edge).collect()))
    }
}
