//! Parses the parameters between a game's name and the colon.

use crate::rules::{IdError, Text};

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
