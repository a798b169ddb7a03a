//! Explores all positions reachable from a position.
//!
//! In games that may go on for ever, all moves are stored, and positions are settled backwards from those in which the
//! game is over.

use super::script::{Gain, MOST_POINTS};
use super::store::{MOST_POSITIONS, Query, Source, State, Store, options_in};
use crate::rules::{Convention, Limits, Outcome, Stop, Value};
use crate::solve::graph::{Graph, Verdict, mex};
use crate::solve::loops;
use crate::tr;

// No margin overflows: no position repeats, so no line of play is longer than the number of stored positions. The
// factor of 4 leaves room for the lead in a match.
const _: () = assert!(MOST_POINTS <= i64::MAX / MOST_POSITIONS as i64 / 4);

/// The value of a position. Stored Grundy values have 32 bits. Stored margins have 64 bits, which makes an entry 4
/// bytes larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownValue<N = i64> {
    pub verdict: Verdict,
    /// The Grundy value, or the best margin that the player to move can gain from now on; 0 in a game that may go on
    /// for ever.
    pub number: N,
}

impl KnownValue<u32> {
    fn widened(self) -> KnownValue {
        KnownValue {
            verdict: self.verdict,
            number: self.number.into(),
        }
    }

    fn over(outcome: Outcome) -> KnownValue<u32> {
        KnownValue {
            verdict: Verdict {
                outcome,
                remoteness: 0,
            },
            number: 0,
        }
    }
}

impl KnownValue {
    pub fn grundy(self) -> u64 {
        u64::try_from(self.number).unwrap_or(0)
    }

    pub fn margin(self) -> i64 {
        self.number
    }

    pub fn value(self, with_grundy: bool) -> Value {
        self.verdict
            .value()
            .with_grundy(with_grundy.then_some(self.grundy()))
    }
}

pub(super) enum Explorer {
    /// Finds the outcome, the remoteness, and the Grundy value.
    LastMove(Explored<u32>),
    /// Finds the best margin of points that the player to move can gain from now on.
    Points(Explored<i64>),
    /// Finds the outcome and the remoteness in a game that may go on for ever.
    Loops(Explored<u32>, LoopMoves),
}

#[derive(Default)]
pub(super) struct LoopMoves {
    graph: Graph,
    /// The outcome of each position in which the game is over; `None` for all other positions.
    ended: Vec<Option<Outcome>>,
    /// The value of [`Store::clearings`] when these moves were stored.
    clearings: u32,
}

impl Explorer {
    pub fn known(&self, at: &[u8]) -> Option<KnownValue> {
        match self {
            Explorer::LastMove(store) | Explorer::Loops(store, _) => {
                store.find(at)?.known().map(KnownValue::widened)
            }
            Explorer::Points(store) => store.find(at)?.known(),
        }
    }

    pub fn explore(
        &mut self,
        start: &[u8],
        source: &dyn Source,
        most: usize,
        limits: &Limits,
    ) -> Result<KnownValue, Stop> {
        if let Some(known) = self.known(start) {
            return Ok(known);
        }
        let most = most.min(MOST_POSITIONS);
        match self {
            Explorer::LastMove(store) => {
                let settle = |store: &mut Explored<u32>, start, query: Query<'_>| {
                    store.settle(start, query, &best_verdict)
                };
                explored(store, start, source, most, limits, settle).map(KnownValue::widened)
            }
            Explorer::Points(store) => {
                let settle = |store: &mut Explored<i64>, start, query: Query<'_>| {
                    store.settle(start, query, &best_margin)
                };
                explored(store, start, source, most, limits, settle)
            }
            Explorer::Loops(store, loops) => {
                let settle =
                    |store: &mut Explored<u32>, _, query: Query<'_>| loops.settle(store, query);
                explored(store, start, source, most, limits, settle).map(KnownValue::widened)
            }
        }
    }
}

