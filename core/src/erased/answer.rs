//! Writes the JSON answer for a position.

use serde::Serialize;

use std::ops::Range;

use super::analysis::choice_bytes;
use super::{Analysis, AnyPosition, Ask, Choice};
use crate::rules::{Claim, Outcome, ReasonText, Stop};

/// Writes a JSON object field by field. Keys are copied without escaping, because a serializer would spend as much time
/// on the keys as on the values.
struct Object<'o> {
    out: &'o mut Vec<u8>,
    begun: bool,
}

/// Quotes a key, and adds a comma before it and a colon after it.
macro_rules! key {
    ($name:literal) => {
        concat!(",\"", $name, "\":")
    };
}

impl Object<'_> {
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
        write_list(self.key(key), items, write)
    }
}

fn write_list<T>(
    out: &mut Vec<u8>,
    items: &[T],
    write: impl Fn(&mut Vec<u8>, &T) -> serde_json::Result<()>,
) -> serde_json::Result<()> {
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

/// Appends an object; `fill` must add at least one field.
fn write_object(
    out: &mut Vec<u8>,
    fill: impl FnOnce(&mut Object<'_>) -> serde_json::Result<()>,
) -> serde_json::Result<()> {
    fill(&mut Object { out, begun: false })?;
    out.push(b'}');
    Ok(())
}

/// Writes a JSON string. Most strings need no escaping and are copied.
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

fn write_choice(out: &mut Vec<u8>, text: &str, to: Option<&str>) -> serde_json::Result<()> {
    write_object(out, |object| {
        object.text(key!("move"), text)?;
        match to {
            Some(to) => object.text(key!("to"), to),
            None => object.field(key!("to"), ()),
        }
    })
}

/// Selects the list of moves, or the best move, that the callback of [`write_with`] must write.
pub(super) enum MoveList {
    Winning,
    Drawing,
    Best,
}

/// The text of a move and the ID of the position after the move. The two buffers are reused for the next move.
pub(super) struct SpelledMove {
    pub text: String,
    pub to: String,
}

impl SpelledMove {
    pub fn with_capacity(bytes: usize) -> SpelledMove {
        let [text, to] = [String::with_capacity(64), String::with_capacity(bytes)];
        SpelledMove { text, to }
    }

    fn to(&self) -> Option<&str> {
        (self.to.len() <= Ask::LONGEST_TO).then_some(&self.to)
    }

    fn spell<M>(&mut self, m: &M, spell: impl Fn(&M, &mut SpelledMove)) {
        self.text.clear();
        self.to.clear();
        spell(m, self);
    }

    pub fn write<M>(
        &mut self,
        out: &mut Vec<u8>,
        m: &M,
        spell: impl Fn(&M, &mut SpelledMove),
    ) -> serde_json::Result<()> {
        self.spell(m, spell);
        write_choice(out, &self.text, self.to())
    }

    /// Appends as many moves as fit into [`Ask::LIST_BYTES`]. Returns the byte range of the first move in `out`.
    pub fn write_list<M>(
        &mut self,
        out: &mut Vec<u8>,
        moves: &[M],
        spell: impl Fn(&M, &mut SpelledMove),
    ) -> serde_json::Result<Range<usize>> {
        let mut room = Ask::LIST_BYTES;
        let mut first = 0..0;
        out.push(b'[');
        for m in moves {
            self.spell(m, &spell);
            match room.checked_sub(choice_bytes(&self.text, self.to())) {
                Some(left) => room = left,
                None => break,
            }
            if !first.is_empty() {
                out.push(b',');
            }
            let start = out.len();
            write_choice(out, &self.text, self.to())?;
            if first.is_empty() {
                first = start..out.len();
            }
        }
        out.push(b']');
        Ok(first)
    }
}

fn write_reason(out: &mut Vec<u8>, reason: &ReasonText) -> serde_json::Result<()> {
    write_object(out, |object| {
        object.text(key!("text"), &reason.text)?;
        object.text(key!("depth"), reason.depth.word())?;
        object.text(key!("reveals"), reason.reveals.word())?;
        object.list(key!("claims"), &reason.claims, write_claim)
    })
}

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

/// Appends the answer for a position, on one line.
///
/// # Errors
/// Returns [`Stop`] and leaves `out` unchanged if the answer cannot be serialised.
pub fn write(
    out: &mut Vec<u8>,
    position: &dyn AnyPosition,
    ask: Ask,
    analysis: &Analysis,
) -> Result<(), Stop> {
    let write =
        |out: &mut Vec<u8>, choice: &Choice| write_choice(out, &choice.text, choice.to.as_deref());
    write_with(out, position, ask, analysis, &mut |out, list| match list {
        MoveList::Winning => write_list(out, &analysis.winning, write),
        MoveList::Drawing => write_list(out, &analysis.drawing, write),
        MoveList::Best => match &analysis.best {
            Some(best) => write(out, best),
            None => serde_json::to_writer(out, &()),
        },
    })
}

/// Like [`write`], but calls `moves` to write the lists of moves and the best move.
pub(super) fn write_with(
    out: &mut Vec<u8>,
    position: &dyn AnyPosition,
    ask: Ask,
    analysis: &Analysis,
    moves: &mut dyn FnMut(&mut Vec<u8>, MoveList) -> serde_json::Result<()>,
) -> Result<(), Stop> {
    let start = out.len();
    write_fields(out, position, ask, analysis, moves).map_err(|error| {
        out.truncate(start);
        Stop::not_proved(tr!("the answer cannot be written: {error}"))
    })
}

fn write_fields(
    out: &mut Vec<u8>,
    position: &dyn AnyPosition,
    ask: Ask,
    analysis: &Analysis,
    moves: &mut dyn FnMut(&mut Vec<u8>, MoveList) -> serde_json::Result<()>,
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
    answer.field(key!("score"), position.written_score())?;
    answer.field(key!("over"), analysis.over)?;
    answer.field(key!("outcome"), value.outcome)?;
    answer.field(key!("grundy"), value.grundy)?;
    answer.field(key!("margin"), value.margin)?;
    answer.field(key!("remoteness"), value.remoteness)?;
    answer.field(key!("moves"), analysis.moves)?;
    moves(answer.key(key!("winning")), MoveList::Winning)?;
    answer.field(key!("winning_count"), analysis.winning_count)?;
    moves(answer.key(key!("drawing")), MoveList::Drawing)?;
    moves(answer.key(key!("best")), MoveList::Best)?;
    if ask.reasons {
        answer.list(key!("why"), &analysis.reasons, |out, reason| {
            write_text(out, &reason.text)
        })?;
        answer.list(key!("reasons"), &analysis.reasons, write_reason)?;
    }
    if let Some(line) = &analysis.line {
        answer.field(key!("line"), &line.moves)?;
        answer.field(key!("line_ends"), line.ends)?;
    }
    if let Some(legal) = &analysis.legal {
        answer.field(key!("legal"), legal)?;
    }
    out.extend_from_slice(b"}\n");
    Ok(())
}

/// Writes only the outcome of a position, on one line.
pub fn write_outcome(out: &mut Vec<u8>, id: &str, outcome: Outcome) -> serde_json::Result<()> {
    write_object(out, |answer| {
        answer.text(key!("id"), id)?;
        answer.field(key!("outcome"), outcome)
    })?;
    out.push(b'\n');
    Ok(())
}

/// Writes an error about an ID, on one line.
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
