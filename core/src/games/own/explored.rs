//! All positions of boards that have been explored, as bytes in one long list, with their moves as numbers and their
//! values. A script is asked once for each.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::script::ScriptError;
use crate::rules::{Convention, Limits, Outcome, Player, Stop};
use crate::solve::graph::Verdict;
use crate::solve::lock::Held;
use crate::solve::memo::KnownPosition;

/// The most positions of one game.
pub(super) const MOST_POSITIONS: usize = 2_000_000;

/// A position of a board: the player to move, where that matters, and the cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnPosition {
    /// Who moves; `None` on boards where both have the same moves.
    pub mover: Option<Player>,
    /// What each cell holds, row by row.
    pub cells: Box<[i32]>,
}

/// How far a position is.
#[derive(Clone, Copy)]
enum PositionState {
    New,
    /// It is being worked on: to meet it again is to go in a circle.
    Open,
    Known(KnownPosition),
}

#[derive(Clone, Copy)]
struct Exploration {
    state: PositionState,
    /// Where its moves are.
    from: u32,
    count: u32,
}

/// What a script says of a position.
pub(super) enum OwnMoves {
    /// It goes on: the positions one move away, in board order.
    On(Vec<OwnPosition>),
    /// It is over, with this outcome for the player who cannot move.
    Over(Outcome),
}

/// Where the moves come from: the script.
pub(super) trait MoveSource {
    /// The moves of a position, which is one move away from another, unless it is the first.
    fn moves(&self, at: &OwnPosition, from: Option<&OwnPosition>) -> Result<OwnMoves, ScriptError>;

    /// Whether it matters where a position is come from.
    fn heeds_origin(&self) -> bool;

    /// The fault of a script whose positions go round in a circle, this one.
    fn circle(&self, round: &[OwnPosition]) -> ScriptError;
}

#[derive(Default)]
pub(super) struct ExploredPositions {
    packed: PackedPositions,
    /// The number of each position, by its bytes.
    numbers: HashTable<u32>,
    explorations: Vec<Exploration>,
    moves: Vec<u32>,
}

/// Integers in as few bytes as they need: small ones in one.
fn write(cell: i32, bytes: &mut Vec<u8>) {
    let mut n = ((cell << 1) ^ (cell >> 31)) as u32;
    while n >= 0x80 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
}

fn encoded(at: &OwnPosition, bytes: &mut Vec<u8>) {
    bytes.clear();
    bytes.push(at.mover.map_or(0, |p| p.index() as u8 + 1));
    for &cell in &at.cells {
        write(cell, bytes);
    }
}

fn decoded(bytes: &[u8]) -> OwnPosition {
    let mover = match bytes.first() {
        Some(1) => Some(Player::First),
        Some(2) => Some(Player::Second),
        _ => None,
    };
    let mut cells = Vec::with_capacity(bytes.len());
    let (mut n, mut shift) = (0u32, 0);
    for &byte in bytes.iter().skip(1) {
        n |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 != 0 {
            shift += 7;
        } else {
            cells.push((n >> 1) as i32 ^ -((n & 1) as i32));
            (n, shift) = (0, 0);
        }
    }
    OwnPosition {
        mover,
        cells: cells.into(),
    }
}

fn hashed(bytes: &[u8]) -> u64 {
    FxBuildHasher.hash_one(bytes)
}

/// Positions one after another, each as bytes.
#[derive(Default)]
struct PackedPositions {
    bytes: Vec<u8>,
    /// Where each ends.
    ends: Vec<u32>,
}

impl PackedPositions {
    fn get(&self, number: u32) -> &[u8] {
        let at = number as usize;
        let from = if at == 0 {
            0
        } else {
            self.ends[at - 1] as usize
        };
        &self.bytes[from..self.ends[at] as usize]
    }

    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.ends.push(self.bytes.len() as u32);
    }
}

impl Held for ExploredPositions {
    fn memory_used(&self) -> u64 {
        let entered = self.explorations.capacity() * size_of::<Exploration>();
        let numbers =
            self.packed.ends.capacity() + 2 * self.numbers.capacity() + self.moves.capacity();
        (self.packed.bytes.capacity() + entered + 4 * numbers) as u64
    }
}