fn explored<N: Copy>(
    store: &mut Explored<N>,
    start: &[u8],
    source: &dyn Source,
    most: usize,
    limits: &Limits,
    mut settle: impl FnMut(&mut Explored<N>, u32, Query<'_>) -> Result<(), Stop>,
) -> Result<KnownValue<N>, Stop> {
    store.search(source, most, limits, |store, query| {
        let start = store.number(start);
        settle(store, start, query)?;
        let known = store.results[start as usize].known();
        known.ok_or_else(|| Stop::not_proved(tr!("the position was not reached")))
    })
}

impl LoopMoves {
    /// Explores breadth-first and stores all moves, then settles all positions backwards from those in which the game
    /// is over.
    fn settle(&mut self, store: &mut Explored<u32>, query: Query<'_>) -> Result<(), Stop> {
        if self.clearings != store.clearings() {
            *self = LoopMoves {
                clearings: store.clearings(),
                ..LoopMoves::default()
            };
        }
        let mut list = Vec::new();
        while self.ended.len() < store.len() {
            let number = self.ended.len() as u32;
            let kept = self.graph.memory_used() + self.ended.capacity();
            list.clear();
            let (over, _) = store.ask(number, None, query, kept, (&mut list, &mut Vec::new()))?;
            self.ended.push(over);
            self.graph.push(options_in(&list).flatten().copied());
            if self.graph.move_count() > u32::MAX as usize / 2 {
                return Err(Stop::not_proved(tr!("the positions have too many moves")));
            }
        }
        let ended = |i: usize| self.ended[i].unwrap_or(Outcome::Loss);
        let kept = store.memory_used() + (self.graph.memory_used() + self.ended.capacity()) as u64;
        let left = query.limits.memory().saturating_sub(kept);
        let limits = query.limits.clone().with_memory(left);
        let verdicts = match loops::verdicts(&self.graph, ended, &limits) {
            Err(Stop::NotProved(_)) => return Err(store.no_room()),
            verdicts => verdicts?,
        };
        for (result, verdict) in store.results.iter_mut().zip(verdicts) {
            *result = State::Known(KnownValue { verdict, number: 0 });
        }
        Ok(())
    }
}

type Explored<N> = Store<State<KnownValue<N>>>;

/// Yields the values of the positions after the moves in `list`. Each move must lead to a single settled position.
fn after<'s, N: Copy>(
    store: &'s Explored<N>,
    list: &'s [u32],
) -> impl Iterator<Item = KnownValue<N>> + Clone {
    let moves = list.chunks_exact(2).map(|option| option[1]);
    moves.filter_map(|to| store.results[to as usize].known())
}

/// Computes the verdict and the Grundy value of a position from the results of its options. The source decides who wins
/// when no move is left, so the convention does not matter here.
fn best_verdict(
    store: &mut Explored<u32>,
    over: Option<Outcome>,
    list: &[u32],
    _gains: &[Gain],
) -> KnownValue<u32> {
    if let Some(outcome) = over {
        return KnownValue::over(outcome);
    }
    let after = after(store, list);
    let grundy = mex(after.clone().map(|to| to.number));
    KnownValue {
        verdict: Verdict::best(Convention::Normal, after.map(|to| to.verdict)),
        number: grundy,
    }
}

/// Computes the best margin that the player to move can gain from now on. If all lines of play have the same length,
/// this length is the remoteness. Otherwise the remoteness is the placeholder in [`Verdict::DRAW`].
fn best_margin(
    store: &mut Explored<i64>,
    _over: Option<Outcome>,
    list: &[u32],
    gains: &[Gain],
) -> KnownValue {
    let after = after(store, list);
    let margins = after.clone().zip(gains).map(|(to, gain)| {
        let rest = if gain.again { to.number } else { -to.number };
        gain.points + rest
    });
    let margin = margins.max().unwrap_or(0);
    let mut left = after.map(|to| to.verdict.remoteness.saturating_add(1));
    let first = left.next().unwrap_or(0);
    KnownValue {
        verdict: Verdict {
            outcome: by_margin(margin),
            remoteness: if left.all(|left| left == first) {
                first
            } else {
                Verdict::DRAW.remoteness
            },
        },
        number: margin,
    }
}

pub(super) fn by_margin(margin: i64) -> Outcome {
    match margin {
        1.. => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::own::store::NextPositions;

    struct CountDown;

    impl Source for CountDown {
        fn options(
            &self,
            at: &[u8],
            _limits: &Limits,
            next: &mut NextPositions,
        ) -> Result<(), Stop> {
            match at[2] {
                0 => next.over = Some(Outcome::Loss),
                count => next.push(&[0, at[1], count - 1], Gain::default()),
            }
            Ok(())
        }
    }

    #[test]
    fn values_without_points_take_12_bytes_and_margins_16() {
        assert_eq!(size_of::<State<KnownValue<u32>>>(), 12);
        assert_eq!(size_of::<State<KnownValue<i64>>>(), 16);
    }

    #[test]
    fn positions_are_kept_while_others_are_explored() {
        let mut explorer = Explorer::LastMove(Store::new(Some(3)));
        for name in 0..2 {
            let at = [0, name, 5];
            explorer
                .explore(&at, &CountDown, 100, &Limits::default())
                .unwrap();
        }
        assert!((0..2).all(|name| explorer.known(&[0, name, 5]).is_some()));
        let values: u64 = (0..2)
            .map(|name| explorer.known(&[0, name, 5]).unwrap().grundy())
            .sum();
        assert_eq!(values, 2);
    }
}
