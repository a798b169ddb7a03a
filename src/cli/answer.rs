//! The JSON answer to one position: these fields, in this order.

use serde::ser::{Serialize, SerializeSeq, Serializer};

use nimatron_core::erased::{Analysis, AnyPosition, Choice, LegalMove, PerfectLine};
use nimatron_core::rules::{Claim, Convention, Outcome, ReasonText};

/// One line of `solve --json`.
#[derive(serde::Serialize)]
struct SolveLine<'a> {
    id: &'a str,
    game: &'a str,
    convention: Option<Convention>,
    to_move: Option<&'a str>,
    score: Option<[u32; 2]>,
    over: bool,
    outcome: Outcome,
    grundy: Option<u64>,
    margin: Option<i32>,
    remoteness: Option<u64>,
    moves: Option<u64>,
    winning: Moves<'a>,
    winning_count: u128,
    drawing: Moves<'a>,
    best: Option<MoveTo<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<ReasonAnswer<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_ends: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Legal<'a>>,
}

/// A move and the position after it.
#[derive(serde::Serialize)]
struct MoveTo<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    to: Option<&'a str>,
}

impl<'a> From<&'a Choice> for MoveTo<'a> {
    fn from(choice: &'a Choice) -> Self {
        MoveTo { text: &choice.text, to: choice.to.as_deref() }
    }
}

struct Moves<'a>(&'a [Choice]);

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(MoveTo::from))
    }
}

struct Legal<'a>(&'a [LegalMove]);

#[derive(serde::Serialize)]
struct LegalTo<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    to: Option<&'a str>,
    outcome: Outcome,
    remoteness: Option<u64>,
    answer: Option<&'a str>,
}

impl Serialize for Legal<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for m in self.0 {
            list.serialize_element(&LegalTo {
                text: &m.choice.text,
                to: m.choice.to.as_deref(),
                outcome: m.outcome,
                remoteness: m.remoteness,
                answer: m.answer.as_deref(),
            })?;
        }
        list.end()
    }
}

/// A reason with its claims.
#[derive(serde::Serialize)]
struct ReasonAnswer<'a> {
    text: &'a str,
    depth: &'static str,
    reveals: &'static str,
    claims: Vec<ClaimAnswer<'a>>,
}

/// A claim as an object that tells its kind by its fields.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum ClaimAnswer<'a> {
    Outcome {
        position: &'a str,
        outcome: Outcome,
    },
    Grundy {
        position: &'a str,
        grundy: u64,
    },
    Counts {
        position: &'a str,
        counts: u64,
    },
    Margin {
        position: &'a str,
        margin: i32,
    },
    Move {
        #[serde(rename = "move")]
        text: &'a str,
        outcome: Outcome,
    },
    Answer {
        #[serde(rename = "move")]
        text: &'a str,
        answer: &'a str,
    },
}

impl<'a> From<&'a ReasonText> for ReasonAnswer<'a> {
    fn from(reason: &'a ReasonText) -> Self {
        let claims = reason.claims.iter().map(|claim| match claim {
            Claim::Outcome(position, outcome) => ClaimAnswer::Outcome { position, outcome: *outcome },
            Claim::Grundy(position, grundy) => ClaimAnswer::Grundy { position, grundy: *grundy },
            Claim::Counts(position, counts) => ClaimAnswer::Counts { position, counts: *counts },
            Claim::Margin(position, margin) => ClaimAnswer::Margin { position, margin: *margin },
            Claim::Move(text, outcome) => ClaimAnswer::Move { text, outcome: *outcome },
            Claim::Answer(text, answer) => ClaimAnswer::Answer { text, answer },
        });
        ReasonAnswer {
            text: &reason.text,
            depth: reason.depth.word(),
            reveals: reason.reveals.word(),
            claims: claims.collect(),
        }
    }
}

/// A line that could not be solved.
#[derive(serde::Serialize)]
struct Refusal<'a> {
    id: &'a str,
    error: &'a str,
}

/// Writes the answer to a position, in one line, with its `reasons` or without.
///
/// # Errors
/// What writing gives.
pub fn write(
    out: &mut impl std::io::Write,
    position: &dyn AnyPosition,
    analysis: &Analysis,
    line: Option<&PerfectLine>,
    reasons: bool,
) -> serde_json::Result<()> {
    let info = position.info();
    let value = &analysis.value;
    let answer = SolveLine {
        id: &position.id(),
        game: info.id.split('/').next().unwrap_or(info.id),
        convention: position.convention(),
        to_move: position.mover().zip(info.players).map(|(player, names)| names[player.index()]),
        score: position.score(),
        over: analysis.over,
        outcome: value.outcome,
        grundy: value.grundy,
        margin: value.margin,
        remoteness: value.remoteness,
        moves: analysis.moves,
        winning: Moves(&analysis.winning),
        winning_count: analysis.winning_count,
        drawing: Moves(&analysis.drawing),
        best: analysis.best.as_ref().map(MoveTo::from),
        why: reasons.then(|| analysis.reasons.iter().map(|r| r.text.as_str()).collect()),
        reasons: reasons.then(|| analysis.reasons.iter().map(ReasonAnswer::from).collect()),
        line: line.map(|line| line.moves.as_slice()),
        line_ends: line.map(|line| line.ends),
        legal: analysis.legal.as_deref().map(Legal),
    };
    serde_json::to_writer(&mut *out, &answer)?;
    out.write_all(b"\n").map_err(serde_json::Error::io)
}

/// Writes that a line could not be solved, in one line.
///
/// # Errors
/// What writing gives.
pub fn refuse(out: &mut impl std::io::Write, id: &str, error: &str) -> serde_json::Result<()> {
    serde_json::to_writer(&mut *out, &Refusal { id, error })?;
    out.write_all(b"\n").map_err(serde_json::Error::io)
}
