//! Single files: saved games as they are, exports, the match that was left, what the program remembers, and the data
//! folder.

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

/// How long another program may keep a file of the data folder to itself.
const LOCKED: Duration = Duration::from_secs(10);
/// How often it is asked for again.
const ASKED: Duration = Duration::from_millis(5);

impl Store {
    /// Gives a saved game another name; it stays in its folder and keeps its ending. A match that was played and not
    /// saved is saved so.
    ///
    /// Errors: [`StoreError::Name`], [`StoreError::Exists`], or what the file system says; nothing is replaced.
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
        // A second name for the file is only given where there is none: a plain renaming would replace a file.
        let done = match fs::hard_link(path, &to) {
            Ok(()) => fs::remove_file(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            Err(_) if fs::symlink_metadata(&to).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
            // Some file systems know one name a file.
            Err(_) => fs::rename(path, &to).or_else(|error| match error.kind() {
                // Those that are not saved yet may be on another disk.
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

    /// Writes files about a match, each an ending and a text, in a folder among the saved games, under one name that none
    /// of them has yet. Gives the path without the endings.
    ///
    /// Errors: [`StoreError::Folder`], or [`StoreError::Write`] as the file system says. No file is replaced.
    pub fn export(&self, game: &Match, files: &[(&str, String)]) -> Result<PathBuf, StoreError> {
        let folder = self.saves().join("exports");
        create_folder(&folder)?;
        let path = |name: &str, ending: &str| folder.join(format!("{name}.{ending}"));
        let name = free_name(game.start().info().id, |name| {
            files.iter().any(|(ending, _)| path(name, ending).exists())
        });
        for (ending, text) in files {
            let path = path(&name, ending);
            record::put(&path, text, false).map_err(|error| StoreError::Write(path, error))?;
        }
        Ok(folder.join(name))
    }

    /// Keeps what was taken from the match that is left for next time; `file` is the saved game that holds all of it.
    pub fn keep_left(&self, draft: Draft, file: Option<&Path>) -> Result<(), StoreError> {
        self.keep(draft)?;
        self.remember(
            FILE,
            &file.map_or(String::new(), |path| path.to_string_lossy().into_owned()),
        )
    }

    /// The match that was left last, with its file if that holds the same moves still.
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

    /// Keeps a file of the data folder from other programs until what is given back is dropped, or the program ends;
    /// `None` where there is no such folder, or its file system knows no locks.
    ///
    /// Errors: what the file system says, or that another program does not let go.
    pub fn lock_data(&self, name: &str) -> Result<Option<File>, StoreError> {
        let Some(folder) = &self.data else {
            return Ok(None);
        };
        create_folder(folder)?;
        // The file itself is replaced when it is written: a lock on it would be a lock on the old one.
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
                    let what = "another program has been writing for 10 seconds";
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

    /// The text of a file of the data folder; `None` where there is no such file.
    ///
    /// Errors: a file that cannot be read, is not text, or is too large.
    pub fn read_data(&self, name: &str) -> Result<Option<String>, StoreError> {
        let Some(path) = self.data_path(name) else {
            return Ok(None);
        };
        match record::regular(&path).and_then(|()| record::read_text(&path)) {
            Ok(text) => Ok(Some(text)),
            Err(RecordError::Io(e)) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StoreError::read(&path, error)),
        }
    }

    /// Writes a file of the data folder, all of it or nothing; does nothing where there is no such folder.
    ///
    /// Errors: what the file system says; what was there is then untouched.
    pub fn write_data(&self, name: &str, text: &str) -> Result<(), StoreError> {
        write_in(self.data.as_deref(), name, text)
    }

    /// Gives a file of the data folder another name, replacing what has it.
    pub fn set_aside(&self, name: &str, aside: &str) -> Result<(), StoreError> {
        match (self.data_path(name), self.data_path(aside)) {
            (Some(path), Some(aside)) => {
                fs::rename(&path, aside).map_err(|error| StoreError::Write(path, error))
            }
            _ => Ok(()),
        }
    }

    /// Writes a small file that the program remembers things by; does nothing where there is no folder for it.
    pub fn remember(&self, name: &str, text: &str) -> Result<(), StoreError> {
        write_in(self.state.as_deref(), name, text)
    }

    /// The text of a file that [`Store::remember`] wrote; `None` where there is none that can be read.
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
