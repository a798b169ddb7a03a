//! Independent pieces, heaps or parts of boards: what one can become is a list of pieces, and pieces add as a sum.
//!
//! Normal play: a piece has the Grundy value mex of the XORs of what it can become (Sprague 1935, Grundy 1939). Moves to
//! the end, and all of misère play, are found by searching sums of pieces whole: sets of pieces in rising order, without
//! those that allow no move.

mod product;
mod search;

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::error::ScriptError;
use crate::rules::{Limits, Stop};
use crate::solve::graph::Verdict;
use crate::solve::lock::Held;

/// The most numbers of kept options: a quarter of a gigabyte with what is worked with beside them.
const MOST_KEPT: usize = 24_000_000;

/// What one piece can become: lists of pieces.
pub(super) type PieceOptions<K> = Vec<Vec<K>>;

/// What is known of one piece.
#[derive(Clone, Copy, Default)]
struct Piece {
    state: PieceState,
    /// Once it is known.
    grundy: u32,
    /// The longest play in it.
    height: u32,
    /// Where its options are kept, and how many numbers these are.
    options: Option<(u32, u32)>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum PieceState {
    #[default]
    New,
    /// It is being worked on: to meet it again is to go in a circle.
    Open,
    Known,
}

/// What names a piece.
pub(super) trait PieceKey: Clone + Eq + Hash {
    /// The bytes it takes on the heap.
    fn bytes(&self) -> usize;
}

impl PieceKey for i32 {
    fn bytes(&self) -> usize {
        0
    }
}

impl PieceKey for Box<[i32]> {
    fn bytes(&self) -> usize {
        block(size_of_val(&**self))
    }
}

/// The bytes that a block of memory takes, with what keeps account of it.
fn block(bytes: usize) -> usize {
    (bytes + 16).next_multiple_of(16)
}

/// The bytes that a sum of `n` pieces takes.
fn sum_bytes(pieces: usize) -> usize {
    size_of::<Box<[u32]>>() + block(4 * pieces)
}

/// All pieces met so far, numbered, with what is known of them.
pub(super) struct Components<K> {
    numbers: FxHashMap<K, u32>,
    keys: Vec<K>,
    pieces: Vec<Piece>,
    /// For each option its length and its pieces.
    kept: Vec<u32>,
    most: usize,
    sums: FxHashMap<Box<[u32]>, Verdict>,
    /// Sums with more positions below them than so many.
    large: FxHashMap<Box<[u32]>, usize>,
    /// The bytes of the keys of the three maps.
    key_bytes: usize,
}

impl<K> Held for Components<K> {
    /// As far as they can be many.
    fn memory_used(&self) -> u64 {
        let pieces =
            self.pieces.capacity() * size_of::<Piece>() + self.keys.len() * 2 * (size_of::<K>() + 24);
        let sums = (self.sums.capacity() + self.large.capacity()) * 56;
        (pieces + sums + self.key_bytes + self.kept.capacity() * 4) as u64
    }
}

/// Where the pieces' options come from: the script.
pub(super) trait PieceSource<K> {
    /// What a piece can become.
    fn options(&self, key: &K) -> Result<PieceOptions<K>, ScriptError>;

    /// A fault that names these pieces, which go in a circle.
    fn circle(&self, pieces: &[&K]) -> ScriptError;

    /// What the pieces are called, such as `heaps`.
    fn plural(&self) -> &'static str;
}

/// A piece that is being worked on.
struct OpenPiece {
    piece: u32,
    options: Vec<u32>,
    /// Where the search for pieces not yet known goes on.
    next: usize,
}

/// The options in a list of lengths and pieces.
fn options_in(mut list: &[u32]) -> impl Iterator<Item = &[u32]> {
    std::iter::from_fn(move || {
        let (&length, rest) = list.split_first()?;
        let (option, rest) = rest.split_at_checked(length as usize)?;
        list = rest;
        Some(option)
    })
}

impl<K: PieceKey> Components<K> {
    /// At most so many pieces are looked at.
    pub fn new(most: usize) -> Self {
        Components {
            numbers: FxHashMap::default(),
            keys: Vec::new(),
            pieces: Vec::new(),
            kept: Vec::new(),
            most,
            sums: FxHashMap::default(),
            large: FxHashMap::default(),
            key_bytes: 0,
        }
    }

    fn number(&mut self, key: &K) -> u32 {
        if let Some(&number) = self.numbers.get(key) {
            return number;
        }
        let number = self.keys.len() as u32;
        self.key_bytes += 2 * key.bytes();
        self.numbers.insert(key.clone(), number);
        self.keys.push(key.clone());
        self.pieces.push(Piece::default());
        number
    }

    fn is_known(&self, piece: u32) -> bool {
        self.pieces[piece as usize].state == PieceState::Known
    }

    /// The options of a piece, as numbers.
    fn ask(&mut self, piece: u32, source: &dyn PieceSource<K>) -> Result<Vec<u32>, ScriptError> {
        let key = self.keys[piece as usize].clone();
        let mut list = Vec::new();
        for option in source.options(&key)? {
            list.push(option.len() as u32);
            for key in &option {
                let number = self.number(key);
                list.push(number);
            }
        }
        Ok(list)
    }

