//! Explores all positions reachable from a position, asking the script about each one once. A position takes its packed
//! key and twelve bytes of results, about 32 bytes in all for a board of 30 cells.
//!
//! Moves are kept only along the line being searched. For games that may go on for ever all moves are stored, at four
//! bytes each.

use super::boards::Split;
use super::positions::Positions;
use super::script::{Gain, ScriptError};
use crate::rules::{Convention, Limits, Outcome, Stop, Value};
use crate::solve::graph::{Graph, Verdict, mex};
use crate::solve::loops;

/// The maximum number of positions of one game.
pub(super) const MOST_POSITIONS: usize = 20_000_000;

/// The script's answer for a position: the outcome for the player to move if the game is over, or the options.
#[derive(Default)]
pub(super) struct NextPositions {
    pub over: Option<Outcome>,
    bytes: Vec<u8>,
    ends: Vec<usize>,
    gains: Vec<Gain>,
}

impl NextPositions {
    pub fn clear(&mut self) {
        self.over = None;
        self.bytes.clear();
        self.ends.clear();
        self.gains.clear();
    }

    /// Adds a position: its player to move, and its cells.
    pub fn push(&mut self, mover: u8, cells: &[u8], gain: Gain) {
        self.bytes.push(mover);
        self.bytes.extend_from_slice(cells);
        self.ends.push(self.bytes.len());
        self.gains.push(gain);
    }

    pub fn iter(&self) -> impl Iterator<Item = (&[u8], Gain)> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.bytes[start..end])
            .zip(self.gains.iter().copied())
    }
}

/// The source of moves: the script. A position is a byte for the player to move (1 or 2, or 0 if there is none),
/// followed by its cells.
pub(super) trait MoveSource {
    /// The moves of a position. `from` is a position with a move to this one; `None` for the first position.
    fn moves(
        &self,
        at: &[u8],
        from: Option<&[u8]>,
        limits: &Limits,
        next: &mut NextPositions,
    ) -> Result<(), ScriptError>;

    /// Returns whether the answer of [`MoveSource::moves`] depends on `from`.
    fn heeds_origin(&self) -> bool;

    /// Replaces a position by its representative under symmetry.
    fn make_canonical(&self, _at: &mut Vec<u8>) {}

    /// The parts of a position and of its options, if the script lets the program split it.
    fn split(&self, _at: &[u8], _next: &NextPositions) -> Option<Split> {
        None
    }

    /// The error for a script with this cycle of positions.
    fn circle(&self, round: &[Vec<u8>]) -> ScriptError;
}

/// The kind of values that positions have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scoring {
    /// Outcome, remoteness, and Grundy values.
    LastMove,
    /// The best margin of points from the current position onwards.
    Points,
    /// Outcome and remoteness, in a game that may go on for ever.
    Loops,
}

/// The value of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownValue {
    /// Outcome and remoteness.
    pub verdict: Verdict,
    /// The Grundy value, or the margin from this position onwards.
    pub number: i32,
}

impl KnownValue {
    /// The Grundy value.
    pub fn grundy(self) -> u64 {
        u64::try_from(self.number).unwrap_or(0)
    }

    /// The value of a position, for games that are not decided by points.
    pub fn value(self, with_grundy: bool) -> Value {
        self.verdict
            .value()
            .with_grundy(with_grundy.then_some(self.grundy()))
    }

    fn over(outcome: Outcome) -> KnownValue {
        KnownValue {
            verdict: Verdict {
                outcome,
                remoteness: 0,
            },
            number: 0,
        }
    }
}

#[derive(Clone, Copy)]
enum PositionState {
    New,
    /// In progress: meeting the position again means a cycle.
    Open,
    Known(KnownValue),
}

/// The explored positions of a game.
pub(super) struct Explorer {
    scoring: Scoring,
    positions: Positions,
    states: Vec<PositionState>,
    /// The start of each position's moves in `moves`; used only for games that may go on for ever.
    first: Vec<u32>,
    moves: Vec<u32>,
    /// The outcome of each position in which the game is over.
    ended: Vec<Option<Outcome>>,
}

