//! Stores the positions that a search reaches, and asks a [`Source`] for their options.
//!
//! A position is a byte for the player to move (1 or 2, or 0 if positions name no player), followed by its cells. An
//! option is a list of positions that are played as a sum. If a move leaves independent heaps or parts, the option
//! lists all of them.

use super::positions::Positions;
use super::script::Gain;
use crate::rules::{Limits, Outcome, Stop};
use crate::tr;

pub(super) const MOST_POSITIONS: usize = 20_000_000;

#[derive(Default)]
pub(super) struct NextPositions {
    pub over: Option<Outcome>,
    /// Whether the only option is not a move but the position itself, split into a sum.
    pub is_sum: bool,
    bytes: Vec<u8>,
    ends: Vec<usize>,
    lengths: Vec<u32>,
    gains: Vec<Gain>,
}

impl NextPositions {
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    pub fn clear(&mut self) {
        self.over = None;
        self.is_sum = false;
        self.bytes.clear();
        self.ends.clear();
        self.lengths.clear();
        self.gains.clear();
    }

    pub fn push(&mut self, at: &[u8], gain: Gain) {
        self.push_cells(at[0], &at[1..], gain);
    }

    pub fn push_cells(&mut self, mover: u8, cells: &[u8], gain: Gain) {
        self.bytes.push(mover);
        self.bytes.extend_from_slice(cells);
        self.ends.push(self.bytes.len());
        self.lengths.push(1);
        self.gains.push(gain);
    }

    pub fn push_sum<P: AsRef<[u8]>>(&mut self, sum: impl IntoIterator<Item = P>) {
        let before = self.ends.len();
        for at in sum {
            self.bytes.extend_from_slice(at.as_ref());
            self.ends.push(self.bytes.len());
        }
        self.lengths.push((self.ends.len() - before) as u32);
    }

    fn options(&self) -> impl Iterator<Item = impl ExactSizeIterator<Item = &[u8]>> {
        let position = |i: usize| {
            let start = i.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.bytes[start..self.ends[i]]
        };
        let mut next = 0;
        self.lengths.iter().map(move |&length| {
            let first = next;
            next += length as usize;
            (first..next).map(position)
        })
    }

    /// Yields the position after each move, with the gain of the move. Each option must be a single position.
    pub fn moves(&self) -> impl Iterator<Item = (&[u8], Gain)> {
        let positions = self.options().flatten();
        positions.zip(self.gains.iter().copied())
    }
}

/// Lists the options of positions for a search. The search starts from a canonical position, and all positions that a
/// source lists must be canonical.
pub(super) trait Source {
    fn options(&self, at: &[u8], limits: &Limits, next: &mut NextPositions) -> Result<(), Stop>;

    /// Checks the position after a move. `from` returns the position before the move.
    fn check_reached(
        &self,
        _at: &[u8],
        _from: &dyn Fn() -> Vec<u8>,
        _limits: &Limits,
    ) -> Result<(), Stop> {
        Ok(())
    }

    fn circle(&self, _round: &[Vec<u8>]) -> Stop {
        Stop::not_proved(tr!("the game can go on for ever"))
    }

    fn plural(&self) -> &'static str {
        tr!("positions")
    }
}

#[derive(Clone, Copy)]
pub(super) struct Query<'q> {
    pub source: &'q dyn Source,
    pub limits: &'q Limits,
    /// The number of positions in the store before the search.
    pub before: usize,
    pub most: usize,
    /// The maximum total number of entries in the lists of options.
    pub most_listed: usize,
}

/// The offset and length of a list of options in the store.
pub(super) type Place = (u32, u32);

/// Numbered positions, each with a result of type `R`, and lists of their options.
pub(super) struct Store<R> {
    positions: Positions,
    pub results: Vec<R>,
    lists: Vec<u32>,
    next: NextPositions,
    is_short: bool,
    /// The number of times that the store was cleared. Position numbers from before the last clearing are invalid.
    clearings: u32,
}

