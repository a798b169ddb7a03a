//! The JSON answer to one position: these fields, in this order.

use serde::ser::{Serialize, Serializer};

use super::{Analysis, AnyPosition, Choice, LegalMove, PerfectLine};
use crate::rules::{Claim, Convention, Outcome, ReasonText};

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
    winning: List<'a, Choice, MoveTo<'a>>,
    winning_count: u128,
    drawing: List<'a, Choice, MoveTo<'a>>,
    best: Option<MoveTo<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<List<'a, ReasonText, &'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<List<'a, ReasonText, ReasonAnswer<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_ends: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<List<'a, LegalMove, LegalTo<'a>>>,
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

/// A list whose items are made one by one as they are written.
struct List<'a, T, A>(&'a [T], fn(&'a T) -> A);

impl<T, A: Serialize> Serialize for List<'_, T, A> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(self.1))
    }
}

#[derive(serde::Serialize)]
struct LegalTo<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    to: Option<&'a str>,
    outcome: Outcome,
    remoteness: Option<u64>,
    answer: Option<&'a str>,
}

impl<'a> From<&'a LegalMove> for LegalTo<'a> {
    fn from(m: &'a LegalMove) -> Self {
        LegalTo {
            text: &m.choice.text,
            to: m.choice.to.as_deref(),
            outcome: m.outcome,
            remoteness: m.remoteness,
            answer: m.answer.as_deref(),
        }
    }
}

/// A reason with its claims.
#[derive(serde::Serialize)]
struct ReasonAnswer<'a> {
    text: &'a str,
    depth: &'static str,
    reveals: &'static str,
    claims: List<'a, Claim<String, String>, ClaimAnswer<'a>>,
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

impl<'a> From<&'a Claim<String, String>> for ClaimAnswer<'a> {
    fn from(claim: &'a Claim<String, String>) -> Self {
        match claim {
            Claim::Outcome(position, outcome) => ClaimAnswer::Outcome { position, outcome: *outcome },
            Claim::Grundy(position, grundy) => ClaimAnswer::Grundy { position, grundy: *grundy },
            Claim::Counts(position, counts) => ClaimAnswer::Counts { position, counts: *counts },
            Claim::Margin(position, margin) => ClaimAnswer::Margin { position, margin: *margin },
            Claim::Move(text, outcome) => ClaimAnswer::Move { text, outcome: *outcome },
            Claim::Answer(text, answer) => ClaimAnswer::Answer { text, answer },
        }
    }
}

impl<'a> From<&'a ReasonText> for ReasonAnswer<'a> {
    fn from(reason: &'a ReasonText) -> Self {
        ReasonAnswer {
            text: &reason.text,
            depth: reason.depth.word(),
            reveals: reason.reveals.word(),
            claims: List(&reason.claims, ClaimAnswer::from),
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
    out: &mut Vec<u8>,
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
        winning: List(&analysis.winning, MoveTo::from),
        winning_count: analysis.winning_count,
        drawing: List(&analysis.drawing, MoveTo::from),
        best: analysis.best.as_ref().map(MoveTo::from),
        why: reasons.then_some(List(&analysis.reasons, |reason| &reason.text)),
        reasons: reasons.then_some(List(&analysis.reasons, ReasonAnswer::from)),
        line: line.map(|line| line.moves.as_slice()),
        line_ends: line.map(|line| line.ends),
        legal: analysis.legal.as_deref().map(|legal| List(legal, LegalTo::from)),
    };
    serde_json::to_writer(&mut *out, &answer)?;
    out.push(b'\n');
    Ok(())
}

/// Writes that a line could not be solved, in one line.
///
/// # Errors
/// What writing gives.
pub fn refuse(out: &mut Vec<u8>, id: &str, error: &str) -> serde_json::Result<()> {
    serde_json::to_writer(&mut *out, &Refusal { id, error })?;
    out.push(b'\n');
    Ok(())
}
