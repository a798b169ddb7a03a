//! The JSON answer to one position.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Analysis, AnyPosition, PerfectLine};
use crate::rules::{Claim, ReasonText};

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

/// Serializes a claim; its kind determines the names of its two fields.
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

/// A JSON object under construction. Its keys need no escaping, so they are copied: passing them through a serializer
/// would take as long as serializing the values.
struct Object<'o> {
    out: &'o mut Vec<u8>,
    /// The character before the next key: `{` or `,`.
    before: u8,
}

impl Object<'_> {
    fn field<T: Serialize>(&mut self, key: &'static str, value: T) -> serde_json::Result<()> {
        self.out.extend_from_slice(&[self.before, b'"']);
        self.out.extend_from_slice(key.as_bytes());
        self.out.extend_from_slice(b"\":");
        self.before = b',';
        serde_json::to_writer(&mut *self.out, &value)
    }
}

/// Writes the answer for a position on one line, with or without its `reasons`.
pub fn write(
    out: &mut Vec<u8>,
    position: &dyn AnyPosition,
    analysis: &Analysis,
    line: Option<&PerfectLine>,
    reasons: bool,
) -> serde_json::Result<()> {
    let info = position.info();
    let standing = position.standing();
    let value = &analysis.value;
    let to_move = standing.mover.zip(info.players);
    let mut answer = Object { out, before: b'{' };
    answer.field("id", position.id())?;
    answer.field(
        "game",
        info.id.split_once('/').map_or(info.id, |(word, _)| word),
    )?;
    answer.field("convention", position.convention())?;
    answer.field(
        "to_move",
        to_move.map(|(player, names)| names[player.index()]),
    )?;
    answer.field("score", standing.score)?;
    answer.field("over", analysis.over)?;
    answer.field("outcome", value.outcome)?;
    answer.field("grundy", value.grundy)?;
    answer.field("margin", value.margin)?;
    answer.field("remoteness", value.remoteness)?;
    answer.field("moves", analysis.moves)?;
    answer.field("winning", &analysis.winning)?;
    answer.field("winning_count", analysis.winning_count)?;
    answer.field("drawing", &analysis.drawing)?;
    answer.field("best", &analysis.best)?;
    if reasons {
        let texts = analysis.reasons.iter().map(|reason| reason.text.as_str());
        answer.field("why", texts.collect::<Vec<&str>>())?;
        answer.field("reasons", &analysis.reasons)?;
    }
    if let Some(line) = line {
        answer.field("line", &line.moves)?;
        answer.field("line_ends", line.ends)?;
    }
    if let Some(legal) = &analysis.legal {
        answer.field("legal", legal)?;
    }
    out.extend_from_slice(b"}\n");
    Ok(())
}

/// Writes the error for an ID that could not be solved, on one line.
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
