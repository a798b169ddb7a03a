//! Reads and writes individual files: saved games, exports, the unfinished match, remembered values, and files in the
//! data folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{FILE, Store, StoreError, create_folder, line};
use crate::play::Match;
use crate::play::file_name::{fault, free_name};
use crate::play::record::{self, Draft, Loaded, RecordError};
use nimatron_core::rules::Library;
use nimatron_core::tr;

/// The maximum time to wait for a data file that another program has locked.
const LOCKED: Duration = Duration::from_secs(10);
/// The time between two attempts to lock a data file.
const ASKED: Duration = Duration::from_millis(5);

impl Store {
    /// Renames a saved game. The file keeps its folder and its extension. A recent unsaved match instead moves to the
    /// folder of saved games, and becomes a saved game. An existing file is never replaced.
    pub fn rename(&self, path: &Path, name: &str) -> Result<PathBuf, StoreError> {
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("json");
        let stem = name.trim();
        let stem = stem.strip_suffix(&format!(".{ending}")).unwrap_or(stem);
        if let Some(why) = fault(stem) {
            return Err(StoreError::Name(name.to_owned(), why));
        }
        let file = format!("{stem}.{ending}");
        let to = if self.is_played(path) {
            create_folder(&self.saves)?;
            self.saves.join(file)
        } else {
            path.with_file_name(file)
        };
        if to == path {
            return Ok(to);
        }
        // Creating a hard link fails if the name exists, whereas renaming would replace the existing file.
        let done = match fs::hard_link(path, &to) {
            Ok(()) => fs::remove_file(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            Err(_) if fs::symlink_metadata(&to).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
            // Some file systems have no hard links.
            Err(_) => fs::rename(path, &to).or_else(|error| match error.kind() {
                // Unsaved matches may be on another disk.
                io::ErrorKind::CrossesDevices => {
                    fs::copy(path, &to).and_then(|_| fs::remove_file(path))
                }
                _ => Err(error),
            }),
        };
        match done {
            Ok(()) => Ok(to),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(StoreError::Exists(to))
            }
            Err(error) => Err(StoreError::Write(path.to_path_buf(), error)),
        }
    }

    pub fn delete(path: &Path) -> Result<(), StoreError> {
        fs::remove_file(path).map_err(|error| StoreError::Delete(path.to_path_buf(), error))
    }

    /// Exports files about a match to the folder `exports` in the folder of saved games. `files` holds the extension
    /// and the text of each file. All files get the same unused name. Returns their common path without an extension.
    pub fn export(&self, game: &Match, files: &[(&str, String)]) -> Result<PathBuf, StoreError> {
        let folder = self.saves().join("exports");
        create_folder(&folder)?;
        let path = |name: &str, ending: &str| folder.join(format!("{name}.{ending}"));
        let name = free_name(game.start().info().name, |name| {
            files.iter().any(|(ending, _)| path(name, ending).exists())
        });
        for (ending, text) in files {
            let path = path(&name, ending);
            record::put(&path, text, false).map_err(|error| StoreError::Write(path, error))?;
        }
        Ok(folder.join(name))
    }

    /// Stores the snapshot of the unfinished match, so that the next run of the program can resume it. If a saved game
    /// contains the whole match, `file` is its path.
    pub fn keep_left(&self, draft: Draft, file: Option<&Path>) -> Result<(), StoreError> {
        self.keep(draft)?;
        self.remember(
            FILE,
            &file.map_or(String::new(), |path| path.to_string_lossy().into_owned()),
        )
    }

    /// Loads the last unfinished match. Also returns the path of its saved game if that game still has the same start
    /// and moves.
    pub fn left(&self, library: &Library) -> Result<(Match, Option<PathBuf>), StoreError> {
        let Loaded { game, .. } = self.last(library)?;
        let path = self
            .recall(FILE)
            .map(PathBuf::from)
            .filter(|path| !path.as_os_str().is_empty());
        let is_same = |saved: Loaded| line(&saved.game) == line(&game);
        let file = path.filter(|p| Store::load_while(p, library, &|| true).is_ok_and(is_same));
        Ok((game, file))
    }

    /// Locks a file in the data folder against other programs until the returned file is dropped or the program ends.
    /// Returns `None` if there is no data folder or its file system has no locks.
    pub fn lock_data(&self, name: &str) -> Result<Option<File>, StoreError> {
        let Some(folder) = &self.data else {
            return Ok(None);
        };
        create_folder(folder)?;
        // The data file is replaced when it is written, so a lock on the old file would not apply to the new file.
        let path = folder.join(format!(".{name}.lock"));
        let fail = |error| StoreError::Write(path.clone(), error);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(fail)?;
        let until = Instant::now() + LOCKED;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::WouldBlock) if Instant::now() < until => sleep(ASKED),
                Err(TryLockError::WouldBlock) => {
                    let what = tr!("another program has been writing for 10 seconds");
                    return Err(fail(io::Error::new(io::ErrorKind::TimedOut, what)));
                }
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                    return Ok(None);
                }
                Err(TryLockError::Error(error)) => return Err(fail(error)),
            }
        }
    }

    pub fn data_path(&self, name: &str) -> Option<PathBuf> {
        self.data.as_ref().map(|folder| folder.join(name))
    }

    pub fn read_data(&self, name: &str) -> Result<Option<String>, StoreError> {
        let Some(path) = self.data_path(name) else {
            return Ok(None);
        };
        match record::read_regular(&path) {
            Ok(text) => Ok(Some(text)),
            Err(RecordError::Io(e)) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StoreError::read(&path, error)),
        }
    }

    /// Writes a file in the data folder atomically; does nothing if there is no data folder.
    pub fn write_data(&self, name: &str, text: &str) -> Result<(), StoreError> {
        write_in(self.data.as_deref(), name, text)
    }

    /// Renames a file in the data folder, replacing any file with the new name; does nothing if there is no data
    /// folder.
    pub fn set_aside(&self, name: &str, aside: &str) -> Result<(), StoreError> {
        match (self.data_path(name), self.data_path(aside)) {
            (Some(path), Some(aside)) => {
                fs::rename(&path, aside).map_err(|error| StoreError::Write(path, error))
            }
            _ => Ok(()),
        }
    }

    /// Stores a small value for later runs; does nothing if there is no folder for such values.
    pub fn remember(&self, name: &str, text: &str) -> Result<(), StoreError> {
        write_in(self.state.as_deref(), name, text)
    }

    /// Reads a value stored by [`Store::remember`]; returns `None` if it is missing or unreadable.
    pub fn recall(&self, name: &str) -> Option<String> {
        let path = self.state.as_ref()?.join(name);
        record::regular(&path)
            .and_then(|()| record::read_text(&path))
            .ok()
    }
}

fn write_in(folder: Option<&Path>, name: &str, text: &str) -> Result<(), StoreError> {
    let Some(folder) = folder else { return Ok(()) };
    create_folder(folder)?;
    let path = folder.join(name);
    record::write(&path, text, true).map_err(|error| StoreError::Write(path, error))
}
