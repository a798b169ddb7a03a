//! `--graph FILE`: boards and graphs of the user's, for one run.

use std::path::PathBuf;

use super::error::{Done, Error};
use crate::games::descriptions;
use crate::play::record;
use crate::rules::Library;

/// The library of these files. A board or graph goes by the name inside its file, or else by the file's own.
///
/// # Errors
/// A file that cannot be read, or that describes no board or graph: what is wrong with it, and where.
pub fn read(paths: &[PathBuf]) -> Done<Library> {
    let mut library = Library::default();
    for path in paths {
        let shown = path.display();
        let json = record::read_text(path).map_err(|e| Error::Failed(format!("{shown} {e}")))?;
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
        descriptions::add(&mut library, &json, stem).map_err(|e| Error::Failed(format!("{shown}: {e}")))?;
    }
    Ok(library)
}