impl ExploredPositions {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.explorations.len()
    }

    fn position(&self, number: u32) -> OwnPosition {
        decoded(self.packed.get(number))
    }

    fn number(&mut self, at: &OwnPosition, buffer: &mut Vec<u8>) -> u32 {
        encoded(at, buffer);
        let ExploredPositions {
            packed,
            numbers,
            explorations,
            ..
        } = self;
        let is_same = |&number: &u32| packed.get(number) == &buffer[..];
        match numbers.entry(hashed(buffer), is_same, |&number| {
            hashed(packed.get(number))
        }) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let number = explorations.len() as u32;
                new.insert(number);
                packed.push(buffer);
                explorations.push(Exploration {
                    state: PositionState::New,
                    from: 0,
                    count: 0,
                });
                number
            }
        }
    }

    fn find(&self, at: &OwnPosition) -> Option<u32> {
        let mut bytes = Vec::new();
        encoded(at, &mut bytes);
        self.numbers
            .find(hashed(&bytes), |&number| self.packed.get(number) == bytes)
            .copied()
    }

    /// What is known of a position; `None` where it has not been explored.
    pub fn settled(&self, at: &OwnPosition) -> Option<KnownPosition> {
        match self.explorations[self.find(at)? as usize].state {
            PositionState::Known(settled) => Some(settled),
            _ => None,
        }
    }

    /// The positions one move away, in board order; `None` where the position has not been explored.
    pub fn moves(&self, at: &OwnPosition) -> Option<Vec<OwnPosition>> {
        let number = self.find(at)?;
        let PositionState::Known(_) = self.explorations[number as usize].state else {
            return None;
        };
        Some(
            self.moves_of(number)
                .iter()
                .map(|&n| self.position(n))
                .collect(),
        )
    }

    fn moves_of(&self, number: u32) -> &[u32] {
        let Exploration { from, count, .. } = self.explorations[number as usize];
        &self.moves[from as usize..(from + count) as usize]
    }

    /// Explores everything that can follow a position, at most that many positions that are new, and settles it.
    pub fn explore(
        &mut self,
        start: &OwnPosition,
        source: &dyn MoveSource,
        most: usize,
        limits: &Limits,
    ) -> Result<KnownPosition, ScriptError> {
        if let Some(settled) = self.settled(start) {
            return Ok(settled);
        }
        let before = self.len();
        let mut tried = self.explore_more(start, source, most, limits);
        // What earlier questions left may be what is too much; what this one leaves must not be for the next.
        let is_full =
            |tried: &Result<_, _>| matches!(tried, Err(ScriptError::Stopped(Stop::NotProved(_))));
        if is_full(&tried) && self.len() - before <= most && before > 0 {
            *self = ExploredPositions::default();
            tried = self.explore_more(start, source, most, limits);
        }
        if is_full(&tried) && (before == 0 || self.len() <= most) {
            *self = ExploredPositions::default();
        }
        tried?;
        self.settled(start)
            .ok_or_else(|| Stop::not_proved("the position was not reached").into())
    }

    fn explore_more(
        &mut self,
        start: &OwnPosition,
        source: &dyn MoveSource,
        most: usize,
        limits: &Limits,
    ) -> Result<(), ScriptError> {
        let before = self.len();
        let mut search = Exploring {
            positions: self,
            source,
            most,
            before,
            limits,
            open: Vec::new(),
            buffer: Vec::new(),
        };
        let done = search.settle_below(start);
        let left = search.open;
        for (number, _) in left {
            self.explorations[number as usize].state = PositionState::New;
        }
        done
    }

    /// The value of a position with these moves, at least one.
    ///
    /// # Errors
    /// Where one of them leads to a position that is not settled: nothing is concluded from the others.
    fn value_of(&self, list: &[u32]) -> Result<KnownPosition, Stop> {
        let mut after = Vec::with_capacity(list.len());
        for &n in list {
            let PositionState::Known(value) = self.explorations[n as usize].state else {
                return Err(Stop::not_proved(
                    "a move leads to a position that was not explored",
                ));
            };
            after.push(value);
        }
        Ok(KnownPosition::of_moves(
            Convention::Normal,
            after.into_iter(),
        ))
    }
}

/// The search that settles all that follows a position: depth first, so that a position is settled after all that its moves
/// lead to.
struct Exploring<'s> {
    positions: &'s mut ExploredPositions,
    source: &'s dyn MoveSource,
    /// The most positions that may be new.
    most: usize,
    /// How many there were before.
    before: usize,
    limits: &'s Limits,
    /// The positions from the start to where the search is, each with how many of its moves are done.
    open: Vec<(u32, u32)>,
    /// Room for the bytes of one position.
    buffer: Vec<u8>,
}

