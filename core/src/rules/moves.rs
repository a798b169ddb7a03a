//! Represents the moves of a position as runs: lists of moves, or ascending numbers that stand for moves.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::{Limits, MAX_NUMBER, Stop};

/// A function that builds a move from a number. Its first argument is the `base` of the run, a move that supplies the
/// fields shared by all moves of the run.
pub type Make<M> = fn(&M, u64) -> M;

/// The maximum number of winning moves to count if every move has to be tested.
pub const MOST_LISTED: usize = 100_000;

/// A set of moves in board order. A long range of numbers is stored in constant memory.
///
/// Within a run of numbers, the moves are in ascending order (by `Ord`), and the sites of the moves either ascend or
/// descend.
#[derive(Clone)]
pub struct MoveSet<'g, M> {
    runs: Runs<'g, M>,
    /// Whether the moves of all runs are sorted together. If not, board order is the order of the runs.
    merged: bool,
    /// Whether there are more moves than those listed.
    open: bool,
    /// The callback that finds all moves; `None` if the game cannot find the unlisted moves.
    find: Option<Find<'g, M>>,
}

type Find<'g, M> = Arc<dyn Fn(&Limits) -> Result<Vec<M>, Stop> + Send + Sync + 'g>;

/// The runs of a set; a single run needs no allocation.
#[derive(Clone)]
enum Runs<'g, M> {
    One(Run<'g, M>),
    Several(Vec<Run<'g, M>>),
}

impl<'g, M> Runs<'g, M> {
    fn as_slice(&self) -> &[Run<'g, M>] {
        match self {
            Runs::One(run) => std::slice::from_ref(run),
            Runs::Several(runs) => runs,
        }
    }

    fn last_mut(&mut self) -> Option<&mut Run<'g, M>> {
        match self {
            Runs::One(run) => Some(run),
            Runs::Several(runs) => runs.last_mut(),
        }
    }

    fn push(&mut self, run: Run<'g, M>) {
        match self {
            Runs::Several(runs) if runs.capacity() == 0 => *self = Runs::One(run),
            Runs::Several(runs) => runs.push(run),
            Runs::One(_) => {
                if let Runs::One(first) = std::mem::replace(self, Runs::Several(Vec::new())) {
                    *self = Runs::Several(vec![first, run]);
                }
            }
        }
    }
}

/// A run of moves. The moves of a run are consecutive in board order, unless the runs are merged.
#[derive(Clone)]
enum Run<'g, M> {
    List(Vec<M>),
    Numbers {
        base: M,
        numbers: Numbers<'g>,
        make: Make<M>,
    },
}

/// Numbers in ascending order.
#[derive(Clone, Debug)]
pub enum Numbers<'g> {
    /// All the numbers in a range.
    Range(RangeInclusive<u64>),
    /// The numbers in a list.
    Listed(&'g [u64]),
    /// The 32-bit numbers in a list.
    Short(&'g [u32]),
    /// The lowest `len` numbers that have all bits of `fixed` and any combination of the bits of `free`.
    Masked {
        /// The bits set in every number.
        fixed: u64,
        /// The optional bits.
        free: u64,
        /// The length of the sequence.
        len: u64,
    },
    /// The powers of a base, from 1 up to an upper bound.
    Powers {
        /// The base, at least 2.
        base: u64,
        /// The upper bound.
        last: u64,
    },
    /// The numbers of one period, continued periodically up to an upper bound.
    Periodic {
        /// The numbers of the first period: at least one, all less than the first number plus `period`.
        round: Vec<u64>,
        /// The length of a period.
        period: u64,
        /// The upper bound.
        last: u64,
    },
}

impl Numbers<'_> {
    /// The length of the sequence.
    pub fn len(&self) -> u64 {
        match self {
            Numbers::Range(range) if range.is_empty() => 0,
            // A range that starts at 0 ends below 2^64 - 1, so its length fits into 64 bits.
            Numbers::Range(range) => (range.end() - range.start()).saturating_add(1),
            Numbers::Listed(list) => list.len() as u64,
            Numbers::Short(list) => list.len() as u64,
            Numbers::Masked { len, .. } => *len,
            Numbers::Powers { base, last } => last.checked_ilog(*base).map_or(0, |n| n + 1).into(),
            Numbers::Periodic {
                round,
                period,
                last,
            } => {
                let rounds = |n: &u64| last.checked_sub(*n).map_or(0, |left| left / period + 1);
                round.iter().map(rounds).sum()
            }
        }
    }

    /// Returns whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first number; `None` if there are no numbers.
    pub fn first(&self) -> Option<u64> {
        (!self.is_empty()).then(|| self.get(0))
    }

    /// The numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + Clone + '_ {
        (0..self.len()).map(|i| self.get(i))
    }

    fn get(&self, i: u64) -> u64 {
        match self {
            Numbers::Range(range) => range.start() + i,
            Numbers::Listed(list) => list[place(i)],
            Numbers::Short(list) => list[place(i)].into(),
            Numbers::Masked { fixed, free, .. } => fixed | spread(i, *free),
            Numbers::Powers { base, .. } => base.pow(super::saturating_cast(i)),
            Numbers::Periodic { round, period, .. } => {
                let length = round.len() as u64;
                round[place(i % length)] + i / length * period
            }
        }
    }
}

