//! Parses the parameters between a game's name and the colon.

use crate::rules::{IdError, MAX_NUMBER, MoveError, Text, saturating_cast};

/// Requires exactly these parameters, described by their meanings, such as `the most to take`.
///
/// # Errors
/// [`IdError`] if there are fewer or more parameters.
pub fn exactly<'t, const N: usize>(
    game: &str,
    params: &[Text<'t>],
    meanings: [&str; N],
) -> Result<[Text<'t>; N], IdError> {
    if let Some(extra) = params.get(N) {
        return Err(extra.error(
            format!(
                "{game} takes {}; {} is one too many",
                number(N),
                extra.quoted()
            ),
            "a colon and the state",
        ));
    }
    <[Text<'t>; N]>::try_from(params).map_err(|_| {
        IdError::missing(
            format!(
                "{game} takes {}; {} given",
                number(N),
                match params.len() {
                    0 => "none is".to_owned(),
                    1 => "1 is".to_owned(),
                    n => format!("{n} are"),
                }
            ),
            format!(
                "a slash and {}",
                meanings[params.len().min(N.saturating_sub(1))]
            ),
        )
    })
}

/// Requires that there are no parameters.
///
/// # Errors
/// [`IdError`] if there is a parameter.
pub fn none(game: &str, params: &[Text<'_>]) -> Result<(), IdError> {
    exactly(game, params, []).map(|[]| ())
}

fn number(n: usize) -> String {
    match n {
        0 => "no parameter".to_owned(),
        1 => "one parameter".to_owned(),
        n => format!("{n} parameters"),
    }
}

/// Parses a state of two numbers, each at least `least`; `what` describes each of them, such as `a pile size`.
///
/// # Errors
/// [`IdError`] if there are fewer or more numbers, or if one of them does not parse.
pub fn two_numbers(text: Text<'_>, what: &str, least: u64) -> Result<(u64, u64), IdError> {
    let mut pieces = text.split(',');
    let first = pieces
        .next()
        .unwrap_or(text)
        .number(what, least, MAX_NUMBER)?;
    let Some(second) = pieces.next() else {
        let end = text.column() + text.as_str().chars().count();
        return Err(IdError::new(
            end,
            "the second number is missing",
            format!("a comma and {what}"),
        ));
    };
    let second = second.number(what, least, MAX_NUMBER)?;
    match pieces.next() {
        Some(third) => Err(IdError::new(
            third.column() - 1,
            "a third number follows",
            "two numbers and no more",
        )),
        None => Ok((first, second)),
    }
}

/// Parses the number of one of `count` things in a move, and returns its index from 0.
///
/// # Errors
/// Returns a message if there is no thing with this number.
pub fn place(text: Text<'_>, noun: &str, count: usize) -> Result<usize, String> {
    let number = text.trim().number(&format!("a {noun}"), 1, count as u64);
    number
        .map(|n| saturating_cast::<usize, _>(n) - 1)
        .map_err(|e| format!("there is no such {noun}: {}", e.what))
}

/// Parses a number as a move; the sign before it may be omitted.
///
/// # Errors
/// [`MoveError`] if the number does not parse.
pub fn amount_of_move(text: &str, sign: char, expected: &str) -> Result<u64, MoveError> {
    let trimmed = text.trim();
    let digits = trimmed.strip_prefix(sign).unwrap_or(trimmed);
    let number = Text::new(digits.trim_start()).number("an amount", 0, MAX_NUMBER);
    number.map_err(|e| e.in_move(text, expected))
}

/// Parses two numbers as a move.
///
/// # Errors
/// [`MoveError`] if there are fewer or more numbers, or if one of them does not parse.
pub fn two_numbers_of_move(text: &str, expected: &str) -> Result<(u64, u64), MoveError> {
    let fail = |what: String| MoveError::new(text, what, expected);
    let number = |piece: Text<'_>| {
        piece
            .trim()
            .number("a number", 0, MAX_NUMBER)
            .map_err(|e| fail(e.what))
    };
    let (first, second) = Text::new(text)
        .split_once(',')
        .ok_or_else(|| fail("it has no comma".to_owned()))?;
    Ok((number(first)?, number(second)?))
}
