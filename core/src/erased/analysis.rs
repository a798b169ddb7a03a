//! Defines requests for the analysis of a position, and the results.

use serde::Serialize;

use super::AnyPosition;
use crate::rules::{Figure, Limits, Outcome, ReasonText, Site, Stop, Value};

/// A legal move: its text, the resulting position, and its sites on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The move's canonical text.
    #[serde(rename = "move")]
    pub text: String,
    /// The ID of the position after the move; `None` if it was not requested or is longer than 4 KiB.
    pub to: Option<String>,
    /// The sites of the move on the board; empty if they were not requested.
    #[serde(skip)]
    pub sites: Vec<Site>,
}

impl Choice {
    fn bytes(&self) -> usize {
        choice_bytes(&self.text, self.to.as_deref())
    }
}

/// The approximate size of a move in a JSON answer, in bytes.
pub(super) fn choice_bytes(text: &str, to: Option<&str>) -> usize {
    text.len() + to.map_or(4, str::len) + 20
}

/// A list of legal moves, possibly incomplete.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The moves, in board order.
    pub list: Vec<Choice>,
    /// Whether the list is complete.
    pub complete: bool,
}

/// The moves in one part that win the whole sum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Winning {
    /// The first winning moves, in board order.
    pub first: Vec<Choice>,
    /// The number of winning moves; `None` if too many moves would have to be tested one by one.
    pub count: Option<u128>,
}

/// A legal move with its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// The move.
    #[serde(flatten)]
    pub choice: Choice,
    /// The move's outcome for the player who makes it.
    pub outcome: Outcome,
    /// The number of moves to the end with best play, counting this move; `None` if unknown.
    pub remoteness: Option<u64>,
    /// The text of the best reply; `None` if the move wins or ends the game. If the move keeps the turn, the same
    /// player makes the reply.
    pub answer: Option<String>,
}

/// The parts of an [`Analysis`] to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The maximum number of winning or drawing moves to list.
    pub most: usize,
    /// Lists every legal move with its outcome; the analysis fails if there are more than [`Ask::ALL_MOVES`] moves.
    pub all: bool,
    /// Includes the line of perfect play, up to [`PerfectLine::LONGEST`] moves.
    pub line: bool,
    /// Includes the best move.
    pub best: bool,
    /// Includes [`Analysis::instead`], a winning move after which the player can copy every reply. Requires `best`.
    pub advice: bool,
    /// Includes the reasons. Requires `best`.
    pub reasons: bool,
    /// Includes the sites of the listed moves and, with `reasons`, the [`Figure`].
    pub figure: bool,
}

impl Ask {
    /// The maximum number of legal moves that can be listed with their outcomes.
    pub const ALL_MOVES: u64 = 100_000;
    /// The maximum size in bytes of a list of winning or drawing moves.
    pub const LIST_BYTES: usize = 1 << 20;
    /// The maximum length in bytes of an ID in [`Choice::to`].
    pub const LONGEST_TO: usize = 4096;

    /// Requests only the value and the counts.
    pub fn value() -> Ask {
        Ask {
            most: 0,
            all: false,
            line: false,
            best: false,
            advice: false,
            reasons: false,
            figure: false,
        }
    }

    /// The default request with `advice` set.
    pub fn advice() -> Ask {
        Ask {
            advice: true,
            ..Ask::default()
        }
    }

    /// Also requests every legal move.
    pub fn with_all(self) -> Ask {
        Ask { all: true, ..self }
    }
}

impl Default for Ask {
    /// Requests what the match screen shows: up to a thousand winning or drawing moves, the best move, the reasons and
    /// the [`Figure`].
    fn default() -> Ask {
        Ask {
            most: 1000,
            all: false,
            line: false,
            best: true,
            advice: false,
            reasons: true,
            figure: true,
        }
    }
}

