//! Small files beside the saved games: those of the data folder, and what the program remembers.

use std::fs;
use std::io;
use std::path::PathBuf;

use super::record::{self, RecordError};
use super::store::{Store, StoreError};

impl Store {
    /// A file of the data folder, where there is one.
    #[must_use]
    pub fn data_path(&self, name: &str) -> Option<PathBuf> {
        self.data.as_ref().map(|folder| folder.join(name))
    }

    /// The text of a file of the data folder; `None` where there is no such file.
    ///
    /// # Errors
    /// A file that cannot be read, is not text, or is too large.
    pub fn read_data(&self, name: &str) -> Result<Option<String>, StoreError> {
        let Some(path) = self.data_path(name) else { return Ok(None) };
        match record::read_text(&path) {
            Ok(text) => Ok(Some(text)),
            Err(RecordError::Io(e)) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StoreError::Read { path, error: Box::new(error) }),
        }
    }

    /// Writes a file of the data folder, all of it or nothing; does nothing where there is no such folder.
    ///
    /// # Errors
    /// What the file system says; what was there is then untouched.
    pub fn write_data(&self, name: &str, text: &str) -> Result<(), StoreError> {
        let Some(path) = self.data_path(name) else { return Ok(()) };
        if let Some(folder) = &self.data {
            fs::create_dir_all(folder).map_err(|error| StoreError::Folder { path: folder.clone(), error })?;
        }
        record::write(&path, text, true).map_err(|error| StoreError::Write { path, error })
    }

    /// Gives a file of the data folder another name, replacing what has it.
    ///
    /// # Errors
    /// What the file system says.
    pub fn set_aside(&self, name: &str, aside: &str) -> Result<(), StoreError> {
        match (self.data_path(name), self.data_path(aside)) {
            (Some(path), Some(aside)) => {
                fs::rename(&path, aside).map_err(|error| StoreError::Write { path, error })
            }
            _ => Ok(()),
        }
    }

    /// Writes a small file that the program remembers things by; does nothing where there is no folder for it.
    ///
    /// # Errors
    /// What the file system says.
    pub fn remember(&self, name: &str, text: &str) -> Result<(), StoreError> {
        let Some(folder) = &self.state else { return Ok(()) };
        fs::create_dir_all(folder).map_err(|error| StoreError::Folder { path: folder.clone(), error })?;
        let path = folder.join(name);
        record::write(&path, text, true).map_err(|error| StoreError::Write { path, error })
    }

    /// The text of a file that [`Store::remember`] wrote; `None` where there is none that can be read.
    #[must_use]
    pub fn recall(&self, name: &str) -> Option<String> {
        let path = self.state.as_ref()?.join(name);
        record::regular(&path).and_then(|()| record::read_text(&path)).ok()
    }
}