/// Spreads the lowest bits of a number over the bits of a mask.
fn spread(mut bits: u64, mut mask: u64) -> u64 {
    let mut spread = 0;
    while bits != 0 && mask != 0 {
        if bits & 1 == 1 {
            spread |= mask & mask.wrapping_neg();
        }
        bits >>= 1;
        mask &= mask - 1;
    }
    spread
}

fn place(i: u64) -> usize {
    super::saturating_cast(i)
}

impl<M: Clone> Run<'_, M> {
    fn len(&self) -> u64 {
        match self {
            Run::List(list) => list.len() as u64,
            Run::Numbers { numbers, .. } => numbers.len(),
        }
    }

    fn get(&self, i: u64) -> M {
        match self {
            Run::List(list) => list[place(i)].clone(),
            Run::Numbers {
                base,
                numbers,
                make,
            } => make(base, numbers.get(i)),
        }
    }
}

impl<M> Default for MoveSet<'_, M> {
    fn default() -> Self {
        MoveSet {
            runs: Runs::Several(Vec::new()),
            merged: false,
            open: false,
            find: None,
        }
    }
}

impl<M: Clone> From<Vec<M>> for MoveSet<'_, M> {
    fn from(list: Vec<M>) -> Self {
        let mut moves = MoveSet::default();
        if !list.is_empty() {
            moves.runs.push(Run::List(list));
        }
        moves
    }
}

impl<M: Clone> Extend<M> for MoveSet<'_, M> {
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        match self.runs.last_mut() {
            Some(Run::List(list)) => list.extend(moves),
            _ => {
                let list: Vec<M> = moves.into_iter().collect();
                if !list.is_empty() {
                    self.runs.push(Run::List(list));
                }
            }
        }
    }
}

impl<M: Clone> FromIterator<M> for MoveSet<'_, M> {
    fn from_iter<I: IntoIterator<Item = M>>(moves: I) -> Self {
        moves.into_iter().collect::<Vec<M>>().into()
    }
}

impl<'g, M: Clone + Ord> MoveSet<'g, M> {
    /// Creates a set with one move for each number in a range. `base` supplies the fields that the moves share.
    pub fn range(base: M, range: RangeInclusive<u64>, make: Make<M>) -> Self {
        let mut moves = MoveSet::default();
        moves.push_numbers(base, Numbers::Range(range), make);
        moves
    }

    /// Creates an empty set with capacity for `runs` runs.
    pub fn with_runs(runs: usize) -> Self {
        MoveSet {
            runs: Runs::Several(Vec::with_capacity(runs)),
            ..MoveSet::default()
        }
    }

    fn runs(&self) -> &[Run<'g, M>] {
        self.runs.as_slice()
    }

    /// Appends a move.
    pub fn push(&mut self, m: M) {
        match self.runs.last_mut() {
            Some(Run::List(list)) => list.push(m),
            _ => self.runs.push(Run::List(vec![m])),
        }
    }

    /// Appends one move for each number. `base` supplies the fields that the moves share.
    pub fn push_numbers(&mut self, base: M, numbers: Numbers<'g>, make: Make<M>) {
        if !numbers.is_empty() {
            self.runs.push(Run::Numbers {
                base,
                numbers,
                make,
            });
        }
    }

    /// Merges the runs, so that board order is the sorted order of all moves. Each run must be in ascending order.
    #[must_use]
    pub fn merged(self) -> Self {
        MoveSet {
            merged: self.runs().len() > 1,
            ..self
        }
    }