impl Explorer {
    /// The approximate size in bytes, which the limits bound.
    pub(super) fn memory_used(&self) -> u64 {
        let states = self.states.capacity() * size_of::<PositionState>();
        let numbers = self.first.capacity() + self.moves.capacity();
        self.positions.memory_used() + (states + 4 * numbers) as u64
    }
}

impl Explorer {
    pub fn new(scoring: Scoring, bits: Option<u32>) -> Explorer {
        Explorer {
            scoring,
            positions: Positions::new(bits),
            states: Vec::new(),
            first: vec![0],
            moves: Vec::new(),
            ended: Vec::new(),
        }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// The value of a position; `None` if it has not been explored.
    pub fn known(&self, at: &[u8], source: &dyn MoveSource) -> Option<KnownValue> {
        let mut canonical = at.to_vec();
        source.make_canonical(&mut canonical);
        match self.states[self.positions.find(&canonical)? as usize] {
            PositionState::Known(known) => Some(known),
            _ => None,
        }
    }

    /// Explores all positions reachable from a position, up to `most` new ones, and settles the position.
    pub fn explore(
        &mut self,
        start: &[u8],
        source: &dyn MoveSource,
        most: usize,
        limits: &Limits,
    ) -> Result<KnownValue, ScriptError> {
        if let Some(known) = self.known(start, source) {
            return Ok(known);
        }
        let limits = &limits.with_table_of(self.memory_used());
        let before = self.len();
        let is_full =
            |tried: &Result<_, _>| matches!(tried, Err(ScriptError::Stopped(Stop::NotProved(_))));
        let mut tried = self.explore_more(start, source, most, limits);
        // Positions from earlier calls may be what exceeded the limit: clear them and retry.
        if is_full(&tried) && before > 0 && self.len() - before <= most {
            *self = Explorer::new(self.scoring, self.positions.bits);
            tried = self.explore_more(start, source, most, limits);
        }
        if is_full(&tried) {
            *self = Explorer::new(self.scoring, self.positions.bits);
        }
        tried?;
        let known = self.known(start, source);
        known.ok_or_else(|| Stop::not_proved("the position was not reached").into())
    }

    fn explore_more(
        &mut self,
        start: &[u8],
        source: &dyn MoveSource,
        most: usize,
        limits: &Limits,
    ) -> Result<(), ScriptError> {
        let before = self.len();
        let mut search = Search {
            explorer: self,
            source,
            most,
            before,
            limits,
            open: Vec::new(),
            pending: Vec::new(),
            gains: Vec::new(),
            next: NextPositions::default(),
            canonical: Vec::new(),
            asked: 0,
        };
        let start = search.number(start);
        if search.explorer.scoring == Scoring::Loops {
            return search.settle_loops();
        }
        let done = search.settle_below(start);
        let left = std::mem::take(&mut search.open);
        for frame in left {
            self.states[frame.number as usize] = PositionState::New;
        }
        done
    }
}

/// A position in progress: its number, the index in `pending` of its first move, and the index of its next move to
/// search.
struct Frame {
    number: u32,
    from: usize,
    next: usize,
}

/// A depth-first search, which settles a position after all positions that it leads to.
struct Search<'s> {
    explorer: &'s mut Explorer,
    source: &'s dyn MoveSource,
    /// The maximum number of new positions.
    most: usize,
    before: usize,
    limits: &'s Limits,
    open: Vec<Frame>,
    /// The moves of all open positions.
    pending: Vec<u32>,
    /// The gain of each pending move, if points are counted.
    gains: Vec<Gain>,
    next: NextPositions,
    canonical: Vec<u8>,
    /// The number of positions asked about.
    asked: u64,
}

