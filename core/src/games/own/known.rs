//! The scripts that have been read in this run, each once: the shipped ones and those that the library holds. Their entries
//! in the catalogue, and how positions of them are opened.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::boards::OwnBoard;
use super::engine;
use super::heaps::OwnHeaps;
use super::script::{Script, ScriptError, ScriptKind};
use crate::erased::{Entry, OpenRuleset};
use crate::games::prelude::*;

/// A script that has been read, with its place in the catalogue.
pub struct OwnGame {
    /// The script.
    pub script: Script,
    /// Its place in the catalogue.
    pub entry: Entry,
}

/// How long a script is waited for while an ID is typed.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);

type Known = HashMap<ScriptKey, Result<&'static OwnGame, ScriptError>>;
/// A script's name and its text.
type ScriptKey = (String, Arc<str>);

/// Every script that has been read in this run. A script is never dropped: its name and rule are told for as long as the
/// program runs, and there are few.
static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

pub(super) fn shipped(name: &str) -> Option<ScriptText> {
    let (name, text) = nimatron_assets::GAMES
        .iter()
        .find(|(known, _)| *known == name)?;
    Some(ScriptText {
        name: (*name).to_owned(),
        file: format!("{name}.rhai"),
        text: (*text).into(),
    })
}

/// The script of that name: of the library, or else a shipped one.
pub(super) fn source(name: &str, library: &Library) -> Option<ScriptText> {
    library
        .script(name)
        .or_else(|| shipped(&library.script_name(name)))
}

/// Reads a script, or finds it among those that have been read.
pub fn read_script(source: &ScriptText, limits: &Limits) -> Result<&'static OwnGame, ScriptError> {
    let key = (source.name.clone(), Arc::clone(&source.text));
    if let Some(known) = KNOWN
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&key)
    {
        return known.clone();
    }
    let read = Script::read(source, limits).map(|script| &*Box::leak(Box::new(own_game(script))));
    if !matches!(read, Err(ScriptError::Stopped(_))) {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        return known.entry(key).or_insert(read).clone();
    }
    read
}

