//! Solves sums of independent pieces, which are heaps or parts of boards. Each option of a piece is a list of pieces.
//!
//! In normal play, the value of an option is the XOR of the values of its pieces, and the Grundy value of a piece is
//! the mex of the values of its options (Sprague 1935, Grundy 1939). The remoteness of a sum, and its outcome in misère
//! play, cannot be computed from the results of its pieces, so the sum is solved as a whole.

use std::cell::Cell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::script::Gain;
use super::store::{NextPositions, Place, Query, Source, State, Store, options_in};
use crate::rules::{Convention, Limits, Outcome, Stop, Value, if_proved};
use crate::solve::graph::{Graph, Product, Verdict, mex};

/// The maximum number of positions in the table of a sum.
const MOST_PLACES: usize = 200_000;
const MOST_MOVES: u64 = 40_000_000;
/// A single piece is solved with a table only if no line of play in it has more than this many moves.
const HIGHEST_ALONE: u64 = 400;
/// In normal play, the remoteness of a sum is searched for only if no line of play has more than this many moves.
const HIGHEST_SEARCHED: u64 = 120;
/// The maximum number of sums searched if only the remoteness is wanted.
const MOST_FOR_REMOTENESS: usize = 20_000;
/// The maximum total number of entries in the stored lists of options. This many entries take a quarter of a gigabyte,
/// including working memory.
const MOST_KEPT: usize = 24_000_000;

/// The maximum numbers of new pieces and of new entries in lists of options.
#[derive(Clone, Copy)]
pub(super) struct MostPieces {
    pieces: usize,
    listed: usize,
}

impl MostPieces {
    pub const ALL: MostPieces = MostPieces {
        pieces: 5_000_000,
        listed: usize::MAX,
    };
    pub const FEW: MostPieces = MostPieces {
        pieces: 3_000,
        listed: 30_000,
    };
}

#[derive(Clone, Copy)]
struct Piece {
    grundy: u32,
    /// The number of moves in the longest line of play.
    height: u32,
    /// `None` if there were too many options to store.
    options: Option<Place>,
}

type Pieces = Store<State<Piece>>;

/// Stores the results of pieces and of sums of pieces.
pub(super) struct Components {
    pieces: Pieces,
    sums: Store<State<Verdict>>,
    /// In normal play, sums of this height or more are not searched for their remoteness.
    too_high: u64,
    /// The sums whose search was abandoned, each with the maximum number of sums that the search was allowed to add.
    large: FxHashMap<Vec<u8>, usize>,
}

fn settled(store: &mut Pieces, _over: Option<Outcome>, list: &[u32], _gains: &[Gain]) -> Piece {
    let (mut values, mut height) = (Vec::new(), 0);
    for option in options_in(list) {
        let pieces = option.iter().map(|&p| store.results[p as usize].known());
        let (value, longest) = pieces.flatten().fold((0, 1u32), |(value, longest), piece| {
            (value ^ piece.grundy, longest.saturating_add(piece.height))
        });
        values.push(value);
        height = longest.max(height);
    }
    Piece {
        grundy: mex(values.into_iter()),
        height,
        options: store.keep(list, MOST_KEPT),
    }
}

impl Pieces {
    fn piece(&self, piece: u32) -> Option<Piece> {
        self.results[piece as usize].known()
    }

    fn height_of(&self, piece: u32) -> u32 {
        self.piece(piece).map_or(0, |piece| piece.height)
    }

    fn kept_options(&self, piece: u32) -> Option<impl Iterator<Item = &[u32]>> {
        Some(options_in(self.list(self.piece(piece)?.options?)))
    }

    /// Returns the numbers of the pieces that allow a move, in ascending order.
    fn sum_of(&self, pieces: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut sum: Vec<u32> = pieces.filter(|&p| self.height_of(p) > 0).collect();
        sum.sort_unstable();
        sum
    }