impl Search<'_> {
    fn number(&mut self, at: &[u8]) -> u32 {
        self.canonical.clear();
        self.canonical.extend_from_slice(at);
        self.source.make_canonical(&mut self.canonical);
        let number = self.explorer.positions.number(&self.canonical);
        if number as usize == self.explorer.states.len() {
            self.explorer.states.push(PositionState::New);
        }
        number
    }

    /// Asks the source for the moves of a position, and appends the numbers of the resulting positions to `pending`.
    fn ask(&mut self, number: u32, from: Option<u32>) -> Result<Option<Outcome>, ScriptError> {
        self.limits.check()?;
        self.check_size()?;
        self.asked += 1;
        if self.asked.is_multiple_of(256) {
            let most = self.most.min(MOST_POSITIONS) as u64;
            let new = self.explorer.len() - self.before;
            self.limits.progress(new as u64, most);
        }
        let from = from.filter(|_| self.source.heeds_origin());
        let from = from.map(|from| self.explorer.positions.get(from));
        let at = self.explorer.positions.get(number);
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        self.source
            .moves(&at, from.as_deref(), self.limits, &mut next)?;
        for (to, gain) in next.iter() {
            let to = self.number(to);
            self.pending.push(to);
            if self.explorer.scoring == Scoring::Points {
                self.gains.push(gain);
            }
        }
        let over = next.over;
        self.next = next;
        Ok(over)
    }

    fn settle_below(&mut self, start: u32) -> Result<(), ScriptError> {
        self.enter(start)?;
        while let Some(frame) = self.open.last_mut() {
            let Some(&to) = self.pending.get(frame.next) else {
                let (number, from) = (frame.number, frame.from);
                self.explorer.states[number as usize] = PositionState::Known(self.best(from)?);
                self.pending.truncate(from);
                self.gains.truncate(from);
                self.open.pop();
                continue;
            };
            frame.next += 1;
            match self.explorer.states[to as usize] {
                PositionState::Known(_) => {}
                PositionState::New => self.enter(to)?,
                PositionState::Open => return Err(self.circle(to)),
            }
        }
        Ok(())
    }

    fn enter(&mut self, number: u32) -> Result<(), ScriptError> {
        let from = self.pending.len();
        let before = self.open.last().map(|frame| frame.number);
        let state = match self.ask(number, before)? {
            Some(outcome) => PositionState::Known(KnownValue::over(outcome)),
            None => {
                self.open.push(Frame {
                    number,
                    from,
                    next: from,
                });
                PositionState::Open
            }
        };
        self.explorer.states[number as usize] = state;
        Ok(())
    }

    /// The value of the last open position, whose moves are all settled.
    fn best(&self, from: usize) -> Result<KnownValue, Stop> {
        let mut after = Vec::with_capacity(self.pending.len() - from);
        for &to in &self.pending[from..] {
            match self.explorer.states[to as usize] {
                PositionState::Known(known) => after.push(known),
                _ => return Err(Stop::not_proved("a move leads to an unexplored position")),
            }
        }
        if self.explorer.scoring == Scoring::Points {
            let margins = after.iter().zip(&self.gains[from..]).map(|(to, gain)| {
                let rest = if gain.again { to.number } else { -to.number };
                gain.points.saturating_add(rest)
            });
            let margin = margins.max().unwrap_or(0);
            // The remoteness is the number of moves left, if that number is the same for every play.
            let left = after
                .first()
                .map_or(0, |to| to.verdict.remoteness.saturating_add(1));
            let is_alike = |to: &KnownValue| to.verdict.remoteness.saturating_add(1) == left;
            return Ok(KnownValue {
                verdict: Verdict {
                    outcome: by_margin(margin.into()),
                    remoteness: if after.iter().all(is_alike) {
                        left
                    } else {
                        Verdict::DRAW.remoteness
                    },
                },
                number: margin,
            });
        }
        // Positions without moves get their outcome from the source, so the convention does not matter here.
        let verdict = Verdict::best(Convention::Normal, after.iter().map(|to| to.verdict));
        let values = after.iter().map(|to| to.number as u32);
        Ok(KnownValue {
            verdict,
            number: i32::try_from(mex(values)).unwrap_or(i32::MAX),
        })
    }

    /// Explores breadth-first and stores all moves, then settles all positions backwards from the ends of the game.
    fn settle_loops(&mut self) -> Result<(), ScriptError> {
        while self.explorer.ended.len() < self.explorer.len() {
            let number = self.explorer.ended.len() as u32;
            let over = self.ask(number, None)?;
            let explorer = &mut *self.explorer;
            explorer.ended.push(over);
            explorer.moves.append(&mut self.pending);
            explorer.first.push(explorer.moves.len() as u32);
        }
        let Explorer {
            first,
            moves,
            ended,
            ..
        } = &*self.explorer;
        let lists = first
            .windows(2)
            .map(|two| moves[two[0] as usize..two[1] as usize].to_vec());
        let graph = Graph::from_moves(lists);
        let ended = |i: usize| ended[i].unwrap_or(Outcome::Loss);
        for (i, verdict) in loops::verdicts(&graph, ended, self.limits)?
            .into_iter()
            .enumerate()
        {
            self.explorer.states[i] = PositionState::Known(KnownValue { verdict, number: 0 });
        }
        Ok(())
    }

    /// Returns an error if there are more new positions than the budget allows, or if bytes or moves exceed their
    /// limits.
    fn check_size(&self) -> Result<(), Stop> {
        let explorer = &self.explorer;
        if explorer.len() - self.before > self.most || explorer.len() > MOST_POSITIONS {
            let most = self.most.min(MOST_POSITIONS);
            return Err(Stop::not_proved(format!(
                "more than {most} positions can follow"
            )));
        }
        let pending = 4 * (self.pending.len() + 2 * self.gains.len()) as u64
            + (self.open.len() * size_of::<Frame>()) as u64;
        if explorer.positions.is_full()
            || explorer.moves.len() > u32::MAX as usize / 2
            || explorer.memory_used() + pending > self.limits.memory()
        {
            return Err(Stop::not_proved(
                "the positions take more than the memory given",
            ));
        }
        Ok(())
    }

    /// The error that shows the cycle from an open position back to itself.
    fn circle(&self, to: u32) -> ScriptError {
        let way = self
            .open
            .iter()
            .map(|frame| frame.number)
            .skip_while(|number| *number != to);
        let round: Vec<Vec<u8>> = way
            .map(|number| self.explorer.positions.get(number))
            .collect();
        self.source.circle(&round)
    }
}

