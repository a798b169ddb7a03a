//! Caches the shipped scripts and the scripts of the library, separately for each choice of parameter values. Also
//! builds the catalogue entries and the rulesets of these scripts.

use crate::tr;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::lua::in_a_moment;
use super::ruleset::OwnRuleset;
use super::script::{MOST_CELLS, ONE_LINE_FILE, Parameter, Script, ScriptKind};
use crate::erased::{Entry, FieldKind, OpenRuleset, opened};
use crate::games::prelude::*;

/// A script that has been read, with its catalogue entry.
pub struct OwnGame {
    /// The script.
    pub script: Script,
    /// The entry in the catalogue.
    pub entry: Entry,
}

type Known = HashMap<ScriptKey, Result<&'static OwnGame, Stop>>;
/// A script's name, its text, and the values of its parameters.
type ScriptKey = (String, Arc<str>, Vec<i64>);

/// Every script read in this run. A run reads only a few scripts, so they are leaked to give their names and rules the
/// lifetime `'static`.
static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

pub(super) fn shipped(name: &str) -> Option<ScriptText> {
    let (name, text) = nimatron_assets::GAMES
        .iter()
        .find(|(known, _)| *known == name)?;
    Some(ScriptText {
        name: (*name).to_owned(),
        file: format!("{name}.lua"),
        text: (*text).into(),
    })
}

pub(super) fn source(name: &str, library: &Library) -> Option<ScriptText> {
    library
        .script(name)
        .or_else(|| shipped(&library.script_name(name)))
}

/// Reads a script, or returns it from the cache.
pub fn read_script(source: &ScriptText, limits: &Limits) -> Result<&'static OwnGame, Stop> {
    read_with(source, &[], limits)
}

fn read_with(
    source: &ScriptText,
    values: &[i64],
    limits: &Limits,
) -> Result<&'static OwnGame, Stop> {
    let lock = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let key = |values: &[i64]| (source.name.clone(), source.text.clone(), values.to_vec());
    let known = lock().get(&key(values)).cloned();
    if let Some(known) = known {
        return known;
    }
    let read = Script::read(source, values, limits).and_then(|script| {
        // If all values are the defaults, use the game that was read without values.
        if !values.is_empty() && script.params_text().is_empty() {
            return read_with(source, &[], limits);
        }
        Ok(&*Box::leak(Box::new(own_game(script))))
    });
    if !matches!(read, Err(Stop::NotProved(_) | Stop::Interrupted(_))) {
        return lock().entry(key(values)).or_insert(read).clone();
    }
    read
}

/// Builds a script in which `options(n)` has the given body of one or more lines. In the body, `move(a, b, ...)` adds
/// an option.
pub fn one_line(body: &str) -> ScriptText {
    let head = "NAME = \"Game in a line\" START = {20} RULE = \"A move is what the line says.\" \
                function options(n) ";
    ScriptText {
        name: "e".to_owned(),
        file: ONE_LINE_FILE.to_owned(),
        text: format!("{head}{body}\nend").into(),
    }
}

/// Creates the game of a script, with its catalogue entry. The texts of the entry are leaked, because games are never
/// dropped.
fn own_game(script: Script) -> OwnGame {
    let id: &str = script.source.id().leak();
    let two = script.has_mover();
    let start: &str = script
        .state_text(&script.start, two.then_some(Player::First))
        .leak();
    let example: &str = format!("{id}{}:{start}", script.params_text()).leak();
    let heaps = script.kind == ScriptKind::Heaps;
    let rule = if script.parameters.is_empty() {
        script.rule.clone()
    } else {
        let named = script.parameters.iter().zip(&script.values);
        let named = named.map(|(one, value)| format!("{} = {value}", one.name));
        let values = crate::games::reasons::and(named);
        tr!("{rule} Here {values}.", rule = script.rule)
    };
    let info: &'static Info = Box::leak(Box::new(Info {
        id,
        name: script.title.clone().leak(),
        rule: rule.leak(),
        ending: if script.has("result") || script.points {
            Ending::Always(script.ending.clone().leak())
        } else {
            Ending::NoMove
        },
        default: script.convention,
        players: two.then_some(["A", "B"]),
        params: &[],
        example,
        limits: if script.is_whole() {
            tr!("20,000,000 positions")
        } else {
            tr!(
                "normal play: heaps up to 10,000,000 of at most 200,000 options each; misère play: where the quotient is proved, else 2,000,000 positions"
            )
        },
        misere_parts: if two || script.loops {
            MisereParts::Never
        } else {
            MisereParts::Searched
        },
        family: if heaps {
            MenuGroup::Pile
        } else {
            MenuGroup::Board
        },
        shape: match script.numbers() {
            Some((1, least)) => Shape::Single(least),
            Some((_, least)) => Shape::Pair(least),
            None => Shape::None,
        },
        numbers_text: if script.dims > 1 {
            one_heap
        } else {
            with_commas::<u64>
        },
        numbered: match (script.numbers(), heaps) {
            (Some((1, _)), true) => tr!("a single heap of n"),
            (Some((1, _)), false) => tr!("the number n"),
            (Some(_), true) => tr!("a single heap with the numbers a and b"),
            (Some(_), false) => tr!("the numbers a and b"),
            (None, _) => "",
        },
        nouns: if heaps {
            [tr!("heap"), tr!("heaps")]
        } else {
            [tr!("number"), tr!("numbers")]
        },
    }));
    let mut fields = vec![
        Field::choice(tr!("Script"), tr!("the game to play"), vec![id].leak()),
        start_field(&script, start),
    ];
    for (parameter, value) in script.parameters.iter().zip(&script.values) {
        let help = tr!(
            "a number from {least} to {most}",
            least = parameter.least,
            most = parameter.most
        );
        fields.push(Field::text(
            parameter.name.clone().leak(),
            help.leak(),
            value.to_string().leak(),
        ));
    }
    let setup: &'static SetupForm = Box::leak(Box::new(SetupForm {
        fields: fields.leak(),
        start: form_id,
        random: |values, _| form_id(values),
        presets: vec![(tr!("The starting position"), example)].leak(),
    }));
    let ruleset: OpenRuleset = |convention, params, library| {
        let game = script_named(params, library)?;
        let (info, text) = (game.entry.info, game.script.params_text());
        let script = &game.script;
        let facts = GameFacts {
            scripts: vec![script.source.clone()],
            can_draw: script.has("result") || script.points || script.loops,
            may_go_on: script.loops,
            ..GameFacts::default()
        };
        let game = OwnRuleset::new(game, convention);
        Ok(opened(OpenGame { game, facts }, info, convention, text))
    };
    OwnGame {
        script,
        entry: Entry {
            info,
            setup,
            ruleset,
        },
    }
}

