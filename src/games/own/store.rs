//! All positions of boards that have been explored, as bytes in one long list, with their moves as numbers and their
//! values. A script is asked once for each.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::faults::ScriptFault;
use crate::rules::{Limits, Outcome, Player, Stop};

/// The most positions of one game.
pub(super) const MOST_POSITIONS: usize = 2_000_000;

/// A position of a board: who moves, where that matters, and the cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnPosition {
    /// Who moves; `None` on boards where both have the same moves.
    pub mover: Option<Player>,
    /// What each cell holds, row by row.
    pub cells: Box<[i32]>,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlaceValue {
    /// For the player to move.
    pub outcome: Outcome,
    /// Moves to the end; only meant where the outcome is no draw.
    pub remoteness: u32,
    /// Only meant where both have the same moves.
    pub grundy: u32,
}

/// How far a position is.
#[derive(Clone, Copy)]
enum PlaceProgress {
    New,
    /// It is being worked on: to meet it again is to go in a circle.
    Open,
    Done(PlaceValue),
}

#[derive(Clone, Copy)]
struct Entered {
    progress: PlaceProgress,
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
pub(super) trait PlaceSource {
    /// The moves of a position.
    fn moves(&self, at: &OwnPosition) -> Result<OwnMoves, ScriptFault>;

