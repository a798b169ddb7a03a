//! Provides a plain search for tests.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::rules::{Outcome, Value};

#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainValue {
    pub wins: bool,
    pub remoteness: u64,
    pub grundy: u64,
}

impl PlainValue {
    pub fn as_said(self, misere: bool) -> Value {
        Value::from_outcome(Outcome::won(self.wins))
            .with_grundy((!misere).then_some(self.grundy))
            .with_remoteness(Some(self.remoteness))
    }
}

/// A search that learns the rules only from `next`, which lists the text and the resulting position of each move in
/// board order.
pub(crate) struct Search<'a, P> {
    next: &'a dyn Fn(&P) -> Vec<(String, P)>,
    misere: bool,
    seen: FxHashMap<P, PlainValue>,
}

impl<'a, P: Clone + Eq + Hash + Debug> Search<'a, P> {
    pub fn new(misere: bool, next: &'a dyn Fn(&P) -> Vec<(String, P)>) -> Self {
        Search {
            next,
            misere,
            seen: FxHashMap::default(),
        }
    }

    pub fn value(&mut self, at: &P) -> PlainValue {
        if let Some(v) = self.seen.get(at) {
            return *v;
        }
        let next: Vec<PlainValue> = (self.next)(at)
            .iter()
            .map(|(_, to)| self.value(to))
            .collect();
        let lost = next.iter().filter(|n| !n.wins).map(|n| n.remoteness).min();
        let (wins, remoteness) = match (lost, next.iter().map(|n| n.remoteness).max()) {
            (Some(q), _) => (true, q + 1),
            (None, Some(s)) => (false, s + 1),
            (None, None) => (self.misere, 0),
        };
        let grundy = (0..).find(|g| next.iter().all(|n| n.grundy != *g)).unwrap();
        let value = PlainValue {
            wins,
            remoteness,
            grundy,
        };
        self.seen.insert(at.clone(), value);
        value
    }

    /// Chooses the best move by the rules of [`Values::best`](super::Values::best); returns `None` if there are no
    /// moves.
    pub fn best(&mut self, at: &P) -> Option<String> {
        let wins = self.value(at).wins;
        let mut best: Option<(i64, i64, String)> = None;
        for (text, to) in (self.next)(at) {
            let after = self.value(&to);
            let replies = (self.next)(&to)
                .iter()
                .filter(|(_, t)| !self.value(t).wins)
                .count() as i64;
            let length = after.remoteness as i64;
            let rank = match (wins, after.wins) {
                (true, true) => continue,
                (true, false) => (-length, 0),
                (false, _) => (length, -replies),
            };
            if best.as_ref().is_none_or(|(a, b, _)| rank > (*a, *b)) {
                best = Some((rank.0, rank.1, text));
            }
        }
        best.map(|(_, _, text)| text)
    }
}

fn octal_digits(code: &str) -> Vec<u32> {
    code.chars().filter_map(|c| c.to_digit(8)).collect()
}

/// Lists the moves of an octal game, each with its text and the resulting heaps.
pub(crate) fn octal_moves(code: &str, at: &[u64]) -> Vec<(String, Vec<u64>)> {
    let digits = octal_digits(code);
    let mut all = Vec::new();
    for (i, &size) in at.iter().enumerate() {
        for (k, digit) in (0..).zip(&digits) {
            let Some(rest) = size.checked_sub(k) else {
                continue;
            };
            let with = |heaps: &[u64]| [&at[..i], heaps, &at[i + 1..]].concat();
            if (rest == 0 && digit & 1 != 0) || (rest > 0 && digit & 2 != 0) {
                all.push((format!("{}-{k}", i + 1), with(&[rest])));
            }
            if digit & 4 != 0 {
                for a in (1..rest).filter(|a| 2 * a <= rest) {
                    all.push((
                        format!("{}-{k}:{a},{}", i + 1, rest - a),
                        with(&[a, rest - a]),
                    ));
                }
            }
        }
    }
    all
}

pub(crate) fn rising_octal_moves(code: &str, at: &[u64]) -> Vec<(String, Vec<u64>)> {
    let mut all = octal_moves(code, at);
    for (_, to) in &mut all {
        to.retain(|&heap| heap > 0);
        to.sort_unstable();
    }
    all
}

/// Computes the Grundy values of the heaps `0..n` from the definition.
pub(crate) fn octal_values(code: &str, n: usize) -> Vec<u32> {
    let digits = octal_digits(code);
    let mut g: Vec<u32> = Vec::new();
    for heap in 0..n {
        let mut reached = BTreeSet::new();
        for (i, digit) in digits.iter().enumerate() {
            let Some(left) = heap.checked_sub(i) else {
                continue;
            };
            if digit & 1 != 0 && left == 0 {
                reached.insert(0);
            }
            if digit & 2 != 0 && left > 0 {
                reached.insert(g[left]);
            }
            if digit & 4 != 0 {
                reached.extend((1..left).map(|a| g[a] ^ g[left - a]));
            }
        }
        g.push((0..).find(|v| !reached.contains(v)).unwrap());
    }
    g
}