/// Returns the setup field for the start position. If all cells have the same sign, the field asks for the number of
/// cells. If the start is a list of non-negative numbers, the field asks for a list of numbers. Otherwise the field
/// asks for text.
fn start_field(script: &Script, start: &'static str) -> Field {
    let name = match script.kind {
        ScriptKind::Heaps => tr!("Heaps"),
        ScriptKind::Board | ScriptKind::Two => tr!("Position"),
    };
    let Some(signs) = &script.signs else {
        let numbers = start.split(',').map(|n| n.parse().ok());
        return match numbers.collect::<Option<Vec<u64>>>() {
            Some(numbers) => Field::numbers(
                name,
                tr!(
                    "numbers separated by commas; only their count and the largest one matter for a random position"
                ),
                numbers.leak(),
            ),
            None => typed_start(name, start),
        };
    };
    let first = script.start[0];
    let sign = usize::try_from(first).ok().and_then(|i| signs.get(i));
    match sign.filter(|_| script.start.iter().all(|cell| *cell == first)) {
        Some(&sign) => Field {
            name: tr!("Cells"),
            help: tr!(
                "the number of cells; a random position is reached from such a board by random moves"
            ),
            kind: FieldKind::Cells {
                before: start.trim_end_matches(sign),
                sign,
                most: MOST_CELLS as u64,
                default: script.start.len() as u64,
            },
        },
        None => typed_start(name, start),
    }
}

fn typed_start(name: &'static str, start: &'static str) -> Field {
    let help =
        tr!("written as in a position ID; a random position is reached from here by random moves");
    Field::text(name, help, start)
}

fn one_heap(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    numbers.join("x")
}

fn form_id(values: &FieldValues<'_>) -> String {
    let parameters: String = (2..values.len())
        .map(|i| format!("/{}", values.text(i).trim()))
        .collect();
    format!("{}{parameters}:{}", values.text(0), values.state(1))
}

fn names(library: &Library) -> Vec<String> {
    let mut names: Vec<String> = library.scripts().into_iter().map(|s| s.name).collect();
    for (name, _) in nimatron_assets::GAMES {
        if !names.iter().any(|given| given == name) {
            names.push((*name).to_owned());
        }
    }
    names
}

