//! Extends the quotient of a game's first heaps to all heaps, if the elements of the heaps repeat.
//!
//! This is the misère form of the theorem of Guy and Smith (T. E. Plambeck and A. N. Siegel, "Misère quotients for
//! impartial games", J. Combin. Theory A 115, 2008), with a proof for the bounds below. A move takes at most `d` stones
//! from a heap and leaves no heap, one heap or, in some games, two heaps. The number of heaps that it may leave depends
//! only on the number of stones taken. Let a monoid give every heap `n` up to `m` an element `f(n)`, and let `s >= 1`
//! and `p >= 1` be numbers such that `f(n + p) = f(n)` whenever `n >= s` and `n + p <= m`. This period extends `f` to
//! all heaps. Suppose that closure ([`super::closure`]) proves the elements of the heaps up to `m`, and that
//!
//! * `m >= s + p + d - 1` if no move splits a heap,
//! * `m >= 2 s + 2 p + d - 2` if a move may split a heap.
//!
//! Then the quotient of all heaps is the quotient of the heaps up to `m`. To prove this, let `n > m`, and compare the
//! moves of heap `n` with the moves of heap `n - p`:
//!
//! * Nothing: neither heap has a move that leaves nothing, because `n - p > d`.
//! * One heap: a move may take `k` from heap `n` if and only if it may take `k` from heap `n - p`. The moves leave
//!   `n - k` and `n - p - k`, which have the same element because `n - p - k >= s`.
//! * Two heaps: suppose that a move of heap `n` leaves `a <= b`. Then `a + b = n - k >= 2 s + 2 p - 1`, and therefore
//!   `b >= s + p`. So heap `n - p` has a move that leaves `a` and `b - p`, and heap `b - p` has the same element as
//!   heap `b`. Conversely, suppose that a move of heap `n - p` leaves `a <= b`. Then
//!   `a + b = n - p - k >= 2 s + p - 1`, and therefore `b >= s`. So heap `n` has a move that leaves `a` and `b + p`,
//!   and heap `b + p` has the same element as heap `b`.
//!
//! So heap `n` has the same element as heap `n - p`, and its moves lead to the same set of elements. The proof by
//! closure uses only the element of a heap and this set, so the proof also covers heap `n`, and by induction all heaps.
//! Different elements remain different, because sums of heaps up to `m` already distinguish them.
//!
//! If the heaps of several games are interleaved in one numbering, the proof applies to each game separately.

use super::{Element, HeapQuotient, MOST_ELEMENTS, Quotient};
use crate::rules::{Limits, Stop, saturating_cast};
use crate::solve::periodic::{Repeat, shortest_repeat};

/// The largest heap added in the search for a period.
pub const MOST_HEAP: usize = 20_000;

/// The rules of a game of heaps.
pub trait HeapRules: Send + Sync {
    /// Lists the options of a heap. Each option is a list of smaller heaps.
    ///
    /// # Errors
    /// Returns an error if the options cannot be listed within the limits, or if the positions of the game are not sums
    /// of shrinking heaps.
    fn options(&self, heap: u64, limits: &Limits) -> Result<Vec<Vec<u64>>, Stop>;

    /// Returns the maximum number of stones taken by a move, and whether a move can leave two heaps. Returns `None` if
    /// the periodicity theorem does not apply to the rules.
    fn bounded(&self) -> Option<(u64, bool)> {
        None
    }

    /// The number of games whose heaps are interleaved. If there are `k` games, heap `n` of game `i` has the number
    /// `k n + i`.
    fn games(&self) -> u64 {
        1
    }

    /// Returns [`HeapRules::bounded`] for one of the games, and the largest requested heap of this game.
    fn bounded_in(&self, _game: u64) -> (Option<(u64, bool)>, u64) {
        (self.bounded(), u64::MAX)
    }

    /// Returns whether every heap equals the Nim heap of its size, so that no finite quotient covers all heaps.
    fn never_ends(&self) -> bool {
        false
    }
}

/// The quotient of a game's heaps and of Nim heaps. Heaps are added on demand.
#[derive(Clone, Debug)]
pub struct GameQuotient {
    pub(super) heaps: HeapQuotient,
    /// The largest Nim heap. The Nim heaps precede the heaps of the game.
    nim: usize,
    repeats: Vec<Option<Repeat>>,
    look_at: usize,
    end: Option<QuotientEnd>,
}

/// The elements of the heaps of one game. Heaps are numbered as in that game, without interleaving.
#[derive(Clone, Copy, Debug)]
pub struct HeapElements<'q> {
    pub(super) found: &'q GameQuotient,
    pub(super) games: u64,
    pub(super) game: u64,
    /// The largest requested heap; elements of larger heaps are valid only if a period is proved.
    pub(super) most: u64,
}

