//! Small files next to the saved games: the data folder and what the program remembers.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::record::{self, RecordError};
use super::store::{Store, StoreError, create_folder};

/// How long another program may keep a file of the data folder to itself.
const LOCKED: Duration = Duration::from_secs(10);
/// How often it is asked for again.
const ASKED: Duration = Duration::from_millis(5);

impl Store {
    /// Keeps a file of the data folder from other programs until what is given back is dropped, or the program ends;
    /// `None` where there is no such folder, or its file system knows no locks.
    ///
    /// Errors: what the file system says, or that another program does not let go.
    pub fn lock_data(&self, name: &str) -> Result<Option<File>, StoreError> {
        let Some(folder) = &self.data else { return Ok(None) };
        create_folder(folder)?;
        // The file itself is replaced when it is written: a lock on it would be a lock on the old one.
        let path = folder.join(format!(".{name}.lock"));
        let fail = |error| StoreError::Write(path.clone(), error);
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(fail)?;
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

    /// A file of the data folder, where there is one.
    pub fn data_path(&self, name: &str) -> Option<PathBuf> {
        self.data.as_ref().map(|folder| folder.join(name))
    }

    /// The text of a file of the data folder; `None` where there is no such file.
    ///
    /// Errors: a file that cannot be read, is not text, or is too large.
    pub fn read_data(&self, name: &str) -> Result<Option<String>, StoreError> {
        let Some(path) = self.data_path(name) else { return Ok(None) };
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
        record::regular(&path).and_then(|()| record::read_text(&path)).ok()
    }
}

fn write_in(folder: Option<&Path>, name: &str, text: &str) -> Result<(), StoreError> {
    let Some(folder) = folder else { return Ok(()) };
    create_folder(folder)?;
    let path = folder.join(name);
    record::write(&path, text, true).map_err(|error| StoreError::Write(path, error))
}
