//! The match that was left last, and the file that holds it, if it was saved.

use std::path::{Path, PathBuf};

use super::Match;
use super::record::{Draft, Loaded};
use super::store::{FILE, Store, StoreError, line};
use nimatron_core::rules::Library;

/// Keeps what was taken from the match for next time; `file` is the saved game that holds all of it.
pub fn keep(store: &Store, draft: Draft, file: Option<&Path>) -> Result<(), StoreError> {
    store.keep(draft)?;
    store.remember(FILE, &file.map_or(String::new(), |path| path.to_string_lossy().into_owned()))
}

/// The match that was left last, with its file if that holds the same moves still.
pub fn last(store: &Store, library: &Library) -> Result<(Match, Option<PathBuf>), StoreError> {
    let Loaded { game, .. } = store.last(library)?;
    let path = store.recall(FILE).map(PathBuf::from).filter(|path| !path.as_os_str().is_empty());
    let file = path.filter(|p| {
        Store::load_while(p, library, &|| true).is_ok_and(|saved| line(&saved.game) == line(&game))
    });
    Ok((game, file))
}