    /// Builds the graph of moves from `piece`. Node 0 stands for all pieces without a move; the other nodes are sorted
    /// by height. Also lists the piece at each node. Returns `None` if a piece may split, if the options of a piece are
    /// not stored, or if there are [`MOST_PLACES`] pieces or more.
    fn way_of(&self, piece: u32) -> Option<(Vec<u32>, Graph)> {
        let mut seen = FxHashSet::from_iter([piece]);
        let mut all = vec![piece];
        let mut at = 0;
        while let Some(&piece) = all.get(at) {
            at += 1;
            for option in self.kept_options(piece)? {
                let mut live = option.iter().copied().filter(|&p| self.height_of(p) > 0);
                let (first, None) = (live.next(), live.next()) else {
                    return None;
                };
                all.extend(first.filter(|&p| seen.insert(p)));
            }
            if all.len() >= MOST_PLACES {
                return None;
            }
        }
        // The height of a piece is always greater than the heights of the pieces in its options.
        all.sort_by_cached_key(|&p| (self.height_of(p), p));
        let places: FxHashMap<u32, u32> = all.iter().copied().zip(1..).collect();
        let mut next = vec![Vec::new()];
        for &piece in &all {
            let one = |option: &[u32]| {
                option
                    .iter()
                    .find_map(|p| places.get(p).copied())
                    .unwrap_or(0)
            };
            let mut list: Vec<u32> = self.kept_options(piece)?.map(one).collect();
            list.sort_unstable();
            list.dedup();
            next.push(list);
        }
        Some((
            [0].into_iter().chain(all).collect(),
            Graph::from_moves(next.into_iter()),
        ))
    }
}

fn packed(sum: &[u32]) -> Vec<u8> {
    let pieces = sum.iter().flat_map(|piece| piece.to_le_bytes());
    [0].into_iter().chain(pieces).collect()
}

struct Sums<'p> {
    pieces: &'p Pieces,
    /// The number of moves that may still be listed in this search.
    left: Cell<usize>,
}

impl Source for Sums<'_> {
    fn options(&self, at: &[u8], limits: &Limits, next: &mut NextPositions) -> Result<(), Stop> {
        // The caller turns this error into `None`, so it needs no message.
        let too_many = || Stop::not_proved(String::new());
        let (pieces, _) = at[1..].as_chunks::<4>();
        let sum: Vec<u32> = pieces
            .iter()
            .map(|piece| u32::from_le_bytes(*piece))
            .collect();
        let mut sums = Vec::new();
        let mut room = limits.memory() / 4;
        for (i, &piece) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == piece {
                continue;
            }
            limits.check()?;
            for option in self.pieces.kept_options(piece).ok_or_else(too_many)? {
                // A growing vector may reserve twice the capacity it needs, so count each byte twice.
                let bytes = 2 * (32 + 4 * (sum.len() + option.len()) as u64);
                room = room.checked_sub(bytes).ok_or_else(too_many)?;
                let rest = sum[..i].iter().chain(&sum[i + 1..]).chain(option);
                sums.push(packed(&self.pieces.sum_of(rest.copied())));
            }
        }
        sums.sort_unstable();
        sums.dedup();
        let left = self.left.get().checked_sub(sums.len());
        self.left.set(left.ok_or_else(too_many)?);
        for sum in sums {
            next.push(&sum, Gain::default());
        }
        Ok(())
    }
}

impl Components {
    pub fn new(bits: Option<u32>) -> Self {
        Components {
            pieces: Store::new(bits),
            sums: Store::new(None),
            too_high: HIGHEST_SEARCHED + 1,
            large: FxHashMap::default(),
        }
    }

    fn memory_used(&self) -> u64 {
        let large = self.large.capacity() * size_of::<(Vec<u8>, usize)>();
        self.pieces.memory_used() + self.sums.memory_used() + large as u64
    }

    /// Settles the pieces with these keys and all pieces reachable from them. Returns the numbers of the pieces.
    pub fn solve(
        &mut self,
        keys: &[Vec<u8>],
        source: &dyn Source,
        most: MostPieces,
        limits: &Limits,
    ) -> Result<Vec<u32>, Stop> {
        let sums = self.memory_used() - self.pieces.memory_used();
        let memory = limits.memory().saturating_sub(sums);
        let limits = limits.clone().with_memory(memory);
        let clearings = self.pieces.clearings();
        let found = self
            .pieces
            .search(source, most.pieces, &limits, |pieces, query| {
                let query = Query {
                    most_listed: pieces.listed().saturating_add(most.listed),
                    ..query
                };
                let numbers: Vec<u32> = keys.iter().map(|key| pieces.number(key)).collect();
                for &piece in &numbers {
                    pieces.settle(piece, query, &settled)?;
                }
                Ok(numbers)
            });
        if clearings != self.pieces.clearings() {
            // The stored sums refer to the pieces by their old numbers, which are no longer valid.
            self.sums = Store::new(None);
            self.large.clear();
            self.too_high = HIGHEST_SEARCHED + 1;
        }
        found
    }

