//! Defines paths. The path of a game lists its skills in order (`assets/paths`).
//!
//! A skill is one idea that decides positions. Each skill has one worked example, and a test that selects the positions
//! for practising it.

use std::sync::OnceLock;

use nimatron_core::erased::{AnyPosition, Ask};
use nimatron_core::games::reasons::capital;
use nimatron_core::rules::{Convention, Limits, Reveals, Stop, as_gerund, if_proved};
use serde::{Deserialize, Serialize};

use super::facts::{Facts, Proof, captures};
use crate::play::json_fields::message;
use crate::play::lesson::LessonClaim;
use nimatron_core::language::{template, text};
use nimatron_core::{tr, tr_key};

/// The skills of a game, in the best order for learning them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Path {
    #[serde(rename = "skill")]
    pub skills: Vec<Skill>,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// The name, unique within the path: a few words joined by hyphens.
    pub name: String,
    #[serde(deserialize_with = "message")]
    pub idea: String,
    #[serde(default)]
    pub after: Vec<String>,
    /// The kinds of question to ask; by default all kinds except `Value`.
    #[serde(default, skip_serializing)]
    pub asks: Vec<AskKind>,
    #[serde(skip_serializing)]
    pub practise: Practise,
    #[serde(skip_serializing)]
    pub example: Example,
}