/// Finds the script named by the first parameter of an ID, and sets the script's own parameters to the remaining
/// values.
///
/// # Errors
/// Returns [`IdError`] if no script is named, or if the script does not exist or cannot be read. Also returns
/// [`IdError`] if there are too many values, or if a value is not a number in its parameter's range.
pub fn script_named(params: &[Text<'_>], library: &Library) -> Result<&'static OwnGame, IdError> {
    let Some((&name, values)) = params.split_first() else {
        let what = tr!("own takes one parameter; none is given");
        let expected = tr!("a slash and the name of a script");
        return Err(IdError::missing(what, expected).with_example(super::EXAMPLE));
    };
    let Some(source) = source(name.as_str(), library) else {
        let what = if name.is_empty() {
            tr!("no script is named").to_owned()
        } else {
            tr!("no script is called {text}", text = name.quoted())
        };
        let names = names(library).join(", ");
        let expected = tr!("one of {names}, or a file of your own given with --game FILE");
        return Err(name.error(what, expected).with_example(super::EXAMPLE));
    };
    let limits = name.limits().cloned().unwrap_or_default();
    let read = |values: &[i64]| {
        read_with(&source, values, &limits)
            .map_err(|error| refused(name, error, tr!("a script that reads")))
    };
    let game = read(&[])?;
    let example = game.entry.info.example;
    let mut numbers = Vec::new();
    for (i, text) in values.iter().enumerate() {
        let Some(parameter) = game.script.parameters.get(i) else {
            let expected = match game.script.parameters.len() {
                0 => tr!("no parameter").to_owned(),
                n => tr!("at most {n}"),
            };
            let what = tr!("{text} is one parameter too many", text = text.quoted());
            return Err(text.error(what, expected).with_example(example));
        };
        let range = parameter.least..=parameter.most;
        let value = text
            .as_str()
            .parse::<i64>()
            .ok()
            .filter(|n| range.contains(n));
        numbers.push(value.ok_or_else(|| {
            let Parameter {
                name, least, most, ..
            } = parameter;
            let what = tr!("{text} is no value of {name}", text = text.quoted());
            text.error(what, tr!("a number from {least} to {most}"))
                .with_example(example)
        })?);
    }
    if numbers.is_empty() {
        Ok(game)
    } else {
        read(&numbers)
    }
}

fn refused(text: Text<'_>, error: Stop, expected: &str) -> IdError {
    match error {
        Stop::Fault(what) => IdError {
            failed: true,
            ..text.error(what, expected)
        },
        stop => IdError {
            stop: Some(Box::new(stop)),
            ..text.error(tr!("reading was stopped here"), tr!("more time or memory"))
        },
    }
}

pub(super) fn check_legal(script: &Script, cells: &[i32], text: Text<'_>) -> Result<(), IdError> {
    if !script.has("legal") {
        return Ok(());
    }
    let limits = text.limits().cloned().unwrap_or_default();
    match in_a_moment(&limits, |limits| script.is_legal(cells, limits)) {
        Ok(true) => Ok(()),
        Ok(false) => Err(text.error(
            tr!(
                "legal in {file} refuses this position",
                file = script.source.file
            ),
            tr!("a position that it accepts"),
        )),
        // The script failed, so the ID may still be valid.
        Err(error) => Err(IdError {
            stop: Some(Box::new(error.clone())),
            ..refused(text, error, tr!("a script that answers"))
        }),
    }
}

pub(super) const LONGEST_NAME: usize = 40;

/// Checks that a name consists of 1 to 40 lower case letters, digits, `-` and `_`.
pub fn check_name(name: &str) -> Result<(), DescriptionError> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(fits) {
        Ok(())
    } else {
        Err(DescriptionError::new(tr!(
            "the name {name:?} cannot stand in an ID; expected 1 to {most} lower case letters, digits, - and _",
            most = LONGEST_NAME
        )))
    }
}

/// The catalogue entries of the shipped scripts.
pub fn catalogue() -> impl Iterator<Item = &'static Entry> {
    let names = nimatron_assets::GAMES.iter();
    names.filter_map(|(name, _)| shipped_entry(name))
}

/// The catalogue entry of the shipped script with this name, ignoring case; `None` if there is no such script.
pub fn shipped_entry(name: &str) -> Option<&'static Entry> {
    let source = shipped(&name.to_ascii_lowercase())?;
    let game = read_script(&source, &Limits::default()).ok()?;
    Some(&game.entry)
}

/// The catalogue entries of the valid scripts in the library.
pub fn listed(library: &Library) -> Vec<&'static Entry> {
    let read = |source: &ScriptText| Some(&read_script(source, &Limits::default()).ok()?.entry);
    library.scripts().iter().filter_map(read).collect()
}

/// Adds the scripts of a saved match to the library, so that the match's IDs refer to them. If a name already belongs
/// to a script with a different text, the saved script gets a new name.
///
/// # Errors
/// Returns an error if a name cannot be used in an ID, or if a script cannot be read.
pub fn with_scripts(
    library: &Library,
    scripts: &[(String, Arc<str>)],
) -> Result<Library, DescriptionError> {
    let mut library = library.clone();
    for (name, text) in scripts {
        check_name(name)?;
        let same = |known: &str| source(known, &library).map(|s| s.text == *text);
        // The number replaces the end of a name that would otherwise be too long for an ID.
        let numbered = |n: u32| {
            let number = format!("-{n}");
            format!(
                "{}{number}",
                &name[..name.len().min(LONGEST_NAME - number.len())]
            )
        };
        let free = (1..).map(|n: u32| if n == 1 { name.clone() } else { numbered(n) });
        let here = free
            .into_iter()
            .find(|here| same(here) != Some(false))
            .unwrap_or_else(|| name.clone());
        let script = ScriptText {
            name: here.clone(),
            file: format!("{name}.lua"),
            text: Arc::clone(text),
        };
        read_script(&script, &Limits::default())
            .map_err(|e| DescriptionError::new(e.to_string()))?;
        if source(&here, &library).is_none() {
            library.insert_script(script);
        }
        if here != *name {
            library = library.renaming(name, &here);
        }
    }
    Ok(library)
}
