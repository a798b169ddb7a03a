//! Reading and writing the files of saved games. Files are written whole or not at all, and only regular files are
//! used unless another kind was named explicitly.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{Draft, Loaded, RecordError, now, parse, parse_while};
use crate::play::Match;
use nimatron_core::rules::Library;

/// The size limit of saved games for reading and writing, in bytes.
pub const LARGEST: u64 = 16 << 20;
/// The prefix of the temporary files that saves are written to first.
const TEMPORARY: &str = ".nimatron-";
/// The age from which a temporary file counts as abandoned.
const FORGOTTEN: Duration = Duration::from_secs(3600);

/// A hash of a file's contents when it was last read or written here, to detect writes by other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen(u64);

impl Seen {
    pub fn from_text(text: &str) -> Seen {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Seen(hasher.finish())
    }

    /// Hashes a regular file as it is now; `None` where there is none that can be read.
    pub fn now(path: &Path) -> Option<Seen> {
        regular(path)
            .and_then(|()| read_text(path))
            .ok()
            .map(|text| Seen::from_text(&text))
    }
}

/// Reads the text of a file of at most [`LARGEST`] bytes.
///
/// Errors: [`RecordError::Io`], [`RecordError::TooLarge`] or [`RecordError::NotText`].
pub fn read_text(path: &Path) -> Result<String, RecordError> {
    read_text_up_to(path, LARGEST)
}

/// Reads the text of a file of at most `most` bytes.
pub fn read_text_up_to(path: &Path, most: u64) -> Result<String, RecordError> {
    let file = File::open(path)?;
    if file.metadata()?.len() > most {
        return Err(RecordError::TooLarge(most));
    }
    let mut bytes = Vec::new();
    // Files that are not regular do not report their size.
    file.take(most + 1).read_to_end(&mut bytes)?;
    text_of(bytes, most)
}

fn text_of(bytes: Vec<u8>, most: u64) -> Result<String, RecordError> {
    if bytes.len() as u64 > most {
        return Err(RecordError::TooLarge(most));
    }
    String::from_utf8(bytes).map_err(|e| RecordError::NotText(e.utf8_error().valid_up_to() + 1))
}

pub fn load(path: &Path, library: &Library) -> Result<Loaded, RecordError> {
    load_while(path, library, &|| true)
}

/// Reads a match from a file while `go_on` returns true.
pub fn load_while(
    path: &Path,
    library: &Library,
    go_on: &dyn Fn() -> bool,
) -> Result<Loaded, RecordError> {
    let text = read_text(path)?;
    Ok(Loaded {
        seen: Some(Seen::from_text(&text)),
        ..parse_while(&text, library, go_on)?
    })
}

/// Reads a match from text that came from a file, either a saved game or one ID.
pub fn load_text(bytes: Vec<u8>, library: &Library) -> Result<Loaded, RecordError> {
    parse(&text_of(bytes, LARGEST)?, library)
}

/// Refuses files that are not regular: a pipe would block its reader forever.
///
/// Errors: [`RecordError::NotAFile`], or [`RecordError::Io`] where there is no file.
pub fn regular(path: &Path) -> Result<(), RecordError> {
    if fs::metadata(path)?.is_file() {
        Ok(())
    } else {
        Err(RecordError::NotAFile)
    }
}

/// Writes a match to a file, whole or not at all; replaces an old one if `replace`.
///
/// Errors: [`io::ErrorKind::AlreadyExists`] where there is a file and `replace` is false, or any error of the file
/// system.
pub fn save(game: &Match, path: &Path, replace: bool) -> io::Result<Seen> {
    let text = Draft::new(game).to_json(&now())?;
    write(path, &text, replace).map(|()| Seen::from_text(&text))
}

/// Writes a text of any length to a new or an existing file, which is replaced only once the whole text is on the
/// disk. Existing paths that are not regular files, such as pipes and devices, are written to directly.
pub fn write_out(path: &Path, text: &str) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => fs::write(path, text),
        _ => put(path, text, true),
    }
}

/// Writes a text that is to be read again, whole or not at all; replaces an old file if `replace`.
///
/// Errors: any error of the file system, or [`io::ErrorKind::FileTooLarge`] for a text too large to be read again;
/// the old file is then unchanged.
pub fn write(path: &Path, text: &str, replace: bool) -> io::Result<()> {
    if text.len() as u64 > LARGEST {
        let what = format!(
            "it would be larger than {} MiB, too large for a saved game",
            LARGEST >> 20
        );
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    put(path, text, replace)
}

/// Writes a text of any length through a temporary file in the same folder.
///
/// Errors: [`io::ErrorKind::AlreadyExists`] where there is a file and `replace` is false, or any error of the file
/// system.
pub(in crate::play) fn put(path: &Path, text: &str, replace: bool) -> io::Result<()> {
    // Keep a symbolic link: replace its target.
    let path = &if replace {
        target(path)
    } else {
        path.to_path_buf()
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Give the file the default permissions of new files, and keep its temporary path out of errors.
    let mut file = tempfile::Builder::new()
        .prefix(TEMPORARY)
        .make_in(folder, |path| File::create_new(path))?;
    file.write_all(text.as_bytes())?;
    if let Ok(old) = fs::metadata(path)
        && old.is_file()
    {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    let kept = if replace {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    kept.map(drop).map_err(|e| e.error)
}

/// Follows a chain of links to its end, up to a maximum length.
fn target(path: &Path) -> PathBuf {
    let mut at = path.to_path_buf();
    for _ in 0..40 {
        let Ok(next) = fs::read_link(&at) else { break };
        at = at
            .parent()
            .map_or(next.clone(), |folder| folder.join(&next));
    }
    at
}

/// Removes the temporary files in a folder that were left by saves killed long ago.
pub(in crate::play) fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(TEMPORARY);
        let old = || {
            let data = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            SystemTime::now().duration_since(data.modified().ok()?).ok()
        };
        if ours && old().is_some_and(|age| age > FORGOTTEN) {
            // A leftover that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}