    /// Settles a piece all of whose options are of known pieces.
    fn settle(&mut self, piece: u32, options: &[u32]) {
        let mut seen: Vec<bool> = Vec::new();
        let mut height = 0u32;
        for option in options_in(options) {
            let mut value = 0usize;
            let mut longest = 1u32;
            for &p in option {
                let p = &self.pieces[p as usize];
                value ^= p.grundy as usize;
                longest = longest.saturating_add(p.height);
            }
            height = height.max(longest);
            if seen.len() <= value {
                seen.resize(value + 1, false);
            }
            seen[value] = true;
        }
        let grundy = seen.iter().position(|s| !s).unwrap_or(seen.len()) as u32;
        let kept = self.kept.len() + options.len() <= MOST_KEPT;
        let place = kept.then_some((self.kept.len() as u32, options.len() as u32));
        if kept {
            self.kept.extend_from_slice(options);
        }
        self.pieces[piece as usize] = Piece { state: PieceState::Known, grundy, height, options: place };
    }

    /// Settles pieces that come before others, where all they become is known already. A fault is left for whoever needs
    /// the piece.
    pub fn prepare(
        &mut self,
        keys: impl Iterator<Item = K>,
        source: &dyn PieceSource<K>,
        limits: &Limits,
    ) -> Result<(), ScriptError> {
        for key in keys {
            limits.check()?;
            if self.pieces.len() > self.most || self.memory_used() > limits.memory() {
                return Ok(());
            }
            let piece = self.number(&key);
            if self.is_known(piece) {
                continue;
            }
            match self.ask(piece, source) {
                Ok(options) => {
                    if options_in(&options).flatten().all(|&p| self.is_known(p)) {
                        self.settle(piece, &options);
                    }
                }
                Err(ScriptError::Stopped(stop)) => return Err(stop.into()),
                Err(ScriptError::Fault(_)) => return Ok(()),
            }
        }
        Ok(())
    }

    /// The numbers of these pieces, where all of them are known.
    pub fn known(&self, keys: &[K]) -> Option<Vec<u32>> {
        keys.iter().map(|key| self.numbers.get(key).copied().filter(|&n| self.is_known(n))).collect()
    }

    /// Settles pieces and all below them. The numbers of the pieces of `keys`.
    pub fn solve(
        &mut self,
        keys: &[K],
        source: &dyn PieceSource<K>,
        limits: &Limits,
    ) -> Result<Vec<u32>, ScriptError> {
        let is_full = |tried: &Result<_, _>| matches!(tried, Err(ScriptError::Stopped(Stop::NotProved(_))));
        let before = self.keys.len();
        let mut tried = self.solve_more(keys, source, limits);
        // What earlier questions left may be what is too much; what this one leaves must not be for the next.
        if is_full(&tried) && before > 0 {
            *self = Components::new(self.most);
            tried = self.solve_more(keys, source, limits);
        }
        if is_full(&tried) {
            *self = Components::new(self.most);
        }
        tried
    }

    fn solve_more(
        &mut self,
        keys: &[K],
        source: &dyn PieceSource<K>,
        limits: &Limits,
    ) -> Result<Vec<u32>, ScriptError> {
        let numbers: Vec<u32> = keys.iter().map(|key| self.number(key)).collect();
        for &piece in &numbers {
            let mut frames = Vec::new();
            let done = self.settle_below(piece, &mut frames, source, limits);
            for frame in frames {
                self.pieces[frame.piece as usize].state = PieceState::New;
            }
            done?;
        }
        Ok(numbers)
    }

    fn settle_below(
        &mut self,
        start: u32,
        frames: &mut Vec<OpenPiece>,
        source: &dyn PieceSource<K>,
        limits: &Limits,
    ) -> Result<(), ScriptError> {
        let mut working = 0usize;
        let mut enter = Some(start).filter(|&p| !self.is_known(p));
        while enter.is_some() || !frames.is_empty() {
            if let Some(piece) = enter.take() {
                limits.check()?;
                if self.pieces.len() > self.most {
                    let what = format!("more than {} {} can follow", self.most, source.plural());
                    return Err(Stop::not_proved(what).into());
                }
                let options = self.ask(piece, source)?;
                working += options.len();
                if working.max(self.kept.len()) as u64 * 4 + self.memory_used() > limits.memory() {
                    return Err(Stop::not_proved("the game takes more than the memory given").into());
                }
                self.pieces[piece as usize].state = PieceState::Open;
                frames.push(OpenPiece { piece, options, next: 0 });
            }
            let Some(frame) = frames.last_mut() else { break };
            // Over lengths and pieces alike: each length is stepped over with its pieces.
            let mut at = frame.next;
            let mut found = None;
            while let Some(&length) = frame.options.get(at) {
                let pieces = &frame.options[at + 1..at + 1 + length as usize];
                found = pieces.iter().copied().find(|&p| self.pieces[p as usize].state != PieceState::Known);
                if found.is_some() {
                    break;
                }
                at += 1 + length as usize;
            }
            frame.next = at;
            match found {
                None => {
                    if let Some(frame) = frames.pop() {
                        working -= frame.options.len();
                        self.settle(frame.piece, &frame.options);
                    }
                }
                Some(piece) if self.pieces[piece as usize].state == PieceState::Open => {
                    let from = frames.iter().position(|f| f.piece == piece).unwrap_or(0);
                    let round: Vec<&K> =
                        frames[from..].iter().map(|f| &self.keys[f.piece as usize]).collect();
                    return Err(source.circle(&round));
                }
                Some(piece) => enter = Some(piece),
            }
        }
        Ok(())
    }

    /// The Grundy value of a piece that is known.
    pub fn grundy(&self, piece: u32) -> u32 {
        self.pieces[piece as usize].grundy
    }

    /// The longest play in the sum of these pieces, which are known.
    pub fn height(&self, pieces: &[u32]) -> u64 {
        pieces.iter().map(|&p| u64::from(self.pieces[p as usize].height)).sum()
    }
}
