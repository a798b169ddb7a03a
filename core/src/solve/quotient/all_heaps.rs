//! The quotient of all heaps of a game, proved from those up to a bound where the heaps' elements repeat.
//!
//! This is the misère form of the theorem of Guy and Smith (T. E. Plambeck and A. N. Siegel, "Misère quotients for
//! impartial games", J. Combin. Theory A 115, 2008), proved here once more with the bound in use. Let a move take at
//! most `d` stones from a heap and leave nothing, one heap or, where heaps may split, two; whether it may leave a
//! number of heaps, none of them empty, depends only on the number of stones it takes. Let a monoid give every heap
//! up to `m` an element `f(n)`, with `f(n + p) = f(n)` for all `n >= s`, `n + p <= m`, where `s >= 1`, and extend `f`
//! to all heaps by this. Let the heaps up to `m` have been proved by closure ([`super::closure`]), and let
//!
//! * `m >= s + p + d - 1` where no move splits a heap,
//! * `m >= 2 s + 2 p + d - 2` where one may.
//!
//! Then the quotient of all heaps is that of the heaps up to `m`. For let `n > m`, and compare the moves of heap `n`
//! and of heap `n - p`:
//!
//! * No move leaves nothing, as `n - p > d`. One heap: both have the move that takes `k`, and leave `n - k` and
//!   `n - p - k >= s`, which have the same element.
//! * Two heaps: `a <= b` with `a + b = n - k >= 2 s + 2 p - 1`, so `b >= s + p`, and `a, b - p` is a move of heap
//!   `n - p`, of the same elements. The other way round `a <= b` with `a + b = n - p - k >= 2 s + p - 1` has `b >= s`,
//!   and `a, b + p` is a move of heap `n`.
//!
//! Where the heaps of several games are numbered in turns, this holds for each game by itself: a heap and its moves
//! stay within its game, and the monoid is that of all of them.
//!
//! So heap `n` has the same element as heap `n - p`, and moves to the same set of elements. The proof by closure uses
//! nothing else of a heap: heap `n` adds no new pairs, so all pairs still obey. By induction that holds for all
//! heaps, and heaps up to `m` already distinguish different elements.

use super::{Element, HeapQuotient, MOST_ELEMENTS, Quotient};
use crate::rules::{Limits, Stop, saturating_cast};
use crate::solve::periodic::{Repeat, shortest_repeat};

/// The largest heap up to which a period is searched for.
pub const MOST_HEAP: usize = 20_000;

/// Rules of a game of heaps.
pub trait HeapRules: Send + Sync {
    /// The options of a heap, each a list of smaller heaps, in any order.
    ///
    /// # Errors
    /// Any failure of the rules within the limits; a game that is not one of smaller heaps.
    fn options(&self, heap: u64, limits: &Limits) -> Result<Vec<Vec<u64>>, Stop>;

    /// The maximum number of stones that a move takes, and whether a move can leave two heaps, where the rules
    /// satisfy the theorem of this module.
    fn bounded(&self) -> Option<(u64, bool)> {
        None
    }

    /// The number of games whose heaps are numbered in turns: heap `n` of game `i` of `k` is heap `k n + i`, and none
    /// becomes a heap of another game.
    fn games(&self) -> u64 {
        1
    }

    /// The bound of one of these games, as [`HeapRules::bounded`], and its largest heap that is asked about.
    fn bounded_in(&self, _game: u64) -> (Option<(u64, bool)>, u64) {
        (self.bounded(), u64::MAX)
    }

    /// Whether every heap equals a heap of Nim of its size: then no finite quotient covers all heaps, and those below
    /// `2^k` have one of `2^k + 2` elements.
    fn never_ends(&self) -> bool {
        false
    }
}

/// The quotient of a game of heaps, grown on demand, together with heaps of Nim up to some size.
#[derive(Clone, Debug)]
pub struct GameQuotient {
    pub(super) heaps: HeapQuotient,
    /// The largest heap of Nim; heaps of Nim come first.
    nim: usize,
    /// The period of each game, where one is proved.
    repeats: Vec<Option<Repeat>>,
    /// The number of heaps at which to search for a period next.
    look_at: usize,
    /// The reason why the heaps stop.
    end: Option<QuotientEnd>,
}

/// The heaps of one of the games of a quotient, with their own numbers.
#[derive(Clone, Copy, Debug)]
pub struct HeapElements<'q> {
    pub(super) found: &'q GameQuotient,
    pub(super) games: u64,
    pub(super) game: u64,
    /// The largest heap that the quotient was asked about.
    pub(super) most: u64,
}

impl<'q> HeapElements<'q> {
    /// The quotient of all games.
    pub fn quotient(self) -> &'q Quotient {
        self.found.quotient()
    }

    /// The period of the heaps' elements, where it is proved.
    pub fn repeat(self) -> Option<Repeat> {
        self.found.in_game(self.game).0
    }

    /// The element of a heap, if it is proved.
    pub fn element(self, heap: u64) -> Option<Element> {
        let is_asked = heap <= self.most || self.repeat().is_some();
        // The least heap of the same element: the numbers of several games do not reach the largest heaps.
        let heap = self.repeat().map_or(heap, |repeat| repeat.least(heap));
        let number = heap.checked_mul(self.games)?.checked_add(self.game)?;
        self.found.element(number).filter(|_| is_asked)
    }
}