/// Iterates over a list of options. Each option is stored as its length and the numbers of its positions.
pub(super) fn options_in(mut list: &[u32]) -> impl Iterator<Item = &[u32]> {
    std::iter::from_fn(move || {
        let (&length, rest) = list.split_first()?;
        let (option, rest) = rest.split_at_checked(length as usize)?;
        list = rest;
        Some(option)
    })
}

impl<R: Clone + Default> Store<R> {
    /// Creates an empty store. Each cell takes `bits` bits, or is a four-byte integer if `bits` is `None`.
    pub fn new(bits: Option<u32>) -> Store<R> {
        Store {
            positions: Positions::new(bits),
            results: Vec::new(),
            lists: Vec::new(),
            next: NextPositions::default(),
            is_short: false,
            clearings: 0,
        }
    }

    fn clear(&mut self) {
        *self = Store {
            clearings: self.clearings + 1,
            ..Store::new(self.positions.bits)
        };
    }

    pub fn clearings(&self) -> u32 {
        self.clearings
    }

    pub fn is_short(&self) -> bool {
        self.is_short
    }

    /// Runs a search that may add at most `most` positions. If the search runs out of room, the store is cleared.
    /// Unless the store was empty at the start, the search then runs again.
    pub fn search<T>(
        &mut self,
        source: &dyn Source,
        most: usize,
        limits: &Limits,
        mut search: impl FnMut(&mut Self, Query<'_>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let limits = &limits.with_table_of(self.memory_used());
        loop {
            let before = self.len();
            self.is_short = false;
            let query = Query {
                source,
                limits,
                before,
                most,
                most_listed: usize::MAX,
            };
            let found = search(self, query);
            let is_short = self.is_short && matches!(found, Err(Stop::NotProved(_)));
            if is_short {
                self.clear();
                self.is_short = true;
            }
            if !is_short || before == 0 {
                return found;
            }
        }
    }

    pub fn len(&self) -> usize {
        self.results.len()
    }

    pub fn memory_used(&self) -> u64 {
        let results = self.results.capacity() * size_of::<R>();
        self.positions.memory_used() + (results + 4 * self.lists.capacity()) as u64
    }

    /// Returns the number of a canonical position, adding the position if it is new.
    pub fn number(&mut self, at: &[u8]) -> u32 {
        let number = self.positions.number(at);
        if number as usize == self.results.len() {
            self.results.push(R::default());
        }
        number
    }

    pub fn find(&self, at: &[u8]) -> Option<R> {
        let number = self.positions.find(at)?;
        self.results.get(number as usize).cloned()
    }

    /// Asks the source about a position. Appends the options to `list` and the gains of moves to `gains`. `waiting` is
    /// the number of bytes that the search takes in addition to the store. Returns the outcome if the game is over, and
    /// whether the only option is the position itself, split into a sum.
    pub fn ask(
        &mut self,
        number: u32,
        from: Option<u32>,
        query: Query<'_>,
        waiting: usize,
        (list, gains): (&mut Vec<u32>, &mut Vec<Gain>),
    ) -> Result<(Option<Outcome>, bool), Stop> {
        let Query { source, limits, .. } = query;
        limits.check()?;
        let new = self.len() - query.before;
        let listed = list.len() + self.lists.len();
        if new > query.most || listed > query.most_listed {
            let what = tr!(
                "more than {most} {positions} can follow",
                most = query.most,
                positions = source.plural()
            );
            return Err(Stop::not_proved(what));
        }
        let is_full = self.len() > MOST_POSITIONS || self.positions.is_full();
        if is_full || self.memory_used() + waiting as u64 > limits.memory() {
            return Err(self.no_room());
        }
        limits.progress(new as u64, query.most as u64);
        let at = self.positions.get(number);
        if let Some(from) = from {
            source.check_reached(&at, &|| self.positions.get(from), limits)?;
        }
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        source.options(&at, limits, &mut next)?;
        for option in next.options() {
            list.push(option.len() as u32);
            for at in option {
                let number = self.number(at);
                list.push(number);
            }
        }
        gains.extend_from_slice(&next.gains);
        let answer = (next.over, next.is_sum);
        self.next = next;
        Ok(answer)
    }

    pub fn no_room(&mut self) -> Stop {
        self.is_short = true;
        Stop::not_proved(tr!("the positions take more than the memory given"))
    }

    /// Stores a list of options, unless all lists together would have more than `most` entries.
    pub fn keep(&mut self, list: &[u32], most: usize) -> Option<Place> {
        // Offsets have 32 bits.
        let is_room = self.lists.len() + list.len() <= most.min(u32::MAX as usize);
        is_room.then(|| {
            let place = (self.lists.len() as u32, list.len() as u32);
            self.lists.extend_from_slice(list);
            place
        })
    }

    pub fn listed(&self) -> usize {
        self.lists.len()
    }

    pub fn list(&self, (from, length): Place) -> &[u32] {
        &self.lists[from as usize..(from + length) as usize]
    }
}

#[derive(Clone, Copy, Default)]
pub(super) enum State<T> {
    #[default]
    New,
    /// In progress: if the search reaches the position again, the game has a cycle.
    Open,
    Known(T),
}

impl<T> State<T> {
    pub fn known(self) -> Option<T> {
        match self {
            State::Known(known) => Some(known),
            _ => None,
        }
    }
}

struct Frame {
    number: u32,
    over: Option<Outcome>,
    from: usize,
    gains_from: usize,
    /// The index in the list at which the next option begins.
    next: usize,
}

/// Computes the result of a position whose options are settled, or of a position in which the game is over.
pub(super) type Evaluate<'e, T> =
    &'e dyn Fn(&mut Store<State<T>>, Option<Outcome>, &[u32], &[Gain]) -> T;

impl<T: Copy> Store<State<T>> {
    pub fn settle(
        &mut self,
        start: u32,
        query: Query<'_>,
        evaluate: Evaluate<'_, T>,
    ) -> Result<(), Stop> {
        let mut frames = Vec::new();
        let done = self.settle_below(start, &mut frames, query, evaluate);
        for frame in frames {
            self.results[frame.number as usize] = State::New;
        }
        done
    }