/// A script with what the catalogue says of it. The texts live as long as the program.
fn own_game(script: Script) -> OwnGame {
    let id: &str = format!("own/{}", script.source.name).leak();
    let two = script.kind == ScriptKind::Two;
    let start: &str = script
        .state_text(&script.start, two.then_some(Player::First))
        .leak();
    let example: &str = format!("{id}:{start}").leak();
    let heaps = script.kind == ScriptKind::Heaps;
    let info: &'static Info = Box::leak(Box::new(Info {
        id,
        name: script.title.clone().leak(),
        rule: script.rule.clone().leak(),
        ending: match script.has.result {
            true => Ending::Always(script.ending.clone().leak()),
            false => Ending::NoMove,
        },
        default: script.convention,
        players: two.then_some(["A", "B"]),
        example,
        limits: match script.kind {
            ScriptKind::Heaps => {
                "normal play: heaps up to 10,000; misère play: where the quotient is proved, else 2,000,000 positions"
            }
            ScriptKind::Board | ScriptKind::Two => "2,000,000 positions",
        },
        misere_parts: if two {
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
            _ if heaps => Shape::Single(0),
            Some((1, least)) => Shape::Single(least),
            Some((_, least)) => Shape::Pair(least),
            None => Shape::None,
        },
    }));
    let help = if heaps {
        "the heap sizes, separated by commas"
    } else {
        "the cells, written as in a position ID"
    };
    let fields = vec![
        Field::choice("Script", "the game to play", vec![id].leak()),
        Field::text(if heaps { "Heaps" } else { "Position" }, help, start),
    ];
    let setup: &'static SetupForm = Box::leak(Box::new(SetupForm {
        fields: fields.leak(),
        start: |values| format!("{}:{}", values.text(0), values.text(1)),
        random: |values, _| format!("{}:{}", values.text(0), values.text(1)),
        presets: vec![("The starting position", example)].leak(),
    }));
    let ruleset: OpenRuleset = |convention, params, library| {
        let game = script_named(params, library)?;
        Ok(match game.script.kind {
            ScriptKind::Heaps => Arc::new(OwnHeaps::new(game, convention)),
            ScriptKind::Board | ScriptKind::Two => Arc::new(OwnBoard::new(game, convention)),
        })
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

/// All names that are known, the library's first.
fn names(library: &Library) -> Vec<String> {
    let mut names: Vec<String> = library.scripts().into_iter().map(|s| s.name).collect();
    for (name, _) in nimatron_assets::GAMES {
        if !names.iter().any(|given| given == name) {
            names.push((*name).to_owned());
        }
    }
    names
}

/// The script that an ID's parameters name.
pub(super) fn script_named(
    params: &[Text<'_>],
    library: &Library,
) -> Result<&'static OwnGame, IdError> {
    let [name] = crate::games::params::exactly("own", params, ["the name of a script"])?;
    let Some(source) = source(name.as_str(), library) else {
        let what = match name.is_empty() {
            true => "no script is named".to_owned(),
            false => format!("no script is called {}", name.quoted()),
        };
        let names = names(library).join(", ");
        return Err(name.error(
            what,
            format!("one of {names}, or a file of your own given with --game FILE"),
        ));
    };
    let limits = name.limits().cloned().unwrap_or_default();
    read_script(&source, &limits).map_err(|error| refused(name, error, "a script that reads"))
}

/// The error of a script, met while an ID was read.
fn refused(text: Text<'_>, error: ScriptError, expected: &str) -> IdError {
    match error {
        ScriptError::Stopped(stop) => IdError {
            stop: Some(Box::new(stop)),
            ..text.error("reading was stopped here", "more time")
        },
        ScriptError::Fault(what) => IdError {
            failed: true,
            ..text.error(what, expected)
        },
    }
}

/// Refuses cells that make no sense, where the script says which do.
pub(super) fn check_legal(script: &Script, cells: &[i32], text: Text<'_>) -> Result<(), IdError> {
    if !script.has.legal {
        return Ok(());
    }
    let limits = text
        .limits()
        .cloned()
        .unwrap_or_else(|| engine::waiting(PATIENCE));
    match engine::within(&limits, || script.is_legal(cells)) {
        Ok(true) => Ok(()),
        Ok(false) => Err(text.error(
            format!("legal in {} refuses this position", script.source.file),
            "a position that it accepts",
        )),
        Err(error) => Err(refused(text, error, "a script that answers")),
    }
}

pub(super) const LONGEST_NAME: usize = 40;

/// Whether a script may be called so: lower case letters, digits, `-` and `_`, at most 40 in all.
pub fn check_name(name: &str) -> Result<(), DescriptionError> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    match !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(fits) {
        true => Ok(()),
        false => Err(DescriptionError::new(format!(
            "the name {name:?} cannot stand in an ID; expected 1 to {LONGEST_NAME} lower case letters, digits, - and _"
        ))),
    }
}

/// The entry of the game that an ID's word and parameters name, where the word is `own`.
pub fn entry_of(params: &[Text<'_>], library: &Library) -> Result<&'static Entry, IdError> {
    Ok(&script_named(&params[..params.len().min(1)], library)?.entry)
}

/// The catalogue's lines of the shipped scripts.
pub fn catalogue() -> impl Iterator<Item = &'static Entry> {
    let limits = Limits::default();
    let read = |(name, _): &(&str, &str)| Some(&read_script(&shipped(name)?, &limits).ok()?.entry);
    // All on one thread: each reading on its own would begin one.
    let all = engine::within(&limits, || {
        Ok::<_, Stop>(
            nimatron_assets::GAMES
                .iter()
                .filter_map(read)
                .collect::<Vec<_>>(),
        )
    });
    all.unwrap_or_default().into_iter()
}

/// The catalogue's lines of the library's scripts that read, those in order.
pub fn listed(library: &Library) -> Vec<&'static Entry> {
    let read = |source: &ScriptText| Some(&read_script(source, &Limits::default()).ok()?.entry);
    library.scripts().iter().filter_map(read).collect()
}

/// The library with the scripts of a saved match, so that the match's IDs name them: where another script has the name
/// already, the match's gets a new one.
pub fn with_scripts(
    library: &Library,
    scripts: &[(String, Arc<str>)],
) -> Result<Library, DescriptionError> {
    let mut library = library.clone();
    for (name, text) in scripts {
        check_name(name)?;
        let same = |known: &str| source(known, &library).map(|s| s.text == *text);
        // The number takes the place of the name's end where both together would be too long for an ID.
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
            file: format!("{name}.rhai"),
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
