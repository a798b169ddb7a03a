//! Tokens on a directed graph without cycles: a move slides one token along one arc; several may stand on one vertex.
//! The general form of an impartial game (R. P. Sprague 1935, P. M. Grundy 1939): every vertex has a Grundy value, and
//! tokens add by XOR.
//!
//! Normal play: Grundy values by one pass over the arcs. Misère play: one token by one pass; several by theorem where
//! all vertices at hand are tame, else by searching all their positions together, up to a million; beyond that nothing
//! is claimed. Graphs and their JSON form: [`source`].

pub mod dag;
mod explain;
mod notation;
mod rules;
mod scene;
mod solver;
pub mod source;
#[cfg(test)]
mod tests;

use crate::games::prelude::*;
use std::sync::OnceLock;

use crate::games::params;
use crate::rules::nearest;
use dag::Dag;
use source::{NAMES, NamedGraph};

/// More tokens than these in one position are refused.
pub const MOST_TOKENS: usize = 1000;

/// The ruleset of a graph under a convention.
pub struct Token {
    convention: Convention,
    source: NamedGraph,
    solved: solver::GraphTables,
    /// Where the vertices are drawn.
    places: OnceLock<Vec<(f32, f32)>>,
}

/// For each token the vertex it stands on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tokens(Box<[u32]>);

/// A token, from 0, and the vertex it slides to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// Which token, from 0.
    pub token: u32,
    /// The vertex.
    pub to: u32,
}

impl Token {
    fn dag(&self) -> &Dag {
        &self.source.dag
    }
}

/// The chosen shipped graph: its name and, where it reads, the graph.
/// The ID of tokens on these vertices.
fn id(values: &FieldValues<'_>, mut vertex: impl FnMut(&Dag) -> u32) -> String {
    let graph = source::read(nimatron_assets::GRAPHS[values.choice(0)].1).ok().map(|(_, graph)| graph.dag);
    let tokens: Vec<String> = (graph.iter())
        .flat_map(|dag| (0..values.number(1)).map(|_| dag.name(vertex(dag)).to_owned()).collect::<Vec<_>>())
        .collect();
    values.with_state("token", 1, &tokens.join(","))
}

impl Game for Token {
    const INFO: Info = Info {
        id: "token",
        name: "Tokens on a graph",
        rule: "Slide a token along an arc.",
        example: "token/a-b,a-c,b-c:a",
        limits: "normal play: any graph of up to 1,000,000 arcs; misère: one token, tame graphs, or 10^6 states",
        misere_parts: MisereParts::TameWhere("token where all vertices are tame"),
        family: MenuGroup::Board,
        shape: Shape::None,
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::choice("Graph", "which graph", &NAMES),
            Field::number("Tokens", "how many tokens; a new game has them all at the top", 1..=9, 3),
        ],
        start: |values| id(values, Dag::top),
        random: |values, pick| id(values, |dag| nearest(pick(dag.len() as u64))),
        presets: PRESETS,
    };

    fn open(convention: Convention, params: &[Text<'_>], library: &Library) -> Result<Self, IdError> {
        let [graph] = params::exactly("token", params, ["a graph"])?;
        Ok(Token {
            convention,
            source: source::open(graph, library)?,
            solved: solver::GraphTables::default(),
            places: OnceLock::new(),
        })
    }

    fn memory_used(&self) -> u64 {
        self.solved.memory_used()
    }

    fn impartial(&self) -> Option<ImpartialOf<'_, Self>> {
        Some(self)
    }

    fn reasons(&self, at: &Tokens, proved: &Proved<'_, Slide>, limits: &Limits) -> GameReasons<Self> {
        explain::reasons(self, at, proved, limits)
    }

    fn figure(&self, at: &Tokens, proved: &Proved<'_, Slide>, limits: &Limits) -> Result<Figure, Stop> {
        explain::figure(self, at, proved, limits)
    }

    fn random_position(&self, pick: &mut dyn FnMut(u64) -> u64) -> Option<Tokens> {
        let tokens = 1 + pick(3);
        let vertices = self.dag().len() as u64;
        Some(Tokens((0..tokens).map(|_| nearest(pick(vertices))).collect()))
    }
}

const PRESETS: &[(&str, &str)] = &[
    ("Two boats at the spring: the second player wins", "token/river:spring,spring"),
    ("Three boats on a river: one move wins", "token/river:brook,port,marsh"),
    ("Three boats on a river, misère: one move wins", "misere token/river:brook,mill,ford"),
    ("Three knights: one move wins", "token/knight:c2,a3,d3"),
    ("Three tokens on divisors: one move wins", "token/divisors:30,4,6"),
    ("Three tokens on stairs: one move wins", "token/pyramid:b1,c1,c2"),
    ("A tree, misère: one move wins", "misere token/tree:d,b"),
    ("One token on a graph of your own", "token/a-b,a-c,b-c,b-d,c-d,c-e,d-e:a"),
];
