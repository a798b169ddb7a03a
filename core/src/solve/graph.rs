//! Represents the graph of all positions reachable from a start position, and computes the outcomes and Grundy values
//! of the positions.

use rustc_hash::FxHashMap;

use crate::rules::{Convention, Limits, Outcome, Rules, Stop, Value};

/// The maximum number of moves in an explored graph. The moves of a graph of this size take 240 MB.
const MOST_MOVES: usize = 60_000_000;

/// A graph together with its positions in index order.
pub type Explored<P> = (Graph, Vec<P>);

/// Positions, identified by their indices, and the moves between them.
///
/// The methods that compute values require every move to lead to a smaller index, as in the graphs of
/// [`Graph::explore`].
#[derive(Clone, Debug)]
pub struct Graph {
    /// `moves[first[i]..first[i + 1]]` are the options of position `i`.
    first: Vec<u32>,
    moves: Vec<u32>,
}

impl Default for Graph {
    fn default() -> Self {
        Graph {
            first: vec![0],
            moves: Vec::new(),
        }
    }
}

impl Graph {
    /// Explores all positions reachable from `start`. In the graph, every position comes after its options, and the
    /// start comes last. Returns `None` if there are more than `most` positions, more than 60 million moves, or too
    /// many moves for the memory limit.
    pub fn explore<R: Rules + ?Sized>(
        rules: &R,
        start: &R::Position,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Explored<R::Position>>, Stop> {
        let Some((mut graph, found)) = Graph::discover(rules, start, most, limits)? else {
            return Ok(None);
        };
        let order = graph.put_in_order();
        Ok(Some((
            graph,
            order
                .iter()
                .map(|&old| found[old as usize].clone())
                .collect(),
        )))
    }

    /// Like [`Graph::explore`], but indexes the positions in the order of discovery, beginning with the start. The
    /// graph may have cycles.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most MOST_MOVES moves, and one position more"
    )]
    pub fn discover<R: Rules + ?Sized>(
        rules: &R,
        start: &R::Position,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Explored<R::Position>>, Stop> {
        // The start is not made canonical, so that its moves keep their board order.
        let mut found: Vec<R::Position> = vec![start.clone()];
        let mut number: FxHashMap<R::Position, u32> = FxHashMap::default();
        number.insert(start.clone(), 0);
        let mut wide = Graph {
            first: vec![0],
            moves: Vec::new(),
        };
        let most_moves =
            usize::try_from(limits.memory() / 8).map_or(MOST_MOVES, |n| n.min(MOST_MOVES));
        let mut opened = 0;
        while let Some(at) = found.get(opened).cloned() {
            if opened % 1024 == 0 {
                limits.check()?;
            }
            opened += 1;
            rules.prepare(&at, false, limits)?;
            for m in &rules.moves(&at) {
                let to = rules.canonical(&rules.play(&at, &m));
                let next = *number.entry(to).or_insert_with_key(|to| {
                    found.push(to.clone());
                    found.len() as u32 - 1
                });
                wide.moves.push(next);
                if found.len() > most || wide.moves.len() > most_moves {
                    return Ok(None);
                }
            }
            wide.first.push(wide.moves.len() as u32);
        }
        if found.len() > most {
            return Ok(None);
        }
        Ok(Some((wide, found)))
    }

    /// Renumbers the positions so that each comes after its options, and returns their old indices in the new order.
    /// Every position must be reachable from position 0.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most MOST_MOVES moves, and one position more"
    )]
    fn put_in_order(&mut self) -> Vec<u32> {
        let order = self.finishing_order();
        let mut place = vec![0u32; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old as usize] = new as u32;
        }
        let mut graph = Graph {
            first: vec![0],
            moves: Vec::with_capacity(self.moves.len()),
        };
        for &old in &order {
            graph
                .moves
                .extend(self.next(old as usize).iter().map(|&n| place[n as usize]));
            graph.first.push(graph.moves.len() as u32);
        }
        *self = graph;
        order
    }

    /// Builds the graph in which position `i` leads to the positions in list `i`.
    pub fn from_moves(lists: impl Iterator<Item = Vec<u32>>) -> Graph {
        let mut graph = Graph::default();
        for list in lists {
            graph.push(list);
        }
        graph
    }

    /// Adds a position with these options.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "positions and moves are numbered in 32 bits"
    )]
    pub fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.moves.extend(list);
        self.first.push(self.moves.len() as u32);
    }

    fn finishing_order(&self) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.len());
        let mut seen = vec![false; self.len()];
        let mut stack = vec![(0u32, 0usize)];
        if let Some(first) = seen.first_mut() {
            *first = true;
        }
        while let Some((at, done)) = stack.last_mut() {
            if let Some(&next) = self.next(*at as usize).get(*done) {
                *done += 1;
                if !std::mem::replace(&mut seen[next as usize], true) {
                    stack.push((next, 0));
                }
            } else {
                order.push(*at);
                stack.pop();
            }
        }
        order
    }

    /// Returns the graph with every move reversed. Positions keep their indices.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "positions and moves are numbered in 32 bits"
    )]
    pub fn reversed(&self) -> Graph {
        let mut first = vec![0u32; self.len() + 1];
        for &to in &self.moves {
            first[to as usize + 1] += 1;
        }
        for i in 0..self.len() {
            first[i + 1] += first[i];
        }
        let mut place = first.clone();
        let mut moves = vec![0; self.moves.len()];
        for from in 0..self.len() {
            for &to in self.next(from) {
                moves[place[to as usize] as usize] = from as u32;
                place[to as usize] += 1;
            }
        }
        Graph { first, moves }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.first.len().saturating_sub(1)
    }

    /// The total number of moves.
    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// The memory used by the graph, in bytes.
    pub fn memory_used(&self) -> usize {
        size_of::<u32>() * (self.first.capacity() + self.moves.capacity())
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The options of position `i`. In an explored graph, the options are in board order and may contain duplicates.
    pub fn next(&self, i: usize) -> &[u32] {
        &self.moves[self.first[i] as usize..self.first[i + 1] as usize]
    }

    /// Computes the Grundy value of every position.
    pub fn grundy(&self) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::with_capacity(self.len());
        for i in 0..self.len() {
            values.push(mex(self.next(i).iter().map(|&n| values[n as usize])));
        }
        values
    }

    /// Computes the outcome and remoteness of every position.
    pub fn verdicts(&self, convention: Convention) -> Vec<Verdict> {
        let mut values: Vec<Verdict> = Vec::with_capacity(self.len());
        for i in 0..self.len() {
            values.push(Verdict::best(
                convention,
                self.next(i).iter().map(|&n| values[n as usize]),
            ));
        }
        values
    }
}

