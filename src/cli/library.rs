//! `--graph FILE`: boards and graphs of the user's, for one run.

use std::path::{Path, PathBuf};

use super::error::{Done, Error};
use crate::play::record;
use crate::rules::Library;

/// The library of these files. A board or graph goes by the name inside its file, or else by the file's own.
///
/// # Errors
/// A file that cannot be read, is not JSON, or has no name that could stand in an ID.
pub fn read(files: &[PathBuf]) -> Done<Library> {
    let mut library = Library::default();
    for path in files {
        let fail = |what: &dyn std::fmt::Display| Error::Failed(format!("{} {what}", path.display()));
        let json = record::read_text(path).map_err(|e| fail(&e))?;
        let value: serde_json::Value =
            serde_json::from_str(&json).map_err(|e| fail(&format_args!("is not JSON: {e}")))?;
        let inside = value.get("name").and_then(|n| n.as_str()).filter(|n| fits(n)).map(str::to_owned);
        let name = inside.or_else(|| stem(path)).ok_or_else(|| {
            fail(&"has no name for IDs; expected a field \"name\" of letters, digits, _ and -")
        })?;
        library.insert(name, json);
    }
    Ok(library)
}

fn stem(path: &Path) -> Option<String> {
    path.file_stem()?.to_str().filter(|n| fits(n)).map(str::to_owned)
}

/// Whether a name can stand between the slashes of an ID.
fn fits(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c))
}
