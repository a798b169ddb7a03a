//! The JSON answer to one position.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Analysis, AnyPosition, Choice, LegalMove, PerfectLine};
use crate::rules::{Claim, Convention, Outcome, ReasonText};

impl Serialize for ReasonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Reason", 4)?;
        fields.serialize_field("text", &self.text)?;
        fields.serialize_field("depth", &self.depth)?;
        fields.serialize_field("reveals", &self.reveals)?;
        fields.serialize_field("claims", &self.claims)?;
        fields.end()
    }
}

/// The kind of a claim determines the names of its two fields.
impl Serialize for Claim<String, String> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Claim", 2)?;
        match self {
            Claim::Outcome(position, outcome) => {
                fields.serialize_field("position", position)?;
                fields.serialize_field("outcome", outcome)?;
            }
            Claim::Grundy(position, grundy) => {
                fields.serialize_field("position", position)?;
                fields.serialize_field("grundy", grundy)?;
            }
            Claim::Counts(position, counts) => {
                fields.serialize_field("position", position)?;
                fields.serialize_field("counts", counts)?;
            }
            Claim::Margin(position, margin) => {
                fields.serialize_field("position", position)?;
                fields.serialize_field("margin", margin)?;
            }
            Claim::Move(text, outcome) => {
                fields.serialize_field("move", text)?;
                fields.serialize_field("outcome", outcome)?;
            }
            Claim::Answer(text, answer) => {
                fields.serialize_field("move", text)?;
                fields.serialize_field("answer", answer)?;
            }
        }
        fields.end()
    }
}

/// The fields of an answer, in the order in which they are written.
#[derive(serde::Serialize)]
struct Answer<'a> {
    id: String,
    game: &'a str,
    convention: Option<Convention>,
    to_move: Option<&'static str>,
    score: Option<[u32; 2]>,
    over: bool,
    outcome: Outcome,
    grundy: Option<u64>,
    margin: Option<i32>,
    remoteness: Option<u64>,
    moves: Option<u64>,
    winning: &'a [Choice],
    winning_count: Option<u128>,
    drawing: &'a [Choice],
    best: Option<&'a Choice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<&'a [ReasonText]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_ends: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<&'a [LegalMove]>,
}

/// Writes the answer to a position, in one line, with its `reasons` or without.
pub fn write(
    out: &mut Vec<u8>,
    position: &dyn AnyPosition,
    analysis: &Analysis,
    line: Option<&PerfectLine>,
    reasons: bool,
) -> serde_json::Result<()> {
    let info = position.info();
    let value = &analysis.value;
    let texts = || analysis.reasons.iter().map(|reason| reason.text.as_str());
    let answer = Answer {
        id: position.id(),
        game: info.id.split_once('/').map_or(info.id, |(word, _)| word),
        convention: position.convention(),
        to_move: (position.mover().zip(info.players)).map(|(player, names)| names[player.index()]),
        score: position.score(),
        over: analysis.over,
        outcome: value.outcome,
        grundy: value.grundy,
        margin: value.margin,
        remoteness: value.remoteness,
        moves: analysis.moves,
        winning: &analysis.winning,
        winning_count: analysis.winning_count,
        drawing: &analysis.drawing,
        best: analysis.best.as_ref(),
        why: reasons.then(|| texts().collect()),
        reasons: reasons.then_some(&analysis.reasons),
        line: line.map(|line| line.moves.as_slice()),
        line_ends: line.map(|line| line.ends),
        legal: analysis.legal.as_deref(),
    };
    serde_json::to_writer(&mut *out, &answer)?;
    out.push(b'\n');
    Ok(())
}

/// Writes the error for a line that could not be solved, in one line.
pub fn refuse(out: &mut Vec<u8>, id: &str, error: &str) -> serde_json::Result<()> {
    #[derive(serde::Serialize)]
    struct Refusal<'a> {
        id: &'a str,
        error: &'a str,
    }
    serde_json::to_writer(&mut *out, &Refusal { id, error })?;
    out.push(b'\n');
    Ok(())
}
