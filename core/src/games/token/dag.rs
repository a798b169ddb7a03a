//! Directed graphs without cycles.

use crate::rules::nearest;

/// A directed graph without cycles; vertices are numbered in the order of their names.
#[derive(Clone, Debug, Default)]
pub struct Dag {
    names: Vec<String>,
    /// `ends[first[v]..first[v + 1]]` are the vertices that the arcs from `v` lead to, rising.
    first: Vec<u32>,
    ends: Vec<u32>,
    /// All vertices, each after those that its arcs lead to.
    order: Vec<u32>,
    height: Vec<u32>,
}

impl Dag {
    /// The graph with these arcs between vertices by their place in `names`, which are in order and all different.
    ///
    /// # Errors
    /// The vertices of a cycle, in its order.
    pub fn new(names: Vec<String>, mut arcs: Vec<(u32, u32)>) -> Result<Dag, Vec<u32>> {
        arcs.sort_unstable();
        let n = names.len();
        let mut first = vec![0u32; n + 1];
        let mut above: Vec<Vec<u32>> = vec![Vec::new(); n];
        for &(from, to) in &arcs {
            first[from as usize + 1] += 1;
            above[to as usize].push(from);
        }
        for v in 0..n {
            first[v + 1] += first[v];
        }
        let mut dag = Dag {
            names,
            first,
            ends: arcs.into_iter().map(|a| a.1).collect(),
            ..Dag::default()
        };
        // From the sinks upwards: a vertex is ready once all its arcs lead to ready ones.
        let mut left: Vec<usize> = (0..n).map(|v| dag.next(nearest(v)).len()).collect();
        dag.order = (0..nearest(n)).filter(|&v| left[v as usize] == 0).collect();
        dag.height = vec![0; n];
        let mut done = 0;
        while let Some(&v) = dag.order.get(done) {
            done += 1;
            for &u in &above[v as usize] {
                dag.height[u as usize] = dag.height[u as usize].max(dag.height[v as usize] + 1);
                left[u as usize] -= 1;
                if left[u as usize] == 0 {
                    dag.order.push(u);
                }
            }
        }
        match left.iter().position(|&l| l > 0) {
            None => Ok(dag),
            Some(start) => Err(dag.cycle(nearest(start), &left)),
        }
    }

    /// A cycle among the vertices with something left, each of which has an arc to another such.
    fn cycle(&self, start: u32, left: &[usize]) -> Vec<u32> {
        let mut path: Vec<u32> = vec![start];
        let mut place: Vec<Option<usize>> = vec![None; self.names.len()];
        place[start as usize] = Some(0);
        while let Some(&next) = path
            .last()
            .and_then(|&v| self.next(v).iter().find(|&&w| left[w as usize] > 0))
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

    /// The vertex of that name, the case of its letters as given.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.names
            .binary_search_by(|n| n.as_str().cmp(name))
            .ok()
            .map(nearest)
    }

    /// The parameter of an ID with all arcs written out.
    pub fn text(&self) -> String {
        let arcs: Vec<String> = (0..nearest(self.len()))
            .flat_map(|v| {
                self.next(v)
                    .iter()
                    .map(move |&w| format!("{}-{}", self.name(v), self.name(w)))
            })
            .collect();
        format!("/{}", arcs.join(","))
    }

    /// The vertices that the arcs from `v` lead to, rising.
    pub fn next(&self, v: u32) -> &[u32] {
        &self.ends[self.arcs(v)]
    }

    /// The numbers of the arcs from `v`: where they are in a list of all arcs.
    pub fn arcs(&self, v: u32) -> std::ops::Range<usize> {
        self.first[v as usize] as usize..self.first[v as usize + 1] as usize
    }

    /// The ends of all arcs, by the vertices they start from.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The longest path from `v`, in arcs; 0 where a token is stuck.
    pub fn height(&self, v: u32) -> u32 {
        self.height[v as usize]
    }

    /// The first of the vertices with the longest path.
    pub fn top(&self) -> u32 {
        (0..nearest(self.len())).fold(0, |top, v| {
            if self.height(v) > self.height(top) {
                v
            } else {
                top
            }
        })
    }

    /// Which vertices can be reached from `v`, itself included; `None` when more than `most`.
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
