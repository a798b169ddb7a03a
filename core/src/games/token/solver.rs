//! Solves the vertices of a graph in one pass over the arcs. A graph with cycles is solved by retrograde analysis
//! instead. If the solved vertices do not decide a position, the positions of all tokens together are searched.

use once_cell::sync::OnceCell;
use rustc_hash::FxHashMap;

use super::digraph::Digraph;
use super::{Slide, Token, Tokens};
use crate::games::prelude::*;
use crate::solve::graph::{Graph, Product, Verdict};
use crate::solve::lock::Cache;
use crate::solve::loops;
use crate::solve::tame::{TameSum, TameType, heap_of_nim};

/// The maximum number of positions in a search for the outcome of several tokens.
const SEARCHED: usize = 1_000_000;

/// The maximum number of positions in a search for the remoteness of several tokens whose outcome is already known.
const COUNTED: usize = 100_000;

/// The maximum number of searches whose verdicts are cached.
const KEPT: usize = 3;

#[derive(Default)]
pub(super) struct GraphTables {
    vertices: OnceCell<Vertices>,
    searched: Cache<Vec<PositionTable>>,
}

pub(super) struct Vertices {
    /// Each vertex's Grundy value and, if the vertex is tame, whether it is firm.
    kind: Vec<TameType>,
    /// For each vertex, whether the vertex and all vertices reachable from it are tame.
    tame: Vec<bool>,
    /// The Nim heap that each vertex equals in every misère sum, if any.
    nim: Vec<Option<u64>>,
    verdict: Vec<Verdict>,
    /// The encoded types of the targets of all arcs, grouped by source vertex. Each group is in ascending order.
    types: Vec<u64>,
}

fn code(kind: TameType) -> u64 {
    kind.value << 1 | u64::from(kind.firm)
}

impl Vertices {
    fn new(graph: &Digraph, convention: Convention, limits: &Limits) -> Result<Vertices, Stop> {
        let n = graph.len();
        let stuck = Verdict::best(convention, std::iter::empty());
        let mut all = Vertices {
            kind: vec![TameType::new(0, false); n],
            tame: vec![true; n],
            nim: vec![None; n],
            verdict: vec![stuck; n],
            types: vec![0; graph.ends().len()],
        };
        for (done, &v) in graph.order().iter().enumerate() {
            if done % 4096 == 0 {
                limits.check()?;
            }
            let next = graph.next(v);
            let (kind, fits) = TameType::of_moves(next.iter().map(|&w| all.kind[w as usize]));
            let i = v as usize;
            all.tame[i] = fits && next.iter().all(|&w| all.tame[w as usize]);
            all.nim[i] = heap_of_nim(next.iter().map(|&w| all.nim[w as usize]));
            all.verdict[i] =
                Verdict::best(convention, next.iter().map(|&w| all.verdict[w as usize]));
            for (arc, w) in graph.arcs(v).zip(next) {
                all.types[arc] = code(all.kind[*w as usize]);
            }
            all.types[graph.arcs(v)].sort_unstable();
            all.kind[i] = kind;
        }
        Ok(all)
    }

    /// Computes only the verdicts for a single token, on a graph with cycles.
    fn of_loops(
        graph: &Digraph,
        convention: Convention,
        limits: &Limits,
    ) -> Result<Vertices, Stop> {
        let n = graph.len();
        let moves = Graph::from_moves((0..saturating_cast(n)).map(|v| graph.next(v).to_vec()));
        Ok(Vertices {
            kind: vec![TameType::new(0, false); n],
            tame: vec![false; n],
            nim: vec![None; n],
            verdict: loops::verdicts(&moves, |_| convention.outcome_when_stuck(), limits)?,
            types: Vec::new(),
        })
    }

    fn count(&self, graph: &Digraph, v: u32, kind: u64) -> u64 {
        let types = &self.types[graph.arcs(v)];
        let from = types.partition_point(|&t| t < kind);
        types[from..].partition_point(|&t| t == kind) as u64
    }

    pub(super) fn sum(&self, at: &Tokens) -> TameType {
        at.0.iter().map(|&v| self.kind[v as usize]).sum()
    }

    /// Returns whether the theorem on tame positions applies to these tokens in misère play.
    pub(super) fn tame(&self, at: &Tokens) -> bool {
        at.0.iter().all(|&v| self.tame[v as usize])
    }

    pub(super) fn grundy(&self, v: u32) -> u64 {
        self.kind[v as usize].value
    }

    pub(super) fn verdicts(&self, v: u32) -> Verdict {
        self.verdict[v as usize]
    }
}

enum PositionTable {
    /// Verdicts indexed by a mixed-radix number with one digit per token, lowest digit first. For each token, `places`
    /// maps the vertices within reach to digits.
    Product {
        places: Vec<FxHashMap<u32, usize>>,
        verdict: Vec<Verdict>,
    },
    /// Verdicts by canonical position, with sorted tokens.
    Sorted(FxHashMap<Tokens, Verdict>),
}

