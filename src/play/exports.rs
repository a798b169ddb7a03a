//! Exported matches, in a folder next to the saved games.

use std::path::PathBuf;

use super::Match;
use super::file_name::free_name;
use super::record;
use super::store::{Store, StoreError, create_folder};

impl Store {
    /// Writes files about a match, each an ending and a text, under one name that none of them has yet. Gives the path
    /// without the endings.
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
}
