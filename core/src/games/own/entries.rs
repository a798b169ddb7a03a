//! Scripts in the catalogue: their entries, and how positions of them are opened.

use std::sync::Arc;

use super::boards::OwnBoard;
use super::constants::ScriptKind;
use super::engine::within;
use super::heaps::OwnHeaps;
use super::known::{LONGEST_NAME, OwnGame, check_name, read_script, script_named, shipped, source};
use crate::erased::{AnyPosition, Entry, Game, GamePosition};
use crate::rules::{Convention, DescriptionError, IdError, Library, Limits, ScriptText, Text};

/// The catalogue's entry of a script.
fn entry(game: &'static OwnGame) -> &'static Entry {
    game.entry.get_or_init(|| Entry { info: game.info, setup: game.setup, open, random })
}

/// Opens a position of a script.
pub(super) fn open(
    convention: Convention,
    params: &[Text<'_>],
    state: Text<'_>,
    library: &Library,
) -> Result<Box<dyn AnyPosition>, IdError> {
    fn at<G: Game>(game: G, state: Text<'_>) -> Result<Box<dyn AnyPosition>, IdError> {
        let game = Arc::new(game);
        let at = crate::rules::Notation::parse_state(&*game, state)?;
        Ok(Box::new(GamePosition::new(game, at)))
    }
    let game = script_named(params, library)?;
    match game.script.kind {
        ScriptKind::Heaps => at(OwnHeaps::new(game, convention), state),
        _ => at(OwnBoard::new(game, convention), state),
    }
}

/// A random position of a script.
fn random(
    convention: Convention,
    params: &[Text<'_>],
    library: &Library,
    pick: &mut dyn FnMut(u64) -> u64,
) -> Result<Option<Box<dyn AnyPosition>>, IdError> {
    fn at<G: Game>(game: G, pick: &mut dyn FnMut(u64) -> u64) -> Option<Box<dyn AnyPosition>> {
        let game = Arc::new(game);
        let at = game.random_position(pick)?;
        Some(Box::new(GamePosition::new(game, at)))
    }
    let game = script_named(params, library)?;
    Ok(match game.script.kind {
        ScriptKind::Heaps => at(OwnHeaps::new(game, convention), pick),
        _ => at(OwnBoard::new(game, convention), pick),
    })
}

/// The entry of the game that an ID's word and parameters name, where the word is `own`.
///
/// # Errors
/// What reading the script gives.
pub fn entry_of(params: &[Text<'_>], library: &Library) -> Result<&'static Entry, IdError> {
    Ok(entry(script_named(&params[..params.len().min(1)], library)?))
}

/// The catalogue's lines of the shipped scripts.
pub fn catalogue() -> impl Iterator<Item = &'static Entry> {
    let limits = Limits::default();
    let read = |(name, _): &(&str, &str)| read_script(&shipped(name)?, &limits).ok();
    // All on one thread: each reading on its own would begin one.
    let all =
        within(&limits, || nimatron_assets::GAMES.iter().filter_map(read).map(entry).collect::<Vec<_>>());
    all.unwrap_or_default().into_iter()
}

/// The catalogue's lines of the library's scripts that read, those in order.
pub fn listed(library: &Library) -> Vec<&'static Entry> {
    let read = |source: Arc<ScriptText>| read_script(&source, &Limits::default()).ok();
    library.scripts().into_iter().filter_map(read).map(entry).collect()
}

/// The library with the scripts of a saved match, so that the match's IDs name them: where another script has the name
/// already, the match's gets a new one.
///
/// # Errors
/// What is wrong with a script or its name.
pub fn with_scripts(library: &Library, scripts: &[(String, Arc<str>)]) -> Result<Library, DescriptionError> {
    let mut library = library.clone();
    for (name, text) in scripts {
        check_name(name)?;
        let same = |known: &str| source(known, &library).map(|s| s.text == *text);
        // The number takes the place of the name's end where both together would be too long for an ID.
        let numbered = |n: u32| {
            let number = format!("-{n}");
            format!("{}{number}", &name[..name.len().min(LONGEST_NAME - number.len())])
        };
        let free = (1..).map(|n: u32| if n == 1 { name.clone() } else { numbered(n) });
        let here = free.into_iter().find(|here| same(here) != Some(false)).unwrap_or_else(|| name.clone());
        let script = ScriptText { name: here.clone(), file: format!("{name}.rhai"), text: Arc::clone(text) };
        read_script(&script, &Limits::default()).map_err(|e| DescriptionError::new(e.to_string()))?;
        if source(&here, &library).is_none() {
            library.insert_script(script);
        }
        if here != *name {
            library = library.renaming(name, &here);
        }
    }
    Ok(library)
}
