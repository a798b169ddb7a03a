//! Converts Lua values to Rust values, and describes invalid ones for error messages.

use mlua::{Table, Value};

use super::lua::MOST_RESULTS;
use super::script::Gain;
use crate::games::reasons::counted;
use crate::rules::sanitize;
use crate::tr;

pub(super) fn integers(bytes: &[u8]) -> impl Iterator<Item = i32> {
    let (numbers, _) = bytes.as_chunks::<4>();
    numbers.iter().map(|number| i32::from_le_bytes(*number))
}

/// Unpacks gains. Each gain consists of two eight-byte integers: the points, and 1 if the player moves again or 0
/// otherwise.
pub(super) fn gains_in(bytes: &[u8]) -> impl Iterator<Item = Gain> {
    let (gains, _) = bytes.as_chunks::<16>();
    gains.iter().map(|gain| {
        let both = u128::from_le_bytes(*gain);
        Gain {
            points: both as i64,
            again: both >> 64 != 0,
        }
    })
}

pub(super) fn integer<N: TryFrom<i64> + PartialOrd>(
    value: &Value,
    (least, most): (N, N),
) -> Option<N> {
    let whole = match value {
        Value::Integer(n) => *n,
        Value::Number(n) if n.fract() == 0.0 && n.abs() < 1e15 => *n as i64,
        _ => return None,
    };
    N::try_from(whole)
        .ok()
        .filter(|n| (least..=most).contains(n))
}

pub(super) fn results(given: &Value, heaps: bool) -> Result<&Table, String> {
    let expected = if heaps {
        tr!("a list of lists of heaps")
    } else {
        tr!("a list of positions, each a list of integers")
    };
    let Value::Table(list) = given else {
        return Err(tr!(
            "it gave {value}; expected {expected}",
            value = named(given)
        ));
    };
    let count = list.raw_len();
    if count > MOST_RESULTS {
        return Err(tr!(
            "it gave {count} results; at most {most} are read",
            most = MOST_RESULTS
        ));
    }
    match key_of(list) {
        Some(key) => Err(tr!("it gave a table with {key}; expected {expected}")),
        None => Ok(list),
    }
}

/// Yields the elements of a list, with `nil` for each gap.
pub(super) fn elements(list: &Table) -> impl Iterator<Item = Value> {
    (1..=list.raw_len()).map(|i| list.raw_get(i).unwrap_or(Value::Nil))
}

/// Returns the numbers in a list. If `dims` is more than 1, the elements must be lists of `dims` numbers each. Error
/// messages use `place` as the word for an element.
pub(super) fn numbers_in(
    list: &Table,
    dims: usize,
    (least, most): (i32, i32),
    place: &str,
) -> Result<Vec<i32>, String> {
    let mut found = Vec::with_capacity(list.raw_len() * dims);
    for (i, value) in elements(list).enumerate() {
        let heap = value.as_table().filter(|_| dims > 1);
        let size = heap.map_or(1, Table::raw_len);
        if size != dims && (heap.is_some() || integer(&value, (least, most)).is_some()) {
            let numbers = counted(size as u64, tr!("number"), tr!("numbers"));
            return Err(tr!(
                "{place} {number} has {numbers}; expected {dims}",
                number = i + 1
            ));
        }
        for number in heap.map_or(vec![value.clone()], |heap| elements(heap).collect()) {
            found.push(integer(&number, (least, most)).ok_or_else(|| {
                let shown = named(&number);
                tr!(
                    "{place} {number} is {shown}; expected an integer from {least} to {most}",
                    number = i + 1
                )
            })?);
        }
    }
    Ok(found)
}

/// Describes a key of a table without elements. Returns `None` if the table is empty or has elements.
pub(super) fn key_of(table: &Table) -> Option<String> {
    other_key(table, &[]).filter(|_| table.raw_len() == 0)
}

/// Describes a key of a table that is neither an index of the list nor one of `known`. Picks the first such key in
/// alphabetical order.
pub(super) fn other_key(table: &Table, known: &[&str]) -> Option<String> {
    let length = table.raw_len() as i64;
    let is_known = |key: &Value| match key {
        Value::Integer(i) => (1..=length).contains(i),
        Value::String(key) => known.iter().any(|known| *key == **known),
        _ => false,
    };
    let keys = table.pairs::<Value, Value>().flatten();
    let others = keys.map(|(key, _)| key).filter(|key| !is_known(key));
    let key = others
        .map(|key| text_of(&key).unwrap_or_else(|| named(&key)))
        .min()?;
    Some(tr!("the key {key}"))
}

pub(super) fn named(value: &Value) -> String {
    match value {
        Value::Nil => tr!("nothing, nil").to_owned(),
        Value::Integer(n) => n.to_string(),
        Value::Number(n) => n.to_string(),
        Value::Boolean(b) => b.to_string(),
        Value::String(text) => {
            let text: String = text.to_string_lossy().chars().take(30).collect();
            tr!("the string {text:?}")
        }
        Value::Table(_) => tr!("a table").to_owned(),
        other => format!("a {}", other.type_name()),
    }
}

pub(super) fn text_of(value: &Value) -> Option<String> {
    Some(value.as_string()?.to_str().ok()?.to_owned())
}

/// Returns a string without leading and trailing white space. Returns `None` if the result is empty, has more than
/// `longest` characters, or contains control characters.
pub(super) fn line_of(value: &Value, longest: usize) -> Option<String> {
    let text = text_of(value)?.trim().to_owned();
    let is_line =
        (1..=longest).contains(&text.chars().count()) && !text.chars().any(sanitize::is_control);
    is_line.then_some(text)
}

pub(super) fn one_of<T: Copy>(words: &[(&str, T)], value: &Value) -> Option<T> {
    let text = text_of(value)?;
    let known = words.iter().find(|(word, _)| *word == text)?;
    Some(known.1)
}

/// Returns the value as the name of a variable; `None` if it is not a valid name or is a keyword.
pub(super) fn variable_name(value: &Value) -> Option<String> {
    const KEYWORDS: &str = " and break do else elseif end false for function goto if in local nil not or repeat return \
                            then true until while ";
    let name = text_of(value)?;
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.starts_with(|c: char| !c.is_ascii_digit())
        && !KEYWORDS.contains(&format!(" {name} "));
    is_name.then_some(name)
}

pub(super) fn or_else<T>(found: Option<T>, value: &Value, expected: &str) -> Result<T, String> {
    found.ok_or_else(|| tr!("it is {value}; expected {expected}", value = named(value)))
}
