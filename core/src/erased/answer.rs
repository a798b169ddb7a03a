//! The JSON answer to one position: these fields, in this order.
//!
//! Written by hand, at several times the speed of a serializer that looks at each character for one that needs an escape:
//! nearly all texts are plain and copied whole.

use super::{Analysis, AnyPosition, Choice, LegalMove, PerfectLine};
use crate::rules::{Claim, ReasonText};

trait Json {
    fn json(&self, out: &mut Vec<u8>);
}

impl Json for &str {
    fn json(&self, out: &mut Vec<u8>) {
        // By pieces, each without a way out in its middle: so the compiler compares many bytes at a time.
        let plain = |&b: &u8| (b >= b' ') & (b != b'"') & (b != b'\\');
        if self
            .as_bytes()
            .chunks(64)
            .all(|piece| piece.iter().fold(true, |all, b| all & plain(b)))
        {
            out.push(b'"');
            out.extend_from_slice(self.as_bytes());
            out.push(b'"');
        } else {
            out.extend_from_slice(serde_json::Value::from(*self).to_string().as_bytes());
        }
    }
}

impl Json for String {
    fn json(&self, out: &mut Vec<u8>) {
        self.as_str().json(out);
    }
}

impl Json for bool {
    fn json(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(if *self { b"true" } else { b"false" });
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Json for $number {
            fn json(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(itoa::Buffer::new().format(*self).as_bytes());
            }
        })*
    };
}

numbers!(u32, i32, u64, u128);

impl<T: Json> Json for Option<T> {
    fn json(&self, out: &mut Vec<u8>) {
        match self {
            Some(value) => value.json(out),
            None => out.extend_from_slice(b"null"),
        }
    }
}

impl Json for [u32; 2] {
    fn json(&self, out: &mut Vec<u8>) {
        self.as_slice().json(out);
    }
}

impl<T: Json> Json for [T] {
    fn json(&self, out: &mut Vec<u8>) {
        out.push(b'[');
        for (i, item) in self.iter().enumerate() {
            if i > 0 {
                out.push(b',');
            }
            item.json(out);
        }
        out.push(b']');
    }
}

struct Object<'o> {
    out: &'o mut Vec<u8>,
    opened: bool,
}

impl Object<'_> {
    fn new(out: &mut Vec<u8>) -> Object<'_> {
        Object { out, opened: false }
    }

    fn field(mut self, name: &str, value: &(impl Json + ?Sized)) -> Self {
        self.out
            .extend_from_slice(if self.opened { b",\"" } else { b"{\"" });
        self.opened = true;
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
        value.json(self.out);
        self
    }

    fn end(self) {
        self.out.push(b'}');
    }
}

impl Json for Choice {
    fn json(&self, out: &mut Vec<u8>) {
        Object::new(out)
            .field("move", &self.text)
            .field("to", &self.to)
            .end();
    }
}

impl Json for LegalMove {
    fn json(&self, out: &mut Vec<u8>) {
        Object::new(out)
            .field("move", &self.choice.text)
            .field("to", &self.choice.to)
            .field("outcome", &self.outcome.word())
            .field("remoteness", &self.remoteness)
            .field("answer", &self.answer)
            .end();
    }
}

impl Json for ReasonText {
    fn json(&self, out: &mut Vec<u8>) {
        Object::new(out)
            .field("text", &self.text)
            .field("depth", &self.depth.word())
            .field("reveals", &self.reveals.word())
            .field("claims", self.claims.as_slice())
            .end();
    }
}

/// A claim tells its kind by its fields.
impl Json for Claim<String, String> {
    fn json(&self, out: &mut Vec<u8>) {
        let object = Object::new(out);
        match self {
            Claim::Outcome(position, outcome) => object
                .field("position", position)
                .field("outcome", &outcome.word()),
            Claim::Grundy(position, grundy) => {
                object.field("position", position).field("grundy", grundy)
            }
            Claim::Counts(position, counts) => {
                object.field("position", position).field("counts", counts)
            }
            Claim::Margin(position, margin) => {
                object.field("position", position).field("margin", margin)
            }
            Claim::Move(text, outcome) => {
                object.field("move", text).field("outcome", &outcome.word())
            }
            Claim::Answer(text, answer) => object.field("move", text).field("answer", answer),
        }
        .end();
    }
}

/// Writes the answer to a position, in one line, with its `reasons` or without.
pub fn write(
    out: &mut Vec<u8>,
    position: &dyn AnyPosition,
    analysis: &Analysis,
    line: Option<&PerfectLine>,
    reasons: bool,
) {
    let info = position.info();
    let value = &analysis.value;
    let to_move = position
        .mover()
        .zip(info.players)
        .map(|(player, names)| names[player.index()]);
    let mut object = Object::new(out)
        .field("id", &position.id())
        .field(
            "game",
            &info.id.split_once('/').map_or(info.id, |(word, _)| word),
        )
        .field(
            "convention",
            &position.convention().map(|convention| convention.word()),
        )
        .field("to_move", &to_move)
        .field("score", &position.score())
        .field("over", &analysis.over)
        .field("outcome", &value.outcome.word())
        .field("grundy", &value.grundy)
        .field("margin", &value.margin)
        .field("remoteness", &value.remoteness)
        .field("moves", &analysis.moves)
        .field("winning", analysis.winning.as_slice())
        .field("winning_count", &analysis.winning_count)
        .field("drawing", analysis.drawing.as_slice())
        .field("best", &analysis.best);
    if reasons {
        let why: Vec<&str> = analysis
            .reasons
            .iter()
            .map(|reason| reason.text.as_str())
            .collect();
        object = object
            .field("why", why.as_slice())
            .field("reasons", analysis.reasons.as_slice());
    }
    if let Some(line) = line {
        object = object
            .field("line", line.moves.as_slice())
            .field("line_ends", &line.ends);
    }
    if let Some(legal) = &analysis.legal {
        object = object.field("legal", legal.as_slice());
    }
    object.end();
    out.push(b'\n');
}

/// Writes that a line could not be solved, in one line.
pub fn refuse(out: &mut Vec<u8>, id: &str, error: &str) {
    Object::new(out)
        .field("id", &id)
        .field("error", &error)
        .end();
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_read_back_as_it_was() {
        let long = "x".repeat(200);
        for text in [
            "",
            "nim:3,5",
            "a \"b\"",
            "\\",
            "tab\t, \u{1b}[0m",
            "misère",
            &format!("{long}\n{long}"),
        ] {
            let mut out = Vec::new();
            refuse(&mut out, text, "");
            let read: serde_json::Value = serde_json::from_slice(&out).unwrap();
            assert_eq!(read["id"], text);
        }
    }
}