impl<'q> HeapElements<'q> {
    /// The quotient of all games.
    pub fn quotient(self) -> &'q Quotient {
        self.found.quotient()
    }

    /// The period of the heaps' elements, if one is proved.
    pub fn repeat(self) -> Option<Repeat> {
        self.found.in_game(self.game).0
    }

    /// The element of a heap, if proved.
    pub fn element(self, heap: u64) -> Option<Element> {
        let is_asked = heap <= self.most || self.repeat().is_some();
        // Reduce the heap by the period first: the interleaved numbers of the largest heaps would overflow.
        let heap = self.repeat().map_or(heap, |repeat| repeat.least(heap));
        let number = heap.checked_mul(self.games)?.checked_add(self.game)?;
        self.found.element(number).filter(|_| is_asked)
    }
}

#[derive(Clone, Debug)]
struct QuotientEnd {
    why: String,
    /// The memory limit that applied. With a higher limit, the computation may continue.
    memory: u64,
}

impl GameQuotient {
    /// Computes the quotient of the Nim heaps up to `nim`.
    pub fn beside_nim(nim: usize, limits: &Limits) -> Result<GameQuotient, Stop> {
        let mut heaps = HeapQuotient::default();
        for size in 0..=nim {
            heaps.add((0..size).map(|left| vec![left]), limits)?;
        }
        Ok(GameQuotient {
            heaps,
            nim,
            repeats: vec![None],
            look_at: 16,
            end: None,
        })
    }

    /// Allows larger diagrams for heaps added after this call.
    pub fn try_harder(&mut self) {
        self.heaps.try_harder();
    }

    /// Proves the elements of the heaps up to `heap`, or of as many of these heaps as possible. If the element of
    /// `heap` cannot be proved, the inner `Err` holds the reason.
    ///
    /// # Errors
    /// Returns [`Stop::Interrupted`] if `limits` stop the computation, [`Stop::Fault`] if a script fails, and
    /// [`Stop::NotProved`] if `heap` is too large, if the options of a heap cannot be listed, or if an option contains
    /// a heap that is not smaller.
    pub fn reach(
        &mut self,
        rules: &dyn HeapRules,
        heap: u64,
        limits: &Limits,
    ) -> Result<Result<(), String>, Stop> {
        self.repeats.resize(saturating_cast(rules.games()), None);
        if !self.covers(heap) {
            if rules.never_ends() && heap >= MOST_ELEMENTS as u64 / 2 {
                return Err(Stop::not_proved(tr!(
                    "heaps up to {heap} each count as in Nim, and so need more than the {most_elements} \
                     elements that are looked at",
                    most_elements = MOST_ELEMENTS
                )));
            }
            let (bounded, _) = rules.bounded_in(heap % rules.games());
            if bounded.is_none() && heap > MOST_HEAP as u64 {
                return Err(Stop::not_proved(tr!(
                    "heaps whose moves are not known to have a bound are proved one by one, up to one of {most_heap}",
                    most_heap = MOST_HEAP
                )));
            }
        }
        self.end = self.end.take().filter(|end| end.memory >= limits.memory());
        while !self.covers(heap) {
            match &self.end {
                Some(end) => return Ok(Err(end.why.clone())),
                None => self.step(rules, limits)?,
            }
        }
        Ok(Ok(()))
    }

    /// Returns whether the element of a heap is proved.
    pub fn covers(&self, heap: u64) -> bool {
        let (repeat, _) = self.in_game(heap);
        repeat.is_some() || self.largest().is_some_and(|largest| largest >= heap)
    }

    /// Adds heaps until the period of the first game is proved or no more heaps can be added. Returns the period, if
    /// any.
    pub fn reach_all(
        &mut self,
        rules: &dyn HeapRules,
        limits: &Limits,
    ) -> Result<Option<Repeat>, Stop> {
        while self.repeat().is_none() && self.end.is_none() {
            self.step(rules, limits)?;
        }
        Ok(self.repeat())
    }

    fn in_game(&self, heap: u64) -> (Option<Repeat>, u64) {
        let games = self.repeats.len().max(1) as u64;
        let game: usize = saturating_cast(heap % games);
        (self.repeats.get(game).copied().flatten(), heap / games)
    }