/// The outcome for the player who has this margin.
pub(super) fn by_margin(margin: i64) -> Outcome {
    match margin {
        1.. => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards of two cells whose second cell counts down.
    struct CountDown;

    impl MoveSource for CountDown {
        fn moves(
            &self,
            at: &[u8],
            _from: Option<&[u8]>,
            _limits: &Limits,
            next: &mut NextPositions,
        ) -> Result<(), ScriptError> {
            match at[2] {
                0 => next.over = Some(Outcome::Loss),
                count => next.push(0, &[at[1], count - 1], Gain::default()),
            }
            Ok(())
        }

        fn heeds_origin(&self) -> bool {
            false
        }

        fn circle(&self, _round: &[Vec<u8>]) -> ScriptError {
            unreachable!("it counts down")
        }
    }

    #[test]
    fn positions_are_kept_while_others_are_explored() {
        let mut explorer = Explorer::new(Scoring::LastMove, Some(3));
        for name in 0..2 {
            let at = [0, name, 5];
            explorer
                .explore(&at, &CountDown, 100, &Limits::default())
                .unwrap();
        }
        assert!((0..2).all(|name| explorer.known(&[0, name, 5], &CountDown).is_some()));
        let values: u64 = (0..2)
            .map(|name| explorer.known(&[0, name, 5], &CountDown).unwrap().grundy())
            .sum();
        assert_eq!(values, 2);
    }
}
