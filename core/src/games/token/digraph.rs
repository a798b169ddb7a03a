//! Defines the directed graph on which tokens move.

use crate::rules::saturating_cast;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    /// The vertex is on the current path of the search.
    Open,
    Done,
}

/// A directed graph. Vertices are numbered in alphabetical order of their names.
#[derive(Clone, Debug, Default)]
pub struct Digraph {
    names: Vec<String>,
    /// `ends[first[v]..first[v + 1]]` are the targets of the arcs from `v`, in ascending order.
    first: Vec<u32>,
    ends: Vec<u32>,
    /// All vertices in reverse topological order: each vertex comes after the targets of its arcs, except for arcs that
    /// close a cycle.
    order: Vec<u32>,
    height: Vec<u32>,
    has_cycle: bool,
}

impl Digraph {
    /// Builds the graph from arcs given as indices into `names`, which must be sorted and distinct.
    pub fn new(names: Vec<String>, mut arcs: Vec<(u32, u32)>) -> Digraph {
        arcs.sort_unstable();
        let n = names.len();
        let mut first = vec![0u32; n + 1];
        for &(from, _) in &arcs {
            first[from as usize + 1] += 1;
        }
        for v in 0..n {
            first[v + 1] += first[v];
        }
        let mut graph = Digraph {
            names,
            first,
            ends: arcs.into_iter().map(|a| a.1).collect(),
            height: vec![0; n],
            ..Digraph::default()
        };
        // An arc to a vertex on the current path closes a cycle, and is ignored when heights are computed.
        let mut state = vec![Visit::New; n];
        let mut stack: Vec<(u32, usize)> = Vec::new();
        for start in 0..saturating_cast(n) {
            if state[start as usize] == Visit::New {
                stack.push((start, 0));
                state[start as usize] = Visit::Open;
            }
            while let Some((v, done)) = stack.last_mut() {
                let v = *v;
                let Some(&next) = graph.next(v).get(*done) else {
                    state[v as usize] = Visit::Done;
                    graph.order.push(v);
                    stack.pop();
                    if let Some(&(above, _)) = stack.last() {
                        graph.raise(above, v);
                    }
                    continue;
                };
                *done += 1;
                match state[next as usize] {
                    Visit::New => {
                        state[next as usize] = Visit::Open;
                        stack.push((next, 0));
                    }
                    Visit::Open => graph.has_cycle = true,
                    Visit::Done => graph.raise(v, next),
                }
            }
        }
        graph
    }

    fn raise(&mut self, above: u32, below: u32) {
        let least = self.height[below as usize] + 1;
        let height = &mut self.height[above as usize];
        *height = least.max(*height);
    }

    pub fn has_cycle(&self) -> bool {
        self.has_cycle
    }

    /// Returns the vertices of a cycle in order, or an empty list if there is no cycle.
    pub fn cycle(&self) -> Vec<u32> {
        if !self.has_cycle {
            return Vec::new();
        }
        // A vertex is settled if all its targets are settled. A settled vertex lies on no cycle.
        let mut settled = vec![false; self.len()];
        for &v in &self.order {
            settled[v as usize] = self.next(v).iter().all(|&w| settled[w as usize]);
        }
        let open = |v: u32| !settled[v as usize];
        let Some(start) = (0..saturating_cast(self.len())).find(|&v| open(v)) else {
            return Vec::new();
        };
        let mut path: Vec<u32> = vec![start];
        let mut place: Vec<Option<usize>> = vec![None; self.len()];
        place[start as usize] = Some(0);
        while let Some(&next) = path
            .last()
            .and_then(|&v| self.next(v).iter().find(|&&w| open(w)))
        {
            if let Some(at) = place[next as usize] {
                path.drain(..at);
                break;
            }
            place[next as usize] = Some(path.len());
            path.push(next);
        }
        path
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn name(&self, v: u32) -> &str {
        &self.names[v as usize]
    }

    pub fn find(&self, name: &str) -> Option<u32> {
        self.names
            .binary_search_by(|n| n.as_str().cmp(name))
            .ok()
            .map(saturating_cast)
    }

    /// The graph as an ID parameter: all arcs, then the isolated vertices, then `!` if there is a cycle.
    pub fn text(&self) -> String {
        let all = 0..saturating_cast(self.len());
        let mut parts: Vec<String> = all
            .clone()
            .flat_map(|v| {
                self.next(v)
                    .iter()
                    .map(move |&w| format!("{}-{}", self.name(v), self.name(w)))
            })
            .collect();
        let mut is_end = vec![false; self.len()];
        self.ends.iter().for_each(|&w| is_end[w as usize] = true);
        let lone = all.filter(|&v| self.next(v).is_empty() && !is_end[v as usize]);
        parts.extend(lone.map(|v| self.name(v).to_owned()));
        let mark = if self.has_cycle { "!" } else { "" };
        format!("/{}{mark}", parts.join(","))
    }

    /// The targets of the arcs from `v`, in ascending order.
    pub fn next(&self, v: u32) -> &[u32] {
        &self.ends[self.arcs(v)]
    }

    /// The range of the arcs from `v` in the list of all arcs.
    pub fn arcs(&self, v: u32) -> std::ops::Range<usize> {
        self.first[v as usize] as usize..self.first[v as usize + 1] as usize
    }

    /// The targets of all arcs, ordered by source.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The number of arcs on the longest path from `v`; arcs that close a cycle do not count.
    pub fn height(&self, v: u32) -> u32 {
        self.height[v as usize]
    }

    /// The first vertex of maximum height.
    pub fn top(&self) -> u32 {
        (0..saturating_cast(self.len())).fold(0, |top, v| {
            if self.height(v) > self.height(top) {
                v
            } else {
                top
            }
        })
    }

    /// The vertices reachable from `v`, including `v`; `None` if there are more than `most`.
    pub fn reach(&self, v: u32, most: usize) -> Option<Vec<u32>> {
        let mut seen = rustc_hash::FxHashSet::default();
        seen.insert(v);
        let mut found = vec![v];
        let mut done = 0;
        while let Some(&at) = found.get(done) {
            done += 1;
            for &next in self.next(at) {
                if seen.insert(next) {
                    found.push(next);
                }
            }
            if found.len() > most {
                return None;
            }
        }
        Some(found)
    }
}
