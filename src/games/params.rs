//! What stands between a game's word and the colon.

use crate::rules::{IdError, Text};

/// Exactly these parameters, by what they mean, such as `the most to take`.
///
/// # Errors
/// When there are fewer or more.
pub fn exactly<'t, const N: usize>(
    game: &str,
    params: &[Text<'t>],
    meanings: [&str; N],
) -> Result<[Text<'t>; N], IdError> {
    if let Some(extra) = params.get(N) {
        return Err(extra.error(
            format!("{game} takes {}, and here is {} as well", number(N), extra.quoted()),
            "a colon and the state",
        ));
    }
    <[Text<'t>; N]>::try_from(params).map_err(|_| {
        IdError::missing(
            format!("{game} takes {}, and here is {}", number(N), number(params.len())),
            format!("a slash and {}", meanings[params.len().min(N.saturating_sub(1))]),
        )
    })
}

/// No parameters.
///
/// # Errors
/// When there is one.
pub fn none(game: &str, params: &[Text<'_>]) -> Result<(), IdError> {
    match params.first() {
        Some(extra) => Err(extra.error(
            format!("{game} takes no parameter, and here is {}", extra.quoted()),
            "a colon and the state",
        )),
        None => Ok(()),
    }
}

fn number(n: usize) -> String {
    match n {
        0 => "no parameter".to_owned(),
        1 => "one parameter".to_owned(),
        n => format!("{n} parameters"),
    }
}
