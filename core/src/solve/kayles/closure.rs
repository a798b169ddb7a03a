//! The misère rule proved for any number of runs of any length.
//!
//! The proof is an induction over stones: a rule that says of every position
//! "loses" exactly when the position is not empty and none of its moves leads
//! to one that loses *is* the misère outcome. To check this for infinitely many
//! positions:
//!
//! 1. The rule asks only for the counts of eight lengths, each up to "0, 1,
//!    even, odd", or, with any other run, for the XOR. These states form a
//!    finite commutative monoid; partition refinement gives its smallest
//!    quotient `Q` through which the rule factors.
//! 2. A run is then an element of `Q`, and its moves are a set of elements of
//!    `Q`. Both repeat with period 12 from some length on, because the elements
//!    do, and a move on a long run leaves a long run on one side at least.
//! 3. A position is an element of `Q` with the set of elements that its moves
//!    lead to; adding runs acts on such pairs. There are finitely many; each is
//!    built and held against the induction.

use super::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeSet, hash_map::Entry};

/// What the rule sees of a position: XOR with an ordinary run, or eight counts
/// cut down to 0, 1, 2 (even, some), 3 (odd, more than 1).
type State = usize;

/// States `0..XORS` have an ordinary run; others are `XORS + counts` in base 4.
const XORS: usize = 16;
const STATES: usize = XORS + (1 << 16);

/// A run as the rule sees it.
#[derive(Clone, Copy)]
enum RunKind {
    Special(usize),
    Ordinary(u8),
}

fn kind(n: u64) -> RunKind {
    match SPECIAL.iter().position(|&f| f == n) {
        Some(i) => RunKind::Special(i),
        None => RunKind::Ordinary(grundy(n)),
    }
}

fn count(state: State, i: usize) -> u64 {
    ((state - XORS) >> (2 * i) & 3) as u64
}

fn xor(state: State) -> u8 {
    if state < XORS {
        return state as u8;
    }
    (0..8).filter(|&i| count(state, i) % 2 == 1).fold(0, |x, i| x ^ grundy(SPECIAL[i]))
}

fn add(state: State, run: RunKind) -> State {
    match run {
        RunKind::Ordinary(g) => usize::from(xor(state) ^ g),
        RunKind::Special(i) if state < XORS => usize::from(state as u8 ^ grundy(SPECIAL[i])),
        RunKind::Special(i) => {
            let was = count(state, i);
            let now = if was == 3 { 2 } else { was + 1 };
            state - ((was as usize) << (2 * i)) + ((now as usize) << (2 * i))
        }
    }
}

/// The rule on a state: exact, since it asks of a count only whether it is 0,
/// whether it is 1 and whether it is odd, which a state keeps.
fn loses(state: State) -> bool {
    let runs = if state < XORS {
        Runs { ordinary: 1, xor: state as u8, ..Runs::default() }
    } else {
        Runs { special: std::array::from_fn(|i| count(state, i)), ordinary: 0, xor: xor(state) }
    };
    runs.loses(Convention::Misere)
}

/// The quotient: elements with addition and which of them lose.
struct Monoid {
    /// Sum of elements `a` and `b`.
    sum: Vec<Vec<usize>>,
    loses: Vec<bool>,
    /// Element of the empty position.
    empty: usize,
    /// Element of each run, by length from 0; periodic from 71 on.
    run: Vec<usize>,
}

/// Coarsest partition of the states that the rule and every run respect
/// (Moore's algorithm), as a class number for each state.
fn refine(letters: &[RunKind]) -> Vec<usize> {
    let mut class: Vec<usize> = (0..STATES).map(|s| usize::from(loses(s))).collect();
    let mut classes = 2;
    loop {
        let mut numbers: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
        let finer: Vec<usize> = (0..STATES)
            .map(|s| {
                let mut key = vec![class[s]];
                key.extend(letters.iter().map(|&run| class[add(s, run)]));
                let next = numbers.len();
                *numbers.entry(key).or_insert(next)
            })
            .collect();
        class = finer;
        if numbers.len() == classes {
            return class;
        }
        classes = numbers.len();
    }
}