    /// A fault that names these positions, which go in a circle.
    fn circle(&self, places: &[OwnPosition]) -> ScriptFault;
}

/// The positions.
#[derive(Default)]
pub(super) struct PlaceStore {
    /// The positions one after another, each as bytes.
    bytes: Vec<u8>,
    /// Where each ends.
    ends: Vec<u32>,
    /// Numbers of positions, at the place that their bytes hash to, plus 1; 0 for none.
    slots: Vec<u32>,
    entered: Vec<Entered>,
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

fn encoded(place: &OwnPosition, bytes: &mut Vec<u8>) {
    bytes.clear();
    bytes.push(place.mover.map_or(0, |p| p.index() as u8 + 1));
    for &cell in &place.cells {
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
    OwnPosition { mover, cells: cells.into() }
}

fn hashed(bytes: &[u8]) -> usize {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as usize
}

impl PlaceStore {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The bytes taken.
    pub fn held(&self) -> u64 {
        let entered = self.entered.capacity() * size_of::<Entered>();
        (self.bytes.capacity()
            + entered
            + (self.ends.capacity() + self.slots.capacity() + self.moves.capacity()) * 4) as u64
    }

    fn bytes_of(&self, number: u32) -> &[u8] {
        let at = number as usize;
        let from = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        &self.bytes[from..self.ends[at] as usize]
    }

    fn place_of(&self, number: u32) -> OwnPosition {
        decoded(self.bytes_of(number))
    }

    fn slot(&self, bytes: &[u8]) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hashed(bytes) & mask;
        loop {
            match self.slots[at] {
                0 => return Err(at),
                n if self.bytes_of(n - 1) == bytes => return Ok(n - 1),
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(1 << 10);
        self.slots = vec![0; size];
        for number in 0..self.len() as u32 {
            if let Err(at) = self.slot(self.bytes_of(number)) {
                self.slots[at] = number + 1;
            }
        }
    }

    fn number(&mut self, place: &OwnPosition, room: &mut Vec<u8>) -> u32 {
        encoded(place, room);
        if self.len() * 2 >= self.slots.len() {
            self.grow();
        }
        match self.slot(room) {
            Ok(number) => number,
            Err(at) => {
                let number = self.len() as u32;
                self.slots[at] = number + 1;
                self.bytes.extend_from_slice(room);
                self.ends.push(self.bytes.len() as u32);
                self.entered.push(Entered { progress: PlaceProgress::New, from: 0, count: 0 });
                number
            }
        }
    }

    fn find(&self, place: &OwnPosition) -> Option<u32> {
        let mut room = Vec::new();
        encoded(place, &mut room);
        if self.slots.is_empty() { None } else { self.slot(&room).ok() }
    }

    /// What is known of a position; `None` where it has not been explored.
    pub fn settled(&self, place: &OwnPosition) -> Option<PlaceValue> {
        match self.entered[self.find(place)? as usize].progress {
            PlaceProgress::Done(settled) => Some(settled),
            _ => None,
        }
    }

    /// The positions one move away, in board order; `None` where the position has not been explored.
    pub fn moves(&self, place: &OwnPosition) -> Option<Vec<OwnPosition>> {
        let entered = self.entered[self.find(place)? as usize];
        let PlaceProgress::Done(_) = entered.progress else { return None };
        let list = &self.moves[entered.from as usize..(entered.from + entered.count) as usize];
        Some(list.iter().map(|&n| self.place_of(n)).collect())
    }

    /// Explores everything that can follow a position, at most that many positions that are new, and settles it.
    pub fn explore(
        &mut self,
        start: &OwnPosition,
        source: &dyn PlaceSource,
        most: usize,
        limits: &Limits,
    ) -> Result<PlaceValue, ScriptFault> {
        if let Some(settled) = self.settled(start) {
            return Ok(settled);
        }
        let before = self.len();
        let mut tried = self.explore_more(start, source, most, limits);
        // What earlier questions left may be what is too much; what this one leaves must not be for the next.
        let is_full = |tried: &Result<_, _>| matches!(tried, Err(ScriptFault::Stopped(Stop::NotProved(_))));
        if is_full(&tried) && self.len() - before <= most && before > 0 {
            *self = PlaceStore::default();
            tried = self.explore_more(start, source, most, limits);
        }
        if is_full(&tried) && (before == 0 || self.len() <= most) {
            *self = PlaceStore::default();
        }
        tried?;
        self.settled(start).ok_or_else(|| Stop::not_proved("the position was not reached").into())
    }

    fn explore_more(
        &mut self,
        start: &OwnPosition,
        source: &dyn PlaceSource,
        most: usize,
        limits: &Limits,
    ) -> Result<(), ScriptFault> {
        let mut open: Vec<(u32, u32)> = Vec::new();
        let done = self.settle_below(start, &mut open, source, most, limits);
        for (number, _) in open {
            self.entered[number as usize].progress = PlaceProgress::New;
        }
        done
    }

    fn settle_below(
        &mut self,
        start: &OwnPosition,
        open: &mut Vec<(u32, u32)>,
        source: &dyn PlaceSource,
        most: usize,
        limits: &Limits,
    ) -> Result<(), ScriptFault> {
        let mut room = Vec::new();
        let before = self.len();
        let mut enter = Some(self.number(start, &mut room));
        while enter.is_some() || !open.is_empty() {
            if let Some(number) = enter.take() {
                limits.check()?;
                if self.len() - before > most || self.len() > MOST_POSITIONS {
                    let most = most.min(MOST_POSITIONS);
                    return Err(Stop::not_proved(format!("more than {most} positions can follow")).into());
                }
                if self.held() > limits.memory() || self.bytes.len() > 1 << 31 || self.moves.len() > 1 << 30 {
                    return Err(Stop::not_proved("the positions take more than the memory given").into());
                }
                match source.moves(&self.place_of(number))? {
                    OwnMoves::Over(outcome) => {
                        let settled = PlaceValue { outcome, remoteness: 0, grundy: 0 };
                        self.entered[number as usize] =
                            Entered { progress: PlaceProgress::Done(settled), from: 0, count: 0 };
                    }
                    OwnMoves::On(next) => {
                        let from = self.moves.len() as u32;
                        for place in &next {
                            let n = self.number(place, &mut room);
                            self.moves.push(n);
                        }
                        self.entered[number as usize] =
                            Entered { progress: PlaceProgress::Open, from, count: next.len() as u32 };
                        open.push((number, 0));
                    }
                }
            }
            let Some((number, next)) = open.last_mut() else { continue };
            let Entered { from, count, .. } = self.entered[*number as usize];
            let list = &self.moves[from as usize..(from + count) as usize];
            let Some(&to) = list.get(*next as usize) else {
                let settled = self.settle(list);
                self.entered[*number as usize].progress = PlaceProgress::Done(settled);
                open.pop();
                continue;
            };
            *next += 1;
            match self.entered[to as usize].progress {
                PlaceProgress::Done(_) => {}
                PlaceProgress::New => enter = Some(to),
                PlaceProgress::Open => {
                    let from = open.iter().position(|(n, _)| *n == to).unwrap_or(0);
                    let round: Vec<OwnPosition> =
                        open[from..].iter().map(|(n, _)| self.place_of(*n)).collect();
                    return Err(source.circle(&round));
                }
            }
        }
        Ok(())
    }

    /// The value of a position with these moves, all of them settled and at least one.
    fn settle(&self, list: &[u32]) -> PlaceValue {
        let (mut quickest, mut slowest, mut draw) = (None::<u32>, 0, false);
        let mut seen = Vec::new();
        for &n in list {
            let PlaceProgress::Done(after) = self.entered[n as usize].progress else { continue };
            match after.outcome {
                Outcome::Loss => {
                    quickest = Some(quickest.map_or(after.remoteness, |q| q.min(after.remoteness)))
                }
                Outcome::Win => slowest = slowest.max(after.remoteness),
                Outcome::Draw => draw = true,
            }
            let value = after.grundy as usize;
            if seen.len() <= value {
                seen.resize(value + 1, false);
            }
            seen[value] = true;
        }
        let grundy = seen.iter().position(|s| !s).unwrap_or(seen.len()) as u32;
        match quickest {
            Some(q) => PlaceValue { outcome: Outcome::Win, remoteness: q + 1, grundy },
            None if draw => PlaceValue { outcome: Outcome::Draw, remoteness: 0, grundy },
            None => PlaceValue { outcome: Outcome::Loss, remoteness: slowest + 1, grundy },
        }
    }
}
