//! Implements games of tokens on a directed graph: a move slides one token along one arc, and several tokens may share
//! a vertex. On a graph with cycles, the game may go on for ever, which is a draw. Such games are solved by retrograde
//! analysis ([`loops`]).
//!
//! On a graph without cycles, the game is the general form of an impartial game (R. P. Sprague 1935, P. M. Grundy
//! 1939): every vertex has a Grundy value, and the value of a position is the XOR of the values of its tokens.
//!
//! In misère play, a theorem decides positions of several tokens if all vertices that the tokens can reach are tame.
//! Otherwise all reachable positions are searched, provided that there are at most a million.
//!
//! [`loops`]: crate::solve::loops

mod digraph;
mod explain;
mod scene;
mod solver;
pub(super) mod source;
#[cfg(test)]
mod tests;

use crate::games::prelude::*;

use digraph::Digraph;
use source::{NAMES, NamedGraph};

/// The maximum number of tokens in a position.
pub const MOST_TOKENS: usize = 1000;

pub struct Token {
    convention: Convention,
    source: NamedGraph,
    solved: solver::GraphTables,
}

/// The vertex of each token.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tokens(Box<[u32]>);

/// The index of a token, and the vertex to which the token slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slide {
    pub token: u32,
    pub to: u32,
}

impl Token {
    fn graph(&self) -> &Digraph {
        &self.source.graph
    }

    fn loops(&self) -> bool {
        self.graph().has_cycle()
    }

    fn some_names(&self) -> String {
        const SHOWN: usize = 12;
        let mut names: Vec<&str> = (0..self.graph().len().min(SHOWN))
            .map(|v| self.graph().name(saturating_cast(v)))
            .collect();
        if self.graph().len() > SHOWN {
            names.push("...");
        }
        names.join(", ")
    }
}

fn id(values: &FieldValues<'_>, mut vertex: impl FnMut(&Digraph) -> u32) -> String {
    let graph = source::read(nimatron_assets::GRAPHS[values.choice(0)].1)
        .ok()
        .map(|(_, graph)| graph.graph);
    let tokens: Vec<String> = (graph.iter())
        .flat_map(|graph| {
            (0..values.number(1))
                .map(|_| graph.name(vertex(graph)).to_owned())
                .collect::<Vec<_>>()
        })
        .collect();
    values.with_state("token", 1, &tokens.join(","))
}

/// Returns whether a vertex name looks like a word and should be quoted in a sentence.
fn is_a_word(name: &str) -> bool {
    name.len() > 2 && !name.starts_with(|c: char| c.is_ascii_digit())
}

impl Listed for Token {
    type Ruleset = Self;

    const INFO: Info = Info {
        id: "token",
        name: tr_key!("Tokens on a graph"),
        rule: tr_key!("Slide a token along an arc."),
        params: &[Param::new(tr_key!("a graph"), ParamForm::Text)],
        example: "token/a-b,a-c,b-c:a",
        limits: tr_key!(
            "normal play: any graph of up to 1,000,000 arcs; misère: one token, tame graphs, or 10^6 states; cycles: the same"
        ),
        misere_parts: MisereParts::TameWhere(tr_key!("token where all vertices are tame")),
        family: MenuGroup::Board,
        shape: Shape::None,
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::choice(tr_key!("Graph"), tr_key!("the graph to play on"), &NAMES),
            Field::number(
                tr_key!("Tokens"),
                tr_key!("the number of tokens; in a new game they all start at the top"),
                1..=9,
                3,
            ),
        ],
        start: |values| id(values, Digraph::top),
        random: |values, pick| id(values, |graph| saturating_cast(pick(graph.len() as u64))),
        presets: PRESETS,
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Self>, IdError> {
        let game = Token {
            convention: variant.convention,
            source: source::open(variant.text(0), variant.library)?,
            solved: solver::GraphTables::default(),
        };
        let facts = GameFacts {
            params: game.source.params.clone(),
            portable_params: game.source.private.then(|| game.graph().text()),
            can_draw: game.loops(),
            may_go_on: game.loops(),
            ..GameFacts::default()
        };
        Ok(OpenGame { game, facts })
    }
}

impl Game for Token {
    fn position_facts(&self, at: &Tokens) -> PositionFacts {
        Pieces::new(PieceKind::Tokens, at.0.iter().map(|_| 1)).into()
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        case.explained(explain::reasons, explain::figure)
    }

    fn positions(&self, kind: Positions<'_>, f: Visit<'_, Tokens>) -> bool {
        let Positions::Random(pick) = kind else {
            return false;
        };
        let tokens = 1 + pick(3);
        let vertices = self.graph().len() as u64;
        let on = (0..tokens).map(|_| saturating_cast(pick(vertices)));
        let _ = f(Tokens(on.collect()));
        true
    }
}

const PRESETS: &[(&str, &str)] = &[
    (
        tr_key!("Two boats at the spring"),
        "token/river:spring,spring",
    ),
    (
        tr_key!("Three boats on a river: only one move wins"),
        "token/river:brook,port,marsh",
    ),
    (
        tr_key!("Three boats on a river, misère: only one move wins"),
        "misere token/river:brook,mill,ford",
    ),
    (
        tr_key!("Three knights: only one move wins"),
        "token/knight:c2,a3,d3",
    ),
    (
        tr_key!("Divisors with three tokens: only one move wins"),
        "token/divisors:30,4,6",
    ),
    (
        tr_key!("Three tokens on a staircase: only one move wins"),
        "token/pyramid:b1,c1,c2",
    ),
    (
        tr_key!("A tree, misère: only one move wins"),
        "misere token/tree:d,b",
    ),
    (
        tr_key!("One token on your own graph"),
        "token/a-b,a-c,b-c,b-d,c-d,c-e,d-e:a",
    ),
];