impl Exploring<'_> {
    fn settle_below(&mut self, start: &OwnPosition) -> Result<(), ScriptError> {
        let start = self.positions.number(start, &mut self.buffer);
        self.enter(start)?;
        while let Some((number, next)) = self.open.last_mut() {
            let list = self.positions.moves_of(*number);
            let Some(&to) = list.get(*next as usize) else {
                let value = self.positions.value_of(list)?;
                self.positions.explorations[*number as usize].state = PositionState::Known(value);
                self.open.pop();
                continue;
            };
            *next += 1;
            match self.positions.explorations[to as usize].state {
                PositionState::Known(_) => {}
                PositionState::New => self.enter(to)?,
                PositionState::Open => return Err(self.circle(to)),
            }
        }
        Ok(())
    }

    /// Asks for the moves of a position. Where the game goes on there, it is what is looked at next.
    fn enter(&mut self, number: u32) -> Result<(), ScriptError> {
        self.limits.check()?;
        self.check_size()?;
        let positions = &mut *self.positions;
        let from = self.open.last().filter(|_| self.source.heeds_origin());
        let from = from.map(|(from, _)| positions.position(*from));
        let exploration = match self
            .source
            .moves(&positions.position(number), from.as_ref())?
        {
            OwnMoves::Over(outcome) => {
                let value = KnownPosition {
                    verdict: Verdict {
                        outcome,
                        remoteness: 0,
                    },
                    grundy: 0,
                };
                Exploration {
                    state: PositionState::Known(value),
                    from: 0,
                    count: 0,
                }
            }
            OwnMoves::On(next) => {
                let from = positions.moves.len() as u32;
                for to in &next {
                    let to = positions.number(to, &mut self.buffer);
                    positions.moves.push(to);
                }
                self.open.push((number, 0));
                Exploration {
                    state: PositionState::Open,
                    from,
                    count: next.len() as u32,
                }
            }
        };
        positions.explorations[number as usize] = exploration;
        Ok(())
    }

    /// That there are not too many positions for the question, for the numbers of bytes and moves, or for the memory given.
    fn check_size(&self) -> Result<(), Stop> {
        let positions = &self.positions;
        if positions.len() - self.before > self.most || positions.len() > MOST_POSITIONS {
            let most = self.most.min(MOST_POSITIONS);
            return Err(Stop::not_proved(format!(
                "more than {most} positions can follow"
            )));
        }
        let is_large = positions.packed.bytes.len() > 1 << 31 || positions.moves.len() > 1 << 30;
        if is_large || positions.memory_used() > self.limits.memory() {
            return Err(Stop::not_proved(
                "the positions take more than the memory given",
            ));
        }
        Ok(())
    }

    /// The error that names the way from a position, which is open, back to itself.
    fn circle(&self, to: u32) -> ScriptError {
        let way = self
            .open
            .iter()
            .map(|(number, _)| *number)
            .skip_while(|number| *number != to);
        let round: Vec<OwnPosition> = way.map(|number| self.positions.position(number)).collect();
        self.source.circle(&round)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards of two cells, of which the second counts down.
    struct CountDown;

    fn board(name: i32, count: i32) -> OwnPosition {
        OwnPosition {
            mover: None,
            cells: [name, count].into(),
        }
    }

    impl MoveSource for CountDown {
        fn moves(
            &self,
            at: &OwnPosition,
            _from: Option<&OwnPosition>,
        ) -> Result<OwnMoves, ScriptError> {
            Ok(match at.cells[1] {
                0 => OwnMoves::Over(Outcome::Loss),
                count => OwnMoves::On(vec![board(at.cells[0], count - 1)]),
            })
        }

        fn heeds_origin(&self) -> bool {
            false
        }

        fn circle(&self, _round: &[OwnPosition]) -> ScriptError {
            unreachable!("it counts down")
        }
    }

    #[test]
    fn what_is_known_of_one_position_is_kept_while_another_is_explored() {
        let mut known = ExploredPositions::default();
        for name in 0..2 {
            known
                .explore(&board(name, 5), &CountDown, 100, &Limits::default())
                .unwrap();
        }
        assert!((0..2).all(|name| known.settled(&board(name, 5)).is_some()));
    }
}
