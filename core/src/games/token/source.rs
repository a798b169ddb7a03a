//! Opens graphs that are shipped, described by the user, or given in an ID as a list of arcs.
//!
//! A graph is described in JSON, whether it is shipped in `assets/graphs/` or supplied by a user:
//!
//! ```json
//! {
//!   "name": "fork",
//!   "about": "One step or two.",
//!   "arcs": [["a", "b"], ["b", "c"], ["a", "c"]]
//! }
//! ```
//!
//! `docs/your-own-graph.md` describes the fields.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

use super::digraph::Digraph;
use crate::games::descriptions::{named, read_fields};
use crate::language;
use crate::rules::{DescriptionError, IdError, Library, Text};

pub const MOST_ARCS: usize = 1_000_000;

const LONGEST_NAME: usize = 40;

/// The names of the shipped graphs, in the order of [`nimatron_assets::GRAPHS`].
pub const NAMES: [&str; 5] = ["divisors", "knight", "pyramid", "river", "tree"];

/// A graph with its description and its ID parameter.
#[derive(Clone, Debug)]
pub struct NamedGraph {
    pub graph: Digraph,
    /// A short description; may be empty.
    pub about: String,
    /// The parameter in the form used in an ID.
    pub params: String,
    /// Whether the parameter refers to the user's library.
    pub private: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GraphFile {
    #[serde(default)]
    name: String,
    #[serde(default)]
    about: String,
    #[serde(default)]
    vertices: Option<Vec<String>>,
    arcs: Vec<[String; 2]>,
    /// Whether the graph may have cycles.
    #[serde(default)]
    loops: bool,
}

/// The number of arcs that are parsed between two checks of the limits.
const STRIDE: usize = 1024;

fn bad_name(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some(tr!("a vertex has no name").to_owned());
    }
    if name.len() > LONGEST_NAME {
        return Some(tr!(
            "the name of a vertex is longer than {longest_name} characters",
            longest_name = LONGEST_NAME
        ));
    }
    let bad = name
        .chars()
        .find(|c| !c.is_ascii_alphanumeric() && *c != '_')?;
    Some(tr!("{bad:?} cannot stand in the name of a vertex"))
}

/// Builds the graph. If the graph has a cycle and `loops` is `false`, returns a message that names the cycle.
fn build<'a>(
    arcs: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    vertices: impl Iterator<Item = &'a str>,
    loops: bool,
) -> Result<Digraph, String> {
    let ends = arcs.clone().flat_map(|(a, b)| [a, b]);
    let mut names: Vec<&str> = ends.chain(vertices).collect();
    names.sort_unstable();
    names.dedup();
    let number: FxHashMap<&str, u32> = names.iter().copied().zip(0..).collect();
    let numbered = arcs
        .filter_map(|(a, b)| number.get(a).copied().zip(number.get(b).copied()))
        .collect();
    let graph = Digraph::new(names.iter().map(|&n| n.to_owned()).collect(), numbered);
    if loops || !graph.has_cycle() {
        return Ok(graph);
    }
    const SHOWN: usize = 40;
    let cycle = graph.cycle();
    let mut path: Vec<&str> = cycle.iter().take(SHOWN).map(|&v| graph.name(v)).collect();
    if cycle.len() > SHOWN {
        path.push("...");
    }
    path.extend(cycle.first().map(|&v| graph.name(v)));
    Err(tr!(
        "the arcs make a cycle: {vertices}",
        vertices = path.join(" > ")
    ))
}