impl Rules for Token {
    type Position = Tokens;
    type Move = Slide;

    fn moves(&self, at: &Tokens) -> MoveSet<'_, Slide> {
        let mut moves = MoveSet::default();
        for (token, &v) in (0..).zip(&at.0) {
            let ends = Numbers::Short(self.graph().next(v));
            moves.push_numbers(Slide { token, to: 0 }, ends, |base, to| Slide {
                to: saturating_cast(to),
                ..*base
            });
        }
        moves
    }

    fn play(&self, at: &Tokens, m: &Slide) -> Tokens {
        let from = at.0.get(m.token as usize);
        let legal = from.is_some_and(|&v| self.graph().next(v).binary_search(&m.to).is_ok());
        after_legal(legal.then_some(()));
        let mut to = at.clone();
        to.0[m.token as usize] = m.to;
        to
    }

    fn canonical(&self, at: &Tokens) -> Tokens {
        let mut free: Vec<u32> =
            at.0.iter()
                .copied()
                .filter(|&v| !self.graph().next(v).is_empty())
                .collect();
        free.sort_unstable();
        Tokens(free.into())
    }
}

impl Notation for Token {
    fn states(&self) -> impl Grammar<Value = Tokens> {
        let read = |text: Text<'_>| {
            let mut tokens = Vec::new();
            for piece in text.split(',') {
                let name = piece.trim();
                let expected = || {
                    tr!(
                        "a vertex for each token: {some_names}",
                        some_names = self.some_names()
                    )
                };
                if name.is_empty() {
                    return Err(name.error(tr!("a token has no vertex"), expected()));
                }
                if tokens.len() >= MOST_TOKENS {
                    return Err(name.error(
                        tr!("too many tokens"),
                        tr!("at most {most_tokens}", most_tokens = MOST_TOKENS),
                    ));
                }
                let vertex = self.graph().find(name.as_str());
                tokens.push(vertex.ok_or_else(|| {
                    name.error(
                        tr!("there is no vertex {name}", name = name.quoted()),
                        expected(),
                    )
                })?);
            }
            Ok(Tokens(tokens.into()))
        };
        let write = |at: &Tokens| {
            let names: Vec<&str> = at.0.iter().map(|&v| self.graph().name(v)).collect();
            names.join(",")
        };
        Form { read, write }.edited(|at| {
            let names = (0..self.graph().len()).map(|v| self.graph().name(saturating_cast(v)));
            Some(SketchParts::Tokens {
                all: names.map(str::to_owned).collect(),
                on: at.0.iter().map(|&v| v as usize).collect(),
            })
        })
    }

    /// A lone token's number may be omitted.
    fn written_moves(&self, at: &Tokens) -> impl Grammar<Value = Slide> {
        let vertex = Form {
            read: |text: Text<'_>| {
                let name = text.trim();
                self.graph().find(name.as_str()).ok_or_else(|| {
                    let expected = tr!("one of {some_names}", some_names = self.some_names());
                    name.error(
                        tr!("there is no vertex {name}", name = name.quoted()),
                        expected,
                    )
                })
            },
            write: |&v: &u32| self.graph().name(v).to_owned(),
        };
        let pair = Pair {
            first: Number::up_to(at.0.len() as u64, tr!("a token")),
            separator: '>',
            second: vertex,
            omitted: (at.0.len() == 1).then_some(1),
            missing: (
                tr!("there is no >"),
                tr!("a token from 1, > and a vertex, such as 1>c"),
            ),
        };
        pair.map(
            |(token, to), _| {
                Ok(Slide {
                    token: saturating_cast(token - 1),
                    to,
                })
            },
            |m: &Slide| (u64::from(m.token) + 1, m.to),
        )
        .refusing(|m| {
            let from = at.0[m.token as usize];
            let ends: Vec<&str> = self
                .graph()
                .next(from)
                .iter()
                .take(12)
                .map(|&v| self.graph().name(v))
                .collect();
            let expected = if ends.is_empty() {
                tr!(
                    "another token: {vertex} has no arc",
                    vertex = self.graph().name(from)
                )
            } else {
                tr!(
                    "an arc from {vertex} to one of {ends}",
                    vertex = self.graph().name(from),
                    ends = ends.join(", ")
                )
            };
            (
                tr!(
                    "no arc leads from {vertex} to {target}",
                    vertex = self.graph().name(from),
                    target = self.graph().name(m.to)
                ),
                expected,
            )
        })
    }

    fn words(&self, at: &Tokens, m: &Slide, _wording: Wording<'_, Self>) -> String {
        let name = self.graph().name(m.to);
        let to = if is_a_word(name) {
            format!("\"{name}\"")
        } else {
            name.to_owned()
        };
        match at.0.len() {
            1 => tr!("move the token to {to}"),
            _ => tr!("move token {number} to {to}", number = m.token + 1),
        }
    }
}