impl Skill {
    pub fn asks_for(&self, kind: AskKind) -> bool {
        if self.asks.is_empty() {
            kind != AskKind::Value
        } else {
            self.asks.contains(&kind)
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AskKind {
    Winner,
    Move,
    /// Asks which of two positions is lost for the player to move.
    Lost,
    Value,
    /// Asks the user to play the last moves against perfect defence.
    Finish,
}

impl AskKind {
    pub const ALL: [AskKind; 5] = [
        AskKind::Winner,
        AskKind::Move,
        AskKind::Lost,
        AskKind::Value,
        AskKind::Finish,
    ];
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    pub at: String,
    /// The steps, in order. The last step gives the answer: the winning move, or that every move loses.
    pub steps: Vec<ExampleStep>,
}

impl Example {
    pub fn positions(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.at.as_str())
            .chain(self.steps.iter().filter_map(|step| step.at.as_deref()))
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExampleStep {
    #[serde(deserialize_with = "message")]
    pub say: String,
    /// The ID of another position to show from this step on.
    pub at: Option<String>,
    /// A move whose sites are highlighted on the board.
    pub lit: Option<String>,
    /// Whether the theory of the position and the marks of its reasons are drawn on the board.
    #[serde(default)]
    pub theory: bool,
    /// The claims made in the text, for a solver to check.
    #[serde(default)]
    pub claims: Vec<LessonClaim>,
}

/// The conditions that a position must meet to practise a skill; see [`Facts`], [`Proof`] and [`captures`]. Each pair
/// of numbers is a minimum and a maximum.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Practise {
    convention: Option<Convention>,
    pieces: Option<[u64; 2]>,
    largest: Option<[u64; 2]>,
    smallest: Option<[u64; 2]>,
    /// The sum of all sizes.
    total: Option<[u64; 2]>,
    /// The number of pieces larger than 1.
    big: Option<[u64; 2]>,
    unpaired: Option<[u64; 2]>,
    edges: Option<[u64; 2]>,
    parts: Option<[u64; 2]>,
    moves: Option<[u64; 2]>,
    terms: Option<[u64; 2]>,
    limited: Option<bool>,
    takes: Option<[u64; 2]>,
    captures: Option<[u64; 2]>,
    safe: Option<[u64; 2]>,
    remoteness: Option<[u64; 2]>,
    grundy: Option<[u64; 2]>,
    copy: Option<bool>,
    ruled: Option<bool>,
}

/// Returns the name of a skill in words, translated if possible.
pub fn in_words(skill: &str) -> String {
    template(skill).map_or_else(|| skill.replace('-', " "), str::to_owned)
}

fn within(range: Option<[u64; 2]>, number: Option<u64>) -> bool {
    range.is_none_or(|[least, most]| number.is_some_and(|n| (least..=most).contains(&n)))
}

impl Practise {
    pub fn is_of(&self, convention: Option<Convention>) -> bool {
        self.convention.is_none_or(|own| convention == Some(own))
    }

    pub fn is_by_copying(&self) -> bool {
        self.copy == Some(true)
    }

    /// Returns whether a position passes the parts of the test that need no solver.
    pub fn may_be(&self, at: &dyn AnyPosition, facts: &Facts) -> bool {
        self.is_of(at.convention())
            && within(self.pieces, Some(facts.count()))
            && within(self.largest, facts.pieces.iter().copied().max())
            && within(self.smallest, facts.pieces.iter().copied().min())
            && within(self.total, Some(facts.pieces.iter().sum()))
            && within(
                self.big,
                Some(facts.pieces.iter().filter(|n| **n > 1).count() as u64),
            )
            && within(self.unpaired, Some(facts.unpaired()))
            && within(self.edges, Some(facts.edges))
            && within(self.parts, Some(facts.parts))
            && within(self.moves, Some(facts.moves))
            && within(self.terms, facts.terms)
            && within(self.takes, facts.takes)
            && self.limited.is_none_or(|limited| limited == facts.limited)
            && (self.captures.is_none() && self.safe.is_none() || {
                let (takes, safe) = captures(at);
                within(self.captures, Some(takes)) && within(self.safe, Some(safe))
            })
    }

    /// Returns whether a position that passed [`Practise::may_be`] passes the rest of the test.
    pub fn is_met(&self, at: &dyn AnyPosition, proof: &Proof) -> bool {
        within(self.remoteness, Some(proof.remoteness))
            && within(self.grundy, proof.grundy)
            && self.copy.is_none_or(|copy| copy == proof.is_copying(at))
            && self.ruled.is_none_or(|ruled| ruled == proof.is_ruled(at))
    }
}

impl Path {
    /// Returns the path that comes with the program for a game; `None` if there is none. `game` is the game's name in
    /// IDs.
    pub fn shipped(game: &str) -> Option<&'static Path> {
        static PATHS: OnceLock<Vec<(&str, Path)>> = OnceLock::new();
        let paths = PATHS.get_or_init(|| {
            // A test checks that all files can be parsed.
            nimatron_assets::PATHS
                .iter()
                .filter_map(|(game, text)| Some((*game, Path::read(text).ok()?)))
                .collect()
        });
        paths
            .iter()
            .find(|(name, _)| *name == game)
            .map(|(_, path)| path)
    }

    /// Parses a path. Returns an error with the line and column if the text is not a valid path.
    pub fn read(text: &str) -> Result<Path, String> {
        toml_edit::de::from_str(text).map_err(|e| e.to_string())
    }

    /// Returns the skills for a game and a convention. If the program comes with none, generates skills from the
    /// positions in `small`.
    ///
    /// Fails only with [`Stop::Interrupted`], if `limits` stop the search.
    pub fn skills(
        game: &str,
        convention: Option<Convention>,
        small: &[Box<dyn AnyPosition>],
        limits: &Limits,
    ) -> Result<Vec<Skill>, Stop> {
        match Path::shipped_skills(game, convention) {
            skills if skills.is_empty() => made(small, limits),
            skills => Ok(skills),
        }
    }

    /// Returns the skills that come with the program for a game and a convention.
    pub fn shipped_skills(game: &str, convention: Option<Convention>) -> Vec<Skill> {
        let shipped = Path::shipped(game)
            .into_iter()
            .flat_map(|path| &path.skills);
        shipped
            .filter(|skill| skill.practise.is_of(convention))
            .cloned()
            .collect()
    }
}

/// The skills of a game without a path: the name, the idea, and the range of the remoteness.
const STEPS: [(&str, &str, [u64; 2]); 3] = [
    (
        tr_key!("ends"),
        tr_key!("Know by heart which positions win when the end is at most 2 moves away."),
        [0, 2],
    ),
    (
        tr_key!("small"),
        tr_key!("From 3 to 5 moves before the end, look for the move that leaves a lost position."),
        [3, 5],
    ),
    (
        tr_key!("larger"),
        tr_key!("Far from the end, look for a move after which every reply loses."),
        [6, u64::MAX],
    ),
];

/// Lists the skills of a game under all conventions. For a game without a path, lists all skills that could be
/// generated, even skills without positions.
pub fn listed(game: &str) -> Vec<Skill> {
    let made = |(i, (name, idea, _)): (usize, &(&str, &'static str, _))| Skill {
        name: (*name).to_owned(),
        idea: text(idea).to_owned(),
        after: i
            .checked_sub(1)
            .map(|before| STEPS[before].0.to_owned())
            .into_iter()
            .collect(),
        ..Skill::default()
    };
    let standard = || STEPS.iter().enumerate().map(made).collect();
    Path::shipped(game).map_or_else(standard, |path| path.skills.clone())
}

/// Generates a path for a game that has none: the last moves first, then small positions, then larger ones. The worked
/// example of each skill first shows why a position is won, and then the winning move. A skill is left out if no
/// position can serve as its example. A neighbouring skill then covers its positions.
///
/// Fails only with [`Stop::Interrupted`], if `limits` stop the search.
pub fn made(small: &[Box<dyn AnyPosition>], limits: &Limits) -> Result<Vec<Skill>, Stop> {
    let mut found = Vec::new();
    for (name, idea, remoteness) in STEPS {
        if let Some(example) = example_of(remoteness, small, limits)? {
            found.push((name, idea, remoteness, example));
        }
    }
    let starts: Vec<u64> = found.iter().map(|(.., [from, _], _)| *from).collect();
    let mut skills: Vec<Skill> = Vec::new();
    for (i, (name, idea, _, example)) in found.into_iter().enumerate() {
        let from = if i == 0 { 0 } else { starts[i] };
        let to = starts.get(i + 1).map_or(u64::MAX, |next| next - 1);
        skills.push(Skill {
            name: name.to_owned(),
            idea: text(idea).to_owned(),
            after: skills
                .last()
                .map(|skill| skill.name.clone())
                .into_iter()
                .collect(),
            practise: Practise {
                remoteness: Some([from, to]),
                ..Practise::default()
            },
            example,
            ..Skill::default()
        });
    }
    Ok(skills)
}

/// Creates a worked example from the first position in `small` that requires a decision and has a remoteness in the
/// given range.
fn example_of(
    remoteness: [u64; 2],
    small: &[Box<dyn AnyPosition>],
    limits: &Limits,
) -> Result<Option<Example>, Stop> {
    for at in small {
        if Facts::from_position(&**at).is_none_or(|facts| facts.moves < 2) {
            continue;
        }
        let Some(proof) = Proof::find(&**at, limits)? else {
            continue;
        };
        if !proof.is_decision || !within(Some(remoteness), Some(proof.remoteness)) {
            continue;
        }
        let Some(found) = if_proved(at.analyse(Ask::default())(limits))? else {
            continue;
        };
        let Some(best) = found.best else { continue };
        let mut steps: Vec<ExampleStep> = (found.reasons.iter())
            .filter(|reason| reason.reveals != Reveals::Move)
            .map(|reason| ExampleStep {
                say: reason.text.clone(),
                theory: true,
                ..ExampleStep::default()
            })
            .collect();
        let words = at.move_words(&best.text);
        let say = if words == best.text {
            tr!("{words} wins.")
        } else {
            capital(&tr!("{words} wins.", words = as_gerund(&words)))
        };
        steps.push(ExampleStep {
            say,
            lit: Some(best.text),
            ..ExampleStep::default()
        });
        return Ok(Some(Example { at: at.id(), steps }));
    }
    Ok(None)
}

#[cfg(test)]
mod tests;