    /// Marks the set as incomplete.
    #[must_use]
    pub fn and_more(self) -> Self {
        MoveSet { open: true, ..self }
    }

    /// Marks the set as incomplete. `find` returns all moves, which may take a long time.
    #[must_use]
    pub fn and_more_by(
        self,
        find: impl Fn(&Limits) -> Result<Vec<M>, Stop> + Send + Sync + 'g,
    ) -> Self {
        MoveSet {
            open: true,
            find: Some(Arc::new(find)),
            ..self
        }
    }

    /// Returns the complete set if the game can find the unlisted moves, and otherwise the set as it is.
    ///
    /// # Errors
    /// Returns any error from the game's search for moves.
    pub fn completed(self, limits: &Limits) -> Result<Self, Stop> {
        match &self.find {
            Some(find) => Ok(find(limits)?.into()),
            None => Ok(self),
        }
    }

    /// The number of moves; `None` if not all are listed.
    pub fn len(&self) -> Option<u128> {
        (!self.open).then(|| self.listed())
    }

    /// The number of listed moves, which is less than the number of all moves if [`len`](Self::len) is `None`.
    pub fn listed(&self) -> u128 {
        self.runs().iter().map(|run| u128::from(run.len())).sum()
    }

    /// A measure of the memory that the set takes: the number of moves in lists plus the number of runs of numbers.
    pub fn size(&self) -> usize {
        let size = |run: &Run<'_, M>| match run {
            Run::List(list) => list.len(),
            Run::Numbers { .. } => 1,
        };
        self.runs().iter().map(size).sum()
    }

    /// The number of moves, as given in answers; `None` if the number is unknown or above 2^63-1.
    pub fn count(&self) -> Option<u64> {
        u64::try_from(self.len()?).ok().filter(|&n| n <= MAX_NUMBER)
    }

    /// Returns whether there are no moves, listed or not.
    pub fn is_empty(&self) -> bool {
        self.runs().is_empty() && !self.open
    }

    /// The move at index `i` in board order, counted from 0; `None` past the end.
    pub fn nth(&self, mut i: u64) -> Option<M> {
        if self.merged {
            // Across all runs, exactly `i` moves are smaller than the move at index `i`.
            let before = |run: &Run<'_, M>, m: &M| first_where(run.len(), |k| run.get(k) >= *m);
            return self.runs().iter().find_map(|run| {
                let all = |m: &M| self.runs().iter().map(|run| before(run, m)).sum::<u64>();
                let k = first_where(run.len(), |k| all(&run.get(k)) >= i);
                let m = (k < run.len()).then(|| run.get(k))?;
                (all(&m) == i).then_some(m)
            });
        }
        for run in self.runs() {
            let len = run.len();
            if i < len {
                return Some(run.get(i));
            }
            i -= len;
        }
        None
    }

    /// The first move in board order; `None` if no moves are listed.
    pub fn first(&self) -> Option<M> {
        self.nth(0)
    }

    /// The first `most` moves in board order, or all listed moves if there are fewer.
    pub fn first_of(&self, most: usize) -> Vec<M> {
        match self.runs() {
            [Run::List(list)] if !self.merged => list[..list.len().min(most)].to_vec(),
            _ => self.iter().take(most).collect(),
        }
    }

    /// The moves in board order.
    pub fn iter(&self) -> Iter<'_, 'g, M> {
        let runs = self.runs();
        Iter {
            runs,
            next: 0,
            len: runs.first().map_or(0, Run::len),
            merged: vec![0; if self.merged { runs.len() } else { 0 }],
        }
    }

    /// Collects the first `most` moves that `wins` accepts, in board order. The result is marked as incomplete if
    /// `wins` accepts another move, or if the set itself is incomplete.
    ///
    /// # Errors
    /// Returns any error from `wins`, and [`Stop::Interrupted`] if `limits` stop the search.
    pub fn filter<'o>(
        &self,
        most: usize,
        limits: &Limits,
        mut wins: impl FnMut(&M) -> Result<bool, Stop>,
    ) -> Result<MoveSet<'o, M>, Stop> {
        let mut found = Vec::new();
        let mut open = self.open;
        for (seen, m) in (1u32..).zip(self.iter()) {
            if seen.is_multiple_of(1024) {
                limits.check()?;
            }
            if wins(&m)? {
                if found.len() >= most {
                    open = true;
                    break;
                }
                found.push(m);
            }
        }
        Ok(MoveSet {
            open,
            ..found.into()
        })
    }
}

