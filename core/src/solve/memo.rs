//! A search that remembers: for positions few enough to be searched again and again from different starts.

use rustc_hash::FxHashMap;

use super::graph::{Verdict, mex};
use super::lock::{Held, Kept};
use crate::rules::{Convention, Limits, Outcome, Rules, Stop, Value};

/// What the search knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownPosition {
    /// Outcome and remoteness.
    pub verdict: Verdict,
    /// Grundy value; only meant in normal play.
    pub grundy: u32,
}

impl KnownPosition {
    /// The same as a value: with its Grundy value in normal play.
    pub fn value(&self, convention: Convention) -> Value {
        let grundy = (!convention.is_misere()).then_some(self.grundy.into());
        let remoteness = Some(self.verdict.remoteness.into());
        Value::of(Outcome::won(self.verdict.wins)).with_grundy(grundy).with_remoteness(remoteness)
    }
}

/// Values of canonical positions, found by complete search and kept for the next question.
///
/// One memo serves one ruleset: never share it between conventions or parameters. Impartial games only, and only for
/// positions whose longest line of play is some hundreds of moves, as the search recurses.
#[derive(Debug)]
pub struct Memo<P> {
    known: Kept<FxHashMap<P, KnownPosition>>,
}

impl<P> Held for FxHashMap<P, KnownPosition> {
    fn memory_used(&self) -> u64 {
        (self.capacity() * size_of::<(P, KnownPosition)>()) as u64
    }
}

impl<P> Default for Memo<P> {
    fn default() -> Self {
        Memo { known: Kept::new(FxHashMap::default()) }
    }
}

impl<P: Clone + Eq + std::hash::Hash> Memo<P> {
    /// The bytes of what is known, without what positions keep elsewhere.
    pub fn memory_used(&self) -> u64 {
        self.known.memory_used()
    }

    /// The value of `at`.
    pub fn value<R: Rules<Position = P>>(
        &self,
        rules: &R,
        at: &P,
        convention: Convention,
        limits: &Limits,
    ) -> Result<KnownPosition, Stop> {
        let mut known = self.known.locked(limits)?;
        search(rules, &rules.canonical(at), convention, limits, &mut known)
    }
}

fn search<R: Rules>(
    rules: &R,
    at: &R::Position,
    convention: Convention,
    limits: &Limits,
    known: &mut FxHashMap<R::Position, KnownPosition>,
) -> Result<KnownPosition, Stop> {
    if let Some(k) = known.get(at) {
        return Ok(*k);
    }
    if known.len() % 1024 == 0 {
        limits.check()?;
    }
    let mut next = Vec::new();
    for m in rules.moves(at) {
        next.push(search(rules, &rules.canonical(&rules.play(at, &m)), convention, limits, known)?);
    }
    let value = KnownPosition {
        verdict: Verdict::best(convention, next.iter().map(|k| k.verdict)),
        grundy: mex(next.iter().map(|k| k.grundy)),
    };
    known.insert(at.clone(), value);
    Ok(value)
}