impl PositionTable {
    fn find(&self, game: &Token, at: &Tokens) -> Option<Verdict> {
        match self {
            PositionTable::Product { places, verdict } if places.len() == at.0.len() => {
                let (mut number, mut stride) = (0, 1);
                for (v, places) in at.0.iter().zip(places) {
                    number += places.get(v)? * stride;
                    stride *= places.len();
                }
                verdict.get(number).copied()
            }
            PositionTable::Product { .. } => None,
            PositionTable::Sorted(known) => known.get(&game.canonical(at)).copied(),
        }
    }
}

/// Returns the binomial coefficient n choose k, or `usize::MAX` if it exceeds 1,000 times `SEARCHED`.
fn choose(n: usize, k: usize) -> usize {
    let k = k.min(n - k.min(n));
    let mut total = 1u128;
    for i in 0..k as u128 {
        total = total * (n as u128 - i) / (i + 1);
        if total > SEARCHED as u128 * 1000 {
            return usize::MAX;
        }
    }
    total as usize
}

impl Token {
    fn by_theorem(&self, vertices: &Vertices, at: &Tokens) -> Outcome {
        Outcome::won(!vertices.sum(at).loses(self.convention))
    }

    pub(super) fn vertices(&self, limits: &Limits) -> Result<&Vertices, Stop> {
        if let Some(known) = self.solved.vertices.get() {
            return Ok(known);
        }
        // Two threads may compute the vertices at the same time, but their results are equal.
        let solve = if self.loops() {
            Vertices::of_loops
        } else {
            Vertices::new
        };
        let found = solve(self.graph(), self.convention, limits)?;
        Ok(self.solved.vertices.get_or_init(|| found))
    }

    /// Searches all positions reachable from `at`, unless a cached search covers `at`. Returns `None` if the search
    /// would exceed `most` positions.
    fn search(&self, at: &Tokens, most: usize, limits: &Limits) -> Result<Option<Verdict>, Stop> {
        let mut kept = self.solved.searched.locked(limits)?;
        if let Some(verdict) = kept.iter().find_map(|s| s.find(self, at)) {
            return Ok(Some(verdict));
        }
        let Some(searched) = self.searched(at, most, limits)? else {
            return Ok(None);
        };
        let verdict = searched.find(self, at);
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push(searched);
        Ok(verdict)
    }

    fn searched(
        &self,
        at: &Tokens,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<PositionTable>, Stop> {
        let graph = self.graph();
        let tokens = at.0.len();
        if self.loops() {
            let start = self.canonical(at);
            let Some((graph, positions)) = Graph::discover(self, &start, most, limits)? else {
                return Ok(None);
            };
            let verdict =
                loops::verdicts(&graph, |_| self.convention.outcome_when_stuck(), limits)?;
            return Ok(Some(PositionTable::Sorted(
                positions.into_iter().zip(verdict).collect(),
            )));
        }
        // On a small graph, search all positions with the same number of tokens, because later queries are likely to
        // need them.
        let all = u32::try_from(tokens)
            .ok()
            .and_then(|k| graph.len().checked_pow(k));
        let reach: Vec<Vec<u32>> = if all.is_some_and(|n| n <= COUNTED) {
            vec![graph.order().to_vec(); tokens]
        } else {
            let mut reach = Vec::with_capacity(tokens);
            let mut size = 1usize;
            for &v in &at.0 {
                limits.check()?;
                let Some(vertices) = graph.reach(v, most) else {
                    return Ok(None);
                };
                // Give up if there are too many positions even when the order of the tokens is ignored.
                size = size.saturating_mul(vertices.len());
                if size > most && choose(vertices.len() + tokens - 1, tokens) > most {
                    return Ok(None);
                }
                reach.push(vertices);
            }
            reach
        };
        let size = reach.iter().try_fold(1usize, |n, r| n.checked_mul(r.len()));
        if size.is_some_and(|size| size <= most) {
            let rank: FxHashMap<u32, usize> = graph.order().iter().copied().zip(0..).collect();
            let mut places = Vec::with_capacity(tokens);
            let mut graphs = Vec::with_capacity(tokens);
            for mut vertices in reach {
                vertices.sort_by_cached_key(|v| rank.get(v));
                let place: FxHashMap<u32, usize> = vertices.iter().copied().zip(0..).collect();
                graphs.push(Graph::from_moves(vertices.iter().map(|&v| {
                    let ends = graph.next(v).iter().filter_map(|w| place.get(w));
                    ends.map(|&p| saturating_cast(p)).collect::<Vec<_>>()
                })));
                places.push(place);
            }
            let Some(product) = Product::new(graphs, most) else {
                return Ok(None);
            };
            let verdict = product.verdicts(self.convention, limits)?;
            return Ok(Some(PositionTable::Product { places, verdict }));
        }
        // Tokens are interchangeable, so search only positions with sorted tokens. There are far fewer of them.
        let mut union: Vec<u32> = reach.concat();
        union.sort_unstable();
        union.dedup();
        if choose((union.len() + tokens).saturating_sub(1), tokens) > most {
            return Ok(None);
        }
        let start = self.canonical(at);
        let Some((graph, positions)) = Graph::explore(self, &start, most, limits)? else {
            return Ok(None);
        };
        let verdict = graph.verdicts(self.convention);
        Ok(Some(PositionTable::Sorted(
            positions.into_iter().zip(verdict).collect(),
        )))
    }
}

impl Token {
    /// Returns an error if the game may go on for ever, because such a game cannot be part of a sum.
    fn check_part(&self) -> Result<(), Stop> {
        if self.loops() {
            Err(Stop::not_proved(tr!(
                "tokens that may move for ever cannot be a part of a sum"
            )))
        } else {
            Ok(())
        }
    }
}

impl Token {
    fn value_of(&self, at: &Tokens, limits: &Limits) -> Result<Value, Stop> {
        let vertices = self.vertices(limits)?;
        let adds = self.convention == Convention::Normal && !self.loops();
        let grundy = adds.then(|| vertices.sum(at).value);
        let by_theorem = adds || vertices.tame(at);
        let verdict = match *at.0 {
            [v] => Some(vertices.verdicts(v)),
            _ => self.search(at, if by_theorem { COUNTED } else { SEARCHED }, limits)?,
        };
        match verdict {
            Some(verdict) => Ok(verdict.value().with_grundy(grundy)),
            None if by_theorem => {
                Ok(Value::from_outcome(self.by_theorem(vertices, at)).with_grundy(grundy))
            }
            None => Err(too_large()),
        }
    }