impl<M: Clone + Ord> MoveSet<'_, M> {
    /// Returns whether a move is listed.
    pub fn contains(&self, m: &M) -> bool {
        self.runs().iter().any(|run| match run {
            Run::List(list) => list.contains(m),
            Run::Numbers { .. } => {
                // First compare the move with the first and last moves of the run, because this rules out most runs.
                let len = run.len();
                if run.get(0) > *m || run.get(len - 1) < *m {
                    return false;
                }
                run.get(first_where(len, |i| run.get(i) >= *m)) == *m
            }
        })
    }

    /// Collects up to `most` moves that have all keys in `wanted`, in board order. Tests at most `scan` moves outside
    /// long runs of numbers. The result is marked as incomplete if more moves may match.
    ///
    /// `keys_of` must return the same number of keys for all moves of a run, and each key must ascend or descend
    /// along the run.
    pub(crate) fn with_keys<'o, K: Ord>(
        &self,
        wanted: &[K],
        most: usize,
        mut scan: u64,
        keys_of: impl Fn(&M) -> Vec<K>,
    ) -> MoveSet<'o, M> {
        let mut found = Vec::new();
        let mut open = false;
        let fits = |m: &M| {
            let keys = keys_of(m);
            wanted.iter().all(|k| keys.contains(k))
        };
        'runs: for run in self.runs() {
            let searched = matches!(run, Run::Numbers { .. }) && run.len() > BISECTED;
            let (from, to) = if searched {
                span(run.len(), wanted, |i| keys_of(&run.get(i))).unwrap_or((0, 0))
            } else {
                (0, run.len())
            };
            for i in from..to {
                open = scan == 0 || (found.len() > most && !self.merged);
                if open {
                    break 'runs;
                }
                scan -= u64::from(!searched);
                let m = run.get(i);
                if fits(&m) {
                    found.push(m);
                }
            }
        }
        if self.merged {
            found.sort_unstable();
        }
        open |= self.open || found.len() > most;
        found.truncate(most);
        MoveSet {
            open,
            ..found.into()
        }
    }
}

/// The maximum length of a run of numbers that is searched move by move. Longer runs are bisected.
const BISECTED: u64 = 256;

/// Finds the first number below `len` for which `is_there` holds, by bisection; returns `len` if there is none. If
/// `is_there` holds for a number, it must hold for all larger numbers.
fn first_where(len: u64, is_there: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, len);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_there(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// Finds a half-open span of indices in a run of `len` moves. Every move that has all keys in `wanted` lies in the
/// span. Returns `None` if no move has all these keys.
fn span<K: Ord>(len: u64, wanted: &[K], keys: impl Fn(u64) -> Vec<K>) -> Option<(u64, u64)> {
    if len == 0 {
        return None;
    }
    let start = keys(0);
    let end = keys(len - 1);
    let (mut first, mut last) = (0, len - 1);
    for k in wanted {
        let mut lowest = u64::MAX;
        let mut highest = 0;
        for place in 0..start.len().min(end.len()) {
            let a = &start[place];
            let b = &end[place];
            let reached = |i: u64| keys(i).into_iter().nth(place);
            let (from, past) = if a <= b {
                (
                    first_where(len, |i| reached(i).is_some_and(|key| key >= *k)),
                    first_where(len, |i| reached(i).is_some_and(|key| key > *k)),
                )
            } else {
                (
                    first_where(len, |i| reached(i).is_some_and(|key| key <= *k)),
                    first_where(len, |i| reached(i).is_some_and(|key| key < *k)),
                )
            };
            if from < past {
                lowest = lowest.min(from);
                highest = highest.max(past - 1);
            }
        }
        if lowest > highest {
            return None;
        }
        (first, last) = (first.max(lowest), last.min(highest));
    }
    (first <= last).then_some((first, last + 1))
}

impl<M: Clone + Ord + fmt::Debug> fmt::Debug for MoveSet<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 20;
        let mut list = f.debug_list();
        list.entries(self.iter().take(SHOWN));
        if self.open || self.listed() > SHOWN as u128 {
            list.finish_non_exhaustive()
        } else {
            list.finish()
        }
    }
}