/// The outcome and remoteness of a position with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The number of moves left if the winner hurries and the loser delays; `u32::MAX` for [`Verdict::DRAW`].
    pub remoteness: u32,
}

impl Verdict {
    const UNCOUNTED: u32 = u32::MAX;

    /// The verdict of a drawn position.
    pub const DRAW: Verdict = Verdict {
        outcome: Outcome::Draw,
        remoteness: Verdict::UNCOUNTED,
    };

    /// Computes the verdict of a position from the verdicts of its options.
    pub fn best(convention: Convention, next: impl Iterator<Item = Verdict>) -> Verdict {
        let (mut quickest, mut slowest, mut draws) = (None, None, false);
        for Verdict {
            outcome,
            remoteness,
        } in next
        {
            match outcome {
                Outcome::Win => slowest = slowest.max(Some(remoteness)),
                Outcome::Loss => {
                    quickest = Some(quickest.map_or(remoteness, |q| remoteness.min(q)))
                }
                Outcome::Draw => draws = true,
            }
        }
        let (outcome, remoteness) = match (quickest, slowest) {
            (Some(q), _) => (Outcome::Win, q + 1),
            _ if draws => return Verdict::DRAW,
            (None, Some(s)) => (Outcome::Loss, s + 1),
            (None, None) => (convention.outcome_when_stuck(), 0),
        };
        Verdict {
            outcome,
            remoteness,
        }
    }

    /// Returns whether the player to move wins.
    pub fn wins(self) -> bool {
        self.outcome == Outcome::Win
    }

    /// Converts the verdict to a value.
    pub fn value(self) -> Value {
        let counted = self.remoteness != Verdict::UNCOUNTED;
        Value::from_outcome(self.outcome).with_remoteness(counted.then_some(self.remoteness.into()))
    }
}

/// Returns the mex: the smallest number that is not among the values.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a position has far fewer than 2^32 moves"
)]
pub fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut low = 0u128;
    let mut high: Vec<u32> = Vec::new();
    for v in values {
        if v < 128 { low |= 1 << v } else { high.push(v) }
    }
    if low != u128::MAX {
        return low.trailing_ones();
    }
    high.sort_unstable();
    high.dedup();
    high.iter()
        .zip(128u32..)
        .find(|(v, i)| *v != i)
        .map_or(128 + high.len() as u32, |(_, i)| i)
}

/// The sum of several graphs. A position consists of one position of each graph, and a move changes one of them.
#[derive(Clone, Debug)]
pub struct Product {
    parts: Vec<Graph>,
    strides: Vec<usize>,
    size: usize,
}

impl Product {
    /// Builds the sum of the graphs; returns `None` if the sum has more than `most` positions.
    pub fn new(parts: Vec<Graph>, most: usize) -> Option<Product> {
        let mut strides = Vec::with_capacity(parts.len());
        let mut size = 1usize;
        for part in &parts {
            strides.push(size);
            size = size.checked_mul(part.len()).filter(|&s| s <= most)?;
        }
        Some(Product {
            parts,
            strides,
            size,
        })
    }

    /// The number of positions in the sum.
    pub fn len(&self) -> usize {
        self.size
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// Computes the outcome and remoteness of every position. The position with the last index is the start.
    pub fn verdicts(&self, convention: Convention, limits: &Limits) -> Result<Vec<Verdict>, Stop> {
        let mut values: Vec<Verdict> = Vec::with_capacity(self.size);
        for i in 0..self.size {
            if i % 16384 == 0 {
                limits.check()?;
            }
            values.push(Verdict::best(
                convention,
                self.moves(i).map(|(_, n)| values[n]),
            ));
        }
        Ok(values)
    }

    /// Returns the index of each part's position when the sum is in position `i`.
    pub fn places(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        self.parts
            .iter()
            .zip(&self.strides)
            .map(move |(part, &stride)| i / stride % part.len())
    }

    /// Iterates over the moves of position `i` in board order. Yields the index of the part that changes and the index
    /// of the new position.
    pub fn moves(&self, i: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.parts
            .iter()
            .zip(&self.strides)
            .enumerate()
            .flat_map(move |(p, (part, &stride))| {
                let here = i / stride % part.len();
                part.next(here)
                    .iter()
                    .map(move |&n| (p, i - (here - n as usize) * stride))
            })
    }
}
