//! The files that jobs read and write.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::play::Match;
use crate::play::history::{self, History};
use crate::play::record::{Loaded, Seen};
use crate::play::store::{Store, StoreError};
use nimatron_core::rules::Library;

/// The name under which the store remembers that the program was started here before.
pub const STARTED: &str = "lesson";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveAs {
    /// Among the saved games.
    Name {
        /// As it is typed, without the folder and the ending.
        name: String,
        replace: bool,
    },
    /// In the file it came from.
    File {
        path: PathBuf,
        /// Whether it may be replaced though another program has changed it.
        replace: bool,
    },
}

/// Where files lie, and what saved games held when they were last read or written here.
#[derive(Clone, Default)]
pub struct Disk {
    /// Where games are saved, if there is such a place.
    pub store: Option<Store>,
    /// The settings file, if there is a place for one.
    pub settings: Option<PathBuf>,
    seen: Arc<Mutex<HashMap<PathBuf, Seen>>>,
    /// Whoever holds it keeps the writer waiting, as a slow disk does.
    #[cfg(test)]
    pub slow: Arc<Mutex<()>>,
}

impl Disk {
    pub fn new(store: Option<Store>, settings: Option<PathBuf>) -> Disk {
        Disk {
            store,
            settings,
            ..Disk::default()
        }
    }

    pub fn store(&self) -> Result<&Store, StoreError> {
        self.store.as_ref().ok_or(StoreError::NoHome)
    }

    fn seen(&self) -> MutexGuard<'_, HashMap<PathBuf, Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A saved game was read before the interface began.
    pub fn has_seen(&self, path: PathBuf, seen: Seen) {
        self.seen().insert(path, seen);
    }

    /// Waits for a disk that a test keeps slow.
    #[cfg(test)]
    pub fn wait(&self, lane: super::job::Lane) -> Option<MutexGuard<'_, ()>> {
        (lane == super::job::Lane::Write)
            .then(|| self.slow.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The match of a saved game; stops where `go_on` says so.
    pub fn open(
        &self,
        path: &Path,
        library: &Library,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Match, StoreError> {
        let Loaded { game, seen, .. } = Store::load_while(path, library, go_on)?;
        self.seen().extend(seen.map(|seen| (path.to_owned(), seen)));
        Ok(game)
    }

    /// The match that was left last, with the file that holds it, if it was saved.
    pub fn left(&self, library: &Library) -> Result<(Match, Option<PathBuf>), StoreError> {
        let (game, file) = self.store()?.left(library)?;
        let seen = file
            .clone()
            .and_then(|path| Seen::now(&path).map(|seen| (path, seen)));
        self.seen().extend(seen);
        Ok((game, file))
    }

    pub fn save(&self, game: &Match, to: SaveAs) -> Result<PathBuf, StoreError> {
        let store = self.store()?;
        let file = match to {
            SaveAs::Name { name, replace } => store.save(game, &name, replace),
            SaveAs::File { path, replace } => {
                let seen = self.seen().get(&path).copied().filter(|_| !replace);
                Store::save_over(game, path, seen)
            }
        }?;
        self.seen().insert(file.path.clone(), file.seen);
        Ok(file.path)
    }

    pub fn rename(&self, path: &Path, name: &str) -> Result<PathBuf, StoreError> {
        let to = self.store()?.rename(path, name)?;
        let mut seen = self.seen();
        if let Some(held) = seen.remove(path) {
            seen.insert(to.clone(), held);
        }
        Ok(to)
    }

    /// The record of play, an empty one where there is no place for it.
    pub fn record(&self) -> Result<History, String> {
        match &self.store {
            Some(store) => History::load(store).map_err(|error| error.to_string()),
            None => Ok(History::default()),
        }
    }

    /// Changes the record of play; what is to be told of it.
    pub fn count(&self, change: impl FnOnce(&mut History)) -> Option<String> {
        let written = History::change(self.store.as_ref()?, change);
        written.unwrap_or_else(|error| Some(format!("The record of play is not written: {error}")))
    }

    /// The record of play begins anew: today, and the empty record.
    pub fn forget_record(&self) -> Result<(String, History), StoreError> {
        History::forget(self.store()?)?;
        Ok((history::today(), History::default()))
    }
}