/// Iterates over the moves of a set in board order.
pub struct Iter<'s, 'g, M> {
    runs: &'s [Run<'g, M>],
    /// The index of the next move in the first run.
    next: u64,
    len: u64,
    /// The index of the next move in each run, if the runs are merged.
    merged: Vec<u64>,
}

impl<M: Clone> Iter<'_, '_, M> {
    /// Skips the rest of a long run of numbers if `leads_there` accepts the last move of the run. `leads_there` tells
    /// whether a move leads to the same position as the move just yielded. If the last move leads to this position, the
    /// skipped moves are assumed to lead there too. Does nothing if the runs are merged.
    pub fn skip_if(&mut self, leads_there: impl FnOnce(&M) -> bool) {
        if let Some(run @ Run::Numbers { .. }) = self.runs.first()
            && self.merged.is_empty()
            && self.len - self.next > BISECTED
            && leads_there(&run.get(self.len - 1))
        {
            self.next = self.len;
        }
    }
}

impl<M: Clone + Ord> Iterator for Iter<'_, '_, M> {
    type Item = M;

    fn next(&mut self) -> Option<M> {
        if !self.merged.is_empty() {
            let heads = self.runs.iter().zip(&self.merged).enumerate();
            let (m, i) = heads
                .filter(|(_, (run, next))| **next < run.len())
                .map(|(i, (run, next))| (run.get(*next), i))
                .min()?;
            self.merged[i] += 1;
            return Some(m);
        }
        while self.next == self.len {
            self.runs = self.runs.get(1..)?;
            self.next = 0;
            self.len = self.runs.first()?.len();
        }
        self.next += 1;
        Some(self.runs[0].get(self.next - 1))
    }
}

impl<'s, 'g, M: Clone + Ord> IntoIterator for &'s MoveSet<'g, M> {
    type Item = M;
    type IntoIter = Iter<'s, 'g, M>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAKE: Make<(u64, u64)> = |base, n| (base.0, n);