fn monoid(longest: u64) -> Monoid {
    let mut letters: Vec<RunKind> = (0..8).map(RunKind::Special).collect();
    let ordinary: BTreeSet<u8> = (1..=longest)
        .filter_map(|n| match kind(n) {
            RunKind::Ordinary(g) => Some(g),
            RunKind::Special(_) => None,
        })
        .collect();
    letters.extend(ordinary.into_iter().map(RunKind::Ordinary));
    let class = refine(&letters);

    // Only classes that some position has count: walk from the empty one. A
    // path of runs to each class then gives the sum of any two classes.
    let mut number: FxHashMap<usize, usize> = FxHashMap::default();
    let mut states = vec![XORS];
    let mut paths: Vec<Vec<RunKind>> = vec![Vec::new()];
    number.insert(class[XORS], 0);
    let mut next = 0;
    while next < states.len() {
        for &run in &letters {
            let to = add(states[next], run);
            if let Entry::Vacant(new) = number.entry(class[to]) {
                new.insert(states.len());
                states.push(to);
                let mut path = paths[next].clone();
                path.push(run);
                paths.push(path);
            }
        }
        next += 1;
    }
    let walk = |from: State, path: &[RunKind]| path.iter().fold(from, |s, &run| add(s, run));
    Monoid {
        sum: states.iter().map(|&a| paths.iter().map(|b| number[&class[walk(a, b)]]).collect()).collect(),
        loses: states.iter().map(|&s| loses(s)).collect(),
        empty: 0,
        run: (0..=longest)
            .map(|n| match n {
                0 => 0,
                n => number[&class[add(XORS, kind(n))]],
            })
            .collect(),
    }
}

/// A set of elements of the monoid, one bit each.
type ClosureElements = u64;

impl Monoid {
    fn shift(&self, set: ClosureElements, by: usize) -> ClosureElements {
        (0..self.loses.len()).filter(|&e| set >> e & 1 == 1).fold(0, |all, e| all | 1 << self.sum[e][by])
    }

    /// Where the moves of a run of `n` lead.
    fn moves(&self, n: usize) -> ClosureElements {
        let mut set = 0;
        for taken in 1..=2.min(n) {
            for left in 0..=n - taken {
                set |= 1 << self.sum[self.run[left]][self.run[n - taken - left]];
            }
        }
        set
    }
}

#[test]
fn the_misere_rule_holds_for_runs_of_every_length() {
    let (n0, p) = (PERIODIC_FROM as usize, PERIOD as usize);
    // Two runs that sum to m >= 2 (n0 + p) include one of at least n0 + p, which
    // may be made p shorter without changing its element; the other way round,
    // one of at least n0, which may be made p longer. So the moves of a run
    // repeat from 2 (n0 + p) + 2 on, and one period more shows all of them.
    let repeats_from = 2 * (n0 + p) + 2;
    let longest = repeats_from + 2 * p;
    let q = monoid(longest as u64);

    // The monoid is what it has to be: an action that runs commute on.
    let size = q.loses.len();
    assert_eq!(size, 40);
    assert_eq!(q.loses.iter().filter(|&&l| l).count(), 9);
    for a in 0..size {
        assert_eq!(q.sum[a][q.empty], a);
        for b in 0..size {
            assert_eq!(q.sum[a][b], q.sum[b][a]);
            for c in 0..size {
                assert_eq!(q.sum[q.sum[a][b]][c], q.sum[a][q.sum[b][c]]);
            }
        }
    }
    for n in n0..=longest - p {
        assert_eq!(q.run[n], q.run[n + p]);
    }
    for n in repeats_from..=longest - p {
        assert_eq!(q.moves(n), q.moves(n + p));
    }

    // How a run can be, and how it can move.
    let mut ways: Vec<(usize, ClosureElements)> = Vec::new();
    let mut last_new = 0;
    for n in 1..=longest {
        let way = (q.run[n], q.moves(n));
        if !ways.contains(&way) {
            ways.push(way);
            last_new = n;
        }
    }
    assert_eq!((ways.len(), last_new), (74, 98));

    // Every position there is, as (element, elements one move away).
    let start = (q.empty, 0);
    let mut cases: FxHashSet<(usize, ClosureElements)> = FxHashSet::from_iter([start]);
    let mut open = vec![start];
    while let Some((at, moves)) = open.pop() {
        for &(run, run_moves) in &ways {
            let moves = q.shift(moves, run) | q.shift(run_moves, at);
            let case = (q.sum[at][run], moves);
            // No stones and no moves is the empty position alone, so that it
            // is right to let it win.
            assert_ne!(moves, 0);
            if cases.insert(case) {
                open.push(case);
            }
        }
    }
    assert_eq!(cases.len(), 1417);
    let losing: ClosureElements = (0..size).filter(|&e| q.loses[e]).fold(0, |set, e| set | 1 << e);
    for (at, moves) in cases {
        let wins = moves == 0 || moves & losing != 0;
        assert_eq!(q.loses[at], !wins, "element {at}, moves {moves:b}");
    }
}