/// Everything proved about a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The position's value.
    pub value: Value,
    /// Whether no move is left.
    pub over: bool,
    /// The number of legal moves; `None` if there are more than 2^63-1, or if the list of moves is incomplete.
    pub moves: Option<u64>,
    /// The first winning moves in board order, limited by [`Ask::most`] and [`Ask::LIST_BYTES`].
    pub winning: Vec<Choice>,
    /// The total number of winning moves; `None` if more than 100,000 moves would have to be tested one by one.
    pub winning_count: Option<u128>,
    /// The first drawing moves in board order, limited like the winning moves.
    pub drawing: Vec<Choice>,
    /// The best move; `None` if the game is over or the best move was not requested.
    pub best: Option<Choice>,
    /// A winning move to recommend instead of the best move. After this move, the player wins by copying every move of
    /// the opponent. `None` if advice was not requested or no other such move was found.
    pub instead: Option<Choice>,
    /// One to six reasons for the outcome; empty if no reasons were requested.
    pub reasons: Vec<ReasonText>,
    /// The values and marks that the theory adds to the drawn board.
    pub figure: Figure,
    /// Every legal move, if requested.
    pub legal: Option<Vec<LegalMove>>,
    /// The line of perfect play, if requested.
    pub line: Option<PerfectLine>,
    /// The Grundy value of each part of a sum, in order; `None` if the value is not known. Empty for a single game.
    pub nimbers: Vec<Option<u64>>,
}

impl Analysis {
    /// Returns the recommended move: `instead` if it is set, and otherwise `best`. The reasons explain this move.
    pub fn advised(&self) -> Option<&Choice> {
        self.instead.as_ref().or(self.best.as_ref())
    }

    /// Returns every legal move with its outcome.
    ///
    /// # Errors
    /// Returns [`Stop::NotProved`] if the moves were not requested.
    pub fn all_moves(self) -> Result<Vec<LegalMove>, Stop> {
        self.legal
            .ok_or_else(|| Stop::not_proved(tr!("the moves were not listed")))
    }

    /// Returns whether at least one move does not win. Returns `true` if the number of moves or the number of winning
    /// moves is unknown.
    pub fn has_other_moves(&self) -> bool {
        match (self.moves, self.winning_count) {
            (Some(moves), Some(wins)) => u128::from(moves) > wins,
            _ => true,
        }
    }
}

/// Collects as many moves from the start of a list as fit into [`Ask::LIST_BYTES`].
pub fn bounded(list: &mut dyn Iterator<Item = Choice>) -> Vec<Choice> {
    let mut room = Ask::LIST_BYTES;
    list.map_while(|c| {
        room = room.checked_sub(c.bytes())?;
        Some(c)
    })
    .collect()
}

pub(super) fn check_listed(moves: Option<u64>) -> Result<(), Stop> {
    if moves.is_some_and(|n| n <= Ask::ALL_MOVES) {
        return Ok(());
    }
    Err(Stop::not_proved(tr!(
        "all moves are listed only up to {most} of them, and here are {number}",
        most = Ask::ALL_MOVES,
        number = moves.map_or(tr!("more than can be counted").to_owned(), |n| n
            .to_string())
    )))
}

/// The line of perfect play from a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PerfectLine {
    /// The canonical texts of the moves, in the order of play.
    pub moves: Vec<String>,
    /// Whether the game is over after these moves; otherwise the line was cut off.
    pub ends: bool,
}

impl PerfectLine {
    /// The maximum length of a line, in moves.
    pub const LONGEST: usize = 200;

    pub(crate) fn asked(
        start: &dyn AnyPosition,
        ask: Ask,
        limits: &Limits,
    ) -> Result<Option<PerfectLine>, Stop> {
        ask.line
            .then(|| PerfectLine::from(start, PerfectLine::LONGEST, limits))
            .transpose()
    }

    /// Plays up to `most` moves from `start`, choosing the best move for both sides.
    pub fn from(
        start: &dyn AnyPosition,
        most: usize,
        limits: &Limits,
    ) -> Result<PerfectLine, Stop> {
        let mut at = start.boxed_clone();
        let mut line = PerfectLine::default();
        while line.moves.len() < most {
            limits.check()?;
            let Some(best) = at.best(limits)? else { break };
            at.play(&best.text)
                .map_err(|e| Stop::not_proved(tr!("the best move was refused: {e}")))?;
            line.moves.push(best.text);
        }
        line.ends = at.is_over();
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_moves_is_long_and_stays_within_its_bytes() {
        let choice = Choice {
            text: "a".repeat(100),
            to: Some("b".repeat(200)),
            sites: Vec::new(),
        };
        let told = bounded(&mut std::iter::repeat(choice)).len() * 300;
        assert!(
            (Ask::LIST_BYTES * 9 / 10..=Ask::LIST_BYTES).contains(&told),
            "{told}"
        );
    }
}
