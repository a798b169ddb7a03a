//! Writes the JSON answer about one position.

use serde::Serialize;

use super::{Analysis, AnyPosition, Choice, PerfectLine};
use crate::rules::{Claim, ReasonText};

/// A JSON object under construction. Its keys need no escaping, so they are copied: passing them through a serializer
/// would take as long as serializing the values.
struct Object<'o> {
    out: &'o mut Vec<u8>,
    /// Whether a key has been written.
    begun: bool,
}

/// A key with its quotes and the comma before it.
macro_rules! key {
    ($name:literal) => {
        concat!(",\"", $name, "\":")
    };
}

impl Object<'_> {
    /// Writes a key, and returns the output for its value.
    #[inline]
    fn key(&mut self, key: &'static str) -> &mut Vec<u8> {
        let at = self.out.len();
        self.out.extend_from_slice(key.as_bytes());
        if !self.begun {
            self.out[at] = b'{';
            self.begun = true;
        }
        self.out
    }

    fn field<T: Serialize>(&mut self, key: &'static str, value: T) -> serde_json::Result<()> {
        serde_json::to_writer(self.key(key), &value)
    }

    fn text(&mut self, key: &'static str, text: &str) -> serde_json::Result<()> {
        write_text(self.key(key), text)
    }

    fn list<T>(
        &mut self,
        key: &'static str,
        items: &[T],
        write: fn(&mut Vec<u8>, &T) -> serde_json::Result<()>,
    ) -> serde_json::Result<()> {
        let out = self.key(key);
        out.push(b'[');
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                out.push(b',');
            }
            write(out, item)?;
        }
        out.push(b']');
        Ok(())
    }
}

/// Appends an object with the fields that `fill` adds, which must add at least one.
fn write_object(
    out: &mut Vec<u8>,
    fill: impl FnOnce(&mut Object<'_>) -> serde_json::Result<()>,
) -> serde_json::Result<()> {
    fill(&mut Object { out, begun: false })?;
    out.push(b'}');
    Ok(())
}

/// Appends a string. Most strings contain nothing that must be escaped, and are copied.
fn write_text(out: &mut Vec<u8>, text: &str) -> serde_json::Result<()> {
    // Check all bytes without an early exit, so that the compiler vectorizes the check.
    let is_escaped = |b: u8| (b < b' ') | (b == b'"') | (b == b'\\');
    if text.bytes().fold(false, |any, b| any | is_escaped(b)) {
        return serde_json::to_writer(out, text);
    }
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
    Ok(())
}

fn write_choice(out: &mut Vec<u8>, choice: &Choice) -> serde_json::Result<()> {
    write_object(out, |object| {
        object.text(key!("move"), &choice.text)?;
        match &choice.to {
            Some(to) => object.text(key!("to"), to),
            None => object.field(key!("to"), ()),
        }
    })
}

fn write_reason(out: &mut Vec<u8>, reason: &ReasonText) -> serde_json::Result<()> {
    write_object(out, |object| {
        object.text(key!("text"), &reason.text)?;
        object.text(key!("depth"), reason.depth.word())?;
        object.text(key!("reveals"), reason.reveals.word())?;
        object.list(key!("claims"), &reason.claims, write_claim)
    })
}

/// Appends a claim; its kind determines the names of its two fields.
fn write_claim(out: &mut Vec<u8>, claim: &Claim<String, String>) -> serde_json::Result<()> {
    write_object(out, |object| match claim {
        Claim::Outcome(position, outcome) => {
            object.text(key!("position"), position)?;
            object.field(key!("outcome"), outcome)
        }
        Claim::Grundy(position, grundy) => {
            object.text(key!("position"), position)?;
            object.field(key!("grundy"), grundy)
        }
        Claim::Counts(position, counts) => {
            object.text(key!("position"), position)?;
            object.field(key!("counts"), counts)
        }
        Claim::Margin(position, margin) => {
            object.text(key!("position"), position)?;
            object.field(key!("margin"), margin)
        }
        Claim::Move(text, outcome) => {
            object.text(key!("move"), text)?;
            object.field(key!("outcome"), outcome)
        }
        Claim::Answer(text, answer) => {
            object.text(key!("move"), text)?;
            object.text(key!("answer"), answer)
        }
    })
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
    let mut answer = Object { out, begun: false };
    answer.text(key!("id"), &position.id())?;
    let (word, _) = info.id.split_once('/').unwrap_or((info.id, ""));
    answer.text(key!("game"), word)?;
    answer.field(key!("convention"), position.convention())?;
    answer.field(
        key!("to_move"),
        to_move.map(|(player, names)| names[player.index()]),
    )?;
    answer.field(key!("score"), standing.score)?;
    answer.field(key!("over"), analysis.over)?;
    answer.field(key!("outcome"), value.outcome)?;
    answer.field(key!("grundy"), value.grundy)?;
    answer.field(key!("margin"), value.margin)?;
    answer.field(key!("remoteness"), value.remoteness)?;
    answer.field(key!("moves"), analysis.moves)?;
    answer.list(key!("winning"), &analysis.winning, write_choice)?;
    answer.field(key!("winning_count"), analysis.winning_count)?;
    answer.list(key!("drawing"), &analysis.drawing, write_choice)?;
    match &analysis.best {
        Some(best) => write_choice(answer.key(key!("best")), best)?,
        None => answer.field(key!("best"), ())?,
    }
    if reasons {
        answer.list(key!("why"), &analysis.reasons, |out, reason| {
            write_text(out, &reason.text)
        })?;
        answer.list(key!("reasons"), &analysis.reasons, write_reason)?;
    }
    if let Some(line) = line {
        answer.field(key!("line"), &line.moves)?;
        answer.field(key!("line_ends"), line.ends)?;
    }
    if let Some(legal) = &analysis.legal {
        answer.field(key!("legal"), legal)?;
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
