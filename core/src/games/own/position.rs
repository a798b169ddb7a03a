//! Defines positions of scripted games. A position of a board stores its moves once the script has returned them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use super::script::Gain;
use crate::rules::{Outcome, Player};

/// A position of a user-defined game.
#[derive(Clone)]
pub struct OwnPosition(Arc<Node>);

struct Node {
    mover: Option<Player>,
    cells: Box<[i32]>,
    /// The points that A and B have gained since the ID was read. The ID itself contains no points.
    score: [i64; 2],
    answer: OnceLock<Arc<Answer>>,
}

#[derive(Debug, Default)]
pub(super) struct Answer {
    /// The moves, sorted by the changes that they make.
    pub moves: Vec<OwnMove>,
    /// The outcome for the player to move, if the game is over.
    pub over: Option<Outcome>,
}

/// A move and its gain.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OwnMove {
    /// The change to the position.
    pub change: Change,
    /// The gain, if points are counted.
    pub gain: Gain,
}

/// The change that a move makes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Change {
    /// The changed cells, counted from 0 and in ascending order, with their new numbers.
    Cells(Box<[(u32, i32)]>),
    /// A heap that is replaced by other heaps.
    Heap(Become),
}

/// A heap and the heaps that replace it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Become {
    /// The index of the heap, from 0.
    pub heap: u32,
    /// The numbers of the new heaps.
    pub to: Box<[i32]>,
}

impl Answer {
    pub fn moves_of(&self, heap: u32) -> impl Iterator<Item = OwnMove> {
        self.moves.iter().cloned().map(move |mut m| {
            if let Change::Heap(to) = &mut m.change {
                to.heap = heap;
            }
            m
        })
    }

    pub fn size(&self) -> u64 {
        // The allocator rounds small blocks up to 32 bytes.
        const LEAST: usize = 32;
        let bytes = |m: &OwnMove| {
            let change = match &m.change {
                Change::Cells(list) => size_of_val(&**list),
                Change::Heap(to) => size_of_val(&*to.to),
            };
            size_of::<OwnMove>() + change.max(LEAST)
        };
        let answer = size_of::<Node>() + size_of::<Answer>() + 2 * LEAST;
        (answer + self.moves.iter().map(bytes).sum::<usize>()) as u64
    }
}

impl Change {
    /// The heaps that replace a heap; empty if the move changes cells instead.
    pub fn heaps(&self) -> &[i32] {
        match self {
            Change::Heap(to) => &to.to,
            Change::Cells(_) => &[],
        }
    }
}

impl OwnPosition {
    /// Creates a position without a stored answer. `score` lists the points of A, then the points of B.
    pub fn new(mover: Option<Player>, cells: impl Into<Box<[i32]>>, score: [i64; 2]) -> Self {
        OwnPosition(Arc::new(Node {
            mover,
            cells: cells.into(),
            score,
            answer: OnceLock::new(),
        }))
    }

    /// Creates a position with no player to move and no score.
    pub fn plain(cells: impl Into<Box<[i32]>>) -> Self {
        OwnPosition::new(None, cells, [0; 2])
    }

    /// The player to move; `None` if both players have the same moves and no points are counted.
    pub fn mover(&self) -> Option<Player> {
        self.0.mover
    }

    /// The numbers in the cells, row by row, or the numbers of the heaps.
    pub fn cells(&self) -> &[i32] {
        &self.0.cells
    }

    /// The points of A and of B since the position's ID was read.
    pub fn score(&self) -> [i64; 2] {
        self.0.score
    }

    /// The points of the player to move minus those of the opponent.
    pub fn lead(&self) -> i64 {
        let [a, b] = self.score();
        match self.mover() {
            Some(Player::Second) => b - a,
            _ => a - b,
        }
    }

    fn key(&self) -> (Option<Player>, &[i32], [i64; 2]) {
        (self.mover(), self.cells(), self.score())
    }

    pub(super) fn answer(&self) -> Option<&Arc<Answer>> {
        self.0.answer.get()
    }

    pub(super) fn answer_with(&self, answer: Arc<Answer>) -> &Arc<Answer> {
        self.0.answer.get_or_init(|| answer)
    }
}

impl PartialEq for OwnPosition {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for OwnPosition {}

impl Hash for OwnPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Debug for OwnPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.key().fmt(f)
    }
}
