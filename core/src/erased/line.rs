//! What both sides play when both play perfectly.

use super::AnyPosition;
use crate::rules::{Limits, Stop};

/// The moves from a position on when both sides play perfectly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PerfectLine {
    /// The moves' canonical texts, in the order played.
    pub moves: Vec<String>,
    /// Whether the game is over after them; else there are more.
    pub ends: bool,
}

impl PerfectLine {
    /// The most moves that are followed.
    pub const LONGEST: usize = 200;

    /// Follows the perfect opponent's moves for both sides, at most `most` of them.
    pub fn from(start: &dyn AnyPosition, most: usize, limits: &Limits) -> Result<PerfectLine, Stop> {
        let mut at = start.boxed_clone();
        let mut line = PerfectLine::default();
        while line.moves.len() < most {
            limits.check()?;
            let Some(best) = at.best(limits)? else { break };
            at.play(&best.text).map_err(|e| Stop::not_proved(format!("the best move was refused: {e}")))?;
            line.moves.push(best.text);
        }
        line.ends = at.is_over();
        Ok(line)
    }
}