    fn outcome_of(&self, at: &Tokens, limits: &Limits) -> Result<Outcome, Stop> {
        let vertices = self.vertices(limits)?;
        if self.convention == Convention::Normal && !self.loops() || vertices.tame(at) {
            return Ok(self.by_theorem(vertices, at));
        }
        let verdict = match *at.0 {
            [v] => vertices.verdicts(v),
            _ => self.search(at, SEARCHED, limits)?.ok_or_else(too_large)?,
        };
        Ok(verdict.outcome)
    }
}

impl Solve for Token {
    fn prove(&self, at: &Tokens, want: Want, limits: &Limits) -> Result<Value, Stop> {
        match want {
            Want::Outcome => Ok(Value::from_outcome(self.outcome_of(at, limits)?)),
            Want::Value => self.value_of(at, limits),
        }
    }

    fn summand(&self, at: &Tokens, limits: &Limits) -> Result<Summand, Stop> {
        self.check_part()?;
        let vertices = self.vertices(limits)?;
        let sum = vertices.sum(at);
        let nim =
            at.0.iter()
                .map(|&v| vertices.nim[v as usize])
                .collect::<Option<Vec<u64>>>();
        Ok(match (nim, vertices.tame(at)) {
            (Some(nim), _) => Summand::nim(nim),
            (None, true) => Summand::tame(sum),
            (None, false) => Summand::known(Some(sum.value)),
        })
    }

    fn winning(&self, at: &Tokens, beside: Beside<'_>) -> Wins<'_, Slide> {
        let vertices = self.vertices(beside.limits)?;
        let mut found = MoveSet::default();
        if (self.loops() || self.convention.is_misere()) && !vertices.tame(at) {
            return Ok(None);
        }
        let total: TameSum = at.0.iter().map(|&v| vertices.kind[v as usize]).collect();
        for (token, &v) in (0u32..).zip(&at.0) {
            let rest = total.minus(vertices.kind[v as usize]).tame();
            let Some((firm, fickle)) = beside.others.targets(rest, self.convention) else {
                return Ok(None);
            };
            let wanted = [fickle << 1, firm << 1 | 1];
            let count = |&kind: &u64| vertices.count(self.graph(), v, kind);
            if wanted.iter().all(|kind| count(kind) == 0) {
                continue;
            }
            let wins = |w: &&u32| wanted.contains(&code(vertices.kind[**w as usize]));
            for &to in self.graph().next(v).iter().filter(wins) {
                if found.listed() >= beside.most as u128 {
                    return Ok(Some(found.and_more()));
                }
                found.push(Slide { token, to });
            }
        }
        Ok(Some(found))
    }
}

fn too_large() -> Stop {
    Stop::not_proved(tr!(
        "in misère play and with cycles one token is solved, several where all vertices are tame or with at most \
         {searched} positions in all",
        searched = SEARCHED
    ))
}
