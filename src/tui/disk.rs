//! Reads and writes files on behalf of jobs.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::play::Match;
use crate::play::history::{self, History};
use crate::play::record::{Loaded, Seen};
use crate::play::store::{Store, StoreError};
use nimatron_core::rules::Library;
use nimatron_core::tr;

/// The name of the store entry that records that the program has been started before.
pub const STARTED: &str = "lesson";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveAs {
    Name {
        /// The name as typed, without a folder or an extension.
        name: String,
        replace: bool,
    },
    File {
        path: PathBuf,
        replace: bool,
    },
}

/// The store, the path of the settings file, and the last known hashes of saved games.
#[derive(Clone, Default)]
pub struct Disk {
    pub store: Option<Store>,
    pub settings: Option<PathBuf>,
    seen: Arc<Mutex<HashMap<PathBuf, Seen>>>,
    /// Writes wait while a test holds this lock, as they would on a slow disk.
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

    /// Records the hash of a saved game that was read before the interface started.
    pub fn has_seen(&self, path: PathBuf, seen: Seen) {
        self.seen().insert(path, seen);
    }

    /// Locks `slow` if this is the write lane, so that a test can delay writes. The caller holds the returned guard
    /// while it writes.
    #[cfg(test)]
    pub fn wait(&self, lane: super::job::Lane) -> Option<MutexGuard<'_, ()>> {
        (lane == super::job::Lane::Write)
            .then(|| self.slow.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Loads a saved game, but stops early if `go_on` returns false.
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

    /// Loads the last unfinished match. If the match was saved, also returns the path of its file.
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

    /// Loads the record of play. If there is no store, returns an empty record.
    pub fn record(&self) -> Result<History, String> {
        match &self.store {
            Some(store) => History::load(store).map_err(|error| error.to_string()),
            None => Ok(History::default()),
        }
    }

    /// Changes the record of play. Returns a message for the user if the record was damaged or could not be written.
    pub fn count(&self, change: impl FnOnce(&mut History)) -> Option<String> {
        let written = History::change(self.store.as_ref()?, change);
        written.unwrap_or_else(|error| Some(tr!("The record of play is not written: {error}")))
    }

    pub fn forget_record(&self) -> Result<(String, History), StoreError> {
        History::forget(self.store()?)?;
        Ok((history::today(), History::default()))
    }
}
