//! What can be done with the file of a saved game as it is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::super::file_name::fault;
use super::{Store, StoreError, create_folder};

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
                io::ErrorKind::CrossesDevices => fs::copy(path, &to).and_then(|_| fs::remove_file(path)),
                _ => Err(error),
            }),
        };
        match done {
            Ok(()) => Ok(to),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(StoreError::Exists(to)),
            Err(error) => Err(StoreError::Write(path.to_path_buf(), error)),
        }
    }

    pub fn delete(path: &Path) -> Result<(), StoreError> {
        fs::remove_file(path).map_err(|error| StoreError::Delete(path.to_path_buf(), error))
    }
}