    fn settle_below(
        &mut self,
        start: u32,
        frames: &mut Vec<Frame>,
        query: Query<'_>,
        evaluate: Evaluate<'_, T>,
    ) -> Result<(), Stop> {
        let (mut list, mut gains) = (Vec::new(), Vec::new());
        let is_settled =
            |store: &Self, at: u32| matches!(store.results[at as usize], State::Known(_));
        let mut enter = Some(start).filter(|&at| !is_settled(self, at));
        loop {
            if let Some(number) = enter.take() {
                let [from, gains_from] = [list.len(), gains.len()];
                let before = frames.last().map(|frame| frame.number);
                let waiting =
                    4 * from + gains_from * size_of::<Gain>() + frames.len() * size_of::<Frame>();
                let answer = self.ask(number, before, query, waiting, (&mut list, &mut gains));
                frames.push(Frame {
                    number,
                    over: answer?.0,
                    from,
                    gains_from,
                    next: from,
                });
                self.results[number as usize] = State::Open;
            }
            let Some(frame) = frames.last_mut() else {
                return Ok(());
            };
            let mut found = None;
            while let Some(&length) = list.get(frame.next) {
                let end = frame.next + 1 + length as usize;
                let option = list[frame.next + 1..end].iter().copied();
                found = option.into_iter().find(|&at| !is_settled(self, at));
                if found.is_some() {
                    break;
                }
                frame.next = end;
            }
            match found {
                Some(at) if matches!(self.results[at as usize], State::Open) => {
                    let round = frames.iter().map(|frame| frame.number);
                    let round = round.skip_while(|number| *number != at);
                    let round: Vec<_> = round.map(|number| self.positions.get(number)).collect();
                    return Err(query.source.circle(&round));
                }
                Some(at) => enter = Some(at),
                None => {
                    let &mut Frame {
                        number,
                        over,
                        from,
                        gains_from,
                        ..
                    } = frame;
                    let result = evaluate(self, over, &list[from..], &gains[gains_from..]);
                    self.results[number as usize] = State::Known(result);
                    list.truncate(from);
                    gains.truncate(gains_from);
                    frames.pop();
                }
            }
        }
    }
}
