//! Interprets the text that users type: IDs, and names of games.

use super::id::convention_word;
use super::{Opener, find, find_by_prefix, listed, own, sum, with_parameters};
use crate::erased::{AnyPosition, Entry, Info, with_word};
use crate::rules::{Convention, IdError, Limits, Text};

/// Returns whether a text is meant as an ID: it contains a colon and begins with a letter. The text of a move can
/// contain a colon too, but begins with a number.
pub fn is_id(text: &str) -> bool {
    let text = text.trim_start();
    text.contains(':') && text.starts_with(char::is_alphabetic)
}

/// Returns the convention that an ID names.
pub fn convention_of(id: &str) -> Option<Convention> {
    split_convention(id).0
}

/// Replaces the convention word of an ID, or removes it if `convention` is `None`.
pub fn with_convention(id: &str, convention: Option<Convention>) -> String {
    let plain = split_convention(id).1;
    match convention {
        Some(convention) => format!("{} {plain}", convention.word()),
        None => plain.to_owned(),
    }
}

fn split_convention(id: &str) -> (Option<Convention>, &str) {
    let (named, rest) = convention_word(Text::new(id).trim());
    (named.map(|(convention, _)| convention), rest.as_str())
}

/// Returns the text before the first colon of an ID, without the convention word: a game with its parameters, such as
/// `bash/3`.
pub fn ruleset_of(id: &str) -> Option<&str> {
    Some(split_convention(id).1.split_once(':')?.0)
}

/// Replaces the ruleset of an ID with the given one, such as `bash/5`, and drops the convention word.
pub fn under(ruleset: &str, id: &str) -> String {
    let state = id.split_once(':').map_or("", |(_, state)| state);
    format!("{ruleset}:{state}")
}

/// Puts the convention word before a game with its parameters. The word is omitted if the convention is the game's
/// default or `None`.
pub fn in_convention(ruleset: &str, convention: Option<Convention>) -> String {
    let word = ruleset.split('/').next().unwrap_or(ruleset);
    let default = info_of(word).and_then(|info| info.default);
    with_word(convention.or(default), default, ruleset)
}

/// Returns the description of a game by its name in IDs. The name `sum` stands for sums of games.
pub fn info_of(game: &str) -> Option<&'static Info> {
    let sum = Some(sum::INFO.spoken()).filter(|info| info.id == game);
    sum.or_else(|| find(game).map(|entry| entry.info))
}

/// Returns the title of a game, given its name in IDs. For an unknown game, returns the name itself. For an unknown
/// script, returns the name without the prefix `own/`.
pub fn name_of(game: &str) -> &str {
    let own = |word| game.strip_prefix(word)?.strip_prefix('/');
    info_of(game).map_or(own(own::WORD).unwrap_or(game), |info| info.name)
}

/// The reason why a text does not name a starting position.
#[derive(Clone, Debug)]
pub enum NoStart {
    /// The error in the given ID, or in the ID of the named game's starting position.
    Id(IdError),
    /// The text names no game, or more than one. Holds the text and the games that match, or all games if no game
    /// matches.
    Unknown(String, Vec<&'static Info>),
    /// The game has no starting position under these parameters. Holds the text and the ID of an example.
    NoDefault(String, &'static str),
}

/// Opens the position of an ID, or the starting position of a game. A game is given by an unambiguous prefix of its
/// title or name, or by its name with parameters. A convention word may come first.
///
/// # Errors
/// [`NoStart`] unless the text is a valid ID or names exactly one game with a starting position.
pub fn started(
    text: &str,
    opener: &mut Opener,
    limits: &Limits,
) -> Result<Box<dyn AnyPosition>, NoStart> {
    let library = opener.library().clone();
    let mut opened = |id: &str| opener.open_within(id, limits).map_err(NoStart::Id);
    if text.contains(':') {
        return opened(text);
    }
    let (convention, game) = split_convention(text);
    let game = game.trim();
    let in_convention = |id: &str| with_convention(id, convention);
    // `start_id` cannot fail here, because a form accepts its own default values.
    let start = |entry: &Entry| entry.setup.start_id(&[]).unwrap_or_default();
    let unknown = |meant: &[&'static Entry]| {
        NoStart::Unknown(
            game.to_owned(),
            meant.iter().map(|entry| entry.info).collect(),
        )
    };
    match find_by_prefix(game, &library)[..] {
        [entry] => opened(&in_convention(&start(entry))),
        [] => {
            let Some(entry) = with_parameters(game, &library) else {
                return Err(unknown(&listed(&library)));
            };
            // Opening the ID fails if the default state is invalid under the given parameters.
            let first = opened(&in_convention(&under(game, &start(entry))));
            let id = first
                .as_ref()
                .map_or_else(|_| under(game, ""), |first| first.id());
            let mut presets = entry.setup.presets.iter().map(|(_, id)| *id);
            if let Some(preset) = presets.find(|preset| ruleset_of(preset) == ruleset_of(&id)) {
                return opened(&in_convention(preset));
            }
            first.map_err(|none| match none {
                NoStart::Id(error) if error.column > in_convention(game).len() => {
                    NoStart::NoDefault(game.to_owned(), entry.info.example)
                }
                none => none,
            })
        }
        ref several => Err(unknown(several)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    #[test]
    fn a_game_begins_alike_however_its_parameters_are_written() {
        let start = |text: &str| {
            let mut opener = Opener::new(Library::default());
            let at = started(text, &mut opener, &Limits::default());
            at.unwrap_or_else(|none| panic!("{text}: {none:?}")).id()
        };
        for (text, id) in [
            ("rings/grid", "rings/grid:4095"),
            ("RINGS/grid", "rings/grid:4095"),
            ("powers/04", "powers/4:24"),
            ("subtraction/3,2", "subtraction/2,3:8,9"),
            ("normal subtraction/2,3", "subtraction/2,3:8,9"),
            ("misère nim", "misere nim:3,5,7"),
            ("MISERE subtraction/3,2", "misere subtraction/2,3:8,9"),
        ] {
            assert_eq!(start(text), id, "{text}");
        }
    }

    #[test]
    fn texts_are_told_apart_before_they_are_opened() {
        for (text, is) in [
            ("nim:3", true),
            (" misere own/half:7", true),
            ("2-2:1,9", false),
            ("nim", false),
        ] {
            assert_eq!(is_id(text), is, "{text}");
        }
        let misere = Some(Convention::Misere);
        assert_eq!(convention_of(" MISERE nim:3"), misere);
        assert_eq!(convention_of("nim:3 + nim:4"), None);
        assert_eq!(with_convention("normal nim:3", misere), "misere nim:3");
        assert_eq!(
            with_convention("misere nim:3 + nim:4", None),
            "nim:3 + nim:4"
        );
        assert_eq!(ruleset_of("misere bash/3:1 + nim:2"), Some("bash/3"));
        assert_eq!(ruleset_of("damaged"), None);
        assert_eq!(under("bash/5", "bash/3:1,2"), "bash/5:1,2");
        assert_eq!(["nim", "sum"].map(name_of), ["Nim", "Sum of games"]);
        assert_eq!(["own/gone", "gone"].map(name_of), ["gone", "gone"]);
    }
}