/// Parses a description. Returns the name of the graph, which may be empty, and the graph.
pub fn read(json: &str) -> Result<(String, NamedGraph), DescriptionError> {
    let file: GraphFile = read_fields(json)?;
    if !file.name.is_empty() {
        Library::check_name(&file.name)?;
    }
    let wrong = |what: String| Err(DescriptionError::new(what));
    if file.arcs.is_empty() || file.arcs.len() > MOST_ARCS {
        return wrong(tr!(
            "arcs: {arcs} of them; a graph has 1 to {most_arcs}",
            arcs = file.arcs.len(),
            most_arcs = MOST_ARCS
        ));
    }
    let known: Option<FxHashSet<&str>> = file
        .vertices
        .as_ref()
        .map(|vertices| vertices.iter().map(String::as_str).collect());
    let mut seen = FxHashSet::default();
    for (i, [a, b]) in file.arcs.iter().enumerate() {
        for name in [a, b] {
            if let Some(what) = bad_name(name) {
                return wrong(tr!("arcs[{i}]: {what}"));
            }
            if known.as_ref().is_some_and(|k| !k.contains(name.as_str())) {
                return wrong(tr!("arcs[{i}]: there is no vertex {name:?}"));
            }
        }
        if !seen.insert((a, b)) {
            return wrong(tr!("arcs[{i}]: the arc {a}-{b} is there twice"));
        }
        if a == b {
            return wrong(tr!(
                "arcs[{i}]: the arc {a}-{a} leads back to its own vertex: {a} > {a}"
            ));
        }
    }
    let mut listed = FxHashSet::default();
    for (i, name) in file.vertices.iter().flatten().enumerate() {
        if let Some(what) = bad_name(name) {
            return wrong(tr!("vertices[{i}]: {what}"));
        }
        if !listed.insert(name) {
            return wrong(tr!("vertices[{i}]: {name:?} is there twice"));
        }
    }
    let arcs = file.arcs.iter().map(|[a, b]| (a.as_str(), b.as_str()));
    let vertices = file.vertices.iter().flatten().map(String::as_str);
    let graph = build(arcs, vertices, file.loops)
        .map_err(|what| DescriptionError::new(tr!("arcs: {what}; \"loops\": true allows that")))?;
    let params = format!("/{}", file.name);
    Ok((
        file.name,
        NamedGraph {
            graph,
            about: language::translate(file.about),
            params,
            private: true,
        },
    ))
}

/// Parses a list of at most `most` arcs and vertices, such as `a-b,a-c,b-c`. A name without a dash adds a single
/// vertex. A `!` at the end of the list allows cycles.
pub(super) fn inline(param: Text<'_>, most: usize) -> Result<NamedGraph, IdError> {
    let expected = tr!("arcs from vertex to vertex, such as a-b,a-c,b-c");
    let (param, loops) = match param.split_once('!') {
        Some((arcs, end)) if end.is_empty() => (arcs, true),
        _ => (param, false),
    };
    let mut arcs: Vec<(&str, &str)> = Vec::new();
    let mut vertices: Vec<&str> = Vec::new();
    let mut seen = FxHashSet::default();
    let mut lone = FxHashSet::default();
    for piece in param.split(',') {
        let arc = piece.trim();
        if arcs.len().is_multiple_of(STRIDE) {
            arc.check()?;
        }
        if arcs.len() + vertices.len() >= most {
            return Err(arc.error(tr!("too many arcs"), tr!("at most {most}")));
        }
        let ends = match arc.split_once('-') {
            Some((a, b)) => vec![a, b],
            None => vec![arc],
        };
        for end in &ends {
            if let Some(what) = bad_name(end.as_str()) {
                let bad = end
                    .chars()
                    .find(|(_, c)| !c.is_ascii_alphanumeric() && *c != '_');
                return Err(IdError::new(
                    bad.map_or(end.column(), |(column, _)| column),
                    what,
                    expected,
                ));
            }
        }
        if let [vertex] = ends[..] {
            if !lone.insert(vertex.as_str()) {
                let what = tr!(
                    "the vertex {vertex} is there twice",
                    vertex = vertex.as_str()
                );
                return Err(arc.error(what, tr!("each vertex once")));
            }
            vertices.push(vertex.as_str());
            continue;
        }
        let a = ends[0].as_str();
        let b = ends[1].as_str();
        if !seen.insert((a, b)) {
            return Err(arc.error(tr!("the arc {a}-{b} is there twice"), tr!("each arc once")));
        }
        if a == b {
            return Err(arc.error(
                tr!("the arc {a}-{a} leads back to its own vertex: {a} > {a}"),
                tr!("arcs that lead to other vertices"),
            ));
        }
        arcs.push((a, b));
    }
    if arcs.is_empty() {
        return Err(param.error(tr!("the graph has no arc"), expected));
    }
    param.check()?;
    let graph = build(arcs.iter().copied(), vertices.into_iter(), loops).map_err(|what| {
        param.error(
            what,
            tr!("arcs that never lead back, or ! after the last one"),
        )
    })?;
    param.check()?;
    Ok(NamedGraph {
        params: graph.text(),
        graph,
        about: String::new(),
        private: false,
    })
}

pub fn open(param: Text<'_>, library: &Library) -> Result<NamedGraph, IdError> {
    if param.as_str().contains(['-', ',']) {
        return inline(param, MOST_ARCS);
    }
    let shipped = (nimatron_assets::GRAPHS, &NAMES[..]);
    let (source, own) = named(
        param,
        library,
        tr!("graph"),
        shipped,
        tr!("arcs such as a-b,a-c,b-c"),
        read,
    )?;
    Ok(match own {
        Some(known) => NamedGraph {
            params: format!("/{known}"),
            ..source
        },
        None => NamedGraph {
            private: false,
            ..source
        },
    })
}