    fn step(&mut self, rules: &dyn HeapRules, limits: &Limits) -> Result<(), Stop> {
        let size = self.len();
        if size > MOST_HEAP {
            self.end_with(
                tr!(
                    "no period shows up to heaps of {most_heap}",
                    most_heap = MOST_HEAP
                ),
                limits,
            );
            return Ok(());
        }
        let mut options = Vec::new();
        let left = match rules.options(size as u64, limits) {
            Err(Stop::NotProved(why))
                if rules.bounded_in(size as u64 % rules.games()).0.is_some() =>
            {
                self.end_with(tr!("with heaps of {size}, {why}"), limits);
                return Ok(());
            }
            left => left?,
        };
        for option in left {
            let place = |&heap: &u64| match usize::try_from(heap) {
                Ok(heap) if heap < size => Ok(self.nim + 1 + heap),
                _ => Err(Stop::not_proved(tr!(
                    "a quotient takes heaps that become smaller, and a heap of {size} can become one of {heap}"
                ))),
            };
            options.push(
                option
                    .iter()
                    .map(place)
                    .collect::<Result<Vec<usize>, Stop>>()?,
            );
        }
        match self.heaps.add(options, limits) {
            Ok(()) => {}
            Err(Stop::NotProved(why)) => {
                self.end_with(tr!("with heaps of {size}, {why}"), limits);
                return Ok(());
            }
            Err(stop) => return Err(stop),
        }
        if self.len() == self.look_at {
            self.look_at += self.look_at / 2;
            self.look(rules);
        }
        Ok(())
    }

    fn end_with(&mut self, why: String, limits: &Limits) {
        self.end = Some(QuotientEnd {
            why,
            memory: limits.memory(),
        });
    }

    fn look(&mut self, rules: &dyn HeapRules) {
        for game in 0..self.repeats.len() {
            if self.repeats[game].is_none() {
                self.repeats[game] = self.repeat_of(game, rules);
            }
        }
    }

    fn repeat_of(&self, game: usize, rules: &dyn HeapRules) -> Option<Repeat> {
        let (bounded, most) = rules.bounded_in(game as u64);
        let (taken, splits) = bounded?;
        let own = self.elements().skip(game).step_by(self.repeats.len());
        let asked = saturating_cast(most.saturating_add(1));
        let values: Vec<u32> = own.take(asked).map(u32::from).collect();
        let taken: usize = saturating_cast(taken);
        let proves = |from: usize, length: usize| {
            let needed = if splits {
                2 * from + 2 * length
            } else {
                from + length + 1
            };
            needed.saturating_add(taken) <= values.len() + 1
        };
        shortest_repeat(&values, values.len(), |from, length| {
            proves(from.max(1), length)
        })
    }

    fn len(&self) -> usize {
        self.heaps.len() - self.nim - 1
    }

    /// The largest heap that has been added, if any. Its element is proved without a period.
    pub fn largest(&self) -> Option<u64> {
        self.len().checked_sub(1).map(|largest| largest as u64)
    }

    /// Iterates over the elements of the heaps from 0 to [`GameQuotient::largest`].
    pub fn elements(&self) -> impl Iterator<Item = Element> + '_ {
        (self.nim + 1..self.heaps.len()).filter_map(|place| self.heaps.element(place))
    }

    /// The element of a heap, if proved.
    pub fn element(&self, heap: u64) -> Option<Element> {
        let heap = match self.in_game(heap) {
            (Some(repeat), n) => {
                let games = self.repeats.len() as u64;
                repeat.least(n) * games + heap % games
            }
            (None, _) => heap,
        };
        let place = self.nim + 1 + usize::try_from(heap).ok()?;
        self.heaps.element(place)
    }

    pub(super) fn nearest(&self, moves: impl Iterator<Item = Element>) -> Element {
        self.heaps.nearest_to(moves)
    }

    /// The largest Nim heap.
    pub fn nim(&self) -> usize {
        self.nim
    }

    /// The element of a Nim heap; `None` if the heap is larger than [`GameQuotient::nim`].
    pub fn nim_element(&self, heap: u64) -> Option<Element> {
        let heap = usize::try_from(heap)
            .ok()
            .filter(|&heap| heap <= self.nim)?;
        self.heaps.element(heap)
    }

    /// The quotient of all sums of the heaps.
    pub fn quotient(&self) -> &Quotient {
        self.heaps.quotient()
    }

    /// The period of the elements of the first game, if proved.
    pub fn repeat(&self) -> Option<Repeat> {
        self.repeats.first().copied().flatten()
    }

    /// Returns the elements of the heaps. The quotient must cover only one game.
    pub fn heaps(&self) -> HeapElements<'_> {
        HeapElements {
            found: self,
            games: 1,
            game: 0,
            most: u64::MAX,
        }
    }

    /// The reason why no more heaps can be added, if known.
    pub fn end(&self) -> Option<&str> {
        self.end.as_ref().map(|end| end.why.as_str())
    }

    /// The number of cases in the proof.
    pub fn cases(&self) -> usize {
        self.heaps.cases()
    }
}