/// The point at which the method stopped.
#[derive(Clone, Debug)]
struct QuotientEnd {
    why: String,
    /// The memory limit at that time: with more, the computation may continue.
    memory: u64,
}

impl GameQuotient {
    /// A quotient of heaps of Nim up to `nim` alone.
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

    /// Allows larger and larger diagrams from now on, for callers without another method.
    pub fn try_harder(&mut self) {
        self.heaps.try_harder();
    }

    /// Proves the heaps up to `heap`, or as many as possible: `Err` gives the reason why that one is not proved.
    ///
    /// # Errors
    /// [`Stop::Interrupted`] as `limits` says; [`Stop::NotProved`] for a heap that cannot be reached even if those
    /// before it are proved. The end of the method is no error.
    pub fn reach(
        &mut self,
        rules: &dyn HeapRules,
        heap: u64,
        limits: &Limits,
    ) -> Result<Result<(), String>, Stop> {
        self.repeats.resize(saturating_cast(rules.games()), None);
        if !self.covers(heap) {
            if rules.never_ends() && heap >= MOST_ELEMENTS as u64 / 2 {
                return Err(Stop::not_proved(format!(
                    "heaps up to {heap} each count as in Nim, and so need more than the {MOST_ELEMENTS} \
                     elements that are looked at"
                )));
            }
            let (bounded, _) = rules.bounded_in(heap % rules.games());
            if bounded.is_none() && heap > MOST_HEAP as u64 {
                return Err(Stop::not_proved(format!(
                    "heaps whose moves are not known to have a bound are proved one by one, up to one of {MOST_HEAP}"
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

    /// Returns whether a heap is proved.
    pub fn covers(&self, heap: u64) -> bool {
        let (repeat, _) = self.in_game(heap);
        repeat.is_some() || self.largest().is_some_and(|largest| largest >= heap)
    }

    /// Proves all heaps, or as many as possible.
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

    /// The period of a heap's game, and the heap's number in it.
    fn in_game(&self, heap: u64) -> (Option<Repeat>, u64) {
        let games = self.repeats.len().max(1) as u64;
        let game: usize = saturating_cast(heap % games);
        (self.repeats.get(game).copied().flatten(), heap / games)
    }

    /// Adds one heap.
    fn step(&mut self, rules: &dyn HeapRules, limits: &Limits) -> Result<(), Stop> {
        let size = self.len();
        if size > MOST_HEAP {
            self.end_with(
                format!("no period shows up to heaps of {MOST_HEAP}"),
                limits,
            );
            return Ok(());
        }
        let mut options = Vec::new();
        let left = match rules.options(size as u64, limits) {
            Err(Stop::NotProved(why))
                if rules.bounded_in(size as u64 % rules.games()).0.is_some() =>
            {
                self.end_with(format!("with heaps of {size}, {why}"), limits);
                return Ok(());
            }
            left => left?,
        };
        for option in left {
            let place = |&heap: &u64| match usize::try_from(heap) {
                Ok(heap) if heap < size => Ok(self.nim + 1 + heap),
                _ => Err(Stop::not_proved(format!(
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
                self.end_with(format!("with heaps of {size}, {why}"), limits);
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

    /// Searches for periods that are proved by the heaps so far.
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
            let needed = match splits {
                true => 2 * from + 2 * length,
                false => from + length + 1,
            };
            needed.saturating_add(taken) <= values.len() + 1
        };
        shortest_repeat(&values, values.len(), |from, length| {
            proves(from.max(1), length)
        })
    }

    /// The number of heaps.
    fn len(&self) -> usize {
        self.heaps.len() - self.nim - 1
    }

    /// The largest heap that is proved other than by the period; `None` if there is none.
    pub fn largest(&self) -> Option<u64> {
        self.len().checked_sub(1).map(|largest| largest as u64)
    }

    /// The elements of the heaps from 0 to [`GameQuotient::largest`].
    pub fn elements(&self) -> impl Iterator<Item = Element> + '_ {
        (self.nim + 1..self.heaps.len()).filter_map(|place| self.heaps.element(place))
    }

    /// The element of a heap, if it is proved.
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

    /// A guess at the element of a heap with these options, from its behaviour next to most positions.
    pub(super) fn nearest(&self, moves: impl Iterator<Item = Element>) -> Element {
        self.heaps.nearest_to(moves)
    }

    /// The largest heap of Nim among the heaps.
    pub fn nim(&self) -> usize {
        self.nim
    }

    /// The element of a heap of Nim, up to the size it was created with.
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

    /// The period of the elements, where all heaps are proved; of the first game, where there are several.
    pub fn repeat(&self) -> Option<Repeat> {
        self.repeats.first().copied().flatten()
    }

    /// The heaps, where they belong to one game.
    pub fn heaps(&self) -> HeapElements<'_> {
        HeapElements {
            found: self,
            games: 1,
            game: 0,
            most: u64::MAX,
        }
    }

    /// The reason why the heaps stop, if they do.
    pub fn end(&self) -> Option<&str> {
        self.end.as_ref().map(|end| end.why.as_str())
    }

    /// The number of cases of the proof.
    pub fn cases(&self) -> usize {
        self.heaps.cases()
    }
}