    fn mixed() -> MoveSet<'static, (u64, u64)> {
        let mut moves = MoveSet::range((0, 0), 1..=3, MAKE);
        moves.push((9, 9));
        moves.push((9, 10));
        moves.push_numbers((10, 0), Numbers::Listed(&[2, 5]), MAKE);
        moves
    }

    #[test]
    fn moves_are_counted_listed_and_found() {
        let moves = mixed();
        let all = [(0, 1), (0, 2), (0, 3), (9, 9), (9, 10), (10, 2), (10, 5)];
        assert_eq!(moves.iter().collect::<Vec<_>>(), all);
        assert_eq!(moves.len(), Some(all.len() as u128));
        for (i, m) in (0..).zip(all) {
            assert_eq!((moves.nth(i), moves.contains(&m)), (Some(m), true));
        }
        for other in [(0, 0), (0, 4), (1, 1), (9, 8), (10, 3), (11, 0)] {
            assert!(!moves.contains(&other), "{other:?}");
        }
        assert_eq!(
            (moves.nth(7), moves.first_of(2)),
            (None, vec![(0, 1), (0, 2)])
        );
        let nothing = 0;
        let none = MoveSet::range((0, 0), 1..=nothing, MAKE);
        assert!(none.is_empty() && none.first().is_none() && !none.contains(&(0, 1)));
    }

    #[test]
    fn a_filtered_set_is_as_incomplete_as_its_source() {
        let filtered = |moves: MoveSet<'_, (u64, u64)>| {
            let all = moves.filter(100, &Limits::default(), |_| Ok(true)).unwrap();
            (all.listed(), all.len())
        };
        assert_eq!(filtered(mixed()), (7, Some(7)));
        assert_eq!(filtered(mixed().and_more()), (7, None));
    }

    #[test]
    fn runs_are_merged() {
        let mut moves = MoveSet::range((0, 0), 1..=2, |_, n| (n, 0));
        moves.push_numbers((0, 0), Numbers::Range(1..=3), |_, n| (n, n));
        let moves = moves.merged();
        let all = [(1, 0), (1, 1), (2, 0), (2, 2), (3, 3)];
        assert_eq!(moves.iter().collect::<Vec<_>>(), all);
        for (i, m) in (0..).zip(all) {
            assert_eq!((moves.nth(i), moves.contains(&m)), (Some(m), true));
        }
        assert_eq!((moves.nth(5), moves.first_of(3)), (None, all[..3].to_vec()));
    }

    #[test]
    fn numbers_have_the_bits_of_a_mask() {
        let numbers = Numbers::Masked {
            fixed: 0b1,
            free: 0b1110_0100,
            len: 9,
        };
        let expected = [0, 4, 32, 36, 64, 68, 96, 100, 128].map(|n| n + 1);
        assert_eq!(numbers.iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn numbers_repeat_by_their_period() {
        let mut moves = MoveSet::default();
        let numbers = Numbers::Periodic {
            round: vec![3, 5, 11],
            period: 12,
            last: 18,
        };
        moves.push_numbers(0, numbers, |_, n| n);
        assert_eq!(moves.iter().collect::<Vec<u64>>(), [3, 5, 11, 15, 17]);
        assert_eq!(moves.len(), Some(5));
    }

    #[test]
    fn moves_of_endless_ranges_are_found_by_their_keys() {
        const MOST: u64 = u64::MAX / 2;
        let mut moves = MoveSet::range((0, 0), 1..=MOST, MAKE);
        moves.push_numbers((0, 0), Numbers::Range(1..=MOST), |_, n| (n, 0));
        moves.push_numbers((0, 0), Numbers::Range(1..=MOST), |_, n| (n, n));
        let moves = moves.merged();
        assert_eq!(moves.len(), Some(3 * u128::from(MOST)));
        assert!(moves.contains(&(MOST, MOST)) && !moves.contains(&(MOST, MOST - 1)));
        let keys = |m: &(u64, u64)| {
            let both = [('a', MOST - m.0), ('b', MOST - m.1)];
            let moved = both.into_iter().filter(|key| key.1 < MOST);
            moved.collect::<Vec<_>>()
        };
        let with = |wanted: &[(char, u64)]| {
            let found = moves.with_keys(wanted, 9, 1000, keys);
            assert!(found.len().is_some(), "{found:?}");
            found.first_of(9)
        };
        assert_eq!(with(&[('a', 5)]), [(MOST - 5, 0), (MOST - 5, MOST - 5)]);
        assert_eq!(with(&[('b', 5)]), [(0, MOST - 5), (MOST - 5, MOST - 5)]);
        assert_eq!(with(&[('a', 5), ('b', 5)]), [(MOST - 5, MOST - 5)]);
        assert_eq!(with(&[('a', 5), ('b', 6)]), []);
    }

    #[test]
    fn a_scan_that_ends_early_is_incomplete() {
        let keys = |m: &u64| vec![m % 10];
        let list: MoveSet<'_, u64> = (0..100).collect::<Vec<_>>().into();
        let numbers = MoveSet::range(0, 0..=99, |_, n| n);
        let mut two = MoveSet::range(0, 50..=99, |_, n| n);
        two.push_numbers(0, Numbers::Range(0..=49), |_, n| n);
        let two = two.merged();
        for (moves, scan, most, expected, complete) in [
            (&list, 100, 10, (7..100).step_by(10).collect(), true),
            (&list, 99, 10, (7..100).step_by(10).collect(), false),
            (&list, 5, 10, vec![], false),
            (&list, 100, 9, (7..97).step_by(10).collect(), false),
            (&numbers, 20, 10, vec![7, 17], false),
            (&two, 60, 10, vec![7, 57, 67, 77, 87, 97], false),
            (&two, 100, 2, vec![7, 17], false),
            (&two, 100, 10, (7..100).step_by(10).collect(), true),
        ] {
            let found = moves.with_keys(&[7], most, scan, keys);
            let listed: Vec<u64> = found.iter().collect();
            assert_eq!(
                (listed, found.len().is_some()),
                (expected, complete),
                "{scan} {most}"
            );
        }
    }

    #[test]
    fn what_is_not_looked_through_is_not_counted() {
        let numbers = MoveSet::range(0u64, 1..=10, |_, n| n);
        let limits = Limits::default();
        let even = |m: &u64| Ok(m.is_multiple_of(2));
        assert_eq!(numbers.filter(5, &limits, even).unwrap().len(), Some(5));
        let some = numbers.filter(4, &limits, even).unwrap();
        assert_eq!((some.len(), some.listed()), (None, 4));
        let unlisted = numbers.filter(0, &limits, even).unwrap();
        assert!(!unlisted.is_empty() && unlisted.first().is_none());
        assert!(
            numbers
                .filter(0, &limits, |_| Ok(false))
                .unwrap()
                .is_empty()
        );
    }
}