    pub fn grundy(&self, piece: u32) -> u32 {
        self.pieces.piece(piece).map_or(0, |piece| piece.grundy)
    }

    pub fn xor(&self, pieces: &[u32]) -> u32 {
        pieces
            .iter()
            .fold(0, |xor, &piece| xor ^ self.grundy(piece))
    }

    pub fn height(&self, pieces: &[u32]) -> u64 {
        let heights = pieces.iter().map(|&p| self.pieces.height_of(p));
        heights.map(u64::from).sum()
    }

    /// Computes the value of a sum of settled pieces. In normal play, the value includes the remoteness if a quick
    /// search finds it. In misère play, returns `None` if a search of `most` sums does not find the outcome.
    pub fn value(
        &mut self,
        pieces: &[u32],
        convention: Convention,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Value>, Stop> {
        let normal = convention == Convention::Normal;
        let height = self.height(pieces);
        let verdict = match self.by_table(pieces, convention, limits)? {
            None if normal && height >= self.too_high => None,
            None if normal => {
                let found = self.search(pieces, convention, MOST_FOR_REMOTENESS, limits)?;
                if found.is_none() {
                    self.too_high = height;
                }
                found
            }
            None => self.search(pieces, convention, most, limits)?,
            found => found,
        };
        let grundy = normal.then(|| self.xor(pieces));
        let wins = grundy
            .map(|value| value != 0)
            .or(verdict.map(Verdict::wins));
        let left = verdict.map(|verdict| u64::from(verdict.remoteness));
        let value = |wins| {
            Value::from_outcome(Outcome::won(wins))
                .with_grundy(grundy.map(u64::from))
                .with_remoteness(left)
        };
        Ok(wins.map(value))
    }

    /// Returns the verdict of a sum of settled pieces, if it is known. If the sum is small, first fills a table with
    /// the verdicts of all sums reachable from it.
    fn by_table(
        &mut self,
        pieces: &[u32],
        convention: Convention,
        limits: &Limits,
    ) -> Result<Option<Verdict>, Stop> {
        let sum = self.pieces.sum_of(pieces.iter().copied());
        // For a single piece with long lines of play, a search is faster than a table.
        let is_small = sum.len() >= 2 || self.height(&sum) <= HIGHEST_ALONE;
        if is_small && self.known_sum(&sum).is_none() {
            self.fill_table(&sum, convention, limits)?;
        }
        Ok(self.known_sum(&sum))
    }

    /// Settles a sum and all sums reachable from it. Does nothing if a piece may split, or if the table would be too
    /// large.
    fn fill_table(
        &mut self,
        sum: &[u32],
        convention: Convention,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let least = |p: &u32| self.pieces.height_of(*p) as usize + 1;
        if sum.iter().map(least).fold(1, usize::saturating_mul) > MOST_PLACES {
            return Ok(());
        }
        let mut ways = Vec::with_capacity(sum.len());
        let mut places = 1_usize;
        for &piece in sum {
            limits.check()?;
            let Some(way) = self.pieces.way_of(piece) else {
                return Ok(());
            };
            places = places.saturating_mul(way.1.len());
            if places > MOST_PLACES {
                return Ok(());
            }
            ways.push(way);
        }
        let (pieces, graphs): (Vec<Vec<u32>>, Vec<Graph>) = ways.into_iter().unzip();
        let moves = |graph: &Graph| (graph.move_count() / graph.len()) as u64 + 1;
        let moves: u64 = graphs.iter().map(moves).sum();
        let Some(table) = Product::new(graphs, MOST_PLACES) else {
            return Ok(());
        };
        let room = limits.memory().saturating_sub(self.memory_used()) / 2;
        // Each piece takes up to five bytes in a key. A growing vector may reserve twice the capacity it needs.
        let bytes = table.len() as u64 * (10 * sum.len() as u64 + 64);
        if table.len() as u64 * moves > MOST_MOVES || bytes > room {
            return Ok(());
        }
        for (number, verdict) in table.verdicts(convention, limits)?.into_iter().enumerate() {
            let live = table
                .places(number)
                .zip(&pieces)
                .filter(|(place, _)| *place > 0);
            let sum = self
                .pieces
                .sum_of(live.map(|(place, pieces)| pieces[place]));
            let number = self.sums.number(&packed(&sum));
            self.sums.results[number as usize] = State::Known(verdict);
        }
        Ok(())
    }

    /// Searches all sums reachable from a sum of settled pieces. Returns `None` if the search exceeds `most` new sums
    /// or another limit. After a failed search, later searches for the same sum return `None` at once unless `most` is
    /// higher.
    pub fn search(
        &mut self,
        pieces: &[u32],
        convention: Convention,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Verdict>, Stop> {
        let used = self.memory_used() - self.sums.memory_used();
        let memory = limits.memory().saturating_sub(used);
        let limits = limits.clone().with_memory(memory).unreported();
        let sum = packed(&self.pieces.sum_of(pieces.iter().copied()));
        if self.large.get(&sum).is_some_and(|&tried| tried >= most) {
            return Ok(None);
        }
        let source = Sums {
            pieces: &self.pieces,
            left: Cell::default(),
        };
        let best = |sums: &mut Store<State<Verdict>>, _, list: &[u32], _: &[Gain]| {
            let next = options_in(list).filter_map(|to| sums.results[to[0] as usize].known());
            Verdict::best(convention, next)
        };
        let found = self
            .sums
            .search(&source, most.saturating_add(1), &limits, |sums, query| {
                source.left.set(most.saturating_mul(40));
                let start = sums.number(&sum);
                sums.settle(start, query, &best)?;
                Ok(sums.results[start as usize].known())
            });
        let found = if_proved(found)?.flatten();
        if found.is_none() && !self.sums.is_short() {
            self.large.insert(sum, most);
        }
        Ok(found)
    }

    fn known_sum(&self, sum: &[u32]) -> Option<Verdict> {
        self.sums.find(&packed(sum))?.known()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Takeaway;

    impl Source for Takeaway {
        fn options(
            &self,
            at: &[u8],
            _limits: &Limits,
            next: &mut NextPositions,
        ) -> Result<(), Stop> {
            (0..at[1]).for_each(|left| next.push_sum([[0, left]]));
            Ok(())
        }
    }

    fn settled_heaps() -> (Components, Vec<u32>) {
        let mut pieces = Components::new(Some(4));
        let heaps = [6, 7, 8, 9].map(|heap| vec![0, heap]);
        let numbers = pieces
            .solve(&heaps, &Takeaway, MostPieces::ALL, &Limits::default())
            .unwrap();
        (pieces, numbers)
    }

    #[test]
    fn the_size_of_sums_is_counted() {
        let (mut pieces, numbers) = settled_heaps();
        let alone = pieces.memory_used();
        pieces
            .search(&numbers, Convention::Misere, usize::MAX, &Limits::default())
            .unwrap()
            .unwrap();
        // A stored sum takes at least one byte for the player, four bytes for the end of its key, four bytes for its
        // number, and the size of a verdict.
        let sums = pieces.sums.len() * (1 + 4 + 4 + size_of::<State<Verdict>>());
        assert!(
            sums > 10_000 && pieces.memory_used() - alone >= sums as u64,
            "{} for {sums}",
            pieces.memory_used()
        );
    }

    #[test]
    fn a_search_that_has_no_room_leaves_nothing_behind() {
        let (mut pieces, numbers) = settled_heaps();
        let before = pieces.memory_used();
        let mut search = |memory: u64| {
            let limits = Limits::default().with_memory(memory);
            let found = pieces
                .search(&numbers, Convention::Misere, usize::MAX, &limits)
                .unwrap();
            (found.is_some(), pieces.memory_used())
        };
        assert_eq!(search(before + 20_000), (false, before));
        let (is_found, after) = search(1 << 20);
        assert!(is_found && after > before + 10_000, "{after}");
    }
}
